#include "config.h"

#include "ui/command.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "conf/config.h"
#include "conf/key.h"

const struct ui_command ui_commands[] = {
	{"open", UI_READING | UI_CHOOSE, "Enter Right", N_("open"),
		N_("Open what is under the cursor"),
		N_("Opens the feed, the tag or the item under the cursor. While reading "
		   "it opens "
		   "the picked link, or moves on by a page."),
		ui_act_open},
	{"back", UI_EVERYWHERE, "q Left", N_("back"),
		N_("Go back; from the first view, leave"),
		N_("Never asks, also while a refresh runs: what was received is stored."),
		ui_act_back},
	{"escape", UI_EVERYWHERE, "Escape", NULL,
		N_("Drop a picked link and the marks of found words, else go back"),
		N_("Never leaves the reader."), ui_act_escape},
	{"quit", UI_EVERYWHERE, "Q", NULL, N_("Leave at once, from anywhere"),
		N_("What you did and half a second does not suffice to store, such as "
		   "many thousands of marks, the next start or command goes on with."),
		ui_act_quit},
	{"down", UI_EVERYWHERE, "j Down", NULL, N_("Move down"), NULL, ui_act_down},
	{"up", UI_EVERYWHERE, "k Up", NULL, N_("Move up"), NULL, ui_act_up},
	{"page-down", UI_EVERYWHERE, "PageDown Space ^F", NULL, N_("Move down by a page"),
		NULL, ui_act_page_down},
	{"page-up", UI_EVERYWHERE, "PageUp b ^B", NULL, N_("Move up by a page"), NULL,
		ui_act_page_up},
	{"half-page-down", UI_EVERYWHERE, "^D", NULL, N_("Move down by half a page"),
		NULL, ui_act_half_down},
	{"half-page-up", UI_EVERYWHERE, "^U", NULL, N_("Move up by half a page"), NULL,
		ui_act_half_up},
	{"first", UI_EVERYWHERE, "g Home", NULL, N_("Go to the first row"), NULL,
		ui_act_first},
	{"last", UI_EVERYWHERE, "G End", NULL, N_("Go to the last row"), NULL,
		ui_act_last},
	{"next-item", UI_ARTICLE, "J", N_("next"), N_("Read the next item of the list"),
		NULL, ui_article_next},
	{"previous-item", UI_ARTICLE, "K", NULL, N_("Read the previous item of the list"),
		NULL, ui_article_previous},
	{"next-unread", UI_READING, "n", N_("unread"),
		N_("Go to the next unread item, in the next feed too"),
		N_("In the list of feeds: to the next feed with unread items. In lists "
		   "and while reading: to the next unread item, and when the list has "
		   "none left, to the next feed that has."),
		ui_act_next_unread},
	{"previous-unread", UI_READING, "p", NULL,
		N_("Go to the previous unread item, in the previous feed too"), NULL,
		ui_act_previous_unread},
	{"reload", UI_READING | UI_SCHEDULE, "r", N_("reload"),
		N_("Fetch the feed, or the tag's feeds, under the cursor"),
		N_("Asks now, whatever the schedule says; only a server that asked to be "
		   "left alone for a time (Retry-After) is left alone."),
		ui_act_reload},
	{"reload-all", UI_READING, "R", N_("all"), N_("Fetch all feeds"), NULL,
		ui_act_reload_all},
	{"older", UI_FEEDS | UI_ITEMS, "O", NULL,
		N_("Fetch older items than the feed shows"),
		N_("Of feeds that name documents with older items (RFC 5005). The same "
		   "as courant backfill: what comes in is read already, stop ends it, "
		   "and the next time goes on from there."),
		ui_act_older},
	{"stop", UI_READING, "^X", NULL, N_("Stop the running refresh or search"),
		N_("What was received is kept; feeds not reached yet stay due."),
		ui_act_stop},
	{"mark-read", UI_FEEDS | UI_ITEMS, "A", N_("mark read"),
		N_("Mark all of the feed, the tag or the list as read"),
		N_("What arrives after the key was hit stays unread."), ui_act_mark_read},
	{"toggle-read", UI_ITEMS | UI_ARTICLE, "N", NULL,
		N_("Mark the item as read, or as unread again"), NULL,
		ui_act_toggle_read},
	{"star", UI_ITEMS | UI_ARTICLE, "s", N_("star"),
		N_("Star the item, or take its star away"), NULL, ui_act_star},
	{"browser", UI_READING, "o", N_("browser"),
		N_("Show the item, or the feed's site, in the browser"),
		N_("Only web addresses (http and https) are handed out, as one argument "
		   "and never through a shell. The option browser names the program."),
		ui_act_browser},
	{"links", UI_ARTICLE, "L", N_("links"), N_("List the article's links"), NULL,
		ui_article_links},
	{"pick-link", UI_ARTICLE, "1 2 3 4 5 6 7 8 9 0", NULL,
		N_("Pick a link by its number; Enter opens it"),
		N_("Shows where the link really leads before it is opened."),
		ui_article_pick},
	{"search", UI_FEEDS | UI_ITEMS, "/", N_("search"),
		N_("Search titles, authors and texts"),
		N_("In the list of feeds: everywhere. In a list of items: in that feed "
		   "or tag. All words must occur; courant-query(5) tells what else can "
		   "be asked. Newest hits come first, while the search goes on."),
		ui_search_start},
	{"save-search", UI_ITEMS, "V", NULL, N_("Save the search as a list of its own"),
		N_("It becomes a line query:NAME:QUERY of the feeds file and stands "
		   "above the feeds, with its unread items counted."),
		ui_search_save},
	{"find", UI_ARTICLE, "/", NULL, N_("Find words in the article"),
		N_("Without words: the next place of the last ones."), ui_article_find},
	{"go-to-feed", UI_FEEDS, "f", NULL,
		N_("Go to the next feed with some words in its title or address"),
		N_("Without words: with those given last. What is folded away is "
		   "unfolded "
		   "for it."),
		ui_feeds_seek},
	{"fold", UI_FEEDS, "Tab z", NULL, N_("Fold a tag's feeds away, or unfold them"),
		NULL, ui_feeds_fold},
	{"show-read", UI_FEEDS | UI_ITEMS, "l", NULL,
		N_("Show or hide feeds and items that are read"), NULL, ui_act_show_read},
	{"unread-items", UI_FEEDS | UI_ITEMS, "U", NULL,
		N_("List the unread items of all feeds"), NULL, ui_items_unread},
	{"starred-items", UI_FEEDS | UI_ITEMS, "S", NULL,
		N_("List the starred items of all feeds"), NULL, ui_items_starred},
	{"all-items", UI_FEEDS | UI_ITEMS, "E", NULL, N_("List every item of all feeds"),
		NULL, ui_items_all},
	{"add", UI_FEEDS | UI_ITEMS, "a", N_("add"),
		N_("Subscribe to a feed, or to what a page offers"),
		N_("Takes the address of a feed or of a web page. A page's feeds are "
		   "looked up; when there are several, they are offered."),
		ui_add_ask},
	{"import", UI_FEEDS, "i", NULL,
		N_("Import subscriptions from a file (OPML, list of addresses)"), NULL,
		ui_add_import},
	{"tag", UI_ITEMS | UI_ARTICLE, "t", NULL,
		N_("Give the item a tag of its own, or take one away"),
		N_("Takes words; one that begins with - is taken away. Tags of items are "
		   "found by tag: in searches (courant-query(5))."),
		ui_edit_tag},
	{"delete", UI_ITEMS | UI_ARTICLE, "D", NULL, N_("Delete the item"),
		N_("It never comes back as new; undo brings it back."), ui_edit_delete},
	{"unsubscribe", UI_FEEDS, "D", NULL, N_("Unsubscribe from the feed"),
		N_("Takes its line out of the feeds file. Its items stay in the store, "
		   "out of sight, until courant gc; undo brings all back."),
		ui_edit_unsubscribe},
	{"rename", UI_FEEDS | UI_ITEMS | UI_SCHEDULE, "e", NULL,
		N_("Give the feed a title of your own"), NULL, ui_edit_rename},
	{"retag", UI_FEEDS | UI_ITEMS | UI_SCHEDULE, "T", NULL,
		N_("Change the tags that the feed stands under"), NULL, ui_edit_retag},
	{"move", UI_FEEDS | UI_ITEMS, "m", NULL, N_("Give the feed another address"),
		N_("Offers the one that its server has moved it to, if it has. The same "
		   "as courant move: the feed keeps its items and all you did with "
		   "them."),
		ui_edit_move},
	{"merge", UI_FEEDS | UI_ITEMS, "M", NULL, N_("Make one feed of this and another"),
		N_("Offers the feed that is where this one moved to, if there is one. "
		   "The same as courant merge: nothing of either is lost, and undo makes "
		   "two of them again."),
		ui_edit_merge},
	{"schedule", UI_READING, "w", NULL,
		N_("Show when the feed was asked, when it will be, and why"),
		N_("The same as courant why."), ui_schedule_show},
	{"schedule-all", UI_FEEDS | UI_ITEMS, "W", NULL,
		N_("Show what all feeds cost and gain, and which are asked next"), NULL,
		ui_schedule_all},
	{"strategy", UI_SCHEDULE, "f", N_("strategy"),
		N_("Choose how the feed's polls are predicted (fixed:30m: always so)"),
		N_("Sets the option in the feed's line, as the next three do. "
		   "courant-scheduling(7) tells of the strategies."),
		ui_edit_strategy},
	{"min-interval", UI_SCHEDULE, "m", N_("min"),
		N_("Set the least time between two polls"), NULL, ui_edit_min_interval},
	{"max-interval", UI_SCHEDULE, "M", N_("max"),
		N_("Set the most time between two polls"), NULL, ui_edit_max_interval},
	{"priority", UI_SCHEDULE, "P", N_("priority"),
		N_("Set how much the feed matters beside the others"), NULL,
		ui_edit_priority},
	{"set", UI_READING | UI_SCHEDULE, "", NULL, N_("Set an option of the feed"),
		N_("Takes the name of an option that a feed may have of its own, and its "
		   "value; without a value it asks for one."),
		ui_edit_set},
	{"undo", UI_READING | UI_SCHEDULE | UI_SCHEDULE_ALL, "u", N_("undo"),
		N_("Take back what you did last"),
		N_("Marks, stars, tags, deletions and changes of the subscriptions, also "
		   "those of before a restart. Hit it again to go further back."),
		ui_act_undo},
	{"redo", UI_READING | UI_SCHEDULE | UI_SCHEDULE_ALL, "^R", NULL,
		N_("Do again what was just undone"), NULL, ui_act_redo},
	{"help", UI_EVERYWHERE & ~UI_HELP, "? F1", N_("help"), N_("Show all keys"), NULL,
		ui_act_help},
	{"command", UI_EVERYWHERE, ":", NULL, N_("Give a command by its name"),
		N_("Tab completes, in the other prompts as well: options and their "
		   "values, "
		   "tags, titles of feeds, files, fields of a query."),
		ui_act_command},
	{"reload-config", UI_EVERYWHERE, "", NULL, N_("Reload the config file"),
		N_("If anything in it is wrong, the settings stay as they were. A "
		   "change of the feeds file is noticed without a command."),
		ui_config_reload},
	{"redraw", UI_EVERYWHERE, "^L", NULL, N_("Draw the screen anew"), NULL,
		ui_act_redraw},
	{"suspend", UI_EVERYWHERE, "", NULL, N_("Stop the reader, as Ctrl-Z does"), NULL,
		ui_act_suspend},
	{0},
};

