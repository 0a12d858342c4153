/*
 * The view of a list of items. Only the records of the rows on the screen are read, while
 * they are drawn; for all others the list holds keys (items_read.c).
 */
#include "config.h"

#include "ui/items/items.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/match.h"
#include "base/mem.h"
#include "base/time.h"
#include "model/item.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/item/walk.h"
#include "ui/catalog/hits.h"
#include "ui/core/order.h"
#include "ui/core/ui.h"
#include "ui/items/items_inside.h"
#include "ui/items/seek.h"

#define GO_TO_ROWS 2000 /* among which an item is looked for when the reader starts */
#define GO_TO_SLICES 4

/* ---- moving */

/* Moving down at the end of a feed's list says that there may be older items. */
static void
tell_older(struct ui *ui)
{
	struct buf key = BUF_INIT(0);
	ui_bindings_keys(&ui->bindings, UI_ITEMS, ui_command("older"), 1, &key);
	if (key.len)
		ui_status_say(&ui->status, false,
			_("This is the oldest item here; %s fetches older ones"),
			buf_str(&key));
	buf_done(&key);
}

static void
items_move(struct ui *ui, struct ui_view *view, enum ui_move move)
{
	struct ui_items *v = (struct ui_items *)view;
	v->list.height = ui_items_shown(view);
	if (move == UI_DOWN && v->scope.kind == STORE_FEED && !v->words && v->now.end &&
		order_by_date(&v->order) > 0 && v->list.cursor + 1 == v->now.keys.len)
		tell_older(ui);
	v->arrived = 0;
	v->known = ui->catalog.last_id;
	if (move == UI_LAST && !v->words && !v->now.end) {
		ui_items_seek_start(ui, view, UI_SEEK_END, false, NULL);
		return;
	}
	ui_list_move(&v->list, move);
	ui_items_read(ui, view);
}

static const struct store_key *
current(const struct ui_items *v)
{
	return v->list.cursor < v->now.keys.len ? &v->now.keys.list[v->list.cursor]
						: NULL;
}

static bool
items_target(struct ui *ui, struct ui_view *view, struct ui_target *target)
{
	struct ui_items *v = (struct ui_items *)view;
	const struct store_key *key = current(v);
	struct store_view snapshot;
	struct store_item item;
	if (v->scope.kind == STORE_FEED)
		target->feed = v->scope.feed;
	if (!key || !ui_open_view(ui, &snapshot))
		return target->feed != 0;
	if (store_item(&snapshot, key->id, &ui->scratch, &item) == OK) {
		target->feed = item.feed;
		target->item = item.id;
		target->time = item.time;
		target->link = item.link;
		target->flags = ui_pending_apply(&ui->pending, item.id,
			ui_catalog_feed(&ui->catalog, item.feed), item.flags);
	}
	store_view_end(&snapshot);
	return target->feed != 0;
}

static uint64_t
items_at(struct ui *ui, struct ui_view *view)
{
	(void)ui;
	const struct store_key *key = current((struct ui_items *)view);
	return key ? key->id : 0;
}

static struct ui_view *
items_inner(struct ui *ui, struct ui_view *view)
{
	return ui->above->article(ui, items_at(ui, view));
}

/* The feed that the user is looking at comes before all others. */
static void
items_seen(struct ui *ui, struct ui_view *view)
{
	const struct ui_items *v = (struct ui_items *)view;
	if (v->scope.kind == STORE_FEED && !v->words)
		engine_visit(ui->engine, v->scope.feed);
}

static void
items_event(struct ui *ui, struct ui_view *view, const struct engine_event *event)
{
	struct ui_items *v = (struct ui_items *)view;
	if (event->kind == ENGINE_IMAGE)
		ui_items_thumbs_came(v, event);
	if (event->kind == ENGINE_HITS && v->selecting == event->search)
		ui_items_select_hits(ui, v, event);
	if (event->kind != ENGINE_HITS || !v->words || event->search != v->search)
		return;
	bool sorted = v->order.len || v->sorting || v->now.end;
	for (size_t i = 0; i < event->hits_len; i++) {
		uint64_t id = event->hits[i].id;
		if (ui_hits_has(v->hits, id) ||
			(v->within && !ui_hits_has(v->within, id)))
			continue;
		ui_items_keys_push(sorted ? &v->waiting : &v->now.keys, event->hits[i]);
		ui_hits_add(v->hits, id);
		v->last_id = id > v->last_id ? id : v->last_id;
	}
	v->list.len = v->now.keys.len;
	if (event->done) {
		v->searching = false;
		v->now.end = true;
		ui_items_search_on(ui, v); /* for what came meanwhile */
	}
	ui->dirty = true;
}

static const char *
items_doing(const struct ui_view *view)
{
	const struct ui_items *v = (const struct ui_items *)view;
	bool first = v->again && !v->now.started;
	if (v->sorting)
		return _("Sorting the list");
	return first || v->refilter ? _("Reading the list") : NULL;
}

static bool
items_step(struct ui *ui, struct ui_view *view)
{
	bool more = ui_items_read(ui, view);
	return ui_items_thumbs_step(ui, (struct ui_items *)view) || more;
}

