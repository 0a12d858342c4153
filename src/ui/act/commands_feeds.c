/*
 * The commands about lists, panes and feeds.
 */
#include "config.h"

#include "base/i18n.h"
#include "ui/act/act.h"
#include "ui/command/command.h"
#include "ui/feeds/feeds.h"
#include "ui/feeds/schedule_page.h"
#include "ui/items/items.h"
#include "ui/page/page.h"

static const struct ui_command_argument folds[] = {
	{"close", N_("Fold a tag's feeds")},
	{"open", N_("Unfold a tag's feeds")},
	{0},
};

static const struct ui_command_argument orders[] = {
	{"-date", N_("Newest first")},
	{"date", N_("Oldest first")},
	{"title", N_("By title")},
	{"feed", N_("By the feed's name")},
	{"unread,-date", N_("Unread first, then newest first")},
	{"-length", N_("Longest first; feeds: those with the most items")},
	{"reverse", N_("In reverse order")},
	{0},
};

static const struct ui_command_argument rule_acts[] = {
	{"hide", N_("Make a rule that hides items like this one")},
	{"star", N_("Make a rule that stars items like this one")},
	{"read", N_("Make a rule that marks items like this one as read")},
	{"tag", N_("Make a rule that tags items like this one")},
	{0},
};

const struct ui_command ui_act_commands_feeds[] = {
	{
		.name = "filter",
		.contexts = UI_FEEDS | UI_ITEMS,
		.keys = "f",
		.newsboat = "F",
		.vim = "/ f",
		.brief = N_("Show only the rows that contain certain words"),
		.detail = N_("Rows are filtered as you type. Words match in any order, "
			     "whatever their case and accents; the first letters of a "
			     "word, or some of its letters in order, are enough. Enter "
			     "keeps the rows, Escape brings the list back."),
		.run = ui_feeds_filter,
	},
	{
		.name = "clear-filter",
		.contexts = UI_FEEDS | UI_ITEMS,
		.keys = "",
		.newsboat = "^F",
		.brief = N_("Show all rows again"),
		.run = ui_feeds_filter_clear,
	},
	{
		.name = "go-to-feed",
		.contexts = UI_FEEDS,
		.flags = UI_JUMPS,
		.keys = "gf",
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
		.flags = UI_JUMPS,
		.keys = "gf",
		.newsboat = "",
		.brief = N_("List the items of the item's feed"),
		.run = ui_act_item_feed,
	},
	{
		.name = "next-feed",
		.contexts = UI_ITEMS,
		.flags = UI_JUMPS | UI_REPEATS,
		.keys = "",
		.newsboat = "j",
		.brief = N_("List the next feed"),
		.run = ui_act_next_feed,
	},
	{
		.name = "previous-feed",
		.contexts = UI_ITEMS,
		.flags = UI_JUMPS | UI_REPEATS,
		.keys = "",
		.newsboat = "k",
		.brief = N_("List the previous feed"),
		.run = ui_act_previous_feed,
	},
	{
		.name = "next-unread-feed",
		.contexts = UI_ITEMS,
		.flags = UI_JUMPS | UI_REPEATS,
		.keys = "^N",
		.brief = N_("List the next feed with unread items"),
		.run = ui_act_next_unread_feed,
	},
	{
		.name = "previous-unread-feed",
		.contexts = UI_ITEMS,
		.flags = UI_JUMPS | UI_REPEATS,
		.keys = "^P",
		.brief = N_("List the previous feed with unread items"),
		.run = ui_act_previous_unread_feed,
	},
	{
		.name = "random-unread",
		.contexts = UI_READING,
		.flags = UI_JUMPS,
		.keys = "g? ^K",
		.newsboat = "^K",
		.brief = N_("Go to a random unread item"),
		.run = ui_act_random,
	},
	{
		.name = "fold",
		.contexts = UI_FEEDS,
		.keys = "za",
		.newsboat = "",
		.vim = "za zc=close zo=open",
		.brief = N_("Fold or unfold a tag's feeds"),
		.detail = N_("With close or open, does only that."),
		.arguments = folds,
		.run = ui_feeds_fold,
	},
	{
		.name = "fold-all",
		.contexts = UI_FEEDS,
		.keys = "zM",
		.newsboat = "",
		.brief = N_("Fold the feeds of all tags"),
		.run = ui_feeds_fold_all,
	},
	{
		.name = "unfold-all",
		.contexts = UI_FEEDS,
		.keys = "zR",
		.newsboat = "",
		.brief = N_("Unfold the feeds of all tags"),
		.run = ui_feeds_unfold_all,
	},
	{
		.name = "sort",
		.contexts = UI_READING,
		.keys = ",n=-date ,o=date ,t=title ,f=feed ,u=unread,-date ,s=-length "
			",r=reverse",
		.newsboat = "g G=reverse",
		.brief = N_("Sort the list"),
		.detail = N_("Takes keys as the options sort-feeds and sort-items do, or "
			     "reverse, and remembers them for this list; without a key, "
			     "the list gets the order of the options again."),
		.arguments = orders,
		.run = ui_items_sort_by,
		.check = ui_items_sort_check,
	},
	{
		.name = "next-pane",
		.contexts = UI_EVERYWHERE & ~UI_MEDIA,
		.also = UI_MEDIA,
		.keys = "Tab",
		.vim = "^Ww Tab",
		.brief = N_("Move to the next pane; on a tag, fold or unfold it"),
		.run = ui_act_next_pane,
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
		.run = ui_act_layout,
		.check = ui_act_layout_check,
	},
	{
		.name = "wider",
		.contexts = UI_EVERYWHERE,
		.keys = ">",
		.vim = "^W>",
		.brief = N_("Make the pane larger, or the text of an article"),
		.run = ui_act_wider,
	},
	{
		.name = "narrower",
		.contexts = UI_EVERYWHERE,
		.keys = "<",
		.vim = "^W<",
		.brief = N_("Make the pane smaller, or the text of an article"),
		.run = ui_act_narrower,
	},
	{
		.name = "zoom",
		.contexts = UI_EVERYWHERE,
		.keys = "Z",
		.vim = "^Wo",
		.brief = N_("Show one pane only, or all of them again"),
		.run = ui_act_zoom,
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
		.also = UI_OTHERS,
		.flags = UI_JUMPS,
		.keys = "gu U",
		.brief = N_("List the unread items of all feeds"),
		.run = ui_act_unread,
	},
	{
		.name = "starred-items",
		.contexts = UI_READING | UI_FAILING,
		.also = UI_OTHERS,
		.flags = UI_JUMPS,
		.keys = "gs S",
		.brief = N_("List the starred items of all feeds"),
		.run = ui_act_starred,
	},
	{
		.name = "all-items",
		.contexts = UI_READING | UI_FAILING,
		.also = UI_OTHERS,
		.flags = UI_JUMPS,
		.keys = "ga E",
		.brief = N_("List every item of all feeds"),
		.run = ui_act_all,
	},
	{
		.name = "today",
		.contexts = UI_READING | UI_FAILING,
		.also = UI_OTHERS,
		.flags = UI_JUMPS,
		.keys = "gt",
		.brief = N_("List the items of today"),
		.run = ui_act_today,
	},
	{
		.name = "recently-read",
		.contexts = UI_READING | UI_FAILING,
		.also = UI_OTHERS,
		.flags = UI_JUMPS,
		.keys = "gh",
		.brief = N_("List the items that you read last, one by one"),
		.run = ui_act_recent,
	},
	{
		.name = "failing",
		.contexts = UI_READING | UI_FAILING,
		.also = UI_OTHERS,
		.flags = UI_JUMPS,
		.keys = "ge",
		.brief = N_("List the feeds whose polls fail, and what to do about it"),
		.run = ui_act_failing,
	},
	{
		.name = "silent",
		.contexts = UI_READING | UI_FAILING,
		.also = UI_OTHERS,
		.flags = UI_JUMPS,
		.keys = "gq",
		.brief = N_("List the feeds that have been silent for unusually long"),
		.detail = N_("Those whose newest item is older than three of their usual "
			     "gaps between items, and than three days."),
		.run = ui_act_silent,
	},
	{
		.name = "feeds",
		.contexts = UI_READING | UI_FAILING,
		.also = UI_OTHERS,
		.keys = "g0",
		.newsboat = "",
		.brief = N_("Go back to the list of feeds"),
		.run = ui_act_feeds,
	},
	{
		.name = "tags",
		.contexts = UI_READING | UI_FAILING,
		.also = UI_SCHEDULE | UI_SCHEDULE_ALL,
		.flags = UI_JUMPS,
		.keys = "gT",
		.newsboat = "t",
		.brief = N_("List the tags of feeds; Enter lists a tag's items"),
		.run = ui_act_tags,
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
		.contexts = UI_FEEDS | UI_FAILING,
		.keys = "]e",
		.brief = N_("Go to the next feed that fails"),
		.run = ui_feeds_next_failing,
	},
	{
		.name = "previous-failing",
		.contexts = UI_FEEDS | UI_FAILING,
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
		.detail = N_("Takes the address of a feed or of a web page. A page's "
			     "feeds are looked up; if there are several, you can choose. "
			     "Tab after the address shows what is there: titles, how "
			     "many posts a week, and whether they have the whole text."),
		.run = ui_act_add,
	},
	{
		.name = "save-page",
		.contexts = UI_FEEDS | UI_ITEMS | UI_ARTICLE,
		.keys = "",
		.brief = N_("Keep a web page with its text, as an item"),
		.detail = N_(
			"Takes an address, followed by tags; without one, takes that of "
			"the item. The page becomes an item of the feed Saved pages. "
			"What cannot be fetched now is tried again at each refresh."),
		.run = ui_act_save_page,
	},
	{
		.name = "import",
		.contexts = UI_FEEDS,
		.also = UI_ITEMS | UI_ARTICLE,
		.keys = "i",
		.hint = N_("import"),
		.brief = N_(
			"Import from another reader, or from a file (OPML, addresses)"),
		.run = ui_act_import,
	},
	{
		.name = "tag",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_EACH | UI_ACTS,
		.keys = "t",
		.newsboat = "",
		.brief = N_("Tag the item, or remove a tag"),
		.detail = N_("Takes tags; -tag removes one. tag: in a search finds items "
			     "by their tags (courant-query(5))."),
		.run = ui_act_tag,
	},
	{
		.name = "make-rule",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.keys = "grh=hide grs=star grr=read grt=tag",
		.arguments = rule_acts,
		.brief = N_("Make a rule for items like this one"),
		.detail = N_("Proposes queries by what the item has in common with "
			     "others: feed, author, tags, words of the title, each with "
			     "the number of items that it finds. The one you choose "
			     "becomes a rule that you can still change, before it is "
			     "written to the config file and applied to all items. "
			     "ACTION is one of rules, hide if there is none "
			     "(courant-config(5)). u takes back what it did to items; "
			     "the rule is a line of the config file."),
		.run = ui_act_make_rule,
	},
	{
		.name = "delete",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_EACH | UI_ACTS,
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
		.detail = N_("On the row of a tag, changes its name in the lines of all "
			     "its feeds, or removes it."),
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
		.name = "move-up",
		.contexts = UI_FEEDS,
		.keys = "cK",
		.newsboat = "",
		.brief = N_("Move the feed or saved search up in the feeds file"),
		.detail = N_("Before the one above it in its tag, in the file as well."),
		.run = ui_feeds_move_up,
	},
	{
		.name = "move-down",
		.contexts = UI_FEEDS,
		.keys = "cJ",
		.newsboat = "",
		.brief = N_("Move the feed or saved search down in the feeds file"),
		.run = ui_feeds_move_down,
	},
	{
		.name = "merge",
		.contexts = UI_FEEDS | UI_ITEMS | UI_FAILING,
		.also = UI_ARTICLE,
		.keys = "cm M",
		.vim = "cm",
		.brief = N_("Merge this feed into another"),
		.detail = N_("Suggests the feed at the address that this one has moved "
			     "to, or the same podcast at another address, if there is "
			     "one. The same as courant merge: nothing of "
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
		.name = "answer",
		.contexts = UI_READING | UI_FAILING,
		.keys = "g.",
		.brief = N_("Show what the feed's server answered last"),
		.detail =
			N_("Status, headers and the beginning of the body, as they came "
			   "since the reader was started; they are kept in memory only."),
		.run = ui_act_answer,
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
		.contexts = UI_SCHEDULE | UI_SCHEDULE_ALL,
		.also = UI_FEEDS | UI_ITEMS | UI_ARTICLE | UI_FAILING,
		.keys = "f",
		.hint = N_("strategy"),
		.brief = N_(
			"Choose the strategy that predicts its polls, or compare them"),
		.detail =
			N_("On the page of a feed it sets the option in the feed's "
			   "line, as do the next three; elsewhere only if a strategy is "
			   "given, such as least-delay or fixed:30m. Without one it "
			   "replays the posts of your own feeds under the present and "
			   "other strategies, as courant simulate --mine does. "
			   "courant-scheduling(7) describes them."),
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
		.contexts = UI_FEEDS | UI_ITEMS | UI_SCHEDULE | UI_FAILING,
		.also = UI_ARTICLE,
		.flags = UI_ACTS,
		.keys = "co",
		.brief = N_("Set an option of the feed"),
		.detail = N_("Takes the name of an option that can be set for a single "
			     "feed, and its value; without a value, asks for one."),
		.run = ui_act_set,
	},
	{0},
};