const struct ui_context_name ui_contexts[] = {
	{"feeds", UI_FEEDS, N_("List of feeds")},
	{"items", UI_ITEMS, N_("List of items")},
	{"article", UI_ARTICLE, N_("Reading")},
	{"choose", UI_CHOOSE, N_("Choosing")},
	{"schedule", UI_SCHEDULE, N_("Schedule of a feed")},
	{"schedule-all", UI_SCHEDULE_ALL, N_("Schedule of all feeds")},
	{"help", UI_HELP, N_("Help")},
	{0},
};

const struct ui_command *
ui_command(const char *name)
{
	for (const struct ui_command *c = ui_commands; c->name; c++)
		if (str_eq(c->name, name))
			return c;
	return NULL;
}

/* Binds in every context of the mask that the command knows; a later one wins. */
static void
bind(struct ui_bindings *b, int contexts, uint32_t key, const struct ui_command *command,
	const char *arg)
{
	for (const struct ui_context_name *c = ui_contexts; c->name; c++) {
		if (!(c->contexts & contexts))
			continue;
		struct ui_binding *found = NULL;
		for (size_t i = 0; i < b->len; i++)
			if (b->list[i].context == c->contexts && b->list[i].key == key)
				found = &b->list[i];
		if (!found) {
			found = VEC_PUSH(b->list, b->len, b->cap);
			*found = (struct ui_binding){c->contexts, key, NULL, NULL};
		}
		free(found->arg);
		found->command = command;
		found->arg = mem_strdup(arg);
	}
}

