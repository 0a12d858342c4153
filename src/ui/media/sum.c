#include "config.h"

#include "ui/media/sum.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/size.h"
#include "base/time.h"
#include "base/vec.h"
#include "conf/option.h"
#include "engine/api.h"
#include "model/item.h"
#include "store/item/item.h"
#include "store/media/download.h"
#include "store/media/listen.h"
#include "ui/core/episode.h"
#include "ui/core/ui.h"
#include "ui/media/episode_rows.h"

/* ---- how many */

/* The row's state; only the whole record says which of the waiting ones run, or come back
 * from the trash. */
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
	bool returns = row->state == DOWNLOAD_HERE && row->trashed;
	if (row->state != DOWNLOAD_WAITING && !returns)
		return known[row->state];
	store_media_episode(view, row->item, time_wall(), &ui->scratch, &e);
	return e.transfer;
}

/* Whether the worker deletes the file some time after it was played. */
static bool
is_passing(const struct store_view *view, uint64_t item, int flags)
{
	int states = store_media_states(view, item);
	return (states & MEDIA_PLAYED) && !(states & MEDIA_QUEUED) &&
	       !(flags & (ITEM_STARRED | ITEM_TAGGED));
}

/* Counts a file that is here if it was played. */
static void
count_played(struct ui *ui, const struct store_view *view, uint64_t item, int flags,
	struct ui_media_sum *sum)
{
	struct listen_record listen;
	struct download_record r;
	int64_t keep = ui->options->keep_played;
	if (!is_passing(view, item, flags) ||
		store_media_listen(view, item, &ui->scratch, &listen) != OK ||
		store_media_download(view, item, &ui->scratch, &r) != OK ||
		store_media_download_is_kept(&r, &listen))
		return;
	sum->played++;
	sum->due += keep != OPTION_NEVER && listen.sampled <= time_wall() - keep / 1000;
}

bool
ui_media_sum_add(struct ui *ui, const struct store_view *view,
	const struct store_download_row *row, struct ui_media_sum *sum,
	enum store_transfer *transfer)
{
	int flags;
	sum->bytes += row->size; /* the trash and parts count as well */
	if (row->state == DOWNLOAD_DROPPED ||
		store_item_flags(view, row->item, &flags) == ERR_NOT_FOUND)
		return false;
	*transfer = transfer_of(ui, view, row);
	sum->counts[*transfer]++;
	if (*transfer == STORE_TRANSFER_HERE)
		count_played(ui, view, row->item, flags, sum);
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
	size_put(&used, bytes);
	size_put(&limit, ui->options->media_limit);
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

static void
put_rate(const struct ui_media_speeds *speeds, struct buf *out)
{
	int64_t rate = 0;
	for (size_t i = 0; i < speeds->len; i++)
		rate += speeds->list[i].rate;
	if (!rate)
		return;
	size_put(part(out), rate);
	buf_adds(out, "/s");
}

static void
put_policy(const struct ui *ui, const struct ui_media_sum *sum, struct buf *out)
{
	char keep[32];
	/* What goes at once, or never, has no time. */
	if (!sum->played || ui->options->keep_played <= 0)
		return;
	time_format_span(ui->options->keep_played, keep, sizeof keep);
	buf_addf(part(out),
		P_("%zu played file goes after %s", "%zu played files go after %s",
			sum->played),
		sum->played, keep);
	if (sum->due)
		buf_addf(out, P_(", %zu is due", ", %zu are due", sum->due), sum->due);
}

/* In the last row, if it takes one. */
static void
draw(const struct ui_media_sum *sum, const struct buf *text, struct ui_frame *frame)
{
	bool failed = sum->counts[STORE_TRANSFER_FAILED] > 0;
	if (!ui_media_sum_rows(sum, frame))
		return;
	struct ui_row *row = ui_frame_row(frame, frame->height - 1, STYLE_NORMAL);
	ui_row_blank(row, 1);
	ui_row_put(
		row, failed ? STYLE_ERROR : STYLE_HINT, buf_str(text), ui_row_left(row));
	ui_row_end(row);
}

void
ui_media_sum_draw(const struct ui *ui, const struct ui_media_sum *sum,
	const struct ui_media_speeds *speeds, struct ui_frame *frame)
{
	size_t failed = sum->counts[STORE_TRANSFER_FAILED];
	size_t come =
		sum->counts[STORE_TRANSFER_RUNS] + sum->counts[STORE_TRANSFER_WAITS];
	struct buf text = BUF_INIT(0);
	if (come)
		buf_addf(&text, P_("%zu download", "%zu downloads", come), come);
	put_rate(speeds, &text);
	put_size(ui, sum->bytes, &text);
	if (failed)
		buf_addf(&text, P_(" · %zu failed", " · %zu failed", failed), failed);
	draw(sum, &text, frame);
	buf_done(&text);
}

void
ui_media_sum_draw_disk(const struct ui *ui, const struct ui_media_sum *sum,
	const struct ui_media_speeds *speeds, int64_t room, struct ui_frame *frame)
{
	struct buf text = BUF_INIT(0);
	char size[SIZE_TEXT];
	put_rate(speeds, &text);
	put_size(ui, sum->bytes, &text);
	put_policy(ui, sum, &text);
	if (ui->unmounted)
		buf_adds(part(&text), _("disk: not mounted"));
	else if (room != INT64_MAX)
		buf_addf(part(&text), _("disk: %s free"), size_format(room, size));
	draw(sum, &text, frame);
	buf_done(&text);
}
