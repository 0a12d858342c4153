/*
 * All that can be read of a store, as text: equal texts mean that nobody can tell two
 * stores apart.
 */
#ifndef TESTS_UNIT_STORE_TRANSCRIPT_H
#define TESTS_UNIT_STORE_TRANSCRIPT_H

struct buf;
struct store;

/* Appends what each function that reads returns, a check's faults included. */
void store_transcript(struct buf *out, struct store *store);

#endif
