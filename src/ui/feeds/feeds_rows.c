/*
 * The rows of the list of feeds: those that are always there, saved searches, and the
 * tree of tags and feeds.
 *
 * Feeds are sorted when the list is opened or returned to. While it is shown, a feed that
 * gets items or fails stays where it is, since rows must not move under the cursor.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "store/feed/feed.h"
#include "store/feed/order.h"
#include "ui/core/order.h"
#include "ui/core/ui.h"
#include "ui/feeds/feeds_inside.h"
#include "ui/feeds/fixed.h"
#include "ui/feeds/saved_searches.h"

struct ui_tree_row *
ui_feeds_current(const struct ui_feeds *v)
{
	return v->list.cursor < v->tree.len ? &v->tree.rows[v->list.cursor] : NULL;
}

static bool
keep(void *data, const struct store_feed *feed)
{
	const struct ui_feeds *v = data;
	if (v->match)
		return ui_feeds_passes_feed(v, feed);
	return feed->unread || map_get(&v->shown, &feed->id, sizeof feed->id);
}

void
ui_feeds_keep(struct ui_feeds *v, bool all)
{
	map_done(&v->shown);
	for (size_t i = 0; i < v->tree.len; i++) {
		const uint32_t *id = &v->tree.rows[i].id;
		if (*id && (all || i == v->list.cursor))
			*map_put(&v->shown, id, sizeof *id) = v;
	}
}

/* ---- order */

/* A feed with its place. */
struct placed {
	struct buf place;
	uint32_t index;
};

static int
by_place(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;
	int order = order_compare(
		buf_str(&x->place), x->place.len, buf_str(&y->place), y->place.len);
	return order ? order : x->index < y->index ? -1 : x->index > y->index;
}

/* Ranks all feeds by what they are now. */
static void
rank(struct ui *ui, struct ui_feeds *v, const struct order *order)
{
	const struct ui_catalog *c = &ui->catalog;
	struct placed *list = mem_zalloc((c->len + 1) * sizeof *list);
	for (size_t i = 0; i < c->len; i++) {
		const struct store_feed *feed = &c->feeds[i];
		struct ui_frequency frequency = ui_catalog_frequency(c, feed->id);
		struct store_feed_ordered ordered = {feed,
			ui_catalog_name(feed, &ui->scratch), frequency.newest,
			frequency.gap};
		list[i] = (struct placed){BUF_INIT(0), (uint32_t)i};
		order_place(order, store_feed_order_value, &ordered, &list[i].place);
	}
	qsort(list, c->len, sizeof *list, by_place);
	v->ranks = mem_realloc(v->ranks, c->ids + 1, sizeof *v->ranks);
	memset(v->ranks, 0, (c->ids + 1) * sizeof *v->ranks);
	v->ranks_len = c->ids;
	for (size_t i = 0; i < c->len; i++) {
		uint32_t id = c->feeds[list[i].index].id;
		if (id < v->ranks_len)
			v->ranks[id] = (uint32_t)i + 1;
		buf_done(&list[i].place);
	}
	free(list);
}

struct ranked {
	uint32_t rank, index;
};

static int
by_rank(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return x->index < y->index ? -1 : x->index > y->index;
}

/* The feeds by their ranks; new ones come last, until the list is sorted again. */
static const uint32_t *
sequence(struct ui *ui, const struct ui_feeds *v, struct arena *arena)
{
	const struct ui_catalog *c = &ui->catalog;
	struct ranked *list = arena_alloc(arena, (c->len + 1) * sizeof *list);
	uint32_t *out = arena_alloc(arena, (c->len + 1) * sizeof *out);
	for (size_t i = 0; i < c->len; i++) {
		uint32_t id = c->feeds[i].id;
		uint32_t known = id < v->ranks_len ? v->ranks[id] : 0;
		list[i] = (struct ranked){known ? known : UINT32_MAX, (uint32_t)i};
	}
	qsort(list, c->len, sizeof *list, by_rank);
	for (size_t i = 0; i < c->len; i++)
		out[i] = list[i].index;
	return out;
}

static void
build_tree(struct ui *ui, struct ui_feeds *v, bool sort)
{
	struct arena arena = ARENA_INIT;
	const struct map none = MAP_INIT;
	const struct order order = ui_order_of(ui, NULL);
	enum order_key first = order.len ? order.keys[0].key : ORDER_FILE;
	bool by_name = first == ORDER_TITLE || first == ORDER_FEED;
	struct ui_tree_plan plan = {
		.feeds = ui->catalog.feeds,
		.len = ui->catalog.len,
		.tags = by_name                 ? UI_TREE_TAGS_LABEL
			: first == ORDER_UNREAD ? UI_TREE_TAGS_UNREAD
						: UI_TREE_TAGS_FIRST,
		.reverse = order.len && order.keys[0].reverse,
		.folded = v->match ? &none : &v->folded,
		.keep = ui->show_read && !v->match ? NULL : keep,
		.data = v,
	};
	bool sorted = order.len > 1 || plan.reverse || first != ORDER_FILE;
	if (sorted && (sort || !v->ranks))
		rank(ui, v, &order);
	if (sorted)
		plan.sequence = sequence(ui, v, &arena);
	ui_feeds_tree_build(&v->tree, &plan);
	arena_done(&arena);
}

