/*
 * Commands that change anything about a feed or an item other than read and starred:
 * tags, deletion, a feed's line. If a command needs an argument, it asks for it in a
 * prompt that shows the current value. The worker does the work and journals it; since it
 * can be undone, no command asks "are you sure".
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "conf/feeds.h"
#include "conf/option.h"
#include "conf/words.h"
#include "model/item.h"
#include "model/subscription.h"
#include "store/db/view.h"
#include "store/feed/duplicate.h"
#include "store/feed/feed.h"
#include "ui/act/act.h"
#include "ui/article/article.h"
#include "ui/core/complete.h"
#include "ui/core/setup.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/feeds/feeds.h"
#include "ui/feeds/saved_searches.h"
#include "ui/items/items.h"
#include "ui/items/seek.h"
#include "ui/items/select.h"
#include "ui/outside/outside.h"

static void
do_to_feed(struct ui *ui, uint32_t feed, struct engine_action action)
{
	action.target = engine_feeds(&feed, 1);
	engine_do(ui->engine, &action);
}

/* Does it to a feed, all feeds of a tag, or the line of a saved search. */
static void
do_to_lines(struct ui *ui, const struct ui_target *target, struct engine_action action)
{
	action.target = target->saved ? (struct engine_target){.kind = TARGET_LINE,
						.line = target->saved}
				      : ui_act_feeds_of(ui, target);
	engine_do(ui->engine, &action);
}

/* The folder of an account's feeds is named in the config, and goes with the account. */
static bool
is_folder(struct ui *ui, const struct ui_target *target)
{
	bool is = target->tag && ui_feeds_account_here(ui);
	if (is)
		ui_status_say(&ui->status, false,
			_("These are the feeds of an account; courant account changes "
			  "it"));
	return is;
}

/* As ui_ask. accept finds the feed or item in ui->edit. */
static void
ask(struct ui *ui, const struct ui_target *target, const char *given,
	const struct ui_question *q)
{
	ui->edit.feed = target->feed;
	ui->edit.item = target->item;
	free(ui->edit.saved);
	ui->edit.saved = mem_strdup(target->saved);
	free(ui->edit.tag);
	ui->edit.tag = mem_strdup(target->tag);
	ui_ask(ui, given, q);
}

/* Splits what was typed into words, which live in ui->scratch; otherwise says why not. */
static bool
read_words(struct ui *ui, const char *text, struct conf_word **words, size_t *len)
{
	struct err err = {0};
	if (conf_words(&ui->scratch, span_of(text), words, len, &err) == OK)
		return true;
	ui_refuse(ui, err.text);
	return false;
}

/* ---- items */

static void
tags_given(struct ui *ui, const char *text)
{
	struct conf_word *words;
	size_t len;
	if (!read_words(ui, text, &words, &len))
		return;
	size_t selected = ui_items_select_len(ui);
	const uint64_t *ids = selected ? ui_items_select_ids(ui) : &ui->edit.item;
	uint32_t chain = len > 1 ? ++ui->keys.chain : 0; /* all of them are one act */
	for (size_t i = 0; i < len; i++) {
		const char *word = words[i].text;
		bool drop = !words[i].quoted && word[0] == '-' && word[1];
		engine_do(ui->engine,
			&(struct engine_action){.verb = drop ? ACTION_UNTAG : ACTION_TAG,
				.chain = chain,
				.target = engine_items(ids, selected ? selected : 1),
				.tag = word + drop});
	}
	ui_items_select_drop(ui);
}

void
ui_act_tag(struct ui *ui, const char *arg)
{
	struct ui_target target;
	if (!ui_act_on_item(ui, &target))
		return;
	ask(ui, &target, arg,
		&(struct ui_question){
			.label = _("Tags to add (-tag removes one):"),
			.accept = tags_given,
			.complete = ui_complete_item_tag,
			.history = &ui->tags,
		});
}

/* Shows the next item after the article on the screen was deleted. */
static void
next_found(struct ui *ui, uint64_t item)
{
	if (item)
		ui_article_show(ui, ui->focus, item);
	else
		ui_pop(ui);
}

