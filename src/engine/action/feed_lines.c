/*
 * Actions that change the feeds file. The file is the user's own, so it is edited line by
 * line and the journal keeps the line before and after. The edit comes first and the
 * transaction that notes it second: a crash between the two leaves what an edit by hand
 * would leave, and the next start reads it.
 */
#include "config.h"

#include "engine/action/feed_lines.h"

#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/map.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "conf/feeds.h"
#include "conf/option.h"
#include "engine/action/action_run.h"
#include "engine/action/verbs.h"
#include "engine/core/engine.h"
#include "engine/core/settings.h"
#include "model/action.h"
#include "model/subscription.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/feed/readdress.h"
#include "store/feed/subscriptions.h"
#include "store/journal/journal.h"
#include "store/poll/merge.h"
#include "store/sync/sync.h"
#include "store/undo.h"

#define UNDO_ITEMS 500  /* in one transaction, as action_queue.c says */
#define MERGE_ITEMS 200 /* each is a dozen entries */

static char *
format_line(struct arena *arena, const struct subscription *sub)
{
	struct buf line = BUF_INIT(0);
	conf_feeds_format(&line, sub);
	char *text = arena_strndup(arena, buf_str(&line), line.len - 1); /* no LF */
	buf_done(&line);
	return text;
}

/* ---- Subscribing. */

/* The feeds that have a line in the file. */
static int
with_line(const struct store_view *view, struct map *ids, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct store_feed *feeds;
	size_t len = 0;
	int status = store_feed_all(view, &arena, false, &feeds, &len);
	for (size_t i = 0; i < len && status == OK; i++)
		*map_put(ids, &feeds[i].id, sizeof feeds[i].id) = ids;
	arena_done(&arena);
	return status == OK ? OK
			    : err_set(err, status,
				      _("the feeds cannot be read from the store; run "
					"courant check"));
}

static int
note_subscribed(struct store_batch *batch, const struct subscription *sub,
	uint64_t *group, struct err *err)
{
	struct arena arena = ARENA_INIT;
	int status = *group ? OK : store_journal_begin(batch, group, time_wall(), err);
	const struct store_line line = {
		.act = ACTION_SUBSCRIBE,
		.url = sub->url,
		.name = sub->source == SOURCE_QUERY ? sub->url
			: sub->title                ? sub->title
						    : url_mask(&arena, sub->url),
		.after = format_line(&arena, sub),
		.line = (uint32_t)sub->line,
	};
	if (status == OK)
		status = store_journal_put_line(batch, &line, err);
	arena_done(&arena);
	return status;
}

int
engine_action_lines_subscribed(struct store_batch *batch,
	const struct subscriptions *subs, const struct map *added, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct map before = MAP_INIT;
	uint64_t group = 0;
	int status = with_line(&view, &before, err);
	if (status == OK)
		status = store_feed_put_subscriptions(batch, subs, NULL, err);
	/* A line whose address changed is not a new feed: only the store can tell. */
	for (size_t i = 0; status == OK && i < subs->len; i++) {
		const struct subscription *sub = &subs->list[i];
		uint32_t id;
		if (!map_get(added, sub->url, strlen(sub->url)))
			continue;
		if (sub->source == SOURCE_QUERY ||
			(store_feed_find(&view, sub->url, &id) == OK &&
				!map_get(&before, &id, sizeof id)))
			status = note_subscribed(batch, sub, &group, err);
	}
	map_done(&before);
	return status;
}

int
engine_action_lines_added(struct store_batch *batch, const struct subscriptions *old,
	const struct subscriptions *all, struct err *err)
{
	struct map before = MAP_INIT;
	uint64_t group = UINT64_MAX; /* it was begun by the caller */
	int status = store_feed_put_subscriptions(batch, all, NULL, err);
	for (size_t i = 0; i < old->len; i++)
		*map_put(&before, old->list[i].url, strlen(old->list[i].url)) = &before;
	for (size_t i = 0; status == OK && i < all->len; i++)
		if (!map_get(&before, all->list[i].url, strlen(all->list[i].url)))
			status = note_subscribed(batch, &all->list[i], &group, err);
	map_done(&before);
	return status;
}

/* ---- Unsubscribing, renaming, moving, options, merging, addresses. */

struct edits {
	struct engine *engine;
	struct action_run *run;
	const struct engine_action *action; /* of the run */
	struct arena arena;
	struct subscriptions *subs; /* the file as it was */
	struct conf_feeds_edit *list;
	struct store_line *lines; /* the same, for the journal */
	size_t len;
};

void
engine_action_lines_title(struct edits *ed, struct subscription *sub)
{
	sub->title = conf_feeds_title(&ed->arena, span_of(ed->action->title));
}

