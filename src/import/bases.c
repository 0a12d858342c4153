#include "config.h"

#include "import/bases.h"

#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/i18n.h"
#include "base/time.h"
#include "base/url.h"
#include "feed/date.h"
#include "feed/unpack.h"
#include "import/bases_inside.h"
#include "import/database.h"
#include "import/format.h"
#include "import/import_list.h"
#include "import/newsboat.h"

/* ---- Single programs. */

void
import_bases_tags(struct import_list *list, struct import_item *item, const char *text)
{
	struct span rest = span_of(text), tag;
	while (span_split(&rest, '\x1f', &tag))
		if (tag.n)
			import_item_tag(list, item, tag);
}

#define DATE_LEN_MIN 10 /* of 2026-11-02 */

/* Seconds, or a date in words. */
static int64_t
date_of(const char *text)
{
	int64_t at = TIME_NONE;
	if (feed_date_parse(span_of(text), &at) != OK || at <= 0)
		return TIME_NONE;
	return at;
}

/* Is the id the link with a date after it, however odd? "LINK#2" and, next to ".../1",
 * ".../12" are the feed's own. */
static bool
is_made(const char *guid, const char *link)
{
	size_t n = link ? strlen(link) : 0;
	if (!n || strncmp(guid, link, n) != 0 || !guid[n])
		return false;
	return strchr(guid + n, ' ') ||
	       (strlen(guid + n) >= DATE_LEN_MIN && date_of(guid + n) != TIME_NONE);
}

/* newsboat makes an id for items without one, from link and date, or from the title. Such
 * an id is ignored. Letters are flags; newsboat's config may say which of them is the
 * star (list->star). */
static void
mend_newsboat(
	struct import_list *list, struct import_item *item, const struct import_row *row)
{
	if (item->guid &&
		(is_made(item->guid, item->link) || str_eq(item->guid, item->title)))
		item->guid = NULL;
	item->elsewhere = !item->feed || import_newsboat_is_everywhere(item->guid);
	const char *flags = import_row_text(row, ITEM_TAGS);
	char tag[] = "flag/x";
	for (; *flags; flags++) {
		tag[sizeof tag - 2] = *flags;
		if (*flags == list->star)
			item->marks |= IMPORT_STARRED;
		else
			import_item_tag(list, item, span_of(tag));
	}
}

/* The longest value of NAME= in text whose parts each begin with U+001F. */
static struct span
newsraft_field(const char *text, const char *name)
{
	struct span rest = span_of(text), part, best = {NULL, 0};
	size_t n = strlen(name);
	while (span_split(&rest, '\x1f', &part))
		if (part.n > n && strncmp(part.p, name, n) == 0 && part.n - n > best.n)
			best = (struct span){part.p + n, part.n - n};
	return best;
}

static void
mend_newsraft(
	struct import_list *list, struct import_item *item, const struct import_row *row)
{
	const char *content = import_row_text(row, ITEM_TEXT);
	struct span text = newsraft_field(content, "text=");
	struct span type = newsraft_field(content, "type=");
	item->text = (struct text){0};
	if (text.n)
		import_item_text(list, item, import_span(list, text),
			!type.n || !memchr(type.p, 'p', type.n) ||
				!strstr(content, "type=text/plain"));
	item->author = import_span(
		list, newsraft_field(import_row_text(row, ITEM_AUTHOR), "name="));
	const char *media = import_row_text(row, ITEM_ENCLOSURE);
	const char *own = import_row_text(row, ITEM_TAGS); /* JSON of the user's */
	if (*own)
		import_remark(list, 0,
			_("%s: %s=\"%s\" is left out, as courant has nothing like it"),
			item->title ? item->title : "", "user_data", own);
	item->enclosure = import_span(list, newsraft_field(media, "url="));
	item->enclosure_type = import_span(list, newsraft_field(media, "type="));
}

/* An item in a news bin no longer has a feed, so it is imported as a saved page. An
 * enclosure is "enc:DOWNLOADED:TYPE:SIZE:ADDRESS", or the address alone. */
