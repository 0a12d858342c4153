/*
 * The list of feeds, filtered while words are typed.
 */
#include "config.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/match.h"
#include "base/mem.h"
#include "base/str.h"
#include "store/feed/feed.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/feeds/feeds.h"
#include "ui/feeds/feeds_inside.h"
#include "ui/items/search.h"

#define TAGS_LOOKED_AT 16 /* of a feed */

bool
ui_feeds_passes(const struct ui_feeds *v, const char *name, const char *url)
{
	const char *const texts[] = {name, url};
	return !v->match || match_all(v->match, texts, COUNT_OF(texts));
}

bool
ui_feeds_passes_feed(const struct ui_feeds *v, const struct store_feed *feed)
{
	const char *texts[2 + TAGS_LOOKED_AT] = {feed->title, feed->address};
	size_t len = 2;
	for (size_t i = 0; i < feed->tags_len && len < COUNT_OF(texts); i++)
		texts[len++] = feed->tags[i];
	return !v->match || match_all(v->match, texts, len);
}

void
ui_feeds_filter_done(struct ui_feeds *v)
{
	match_free(v->match);
	free(v->filter);
	free(v->left_tag);
	v->match = NULL;
	v->filter = v->left_tag = NULL;
}

/* The cursor goes to the first row that is more than a tag around what was found. */
static void
select_first(struct ui_feeds *v)
{
	size_t at = 0;
	while (at < v->tree.len && !v->tree.rows[at].feed && !v->tree.rows[at].saved &&
		!v->tree.rows[at].place)
		at++;
	v->list.top = 0;
	ui_list_select(&v->list, at < v->tree.len ? at : 0);
}

static struct ui_feeds *
list_of(const struct ui *ui)
{
	return (struct ui_feeds *)ui_find(ui, UI_FEEDS);
}

static void
changed(struct ui *ui, const char *text)
{
	struct ui_feeds *v = list_of(ui);
	if (!v->filter || str_eq(v->filter, text))
		return;
	free(v->filter);
	match_free(v->match);
	v->filter = mem_strdup(text);
	v->match = match_new(text, false);
	ui_feeds_rebuild(ui, v, 0, "", false);
	select_first(v);
}

bool
ui_feeds_filter_drop(struct ui *ui)
{
	struct ui_feeds *v = list_of(ui);
	if (!v || !v->filter || ui->focus != &v->view)
		return false;
	const char *tag = arena_strdup(&ui->scratch, v->left_tag);
	ui_feeds_filter_done(v);
	ui_feeds_rebuild(ui, v, v->left_feed, tag, false);
	return true;
}

static void
cancel(struct ui *ui)
{
	(void)!ui_feeds_filter_drop(ui);
}

static void
accept(struct ui *ui, const char *text)
{
	changed(ui, text);
	if (!*text)
		cancel(ui);
}

static void
begin(struct ui *ui)
{
	struct ui_feeds *v = list_of(ui);
	const struct ui_tree_row *row = ui_feeds_current(v);
	if (!v->filter) {
		v->left_feed = row ? row->id : 0;
		v->left_tag = mem_strdup(row ? row->tag : NULL);
	}
	free(v->filter);
	v->filter = mem_strdup("");
}

void
ui_feeds_filter_clear(struct ui *ui, const char *arg)
{
	(void)arg;
	if (!ui_feeds_filter_drop(ui) && !ui_items_filter_drop(ui))
		ui_status_say(&ui->status, false, _("Nothing is filtered"));
}

void
ui_feeds_filter(struct ui *ui, const char *arg)
{
	if (ui->focus->class->context == UI_ITEMS) {
		ui_items_filter(ui, arg);
		return;
	}
	begin(ui);
	ui_ask(ui, arg,
		&(struct ui_question){.label = _("Filter:"),
			.accept = accept,
			.changed = changed,
			.cancel = cancel,
			.history = &ui->filters});
}
