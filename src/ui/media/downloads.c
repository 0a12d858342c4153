/*
 * The downloads: what runs first, then what waits, is held, needs the user, and is here.
 * Their speed is known from the events of this reader's worker; the downloads of another
 * process show their progress whenever that process stores it.
 */
#include "config.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/vec.h"
#include "engine/api.h"
#include "output/shown_address.h"
#include "store/db/view.h"
#include "store/media/download.h"
#include "ui/core/episode.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/draw/lines.h"
#include "ui/media/episode_rows.h"
#include "ui/media/sum.h"
#include "ui/media/ui_media.h"

#define PAGE 100        /* rows that are read in one go */
#define TAIL 38         /* cells after the title */
#define NARROW 70       /* below this width, only the share */
#define DETAILS_FROM 18 /* height from which there is room for the details */
#define DETAIL_ROWS 10  /* they take at most */
#define KEY_CELLS 7     /* of a key, and after it */

/* Items of one state, in their order. */
struct rows {
	uint64_t *items;
	size_t len, cap;
};

struct downloads_view {
	struct ui_media_list list;
	struct ui_media_sum sum;
	/* Of the reading that is under way: */
	struct ui_media_sum fresh;
	struct rows rows[STORE_TRANSFER_DROPPED + 1];
	uint64_t after;      /* the last item read */
	bool read;           /* all are, */
	size_t group, added; /* and these many groups and items of the next are listed */
	struct ui_media_speeds speeds;
};

/* ---- filling */

static void
forget_rows(struct downloads_view *d)
{
	for (size_t i = 0; i < COUNT_OF(d->rows); i++)
		d->rows[i].len = 0;
	d->fresh = (struct ui_media_sum){.bytes = 0};
	d->after = 0;
	d->read = false;
	d->group = d->added = 0;
}

/* Reads some rows, which come in the order of their items, into those of their state;
 * false at the end. */
static bool
read_rows(struct ui *ui, struct downloads_view *d, const struct store_view *view)
{
	struct store_download_row page[PAGE];
	size_t n = 0;
	if (store_media_downloads(view, d->after, page, PAGE, &n) != OK)
		return false;
	for (size_t i = 0; i < n; i++) {
		d->after = page[i].item;
		enum store_transfer transfer;
		if (!ui_media_sum_add(ui, view, &page[i], &d->fresh, &transfer))
			continue;
		struct rows *rows = &d->rows[transfer];
		*VEC_PUSH(rows->items, rows->len, rows->cap) = page[i].item;
	}
	return n == PAGE;
}

/* Adds some of what was read to the list; false at the end. */
static bool
add_rows(struct downloads_view *d)
{
	static const enum store_transfer order[] = {STORE_TRANSFER_RUNS,
		STORE_TRANSFER_WAITS, STORE_TRANSFER_HELD, STORE_TRANSFER_FAILED,
		STORE_TRANSFER_HERE, STORE_TRANSFER_DROPPED, STORE_TRANSFER_NONE};
	size_t left = PAGE;
	while (left && d->group < COUNT_OF(order)) {
		enum store_transfer state = order[d->group];
		const struct rows *rows = &d->rows[state];
		if (d->added == rows->len) {
			d->group++;
			d->added = 0;
			continue;
		}
		if (state == STORE_TRANSFER_HERE && !d->added)
			ui_media_list_heading(&d->list, _("Here"));
		ui_media_list_add(&d->list, rows->items[d->added++], 0);
		left--;
	}
	return left == 0;
}

static bool
fill(struct ui_media_list *list, struct ui *ui, const struct store_view *view)
{
	struct downloads_view *d = (struct downloads_view *)list;
	if (!list->fresh.begun)
		forget_rows(d);
	if (!d->read)
		d->read = !read_rows(ui, d, view);
	if (!d->read || add_rows(d))
		return true;
	d->sum = d->fresh;
	return false;
}

static void
downloads_load(struct ui *ui, struct ui_view *view, bool again)
{
	(void)again;
	ui_media_list_read(ui, (struct ui_media_list *)view, fill);
}

static void
downloads_event(struct ui *ui, struct ui_view *view, const struct engine_event *event)
{
	struct downloads_view *d = (struct downloads_view *)view;
	if (event->kind != ENGINE_DOWNLOAD)
		return;
	ui_media_speeds_take(&d->speeds, event);
	if (event->done || event->error)
		downloads_load(ui, view, true);
}

