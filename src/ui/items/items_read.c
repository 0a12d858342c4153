/*
 * Reading a list of items. The list holds keys (time and id, 16 bytes), read a page at a
 * time as far as the cursor has gone or a seek wants to go. When the store changes, the
 * same stretch is read a second time, in slices, and then replaces the first with the
 * cursor on the same item. A list that hides read items keeps those that it has shown, so
 * that nothing vanishes just because it was read; what is hidden or deleted is removed.
 *
 * A search's list is filled with the engine's hits instead and never read again; what is
 * deleted from it, and comes back, is up to items_dropped.c.
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/match.h"
#include "base/mem.h"
#include "base/time.h"
#include "model/item.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/item/walk.h"
#include "ui/catalog/hits.h"
#include "ui/core/order.h"
#include "ui/core/slice.h"
#include "ui/core/ui.h"
#include "ui/items/items.h"
#include "ui/items/items_inside.h"

#define PAGE 512      /* keys read or merged in one go */
#define PAGES_MAX 4   /* in a slice, even if they take no time */
#define IDLE_MS 30000 /* without a key, after which the first row stays the newest */
#define AHEAD 3       /* screens of keys read beyond the cursor */

/* Lists of starred items show read ones in any case. */
static bool
is_filtered(const struct ui *ui, const struct ui_items *v)
{
	if (v->words || v->given || v->scope.kind == STORE_STARRED)
		return false;
	return v->scope.kind == STORE_UNREAD || !ui->show_read;
}

static bool
oldest_first(const struct ui_items *v)
{
	return order_by_date(&v->order) < 0;
}

bool
ui_items_fixed(const struct ui_items *v)
{
	return v->words || v->given || !order_by_date(&v->order);
}

bool
ui_items_hides(const struct ui_items *v, int flags)
{
	return flags & ITEM_HIDDEN && !v->hidden && v->scope.kind != STORE_HIDDEN;
}

/* A walk through the feeds of the scope. */
static struct store_walk *
new_walk(struct ui *ui, const struct ui_items *v)
{
	uint32_t *feeds = mem_alloc((ui->catalog.len + 1) * sizeof *feeds);
	size_t len = 0;
	if (v->scope.kind == STORE_FEED)
		feeds[len++] = v->scope.feed;
	for (size_t i = 0; i < ui->catalog.len && v->scope.kind != STORE_FEED; i++)
		if (ui_catalog_in_scope(&ui->catalog.feeds[i], &v->scope))
			feeds[len++] = ui->catalog.feeds[i].id;
	struct store_walk *walk = store_item_walk_new(feeds, len, NULL);
	if (oldest_first(v))
		store_item_walk_turn(walk);
	free(feeds);
	return walk;
}

/* Reads a page of a list for which the store has an index. */
static size_t
read_index(const struct ui *ui, const struct ui_items *v, const struct store_view *view,
	struct ui_items_reader *reader, struct store_walked *page)
{
	struct store_key keys[PAGE];
	struct store_scope scope = v->scope;
	size_t len = 0;
	bool hide = is_filtered(ui, v);
	if (scope.kind == STORE_ALL && hide)
		scope.kind = STORE_UNREAD;
	int (*get)(const struct store_view *, const struct store_scope *,
		const struct store_key *, struct store_key *, size_t, size_t *) =
		oldest_first(v) ? store_item_keys_oldest : store_item_keys;
	const struct store_key first = {v->since, 0};
	const struct store_key *after = reader->started               ? &reader->after
					: v->since && oldest_first(v) ? &first
								      : NULL;
	if (get(view, &scope, after, keys, PAGE, &len) != OK)
		len = 0;
	for (size_t i = 0; i < len; i++) {
		page[i] = (struct store_walked){.key = keys[i], .flags = ITEM_UNREAD};
		if (hide && scope.kind != STORE_UNREAD &&
			store_item_flags(view, keys[i].id, &page[i].flags) != OK)
			page[i].flags = 0;
	}
	reader->end = len < PAGE;
	return len;
}

void
ui_items_read_page(struct ui *ui, struct ui_items *v, const struct store_view *view,
	struct ui_items_reader *reader)
{
	struct store_walked page[PAGE];
	size_t len = 0;
	bool hide = is_filtered(ui, v);
	reader->keys.oldest = oldest_first(v);
	if (v->scope.kind == STORE_FEED || v->scope.kind == STORE_TAG) {
		if (!reader->walk)
			reader->walk = new_walk(ui, v);
		if (store_item_walk_next(
			    reader->walk, view, page, PAGE, &len, &reader->end) != OK) {
			len = 0;
			reader->end = true;
		}
	} else {
		len = read_index(ui, v, view, reader, page);
	}
	while (len && page[len - 1].key.time < v->since) {
		reader->end = true; /* what follows is older */
		len--;
	}
	for (size_t i = 0; i < len; i++)
		if (!ui_pending_deleted(&ui->pending, page[i].key.id) &&
			!(hide && !(page[i].flags & ITEM_UNREAD)) &&
			ui_items_passes(ui, v, view, page[i].key.id))
			ui_items_keys_push(&reader->keys, page[i].key);
	if (len) {
		reader->after = page[len - 1].key;
		reader->started = true;
	}
	if (reader->end) {
		store_item_walk_free(reader->walk);
		reader->walk = NULL;
	}
}