/* Renames one tag and all that are below it, or removes them. */
static void
change_tag(struct edits *ed, struct subscription *sub)
{
	const struct engine_action *r = ed->action;
	const struct span old = span_of(r->retag.from);
	const char *name = conf_feeds_tag(&ed->arena, span_of(r->retag.to));
	char **tags = arena_alloc(&ed->arena, (sub->tags_len + 1) * sizeof *tags);
	size_t len = 0;
	for (size_t i = 0; i < sub->tags_len; i++) {
		char *tag = sub->tags[i];
		bool within = subscription_tag_within(span_of(tag), old), has = false;
		if (within && name)
			tag = arena_printf(&ed->arena, "%s%s", name, tag + old.n);
		for (size_t k = 0; k < len; k++)
			has |= str_eq(tags[k], tag);
		if (!has && (name || !within))
			tags[len++] = tag;
	}
	sub->tags = tags;
	sub->tags_len = len;
}

void
engine_action_lines_tags(struct edits *ed, struct subscription *sub)
{
	const struct engine_action *r = ed->action;
	if (r->retag.from) {
		change_tag(ed, sub);
		return;
	}
	sub->tags = arena_alloc(&ed->arena, (r->tags_len + 1) * sizeof *sub->tags);
	sub->tags_len = 0;
	for (size_t i = 0; i < r->tags_len; i++) {
		char *tag = conf_feeds_tag(&ed->arena, span_of(r->tags[i]));
		if (tag)
			sub->tags[sub->tags_len++] = tag;
	}
}

/* Removes the option's old values and appends the new one. */
void
engine_action_lines_option(struct edits *ed, struct subscription *sub)
{
	const struct engine_action *r = ed->action;
	struct subscription_option *list =
		arena_alloc(&ed->arena, (sub->options_len + 1) * sizeof *list);
	size_t len = 0;
	for (size_t i = 0; i < sub->options_len; i++)
		if (!str_eq(sub->options[i].name, r->option.name))
			list[len++] = sub->options[i];
	if (!str_empty(r->option.value))
		list[len++] = (struct subscription_option){
			arena_strdup(&ed->arena, r->option.name),
			arena_strdup(&ed->arena, r->option.value)};
	sub->options = list;
	sub->options_len = len;
}

/* Whether an option is kept when two lines become one: the remaining line must not have
 * it, and it must not be a secret of the other feed's server. */
static bool
option_goes_over(const struct subscription *to, const struct subscription_option *o)
{
	const struct option *option = conf_option(o->name);
	if (option && option->flags & OPTION_SECRET)
		return false;
	for (size_t i = 0; i < to->options_len; i++)
		if (str_eq(to->options[i].name, o->name))
			return false;
	return true;
}

static void
change_merged(struct edits *ed, struct subscription *sub)
{
	const struct subscription *other =
		subscription_list_find(ed->subs, ed->lines[0].url);
	size_t tags = sub->tags_len, options = sub->options_len;
	char **list =
		arena_alloc(&ed->arena, (tags + other->tags_len + 1) * sizeof *list);
	struct subscription_option *set =
		arena_alloc(&ed->arena, (options + other->options_len + 1) * sizeof *set);
	for (size_t i = 0; i < tags; i++)
		list[i] = sub->tags[i];
	for (size_t i = 0; i < other->tags_len; i++) {
		bool has = false;
		for (size_t k = 0; k < tags; k++)
			has |= str_eq(list[k], other->tags[i]);
		if (!has)
			list[tags++] = other->tags[i];
	}
	for (size_t i = 0; i < options; i++)
		set[i] = sub->options[i];
	for (size_t i = 0; i < other->options_len; i++)
		if (option_goes_over(sub, &other->options[i]))
			set[options++] = other->options[i];
	sub->tags = list;
	sub->tags_len = tags;
	sub->options = set;
	sub->options_len = options;
	if (!sub->title)
		sub->title = other->title;
	sub->hidden = sub->hidden && other->hidden;
}

/* What an action does to a line, and what the journal calls it. */
struct change {
	enum action act;
	void (*change)(struct edits *ed, struct subscription *sub); /* NULL: removes it */
};

static struct change
change_of(const struct edits *ed)
{
	enum action verb = ed->action->verb;
	if (verb == ACTION_MERGE) /* the second line takes over the first */
		return ed->len ? (struct change){ACTION_SET, change_merged}
			       : (struct change){ACTION_UNSUBSCRIBE, NULL};
	return (struct change){verb, engine_action_verb(verb)->line};
}

