/*
 * Size, depth, number: limits hold, and the work grows no faster than the document (cases
 * 47, 50, 51, 56, 57, 152). Times are compared with those of a smaller document of the
 * same kind, as machines differ.
 */
#include "config.h"

#include "tests/unit/unit.h"

#include <stdio.h>
#include <time.h>

#include "base/utf8.h"
#include "feed/repair_xml.h"
#include "tests/unit/feed_text.h"

static void
repeat(struct buf *doc, const char *s, size_t times)
{
	while (times--)
		buf_adds(doc, s);
}

/* CPU time of this process for one parse, in seconds. */
static double
cost(const struct buf *doc, struct feed **feed)
{
	struct feed_source source = {doc->data, doc->len, NULL, NULL};
	struct err err = {0};
	clock_t start = clock();
	int status = feed_parse(&source, feed, &err);
	double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
	assert_true(status == OK || status == ERR_NOT_FEED);
	return seconds;
}

/* Documents whose parts tempt a parser to look again at what it has seen. */
static const struct {
	const char *name, *start, *part, *end;
} growing[] = {
	{"depth", "<rss>", "<a>", ""},
	{"attributes", "<rss><a ", "b=c ", "/></rss>"},
	{"different attributes", "<rss><a ", "xmlns:b='c' ", "/></rss>"},
	{"open comments", "<rss>", "<!-- ", ""},
	{"open CDATA", "<rss>", "<![CDATA[ ", ""},
	{"open instructions", "<rss>", "<?x ", ""},
	{"open declarations", "<rss>", "<!x ", ""},
	{"doctypes", "", "<!DOCTYPE [>", "<rss/>"},
	{"entities", "<!DOCTYPE x [", "<!ENTITY a \"", "]><rss/>"},
	{"end tags", "<rss>", "</a", "</rss>"},
	{"wrong end tags", "<rss><a><b><c>", "</d>", "</rss>"},
	{"quotes", "<rss>", "<a b='>", "</rss>"},
	{"other quotes", "<rss>", "<a b=\">c", "</rss>"},
	{"ampersands", "<rss>", "&&#&a", "</rss>"},
	{"items", "<rss>", "<item>", ""},
	{"items in items", "<rss>", "<item><a>", ""},
	{"divs", "<rss><item><description>", "<div><p>x</p>",
		"</description></item></rss>"},
	{"tags in a title", "<rss><title>", "&lt;a", "</title></rss>"},
	{"comments in a title", "<rss><title>", "&lt;!--", "</title></rss>"},
	{"quotes in a title", "<rss><title>", "&lt;a b=\"", "</title></rss>"},
	{"quotes and quotes in a title", "<rss><title>", "&lt;a b=\"\" c=\"",
		"</title></rss>"},
	{"scripts in a title", "<rss><title>", "&lt;script>", "</title></rss>"},
	{"unknown tags in a title", "<rss><title>", "&lt;x ", "></title></rss>"},
	{"bare declarations in a title", "<rss><title>", "&lt;!x", "</title></rss>"},
	{"CDATA in a title", "<rss><title>", "&lt;![CDATA[", "</title></rss>"},
	{"tags in a description", "<rss><item><description>\n", "&lt;b ",
		"</description></item></rss>"},
	{"names of a person", "<rss><item><author>", "<name>", "</author></item></rss>"},
	{"names in a person", "<rss><item><author>", "&lt;name>",
		"</author></item></rss>"},
	{"named persons", "<rss><item><author>", "<name>a</name>",
		"</author></item></rss>"},
	{"anchors of a person", "<rss><item><author>", "&lt;a href='b'>",
		"</author></item></rss>"},
	{"cut characters", "<rss><title>", "\xe2\x82 \xed\xa0\xbd", "</title></rss>"},
	{"page", "<html>", "<link a=\"", ""},
	{"links of a page", "<html>", "<link rel=alternate href=/>", ""},
	{"comments of a page", "<html>", "<!-- ", ""},
	{"styles of a page", "<html>", "<style>", ""},
	{"scripts of a page", "<html>", "<script>", ""},
	{"outlines", "<opml>", "<outline text='a'>", ""},
	{"JSON", "{\"version\":\"jsonfeed.org\",\"items\":", "[", ""},
	{"JSON strings", "{\"version\":\"jsonfeed.org\",\"items\":[", "\"", ""},
};

