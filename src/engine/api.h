/*
 * The worker as ui and cli see it: requests in, events out, over two queues. The worker
 * thread schedules, fetches, parses and stores; it alone writes the store. Nothing here
 * blocks but engine_start and engine_stop.
 */
#ifndef ENGINE_API_H
#define ENGINE_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "base/str.h"
#include "store/read.h"

struct buf;
struct config;
struct engine;
struct options;
struct subscriptions;

struct engine_setup {
	struct store *store;           /* borrowed until engine_stop */
	const struct options *options; /* borrowed until engine_stop, read only */
	const struct config *config;  /* its sections; borrowed as options, may be NULL */
	const char *feeds_path;       /* the feeds file, edited on subscribe and import */
	int64_t (*clock)(void *data); /* wall time in seconds; NULL: the system's */
	int64_t (*boot)(void *data);  /* time_boot_ms; NULL: the system's */
	void *clock_data;             /* of both */
	int64_t quit_ms; /* at the end, for storing what the user did; 0: the usual */
	/* Borrowed; may be NULL. After engine_stop: why what the user did last could
	 * neither be stored nor left to others; untouched when all was. */
	struct err *lost;
	bool schedule; /* poll due feeds by itself (the reader); false: on request only */
};

/* Reads the feeds file into the store and starts the worker. Lines of the file that are
 * wrong come as ENGINE_NOTE events. */
int engine_start(
	struct engine **out, const struct engine_setup *setup, struct err *err) MUST_USE;
/* Stops the worker: running transfers are dropped, what was received is stored, what the
 * user did is stored or left to the next engine. Waits at most two seconds; true when it
 * ended (the engine is freed). */
bool engine_stop(struct engine *engine);

/* Requests: the enum says what each carries; made by the functions below, which copy what
 * they are given. */
enum engine_request_kind {
	ENGINE_REFRESH, /* feeds */
	ENGINE_LOOK,    /* a feed */
	ENGINE_STOP_REFRESH,
	ENGINE_BACKFILL,  /* feeds */
	ENGINE_FLAGS,     /* items */
	ENGINE_MARK_READ, /* a scope, up to an item */
	ENGINE_SEARCH,
	ENGINE_STOP_SEARCH,
	ENGINE_COUNT,    /* unread items that a query finds */
	ENGINE_DISCOVER, /* what does this address offer? */
	ENGINE_SUBSCRIBE,
	ENGINE_IMPORT,
	ENGINE_RELOAD_FEEDS, /* the feeds file changed */
	ENGINE_TAG,          /* items get a tag of their own, or lose it */
	ENGINE_DELETE,       /* items */
	ENGINE_UNSUBSCRIBE,  /* feeds */
	ENGINE_RENAME,       /* a feed */
	ENGINE_MOVE,         /* a feed, to other tags */
	ENGINE_SET,          /* an option of a feed */
	ENGINE_MERGE,        /* two feeds */
	ENGINE_READDRESS,    /* feeds, to other addresses */
	ENGINE_UNDO,
	ENGINE_FORGET,
	ENGINE_QUIT,
};

enum engine_refresh_flag {
	ENGINE_DUE_ONLY = 1 << 0, /* skip feeds that are not due */
	ENGINE_FORCE = 1 << 1,    /* skip soft bounds (schedule, back-off, hints); an
				     active Retry-After still holds a feed back */
	ENGINE_IN_FULL = 1 << 2,  /* without validators */
};

/* feeds NULL: all (flags 0: but those gone or in back-off). Named ones are asked first. A
 * refresh during another one joins it. */
void engine_refresh(struct engine *engine, const uint32_t *feeds, size_t len, int flags);
/* The user looks at the feed: where the engine polls by itself and the feed is due, it is
 * asked before all others. */
void engine_look(struct engine *engine, uint32_t feed);
/* Ends refreshes and backfills. */
void engine_stop_refresh(struct engine *engine);
/* The usual limits of a feed (case 89). */
#define ENGINE_OLDER_PAGES 20
#define ENGINE_OLDER_BYTES ((size_t)32 << 20)
/* Fetches older items than a feed's document has, of those that offer them (RFC 5005), at
 * most so many documents and bytes of each feed; the next time goes on from there. They
 * come in as read. ENGINE_OLDER events tell how far each feed is. */
