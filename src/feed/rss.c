/*
 * RSS 0.90 and 1.0 (RDF), 0.91 to 0.94, 2.0. The versions differ in where things stand
 * (items beside or inside the channel) and in little else, so one table has them all.
 */
#include "config.h"

#include <string.h>

#include "feed/kind.h"

static enum feed_format
version_of(const char *version)
{
	static const struct {
		const char *start;
		enum feed_format format;
	} versions[] = {
		{"0.90", FEED_RSS090},
		{"0.91", FEED_RSS091},
		{"0.92", FEED_RSS092},
		{"0.93", FEED_RSS093},
		{"0.94", FEED_RSS094},
		{"0.9", FEED_RSS090},
		{"1.0", FEED_RSS10},
		{"1", FEED_RSS10},
		{"2", FEED_RSS20},
	};
	struct span v = span_trim(span_of(version));
	for (size_t i = 0; i < COUNT_OF(versions); i++)
		if (v.n >= strlen(versions[i].start) &&
			str_starts(v.p, versions[i].start))
			return versions[i].format;
	return FEED_RSS;
}

static void
start_root(struct build *b, enum feed_format format, const struct xml_element *e)
{
	b->native = NS_RSS;
	b->feed->format = format;
	feed_kind_feed.start(b, NULL, e);
}

static void
start_rss(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	start_root(b, version_of(feed_xml_attr(e, "version")), e);
}

/* Versions 0.90 and 1.0 have the same root, but their elements are in different
 * namespaces. */
static void
start_rdf(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	enum feed_format format = FEED_RSS10;
	for (size_t i = 0; i < e->attrs_len; i++)
		if (str_starts(e->attrs[i].name, "xmlns") &&
			str_ifind(e->attrs[i].value, strlen(e->attrs[i].value),
				"netscape.com/rdf/simple/0.9"))
			format = FEED_RSS090;
	start_root(b, format, e);
}

static void
start_html(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	(void)e;
	b->html = true;
}

static const struct kind RSS = {.place = IN_FEED, .start = start_rss};
static const struct kind RDF = {.place = IN_FEED, .start = start_rdf};
static const struct kind HTML = {.place = IN_NOTHING, .start = start_html};

const struct row feed_rss_rows[] = {
	{NS_RSS, "rss", IN_DOCUMENT, &RSS},
	{NS_RDF, "RDF", IN_DOCUMENT, &RDF},
	{NS_XHTML, "html", IN_DOCUMENT, &HTML},

	{NS_RSS, "channel", IN_FEED | IN_UNKNOWN, &feed_kind_feed},
	{NS_RSS, "item", IN_FEED | IN_ITEM | IN_UNKNOWN | IN_SOURCE, &feed_kind_item},

	{NS_RSS, "title", IN_FEED | IN_ITEM, &feed_kind_line, FIELD_TITLE, 0},
	{NS_RSS, "link", IN_FEED | IN_ITEM, &feed_kind_url, FIELD_LINK, 0},
	{NS_RSS, "description", IN_FEED | IN_ITEM, &feed_kind_text, FIELD_SUMMARY, 0},

	{NS_RSS, "language", IN_FEED, &feed_kind_string, FIELD_LANGUAGE, 0},
	{NS_RSS, "managingEditor", IN_FEED, &feed_kind_person, FIELD_AUTHORS, 0},
	{NS_RSS, "webMaster", IN_FEED, &feed_kind_person, FIELD_AUTHORS, 9},
	{NS_RSS, "pubDate", IN_FEED | IN_ITEM, &feed_kind_date, FIELD_PUBLISHED, 0},
	{NS_RSS, "lastBuildDate", IN_FEED, &feed_kind_date, FIELD_UPDATED, 0},
	{NS_RSS, "generator", IN_FEED, &feed_kind_line, FIELD_GENERATOR, 0},
	{NS_RSS, "ttl", IN_FEED, &feed_kind_ttl},
	{NS_RSS, "skipHours", IN_FEED, &feed_kind_feed},
	{NS_RSS, "hour", IN_FEED, &feed_kind_skip_hour},
	{NS_RSS, "skipDays", IN_FEED, &feed_kind_feed},
	{NS_RSS, "day", IN_FEED, &feed_kind_skip_day},
	{NS_RSS, "image", IN_FEED, &feed_kind_image},
	{NS_RSS, "url", IN_IMAGE, &feed_kind_url, FIELD_IMAGE, 0},
	{NS_RSS, "textInput", IN_FEED, &feed_kind_nothing},

	{NS_RSS, "guid", IN_ITEM, &feed_kind_guid, FIELD_ID, 0},
	{NS_RSS, "author", IN_FEED | IN_ITEM, &feed_kind_person, FIELD_AUTHORS, 0},
	{NS_RSS, "category", IN_FEED | IN_ITEM, &feed_kind_category, FIELD_CATEGORIES, 0},
	{NS_RSS, "comments", IN_ITEM, &feed_kind_url, FIELD_COMMENTS, 0},
	{NS_RSS, "enclosure", IN_ITEM, &feed_kind_enclosure},
	{NS_RSS, "source", IN_ITEM, &feed_kind_nothing},
	{NS_RSS, "fullitem", IN_ITEM, &feed_kind_text, FIELD_CONTENT, 1},
	/* Elements that no version of RSS has, but feeds have all the same. */
	{NS_RSS, "id", IN_ITEM, &feed_kind_string, FIELD_ID, 4},
	{NS_RSS, "date", IN_FEED, &feed_kind_date, FIELD_UPDATED, 6},
	{NS_RSS, "date", IN_ITEM, &feed_kind_date, FIELD_PUBLISHED, 6},
	{NS_RSS, "published", IN_FEED | IN_ITEM, &feed_kind_date, FIELD_PUBLISHED, 6},
	{NS_RSS, "updated", IN_FEED | IN_ITEM, &feed_kind_date, FIELD_UPDATED, 6},
	{NS_RSS, "issued", IN_ITEM, &feed_kind_date, FIELD_PUBLISHED, 6},
	{NS_RSS, "created", IN_ITEM, &feed_kind_date, FIELD_PUBLISHED, 7},
	{NS_RSS, "modified", IN_ITEM, &feed_kind_date, FIELD_UPDATED, 6},
	{NS_RSS, "lastBuildDate", IN_ITEM, &feed_kind_date, FIELD_UPDATED, 7},
	{NS_RSS, "body", IN_ITEM, &feed_kind_text, FIELD_CONTENT, 2},
	{NS_RSS, "content", IN_ITEM, &feed_kind_text, FIELD_CONTENT, 2},
	{NS_RSS, "summary", IN_ITEM, &feed_kind_text, FIELD_SUMMARY, 0},
	{NS_RSS, "categories", IN_FEED, &feed_kind_feed},
	{NS_RSS, "categories", IN_ITEM, &feed_kind_pass},
	{NS_RSS, "tags", IN_ITEM, &feed_kind_keywords},
	{NS_RSS, "keywords", IN_ITEM, &feed_kind_keywords},
	{.name = NULL},
};
