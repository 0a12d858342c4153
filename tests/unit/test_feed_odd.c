/*
 * Slips of those who write feeds: markup and references where none belong, prefixes that
 * nobody declared, JSON in the manner of other languages.
 */
#include "config.h"

#include "tests/unit/unit.h"

#include <stdio.h>

#include "base/attr.h"
#include "model/media.h"
#include "tests/unit/feed_text.h"

#define ITEM(inside)                                                                     \
	"<rss version=\"2.0\"><channel><title>T</title><item>" inside                    \
	"</item></channel></rss>"
#define ENTRY(inside)                                                                    \
	"<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>T</title><entry>" inside     \
	"</entry></feed>"
#define JSON(inside) "{\"version\":\"https://jsonfeed.org/version/1.1\"," inside "}"

struct row {
	const char *document, *want; /* as feed_told has it */
};

static void
all_are_read(const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *doc = rows[i].document;
		char *got = feed_told(doc, strlen(doc), NULL, "https://h/f");
		if (strcmp(got, rows[i].want) != 0)
			fail_msg("%s\n  wanted %s\n  got    %s", doc, rows[i].want, got);
		free(got);
	}
}

static struct feed *
parse(const char *document)
{
	struct feed_source source = {document, strlen(document), NULL, "https://h/f"};
	struct feed *feed;
	struct err err = {0};
	if (feed_parse(&source, &feed, &err) != OK)
		fail_msg("%s: %s", document, err.text);
	return feed;
}

/* The document with a value in the place of its "%s". */
static struct feed *
parse_with(const char *document, const char *value)
{
	struct buf whole = BUF_INIT(0);
	const char *place = strstr(document, "%s");
	buf_add(&whole, document, (size_t)(place - document));
	buf_adds(&whole, value);
	buf_adds(&whole, place + 2);
	struct feed *feed = parse(buf_str(&whole));
	buf_done(&whole);
	return feed;
}

/* What looks like a tag, and has not ended when the element around it does, is text. */
static void
tags_without_an_end_are_text(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{ITEM("<title>if a<b then</title><link>/1</link>"),
			"rss2.0|T|if a<b then<https://h/1>"},
		{ITEM("<title>x<y</title>"), "rss2.0|T|x<y"},
		{ITEM("<title>x<y and y<z</title>"), "rss2.0|T|x<y and y<z"},
		{ITEM("<title>x<y</TITLE ><link>/1</link>"), "rss2.0|T|x<y<https://h/1>"},
		{ITEM("<description>vector<int</description>"), "rss2.0|T|vector<int"},
		{ENTRY("<title>a <b and c</title>"), "atom1.0|T|a <b and c"},
		/* but these are tags */
		{ITEM("<title>a<b>c</title>"), "rss2.0|T|ac"},
		{ITEM("<title>a</title><enclosure url='/1.mp3'</item><item>"),
			"rss2.0|T|a<https://h/1.mp3>;"},
		{ITEM("<title>a<i title='</title>'>b</i></title>"), "rss2.0|T|ab"},
	};
	all_are_read(rows, COUNT_OF(rows));
}

/* An undeclared prefix of the root is that of the format. */
static void
prefixes_may_be_undeclared(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{"<p:rss version='2.0'><p:channel><p:title>T</p:title><p:item>"
		 "<p:title>a</p:title><p:link>/1</p:link></p:item></p:channel></p:rss>",
			"rss2.0|T|a<https://h/1>"},
		{"<p:feed><p:title>T</p:title><p:entry><p:title>a</p:title>"
		 "<p:link href='/1'/><q:title>no</q:title></p:entry></p:feed>",
			"atom1.0|T|a<https://h/1>"},
		{"<p:rss version='2.0'><channel><title>T</title><item><title>a</title>"
		 "<q:title>no</q:title></item></channel></p:rss>",
			"rss2.0|T|a"},
		{"<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title><item>"
		 "<title>a</title><link>/1</link><guid>1</guid></item></feed>",
			"atom1.0|T|a<https://h/1>"},
	};
	all_are_read(rows, COUNT_OF(rows));
}

