/*
 * Moving in an article from link to link, to where a link within the text leads and back,
 * and from heading to heading.
 */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/vec.h"
#include "render/html.h"
#include "ui/article/article.h"
#include "ui/article/article_inside.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/outside/outside.h"
#include "ui/page/page.h"

#define HEADING_MAX 200 /* bytes of a heading in the outline */

/* ---- links */

/* A link in the lines: where it starts, and which it is. */
struct stop {
	size_t line;
	uint32_t at;
	uint16_t link; /* 0: none */
};

bool
ui_article_is_picked(const struct ui_article *v, uint16_t link)
{
	return link & RENDER_JUMP ? v->jump == (size_t)(link & ~RENDER_JUMP) + 1
				  : link && v->pick == link;
}

/* The next link after a place, or the one before it, that is not picked. */
static struct stop
find_stop(const struct ui_article *v, uint32_t place, bool backwards)
{
	size_t len = ui_article_body(v);
	size_t line = len ? render_line_of(v->doc, place) : 0;
	struct stop stop = {0};
	for (; line < len && !stop.link; line += backwards ? SIZE_MAX : 1) {
		const struct render_line *l = render_line_at(v->doc, line);
		for (uint32_t i = 0; i < l->spans_len; i++) {
			const struct render_span *span =
				&l->spans[backwards ? l->spans_len - 1 - i : i];
			bool there = span->at != RENDER_NOWHERE &&
				     (backwards ? span->at < place : span->at >= place);
			if (!span->link || !there || ui_article_is_picked(v, span->link))
				continue;
			stop = (struct stop){line, span->at, span->link};
			break;
		}
	}
	return stop;
}

/* Where the link that was found searching backward begins. */
static struct stop
start_of(const struct ui_article *v, struct stop stop)
{
	for (size_t line = stop.line; line < stop.line + 1; line--) {
		const struct render_line *l = render_line_at(v->doc, line);
		bool other = false;
		for (uint32_t i = l->spans_len; i > 0 && !other; i--) {
			const struct render_span *span = &l->spans[i - 1];
			if (span->at == RENDER_NOWHERE || span->at >= stop.at)
				continue;
			other = span->link != stop.link;
			if (!other)
				stop = (struct stop){line, span->at, stop.link};
		}
		if (other || line == 0)
			break;
	}
	return stop;
}

static void
pick_stop(struct ui *ui, struct ui_article *v, struct stop stop)
{
	bool jump = stop.link & RENDER_JUMP;
	v->pick = jump ? 0 : stop.link;
	v->jump = jump ? (size_t)(stop.link & ~RENDER_JUMP) + 1 : 0;
	v->pick_at = stop.at;
	v->typing = false;
	ui_article_reveal(v, stop.line);
	ui->dirty = true;
}

/* Is the link that Tab picked last on the screen? */
static bool
pick_is_shown(const struct ui_article *v)
{
	if (!v->pick && !v->jump)
		return false;
	size_t line = v->head.len + render_line_of(v->doc, v->pick_at);
	return line >= v->top && line < v->top + v->height;
}

/* The place after the last line shown. */
static uint32_t
end_of_screen(const struct ui_article *v)
{
	size_t end = v->top + v->height, body = ui_article_body(v);
	size_t line = end > v->head.len ? end - v->head.len : 0;
	return line < body ? render_line_at(v->doc, line)->at : RENDER_NOWHERE;
}

/* Where to look from for a link if none is picked: the whole screen counts. */
static uint32_t
start_of_walk(const struct ui_article *v, bool backwards)
{
	return backwards ? end_of_screen(v) : ui_article_place(v);
}

static void
move_link(struct ui *ui, bool backwards)
{
	struct ui_article *v = ui_article_in_focus(ui);
	if (!v || !v->ok)
		return;
	ui_article_layout(ui, v);
	bool shown = v->doc && pick_is_shown(v);
	if (!shown)
		v->pick = v->jump = 0;
	if (!v->doc)
		return;
	uint32_t place = shown ? v->pick_at + !backwards : start_of_walk(v, backwards);
	struct stop stop = v->doc ? find_stop(v, place, backwards) : (struct stop){0};
	if (!stop.link) {
		ui_status_say(&ui->status, false,
			backwards ? _("No link above") : _("No link below"));
		ui->keys.failed = true;
		return;
	}
	pick_stop(ui, v, backwards ? start_of(v, stop) : stop);
}

void
ui_article_next_link(struct ui *ui, const char *arg)
{
	(void)arg;
	move_link(ui, false);
}

void
ui_article_previous_link(struct ui *ui, const char *arg)
{
	(void)arg;
	move_link(ui, true);
}

/* ---- jumps */

bool
ui_article_pick_jump(struct ui_article *v, size_t index)
{
	size_t chapters = v->episode.chapters.chapters.len;
	size_t len = index < UI_ARTICLE_CHAPTERS ? v->doc ? render_jumps_len(v->doc) : 0
						 : UI_ARTICLE_CHAPTERS + chapters;
	if (index >= len)
		return false;
	v->pick = 0;
	v->jump = index + 1;
	return true;
}

