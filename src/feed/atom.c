/*
 * Atom 1.0 (RFC 4287) and 0.3, as documents of their own or within other formats, where
 * they give way to the elements of the format.
 */
#include "config.h"

#include <string.h>

#include "feed/kind.h"

static void
start_feed(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	const char *version = feed_xml_attr(e, "version");
	bool old = (e->uri && str_ifind(e->uri, strlen(e->uri), "purl.org/atom")) ||
		   (version && str_starts(version, "0."));
	b->native = NS_ATOM;
	b->feed->format = old ? FEED_ATOM03 : FEED_ATOM10;
	feed_kind_feed.start(b, NULL, e);
}

/* A document may be a single entry (RFC 4287, section 2). */
static void
start_entry(struct build *b, const struct row *row, const struct xml_element *e)
{
	start_feed(b, row, e);
	feed_kind_item.start(b, row, e);
}

static void
end_entry(struct build *b, const struct row *row, const struct value *value)
{
	feed_kind_item.end(b, row, value);
}

static const struct kind FEED = {.place = IN_FEED, .start = start_feed};
static const struct kind ENTRY = {
	.place = IN_ITEM, .start = start_entry, .end = end_entry};

const struct row feed_atom_rows[] = {
	{NS_ATOM, "feed", IN_DOCUMENT, &FEED},
	{NS_ATOM, "entry", IN_DOCUMENT, &ENTRY},

	{NS_ATOM, "feed", IN_FEED | IN_UNKNOWN, &feed_kind_feed},
	{NS_ATOM, "entry", IN_FEED | IN_ITEM | IN_UNKNOWN | IN_SOURCE, &feed_kind_item},

	{NS_ATOM, "title", IN_FEED | IN_ITEM, &feed_kind_atom_line, FIELD_TITLE, 1},
	{NS_ATOM, "link", IN_FEED | IN_ITEM, &feed_kind_atom_link, FIELD_LINK, 1},
	{NS_ATOM, "subtitle", IN_FEED, &feed_kind_atom_text, FIELD_SUMMARY, 1},
	{NS_ATOM, "tagline", IN_FEED, &feed_kind_atom_text, FIELD_SUMMARY, 1},
	{NS_ATOM, "updated", IN_FEED | IN_ITEM, &feed_kind_date, FIELD_UPDATED, 1},
	{NS_ATOM, "modified", IN_FEED | IN_ITEM, &feed_kind_date, FIELD_UPDATED, 1},
	{NS_ATOM, "generator", IN_FEED, &feed_kind_line, FIELD_GENERATOR, 1},
	{NS_ATOM, "icon", IN_FEED, &feed_kind_url, FIELD_ICON, 0},
	{NS_ATOM, "logo", IN_FEED, &feed_kind_url, FIELD_IMAGE, 1},

	{NS_ATOM, "id", IN_ITEM, &feed_kind_string, FIELD_ID, 1},
	{NS_ATOM, "summary", IN_ITEM, &feed_kind_atom_text, FIELD_SUMMARY, 1},
	{NS_ATOM, "content", IN_ITEM, &feed_kind_atom_text, FIELD_CONTENT, 1},
	{NS_ATOM, "published", IN_FEED | IN_ITEM, &feed_kind_date, FIELD_PUBLISHED, 1},
	{NS_ATOM, "issued", IN_ITEM, &feed_kind_date, FIELD_PUBLISHED, 1},
	{NS_ATOM, "created", IN_ITEM, &feed_kind_date, FIELD_PUBLISHED, 2},
	/* Elements of RSS that are found in Atom. */
	{NS_ATOM, "item", IN_FEED | IN_UNKNOWN, &feed_kind_item},
	{NS_ATOM, "guid", IN_ITEM, &feed_kind_string, FIELD_ID, 4},
	{NS_ATOM, "description", IN_FEED | IN_ITEM, &feed_kind_text, FIELD_SUMMARY, 9},
	{NS_ATOM, "pubDate", IN_FEED | IN_ITEM, &feed_kind_date, FIELD_PUBLISHED, 6},
	{NS_ATOM, "date", IN_FEED | IN_ITEM, &feed_kind_date, FIELD_UPDATED, 6},
	{NS_ATOM, "category", IN_FEED | IN_ITEM, &feed_kind_atom_category},
	{NS_ATOM, "source", IN_ITEM, &feed_kind_source},

	{NS_ATOM, "author", IN_FEED | IN_ITEM | IN_SOURCE, &feed_kind_person,
		FIELD_AUTHORS, 1},
	{.name = NULL},
};
