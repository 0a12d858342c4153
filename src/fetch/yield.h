/*
 * Large downloads leave room for polls: while many of these run, each download gets half
 * the speed that it had. One thread.
 */
#ifndef FETCH_YIELD_H
#define FETCH_YIELD_H

struct fetch;
struct fetch_transfer;

/* Call it again and again: slows those that have started down, or lets them go. */
void fetch_yield_step(struct fetch *fetch);
/* The transfer ends: its handle is as it was. */
void fetch_yield_end(struct fetch_transfer *transfer);

#endif
