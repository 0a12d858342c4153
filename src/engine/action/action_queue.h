/*
 * What the user did, on its way into the store, in the order it was done. Marks of items
 * are kept until a commit holds them: a full disk delays them, nothing loses them (case
 * 124). An action that fails for a reason of its own is reported and set aside; those
 * after it are carried out.
 */
#ifndef ENGINE_ACTION_ACTION_QUEUE_H
#define ENGINE_ACTION_ACTION_QUEUE_H

#include <stddef.h>
#include <stdint.h>

struct action_run;
struct engine;
struct engine_request;

struct engine_action_queue {
	struct action_run **runs;
	size_t len, cap;
	int64_t retry_ms; /* after a failed commit, not before; 0: at once */
	size_t left_over; /* of runs */
	int64_t check_ms; /* when to check again for what other processes left */
	size_t alone;     /* this many get a batch each, because one of them fails */
	/* The chain begun last: its number, and its group in the journal. */
	uint32_t chain;
	uint64_t chain_group;
};

void engine_action_queue_done(struct engine_action_queue *queue);

/* Takes a DO request. */
void engine_action_add(struct engine *engine, struct engine_request *request);
/* Takes what another process left. */
void engine_action_add_left(struct engine *engine, struct action_run *run);
/* The user cancelled: drops what waits, in the store as well, except what other processes
 * left. */
void engine_action_forget(struct engine *engine);
/* Stores what waits, or a slice of it, in one transaction. */
void engine_action_store(struct engine *engine);
/* At the end: stores what it can until until_ms (mono time), and leaves the rest to the
 * next process. */
void engine_action_flush(struct engine *engine, int64_t until_ms);
/* Milliseconds until there is something to store; INT64_MAX: nothing. */
int64_t engine_action_wait(const struct engine *engine);

#endif
