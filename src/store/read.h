/*
 * Reading the store. A view is a short read transaction, a frame long at most: never hold
 * one across poll(), a wait, or a call into another layer, since an old view keeps the
 * file from reusing pages. Everything that a view hands out is copied into the caller's
 * arena, and lives as long as that.
 *
 * Any thread may open views at the same time. All functions return 0 or a negative enum
 * status: ERR_NOT_FOUND for an unknown id, ERR_DAMAGED for a record whose checksum is
 * wrong (skip it and go on), ERR_IO for the rest.
 */
#ifndef STORE_READ_H
#define STORE_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"
#include "model/item.h"

struct store;
struct http_state;
struct schedule_record;
struct histogram;
struct interest;

/* Opens (creates) the store in dir. Several processes may; one of them opens it once.
 * Reserves a large map, clears the slots of killed readers; without the clean-exit mark
 * looks at the pages of the file first. ERR_VERSION: a newer format; ERR_DAMAGED; ERR_IO;
 * err says what to do. Before any thread is started. */
int store_open(struct store **out, const char *dir, struct err *err) MUST_USE;
/* Sets the clean-exit mark and closes; no view may be open. NULL is accepted. */
void store_close(struct store *store);
/* True when somebody else's disk or permissions allow reading only. */
bool store_read_only(const struct store *store);
/* A sentence without a stop on what users should know of where the store lies; NULL: all
 * is as usual. */
const char *store_notice(const struct store *store);
/* The data file, for watching it. */
const char *store_path(const struct store *store);

/* Stops this process as SIGTSTP does, but not while one of its threads writes: all others
 * would wait until it goes on. Of the user's thread, also in a signal handler. Waits two
 * seconds at most. */
void store_stop(struct store *store);
/* Has a thread of this process waited for more than a second to write, as another process
 * writes, or was stopped while it did? Any thread. */
bool store_waits(const struct store *store);

/* A view lives in the caller's frame. */
struct store_view {
	struct store *store;
	void *txn;
};

/* Functions that read have no err; this makes a sentence of what they return. `what` is a
 * translated "cannot …". Returns the status: what was returned, or what stands for a code
 * of LMDB or errno; OK of OK. */
int store_fail(const struct store *store, int code, struct err *err, const char *what);

int
store_view_begin(struct store *store, struct store_view *view, struct err *err) MUST_USE;
void store_view_end(struct store_view *view);
/* Grows with each commit of any process: equal numbers, equal content. */
uint64_t store_view_version(const struct store_view *view);
/* The highest item id in use: the `upto` of marking what is shown now as read. */
uint64_t store_last_id(const struct store_view *view);

/* A feed as lists show it. Strings NULL when unknown, plain text. */
struct store_feed {
	uint32_t id; /* never used again for another feed */
	char *url;
	char *title;      /* the user's own, else the feed's; NULL: neither */
	char *feed_title; /* the document's */
	char *link;       /* the site */
	char **tags;
	size_t tags_len;
	bool hidden;    /* "!" in the feeds file */
	bool removed;   /* its line is gone: not shown, but kept */
	uint32_t order; /* place in the feeds file */
	uint32_t unread, total, starred;
	int32_t status; /* last HTTP status; 0 never asked or no answer */
	int32_t failures;
	int64_t last_poll, next_poll, last_change; /* TIME_NONE none */
	char *error;    /* last failure, plain words; NULL none */
	char *moved_to; /* where its server says that it is for good; NULL: here */
	bool adopted;   /* it is asked there by now (model/http.h) */
	char *repairs;  /* what the parser mended; NULL nothing */
};

/* All feeds in the order of the feeds file; removed ones only if with_removed. *out is
 * allocated in arena. */
int store_feeds(const struct store_view *view, struct arena *arena, bool with_removed,
	struct store_feed **out, size_t *len) MUST_USE;
int store_feed(const struct store_view *view, uint32_t id, struct arena *arena,
	struct store_feed *out) MUST_USE;
/* By normalised address. */
int
store_feed_find(const struct store_view *view, const char *url, uint32_t *id) MUST_USE;
/* A feed whose address is, by its server's word, the one where another is. */
struct store_twin {
	uint32_t feed, other; /* feed moved to where other is, or went as well */
};

/* All such pairs among feeds with a line, one for each feed that moved; *out in arena. */
int store_twins(const struct store_view *view, struct arena *arena,
	struct store_twin **out, size_t *len) MUST_USE;
/* The feed with a line, other than this one, that is at the address it moved to.
 * ERR_NOT_FOUND: there is none. */
int store_twin(const struct store_view *view, uint32_t feed, const char *moved_to,
	uint32_t *other) MUST_USE;
/* The sums of all feeds (schedule/interest.h), as they were at *at; TIME_NONE: none yet.
 */
int
store_interest(const struct store_view *view, struct interest *out, int64_t *at) MUST_USE;
/* What the engine needs for a poll. Any of the outputs may be NULL. */
int store_feed_state(const struct store_view *view, uint32_t id, struct arena *arena,
	struct http_state *http, struct schedule_record *schedule,
	struct histogram *hist) MUST_USE;

