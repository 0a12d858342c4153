/*
 * Hosts that asked for a pause by answering 429 (case 73); in a private network, each
 * port of a host has its own pause (fetch/address.h). This process keeps a list, and the
 * store keeps one for other processes.
 */
#ifndef ENGINE_REFRESH_PAUSE_H
#define ENGINE_REFRESH_PAUSE_H

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

void engine_refresh_pause_done(struct engine_pauses *pauses);
/* Sends no request to url's host before until. */
void
engine_refresh_pause_add(struct engine_pauses *pauses, const char *url, int64_t until);
/* Adds the pauses that the store has; where both have one, the longer holds. */
void engine_refresh_pause_load(
	struct engine_pauses *pauses, const struct store_view *view, int64_t now);
/* Puts the pause into the store. */
int engine_refresh_pause_store(struct store_batch *batch, const char *url, int64_t until,
	int64_t now, struct err *err) MUST_USE;
/* The end of the pause of url's host; TIME_NONE: there is none. */
int64_t
engine_refresh_pause_of(const struct engine_pauses *pauses, const char *url, int64_t now);
/* Whether both addresses have the same host. Either may be a filter: line. */
bool engine_refresh_pause_same_host(const char *a, const char *b);

#endif