void engine_backfill(struct engine *engine, const uint32_t *feeds, size_t len,
	size_t pages, size_t bytes);
void engine_flags(
	struct engine *engine, const uint64_t *items, size_t len, int set, int clear);
/* Marks what is in scope and not newer than item id upto. */
void
engine_mark_read(struct engine *engine, const struct store_scope *scope, uint64_t upto);
/* Hits come as ENGINE_HITS events that carry id; a new search ends the one before. */
void engine_search(struct engine *engine, uint32_t id, const char *words,
	const struct store_scope *scope);
void engine_stop_search(struct engine *engine);
/* Counts the unread items that the query finds, when nothing more urgent is to do: an
 * ENGINE_COUNTED event with search = id and feed = index. A new id ends those before. */
void engine_count(struct engine *engine, uint32_t id, size_t index, const char *query);
/* Answers with ENGINE_CANDIDATES: the address itself when it is a feed, else the feeds
 * that the page there names. */
void engine_discover(struct engine *engine, const char *url);
/* Adds the line to the feeds file, the feed to the store, and refreshes it. */
void engine_subscribe(struct engine *engine, const char *url, const char *title,
	const char *const *tags, size_t tags_len);
/* Adds the feeds of a file (OPML, list of addresses, newsboat urls). */
void engine_import(struct engine *engine, const char *path);
void engine_reload_feeds(struct engine *engine);

/* What a user does (these, engine_flags, engine_mark_read, engine_subscribe and
 * engine_import) is journaled, each call as one action that can be undone. The calls are
 * carried out in their order; each of these ends with an ENGINE_ACTED event. */

/* Gives items a tag of their own (add), or takes it from them. */
void engine_tag(struct engine *engine, const uint64_t *items, size_t len, const char *tag,
	bool add);
/* Items leave all lists; undo brings them back, gc clears them away after a time. */
void engine_delete(struct engine *engine, const uint64_t *items, size_t len);
/* Takes the feeds' lines out of the feeds file. Their items stay, out of sight. */
void engine_unsubscribe(struct engine *engine, const uint32_t *feeds, size_t len);
/* Gives the feed a title of the user's own; NULL or "": its own again. */
void engine_rename(struct engine *engine, uint32_t feed, const char *title);
/* Replaces the tags of the feed's line. */
void engine_move(
	struct engine *engine, uint32_t feed, const char *const *tags, size_t tags_len);
/* Gives an option of the feed's line a value, in place of what holds for all feeds; NULL
 * or "": takes it away. Only options that may be a feed's own. */
void
engine_set(struct engine *engine, uint32_t feed, const char *option, const char *value);
/* Makes one feed of two (case 83): the items of from, and what the user set them to, go
 * to into, the tags of its line as well, and a title where into's has none; the line
 * goes. */
void engine_merge(struct engine *engine, uint32_t from, uint32_t into);
/* Writes other addresses into the feeds' lines: address, of a single feed, or, NULL, the
 * one that each feed's server names (store_feed's moved_to). They stay the same feeds. An
 * address that another line has is refused. */
void engine_readdress(
	struct engine *engine, const uint32_t *feeds, size_t len, const char *address);
/* Takes the newest action back, or (redo) does the one undone last again. */
void engine_undo(struct engine *engine, bool redo);

/* Gives up what the user did and is not stored yet: it was cancelled. */
void engine_forget(struct engine *engine);

/* What the user did and a process that ended did not store whole is in the store as well,
 * and gone on with by the next engine. Without one, for commands that show what is
 * stored: does all of that now. */
int engine_catch_up(const struct engine_setup *setup, struct err *err) MUST_USE;

