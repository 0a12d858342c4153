/*
 * A list of items in an order of its own. Its items are read from the newest on, a page
 * at a time, and each page is sorted by itself: a run. As in merge sort, runs of about
 * the same length are merged, a page's worth at a time, until one is left. Whenever all
 * that was read so far is one run, it is shown, so the first screen is there after the
 * first page, and a million items sort without a long step.
 *
 * After that the list is not read again: items that arrive are put in their places, and
 * what is deleted is taken out, as in a search's list. What is hidden or deleted already
 * counts as taken out, so that it comes back with undo. A search's list gets here when it
 * is sorted by the user.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "conf/option.h"
#include "model/item.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/mark/trash.h"
#include "store/score/order.h"
#include "ui/core/slice.h"
#include "ui/core/ui.h"
#include "ui/items/items.h"
#include "ui/items/items_inside.h"

#define PAGE 512    /* items read or merged in one go */
#define RUNS_MAX 64 /* each is at least as long as all after it */
#define ARRIVALS 64 /* put in their places in one go */

/* An item with its place in the order. */
struct entry {
	struct store_key key;
	const uint8_t *place;
	uint32_t place_len;
};

struct run {
	struct entry *list;
	size_t len;
};

struct ui_items_sorting {
	struct arena arena; /* the places */
	struct run runs[RUNS_MAX];
	size_t runs_len;
	bool merging; /* the last two runs, into out */
	struct run out;
	size_t left, right;          /* how many of each were taken */
	struct ui_items_keys source; /* of a search: what it has found */
	size_t taken;                /* of those */
	bool read;                   /* there is nothing more to read */
	struct store_key hidden;     /* the last hidden item that was read; id 0: none */
	uint64_t deleted;            /* the last deleted one */
	bool hidden_end, deleted_end;
};

/* ---- places */

struct titles {
	const struct ui *ui;
	struct arena *arena;
};

static const char *
feed_title(void *data, uint32_t feed)
{
	const struct titles *t = data;
	return ui_catalog_title(&t->ui->catalog, feed, t->arena);
}

/* Where an item belongs; of equal ones the newest comes first. False: it is not stored
 * any more. */
static bool
place_of(const struct ui *ui, const struct ui_items *v, const struct store_view *view,
	struct store_key key, struct buf *out)
{
	struct arena arena = ARENA_INIT;
	struct store_item item;
	bool ok = store_item(view, key.id, &arena, &item) == OK;
	struct titles titles = {ui, &arena};
	struct store_item_ordered ordered = {view, &item, feed_title, &titles};
	if (ok)
		order_place(&v->order, store_score_order_value, &ordered, out);
	arena_done(&arena);
	return ok;
}

static struct entry
entry_of(struct arena *arena, struct store_key key, const struct buf *place)
{
	uint8_t *copy = arena_alloc(arena, place->len + 1);
	memcpy(copy, buf_str(place), place->len);
	return (struct entry){key, copy, (uint32_t)place->len};
}

static int
compare(const struct entry *a, const struct entry *b)
{
	int order = order_compare(a->place, a->place_len, b->place, b->place_len);
	return order ? order : ui_items_keys_compare(a->key, b->key, false);
}

static int
by_place(const void *a, const void *b)
{
	return compare(a, b);
}

/* Whether an item that was not read with the list belongs in it, unless it is hidden. */
static bool
is_mine(const struct ui *ui, const struct ui_items *v, const struct store_item *item)
{
	const struct store_feed *feed = ui_catalog_feed(&ui->catalog, item->feed);
	int wanted = v->scope.kind == STORE_UNREAD    ? ITEM_UNREAD
		     : v->scope.kind == STORE_STARRED ? ITEM_STARRED
						      : 0;
	if (!ui->show_read && v->scope.kind != STORE_STARRED)
		wanted |= ITEM_UNREAD;
	return feed && !feed->removed && item->time >= v->since &&
	       ui_catalog_in_scope(feed, &v->scope) && (item->flags & wanted) == wanted;
}

/* ---- what is hidden or deleted */

static void
add_away(struct ui *ui, struct ui_items *v, const struct store_view *view, uint64_t id)
{
	struct store_item item;
	struct arena arena = ARENA_INIT;
	if (store_item_deleted(view, id, &arena, &item) == OK && is_mine(ui, v, &item))
		ui_items_dropped_add(v, (struct store_key){item.time, id});
	arena_done(&arena);
}

static void
read_hidden(struct ui *ui, struct ui_items *v, const struct store_view *view)
{
	static const struct store_scope hidden = {.kind = STORE_HIDDEN};
	struct ui_items_sorting *s = v->sorting;
	struct store_key page[PAGE];
	size_t len = 0;
	if (store_item_keys(view, &hidden, s->hidden.id ? &s->hidden : NULL, page, PAGE,
		    &len) != OK)
		len = 0;
	for (size_t i = 0; i < len; i++)
		add_away(ui, v, view, page[i].id);
	if (len)
		s->hidden = page[len - 1];
	s->hidden_end = len < PAGE;
}

