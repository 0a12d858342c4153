/*
 * An engine on a store of its own against the loopback server: what its tests share.
 */
#ifndef TESTS_ENGINE_HARNESS_H
#define TESTS_ENGINE_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "conf/settings.h"
#include "engine/api.h"
#include "http/server.h"
#include "model/http.h"
#include "store/feed/feed.h"

#define DEADLINE_MS 20000
#define QUICK_MS 5000 /* what waits for nothing; a busy machine takes its time, too */

struct rig {
	char dir[256]; /* private, removed at the end */
	char feeds[300], data[300], config[300];
	struct http_server *server;
	struct options options;    /* as rig_start and rig_configure use them */
	struct settings *settings; /* those in force */
	struct store *store;
	struct engine *engine;
	struct engine_counts counts; /* of the last DONE */
	bool watch;                  /* the feeds file */
	_Atomic int64_t ahead;       /* of the system's clock, the engine's; seconds */
	_Atomic int readings; /* of this clock until ahead becomes jump; 0: never */
	int64_t jump;
	int64_t quit_ms, commands_ms; /* these as struct engine_setup has them */
	struct err lost;
	_Atomic int64_t slept_ms; /* in suspends; of the boot clock as well */
	struct arena arena;
};

/* A server with this script, and a feeds file with the paths (addresses, where they hold
 * ':'), one a word. The store is not open yet. */
void rig_init(struct rig *rig, const char *script, const char *paths);
void rig_done(struct rig *rig);
void rig_feeds(struct rig *rig, const char *paths);
void rig_option(struct rig *rig, const char *name, const char *value);

/* What the engine's clock tells. */
int64_t rig_now(const struct rig *rig);

/* Makes a snapshot of the options; a config file that has sections, say, is read from
 * rig->config first if it exists. */
void rig_settings(struct rig *rig);
/* Hands such a snapshot to the engine that runs, and waits until it is in force. */
void rig_configure(struct rig *rig, bool schedule);

/* Opens the store (if it is not) and starts the engine. */
void rig_start(struct rig *rig, bool schedule);
/* Stops it; the store stays open. */
void rig_stop(struct rig *rig);
/* Closes the store as well. */
void rig_close(struct rig *rig);

/* The next event of this kind; fails after DEADLINE_MS. free() it. */
struct engine_event *rig_wait(struct rig *rig, enum engine_event_kind kind);
/* Actions on items, on a list, on feeds; not waited for. */
void rig_mark(struct rig *rig, enum action verb, const uint64_t *items, size_t len);
void rig_mark_list(struct rig *rig, const struct store_scope *scope, uint64_t upto);
void rig_change(
	struct rig *rig, const uint32_t *feeds, size_t len, struct engine_action action);
void rig_undo(struct rig *rig, bool redo);
/* A refresh of all feeds, to its end. */
void rig_refresh(struct rig *rig, int flags);
/* Starts, refreshes, stops. */
void rig_run(struct rig *rig, int flags);

/* A path's feed; fails when there is none. In the rig's arena. */
struct store_feed rig_feed(struct rig *rig, const char *path);
struct http_state rig_http(struct rig *rig, const char *path);
/* Titles of all items of a path, newest first, with '|' between them. */
const char *rig_titles(struct rig *rig, const char *path);
/* The same of those that are gone from the feed. */
const char *rig_gone(struct rig *rig, const char *path);
/* Requests for a path so far (NULL: for any). */
size_t rig_asked(struct rig *rig, const char *path);
/* Until the server has seen n requests, of any path. */
void rig_wait_asked(struct rig *rig, size_t n);
/* The value of a header of the nth request (from 0) for a path, or NULL. */
const char *rig_sent(struct rig *rig, const char *path, size_t n, const char *header);
/* store_health_check finds nothing. */
void rig_check(struct rig *rig);

#endif
