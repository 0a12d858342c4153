/*
 * Hosts that want to be left alone for a while, as a 429 of theirs said (case 73): what
 * this process knows of them, and what the store does, by which other processes know.
 */
#ifndef ENGINE_POLL_PAUSE_H
#define ENGINE_POLL_PAUSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct store_batch;
struct store_view;

struct engine_pause {
	char *host;
	int64_t until; /* wall time */
};

struct engine_pauses {
	struct engine_pause *list;
	size_t len, cap;
};

void engine_poll_pause_done(struct engine_pauses *pauses);
/* No request to url's host before until. */
void engine_poll_pause_add(struct engine_pauses *pauses, const char *url, int64_t until);
/* Takes over what the store knows, and keeps what it knows less of. */
void engine_poll_pause_load(
	struct engine_pauses *pauses, const struct store_view *view, int64_t now);
/* Tells the store. */
int engine_poll_pause_store(struct store_batch *batch, const char *url, int64_t until,
	int64_t now, struct err *err) MUST_USE;
/* Until when url's host is paused; TIME_NONE: it is not. */
int64_t
engine_poll_pause_of(const struct engine_pauses *pauses, const char *url, int64_t now);
/* Whether both addresses are of one host. url may be a filter: line. */
bool engine_poll_pause_same_host(const char *a, const char *b);

#endif
