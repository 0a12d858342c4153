/*
 * The text of a session: a word and its value on each line. What is not understood is
 * ignored, since another version may have written it, and what no longer exists is left
 * out.
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/str.h"
#include "conf/option.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "ui/act/act.h"
#include "ui/core/order.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/feeds/feeds_inside.h"
#include "ui/feeds/fixed.h"
#include "ui/feeds/saved_searches.h"
#include "ui/items/items.h"
#include "ui/session.h"
#include "ui/ui_inside.h"

/* ---- writing */

static void
put(struct buf *out, const char *word, const char *value)
{
	if (!str_empty(value) && !strchr(value, '\n'))
		buf_addf(out, "%s %s\n", word, value);
}

static void
write_folds(struct ui *ui, struct buf *out)
{
	struct ui_feeds *v = (struct ui_feeds *)ui_find(ui, UI_FEEDS);
	for (size_t i = 0; v && i < v->folded.count; i++)
		if (v->folded.entries[i].value)
			put(out, "fold", v->folded.entries[i].key);
}

static void
write_row(struct ui *ui, struct buf *out)
{
	struct ui_feeds *v = (struct ui_feeds *)ui_find(ui, UI_FEEDS);
	const struct ui_tree_row *row = v ? ui_feeds_current(v) : NULL;
	if (row && row->feed)
		put(out, "feed", row->feed->url);
	else if (row)
		buf_addf(out, "row %s\n", row->tag);
}

static void
write_layout(struct ui *ui, struct buf *out)
{
	if (str_eq(ui->options->layout, "auto"))
		put(out, "layout", ui->layout_name);
	for (size_t i = 0; ui_layouts[i].name; i++)
		for (size_t k = 0; k < UI_PANES_MAX; k++) {
			const struct ui_pane_rule *own = &ui->shapes[i].panes[k];
			const struct ui_pane_rule *usual = &ui_layouts[i].panes[k];
			if (own->width != usual->width || own->height != usual->height)
				buf_addf(out, "pane %zu %zu %zu %zu\n", i, k, own->width,
					own->height);
		}
}

static void
write_orders(struct ui *ui, struct buf *out)
{
	for (size_t i = 0; i < ui->orders.count; i++) {
		struct buf keys = BUF_INIT(0);
		if (ui->orders.entries[i].value) {
			order_format(ui->orders.entries[i].value, &keys);
			buf_addf(out, "sort %s %s\n", buf_str(&keys),
				ui->orders.entries[i].key);
		}
		buf_done(&keys);
	}
}

/* Where an open search looks. */
static void
write_within(struct ui *ui, const struct store_scope *scope, struct buf *out)
{
	struct buf name = BUF_INIT(0);
	ui_order_name(ui, scope, &name);
	put(out, "within", buf_str(&name));
	buf_done(&name);
}

/* The list that is open, if it can be opened again by its name. */
static void
write_open(struct ui *ui, struct buf *out)
{
	struct ui_view *items = ui->focus->place ? ui->focus : ui_find(ui, UI_ITEMS);
	if (!items || ui->focus->class->context == UI_FEEDS)
		return;
	struct buf name = BUF_INIT(0);
	if (items->place) {
		buf_addf(&name, "place %s", items->place);
	} else if (ui_items_query(items) && !ui_items_is_part(items)) {
		buf_addf(&name, "search %s", ui_items_query(items));
		write_within(ui, ui_items_scope(items), out);
	} else {
		ui_order_name(ui, ui_items_scope(items), &name);
	}
	put(out, "open", buf_str(&name));
	buf_done(&name);
	if (items->class->context == UI_ITEMS)
		buf_addf(out, "item %" PRIu64 "\n", items->class->at(ui, items));
	if (ui->focus->class->context == UI_ARTICLE)
		buf_adds(out, "reading\n");
}

struct kept {
	const char *word;
	struct ui_history *history;
};

#define HISTORIES 13

static void
histories(struct ui *ui, struct kept out[HISTORIES])
{
	const struct kept all[HISTORIES] = {
		{"search", &ui->searches},
		{"command", &ui->commands},
		{"find", &ui->finds},
		{"seek", &ui->seeks},
		{"order", &ui->sorts},
		{"filter", &ui->filters},
		{"run", &ui->runs},
		{"file", &ui->files},
		{"address", &ui->addresses},
		{"tag", &ui->tags},
		{"name", &ui->names},
		{"option", &ui->feed_options},
		{"share", &ui->shares},
	};
	memcpy(out, all, sizeof all);
}

