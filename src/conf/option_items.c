/*
 * The options of items, and how they are read.
 */
#include "config.h"

#include "conf/option_row.h"

#include "base/i18n.h"
#include "model/order.h"

const struct option conf_options_items[] = {
	{.name = "keep-items",
		.group = N_("Items"),
		.type = OPTION_INT,
		.fallback = "0",
		.max = 10000000,
		.brief = N_("how many items of a feed to keep, the newest first; 0: all"),
		.detail = N_("Unread, starred and tagged items are always kept, and "
			     "what was cleared away never comes back as new."),
		.flags = OPTION_PER_FEED,
		.offset = AT(keep_items)},
	{.name = "keep-days",
		.type = OPTION_INT,
		.fallback = "0",
		.max = 36500,
		.brief = N_("how many days to keep a feed's items; 0: for ever"),
		.detail = N_("Unread, starred and tagged items are always kept."),
		.flags = OPTION_PER_FEED,
		.offset = AT(keep_days)},
	{.name = "first-unread",
		.type = OPTION_INT,
		.fallback = "0",
		.max = 10000000,
		.brief = N_("how many items of a new feed start out unread, the newest "
			    "first; 0: all"),
		.detail = N_("The others start out read."),
		.flags = OPTION_PER_FEED,
		.offset = AT(first_unread)},

	{.name = "duplicates",
		.type = OPTION_CHOICE,
		.fallback = "off",
		.choices = "off|mark|hide",
		.brief = N_("what happens to a new item that another feed already has"),
		.detail = N_("mark: is:duplicate finds it, and what you do to one of "
			     "them (reading, starring, deleting) is done to all; hide: "
			     "only the one of the feed with the highest priority is "
			     "shown, or else the newest; off: nothing. Items count as "
			     "the same if their addresses match, ignoring tracking "
			     "parameters and mobile or AMP editions, or if their texts "
			     "are nearly the same and their dates within a week."),
		.flags = OPTION_PER_FEED,
		.offset = AT(duplicates)},
	{.name = "full-text",
		.type = OPTION_CHOICE,
		.fallback = "no",
		.choices = "no|open|always",
		.brief = N_("when the texts of items are fetched from their pages"),
		.detail = N_(
			"For feeds that carry only the first words of their items. open: "
			"when an item is opened; always: when it arrives as well; no: "
			"only with the key x. The article is found in the page and kept "
			"beside the feed's own text; searches find both."),
		.flags = OPTION_PER_FEED,
		.offset = AT(full_text)},
	{.name = "full-text-command",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("a command that finds the article in a page"),
		.detail =
			N_("It gets the page on its standard input and writes the "
			   "article as HTML; it runs without a shell, and cannot contain "
			   "a colon. Without it, courant looks for the article itself."),
		.flags = OPTION_PER_FEED | OPTION_IS_COMMAND,
		.offset = AT(full_text_command)},
	{.name = "images",
		.type = OPTION_CHOICE,
		.fallback = "no",
		.choices = "no|ask|yes",
		.brief = N_("whether pictures of an opened article are fetched"),
		.detail = N_("yes: they are fetched and shown where they stand; ask: the "
			     "article says how many there are, and the key I fetches "
			     "them; no: only that key does. Pictures of one pixel, which "
			     "count readers, are never fetched."),
		.flags = OPTION_PER_FEED,
		.offset = AT(images)},
	{.name = "image-command",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("a command that decodes pictures"),
		.detail = N_(
			"It gets the picture on its standard input and writes a "
			"portable pixmap (P6) of at most 480 pixels each way; it "
			"runs without a shell, and cannot contain a colon. Without "
			"it, courant decodes pictures in a process of its own that can "
			"do nothing else: it cannot open files or connections."),
		.flags = OPTION_IS_COMMAND,
		.offset = AT(image_command)},
	{.name = "image-cache",
		.type = OPTION_SIZE,
		.fallback = "64M",
		.max = 1000 * GB,
		.brief = N_("how much space fetched pictures may take"),
		.detail = N_("The oldest go first; courant gc removes them all."),
		.offset = AT(image_cache)},
	{.name = "image-protocol",
		.type = OPTION_CHOICE,
		.fallback = "auto",
		.choices = "auto|kitty|sixel|blocks|off",
		.brief = N_("how the terminal shows pictures"),
		.detail = N_("kitty: by the graphics protocol of kitty and Ghostty, with "
			     "Unicode placeholders; sixel: as sixels; blocks: as "
			     "characters in two colours each; off: not at all. auto: the "
			     "best that the terminal says it supports. In tmux, kitty "
			     "needs allow-passthrough."),
		.offset = AT(image_protocol)},
	{.name = "image-remote",
		.type = OPTION_CHOICE,
		.fallback = "blocks",
		.choices = "same|blocks|off",
		.brief = N_("how pictures are shown over ssh"),
		.detail = N_(
			"Connections may be slow there. same: as image-protocol says."),
		.offset = AT(image_remote)},
	{.name = "thumbnails",
		.type = OPTION_INT,
		.fallback = "0",
		.max = 12,
		.brief = N_("width of the pictures beside items in lists; 0: none"),
		.detail = N_("In columns; 4 is enough to recognise a picture. Only those "
			     "of feeds with images = yes are fetched, and only for rows "
			     "that are on the screen."),
		.offset = AT(thumbnails)},
	{.name = "prefer-text",
		.type = OPTION_CHOICE,
		.fallback = "content",
		.choices = "content|summary",
		.brief = N_("which text an item gets if its feed also has a summary"),
		.detail = N_("Items that are stored already change with the feed's next "
			     "document, and count as edited."),
		.flags = OPTION_PER_FEED,
		.offset = AT(prefer_text)},
	{.name = "on-change",
		.type = OPTION_CHOICE,
		.fallback = "keep",
		.choices = "keep|unread",
		.brief = N_("what happens to an item whose text was edited"),
		.detail = N_("unread: it is unread again; keep: it stays as it is. The "
			     "text before the edit is kept; :view changes compares the "
			     "two."),
		.flags = OPTION_PER_FEED,
		.offset = AT(on_change)},
	{.name = "only",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("hide all new items but those that a query matches"),
		.detail = N_("courant-query(5) describes the language. Meant for a "
			     "feed's line, as in only=title:rust, or for the section of "
			     "a tag. Hidden items are in no list; the search is:hidden "
			     "finds them."),
		.flags = OPTION_PER_FEED | OPTION_IS_QUERY,
		.offset = AT(only)},
	{.name = "skip",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("hide the new items that a query matches"),
		.detail = N_("The opposite of only, as in skip=title:advertisement."),
		.flags = OPTION_PER_FEED | OPTION_IS_QUERY,
		.offset = AT(skip)},
	{.name = "browser",
		.group = N_("Reading"),
		.type = OPTION_STRING,
		.fallback = "auto",
		.brief = N_("command that opens an address"),
		.detail = N_("%u stands for the address; without it the address is "
			     "added at the end. The line is split into words and run "
			     "without a shell. auto means $BROWSER, else xdg-open, else "
			     "open."),
		.flags = OPTION_IS_COMMAND,
		.offset = AT(browser)},
	{.name = "browser-terminal",
		.type = OPTION_CHOICE,
		.fallback = "auto",
		.choices = "auto|yes|no",
		.brief = N_("whether the browser uses the terminal"),
		.detail = N_("It then gets the terminal until it ends. auto: if there is "
			     "no graphical desktop."),
		.offset = AT(browser_terminal)},
	{.name = "browser-marks",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_("mark items that are opened in the browser as read"),
		.offset = AT(browser_marks)},
	{.name = "browser-most",
		.type = OPTION_INT,
		.fallback = "10",
		.min = 1,
		.max = 100,
		.brief = N_("how many items browser-unread opens without asking"),
		.offset = AT(browser_most)},
	{.name = "clean-links",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_("remove tracking parameters from addresses that are opened, "
			    "copied, shared or exported"),
		.detail =
			N_("courant-config(5) lists these parameters, such as utm_source "
			   "and fbclid. What is stored and shown stays as it is."),
		.offset = AT(clean_links)},
	{.name = "text-width",
		.type = OPTION_INT,
		.fallback = "80",
		.max = 1000,
		.brief = N_("columns of running text; 0: the whole window"),
		.offset = AT(text_width)},
	{.name = "justify",
		.type = OPTION_BOOL,
		.fallback = "no",
		.brief = N_("justify the paragraphs of a text"),
		.detail = N_("By wider spaces between words; words are never hyphenated. "
			     "Lines that would need very wide spaces stay as they are."),
		.offset = AT(justify)},
	{.name = "show-links",
		.type = OPTION_CHOICE,
		.fallback = "yes",
		.choices = "yes|no|NUMBER",
		.brief = N_("whether the addresses of an article's links are listed "
			    "below it, or how many of them"),
		.offset = AT(show_links)},
	{.name = "show-read",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_("show read items, and feeds without unread items, in lists"),
		.offset = AT(show_read)},
	{.name = "ignore-accents",
		.type = OPTION_BOOL,
		.fallback = "no",
		.brief = N_("let a search for cafe find café as well"),
		.offset = AT(ignore_accents)},
	{.name = "search-relevance",
		.type = OPTION_BOOL,
		.fallback = "no",
		.brief = N_("list the best matches of a search first, rather than the "
			    "newest"),
		.offset = AT(search_relevance)},
	{.name = "search-index",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_("keep an index of all words, for fast searches"),
		.detail = N_("It takes up about a fifth of the store."),
		.offset = AT(search_index)},
	{.name = "restore",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_("let the reader start where it was left"),
		.detail = N_("Folds, orders, sizes of panes, the cursor, the open list "
			     "or article and what was typed at prompts are kept in a "
			     "file of your own (mode 0600)."),
		.offset = AT(restore)},
	{.name = "sort-feeds",
		.type = OPTION_ORDER,
		.min = ORDER_FEEDS,
		.fallback = "file",
		.brief = N_("order of the feeds, as keys separated by commas"),
		.detail = N_("Keys are file, title, unread (the most first), date (of "
			     "the newest item), gap (the usual time between two), length "
			     "(the number of items) and failures (the most first); - "
			     "before a key reverses it. Tags are sorted like feeds."),
		.offset = AT(sort_feeds)},
	{.name = "fixed-rows",
		.type = OPTION_STRING,
		.fallback = "unread,today,starred,queue,failing,silent,recent",
		.choices = "unread|today|starred|queue|failing|silent|recent",
		.brief = N_("lists that have a row above the feeds, separated by commas"),
		.detail = N_("unread, today and starred list items of all feeds, recent "
			     "those that you read last; queue has the episodes that are "
			     "played next, if there are any; failing and silent list the "
			     "feeds that need "
			     "attention. If empty, there are no such rows."),
		.flags = OPTION_IS_LIST,
		.offset = AT(fixed_rows)},
	{.name = "sort-items",
		.type = OPTION_ORDER,
		.min = ORDER_ITEMS,
		.fallback = "-date",
		.brief = N_("order of items in lists, as keys separated by commas"),
		.detail = N_("Keys are date, seen (when the item was first seen), title, "
			     "feed, author, length, unread (unread items first), score "
			     "(what rules gave) and interest (how likely you are to read "
			     "it); - before a key reverses it, so -date is the newest "
			     "first and -score the highest first. The order that :sort "
			     "gave a list counts more."),
		.flags = OPTION_PER_FEED,
		.offset = AT(sort_items)},
	{.name = "feeds-format",
		.type = OPTION_STRING,
		.fallback =
			"{?width>15}{?unread}{unread:-6}{:}      {/} {/}{mark:1} "
			"{tree}{title:*}"
			"{?width>119}  {?failures}{error:=40%}{:}{#hint}{link:=40%}{#}{/}"
			"{?total}{total:-9}{:}         {/}{/}"
			"{?width>47}{newest:-9 ago}{/} ",
		.brief = N_("what a row of the list of feeds looks like"),
		.detail = N_("A template as for list --format; courant(1) says more. "
			     "mark shows the state of the feed's request, and tree "
			     "indents it below its tags."),
		.offset = AT(feeds_format)},
	{.name = "items-format",
		.type = OPTION_STRING,
		.fallback = "{select:1}{#count}{?unread}●{:} {/}{#star}{?starred}★{:} {/}"
			    "{#}{?width>23} {date:-=20 short} {/} "
			    "{?mixed}{?width>59}{feed_title:=25%}  {/}{/}"
			    "{#mark}{?attachments}{media} {/}{#}{headline:*}"
			    "{?hashtags}  {hashtags:<30%}{/}{#hint}"
			    "{?width>139}  {author:=15%}{/}"
			    "{?also}  +{also}{/}"
			    "{?width>89}"
			    "{?comments_count}  {comments_count}c{/}{/}"
			    "{?width>69}{?times}  {times}{?percent} {percent:-3}%{/}{:}"
			    "{?minutes}{minutes:-4}m{:}     {/}{/}{/} ",
		.brief = N_("what a row of a list of items looks like"),
		.detail = N_("A template as for list --items --format; courant(1) says "
			     "more. {date:-8 ago} shows how old items are."),
		.offset = AT(items_format)},
	{.name = "article-format",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("what is shown above an article, instead of the usual lines"),
		.detail =
			N_("A template as for items-format, in which \\n begins a new "
			   "line. The first line looks like a title. Without a template "
			   "there are the title, a line about the item, and its "
			   "address."),
		.offset = AT(article_format)},
	{.name = "day-headings",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_("put headings with days and months between items that are "
			    "sorted by date"),
		.detail = N_("Lists with fewer than 60 columns or 12 rows have none."),
		.offset = AT(day_headings)},
	{.name = "date-format",
		.type = OPTION_STRING,
		.fallback = "%b %d",
		.brief = N_("how dates look in lists, as for strftime(3), or ago"),
		.detail = N_("If it is not set, dates follow the language of the "
			     "messages. ago shows how old items are."),
		.offset = AT(date_format)},

	{0},
};
