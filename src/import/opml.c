/*
 * The feed layer decodes and repairs lists as it does feeds, but passes on only what a
 * feed's page could say of another feed; so outlines are read here.
 */
#include "config.h"

#include "import/opml.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/utf8.h"
#include "conf/option.h"
#include "feed/clean_text.h"
#include "feed/date.h"
#include "feed/decode.h"
#include "feed/name.h"
#include "feed/repair_note.h"
#include "feed/repair_xml.h"
#include "feed/unpack.h"
#include "feed/xml.h"
#include "import/format.h"
#include "import/import_list.h"
#include "import/saved_pages.h"
#include "model/feed.h"

#define DEPTH_MAX 64

struct reader {
	struct import_list *list;
	struct {
		const char *name; /* of a folder; NULL: none of the user's */
		struct import_feed *feed;
		bool outline;
	} open[DEPTH_MAX];
	size_t depth;   /* may exceed DEPTH_MAX */
	size_t comment; /* depth of a commented outline, whose children are comments too;
			   0: none */
	size_t number;  /* of outlines so far */
	struct buf title;
	bool in_title, podcasts;
};

/* ---- Remarks */

static bool
has(const struct import_probe *probe, const char *text)
{
	return str_ifind(probe->head.p, probe->head.n, text) != NULL;
}

bool
import_opml_known(const struct import_probe *probe)
{
	return has(probe, "<opml") ||
	       (has(probe, "outline") && (has(probe, "<body") || has(probe, ":opml") ||
						 has(probe, "xmlUrl=")));
}

bool
import_opml_liferea(const struct import_probe *probe)
{
	return import_opml_known(probe) && has(probe, "Liferea Feed List");
}

bool
import_opml_snownews(const struct import_probe *probe)
{
	return import_opml_known(probe) && has(probe, "snownews subscriptions");
}

bool
import_opml_akregator(const struct import_probe *probe)
{
	return import_opml_known(probe) && has(probe, " archiveMode=") &&
	       has(probe, " fetchInterval=");
}

/* ---- Attributes */

/* A clean attribute; references that a program has escaped twice are resolved. */
static const char *
attr(struct reader *r, const struct xml_element *e, const char *name)
{
	struct span value = span_of(feed_xml_attr(e, name));
	struct buf out = BUF_INIT(0), line = BUF_INIT(0);
	if (!value.n)
		return NULL;
	feed_text_references(&out, value);
	utf8_keep_line(&line, buf_str(&out), out.len, 65536);
	const char *text =
		import_span(r->list, span_trim((struct span){buf_str(&line), line.len}));
	buf_done(&out);
	buf_done(&line);
	return text;
}

static int64_t
number(const struct xml_element *e, const char *name)
{
	int64_t n = 0;
	if (str_int(span_trim(span_of(feed_xml_attr(e, name))), &n) != OK)
		return 0;
	return n;
}

/* By its whole name, as our own export writes it. */
static const char *
own_attr(const struct xml_element *e, const char *name)
{
	for (size_t i = 0; i < e->attrs_len; i++)
		if (str_eq(e->attrs[i].name, name))
			return e->attrs[i].value;
	return NULL;
}

static bool
is(const struct xml_element *e, const char *name, const char *value)
{
	return str_ieq(feed_xml_attr(e, name), value);
}

static int
line_of(const struct xml_element *e)
{
	return e->line > INT32_MAX ? 0 : (int)e->line;
}

/* ---- What attributes mean */

/* Settings of a feed: a number that counts only if another attribute says so. */
static const struct {
	const char *attr, *option, *unit;
	const char *when, *value; /* NULL: always */
} settings[] = {
	{"updateInterval", "max-interval", "m", NULL, NULL},
	{"cacheLimit", "keep-items", "", NULL, NULL},
	{"fetchInterval", "max-interval", "m", "useCustomFetchInterval", "true"},
	{"maxArticleNumber", "keep-items", "", "archiveMode", "limitArticleNumber"},
	{"ttrssUpdateInterval", "max-interval", "m", NULL, NULL},
	{"ttrssPurgeInterval", "keep-days", "", NULL, NULL},
	{"maxArticleAge", "keep-days", "", "archiveMode", "limitArticleAge"},
};