void
ui_act_delete(struct ui *ui, const char *arg)
{
	(void)arg;
	struct ui_target target;
	if (!ui_act_on_item(ui, &target) || ui_items_select_act(ui, ACTION_DELETE))
		return;
	bool reading = ui->focus->class->context == UI_ARTICLE;
	struct ui_view *items = ui_find(ui, UI_ITEMS);
	if (target.flags & ITEM_UNREAD)
		ui_catalog_count(&ui->catalog, target.feed, -1);
	ui_pending_flag(&ui->pending, &ui->catalog, target.item, target.feed,
		UI_PENDING_REMOVED, 0);
	/* Mark the next item as read first, so that undo starts with the deletion. */
	if (reading && items)
		ui_items_seek_start(ui, items, UI_SEEK_ITEM, false, next_found);
	else if (reading)
		ui_pop(ui);
	engine_do(ui->engine, &(struct engine_action){.verb = ACTION_DELETE,
				      .target = engine_items(&target.item, 1)});
	for (struct ui_view *view = ui->top; view; view = view->below)
		if (view->class->context == UI_ITEMS)
			ui_items_drop(view, (struct store_key){target.time, target.item});
}

/* ---- feeds */

void
ui_act_unsubscribe(struct ui *ui, const char *arg)
{
	(void)arg;
	struct ui_target target;
	if (ui_act_on_line(ui, &target) && !is_folder(ui, &target))
		do_to_lines(
			ui, &target, (struct engine_action){.verb = ACTION_UNSUBSCRIBE});
}

static void
title_given(struct ui *ui, const char *text)
{
	const struct ui_target target = {.feed = ui->edit.feed, .saved = ui->edit.saved};
	do_to_lines(ui, &target,
		(struct engine_action){.verb = ACTION_RENAME, .title = text});
}

static void
tag_given(struct ui *ui, const char *text)
{
	const struct ui_target target = {.tag = ui->edit.tag};
	ui_feeds_fold_renamed(ui, ui->edit.tag, text);
	do_to_lines(ui, &target,
		(struct engine_action){
			.verb = ACTION_MOVE, .retag = {ui->edit.tag, text}});
}

static void
rename_tag(struct ui *ui, const struct ui_target *target, const char *arg)
{
	if (!is_folder(ui, target))
		ask(ui, target, arg,
			&(struct ui_question){
				.label = _("Name of the tag (empty: removes it):"),
				.text = target->tag,
				.accept = tag_given,
				.complete = ui_complete_feed_tag,
				.history = &ui->tags,
			});
}

void
ui_act_rename(struct ui *ui, const char *arg)
{
	struct ui_target target;
	if (!ui_act_on_line(ui, &target))
		return;
	if (target.tag) {
		rename_tag(ui, &target, arg);
		return;
	}
	const char *title =
		target.saved ? ui_feeds_saved_name(ui, target.saved)
			     : ui_catalog_title(&ui->catalog, target.feed, &ui->scratch);
	ask(ui, &target, arg,
		&(struct ui_question){
			.label = target.saved ? _("Name of the saved search:")
					      : _("Title of the feed (empty: its own):"),
			.text = title,
			.accept = title_given,
			.history = &ui->names,
		});
}

static void
feed_tags_given(struct ui *ui, const char *text)
{
	struct conf_word *words;
	size_t len;
	if (!read_words(ui, text, &words, &len))
		return;
	const char **tags = arena_alloc(&ui->scratch, (len + 1) * sizeof *tags);
	for (size_t i = 0; i < len; i++)
		tags[i] = words[i].text;
	do_to_feed(ui, ui->edit.feed,
		(struct engine_action){
			.verb = ACTION_MOVE, .tags = tags, .tags_len = len});
}

void
ui_act_retag(struct ui *ui, const char *arg)
{
	struct ui_target target = {0};
	const struct ui_view *view = ui->focus;
	if (view->class->target && view->class->target(ui, ui->focus, &target) &&
		(target.tag || target.saved)) {
		ui_act_rename(ui, arg); /* they have a name, and no tags */
		return;
	}
	if (!ui_act_on_feed(ui, &target))
		return;
	const struct store_feed *feed = ui_catalog_feed(&ui->catalog, target.feed);
	struct buf tags = BUF_INIT(0);
	for (size_t i = 0; feed && i < feed->tags_len; i++) {
		buf_adds(&tags, i ? " " : "");
		conf_word_format(&tags, feed->tags[i], false);
	}
	ask(ui, &target, arg,
		&(struct ui_question){
			.label = _("Tags of the feed (a/b nests):"),
			.text = buf_str(&tags),
			.accept = feed_tags_given,
			.complete = ui_complete_feed_tag,
			.history = &ui->tags,
		});
	buf_done(&tags);
}

