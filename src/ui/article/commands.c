/*
 * The commands of reading, and of searching.
 */
#include "config.h"

#include "base/i18n.h"
#include "ui/article/article.h"
#include "ui/command/command.h"
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
		.newsboat = "1 2 3 4 5 6 7 8 9 0 #",
		.brief = N_("Pick a link by its number; Enter opens it"),
		.detail = N_("Shows where the link really leads before it is opened."),
		.run = ui_article_pick,
	},
	{
		.name = "search",
		.contexts = UI_FEEDS | UI_ITEMS,
		.also = UI_ARTICLE | UI_SCHEDULE | UI_SCHEDULE_ALL,
		.flags = UI_JUMPS,
		.keys = "/",
		.vim = "",
		.hint = N_("search"),
		.brief = N_("Search titles, authors and texts"),
		.detail = N_("In the list of feeds: everywhere. In a list of items: in "
			     "that feed or tag. All words must occur; courant-query(5) "
			     "describes what else you can search for. Hits appear as "
			     "they are found, newest first."),
		.run = ui_items_search_start,
		.check = ui_items_search_check,
	},
	{
		.name = "search-back",
		.contexts = UI_READING,
		.also = UI_SCHEDULE | UI_SCHEDULE_ALL,
		.flags = UI_JUMPS,
		.keys = "g/",
		.newsboat = "z",
		.brief = N_("Go back to what the last search found"),
		.detail = N_("Searches again if that list is closed; asks for words if "
			     "there was no search yet."),
		.run = ui_items_search_back,
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
		.name = "full-text",
		.contexts = UI_ARTICLE,
		.keys = "x",
		.hint = N_("full text"),
		.brief = N_("Show the text of the item's page, or the feed's own again"),
		.detail =
			N_("The page is fetched, the article is found in it and kept, "
			   "so that it is there the next time and searches find it. "
			   "With the argument again it is fetched once more. The option "
			   "full-text does this for all items of a feed."),
		.run = ui_article_full_text,
	},
	{
		.name = "comments",
		.contexts = UI_ARTICLE,
		.keys = "c",
		.brief = N_("Show the comments on the item"),
		.detail = N_("If the feed names a feed of comments, they are fetched and "
			     "listed, and pressing the key again opens their page in the "
			     "browser. Otherwise it opens that page at once."),
		.run = ui_article_comments,
	},
	{
		.name = "images",
		.contexts = UI_ARTICLE,
		.keys = "I",
		.brief = N_("Show the article's pictures, or hide them again"),
		.detail = N_("They are fetched, decoded by a process that can do nothing "
			     "else, and drawn in colour where they stand. The option "
			     "images does this for all items of a feed."),
		.run = ui_article_images,
	},
	{
		.name = "source",
		.contexts = UI_ARTICLE,
		.keys = "gU",
		.newsboat = "^U",
		.brief = N_("Show the HTML of the text, or the text again"),
		.run = ui_article_source,
	},
	{
		.name = "view",
		.contexts = UI_ARTICLE,
		.keys = "gv",
		.brief = N_("Show the article in another way"),
		.detail =
			N_("rendered, source, plain (text without styles), fields (what "
			   "the feed says of the item), comments or changes (what its "
			   "last edit changed, by words); without an argument the "
			   "next of these."),
		.run = ui_article_view,
	},
	{
		.name = "find",
		.contexts = UI_ARTICLE | UI_CHOOSE,
		.keys = "/",
		.brief = N_("Find words in the article, or in a list to choose from"),
		.detail = N_(
			"Without words, goes to the next occurrence of the last ones."),
		.run = ui_article_find,
	},
	{
		.name = "next-hit",
		.contexts = UI_FOUND,
		.also = UI_ARTICLE,
		.flags = UI_REPEATS,
		.keys = "n ^N",
		.brief = N_("Go to the next place where the words were found"),
		.detail = N_("While found words are marked, n and N do not go to other "
			     "items; escape ends that."),
		.run = ui_article_next_hit,
	},
	{
		.name = "previous-hit",
		.contexts = UI_FOUND,
		.also = UI_ARTICLE,
		.flags = UI_REPEATS,
		.keys = "N ^P",
		.brief = N_("Go to the previous place where the words were found"),
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
		.brief = N_("Pick the previous link"),
		.run = ui_article_previous_link,
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
		.brief = N_("Go to the article's previous heading"),
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
