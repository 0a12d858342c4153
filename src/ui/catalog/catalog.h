/*
 * The feeds as the reader knows them: a copy from the store, read again when it changes,
 * with the state of their transfers as reported by the engine, and with counts that
 * include marks that the worker has not stored yet. UI thread.
 */
#ifndef UI_CATALOG_CATALOG_H
#define UI_CATALOG_CATALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"
#include "engine/api.h"
#include "store/item/count.h"

struct store_feed;
struct ui_pending;

/* How a feed posts, from its newest items. */
struct ui_frequency {
	int64_t newest; /* date of the newest item; TIME_NONE: there is none */
	int64_t gap;    /* usual time between two, in seconds; 0: not known */
	/* The feed's values when this was worked out. */
	uint32_t total;
	int64_t changed;
};

/* An account of a feed server, whose feeds are below the tag of its folder. */
struct ui_account {
	char *name;
	char *why;        /* why it rests or failed; NULL: it did not */
	uint64_t waiting; /* changes that are not at the server, up to UI_WAITING_MAX */
	int64_t synced;   /* TIME_NONE: never */
	bool paused, syncing;
	size_t done, total; /* items of the sync; total 0: not known */
};

#define UI_WAITING_MAX 10000

struct ui_catalog {
	struct arena arena;
	struct ui_account *accounts;
	size_t accounts_len;
	struct store_feed *feeds; /* in the order of the feeds file; also hidden ones */
	size_t len;
	uint32_t *index;            /* by feed id: index in feeds + 1; 0: none */
	uint8_t *states;            /* by feed id: enum engine_feed_state */
	size_t ids, state_ids;      /* lengths of index and states */
	struct ui_frequency *paces; /* by feed id */
	size_t paces_len;
	struct store_item_counts all;
	uint64_t last_id; /* the highest item id when it was read, */
	uint64_t returns; /* and how often items had come back (store_mark_returns) */
};

void ui_catalog_init(struct ui_catalog *catalog);
void ui_catalog_done(struct ui_catalog *catalog);
/* Reads all feeds again; on failure the old ones stay. Drops from pending what has been
 * stored meanwhile. */
int ui_catalog_load(struct ui_catalog *catalog, const struct store_view *view,
	struct ui_pending *pending, struct err *err) MUST_USE;

/* By name; NULL: unknown. Valid until the next load. */
struct ui_account *ui_catalog_account(const struct ui_catalog *catalog, const char *name);
/* NULL: unknown. Valid until the next load. */
const struct store_feed *ui_catalog_feed(const struct ui_catalog *catalog, uint32_t id);
/* The same feed, so that its counts can be corrected. */
struct store_feed *ui_catalog_edit(struct ui_catalog *catalog, uint32_t id);
/* What to call a feed: its title, or else its address without secrets (in arena). */
const char *
ui_catalog_title(const struct ui_catalog *catalog, uint32_t id, struct arena *arena);
const char *ui_catalog_name(const struct store_feed *feed, struct arena *arena);

/* All zero for a feed that is not known. */
struct ui_frequency ui_catalog_frequency(const struct ui_catalog *catalog, uint32_t id);
/* Whether the feed has been silent for longer than three of its usual gaps, and than
 * three days. */
bool ui_catalog_silent(
	const struct ui_catalog *catalog, const struct store_feed *feed, int64_t now);
/* Whether its last polls have failed. */
bool ui_catalog_failing(const struct store_feed *feed);

/* An item of the feed became unread (1) or read (-1). */
void ui_catalog_count(struct ui_catalog *catalog, uint32_t id, int step);
/* Unread items of all feeds, with those that the list of feeds does not show (!), since
 * the list of unread items has them. */
uint64_t ui_catalog_unread(const struct ui_catalog *catalog);

enum engine_feed_state ui_catalog_state(const struct ui_catalog *catalog, uint32_t id);
void ui_catalog_set_state(
	struct ui_catalog *catalog, uint32_t id, enum engine_feed_state state);
/* Call it when a refresh is over: no feed is being fetched. */
void ui_catalog_idle(struct ui_catalog *catalog);

bool ui_catalog_in_scope(const struct store_feed *feed, const struct store_scope *scope);

#endif