/* What has no counterpart, except for the values that need none. */
static const struct {
	const char *attr, *nothing;
} left_out[] = {
	{"archiveMode",
		"globalDefault|keepAllArticles|limitArticleNumber|limitArticleAge"},
	{"priority", "main_stream|hidden|archived"},
	{"cssContentFilter", ""},
	{"filtercmd", ""},
	{"filtersActionRead", ""},
	{"filtersActionStar", ""},
	{"cssFullContent", ""},
	{"cssFullContentConditions", ""},
	{"cssFullContentFilter", ""},
	{"unicityCriteria", "id"},
	{"CURLOPT_MAXREDIRS", ""},
	{"loadLinkedWebsite", "false"},
	{"markImmediatelyAsRead", "false"},
	{"CURLOPT_POSTFIELDS", ""},
	{"dontUseProxy", "false"},
	{"encAutoDownload", "false"},
	{"html5Extract", "false"},
	{"loadItemLink", "false"},
	{"markAsRead", "false"},
	{"pausedUpdates", "false"},
};

/* FreshRSS has the kind as libcurl's number. */
static const char *
proxy_of(struct reader *r, const struct xml_element *e)
{
	static const char *const kinds[] = {[2] = "https",
		[4] = "socks4",
		[5] = "socks5",
		[6] = "socks4a",
		[7] = "socks5h"};
	const char *address = attr(r, e, "CURLOPT_PROXY");
	size_t kind = (size_t)number(e, "CURLOPT_PROXYTYPE");
	if (!address || strstr(address, "://"))
		return address;
	return arena_printf(&r->list->arena, "%s://%s",
		kind < COUNT_OF(kinds) && kinds[kind] ? kinds[kind] : "http", address);
}

#define LEFT_OUT N_("%s: %s=\"%s\" is left out, as courant has nothing like it")

static void
take_settings(struct reader *r, struct import_feed *feed, const struct xml_element *e)
{
	struct import_list *list = r->list;
	for (size_t i = 0; i < COUNT_OF(settings); i++) {
		int64_t n = number(e, settings[i].attr);
		if (n > 0 &&
			(!settings[i].when || is(e, settings[i].when, settings[i].value)))
			import_set_option(list, feed, settings[i].option,
				arena_printf(&list->arena, "%lld%s", (long long)n,
					settings[i].unit));
	}
	bool never = number(e, "updateInterval") == -2 || is(e, "disabled", "true") ||
		     (is(e, "useCustomFetchInterval", "true") &&
			     number(e, "fetchInterval") == -1);
	feed->hidden |= is(e, "priority", "hidden") || is(e, "priority", "archived");
	if (never)
		import_remark_paused(list, line_of(e), feed);
	const char *agent = attr(r, e, "CURLOPT_USERAGENT");
	if (agent)
		import_set_option(list, feed, "user-agent", agent);
	const char *headers = attr(r, e, "CURLOPT_HTTPHEADER");
	const char *cookie = attr(r, e, "CURLOPT_COOKIE");
	if (headers || cookie)
		import_set_option(list, feed, "http-headers",
			arena_printf(&list->arena, "%s%s%s%s", headers ? headers : "",
				headers && cookie ? "|" : "", cookie ? "Cookie: " : "",
				cookie ? cookie : ""));
	const char *proxy = proxy_of(r, e);
	if (proxy)
		import_set_option(list, feed, "proxy", proxy);
	import_set_login(list, feed, attr(r, e, "username"), attr(r, e, "password"));
	for (size_t i = 0; i < COUNT_OF(left_out); i++) {
		const char *value = attr(r, e, left_out[i].attr);
		if (value && !import_page_word(value, left_out[i].nothing))
			import_remark(list, line_of(e), _(LEFT_OUT),
				feed->title ? feed->title : feed->url, left_out[i].attr,
				value);
	}
}

