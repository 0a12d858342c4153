/*
 * The queue: what is playing and what is next, what else is here, and what was played
 * last.
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/size.h"
#include "conf/option.h"
#include "engine/api.h"
#include "store/db/view.h"
#include "store/media/download.h"
#include "store/media/episode_queue.h"
#include "store/media/listen.h"
#include "ui/core/episode.h"
#include "ui/core/playing.h"
#include "ui/core/ui.h"
#include "ui/draw/lines.h"
#include "ui/media/episode_rows.h"
#include "ui/media/sum.h"
#include "ui/media/ui_media.h"

#define PAGE 100        /* rows that are read in one go */
#define QUEUE_MAX 20000 /* rows that are shown */
#define PLAYED_MAX 20

/* Those that were played last. */
struct played {
	uint64_t items[PLAYED_MAX];
	size_t len;
};

struct queue_view {
	struct ui_media_list list;
	uint64_t queued;
	int64_t duration; /* of all, as far as it is known */
	uint64_t playing; /* the item that is playing; 0: none */
	struct ui_media_speeds speeds;
	/* The reading that is under way: */
	struct {
		bool (*part)(struct ui *ui, struct queue_view *q,
			const struct store_view *view);
		uint64_t after; /* the last rank, or item */
		uint64_t queued, number;
		int64_t duration;
		bool any; /* that are here besides */
		struct played played;
		struct ui_media_sum sum;
	} now;
};

/* ---- filling. The parts read some more each; false: all is read. */

static bool
add_played(struct ui *ui, struct queue_view *q, const struct store_view *view)
{
	const struct played *played = &q->now.played;
	bool any = false;
	(void)ui;
	for (size_t i = 0; i < played->len; i++) {
		if (played->items[i] == q->playing ||
			store_media_queue_has(view, played->items[i]) ||
			!ui_media_is_stored(view, played->items[i]))
			continue;
		if (!any)
			ui_media_list_heading(&q->list, _("Recently played"));
		any = true;
		ui_media_list_add(&q->list, played->items[i], 0);
	}
	q->queued = q->now.queued;
	q->duration = q->now.duration;
	q->list.sum = q->now.sum;
	return false;
}

static bool
is_among(const struct played *played, uint64_t item)
{
	for (size_t i = 0; i < played->len; i++)
		if (played->items[i] == item)
			return true;
	return false;
}

static bool
add_here(struct ui *ui, struct queue_view *q, const struct store_view *view)
{
	struct store_download_row rows[PAGE];
	size_t len = 0;
	if (store_media_downloads(view, q->now.after, rows, PAGE, &len) != OK)
		len = 0;
	for (size_t i = 0; i < len; i++) {
		q->now.after = rows[i].item;
		enum store_transfer transfer;
		if (!ui_media_sum_add(ui, view, &rows[i], &q->now.sum, &transfer) ||
			rows[i].item == q->playing ||
			is_among(&q->now.played, rows[i].item) ||
			store_media_queue_has(view, rows[i].item) ||
			q->list.fresh.len >= QUEUE_MAX)
			continue;
		if (!q->now.any)
			ui_media_list_heading(&q->list, _("Downloaded, not queued"));
		q->now.any = true;
		ui_media_list_add(&q->list, rows[i].item, 0);
	}
	if (len < PAGE)
		q->now.part = add_played;
	return true;
}

static bool
add_queue(struct ui *ui, struct queue_view *q, const struct store_view *view)
{
	struct store_queue_row rows[PAGE];
	size_t len = 0;
	(void)ui;
	if (store_media_queue(view, q->now.after, rows, PAGE, &len) != OK)
		len = 0;
	for (size_t i = 0; i < len; i++) {
		q->now.after = rows[i].rank;
		if (!ui_media_is_stored(view, rows[i].item))
			continue;
		q->now.queued++;
		q->now.duration += rows[i].duration;
		if (rows[i].item == q->playing)
			continue;
		if (!q->now.number)
			ui_media_list_heading(&q->list, _("Next"));
		ui_media_list_add(&q->list, rows[i].item, (int64_t)++q->now.number);
	}
	if (len < PAGE || q->now.queued >= QUEUE_MAX) {
		q->now.part = add_here;
		q->now.after = 0;
	}
	return true;
}

static uint64_t
playing(const struct ui *ui)
{
	const struct engine_playing *now = &ui->playing.now;
	return now->state == PLAYER_NONE ? 0 : now->item;
}

static bool
fill(struct ui_media_list *list, struct ui *ui, const struct store_view *view)
{
	struct queue_view *q = (struct queue_view *)list;
	if (list->fresh.begun)
		return q->now.part(ui, q, view);
	q->playing = playing(ui);
	if (q->playing) {
		ui_media_list_heading(list, _("Now"));
		ui_media_list_add(list, q->playing, 0);
	}
	struct played *played = &q->now.played;
	memset(&q->now, 0, sizeof q->now);
	q->now.part = add_queue;
	if (store_media_listened(view, played->items, PLAYED_MAX, &played->len) != OK)
		played->len = 0;
	return true;
}

