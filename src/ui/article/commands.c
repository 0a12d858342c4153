/*
 * The commands of reading, and of searching.
 */
#include "config.h"

#include "base/i18n.h"
#include "ui/article/article.h"
#include "ui/core/command.h"
#include "ui/items/search.h"

const struct ui_command ui_article_commands[] = {
	{
		.name = "links",
		.contexts = UI_ARTICLE,
		.keys = "L",
		.newsboat = "u",
		.hint = N_("links"),
		.brief = N_("List the article's links"),
		.run = ui_article_links,
	},
	{
		.name = "pick-link",
		.contexts = UI_ARTICLE,
		.keys = "1 2 3 4 5 6 7 8 9 0",
		.brief = N_("Pick a link by its number; Enter opens it"),
		.detail = N_("Shows where the link really leads before it is opened."),
		.run = ui_article_pick,
	},
	{
		.name = "search",
		.contexts = UI_FEEDS | UI_ITEMS,
		.also = UI_ARTICLE | UI_SCHEDULE | UI_SCHEDULE_ALL,
		.keys = "/ g/",
		.newsboat = "/",
		.hint = N_("search"),
		.brief = N_("Search titles, authors and texts"),
		.detail = N_("In the list of feeds: everywhere. In a list of items: in "
			     "that feed or tag. All words must occur; courant-query(5) "
			     "describes what else you can search for. Hits appear as "
			     "they are found, newest first."),
		.run = ui_items_search_start,
	},
	{
		.name = "save-search",
		.contexts = UI_ITEMS,
		.keys = "V",
		.vim = "",
		.brief = N_("Save the search as a list of its own"),
		.detail =
			N_("It becomes a line query:NAME:QUERY in the feeds file and is "
			   "listed above the feeds, with its number of unread items."),
		.run = ui_items_search_save,
	},
	{
		.name = "find",
		.contexts = UI_ARTICLE,
		.keys = "/",
		.brief = N_("Find words in the article"),
		.detail = N_(
			"Without words, goes to the next occurrence of the last ones."),
		.run = ui_article_find,
	},
	{
		.name = "next-hit",
		.contexts = UI_ARTICLE,
		.flags = UI_REPEATS,
		.keys = "^N",
		.brief = N_("Go to the next place where the words were found"),
		.run = ui_article_next_hit,
	},
	{
		.name = "previous-hit",
		.contexts = UI_ARTICLE,
		.flags = UI_REPEATS,
		.keys = "^P",
		.brief = N_("Go to the place before where the words were found"),
		.run = ui_article_previous_hit,
	},
	{
		.name = "next-link",
		.contexts = UI_ARTICLE,
		.flags = UI_REPEATS,
		.keys = "f",
		.brief = N_("Pick the next link on the screen or after it"),
		.detail = N_("Also Tab, where the article is the only pane. Enter opens "
			     "the link, or goes to where it leads in the article; the "
			     "text of a footnote is shown in the status bar."),
		.run = ui_article_next_link,
	},
	{
		.name = "previous-link",
		.contexts = UI_ARTICLE,
		.flags = UI_REPEATS,
		.keys = "BackTab F",
		.brief = N_("Pick the link before"),
		.run = ui_article_previous_link,
	},
	{
		.name = "jump-back",
		.contexts = UI_ARTICLE,
		.flags = UI_REPEATS,
		.keys = "Backspace",
		.brief = N_("Go back to where a jump in the article started"),
		.run = ui_article_back,
	},
	{
		.name = "next-heading",
		.contexts = UI_ARTICLE,
		.flags = UI_REPEATS,
		.keys = "]",
		.vim = "]h",
		.brief = N_("Go to the article's next heading"),
		.run = ui_article_next_heading,
	},
	{
		.name = "previous-heading",
		.contexts = UI_ARTICLE,
		.flags = UI_REPEATS,
		.keys = "[",
		.vim = "[h",
		.brief = N_("Go to the article's heading before this place"),
		.run = ui_article_previous_heading,
	},
	{
		.name = "outline",
		.contexts = UI_ARTICLE,
		.keys = "gO",
		.brief = N_("List the article's headings"),
		.run = ui_article_outline,
	},
	{0},
};
