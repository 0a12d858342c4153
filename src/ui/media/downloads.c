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
#include "base/size.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "base/vec.h"
#include "engine/api.h"
#include "store/db/view.h"
#include "store/media/download.h"
#include "ui/core/episode.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/draw/lines.h"
#include "ui/media/download_details.h"
#include "ui/media/episode_rows.h"
#include "ui/media/sum.h"
#include "ui/media/ui_media.h"

#define PAGE 100        /* rows that are read in one go */
#define TAIL 38         /* cells after the title */
#define NARROW 70       /* below this width, only the share */
#define DETAILS_FROM 18 /* height from which there is room for the details */

/* Hosts from which something is coming. */
struct busy {
	char **hosts;
	size_t len, cap;
};

struct row {
	uint64_t item;
	int64_t next; /* when it may begin */
};

/* Rows of one state, in their order. */
struct rows {
	struct row *list;
	size_t len, cap;
};

struct downloads_view {
	struct ui_media_list list;
	struct busy busy;
	/* Of the reading that is under way: */
	struct ui_media_sum fresh;
	struct busy fresh_busy;
	struct rows rows[STORE_TRANSFER_DROPPED + 1];
	uint64_t after;      /* the last item read */
	bool read;           /* all are, */
	size_t group, added; /* and these many groups and items of the next are listed */
	struct ui_media_speeds speeds;
	int64_t room;   /* bytes that are free on the disk; INT64_MAX: not known */
	bool unmounted; /* as the heading says */
};

/* ---- filling */

static void
forget_hosts(struct busy *busy)
{
	for (size_t i = 0; i < busy->len; i++)
		free(busy->hosts[i]);
	busy->len = 0;
}

static void
forget_rows(struct downloads_view *d)
{
	for (size_t i = 0; i < COUNT_OF(d->rows); i++)
		d->rows[i].len = 0;
	d->fresh = (struct ui_media_sum){.bytes = 0};
	forget_hosts(&d->fresh_busy);
	d->after = 0;
	d->read = false;
	d->group = d->added = 0;
}

/* Where it comes from, as far as that is known. */
static struct span
host_of(const struct store_episode *e)
{
	const char *url = e->hop ? e->hop : e->url;
	return url_split(span_of(url ? url : "")).host;
}

static void
add_host(struct ui *ui, const struct store_view *view, uint64_t item, struct busy *busy)
{
	struct store_episode e;
	store_media_episode(view, item, time_wall(), &ui->scratch, &e);
	struct span host = host_of(&e);
	if (host.n)
		*VEC_PUSH(busy->hosts, busy->len, busy->cap) =
			mem_strndup(host.p, host.n);
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
		if (transfer == STORE_TRANSFER_RUNS)
			add_host(ui, view, page[i].item, &d->fresh_busy);
		struct rows *rows = &d->rows[transfer];
		*VEC_PUSH(rows->list, rows->len, rows->cap) =
			(struct row){page[i].item, page[i].next};
	}
	return n == PAGE;
}

static int
first_to_begin(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	if (x->next != y->next)
		return x->next < y->next ? -1 : 1;
	return (x->item > y->item) - (x->item < y->item);
}

static void
sort_waiting(struct rows *rows)
{
	if (rows->len)
		qsort(rows->list, rows->len, sizeof *rows->list, first_to_begin);
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
			ui_media_list_heading(&d->list,
				d->unmounted ? _("On a disk that is not mounted")
					     : _("Here"));
		ui_media_list_add(&d->list, rows->list[d->added++].item, 0);
		left--;
	}
	return left == 0;
}

/* Forgets how fast those came that no longer run. */
static void
keep_speeds(struct downloads_view *d)
{
	const struct rows *run = &d->rows[STORE_TRANSFER_RUNS];
	for (size_t i = d->speeds.len; i-- > 0;) {
		size_t k = 0;
		while (k < run->len && run->list[k].item != d->speeds.list[i].item)
			k++;
		if (k == run->len)
			d->speeds.list[i] = d->speeds.list[--d->speeds.len];
	}
}

static bool
fill(struct ui_media_list *list, struct ui *ui, const struct store_view *view)
{
	struct downloads_view *d = (struct downloads_view *)list;
	if (!list->fresh.begun) {
		forget_rows(d);
		d->unmounted = ui->unmounted != NULL;
	}
	if (!d->read) {
		d->read = !read_rows(ui, d, view);
		if (d->read)
			sort_waiting(&d->rows[STORE_TRANSFER_WAITS]);
	}
	if (!d->read || add_rows(d))
		return true;
	struct busy busy = d->busy;
	d->list.sum = d->fresh;
	d->busy = d->fresh_busy;
	d->fresh_busy = busy;
	keep_speeds(d);
	return false;
}

