/*
 * Size, depth, number: limits hold, and the work grows no faster than the document (cases
 * 47, 50, 51, 56, 57, 152). Times are compared with those of a smaller document of the
 * same kind, as machines differ.
 */
#include "config.h"

#include "tests/unit/unit.h"

#include <time.h>

#include "base/utf8.h"
#include "feed/repair.h"
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
	{"page", "<html>", "<link a=\"", ""},
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

static void
limits_hold(void **state)
{
	(void)state;
	struct buf doc = BUF_INIT(0);
	struct feed *feed;
	buf_adds(&doc, "<rss version=\"2.0\"><channel><title>");
	repeat(&doc, "0123456789", 2000);
	buf_adds(&doc, "</title>");
	repeat(&doc, "<item><title>t</title></item>", FEED_ITEMS_MAX + 7);
	buf_adds(&doc, "</channel></rss>");
	cost(&doc, &feed);
	assert_int_equal(feed->items_len, FEED_ITEMS_MAX);
	assert_in_range(strlen(feed->title), FEED_TITLE_MAX - 8, FEED_TITLE_MAX);
	assert_true(feed->repairs_len >= 1);
	feed_free(feed);
	buf_clear(&doc);
	buf_adds(&doc, "<rss><item><description>");
	repeat(&doc, "\xe2\x82\xac", FEED_TEXT_MAX / 3 + 100);
	buf_adds(&doc, "</description></item></rss>");
	cost(&doc, &feed);
	assert_in_range(
		strlen(feed->items[0].summary.text), FEED_TEXT_MAX - 3, FEED_TEXT_MAX);
	assert_true(utf8_valid(
		feed->items[0].summary.text, strlen(feed->items[0].summary.text)));
	assert_true(feed->items[0].flags & ITEM_CUT);
	feed_free(feed);
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(time_is_linear),
		cmocka_unit_test(limits_hold),
		cmocka_unit_test(too_large_is_refused),
		cmocka_unit_test(expansion_is_bounded),
	};
	return UNIT_RUN(tests);
}
