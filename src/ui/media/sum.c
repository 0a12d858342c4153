#include "config.h"

#include "ui/media/sum.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/time.h"
#include "base/vec.h"
#include "conf/option.h"
#include "engine/api.h"
#include "store/media/download.h"
#include "ui/core/episode.h"
#include "ui/core/ui.h"
#include "ui/media/episode_rows.h"

/* ---- how many */

/* The row's state; only the whole record says which of the waiting ones run. */
static enum store_transfer
transfer_of(struct ui *ui, const struct store_view *view,
	const struct store_download_row *row)
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
	store_media_episode(view, row->item, time_wall(), &ui->scratch, &e);
	return e.transfer;
}

bool
ui_media_sum_add(struct ui *ui, const struct store_view *view,
	const struct store_download_row *row, struct ui_media_sum *sum,
	enum store_transfer *transfer)
{
	sum->bytes += row->size; /* the trash and parts count as well */
	if (row->state == DOWNLOAD_DROPPED || !ui_media_is_stored(view, row->item))
		return false;
	*transfer = transfer_of(ui, view, row);
	sum->counts[*transfer]++;
	return true;
}

/* ---- how fast */

static struct ui_media_speed *
find(const struct ui_media_speeds *speeds, uint64_t item)
{
	for (size_t i = 0; i < speeds->len; i++)
		if (speeds->list[i].item == item)
			return &speeds->list[i];
	return NULL;
}

const struct ui_media_speed *
ui_media_speed_of(const struct ui_media_speeds *speeds, uint64_t item)
{
	return find(speeds, item);
}

void
ui_media_speeds_take(struct ui_media_speeds *speeds, const struct engine_event *event)
{
	struct ui_media_speed *speed = find(speeds, event->item);
	int64_t now = time_mono_ms();
	if (event->done || event->error) {
		if (speed)
			*speed = speeds->list[--speeds->len];
		return;
	}
	if (!speed) {
		speed = VEC_PUSH(speeds->list, speeds->len, speeds->cap);
		*speed = (struct ui_media_speed){
			.item = event->item, .size = event->size, .at_ms = now};
		return;
	}
	if (now > speed->at_ms && event->size >= speed->size) {
		int64_t rate = (event->size - speed->size) * 1000 / (now - speed->at_ms);
		speed->rate = speed->rate ? (3 * speed->rate + rate) / 4 : rate;
	}
	speed->size = event->size;
	speed->at_ms = now;
}

void
ui_media_speeds_done(struct ui_media_speeds *speeds)
{
	free(speeds->list);
	*speeds = (struct ui_media_speeds){.list = NULL};
}

/* ---- the line */

/* Parts have dots between them. */
static struct buf *
part(struct buf *out)
{
	if (out->len)
		buf_adds(out, " · ");
	return out;
}

static void
put_size(const struct ui *ui, int64_t bytes, struct buf *out)
{
	struct buf used = BUF_INIT(0), limit = BUF_INIT(0);
	ui_episode_bytes(&used, bytes);
	ui_episode_bytes(&limit, ui->options->media_limit);
	if (ui->options->media_limit)
		buf_addf(part(out), _("%s of %s used"), buf_str(&used), buf_str(&limit));
	else
		buf_adds(part(out), buf_str(&used));
	buf_done(&used);
	buf_done(&limit);
}

size_t
ui_media_sum_rows(const struct ui_media_sum *sum, const struct ui_frame *frame)
{
	const size_t *n = sum->counts;
	bool any = sum->bytes || n[STORE_TRANSFER_RUNS] || n[STORE_TRANSFER_WAITS] ||
		   n[STORE_TRANSFER_FAILED];
	return any && frame->height >= UI_MEDIA_SUM_FROM;
}

void
ui_media_sum_draw(const struct ui *ui, const struct ui_media_sum *sum,
	const struct ui_media_speeds *speeds, struct ui_frame *frame)
{
	size_t failed = sum->counts[STORE_TRANSFER_FAILED];
	size_t come =
		sum->counts[STORE_TRANSFER_RUNS] + sum->counts[STORE_TRANSFER_WAITS];
	int64_t rate = 0;
	struct buf text = BUF_INIT(0);
	if (!ui_media_sum_rows(sum, frame))
		return;
	if (come)
		buf_addf(&text, P_("%zu download", "%zu downloads", come), come);
	for (size_t i = 0; i < speeds->len; i++)
		rate += speeds->list[i].rate;
	if (rate) {
		ui_episode_bytes(part(&text), rate);
		buf_adds(&text, "/s");
	}
	put_size(ui, sum->bytes, &text);
	if (failed)
		buf_addf(&text, P_(" · %zu failed", " · %zu failed", failed), failed);
	struct ui_row *row = ui_frame_row(frame, frame->height - 1, STYLE_NORMAL);
	ui_row_blank(row, 1);
	ui_row_put(
		row, failed ? STYLE_ERROR : STYLE_HINT, buf_str(&text), ui_row_left(row));
	ui_row_end(row);
	buf_done(&text);
}