void
ui_session_write(struct ui *ui, struct buf *out)
{
	struct kept kept[HISTORIES];
	histories(ui, kept);
	buf_addf(out, "show-read %s\n", ui->show_read ? "yes" : "no");
	write_layout(ui, out);
	write_orders(ui, out);
	for (size_t i = 0; i < HISTORIES; i++)
		for (size_t k = 0; k < kept[i].history->len; k++)
			put(out, kept[i].word, kept[i].history->lines[k]);
	write_folds(ui, out);
	ui_session_write_place(ui, out);
}

void
ui_session_write_place(struct ui *ui, struct buf *out)
{
	write_row(ui, out);
	write_open(ui, out);
}

/* ---- reading */

static int64_t
number(struct span *rest)
{
	struct span word;
	int64_t value;
	if (!span_split(rest, ' ', &word) || str_int(word, &value) != OK || value < 0)
		return -1;
	return value;
}

static void
read_layout(struct ui *ui, const char *value)
{
	if (str_eq(ui->options->layout, "auto"))
		ui_act_use_layout(ui, value);
}

static void
read_pane(struct ui *ui, const char *value)
{
	struct span rest = span_of(value);
	int64_t layout = number(&rest), pane = number(&rest), width = number(&rest),
		height = number(&rest);
	size_t len = 0;
	while (ui_layouts[len].name)
		len++;
	if (layout < 0 || (size_t)layout >= len || pane < 0 || pane >= UI_PANES_MAX ||
		width < 0 || width > 1000 || height < 0 || height > 1000)
		return;
	ui->shapes[layout].panes[pane].width = (size_t)width;
	ui->shapes[layout].panes[pane].height = (size_t)height;
}

static void
read_sort(struct ui *ui, const char *value)
{
	const char *blank = strchr(value, ' ');
	struct order order;
	if (!blank)
		return;
	const char *keys = arena_strndup(&ui->scratch, value, (size_t)(blank - value));
	enum order_of of = str_eq(blank + 1, "feeds") ? ORDER_FEEDS : ORDER_ITEMS;
	if (order_parse(keys, of, &order, NULL) == OK)
		ui_order_give(ui, blank + 1, &order);
}

static void
read_show_read(struct ui *ui, const char *value)
{
	if (str_eq(value, "yes") || str_eq(value, "no"))
		ui->show_read = str_eq(value, "yes");
}

static void
read_fold(struct ui *ui, const char *value)
{
	struct ui_feeds *v = (struct ui_feeds *)ui_find(ui, UI_FEEDS);
	*map_put(&v->folded, value, strlen(value)) = v;
}

static uint32_t
feed_of(const struct ui *ui, const char *url)
{
	for (size_t i = 0; i < ui->catalog.len; i++)
		if (str_eq(ui->catalog.feeds[i].url, url))
			return ui->catalog.feeds[i].id;
	return 0;
}

/* Puts the cursor of the list of feeds on a feed, or on a row by its tag. */
static void
go_to(struct ui *ui, uint32_t feed, const char *tag)
{
	struct ui_feeds *v = (struct ui_feeds *)ui_find(ui, UI_FEEDS);
	v->list.height = v->view.area.height;
	ui_feeds_rebuild(ui, v, 0, NULL, true);
	size_t at = ui_feeds_tree_find(&v->tree, tag, feed);
	if (at < v->tree.len)
		ui_list_select(&v->list, at);
}

static void
read_feed(struct ui *ui, const char *value)
{
	uint32_t feed = feed_of(ui, value);
	if (feed)
		go_to(ui, feed, NULL);
}

static void
read_row(struct ui *ui, const char *value)
{
	go_to(ui, 0, value);
}

static struct ui_view *
open_place(struct ui *ui, const char *name)
{
	const struct store_scope all = {.kind = STORE_ALL};
	if (str_eq(name, "all")) {
		struct ui_view *view = ui_items_new(ui, &all);
		view->place = "all";
		return view;
	}
	for (const struct ui_feeds_fixed *p = ui_feeds_fixed; p->name; p++)
		if (str_eq(p->name, name)) {
			struct ui_view *view = p->open(ui);
			if (view)
				view->place = p->name;
			return view;
		}
	return NULL;
}

static bool
has_feeds(const struct ui *ui, const struct store_scope *scope)
{
	for (size_t i = 0; i < ui->catalog.len; i++)
		if (ui_catalog_in_scope(&ui->catalog.feeds[i], scope))
			return true;
	return false;
}

