/*
 * What the user did, on its way into the store, in the order it was done. Marks of items
 * are kept until a commit holds them: a full disk delays them, nothing loses them (case
 * 124).
 */
#ifndef ENGINE_ACTION_FLAGS_H
#define ENGINE_ACTION_FLAGS_H

#include <stddef.h>
#include <stdint.h>

struct engine;
struct engine_request;

struct engine_action_queue {
	struct engine_request **waiting;
	size_t len, cap;
	int64_t retry_ms; /* after a failed commit, not before; 0: at once */
	size_t left_over; /* of waiting */
	int64_t look_ms;  /* when others' leavings are looked for next */
};

void engine_action_queue_done(struct engine_action_queue *flags);

/* Takes a request that stands for an action of the user. */
void engine_action_add(struct engine *engine, struct engine_request *request);
/* Gives up what waits, wherever it is written down, but for what other processes left:
 * who asked for it said so. */
void engine_action_forget(struct engine *engine);
/* Stores what waits, or a slice of it, in one transaction. */
void engine_action_store(struct engine *engine);
/* How many items a transaction takes that takes so many otherwise. At the end there is
 * little time, and there as in a command that fetches nothing no transfer waits for its
 * turn; the fewer they are, the fewer pages are written again and again. */
size_t engine_action_slice(const struct engine *engine, size_t items);
/* Milliseconds until there is something to store; INT64_MAX: nothing. */
int64_t engine_action_wait(const struct engine *engine);

#endif
