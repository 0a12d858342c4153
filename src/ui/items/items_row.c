#include "config.h"

#include "ui/items/items_row.h"

#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/time.h"
#include "base/url.h"
#include "base/utf8.h"
#include "model/item.h"
#include "model/media.h"
#include "output/field.h"
#include "store/db/view.h"
#include "store/identity/story.h"
#include "store/item/item.h"
#include "store/media/media.h"
#include "store/score/priority.h"
#include "store/score/taste.h"
#include "ui/core/episode.h"
#include "ui/core/highlight.h"
#include "ui/core/playing.h"
#include "ui/core/ui.h"
#include "ui/items/items_inside.h"
#include "ui/items/select.h"

/* What a row needs, copied from the store. */
struct shown {
	struct output_item_row row;
	bool there, deleted; /* its record exists; it was deleted */
	int style;           /* of its title; 0: as usual */
};

static void
read_episode(struct ui *ui, const struct store_view *view, uint64_t id,
	struct output_item_row *row)
{
	store_media_episode(view, id, time_wall(), &ui->scratch, &row->episode);
	const char *playing = ui_playing_at(ui, id, &row->episode);
	row->media = playing ? playing
			     : arena_printf(&ui->scratch, "%s%s",
				       media_kind_sign(row->item.media),
				       ui_episode_sign(&row->episode));
	if (media_plays(row->item.media)) {
		struct buf times = BUF_INIT(0);
		ui_episode_length(&times, &row->episode, row->item.duration);
		row->times = arena_strdup(&ui->scratch, buf_str(&times));
		buf_done(&times);
	}
	row->kind = media_kind_name(row->item.media);
	row->download = store_media_transfer_name(row->episode.transfer);
	row->position = row->episode.position / 1000;
}

static void
read_row(struct ui *ui, const struct store_view *view, uint64_t id, struct shown *out)
{
	struct store_item *item = &out->row.item;
	struct store_item_glance glance;
	int status = store_item(view, id, &ui->scratch, item);
	out->deleted = status == ERR_NOT_FOUND;
	out->there = status == OK;
	if (status != OK)
		return;
	const struct store_feed *feed = ui_catalog_feed(&ui->catalog, item->feed);
	item->flags = ui_pending_apply(&ui->pending, id, feed, item->flags);
	out->row.interest = (uint32_t)store_score_interest(view, id);
	item->score += STORE_INTEREST_WORTH((int64_t)out->row.interest) +
		       store_score_priority(view, item->feed);
	out->style = ui_highlights_of(ui->highlights, item, feed, time_wall());
	bool read = store_item_glance(view, id, &glance) == OK;
	if (read && glance.enclosures)
		read_episode(ui, view, id, &out->row);
	out->row.also = (uint32_t)store_identity_story_count(view, id);
	output_item_row_fill(&out->row, read ? &glance : NULL, &ui->scratch);
	if (read && output_template_uses(ui->columns.items, "minutes"))
		output_item_row_minutes(&out->row, &glance);
	out->row.feed_title = ui_catalog_title(&ui->catalog, item->feed, &ui->scratch);
}

/* The rest of a title that is scrolled sideways. */
static const char *
rest_of(struct ui *ui, const char *title, size_t shift)
{
	size_t len = strlen(title), cells;
	size_t n = utf8_fit(title, len, shift, &cells);
	return n < len ? arena_printf(&ui->scratch, "…%s", title + n) : "…";
}

static struct shown *
read_rows(struct ui *ui, const struct ui_items_rows *rows)
{
	struct store_view view;
	struct shown *list = arena_zalloc(&ui->scratch, (rows->len + 1) * sizeof *list);
	bool ok = ui_open_view(ui, &view);
	for (size_t i = 0; i < rows->len && ok; i++) {
		read_row(ui, &view, rows->keys[i].id, &list[i]);
		if (rows->shift && list[i].there)
			list[i].row.headline =
				rest_of(ui, list[i].row.headline, rows->shift);
		if (ui_items_select_has(rows->list, rows->keys[i].id))
			list[i].row.select = "+";
	}
	if (ok)
		store_view_end(&view);
	return list;
}

/* Instead of an item that can't be shown. */
static void
put_missing(struct ui_row *out, const struct shown *shown)
{
	ui_row_put(out, STYLE_PICK, shown->row.select ? "+" : " ", 1);
	ui_row_blank(out, 3);
	ui_row_put(out, shown->deleted ? STYLE_HINT : STYLE_ERROR,
		shown->deleted ? _("(deleted)")
			       : _("This item's record is damaged; run courant check"),
		ui_row_left(out));
	ui_row_end(out);
}

const struct store_item *
ui_items_row_draw(struct ui *ui, struct ui_frame *frame, const struct ui_items_rows *rows,
	bool *cut)
{
	const struct ui_items *v = (const struct ui_items *)rows->list;
	struct shown *list = read_rows(ui, rows);
	const void **lines = arena_zalloc(&ui->scratch, (rows->len + 1) * sizeof *lines);
	for (size_t i = 0; i < rows->len; i++)
		lines[i] = list[i].there ? &list[i].row : NULL;
	const size_t cols = ui_items_thumbs_cols(ui, frame->width);
	struct ui_frame beside = *frame;
	beside.width -= cols ? cols + 1 : 0;
	const struct output_lines laid = ui_columns_lay(
		ui, ui->columns.items, lines, rows->len, &beside, rows->mixed);
	for (size_t i = 0; i < rows->len; i++) {
		struct ui_row *out = ui_frame_row(frame, rows->y[i], STYLE_NORMAL);
		const struct ui_columns_style style = {
			.unread = list[i].row.item.flags & ITEM_UNREAD,
			.found = rows->found,
			.title = list[i].style,
			.words = ui->highlights,
			.link = url_is_web(list[i].row.item.link) ? list[i].row.item.link
								  : NULL};
		bool was_cut = false;
		ui_items_thumbs_put(v, rows->keys[i].id, cols, out);
		if (list[i].there)
			was_cut = ui_columns_put(out, &laid, i, &style);
		else
			put_missing(out, &list[i]);
		out->selected = i == rows->at;
		if (i == rows->at)
			*cut = was_cut;
	}
	return list[rows->at].there ? &list[rows->at].row.item : NULL;
}
