#include "config.h"

#include <time.h>

#include "tests/unit/unit.h"

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"
#include "feed/opml.h"
#include "feed/parse.h"
#include "model/feed.h"
#include "model/subscription.h"

static struct feed *
read_opml(const char *doc, size_t n)
{
	struct feed_source source = {doc, n, NULL, NULL};
	struct feed *feed;
	struct err err = {0};
	assert_int_equal(feed_parse(&source, &feed, &err), OK);
	assert_int_equal(feed->format, FEED_OPML);
	return feed;
}

/* Case 153. */
static void
outlines_are_read(void **state)
{
	(void)state;
	static const char doc[] =
		"<opml version=\"1.0\"><head><title>mine</title></head><body>"
		"<outline text=\"News &amp; more\"><outline title=\"world\">"
		"<outline TEXT=\" A\n\"B\" \" XMLURL=\" http://x/a \" "
		"htmlUrl=\"http://x/\"/>"
		"</outline><outline text=\"b\" type=\"rss\" url=\"http://x/b\"/>"
		"<outline text=\"not\" type=\"link\" url=\"http://x/page\"/></outline>"
		"<outline text=\"c\" xmlUrl=\"http://x/c\" category=\"/p/q, r ,,/\"/>"
		"</body></opml>";
	struct feed *feed = read_opml(doc, sizeof doc - 1);
	assert_string_equal(feed->title, "mine");
	assert_int_equal(feed->links_len, 3);
	assert_string_equal(feed->links[0].url, "http://x/a");
	assert_string_equal(feed->links[0].link, "http://x/");
	assert_int_equal(feed->links[0].tags_len, 1);
	assert_string_equal(feed->links[0].tags[0], "News & more/world");
	assert_string_equal(feed->links[1].url, "http://x/b");
	assert_string_equal(feed->links[1].tags[0], "News & more");
	assert_int_equal(feed->links[2].tags_len, 2);
	assert_string_equal(feed->links[2].tags[0], "p/q");
	assert_string_equal(feed->links[2].tags[1], "r");
	feed_free(feed);
}

/* Lists that a program escaped twice say what was meant. */
static void
twice_escaped_lists_are_read(void **state)
{
	(void)state;
	static const char doc[] =
		"<opml version=\"1.0\"><body><outline text=\"A &amp;amp; B\">"
		"<outline text=\"Moss &amp;amp; Fern&amp;#39;s\" "
		"xmlUrl=\"https://a/f?a=1&amp;amp;b=2\" "
		"htmlUrl=\"https://a/?c=1&amp;amp;d=2\" category=\"R&amp;amp;D\"/>"
		"<outline text=\"AT&amp;T &lt;x&gt; &amp;nosuch; &amp;copy\" "
		"xmlUrl=\"https://b/f?a=1&amp;b=2&amp;copy=3&amp;lt=4\"/>"
		"</outline></body></opml>";
	struct feed *feed = read_opml(doc, sizeof doc - 1);
	assert_int_equal(feed->links_len, 2);
	assert_string_equal(feed->links[0].title, "Moss & Fern's");
	assert_string_equal(feed->links[0].url, "https://a/f?a=1&b=2");
	assert_string_equal(feed->links[0].link, "https://a/?c=1&d=2");
	assert_string_equal(feed->links[0].tags[0], "A & B");
	assert_string_equal(feed->links[0].tags[1], "R&D");
	assert_string_equal(feed->links[1].title, "AT&T <x> &nosuch; &copy");
	assert_string_equal(feed->links[1].url, "https://b/f?a=1&b=2&copy=3&lt=4");
	feed_free(feed);
}

/* tags: parted by blanks, or NULL. */
static void
add(struct subscriptions *subs, enum source source, const char *url, const char *title,
	const char *tags)
{
	struct subscription *sub = subscription_list_add(subs);
	struct span rest = {tags, tags ? strlen(tags) : 0}, tag;
	sub->source = source;
	sub->url = arena_strdup(&subs->arena, url);
	sub->title = arena_strdup(&subs->arena, title);
	while (span_split(&rest, ' ', &tag)) {
		sub->tags = arena_push(
			&subs->arena, sub->tags, sub->tags_len, sizeof *sub->tags);
		sub->tags[sub->tags_len++] = arena_strndup(&subs->arena, tag.p, tag.n);
	}
}

static void
about(void *data, const char *url, struct feed_opml_feed *out)
{
	(void)data;
	if (strcmp(url, "http://x/3") == 0)
		*out = (struct feed_opml_feed){"from the feed", "http://me:secret@x/"};
	if (strcmp(url, "http://x/4") == 0)
		*out = (struct feed_opml_feed){"with a key", "http://x/?key=secret"};
}

/* Cases 22 and 154: what is written can be read again; commands, passwords and files
 * stay here. */