static void
address_given(struct ui *ui, const char *text)
{
	struct span word = span_trim(span_of(text));
	if (word.n)
		do_to_feed(ui, ui->edit.feed,
			(struct engine_action){.verb = ACTION_READDRESS,
				.address = arena_strndup(&ui->scratch, word.p, word.n)});
}

void
ui_act_move(struct ui *ui, const char *arg)
{
	struct ui_target target;
	if (!ui_act_on_feed(ui, &target))
		return;
	const struct store_feed *feed = ui_catalog_feed(&ui->catalog, target.feed);
	if (!feed)
		return;
	if (!str_eq(feed->url, feed->address)) {
		ui_status_say(&ui->status, false,
			_("This feed is fetched by the server of its account; change its "
			  "address there"));
		return;
	}
	ask(ui, &target, arg,
		&(struct ui_question){
			.label = feed->moved_to ? _("Address that the feed has moved to:")
						: _("New address of the feed:"),
			.text = feed->moved_to ? feed->moved_to
					       : subscription_address(feed->url),
			.accept = address_given,
			.history = &ui->addresses,
		});
}

/* The feed with this number or address, or else the only one with text in its title. 0 if
 * there is none, with a message. */
static uint32_t
named_feed(struct ui *ui, const char *text)
{
	struct span word = span_trim(span_of(text));
	int64_t number = -1;
	uint32_t found = 0;
	size_t titles = 0;
	bool numbered = str_int(word, &number) == OK;
	for (size_t i = 0; i < ui->catalog.len; i++) {
		const struct store_feed *feed = &ui->catalog.feeds[i];
		if ((numbered && feed->id == number) || span_eq(word, feed->address))
			return feed->id;
		/* a whole title counts more than a part of one */
		if (feed->title && span_eq(word, feed->title) &&
			feed->id != ui->edit.feed)
			return feed->id;
		if (feed->title && word.n &&
			str_ifind(feed->title, strlen(feed->title),
				arena_strndup(&ui->scratch, word.p, word.n))) {
			found = feed->id;
			titles++;
		}
	}
	if (titles == 1)
		return found;
	if (titles)
		ui_refuse(ui, arena_printf(&ui->scratch,
				      P_("%zu feed matches", "%zu feeds match", titles),
				      titles));
	else
		ui_refuse(ui, _("No feed matches"));
	return 0;
}

static void
merge_given(struct ui *ui, const char *text)
{
	uint32_t into = named_feed(ui, text);
	if (into)
		engine_do(ui->engine,
			&(struct engine_action){.verb = ACTION_MERGE,
				.target = engine_feeds(
					(uint32_t[]){ui->edit.feed, into}, 2)});
}

/* Finds the feed that this one is another copy of, if there is one. */
static struct store_feed_duplicate
duplicate_of(struct ui *ui, uint32_t feed)
{
	struct store_feed_duplicate *list, found = {feed, 0, false};
	struct store_view view;
	size_t len = 0;
	if (!ui_open_view(ui, &view))
		return found;
	if (store_feed_duplicates(&view, &ui->scratch, &list, &len) != OK)
		len = 0;
	store_view_end(&view);
	for (size_t i = 0; i < len; i++)
		if (list[i].feed == feed || (!found.other && list[i].other == feed))
			found = list[i];
	return found;
}

void
ui_act_merge(struct ui *ui, const char *arg)
{
	struct ui_target target;
	if (!ui_act_on_feed(ui, &target))
		return;
	struct store_feed_duplicate duplicate = duplicate_of(ui, target.feed);
	target.feed = duplicate.feed;
	buf_clear(&ui->edit.label);
	buf_addf(&ui->edit.label, _("Merge %s into the feed:"),
		ui_catalog_title(&ui->catalog, duplicate.feed, &ui->scratch));
	const struct store_feed *other = ui_catalog_feed(&ui->catalog, duplicate.other);
	ask(ui, &target, arg,
		&(struct ui_question){
			.label = buf_str(&ui->edit.label),
			.text = other ? other->title ? other->title : other->url : NULL,
			.accept = merge_given,
			.complete = ui_complete_feed,
			.history = &ui->seeks,
		});
}

