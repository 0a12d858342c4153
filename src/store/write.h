/*
 * Writing the store: the worker's alone (and that of a command that runs no worker). A
 * batch is a write transaction; what it changed is there whole after store_batch_commit,
 * or not at all. Never hold a batch across a wait: other processes write, too.
 *
 * One batch at a time, one thread. Functions return 0 or a negative status; after one but
 * ERR_NOT_FOUND, abort the batch. ERR_FULL: no room on the disk.
 */
#ifndef STORE_WRITE_H
#define STORE_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "base/str.h"
#include "store/read.h"

struct feed;
struct map;
struct http_state;
struct schedule_record;
struct histogram;
struct interest;
struct subscriptions;
struct store_batch;

int store_batch_begin(
	struct store *store, struct store_batch **out, struct err *err) MUST_USE;
/* All three free the batch. */
int store_batch_commit(struct store_batch *batch, struct err *err) MUST_USE;
void store_batch_abort(struct store_batch *batch);
/* Commits when status is OK, else aborts; returns what became of it all. */
int store_batch_end(struct store_batch *batch, int status, struct err *err) MUST_USE;
/* The batch as a view: sees its own changes. Valid until commit or abort. */
struct store_view store_batch_view(const struct store_batch *batch);

/* Makes the stored feeds those of the list: new addresses get an id, known ones their
 * order, title, tags and flags, missing ones are marked removed (nothing is deleted). A
 * feed whose line has another of its addresses (address.h) goes there with all it has.
 * *changed (may be NULL) counts the feeds that differ. */
int store_put_subscriptions(struct store_batch *batch, const struct subscriptions *subs,
	size_t *changed, struct err *err) MUST_USE;

/* Are the stored feeds those of the list already? Then there is nothing to write, and
 * nothing to wait for while others write. */
bool store_has_subscriptions(
	const struct store_view *view, const struct subscriptions *subs) MUST_USE;

/* A line of the feed is to get this address: should the process end before the next
 * store_put_subscriptions, the line is known for the feed's all the same. */
int store_put_address(struct store_batch *batch, uint32_t feed, const char *url,
	struct err *err) MUST_USE;

/* What one poll brought: all of it goes into one transaction. */
struct store_poll {
	uint32_t feed;
	int64_t now;                   /* seconds since 1970: first seen of new items */
	const struct feed *document;   /* NULL: nothing new (304, failure) */
	const struct http_state *http; /* replaces the stored one; NULL: unchanged */
	const struct schedule_record *schedule; /* NULL: unchanged */
	const struct histogram *hist;           /* NULL: unchanged */
	bool release; /* ends this process's claim on the feed */
	/* document is one with older items (RFC 5005): they enter as read but for those
	 * posted at since or later, known ones stay as they are, and what it says of the
	 * feed itself is left. */
	bool older;
	int64_t since;
	/* While the feed has no items: so many, the newest, enter as unread; 0: all. */
	size_t first_unread;
};

struct store_poll_result {
	size_t added, edited;
};

/* Identity: guid; else link; else hash of title and date (design, "Store"). A document
 * whose items share guids falls back to the next key. A known item is updated in place
 * and keeps its state; an absent one stays. Caps of feed/parse.h hold already. */
int store_put_poll(struct store_batch *batch, const struct store_poll *poll,
	struct store_poll_result *result, struct err *err) MUST_USE;
/* Which of document's items are new for feed, without writing: known[i] tells. */
int store_known_items(const struct store_view *view, uint32_t feed,
	const struct feed *document, bool *known) MUST_USE;

/* The sums of all feeds (schedule/interest.h), faded up to at. */
int store_put_interest(struct store_batch *batch, const struct interest *sums, int64_t at,
	struct err *err) MUST_USE;

/* The host (in lower case) is to be left alone until then, by whichever process. */
int store_put_pause(struct store_batch *batch, struct span host, int64_t until,
	int64_t now, struct err *err) MUST_USE;

/* The full-text index. A commit brings into it what was stored, but for the last few
 * hundred texts; later: what the batch stores waits for one of the following. Searches
 * look through the texts that wait, so nothing is ever missed. */
void store_batch_index_later(struct store_batch *batch);
/* Brings at most about max of the texts that wait into the index. */
int store_index_step(
	struct store_batch *batch, size_t max, bool *more, struct err *err) MUST_USE;
/* The same in two halves, the longer without a transaction for writing, on any thread:
 * the words of some texts that wait, gathered; and put into the index, which does nothing
 * if another was quicker. *out is NULL when fewer than `least` wait; free it with
 * store_index_part_free. */
struct store_index_part;
int store_index_gather(const struct store_view *view, size_t least,
	struct store_index_part **out) MUST_USE;
int store_index_put(struct store_batch *batch, struct store_index_part *part,
	struct err *err) MUST_USE;
size_t store_index_part_texts(const struct store_index_part *part);
void store_index_part_free(struct store_index_part *part);
/* Empties the index if it is on and should be off, or the contrary. */
int store_index_switch(struct store_batch *batch, bool on, struct err *err) MUST_USE;
/* Empties the index; on: it is made anew from then on. */
int store_index_reset(struct store_batch *batch, bool on, struct err *err) MUST_USE;

