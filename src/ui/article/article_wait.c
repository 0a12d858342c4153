/*
 * Keys may ask for what an article's layout does not reach yet: its end, some words, its
 * links. They are served as the layout proceeds, slice by slice.
 */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "model/media.h"
#include "render/html.h"
#include "ui/article/article_inside.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/outside/outside.h"
#include "ui/page/page.h"

#define WORDS_MAX 60 /* bytes of a link's words in the list of links */

static void
link_chosen(struct ui *ui, const struct ui_choice *choice)
{
	int64_t number;
	if (str_int((struct span){choice->detail + 1, strlen(choice->detail) - 2},
		    &number) == OK &&
		ui_act_pick(ui, (size_t)number))
		ui_outside_browser_item(ui, NULL);
}

static void
list_links(struct ui *ui, struct ui_article *v)
{
	size_t len = v->links.len;
	const struct store_item_body *body = &v->body;
	size_t chosen = media_find(
		body->enclosures, body->enclosures_len, v->episode.stored.chosen);
	if (len == 0) {
		ui_status_say(&ui->status, false, _("The article has no links"));
		return;
	}
	struct ui_choice *rows = mem_zalloc(len * sizeof *rows);
	for (size_t i = 0; i < len; i++) {
		const struct ui_link *link = &v->links.list[i];
		struct buf number = BUF_INIT(0), words = BUF_INIT(0);
		buf_addf(&number, "[%zu]", i + 1);
		render_link_words(v->doc, i, &words, WORDS_MAX);
		buf_addf(&words, "%s%s", words.len ? "  " : "",
			ui_article_links_text(&ui->scratch, link));
		if (link->kind == UI_LINK_ATTACHMENT && chosen < body->enclosures_len &&
			str_eq(link->url, body->enclosures[chosen].url))
			buf_adds(&words, _(" (chosen)"));
		rows[i].text = buf_take(&words);
		rows[i].detail = buf_take(&number);
		rows[i].value = mem_strdup(link->url);
		rows[i].item = v->id;
	}
	ui_push(ui, ui_page_choose(ui, _("Links"), rows, len, link_chosen));
}

static void
check_pick(struct ui *ui, struct ui_article *v)
{
	size_t len = v->links.len;
	if (v->pick <= len)
		return;
	if (len == RENDER_LINKS_MAX)
		ui_status_say(&ui->status, true,
			_("Only the first %zu links of an article have numbers"), len);
	else
		ui_status_say(&ui->status, true,
			P_("The article has %zu link", "The article has %zu links", len),
			len);
	v->pick = 0;
}

/* The picked link is shown, wherever it is. */
static void
show_pick(struct ui_article *v)
{
	if (v->doc && v->pick <= render_links_len(v->doc)) {
		uint32_t at = render_link_at(v->doc, v->pick - 1)->at;
		if (at || v->pick == 1)
			ui_article_reveal(v, render_line_of(v->doc, at));
	}
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
		enough &= ui_article_find_step(ui, v);
	if (enough)
		v->wait = UI_ARTICLE_NOTHING;
	if (enough && wait == UI_ARTICLE_PICK)
		check_pick(ui, v);
	if (enough && wait == UI_ARTICLE_PICK && v->pick)
		show_pick(v);
	if (enough && wait == UI_ARTICLE_LINKS)
		list_links(ui, v);
	if (enough && wait == UI_ARTICLE_OUTLINE)
		ui_article_list_headings(ui, v);
	ui->dirty |= wait != UI_ARTICLE_NOTHING;
}

void
ui_article_wait_for(struct ui *ui, struct ui_article *v, enum ui_article_wait wait)
{
	ui_article_layout(ui, v);
	v->wait = v->ok ? wait : UI_ARTICLE_NOTHING;
	ui_article_go_on(ui, v);
}
