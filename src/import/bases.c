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
#include "import/database.h"
#include "import/format.h"
#include "import/import_list.h"
#include "import/newsboat.h"

/* The columns of the query for feeds; all are text. */
enum {
	FEED_URL,
	FEED_KEY, /* by which items refer to it; "": by the address */
	FEED_TITLE,
	FEED_OWN, /* the feed's own title */
	FEED_SITE,
	FEED_FOLDER, /* "a/b" */
	FEED_LOGIN,
	FEED_PASSWORD,
	FEED_MINUTES, /* between polls; 0: not told */
	FEED_KEEP,    /* items to keep; 0: not told */
	FEED_PAUSED,  /* these two may be missing */
	FEED_LOCKED,  /* name of a login whose password can't be read */
};

/* … and for items. */
enum {
	ITEM_FEED, /* address or key */
	ITEM_GUID,
	ITEM_TITLE,
	ITEM_LINK,
	ITEM_AUTHOR,
	ITEM_DATE, /* seconds, or a date as text */
	ITEM_TEXT,
	ITEM_MARK_READ,
	ITEM_MARK_STARRED,
	ITEM_MARK_DELETED,
	ITEM_TAGS, /* each followed by U+001F */
	ITEM_ENCLOSURE,
	ITEM_ENCLOSURE_TYPE,
	ITEM_COMMENTS,
	ITEM_POSITION, /* seconds, of an episode */
	ITEM_DURATION,
};

struct base {
	const char *tables[2][2]; /* a table and a column by which it is known */
	const char *feeds, *items;
	const char *filters;  /* their names; NULL: it has none */
	const char *accounts; /* protocol, address and user; NULL: it has none */
	/* Feeds that only the database has are not subscribed to: a file lists those. */
	bool listed;
	/* Puts right what no query can. */
	void (*item)(struct import_list *list, struct import_item *item,
		const struct import_row *row);
};

/* ---- Single programs. */

static void
take_tags(struct import_list *list, struct import_item *item, const char *text)
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

/* Is the id the link with a date behind it, however odd? "LINK#2" and, next to ".../1",
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

/* newsboat makes an id for items without one, of link and date, or of the title. Such an
 * id does not count. Letters are flags; which of them is the star may be told by its
 * config (list->star). */
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

/* What follows NAME= in text whose parts have U+001F in front: the longest one. */
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
	item->enclosure = import_span(list, newsraft_field(media, "url="));
	item->enclosure_type = import_span(list, newsraft_field(media, "type="));
}

/* Seven seconds before the end is the end. */
static void
mend_gpodder(
	struct import_list *list, struct import_item *item, const struct import_row *row)
{
	int64_t at = import_row_number(row, ITEM_POSITION);
	int64_t all = import_row_number(row, ITEM_DURATION);
	(void)list;
	item->duration = all > 0 ? all * 1000 : 0;
	item->played = all > 7 && at >= all - 7;
	item->position = at > 0 && !item->played ? at * 1000 : 0;
}

/* An enclosure is "enc:DOWNLOADED:TYPE:SIZE:ADDRESS", or the address alone. */
static void
mend_liferea(
	struct import_list *list, struct import_item *item, const struct import_row *row)
{
	struct span rest = span_of(import_row_text(row, ITEM_ENCLOSURE)), part, type;
	if (!str_starts(rest.p, "enc:"))
		return;
	rest = (struct span){rest.p + 4, rest.n - 4};
	if (!span_split(&rest, ':', &part) || !span_split(&rest, ':', &type) ||
		!span_split(&rest, ':', &part))
		return;
	item->enclosure = import_span(list, rest);
	item->enclosure_type = import_span(list, type);
}

/* Newer versions have JSON, which the query reads; older ones TYPE&ADDRESS#…, or
 * ADDRESS#…, with each part in base64. */
static void
mend_rssguard(
	struct import_list *list, struct import_item *item, const struct import_row *row)
{
	struct span rest = span_of(import_row_text(row, ITEM_ENCLOSURE)), one, type;
	struct buf out = BUF_INIT(0);
	take_tags(list, item, import_row_text(row, ITEM_TAGS));
	if (item->enclosure && *item->enclosure == '[') /* damaged JSON */
		item->enclosure = NULL;
	if (!item->enclosure || strchr(item->enclosure, ':') ||
		!span_split(&rest, '#', &one))
		return;
	bool typed = memchr(one.p, '&', one.n) && span_split(&one, '&', &type);
	feed_text_base64(&out, one);
	item->enclosure =
		strchr(buf_str(&out), ':') ? import_text(list, buf_str(&out)) : NULL;
	buf_clear(&out);
	if (typed)
		feed_text_base64(&out, type);
	item->enclosure_type = import_text(list, buf_str(&out));
	buf_done(&out);
}

