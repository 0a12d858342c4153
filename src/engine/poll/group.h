/*
 * Finished polls, kept for one transaction: up to 64 feeds, 4 MiB or 200 ms. Items,
 * validators, schedule and histogram of a poll are stored together or not at all.
 */
#ifndef ENGINE_POLL_GROUP_H
#define ENGINE_POLL_GROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct engine;
struct engine_poll;

#define GROUP_FEEDS 64
#define GROUP_MS 200
#define GROUP_BYTES ((size_t)4 << 20) /* bounds memory where documents are large */

struct engine_group {
	struct engine_poll *first, **end;
	size_t len, bytes;
	int64_t since_ms; /* when the first came */
};

void engine_poll_group_init(struct engine_group *group);
void engine_poll_group_done(struct engine_group *group);

/* Takes poll. */
void engine_poll_group_add(struct engine *engine, struct engine_poll *poll);
/* Stores the group if it is full, old enough, or all is to be stored. */
void engine_poll_group_store(struct engine *engine, bool all);
/* Milliseconds until the group is old enough; INT64_MAX: it is empty. */
int64_t engine_poll_group_wait(const struct engine *engine);

#endif
