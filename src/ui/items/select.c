/*
 * A list may have a million rows, so what concerns many of them (selecting all, marking
 * those above, what is done to a large selection) gathers them in slices, and sends one
 * request to the worker at the end: one step of undo.
 */
#include "config.h"

#include "ui/items/select.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/item.h"
#include "query/query.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "ui/core/complete.h"
#include "ui/core/slice.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/items/items.h"
#include "ui/items/items_inside.h"

#define ROWS_MAX 256     /* in a slice */
#define DROPPED_MAX 1000 /* deleted rows that are taken out at once */

/* ---- the selection of the list with the focus */

static struct ui_items *
list_of(const struct ui *ui)
{
	bool items = ui->focus && ui->focus->class->context == UI_ITEMS;
	return items ? (struct ui_items *)ui->focus : NULL;
}

size_t
ui_items_select_len(const struct ui *ui)
{
	const struct ui_items *v = list_of(ui);
	return v ? v->selected.count : 0;
}

const uint64_t *
ui_items_select_ids(struct ui *ui)
{
	const struct ui_ids *from = &list_of(ui)->selected;
	uint64_t *ids = arena_alloc(&ui->scratch, (from->count + 1) * sizeof *ids);
	size_t len = 0;
	for (size_t i = 0; i < from->len; i++)
		if (from->list[i])
			ids[len++] = from->list[i];
	return ids;
}

bool
ui_items_select_drop(struct ui *ui)
{
	struct ui_items *v = list_of(ui);
	if (!v || !v->selected.count)
		return false;
	ui_items_unselect(v);
	return true;
}

bool
ui_items_select_busy(const struct ui *ui)
{
	const struct ui_items *v = list_of(ui);
	return v && v->gather;
}

static bool
is_acting(const struct ui_items *v)
{
	return v && v->gather && !v->gather->select && !v->gather->query;
}

bool
ui_items_select_acting(struct ui *ui)
{
	return is_acting((struct ui_items *)ui_find(ui, UI_ITEMS));
}

bool
ui_items_select_stop(struct ui *ui)
{
	struct ui_items *v = list_of(ui);
	if (!v || is_acting(v) || (!v->gather && !v->selecting))
		return false;
	if (v->selecting && v->selecting == ui->search)
		engine_stop_search(ui->engine);
	ui_items_unselect(v);
	return true;
}

/* ---- gathering */

static void
begin(struct ui *ui, struct ui_items *v, struct ui_gather gather)
{
	ui_items_gather_end(v);
	v->gather = mem_alloc(sizeof *v->gather);
	*v->gather = gather;
	ui_items_select_step(ui);
}

/* Shows at once what is done to an item. */
static void
apply(struct ui *ui, const struct store_view *view, struct ui_items *v, uint64_t id)
{
	struct ui_gather *g = v->gather;
	const struct action_kind *kind = action_kind(g->verb);
	struct store_item item;
	if (store_item(view, id, &ui->scratch, &item) != OK)
		return;
	int flags = ui_pending_apply(
		&ui->pending, id, ui_catalog_feed(&ui->catalog, item.feed), item.flags);
	if (g->only && !(flags & g->only))
		return;
	*VEC_PUSH(g->ids, g->len, g->cap) = id;
	bool removes = kind->flags & ACTION_REMOVES;
	ui_pending_flag(&ui->pending, &ui->catalog, id, item.feed,
		removes ? UI_PENDING_REMOVED : kind->set, removes ? 0 : kind->clear);
	int after = removes ? 0 : (flags & ~kind->clear) | kind->set;
	if ((flags ^ after) & ITEM_UNREAD)
		ui_catalog_count(&ui->catalog, item.feed, after & ITEM_UNREAD ? 1 : -1);
	if (removes && g->len <= DROPPED_MAX)
		ui_items_drop(&v->view, (struct store_key){item.time, id});
}

/* The next item; 0: there is none at this place. */
static uint64_t
next(struct ui_items *v)
{
	struct ui_gather *g = v->gather;
	return g->selection ? v->selected.list[g->at++] : v->now.keys.list[g->at++].id;
}