static void
time_is_linear(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(growing); i++) {
		double seconds[2];
		for (int k = 0; k < 2; k++) {
			size_t size = k ? 1600000 : 100000;
			struct buf doc = BUF_INIT(0);
			struct feed *feed;
			buf_adds(&doc, growing[i].start);
			repeat(&doc, growing[i].part, size / strlen(growing[i].part));
			buf_adds(&doc, growing[i].end);
			seconds[k] = cost(&doc, &feed);
			feed_free(feed);
			buf_done(&doc);
		}
		/* 16 times the size: 16 times the time, 256 if quadratic. */
		if (seconds[1] > 80 * seconds[0] + 0.2)
			fail_msg("%s: %.3f s, then %.3f s for 16 times as much",
				growing[i].name, seconds[0], seconds[1]);
	}
}

/* The limits as they are documented, whatever the header says (cases 56, 57). */
#define MOST_ITEMS 10000
#define MOST_TITLE 4096
#define MOST_GUID 2048
#define MOST_TEXT 1048576
#define MOST_DEPTH 128
#define MOST_ATTRS 64
#define MOST_OUTLINES 50000

static void
limits_hold(void **state)
{
	(void)state;
	struct buf doc = BUF_INIT(0);
	struct feed *feed;
	buf_adds(&doc, "<rss version=\"2.0\"><channel><title>");
	repeat(&doc, "0123456789", 2000);
	buf_adds(&doc, "</title>");
	repeat(&doc, "<item><title>t</title></item>", MOST_ITEMS + 7);
	buf_adds(&doc, "</channel></rss>");
	cost(&doc, &feed);
	assert_int_equal(feed->items_len, MOST_ITEMS);
	assert_in_range(strlen(feed->title), MOST_TITLE - 8, MOST_TITLE);
	assert_true(feed->repairs_len >= 1);
	feed_free(feed);
	buf_clear(&doc);
	buf_adds(&doc, "<rss><item><description>");
	repeat(&doc, "\xe2\x82\xac", MOST_TEXT / 3 + 100);
	buf_adds(&doc, "</description></item></rss>");
	cost(&doc, &feed);
	assert_in_range(strlen(feed->items[0].summary.text), MOST_TEXT - 3, MOST_TEXT);
	assert_true(utf8_valid(
		feed->items[0].summary.text, strlen(feed->items[0].summary.text)));
	assert_true(feed->items[0].flags & ITEM_CUT);
	feed_free(feed);
	buf_done(&doc);
}

/* A list of feeds is bounded as well (case 152). */
static void
outlines_are_bounded(void **state)
{
	(void)state;
	struct buf doc = BUF_INIT(0);
	struct feed *feed;
	buf_adds(&doc, "<opml version=\"2.0\"><body>");
	for (int i = 0; i < MOST_OUTLINES + 20; i++)
		buf_addf(&doc, "<outline xmlUrl=\"http://h/%d\"/>", i);
	buf_adds(&doc, "</body></opml>");
	cost(&doc, &feed);
	assert_int_equal(feed->links_len, MOST_OUTLINES);
	feed_free(feed);
	buf_done(&doc);
}

/* Long guids stay different, and are kept short. */
static void
guids_are_short(void **state)
{
	(void)state;
	struct buf doc = BUF_INIT(0);
	struct feed *feed;
	buf_adds(&doc, "<rss><item><guid>");
	repeat(&doc, "0123456789", MOST_GUID / 10 + 1);
	buf_adds(&doc, "a</guid></item><item><guid>");
	repeat(&doc, "0123456789", MOST_GUID / 10 + 1);
	buf_adds(&doc, "b</guid></item></rss>");
	cost(&doc, &feed);
	assert_int_equal(feed->items_len, 2);
	assert_in_range(strlen(feed->items[0].guid), 1, MOST_GUID);
	assert_in_range(strlen(feed->items[1].guid), 1, MOST_GUID);
	assert_string_not_equal(feed->items[0].guid, feed->items[1].guid);
	feed_free(feed);
	buf_done(&doc);
}