/* Sets and clears flags (ITEM_UNREAD, ITEM_STARRED) of items; counters and indexes
 * follow. Unknown ids are skipped. *changed (may be NULL) counts items that really
 * changed. */
int store_put_flags(struct store_batch *batch, const uint64_t *ids, size_t len, int set,
	int clear, size_t *changed, struct err *err) MUST_USE;
/* Marks a scope read up to and including the item id `upto` in order of arrival (ids
 * ascend), in slices: at most max items a call, *more tells whether some are left. What
 * arrived after the user looked stays unread. */
int store_mark_read(struct store_batch *batch, const struct store_scope *scope,
	uint64_t upto, size_t max, size_t *changed, bool *more, struct err *err) MUST_USE;

/* Gives the items the tag, or takes it away. The tag is a clean line of text. */
int store_put_tag(struct store_batch *batch, const uint64_t *ids, size_t len,
	const char *tag, bool add, size_t *changed, struct err *err) MUST_USE;
/* Deletes items: they leave every list and never return as new, but their records stay
 * until store_gc. trash false: back to where they were. */
int store_put_trash(struct store_batch *batch, const uint64_t *ids, size_t len,
	bool trash, int64_t now, size_t *changed, struct err *err) MUST_USE;

/* From here to the batch's end, what store_put_flags, store_mark_read, store_put_tag,
 * store_put_trash and store_act_line change is journaled as one group, to be undone as a
 * whole. *group 0: a new one, else the one to go on with (a slice of the same action in a
 * later batch). What was undone can't be done again from then on. */
int store_act_begin(struct store_batch *batch, uint64_t *group, int64_t now,
	struct err *err) MUST_USE;
/* Notes the change of a line of the feeds file, NULL: none before, or after. name is what
 * people call the feed. */
struct store_line {
	enum store_act act; /* STORE_SUBSCRIBE … STORE_SET, STORE_READDRESS */
	const char *url, *name;
	const char *before, *after; /* without the line feed */
	uint32_t line;              /* its number, from 1 */
};

int store_act_line(struct store_batch *batch, const struct store_line *line,
	struct err *err) MUST_USE;

/* What a step of undoing did, or wants to be done. */
struct store_undo {
	uint64_t group; /* 0: begin with the next; then the one being undone */
	bool more;      /* call again in another batch */
	size_t changed; /* items, in this step */
	/* Lines of the feeds file that now have to become `before` (redo: `after`): the
	 * caller edits the file before it commits. In the order to go. */
	struct store_line *lines;
	size_t lines_len;
};

/* Takes back the newest action that is not undone (redo: does the oldest undone one
 * again), in slices of at most max items. Lines are in arena. ERR_NOT_FOUND: there is
 * nothing to take back. */
int store_undo(struct store_batch *batch, bool redo, size_t max, int64_t now,
	struct arena *arena, struct store_undo *undo, struct err *err) MUST_USE;

/* Two feeds become one (case 83): the items of `from` go to `into`. One that `into` has
 * already stays where it is, and its state is added to that of its double: read in one is
 * read, starred in one is starred, tags of both; a star or tag outlasts a deletion of the
 * double. Other machines are told (state.h). Journaled, so after store_act_begin. */
struct store_merge {
	uint32_t from, into;
	bool more;      /* call again in another batch */
	size_t changed; /* items that moved or whose double changed, in this step */
	/* The store's: */
	bool begun;
	struct store_key at; /* the last item that was looked at */
	struct map *prints;  /* fingerprint → item of into */
};

/* At most max items a call. store_merge_done in any case, after the last. */
int store_merge(struct store_batch *batch, struct store_merge *merge, const char *name,
	size_t max, struct err *err) MUST_USE;
void store_merge_done(struct store_merge *merge);

#define STORE_CLAIM_SECONDS 180 /* then a claim is void, whoever held it */
#define STORE_CLAIM_MAX 256     /* feeds claimed in one transaction */

/* Claims feeds for this process, so that no other polls them. Of the candidates (ids) the
 * first max that no live process holds are written to out with a claim (pid and its
 * namespace, start time, boot id), and their next_poll is moved to now +
 * STORE_CLAIM_SECONDS so that a crash causes no second request at once. */
int store_claim(struct store_batch *batch, const uint32_t *ids, size_t len, int64_t now,
	uint32_t *out, size_t max, size_t *claimed, struct err *err) MUST_USE;
/* *mine: nobody has chosen feeds in the cycle that began at start; now somebody has. */
int store_cycle_begin(struct store_batch *batch, int64_t start, int64_t now, bool *mine,
	struct err *err) MUST_USE;
/* The wall clock was set and is now lead seconds before the boot clock. *mine: no other
 * process has seen to that yet. */
int store_clock_set(
	struct store_batch *batch, int64_t lead, bool *mine, struct err *err) MUST_USE;
/* Gives claims of this process back unpolled and restores their next_poll. */
int store_release(struct store_batch *batch, const uint32_t *ids, size_t len,
	struct err *err) MUST_USE;
/* Feeds due at now, most overdue first, never-polled ones first; and when the next will
 * be (*next, TIME_NONE when no feed has a time): not after now when there are more than
 * max. Removed feeds are left out. */
int store_due(const struct store_view *view, int64_t now, uint32_t *out, size_t max,
	size_t *len, int64_t *next) MUST_USE;

#endif