/* ---- drawing */

/* "24.6 of 38.4 MB  1.2 MB/s  12 s". */
static void
put_running(struct buf *out, const struct store_episode *e,
	const struct ui_media_speed *speed)
{
	int64_t size = speed && speed->size > e->size ? speed->size : e->size;
	char wait[32];
	ui_episode_bytes(out, size);
	if (e->total > 0) {
		buf_adds(out, _(" of "));
		ui_episode_bytes(out, e->total);
	}
	if (!speed || !speed->rate)
		return;
	buf_adds(out, "  ");
	ui_episode_bytes(out, speed->rate);
	buf_adds(out, "/s");
	if (e->total > size) {
		time_format_wait((e->total - size) / speed->rate, wait, sizeof wait);
		buf_addf(out, "  %s", wait);
	}
}

static void
put_waiting(struct buf *out, const struct store_episode *e)
{
	char wait[32];
	int64_t left = e->next == TIME_NONE ? 0 : e->next - time_wall();
	if (e->error && left > 0) {
		time_format_wait(left, wait, sizeof wait);
		buf_addf(out, _("again in %s"), wait);
	} else {
		buf_adds(out, _("waits"));
	}
	if (e->size > 0) {
		buf_adds(out, "; ");
		ui_episode_bytes(out, e->size);
		buf_adds(out, _(" are here"));
	}
}

static void
put_tail(struct ui *ui, struct ui_row *row, const struct ui_media_line *line,
	const struct ui_media_shown *shown)
{
	struct downloads_view *d = (struct downloads_view *)ui_find(ui, UI_DOWNLOADS);
	const struct store_episode *e = &shown->episode;
	struct buf text = BUF_INIT(0);
	bool failed = e->transfer == STORE_TRANSFER_FAILED || e->error;
	if (row->width < NARROW)
		ui_episode_state(&text, e);
	else if (e->transfer == STORE_TRANSFER_RUNS)
		put_running(
			&text, e, d ? ui_media_speed_of(&d->speeds, line->item) : NULL);
	else if (e->transfer == STORE_TRANSFER_WAITS)
		put_waiting(&text, e);
	else if (e->transfer == STORE_TRANSFER_FAILED && e->error)
		buf_adds(&text, e->error);
	else
		ui_episode_state(&text, e);
	ui_row_column(row, failed ? STYLE_ERROR : STYLE_MARK, ui_episode_sign(e), 1);
	ui_row_blank(row, 1);
	ui_row_put(
		row, failed ? STYLE_ERROR : STYLE_HINT, buf_str(&text), ui_row_left(row));
	buf_done(&text);
}

static void
put_line(struct ui_frame *frame, size_t *y, int style, const char *text)
{
	if (*y >= frame->height)
		return;
	struct ui_row *row = ui_frame_row(frame, (*y)++, STYLE_NORMAL);
	ui_row_blank(row, 3);
	ui_row_put(row, style, text, ui_row_left(row));
	ui_row_end(row);
}

/* What can be done about one that failed. */
static void
put_advice(struct ui *ui, struct ui_frame *frame, size_t *y)
{
	static const struct {
		const char *command, *does;
	} advice[] = {
		{"download", N_("try again now")},
		{"open", N_("show the episode")},
		{"browser", N_("open its page")},
		{"remove", N_("give it up; undo brings it back")},
	};
	put_line(frame, y, STYLE_NORMAL, _("What you can do:"));
	for (size_t i = 0; i < COUNT_OF(advice) && *y < frame->height; i++) {
		struct ui_row *row = ui_frame_row(frame, (*y)++, STYLE_NORMAL);
		ui_row_blank(row, 5);
		ui_row_column(row, STYLE_KEY,
			ui_screen_key(ui, UI_DOWNLOADS, advice[i].command), KEY_CELLS);
		ui_row_put(row, STYLE_HINT, _(advice[i].does), ui_row_left(row));
		ui_row_end(row);
	}
}

