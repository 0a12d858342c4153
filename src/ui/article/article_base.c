/*
 * Where an article is: its lines, and the place in its text.
 */
#include "config.h"

#include "render/html.h"
#include "ui/article/article_inside.h"
#include "ui/core/ui.h"

struct ui_article *
ui_article_in_focus(struct ui *ui)
{
	bool is = ui->focus->class->context == UI_ARTICLE;
	return is ? (struct ui_article *)ui->focus : NULL;
}

size_t
ui_article_body(const struct ui_article *v)
{
	return v->doc ? render_lines_len(v->doc) : 0;
}

size_t
ui_article_lines(const struct ui_article *v)
{
	return v->head.len + ui_article_body(v) + (v->complete ? v->foot.len : 0);
}

uint32_t
ui_article_place(const struct ui_article *v)
{
	size_t body = ui_article_body(v);
	size_t line = v->top > v->head.len ? v->top - v->head.len : 0;
	if (line == 0 || body == 0)
		return 0;
	return render_line_at(v->doc, line < body ? line : body - 1)->at;
}

/* Whether a screen of the text from the place on is laid out: with less, that would not
 * be the top of the screen. */
static bool
is_laid_out(const struct ui_article *v)
{
	size_t body = ui_article_body(v);
	if (v->complete)
		return true;
	return body && render_line_at(v->doc, body - 1)->at > v->place &&
	       render_line_of(v->doc, v->place) + v->height <= body;
}

void
ui_article_find_place(struct ui_article *v)
{
	size_t body = ui_article_body(v);
	if (!v->seeking || !is_laid_out(v))
		return;
	v->seeking = false;
	if (body)
		v->top = v->head.len + render_line_of(v->doc, v->place);
}

void
ui_article_clamp(struct ui_article *v)
{
	size_t len = ui_article_lines(v);
	size_t most = len > v->height ? len - v->height : 0;
	if (v->top > most && (v->complete || !v->seeking))
		v->top = most;
}

void
ui_article_go(struct ui_article *v, uint32_t place)
{
	v->place = place;
	v->placed = true;
	v->seeking = true;
	ui_article_find_place(v);
}

void
ui_article_reveal(struct ui_article *v, size_t line)
{
	size_t at = v->head.len + line;
	if (at >= v->top && at < v->top + v->height)
		return;
	v->top = at > v->height / 3 ? at - v->height / 3 : 0;
	v->placed = v->seeking = false;
	ui_article_clamp(v);
}

const struct text *
ui_article_text(const struct ui_article *v, size_t *len)
{
	*len = v->from_page ? v->page.len : v->body.text_len;
	return v->from_page ? &v->page.text : &v->body.text;
}