/* The line's new text; NULL: it is removed. */
static const struct subscription *
changed_line(
	struct edits *ed, const struct change *change, const struct subscription *sub)
{
	if (!change->change)
		return NULL;
	struct subscription *changed = arena_memdup(&ed->arena, sub, sizeof *sub);
	change->change(ed, changed);
	return changed;
}

/* The name of the feed with this line, as shown to the user. */
static const char *
name_of_line(struct edits *ed, const struct store_view *view, const char *url)
{
	struct store_feed feed;
	uint32_t id;
	if (store_feed_find(view, url, &id) == OK &&
		store_feed(view, id, &ed->arena, &feed) == OK && feed.title)
		return feed.title;
	return url_mask(&ed->arena, url);
}

/* Puts the feed's new address into its edit. */
static int
find_address(struct edits *ed, const struct store_view *view,
	const struct store_feed *feed, struct err *err)
{
	const char *name = name_of_line(ed, view, feed->url);
	const char *given = ed->action->address, *word = given ? given : feed->moved_to;
	enum source source;
	char *url, *to;
	if (!word)
		return err_set(err, ERR_INVALID,
			_("%s has not moved: its server names no other address"), name);
	int status = conf_feeds_url(&ed->arena, word, true, &source, &url, err);
	if (status != OK)
		return status;
	if (source != SOURCE_HTTP)
		return err_set(
			err, ERR_INVALID, _("a feed can only move to a web address"));
	to = subscription_at(&ed->arena, feed->url, url);
	if (!to)
		return err_set(err, ERR_INVALID,
			_("%s has no web address; edit its line in %s"), name,
			ed->engine->feeds_path);
	bool taken = subscription_list_find(ed->subs, to) != NULL;
	for (size_t i = 0; i < ed->len; i++)
		taken |= str_eq(ed->list[i].to, to);
	if (str_eq(to, feed->url))
		return err_set(err, ERR_INVALID, _("%s already has that address"), name);
	if (taken)
		return err_set(err, ERR_INVALID,
			_("%s cannot move to where %s already is; courant merge combines "
			  "the two"),
			name,
			str_eq(name_of_line(ed, view, to), name)
				? url_mask(&ed->arena, to)
				: name_of_line(ed, view, to));
	ed->list[ed->len].to = to;
	return OK;
}

/* What the journal calls a feed that gets another title, or its own one back. */
static const char *
renamed(struct edits *ed, const struct store_feed *feed, const char *old,
	const struct subscription *line)
{
	const char *title = line->title ? line->title : feed->feed_title;
	return arena_printf(&ed->arena, "%s → %s", old,
		title ? title : url_mask(&ed->arena, feed->url));
}

static int
add_edit(struct edits *ed, const struct store_view *view, uint32_t id, struct err *err)
{
	struct store_feed feed;
	int status = store_feed(view, id, &ed->arena, &feed);
	if (status != OK)
		return err_set(err, status, _("there is no feed %u"), (unsigned)id);
	const struct subscription *sub = subscription_list_find(ed->subs, feed.url);
	if (!sub)
		return err_set(err, ERR_NOT_FOUND, _("%s has no line for this feed"),
			ed->engine->feeds_path);
	if (ed->action->verb == ACTION_READDRESS)
		status = find_address(ed, view, &feed, err);
	if (status != OK)
		return status;
	const struct change change = change_of(ed);
	const char *name = feed.title ? feed.title : url_mask(&ed->arena, feed.url);
	ed->list[ed->len].url = feed.url;
	const struct subscription *changed = changed_line(ed, &change, sub);
	ed->list[ed->len].sub = changed;
	ed->list[ed->len].after = changed ? format_line(&ed->arena, changed) : NULL;
	ed->lines[ed->len] = (struct store_line){
		.act = change.act,
		.url = feed.url,
		.name = change.act == ACTION_RENAME ? renamed(ed, &feed, name, changed)
						    : name,
	};
	ed->len++;
	return OK;
}

/* Checks that feeds can have the option, and its value. */
int
engine_action_lines_check_option(
	struct engine_action *action, struct arena *arena, struct err *err)
{
	const char *name = action->option.name, *value = action->option.value;
	(void)arena;
	const struct option *option = conf_option(name);
	if (!option || !(option->flags & OPTION_PER_FEED))
		return err_set(err, ERR_INVALID,
			_("%s cannot be set for a single feed; courant-config(5) says "
			  "which options can"),
			name);
	return str_empty(value) ? OK : conf_option_check(name, value, err);
}

