#include "config.h"

#include "ui/items/items_row.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "model/item.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/media/media.h"
#include "ui/core/episode.h"
#include "ui/core/state.h"
#include "ui/items/select.h"

#define FEED_CELLS_MAX 40 /* of the feed's name beside an item, */
#define FEED_SHARE 4      /* and at most this part of the row */
#define FEED_FROM 60      /* width from which it is shown, */
#define MINUTES_FROM 70   /* and how long the text takes to read */
#define MINUTES_CELLS 5
#define LENGTH_CELLS_MAX 16
#define TAGS_SHARE 3      /* tags take at most this part of the room for the title */
#define MINUTE_BYTES 1500 /* of text with its markup, that are read in a minute */

/* The tags of an item as "#a #b". */
static size_t
put_tags(struct ui_row *out, const struct store_item *item, size_t cells)
{
	size_t used = 0;
	for (size_t i = 0; i < item->tags_len && used + 3 < cells; i++) {
		if (i)
			ui_row_blank(out, 1);
		used += (i > 0) + ui_row_put(out, STYLE_TAG, "#", 1);
		used += ui_row_put(out, STYLE_TAG, item->tags[i], cells - used);
	}
	return used;
}

/* The cells that put_tags takes. */
static size_t
measure_tags(const struct ui_row *out, const struct store_item *item)
{
	size_t cells = 0;
	for (size_t i = 0; i < item->tags_len; i++)
		cells += (i > 0) + 1 + ui_row_measure(out, item->tags[i]);
	return cells;
}

/* The title, and at the row's right end tags and minutes, if there is room for them. */
static bool
put_title(struct ui_row *out, const struct ui_items_row *row)
{
	bool unread = row->flags & ITEM_UNREAD;
	const char *title = row->item->title;
	char minutes[24] = "";
	const char *length = row->length ? row->length : minutes;
	bool timed = row->length || row->minutes;
	if (str_empty(title))
		title = row->item->link ? row->item->link : _("(no title)");
	if (row->minutes)
		snprintf(minutes, sizeof minutes, "%" PRIu64 "m", row->minutes);
	size_t all = ui_row_left(out) ? ui_row_left(out) - 1 : 0;
	size_t tags = measure_tags(out, row->item);
	size_t cells =
		row->length_cells > MINUTES_CELLS ? row->length_cells : MINUTES_CELLS;
	size_t tail = timed ? cells : 0;
	if (tags > all / TAGS_SHARE)
		tags = all / TAGS_SHARE;
	if (tags)
		tail += tags + 2;
	size_t want = ui_row_measure(out, title), room = all > tail ? all - tail : 0;
	if (row->kind && room > 3) {
		ui_row_column(out, STYLE_MARK, row->kind, 1);
		ui_row_column(out, STYLE_MARK, row->sign ? row->sign : "", 1);
		ui_row_blank(out, 1);
		room -= 3;
	}
	size_t start = out->cells;
	ui_row_put(out, unread ? STYLE_UNREAD : STYLE_READ, title, room);
	ui_row_to(out, start + room);
	if (tags) {
		ui_row_blank(out, 2);
		ui_row_blank(out, tags - put_tags(out, row->item, tags));
	}
	if (timed)
		ui_row_column_right(out, STYLE_HINT, length, cells);
	ui_row_end(out);
	return want > room;
}

bool
ui_items_row_put(struct ui_row *out, const struct ui_items_row *row)
{
	bool unread = row->flags & ITEM_UNREAD;
	ui_row_put(out, STYLE_PICK, row->selected ? "+" : " ", 1);
	ui_row_column(out, STYLE_COUNT, unread ? "●" : "", 1);
	ui_row_column(out, STYLE_STAR, row->flags & ITEM_STARRED ? "★" : "", 1);
	ui_row_blank(out, 1);
	if (!row->item) {
		ui_row_put(out, row->gone ? STYLE_HINT : STYLE_ERROR,
			row->gone ? _("(deleted)")
				  : _("This item's record is damaged; run courant check"),
			ui_row_left(out));
		ui_row_end(out);
		return false;
	}
	ui_row_column_right(out, STYLE_DATE, row->date, row->date_cells);
	ui_row_blank(out, 2);
	if (row->feed && row->feed_cells) {
		ui_row_column(out, STYLE_FEED, row->feed, row->feed_cells);
		ui_row_blank(out, 2);
	}
	return put_title(out, row);
}

static void
format_date(struct ui *ui, int64_t when, int64_t now, char *out, size_t size)
{
	struct tm then, today;
	time_t a = (time_t)when, b = (time_t)now;
	out[0] = '\0';
	if (when == TIME_NONE || !localtime_r(&a, &then) || !localtime_r(&b, &today))
		return;
	const char *format = ui->options->date_format;
	if (str_eq(format, conf_option("date-format")->fallback))
		format = then.tm_year == today.tm_year
				 ? _("%b %d") /* as usual in the language */
				 : _("%b %d %Y");
	bool same = then.tm_year == today.tm_year && then.tm_yday == today.tm_yday;
	if (strftime(out, size, same ? "%H:%M" : format, &then) == 0)
		out[0] = '\0';
}

