/*
 * The table of commands.
 */
#include "config.h"

#include "base/i18n.h"
#include "ui/act/act.h"
#include "ui/article/article.h"
#include "ui/core/command.h"
#include "ui/feeds/feeds.h"
#include "ui/feeds/schedule.h"
#include "ui/items/items.h"
#include "ui/items/search.h"
#include "ui/items/select.h"
#include "ui/keys/keys.h"
#include "ui/keys/palette.h"
#include "ui/outside/outside.h"
#include "ui/page/page.h"
#include "ui/ui_inside.h"

const struct ui_command ui_commands[] = {
	{
		.name = "open",
		.contexts = UI_READING | UI_CHOOSE | UI_FAILING,
		.keys = "Enter l Right",
		.newsboat = "Enter Right",
		.hint = N_("open"),
		.brief = N_("Open what is under the cursor"),
		.detail = N_("Opens the feed, tag or item under the cursor. In an "
			     "article, opens the picked link, or scrolls down a page if "
			     "there is none."),
		.run = ui_act_open,
	},
	{
		.name = "back",
		.contexts = UI_EVERYWHERE,
		.keys = "q",
		.hint = N_("back"),
		.brief = N_("Go back; from the first view, quit"),
		.detail = N_("Never asks, even while a refresh is running: what has been "
			     "received is stored."),
		.run = ui_act_back,
	},
	{
		.name = "left",
		.contexts = UI_EVERYWHERE,
		.keys = "h Left",
		.newsboat = "Left",
		.brief = N_("Fold the tag, or go back; never quits the reader"),
		.detail = N_("In the list of feeds, folds the tag under the cursor, or "
			     "moves from a feed to its tag. Elsewhere moves to the pane "
			     "on the left, or goes back."),
		.run = ui_panes_left,
	},
	{
		.name = "escape",
		.contexts = UI_EVERYWHERE,
		.flags = UI_STOPS,
		.keys = "Escape",
		.brief = N_("Stop a long task, drop a picked link, or go back"),
		.detail = N_("Never quits the reader."),
		.run = ui_act_escape,
	},
	{
		.name = "quit",
		.contexts = UI_EVERYWHERE,
		.keys = "Q",
		.vim = "ZZ ZQ",
		.brief = N_("Quit at once, from anywhere"),
		.detail = N_("What cannot be stored within half a second (many thousands "
			     "of marks, say) is finished by the next start or command."),
		.run = ui_act_quit,
	},
	{
		.name = "down",
		.contexts = UI_EVERYWHERE,
		.flags = UI_REPEATS,
		.keys = "j Down",
		.brief = N_("Move down"),
		.run = ui_act_down,
	},
	{
		.name = "up",
		.contexts = UI_EVERYWHERE,
		.flags = UI_REPEATS,
		.keys = "k Up",
		.brief = N_("Move up"),
		.run = ui_act_up,
	},
	{
		.name = "page-down",
		.contexts = UI_EVERYWHERE,
		.flags = UI_REPEATS,
		.keys = "PageDown ^F",
		.newsboat = "PageDown",
		.brief = N_("Move down a page"),
		.run = ui_act_page_down,
	},
	{
		.name = "read-on",
		.contexts = UI_EVERYWHERE,
		.flags = UI_REPEATS,
		.keys = "Space",
		.brief =
			N_("Move down a page; at an article's end, read the next unread"),
		.detail = N_("At the end of an article's text, goes to the next unread "
			     "item, also in the next feed, so that one key reads "
			     "everything."),
		.run = ui_article_read_on,
	},
	{
		.name = "page-up",
		.contexts = UI_EVERYWHERE,
		.flags = UI_REPEATS,
		.keys = "PageUp b ^B",
		.newsboat = "PageUp b",
		.brief = N_("Move up a page"),
		.run = ui_act_page_up,
	},
	{
		.name = "half-page-down",
		.contexts = UI_EVERYWHERE,
		.flags = UI_REPEATS,
		.keys = "^D",
		.brief = N_("Move down half a page"),
		.run = ui_act_half_down,
	},
	{
		.name = "half-page-up",
		.contexts = UI_EVERYWHERE,
		.flags = UI_REPEATS,
		.keys = "^U",
		.brief = N_("Move up half a page"),
		.run = ui_act_half_up,
	},
	{
		.name = "first",
		.contexts = UI_EVERYWHERE,
		.flags = UI_COUNTS,
		.keys = "gg Home",
		.newsboat = "Home",
		.brief = N_("Go to the first row"),
		.run = ui_act_first,
	},
	{
		.name = "last",
		.contexts = UI_EVERYWHERE,
		.flags = UI_COUNTS,
		.keys = "G End",
		.newsboat = "End",
		.brief = N_("Go to the last row"),
		.run = ui_act_last,
	},
	{
		.name = "next-item",
		.contexts = UI_ARTICLE,
		.flags = UI_REPEATS,
		.keys = "J",
		.vim = "J ]]",
		.hint = N_("next"),
		.brief = N_("Read the next item in the list"),
		.run = ui_article_next,
	},
	{
		.name = "previous-item",
		.contexts = UI_ARTICLE,
		.flags = UI_REPEATS,
		.keys = "K",
		.vim = "K [[",
		.brief = N_("Read the previous item in the list"),
		.run = ui_article_previous,
	},
	{
		.name = "next-unread",
		.contexts = UI_READING,
		.flags = UI_REPEATS,
		.keys = "n",
		.vim = "n ]u",
		.hint = N_("unread"),
		.brief = N_("Go to the next unread item, even in another feed"),
		.detail = N_("In the list of feeds: to the next feed with unread items. "
			     "In lists and articles: to the next unread item, and when "
			     "the list has none left, to the next feed that has some."),
		.run = ui_act_next_unread,
	},
	{
		.name = "previous-unread",
		.contexts = UI_READING,
		.flags = UI_REPEATS,
		.keys = "p",
		.vim = "p [u",
		.brief = N_("Go to the previous unread item, even in another feed"),
		.run = ui_act_previous_unread,
	},
	{
		.name = "reload",
		.contexts = UI_READING | UI_SCHEDULE | UI_FAILING,
		.keys = "r",
		.hint = N_("reload"),
		.brief = N_("Fetch the feed or the tag under the cursor"),
		.detail = N_("Fetches now, whatever the schedule says, unless the server "
			     "has asked for a pause (Retry-After)."),
		.run = ui_act_reload,
	},
	{
		.name = "reload!",
		.contexts = UI_READING | UI_SCHEDULE | UI_FAILING,
		.keys = "",
		.brief = N_("Fetch the whole document of the feed or tag, even if it has "
			    "not changed"),
		.run = ui_act_reload_full,
	},
	{
		.name = "reload-all",
		.contexts = UI_READING | UI_FAILING,
		.also = UI_SCHEDULE | UI_SCHEDULE_ALL,
		.keys = "R",
		.hint = N_("all"),
		.brief = N_("Fetch all feeds"),
		.run = ui_act_reload_all,
	},
	{
		.name = "older",
		.contexts = UI_FEEDS | UI_ITEMS,
		.also = UI_ARTICLE,
		.keys = "O",
		.brief = N_("Fetch older items than the feed shows"),
		.detail = N_(
			"For feeds that link to documents with older items (RFC 5005). "
			"The same as courant backfill: items that arrive are marked as "
			"read, stop ends it, and the next time continues from there."),
		.run = ui_act_older,
	},
	{
		.name = "stop",
		.contexts = UI_READING | UI_FAILING,
		.also = UI_SCHEDULE | UI_SCHEDULE_ALL,
		.keys = "^X",
		.brief = N_("Stop the running refresh or search"),
		.detail = N_("What has been received is kept; feeds not reached yet stay "
			     "due."),
		.run = ui_act_stop,
	},
	{
		.name = "mark-read",
		.contexts = UI_FEEDS | UI_ITEMS,
		.keys = "A",
		.hint = N_("mark read"),
		.brief = N_("Mark everything in the feed, tag or list as read"),
		.detail = N_("What arrives after you press the key stays unread."),
		.run = ui_act_mark_read,
	},
	{
		.name = "toggle-read",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_REPEATS | UI_ACTS,
		.keys = "N",
		.vim = "m",
		.brief = N_("Mark the item as read, or as unread again"),
		.run = ui_act_toggle_read,
	},
	{
		.name = "star",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_ACTS,
		.keys = "s",
		.newsboat = "^E",
		.hint = N_("star"),
		.brief = N_("Star the item, or remove its star"),
		.run = ui_act_star,
	},
	{
		.name = "browser",
		.contexts = UI_READING | UI_FAILING,
		.flags = UI_ACTS,
		.keys = "o",
		.vim = "gx o",
		.hint = N_("browser"),
		.brief = N_("Open the item, or the feed's site, in the browser"),
		.detail = N_("Only web addresses (http and https) are passed on, as one "
			     "argument and never through a shell. An open line of the "
			     "config, or else the option browser, names the program. In "
			     "an article, 17o opens link 17."),
		.run = ui_outside_browser_item,
	},
	{
		.name = "browser-and-mark",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_ACTS,
		.keys = "",
		.newsboat = "O",
		.brief = N_("Open the item in the browser and mark it as read"),
		.run = ui_outside_browser_and_mark,
	},
	{
		.name = "browser-unread",
		.contexts = UI_ITEMS,
		.keys = "gO",
		.newsboat = "",
		.brief = N_("Open all unread items of the list in the browser"),
		.detail =
			N_("From the first row on, and marks them as read. If there are "
			   "more than the option browser-most says, it asks how many; "
			   "a number before the key, or after the name, answers that."),
		.run = ui_outside_browser_unread,
	},
	{
		.name = "run",
		.contexts = UI_READING | UI_CHOOSE,
		.flags = UI_ACTS,
		.keys = "!",
		.brief = N_("Run a command with the item, its link, or the feed"),
		.detail = N_(
			"%u is the address, %t the title, %f and %F the feed's title and "
			"address, %a the author, %d the date, %i the number and %e the "
			"attachment; they are also in the environment (COURANT_URL, "
			"COURANT_TITLE, COURANT_FEED, COURANT_FEED_URL, COURANT_AUTHOR, "
			"COURANT_DATE, COURANT_ID, COURANT_ENCLOSURE). The command gets "
			"the terminal; with -b before it, it runs in the background, and "
			"with -r its output is shown as a page. No shell is involved."),
		.run = ui_outside_run_ask,
	},
	{
		.name = "pipe",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_ACTS,
		.keys = "|",
		.brief = N_("Give the item to a command on its standard input"),
		.detail = N_("As text, or as the word before the command says: text, "
			     "html, markdown or json. As for run, -b and -r may stand "
			     "before the command."),
		.run = ui_outside_run_pipe,
	},
	{
		.name = "copy",
		.contexts = UI_READING | UI_CHOOSE,
		.flags = UI_COUNTS | UI_ACTS,
		.keys = "yy yt=title ym=markdown ya=text yf=feed",
		.newsboat = "",
		.brief = N_("Copy the link, or the title, to the clipboard"),
		.detail = N_("Takes link, title, markdown (both), text, feed (its "
			     "address), or the number of a link, which may also be typed "
			     "before the keys. The terminal is asked to do it (OSC 52), "
			     "or the option clipboard-command."),
		.run = ui_outside_copy,
	},
	{
		.name = "save",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_ACTS,
		.keys = "W",
		.newsboat = "s",
		.brief = N_("Save the item to a file"),
		.detail = N_("Takes a file, whose ending (.txt, .html, .md, .json) says "
			     "what it will be, a directory, or text, html, markdown or "
			     "json. It never replaces a file."),
		.run = ui_outside_save,
	},
	{
		.name = "bookmark",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_ACTS,
		.keys = "B",
		.newsboat = "^B",
		.brief = N_("Hand the item to the bookmark-command"),
		.run = ui_outside_bookmark,
	},
	{
		.name = "mail",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_ACTS,
		.keys = "gM",
		.newsboat = "",
		.brief = N_("Mail the item, by the mail-command"),
		.run = ui_outside_mail,
	},
	{
		.name = "share",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_ACTS,
		.keys = "gS",
		.newsboat = "",
		.brief = N_("Hand the item to one of the share lines in the config"),
		.run = ui_outside_share,
	},
	{
		.name = "select",
		.contexts = UI_ITEMS,
		.keys = "x",
		.brief = N_("Select the item, or no longer, and move down"),
		.detail = N_("Commands for items are then about all that are selected, "
			     "in one step of undo; escape ends the selection."),
		.run = ui_items_select,
	},
	{
		.name = "select-range",
		.contexts = UI_ITEMS,
		.keys = "v",
		.vim = "V",
		.brief = N_("Select from the row that was selected last to here"),
		.run = ui_items_select_range,
	},
	{
		.name = "select-all",
		.contexts = UI_ITEMS,
		.keys = "*",
		.brief = N_("Select all items of the list, or none"),
		.run = ui_items_select_all,
	},
	{
		.name = "mark-above",
		.contexts = UI_ITEMS,
		.keys = "[A",
		.newsboat = "",
		.brief = N_("Mark the items above the cursor as read"),
		.run = ui_items_mark_above,
	},
	{
		.name = "mark-below",
		.contexts = UI_ITEMS,
		.keys = "]A",
		.newsboat = "",
		.brief = N_("Mark the items below the cursor as read"),
		.run = ui_items_mark_below,
	},
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
	{
		.name = "go-to-feed",
		.contexts = UI_FEEDS,
		.keys = "gf f",
		.newsboat = "",
		.vim = "gf",
		.brief = N_("Go to the next feed with these words in its title"),
		.detail = N_("Without words, uses those given last. Folded tags are "
			     "unfolded if needed."),
		.run = ui_feeds_seek,
	},
	{
		.name = "open-feed",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.keys = "gf",
		.newsboat = "",
		.brief = N_("List the items of the item's feed"),
		.run = ui_act_item_feed,
	},
	{
		.name = "random-unread",
		.contexts = UI_READING,
		.keys = "g?",
		.newsboat = "^K",
		.brief = N_("Go to an unread item by chance"),
		.run = ui_act_random,
	},
	{
		.name = "fold",
		.contexts = UI_FEEDS,
		.keys = "za",
		.newsboat = "za",
		.vim = "za zc=close zo=open",
		.brief = N_("Fold or unfold a tag's feeds"),
		.detail = N_("With close or open, only that."),
		.run = ui_feeds_fold,
	},
	{
		.name = "sort",
		.contexts = UI_READING,
		.keys = ",n=-date ,o=date ,t=title ,f=feed ,u=unread,-date ,s=-length "
			",r=reverse",
		.newsboat = "",
		.brief = N_("Sort the list"),
		.detail = N_("Takes keys as the options sort-feeds and sort-items do, or "
			     "reverse, and remembers them for this list; without a key, "
			     "the list gets the order of the options again."),
		.run = ui_items_sort_by,
	},
	{
		.name = "next-pane",
		.contexts = UI_EVERYWHERE,
		.keys = "Tab",
		.vim = "^Ww Tab",
		.brief = N_("Move to the next pane; on a tag, fold or unfold it"),
		.run = ui_panes_next,
	},
	{
		.name = "layout",
		.contexts = UI_EVERYWHERE,
		.keys = "=",
		.vim = "^W=",
		.brief = N_("Use another layout: one pane, two, three, or text below"),
		.detail = N_("Takes one, two, three, below, or auto, which goes by the "
			     "size of the window; without a name, the next one that "
			     "fits."),
		.run = ui_panes_layout,
	},
	{
		.name = "wider",
		.contexts = UI_EVERYWHERE,
		.keys = ">",
		.vim = "^W>",
		.brief = N_("Make the pane larger"),
		.run = ui_panes_wider,
	},
	{
		.name = "narrower",
		.contexts = UI_EVERYWHERE,
		.keys = "<",
		.vim = "^W<",
		.brief = N_("Make the pane smaller"),
		.run = ui_panes_narrower,
	},
	{
		.name = "zoom",
		.contexts = UI_EVERYWHERE,
		.keys = "Z",
		.vim = "^Wo",
		.brief = N_("Show one pane only, or all of them again"),
		.run = ui_panes_zoom,
	},
	{
		.name = "show-read",
		.contexts = UI_FEEDS | UI_ITEMS,
		.keys = ".",
		.newsboat = "l",
		.vim = "zr",
		.brief = N_("Show or hide read feeds and items"),
		.run = ui_act_show_read,
	},
	{
		.name = "unread-items",
		.contexts = UI_READING | UI_FAILING,
		.also = UI_SCHEDULE | UI_SCHEDULE_ALL,
		.keys = "gu U",
		.brief = N_("List the unread items of all feeds"),
		.run = ui_act_unread,
	},
	{
		.name = "starred-items",
		.contexts = UI_READING | UI_FAILING,
		.also = UI_SCHEDULE | UI_SCHEDULE_ALL,
		.keys = "gs S",
		.brief = N_("List the starred items of all feeds"),
		.run = ui_act_starred,
	},
	{
		.name = "all-items",
		.contexts = UI_READING | UI_FAILING,
		.also = UI_SCHEDULE | UI_SCHEDULE_ALL,
		.keys = "ga E",
		.brief = N_("List every item of all feeds"),
		.run = ui_act_all,
	},
	{
		.name = "today",
		.contexts = UI_READING | UI_FAILING,
		.also = UI_SCHEDULE | UI_SCHEDULE_ALL,
		.keys = "gt",
		.brief = N_("List the items of today"),
		.run = ui_act_today,
	},
	{
		.name = "recently-read",
		.contexts = UI_READING | UI_FAILING,
		.also = UI_SCHEDULE | UI_SCHEDULE_ALL,
		.keys = "gh",
		.brief = N_("List the items that you read last, one by one"),
		.run = ui_act_recent,
	},
	{
		.name = "failing",
		.contexts = UI_READING | UI_FAILING,
		.also = UI_SCHEDULE | UI_SCHEDULE_ALL,
		.keys = "ge",
		.brief = N_("List the feeds whose polls fail, and what to do about it"),
		.run = ui_act_failing,
	},
	{
		.name = "silent",
		.contexts = UI_READING | UI_FAILING,
		.also = UI_SCHEDULE | UI_SCHEDULE_ALL,
		.keys = "gq",
		.brief = N_("List the feeds that have been silent for unusually long"),
		.detail = N_("Those whose newest item is older than three of their usual "
			     "gaps between items, and than three days."),
		.run = ui_act_silent,
	},
	{
		.name = "messages",
		.contexts = UI_EVERYWHERE,
		.keys = "gm",
		.brief = N_("List the messages of the status bar, the latest first"),
		.run = ui_page_messages,
	},
	{
		.name = "next-failing",
		.contexts = UI_FEEDS,
		.keys = "]e",
		.brief = N_("Go to the next feed that fails"),
		.run = ui_feeds_next_failing,
	},
	{
		.name = "previous-failing",
		.contexts = UI_FEEDS,
		.keys = "[e",
		.brief = N_("Go to the previous feed that fails"),
		.run = ui_feeds_previous_failing,
	},
	{
		.name = "add",
		.contexts = UI_FEEDS | UI_ITEMS | UI_FAILING,
		.also = UI_ARTICLE | UI_SCHEDULE | UI_SCHEDULE_ALL,
		.keys = "a",
		.hint = N_("add"),
		.brief = N_("Subscribe to a feed, or to one that a page offers"),
		.detail =
			N_("Takes the address of a feed or of a web page. A page's feeds "
			   "are looked up; if there are several, you can choose."),
		.run = ui_act_add,
	},
	{
		.name = "import",
		.contexts = UI_FEEDS,
		.also = UI_ITEMS | UI_ARTICLE,
		.keys = "i",
		.hint = N_("import"),
		.brief = N_("Import subscriptions from a file (OPML, addresses)"),
		.run = ui_act_import,
	},
	{
		.name = "tag",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_ACTS,
		.keys = "t",
		.brief = N_("Tag the item, or remove a tag"),
		.detail = N_("Takes tags; -tag removes one. tag: in a search finds items "
			     "by their tags (courant-query(5))."),
		.run = ui_act_tag,
	},
	{
		.name = "delete",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_ACTS,
		.keys = "D",
		.vim = "dd D",
		.brief = N_("Delete the item"),
		.detail = N_("It never comes back as new; undo restores it."),
		.run = ui_act_delete,
	},
	{
		.name = "unsubscribe",
		.contexts = UI_FEEDS | UI_FAILING,
		.also = UI_ITEMS | UI_ARTICLE | UI_SCHEDULE,
		.flags = UI_ACTS,
		.keys = "D",
		.vim = "dd D",
		.brief = N_("Unsubscribe from the feed"),
		.detail = N_(
			"Removes its line from the feeds file. Its items stay in the "
			"store, hidden, until courant gc; undo brings everything back."),
		.run = ui_act_unsubscribe,
	},
	{
		.name = "rename",
		.contexts = UI_FEEDS | UI_ITEMS | UI_SCHEDULE | UI_FAILING,
		.also = UI_ARTICLE,
		.keys = "cn e",
		.brief = N_("Give the feed a title of your own"),
		.run = ui_act_rename,
	},
	{
		.name = "retag",
		.contexts = UI_FEEDS | UI_ITEMS | UI_SCHEDULE | UI_FAILING,
		.also = UI_ARTICLE,
		.flags = UI_ACTS,
		.keys = "ct T",
		.brief = N_("Change the feed's tags"),
		.run = ui_act_retag,
	},
	{
		.name = "move",
		.contexts = UI_FEEDS | UI_ITEMS | UI_FAILING,
		.also = UI_ARTICLE,
		.keys = "ca m",
		.vim = "ca",
		.brief = N_("Change the feed's address"),
		.detail = N_("Suggests the address that its server has moved it to, if "
			     "any. The same as courant move: the feed keeps its items "
			     "and your marks."),
		.run = ui_act_move,
	},
	{
		.name = "merge",
		.contexts = UI_FEEDS | UI_ITEMS | UI_FAILING,
		.also = UI_ARTICLE,
		.keys = "cm M",
		.vim = "cm",
		.brief = N_("Merge this feed into another"),
		.detail = N_("Suggests the feed at the address that this one has moved "
			     "to, if there is one. The same as courant merge: nothing of "
			     "either is lost, and undo separates them again."),
		.run = ui_act_merge,
	},
	{
		.name = "schedule",
		.contexts = UI_READING | UI_FAILING,
		.keys = "w",
		.brief = N_("Show when the feed was and will be polled, and why"),
		.detail = N_("The same as courant why."),
		.run = ui_feeds_schedule_show,
	},
	{
		.name = "schedule-all",
		.contexts = UI_FEEDS | UI_ITEMS | UI_FAILING,
		.also = UI_ARTICLE | UI_SCHEDULE,
		.keys = "gw",
		.newsboat = "W",
		.brief = N_("Show what polls cost and gain, and which come next"),
		.run = ui_feeds_schedule_all,
	},
	{
		.name = "strategy",
		.contexts = UI_SCHEDULE,
		.keys = "f",
		.hint = N_("strategy"),
		.brief = N_("Choose the strategy that predicts its polls, or fixed:30m"),
		.detail = N_("Sets the option in the feed's line, as do the next three. "
			     "courant-scheduling(7) describes the strategies, and "
			     "courant simulate --mine compares them on your feeds."),
		.run = ui_act_strategy,
	},
	{
		.name = "min-interval",
		.contexts = UI_SCHEDULE,
		.keys = "m",
		.hint = N_("min"),
		.brief = N_("Set the shortest time between two polls"),
		.run = ui_act_min_interval,
	},
	{
		.name = "max-interval",
		.contexts = UI_SCHEDULE,
		.keys = "M",
		.hint = N_("max"),
		.brief = N_("Set the longest time between two polls"),
		.run = ui_act_max_interval,
	},
	{
		.name = "priority",
		.contexts = UI_SCHEDULE,
		.keys = "P",
		.hint = N_("priority"),
		.brief = N_("Set how much the feed matters compared with the others"),
		.run = ui_act_priority,
	},
	{
		.name = "set-feed",
		.contexts = UI_READING | UI_SCHEDULE | UI_FAILING,
		.flags = UI_ACTS,
		.keys = "co",
		.brief = N_("Set an option of the feed"),
		.detail = N_("Takes the name of an option that can be set for a single "
			     "feed, and its value; without a value, asks for one."),
		.run = ui_act_set,
	},
	{
		.name = "repeat",
		.contexts = UI_READING,
		.keys = ";",
		.newsboat = "",
		.vim = ".",
		.brief = N_("Do again what was done last, to the next item"),
		.detail = N_("If the cursor has moved since, to what is under it now. "
			     "Marks, stars, tags, deletions, and what leads outside are "
			     "repeated."),
		.run = ui_keys_repeat,
	},
	{
		.name = "undo",
		.contexts = UI_READING | UI_SCHEDULE | UI_SCHEDULE_ALL | UI_FAILING,
		.flags = UI_REPEATS,
		.keys = "u",
		.newsboat = "M-u",
		.hint = N_("undo"),
		.brief = N_("Undo what you did last"),
		.detail = N_("Marks, stars, tags, deletions and changes to the "
			     "subscriptions, including those from before a restart. "
			     "Press it again to go further back."),
		.run = ui_act_undo,
	},
	{
		.name = "redo",
		.contexts = UI_READING | UI_SCHEDULE | UI_SCHEDULE_ALL | UI_FAILING,
		.flags = UI_REPEATS,
		.keys = "^R",
		.newsboat = "M-r",
		.brief = N_("Redo what was just undone"),
		.run = ui_act_redo,
	},
	{
		.name = "help",
		.contexts = UI_EVERYWHERE & ~UI_HELP,
		.also = UI_HELP,
		.keys = "? F1",
		.hint = N_("help"),
		.brief = N_("Show all keys"),
		.detail = N_("With the name of a command or an option, what the manual "
			     "says of it; with another word, what there is about it."),
		.run = ui_act_help,
	},
	{
		.name = "command",
		.contexts = UI_EVERYWHERE,
		.keys = ":",
		.brief = N_("Give a command by its name"),
		.detail = N_("Tab completes, here and in the other prompts: options and "
			     "their values, tags, feed titles, files, query fields."),
		.run = ui_keys_command,
	},
	{
		.name = "set",
		.contexts = UI_EVERYWHERE,
		.keys = "",
		.brief = N_("Set an option, or show what it is set to"),
		.detail = N_("Takes the name of an option and a value. Without a value, "
			     "tells the present one; without a name, lists all. It holds "
			     "until the reader ends; with -w in front, the line of the "
			     "config file is changed, too."),
		.run = ui_config_set,
	},
	{
		.name = "edit-feeds",
		.contexts = UI_READING | UI_SCHEDULE,
		.keys = "ce",
		.newsboat = "E",
		.brief = N_("Open the feeds file in your editor, at the feed's line"),
		.detail = N_("The editor is $VISUAL, else $EDITOR, else vi."),
		.run = ui_edit_feeds,
	},
	{
		.name = "edit-config",
		.contexts = UI_READING | UI_SCHEDULE,
		.keys = "cE",
		.newsboat = "",
		.brief = N_("Open the config file in your editor, then reload it"),
		.run = ui_edit_config,
	},
	{
		.name = "keys",
		.contexts = UI_EVERYWHERE,
		.keys = "",
		.brief = N_("Use the keys of courant, newsboat or vim"),
		.detail = N_("Until the reader ends; the option keys is for good."),
		.run = ui_config_keys,
	},
	{
		.name = "reload-feeds",
		.contexts = UI_EVERYWHERE,
		.keys = "",
		.newsboat = "^R",
		.brief = N_("Read the feeds file again"),
		.detail = N_("It is watched as well, so this is rarely needed."),
		.run = ui_act_reload_feeds,
	},
	{
		.name = "reload-config",
		.contexts = UI_EVERYWHERE,
		.keys = "",
		.brief = N_("Reload the config file"),
		.detail = N_(
			"If anything in it is wrong, the settings stay as they were. A "
			"change of the feeds file is noticed without a command."),
		.run = ui_config_reload,
	},
	{
		.name = "redraw",
		.contexts = UI_EVERYWHERE,
		.keys = "^L",
		.brief = N_("Redraw the screen"),
		.run = ui_act_redraw,
	},
	{
		.name = "suspend",
		.contexts = UI_EVERYWHERE,
		.keys = "",
		.brief = N_("Suspend the reader, as Ctrl-Z does"),
		.run = ui_act_suspend,
	},
	{0},
};
