#include "config.h"

#include "ui/media/episode_rows.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/vec.h"
#include "conf/option.h"
#include "model/media.h"
#include "output/field.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "ui/core/episode.h"
#include "ui/core/feed_options.h"
#include "ui/core/playing.h"
#include "ui/core/slice.h"
#include "ui/core/ui.h"
#include "ui/media/ui_media.h"

#define WIDE 60 /* from this width on, there are feeds and headings */
#define FEED_SHARE 4
#define SLICE_PARTS 4 /* even if they take no time */

/* ---- filling */

void
ui_media_list_heading(struct ui_media_list *v, const char *heading)
{
	if (v->narrow)
		return;
	*VEC_PUSH(v->fresh.lines, v->fresh.len, v->fresh.cap) =
		(struct ui_media_line){.heading = heading};
}

void
ui_media_list_add(struct ui_media_list *v, uint64_t item, int64_t number)
{
	*VEC_PUSH(v->fresh.lines, v->fresh.len, v->fresh.cap) =
		(struct ui_media_line){.item = item, .number = number};
}

bool
ui_media_is_stored(const struct store_view *view, uint64_t item)
{
	int flags;
	return store_item_flags(view, item, &flags) != ERR_NOT_FOUND;
}

/* Moves the cursor off a heading. */
static void
leave_heading(struct ui_media_list *v, bool up)
{
	size_t at = v->list.cursor;
	while (at < v->len && !v->lines[at].item && (!up || at > 0))
		at += up ? (size_t)-1 : 1;
	/* Above the first item is only its heading. */
	if (at < v->len && !v->lines[at].item)
		for (at = 0; at < v->len && !v->lines[at].item; at++)
			;
	if (at < v->len)
		ui_list_select(&v->list, at);
}

static void
place(struct ui_media_list *v, uint64_t item)
{
	size_t cursor = v->list.cursor;
	for (size_t i = 0; i < v->len; i++)
		if (item && v->lines[i].item == item) {
			cursor = i;
			break;
		}
	ui_list_place(&v->list, v->len, cursor);
	leave_heading(v, false);
}

/* What was read replaces what is shown. */
static void
take_fresh(struct ui *ui, struct ui_media_list *v)
{
	uint64_t at = ui_media_list_at(ui, &v->view);
	struct ui_media_line *lines = v->lines;
	size_t cap = v->cap;
	v->lines = v->fresh.lines;
	v->len = v->fresh.len;
	v->cap = v->fresh.cap;
	v->fresh.lines = lines; /* to be filled next time */
	v->fresh.cap = cap;
	place(v, at);
}

bool
ui_media_list_step(struct ui *ui, struct ui_view *view)
{
	struct ui_media_list *v = (struct ui_media_list *)view;
	struct ui_slice slice = ui_slice_begin(SLICE_PARTS);
	struct store_view snapshot;
	bool more = true;
	if (!v->fresh.some || !ui_open_view(ui, &snapshot))
		return false;
	while (more && ui_slice_next(&slice)) {
		if (!v->fresh.begun)
			v->fresh.len = 0;
		more = v->fresh.some(v, ui, &snapshot);
		v->fresh.begun = true;
	}
	store_view_end(&snapshot);
	if (more)
		return true;
	take_fresh(ui, v);
	ui->dirty = true;
	if (!v->fresh.again)
		v->fresh.some = NULL;
	v->fresh.begun = v->fresh.again = false;
	return v->fresh.some != NULL;
}

void
ui_media_list_read(struct ui *ui, struct ui_media_list *v,
	bool (*some)(
		struct ui_media_list *list, struct ui *ui, const struct store_view *view))
{
	if (v->fresh.some) {
		v->fresh.again = true; /* let the present reading finish first */
		return;
	}
	v->fresh.some = some;
	ui_media_list_step(ui, &v->view);
}

/* ---- the cursor */

static const struct ui_media_line *
current(const struct ui_media_list *v)
{
	return v->list.cursor < v->len && v->lines[v->list.cursor].item
		       ? &v->lines[v->list.cursor]
		       : NULL;
}

void
ui_media_list_move(struct ui *ui, struct ui_view *view, enum ui_move move)
{
	struct ui_media_list *v = (struct ui_media_list *)view;
	(void)ui;
	ui_list_move(&v->list, move);
	leave_heading(v, move == UI_UP || move == UI_PAGE_UP || move == UI_HALF_UP ||
				 move == UI_LAST);
	if (v->list.cursor < UI_LIST_MARGIN)
		v->list.top = 0; /* with the heading */
}

