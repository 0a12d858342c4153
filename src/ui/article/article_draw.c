/*
 * Draws an article: the lines above its text, the text in its styles with found words
 * marked, and the title bar.
 */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "render/html.h"
#include "render/link_list.h"
#include "ui/article/article_inside.h"
#include "ui/core/highlight.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/items/items.h"

#define PARAGRAPH_LINES 50 /* looked through for the beginning of a paragraph */
#define BAR_CELLS 2        /* between the bar beside code and the code */
#define NOTE_MAX 300       /* bytes of a footnote in the status bar */

static bool
is_styled(const struct ui_article *v)
{
	return v->form != UI_ARTICLE_PLAIN;
}

/* block: it is in a line of code. */
static int
style_of(const struct ui_article *v, const struct render_span *span, bool block)
{
	static const struct {
		int render, style;
	} map[] = {
		{RENDER_BOLD, STYLE_BOLD},
		{RENDER_ITALIC, STYLE_ITALIC},
		{RENDER_UNDERLINE, STYLE_UNDERLINE},
		{RENDER_STRIKE, STYLE_STRIKE},
	};
	/* The last that applies counts. */
	static const struct {
		int render, style;
	} elements[] = {
		{RENDER_QUOTE, STYLE_QUOTE},
		{RENDER_HEADING, STYLE_HEADING},
		{RENDER_HEADING2, STYLE_HEADING2},
		{RENDER_HEADING1, STYLE_HEADING1},
		{RENDER_CODE, STYLE_CODE},
		{RENDER_HIGHLIGHT, STYLE_HIGHLIGHT},
		{RENDER_MARK, STYLE_MARK},
		{RENDER_LINK, STYLE_LINK},
	};
	int style = STYLE_NORMAL, looks = is_styled(v) ? span->style : 0;
	for (size_t i = 0; i < COUNT_OF(elements); i++)
		if (looks & elements[i].render)
			style = elements[i].style;
	if (style == STYLE_CODE && block)
		style = STYLE_BLOCK;
	if (ui_article_is_picked(v, span->link))
		return STYLE_PICK;
	for (size_t i = 0; i < COUNT_OF(map); i++)
		if (looks & map[i].render)
			style |= map[i].style;
	return style;
}

/* Puts the words of a span, which are text, and marks those that were found. */
static void
put_span(const struct ui_article *v, struct ui_row *row, const struct render_span *span,
	const char *text, bool code)
{
	int style = style_of(v, span, code);
	size_t hit = v->found && span->at != RENDER_NOWHERE
			     ? ui_article_hit_after(v, span->at)
			     : v->hits_len;
	uint32_t done = 0;
	for (; hit < v->hits_len && v->hits[hit].at < span->at + span->len; hit++) {
		uint32_t from =
			v->hits[hit].at > span->at ? v->hits[hit].at - span->at : 0;
		uint32_t to = v->hits[hit].end - span->at;
		to = to < span->len ? to : span->len;
		ui_row_put_n(row, style, text + done, from - done, ui_row_left(row));
		ui_row_put_n(row, STYLE_PICK, text + from, to - from, ui_row_left(row));
		done = to;
	}
	ui_row_put_n(row, style, text + done, span->len - done, ui_row_left(row));
}

/* The margin before a line of the text. Code has a bar there, which takes nothing from
 * its width. */
static void
put_margin(struct ui_row *row, size_t left, const struct render_line *line, bool bar)
{
	size_t before = left > line->left ? left - line->left : 0;
	if (bar && line->code && before >= BAR_CELLS) {
		ui_row_blank(row, before - BAR_CELLS);
		ui_row_put(row, STYLE_RULE, "▏", ui_row_left(row));
		ui_row_blank(row, BAR_CELLS - 1);
	} else {
		ui_row_blank(row, before);
	}
}

/* What is put from now on is a link of the text, or none. */
static void
set_link(const struct ui_article *v, struct ui_row *row, size_t number)
{
	bool jump = number & RENDER_JUMP;
	const struct ui_link *link = jump ? NULL : ui_article_links_at(&v->links, number);
	row->link = link || jump ? (uint16_t)number : 0;
	row->url = link ? link->open : NULL;
}

/* Whether the paragraph that a line of the text is in goes from right to left. */
static bool
is_rightward(const struct ui_article *v, size_t index)
{
	const struct render_line *line = render_line_at(v->doc, index);
	size_t first = index;
	if (!bidi_needed(render_line_text(line), line->len))
		return false;
	while (first && index - first < PARAGRAPH_LINES &&
		render_line_at(v->doc, first - 1)->len)
		first--;
	line = render_line_at(v->doc, first);
	return bidi_rightward(render_line_text(line), line->len);
}