/* Addresses that were escaped once too often, or come with the anchor around them. */
static void
addresses_are_unpacked(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{ITEM("<link>/?a=1&amp;amp;b=2</link>"), "rss2.0|T|<https://h/?a=1&b=2>"},
		{ITEM("<link><![CDATA[https://s/?a=1&#038;b&amp;c&#38;d]]></link>"),
			"rss2.0|T|<https://s/?a=1&b&c&d>"},
		{ITEM("<link>https://s/?a=1&amp;lt;b</link>"),
			"rss2.0|T|<https://s/?a=1&lt;b>"},
		{ITEM("<link>&lt;a href=\"https://s/1\">x&lt;/a></link>"),
			"rss2.0|T|<https://s/1>"},
		{ITEM("<link><a class='b' href='/1'>https://s/2</a></link>"),
			"rss2.0|T|<https://h/1>"},
		{JSON("\"title\":\"T\",\"items\":[{\"url\":\"/?a&#038;b\"}]"),
			"jsonfeed|T|<https://h/?a&b>"},
		{ITEM("<enclosure href='/?a&amp;amp;b' type='audio/mpeg'/>"),
			"rss2.0|T|<https://h/?a&b>"},
	};
	all_are_read(rows, COUNT_OF(rows));
}

/* Dates and lengths of time with something around them, lists in lists. */
static void
values_are_unpacked(void **state)
{
	(void)state;
	static const char *const dates[] = {
		ITEM("<pubDate>Thu, 14 Nov 2019 10:00:00 &amp;#43;0200</pubDate>"),
		ITEM("<pubDate>&lt;time>14 Nov 2019 08:00&lt;/time></pubDate>"),
		ITEM("<pubDate><b>14 Nov 2019</b> 08:00&amp;nbsp;GMT</pubDate>"),
	};
	for (size_t i = 0; i < COUNT_OF(dates); i++) {
		struct feed *feed = parse(dates[i]);
		assert_int_equal(feed->items[0].published, 1573718400);
		feed_free(feed);
	}
	static const struct {
		const char *ttl;
		int64_t seconds;
	} ttls[] = {{"60.0", 3600}, {"60 minutes", 3600}, {" 60min", 3600}, {"1 hour", 0},
		{"-5", 0}, {"many", 0}};
	for (size_t i = 0; i < COUNT_OF(ttls); i++) {
		struct feed *feed = parse_with(
			"<rss><channel><ttl>%s</ttl></channel></rss>", ttls[i].ttl);
		assert_int_equal(feed->hints.ttl, ttls[i].seconds);
		feed_free(feed);
	}
	struct feed *feed = parse("<rss xmlns:itunes='"
				  "http://www.itunes.com/dtds/podcast-1.0.dtd'><channel>"
				  "<itunes:image>https://s/i.png</itunes:image><item>"
				  "<categories><category>a</category><category>b"
				  "</category></categories></item></channel></rss>");
	assert_string_equal(feed->image, "https://s/i.png");
	assert_int_equal(feed->items[0].categories_len, 2);
	assert_string_equal(feed->items[0].categories[1], "b");
	feed_free(feed);
}

/* Several people in one element, and names that are addresses of pages. */
static void
people_are_parted(void **state)
{
	(void)state;
	static const struct {
		const char *author, *want;
	} cases[] = {
		{"a@b.c (Ada), d@e.f (Bo)", "Ada=a@b.c Bo=d@e.f"},
		{"Ada &lt;a@b.c>; Bo &lt;d@e.f>, Cy &lt;g@h.i>",
			"Ada=a@b.c Bo=d@e.f Cy=g@h.i"},
		{"Ada (x), Berlin, a@b.c", "Ada (x), Berlin=a@b.c"},
		{"a@b.c (Ada, Bo)", "Ada, Bo=a@b.c"},
		{"https://s/@ada", "https://s/@ada="},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf got = BUF_INIT(0);
		struct feed *feed =
			parse_with(ITEM("<author>%s</author>"), cases[i].author);
		for (size_t k = 0; k < feed->items[0].authors_len; k++) {
			const struct person *p = &feed->items[0].authors[k];
			buf_addf(&got, "%s%s=%s", k ? " " : "", p->name ? p->name : "",
				p->email ? p->email : "");
		}
		assert_string_equal(buf_str(&got), cases[i].want);
		buf_done(&got);
		feed_free(feed);
	}
}

