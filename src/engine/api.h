/*
 * The worker as ui and cli see it: requests in, events out, over two queues. The worker
 * thread schedules, fetches, parses and stores; it alone writes the store. Nothing here
 * blocks but engine_start and engine_stop. To refresh all feeds:
 *
 *	status = engine_start(&engine, &setup, &err);
 *	engine_refresh(engine, NULL, 0, 0);
 *	while (!done) {
 *		… poll(2) on engine_fd(engine) …
 *		while ((event = engine_take(engine))) {
 *			done |= event->kind == ENGINE_DONE;
 *			free(event);
 *		}
 *	}
 *	if (!engine_stop(engine))
 *		_exit(1);
 */
#ifndef ENGINE_API_H
#define ENGINE_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "base/str.h"
#include "engine/core/engine_event.h"
#include "engine/core/request.h"

struct conf_rule;
struct engine;
struct settings;
struct store;
struct store_scope;

struct engine_setup {
	struct store *store;          /* borrowed until engine_stop */
	struct settings *settings;    /* engine_start takes a reference of its own */
	const char *feeds_path;       /* the feeds file, edited on subscribe and import */
	int64_t (*clock)(void *data); /* wall time in seconds; NULL: the system's */
	int64_t (*boot)(void *data);  /* time_boot_ms; NULL: the system's */
	void *clock_data;             /* of both */
	int64_t quit_ms; /* time at the end to store what the user did; 0: the default */
	int64_t commands_ms; /* … after a refresh for commands of rules; 0: the default */
	/* Borrowed; may be NULL. Set by engine_stop if actions could neither be stored
	 * nor left to the next engine; untouched otherwise. */
	struct err *lost;
	/* Borrowed; may be NULL. The command that takes a player over (keep-playing). */
	char *const *adopter;
	bool schedule; /* poll due feeds by itself (the reader); false: on request only */
	bool watch_feeds; /* notice when the feeds file changes, within a second */
};

/* Reads the feeds file into the store and starts the worker. Faulty lines of the file are
 * reported as ENGINE_NOTE events, and the others are used. */
int engine_start(
	struct engine **out, const struct engine_setup *setup, struct err *err) MUST_USE;
/* Stops the worker: running transfers are dropped, what was received is stored, what the
 * user did is stored or left to the next engine. Waits at most two seconds. True: the
 * worker and its helper threads have ended, and the engine is freed. False: one of them
 * may still use the engine and what it borrowed, above all the store, so none of it may
 * be freed or closed, and the process has to end by _exit. */
bool engine_stop(struct engine *engine);

/* Later actions given to engine_do belong to this chain unless they name one; 0 ends it.
 * In the thread that calls engine_do. */
void engine_chain(struct engine *engine, uint32_t chain);

/* feeds NULL: all feeds (with flags 0, except those in back-off or whose server answered
 * 410). Named feeds are polled first. A refresh during another one joins it. */
void engine_refresh(struct engine *engine, const uint32_t *feeds, size_t len, int flags);
/* The user opened the feed: if the engine polls on its own and the feed is due, it is
 * polled before all others. */
void engine_visit(struct engine *engine, uint32_t feed);
/* Fetches the pages of these items, finds their articles, and stores them as second texts
 * (store/item/item.h): an ENGINE_PAGE event for each. */
void engine_fetch_pages(struct engine *engine, const uint64_t *items, size_t len);
/* The item was opened: its page is fetched as well, if the option full-text says so and
 * the text is not stored yet. */
void engine_open_page(struct engine *engine, uint64_t item);
/* The last answer of the feed's server, unchanged: an ENGINE_ANSWER event. */
void engine_get_answer(struct engine *engine, uint32_t feed);
/* The tries of the item's download in this process: an ENGINE_TRIES event. */
void engine_get_tries(struct engine *engine, uint64_t item);
/* How much room there is for media: an ENGINE_ROOM event. */
void engine_get_room(struct engine *engine);
/* Fetches the feed of comments that the item names: an ENGINE_COMMENTS event. */
void engine_get_comments(struct engine *engine, uint64_t item);
/* Fetches the document with the chapters of the item's episode, or its transcript, unless
 * it is here already: an ENGINE_TRACK event. language: of the transcript; NULL: as the
 * option says. */
void engine_get_track(
	struct engine *engine, uint64_t item, bool transcript, const char *language);
/* Fetches these pictures of the item, unless they are in the cache: an ENGINE_IMAGE event
 * for each. opened: the item was opened, and the option images decides. */
void engine_get_images(struct engine *engine, uint64_t item, const char *const *urls,
	size_t len, bool opened);
/* Pictures that a list shows beside its rows: those of feeds whose option images is yes
 * are fetched, unless they are in the cache, with an ENGINE_IMAGE event for each. Those
 * of an earlier call that are not in this one are dropped. */
void engine_get_thumbnails(
	struct engine *engine, const struct engine_picture *list, size_t len);
/* Ends refreshes and backfills, and drops pages that are being fetched. */
void engine_stop_refresh(struct engine *engine);
/* The usual limits of a feed (case 89). */
#define ENGINE_OLDER_PAGES 20
#define ENGINE_OLDER_BYTES ((size_t)32 << 20)
/* Fetches items older than those in the feeds' documents from feeds that offer them (RFC
 * 5005), at most `pages` documents and `bytes` bytes of each; the next call continues
 * from there. The items arrive as read. ENGINE_OLDER events report each feed's progress.
 */
