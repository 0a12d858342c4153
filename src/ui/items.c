/*
 * A list of items is virtual: it holds keys (time and id, 16 bytes), read in pages as far
 * as the cursor went; records are read for the rows on the screen alone, while they are
 * drawn. When the store changed, the same stretch is read anew in slices, and swapped in
 * with the cursor on the same item. A list that hides read items keeps what it showed, so
 * that nothing vanishes by being read.
 *
 * A search's list is filled by the engine's hits instead. It is not read anew, so what
 * was deleted from it is remembered with its place, for when it is undone.
 */
#include "config.h"

#include "ui/items.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/vec.h"
#include "model/item.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/item/walk.h"
#include "ui/items_inside.h"
#include "ui/state.h"

#define PAGE 512       /* keys read in one go */
#define SLICE_MS 4     /* of reading, between two looks at the keyboard */
#define PATIENCE_MS 40 /* that a key may wait for reading */
#define AHEAD 3        /* screens of keys read beyond the cursor */

/* ---- reading */

static bool
is_filtered(const struct ui *ui, const struct ui_items *v)
{
	return !v->words && (v->scope.kind == STORE_UNREAD || !ui->show_read);
}

/* A walk through the feeds of the scope. */
static struct store_walk *
new_walk(struct ui *ui, const struct ui_items *v)
{
	if (v->scope.kind == STORE_FEED)
		return store_item_walk_new(&v->scope.feed, 1, NULL);
	uint32_t *feeds = mem_alloc((ui->catalog.len + 1) * sizeof *feeds);
	size_t len = 0;
	for (size_t i = 0; i < ui->catalog.len; i++)
		if (ui_catalog_in_scope(&ui->catalog.feeds[i], &v->scope))
			feeds[len++] = ui->catalog.feeds[i].id;
	struct store_walk *walk = store_item_walk_new(feeds, len, NULL);
	free(feeds);
	return walk;
}

/* Reads a page of a list that has an index of its own. */
static size_t
read_index(const struct ui *ui, const struct ui_items *v, const struct store_view *look,
	struct ui_items_reader *reader, struct store_walked *page)
{
	struct store_key keys[PAGE];
	struct store_scope scope = v->scope;
	size_t len = 0;
	bool hide = is_filtered(ui, v);
	if (scope.kind == STORE_ALL && hide)
		scope.kind = STORE_UNREAD;
	if (store_item_keys(look, &scope, reader->started ? &reader->after : NULL, keys,
		    PAGE, &len) != OK)
		len = 0;
	for (size_t i = 0; i < len; i++) {
		page[i] = (struct store_walked){.key = keys[i], .flags = ITEM_UNREAD};
		if (hide && scope.kind != STORE_UNREAD &&
			store_item_flags(look, keys[i].id, &page[i].flags) != OK)
			page[i].flags = 0;
	}
	reader->end = len < PAGE;
	return len;
}

