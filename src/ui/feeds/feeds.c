/*
 * The first view: the feeds of the catalog as a tree of tags. The cursor stays on a feed
 * (and the group it was seen in) or a tag, not on a row number, so that nothing moves
 * under it when feeds are added, removed or fetched.
 */
#include "config.h"

#include "ui/feeds/feeds.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/account.h"
#include "conf/config_file.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "engine/api.h"
#include "model/subscription.h"
#include "output/field.h"
#include "output/shown_address.h"
#include "store/feed/feed.h"
#include "ui/core/complete.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/feeds/feeds_inside.h"
#include "ui/feeds/fixed.h"
#include "ui/feeds/saved_searches.h"
#include "ui/feeds/welcome.h"
#include "ui/items/items.h"
#include "ui/items/search.h"

#define GONE 410         /* HTTP status */
#define PROGRESS_MIN 250 /* items of a sync that come within a moment */

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

/* Blanks for the depth, and for a tag the sign that it is folded or not. */
static const char *
tree_of(struct ui *ui, const struct ui_tree_row *r)
{
	const char *sign = r->feed || r->saved || r->place ? "" : r->folded ? "▸ " : "▾ ";
	return arena_printf(&ui->scratch, "%*s%s", 2 * r->depth, "", sign);
}

/* The name of the account that has this tag above its feeds; NULL: none. */
static const char *
account_at(const struct ui *ui, const char *tag)
{
	const struct config *config = &ui->settings->config;
	for (size_t i = 0; i < config->accounts_len; i++)
		if (str_eq(conf_account_folder(&config->accounts[i]), tag))
			return config->accounts[i].name;
	return NULL;
}

const struct ui_account *
ui_feeds_account(struct ui *ui, const struct ui_tree_row *row)
{
	bool tag = !row->feed && !row->saved && !row->place && row->depth == 0;
	const char *name = tag ? account_at(ui, row->tag) : NULL;
	return name ? ui_catalog_account(&ui->catalog, name) : NULL;
}

const char *
ui_feeds_account_here(struct ui *ui)
{
	struct ui_target target = {0};
	const struct ui_view *view = ui->focus;
	if (!view || !view->class->target ||
		!view->class->target(ui, ui->focus, &target) || !target.tag)
		return NULL;
	return account_at(ui, target.tag);
}

/* How many items of a sync have come, where that takes a while. */
static void
add_progress(struct ui *ui, const struct ui_account *account, struct output_feed_row *out)
{
	if (account->syncing && account->total > PROGRESS_MIN)
		out->feed.title = arena_printf(&ui->scratch, "%s %zu/%zu",
			out->feed.title, account->done, account->total);
	else if (account->syncing && account->done > PROGRESS_MIN)
		out->feed.title = arena_printf(
			&ui->scratch, "%s %zu", out->feed.title, account->done);
}

/* An account has ↻ while it is synced, ! if that failed, and ⇡ with the number of changes
 * that wait to be sent. */
static void
sign_account(struct ui *ui, const struct ui_account *account, struct output_feed_row *out,
	struct ui_columns_style *style)
{
	if (account->waiting)
		out->feed.title = arena_printf(&ui->scratch, "%s ⇡%" PRIu64 "%s",
			out->feed.title, account->waiting,
			account->waiting == UI_WAITING_MAX ? "+" : "");
	add_progress(ui, account, out);
	if (account->syncing)
		out->mark = "↻";
	else if (account->why)
		out->mark = "!";
	if (account->why && !account->syncing)
		style->mark = STYLE_ERROR;
}

void
ui_feeds_line(struct ui *ui, const struct ui_tree_row *r, struct output_feed_row *out,
	struct ui_columns_style *style)
{
	*out = (struct output_feed_row){.newest = TIME_NONE, .tree = tree_of(ui, r)};
	*style = (struct ui_columns_style){.mark = STYLE_TAG};
	if (r->feed) {
		struct ui_frequency frequency =
			ui_catalog_frequency(&ui->catalog, r->feed->id);
		enum engine_feed_state state =
			ui_catalog_state(&ui->catalog, r->feed->id);
		out->feed = *r->feed;
		out->feed.title = arena_strdup(
			&ui->scratch, ui_catalog_name(r->feed, &ui->scratch));
		/* In a wide row there is always something between its name and its age.
		 */
		if (!out->feed.link)
			out->feed.link = output_address(&ui->scratch, r->feed->address);
		out->newest = frequency.newest;
		out->gap = frequency.gap;
		out->mark = mark_of(r->feed, state, &style->mark);
		style->unread = r->feed->unread > 0;
		return;
	}
	const char *label = r->place ? _(r->label) : r->label;
	out->feed.title = arena_strdup(&ui->scratch, label);
	out->feed.unread = r->unread < UINT32_MAX ? (uint32_t)r->unread : UINT32_MAX;
	out->mark = r->place          ? r->place->sign
		    : !r->saved       ? ""
		    : r->saved->error ? "!"
				      : "⌕";
	if (r->saved && r->saved->error)
		style->mark = STYLE_ERROR;
	if (!r->saved && !r->place)
		style->title = STYLE_TAG;
	style->unread = r->unread > 0;
	const struct ui_account *account = ui_feeds_account(ui, r);
	if (account)
		sign_account(ui, account, out, style);
}