/* Attributes of our own export: name=value for each option. */
static void
take_own(struct reader *r, struct import_feed *feed, const struct xml_element *e)
{
	for (size_t i = 0; i < e->attrs_len; i++) {
		const struct xml_attr *a = &e->attrs[i];
		if (strncmp(a->name, "courant:", 8) != 0)
			continue;
		if (str_eq(a->name + 8, "hidden"))
			feed->hidden = str_eq(a->value, "true");
		else if (str_eq(a->name + 8, "place"))
			feed->place = number(e, a->name);
		else if (str_eq(a->name + 8, "title"))
			import_set_title(r->list, feed, a->value);
		else if (conf_option(a->name + 8))
			import_set_option(r->list, feed, a->name + 8, a->value);
	}
}

static void
add_path(struct reader *r, struct import_feed *feed)
{
	struct buf path = BUF_INIT(0);
	for (size_t i = 0; i < r->depth && i < DEPTH_MAX; i++)
		if (r->open[i].name)
			buf_addf(&path, "%s%s", path.len ? "/" : "", r->open[i].name);
	import_add_tag(r->list, feed, (struct span){buf_str(&path), path.len});
	buf_done(&path);
}

static void
add_categories(struct reader *r, struct import_feed *feed, const struct xml_element *e)
{
	struct span all = span_of(attr(r, e, "category")), one;
	while (all.n && span_split(&all, ',', &one))
		import_add_tag(r->list, feed, one);
}

/* ---- Outlines */

static const char *
title_of(struct reader *r, const struct xml_element *e)
{
	const char *title = attr(r, e, "text");
	return title ? title : attr(r, e, "title");
}

static const char *
address_of(struct reader *r, const struct xml_element *e)
{
	static const char *const types[] = {"rss", "atom", "feed"};
	const char *url = attr(r, e, "xmlUrl"), *type = feed_xml_attr(e, "type");
	for (size_t i = 0; !url && type && i < COUNT_OF(types); i++)
		if (str_istarts(type, types[i]))
			url = attr(r, e, "url");
	return url;
}

/* Overcast's list has what was heard. */
static void
take_episode(struct reader *r, const struct xml_element *e)
{
	struct import_feed *feed = NULL;
	for (size_t i = r->depth < DEPTH_MAX ? r->depth : DEPTH_MAX; i-- > 0 && !feed;)
		feed = r->open[i].feed;
	if (!feed)
		return;
	struct import_item *item = import_add_item(r->list, feed);
	item->title = attr(r, e, "title");
	item->link = attr(r, e, "url");
	item->enclosure = attr(r, e, "enclosureUrl");
	int64_t at = number(e, "played") == 1 ? 0 : number(e, "progress");
	item->position = at > 0 && at < INT32_MAX ? at * 1000 : 0;
	item->played = number(e, "played") == 1;
	if (feed_date_parse(span_of(feed_xml_attr(e, "pubDate")), &item->date) != OK)
		item->date = TIME_NONE;
	item->marks =
		(number(e, "played") == 1 ? IMPORT_READ : 0) |
		(number(e, "userRecommended") == 1 || attr(r, e, "userRecommendedDate")
				? IMPORT_STARRED
				: 0) |
		(number(e, "userDeleted") == 1 ? IMPORT_DELETED : 0);
}

static void
take_query(struct reader *r, const struct xml_element *e, const char *query)
{
	const char *name = own_attr(e, "courant:named");
	struct import_feed *feed = import_add_query(
		r->list, name ? name : title_of(r, e), query, line_of(e));
	if (!feed)
		return;
	take_own(r, feed, e);
	add_path(r, feed);
	add_categories(r, feed, e);
}

/* Pages that a service makes feeds of, by rules of its own. */
static bool
is_made(struct reader *r, const struct xml_element *e, const char *title)
{
	const char *type = feed_xml_attr(e, "type");
	if (!type || !strchr(type, '+'))
		return false;
	import_remark(r->list, line_of(e),
		_("outline %zu, \"%s\", is left out: it is not a feed but is scraped "
		  "from a page by rules (%s)"),
		r->number, title ? title : "", type);
	return true;
}