/* Reads a page of keys, leaving out read items if the list hides them. */
static void
read_page(struct ui *ui, struct ui_items *v, const struct store_view *look,
	struct ui_items_reader *reader)
{
	struct store_walked page[PAGE];
	size_t len = 0;
	bool hide = is_filtered(ui, v);
	if (v->scope.kind == STORE_FEED || v->scope.kind == STORE_TAG) {
		if (!reader->walk)
			reader->walk = new_walk(ui, v);
		if (store_item_walk_next(
			    reader->walk, look, page, PAGE, &len, &reader->end) != OK) {
			len = 0;
			reader->end = true;
		}
	} else {
		len = read_index(ui, v, look, reader, page);
	}
	for (size_t i = 0; i < len; i++)
		if (!ui_pending_gone(&ui->pending, page[i].key.id) &&
			!(hide && !(page[i].flags & ITEM_UNREAD)))
			ui_keys_push(&reader->keys, page[i].key);
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

/* Swaps in what was read anew, the cursor on the item it was on. */
static void
swap_fresh(struct ui *ui, struct ui_items *v)
{
	bool any = v->now.keys.len > 0;
	struct store_key at = {0};
	if (any)
		at = v->now.keys.list[v->list.cursor];
	struct ui_keys merged = {0};
	if (is_filtered(ui, v)) {
		ui_keys_merge(&v->now.keys, &v->fresh.keys, &merged);
		free(v->fresh.keys.list);
		v->fresh.keys = merged;
	}
	reader_reset(&v->now);
	v->now = v->fresh;
	v->fresh = (struct ui_items_reader){0};
	v->again = v->redo;
	v->redo = false;
	ui_list_place(
		&v->list, v->now.keys.len, any ? ui_keys_place(&v->now.keys, at) : 0);
}

/* The keys read anew reach as far as those before. */
static bool
caught_up(const struct ui_items *v)
{
	if (v->fresh.end)
		return true;
	return !v->now.end && v->fresh.started &&
	       (!v->now.started || ui_keys_compare(v->fresh.after, v->now.after) >= 0);
}

/* How many keys there should be: some screens beyond the cursor. */
static size_t
wanted(const struct ui_items *v)
{
	return v->to_end ? SIZE_MAX : v->list.cursor + AHEAD * (v->list.height + 1);
}

static bool
needs_more(const struct ui_items *v)
{
	return v->again || (!v->now.end && v->now.keys.len < wanted(v));
}

/* Reads on for a slice's time; true when more is to do. */
static bool
items_step(struct ui *ui, struct ui_view *view)
{
	struct ui_items *v = (struct ui_items *)view;
	struct store_view look;
	if (v->words || !needs_more(v) || !ui_look(ui, &look))
		return false;
	int64_t until = time_mono_ms() + SLICE_MS;
	do {
		read_page(ui, v, &look, v->again ? &v->fresh : &v->now);
		if (v->again && caught_up(v))
			swap_fresh(ui, v);
	} while (needs_more(v) && time_mono_ms() < until);
	store_view_end(&look);
	v->list.len = v->now.keys.len;
	if (v->to_end) {
		ui_list_move(&v->list, UI_LAST);
		v->to_end = needs_more(v);
	}
	ui->dirty = true;
	return needs_more(v);
}

/* Reads until the list reaches row `at`, or its end; a key waits for this, so it gives up
 * after some frames. */
static void
read_up_to(struct ui *ui, struct ui_items *v, size_t at)
{
	int64_t until = time_mono_ms() + PATIENCE_MS;
	size_t cursor = v->list.cursor;
	v->list.cursor = at;
	while (items_step(ui, &v->view) && time_mono_ms() < until)
		;
	v->list.cursor = cursor;
	ui_list_fit(&v->list);
}

static void
take_out(struct ui_items *v, size_t at)
{
	struct ui_keys *keys = &v->now.keys;
	size_t cursor = v->list.cursor;
	if (v->words)
		*VEC_PUSH(v->dropped, v->dropped_len, v->dropped_cap) =
			(struct ui_items_dropped){keys->list[at], at};
	ui_keys_remove(keys, at);
	ui_list_place(&v->list, keys->len, at < cursor ? cursor - 1 : cursor);
}

static void
put_back(struct ui_items *v, struct ui_items_dropped dropped)
{
	struct ui_keys *keys = &v->now.keys;
	size_t at = dropped.at < keys->len ? dropped.at : keys->len;
	size_t cursor = v->list.cursor + (keys->len && at <= v->list.cursor);
	ui_keys_insert(keys, at, dropped.key);
	ui_list_place(&v->list, keys->len, cursor);
}

static bool
is_there(struct ui *ui, const struct store_view *look, uint64_t id)
{
	int flags;
	return !ui_pending_gone(&ui->pending, id) &&
	       store_item_flags(look, id, &flags) != ERR_NOT_FOUND;
}

/* A search's list after deletions and their undoing, whoever did them. Of those deleted
 * elsewhere only the rows on the screen are asked after. */
static void
follow_deletions(struct ui *ui, struct ui_items *v)
{
	struct store_view look;
	if (!ui_look(ui, &look))
		return;
	for (size_t i = v->dropped_len; i-- > 0;) {
		struct ui_items_dropped dropped = v->dropped[i];
		if (!is_there(ui, &look, dropped.key.id))
			continue;
		v->dropped_len--;
		memmove(v->dropped + i, v->dropped + i + 1,
			(v->dropped_len - i) * sizeof *v->dropped);
		put_back(v, dropped);
	}
	size_t end = v->list.top + v->list.height;
	for (size_t i = end < v->now.keys.len ? end : v->now.keys.len; i-- > v->list.top;)
		if (!is_there(ui, &look, v->now.keys.list[i].id))
			take_out(v, i);
	store_view_end(&look);
}

static void
items_load(struct ui *ui, struct ui_view *view, bool again)
{
	(void)again;
	struct ui_items *v = (struct ui_items *)view;
	v->last_id = ui->catalog.last_id;
	if (v->words) {
		follow_deletions(ui, v);
		return;
	}
	if (v->again && v->now.keys.len) {
		v->redo = true; /* a long list is still being read: let it end */
		return;
	}
	reader_reset(&v->fresh);
	v->again = true;
	items_step(ui, view);
}

/* ---- moving */

/* Who goes on at the end of a feed's list is told that there may be more. */
static void
tell_older(struct ui *ui)
{
	struct buf key = BUF_INIT(0);
	ui_bindings_keys(&ui->bindings, UI_ITEMS, ui_command("older"), 1, &key);
	if (key.len)
		ui_status_say(&ui->status, false,
			_("This is the oldest item here; %s asks for older ones"),
			buf_str(&key));
	buf_done(&key);
}

static void
items_move(struct ui *ui, struct ui_view *view, enum ui_move move)
{
	struct ui_items *v = (struct ui_items *)view;
	v->list.height = ui_body_height(ui);
	v->to_end = move == UI_LAST && !v->words && !v->now.end;
	if (move == UI_DOWN && v->scope.kind == STORE_FEED && !v->words && v->now.end &&
		v->list.cursor + 1 == v->now.keys.len)
		tell_older(ui);
	ui_list_move(&v->list, move);
	items_step(ui, view);
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
	struct store_view look;
	struct store_item item;
	if (v->scope.kind == STORE_FEED)
		target->feed = v->scope.feed;
	if (!key || !ui_look(ui, &look))
		return target->feed != 0;
	if (store_item(&look, key->id, &ui->scratch, &item) == OK) {
		target->feed = item.feed;
		target->item = item.id;
		target->link = item.link;
		target->flags = ui_pending_apply(&ui->pending, item.id,
			ui_catalog_feed(&ui->catalog, item.feed), item.flags);
	}
	store_view_end(&look);
	return target->feed != 0;
}

static void
items_open(struct ui *ui, struct ui_view *view)
{
	const struct store_key *key = current((struct ui_items *)view);
	if (key)
		ui_push(ui, ui_article_new(ui, key->id));
}

static void
items_event(struct ui *ui, struct ui_view *view, const struct engine_event *event)
{
	struct ui_items *v = (struct ui_items *)view;
	if (event->kind != ENGINE_HITS || !v->words || event->search != v->search)
		return;
	for (size_t i = 0; i < event->hits_len; i++)
		ui_keys_push(&v->now.keys, event->hits[i]);
	v->list.len = v->now.keys.len;
	if (event->done) {
		v->searching = false;
		v->now.end = true;
	}
	ui->dirty = true;
}

static void
items_free(struct ui_view *view)
{
	struct ui_items *v = (struct ui_items *)view;
	reader_reset(&v->now);
	reader_reset(&v->fresh);
	free(v->tag);
	free(v->words);
	free(v->name);
	free(v->dropped);
	free(v);
}

static const struct ui_view_class items_class = {
	.context = UI_ITEMS,
	.load = items_load,
	.step = items_step,
	.draw = ui_items_draw,
	.move = items_move,
	.open = items_open,
	.target = items_target,
	.event = items_event,
	.free = items_free,
};

/* ---- for the others */

struct ui_view *
ui_items_new(struct ui *ui, const struct store_scope *scope)
{
	struct ui_items *v = mem_zalloc(sizeof *v);
	v->view.class = &items_class;
	v->scope = *scope;
	v->tag = mem_strdup(scope->tag);
	v->scope.tag = v->tag;
	v->list.height = ui_body_height(ui);
	v->last_id = ui->catalog.last_id;
	return &v->view;
}

struct ui_view *
ui_items_found(struct ui *ui, const struct store_scope *scope, const char *query,
	const char *name)
{
	struct ui_items *v = (struct ui_items *)ui_items_new(ui, scope);
	v->words = mem_strdup(query);
	v->name = mem_strdup(name);
	v->search = ++ui->search;
	v->searching = true;
	engine_search(ui->engine, v->search, v->words, &v->scope);
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

uint64_t *
ui_items_ids(const struct ui_view *view, struct arena *arena, size_t *len)
{
	const struct ui_keys *keys = &((const struct ui_items *)view)->now.keys;
	uint64_t *ids = arena_alloc(arena, (keys->len + 1) * sizeof *ids);
	for (size_t i = 0; i < keys->len; i++)
		ids[i] = keys->list[i].id;
	*len = keys->len;
	return ids;
}

void
ui_items_drop(struct ui_view *view, uint64_t item)
{
	struct ui_items *v = (struct ui_items *)view;
	size_t at = 0;
	while (at < v->now.keys.len && v->now.keys.list[at].id != item)
		at++;
	if (at < v->now.keys.len)
		take_out(v, at);
}

static bool
is_unread(struct ui *ui, const struct store_view *look, uint64_t id)
{
	int flags;
	struct store_item item;
	if (store_item_flags(look, id, &flags) != OK)
		return false;
	if (ui->pending.marks_len == 0)
		return ui_pending_apply(&ui->pending, id, NULL, flags) & ITEM_UNREAD;
	if (store_item(look, id, &ui->scratch, &item) != OK)
		return false;
	return ui_pending_apply(&ui->pending, id,
		       ui_catalog_feed(&ui->catalog, item.feed), flags) &
	       ITEM_UNREAD;
}

/* The first row from `at` on, going by step, that is unread (or any); len when there is
 * none. */
static size_t
seek(struct ui *ui, struct ui_items *v, size_t at, int step, bool unread)
{
	struct store_view look;
	size_t found = SIZE_MAX;
	if (!ui_look(ui, &look))
		return SIZE_MAX;
	for (; at < v->now.keys.len; at += (size_t)step)
		if (!unread || is_unread(ui, &look, v->now.keys.list[at].id)) {
			found = at;
			break;
		}
	store_view_end(&look);
	return found;
}

uint64_t
ui_items_step(struct ui *ui, struct ui_view *view, int step, bool unread)
{
	struct ui_items *v = (struct ui_items *)view;
	size_t at = v->list.cursor + (size_t)step; /* below 0: beyond every len */
	size_t found = seek(ui, v, at, step, unread);
	while (found == SIZE_MAX && step > 0 && !v->now.end && !v->words) {
		size_t before = v->now.keys.len;
		read_up_to(ui, v, before + PAGE);
		if (v->now.keys.len == before)
			break;
		found = seek(ui, v, before > at ? before : at, step, unread);
	}
	if (found == SIZE_MAX)
		return 0;
	ui_list_select(&v->list, found);
	ui->dirty = true;
	return v->now.keys.list[found].id;
}

/* Begins the list anew. */
static void
restart(struct ui *ui, struct ui_items *v)
{
	reader_reset(&v->now);
	reader_reset(&v->fresh);
	v->again = v->redo = v->to_end = false;
	v->dropped_len = 0;
	v->last_id = ui->catalog.last_id;
	v->list = (struct ui_list){.height = ui_body_height(ui)};
	items_step(ui, &v->view);
}

uint64_t
ui_items_switch(struct ui *ui, struct ui_view *view, uint32_t feed, bool backwards)
{
	struct ui_items *v = (struct ui_items *)view;
	free(v->words);
	free(v->tag);
	v->words = v->tag = NULL;
	v->scope = (struct store_scope){.kind = STORE_FEED, .feed = feed};
	restart(ui, v);
	if (backwards)
		read_up_to(ui, v, SIZE_MAX / 2);
	size_t at = seek(
		ui, v, backwards ? v->now.keys.len - 1 : 0, backwards ? -1 : 1, true);
	if (at == SIZE_MAX)
		return 0;
	ui_list_select(&v->list, at);
	ui->dirty = true;
	return v->now.keys.list[at].id;
}

void
ui_items_refilter(struct ui *ui, struct ui_view *view)
{
	struct ui_items *v = (struct ui_items *)view;
	const struct store_key *key = current(v);
	if (v->words)
		return;
	struct store_key at = key ? *key : (struct store_key){INT64_MAX, UINT64_MAX};
	restart(ui, v);
	read_up_to(ui, v, 0);
	while (!v->now.end && v->now.keys.len && ui_keys_compare(v->now.after, at) < 0) {
		size_t before = v->now.keys.len;
		read_up_to(ui, v, before + PAGE);
		if (v->now.keys.len == before)
			break;
	}
	ui_list_select(&v->list, ui_keys_place(&v->now.keys, at));
}

static void
push_scope(struct ui *ui, enum store_scope_kind kind)
{
	struct store_scope scope = {.kind = kind};
	ui_push(ui, ui_items_new(ui, &scope));
}

void
ui_items_all(struct ui *ui, const char *arg)
{
	(void)arg;
	push_scope(ui, STORE_ALL);
}

void
ui_items_unread(struct ui *ui, const char *arg)
{
	(void)arg;
	push_scope(ui, STORE_UNREAD);
}

void
ui_items_starred(struct ui *ui, const char *arg)
{
	(void)arg;
	push_scope(ui, STORE_STARRED);
}
