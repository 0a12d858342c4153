/*
 * Draws a list of items: its title and counts, its rows, or a sentence if there are none.
 */
#include "config.h"

#include <inttypes.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "model/media.h"
#include "output/shown_address.h"
#include "render/link_list.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "ui/core/episode.h"
#include "ui/core/ui.h"
#include "ui/items/items.h"
#include "ui/items/items_inside.h"
#include "ui/items/items_row.h"

#define HEADINGS_FROM 60 /* width from which there are headings, */
#define HEADINGS_ROWS 12 /* and height */
#define TITLE_STEP 16    /* cells by which titles are moved sideways */

static void
describe_scope(struct ui *ui, const struct ui_items *v, struct buf *out)
{
	switch (v->scope.kind) {
	case STORE_FEED:
		buf_adds(out, ui_catalog_feed(&ui->catalog, v->scope.feed)
				      ? ui_catalog_title(
						&ui->catalog, v->scope.feed, &ui->scratch)
				      : _("(removed)"));
		break;
	case STORE_TAG:
	case STORE_TAGGED:
		buf_adds(out, v->tag);
		break;
	case STORE_UNREAD:
		buf_adds(out, _("Unread items"));
		break;
	case STORE_STARRED:
		buf_adds(out, _("Starred items"));
		break;
	case STORE_HIDDEN:
		buf_adds(out, _("Hidden items"));
		break;
	case STORE_ALL:
		buf_adds(out, v->since    ? _("Today")
			      : v->within ? _("This list")
					  : _("All items"));
		break;
	}
}

/* The order in words, by the key that decides. */
static void
describe_order(const struct order *order, struct buf *out)
{
	static const struct {
		enum order_key key;
		bool reverse;
		const char *words;
	} names[] = {
		{ORDER_DATE, false, N_("oldest first")},
		{ORDER_TITLE, false, N_("by title")},
		{ORDER_FEED, false, N_("by feed")},
		{ORDER_AUTHOR, false, N_("by author")},
		{ORDER_UNREAD, false, N_("unread first")},
		{ORDER_LENGTH, false, N_("shortest first")},
		{ORDER_LENGTH, true, N_("longest first")},
	};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (names[i].key == order->keys[0].key &&
			names[i].reverse == order->keys[0].reverse) {
			buf_adds(out, _(names[i].words));
			return;
		}
	order_format(order, out);
}

/* What is not as usual: the order, and that read items are hidden. */
static void
describe_list(const struct ui *ui, const struct ui_items *v, struct buf *out)
{
	bool unread = v->scope.kind == STORE_UNREAD || v->scope.kind == STORE_STARRED;
	if (v->order.len && order_by_date(&v->order) <= 0) {
		buf_adds(out, " · ");
		describe_order(&v->order, out);
	}
	if (!ui->show_read && !v->words && !v->given && !unread)
		buf_adds(out, _(" · unread only"));
}

static void
caption_of(struct ui *ui, const struct ui_items *v, struct ui_caption *caption)
{
	uint64_t unread = 0, total = 0;
	if (v->arrived)
		buf_addf(&caption->right, _("↑ %zu new · "), v->arrived);
	if (v->words) {
		if (v->name) {
			buf_adds(&caption->left, v->name);
		} else {
			buf_addf(&caption->left, _("Search: %s · "),
				v->typed ? v->typed : v->words);
			describe_scope(ui, v, &caption->left);
		}
		buf_addf(&caption->right,
			v->searching && !v->now.end
				? _("searching · %zu found")
				: P_("%zu found", "%zu found", v->now.keys.len),
			v->now.keys.len);
		return;
	}
	if (v->name)
		buf_adds(&caption->left, v->name);
	else
		describe_scope(ui, v, &caption->left);
	describe_list(ui, v, &caption->left);
	if (v->filter) {
		if (*v->filter)
			buf_addf(&caption->left, " · “%s”", v->filter);
		buf_addf(&caption->right, P_("%zu item", "%zu items", v->now.keys.len),
			v->now.keys.len);
		return;
	}
	if (v->scope.kind == STORE_STARRED || v->name) {
		buf_addf(&caption->right, P_("%zu item", "%zu items", v->now.keys.len),
			v->now.keys.len);
		return;
	}
	for (size_t i = 0; i < ui->catalog.len; i++)
		if (ui_catalog_in_scope(&ui->catalog.feeds[i], &v->scope)) {
			unread += ui->catalog.feeds[i].unread;
			total += ui->catalog.feeds[i].total;
		}
	buf_addf(&caption->right, _("%" PRIu64 " unread of %" PRIu64), unread, total);
}

/* A sentence shown instead of rows. */
static void
draw_empty(struct ui *ui, const struct ui_items *v, struct ui_frame *frame)
{
	const char *text =
		arena_printf(&ui->scratch, _("No items yet; %s fetches the feed"),
			ui_screen_key(ui, UI_ITEMS, "reload"));
	if (v->words)
		text = v->searching ? _("Searching…") : _("Nothing found");
	else if (v->again || !v->now.end)
		text = "";
	else if (v->filter)
		text = _("Nothing here has these words");
	else if (v->scope.kind == STORE_UNREAD || v->scope.kind == STORE_STARRED ||
		 v->name)
		text = _("Nothing here");
	else if (!ui->show_read)
		text = arena_printf(&ui->scratch,
			_("Nothing unread; %s shows read items"),
			ui_screen_key(ui, UI_ITEMS, "show-read"));
	ui_frame_blank(frame, 0);
	size_t y = frame->height > 4 ? 1 : 0;
	if (y >= frame->height)
		return;
	struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
	ui_row_blank(row, 3);
	ui_row_put(row, STYLE_HINT, text, ui_row_left(row));
	ui_row_end(row);
}

