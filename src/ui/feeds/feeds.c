/*
 * The first view: the feeds of the catalog as a tree of tags. The cursor stays on a feed
 * (and the group it was seen in) or a tag, not on a row number, so that nothing moves
 * under it when feeds are added, removed or fetched.
 */
#include "config.h"

#include "ui/feeds/feeds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "engine/api.h"
#include "model/subscription.h"
#include "store/feed/feed.h"
#include "ui/core/complete.h"
#include "ui/core/stack.h"
#include "ui/core/state.h"
#include "ui/feeds/feeds_inside.h"
#include "ui/feeds/fixed.h"
#include "ui/feeds/saved.h"
#include "ui/items/items.h"
#include "ui/items/search.h"

#define COUNT_CELLS 6
#define AGE_CELLS 7
#define AGE_FROM 48 /* width from which the age is shown */
#define GONE 410    /* HTTP status */

/* A sign for the state of a feed. Its shape says it; colour only helps. */
static const char *
mark_of(const struct store_feed *feed, enum engine_feed_state state, int *style)
{
	*style = STYLE_NOTE;
	if (state == ENGINE_RUNNING)
		return "»";
	if (state == ENGINE_QUEUED)
		return "·";
	*style = STYLE_ERROR;
	if (feed->status == GONE)
		return "x";
	return feed->failures > 0 ? "!" : "";
}

static void
age(struct ui_row *row, int64_t then, int64_t now)
{
	char text[32] = "";
	if (then != TIME_NONE && then <= now)
		time_format_rough(now - then, text, sizeof text);
	ui_row_to(row, row->width - AGE_CELLS - 1);
	ui_row_column_right(row, STYLE_DATE, text, AGE_CELLS);
}

void
ui_feeds_line(struct ui_row *row, const struct ui_feeds_line *line)
{
	const struct ui_tree_row *r = line->row;
	const struct store_feed *feed = r->feed;
	uint64_t unread = feed ? feed->unread : r->unread;
	char number[24] = "";
	if (unread)
		snprintf(number, sizeof number, "%" PRIu64, unread);
	ui_row_column_right(row, STYLE_COUNT, number, COUNT_CELLS);
	ui_row_blank(row, 1);
	size_t tail = row->width >= AGE_FROM ? AGE_CELLS + 2 : 1;
	int style = STYLE_TAG;
	if (r->place) {
		ui_row_column(row, style, r->place->sign, 1);
	} else if (r->saved) {
		bool fault = r->saved->error != NULL;
		ui_row_column(row, fault ? STYLE_ERROR : style, fault ? "!" : "⌕", 1);
	} else if (feed) {
		const char *mark = mark_of(feed, line->state, &style);
		ui_row_column(row, style, mark, 1);
	} else {
		bool wrong = r->saved && r->saved->error;
		ui_row_column(row, STYLE_ERROR, wrong ? "!" : "", 1);
	}
	ui_row_blank(row, 1 + 2 * (size_t)r->depth);
	size_t room = ui_row_left(row) > tail ? ui_row_left(row) - tail : 0;
	if (r->saved || r->place) {
		const char *label = r->place ? _(r->label) : r->label;
		ui_row_put(row, unread ? STYLE_UNREAD : STYLE_READ, label, room);
	} else if (feed) {
		ui_row_put(row, unread ? STYLE_UNREAD : STYLE_READ, line->name, room);
	} else {
		ui_row_put(row, STYLE_TAG, r->folded ? "▸ " : "▾ ", room);
		ui_row_put(row, STYLE_TAG, r->label, room > 2 ? room - 2 : 0);
	}
	if (feed && row->width >= AGE_FROM)
		age(row, line->newest, line->now);
	ui_row_end(row);
}

static void
feeds_load(struct ui *ui, struct ui_view *view, bool again)
{
	struct ui_feeds *v = (struct ui_feeds *)view;
	const struct ui_tree_row *row = ui_feeds_current(v);
	uint32_t feed = v->selected ? v->selected : row ? row->id : 0;
	const char *tag = row ? row->tag : NULL;
	if (!ui->show_read)
		ui_feeds_keep(v, again);
	ui_feeds_rebuild(ui, v, feed, tag, !again);
	if (ui_feeds_current(v) && ui_feeds_current(v)->id == v->selected)
		v->selected = 0;
}

/* What could be imported, below the offers. */
static void
welcome_programs(struct ui *ui, struct ui_frame *frame, size_t y, size_t left)
{
	for (size_t i = 0; i < ui->offers_len && y + i < frame->height; i++) {
		const char *text = strchr(ui->offers[i], '\n') + 1;
		struct ui_row *row = ui_frame_row(frame, y + i, STYLE_NORMAL);
		ui_row_blank(row, left + 6);
		ui_row_put(row, STYLE_NOTE, text, ui_row_left(row));
		ui_row_end(row);
	}
}

/* What the user may want to choose before there is anything to poll. */
static void
welcome_choice(struct ui_frame *frame, size_t y, size_t left)
{
	if (y >= frame->height)
		return;
	struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
	ui_row_blank(row, left + 2);
	ui_row_put(row, STYLE_NOTE,
		_("strategy = least-delay: posts after 65 min, not 143; fewer requests"),
		ui_row_left(row));
	ui_row_end(row);
}

