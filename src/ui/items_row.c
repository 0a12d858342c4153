#include "config.h"

#include "ui/items_row.h"

#include <time.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "model/item.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "ui/select.h"
#include "ui/state.h"

#define FEED_CELLS_MAX 20 /* of the feed's name beside an item */
#define FEED_FROM 60      /* width from which it is shown */

void
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
		return;
	}
	ui_row_column(out, STYLE_DATE, row->date, row->date_cells);
	ui_row_blank(out, 2);
	if (row->feed && out->width >= FEED_FROM) {
		size_t cells = out->width / 5;
		if (cells > FEED_CELLS_MAX)
			cells = FEED_CELLS_MAX;
		ui_row_column(out, STYLE_FEED, row->feed, cells);
		ui_row_blank(out, 2);
	}
	const char *title = row->item->title;
	if (str_empty(title))
		title = row->item->link ? row->item->link : _("(no title)");
	size_t room = ui_row_left(out);
	ui_row_put(out, unread ? STYLE_UNREAD : STYLE_READ, title, room ? room - 1 : 0);
	ui_row_end(out);
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
		format = _("%b %d"); /* as usual in the language */
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

const struct store_item *
ui_items_row_draw(struct ui *ui, struct ui_frame *frame, const struct store_key *keys,
	size_t len, size_t at, bool named, const struct ui_view *list)
{
	struct shown *rows = read_rows(ui, keys, len);
	size_t date_cells = 0;
	for (size_t y = 0; y < len; y++) {
		size_t cells = ui_row_measure(&frame->rows[0], rows[y].date);
		date_cells = cells > date_cells ? cells : date_cells;
	}
	for (size_t y = 0; y < len; y++) {
		struct ui_items_row *row = &rows[y].row;
		row->date_cells = date_cells;
		if (named && row->item)
			row->feed = ui_catalog_title(
				&ui->catalog, row->item->feed, &ui->scratch);
		row->selected = ui_select_has(list, keys[y].id);
		struct ui_row *out = ui_frame_row(frame, y, STYLE_NORMAL);
		ui_items_row_put(out, row);
		out->selected = y == at;
	}
	ui_frame_blank(frame, len);
	return rows[at].row.item;
}