static size_t
known(const struct ui_items *v)
{
	size_t len = v->gather->selection ? v->selected.len : v->now.keys.len;
	return v->gather->end < len ? v->gather->end : len;
}

static void
select_found(struct ui *ui, struct ui_items *v, const char *query)
{
	v->selecting = ++ui->search;
	engine_search(ui->engine, v->selecting, query, &v->scope);
}

static void
finish(struct ui *ui, struct ui_items *v)
{
	struct ui_gather g = *v->gather;
	if (g.query) {
		select_found(ui, v, g.query);
		ui_items_gather_end(v);
		return;
	}
	v->gather->ids = NULL;
	if (g.select) {
		if (!g.counted)
			ui_status_say(&ui->status, false,
				P_("%zu item selected", "%zu items selected",
					v->selected.count),
				v->selected.count);
		ui_items_gather_end(v);
		return;
	}
	if (g.len)
		engine_do(ui->engine, &(struct engine_action){.verb = g.verb,
					      .target = engine_items(g.ids, g.len)});
	else
		ui_status_say(&ui->status, false, _("There is nothing to mark"));
	free(g.ids);
	ui_items_unselect(v);
	ui->dirty = ui->stale = true;
}

bool
ui_items_select_step(struct ui *ui)
{
	struct ui_items *v = (struct ui_items *)ui_find(ui, UI_ITEMS);
	struct ui_gather *g = v ? v->gather : NULL;
	struct ui_slice slice = ui_slice_begin(ROWS_MAX);
	struct store_view view;
	if (!g)
		return false;
	struct ui_ids *to = g->query ? &v->listed : g->select ? &v->selected : NULL;
	bool acts = !to;
	if (acts && !ui_open_view(ui, &view))
		return false;
	while (g->at < known(v) && ui_slice_next(&slice)) {
		uint64_t id = next(v);
		if (id && to)
			ui_ids_add(to, id);
		else if (id)
			apply(ui, &view, v, id);
	}
	if (acts)
		store_view_end(&view);
	ui->dirty = true;
	if (g->at < known(v))
		return true;
	bool all = g->selection || g->at >= g->end || v->words || v->now.end;
	if (!all) { /* the rest of the list has to be read first */
		v->need = SIZE_MAX;
		return ui_items_read(ui, &v->view) || g->at < known(v);
	}
	finish(ui, v);
	return false;
}

bool
ui_items_select_act(struct ui *ui, enum action verb)
{
	struct ui_items *v = list_of(ui);
	if (!v || !v->selected.count)
		return false;
	begin(ui, v,
		(struct ui_gather){.selection = true, .verb = verb, .end = SIZE_MAX});
	return true;
}

/* ---- commands */

void
ui_items_select(struct ui *ui, const char *arg)
{
	struct ui_target target;
	struct ui_items *v = list_of(ui);
	(void)arg;
	if (!v || !ui_act_on_item(ui, &target))
		return;
	if (ui_items_select_has(&v->view, target.item))
		ui_ids_remove(&v->selected, target.item);
	else
		ui_ids_add(&v->selected, target.item);
	v->anchor = target.item;
	v->view.class->move(ui, &v->view, UI_DOWN);
}

void
ui_items_select_range(struct ui *ui, const char *arg)
{
	struct ui_items *v = list_of(ui);
	const struct ui_items_keys *keys = v ? &v->now.keys : NULL;
	size_t at = 0, to = v ? v->list.cursor : 0;
	(void)arg;
	if (!v || to >= keys->len)
		return;
	while (v->anchor && at < keys->len && keys->list[at].id != v->anchor)
		at++;
	if (!v->anchor || at == keys->len)
		at = to;
	v->anchor = keys->list[to].id;
	begin(ui, v,
		(struct ui_gather){.select = true,
			.at = at < to ? at : to,
			.end = (at < to ? to : at) + 1});
}

void
ui_items_select_all(struct ui *ui, const char *arg)
{
	struct ui_items *v = list_of(ui);
	(void)arg;
	if (v && v->selected.count && v->selected.count == v->now.keys.len)
		ui_items_select_drop(ui);
	else if (v)
		begin(ui, v, (struct ui_gather){.select = true, .end = SIZE_MAX});
}