static const struct base newsboat = {
	.tables = {{"rss_item", "feedurl"}, {"rss_feed", "rssurl"}},
	.listed = true,
	.feeds = "SELECT rssurl, '', '', title, url, '', '', '', 0, 0 FROM rss_feed",
	.items = "SELECT feedurl, guid, title, url, author, pubDate, content, "
		 "NOT unread, 0, {rss_item.deleted~0}, {rss_item.flags~''}, "
		 "{rss_item.enclosure_url~''}, {rss_item.enclosure_type~''}, '', "
		 "{rss_item.content_mime_type~''} FROM rss_item",
	.item = mend_newsboat,
};

static const struct base newsraft = {
	.tables = {{"items", "important"}, {"feeds", "feed_url"}},
	.listed = true,
	.feeds = "SELECT feed_url, '', '', title, link, '', '', '', 0, 0 FROM feeds",
	.items = "SELECT feed_url, CASE WHEN guid = title THEN '' ELSE guid END, title, "
		 "link, persons, CASE WHEN publication_date > 0 THEN "
		 "publication_date ELSE update_date END, content, NOT unread, important, "
		 "0, '', attachments, '', '' FROM items",
	.item = mend_newsraft,
};

static const struct base gpodder = {
	.tables = {{"podcast", "url"}, {"episode", "podcast_id"}},
	.feeds = "SELECT url, id, title, '', link, {podcast.section~''}, "
		 "{podcast.auth_username~''}, {podcast.auth_password~''}, 0, 0, "
		 "{podcast.pause_subscription~0} FROM podcast",
	.items = "SELECT podcast_id, CASE WHEN guid = url THEN '' ELSE guid END, title, "
		 "link, '', published, CASE WHEN "
		 "{episode.description_html~''} <> '' THEN {episode.description_html~''} "
		 "ELSE description END, NOT is_new, {episode.archive~0}, state + 0 = 2, "
		 "'', "
		 "url, mime_type, '', {episode.current_position~0}, "
		 "{episode.total_time~0} FROM episode",
	.item = mend_gpodder,
};

#define LIFEREA_OWN(key)                                                                 \
	"{metadata.value~(SELECT value FROM metadata WHERE metadata.item_id = "          \
	"items.item_id AND key = '" key "' ORDER BY nr LIMIT 1)~''}"

static const struct base liferea = {
	.tables = {{"items", "node_id"}, {"subscription", "source"}},
	.listed = true,
	.feeds = "SELECT s.source, s.node_id, '', {node.title~''}, '', '', '', '', 0, 0 "
		 "FROM subscription s {node.title~LEFT JOIN node ON node.node_id = "
		 "s.node_id~}",
	.items = "SELECT node_id, source_id, title, "
		 "source, " LIFEREA_OWN(
			 "author") ", date, description, read, marked, "
				   "0, '', " LIFEREA_OWN(
					   "enclosure") ", '', '' FROM items WHERE NOT "
							"ifnull({items.comment~0}, 0)",
	.item = mend_liferea,
};

