/*
 * CDF, Microsoft's Channel Definition Format (1997): a CHANNEL with its address and date
 * in attributes.
 */
#include "config.h"

#include <string.h>

#include "base/err.h"
#include "base/time.h"
#include "feed/date.h"
#include "feed/kind.h"

static void
take_attrs(struct build *b, const struct xml_element *e)
{
	char *link = feed_build_url(b, span_of(feed_xml_attr(e, "href")));
	if (link && feed_build_claim(b, FIELD_LINK, 1))
		*(b->item ? &b->item->link : &b->feed->link) = link;
	int64_t when;
	const char *date = feed_xml_attr(e, "lastmod");
	if (date && feed_date_parse(span_of(date), &when) == OK &&
		feed_build_claim(b, FIELD_UPDATED, 1))
		*(b->item ? &b->item->updated : &b->feed->updated) = when;
}

/* What the addresses inside the channel are relative to. */
static void
take_base(struct build *b, const struct xml_element *e)
{
	char *base = feed_build_url(b, span_of(feed_xml_attr(e, "base")));
	if (!base)
		return;
	feed_build_top(b)->base = base;
	feed_build_top(b)->has_base = true;
}

/* A root called "channel" may also be RSS without its outer element, but RSS has no such
 * attributes and no upper-case names. */
static void
start_channel(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	bool cdf = strcmp(e->local, "CHANNEL") == 0 || feed_xml_attr(e, "href") ||
		   feed_xml_attr(e, "lastmod");
	b->native = cdf ? NS_CDF : NS_RSS;
	b->feed->format = cdf ? FEED_CDF : FEED_RSS;
	if (cdf) {
		take_attrs(b, e);
		take_base(b, e);
	}
	feed_kind_feed.start(b, NULL, e);
}

static void
start_item(struct build *b, const struct row *row, const struct xml_element *e)
{
	feed_kind_item.start(b, row, e);
	if (b->item)
		take_attrs(b, e);
}

static void
end_item(struct build *b, const struct row *row, const struct value *value)
{
	feed_kind_item.end(b, row, value);
}

static void
start_link(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	take_attrs(b, e);
}

static const struct kind CHANNEL = {.place = IN_FEED, .start = start_channel};
static const struct kind ITEM = {.place = IN_ITEM, .start = start_item, .end = end_item};
static const struct kind LINK = {.start = start_link};

const struct row feed_cdf_rows[] = {
	{NS_CDF, "channel", IN_DOCUMENT, &CHANNEL},
	{NS_CDF, "item", IN_FEED | IN_ITEM | IN_UNKNOWN, &ITEM},
	{NS_CDF, "title", IN_FEED | IN_ITEM, &feed_kind_line, FIELD_TITLE, 0},
	{NS_CDF, "abstract", IN_FEED | IN_ITEM, &feed_kind_text, FIELD_SUMMARY, 0},
	{NS_CDF, "a", IN_FEED | IN_ITEM, &LINK},
	{NS_CDF, "logo", IN_FEED, &feed_kind_href, FIELD_IMAGE, 0},
	{.name = NULL},
};