void engine_backfill(struct engine *engine, const uint32_t *feeds, size_t len,
	size_t pages, size_t bytes);
/* Hits come as ENGINE_HITS events with this id; a new search ends the previous one. */
void engine_search(struct engine *engine, uint32_t id, const char *words,
	const struct store_scope *scope);
void engine_stop_search(struct engine *engine);
/* Counts the items that the query finds, at a low priority: an ENGINE_COUNTED event with
 * search = id, feed = index and all. A new id cancels earlier ones. */
void engine_count(struct engine *engine, uint32_t id, size_t index, const char *query);
/* From now on, counts the unread items that each query finds: ENGINE_COUNTED events with
 * search = id and feed = the query's index, at first and whenever a number changes. The
 * next call replaces the queries. */
void engine_keep_counts(
	struct engine *engine, uint32_t id, const char *const *queries, size_t len);
/* Other processes may have changed the store: these numbers are checked. */
void engine_check_counts(struct engine *engine);
/* What a rule does to items that are already stored. The action borrows from rule, score
 * and also; also has room for rule->acts_len. Its target and chain are the caller's. */
#define ENGINE_SCORE_BYTES 24
struct engine_action engine_rule_action(const struct conf_rule *rule,
	char score[static ENGINE_SCORE_BYTES], struct engine_action *also);
/* Answers with ENGINE_CANDIDATES: the address itself if it is a feed, else the feeds that
 * the page there names. url is as the user typed it. preview: only to be shown, not
 * subscribed to; the answer repeats this flag. */
void engine_discover(struct engine *engine, const char *url, bool preview);
/* Adds the line to the feeds file, the feed to the store, and refreshes it. */
void engine_subscribe(struct engine *engine, const char *url, const char *title,
	const char *const *tags, size_t tags_len);
/* The same for several addresses of feeds, in one step of undo: each is answered. */
void engine_subscribe_all(struct engine *engine, const char *const *urls, size_t len);
/* Keeps a page as an item of the feed of saved pages, with these categories:
 * ENGINE_SAVED, then a refresh of that feed. */
void engine_save_page(
	struct engine *engine, const char *url, const char *const *tags, size_t tags_len);
/* Imports a file, a directory or, given the name of a program, what that program has at
 * its usual places (import/import_api.h). */
void engine_import(struct engine *engine, const char *path);
/* Looks for what could be imported: an ENGINE_OFFER for each program. */
void engine_offers(struct engine *engine);
/* Works off the downloads that wait: until the engine stops (keep), checking again at
 * each call, or until nothing is left that could be tried now. ENGINE_DOWNLOAD events
 * report each, ENGINE_DOWNLOADED the end. */
void engine_download(struct engine *engine, bool keep);
/* Asks the player for something. ENGINE_PLAYER events report the result. */
void engine_play(struct engine *engine, const struct player_verb *verb);
/* Syncs an account, or all (name NULL); flags of enum engine_sync_flag. Each ends with an
 * ENGINE_SYNCED event. */
void engine_sync(struct engine *engine, const char *name, int flags);
/* Does something to an account; ends with an ENGINE_SYNCED event. */
void
engine_account(struct engine *engine, enum engine_account_verb verb, const char *name);
/* Which server is at url (protocol NULL: any)? For an account of that name. "//HOST": by
 * https, else by http. Answers with ENGINE_PROBED. */
void engine_probe(
	struct engine *engine, const char *name, const char *url, const char *protocol);
/* Begins a login by browser at a Nextcloud; plain: without TLS. ENGINE_LOGIN names the
 * page, and another one the end. */
void engine_login(struct engine *engine, const char *url, bool plain);
/* Reads the feeds file again, and posts ENGINE_RELOADED if that changed anything. If it
 * has faulty lines or is missing, the feeds stay as they are. */
void engine_reload_feeds(struct engine *engine);
/* Replaces the settings; schedule as in the setup. The worker takes a reference of its
 * own and posts ENGINE_RELOADED when they are in force everywhere; running requests keep
 * the old ones. */
void
engine_reload_settings(struct engine *engine, struct settings *settings, bool schedule);

/* Does something to items or feeds: one of the actions of model/action.h, as a request of
 * engine/core/request.h. Copies its arguments. Actions are carried out in the order of
 * the calls and journaled: undo takes back a call, or a chain of calls. Each ends with an
 * ENGINE_ACTED event. Costs the caller only the copy of the target. */
void engine_do(struct engine *engine, const struct engine_action *action);
/* Whether some actions have not ended, according to the events taken. In the thread that
 * calls engine_do. */
bool engine_is_acting(const struct engine *engine);

/* The user cancelled: drops the actions that are not stored yet. */
void engine_forget(struct engine *engine);

/* Finishes the actions that an ended process left in the store, as the next engine would:
 * for commands that show what is stored and start no engine. ERR_CANCELLED: as when
 * engine_stop returns false. */
int engine_catch_up(const struct engine_setup *setup, struct err *err) MUST_USE;

/* Readable while events wait; to be polled together with the terminal. */
int engine_fd(const struct engine *engine);
/* The oldest event, or NULL; the caller frees it with free(). */
struct engine_event *engine_take(struct engine *engine);

#endif