static void
mend_liferea(
	struct import_list *list, struct import_item *item, const struct import_row *row)
{
	struct span rest = span_of(import_row_text(row, ITEM_ENCLOSURE)), part, type;
	import_bases_tags(list, item, import_row_text(row, ITEM_TAGS));
	if (!item->feed)
		item->guid = item->link;
	item->page = item->elsewhere = !item->feed;
	if (!str_starts(rest.p, "enc:"))
		return;
	rest = (struct span){rest.p + 4, rest.n - 4};
	if (!span_split(&rest, ':', &part) || !span_split(&rest, ':', &type) ||
		!span_split(&rest, ':', &part))
		return;
	item->enclosure = import_span(list, rest);
	item->enclosure_type = import_span(list, type);
}

static const struct base import_base_newsboat = {
	.tables = {{"rss_item", "feedurl"}, {"rss_feed", "rssurl"}},
	.listed = true,
	.feeds = "SELECT rssurl, '', '', title, url, '', '', '', 0, 0 FROM rss_feed",
	.items = "SELECT feedurl, guid, title, url, author, pubDate, content, "
		 "NOT unread, 0, {rss_item.deleted~0}, {rss_item.flags~''}, "
		 "{rss_item.enclosure_url~''}, {rss_item.enclosure_type~''}, '', "
		 "{rss_item.content_mime_type~''} FROM rss_item",
	.item = mend_newsboat,
};

static const struct base import_base_newsraft = {
	.tables = {{"items", "important"}, {"feeds", "feed_url"}},
	.listed = true,
	.feeds = "SELECT feed_url, '', '', title, link, '', '', '', 0, 0 FROM feeds",
	.items = "SELECT feed_url, CASE WHEN guid = title THEN '' ELSE guid END, title, "
		 "link, persons, CASE WHEN publication_date > 0 THEN "
		 "publication_date ELSE update_date END, content, NOT unread, important, "
		 "0, {items.user_data~''}, attachments, '', '' FROM items",
	.item = mend_newsraft,
};

#define LIFEREA_OWN(key)                                                                 \
	"{metadata.value~(SELECT value FROM metadata WHERE metadata.item_id = "          \
	"items.item_id AND key = '" key "' ORDER BY nr LIMIT 1)~''}"

/* The news bin that it was put into by hand. */
#define LIFEREA_BIN                                                                      \
	"{node.type~(SELECT title FROM node WHERE node.node_id = items.node_id AND "     \
	"node.type = 'newsbin')~''}"

static const struct base import_base_liferea = {
	.tables = {{"items", "node_id"}, {"subscription", "source"}},
	.listed = true,
	.feeds = "SELECT s.source, s.node_id, '', {node.title~''}, '', '', '', '', 0, 0 "
		 "FROM subscription s {node.title~LEFT JOIN node ON node.node_id = "
		 "s.node_id~}",
	.items = "SELECT node_id, source_id, title, "
		 "source, " LIFEREA_OWN(
			 "author") ", date, description, read, marked, "
				   "0, " LIFEREA_BIN ", " LIFEREA_OWN(
					   "enclosure") ", '', '' FROM items WHERE NOT "
							"ifnull({items.comment~0}, 0)",
	.item = mend_liferea,
};

