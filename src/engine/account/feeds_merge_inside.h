/*
 * A merge of an account's feeds: feeds.c gathers them and carries it out, feeds_merge.c
 * works it out. What was done at the server (feeds_do.c) is merged as well.
 */
#ifndef ENGINE_ACCOUNT_FEEDS_MERGE_INSIDE_H
#define ENGINE_ACCOUNT_FEEDS_MERGE_INSIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"
#include "base/map.h"
#include "engine/account/account_inside.h"

struct conf_feeds_edit;
struct store_view;

struct merging {
	struct account *a;
	struct err *err;
	struct remotefeed_record *base;
	size_t base_len;
	struct map base_at, line_at, feed_at; /* by id; of line_at by address, too */
	struct map left_at;                   /* feeds whose lines came back by undo */
	struct conf_feeds_edit *edits;
	size_t edits_len;
	struct remotefeed_record *puts; /* what both sides agree on from now on */
	size_t puts_len;
	char **drops;
	size_t drops_len;
	size_t both;        /* new ones that are fetched here as well */
	const char **moves; /* addresses of lines and what they become, alternating */
	size_t moves_len;
};

#define MERGING(ACCOUNT, ERROR)                                                          \
	{                                                                                \
		.a = (ACCOUNT), .err = (ERROR), .base_at = MAP_INIT,                     \
		.line_at = MAP_INIT, .feed_at = MAP_INIT, .left_at = MAP_INIT            \
	}

/* feeds.c: reads all that is compared; frees the maps. */
int engine_account_merge_gather(struct merging *m, struct store_view *view) MUST_USE;
void engine_account_merge_done(struct merging *m);
/* carry_out writes the lines, and then what both sides agree on; store does only the
 * latter. */
int engine_account_merge_carry_out(struct merging *m) MUST_USE;
int engine_account_merge_store(struct merging *m) MUST_USE;
/* The id under which a removed feed is kept, for an undo. */
char *engine_account_merge_left(struct arena *arena, const char *id);

/* check.c: reports what the merge would do, without doing it. */
void engine_account_compare_feeds(struct merging *m);

/* feeds_merge.c: a feed of the server; feeds and lines that the server does not have. */
void engine_account_merge_feed(struct merging *m, const struct account_feed *feed);
void engine_account_merge_removed(struct merging *m);
void engine_account_merge_lines(struct merging *m);
/* Both sides no longer agree on this feed. */
void engine_account_merge_drop(struct merging *m, char *id);
/* Was something done to the line of a feed on which both sides agreed? */
bool
engine_account_merge_differs(struct merging *m, const struct remotefeed_record *base);

#endif
