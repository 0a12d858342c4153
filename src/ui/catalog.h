/*
 * The feeds as the reader knows them: copied from the store when it changed, with what
 * the engine said of their transfers, and with the user's marks that the worker has not
 * stored yet already counted in. UI thread.
 */
#ifndef UI_CATALOG_H
#define UI_CATALOG_H

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

struct ui_catalog {
	struct arena arena;
	struct store_feed *feeds; /* in the feeds file's order; hidden ones too */
	size_t len;
	uint32_t *index;       /* by feed id: place in feeds + 1, 0 none */
	uint8_t *states;       /* by feed id: enum engine_feed_state */
	size_t ids, state_ids; /* how far the two reach */
	struct store_item_counts all;
	uint64_t last_id; /* highest item id when it was read */
};

void ui_catalog_init(struct ui_catalog *catalog);
void ui_catalog_done(struct ui_catalog *catalog);
/* Reads all feeds anew; on failure the old ones stay. Drops from pending what the store
 * has by now. */
int ui_catalog_load(struct ui_catalog *catalog, const struct store_view *view,
	struct ui_pending *pending, struct err *err) MUST_USE;

/* NULL when unknown. Valid until the next load. */
const struct store_feed *ui_catalog_feed(const struct ui_catalog *catalog, uint32_t id);
/* The same, to correct its counts. */
struct store_feed *ui_catalog_edit(struct ui_catalog *catalog, uint32_t id);
/* What to call a feed: its title, else its address without secrets (in arena). */
const char *
ui_catalog_title(const struct ui_catalog *catalog, uint32_t id, struct arena *arena);
const char *ui_catalog_name(const struct store_feed *feed, struct arena *arena);

/* An item of the feed became unread (1) or read (-1). */
void ui_catalog_count(struct ui_catalog *catalog, uint32_t id, int step);

enum engine_feed_state ui_catalog_state(const struct ui_catalog *catalog, uint32_t id);
void ui_catalog_set_state(
	struct ui_catalog *catalog, uint32_t id, enum engine_feed_state state);
/* A refresh is over: nothing runs any more. */
void ui_catalog_idle(struct ui_catalog *catalog);

bool ui_catalog_in_scope(const struct store_feed *feed, const struct store_scope *scope);

#endif