#define JSON_HEAD "{\"title\":\"T\",\"version\":\"https://jsonfeed.org/version/1\","
#define JSON_TOLD "jsonfeed|T|a<https://h/1>"

/* JSON as JavaScript, Python and people write it. */
static void
json_is_mended(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{JSON_HEAD "/* c */\"items\":[{\"title\":\"a\", // c\n\"url\":\"/1\"}]}",
			JSON_TOLD},
		{JSON_HEAD "# c\n\"items\":[{\"title\":\"a\",\"url\":\"/1\"}]}",
			JSON_TOLD},
		{JSON_HEAD "/* \"items\":[{\"title\":\"a\"}]}", "jsonfeed|T|"},
		{"{'title':'T','version':'https://jsonfeed.org/version/1','items':"
		 "[{'title':'a','url':'/1'}]}",
			JSON_TOLD},
		{JSON_HEAD "items:[{title:'a', url : \"/1\",}],}", JSON_TOLD},
		{JSON_HEAD "\"items\":[,{\"title\":\"a\",,\"url\":\"/1\"},]}", JSON_TOLD},
		{JSON_HEAD
			"\"items\":[{\"title\":\"a\" \"url\":\"/1\"} {\"title\":\"b\"}]}",
			JSON_TOLD ";b"},
		{JSON_HEAD "\"items\":[{\"title\":\"a \"b\" c's\",\"url\":\"/1\"}]}",
			"jsonfeed|T|a \"b\" c's<https://h/1>"},
		{JSON_HEAD "\"items\":[{\"title\":\"a\",\"url\":\"/1\",\"x\":None,"
			   "\"y\":True,\"z\":undefined,\"v\":NaN,\"w\":-Infinity,"
			   "\"u\":.5,\"t\":+1,\"s\":0x1f,\"r\":007,\"q\":1e5}]}",
			JSON_TOLD},
		{JSON_HEAD "\"items\":[{'title':'it\\'s','url':\"/1\"}]}",
			"jsonfeed|T|it's<https://h/1>"},
		/* a quote at the very end, and nothing else */
		{JSON_HEAD "\"items\":[{\"title\":\"a\",\"url\":\"/1\"},{\"title\":\"",
			JSON_TOLD},
	};
	all_are_read(rows, COUNT_OF(rows));
	struct feed *feed =
		parse(JSON_HEAD "\"items\":[{\"id\":12345678901234567890,\"title\":\"a\","
				"\"attachments\":[\"/1.mp3\"]},{\"id\":0017}]}");
	assert_string_equal(feed->items[0].guid, "12345678901234567890");
	assert_string_equal(feed->items[0].enclosures[0].url, "https://h/1.mp3");
	assert_string_equal(feed->items[1].guid, "0017");
	feed_free(feed);
}

/* Where a page has no links for programs, those for people lead to the feed. Templates
 * are not of the page. */