static void
go_from_here(struct ui *ui, struct ui_article *v, uint32_t place)
{
	if (v->back_len == UI_ARTICLE_BACK)
		memmove(v->back, v->back + 1, --v->back_len * sizeof *v->back);
	v->back[v->back_len++] = ui_article_place(v);
	ui_article_go(v, place);
	ui_article_clamp(v);
	ui->dirty = true;
}

void
ui_article_fold(struct ui *ui, struct ui_article *v, uint16_t fold)
{
	if (!v->doc || !render_fold(v->doc, fold))
		return;
	v->width = 0;
	ui_article_layout(ui, v);
	ui->dirty = true;
}

bool
ui_article_follow(struct ui *ui, struct ui_article *v)
{
	if (!v->jump)
		return false;
	if (ui_article_episode_time(v) >= 0) {
		ui_outside_browser_item(ui, NULL);
		return true;
	}
	struct render_jump jump = render_jump_at(v->doc, v->jump - 1);
	if (jump.fold) {
		ui_article_fold(ui, v, jump.fold);
		return true;
	}
	v->jump = 0;
	if (jump.to != RENDER_NOWHERE)
		ui_article_fold(ui, v, 0);
	if (jump.to != RENDER_NOWHERE) {
		go_from_here(ui, v, jump.to);
	} else if (!str_empty(v->item.link)) {
		/* A part of the page that the feed leaves out. */
		size_t n = strcspn(v->item.link, "#");
		ui_outside_browser_open(ui, arena_printf(&ui->scratch, "%.*s#%s", (int)n,
						    v->item.link, jump.name));
	} else {
		ui_status_say(&ui->status, false,
			_("The link's target is not in this article"));
	}
	return true;
}

bool
ui_article_back(struct ui *ui)
{
	struct ui_article *v = ui_article_in_focus(ui);
	if (!v || !v->ok || v->back_len == 0)
		return false;
	uint32_t place = v->back[--v->back_len];
	ui_article_layout(ui, v);
	if (place == 0)
		v->top = 0;
	ui_article_go(v, place);
	ui_article_clamp(v);
	ui->dirty = true;
	return true;
}

/* ---- headings */

static void
move_heading(struct ui *ui, bool backwards)
{
	struct ui_article *v = ui_article_in_focus(ui);
	if (!v || !v->ok)
		return;
	ui_article_layout(ui, v);
	size_t len = ui_article_body(v);
	size_t at = v->top >= v->head.len ? v->top - v->head.len : SIZE_MAX;
	for (at += backwards ? SIZE_MAX : 1; at < len; at += backwards ? SIZE_MAX : 1) {
		if (!render_line_at(v->doc, at)->heading)
			continue;
		v->top = v->head.len + at;
		v->placed = v->seeking = false;
		ui_article_clamp(v);
		ui->dirty = true;
		return;
	}
	ui_status_say(&ui->status, false,
		backwards ? _("No heading above") : _("No heading below"));
	ui->keys.failed = true;
}

void
ui_article_next_heading(struct ui *ui, const char *arg)
{
	(void)arg;
	move_heading(ui, false);
}

void
ui_article_previous_heading(struct ui *ui, const char *arg)
{
	(void)arg;
	move_heading(ui, true);
}

static void
heading_chosen(struct ui *ui, const struct ui_choice *choice)
{
	struct ui_article *v = ui_article_in_focus(ui);
	int64_t place;
	if (v && v->ok && str_int(span_of(choice->value), &place) == OK)
		go_from_here(ui, v, (uint32_t)place);
}

static char *
number_text(uint32_t n)
{
	struct buf out = BUF_INIT(0);
	buf_addf(&out, "%u", (unsigned)n);
	return buf_take(&out);
}

void
ui_article_list_headings(struct ui *ui, struct ui_article *v)
{
	size_t lines = ui_article_body(v), len = 0, cap = 0;
	size_t here = 0; /* headings up to the first row of the screen */
	struct ui_choice *rows = NULL;
	for (size_t i = 0; i < lines; i++) {
		const struct render_line *line = render_line_at(v->doc, i);
		if (!line->heading)
			continue;
		struct buf text = BUF_INIT(0);
		buf_addf(&text, "%*s", 2 * (line->heading - 1), "");
		render_block_words(v->doc, line->at, &text, HEADING_MAX);
		*VEC_PUSH(rows, len, cap) = (struct ui_choice){.text = buf_take(&text),
			.value = number_text(line->at),
			.silent = true};
		here += v->head.len + i <= v->top;
	}
	if (len) {
		struct ui_view *list =
			ui_page_choose(ui, _("Headings"), rows, len, heading_chosen);
		ui_page_choose_row(list, here ? here - 1 : 0);
		ui_push(ui, list);
	} else
		ui_status_say(&ui->status, false, _("The article has no headings"));
}

void
ui_article_outline(struct ui *ui, const char *arg)
{
	(void)arg;
	struct ui_article *v = ui_article_in_focus(ui);
	if (v && v->ok)
		ui_article_wait_for(ui, v, UI_ARTICLE_OUTLINE);
}