/* A line that does not belong to a feed, but to a saved search. */
static int
add_line_edit(struct edits *ed, const char *url, struct err *err)
{
	const struct subscription *sub = subscription_list_find(ed->subs, url);
	if (!sub)
		return err_set(err, ERR_NOT_FOUND, _("%s no longer has this line"),
			ed->engine->feeds_path);
	const struct change change = change_of(ed);
	const struct subscription *changed = changed_line(ed, &change, sub);
	ed->list[0].url = sub->url;
	ed->list[0].sub = changed;
	ed->list[0].after = changed ? format_line(&ed->arena, changed) : NULL;
	ed->lines[0] = (struct store_line){
		.act = change.act,
		.url = sub->url,
		.name = sub->url,
	};
	ed->len = 1;
	return OK;
}

static int
plan(struct edits *ed, struct err *err)
{
	struct engine *e = ed->engine;
	const struct engine_target *t = &ed->action->target;
	struct store_view view;
	ed->list = arena_zalloc(&ed->arena, (t->feeds_len + 1) * sizeof *ed->list);
	ed->lines = arena_zalloc(&ed->arena, (t->feeds_len + 1) * sizeof *ed->lines);
	int status = conf_feeds_load(ed->subs, e->feeds_path, NULL, NULL, err);
	if (status == OK && t->kind == TARGET_LINE)
		return add_line_edit(ed, t->line, err);
	if (status == OK)
		status = store_view_begin(e->store, &view, err);
	if (status != OK)
		return status;
	for (size_t i = 0; status == OK && i < t->feeds_len; i++)
		status = add_edit(ed, &view, t->feeds[i], err);
	store_view_end(&view);
	return status;
}

int
engine_action_lines_finish(struct engine *e, struct store_batch *batch, struct err *err)
{
	struct subscriptions *subs = subscription_list_new();
	int status = conf_feeds_load(subs, e->feeds_path, NULL, NULL, err);
	if (status == OK)
		status = store_feed_put_subscriptions(batch, subs, NULL, err);
	status = store_batch_end(batch, status, err);
	if (status == OK)
		engine_settings_load(e, subs);
	subscription_list_free(subs);
	return status;
}

static int
note_edits(struct edits *ed, struct store_batch *batch, struct err *err)
{
	int status = store_journal_begin(batch, &ed->run->place.group, time_wall(), err);
	for (size_t i = 0; status == OK && i < ed->len; i++) {
		struct store_line *line = &ed->lines[i];
		line->before = ed->list[i].before;
		line->after = ed->list[i].after;
		line->line = (uint32_t)ed->list[i].line;
		if (!line->before || str_eq(line->before, line->after))
			continue;
		status = store_journal_put_line(batch, line, err);
		ed->run->place.changed++;
	}
	return status;
}

/* Done before the file is edited, so that a crash between the two does not turn them into
 * other feeds. */
static int
expect_addresses(struct edits *ed, struct err *err)
{
	struct store_batch *batch;
	const struct engine_target *t = &ed->action->target;
	if (ed->action->verb != ACTION_READDRESS)
		return OK;
	int status = store_batch_begin(ed->engine->store, &batch, err);
	if (status != OK)
		return status;
	for (size_t i = 0; status == OK && i < ed->len; i++)
		status = store_feed_put_address(batch, t->feeds[i], ed->list[i].to, err);
	return store_batch_end(batch, status, err);
}

static struct edits
edits_begin(struct engine *e, struct action_run *run)
{
	return (struct edits){.engine = e,
		.run = run,
		.action = run->action,
		.arena = ARENA_INIT,
		.subs = subscription_list_new()};
}

static void
edits_end(struct edits *ed)
{
	subscription_list_free(ed->subs);
	arena_done(&ed->arena);
}

int
engine_action_lines_change(
	struct engine *e, struct action_run *run, bool *more, struct err *err)
{
	struct edits ed = edits_begin(e, run);
	*more = false;
	struct store_batch *batch;
	int status = plan(&ed, err);
	if (status == OK)
		status = expect_addresses(&ed, err);
	if (status == OK)
		status = conf_feeds_edit(e->feeds_path, ed.list, ed.len, &ed.arena, err);
	if (status == OK)
		status = store_batch_begin(e->store, &batch, err);
	if (status == OK) {
		status = note_edits(&ed, batch, err);
		if (status == OK)
			status = engine_action_lines_finish(e, batch, err);
		else
			store_batch_abort(batch);
	}
	edits_end(&ed);
	return status;
}

/* ---- Two feeds become one: first the items, in slices, then the lines. */