static const struct base import_base_quiterss = {
	.tables = {{"news", "feedId"}, {"feeds", "xmlUrl"}},
	.feeds =
		"WITH RECURSIVE p(id, path, n) AS (SELECT id, text, 1 FROM feeds WHERE "
		"ifnull(xmlUrl, '') = '' AND ifnull(parentId, 0) = 0 UNION ALL SELECT "
		"f.id, p.path || '/' || f.text, n + 1 FROM feeds f JOIN p ON f.parentId "
		"= p.id WHERE ifnull(xmlUrl, '') = '' AND n < 64 LIMIT 5000) SELECT "
		"feeds.xmlUrl, feeds.id, "
		"feeds.text, feeds.title, "
		"feeds.htmlUrl, p.path, '', '', CASE WHEN "
		"{feeds.updateIntervalEnable~0} = 1 THEN CASE "
		"{feeds.updateIntervalType~0} + 0 WHEN 1 THEN {feeds.updateInterval~0} * "
		"60 WHEN -1 THEN ({feeds.updateInterval~0} + 59) / 60 ELSE "
		"{feeds.updateInterval~0} END ELSE 0 END, CASE "
		"WHEN {feeds.maximumToKeepEnable~0} = 1 THEN {feeds.maximumToKeep~0} "
		"ELSE 0 END, {feeds.disableUpdate~0}, CASE WHEN "
		"{feeds.authentication~0} = 1 THEN {passwords.server~(SELECT username "
		"FROM passwords WHERE server <> '' AND instr(feeds.xmlUrl, '://' || "
		"server))~''} END FROM feeds LEFT JOIN p ON p.id = feeds.parentId WHERE "
		"ifnull(feeds.xmlUrl, '') <> ''",
	.filters = "SELECT {filters.name~name, 0 FROM filters WHERE enable + 0 <> 0~'', "
		   "0 WHERE 0}",
	.items =
		"SELECT feedId, guid, title, link_href, {news.author_name~''}, CASE WHEN "
		"ifnull(published, '') <> '' THEN published ELSE received END, CASE WHEN "
		"ifnull(content, '') <> '' THEN content ELSE description END, read + 0 "
		"<> 0, "
		"{news.starred~0}, {news.deleted~0} + 0 <> 0, (SELECT "
		"group_concat(l.name || "
		"char(31), '') "
		"FROM {labels.name~labels~(SELECT '' AS id, '' AS name)} l WHERE "
		"instr({news.label~''} || ',', ',' || l.id || ',')), "
		"{news.enclosure_url~''}, "
		"{news.enclosure_type~''}, {news.comments~''} FROM news",
};

/* ---- The walk. */

struct walk {
	struct import_list *list;
	const struct base *base;
	bool known; /* a file has listed the feeds */
	size_t homeless;
};

static bool
is_command(const char *url)
{
	return !str_istarts(url, "http:") && !str_istarts(url, "https:");
}

static void
take_feed(void *data, const struct import_row *row)
{
	struct walk *w = data;
	struct import_list *list = w->list;
	const char *url = import_row_text(row, FEED_URL);
	const char *key = import_row_text(row, FEED_KEY);
	struct import_feed *feed = import_feed_of(list, key);
	if (!feed && !w->base->listed && *url && !strchr(url, ':') && strchr(url, ' ')) {
		import_remark_local(list, 0, arena_printf(&list->arena, "exec:%s", url));
		return;
	}
	if (!feed && w->base->listed && w->known)
		feed = import_feed_at(list, url);
	else if (!feed)
		feed = import_add_feed(list, url, 0);
	/* Items that name a feed by its key need a feed to belong to, even one that the
	 * user no longer has. */
	if (!feed && w->base->listed && *key && !is_command(url))
		feed = import_add_unsubscribed(list, url);
	if (!feed)
		return;
	import_set_key(list, feed, key);
	import_set_title(list, feed, import_row_text(row, FEED_TITLE));
	feed->feed_title = import_text(list, import_row_text(row, FEED_OWN));
	feed->site = import_text(list, import_row_text(row, FEED_SITE));
	struct span folders = span_of(import_row_text(row, FEED_FOLDER)), folder;
	while (span_split(&folders, '\x1f', &folder))
		if (folder.n)
			import_add_tag(list, feed, folder);
	import_set_login(list, feed, import_row_text(row, FEED_LOGIN),
		import_row_text(row, FEED_PASSWORD));
	import_set_minutes(
		list, feed, "max-interval", import_row_number(row, FEED_MINUTES));
	if (import_row_number(row, FEED_KEEP) > 0)
		import_set_option(
			list, feed, "keep-items", import_row_text(row, FEED_KEEP));
	if (import_row_number(row, FEED_PAUSED))
		import_remark_paused(list, 0, feed);
	if (*import_row_text(row, FEED_LOCKED))
		import_remark(list, 0, "%s: login=%s:…: %s",
			feed->title ? feed->title : url_mask(&list->arena, feed->url),
			import_row_text(row, FEED_LOCKED),
			_("the value cannot be imported"));
}

static void
take_account(void *data, const struct import_row *row)
{
	struct walk *w = data;
	if (*import_row_text(row, 1))
		import_remark_account(w->list, 0, import_row_text(row, 0),
			import_row_text(row, 1), import_row_text(row, 2));
}