/* A line of the text. One that goes from right to left ends at the right margin. */
static void
draw_text(struct ui_article *v, struct ui_row *row, size_t index, size_t left)
{
	const struct render_line *line = render_line_at(v->doc, index);
	bool right = row->turns && is_rightward(v, index);
	size_t cells = right ? ui_row_measure(row, render_line_text(line)) : 0;
	put_margin(row, left, line, is_styled(v));
	if (right && !line->code && cells < v->width)
		ui_row_blank(row, v->width - cells);
	size_t from = row->text.len;
	const char *text = render_line_text(line);
	for (uint32_t i = 0; i < line->spans_len; i++) {
		const struct render_span *span = &line->spans[i];
		set_link(v, row, span->link);
		put_span(v, row, span, text, line->code);
		text += span->len;
	}
	set_link(v, row, 0);
	if (line->picture)
		ui_article_images_draw(v, row, line);
	ui_highlights_put(v->ui->highlights, row, from);
	ui_row_mark(row, from, v->marked, STYLE_PICK);
	ui_row_turn(row, from, right ? BIDI_RIGHT : BIDI_LEFT);
}

static void
draw_line(struct ui_article *v, struct ui_row *row, size_t index, size_t left)
{
	size_t body = ui_article_body(v);
	if (index >= v->head.len && index < v->head.len + body) {
		draw_text(v, row, index - v->head.len, left);
		return;
	}
	const struct ui_line *line = index < v->head.len
					     ? &v->head.list[index]
					     : &v->foot.list[index - v->head.len - body];
	int style = ui_article_is_picked(v, line->link) ? STYLE_PICK : line->style;
	const char *text = line->text;
	ui_row_blank(row, left);
	size_t from = row->text.len;
	set_link(v, row, line->link);
	if (ui_article_episode_is_now(v, line->link)) {
		ui_row_put(row, STYLE_MARK, "►", ui_row_left(row));
		text++; /* a blank */
	}
	ui_row_put(row, style, text, ui_row_left(row));
	set_link(v, row, 0);
	ui_row_mark(row, from, v->marked, STYLE_PICK);
	ui_row_turn(row, from, BIDI_AUTO);
}

static void
put_mark(struct buf *out, const char *mark)
{
	buf_addf(out, "%s%s", out->len ? " " : "", mark);
}

/* What the picked jump leads to: the text of a footnote, say. */
static void
say_jump(const struct ui_article *v, struct buf *out)
{
	struct buf words = BUF_INIT(0);
	if (ui_article_episode_time(v) >= 0) {
		buf_adds(out, _("Enter plays from there"));
		return;
	}
	struct render_jump jump = render_jump_at(v->doc, v->jump - 1);
	if (jump.fold) {
		buf_adds(out, _("Enter unfolds it, or folds it again"));
		return;
	}
	if (jump.to != RENDER_NOWHERE)
		render_block_words(v->doc, jump.to, &words, NOTE_MAX);
	if (words.len)
		buf_addf(out, _("%s · Enter goes there"), buf_str(&words));
	else
		buf_adds(out, _("leads to a part of the page that is not in this text"));
	buf_done(&words);
}

static void
caption_of(struct ui *ui, const struct ui_article *v, struct ui_caption *caption)
{
	size_t len = v->head.len + ui_article_body(v);
	buf_adds(&caption->left,
		ui_catalog_title(&ui->catalog, v->item.feed, &ui->scratch));
	const char *form = ui_article_form_name(v);
	if (form)
		put_mark(&caption->right, form);
	if (v->item.flags & ITEM_STARRED)
		put_mark(&caption->right, "★");
	if (v->item.flags & ITEM_UNREAD)
		put_mark(&caption->right, _("unread"));
	if (!v->complete)
		put_mark(&caption->right, "…");
	else if (len > v->height && v->height)
		put_mark(&caption->right,
			arena_printf(&ui->scratch, "%zu%%",
				v->top >= len - v->height
					? (size_t)100
					: v->top * 100 / (len - v->height)));
	const struct ui_link *picked = ui_article_links_at(&v->links, v->pick);
	caption->whole = picked != NULL; /* its address must not be cut */
	if (picked)
		buf_addf(&caption->detail, _("link %zu leads to %s · Enter opens it"),
			v->pick, picked->shown);
	else if (v->jump)
		say_jump(v, &caption->detail);
	else if (v->found && v->hit)
		buf_addf(&caption->detail, _("%zu of %zu: %s"), v->hit, v->hits_len,
			v->found);
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
	const struct ui_view *items = ui_find(ui, UI_ITEMS);
	v->marked = items && !v->found ? ui_items_marked(items) : NULL;
	v->item.flags = ui_pending_apply(&ui->pending, v->id,
		ui_catalog_feed(&ui->catalog, v->item.feed), v->item.flags);
	size_t left = frame->width > v->width ? (frame->width - v->width) / 2 : 0;
	size_t len = ui_article_lines(v);
	for (size_t y = 0; y < frame->height; y++) {
		struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
		if (v->top + y < len)
			draw_line(v, row, v->top + y, left);
		ui_row_end(row);
	}
	caption_of(ui, v, caption);
	if (ui->focus == view)
		ui_article_images_opened(v);
}
