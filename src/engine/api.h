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
#include "engine/core/event.h"
#include "engine/core/request.h"

struct buf;
struct engine;
struct settings;
struct store;
struct store_key;
struct store_scope;
struct subscriptions;

struct engine_setup {
	struct store *store;          /* borrowed until engine_stop */
	struct settings *settings;    /* engine_start takes a reference of its own */
	const char *feeds_path;       /* the feeds file, edited on subscribe and import */
	int64_t (*clock)(void *data); /* wall time in seconds; NULL: the system's */
	int64_t (*boot)(void *data);  /* time_boot_ms; NULL: the system's */
	void *clock_data;             /* of both */
	int64_t quit_ms; /* at the end, for storing what the user did; 0: the usual */
	/* Borrowed; may be NULL. After engine_stop: why what the user did last could
	 * neither be stored nor left to others; untouched when all was. */
	struct err *lost;
	bool schedule; /* poll due feeds by itself (the reader); false: on request only */
	bool watch_feeds; /* notice when the feeds file changes, within a second */
};

/* Reads the feeds file into the store and starts the worker. Faulty lines of the file
 * come as ENGINE_NOTE events; the others count. */
int engine_start(
	struct engine **out, const struct engine_setup *setup, struct err *err) MUST_USE;
/* Stops the worker: running transfers are dropped, what was received is stored, what the
 * user did is stored or left to the next engine. Waits at most two seconds; true when it
 * and the threads that help it ended (the engine is freed). False: one of them may still
 * use the engine and what it borrowed, the store above all, so that none of it may be
 * freed or closed: the process has to end by _exit. */
bool engine_stop(struct engine *engine);

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
/* Hits come as ENGINE_HITS events that carry id; a new search ends the one before. */
void engine_search(struct engine *engine, uint32_t id, const char *words,
	const struct store_scope *scope);
void engine_stop_search(struct engine *engine);
/* Counts the unread items that the query finds, when nothing more urgent is to do: an
 * ENGINE_COUNTED event with search = id and feed = index. A new id ends those before. */
void engine_count(struct engine *engine, uint32_t id, size_t index, const char *query);
/* Answers with ENGINE_CANDIDATES: the address itself when it is a feed, else the feeds
 * that the page there names. url is as the user typed it. */
void engine_discover(struct engine *engine, const char *url);
/* Adds the line to the feeds file, the feed to the store, and refreshes it. */
void engine_subscribe(struct engine *engine, const char *url, const char *title,
	const char *const *tags, size_t tags_len);
/* Adds the feeds of a file (OPML, list of addresses, newsboat urls). */
void engine_import(struct engine *engine, const char *path);
/* Reads the feeds file again, and tells by ENGINE_RELOADED if that changed anything. If
 * it has faulty lines, or is gone, the feeds stay as they are. */
void engine_reload_feeds(struct engine *engine);
/* The settings from now on, instead of those before; schedule as in the setup. The
 * worker takes a reference of its own and tells by ENGINE_RELOADED when they are in force
 * everywhere; requests that are under way end as they began. */
void
engine_reload_settings(struct engine *engine, struct settings *settings, bool schedule);

/* Does something to items or feeds (engine/core/request.h says how to ask for it; what
 * there is, model/action.h). Copies what it is given. Actions are carried out in the
 * order of the calls, and journaled: undo takes back what a call did, or a chain of
 * calls. Each ends with an ENGINE_ACTED event. Costs the caller the copy of the target,
 * and no more. */
void engine_do(struct engine *engine, const struct engine_action *action);

/* Gives up the actions that are not stored yet: they were cancelled. */
void engine_forget(struct engine *engine);

/* What the user did and a process that ended did not store whole is in the store as well,
 * and gone on with by the next engine. Without one, for commands that show what is
 * stored: does all of that now. ERR_CANCELLED: as when engine_stop returns false. */
int engine_catch_up(const struct engine_setup *setup, struct err *err) MUST_USE;

/* Readable while events wait; poll it beside the terminal. */
int engine_fd(const struct engine *engine);
/* The oldest event, or NULL; the caller frees it with free(). */
struct engine_event *engine_take(struct engine *engine);

#endif
