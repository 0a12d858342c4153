/*
 * The elements of modules, which say what the format's own elements leave open. They
 * never overrule those, which have rank 0 (in Atom 1). To add a module is to add rows.
 */
#include "config.h"

#include "feed/kind.h"

const struct row feed_module_rows[] = {
	/* Dublin Core 1.0 and 1.1 */
	{NS_DC, "title", IN_FEED | IN_ITEM, &feed_kind_line, FIELD_TITLE, 2},
	{NS_DC, "description", IN_FEED | IN_ITEM, &feed_kind_text, FIELD_SUMMARY, 2},
	{NS_DC, "creator", IN_FEED | IN_ITEM, &feed_kind_person, FIELD_AUTHORS, 2},
	{NS_DC, "author", IN_FEED | IN_ITEM, &feed_kind_person, FIELD_AUTHORS, 2},
	{NS_DC, "subject", IN_FEED | IN_ITEM, &feed_kind_category},
	{NS_DC, "date", IN_FEED, &feed_kind_date, FIELD_UPDATED, 3},
	{NS_DC, "date", IN_ITEM, &feed_kind_date, FIELD_PUBLISHED, 3},
	{NS_DC, "language", IN_FEED, &feed_kind_string, FIELD_LANGUAGE, 2},
	{NS_DC, "identifier", IN_ITEM, &feed_kind_string, FIELD_ID, 3},

	/* DCMI terms */
	{NS_DCTERMS, "title", IN_FEED | IN_ITEM, &feed_kind_line, FIELD_TITLE, 3},
	{NS_DCTERMS, "description", IN_FEED | IN_ITEM, &feed_kind_text, FIELD_SUMMARY, 3},
	{NS_DCTERMS, "abstract", IN_FEED | IN_ITEM, &feed_kind_text, FIELD_SUMMARY, 4},
	{NS_DCTERMS, "creator", IN_FEED | IN_ITEM, &feed_kind_person, FIELD_AUTHORS, 3},
	{NS_DCTERMS, "subject", IN_FEED | IN_ITEM, &feed_kind_category},
	{NS_DCTERMS, "identifier", IN_ITEM, &feed_kind_string, FIELD_ID, 4},
	{NS_DCTERMS, "language", IN_FEED, &feed_kind_string, FIELD_LANGUAGE, 3},
	{NS_DCTERMS, "issued", IN_FEED | IN_ITEM, &feed_kind_date, FIELD_PUBLISHED, 2},
	{NS_DCTERMS, "created", IN_FEED | IN_ITEM, &feed_kind_date, FIELD_PUBLISHED, 4},
	{NS_DCTERMS, "date", IN_FEED | IN_ITEM, &feed_kind_date, FIELD_PUBLISHED, 5},
	{NS_DCTERMS, "modified", IN_FEED | IN_ITEM, &feed_kind_date, FIELD_UPDATED, 2},

	/* RSS 1.0 content */
	{NS_CONTENT, "encoded", IN_ITEM, &feed_kind_text, FIELD_CONTENT, 0},
	{NS_XHTML, "body", IN_ITEM, &feed_kind_xhtml, FIELD_CONTENT, 1},
	{NS_XHTML, "div", IN_ITEM, &feed_kind_xhtml, FIELD_CONTENT, 2},

	/* RSS 1.0 syndication */
	{NS_SYNDICATION, "updatePeriod", IN_FEED, &feed_kind_period},
	{NS_SYNDICATION, "updateFrequency", IN_FEED, &feed_kind_frequency},

	/* RFC 5005 */
	{NS_HISTORY, "complete", IN_FEED, &feed_kind_complete},

	/* Media RSS */
	{NS_MEDIA, "group", IN_ITEM, &feed_kind_pass},
	{NS_MEDIA, "content", IN_ITEM, &feed_kind_enclosure},
	{NS_MEDIA, "title", IN_FEED | IN_ITEM, &feed_kind_media_line, FIELD_TITLE, 5},
	{NS_MEDIA, "description", IN_FEED | IN_ITEM, &feed_kind_media_text, FIELD_SUMMARY,
		8},
	{NS_MEDIA, "category", IN_FEED | IN_ITEM, &feed_kind_category},
	{NS_MEDIA, "keywords", IN_FEED | IN_ITEM, &feed_kind_keywords},
	{NS_MEDIA, "credit", IN_ITEM, &feed_kind_person, FIELD_AUTHORS, 8},
	{NS_MEDIA, "thumbnail", IN_FEED, &feed_kind_href, FIELD_IMAGE, 6},
	{NS_MEDIA, "thumbnail", IN_ITEM, &feed_kind_thumbnail},
	{NS_MEDIA, "community", IN_ITEM, &feed_kind_pass},
	{NS_MEDIA, "starRating", IN_ITEM, &feed_kind_statistics},
	{NS_MEDIA, "statistics", IN_ITEM, &feed_kind_statistics},

	/* iTunes podcasts */
	{NS_ITUNES, "title", IN_FEED | IN_ITEM, &feed_kind_line, FIELD_TITLE, 4},
	{NS_ITUNES, "author", IN_FEED | IN_ITEM, &feed_kind_person, FIELD_AUTHORS, 5},
	{NS_ITUNES, "owner", IN_FEED, &feed_kind_person, FIELD_AUTHORS, 8},
	{NS_ITUNES, "summary", IN_FEED | IN_ITEM, &feed_kind_text, FIELD_SUMMARY, 5},
	{NS_ITUNES, "subtitle", IN_FEED | IN_ITEM, &feed_kind_text, FIELD_SUMMARY, 7},
	{NS_ITUNES, "image", IN_FEED, &feed_kind_href, FIELD_IMAGE, 2},
	{NS_ITUNES, "image", IN_ITEM, &feed_kind_thumbnail},
	{NS_ITUNES, "duration", IN_ITEM, &feed_kind_duration},
	{NS_ITUNES, "season", IN_ITEM, &feed_kind_season, FIELD_NONE, 1},
	{NS_ITUNES, "episode", IN_ITEM, &feed_kind_number, FIELD_NONE, 1},
	{NS_ITUNES, "episodeType", IN_ITEM, &feed_kind_part},
	{NS_ITUNES, "type", IN_FEED, &feed_kind_serial},
	{NS_ITUNES, "link", IN_FEED, &feed_kind_href, FIELD_IMAGE, 4},
	{NS_ITUNES, "category", IN_FEED, &feed_kind_label},
	{NS_ITUNES, "category", IN_ITEM, &feed_kind_atom_category},
	{NS_ITUNES, "keywords", IN_FEED | IN_ITEM, &feed_kind_keywords},

	/* Podcasting 2.0 */
	{NS_PODCAST, "person", IN_FEED | IN_ITEM, &feed_kind_person, FIELD_AUTHORS, 7},

	{NS_PODCAST, "liveItem", IN_FEED, &feed_kind_broadcast},
	{NS_PODCAST, "contentLink", IN_ITEM, &feed_kind_href, FIELD_LINK, 7},
	{NS_PODCAST, "season", IN_ITEM, &feed_kind_season},
	{NS_PODCAST, "episode", IN_ITEM, &feed_kind_number},
	{NS_PODCAST, "medium", IN_FEED, &feed_kind_medium},
	{NS_PODCAST, "guid", IN_FEED, &feed_kind_podcast},
	{NS_PODCAST, "alternateEnclosure", IN_ITEM, &feed_kind_alternate},
	{NS_PODCAST, "source", IN_ITEM, &feed_kind_alternate_source},
	{NS_PODCAST, "integrity", IN_ITEM, &feed_kind_integrity},
	{NS_PODCAST, "chapters", IN_ITEM, &feed_kind_related, FIELD_NONE,
		RELATED_CHAPTERS},
	{NS_PODCAST, "transcript", IN_ITEM, &feed_kind_related, FIELD_NONE,
		RELATED_TRANSCRIPT},
	{NS_PODCAST, "soundbite", IN_ITEM, &feed_kind_sample, FIELD_NONE, RELATED_SAMPLE},

	/* Podlove Simple Chapters 1.0 to 1.2 */
	{NS_CHAPTERS, "chapters", IN_ITEM, &feed_kind_pass},
	{NS_CHAPTERS, "chapter", IN_ITEM, &feed_kind_chapter},

	/* Comments: slash, RFC 4685, the Comment API */
	{NS_SLASH, "comments", IN_ITEM, &feed_kind_count},
	{NS_THREADING, "total", IN_ITEM, &feed_kind_count},
	{NS_THREADING, "in-reply-to", IN_ITEM, &feed_kind_related, FIELD_NONE,
		RELATED_ANSWERED},
	{NS_WFW, "commentRss", IN_ITEM, &feed_kind_related, FIELD_NONE,
		RELATED_COMMENTS_FEED},

	/* Creative Commons */
	{NS_CC, "license", IN_ITEM, &feed_kind_related, FIELD_NONE, RELATED_LICENSE},

	/* Google Play podcasts */
	{NS_GPLAY, "author", IN_FEED | IN_ITEM, &feed_kind_person, FIELD_AUTHORS, 6},
	{NS_GPLAY, "description", IN_FEED | IN_ITEM, &feed_kind_text, FIELD_SUMMARY, 6},
	{NS_GPLAY, "image", IN_FEED, &feed_kind_href, FIELD_IMAGE, 3},
	{NS_GPLAY, "category", IN_FEED, &feed_kind_label},
	{.name = NULL},
};