static void
queue_load(struct ui *ui, struct ui_view *view, bool again)
{
	(void)again;
	engine_get_room(ui->engine);
	ui_media_list_read(ui, (struct ui_media_list *)view, fill);
}

static void
queue_event(struct ui *ui, struct ui_view *view, const struct engine_event *event)
{
	(void)ui;
	if (event->kind == ENGINE_DOWNLOAD)
		ui_media_speeds_take(&((struct queue_view *)view)->speeds, event);
}

static void
queue_free(struct ui_view *view)
{
	ui_media_speeds_done(&((struct queue_view *)view)->speeds);
	ui_media_list_free(view);
}

/* ---- drawing */

static void
put_caption(const struct ui *ui, const struct queue_view *q, struct ui_caption *caption)
{
	struct buf *right = &caption->right;
	int64_t minutes = q->duration / 60000;
	int speed = (int)ui->playing.now.speed;
	buf_adds(&caption->left, _("Queue"));
	if (!ui->options->queue_continues)
		buf_adds(&caption->left, _(" · stops after each"));
	buf_addf(right, P_("%" PRIu64 " episode", "%" PRIu64 " episodes", q->queued),
		q->queued);
	if (minutes >= 60)
		buf_addf(right, _(" · %" PRId64 " h %02d"), minutes / 60,
			(int)(minutes % 60));
	else if (minutes)
		buf_addf(right, _(" · %" PRId64 " min"), minutes);
	if (q->playing && speed && speed != 100) {
		buf_adds(right, " · ");
		buf_add_hundredths(right, speed);
		buf_adds(right, "×");
	}
}

/* "Tides · stopped at 21:07, 23 min left · 39 MB here". */
static void
put_detail(const struct ui *ui, const struct ui_media_shown *shown, struct buf *out)
{
	const struct store_episode *e = &shown->episode;
	/* The line above says where that which is playing is. */
	bool stopped = e->position >= 1000 && !ui_playing_is(ui, shown->item.id);
	int64_t length = e->duration > 0 ? e->duration : shown->item.duration;
	int64_t left = (length - e->position) / 60000;
	if (e->error) {
		buf_adds(out, e->error);
		return;
	}
	buf_adds(out, shown->item.title ? shown->item.title : _("(no title)"));
	if (stopped) {
		buf_adds(out, _(" · stopped at "));
		ui_episode_clock(out, e->position);
	}
	if (stopped && left > 0)
		buf_addf(out, _(", %" PRId64 " min left"), left);
	if (e->transfer == STORE_TRANSFER_HERE && !ui->unmounted) {
		buf_adds(out, " · ");
		size_put(out, e->size);
		buf_adds(out, _(" here"));
	}
}

static void
draw_empty(struct ui *ui, struct ui_frame *frame)
{
	ui_lines_empty(frame, STYLE_HINT,
		arena_printf(&ui->scratch,
			_("The queue is empty; %s on an episode adds it, %s downloads "
			  "it"),
			ui_screen_key(ui, UI_ITEMS, "enqueue"),
			ui_screen_key(ui, UI_ITEMS, "download")));
}

static void
queue_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption)
{
	struct queue_view *q = (struct queue_view *)view;
	struct ui_media_shown shown = {.there = false};
	ui_media_list_fit(ui, &q->list, frame->width);
	q->list.list.height = frame->height - ui_media_sum_rows(&q->list.sum, frame);
	ui_list_fit(&q->list.list);
	ui_frame_blank(frame, 0);
	put_caption(ui, q, caption);
	if (!q->list.len && q->list.fresh.some)
		return;
	if (!q->list.len) {
		draw_empty(ui, frame);
		return;
	}
	ui_media_list_lay(ui, &q->list, frame, ui->columns.queue, &shown);
	ui_media_sum_draw(ui, &q->list.sum, &q->speeds, frame);
	if (!shown.there)
		return;
	caption->error = shown.episode.error != NULL;
	put_detail(ui, &shown, &caption->detail);
}

static enum ui_mode
queue_mode(const struct ui_view *view)
{
	return ((const struct queue_view *)view)->list.len ? UI_MODE_QUEUE
							   : UI_MODE_USUAL;
}

static const struct ui_view_class queue_class = {
	.context = UI_QUEUE,
	.mode = queue_mode,
	.load = queue_load,
	.step = ui_media_list_step,
	.draw = queue_draw,
	.move = ui_media_list_move,
	.at = ui_media_list_at,
	.inner = ui_media_list_inner,
	.inner_context = UI_ARTICLE,
	.target = ui_media_list_target,
	.event = queue_event,
	.free = queue_free,
};

struct ui_view *
ui_media_queue_new(struct ui *ui)
{
	(void)ui;
	struct queue_view *q = mem_zalloc(sizeof *q);
	q->list.view.class = &queue_class;
	return &q->list.view;
}