static const struct base quiterss = {
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
	.filters = "SELECT {filters.name~name FROM filters WHERE enable + 0 <> 0~'' "
		   "WHERE 0}",
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

/* Feeds of accounts whose servers courant knows are the servers'. service says which kind
 * of the Google Reader API it is. */
#define RSSGUARD_SERVERS "type IN ('greader', 'owncloud', 'nextcloud', 'tt-rss')"
#define RSSGUARD_THEIRS                                                                  \
	"({Accounts.type~SELECT id FROM Accounts WHERE " RSSGUARD_SERVERS "~SELECT -1})"

/* Who logs in, of a feed that is protected. */
#define RSSGUARD_LOGIN                                                                   \
	"CASE WHEN json_valid(Feeds.custom_data) THEN CASE WHEN "                        \
	"ifnull(json_extract(Feeds.custom_data, '$.protected'), "                        \
	"json_extract(Feeds.custom_data, '$.protection')) THEN "                         \
	"json_extract(Feeds.custom_data, '$.username') END END"

/* Of the first enclosure; older versions have no JSON there. */
#define RSSGUARD_MEDIA                                                                   \
	"CASE WHEN json_valid(m.enclosures) THEN json_extract(m.enclosures, "            \
	"'$[0].url') ELSE m.enclosures END"
#define RSSGUARD_MEDIA_TYPE                                                              \
	"CASE WHEN json_valid(m.enclosures) THEN json_extract(m.enclosures, "            \
	"'$[0].mime') END"

static const struct base rssguard = {
	.tables = {{"Messages", "is_pdeleted"}, {"Feeds", "category"}},
	.feeds = "WITH RECURSIVE p(id, path, n) AS (SELECT id, title, 1 FROM Categories "
		 "WHERE parent_id < 0 UNION ALL SELECT c.id, p.path || '/' || c.title, n "
		 "+ 1 FROM Categories c JOIN p ON c.parent_id = p.id WHERE n < 64 LIMIT "
		 "5000) SELECT "
		 "{Feeds.source~Feeds.url}, Feeds.account_id || '/' || "
		 "{Feeds.custom_id~Feeds.id}, Feeds.title, '', '', p.path, '', '', CASE "
		 "WHEN Feeds.update_type <> 2 THEN 0 WHEN Feeds.update_interval > 1440 "
		 "THEN Feeds.update_interval / 60 ELSE Feeds.update_interval END, 0, "
		 "Feeds.update_type = 0 OR {Feeds.is_off~0}, "
		 "coalesce({Feeds.custom_data~" RSSGUARD_LOGIN "~NULL}, CASE WHEN "
		 "{Feeds.protected~0} THEN {Feeds.username~''} END) FROM Feeds LEFT JOIN "
		 "p ON p.id = Feeds.category WHERE Feeds.account_id NOT "
		 "IN " RSSGUARD_THEIRS,
	.filters = "SELECT {MessageFilters.name~name FROM MessageFilters~'' WHERE 0}",
	.accounts =
		"{Accounts.custom_data~SELECT CASE type WHEN 'greader' THEN 'greader' "
		"WHEN 'tt-rss' THEN "
		"'ttrss' ELSE 'nextcloud' END, CASE json_extract(d, '$.service') WHEN 2 "
		"THEN 'https://theoldreader.com' WHEN 4 THEN 'https://bazqux.com' WHEN "
		"16 THEN 'https://www.inoreader.com' ELSE rtrim(json_extract(d, "
		"'$.url'), '/') END, coalesce(json_extract(d, '$.username'), "
		"json_extract(d, '$.auth_username'), '') FROM (SELECT type, CASE WHEN "
		"json_valid(custom_data) THEN custom_data ELSE 'null' END AS d FROM "
		"Accounts WHERE " RSSGUARD_SERVERS ")~SELECT '', '', '' WHERE 0}",
	.items =
		"SELECT m.account_id || '/' || m.feed, CASE WHEN m.custom_id = m.id THEN "
		"'' ELSE m.custom_id END, m.title, m.url, "
		"m.author, m.date_created / 1000, m.contents, m.is_read, "
		"m.is_important, m.is_deleted OR m.is_pdeleted, "
		"{Messages.labels~(SELECT group_concat(l.name || char(31), '') FROM "
		"Labels l WHERE instr(m.labels, '.' || l.custom_id || '.'))~t.tags}, "
		"{Messages.enclosures~" RSSGUARD_MEDIA "~''}, "
		"{Messages.enclosures~" RSSGUARD_MEDIA_TYPE "~''}, '' "
		"FROM Messages m LEFT JOIN ({LabelsInMessages.message~SELECT "
		"n.message, n.account_id, group_concat(l.name || char(31), '') AS tags "
		"FROM LabelsInMessages n JOIN Labels l ON l.custom_id = n.label AND "
		"l.account_id = n.account_id GROUP BY n.message, n.account_id~SELECT "
		"NULL "
		"AS message, NULL AS account_id, '' AS tags}) t ON t.message = CASE WHEN "
		"ifnull(m.custom_id, '') = '' THEN m.id || '' ELSE m.custom_id END AND "
		"t.account_id = m.account_id WHERE m.account_id NOT "
		"IN " RSSGUARD_THEIRS,
	.item = mend_rssguard,
};

/* ---- The walk. */

struct walk {
	struct import_list *list;
	const struct base *base;
	bool known; /* a file has said which feeds there are */
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
	if (!feed && *url && !strchr(url, ':') && strchr(url, ' ')) {
		import_remark_local(list, 0, arena_printf(&list->arena, "exec:%s", url));
		return;
	}
	if (!feed && w->base->listed && w->known)
		feed = import_feed_at(list, url);
	else if (!feed)
		feed = import_add_feed(list, url, 0);
	/* Items that name a feed by its key need one to belong to, even if it is gone. */
	if (!feed && w->base->listed && *key && !is_command(url))
		feed = import_add_unsubscribed(list, url);
	if (!feed)
		return;
	import_set_key(list, feed, key);
	import_set_title(list, feed, import_row_text(row, FEED_TITLE));
	feed->feed_title = import_text(list, import_row_text(row, FEED_OWN));
	feed->site = import_text(list, import_row_text(row, FEED_SITE));
	import_add_tag(list, feed, span_of(import_row_text(row, FEED_FOLDER)));
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
			_("the value can't be taken over"));
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
	import_remark(w->list, 0, "\"%s\": %s", import_row_text(row, 0),
		_("rules for titles are not taken over; a rule statement "
		  "of the config file does the same"));
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

static void
take_item(void *data, const struct import_row *row)
{
	struct walk *w = data;
	struct import_list *list = w->list;
	const char *name = import_row_text(row, ITEM_FEED);
	struct import_feed *feed = feed_of(w, name);
	if (!feed && w->base != &newsboat) {
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
		take_tags(list, item, import_row_text(row, ITEM_TAGS));
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
			_("the database has another shape than this program knows, or is "
			  "damaged; only a part was read"));
	if (w.homeless)
		import_remark(list, 0,
			P_("%zu item is left out: its feed is not there",
				"%zu items are left out: their feeds are not there",
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
		return known(probe, &name);                                              \
	}                                                                                \
	void import_##name##_base_read(                                                  \
		struct import_list *list, const char *path, struct span bytes)           \
	{                                                                                \
		(void)bytes;                                                             \
		read_base(list, path, &name);                                            \
	}
IMPORT_BASES
#undef X