/* A feed may have no items because it fails, a saved search because it is not a valid
 * query. */
static void
tell_failure(struct ui *ui, const struct ui_items *v, struct ui_caption *caption)
{
	if (v->wrong) {
		caption->error = true;
		buf_adds(&caption->detail, v->wrong);
		return;
	}
	const struct store_feed *feed =
		v->scope.kind == STORE_FEED && !v->words
			? ui_catalog_feed(&ui->catalog, v->scope.feed)
			: NULL;
	if (!feed || !feed->failures || str_empty(feed->error))
		return;
	caption->error = true;
	buf_adds(&caption->detail, feed->error);
}

/* Whether there are headings between the rows. */
static bool
has_headings(const struct ui *ui, const struct ui_items *v, const struct ui_frame *frame)
{
	return ui->options->day_headings && frame->width >= HEADINGS_FROM &&
	       frame->height >= HEADINGS_ROWS && order_by_date(&v->order) && v->order.len;
}

/* Decides which rows of the frame show which items; returns how many are shown. */
static size_t
place_rows(struct ui *ui, struct ui_items *v, const struct ui_frame *frame, size_t *y)
{
	const struct store_key *keys = v->now.keys.list;
	size_t len;
	v->list.margin = (size_t)ui->options->scroll_margin + 1;
	v->list.jump = ui_jump(ui, frame);
	v->list.wraps = ui->options->wrap && v->now.end;
	v->list.height = frame->height > v->heads ? frame->height - v->heads : 1;
	ui_list_fit(&v->list);
	len = v->list.len - v->list.top;
	len = len < frame->height ? len : frame->height;
	v->heads = 0;
	if (!has_headings(ui, v, frame)) {
		for (size_t i = 0; i < len; i++)
			y[i] = i;
		return len;
	}
	ui_items_heading_fit(keys, &v->list, frame->height, time_wall());
	len = ui_items_heading_place(keys, &v->list, frame->height, time_wall(), y);
	v->heads = len ? y[len - 1] + 1 - len : 0;
	return len;
}

/* Fills what is between the rows. */
static void
draw_headings(
	const struct ui_items *v, struct ui_frame *frame, const size_t *y, size_t len)
{
	const struct store_key *keys = &v->now.keys.list[v->list.top];
	for (size_t i = 0; v->heads && i < len; i++)
		if (y[i] > (i ? y[i - 1] + 1 : 0))
			ui_items_heading_put(ui_frame_row(frame, y[i] - 1, STYLE_NORMAL),
				keys[i].time, time_wall());
	ui_frame_blank(frame, len ? y[len - 1] + 1 : 0);
}

/* What the bar below says about the item under the cursor. */
static void
describe_item(
	struct ui *ui, const struct store_item *at, bool cut, struct ui_caption *caption)
{
	struct store_view view;
	if (at && media_plays(at->media) && ui_open_view(ui, &view)) {
		ui_episode_summary(
			&caption->detail, &view, at->id, at->title, &ui->scratch);
		store_view_end(&view);
		caption->whole = cut;
	} else if (at && cut) {
		buf_adds(&caption->detail, at->title ? at->title : at->link);
		caption->whole = true;
	} else if (at && at->link) {
		buf_adds(&caption->detail, output_address(&ui->scratch, at->link));
	}
}

void
ui_items_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption)
{
	struct ui_items *v = (struct ui_items *)view;
	size_t *y = arena_alloc(&ui->scratch, (frame->height + 1) * sizeof *y);
	v->list.len = v->now.keys.len;
	size_t len = place_rows(ui, v, frame, y);
	if (v->arrived > v->list.top)
		v->arrived = v->list.top; /* the others have been seen */
	caption_of(ui, v, caption);
	if (len == 0) {
		draw_empty(ui, v, frame);
		tell_failure(ui, v, caption);
		return;
	}
	bool cut = false;
	const struct ui_items_rows rows = {
		.keys = &v->now.keys.list[v->list.top],
		.len = len,
		.y = y,
		.at = v->list.cursor - v->list.top,
		.mixed = v->scope.kind != STORE_FEED,
		.shift = v->shift,
		.found = ui_items_marked(view),
		.list = view,
	};
	draw_headings(v, frame, y, len);
	const struct store_item *at = ui_items_row_draw(ui, frame, &rows, &cut);
	buf_addf(&caption->place, "%zu/%zu%s", v->list.cursor + 1, v->list.len,
		v->now.end ? "" : "+");
	v->episode = at && media_plays(at->media);
	describe_item(ui, at, cut, caption);
}

const struct match *
ui_items_marked(const struct ui_view *view)
{
	const struct ui_items *v = (const struct ui_items *)view;
	return v->match ? v->match : v->found;
}

void
ui_items_titles(struct ui *ui, const char *arg)
{
	struct ui_items *v = (struct ui_items *)ui->focus;
	size_t most = 20 * TITLE_STEP; /* nobody wants to scroll further */
	if (!str_eq(arg, "left"))
		v->shift = v->shift < most ? v->shift + TITLE_STEP : most;
	else
		v->shift = v->shift > TITLE_STEP ? v->shift - TITLE_STEP : 0;
}
