/*
 * The downloads: what runs first, then what waits, is held, needs the user, and is here.
 * How fast they come is told by the events of this reader's worker; those of another
 * process show how far they are when it stores that.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

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
#include "ui/media/ui_media.h"

#define PAGE 500
#define TAIL 38        /* cells behind the title */
#define NARROW 70      /* below this width, only the share */
#define ADVICE_FROM 14 /* height from which there is room for the details */
#define DETAIL_ROWS 8  /* they take at most */

/* How fast one comes. */
struct pace {
	uint64_t item;
	int64_t size, at_ms; /* at the last event */
	int64_t rate;        /* bytes a second; 0: not known */
};

struct downloads_view {
	struct ui_media_list list;
	size_t counts[STORE_TRANSFER_DROPPED + 1];
	struct pace *paces;
	size_t paces_len, paces_cap;
};

/* ---- filling */

struct row {
	uint64_t item;
	enum store_transfer transfer;
};

static int
by_state(const void *a, const void *b)
{
	static const int places[] = {[STORE_TRANSFER_RUNS] = 0,
		[STORE_TRANSFER_WAITS] = 1,
		[STORE_TRANSFER_HELD] = 2,
		[STORE_TRANSFER_FAILED] = 3,
		[STORE_TRANSFER_HERE] = 4,
		[STORE_TRANSFER_DROPPED] = 5,
		[STORE_TRANSFER_NONE] = 6};
	const struct row *x = a, *y = b;
	if (x->transfer != y->transfer)
		return places[x->transfer] - places[y->transfer];
	return x->item < y->item ? -1 : x->item > y->item;
}

/* The state of a row; which of those that wait run, is told by the whole record. */
static enum store_transfer
transfer_of(struct ui *ui, const struct store_view *look,
	const struct store_download_row *row, int64_t now)
{
	static const enum store_transfer known[] = {
		[DOWNLOAD_WAITING] = STORE_TRANSFER_WAITS,
		[DOWNLOAD_HELD] = STORE_TRANSFER_HELD,
		[DOWNLOAD_FAILED] = STORE_TRANSFER_FAILED,
		[DOWNLOAD_HERE] = STORE_TRANSFER_HERE,
		[DOWNLOAD_DROPPED] = STORE_TRANSFER_DROPPED};
	struct store_episode e;
	if (row->state != DOWNLOAD_WAITING)
		return known[row->state];
	store_media_episode(look, row->item, now, &ui->scratch, &e);
	return e.transfer;
}

static struct row *
read_rows(struct ui *ui, const struct store_view *look, size_t *len)
{
	struct store_download_row page[PAGE];
	struct row *rows = NULL;
	size_t cap = 0, n = PAGE;
	uint64_t after = 0;
	int64_t now = time_wall();
	*len = 0;
	while (n == PAGE) {
		if (store_media_downloads(look, after, page, PAGE, &n) != OK)
			break;
		for (size_t i = 0; i < n; i++) {
			after = page[i].item;
			if (page[i].state == DOWNLOAD_DROPPED)
				continue;
			*VEC_PUSH(rows, *len, cap) = (struct row){.item = page[i].item,
				.transfer = transfer_of(ui, look, &page[i], now)};
		}
	}
	return rows;
}

static void
downloads_load(struct ui *ui, struct ui_view *view, bool again)
{
	struct downloads_view *d = (struct downloads_view *)view;
	struct store_view look;
	uint64_t at = ui_media_list_at(ui, view);
	size_t len;
	(void)again;
	if (!ui_open_view(ui, &look))
		return;
	struct row *rows = read_rows(ui, &look, &len);
	store_view_end(&look);
	if (len)
		qsort(rows, len, sizeof *rows, by_state);
	memset(d->counts, 0, sizeof d->counts);
	ui_media_list_clear(&d->list);
	for (size_t i = 0; i < len; i++) {
		if (rows[i].transfer == STORE_TRANSFER_HERE &&
			!d->counts[STORE_TRANSFER_HERE])
			ui_media_list_heading(&d->list, _("Here"));
		d->counts[rows[i].transfer]++;
		ui_media_list_add(&d->list, rows[i].item, 0);
	}
	free(rows);
	ui_media_list_place(&d->list, at);
}