/* Whether a hit is in the list: the search itself cannot check that. */
static bool
is_listed(const struct ui_items *v, const struct store_key *hit)
{
	return v->given ? ui_ids_find(&v->listed, hit->id) != UI_IDS_NONE
			: !v->since || hit->time >= v->since;
}

void
ui_items_select_hits(struct ui *ui, struct ui_items *v, const struct engine_event *event)
{
	for (size_t i = 0; i < event->hits_len; i++)
		if (is_listed(v, &event->hits[i]))
			ui_ids_add(&v->selected, event->hits[i].id);
	ui->dirty = true;
	if (!event->done)
		return;
	v->selecting = 0;
	ui_ids_done(&v->listed);
	ui_status_say(&ui->status, false,
		P_("%zu item selected", "%zu items selected", v->selected.count),
		v->selected.count);
}

static void select_matching(struct ui *ui, const char *query);

/* Asks for a query; text: what was refused, or NULL. */
static void
ask_query(struct ui *ui, const char *text)
{
	ui_prompt_start(&ui->prompt, _("Select what matches:"), text, &ui->searches);
	ui->prompt.accept = select_matching;
	ui->prompt.complete = ui_complete_query;
}

static void
select_matching(struct ui *ui, const char *query)
{
	struct ui_items *v = list_of(ui);
	struct err err;
	if (!v || span_trim(span_of(query)).n == 0)
		return;
	if (v->searching) {
		ui_status_say(&ui->status, true,
			_("Wait until the search is over, or stop it first"));
		return;
	}
	if (query_check(query, &err) != OK) {
		ui_status_say(&ui->status, true, "%s", err.text);
		ask_query(ui, query);
		return;
	}
	const char *more = v->words ? arena_printf(&ui->scratch, " (%s)", v->words)
			   : v->given || ui->show_read ? ""
						       : " is:unread";
	query = arena_printf(&ui->scratch, "(%s)%s", query, more);
	ui_ids_done(&v->listed);
	if (v->given)
		begin(ui, v,
			(struct ui_gather){.query = mem_strdup(query), .end = SIZE_MAX});
	else
		select_found(ui, v, query);
}

void
ui_items_select_matching(struct ui *ui, const char *arg)
{
	if (arg)
		select_matching(ui, arg);
	else
		ask_query(ui, NULL);
}

void
ui_items_select_count(struct ui *ui, size_t count)
{
	struct ui_items *v = list_of(ui);
	begin(ui, v,
		(struct ui_gather){.select = true,
			.counted = true,
			.at = v->list.cursor,
			.end = v->list.cursor + count});
}

static void
mark_rows(struct ui *ui, size_t from, size_t to)
{
	struct ui_items *v = list_of(ui);
	begin(ui, v,
		(struct ui_gather){
			.verb = ACTION_READ, .only = ITEM_UNREAD, .at = from, .end = to});
}

void
ui_items_mark_all(struct ui *ui)
{
	mark_rows(ui, 0, SIZE_MAX);
}

void
ui_items_mark_above(struct ui *ui, const char *arg)
{
	const struct ui_items *v = list_of(ui);
	(void)arg;
	if (v)
		mark_rows(ui, 0, v->list.cursor);
}

void
ui_items_mark_below(struct ui *ui, const char *arg)
{
	const struct ui_items *v = list_of(ui);
	(void)arg;
	if (v)
		mark_rows(ui, v->list.cursor + 1, SIZE_MAX);
}

size_t
ui_items_first_unread(struct ui *ui, struct ui_view *list, uint64_t *ids, size_t most)
{
	const struct ui_items_keys *keys = &((struct ui_items *)list)->now.keys;
	struct store_view view;
	size_t len = 0;
	if (!ui_open_view(ui, &view))
		return 0;
	for (size_t i = 0; i < keys->len && i < 10 * (size_t)ROWS_MAX && len < most;
		i++) {
		struct store_item item;
		if (store_item(&view, keys->list[i].id, &ui->scratch, &item) == OK &&
			ui_pending_apply(&ui->pending, item.id,
				ui_catalog_feed(&ui->catalog, item.feed), item.flags) &
				ITEM_UNREAD)
			ids[len++] = item.id;
	}
	store_view_end(&view);
	return len;
}
