/*
 * The queue: what is played next, what is here besides, and what was played last.
 */
#include "config.h"

#include <inttypes.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "store/db/view.h"
#include "store/media/download.h"
#include "store/media/episode_queue.h"
#include "store/media/listen.h"
#include "ui/core/ui.h"
#include "ui/draw/lines.h"
#include "ui/media/episode_rows.h"
#include "ui/media/ui_media.h"

#define PAGE 500
#define QUEUE_MAX 20000 /* rows that are shown */
#define PLAYED_MAX 20

struct queue_view {
	struct ui_media_list list;
	uint64_t queued;
	int64_t duration; /* of all, as far as it is known */
};

/* ---- filling */

static void
add_queue(struct queue_view *q, const struct store_view *look)
{
	struct store_queue_row rows[PAGE];
	uint64_t after = 0;
	size_t len = PAGE;
	q->queued = 0;
	q->duration = 0;
	while (len == PAGE && q->queued < QUEUE_MAX) {
		if (store_media_queue(look, after, rows, PAGE, &len) != OK)
			return;
		if (len && !q->queued)
			ui_media_list_heading(&q->list, _("Next"));
		for (size_t i = 0; i < len; i++) {
			after = rows[i].rank;
			q->duration += rows[i].duration;
			ui_media_list_add(&q->list, rows[i].item, (int64_t)++q->queued);
		}
	}
}

/* Those that were played last. */
struct played {
	uint64_t items[PLAYED_MAX];
	size_t len;
};

static bool
is_among(const struct played *played, uint64_t item)
{
	for (size_t i = 0; i < played->len; i++)
		if (played->items[i] == item)
			return true;
	return false;
}

static void
add_here(struct queue_view *q, const struct store_view *look, const struct played *played)
{
	struct store_download_row rows[PAGE];
	uint64_t after = 0;
	size_t len = PAGE;
	bool any = false;
	while (len == PAGE && q->list.len < QUEUE_MAX) {
		if (store_media_downloads(look, after, rows, PAGE, &len) != OK)
			return;
		for (size_t i = 0; i < len; i++) {
			after = rows[i].item;
			if (rows[i].state == DOWNLOAD_DROPPED ||
				is_among(played, rows[i].item) ||
				store_media_queue_has(look, rows[i].item))
				continue;
			if (!any)
				ui_media_list_heading(
					&q->list, _("Here, not in the queue"));
			any = true;
			ui_media_list_add(&q->list, rows[i].item, 0);
		}
	}
}

static void
add_played(
	struct queue_view *q, const struct store_view *look, const struct played *played)
{
	bool any = false;
	for (size_t i = 0; i < played->len; i++) {
		if (store_media_queue_has(look, played->items[i]))
			continue;
		if (!any)
			ui_media_list_heading(&q->list, _("Played"));
		any = true;
		ui_media_list_add(&q->list, played->items[i], 0);
	}
}

static void
queue_load(struct ui *ui, struct ui_view *view, bool again)
{
	struct queue_view *q = (struct queue_view *)view;
	struct store_view look;
	uint64_t at = ui_media_list_at(ui, view);
	(void)again;
	if (!ui_open_view(ui, &look))
		return;
	ui_media_list_clear(&q->list);
	struct played played = {.len = 0};
	if (store_media_listened(&look, played.items, PLAYED_MAX, &played.len) != OK)
		played.len = 0;
	add_queue(q, &look);
	add_here(q, &look, &played);
	add_played(q, &look, &played);
	store_view_end(&look);
	ui_media_list_place(&q->list, at);
}

/* ---- drawing */

static void
put_caption(const struct queue_view *q, struct ui_caption *caption)
{
	struct buf *right = &caption->right;
	int64_t minutes = q->duration / 60000;
	buf_adds(&caption->left, _("Queue"));
	buf_addf(right, P_("%" PRIu64 " episode", "%" PRIu64 " episodes", q->queued),
		q->queued);
	if (minutes >= 60)
		buf_addf(right, _(" · %" PRId64 " h %02d"), minutes / 60,
			(int)(minutes % 60));
	else if (minutes)
		buf_addf(right, _(" · %" PRId64 " min"), minutes);
}

static void
draw_empty(struct ui *ui, struct ui_frame *frame)
{
	ui_lines_empty(frame, STYLE_HINT,
		arena_printf(&ui->scratch,
			_("Nothing is queued; %s on an episode puts it here, %s "
			  "downloads it"),
			ui_screen_key(ui, UI_ITEMS, "enqueue"),
			ui_screen_key(ui, UI_ITEMS, "download")));
}

static void
queue_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption)
{
	struct queue_view *q = (struct queue_view *)view;
	struct ui_media_shown shown = {.there = false};
	q->list.list.height = frame->height;
	ui_list_fit(&q->list.list);
	ui_frame_blank(frame, 0);
	put_caption(q, caption);
	if (!q->list.len) {
		draw_empty(ui, frame);
		return;
	}
	ui_media_list_lay(ui, &q->list, frame, ui->columns.queue, &shown);
	if (!shown.there)
		return;
	caption->error = shown.episode.error != NULL;
	buf_adds(&caption->detail, shown.episode.error ? shown.episode.error
				   : shown.item.title  ? shown.item.title
						       : "");
}

static const struct ui_view_class queue_class = {
	.context = UI_QUEUE,
	.load = queue_load,
	.draw = queue_draw,
	.move = ui_media_list_move,
	.at = ui_media_list_at,
	.inner = ui_media_list_inner,
	.inner_context = UI_ARTICLE,
	.target = ui_media_list_target,
	.free = ui_media_list_free,
};

struct ui_view *
ui_media_queue_new(struct ui *ui)
{
	(void)ui;
	struct queue_view *q = mem_zalloc(sizeof *q);
	q->list.view.class = &queue_class;
	return &q->list.view;
}
