/*
 * A list that is filtered while words are typed. It is a list of its own, above the one
 * that it is a part of, so Escape only has to close it. If the store sorts the list
 * below, items are read as always, and those without the words are left out; otherwise
 * the keys of that list are checked one by one.
 */
#include "config.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/match.h"
#include "base/str.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "ui/core/slice.h"
#include "ui/core/ui.h"
#include "ui/items/items.h"
#include "ui/items/items_inside.h"

#define ROWS_MAX 512 /* checked in a slice, even if they take no time */

bool
ui_items_passes(struct ui *ui, const struct ui_items *v, const struct store_view *view,
	uint64_t id)
{
	struct arena arena = ARENA_INIT;
	struct store_item item;
	bool passes = true;
	if (v->match && !str_empty(v->filter)) {
		passes = store_item(view, id, &arena, &item) == OK;
		const char *const texts[] = {
			passes ? item.title : NULL,
			passes ? item.author : NULL,
			passes ? ui_catalog_title(&ui->catalog, item.feed, &arena) : NULL,
		};
		passes = passes && match_all(v->match, texts, COUNT_OF(texts));
	}
	arena_done(&arena);
	return passes;
}

bool
ui_items_filter_step(struct ui *ui, struct ui_items *v)
{
	struct ui_slice slice = ui_slice_begin(ROWS_MAX);
	struct store_view view;
	if (!ui_open_view(ui, &view))
		return false;
	while (v->pool_at < v->pool.len && ui_slice_next(&slice)) {
		struct store_key key = v->pool.list[v->pool_at++];
		if (ui_items_passes(ui, v, &view, key.id))
			ui_items_keys_push(&v->now.keys, key);
	}
	store_view_end(&view);
	v->list.len = v->now.keys.len;
	v->now.end = v->pool_at == v->pool.len;
	ui->dirty = true;
	return !v->now.end;
}

void
ui_items_filter_end(struct ui_items *v)
{
	match_free(v->match);
	free(v->filter);
	free(v->pool.list);
	v->match = NULL;
	v->filter = NULL;
	v->given = v->pool.list ? false : v->given;
	v->pool = (struct ui_items_keys){0};
	v->pool_at = 0;
}
