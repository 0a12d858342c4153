/*
 * Keys may ask for what an article's layout does not reach yet: its end, some words, its
 * links. They are served as the layout proceeds, slice by slice.
 */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "render/html.h"
#include "ui/article_inside.h"
#include "ui/stack.h"
#include "ui/state.h"

#define SLICE_LINES 4096 /* searched in a slice, at most */

/* The text of a line above, in or below the text. */
static const char *
line_text(const struct ui_article *v, size_t at)
{
	size_t body = ui_article_body(v);
	if (at < v->head.len)
		return v->head.list[at].text;
	at -= v->head.len;
	return at < body ? render_line_at(v->doc, at)->text
			 : v->foot.list[at - body].text;
}

/* Searches at most SLICE_LINES more of the lines laid out so far, and continues at the
 * first line after the last. */
static void
find_step(struct ui *ui, struct ui_article *v)
{
	size_t len = ui_article_lines(v);
	for (size_t i = 0; i < SLICE_LINES; i++, v->find_at++) {
		bool over = false;
		if (v->find_at >= len && !v->complete)
			return;
		if (v->find_at >= len) {
			over = v->find_wrapped;
			v->find_wrapped = true;
			v->find_at = 0;
		}
		const char *text = line_text(v, v->find_at);
		bool found = str_ifind(text, strlen(text), v->found);
		if (v->find_wrapped && v->find_at >= v->find_from)
			over = true;
		if (!found && !over)
			continue;
		v->wait = UI_ARTICLE_NOTHING;
		if (found)
			v->top = v->find_at;
		else
			ui_status_say(&ui->status, false, _("Not in this article: %s"),
				v->found);
		ui_article_clamp(v);
		return;
	}
}

static void
link_chosen(struct ui *ui, const struct ui_choice *choice)
{
	int64_t number;
	if (str_int((struct span){choice->detail + 1, strlen(choice->detail) - 2},
		    &number) == OK &&
		ui_article_pick_number(ui, (size_t)number))
		ui_browser_item(ui, NULL);
}

static void
list_links(struct ui *ui, struct ui_article *v)
{
	size_t len = v->links.len;
	if (len == 0) {
		ui_status_say(&ui->status, false, _("The article has no links"));
		return;
	}
	struct ui_choice *rows = mem_zalloc(len * sizeof *rows);
	for (size_t i = 0; i < len; i++) {
		const struct ui_link *link = &v->links.list[i];
		struct buf number = BUF_INIT(0);
		buf_addf(&number, "[%zu]", i + 1);
		rows[i].text = mem_strdup(ui_links_text(&ui->scratch, link));
		rows[i].detail = buf_take(&number);
		rows[i].value = mem_strdup(link->url);
	}
	ui_push(ui, ui_choose_new(ui, _("Links"), rows, len, link_chosen));
}

static void
check_pick(struct ui *ui, struct ui_article *v)
{
	size_t len = v->links.len;
	if (v->pick <= len)
		return;
	ui_status_say(&ui->status, false,
		P_("The article has %zu link", "The article has %zu links", len), len);
	v->pick = 0;
}

void
ui_article_go_on(struct ui *ui, struct ui_article *v)
{
	enum ui_article_wait wait = v->wait;
	bool enough = v->complete;
	if (wait == UI_ARTICLE_PICK)
		enough |= v->pick <= v->links.len;
	if (wait == UI_ARTICLE_END)
		v->top = ui_list_scroll(v->top, ui_article_lines(v), v->height, UI_LAST);
	if (wait == UI_ARTICLE_FIND)
		find_step(ui, v);
	else if (enough)
		v->wait = UI_ARTICLE_NOTHING;
	if (enough && wait == UI_ARTICLE_PICK)
		check_pick(ui, v);
	if (enough && wait == UI_ARTICLE_LINKS)
		list_links(ui, v);
	ui->dirty |= wait != UI_ARTICLE_NOTHING;
}

void
ui_article_wait_for(struct ui *ui, struct ui_article *v, enum ui_article_wait wait)
{
	ui_article_layout(ui, v);
	v->wait = v->ok ? wait : UI_ARTICLE_NOTHING;
	ui_article_go_on(ui, v);
}