/* ---- how fast */

static struct pace *
pace_of(struct downloads_view *d, uint64_t item)
{
	for (size_t i = 0; i < d->paces_len; i++)
		if (d->paces[i].item == item)
			return &d->paces[i];
	return NULL;
}

static void
take_progress(struct downloads_view *d, const struct engine_event *event)
{
	struct pace *pace = pace_of(d, event->item);
	int64_t now = time_mono_ms();
	if (event->done || event->error) {
		if (pace)
			*pace = d->paces[--d->paces_len];
		return;
	}
	if (!pace) {
		pace = VEC_PUSH(d->paces, d->paces_len, d->paces_cap);
		*pace = (struct pace){
			.item = event->item, .size = event->size, .at_ms = now};
		return;
	}
	if (now > pace->at_ms && event->size >= pace->size) {
		int64_t rate = (event->size - pace->size) * 1000 / (now - pace->at_ms);
		pace->rate = pace->rate ? (3 * pace->rate + rate) / 4 : rate;
	}
	pace->size = event->size;
	pace->at_ms = now;
}

static void
downloads_event(struct ui *ui, struct ui_view *view, const struct engine_event *event)
{
	struct downloads_view *d = (struct downloads_view *)view;
	if (event->kind != ENGINE_DOWNLOAD)
		return;
	take_progress(d, event);
	if (event->done || event->error)
		downloads_load(ui, view, true);
}

/* ---- drawing */

/* "24.6 of 38.4 MB  1.2 MB/s  12 s". */
static void
put_running(struct buf *out, const struct store_episode *e, const struct pace *pace)
{
	int64_t size = pace && pace->size > e->size ? pace->size : e->size;
	char wait[32];
	ui_episode_bytes(out, size);
	if (e->total > 0) {
		buf_adds(out, _(" of "));
		ui_episode_bytes(out, e->total);
	}
	if (!pace || !pace->rate)
		return;
	buf_adds(out, "  ");
	ui_episode_bytes(out, pace->rate);
	buf_adds(out, "/s");
	if (e->total > size) {
		time_format_wait((e->total - size) / pace->rate, wait, sizeof wait);
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
		put_running(&text, e, d ? pace_of(d, line->item) : NULL);
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
		buf_addf(&text, _("through redirects to %s"),
			output_address(&ui->scratch, e->hop));
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
	if (e->path)
		put_line(frame, &y, STYLE_META, e->path);
	buf_done(&text);
}

static void
put_caption(const struct downloads_view *d, struct ui_caption *caption)
{
	const size_t *n = d->counts;
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
	bool details = frame->height >= ADVICE_FROM;
	d->list.list.height = details ? frame->height - DETAIL_ROWS : frame->height;
	ui_list_fit(&d->list.list);
	ui_frame_blank(frame, 0);
	put_caption(d, caption);
	if (!d->list.len) {
		ui_lines_empty(frame, STYLE_HINT,
			arena_printf(&ui->scratch,
				_("Nothing is downloaded; %s on an episode does that"),
				ui_screen_key(ui, UI_ITEMS, "download")));
		return;
	}
	ui_media_list_draw(
		ui, &d->list, frame, put_tail, frame->width < NARROW ? 12 : TAIL, &shown);
	if (details && shown.there)
		put_details(ui, frame, d->list.list.height + 1, &shown);
	caption->error = shown.there && shown.episode.error;
	if (caption->error)
		buf_adds(&caption->detail, shown.episode.error);
}

static void
downloads_free(struct ui_view *view)
{
	free(((struct downloads_view *)view)->paces);
	ui_media_list_free(view);
}

static const struct ui_view_class downloads_class = {
	.context = UI_DOWNLOADS,
	.load = downloads_load,
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
