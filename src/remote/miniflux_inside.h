/* Shared by the files of this backend: requests in miniflux.c, answers in
 * miniflux_take.c, items by their ids in miniflux_window.c. */
#ifndef REMOTE_MINIFLUX_INSIDE_H
#define REMOTE_MINIFLUX_INSIDE_H

#include "remote/remote.h"

#define MINIFLUX_PAGE 1000 /* entries with their texts that it gives at once */
#define MINIFLUX_OLD "Miniflux before 2026"

/* Before 2026 it has no lists of ids, and stars are toggled. */
bool remote_miniflux_is_old(const struct remote_session *session);

enum remote_verdict
remote_miniflux_take(struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer,
	const struct remote_sink *sink, struct err *err);

/* ---- CONTENTS. Entries can't be requested by a list of ids, only by a range of ids and
 * a state. Those that are looked for are mostly unread, then starred; so these two states
 * are requested first, and what is still missing by smaller ranges, or one by one. */

enum miniflux_phase {
	MINIFLUX_UNREAD,
	MINIFLUX_STARRED,
	MINIFLUX_ANY,
};

struct miniflux_window {
	enum miniflux_phase phase;
	uint64_t before; /* entries with lower ids than this */
	uint64_t *ids;   /* that are missing, the highest first */
	size_t len;
};

/* What remains to be requested: arg->more, or all of arg->ids. */
void
remote_miniflux_window_read(struct miniflux_window *out, const struct remote_arg *arg);
void remote_miniflux_window_done(struct miniflux_window *window);
/* The lowest id that the next request is about. */
uint64_t remote_miniflux_window_lowest(const struct miniflux_window *window);
/* Takes the id off those that are missing. False: it is not among them. */
bool remote_miniflux_window_found(struct miniflux_window *window, uint64_t id);
/* After an answer with n of total entries, the lowest of them lowest: what comes next as
 * the text for arg->more, in *out. False: nothing is missing. */
bool remote_miniflux_window_next(struct miniflux_window *window, size_t n, int64_t total,
	uint64_t lowest, struct buf *out);

#endif