static void
reader_reset(struct ui_items_reader *reader)
{
	store_item_walk_free(reader->walk);
	free(reader->keys.list);
	*reader = (struct ui_items_reader){0};
}

void
ui_items_forget(struct ui_items *v)
{
	reader_reset(&v->now);
	reader_reset(&v->fresh);
	free(v->merging.out.list);
	v->merging = (struct ui_items_keys_merging){0};
	ui_items_sort_stop(v);
	free(v->waiting.list);
	v->waiting = (struct ui_items_keys){0};
	v->waiting_at = 0;
	ui_items_dropped_forget(v);
}

/* ---- reading on, and again */

void
ui_items_read_again(struct ui_items *v)
{
	reader_reset(&v->fresh);
	free(v->merging.out.list);
	v->merging = (struct ui_items_keys_merging){0};
	v->again = true;
}

/* Where a row of the old list is in the new one. A place past the end stays past the
 * end. */
static size_t
follow(const struct ui_items_keys *old, const struct ui_items_keys *new, size_t at)
{
	if (old->len == 0)
		return 0;
	bool past = at >= old->len;
	struct store_key key = old->list[past ? old->len - 1 : at];
	size_t place = ui_items_keys_place(new, key);
	return place + (past && place < new->len &&new->list[place].id == key.id);
}

/* Counts the items before a row that are new; the others had only been hidden or deleted
 * for a time. */
static void
count_arrived(const struct ui *ui, struct ui_items *v, size_t row)
{
	v->arrived = 0;
	if (v->known == ui->catalog.last_id)
		return;
	for (size_t i = 0; i < row; i++)
		v->arrived += v->fresh.keys.list[i].id > v->known;
}

/* Replaces what is shown by the second reading; the cursor stays on its item. */
static void
swap_fresh(struct ui *ui, struct ui_items *v)
{
	if (is_filtered(ui, v) && !v->refilter) {
		free(v->fresh.keys.list);
		v->fresh.keys = v->merging.out;
		v->fresh.keys.oldest = oldest_first(v);
		v->merging = (struct ui_items_keys_merging){0};
	}
	size_t cursor = follow(&v->now.keys, &v->fresh.keys, v->list.cursor);
	bool first = v->list.cursor == 0 && v->list.top == 0;
	if (first && time_mono_ms() - ui->typed_ms > IDLE_MS)
		cursor = 0; /* nobody is using the list: it shows what is new */
	else if (cursor > v->list.cursor && v->now.keys.len && !v->refilter)
		count_arrived(ui, v, cursor);
	v->sought = follow(&v->now.keys, &v->fresh.keys, v->sought);
	reader_reset(&v->now);
	v->now = v->fresh;
	v->fresh = (struct ui_items_reader){0};
	v->again = v->redo;
	v->redo = v->refilter = false;
	ui_list_place(&v->list, v->now.keys.len, cursor);
}

/* Whether the second reading has come as far as the first or, when the filter changed, as
 * far as the cursor. */
static bool
caught_up(const struct ui_items *v)
{
	const struct ui_items_keys *keys = &v->now.keys;
	if (v->fresh.end)
		return true;
	if (!v->fresh.started || (v->now.end && !v->refilter))
		return false;
	if (!v->now.started || (v->refilter && v->list.cursor >= keys->len))
		return true;
	return ui_items_keys_compare(v->fresh.after,
		       v->refilter ? keys->list[v->list.cursor] : v->now.after,
		       keys->oldest) >= 0;
}

/* Whether there are fewer rows than wanted: some screens beyond the cursor. */
static bool
needs_rows(const struct ui_items *v)
{
	size_t wanted = v->list.cursor + AHEAD * (v->view.area.height + 1);
	if (wanted < v->need)
		wanted = v->need;
	return !v->now.end && v->now.keys.len < wanted;
}

/* Whether a row that the second reading did not find stays: unless it was hidden or
 * deleted it has only been read. */
static bool
stays(const struct ui_items *v, const struct store_view *view, struct store_key key)
{
	const struct ui_items_keys *fresh = &v->fresh.keys;
	size_t at = ui_items_keys_place(fresh, key);
	int flags;
	if (at < fresh->len && fresh->list[at].id == key.id)
		return true;
	return store_item_flags(view, key.id, &flags) == OK && !ui_items_hides(v, flags);
}