static void
read_deleted(struct ui *ui, struct ui_items *v, const struct store_view *view)
{
	struct ui_items_sorting *s = v->sorting;
	uint64_t page[PAGE];
	size_t len = 0;
	if (store_mark_trash(view, s->deleted, page, PAGE, &len) != OK)
		len = 0;
	for (size_t i = 0; i < len; i++)
		add_away(ui, v, view, page[i]);
	if (len)
		s->deleted = page[len - 1];
	s->deleted_end = len < PAGE;
}

/* Reads some of what is not shown: false if there is nothing more. A search's list learns
 * of it from the search. */
static bool
read_away(struct ui *ui, struct ui_items *v, const struct store_view *view)
{
	struct ui_items_sorting *s = v->sorting;
	if (v->words || v->given || !ui_items_hides(v, ITEM_HIDDEN))
		return false;
	if (!s->hidden_end)
		read_hidden(ui, v, view);
	else if (!s->deleted_end)
		read_deleted(ui, v, view);
	else
		return false;
	return true;
}

/* ---- sorting the whole list */

static size_t
next_page(struct ui *ui, struct ui_items *v, const struct store_view *view,
	struct store_key *page)
{
	struct ui_items_sorting *s = v->sorting;
	size_t len = 0;
	if (!v->words && !v->given) {
		v->fresh.keys.len = 0;
		ui_items_read_page(ui, v, view, &v->fresh);
		len = v->fresh.keys.len;
		if (len)
			memcpy(page, v->fresh.keys.list, len * sizeof *page);
		s->read = v->fresh.end;
		return len;
	}
	for (; len < PAGE && s->taken < s->source.len; len++)
		page[len] = s->source.list[s->taken++];
	s->read = s->taken == s->source.len;
	return len;
}

static void
add_run(struct ui *ui, struct ui_items *v, const struct store_view *view)
{
	struct ui_items_sorting *s = v->sorting;
	struct store_key page[PAGE];
	size_t len = next_page(ui, v, view, page);
	struct run run = {mem_alloc((len + 1) * sizeof *run.list), 0};
	struct buf place = BUF_INIT(0);
	for (size_t i = 0; i < len; i++)
		if (place_of(ui, v, view, page[i], &place))
			run.list[run.len++] = entry_of(&s->arena, page[i], &place);
	buf_done(&place);
	qsort(run.list, run.len, sizeof *run.list, by_place);
	s->runs[s->runs_len++] = run;
}

static bool
must_merge(const struct ui_items_sorting *s)
{
	const struct run *last = &s->runs[s->runs_len - 1];
	return s->runs_len > 1 && (s->read || last->len >= last[-1].len);
}

/* Merges some more of the last two runs; true when they have become one. */
static bool
merge(struct ui_items_sorting *s)
{
	struct run *a = &s->runs[s->runs_len - 2], *b = a + 1;
	if (!s->merging)
		s->out.list = mem_alloc((a->len + b->len + 1) * sizeof *s->out.list);
	s->merging = true;
	for (size_t i = 0; i < PAGE && s->out.len < a->len + b->len; i++) {
		bool left = s->right == b->len ||
			    (s->left < a->len &&
				    compare(&a->list[s->left], &b->list[s->right]) <= 0);
		s->out.list[s->out.len++] =
			left ? a->list[s->left++] : b->list[s->right++];
	}
	if (s->out.len < a->len + b->len)
		return false;
	free(a->list);
	free(b->list);
	*a = s->out;
	s->runs_len--;
	s->out = (struct run){0};
	s->left = s->right = 0;
	s->merging = false;
	return true;
}

/* Shows what was sorted so far. The cursor stays in the first row if it is there, or else
 * on its item. */
static void
show(struct ui_items *v)
{
	const struct run *run = &v->sorting->runs[0];
	struct ui_items_keys *keys = &v->now.keys;
	size_t at = v->list.cursor;
	uint64_t id = at && at < keys->len ? keys->list[at].id : 0;
	keys->len = 0;
	for (size_t i = 0; i < run->len; i++) {
		if (run->list[i].key.id == id)
			at = i;
		ui_items_keys_push(keys, run->list[i].key);
	}
	ui_list_place(&v->list, keys->len, at);
	ui_items_dropped_renew(v);
}

static void
end(struct ui_items *v)
{
	ui_items_sort_stop(v);
	v->now.started = v->now.end = true;
}

static void
sort_some(struct ui *ui, struct ui_items *v, const struct store_view *view)
{
	struct ui_items_sorting *s = v->sorting;
	if (s->runs_len && must_merge(s)) {
		if (!merge(s) || s->runs_len > 1)
			return;
	} else if (s->read) {
		if (!read_away(ui, v, view))
			end(v);
		return;
	} else {
		add_run(ui, v, view);
		if (s->runs_len > 1)
			return;
	}
	show(v);
}

/* ---- items that arrive */

/* Items that are put in their places together. */
struct arrivals {
	struct arrival {
		struct entry entry; /* first, for by_place */
		size_t before;
	} list[ARRIVALS];
	size_t len;
	struct arena arena; /* their places */
};