/* What the repair hands on is neither deep nor wide (cases 50, 51). */
static void
depth_and_attributes_are_bounded(void **state)
{
	(void)state;
	struct buf doc = BUF_INIT(0);
	struct repaired out;
	struct repaired_tag tag;
	struct notes notes = {0};
	repeat(&doc, "<a>", MOST_DEPTH + 72);
	feed_repair((struct span){doc.data, doc.len}, &out, &notes);
	assert_int_equal(out.elements, MOST_DEPTH);
	assert_true(notes.of[NOTE_DEPTH].count > 0);
	feed_repaired_done(&out);
	buf_clear(&doc);
	notes = (struct notes){0};
	buf_adds(&doc, "<a");
	for (int i = 0; i < MOST_ATTRS + 36; i++)
		buf_addf(&doc, " n%d=\"v\"", i);
	buf_adds(&doc, "></a>");
	feed_repair((struct span){doc.data, doc.len}, &out, &notes);
	assert_int_equal(out.elements, 1);
	memcpy(&tag, out.tags.data, sizeof tag);
	assert_int_equal(tag.attrs, MOST_ATTRS);
	assert_true(notes.of[NOTE_ATTR_MANY].count > 0);
	feed_repaired_done(&out);
	buf_done(&doc);
}

static void
too_large_is_refused(void **state)
{
	(void)state;
	struct buf doc = BUF_INIT(0);
	struct err err = {0};
	struct feed *feed;
	char *room = buf_reserve(&doc, FEED_DOCUMENT_MAX + 1);
	memset(room, ' ', FEED_DOCUMENT_MAX + 1);
	buf_end(&doc, FEED_DOCUMENT_MAX + 1);
	struct feed_source source = {doc.data, doc.len, NULL, NULL};
	assert_int_equal(feed_parse(&source, &feed, &err), ERR_LIMIT);
	assert_null(feed);
	assert_true(err.text[0]);
	buf_done(&doc);
}

/* Case 47: uses of a long entity do not blow up. */
static void
expansion_is_bounded(void **state)
{
	(void)state;
	struct buf doc = BUF_INIT(0);
	struct repaired out;
	struct notes notes = {0};
	buf_adds(&doc, "<!DOCTYPE x [<!ENTITY a \"");
	repeat(&doc, "0123456789", REPAIR_ENTITY_MAX / 10);
	buf_adds(&doc, "\">]><rss><title>");
	repeat(&doc, "&a;", 100000);
	buf_adds(&doc, "</title></rss>");
	feed_repair((struct span){doc.data, doc.len}, &out, &notes);
	assert_true(out.text.len < doc.len + REPAIR_EXPANSION_MAX);
	assert_true(notes.of[NOTE_EXPANSION].count > 0);
	feed_repaired_done(&out);
	buf_done(&doc);
}

/* One item, or its feed, with more of what there may be several of than is kept: each
 * element differs from the others, since each is held against them. */
static const struct {
	const char *start, *part, *end;
} listing[] = {
	{"<rss><channel><item>", "<enclosure url='http://h/%d'/>",
		"</item></channel></rss>"},
	{"<feed xmlns='http://www.w3.org/2005/Atom'><entry>", "<category term='%d'/>",
		"</entry></feed>"},
	{"<feed xmlns='http://www.w3.org/2005/Atom'><entry>",
		"<author><name>%d</name></author>", "</entry></feed>"},
	{"{\"version\":\"jsonfeed.org\",\"items\":[{\"attachments\":[0",
		",{\"url\":\"http://h/%d\"}", "]}]}"},
	{"{\"version\":\"jsonfeed.org\",\"items\":[{\"tags\":[\"\"", ",\"%d\"", "]}]}"},
	{"{\"version\":\"jsonfeed.org\",\"items\":[{\"authors\":[0", ",{\"name\":\"%d\"}",
		"]}]}"},
};

static void
lists_are_bounded(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(listing); i++) {
		struct buf doc = BUF_INIT(0);
		struct feed *feed;
		char part[128];
		buf_adds(&doc, listing[i].start);
		for (int k = 0; k < 2 * FEED_LIST_MAX; k++) {
			const char *number = strstr(listing[i].part, "%d");
			snprintf(part, sizeof part, "%.*s%d%s",
				(int)(number - listing[i].part), listing[i].part, k,
				number + 2);
			buf_adds(&doc, part);
		}
		buf_adds(&doc, listing[i].end);
		cost(&doc, &feed);
		assert_int_equal(feed->items_len, 1);
		const struct item *item = &feed->items[0];
		assert_int_equal(
			item->enclosures_len + item->categories_len + item->authors_len,
			FEED_LIST_MAX);
		bool told = false;
		for (size_t k = 0; k < feed->repairs_len; k++)
			told |= strstr(feed->repairs[k], "too many tags") != NULL;
		assert_true(told);
		feed_free(feed);
		buf_done(&doc);
	}
}

