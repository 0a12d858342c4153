#include "config.h"

#include "ui/media/download_details.h"

#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "output/shown_address.h"
#include "ui/core/ui.h"
#include "ui/draw/lines.h"
#include "ui/media/episode_rows.h"

#define KEY_CELLS 7 /* of a key, and after it */
#define TIME_FORMAT "%e %b %H:%M"

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
		{"tries", N_("show all tries, with what the server answered")},
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

/* "HTTP 404: the address does not exist, since 26 Nov 2026 (3 tries); again 30 Nov 2026
 * 04:00". */
static void
put_fault(const struct store_episode *e, struct buf *out)
{
	char at[32];
	buf_adds(out, e->error);
	if (e->tries > 1 && e->failing != TIME_NONE) {
		time_format_local(e->failing, TIME_FORMAT, at, sizeof at);
		buf_addf(out, _(", since %s"), at);
	}
	if (e->tries)
		buf_addf(out, P_(" (%d try)", " (%d tries)", (unsigned)e->tries),
			(int)e->tries);
	if (e->next != TIME_NONE) {
		time_format_local(e->next, TIME_FORMAT, at, sizeof at);
		buf_addf(out, _("; next try %s"), at);
	}
}

void
ui_media_details_draw(struct ui *ui, const struct ui_media_shown *shown, size_t y,
	struct ui_frame *frame)
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
		if (str_istarts(e->url, "https:") && !str_istarts(e->hop, "https:"))
			buf_addf(&text, " (%s)", _("not encrypted"));
		put_line(frame, &y, STYLE_META, buf_str(&text));
	}
	if (e->error) {
		buf_clear(&text);
		put_fault(e, &text);
		put_line(frame, &y, STYLE_ERROR, buf_str(&text));
	}
	if (e->states & MEDIA_REPLACED)
		put_line(frame, &y, STYLE_HINT,
			_("the feed has another version; download replaces this one, and "
			  "undo brings it back for a day"));
	if (e->path)
		put_line(frame, &y, STYLE_META, e->path);
	if (e->error)
		put_advice(ui, frame, &y);
	buf_done(&text);
}
