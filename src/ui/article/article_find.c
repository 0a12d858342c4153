/*
 * Words are found in an article's text, wherever its lines break. All hits are looked
 * for, in slices, so that they can be counted and walked both ways.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "conf/option.h"
#include "render/html.h"
#include "ui/article/article.h"
#include "ui/article/article_inside.h"
#include "ui/core/ui.h"
#include "ui/page/page.h"

#define SLICE ((size_t)256 * 1024) /* bytes of text */

void
ui_article_find_end(struct ui_article *v)
{
	free(v->found);
	free(v->hits);
	v->found = NULL;
	v->hits = NULL;
	v->hits_len = v->hits_cap = v->hit = 0;
	v->find_at = 0;
	v->find_done = false;
}

size_t
ui_article_hit_after(const struct ui_article *v, uint32_t place)
{
	size_t low = 0, high = v->hits_len;
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (v->hits[mid].end <= place)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static void
show_hit(struct ui *ui, struct ui_article *v)
{
	v->pick = v->jump = 0;
	ui_article_reveal(v, render_line_of(v->doc, v->hits[v->hit - 1].at));
	ui->dirty = true;
}

/* Shows the first hit on the screen or after it. */
static void
show_first(struct ui *ui, struct ui_article *v)
{
	if (v->hits_len == 0) {
		ui_status_say(&ui->status, false, _("Not in this article: %s"), v->found);
		ui->keys.failed = true;
		return;
	}
	size_t after = ui_article_hit_after(v, ui_article_place(v));
	v->hit = after < v->hits_len ? after + 1 : 1;
	show_hit(ui, v);
}

bool
ui_article_find_step(struct ui *ui, struct ui_article *v)
{
	struct render_hit hit;
	uint32_t stop = v->find_at + (uint32_t)SLICE;
	bool more = v->doc != NULL;
	/* Blocks that may still change are not searched. */
	if (!v->complete)
		return false;
	while (more && v->find_at < stop) {
		more = render_find_next(v->doc, &v->words, &v->find_at, SLICE, &hit);
		if (hit.end)
			*VEC_PUSH(v->hits, v->hits_len, v->hits_cap) = hit;
	}
	if (more || v->find_done)
		return !more;
	v->find_done = true;
	show_first(ui, v);
	return true;
}

static void
move_hit(struct ui *ui, bool backwards)
{
	struct ui_article *v = ui_article_in_focus(ui);
	if (!v || !v->ok)
		return;
	if (!v->found) {
		ui_status_say(&ui->status, false, _("No words are marked; / finds some"));
		ui->keys.failed = true;
		return;
	}
	ui_article_layout(ui, v);
	if (v->hits_len == 0 || !v->find_done)
		return;
	v->hit = backwards ? (v->hit > 1 ? v->hit - 1 : v->hits_len)
			   : v->hit % v->hits_len + 1;
	show_hit(ui, v);
}

static void
find(struct ui *ui, const char *words)
{
	struct ui_article *v = ui_article_in_focus(ui);
	if (!v || !v->ok)
		return;
	if (str_empty(words)) {
		move_hit(ui, false);
		return;
	}
	ui_article_find_end(v);
	ui_article_fold(ui, v, 0); /* what is found can be shown */
	v->found = mem_strdup(words);
	render_find_words(&v->words, words, ui->options->ignore_accents);
	ui_article_wait_for(ui, v, UI_ARTICLE_FIND);
}

void
ui_article_find(struct ui *ui, const char *arg)
{
	if (ui_page_find(ui, arg))
		return;
	ui_ask(ui, arg,
		&(struct ui_question){
			.label = _("Find:"), .accept = find, .history = &ui->finds});
}

void
ui_article_next_hit(struct ui *ui, const char *arg)
{
	(void)arg;
	move_hit(ui, false);
}

void
ui_article_previous_hit(struct ui *ui, const char *arg)
{
	(void)arg;
	move_hit(ui, true);
}