/* ---- options of a feed */

/* The value in the feed's line, in ui->scratch; NULL: it has none. */
static const char *
own_value(struct ui *ui, uint32_t id, const char *option)
{
	const struct store_feed *feed = ui_catalog_feed(&ui->catalog, id);
	struct subscriptions *subs = subscription_list_new();
	const char *value = NULL;
	if (feed && ui->setup->feeds_path &&
		conf_feeds_load(subs, ui->setup->feeds_path, NULL, NULL, NULL) == OK) {
		const struct subscription *sub = subscription_list_find(subs, feed->url);
		for (size_t i = 0; sub && i < sub->options_len; i++)
			if (str_eq(sub->options[i].name, option))
				value = arena_strdup(&ui->scratch, sub->options[i].value);
	}
	subscription_list_free(subs);
	return value;
}

static void
option_given(struct ui *ui, const char *text)
{
	struct span value = span_trim(span_of(text));
	const struct ui_target target = {.feed = ui->edit.feed, .tag = ui->edit.tag};
	do_to_lines(ui, &target,
		(struct engine_action){.verb = ACTION_SET,
			.option = {ui->edit.option,
				arena_strndup(&ui->scratch, value.p, value.n)}});
}

/* The feed under the cursor, or all feeds of the tag there. */
static bool
on_feeds(struct ui *ui, struct ui_target *target)
{
	const struct ui_view *view = ui->focus;
	*target = (struct ui_target){0};
	if (view->class->target && view->class->target(ui, ui->focus, target) &&
		target->tag && !target->feed)
		return !is_folder(ui, target);
	return ui_act_on_feed(ui, target);
}

/* option: a name in the table, which is never freed. */
static void
edit_option(struct ui *ui, const char *option, const char *value)
{
	struct ui_target target;
	if (!on_feeds(ui, &target))
		return;
	struct buf all = BUF_INIT(0);
	conf_option_get(ui->options, conf_option(option), &all);
	buf_clear(&ui->edit.label);
	buf_addf(&ui->edit.label, _("%s (empty: %s):"), option, buf_str(&all));
	buf_done(&all);
	ui->edit.option = option;
	ask(ui, &target, value,
		&(struct ui_question){
			.label = buf_str(&ui->edit.label),
			.text = own_value(ui, target.feed, option),
			.accept = option_given,
			.complete = ui_complete_value,
		});
}

/* What a strategy would do is seen in a replay of the user's own feeds. */
static void
compare_strategies(struct ui *ui)
{
	static const char *const simulate[] = {"simulate", "--mine", NULL};
	ui_outside_run_own(ui, simulate);
}

void
ui_act_strategy(struct ui *ui, const char *arg)
{
	if (!arg && ui->focus->class->context != UI_SCHEDULE)
		compare_strategies(ui);
	else
		edit_option(ui, "strategy", arg);
}

void
ui_act_min_interval(struct ui *ui, const char *arg)
{
	edit_option(ui, "min-interval", arg);
}

void
ui_act_max_interval(struct ui *ui, const char *arg)
{
	edit_option(ui, "max-interval", arg);
}

void
ui_act_priority(struct ui *ui, const char *arg)
{
	edit_option(ui, "priority", arg);
}

static void
setting_given(struct ui *ui, const char *text)
{
	struct span rest = span_trim(span_of(text)), name;
	if (!span_split(&rest, ' ', &name))
		return;
	const char *word = arena_strndup(&ui->scratch, name.p, name.n);
	const struct option *option = conf_option(word);
	if (!option) {
		ui_refuse(
			ui, arena_printf(&ui->scratch, _("Unknown option \"%s\""), word));
		return;
	}
	rest = span_trim(rest);
	edit_option(ui, option->name,
		rest.n ? arena_strndup(&ui->scratch, rest.p, rest.n) : NULL);
}

void
ui_act_set(struct ui *ui, const char *arg)
{
	struct ui_target target;
	if (on_feeds(ui, &target))
		ask(ui, &target, arg,
			&(struct ui_question){
				.label = _("Option of this feed, and its value:"),
				.accept = setting_given,
				.complete = ui_complete_setting,
				.history = &ui->feed_options,
			});
}