static bool
merge_some(struct ui_items *v, const struct store_view *view)
{
	struct ui_items_keys *out = &v->merging.out;
	size_t kept = out->len, i = kept;
	bool more = ui_items_keys_merge(&v->merging, &v->now.keys, &v->fresh.keys, PAGE);
	for (; i < out->len; i++)
		if (stays(v, view, out->list[i]))
			out->list[kept++] = out->list[i];
	out->len = kept;
	return more;
}

/* Reads a page for each reading that needs one. They take turns, so that neither starves
 * while the store keeps changing. */
static void
read_some(struct ui *ui, struct ui_items *v, const struct store_view *view)
{
	bool first = v->again && !v->now.started;
	if (needs_rows(v) && !first && !v->refilter && !(v->again && caught_up(v)))
		ui_items_read_page(ui, v, view, &v->now);
	if (!v->again)
		return;
	if (!caught_up(v))
		ui_items_read_page(ui, v, view, &v->fresh);
	else if (v->refilter || !is_filtered(ui, v) || !merge_some(v, view))
		swap_fresh(ui, v);
}

bool
ui_items_read(struct ui *ui, struct ui_view *view)
{
	struct ui_items *v = (struct ui_items *)view;
	struct store_view snapshot;
	if (v->pool_at < v->pool.len)
		return ui_items_filter_step(ui, v);
	if (ui_items_fixed(v)) {
		bool more = ui_items_dropped_step(ui, v);
		return ui_items_sort_step(ui, v) || more;
	}
	if (!(v->again || needs_rows(v)) || !ui_open_view(ui, &snapshot))
		return false;
	struct ui_slice slice = ui_slice_begin(PAGES_MAX);
	while ((v->again || needs_rows(v)) && ui_slice_next(&slice))
		read_some(ui, v, &snapshot);
	store_view_end(&snapshot);
	v->list.len = v->now.keys.len;
	ui->dirty = true;
	return v->again || needs_rows(v);
}

/* ---- the list as a whole */

void
ui_items_search_for(struct ui *ui, struct ui_items *v, const char *query)
{
	v->searched = ui->catalog.last_id;
	v->returns = ui->catalog.returns;
	v->searching = !v->wrong;
	if (v->wrong)
		v->now.end = true;
	else
		engine_search(ui->engine, v->search, query, &v->scope);
}

void
ui_items_search_on(struct ui *ui, struct ui_items *v)
{
	bool returned = v->returns != ui->catalog.returns;
	if (!v->words || v->searching || !(returned || v->searched < ui->catalog.last_id))
		return;
	ui_items_search_for(ui, v,
		arena_printf(&ui->scratch, "(%s) id > %" PRIu64, v->words,
			returned ? 0 : v->searched));
}

void
ui_items_load(struct ui *ui, struct ui_view *view, bool again)
{
	(void)again;
	struct ui_items *v = (struct ui_items *)view;
	if (ui_items_fixed(v)) {
		if (!v->words && !v->given && !v->now.started && !v->sorting)
			ui_items_restart(ui, v);
		ui_items_dropped_check(v);
		ui_items_dropped_step(ui, v);
		ui_items_search_on(ui, v);
		return;
	}
	v->last_id = ui->catalog.last_id;
	if (v->again && v->now.keys.len) {
		v->redo = true; /* let the present reading finish first */
	} else {
		ui_items_read_again(v);
		ui_items_read(ui, view);
	}
}

void
ui_items_restart(struct ui *ui, struct ui_items *v)
{
	ui_items_forget(v);
	v->again = v->redo = v->refilter = false;
	v->need = v->sought = 0;
	v->last_id = v->known = ui->catalog.last_id;
	v->arrived = 0;
	v->list.cursor = v->list.top = v->list.len = 0;
	v->list.height = v->view.area.height;
	if (ui_items_fixed(v))
		ui_items_sort_start(ui, v);
	else
		ui_items_read(ui, &v->view);
}

void
ui_items_refilter(struct ui *ui, struct ui_view *view)
{
	struct ui_items *v = (struct ui_items *)view;
	if (v->words || v->given)
		return;
	if (ui_items_fixed(v)) {
		ui_items_restart(ui, v);
		return;
	}
	ui_items_read_again(v);
	v->refilter = true;
	ui_items_read(ui, view);
}

void
ui_items_switch(struct ui *ui, struct ui_view *view, uint32_t feed)
{
	struct ui_items *v = (struct ui_items *)view;
	ui_items_unselect(v);
	ui_items_filter_end(v);
	free(v->words);
	free(v->typed);
	free(v->wrong);
	free(v->tag);
	ui_hits_free(v->hits);
	ui_hits_free(v->within);
	match_free(v->found);
	v->found = NULL;
	v->words = v->typed = v->wrong = v->tag = NULL;
	v->hidden = false;
	v->hits = v->within = NULL;
	v->scope = (struct store_scope){.kind = STORE_FEED, .feed = feed};
	v->order = ui_order_of(ui, &v->scope);
	ui_items_restart(ui, v);
}