uint64_t
ui_media_list_at(struct ui *ui, struct ui_view *view)
{
	(void)ui;
	const struct ui_media_line *line = current((struct ui_media_list *)view);
	return line ? line->item : 0;
}

struct ui_view *
ui_media_list_inner(struct ui *ui, struct ui_view *view)
{
	return ui->above->article(ui, ui_media_list_at(ui, view));
}

bool
ui_media_list_target(struct ui *ui, struct ui_view *view, struct ui_target *target)
{
	struct store_view snapshot;
	struct store_item item;
	target->item = ui_media_list_at(ui, view);
	if (!target->item || !ui_open_view(ui, &snapshot))
		return false;
	int status = store_item(&snapshot, target->item, &ui->scratch, &item);
	store_view_end(&snapshot);
	if (status != OK)
		return false;
	target->feed = item.feed;
	target->time = item.time;
	target->link = item.link;
	target->flags = ui_pending_apply(&ui->pending, item.id,
		ui_catalog_feed(&ui->catalog, item.feed), item.flags);
	return true;
}

void
ui_media_list_free(struct ui_view *view)
{
	struct ui_media_list *v = (struct ui_media_list *)view;
	free(v->lines);
	free(v->fresh.lines);
	free(v);
}

/* ---- drawing */

static void
put_heading(struct ui_row *row, const char *heading)
{
	ui_row_put(row, STYLE_RULE, " ── ", 4);
	ui_row_put(row, STYLE_TAG, heading, ui_row_left(row));
	ui_row_put(row, STYLE_RULE, " ", 1);
	while (ui_row_left(row))
		ui_row_put(row, STYLE_RULE, "─", 1);
	ui_row_end(row);
}

static void
put_missing(struct ui_row *row)
{
	ui_row_blank(row, 4);
	ui_row_put(row, STYLE_HINT, _("(deleted)"), ui_row_left(row));
	ui_row_end(row);
}

static void
put_line(struct ui *ui, struct ui_row *row, const struct ui_media_shown *shown,
	size_t tail)
{
	size_t feed = row->width >= WIDE ? row->width / FEED_SHARE : 0;
	ui_row_blank(row, 4);
	if (feed) {
		ui_row_column(row, STYLE_FEED,
			ui_catalog_title(&ui->catalog, shown->item.feed, &ui->scratch),
			feed - 2);
		ui_row_blank(row, 2);
	}
	const char *title = shown->item.title ? shown->item.title : _("(no title)");
	size_t left = ui_row_left(row), room = left > tail + 1 ? left - tail - 1 : left;
	ui_row_column(row, STYLE_UNREAD, title, room);
	ui_row_blank(row, 1);
}

void
ui_media_list_fit(struct ui *ui, struct ui_media_list *v, size_t width)
{
	if (v->narrow == (width < WIDE))
		return;
	v->narrow = width < WIDE;
	v->view.class->load(ui, &v->view, true);
}

static void
read_line(struct ui *ui, const struct store_view *view, uint64_t item, int64_t now,
	struct ui_media_shown *out)
{
	*out = (struct ui_media_shown){.there = false};
	out->there = store_item(view, item, &ui->scratch, &out->item) == OK;
	store_media_episode(view, item, now, &ui->scratch, &out->episode);
}

/* It is played from its address, as nothing of it is to be kept. */
static bool
is_streamed(struct ui *ui, const struct ui_media_shown *shown)
{
	return shown->episode.transfer == STORE_TRANSFER_NONE &&
	       !(shown->episode.states & MEDIA_PLAYED) &&
	       str_eq(ui_feed_options(ui, shown->item.feed)->stream, "yes");
}

/* "goes in 22 h", of a played file whose time is known; false: it stays. */
static bool
put_rest(struct ui *ui, const struct ui_media_shown *shown, struct buf *out)
{
	const struct store_episode *e = &shown->episode;
	char rest[32];
	if (e->transfer != STORE_TRANSFER_HERE || !(e->states & MEDIA_PLAYED) ||
		e->kept || e->states & MEDIA_QUEUED ||
		shown->item.flags & (ITEM_STARRED | ITEM_TAGGED))
		return false;
	int64_t keep = ui_feed_options(ui, shown->item.feed)->keep_played / 1000;
	int64_t left = e->heard_at + keep - time_wall();
	if (keep <= 0 || left < TIME_MINUTE)
		return false;
	time_format_rough(left, rest, sizeof rest);
	buf_addf(out, _("goes in %s"), rest);
	return true;
}