static void
downloads_load(struct ui *ui, struct ui_view *view, bool again)
{
	(void)again;
	engine_get_room(ui->engine);
	ui_media_list_read(ui, (struct ui_media_list *)view, fill);
}

static void
downloads_event(struct ui *ui, struct ui_view *view, const struct engine_event *event)
{
	struct downloads_view *d = (struct downloads_view *)view;
	if (event->kind == ENGINE_ROOM)
		d->room = event->size;
	if (d->unmounted != (ui->unmounted != NULL))
		downloads_load(ui, view, true);
	if (event->kind != ENGINE_DOWNLOAD)
		return;
	ui_media_speeds_take(&d->speeds, event);
	if (event->done || event->error)
		downloads_load(ui, view, true);
}

/* ---- drawing */

/* "24.6 MB of 38.4 MB". */
static void
put_size(struct buf *out, int64_t size, int64_t total)
{
	size_put(out, size);
	buf_adds(out, _(" of "));
	if (total > 0)
		size_put(out, total);
	else
		buf_addc(out, '?');
}

/* "24.6 MB of 38.4 MB  1.2 MB/s  12 s". */
static void
put_running(struct buf *out, const struct store_episode *e,
	const struct ui_media_speed *speed)
{
	int64_t size = speed && speed->size > e->size ? speed->size : e->size;
	char wait[32];
	put_size(out, size, e->total);
	if (!speed || !speed->rate)
		return;
	buf_adds(out, "  ");
	size_put(out, speed->rate);
	buf_adds(out, "/s");
	if (e->total > size) {
		time_format_wait((e->total - size) / speed->rate, wait, sizeof wait);
		buf_addf(out, "  %s", wait);
	}
}

/* Does another one come from its server, so that it has to wait? */
static bool
is_host_busy(const struct downloads_view *d, const struct store_episode *e)
{
	struct span host = host_of(e);
	for (size_t i = 0; i < d->busy.len; i++)
		if (span_ieq(host, d->busy.hosts[i]))
			return true;
	return false;
}

static void
put_waiting(const struct ui *ui, struct buf *out, const struct downloads_view *d,
	const struct store_episode *e)
{
	char wait[32];
	int64_t left = e->next == TIME_NONE ? 0 : e->next - time_wall();
	if (e->error && left > 0) {
		time_format_wait(left, wait, sizeof wait);
		buf_addf(out, _("again in %s"), wait);
	} else if (e->returns) {
		buf_adds(out, _("comes back from the trash"));
	} else if (d && is_host_busy(d, e)) {
		buf_adds(out, _("waits for its host (1 at once)"));
	} else {
		buf_adds(out, _("waits"));
	}
	if (e->size > 0 && !e->returns && !ui->unmounted) {
		buf_adds(out, "; ");
		put_size(out, e->size, e->total);
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
		put_waiting(ui, &text, d, e);
	else if (e->transfer == STORE_TRANSFER_HELD)
		buf_addf(&text, _("held; %s resumes"),
			ui_screen_key(ui, UI_DOWNLOADS, "download"));
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
put_caption(const struct downloads_view *d, struct ui_caption *caption)
{
	const size_t *n = d->list.sum.counts;
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
	ui_media_list_fit(ui, &d->list, frame->width);
	size_t below = ui_media_sum_rows(&d->list.sum, frame);
	d->list.list.height = frame->height - below - (details ? UI_MEDIA_DETAILS : 0);
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
		ui_media_details_draw(ui, &shown, d->list.list.height + 1, frame);
	ui_media_sum_draw_disk(ui, &d->list.sum, &d->speeds, d->room, frame);
	caption->error = shown.there && shown.episode.error;
	if (caption->error)
		buf_adds(&caption->detail, shown.episode.error);
}

static void
downloads_free(struct ui_view *view)
{
	struct downloads_view *d = (struct downloads_view *)view;
	for (size_t i = 0; i < COUNT_OF(d->rows); i++)
		free(d->rows[i].list);
	forget_hosts(&d->busy);
	forget_hosts(&d->fresh_busy);
	free(d->busy.hosts);
	free(d->fresh_busy.hosts);
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
	d->room = INT64_MAX;
	return &d->list.view;
}