/* Where the file comes from, what went wrong, and where it is. */
static void
put_details(struct ui *ui, struct ui_frame *frame, size_t y,
	const struct ui_media_shown *shown)
{
	const struct store_episode *e = &shown->episode;
	struct buf text = BUF_INIT(0);
	put_line(frame, &y, STYLE_HEADING, shown->item.title ? shown->item.title : "");
	if (e->url)
		put_line(frame, &y, STYLE_LINK, output_address(&ui->scratch, e->url));
	if (e->hop) {
		const char *to = output_address(&ui->scratch, e->hop);
		if (e->via)
			buf_addf(&text, _("redirected by %s to %s"), e->via, to);
		else
			buf_addf(&text, _("through redirects to %s"), to);
		put_line(frame, &y, STYLE_META, buf_str(&text));
	}
	if (e->error) {
		buf_clear(&text);
		buf_adds(&text, e->error);
		if (e->tries)
			buf_addf(&text,
				P_(" (%d try)", " (%d tries)", (unsigned)e->tries),
				(int)e->tries);
		put_line(frame, &y, STYLE_ERROR, buf_str(&text));
	}
	if (e->states & MEDIA_REPLACED)
		put_line(frame, &y, STYLE_HINT,
			_("the feed has another version; download replaces this one, for "
			  "good"));
	if (e->path)
		put_line(frame, &y, STYLE_META, e->path);
	if (e->error)
		put_advice(ui, frame, &y);
	buf_done(&text);
}

static void
put_caption(const struct downloads_view *d, struct ui_caption *caption)
{
	const size_t *n = d->sum.counts;
	buf_adds(&caption->left, _("Downloads"));
	buf_addf(&caption->right, _("%zu running · %zu waiting · %zu held · %zu failed"),
		n[STORE_TRANSFER_RUNS], n[STORE_TRANSFER_WAITS], n[STORE_TRANSFER_HELD],
		n[STORE_TRANSFER_FAILED]);
}

static void
downloads_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption)
{
	struct downloads_view *d = (struct downloads_view *)view;
	struct ui_media_shown shown = {.there = false};
	bool details = frame->height >= DETAILS_FROM;
	size_t below = ui_media_sum_rows(&d->sum, frame);
	d->list.list.height = frame->height - below - (details ? DETAIL_ROWS : 0);
	ui_list_fit(&d->list.list);
	ui_frame_blank(frame, 0);
	put_caption(d, caption);
	if (!d->list.len && d->list.fresh.some)
		return;
	if (!d->list.len) {
		ui_lines_empty(frame, STYLE_HINT,
			arena_printf(&ui->scratch,
				_("No downloads; %s on an episode starts one"),
				ui_screen_key(ui, UI_ITEMS, "download")));
		return;
	}
	ui_media_list_draw(
		ui, &d->list, frame, put_tail, frame->width < NARROW ? 12 : TAIL, &shown);
	if (details && shown.there)
		put_details(ui, frame, d->list.list.height + 1, &shown);
	ui_media_sum_draw(ui, &d->sum, &d->speeds, frame);
	caption->error = shown.there && shown.episode.error;
	if (caption->error)
		buf_adds(&caption->detail, shown.episode.error);
}

static void
downloads_free(struct ui_view *view)
{
	struct downloads_view *d = (struct downloads_view *)view;
	for (size_t i = 0; i < COUNT_OF(d->rows); i++)
		free(d->rows[i].items);
	ui_media_speeds_done(&d->speeds);
	ui_media_list_free(view);
}

static enum ui_mode
downloads_mode(const struct ui_view *view)
{
	return ((const struct downloads_view *)view)->list.len ? UI_MODE_DOWNLOADS
							       : UI_MODE_USUAL;
}

static const struct ui_view_class downloads_class = {
	.context = UI_DOWNLOADS,
	.mode = downloads_mode,
	.load = downloads_load,
	.step = ui_media_list_step,
	.draw = downloads_draw,
	.move = ui_media_list_move,
	.at = ui_media_list_at,
	.inner = ui_media_list_inner,
	.inner_context = UI_ARTICLE,
	.target = ui_media_list_target,
	.event = downloads_event,
	.free = downloads_free,
};

struct ui_view *
ui_media_downloads_new(struct ui *ui)
{
	(void)ui;
	struct downloads_view *d = mem_zalloc(sizeof *d);
	d->list.view.class = &downloads_class;
	return &d->list.view;
}