/* ---- the rows above the feeds */

/* Copies a saved search, since the list of searches may be read again before the rows are
 * made again. */
static struct ui_saved *
copy_saved(const struct ui_saved *saved, struct arena *arena)
{
	struct ui_saved *copy = arena_zalloc(arena, sizeof *copy);
	*copy = (struct ui_saved){
		.line = arena_strdup(arena, saved->line),
		.name = arena_strdup(arena, saved->name),
		.text = arena_strdup(arena, saved->text),
		.error = saved->error ? arena_strdup(arena, saved->error) : NULL,
	};
	return copy;
}

static size_t
put_places(struct ui *ui, const struct ui_feeds *v, struct ui_tree *tree,
	struct ui_tree_row *rows)
{
	size_t len = 0;
	for (const struct ui_feeds_fixed *p = ui_feeds_fixed; p->name; p++) {
		if (!ui_feeds_fixed_shown(ui, p) ||
			!ui_feeds_passes(v, _(p->title), NULL))
			continue;
		uint64_t count = p->count ? p->count(ui) : 0;
		if (!count && p->filled)
			continue;
		rows[len++] = (struct ui_tree_row){
			.place = p,
			/* No tag begins with a blank. */
			.tag = arena_printf(&tree->arena, " %s", p->name),
			.label = p->title,
			.unread = count,
		};
	}
	return len;
}

static size_t
put_saved(struct ui *ui, const struct ui_feeds *v, struct ui_tree *tree,
	struct ui_tree_row *rows)
{
	size_t len = 0;
	for (size_t i = 0; i < ui->saved->len; i++) {
		if (!ui_feeds_passes(v, ui->saved->list[i].name, NULL))
			continue;
		struct ui_saved *saved = copy_saved(&ui->saved->list[i], &tree->arena);
		rows[len++] = (struct ui_tree_row){
			.saved = saved,
			.tag = saved->line,
			.label = saved->name,
			.unread = ui->saved->list[i].unread,
		};
	}
	return len;
}

/* Brings the row of a saved search up to date. False: it is already. */
static bool
count_row(struct ui_feeds *v, struct ui_tree_row *row, const struct ui_saved *saved)
{
	bool fault = saved->error && !row->saved->error;
	if (row->unread == saved->unread && !fault)
		return false;
	row->unread = saved->unread;
	if (fault)
		row->saved->error = arena_strdup(&v->tree.arena, saved->error);
	return true;
}

bool
ui_feeds_count_saved(struct ui *ui, struct ui_feeds *v)
{
	const struct ui_saved_list *saved = ui->saved;
	size_t i = 0, end = v->list.top + v->list.height;
	bool seen = false;
	/* Filtered rows are some of the searches, in the same order. */
	for (size_t y = 0; y < v->tree.len && i < saved->len; y++) {
		struct ui_tree_row *row = &v->tree.rows[y];
		if (!row->saved)
			continue;
		while (i < saved->len && !str_eq(saved->list[i].line, row->saved->line))
			i++;
		if (i < saved->len && count_row(v, row, &saved->list[i++]))
			seen |= y >= v->list.top && y < end;
	}
	return seen;
}

/* Returns how many rows are always there. */
static size_t
add_above(struct ui *ui, const struct ui_feeds *v, struct ui_tree *tree)
{
	size_t places = 0, len;
	while (ui_feeds_fixed[places].name)
		places++;
	struct ui_tree_row *rows = arena_zalloc(
		&tree->arena, (places + ui->saved->len + tree->len + 1) * sizeof *rows);
	places = ui->catalog.len ? put_places(ui, v, tree, rows) : 0;
	len = places + put_saved(ui, v, tree, rows + places);
	if (tree->len)
		memcpy(rows + len, tree->rows, tree->len * sizeof *rows);
	tree->rows = rows;
	tree->len += len;
	return places;
}

/* The old rows borrow from a catalog that may be gone, so only their tags and ids are
 * used. */
void
ui_feeds_rebuild(
	struct ui *ui, struct ui_feeds *v, uint32_t feed, const char *tag, bool sort)
{
	struct ui_tree old = v->tree;
	build_tree(ui, v, sort);
	size_t places = add_above(ui, v, &v->tree);
	size_t at = ui_feeds_tree_find(&v->tree, tag, feed);
	if (at == v->tree.len)
		at = v->list.cursor;
	ui_list_place(&v->list, v->tree.len, at);
	if (!v->placed && v->tree.len > places) {
		v->list.top = 0;
		ui_list_select(&v->list, places);
		v->placed = true;
	}
	ui_feeds_tree_done(&old);
}