/* How many rows come before an item. */
static size_t
rows_before(struct ui *ui, const struct ui_items *v, const struct store_view *view,
	const struct entry *entry)
{
	const struct ui_items_keys *keys = &v->now.keys;
	struct buf place = BUF_INIT(0);
	size_t low = 0, high = keys->len;
	while (low < high) {
		size_t mid = (low + high) / 2;
		bool known = place_of(ui, v, view, keys->list[mid], &place);
		struct entry other = {
			keys->list[mid], (uint8_t *)place.data, (uint32_t)place.len};
		if (known && compare(entry, &other) < 0)
			high = mid;
		else
			low = mid + 1;
	}
	buf_done(&place);
	return low;
}

/* Unless the item is in the list already: it may have been hidden, or have come, just
 * while the list was read. */
static void
find_place(struct ui *ui, const struct ui_items *v, const struct store_view *view,
	struct store_key key, struct arrivals *a)
{
	struct buf place = BUF_INIT(0);
	if (place_of(ui, v, view, key, &place)) {
		struct arrival *new = &a->list[a->len];
		new->entry = entry_of(&a->arena, key, &place);
		new->before = rows_before(ui, v, view, &new->entry);
		bool known =
			new->before && v->now.keys.list[new->before - 1].id == key.id;
		a->len += !known;
	}
	buf_done(&place);
}

/* Puts the items where they belong. */
static void
put_in(struct ui_items *v, struct arrivals *a)
{
	struct ui_items_row rows[ARRIVALS];
	qsort(a->list, a->len, sizeof *a->list, by_place);
	for (size_t i = 0; i < a->len; i++) {
		rows[i] = (struct ui_items_row){
			a->list[i].entry.key, a->list[i].before, false};
		v->arrived += rows[i].before <= v->list.top && rows[i].key.id > v->known;
	}
	ui_items_insert(v, rows, a->len);
	ui_items_dropped_moved(v, rows, a->len);
	arena_done(&a->arena);
}

/* Takes in the next item that the store has got since the list was read. */
static void
take_next(struct ui *ui, struct ui_items *v, const struct store_view *view,
	struct arrivals *arrivals)
{
	struct store_item item;
	struct arena arena = ARENA_INIT;
	v->last_id++;
	if (store_item(view, v->last_id, &arena, &item) == OK && is_mine(ui, v, &item)) {
		const struct store_key key = {item.time, item.id};
		if (ui_items_hides(v, item.flags))
			ui_items_dropped_add(v, key);
		else
			find_place(ui, v, view, key, arrivals);
	}
	arena_done(&arena);
}

static void
take_hit(struct ui *ui, struct ui_items *v, const struct store_view *view,
	struct arrivals *arrivals)
{
	struct store_key key = v->waiting.list[v->waiting_at++];
	if (v->order.len || !ui->options->search_relevance)
		find_place(ui, v, view, key, arrivals);
	else
		ui_items_keys_push(&v->now.keys, key); /* its rank is not known */
	if (v->waiting_at == v->waiting.len)
		v->waiting_at = v->waiting.len = 0;
}

static bool
has_more(const struct ui *ui, const struct ui_items *v)
{
	return v->sorting || v->waiting_at < v->waiting.len ||
	       (!v->words && !v->given && v->last_id < ui->catalog.last_id);
}

/* Takes in some of what has arrived. */
static void
take_some(struct ui *ui, struct ui_items *v, const struct store_view *view,
	struct ui_slice *slice)
{
	struct arrivals arrivals = {.arena = ARENA_INIT};
	while (arrivals.len < ARRIVALS && has_more(ui, v) && ui_slice_next(slice)) {
		if (v->waiting_at < v->waiting.len)
			take_hit(ui, v, view, &arrivals);
		else
			take_next(ui, v, view, &arrivals);
	}
	put_in(v, &arrivals);
}

bool
ui_items_sort_step(struct ui *ui, struct ui_items *v)
{
	struct store_view view;
	if (!has_more(ui, v) || !ui_open_view(ui, &view))
		return false;
	struct ui_slice slice = ui_slice_begin(PAGE);
	while (v->sorting && ui_slice_next(&slice))
		sort_some(ui, v, &view);
	if (!v->sorting)
		take_some(ui, v, &view, &slice);
	store_view_end(&view);
	v->list.len = v->now.keys.len;
	ui->dirty = true;
	return has_more(ui, v);
}

void
ui_items_sort_start(struct ui *ui, struct ui_items *v)
{
	ui_items_sort_stop(v);
	v->sorting = mem_zalloc(sizeof *v->sorting);
	v->now.end = false;
	if (v->words || v->given) {
		v->sorting->source = v->now.keys;
		v->now.keys = (struct ui_items_keys){0};
		v->sorting->read = v->sorting->source.len == 0;
	}
	ui_items_sort_step(ui, v);
}

void
ui_items_sort_stop(struct ui_items *v)
{
	struct ui_items_sorting *s = v->sorting;
	if (!s)
		return;
	for (size_t i = 0; i < s->runs_len; i++)
		free(s->runs[i].list);
	free(s->out.list);
	free(s->source.list);
	arena_done(&s->arena);
	free(s);
	v->sorting = NULL;
}
