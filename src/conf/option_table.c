/*
 * The table of options. A row is all that a new option needs, beside its field in struct
 * options: its default is text, and everything else goes by the row.
 */
#include "config.h"

#include "conf/option.h"

#include <stddef.h>

#include "base/err.h"
#include "base/i18n.h"
#include "base/str.h"
#include "model/order.h"
#include "model/strategy_names.h"

#define SECOND ((int64_t)1000)
#define MINUTE (60 * SECOND)
#define DAY (1440 * MINUTE)
#define KIB ((int64_t)1024)
#define MIB (1024 * KIB)

#define AT(field) offsetof(struct options, field)

const struct option conf_options[] = {
	{.name = "fetch-mode",
		.group = N_("Fetching"),
		.type = OPTION_CHOICE,
		.fallback = "rolling",
		.choices = "rolling|batch|sequential",
		.brief = N_("when the next transfers start"),
		.detail = N_("rolling starts the next transfer as soon as one ends. "
			     "batch starts a window full of transfers, and the next "
			     "window when all of them have ended; sequential runs one at "
			     "a time. These two are there for comparison."),
		.offset = AT(fetch_mode)},
	{.name = "fetch-window",
		.type = OPTION_INT,
		.fallback = "128",
		.min = 1,
		.max = 1024,
		.brief = N_("how many transfers run at the same time"),
		.detail = N_("When one transfer ends the next one starts, so the "
			     "window stays full until the queue is empty. Fewer are used "
			     "if the system allows only a few open files."),
		.offset = AT(fetch_window)},
	{.name = "host-connections",
		.type = OPTION_INT,
		.fallback = "2",
		.max = 64,
		.brief = N_("connections to one host at the same time; 0: no limit"),
		.detail = N_("Feeds on the same host wait for each other; feeds on "
			     "other hosts do not."),
		.offset = AT(host_connections)},
	{.name = "domain-connections",
		.type = OPTION_INT,
		.fallback = "4",
		.max = 64,
		.brief = N_("connections to all hosts of one registered domain; 0: no "
			    "limit"),
		.detail = N_("a.example.org and b.example.org belong to one domain. A "
			     "name below which anybody can get one, such as github.io, "
			     "does not count as a domain; the Public Suffix List says "
			     "which names those are."),
		.offset = AT(domain_connections)},
	{.name = "host-gap",
		.type = OPTION_SPAN,
		.fallback = "500ms",
		.max = 60 * SECOND,
		.brief = N_("shortest time between the starts of two requests to one "
			    "domain; 0: none"),
		.detail =
			N_("It applies when more than five feeds of a domain are "
			   "waiting to be polled. After a response that says \"too "
			   "many requests\" the time grows, whatever this option says."),
		.offset = AT(host_gap)},
	{.name = "connect-timeout",
		.type = OPTION_SPAN,
		.fallback = "15s",
		.min = 1 * SECOND,
		.max = 5 * MINUTE,
		.brief = N_("how long name look-up, connecting and TLS may take"),
		.offset = AT(connect_timeout)},
	{.name = "timeout",
		.type = OPTION_SPAN,
		.fallback = "2m",
		.min = 1 * SECOND,
		.max = 60 * MINUTE,
		.brief = N_("how long a whole transfer may take"),
		.detail = N_("The time counts from the start of the transfer, not from "
			     "when it entered the queue."),
		.offset = AT(timeout)},
	{.name = "low-speed-timeout",
		.type = OPTION_SPAN,
		.fallback = "30s",
		.min = 1 * SECOND,
		.max = 10 * MINUTE,
		.brief = N_("abort a transfer that has practically stalled for this "
			    "long"),
		.offset = AT(low_speed_timeout)},
	{.name = "body-limit",
		.type = OPTION_SIZE,
		.fallback = "32M",
		.min = 1 * KIB,
		.max = 32 * MIB,
		.brief = N_("largest document to read, after decompression"),
		.detail = N_("A larger one is an error of its feed; the items already "
			     "stored stay."),
		.offset = AT(body_limit)},
	{.name = "bodies-limit",
		.type = OPTION_SIZE,
		.fallback = "256M",
		.min = 1 * MIB,
		.max = 4096 * MIB,
		.brief = N_("memory for all documents that are being fetched"),
		.detail = N_("When they need more, transfers wait for others to end. "
			     "So servers that send without end cannot use up the "
			     "memory, however many feeds there are."),
		.offset = AT(bodies_limit)},
	{.name = "redirects",
		.type = OPTION_INT,
		.fallback = "10",
		.max = 30,
		.brief = N_("how many redirects to follow in a row"),
		.offset = AT(redirects)},
	{.name = "retries",
		.type = OPTION_INT,
		.fallback = "0",
		.max = 10,
		.brief = N_("how often to repeat a request that got no answer"),
		.detail = N_("Only failures before a status arrived count: no "
			     "connection, a connection that broke, a time-out. The "
			     "first repetition comes after a second, each further one "
			     "after twice that time."),
		.flags = OPTION_PER_FEED,
		.offset = AT(retries)},
	{.name = "speed-limit",
		.type = OPTION_SIZE,
		.fallback = "0",
		.max = 1024 * MIB,
		.brief = N_("most bytes a second that a transfer receives; 0: no limit"),
		.detail = N_("A long document needs a longer timeout then."),
		.flags = OPTION_PER_FEED,
		.offset = AT(speed_limit)},
	{.name = "user-agent",
		.type = OPTION_STRING,
		.fallback = USER_AGENT,
		.brief = N_("the name that servers are told"),
		.detail = N_("Some servers reject programs that they don't know; a "
			     "feed on such a server can be given a name of its own. If "
			     "courant was built with --with-home-page, the default also "
			     "tells that address."),
		.flags = OPTION_PER_FEED,
		.offset = AT(user_agent)},
	{.name = "http-headers",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("header lines to send, as \"Name: value\", separated by |"),
		.detail = N_("They are sent only to the host of the feed's address, "
			     "not to where it redirects. A line replaces the one of the "
			     "same name that courant would send by itself."),
		.flags = OPTION_PER_FEED | OPTION_SECRET,
		.offset = AT(http_headers)},
	{.name = "login",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("user name and password for the server, as NAME:PASSWORD"),
		.detail = N_("It is sent only to the host of the feed's address, in "
			     "the way the server asks for (Basic or Digest). A login in "
			     "the address itself takes precedence."),
		.flags = OPTION_PER_FEED | OPTION_SECRET,
		.offset = AT(login)},
	{.name = "plain-login",
		.type = OPTION_BOOL,
		.fallback = "no",
		.brief = N_("allow passwords to be sent without encryption"),
		.flags = OPTION_PER_FEED,
		.offset = AT(plain_login)},
	{.name = "netrc",
		.type = OPTION_BOOL,
		.fallback = "no",
		.brief = N_("look up user names and passwords in ~/.netrc"),
		.flags = OPTION_PER_FEED,
		.offset = AT(netrc)},
	{.name = "proxy",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("proxy for all requests, as SCHEME://HOST:PORT; or none"),
		.detail = N_("Schemes are http, https, socks4, socks4a, socks5 and "
			     "socks5h; with socks4a and socks5h the proxy looks up the "
			     "names. If empty, the environment variables http_proxy, "
			     "https_proxy, all_proxy and no_proxy apply."),
		.flags = OPTION_PER_FEED | OPTION_SECRET,
		.offset = AT(proxy)},
	{.name = "ca-file",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("file of certificates to trust instead of the system's"),
		.flags = OPTION_PER_FEED,
		.offset = AT(ca_file)},
	{.name = "client-cert",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("file with the certificate that identifies you to the "
			    "server"),
		.detail = N_("In PEM format. The same file may contain the key."),
		.flags = OPTION_PER_FEED,
		.offset = AT(client_cert)},
	{.name = "client-key",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("file with the key for client-cert"),
		.flags = OPTION_PER_FEED,
		.offset = AT(client_key)},
	{.name = "pin",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("public key that the server must have, as sha256//HASH"),
		.detail = N_("The hash is the one that curl's --pinnedpubkey takes. "
			     "The certificate must be valid as well."),
		.flags = OPTION_PER_FEED,
		.offset = AT(pin)},
	{.name = "ocsp-staple",
		.type = OPTION_BOOL,
		.fallback = "no",
		.brief = N_("require the server to show that its certificate has not "
			    "been revoked"),
		.detail = N_("The proof is a statement of the certificate's issuer "
			     "(OCSP), stapled to the certificate. Without this option "
			     "revocation is not checked; with it, a server that staples "
			     "nothing is refused, and many do not."),
		.flags = OPTION_PER_FEED,
		.offset = AT(ocsp_staple)},

	{.name = "strategy",
		.group = N_("Schedule"),
		.type = OPTION_CHOICE,
		.fallback = "moving-average",
		.choices = STRATEGY_NAMES,
		.brief = N_("how the time of a feed's next poll is predicted"),
		.detail = N_("courant-scheduling(7) explains the strategies."),
		.flags = OPTION_PER_FEED,
		.offset = AT(strategy)},
	{.name = "min-interval",
		.type = OPTION_SPAN,
		.fallback = "15m",
		.min = 2 * MINUTE,
		.max = 31 * DAY,
		.brief = N_("shortest time between two automatic polls of a feed"),
		.detail = N_("A feed that changes more often is still not polled more "
			     "often. Refreshing by hand doesn't wait."),
		.flags = OPTION_PER_FEED,
		.offset = AT(min_interval)},
	{.name = "max-interval",
		.type = OPTION_SPAN,
		.fallback = "1d",
		.min = 2 * MINUTE,
		.max = 31 * DAY,
		.brief = N_("longest time between two polls of a feed"),
		.detail = N_("A server that asks for more time gets it, and so does "
			     "one that fails."),
		.flags = OPTION_PER_FEED,
		.offset = AT(max_interval)},
	{.name = "priority",
		.type = OPTION_INT,
		.fallback = "1",
		.min = 1,
		.max = 100,
		.brief = N_("how much a feed matters compared with the others"),
		.detail = N_("Strategies that weigh feeds (courant-scheduling(7) says "
			     "which) poll a feed of priority 4 as if four people were "
			     "waiting for its items."),
		.flags = OPTION_PER_FEED,
		.offset = AT(priority)},
	{.name = "learn-interest",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_("give more weight to feeds whose items you read soon, as "
			    "priority does"),
		.detail = N_("What counts are items that are opened or marked read one "
			     "by one, here or (see state-dir) on other machines, and how "
			     "long after their arrival. Items are told apart, too: by "
			     "feed, author and words of the title (interest: in "
			     "courant-query(5), {interest} in rows). When off, none of "
			     "this is recorded."),
		.offset = AT(learn_interest)},
	{.name = "cycle",
		.type = OPTION_SPAN,
		.fallback = "1h",
		.min = 1 * MINUTE,
		.max = 7 * DAY,
		.brief = N_("length of a cycle, for strategies that work in cycles"),
		.detail = N_("Instead of predicting times, these strategies pick the "
			     "most wanted feeds once a cycle, as many as their budget "
			     "allows."),
		.offset = AT(cycle)},
	{.name = "requests-per-cycle",
		.type = OPTION_INT,
		.fallback = "0",
		.max = 1000000000,
		.brief = N_("requests that the schedule makes per cycle, for all feeds "
			    "together; 0: up to the strategy"),
		.detail = N_("Strategies that predict times are slowed down or sped up "
			     "until they make about this many. Hints from servers, "
			     "min-interval and max-interval still apply."),
		.offset = AT(requests_per_cycle)},
	{.name = "requests-per-day",
		.type = OPTION_INT,
		.fallback = "0",
		.max = 1000000000,
		.brief = N_("the same per day; the smaller of the two applies"),
		.detail = N_("Documents with older items (courant backfill) count "
			     "towards both."),
		.offset = AT(requests_per_day)},
	{.name = "auto-refresh",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_("let the reader poll feeds as they become due"),
		.detail = N_("When off, feeds are polled only on request: with a key "
			     "of the reader, or by `courant refresh`."),
		.offset = AT(auto_refresh)},

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
		.brief = N_("what becomes of a new item that another feed has already"),
		.detail = N_("mark: is:duplicate finds it, and what you do to one of "
			     "them (reading, starring, deleting) is done to all; hide: "
			     "only the one of the feed with the highest priority is "
			     "shown, or else the newest; off: nothing. Items are the "
			     "same if their addresses are but for what tracks, mobile "
			     "and AMP editions, or if their texts are nearly the same "
			     "and their dates within a week."),
		.flags = OPTION_PER_FEED,
		.offset = AT(duplicates)},
	{.name = "full-text",
		.type = OPTION_CHOICE,
		.fallback = "no",
		.choices = "no|open|always",
		.brief = N_("when the texts of items are fetched from their pages"),
		.detail =
			N_("For feeds that have only the first words. open: when an item "
			   "is opened; always: when it arrives as well; no: only by the "
			   "key x. The article is found in the page and kept beside the "
			   "feed's own text; searches find both."),
		.flags = OPTION_PER_FEED,
		.offset = AT(full_text)},
	{.name = "full-text-command",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("a command that finds the article in a page"),
		.detail = N_(
			"It gets the page on its standard input and writes the article "
			"as HTML; it runs without a shell, and no colon may stand in "
			"it. Without it, courant looks for the article itself."),
		.flags = OPTION_PER_FEED,
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
			"It gets the picture on its standard input and writes a portable "
			"pixmap (P6) of at most 480 pixels each way; it runs without a "
			"shell, and no colon may stand in it. Without it, a program of "
			"courant's own does it, which can do nothing else: it may open "
			"no file and no connection."),
		.offset = AT(image_command)},
	{.name = "image-cache",
		.type = OPTION_SIZE,
		.fallback = "64M",
		.max = INT64_C(1) << 40,
		.brief = N_("how much space pictures may take that were fetched"),
		.detail = N_("The oldest go first; courant gc removes them all."),
		.offset = AT(image_cache)},
	{.name = "prefer-text",
		.type = OPTION_CHOICE,
		.fallback = "content",
		.choices = "content|summary",
		.brief =
			N_("which text an item gets if its feed has a summary beside it"),
		.detail = N_("Items that are stored already change with the feed's next "
			     "document, and count as edited."),
		.flags = OPTION_PER_FEED,
		.offset = AT(prefer_text)},
	{.name = "on-change",
		.type = OPTION_CHOICE,
		.fallback = "keep",
		.choices = "keep|unread",
		.brief = N_("what becomes of an item whose text was edited"),
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
		.detail = N_("Like only, the other way round: skip=title:advertisement"),
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
	{.name = "text-width",
		.type = OPTION_INT,
		.fallback = "80",
		.max = 1000,
		.brief = N_("columns of running text; 0: the whole window"),
		.offset = AT(text_width)},
	{.name = "justify",
		.type = OPTION_BOOL,
		.fallback = "no",
		.brief = N_("set the lines of a text's paragraphs equally wide"),
		.detail = N_("By wider blanks between words; words are never divided. "
			     "Lines that would need very wide ones stay as they are."),
		.offset = AT(justify)},
	{.name = "show-links",
		.type = OPTION_CHOICE,
		.fallback = "yes",
		.choices = "yes|no|NUMBER",
		.brief = N_(
			"whether the addresses of its links stand below a text, or how "
			"many of them"),
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
		.brief = N_("order of the feeds, as keys joined by commas"),
		.detail = N_("Keys are file, title, unread (the most first), date (of "
			     "the newest item), gap (the usual time between two), length "
			     "(the number of items) and failures (the most first); - "
			     "before a key reverses it. Tags are sorted like feeds."),
		.offset = AT(sort_feeds)},
	{.name = "fixed-rows",
		.type = OPTION_STRING,
		.fallback = "unread,today,starred,queue,failing,silent,recent",
		.choices = "unread|today|starred|queue|failing|silent|recent",
		.brief = N_("lists that have a row above the feeds, joined by commas"),
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
		.brief = N_("order of items in lists, as keys joined by commas"),
		.detail = N_("Keys are date, seen (when the item was first seen), title, "
			     "feed, author, length and unread (unread items first); - "
			     "before a key reverses it, so -date is the newest first. "
			     "The order that :sort gave a list counts more."),
		.flags = OPTION_PER_FEED,
		.offset = AT(sort_items)},
	{.name = "feeds-format",
		.type = OPTION_STRING,
		.fallback = "{?unread}{unread:-6}{:}      {/} {mark:1} {tree}{title:*}"
			    "{?width>47}{newest:-9 ago}{/} ",
		.brief = N_("what a row of the list of feeds looks like"),
		.detail = N_("A template as for list --format; courant(1) says more. "
			     "mark tells how the feed's request fares, and tree indents "
			     "it below its tags."),
		.offset = AT(feeds_format)},
	{.name = "items-format",
		.type = OPTION_STRING,
		.fallback = "{select:1}{#count}{?unread}●{:} {/}{#star}{?starred}★{:} {/}"
			    "{#} {date:-=20 short}  "
			    "{?mixed}{?width>59}{feed_title:=25%}  {/}{/}"
			    "{#mark}{?attachments}{media} {/}{#}{headline:*}"
			    "{?hashtags}  {hashtags:<30%}{/}{#hint}"
			    "{?also}  +{also}{/}"
			    "{?width>89}{?duration}  {duration}{/}"
			    "{?comments_count}  {comments_count}c{/}{/}"
			    "{?width>69}{?minutes}{minutes:-4}m{:}     {/}{/} ",
		.brief = N_("what a row of a list of items looks like"),
		.detail = N_("A template as for list --items --format; courant(1) says "
			     "more. {date:-8 ago} shows how old items are."),
		.offset = AT(items_format)},
	{.name = "day-headings",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_("put headings with days and months between items that are "
			    "sorted by date"),
		.detail =
			N_("Where a list has less than 60 columns or 12 rows, there are "
			   "none."),
		.offset = AT(day_headings)},
	{.name = "date-format",
		.type = OPTION_STRING,
		.fallback = "%b %d",
		.brief = N_("how dates look in lists, as for strftime(3), or ago"),
		.detail = N_("If it is not set, dates follow the language of the "
			     "messages. ago shows how old items are."),
		.offset = AT(date_format)},

	{.name = "media-dir",
		.group = N_("Episodes"),
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("directory of downloaded episodes; empty: media, beside the "
			    "store"),
		.detail = N_(
			"A whole path, from / or ~/ on. courant leaves a file .courant "
			"in it. Where that is missing later, the directory's disk is not "
			"mounted, and nothing is downloaded or deleted."),
		.flags = OPTION_IS_PLACE,
		.offset = AT(media_dir)},
	{.name = "media-name",
		.type = OPTION_STRING,
		.fallback = "{feed}/{date} {title}",
		.brief = N_("names of files below media-dir, without their ending"),
		.detail =
			N_("{feed}, {title}, {date} and {id} stand for what is known of "
			   "the episode; a slash separates folders. A file keeps its "
			   "name when titles change, and no file is ever overwritten."),
		.flags = OPTION_PER_FEED | OPTION_IS_MEDIA_NAME,
		.offset = AT(media_name)},
	{.name = "media-limit",
		.type = OPTION_SIZE,
		.fallback = "5G",
		.max = INT64_MAX / 2,
		.brief = N_("space for all episodes together; 0: no limit"),
		.detail = N_("What does not fit waits until there is room."),
		.offset = AT(media_limit)},
	{.name = "media-free",
		.type = OPTION_SIZE,
		.fallback = "1G",
		.max = INT64_MAX / 2,
		.brief = N_("space on the disk that downloads leave free"),
		.offset = AT(media_free)},
	{.name = "downloads",
		.type = OPTION_INT,
		.fallback = "2",
		.min = 1,
		.max = 16,
		.brief = N_("how many episodes are downloaded at the same time"),
		.detail = N_("From one host always one at a time."),
		.offset = AT(downloads)},
	{.name = "download-speed",
		.type = OPTION_SIZE,
		.fallback = "0",
		.max = 1024 * MIB,
		.brief = N_("most bytes a second of all downloads together; 0: no limit"),
		.offset = AT(download_speed)},
	{.name = "player",
		.type = OPTION_STRING,
		.fallback = "mpv",
		.brief = N_("the player: mpv, or its path"),
		.detail = N_("mpv 0.33 or later is needed to play; nothing else in "
			     "courant needs it. Your mpv.conf counts, but for what "
			     "courant depends on."),
		.offset = AT(player)},
	{.name = "player-options",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("more options for it, such as --volume=70"),
		.offset = AT(player_options)},
	{.name = "stream",
		.type = OPTION_CHOICE,
		.fallback = "auto",
		.choices = "auto|yes",
		.brief = N_("whether to play without keeping the file"),
		.detail = N_("auto downloads an episode and plays it while it comes, so "
			     "the position holds even where advertisements are put in. "
			     "yes plays what is not here from its address."),
		.flags = OPTION_PER_FEED,
		.offset = AT(stream)},
	{.name = "queue-continues",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_("play the next episode of the queue after one has ended"),
		.offset = AT(queue_continues)},
	{.name = "played-at",
		.type = OPTION_INT,
		.fallback = "95",
		.min = 50,
		.max = 100,
		.brief = N_("percent of an episode after which it counts as played"),
		.flags = OPTION_PER_FEED,
		.offset = AT(played_at)},
	{.name = "played-reads",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_("mark what was played to its end as read"),
		.flags = OPTION_PER_FEED,
		.offset = AT(played_reads)},
	{.name = "rewind",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_("go back a little when an episode goes on"),
		.detail = N_("By 3 seconds after a minute, 10 after an hour, 20 after a "
			     "day."),
		.flags = OPTION_PER_FEED,
		.offset = AT(rewind)},
	{.name = "chapters-from",
		.type = OPTION_CHOICE,
		.fallback = "auto",
		.choices = "auto|feed",
		.brief = N_("whose chapters count: the file's first, or only the feed's"),
		.detail =
			N_("Chapters in the file fit it even if advertisements were put "
			   "into it. Where it has none, those count that the feed names "
			   "or has, or times at the beginning of lines of the text."),
		.flags = OPTION_PER_FEED,
		.offset = AT(chapters_from)},
	{.name = "skip-start",
		.type = OPTION_SPAN,
		.fallback = "0",
		.max = DAY,
		.brief = N_("how much to skip at the start of each episode"),
		.flags = OPTION_PER_FEED,
		.offset = AT(skip_start)},
	{.name = "skip-end",
		.type = OPTION_SPAN,
		.fallback = "0",
		.max = DAY,
		.brief = N_("how much to skip at the end, which then counts as reached"),
		.flags = OPTION_PER_FEED,
		.offset = AT(skip_end)},
	{.name = "speed",
		.type = OPTION_INT,
		.fallback = "100",
		.min = 25,
		.max = 400,
		.brief = N_("percent of the usual speed at which to play"),
		.flags = OPTION_PER_FEED,
		.offset = AT(speed)},
	{.name = "seek-back",
		.type = OPTION_SPAN,
		.fallback = "10s",
		.min = 1 * SECOND,
		.max = 60 * MINUTE,
		.brief = N_("how far the key for that goes back"),
		.offset = AT(seek_back)},
	{.name = "seek-forward",
		.type = OPTION_SPAN,
		.fallback = "30s",
		.min = 1 * SECOND,
		.max = 60 * MINUTE,
		.brief = N_("how far the key for that goes on"),
		.offset = AT(seek_forward)},
	{.name = "playing-line",
		.type = OPTION_CHOICE,
		.fallback = "yes",
		.choices = "yes|quiet|no",
		.brief = N_("the line that says what is played"),
		.detail = N_("quiet changes only at a pause, a chapter and the end, for "
			     "screen readers."),
		.offset = AT(playing_line)},
	{.name = "window-title",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("title that the reader gives the window of the terminal"),
		.detail =
			N_("%v is the title of the view, %u the number of unread items, "
			   "%% a percent sign. Empty: the title stays as it is."),
		.offset = AT(window_title)},
	{.name = "mouse",
		.type = OPTION_BOOL,
		.fallback = "no",
		.brief = N_("use the mouse"),
		.detail = N_(
			"A click moves there, a double click opens, the wheel scrolls, "
			"and the border between two panes can be dragged. With Shift, "
			"the terminal keeps the mouse to itself, to select text."),
		.offset = AT(mouse)},
	{.name = "hyperlinks",
		.type = OPTION_CHOICE,
		.fallback = "auto",
		.choices = "auto|yes|no",
		.brief = N_("make links of articles links of the terminal (OSC 8)"),
		.detail = N_("auto: where the terminal is known to take them."),
		.offset = AT(hyperlinks)},
	{.name = "keys",
		.group = N_("Keys"),
		.type = OPTION_CHOICE,
		.fallback = "courant",
		.choices = "courant|newsboat|vim",
		.brief = N_("the keys that bind lines build on"),
		.detail =
			N_("newsboat and vim are for hands that know the keys of these. "
			   "Help and the hints show those in use."),
		.offset = AT(keys)},
	{.name = "start",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("commands that the reader runs when it starts"),
		.detail = N_("As they would be typed after a colon, separated by "
			     "semicolons, such as unread-items ; open."),
		.offset = AT(start)},
	{.name = "clipboard-command",
		.group = N_("Other programs"),
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("command that gets what is copied on its standard input"),
		.detail = N_("Empty: the terminal is asked to copy it (OSC 52), which "
			     "works over ssh and, if they allow it, in tmux and screen."),
		.offset = AT(clipboard_command)},
	{.name = "save-dir",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("directory where items are saved; empty: the current one"),
		.offset = AT(save_dir)},
	{.name = "bookmark-command",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("command that keeps a bookmark of an item"),
		.detail = N_("%u, %t and the others stand for the item, as in the "
			     "reader's command run."),
		.offset = AT(bookmark_command)},
	{.name = "mail-command",
		.type = OPTION_STRING,
		.fallback = "xdg-email --subject %t --body %u",
		.brief = N_("command that mails an item"),
		.offset = AT(mail_command)},

	{.name = "notify",
		.group = N_("News and hooks"),
		.type = OPTION_STRING,
		.flags = OPTION_PER_FEED | OPTION_IS_QUERY,
		.fallback = "none",
		.brief = N_("new items that you are told of: none, all, or a query"),
		.detail = N_("Once a refresh, by notify-command or the terminal "
			     "(notify-by). A rule can tell of items as well, by its "
			     "action notify. The daemon does so, too."),
		.offset = AT(notify)},
	{.name = "notify-command",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("command that gets these items on its standard input"),
		.detail = N_("A line of JSON for each, with the keys of courant list "
			     "--items --json. It runs once a refresh, for 30 seconds at "
			     "most, in the reader, the daemon and courant refresh."),
		.offset = AT(notify_command)},
	{.name = "notify-by",
		.type = OPTION_CHOICE,
		.fallback = "auto",
		.choices = "auto|osc9|osc777|bell|none",
		.brief = N_(
			"how the terminal tells of them if there is no notify-command"),
		.detail = N_("osc9 and osc777 are sequences that terminals show as a "
			     "notice; bell is for all terminals. auto takes the one that "
			     "the terminal is known for, else the bell."),
		.offset = AT(notify_by)},
	{.name = "on-new",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("what the reader runs when a refresh has brought new items"),
		.detail = N_("Commands of the reader, as they would be typed after a "
			     "colon, or a command line after !, which runs in the "
			     "background. The same holds for the options that follow."),
		.offset = AT(on_new)},
	{.name = "on-refresh",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("what it runs when a refresh is over"),
		.offset = AT(on_refresh)},
	{.name = "on-open",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("what it runs when an article is opened"),
		.detail = N_("In a command line, %u, %t and the others stand for the "
			     "item, as in the command run."),
		.offset = AT(on_open)},
	{.name = "on-start",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("what it runs when it has started"),
		.offset = AT(on_start)},
	{.name = "on-quit",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("what it runs when it quits"),
		.offset = AT(on_quit)},

	{.name = "theme",
		.group = N_("Looks"),
		.type = OPTION_STRING,
		.fallback = "auto",
		.choices = "auto|default|courant-dark|courant-light|high-contrast|"
			   "colour-blind|gruvbox|solarized-dark|solarized-light|nord|"
			   "dracula|catppuccin|mono",
		.brief = N_("set of colours that the color lines build on, or a file"),
		.detail = N_(
			"auto is courant-light or courant-dark, by the ground that the "
			"terminal tells when it is asked (OSC 11) or in the "
			"environment variable COLORFGBG, or else default, which suits "
			"dark and light grounds. colour-blind tells nothing by red and "
			"green. With mono, or if the environment variable NO_COLOR is "
			"set, only bold, underlined and reversed text is used. Any "
			"other name is that of a file with color lines in the directory "
			"themes beside the config, or among the installed ones; with a "
			"slash in it, it is a path."),
		.offset = AT(theme)},
	{.name = "layout",
		.type = OPTION_CHOICE,
		.fallback = "auto",
		.choices = "auto|one|two|three|below",
		.brief = N_("panes of the reader: feeds, items and article side by "
			    "side"),
		.detail = N_("auto shows one pane, two of them from 110 columns on, "
			     "three from 170 columns on, and in a narrow window of at "
			     "least 50 rows the article below the list. If the window is "
			     "too small for a layout, there are fewer panes."),
		.offset = AT(layout)},
	{.name = "scroll-margin",
		.type = OPTION_INT,
		.fallback = "2",
		.max = 100,
		.brief =
			N_("rows of a list that stay visible above and below the cursor"),
		.offset = AT(scroll_margin)},
	{.name = "wrap",
		.type = OPTION_BOOL,
		.fallback = "no",
		.brief = N_(
			"let the cursor go from the last row of a list to the first, and "
			"back"),
		.offset = AT(wrap)},
	{.name = "bars",
		.type = OPTION_CHOICE,
		.fallback = "bottom",
		.choices = "bottom|top|hidden",
		.brief = N_("where the status bar and the line of keys are"),
		.detail = N_("If hidden, the last row shows messages and prompts."),
		.offset = AT(bars)},
	{.name = "hints",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_("show a line of keys with the status bar"),
		.offset = AT(hints)},
	{.name = "signs",
		.type = OPTION_CHOICE,
		.fallback = "unicode",
		.choices = "unicode|ascii",
		.brief = N_("the signs for unread, starred, folded and the like"),
		.detail = N_("ascii is for fonts that lack some, or show them too wide."),
		.offset = AT(signs)},
	{.name = "bidi",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_(
			"put Hebrew, Arabic and the like in order, from right to left"),
		.detail =
			N_("The terminal is then told not to do so itself. Set it to no "
			   "if it does all the same, or to leave it to the terminal. "
			   "Without fribidi, it has no effect."),
		.offset = AT(bidi)},
	{.name = "preview-read",
		.type = OPTION_SPAN,
		.fallback = "3s",
		.max = 60 * MINUTE,
		.brief = N_("how long an item is shown beside its list until it counts "
			    "as read; 0: only when it is opened"),
		.offset = AT(preview_read)},

	{.name = "state-dir",
		.group = N_("Other machines"),
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("directory through which machines share what is read, "
			    "starred and tagged"),
		.detail = N_("Each machine writes a log of its own there and reads the "
			     "logs of the others; Syncthing, git, rsync or a network "
			     "disk carry them around. There are never conflicts: for "
			     "each item and mark, the latest change wins. Feeds are "
			     "matched by their addresses. ~/ is the home directory. If "
			     "empty, nothing is written."),
		.offset = AT(state_dir)},

	{.name = "log-level",
		.group = N_("Log"),
		.type = OPTION_CHOICE,
		.fallback = "info",
		.choices = "error|warn|info|debug",
		.brief = N_("what is written to the log file"),
		.offset = AT(log_level)},
	{0},
};

const struct option *
conf_option(const char *name)
{
	for (const struct option *o = conf_options; o->name; o++)
		if (str_eq(o->name, name))
			return o;
	return NULL;
}