static void
anchors_lead_to_feeds(void **state)
{
	(void)state;
	static const struct row cases[] = {
		{"<html><a href='/blog/Feed/'>x</a></html>", "https://h/blog/Feed/"},
		{"<html><a href=rss.xml?all>x</a></html>", "https://h/rss.xml?all"},
		{"<html><a href=/news.rdf>x</a></html>", "https://h/news.rdf"},
		{"<html><a href=/feed.html>x</a><a href=/feeding>x</a><a href=/.rss.gz>x"
		 "</a><a href=/data.xml>x</a><a href=/feed rel=nofollow>x</a></html>",
			NULL},
		{"<html><a href=/feed>x</a><link rel=feed href=/1></html>",
			"https://h/1"},
		{"<html><template><link rel=feed href=/2></template><link rel=feed "
		 "href=/1></html>",
			"https://h/1"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct feed_source source = {cases[i].document, strlen(cases[i].document),
			NULL, "https://h/f"};
		struct feed *feed;
		struct err err;
		assert_int_equal(feed_parse(&source, &feed, &err), ERR_NOT_FEED);
		assert_int_equal(feed ? feed->links_len : 0, cases[i].want ? 1 : 0);
		if (feed)
			assert_string_equal(feed->links[0].url, cases[i].want);
		feed_free(feed);
	}
}

static void
files_say_what_they_are(void **state)
{
	(void)state;
	/* Gravatar's pictures of authors, in the feed of each blog of WordPress.com. */
	struct feed *feed = parse(ITEM(
		"<media:content url='https://gravatar.example/avatar/x?s=96' "
		"medium='image'><media:title type='html'>Ada</media:title>"
		"</media:content><media:content url='/stream' medium='audio' lang='de'/>"
		"<media:content url='/a.mp3' medium='video'/>"));
	const struct item *item = &feed->items[0];
	assert_string_equal(item->enclosures[0].type, "image");
	assert_string_equal(item->enclosures[0].title, "Ada");
	assert_string_equal(item->enclosures[1].type, "audio");
	assert_string_equal(item->enclosures[1].language, "de");
	assert_null(item->enclosures[1].title);
	assert_null(item->enclosures[2].type);
	assert_int_equal(media_pick(item->enclosures, item->enclosures_len), 1);
	feed_free(feed);
}

/* Sources that are not on the web are links; who may hear what, and in which language. */
static void
renditions_of_podcasts(void **state)
{
	(void)state;
	struct feed *feed = parse(ITEM(
		"<enclosure url='/1.mp3' type='audio/mpeg'/>"
		"<podcast:alternateEnclosure type='audio/opus' title='High' lang='de' "
		"bitrate='96000' rel='alt'><podcast:source uri='/1.opus'/>"
		"<podcast:source uri='ipfs://x'/>"
		"<podcast:source uri='http://x.onion/1.opus'/>"
		"<podcast:source uri='/1.torrent' "
		"contentType='application/x-bittorrent'/>"
		"</podcast:alternateEnclosure>"
		"<podcast:transcript url='/t.vtt' rel='captions' language='de'/>"));
	static const char *const sources[] = {
		"ipfs://x", "http://x.onion/1.opus", "https://h/1.torrent"};
	const struct item *item = &feed->items[0];
	assert_int_equal(item->enclosures_len, 2);
	assert_string_equal(item->enclosures[1].title, "High");
	assert_string_equal(item->enclosures[1].language, "de");
	assert_string_equal(item->enclosures[1].role, "alt");
	assert_int_equal(item->enclosures[1].bitrate, 96);
	assert_int_equal(item->related_len, 4);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(item->related[i].rel, RELATED_SOURCE);
		assert_string_equal(item->related[i].url, sources[i]);
	}
	assert_string_equal(item->related[3].role, "captions");
	assert_string_equal(item->related[3].language, "de");
	feed_free(feed);
	static const struct {
		const char *medium;
		bool serial;
	} media[] = {{"music", true}, {"audiobook", true}, {"podcast", false}};
	for (size_t i = 0; i < COUNT_OF(media); i++) {
		char doc[200];
		snprintf(doc, sizeof doc,
			"<rss version='2.0'><channel><title>T</title><podcast:medium>%s"
			"</podcast:medium></channel></rss>",
			media[i].medium);
		feed = parse(doc);
		assert_int_equal(feed->serial, media[i].serial);
		feed_free(feed);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tags_without_an_end_are_text),
		cmocka_unit_test(prefixes_may_be_undeclared),
		cmocka_unit_test(addresses_are_unpacked),
		cmocka_unit_test(values_are_unpacked),
		cmocka_unit_test(people_are_parted),
		cmocka_unit_test(json_is_mended),
		cmocka_unit_test(anchors_lead_to_feeds),
		cmocka_unit_test(files_say_what_they_are),
		cmocka_unit_test(renditions_of_podcasts),
	};
	return UNIT_RUN(tests);
}