static void
what_is_written_is_read_again(void **state)
{
	(void)state;
	struct subscriptions *subs = subscription_list_new();
	add(subs, SOURCE_HTTP, "http://x/1?a=1&b=2", "T <1> & \"q\"", "news/world daily");
	add(subs, SOURCE_EXEC, "exec:rm -rf x", NULL, NULL);
	add(subs, SOURCE_FILTER, "filter:sh:http://x/f", NULL, NULL);
	add(subs, SOURCE_FILE, "file:///etc/passwd", NULL, NULL);
	add(subs, SOURCE_HTTP, "https://user:secret@x/2", NULL, NULL);
	add(subs, SOURCE_HTTP, "http://x/3", NULL, "news");
	add(subs, SOURCE_HTTP, "http://x/4", NULL, "<&\">");
	struct buf out = BUF_INIT(0);
	feed_opml_write(&out, subs, about, NULL);
	assert_non_null(strstr(out.data, "htmlUrl=\"http://x/\""));
	assert_null(strstr(out.data, "secret"));
	assert_null(strstr(out.data, "rm -rf"));
	assert_null(strstr(out.data, "passwd"));
	struct feed *feed = read_opml(out.data, out.len);
	assert_int_equal(feed->repairs_len, 0);
	static const struct {
		const char *url, *title, *tag;
	} want[] = {
		{"http://x/1?a=1&b=2", "T <1> & \"q\"", "news/world"},
		{"http://x/3", "from the feed", "news"},
		{"https://x/2", "https://x/2", NULL},
		{"http://x/4", "with a key", "<&\">"},
	};
	assert_int_equal(feed->links_len, COUNT_OF(want));
	for (size_t i = 0; i < COUNT_OF(want); i++) {
		assert_string_equal(feed->links[i].url, want[i].url);
		assert_string_equal(feed->links[i].title, want[i].title);
		if (want[i].tag)
			assert_string_equal(feed->links[i].tags[0], want[i].tag);
		else
			assert_int_equal(feed->links[i].tags_len, 0);
	}
	assert_string_equal(feed->links[0].tags[1], "daily");
	feed_free(feed);
	buf_done(&out);
	subscription_list_free(subs);
}

/* So many feeds, each in a folder of its own; seconds of CPU time. */
static double
write_folders(size_t feeds)
{
	struct subscriptions *subs = subscription_list_new();
	for (size_t i = 0; i < feeds; i++) {
		char url[32], tag[32];
		snprintf(url, sizeof url, "http://x/%zu", i);
		snprintf(tag, sizeof tag, "news/f%zu", i);
		add(subs, SOURCE_HTTP, url, NULL, tag);
	}
	struct buf out = BUF_INIT(0);
	clock_t start = clock();
	feed_opml_write(&out, subs, NULL, NULL);
	double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
	struct feed *feed = read_opml(out.data, out.len);
	assert_int_equal(feed->links_len, feeds);
	assert_string_equal(
		feed->links[feeds - 1].tags[0], subs->list[feeds - 1].tags[0]);
	feed_free(feed);
	buf_done(&out);
	subscription_list_free(subs);
	return seconds;
}

/* Four times the folders take four times as long, and not sixteen times. */
static void
folders_are_written_in_linear_time(void **state)
{
	(void)state;
	double few = write_folders(2000), many = write_folders(8000);
	assert_true(many < 8 * few + .05);
}

/* An outline of thousands of categories: each is held against all before it, here and
 * where the feed's line is made. */
static void
categories_have_a_limit(void **state)
{
	(void)state;
	struct buf doc = BUF_INIT(0);
	buf_adds(&doc, "<opml><body><outline xmlUrl=\"http://x/\" category=\"");
	for (int i = 0; i < 2 * FEED_LIST_MAX; i++)
		buf_addf(&doc, "%d,", i);
	buf_adds(
		&doc, "\"/><outline xmlUrl=\"http://y/\" category=\"a\"/></body></opml>");
	struct feed *feed = read_opml(doc.data, doc.len);
	assert_int_equal(feed->links_len, 2);
	assert_int_equal(feed->links[0].tags_len, FEED_LIST_MAX);
	assert_int_equal(feed->links[1].tags_len, 1);
	feed_free(feed);
	buf_done(&doc);
}

/* Long names around many feeds, which may as well come from a feed's server: what is made
 * of them must not be of the size of both multiplied. */
static void
paths_do_not_multiply(void **state)
{
	(void)state;
	struct buf doc = BUF_INIT(0);
	buf_adds(&doc, "<opml><body><outline text=\"short\">");
	for (int i = 0; i < 20; i++) {
		buf_adds(&doc, "<outline text=\"");
		for (int k = 0; k < 3000; k++)
			buf_addc(&doc, (char)('a' + i));
		buf_adds(&doc, "\">");
	}
	for (int i = 0; i < 2000; i++)
		buf_addf(&doc, "<outline xmlUrl=\"http://x/%d\"/>", i);
	struct feed *feed = read_opml(doc.data, doc.len);
	assert_int_equal(feed->links_len, 2000);
	assert_string_equal(feed->links[1999].tags[0], "short");
	assert_true(feed->arena.used < 8u << 20);
	feed_free(feed);
	buf_done(&doc);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(outlines_are_read),
		cmocka_unit_test(twice_escaped_lists_are_read),
		cmocka_unit_test(folders_are_written_in_linear_time),
		cmocka_unit_test(categories_have_a_limit),
		cmocka_unit_test(paths_do_not_multiply),
		cmocka_unit_test(what_is_written_is_read_again),
	};
	return UNIT_RUN(tests);
}