static struct import_feed *
take_feed(
	struct reader *r, const struct xml_element *e, const char *url, const char *title)
{
	if (is_made(r, e, title))
		return NULL;
	if (str_istarts(url, "smartfeed:")) {
		take_query(r, e, "unread = \"yes\"");
		return NULL;
	}
	/* Overcast also lists the feeds of single episodes. */
	bool unsubscribed = feed_xml_attr(e, "overcastId") && !is(e, "subscribed", "1") &&
			    str_istarts(url, "http");
	struct import_feed *feed = unsubscribed
					   ? import_add_unsubscribed(r->list, url)
					   : import_add_feed(r->list, url, line_of(e));
	if (!feed || unsubscribed)
		return feed;
	/* OPML wants a text: without a title, programs put the address there. */
	if (!str_eq(title, url) && !own_attr(e, "courant:untitled"))
		import_set_title(r->list, feed, title);
	const char *site = attr(r, e, "htmlUrl");
	if (!feed->site)
		feed->site = site;
	import_set_key(r->list, feed, attr(r, e, "id"));
	add_path(r, feed);
	add_categories(r, feed, e);
	take_settings(r, feed, e);
	const char *filter = attr(r, e, "filter"); /* snownews */
	if (filter)
		import_remark(r->list, line_of(e),
			_("the filter \"%.*s\" is not imported: it is a command"),
			SPAN_FMT(span_of(filter)));
	take_own(r, feed, e);
	return feed;
}

/* An account of Liferea's; false: it is something else. */
static bool
take_account(struct reader *r, const struct xml_element *e, const char *url)
{
	static const struct {
		const char *type, *protocol, *url; /* url NULL: the outline has it */
	} rows[] = {
		{"fl_ttrss", "ttrss", NULL},
		{"fl_google_reader_api", "greader", NULL},
		{"fl_google", "greader", NULL},
		{"fl_theoldreader", "greader", "https://theoldreader.com"},
		{"fl_inoreader", "greader", "https://www.inoreader.com"},
		{"fl_reedah", "greader", "https://www.reedah.com"},
	};
	const char *type = feed_xml_attr(e, "sourceType");
	for (size_t i = 0; type && i < COUNT_OF(rows); i++) {
		const char *at = rows[i].url ? rows[i].url : url;
		if (!str_ieq(type, rows[i].type) || !at)
			continue;
		import_remark_account(r->list, line_of(e), rows[i].protocol, at,
			attr(r, e, "username"));
		return true;
	}
	return false;
}

/* Tiny Tiny RSS has its labels and filters after the feeds. False: it is neither. */
static bool
take_rule(struct reader *r, const struct xml_element *e)
{
	const char *label = attr(r, e, "label-name"), *filter = attr(r, e, "filter-name");
	if (label)
		import_remark(r->list, line_of(e), _(LEFT_OUT), "Tiny Tiny RSS",
			"label-name", label);
	else if (filter || feed_xml_attr(e, "filter-type"))
		import_remark_filter(r->list, line_of(e), filter ? filter : "filter");
	return label || filter || feed_xml_attr(e, "filter-type");
}

/* The feed of an outline; NULL: it is a folder, or something else, which a remark
 * reports. */
static struct import_feed *
take_outline(struct reader *r, const struct xml_element *e, const char *title)
{
	const char *url = address_of(r, e), *query = own_attr(e, "courant:query");
	if (take_account(r, e, url) || take_rule(r, e))
		return NULL;
	if (query)
		take_query(r, e, query);
	else if (is(e, "type", "podcast-episode"))
		take_episode(r, e);
	else if (is(e, "type", "vfolder"))
		import_remark_search(r->list, line_of(e), title);
	else if (is(e, "type", "include") || is(e, "type", "link"))
		import_remark(r->list, line_of(e),
			_("outline %zu, \"%s\", is left out: it is a link to another "
			  "list or page"),
			r->number, title ? title : "");
	else if (url)
		return take_feed(r, e, url, title);
	else if (feed_xml_attr(e, "xmlUrl"))
		import_remark(r->list, line_of(e),
			_("outline %zu, \"%s\", has no address; it is left out"),
			r->number, title ? title : "");
	return NULL;
}

