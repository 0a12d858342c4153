/*
 * Going to a feed or tag by its name.
 */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "model/subscription.h"
#include "store/feed/feed.h"
#include "ui/core/complete.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/feeds/feeds.h"
#include "ui/feeds/feeds_inside.h"

static bool
has(const char *text, const char *words)
{
	return text && str_ifind(text, strlen(text), words);
}

static bool
is_called(const struct ui_tree_row *row, const char *words)
{
	const struct store_feed *feed = row->feed;
	return feed ? has(feed->title, words) || has(feed->address, words)
		    : has(row->label, words);
}

static void
fold_path(struct ui_feeds *v, const char *path)
{
	for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/'))
		*map_put(&v->folded, path, (size_t)(slash - path)) = v;
	*map_put(&v->folded, path, strlen(path)) = v; /* any pointer will do */
}

/* Makes the rows again. The cursor stays on its feed unless that is folded, or else moves
 * to its tag. */
static void
rebuild(struct ui *ui, struct ui_feeds *v, bool folded)
{
	const struct ui_tree_row *row = ui_feeds_current(v);
	const char *tag = row ? arena_strdup(&ui->scratch, row->tag) : NULL;
	ui_feeds_rebuild(ui, v, row && !folded ? row->id : 0, tag, false);
}

/* Tags within folded ones are folded as well, so they are taken from the feeds. */
void
ui_feeds_fold_all(struct ui *ui, const char *arg)
{
	struct ui_feeds *v = (struct ui_feeds *)ui_find(ui, UI_FEEDS);
	(void)arg;
	for (size_t i = 0; i < ui->catalog.len; i++)
		for (size_t k = 0; k < ui->catalog.feeds[i].tags_len; k++)
			fold_path(v, ui->catalog.feeds[i].tags[k]);
	rebuild(ui, v, true);
}

void
ui_feeds_unfold_all(struct ui *ui, const char *arg)
{
	struct ui_feeds *v = (struct ui_feeds *)ui_find(ui, UI_FEEDS);
	(void)arg;
	for (size_t i = 0; i < v->folded.count; i++)
		v->folded.entries[i].value = NULL;
	rebuild(ui, v, false);
}

void
ui_feeds_fold_renamed(struct ui *ui, const char *from, const char *to)
{
	struct ui_feeds *v = (struct ui_feeds *)ui_find(ui, UI_FEEDS);
	size_t n = strlen(from), len = v && *to ? v->folded.count : 0;
	if (v && ui_feeds_tree_find(&v->tree, to, 0) < v->tree.len)
		return; /* that one stays as it is, too */
	for (size_t i = 0; i < len; i++) {
		const struct map_entry *entry = &v->folded.entries[i];
		const char *within = entry->key + n;
		if (!entry->value || strncmp(entry->key, from, n) != 0 ||
			(*within && *within != '/'))
			continue;
		const char *path = arena_printf(&ui->scratch, "%s%s", to, within);
		*map_put(&v->folded, path, strlen(path)) = v;
	}
}

/* Unfolds the tags that a feed is in. */
static void
unfold(struct ui_feeds *v, const struct store_feed *feed)
{
	for (size_t i = 0; i < v->folded.count; i++)
		if (subscription_tags_within(
			    feed->tags, feed->tags_len, v->folded.entries[i].key))
			v->folded.entries[i].value = NULL;
}

/* Finds a feed that is not shown, because it is folded away or read. */
static bool
show_hidden(struct ui *ui, struct ui_feeds *v, const char *words)
{
	for (size_t i = 0; i < v->tree.order_len; i++) {
		const struct store_feed *feed = v->tree.order[i];
		if (!has(feed->title, words) && !has(feed->address, words))
			continue;
		unfold(v, feed);
		ui_feeds_rebuild(ui, v, feed->id, NULL, false);
		if (ui_feeds_current(v) && ui_feeds_current(v)->id == feed->id)
			return true;
	}
	return false;
}

/* A feed with exactly that title comes before those that have the words in theirs. */
static bool
go_to_title(struct ui *ui, struct ui_feeds *v, const char *words)
{
	for (size_t i = 1; i <= v->tree.len; i++) {
		size_t at = (v->list.cursor + i) % v->tree.len;
		const struct store_feed *feed = v->tree.rows[at].feed;
		if (feed && str_ieq(ui_catalog_name(feed, &ui->scratch), words)) {
			ui_list_select(&v->list, at);
			return true;
		}
	}
	return false;
}

static void
seek(struct ui *ui, const char *text)
{
	struct ui_feeds *v = (struct ui_feeds *)ui_find(ui, UI_FEEDS);
	struct span given = span_trim(span_of(text));
	if (!given.n && ui->seeks.len)
		given = span_of(ui->seeks.lines[ui->seeks.len - 1]);
	const char *words = arena_strndup(&ui->scratch, given.p, given.n);
	if (!v || !given.n)
		return;
	v->list.height = v->view.area.height;
	if (go_to_title(ui, v, words))
		return;
	for (size_t i = 1; i <= v->tree.len; i++) {
		size_t at = (v->list.cursor + i) % v->tree.len;
		if (is_called(&v->tree.rows[at], words)) {
			ui_list_select(&v->list, at);
			return;
		}
	}
	if (show_hidden(ui, v, words))
		return;
	if (ui->show_read)
		ui_refuse(ui, _("No feed matches"));
	else
		ui_refuse(ui, arena_printf(&ui->scratch,
				      _("No unread feed matches; %s shows all"),
				      ui_screen_key(ui, UI_FEEDS, "show-read")));
}

void
ui_feeds_seek(struct ui *ui, const char *arg)
{
	ui_ask(ui, arg,
		&(struct ui_question){.label = _("Go to feed:"),
			.accept = seek,
			.complete = ui_complete_feed,
			.history = &ui->seeks});
}

/* ---- feeds that fail */

static void
jump_failing(struct ui *ui, bool backwards)
{
	if (ui->focus->class->context == UI_FAILING) { /* all rows fail */
		ui->focus->class->move(ui, ui->focus, backwards ? UI_UP : UI_DOWN);
		return;
	}
	struct ui_feeds *v = (struct ui_feeds *)ui_find(ui, UI_FEEDS);
	if (!ui_feeds_find_next(v, ui_catalog_failing, backwards))
		ui_status_say(&ui->status, false, _("None of the feeds shown fails"));
}

void
ui_feeds_next_failing(struct ui *ui, const char *arg)
{
	(void)arg;
	jump_failing(ui, false);
}

void
ui_feeds_previous_failing(struct ui *ui, const char *arg)
{
	(void)arg;
	jump_failing(ui, true);
}