enum engine_event_kind {
	ENGINE_PROGRESS,   /* a refresh moved on; counts say how far */
	ENGINE_FEED_STATE, /* feed: its transfer started or ended; with an answer stored
			      counts are what it brought (done 1; error: it failed, text
			      says why) */
	ENGINE_CHANGED,    /* feed (0: several): the store has something new of it */
	ENGINE_HITS,
	ENGINE_CANDIDATES, /* error: there are none, text says why */
	ENGINE_SUBSCRIBED, /* feed: is stored now, its refresh follows (and a DONE);
			      error: it was not, text says why */
	ENGINE_IMPORTED,   /* text says how many; error: nothing was, text says why */
	ENGINE_ACTED, /* what the user did is stored: act says what, changed how much,
			 text how people call it; error: text says why not */
	ENGINE_OLDER, /* feed, counts (done: documents, added), counted (bytes); done: it
			 is over, text says why, more that there is more to fetch */
	ENGINE_COUNTED,   /* counted, search, feed as asked; error: text says why not */
	ENGINE_CAUGHT_UP, /* nothing is left of what other processes did not store;
			     error: it can't be stored now, text says why */
	ENGINE_NOTE,      /* a sentence for the status line; error tells its weight */
	ENGINE_DONE,      /* the refresh asked for last is over; counts are final; text:
			     which feeds their servers hold back, NULL: none */
	ENGINE_ENDED,     /* the worker died or has ended: nothing comes after it */
};

enum engine_feed_state {
	ENGINE_IDLE,
	ENGINE_QUEUED,
	ENGINE_RUNNING,
};

struct engine_counts {
	/* feeds of the running refresh; done counts the failed and held ones, too */
	size_t total, done, failed;
	size_t unchanged;     /* 304, or the same body */
	size_t held;          /* not asked: Retry-After or another process */
	size_t unreachable;   /* of failed: no HTTP answer at all */
	size_t added, edited; /* items */
};

struct engine_candidate {
	const char *url, *title;
};

/* One heap block: free() it after use. */
struct engine_event {
	enum engine_event_kind kind;
	uint32_t feed;
	enum engine_feed_state state;
	struct engine_counts counts;
	bool asked;       /* PROGRESS, DONE: by the user, not by the schedule alone */
	bool error;       /* something failed: NOTE and as said above */
	bool done;        /* HITS, OLDER: it is over */
	bool more;        /* OLDER */
	uint32_t search;  /* HITS, COUNTED: the id given */
	uint64_t counted; /* COUNTED, OLDER */
	enum engine_request_kind act; /* ACTED */
	size_t changed;               /* ACTED: items or feeds that really changed */
	bool redo;                    /* ACTED, act UNDO */
	const char *text; /* NOTE, CANDIDATES (the address asked), IMPORTED: a sentence */
	size_t hits_len, candidates_len;
	const struct store_key *hits;
	const struct engine_candidate *candidates;
};

/* Readable while events wait; poll it beside the terminal. */
int engine_fd(const struct engine *engine);
/* The oldest event, or NULL; the caller frees it with free(). */
struct engine_event *engine_take(struct engine *engine);

/* Reads a list of feeds that came from elsewhere: OPML, addresses one a line, or
 * newsboat's urls lines, told apart by content. Appends to subs what is new in it, an
 * address that comes twice once with the tags of both; folders become tags "a/b".
 * Commands and files of this computer are never taken (case 22). report gets a sentence
 * for each part that was left out or mended. ERR_NOT_FEED: no such list, or nothing
 * usable in it. No network, no disk. Any thread. */
int engine_read_list(struct subscriptions *subs, const char *name, const void *bytes,
	size_t len, void (*report)(void *data, const char *sentence), void *data,
	struct err *err) MUST_USE;
#define ENGINE_LIST_MAX ((size_t)32 << 20) /* bytes of a list (case 152) */

/* Without a worker, for commands: makes the store's feeds those of the list. */
int engine_store_subscriptions(
	struct store *store, const struct subscriptions *subs, struct err *err) MUST_USE;
/* The same after the user added to the list: what is new in it can be undone. */
int engine_add_subscriptions(
	struct store *store, const struct subscriptions *subs, struct err *err) MUST_USE;

/* Without a worker: what the user and other machines set items to, as text
 * (model/state.h), appended to out; and the same merged into the store. From the first of
 * either on, states are kept. *count: lines; *changed: what is another here now. */
int engine_state_export(
	struct store *store, struct buf *out, size_t *count, struct err *err) MUST_USE;
int engine_state_import(struct store *store, struct span text, size_t *count,
	size_t *changed, struct err *err) MUST_USE;

#endif