void
ui_bindings_init(struct ui_bindings *b)
{
	*b = (struct ui_bindings){0};
	for (const struct ui_command *c = ui_commands; c->name; c++) {
		struct span rest = span_of(c->keys), word;
		while (span_split(&rest, ' ', &word)) {
			char name[16];
			uint32_t key;
			size_t n = word.n < sizeof name ? word.n : sizeof name - 1;
			memcpy(name, word.p, n);
			name[n] = '\0';
			if (n && conf_key_parse(name, &key, NULL) == OK)
				bind(b, c->contexts, key, c, NULL);
		}
	}
}

void
ui_bindings_done(struct ui_bindings *b)
{
	for (size_t i = 0; i < b->len; i++)
		free(b->list[i].arg);
	free(b->list);
	*b = (struct ui_bindings){0};
}

static int
contexts_of(const char *name)
{
	if (str_eq(name, "all") || str_eq(name, "*"))
		return UI_EVERYWHERE;
	for (const struct ui_context_name *c = ui_contexts; c->name; c++)
		if (str_eq(c->name, name))
			return c->contexts;
	return 0;
}

static const char *
suggestion(const char *name)
{
	const char *names[COUNT_OF(ui_commands)];
	size_t n = 0;
	for (const struct ui_command *c = ui_commands; c->name; c++)
		names[n++] = c->name;
	names[n] = NULL;
	return str_suggest(name, names);
}