static void
welcome(struct ui *ui, struct ui_frame *frame)
{
	static const struct {
		const char *command, *text;
	} offers[] = {
		{"add", N_("paste the address of a feed, or of any web page")},
		{"import", N_("import from another program, or a file of feeds")},
		{"help", N_("show all keys")},
		{"back", N_("quit")},
	};
	ui_frame_blank(frame, 0);
	size_t y = frame->height > 9 ? (frame->height - 7) / 2 : 0;
	size_t left = frame->width > 70 ? (frame->width - 66) / 2 : 2;
	if (y < frame->height) {
		struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
		ui_row_blank(row, left);
		ui_row_put(row, STYLE_HEADING, _("No feeds yet."), ui_row_left(row));
		ui_row_end(row);
	}
	for (size_t i = 0; i < COUNT_OF(offers) && y + 2 + i < frame->height; i++) {
		struct ui_row *row = ui_frame_row(frame, y + 2 + i, STYLE_NORMAL);
		struct buf key = BUF_INIT(0);
		ui_bindings_keys(
			&ui->bindings, UI_FEEDS, ui_command(offers[i].command), 1, &key);
		ui_row_blank(row, left + 2);
		ui_row_column(row, STYLE_KEY, buf_str(&key), 4);
		ui_row_put(row, STYLE_NORMAL, _(offers[i].text), ui_row_left(row));
		ui_row_end(row);
		buf_done(&key);
	}
	y += 3 + COUNT_OF(offers);
	welcome_programs(ui, frame, y, left);
	welcome_choice(frame, y + ui->offers_len + (ui->offers_len > 0), left);
}

static void
feeds_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption)
{
	struct ui_feeds *v = (struct ui_feeds *)view;
	uint64_t unread = 0;
	int64_t now = time_wall();
	for (size_t i = 0; i < ui->catalog.len; i++)
		unread += ui->catalog.feeds[i].hidden ? 0 : ui->catalog.feeds[i].unread;
	buf_adds(&caption->left, "courant");
	if (!ui->show_read)
		buf_adds(&caption->left, _(" · unread only"));
	if (ui->catalog.len == 0 && ui->saved->len == 0) {
		welcome(ui, frame);
		return;
	}
	buf_addf(&caption->right, _("%" PRIu64 " unread · "), unread);
	buf_addf(&caption->right, P_("%zu feed", "%zu feeds", ui->catalog.len),
		ui->catalog.len);
	v->list.height = frame->height;
	ui_list_fit(&v->list);
	for (size_t y = 0; y < frame->height && v->list.top + y < v->tree.len; y++) {
		const struct ui_tree_row *r = &v->tree.rows[v->list.top + y];
		struct ui_feeds_line line = {.row = r, .now = now};
		if (r->feed) {
			line.name = ui_catalog_name(r->feed, &ui->scratch);
			line.state = ui_catalog_state(&ui->catalog, r->feed->id);
			line.newest = ui_catalog_pace(&ui->catalog, r->feed->id).newest;
		}
		struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
		ui_feeds_line(row, &line);
		row->selected = v->list.top + y == v->list.cursor;
	}
	size_t used = v->tree.len - v->list.top;
	ui_frame_blank(frame, used < frame->height ? used : frame->height);
	if (v->tree.len)
		buf_addf(&caption->place, "%zu/%zu", v->list.cursor + 1, v->tree.len);
	if (ui_feeds_current(v))
		ui_feeds_describe(ui, ui_feeds_current(v), caption, now);
	else
		buf_addf(&caption->detail, _("Nothing unread; %s shows all feeds"),
			ui_screen_key(ui, UI_FEEDS, "show-read"));
}

static void
feeds_move(struct ui *ui, struct ui_view *view, enum ui_move move)
{
	(void)ui;
	struct ui_feeds *v = (struct ui_feeds *)view;
	v->list.height = view->area.height;
	ui_list_move(&v->list, move);
}

static bool
feeds_target(struct ui *ui, struct ui_view *view, struct ui_target *target)
{
	struct ui_feeds *v = (struct ui_feeds *)view;
	const struct ui_tree_row *row = ui_feeds_current(v);
	if (!row)
		return false;
	if (row->saved) {
		target->saved = row->saved->line;
		target->query = row->saved->text;
		return true;
	}
	if (row->place) {
		target->query = row->place->query ? row->place->query(ui) : NULL;
		return target->query != NULL;
	}
	if (row->feed) {
		target->feed = row->feed->id;
		target->link = row->feed->link;
	} else {
		target->tag = row->tag;
	}
	return true;
}

/* Feeds and tags by what they are, since their rows move. */
static uint64_t
feeds_at(struct ui *ui, struct ui_view *view)
{
	(void)ui;
	const struct ui_tree_row *row = ui_feeds_current((struct ui_feeds *)view);
	if (!row)
		return 0;
	return row->id ? row->id : hash64(row->tag, strlen(row->tag)) | UINT64_C(1) << 63;
}