static enum ui_mode
items_mode(const struct ui_view *view)
{
	const struct ui_items *v = (const struct ui_items *)view;
	return v->selected.count ? UI_MODE_SELECTED
	       : v->filter       ? UI_MODE_FILTERED
	       : v->episode      ? UI_MODE_EPISODE
				 : UI_MODE_USUAL;
}

static void
items_free(struct ui_view *view)
{
	struct ui_items *v = (struct ui_items *)view;
	ui_items_forget(v);
	ui_items_unselect(v);
	ui_items_thumbs_drop(v);
	free(v->tag);
	free(v->words);
	free(v->typed);
	free(v->wrong);
	ui_hits_free(v->hits);
	ui_hits_free(v->within);
	ui_items_filter_end(v);
	match_free(v->found);
	free(v->name);
	free(v->dropped.list);
	free(v);
}

static const struct ui_view_class items_class = {
	.context = UI_ITEMS,
	.mode = items_mode,
	.load = ui_items_load,
	.step = items_step,
	.doing = items_doing,
	.draw = ui_items_draw,
	.move = items_move,
	.at = items_at,
	.inner = items_inner,
	.inner_context = UI_ARTICLE,
	.seen = items_seen,
	.target = items_target,
	.event = items_event,
	.free = items_free,
};

/* ---- for other files */

struct ui_view *
ui_items_new(struct ui *ui, const struct store_scope *scope)
{
	struct ui_items *v = mem_zalloc(sizeof *v);
	v->view.class = &items_class;
	v->scope = *scope;
	v->tag = mem_strdup(scope->tag);
	v->scope.tag = v->tag;
	v->order = ui_order_of(ui, &v->scope);
	v->last_id = v->known = ui->catalog.last_id;
	return &v->view;
}

struct ui_view *
ui_items_copy(struct ui *ui, const struct ui_view *view)
{
	const struct ui_items *list = (const struct ui_items *)view;
	struct ui_items *v = (struct ui_items *)ui_items_new(ui, &list->scope);
	v->since = list->since;
	v->name = mem_strdup(list->typed  ? list->typed
			     : list->name ? list->name
					  : list->words);
	v->order = list->order;
	v->last_id = list->last_id;
	v->filter = mem_strdup("");
	v->given = ui_items_fixed(list);
	v->hidden = list->hidden;
	if (!v->given)
		return &v->view;
	v->now.started = true;
	v->pool.len = v->pool.cap = list->now.keys.len;
	v->pool.list = mem_dup(
		list->now.keys.list, list->now.keys.len * sizeof *list->now.keys.list);
	return &v->view;
}

bool
ui_items_is_part(const struct ui_view *view)
{
	const struct ui_items *v = (const struct ui_items *)view;
	return v->filter || v->within;
}

struct ui_view *
ui_items_since(struct ui *ui, int64_t since, const char *name)
{
	const struct store_scope all = {.kind = STORE_ALL};
	struct ui_items *v = (struct ui_items *)ui_items_new(ui, &all);
	v->since = since;
	v->name = mem_strdup(name);
	return &v->view;
}

struct ui_view *
ui_items_fixed_list(struct ui *ui, const uint64_t *ids, size_t len, const char *name)
{
	const struct store_scope all = {.kind = STORE_ALL};
	struct ui_items *v = (struct ui_items *)ui_items_new(ui, &all);
	v->given = v->now.started = v->now.end = true;
	v->order.len = 0;
	v->name = mem_strdup(name);
	for (size_t i = 0; i < len; i++)
		ui_items_keys_push(&v->now.keys, (struct store_key){TIME_NONE, ids[i]});
	return &v->view;
}

const struct store_scope *
ui_items_scope(const struct ui_view *view)
{
	return &((const struct ui_items *)view)->scope;
}

const char *
ui_items_query(const struct ui_view *view)
{
	return ((const struct ui_items *)view)->words;
}

uint64_t
ui_items_last_id(const struct ui_view *view)
{
	return ((const struct ui_items *)view)->last_id;
}

struct order
ui_items_order(const struct ui_view *view)
{
	return ((const struct ui_items *)view)->order;
}

void
ui_items_sort(struct ui *ui, struct ui_view *view, const struct order *order)
{
	struct ui_items *v = (struct ui_items *)view;
	v->order = *order;
	v->list.cursor = v->list.top = 0;
	if (v->words || v->given) {
		ui_items_dropped_unplace(v);
		ui_items_sort_start(ui, v);
	} else {
		ui_items_restart(ui, v);
	}
}

void
ui_items_go_to(struct ui *ui, struct ui_view *view, uint64_t item)
{
	struct ui_items *v = (struct ui_items *)view;
	bool more = true;
	v->list.height = ui_items_shown(view);
	v->need = GO_TO_ROWS;
	for (size_t i = 0; more && v->now.keys.len < GO_TO_ROWS && i < GO_TO_SLICES; i++)
		more = ui_items_read(ui, view);
	v->need = 0;
	for (size_t i = 0; i < v->now.keys.len; i++)
		if (v->now.keys.list[i].id == item) {
			v->list.len = v->now.keys.len;
			ui_list_select(&v->list, i);
			return;
		}
}

struct ui_hits *
ui_items_hits(const struct ui_view *view)
{
	return ((const struct ui_items *)view)->hits;
}