static void
feeds_load(struct ui *ui, struct ui_view *view, bool again)
{
	struct ui_feeds *v = (struct ui_feeds *)view;
	const struct ui_tree_row *row = ui_feeds_current(v);
	uint32_t feed = v->selected ? v->selected : row ? row->id : 0;
	const char *tag = row && !v->selected ? row->tag : NULL;
	if (!ui->show_read)
		ui_feeds_keep(v, again);
	ui_feeds_rebuild(ui, v, feed, tag, !again);
	if (ui_feeds_current(v) && ui_feeds_current(v)->id == v->selected)
		v->selected = 0;
}

static void
draw_rows(struct ui *ui, const struct ui_feeds *v, struct ui_frame *frame)
{
	size_t len = v->tree.len - v->list.top;
	len = len < frame->height ? len : frame->height;
	struct output_feed_row *rows =
		arena_alloc(&ui->scratch, (len + 1) * sizeof *rows);
	struct ui_columns_style *styles =
		arena_alloc(&ui->scratch, (len + 1) * sizeof *styles);
	const void **lines = arena_alloc(&ui->scratch, (len + 1) * sizeof *lines);
	for (size_t y = 0; y < len; y++) {
		ui_feeds_line(ui, &v->tree.rows[v->list.top + y], &rows[y], &styles[y]);
		styles[y].found = v->match;
		lines[y] = &rows[y];
	}
	const struct output_lines laid =
		ui_columns_lay(ui, ui->columns.feeds, lines, len, frame, true);
	for (size_t y = 0; y < len; y++) {
		struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
		ui_columns_put(row, &laid, y, &styles[y]);
		row->selected = v->list.top + y == v->list.cursor;
	}
}

static void
feeds_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption)
{
	struct ui_feeds *v = (struct ui_feeds *)view;
	uint64_t unread = ui_catalog_unread(&ui->catalog);
	int64_t now = time_wall();
	buf_adds(&caption->left, "courant");
	if (!ui->show_read)
		buf_adds(&caption->left, _(" · unread only"));
	if (v->filter && *v->filter)
		buf_addf(&caption->left, " · “%s”", v->filter);
	if (ui->catalog.len == 0 && ui->saved->len == 0) {
		ui_feeds_welcome(ui, frame);
		return;
	}
	buf_addf(&caption->right, _("%" PRIu64 " unread · "), unread);
	buf_addf(&caption->right, P_("%zu feed", "%zu feeds", ui->catalog.len),
		ui->catalog.len);
	v->list.height = frame->height;
	v->list.margin = (size_t)ui->options->scroll_margin + 1;
	v->list.jump = ui_jump(ui, frame);
	v->list.wraps = ui->options->wrap;
	ui_list_fit(&v->list);
	draw_rows(ui, v, frame);
	size_t used = v->tree.len - v->list.top;
	ui_frame_blank(frame, used < frame->height ? used : frame->height);
	if (v->tree.len)
		buf_addf(&caption->place, "%zu/%zu", v->list.cursor + 1, v->tree.len);
	if (ui_feeds_current(v))
		ui_feeds_describe(ui, ui_feeds_current(v), caption, now);
	else if (v->filter)
		buf_adds(&caption->detail, _("No feed has these words"));
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
	ui_feeds_filter_done(v);
	free(v);
}

static enum ui_mode
feeds_mode(const struct ui_view *view)
{
	return ((const struct ui_feeds *)view)->filter ? UI_MODE_FILTERED : UI_MODE_USUAL;
}

static const struct ui_view_class feeds_class = {
	.context = UI_FEEDS,
	.mode = feeds_mode,
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
ui_feeds_next(struct ui *ui, uint32_t feed, bool backwards, bool unread)
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
		if (other->id != feed && (other->unread || !unread))
			return other->id;
	}
	return 0;
}

bool
ui_feeds_find_next(
	struct ui_feeds *v, bool (*is)(const struct store_feed *), bool backwards)
{
	size_t len = v->tree.len;
	for (size_t i = 1; i <= len; i++) {
		size_t at = v->list.cursor;
		at = backwards ? (at + len - i) % len : (at + i) % len;
		const struct store_feed *feed = v->tree.rows[at].feed;
		if (feed && is(feed)) {
			ui_list_select(&v->list, at);
			return true;
		}
	}
	return false;
}

static bool
is_unread(const struct store_feed *feed)
{
	return feed->unread > 0;
}

void
ui_feeds_jump(struct ui *ui, struct ui_view *view, bool backwards)
{
	if (!ui_feeds_find_next((struct ui_feeds *)view, is_unread, backwards))
		ui_status_say(&ui->status, false, _("Nothing is unread"));
}