static struct ui_view *
feeds_inner(struct ui *ui, struct ui_view *view)
{
	struct ui_target target = {0};
	const struct ui_tree_row *row = ui_feeds_current((struct ui_feeds *)view);
	if (row && row->saved)
		return ui_items_search_saved(ui, row->saved->text, row->label);
	if (row && row->place) {
		struct ui_view *inner = row->place->open(ui);
		if (inner)
			inner->place = row->place->name;
		return inner;
	}
	if (!feeds_target(ui, view, &target))
		return NULL;
	struct store_scope scope = {
		.kind = target.feed ? STORE_FEED : STORE_TAG,
		.feed = target.feed,
		.tag = target.tag,
	};
	return ui_items_new(ui, &scope);
}

static void
feeds_free(struct ui_view *view)
{
	struct ui_feeds *v = (struct ui_feeds *)view;
	ui_feeds_tree_done(&v->tree);
	map_done(&v->folded);
	map_done(&v->shown);
	free(v->ranks);
	free(v);
}

static const struct ui_view_class feeds_class = {
	.context = UI_FEEDS,
	.load = feeds_load,
	.draw = feeds_draw,
	.move = feeds_move,
	.at = feeds_at,
	.inner = feeds_inner,
	.inner_context = UI_ITEMS,
	.target = feeds_target,
	.free = feeds_free,
};

struct ui_view *
ui_feeds_new(struct ui *ui)
{
	(void)ui;
	struct ui_feeds *v = mem_zalloc(sizeof *v);
	v->view.class = &feeds_class;
	map_init(&v->folded);
	map_init(&v->shown);
	arena_init(&v->tree.arena);
	return &v->view;
}

void
ui_feeds_fold(struct ui *ui, const char *arg)
{
	struct ui_feeds *v = (struct ui_feeds *)ui_find(ui, UI_FEEDS);
	struct ui_tree_row *row = v ? ui_feeds_current(v) : NULL;
	if (!row || !row->tag || row->saved || row->place)
		return;
	const char *tag = row->tag, *slash = strrchr(tag, '/');
	void **folded = map_put(&v->folded, tag, strlen(tag));
	bool close = str_eq(arg ? arg : "", "close");
	if (close && *folded && slash) { /* the tag around it */
		tag = arena_strndup(&ui->scratch, tag, (size_t)(slash - tag));
		folded = map_put(&v->folded, tag, strlen(tag));
	}
	bool open = arg && !close ? str_eq(arg, "open") : *folded && !close;
	*folded = open ? NULL : v; /* any pointer will do */
	ui_feeds_rebuild(ui, v, 0, tag, false);
}

void
ui_feeds_outward(struct ui *ui, struct ui_view *view)
{
	struct ui_feeds *v = (struct ui_feeds *)view;
	const struct ui_tree_row *row = ui_feeds_current(v);
	if (!row || row->saved || row->place)
		return;
	if (!row->feed && !row->folded) {
		ui_feeds_fold(ui, NULL);
		return;
	}
	for (size_t i = v->list.cursor; i-- > 0;)
		if (!v->tree.rows[i].feed && !v->tree.rows[i].saved &&
			!v->tree.rows[i].place && v->tree.rows[i].depth < row->depth) {
			ui_list_select(&v->list, i);
			return;
		}
}

void
ui_feeds_select(struct ui *ui, uint32_t feed)
{
	struct ui_feeds *v = (struct ui_feeds *)ui_find(ui, UI_FEEDS);
	if (!v)
		return;
	v->list.height = v->view.area.height;
	size_t at = ui_feeds_tree_find(&v->tree, NULL, feed);
	if (at < v->tree.len)
		ui_list_select(&v->list, at);
	else
		v->selected = feed; /* once it is in the list */
}

uint32_t
ui_feeds_next_unread(struct ui *ui, uint32_t feed, bool backwards)
{
	struct ui_feeds *v = (struct ui_feeds *)ui_find(ui, UI_FEEDS);
	if (!v || v->tree.order_len == 0)
		return 0;
	size_t len = v->tree.order_len, at = backwards ? 0 : len - 1;
	for (size_t i = 0; i < len; i++)
		if (v->tree.order[i]->id == feed) {
			at = i;
			break;
		}
	for (size_t i = 1; i <= len; i++) {
		size_t next = backwards ? (at + len - i) % len : (at + i) % len;
		const struct store_feed *other = v->tree.order[next];
		if (other->id != feed && other->unread)
			return other->id;
	}
	return 0;
}

void
ui_feeds_jump(struct ui *ui, struct ui_view *view, bool backwards)
{
	struct ui_feeds *v = (struct ui_feeds *)view;
	size_t len = v->tree.len;
	for (size_t i = 1; i <= len; i++) {
		size_t at = v->list.cursor;
		at = backwards ? (at + len - i) % len : (at + i) % len;
		const struct store_feed *feed = v->tree.rows[at].feed;
		if (feed && feed->unread) {
			ui_list_select(&v->list, at);
			return;
		}
	}
	ui_status_say(&ui->status, false, _("Nothing is unread"));
}