/* Hosts that asked to be left alone. */
struct store_pause {
	char *host;
	int64_t until; /* wall time */
};

/* Those whose time is not over; *out in arena. */
int store_pauses(const struct store_view *view, int64_t now, struct arena *arena,
	struct store_pause **out, size_t *len) MUST_USE;

enum store_scope_kind {
	STORE_ALL,
	STORE_FEED,    /* of .feed */
	STORE_UNREAD,  /* of all feeds */
	STORE_STARRED, /* of all feeds */
	STORE_TAG,     /* of the feeds with .tag or below it */
	STORE_TAGGED,  /* items that themselves have .tag, and no other */
};

struct store_scope {
	enum store_scope_kind kind;
	uint32_t feed;
	const char *tag;
};

struct store_counts {
	uint64_t unread, total, starred;
};

/* Kept, not counted. */
int store_counts(const struct store_view *view, const struct store_scope *scope,
	struct store_counts *out) MUST_USE;

/* An item's place in the order of a list: newest first is descending (time, id). */
struct store_key {
	int64_t time; /* sort time: min(published, first seen) */
	uint64_t id;
};

/* Up to max keys of scope, newest first, that come after `after` (NULL: from the first;
 * exclusive). *len is how many; fewer than max means the end. */
int store_keys(const struct store_view *view, const struct store_scope *scope,
	const struct store_key *after, struct store_key *out, size_t max,
	size_t *len) MUST_USE;

/* The items of several feeds as one list. A walk goes on where it was, in whatever later
 * view; what changed since it began is seen by a new one alone. One thread at a time. */
struct store_walk;

struct store_walked {
	struct store_key key;
	uint32_t feed;
	int flags; /* as of store_item_flags, when it was read */
};

/* after: where it begins, exclusive; NULL at the newest. The feeds are copied. */
struct store_walk *
store_walk_new(const uint32_t *feeds, size_t len, const struct store_key *after);
void store_walk_free(struct store_walk *walk);
/* The next items, at most max. Of many feeds some are looked at in one go, so that there
 * may be none yet before the end. After a failure the walk is of no use. */
int store_walk_next(struct store_walk *walk, const struct store_view *view,
	struct store_walked *out, size_t max, size_t *len, bool *end) MUST_USE;

/* An item as lists show it. */
struct store_item {
	uint64_t id;
	uint32_t feed;
	int flags;                          /* enum item_flag */
	int64_t published, updated;         /* as the feed says; TIME_NONE unknown */
	int64_t seen;                       /* first seen */
	int64_t time;                       /* sort time */
	char *guid, *title, *link, *author; /* NULL when absent; author: names, joined */
	uint32_t comments; /* how many the feed counts; 0: none, or it does not say */
	char **tags;       /* the item's own */
	size_t tags_len;
};

int store_item(const struct store_view *view, uint64_t id, struct arena *arena,
	struct store_item *out) MUST_USE;
/* Flags alone, without touching the record. */
int store_item_flags(const struct store_view *view, uint64_t id, int *flags) MUST_USE;

/* The rest of an item, for reading it. */
struct store_body {
	struct text text;
	size_t text_len;
	char *date;     /* as written */
	char *comments; /* page of the comments */
	struct enclosure *enclosures;
	size_t enclosures_len;
	char **categories;
	size_t categories_len;
	struct related *related;
	size_t related_len;
};

int store_body(const struct store_view *view, uint64_t id, struct arena *arena,
	struct store_body *out) MUST_USE;

/* A tag that items have of their own. */
struct store_tag {
	uint32_t id;
	char *name;
	uint32_t count; /* items */
};

/* All that some item has, by name; *out in arena. */
int store_item_tags(const struct store_view *view, struct arena *arena,
	struct store_tag **out, size_t *len) MUST_USE;

/* What a user can do, and undo. */
enum store_act {
	STORE_READ_ITEM = 1, /* stored: numbers are for ever */
	STORE_UNREAD_ITEM,
	STORE_STAR,
	STORE_UNSTAR,
	STORE_ADD_TAG,
	STORE_DROP_TAG,
	STORE_DELETE,
	STORE_SUBSCRIBE,
	STORE_UNSUBSCRIBE,
	STORE_RENAME,
	STORE_MOVE,
	STORE_SET,
	STORE_MERGE,
	STORE_READDRESS,
	STORE_SAME, /* parts of a merge: other machines were told, */
	STORE_KEEP, /* deleted items came back */
	STORE_ACTS,
};

/* Something the user did: a group of the journal, undone and done again as a whole. */
struct store_action {
	uint64_t group;
	enum store_act act;
	int64_t time;
	bool undone;
	size_t count; /* items or feeds */
	char *text;   /* one sentence without a stop: "50 items marked read" */
};

/* The newest of what was done, or can be done again (undone), at most max, newest first;
 * *out in arena. */
int store_actions(const struct store_view *view, struct arena *arena, size_t max,
	struct store_action **out, size_t *len) MUST_USE;
int store_action(const struct store_view *view, uint64_t group, struct arena *arena,
	struct store_action *out) MUST_USE;

#endif
