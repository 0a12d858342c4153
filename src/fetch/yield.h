/*
 * Large downloads leave room for polls: while many of these run, each download gets half
 * the speed that it had. One thread.
 */
#ifndef FETCH_YIELD_H
#define FETCH_YIELD_H

struct fetch;
struct fetch_transfer;

/* To be called regularly: slows down large downloads while many polls run, and restores
 * their speed afterwards. */
void fetch_yield_step(struct fetch *fetch);
/* The transfer ends: restores its handle's speed limit. */
void fetch_yield_end(struct fetch_transfer *transfer);

#endif
