/*
 * Draws an article: the lines above its text, the text in its styles with found words
 * marked, and the title bar.
 */
#include "config.h"

#include "ui/article_inside.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "render/html.h"
#include "ui/state.h"

/* "Feed · author · date · tags · comments · marks". */
static void
about(struct ui *ui, struct ui_article *v, struct buf *out)
{
	int flags = v->item.flags;
	int64_t when = v->item.published;
	buf_adds(out, ui_catalog_title(&ui->catalog, v->item.feed, &ui->scratch));
	if (!str_empty(v->item.author))
		buf_addf(out, " · %s", v->item.author);
	if (when == TIME_NONE)
		when = v->item.seen;
	time_t at = (time_t)when;
	struct tm tm;
	char date[64];
	if (localtime_r(&at, &tm) &&
		strftime(date, sizeof date, _("%a, %d %b %Y, %H:%M"), &tm) > 0)
		buf_addf(out, " · %s", date);
	for (size_t i = 0; i < v->item.tags_len; i++)
		buf_addf(out, "%s%s", i ? ", " : " · ", v->item.tags[i]);
	if (v->item.comments)
		buf_addf(out,
			P_(" · %" PRIu32 " comment", " · %" PRIu32 " comments",
				v->item.comments),
			v->item.comments);
	for (size_t i = 0; i < v->also_len; i++)
		buf_addf(out, i ? ", %s" : _(" · also in %s"), v->also[i]);
	if (flags & ITEM_EDITED)
		buf_adds(out, _(" · edited"));
	if (flags & ITEM_GONE)
		buf_adds(out, _(" · no longer in the feed"));
	if (flags & ITEM_CUT)
		buf_adds(out, _(" · truncated"));
}

void
ui_article_head(struct ui *ui, struct ui_article *v)
{
	struct buf text = BUF_INIT(0);
	const char *title = v->item.title;
	ui_lines_add(&v->head, STYLE_NORMAL, "", 0);
	ui_lines_wrap(&v->head, v->width, STYLE_HEADING, 0,
		str_empty(title) ? _("(no title)") : title, 0);
	about(ui, v, &text);
	ui_lines_wrap(&v->head, v->width, STYLE_META, 0, buf_str(&text), 0);
	if (!str_empty(v->item.link))
		ui_lines_wrap(&v->head, v->width, STYLE_LINK, 0, v->item.link, 2);
	ui_lines_rule(&v->head, v->width);
	buf_done(&text);
}

static int
style_of(const struct ui_article *v, const struct render_span *span)
{
	static const struct {
		int render, style;
	} map[] = {
		{RENDER_BOLD, STYLE_BOLD},
		{RENDER_ITALIC, STYLE_ITALIC},
		{RENDER_UNDERLINE, STYLE_UNDERLINE},
		{RENDER_STRIKE, STYLE_STRIKE},
	};
	int style = STYLE_NORMAL;
	if (span->style & RENDER_QUOTE)
		style = STYLE_QUOTE;
	if (span->style & RENDER_CODE)
		style = STYLE_CODE;
	if (span->style & RENDER_HEADING)
		style = STYLE_HEADING;
	if (span->style & RENDER_MARK)
		style = STYLE_MARK;
	if (span->style & RENDER_LINK)
		style = STYLE_LINK;
	if (span->link && span->link == v->pick)
		return STYLE_PICK;
	for (size_t i = 0; i < COUNT_OF(map); i++)
		if (span->style & map[i].render)
			style |= map[i].style;
	return style;
}

/* Puts n bytes, marking found words. */
static void
put_marked(const struct ui_article *v, struct ui_row *row, int style, const char *text,
	size_t n)
{
	size_t words = v->found ? strlen(v->found) : 0;
	while (n > 0) {
		const char *hit = words ? str_ifind(text, n, v->found) : NULL;
		size_t plain = hit ? (size_t)(hit - text) : n;
		ui_row_put_n(row, style, text, plain, ui_row_left(row));
		if (hit)
			ui_row_put_n(row, STYLE_PICK, hit, words, ui_row_left(row));
		text += plain + (hit ? words : 0);
		n -= plain + (hit ? words : 0);
	}
}

static void
draw_line(const struct ui_article *v, struct ui_row *row, size_t index)
{
	size_t body = ui_article_body(v);
	if (index >= v->head.len && index < v->head.len + body) {
		const struct render_line *line =
			render_line_at(v->doc, index - v->head.len);
		for (uint32_t i = 0; i < line->spans_len; i++) {
			const struct render_span *span = &line->spans[i];
			put_marked(v, row, style_of(v, span), line->text + span->start,
				span->len);
		}
		return;
	}
	const struct ui_line *line = index < v->head.len
					     ? &v->head.list[index]
					     : &v->foot.list[index - v->head.len - body];
	int style = line->link && line->link == v->pick ? STYLE_PICK : line->style;
	put_marked(v, row, style, line->text, strlen(line->text));
}

static void
put_mark(struct buf *out, const char *mark)
{
	buf_addf(out, "%s%s", out->len ? " " : "", mark);
}

static void
caption_of(struct ui *ui, const struct ui_article *v, struct ui_caption *caption)
{
	size_t len = ui_article_lines(v);
	buf_adds(&caption->left,
		ui_catalog_title(&ui->catalog, v->item.feed, &ui->scratch));
	if (v->item.flags & ITEM_STARRED)
		put_mark(&caption->right, "★");
	if (v->item.flags & ITEM_UNREAD)
		put_mark(&caption->right, _("unread"));
	if (!v->complete)
		put_mark(&caption->right, "…");
	else if (len > v->height)
		put_mark(&caption->right, arena_printf(&ui->scratch, "%zu%%",
						  v->top * 100 / (len - v->height)));
	const struct ui_link *picked = ui_links_at(&v->links, v->pick);
	caption->whole = picked != NULL; /* its address must not be cut */
	if (picked)
		buf_addf(&caption->detail, _("link %zu leads to %s · Enter opens it"),
			v->pick, picked->shown);
}

static void
draw_error(const struct ui_article *v, struct ui_frame *frame)
{
	ui_frame_blank(frame, 0);
	struct ui_row *row = ui_frame_row(frame, frame->height > 2 ? 1 : 0, STYLE_NORMAL);
	ui_row_blank(row, 2);
	ui_row_put(row, STYLE_ERROR, v->err.text, ui_row_left(row));
	ui_row_end(row);
}

void
ui_article_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption)
{
	struct ui_article *v = (struct ui_article *)view;
	v->height = frame->height;
	if (!v->ok) {
		draw_error(v, frame);
		return;
	}
	ui_article_layout(ui, v);
	ui_article_clamp(v);
	v->item.flags = ui_pending_apply(&ui->pending, v->id,
		ui_catalog_feed(&ui->catalog, v->item.feed), v->item.flags);
	size_t left = frame->width > v->width ? (frame->width - v->width) / 2 : 0;
	size_t len = ui_article_lines(v);
	for (size_t y = 0; y < frame->height; y++) {
		struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
		ui_row_blank(row, left);
		if (v->top + y < len)
			draw_line(v, row, v->top + y);
		ui_row_end(row);
	}
	caption_of(ui, v, caption);
}