/* Services for podcasts put all feeds in a folder of theirs. */
static bool
is_folder(const struct reader *r, const char *title)
{
	return title && !(r->podcasts && str_eq(title, "feeds"));
}

static void
start(void *data, const struct xml_element *e)
{
	struct reader *r = data;
	bool outline = str_ieq(e->local, "outline");
	r->in_title = r->depth && str_ieq(e->local, "title");
	if (outline)
		r->number++;
	const char *title = outline ? title_of(r, e) : NULL;
	if (outline && !r->comment && is(e, "isComment", "true")) {
		r->comment = r->depth + 1;
		import_remark(r->list, line_of(e), _(LEFT_OUT), title ? title : "",
			"isComment", "true");
	}
	struct import_feed *feed =
		outline && !r->comment ? take_outline(r, e, title) : NULL;
	/* FreshRSS fills such a folder from another list. */
	if (outline && !r->comment && attr(r, e, "opmlUrl"))
		import_remark(r->list, line_of(e), _(LEFT_OUT), title ? title : "",
			"opmlUrl", attr(r, e, "opmlUrl"));
	if (r->depth < DEPTH_MAX) {
		r->open[r->depth].feed = feed;
		r->open[r->depth].name =
			outline && !feed && is_folder(r, title) ? title : NULL;
	}
	r->depth++;
}

static void
end(void *data, bool cut)
{
	struct reader *r = data;
	(void)cut;
	if (r->in_title) {
		const char *title = buf_str(&r->title);
		r->podcasts = strstr(title, "Pocket Casts") || strstr(title, "Overcast");
	}
	r->in_title = false;
	if (r->comment == r->depth)
		r->comment = 0;
	r->depth -= r->depth > 0;
}

static void
text(void *data, const char *s, size_t n)
{
	struct reader *r = data;
	if (r->in_title)
		buf_add(&r->title, s, n);
}

struct placed {
	struct import_feed *feed;
	size_t at;
};

static int
by_place(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;
	int order = (x->feed->place > y->feed->place) - (x->feed->place < y->feed->place);
	return order ? order : (x->at > y->at) - (x->at < y->at);
}

/* Folders may have changed the order: each feed from the first on goes to its place. */
static void
sort_places(struct import_list *list, size_t first)
{
	size_t n = list->feeds_len - first;
	struct placed *all = mem_zalloc((n + 1) * sizeof *all);
	for (size_t i = 0; i < n; i++)
		all[i] = (struct placed){list->feeds[first + i], i};
	qsort(all, n, sizeof *all, by_place);
	for (size_t i = 0; i < n; i++)
		list->feeds[first + i] = all[i].feed;
	free(all);
}

static void
tell_repairs(struct import_list *list, struct notes *notes)
{
	struct feed *feed = feed_new();
	feed_notes_put(notes, feed);
	for (size_t i = 0; i < feed->repairs_len; i++)
		import_remark(list, 0, _("repaired: %s"), feed->repairs[i]);
	feed_free(feed);
}

void
import_opml_read(struct import_list *list, const char *path, struct span bytes)
{
	static const struct xml_handler handler = {start, end, text};
	struct reader r = {.list = list};
	size_t first = list->feeds_len;
	struct notes notes = {0};
	struct decoded decoded = {0};
	struct repaired repaired;
	struct buf cleaned = BUF_INIT(0);
	struct err err;
	if (feed_decode(bytes, NULL, &decoded, &notes, &err) != OK) {
		import_remark(list, 0, "%s", err.text);
		return;
	}
	struct span clean = feed_clean(decoded.text, &cleaned, &notes);
	feed_repair(clean, &repaired, &notes);
	feed_xml_read(&repaired, &handler, &r, &notes);
	sort_places(list, first);
	feed_repaired_done(&repaired);
	buf_done(&decoded.buf);
	buf_done(&cleaned);
	buf_done(&r.title);
	tell_repairs(list, &notes);
	if (strstr(path, "akregator/") && import_is_beside(path, "Archive"))
		import_remark(list, 0,
			_("Akregator's archive of items is not read: what was read there "
			  "is unread here unless you mark it"));
}