/* The scope that has this ui_order_name; false: it has no feeds any more. */
static bool
scope_of(struct ui *ui, const char *name, struct store_scope *out)
{
	static const struct {
		const char *name;
		enum store_scope_kind kind;
	} lists[] = {
		{"unread", STORE_UNREAD},
		{"starred", STORE_STARRED},
		{"hidden", STORE_HIDDEN},
		{"all", STORE_ALL},
	};
	for (size_t i = 0; i < COUNT_OF(lists); i++)
		if (str_eq(name, lists[i].name)) {
			*out = (struct store_scope){.kind = lists[i].kind};
			return true;
		}
	if (str_starts(name, "tag "))
		*out = (struct store_scope){
			.kind = STORE_TAG, .tag = name + strlen("tag ")};
	else if (str_starts(name, "feed "))
		*out = (struct store_scope){
			.kind = STORE_FEED, .feed = feed_of(ui, name + strlen("feed "))};
	else
		return false;
	return has_feeds(ui, out);
}

/* Only a search has one; it comes before the line that opens it. */
static void
read_within(struct ui *ui, const char *value)
{
	free(ui->session.within);
	ui->session.within = mem_strdup(value);
}

/* The name of a saved search; NULL: the query is not saved. */
static const char *
name_of(const struct ui *ui, const char *query)
{
	for (size_t i = 0; i < ui->saved->len; i++)
		if (str_eq(ui->saved->list[i].text, query))
			return ui->saved->list[i].name;
	return NULL;
}

static struct ui_view *
open_search(struct ui *ui, const char *query)
{
	struct store_scope scope = {.kind = STORE_ALL};
	const char *within = ui->session.within;
	if (within && !scope_of(ui, within, &scope))
		return NULL;
	return ui_items_found(
		ui, &scope, query, scope.kind == STORE_ALL ? name_of(ui, query) : NULL);
}

static void
read_open(struct ui *ui, const char *value)
{
	struct store_scope scope;
	struct ui_view *view = NULL;
	if (str_starts(value, "place "))
		view = open_place(ui, value + strlen("place "));
	else if (str_starts(value, "search "))
		view = open_search(ui, value + strlen("search "));
	else if (scope_of(ui, value, &scope) && scope.kind != STORE_ALL)
		view = ui_items_new(ui, &scope);
	if (!view)
		return;
	view->of = view->place ? 0 : ui->focus->class->at(ui, ui->focus);
	ui_push(ui, view);
}

static void
read_item(struct ui *ui, const char *value)
{
	struct span rest = span_of(value);
	int64_t id = number(&rest);
	if (id > 0 && ui->focus->class->context == UI_ITEMS)
		ui_items_go_to(ui, ui->focus, (uint64_t)id);
}

static void
read_reading(struct ui *ui, const char *value)
{
	(void)value;
	if (ui->focus->class->context == UI_ITEMS)
		ui_enter(ui, ui->focus);
}

static bool
read_history(struct ui *ui, const char *word, const char *value)
{
	struct kept kept[HISTORIES];
	histories(ui, kept);
	for (size_t i = 0; i < HISTORIES; i++)
		if (str_eq(kept[i].word, word)) {
			ui_history_add(kept[i].history, value);
			return true;
		}
	return false;
}

static void
read_line(struct ui *ui, const char *word, const char *value)
{
	static const struct {
		const char *word;
		void (*read)(struct ui *ui, const char *value);
	} lines[] = {
		{"show-read", read_show_read},
		{"layout", read_layout},
		{"pane", read_pane},
		{"sort", read_sort},
		{"fold", read_fold},
		{"feed", read_feed},
		{"row", read_row},
		{"within", read_within},
		{"open", read_open},
		{"item", read_item},
		{"reading", read_reading},
	};
	if (read_history(ui, word, value))
		return;
	for (size_t i = 0; i < COUNT_OF(lines); i++)
		if (str_eq(lines[i].word, word))
			lines[i].read(ui, value);
}

void
ui_session_read(struct ui *ui, const char *text)
{
	struct span rest = span_of(text), line;
	while (span_split(&rest, '\n', &line)) {
		const char *word = arena_strndup(&ui->scratch, line.p, line.n);
		char *blank = strchr(word, ' ');
		if (blank)
			*blank = '\0';
		read_line(ui, word, blank ? blank + 1 : "");
	}
	ui_resize(ui, ui->screen.width, ui->screen.height);
}