/* Finds faults before anything is done. */
static int
begin_merge(struct engine *e, struct action_run *run, struct err *err)
{
	struct edits ed = edits_begin(e, run);
	const uint32_t *feeds = run->action->target.feeds;
	struct arena *arena = &run->request->arena;
	int status = OK;
	if (feeds[0] == feeds[1])
		status = err_set(
			err, ERR_INVALID, _("a feed cannot be merged with itself"));
	if (status == OK)
		status = plan(&ed, err);
	if (status == OK) {
		run->merge = arena_zalloc(arena, sizeof *run->merge);
		run->merge->from = feeds[0];
		run->merge->into = feeds[1];
		run->request->action.title = arena_strdup(arena, ed.lines[0].name);
	}
	edits_end(&ed);
	return status;
}

static int
merge_slice(struct engine *e, struct action_run *run, struct err *err)
{
	struct store_batch *batch;
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	status = store_journal_begin(batch, &run->place.group, time_wall(), err);
	if (status == OK)
		status = store_sync_begin(batch, time_wall_ms(), false, err);
	if (status == OK)
		status = store_poll_merge(
			batch, run->merge, run->action->title, MERGE_ITEMS, err);
	return store_batch_end(batch, status, err);
}

int
engine_action_lines_merge(
	struct engine *e, struct action_run *run, bool *more, struct err *err)
{
	int status = run->merge ? OK : begin_merge(e, run, err);
	if (status == OK)
		status = merge_slice(e, run, err);
	if (status != OK)
		return status;
	run->place.changed += run->merge->changed;
	*more = run->merge->more;
	return *more ? OK : engine_action_lines_change(e, run, more, err);
}

/* ---- Undo. */

/* The address that the line has now: the later one, if the change is to be undone. */
static const char *
address_now(struct arena *arena, const struct store_line *line, bool redo)
{
	struct subscriptions *subs = subscription_list_new();
	const char *url = line->url;
	if (line->act == ACTION_READDRESS && !redo && line->after)
		conf_feeds_parse(
			subs, "", line->after, strlen(line->after), true, NULL, NULL);
	if (subs->len)
		url = arena_strdup(arena, subs->list[0].url);
	subscription_list_free(subs);
	return url;
}

/* Restores the lines of the feeds file (redo: changes them again). */
static int
restore_lines(struct engine *e, bool redo, const struct store_undo *undo,
	struct arena *arena, struct err *err)
{
	struct conf_feeds_edit *list =
		arena_zalloc(arena, (undo->lines_len + 1) * sizeof *list);
	for (size_t i = 0; i < undo->lines_len; i++) {
		const struct store_line *line = &undo->lines[i];
		list[i].url = address_now(arena, line, redo);
		list[i].after = redo ? line->after : line->before;
		list[i].at = (int)line->line;
	}
	return conf_feeds_edit(e->feeds_path, list, undo->lines_len, arena, err);
}

/* The feed that an undone or redone line brings back; 0: none. */
static uint32_t
brought_back(struct engine *e, bool redo, const struct store_undo *undo)
{
	struct store_view view;
	uint32_t id = 0;
	if (!undo->lines_len || store_view_begin(e->store, &view, NULL) != OK)
		return 0;
	for (size_t i = 0; i < undo->lines_len; i++) {
		const struct store_line *line = &undo->lines[i];
		enum action comes = redo ? ACTION_SUBSCRIBE : ACTION_UNSUBSCRIBE;
		if (line->act == comes && store_feed_find(&view, line->url, &id) != OK)
			id = 0;
	}
	store_view_end(&view);
	return id;
}

static int
undo_slice(struct engine *e, struct action_run *run, struct store_undo *undo,
	struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct store_batch *batch;
	bool redo = run->action->verb == ACTION_REDO;
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	undo->group = run->place.group;
	status = store_sync_begin(batch, time_wall_ms(), false, err);
	if (status == OK)
		status = store_undo(batch, redo, engine_action_slice(e, UNDO_ITEMS),
			time_wall(), &arena, undo, err);
	if (status == OK && undo->lines_len)
		status = restore_lines(e, redo, undo, &arena, err);
	if (status != OK)
		store_batch_abort(batch);
	else if (undo->lines_len)
		status = engine_action_lines_finish(e, batch, err);
	else
		status = store_batch_commit(batch, err);
	if (status == OK)
		run->back = brought_back(e, redo, undo);
	arena_done(&arena);
	return status;
}

int
engine_action_lines_undo(
	struct engine *e, struct action_run *run, bool *more, struct err *err)
{
	struct store_undo undo = {0};
	int status = undo_slice(e, run, &undo, err);
	if (status != OK)
		return status;
	run->place.group = undo.group;
	run->place.changed += undo.changed + undo.lines_len;
	run->undone = undo.act;
	*more = undo.more;
	return OK;
}