static void
take_filter(void *data, const struct import_row *row)
{
	struct walk *w = data;
	if (import_row_number(row, 1))
		import_remark_search(w->list, 0, import_row_text(row, 0));
	else
		import_remark_filter(w->list, 0, import_row_text(row, 0));
}

static struct import_feed *
feed_of(struct walk *w, const char *name)
{
	struct import_feed *feed = import_feed_of(w->list, name);
	if (!feed)
		feed = import_feed_at(w->list, name);
	if (!feed && w->base->listed && strchr(name, ':') && !is_command(name))
		feed = import_add_unsubscribed(w->list, name);
	return feed;
}

/* newsboat's ids count everywhere; items in Liferea's news bins were saved. */
static bool
needs_no_feed(const struct base *base, const struct import_row *row)
{
	return base == &import_base_newsboat ||
	       (base == &import_base_liferea && *import_row_text(row, ITEM_LINK) &&
		       *import_row_text(row, ITEM_TAGS));
}

static void
take_item(void *data, const struct import_row *row)
{
	struct walk *w = data;
	struct import_list *list = w->list;
	const char *name = import_row_text(row, ITEM_FEED);
	struct import_feed *feed = feed_of(w, name);
	if (!feed && !needs_no_feed(w->base, row)) {
		w->homeless++;
		return;
	}
	struct import_item *item = import_add_item(list, feed);
	item->guid = import_text(list, import_row_text(row, ITEM_GUID));
	item->title = import_text(list, import_row_text(row, ITEM_TITLE));
	item->link = import_text(list, import_row_text(row, ITEM_LINK));
	item->author = import_text(list, import_row_text(row, ITEM_AUTHOR));
	item->comments = import_text(list, import_row_text(row, ITEM_COMMENTS));
	item->enclosure = import_text(list, import_row_text(row, ITEM_ENCLOSURE));
	item->enclosure_type =
		import_text(list, import_row_text(row, ITEM_ENCLOSURE_TYPE));
	item->date = date_of(import_row_text(row, ITEM_DATE));
	item->marks = (import_row_number(row, ITEM_MARK_READ) ? IMPORT_READ : 0) |
		      (import_row_number(row, ITEM_MARK_STARRED) ? IMPORT_STARRED : 0) |
		      (import_row_number(row, ITEM_MARK_DELETED) ? IMPORT_DELETED : 0);
	import_item_text(list, item, import_row_text(row, ITEM_TEXT), true);
	if (w->base->item)
		w->base->item(list, item, row);
	else
		import_bases_tags(list, item, import_row_text(row, ITEM_TAGS));
}

static void
read_base(struct import_list *list, const char *path, const struct base *base)
{
	struct walk w = {.list = list, .base = base, .known = list->listed};
	struct err err = {0};
	struct import_database *db = import_list_database(list, path, &err);
	if (!db) {
		import_remark(list, 0, "%s", err.text);
		return;
	}
	bool read = import_database_each(db, base->feeds, take_feed, &w) &&
		    import_database_each(db, base->items, take_item, &w) &&
		    (!base->filters ||
			    import_database_each(db, base->filters, take_filter, &w)) &&
		    (!base->accounts ||
			    import_database_each(db, base->accounts, take_account, &w));
	if (!read)
		import_remark(list, 0,
			_("the database has an unknown layout or is damaged; only part "
			  "of it was read"));
	if (w.homeless)
		import_remark(list, 0,
			P_("%zu item is left out, since its feed is missing",
				"%zu items are left out, since their feeds are missing",
				w.homeless),
			w.homeless);
}

static bool
known(const struct import_probe *probe, const struct base *base)
{
	for (size_t i = 0; i < COUNT_OF(base->tables); i++)
		if (!import_database_has(
			    probe->tables, base->tables[i][0], base->tables[i][1]))
			return false;
	return true;
}

#define X(name)                                                                          \
	bool import_##name##_base_known(const struct import_probe *probe)                \
	{                                                                                \
		return known(probe, &import_base_##name);                                \
	}                                                                                \
	void import_##name##_base_read(                                                  \
		struct import_list *list, const char *path, struct span bytes)           \
	{                                                                                \
		(void)bytes;                                                             \
		read_base(list, path, &import_base_##name);                              \
	}
IMPORT_BASES
#undef X