/* Fills the row of an episode. */
static void
fill(struct ui *ui, const struct ui_media_line *line, struct ui_media_shown *shown,
	struct output_item_row *row)
{
	struct buf state = BUF_INIT(0), times = BUF_INIT(0);
	struct store_episode now = shown->episode;
	const char *sign = ui_playing_at(ui, line->item, &now);
	if (sign || !put_rest(ui, shown, &state))
		ui_episode_state(&state, &now);
	ui_episode_length(&times, &now, shown->item.duration);
	bool streamed = is_streamed(ui, shown);
	if (streamed)
		buf_adds(&state, _("streams"));
	*row = (struct output_item_row){.item = shown->item,
		.episode = now,
		.feed_title =
			ui_catalog_title(&ui->catalog, shown->item.feed, &ui->scratch),
		.place = (uint64_t)line->number,
		.sign = sign       ? sign
			: streamed ? "≈"
				   : ui_episode_sign(&now),
		.state = arena_strdup(&ui->scratch, buf_str(&state)),
		.times = arena_strdup(&ui->scratch, buf_str(&times)),
		.kind = media_kind_name(shown->item.media),
		.download = store_media_transfer_name(now.transfer),
		.position = now.position / 1000,
		.file = now.path};
	output_item_row_fill(row, NULL, &ui->scratch);
	row->duration = shown->item.duration / 1000;
	buf_done(&state);
	buf_done(&times);
}

void
ui_media_list_lay(struct ui *ui, struct ui_media_list *v, struct ui_frame *frame,
	const struct output_template *template, struct ui_media_shown *shown)
{
	struct store_view view;
	size_t len = v->len - v->list.top, here = v->list.cursor - v->list.top;
	len = len < v->list.height ? len : v->list.height;
	const void **rows = arena_zalloc(&ui->scratch, (len + 1) * sizeof *rows);
	struct output_item_row *list =
		arena_zalloc(&ui->scratch, (len + 1) * sizeof *list);
	const struct ui_media_line *lines = v->lines + v->list.top;
	if (!ui_open_view(ui, &view))
		return;
	for (size_t y = 0; y < len; y++) {
		struct ui_media_shown one = {.there = false};
		if (lines[y].item)
			read_line(ui, &view, lines[y].item, time_wall(), &one);
		if (one.there) {
			fill(ui, &lines[y], &one, &list[y]);
			rows[y] = &list[y];
		}
		if (y == here && lines[y].item)
			*shown = one;
	}
	store_view_end(&view);
	const struct output_lines laid =
		ui_columns_lay(ui, template, rows, len, frame, true);
	for (size_t y = 0; y < len; y++) {
		struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
		const struct ui_columns_style look_of = {.unread = true};
		if (rows[y])
			ui_columns_put(row, &laid, y, &look_of);
		else if (lines[y].item)
			put_missing(row);
		else
			put_heading(row, lines[y].heading);
		row->selected = lines[y].item && y == here;
	}
}

void
ui_media_list_draw(struct ui *ui, struct ui_media_list *v, struct ui_frame *frame,
	void (*put)(struct ui *ui, struct ui_row *row, const struct ui_media_line *line,
		const struct ui_media_shown *shown),
	size_t tail, struct ui_media_shown *shown)
{
	struct store_view view;
	int64_t now = time_wall();
	if (!ui_open_view(ui, &view))
		return;
	for (size_t y = 0; y < v->list.height && v->list.top + y < v->len; y++) {
		const struct ui_media_line *line = &v->lines[v->list.top + y];
		struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
		struct ui_media_shown one;
		if (!line->item) {
			put_heading(row, line->heading);
			continue;
		}
		read_line(ui, &view, line->item, now, &one);
		if (!one.there) {
			put_missing(row);
		} else {
			put_line(ui, row, &one, tail);
			put(ui, row, line, &one);
			ui_row_end(row);
		}
		row->selected = v->list.top + y == v->list.cursor;
		if (row->selected && shown)
			*shown = one;
	}
	store_view_end(&view);
}