/* A long base, and many addresses of few bytes: what is made of them must not be of the
 * size of both multiplied. A document of 300 kB made 1.6 GB. */
static void
addresses_do_not_multiply(void **state)
{
	(void)state;
	static const struct {
		const char *start, *after, *part, *end;
	} cases[] = {
		{"<rss xml:base='http://h/", "/'><channel>",
			"<item><link>x</link><description>y</description></item>",
			"</channel></rss>"},
		{"<rss><channel><link>http://h/", "/</link>",
			"<item><link>x</link><description>y</description></item>",
			"</channel></rss>"},
		{"<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://h/", "/'>",
			"<x xml:base='y'/>", "</feed>"},
		{"<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml'>"
		 "<div><p xml:base='http://h/",
			"/'>", "<a href='x'>y</a>",
			"</p></div></content></entry></feed>"},
		{"<html><base href='http://h/", "/'>",
			"<link rel='alternate' type='application/rss+xml' href='/x'>",
			"</html>"},
	};
	static const size_t lengths[] = {8000, 100000};
	for (size_t i = 0; i < COUNT_OF(cases) * COUNT_OF(lengths); i++) {
		size_t k = i / COUNT_OF(lengths);
		struct buf doc = BUF_INIT(0);
		struct feed *feed;
		buf_adds(&doc, cases[k].start);
		repeat(&doc, "a", lengths[i % COUNT_OF(lengths)]);
		buf_adds(&doc, cases[k].after);
		repeat(&doc, cases[k].part, 9000);
		buf_adds(&doc, cases[k].end);
		cost(&doc, &feed);
		if (feed->arena.used > (size_t)64 << 20)
			fail_msg("%s: %zu bytes", cases[k].start, feed->arena.used);
		feed_free(feed);
		buf_done(&doc);
	}
}

/* A document of nothing but empty objects: 32 MB of them took 2.5 GB. */
static void
values_have_a_limit(void **state)
{
	(void)state;
	for (int many = 0; many < 2; many++) {
		struct buf doc = BUF_INIT(0);
		struct feed *feed;
		buf_adds(&doc, "{\"version\":\"jsonfeed.org\",\"items\":[{\"title\":\"");
		repeat(&doc, "{,[\\\"", 600000); /* in a string they are none */
		buf_adds(&doc, "\"}");
		repeat(&doc, ",{}", many ? 600000 : 1);
		buf_adds(&doc, "]}");
		cost(&doc, &feed);
		assert_int_equal(feed && feed->format == FEED_JSON, !many);
		feed_free(feed);
		buf_done(&doc);
	}
}

/* Numbers of JSON may be too large for ours, or make no sense. */
static void
lengths_are_numbers_or_unknown(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int64_t bytes;
	} cases[] = {
		{"1234", 1234},
		{"1234.5", 1234},
		{"-5", -1},
		{"1e300", -1},
		{"-1e300", -1},
		{"9007199254740991", INT64_C(9007199254740991)},
		{"9007199254740992", -1}, /* as a double, …993 is the same */
		{"9223372036854775807", -1},
		{"\"7\"", 7},
		{"\"7 MB\"", -1},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf doc = BUF_INIT(0);
		struct feed *feed;
		buf_addf(&doc,
			"{\"version\":\"jsonfeed.org\",\"items\":[{\"id\":\"1\","
			"\"attachments\":[{\"url\":\"http://h/\",\"size_in_bytes\":"
			"%s}]}]}",
			cases[i].text);
		cost(&doc, &feed);
		assert_int_equal(feed->items[0].enclosures[0].length, cases[i].bytes);
		feed_free(feed);
		buf_done(&doc);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(time_is_linear),
		cmocka_unit_test(limits_hold),
		cmocka_unit_test(outlines_are_bounded),
		cmocka_unit_test(guids_are_short),
		cmocka_unit_test(depth_and_attributes_are_bounded),
		cmocka_unit_test(too_large_is_refused),
		cmocka_unit_test(lists_are_bounded),
		cmocka_unit_test(addresses_do_not_multiply),
		cmocka_unit_test(values_have_a_limit),
		cmocka_unit_test(lengths_are_numbers_or_unknown),
		cmocka_unit_test(expansion_is_bounded),
	};
	return UNIT_RUN(tests);
}