/* What a row needs, copied from the store. */
struct shown {
	struct ui_items_row row;
	struct store_item item;
	char date[40];
};

static void
read_episode(struct ui *ui, const struct store_view *look, uint64_t id, int64_t now,
	struct shown *out)
{
	struct store_episode e;
	struct buf length = BUF_INIT(0);
	enum media_kind kind = out->item.media;
	store_media_episode(look, id, now, &ui->scratch, &e);
	/* Older programs did not store what it is. */
	out->row.kind = ui_episode_kind(kind == MEDIA_NONE ? MEDIA_UNKNOWN : kind);
	out->row.sign = ui_episode_sign(&e);
	if (media_plays(kind))
		ui_episode_length(&length, &e, out->item.duration);
	if (length.len)
		out->row.length = arena_strdup(&ui->scratch, buf_str(&length));
	buf_done(&length);
}

static void
read_row(struct ui *ui, const struct store_view *look, uint64_t id, int64_t now,
	struct shown *out)
{
	int status = store_item(look, id, &ui->scratch, &out->item);
	out->row =
		(struct ui_items_row){.gone = status == ERR_NOT_FOUND, .date = out->date};
	if (status != OK)
		return;
	out->row.item = &out->item;
	out->row.flags = ui_pending_apply(&ui->pending, id,
		ui_catalog_feed(&ui->catalog, out->item.feed), out->item.flags);
	struct store_item_glance glance;
	if (store_item_glance(look, id, &glance) == OK) {
		out->row.minutes = (glance.length + MINUTE_BYTES - 1) / MINUTE_BYTES;
		if (glance.enclosures)
			read_episode(ui, look, id, now, out);
	}
	format_date(ui, out->item.time, now, out->date, sizeof out->date);
}

static struct shown *
read_rows(struct ui *ui, const struct store_key *keys, size_t len)
{
	struct store_view look;
	struct shown *rows = arena_zalloc(&ui->scratch, (len + 1) * sizeof *rows);
	int64_t now = time_wall();
	bool ok = ui_look(ui, &look);
	for (size_t i = 0; i < len && ok; i++)
		read_row(ui, &look, keys[i].id, now, &rows[i]);
	if (ok)
		store_view_end(&look);
	return rows;
}

/* Makes the columns as wide as what is on the screen needs. */
static void
fit_columns(struct ui *ui, const struct ui_frame *frame, struct shown *rows, size_t len,
	bool named)
{
	size_t length_cells = 0;
	size_t date_cells = 0, feed_cells = 0, most = frame->width / FEED_SHARE;
	for (size_t y = 0; y < len; y++) {
		struct ui_items_row *row = &rows[y].row;
		size_t cells = ui_row_measure(&frame->rows[0], row->date);
		date_cells = cells > date_cells ? cells : date_cells;
		cells = row->length ? ui_row_measure(&frame->rows[0], row->length) + 1
				    : 0;
		length_cells = cells > length_cells ? cells : length_cells;
		if (!named || !row->item || frame->width < FEED_FROM)
			continue;
		row->feed = ui_catalog_title(&ui->catalog, row->item->feed, &ui->scratch);
		cells = ui_row_measure(&frame->rows[0], row->feed);
		feed_cells = cells > feed_cells ? cells : feed_cells;
	}
	if (most > FEED_CELLS_MAX)
		most = FEED_CELLS_MAX;
	for (size_t y = 0; y < len; y++) {
		rows[y].row.date_cells = date_cells;
		rows[y].row.feed_cells = feed_cells < most ? feed_cells : most;
		rows[y].row.length_cells =
			length_cells < LENGTH_CELLS_MAX ? length_cells : LENGTH_CELLS_MAX;
		if (frame->width < MINUTES_FROM) {
			rows[y].row.minutes = 0;
			rows[y].row.length = NULL;
		}
	}
}

const struct store_item *
ui_items_row_draw(struct ui *ui, struct ui_frame *frame, const struct store_key *keys,
	size_t len, size_t at, bool named, const struct ui_view *list, bool *cut)
{
	struct shown *rows = read_rows(ui, keys, len);
	fit_columns(ui, frame, rows, len, named);
	for (size_t y = 0; y < len; y++) {
		struct ui_row *out = ui_frame_row(frame, y, STYLE_NORMAL);
		rows[y].row.selected = ui_items_select_has(list, keys[y].id);
		bool was_cut = ui_items_row_put(out, &rows[y].row);
		out->selected = y == at;
		if (y == at)
			*cut = was_cut;
	}
	ui_frame_blank(frame, len);
	return rows[at].row.item;
}