static int
bind_line(struct ui_bindings *b, const struct config_words *line, struct err *err)
{
	if (line->len < 3)
		return err_set(err, ERR_INVALID,
			_("%s:%d: bind wants CONTEXT KEY COMMAND"), line->file,
			line->line);
	int contexts = contexts_of(line->words[0]);
	if (!contexts)
		return err_set(err, ERR_INVALID,
			_("%s:%d: there is no context \"%s\"; choose from feeds, items, "
			  "article, schedule, schedule-all, choose, help, all"),
			line->file, line->line, line->words[0]);
	uint32_t key;
	if (conf_key_parse(line->words[1], &key, err) != OK)
		return err_prefix(err, "%s:%d", line->file, line->line);
	if (str_eq(line->words[2], "none")) {
		bind(b, contexts, key, NULL, NULL);
		return OK;
	}
	const struct ui_command *command = ui_command(line->words[2]);
	if (!command) {
		const char *near = suggestion(line->words[2]);
		return err_set(err, ERR_INVALID,
			near ? _("%s:%d: there is no command \"%s\"; did you mean %s?")
			     : _("%s:%d: there is no command \"%s\"; ? in the reader "
				 "lists them"),
			line->file, line->line, line->words[2], near);
	}
	if (!(contexts & command->contexts))
		return err_set(err, ERR_INVALID,
			_("%s:%d: the command %s can't be given in \"%s\""), line->file,
			line->line, command->name, line->words[0]);
	struct buf arg = BUF_INIT(0);
	for (size_t i = 3; i < line->len; i++)
		buf_addf(&arg, "%s%s", i > 3 ? " " : "", line->words[i]);
	bind(b, contexts & command->contexts, key, command,
		arg.len ? buf_str(&arg) : NULL);
	buf_done(&arg);
	return OK;
}

int
ui_bindings_config(struct ui_bindings *b, const struct config *config, struct err *err)
{
	int status = OK;
	for (size_t i = 0; i < config->binds_len; i++) {
		int one = bind_line(b, &config->binds[i], status == OK ? err : NULL);
		if (status == OK)
			status = one;
	}
	return status;
}

const struct ui_binding *
ui_bindings_find(const struct ui_bindings *b, int context, uint32_t key)
{
	for (size_t i = 0; i < b->len; i++)
		if (b->list[i].context == context && b->list[i].key == key)
			return b->list[i].command ? &b->list[i] : NULL;
	return NULL;
}

void
ui_bindings_keys(const struct ui_bindings *b, int context,
	const struct ui_command *command, size_t max, struct buf *out)
{
	size_t count = 0;
	for (size_t i = 0; i < b->len && (max == 0 || count < max); i++) {
		if (b->list[i].command != command || b->list[i].context != context)
			continue;
		char name[16];
		conf_key_format(b->list[i].key, name, sizeof name);
		buf_addf(out, "%s%s", count++ ? " " : "", name);
	}
}
