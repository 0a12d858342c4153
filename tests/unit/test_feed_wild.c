/*
 * Feeds as they are in the wild: whole kinds of documents that other readers' users have
 * reported, each with siblings of its own.
 */
#include "config.h"

#include "tests/unit/unit.h"

#include "base/time.h"
#include "tests/unit/feed_text.h"

#define RSS(inside) "<rss version=\"2.0\"><channel>" inside "</channel></rss>"
#define ITEM(inside) RSS("<title>T</title><item>" inside "</item>")
#define ATOM(inside) "<feed xmlns=\"http://www.w3.org/2005/Atom\">" inside "</feed>"
#define ENTRY(inside) ATOM("<title>T</title><entry>" inside "</entry>")
#define JSON(inside) "{\"version\":\"https://jsonfeed.org/version/1.1\"," inside "}"
#define JSON_ITEM(inside) JSON("\"title\":\"T\",\"items\":[{" inside "}]")

struct row {
	const char *document, *want; /* as feed_told has it */
};

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

/* A channel with an item, all in the default namespace. */
#define SPACE(uri)                                                                       \
	{                                                                                \
		"<rss version=\"2.0\" xmlns=\"" uri                                      \
		"\"><channel><title>T</title><link>https://s/</link>"                    \
		"<item><title>a</title><link>https://s/1</link></item></channel></rss>", \
			"rss2.0|T|a<https://s/1>"                                        \
	}

/* RSS has no namespace: whatever its root, channel or item has as default is native. */
static void
namespaces_of_rss_are_native(void **state)
{
	(void)state;
	static const struct row rows[] = {
		SPACE("http://www.w3.org/2005/Atom"),
		SPACE("http://purl.org/atom/ns#"),
		SPACE("http://purl.org/dc/elements/1.1/"),
		SPACE("http://purl.org/dc/terms/"),
		SPACE("http://www.w3.org/1999/xhtml"),
		SPACE("http://search.yahoo.com/mrss/"),
		SPACE("http://purl.org/rss/1.0/modules/content/"),
		SPACE("http://www.itunes.com/dtds/podcast-1.0.dtd"),
		SPACE("http://www.google.com/schemas/play-podcasts/1.0"),
		SPACE("https://podcastindex.org/namespace/1.0"),
		SPACE("http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
		SPACE("http://opml.org/spec2"),
		SPACE("http://unknown/"),
		{"<rss><channel xmlns='http://www.w3.org/2005/Atom'><title>T</title>"
		 "<item><title>a</title></item></channel></rss>",
			"rss|T|a"},
		{RSS("<title>T</title><item xmlns='http://search.yahoo.com/mrss/'>"
		     "<title>a</title><description>d</description></item>"),
			"rss2.0|T|ad"},
		{"<r:rss xmlns:r='http://purl.org/dc/elements/1.1/' version='2.0'>"
		 "<r:channel><r:title>T</r:title><r:item><r:title>a</r:title></r:item>"
		 "</r:channel></r:rss>",
			"rss2.0|T|a"},
		{"<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
		 "xmlns='http://purl.org/dc/elements/1.1/'><channel><title>T</title>"
		 "</channel><item><title>a</title></item></rdf:RDF>",
			"rss1.0|T|a"},
		/* but what is one of the other namespace's files is no text */
		{"<rss xmlns='http://search.yahoo.com/mrss/'><channel><title>T</title>"
		 "<item><title>a</title><content url='https://s/1.mp4'/></item></channel>"
		 "</rss>",
			"rss|T|a<https://s/1.mp4>"},
		/* and so are those of Atom and OPML */
		{"<feed xmlns='http://www.w3.org/1999/xhtml'><title>T</title><entry>"
		 "<title>a</title><link href='https://s/1'/></entry></feed>",
			"atom1.0|T|a<https://s/1>"},
		{"<feed><title>T</title><entry xmlns='urn:x'><title>a</title></entry>"
		 "</feed>",
			"atom1.0|T|a"},
		{"<opml xmlns='http://www.w3.org/2005/Atom'><head><title>T</title></head>"
		 "</opml>",
			"opml|T|"},
	};
	all_are_read(rows, COUNT_OF(rows));
}

/* A single element in a foreign default namespace is native, unless that has one of the
 * name. */
static void
strays_are_native(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{ITEM("<title xmlns='urn:x'>a</title><link xmlns='urn:y'>https://s/1"
		      "</link><description xmlns='http://www.w3.org/1999/xhtml'><b>d</b>"
		      "</description>"),
			"rss2.0|T|a<https://s/1><b>d</b>"},
		{ENTRY("<title xmlns='urn:x'>a</title><link xmlns='' href='/1'/>"),
			"atom1.0|T|a<https://h/1>"},
		/* with a prefix it is foreign */
		{ITEM("<x:title xmlns:x='urn:x'>no</x:title><title>a</title>"),
			"rss2.0|T|a"},
		/* in an element that nobody knows nothing is */
		{ITEM("<x xmlns='urn:x'><title>no</title></x><title>a</title>"),
			"rss2.0|T|a"},
		/* that of Media RSS yields to the item's own */
		{ITEM("<title xmlns='http://search.yahoo.com/mrss/'>no</title>"
		      "<title>a</title>"),
			"rss2.0|T|a"},
	};
	all_are_read(rows, COUNT_OF(rows));
}

/* Atom's own elements stay Atom's, in whatever way they stand in RSS. */
static void
links_of_atom_stay_atoms(void **state)
{
	(void)state;
	static const char *const documents[] = {
		"<rss xmlns='http://www.w3.org/2005/Atom'><channel>"
		"<link>https://s/</link><link rel='self' href='https://s/rss'/>"
		"<link rel='next' href='https://s/2'/></channel></rss>",
		"<rss><channel><link>https://s/</link>"
		"<link xmlns='http://www.w3.org/2005/Atom' rel='hub' href='https://o/'/>"
		"<link xmlns='http://www.w3.org/2005/Atom' rel='next' "
		"href='https://s/2'/></channel></rss>",
		"<rss xmlns:atom='http://www.w3.org/2005/Atom'><channel>"
		"<atom:link rel='self' href='https://s/rss'/>"
		"<atom:link rel='next' href='https://s/2'/>"
		"<link>https://s/</link></channel></rss>",
		"<rss><channel><link rel='self' href='https://s/rss'/>"
		"<link rel='next' href='https://s/2'/>"
		"<link>https://s/</link></channel></rss>",
	};
	for (size_t i = 0; i < COUNT_OF(documents); i++) {
		struct feed *feed = parse(documents[i]);
		assert_string_equal(feed->link, "https://s/");
		assert_string_equal(feed->older, "https://s/2");
		feed_free(feed);
	}
}

/* A well-known prefix counts whatever it is bound to, and that is told. */
static void
prefixes_count(void **state)
{
	(void)state;
	static const struct {
		const char *document, *want;
		bool noted;
	} cases[] = {
		{ITEM("<content:encoded xmlns:content='https://www.w3.org/TR/REC-xml/'>c"
		      "</content:encoded><description>d</description>"),
			"rss2.0|T|c", true},
		{ITEM("<content:encoded xmlns:content=''>c</content:encoded>"),
			"rss2.0|T|c", true},
		{ITEM("<DC:title xmlns:DC='http://dublincore.org/'>a</DC:title>"),
			"rss2.0|T|a", true},
		{ITEM("<media:title xmlns:media='http://www.rssboard.org/media-rss'>a"
		      "</media:title>"),
			"rss2.0|T|a", true},
		{ITEM("<title>a</title><content:encoded "
		      "xmlns:content='https://purl.org/rss/1.0/modules/content'>c"
		      "</content:encoded>"),
			"rss2.0|T|ac", false},
		/* of a prefix that says nothing, and of an element that nobody reads */
		{ITEM("<title>a</title><c:encoded xmlns:c='http://o/'>no</c:encoded>"),
			"rss2.0|T|a", false},
		{ITEM("<title>a</title><cc:car xmlns:cc='http://cars/'>x</cc:car>"),
			"rss2.0|T|a", false},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct row row = {cases[i].document, cases[i].want};
		all_are_read(&row, 1);
		struct feed *feed = parse(cases[i].document);
		assert_int_equal(feed->repairs_len, cases[i].noted);
		if (cases[i].noted)
			assert_non_null(strstr(feed->repairs[0], "namespace"));
		feed_free(feed);
	}
}

/* Attributes with a prefix count where the plain one is missing. */
static void
attributes_with_prefixes_count(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{ENTRY("<title>a</title><link xmlns:n='http://www.w3.org/2005/Atom' "
		       "n:href='/1' n:rel='alternate'/>"
		       "<content xmlns:n='http://www.w3.org/2005/Atom' n:type='html'>"
		       "&lt;b&gt;c&lt;/b&gt;</content>"),
			"atom1.0|T|a<https://h/1><b>c</b>"},
		{ITEM("<title>a</title><enclosure xmlns:n='urn:x' n:url='https://s/e'/>"),
			"rss2.0|T|a<https://s/e>"},
		{ENTRY("<title>a</title><link xmlns:n='urn:x' n:href='/no' href='/1'/>"),
			"atom1.0|T|a<https://h/1>"},
		{ITEM("<title>a</title><guid xmlns:n='urn:x' n:isPermaLink='false'>"
		      "https://s/1</guid>"),
			"rss2.0|T|a"},
	};
	all_are_read(rows, COUNT_OF(rows));
	static const char about[] =
		"<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
		"xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
		"xmlns='http://purl.org/rss/1.0/'><item r:about='g'/></rdf:RDF>";
	struct feed *feed = parse(about);
	assert_string_equal(feed->items[0].guid, "g");
	feed_free(feed);
}

/* Neither title nor items: told, unless the document is a list. */
static void
hollow_feeds_are_told(void **state)
{
	(void)state;
	static const char *const hollow[] = {
		RSS(""), ATOM(""), JSON("\"items\":[]"), "<rss/>"};
	for (size_t i = 0; i < COUNT_OF(hollow); i++) {
		struct feed *feed = parse(hollow[i]);
		assert_int_equal(feed->repairs_len, 1);
		assert_string_equal(
			feed->repairs[0], "the feed has neither a title nor items");
		feed_free(feed);
	}
	static const char *const others[] = {
		RSS("<title>T</title>"), RSS("<item/>"), "<opml/>"};
	for (size_t i = 0; i < COUNT_OF(others); i++) {
		struct feed *feed = parse(others[i]);
		assert_int_equal(feed->repairs_len, 0);
		feed_free(feed);
	}
}

/* ---- texts */

static void
texts_without_tags_are_plain(void **state)
{
	(void)state;
#define LINES "a\nb &lt;c&gt; d&lt;e\nf"
#define PLAIN "a\nb <c> d<e\nf"
	static const struct {
		const char *element, *text;
		enum text_type type;
	} cases[] = {
		{"<description>" LINES "</description>", PLAIN, TEXT_PLAIN},
		{"<content:encoded>" LINES "</content:encoded>", PLAIN, TEXT_PLAIN},
		{"<itunes:summary>" LINES "</itunes:summary>", PLAIN, TEXT_PLAIN},
		{"<itunes:subtitle>" LINES "</itunes:subtitle>", PLAIN, TEXT_PLAIN},
		{"<googleplay:description>" LINES "</googleplay:description>", PLAIN,
			TEXT_PLAIN},
		{"<dc:description>" LINES "</dc:description>", PLAIN, TEXT_PLAIN},
		{"<dcterms:abstract>" LINES "</dcterms:abstract>", PLAIN, TEXT_PLAIN},
		{"<media:description>" LINES "</media:description>", PLAIN, TEXT_PLAIN},
		/* what is a tag */
		{"<description>a\n&lt;p>b&lt;/p></description>", "a\n<p>b</p>",
			TEXT_HTML},
		{"<description>a\nb&lt;BR/></description>", "a\nb<BR/>", TEXT_HTML},
		{"<description>a\n&lt;a href='b'>c</description>", "a\n<a href='b'>c",
			TEXT_HTML},
		{"<description>a\n&lt;!-- c --></description>", "a\n<!-- c -->",
			TEXT_HTML},
		{"<description>a\n<b>b</b></description>", "a\n<b>b</b>", TEXT_HTML},
		/* and what is none */
		{"<description>a\nif x&lt;b and c>d</description>", "a\nif x<b and c>d",
			TEXT_PLAIN},
		{"<description>a\n&lt;https://s/></description>", "a\n<https://s/>",
			TEXT_PLAIN},
		{"<description>a\n&lt;me@s.org></description>", "a\n<me@s.org>",
			TEXT_PLAIN},
		{"<description>a\n&lt;a href=\"b</description>", "a\n<a href=\"b",
			TEXT_PLAIN},
		{"<description>a\n&lt;!-- b</description>", "a\n<!-- b", TEXT_PLAIN},
		/* browsers would hide this, too */
		{"<description>a &lt;!' &lt;a href='b'>c</description>",
			"a &lt;!' <a href='b'>c", TEXT_HTML},
		/* a line is read as before: it makes no difference */
		{"<description>a &amp;amp; b</description>", "a &amp; b", TEXT_HTML},
		/* with references, HTML that keeps its lines */
		{"<description>a &amp;amp; &lt;b\nc</description>",
			"<div style=\"white-space: pre-line\">a &amp; &lt;b\nc</div>",
			TEXT_HTML},
		/* Media RSS says by a type */
		{"<media:description type='html'>a\n&lt;b>c&lt;/b></media:description>",
			"a\n<b>c</b>", TEXT_HTML},
		{"<media:description type='plain'>&lt;b>c&lt;/b> &amp;amp;"
		 "</media:description>",
			"<b>c</b> &amp;", TEXT_PLAIN},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf doc = BUF_INIT(0);
		buf_addf(&doc, ITEM("%s"), cases[i].element);
		struct feed *feed = parse(doc.data);
		const struct text *text = item_body(&feed->items[0]);
		assert_string_equal(text->text, cases[i].text);
		if (text->type != cases[i].type)
			fail_msg("%s: type %d", cases[i].element, text->type);
		feed_free(feed);
		buf_done(&doc);
	}
}

static void
titles_lose_nothing(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{ITEM("<title>A&lt;br/>B &lt;p>C&lt;/p>D</title>"), "rss2.0|T|A B CD"},
		{ITEM("<title>a &lt;vector&gt; of &lt;int&gt;</title>"),
			"rss2.0|T|a <vector> of <int>"},
		{ITEM("<title>x&lt;b and c&gt;d, &lt;3 (>_&lt;)</title>"),
			"rss2.0|T|x<b and c>d, <3 (>_<)"},
		{ITEM("<title>&lt;![CDATA[a]]&gt;</title>"), "rss2.0|T|a"},
		{ITEM("<title>a &lt;o:p>b&lt;/o:p></title>"), "rss2.0|T|a b"},
		/* an end quote is missing, and other quotes follow */
		{ITEM("<title>a &lt;a href=\"x>b&lt;/a> &lt;a href=\"y\">c&lt;/a> "
		      "d</title>"),
			"rss2.0|T|a b c d"},
		{ITEM("<title>a &lt;a href='x>b&lt;/a>. It's c</title>"),
			"rss2.0|T|a b. It's c"},
		{ITEM("<title>a &lt;i title='b>c'/>d</title>"), "rss2.0|T|a d"},
		/* real elements are markup, whatever they are called */
		{ITEM("<title>a <x:y>b</x:y> <vector>c</vector></title>"),
			"rss2.0|T|a b c"},
		/* markup alone is shown rather than nothing */
		{ITEM("<title>&lt;img src=\"a\"/></title>"), "rss2.0|T|<img src=\"a\"/>"},
		{ITEM("<title>&lt;/hedge></title>"), "rss2.0|T|</hedge>"},
		{ENTRY("<title type='html'>&lt;b>&lt;/b></title>"), "atom1.0|T|<b></b>"},
		{ENTRY("<title type='xhtml'><div><img src='a'/></div></title>"),
			"atom1.0|T|<img src=\"a\">"},
		{ITEM("<title>&lt;b> &lt;/b>c</title>"), "rss2.0|T|c"},
		{ITEM("<title> &amp;nbsp; </title><link>https://s/1</link>"),
			"rss2.0|T|<https://s/1>"},
		/* halves of a surrogate pair */
		{ITEM("<title>&#55356;&#57137; &#xD83C;&#xdf31; &amp;#55356;&amp;#57137;"
		      "</title>"),
			"rss2.0|T|🌱 🌱 🌱"},
		{ITEM("<title>&#55356; &#57137;&#55356;&#65;</title>"),
			"rss2.0|T|\xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd"
			"A"},
		/* JSON Feed: references that end with ";", and nothing else */
		{JSON_ITEM("\"title\":\"Jack&#8217;s &amp;amp; &hellip; &eacute;\""),
			"jsonfeed|T|Jack’s &amp; … é"},
		{JSON_ITEM("\"title\":\"<b> & a<b, AT&T, x&y=1 &copy &nosuch;\""),
			"jsonfeed|T|<b> & a<b, AT&T, x&y=1 &copy &nosuch;"},
		{JSON_ITEM("\"title\":\"&#55356;&#57137; \\ud83c\\udf31\""),
			"jsonfeed|T|🌱 🌱"},
	};
	all_are_read(rows, COUNT_OF(rows));
	struct feed *feed =
		parse(ATOM("<subtitle type='html'>&lt;img src='a'></subtitle>"));
	assert_string_equal(feed->subtitle.text, "<img src='a'>");
	feed_free(feed);
	feed = parse(JSON("\"title\":\"T\",\"description\":\"a &amp; b\",\"items\":[]"));
	assert_string_equal(feed->subtitle.text, "a & b");
	feed_free(feed);
}

/* ---- people */

#define CREATOR(text) ITEM("<dc:creator>" text "</dc:creator>")

static void
people_are_read(void **state)
{
	(void)state;
	static const struct {
		const char *document, *want; /* NAME/EMAIL/URI; … */
	} cases[] = {
		/* children of whatever element */
		{ITEM("<author><name>Ada</name><email>a@s.org</email></author>"),
			"Ada/a@s.org/"},
		{ITEM("<author><name>Ada</name><uri>https://s/@ada</uri></author>"),
			"Ada//https://s/@ada"},
		{ITEM("<dc:creator>\n<name>Ada</name>\n<url>/ada</url></dc:creator>"),
			"Ada//https://h/ada"},
		{ITEM("<itunes:author><itunes:name>Ada</itunes:name>"
		      "<itunes:email>a@s.org</itunes:email></itunes:author>"),
			"Ada/a@s.org/"},
		{ITEM("<author><rdf:Description><foaf:name>Ada</foaf:name>"
		      "</rdf:Description></author>"),
			"Ada//"},
		{ITEM("<author>&lt;name>Ada&lt;/name>&lt;email>a@s.org&lt;/email>"
		      "</author>"),
			"Ada/a@s.org/"},
		{ITEM("<author><name>Ada</name><name>Bo</name><email>b@s.org</email>"
		      "</author>"),
			"Ada//; Bo/b@s.org/"},
		{ENTRY("<author><name>Ada</name><id>x</id><link href='/no'/></author>"),
			"Ada//"},
		{ENTRY("<author><name>&lt;b>Ada&lt;/b></name></author>"), "Ada//"},
		{ENTRY("<author>Ada &lt;a@s.org></author>"), "Ada/a@s.org/"},
		/* tags go, addresses stay */
		{CREATOR("&lt;a href=\"https://s/@ada\">Ada&lt;/a>"),
			"Ada//https://s/@ada"},
		{CREATOR("<![CDATA[<a class='x' href='https://s/@bo'>Bo K.</a>]]>"),
			"Bo K.//https://s/@bo"},
		{CREATOR("<a href='https://s/@ada'>Ada</a>"), "Ada//https://s/@ada"},
		{CREATOR("&lt;a href='mailto:a@s.org?subject=x'>Ada&lt;/a>"),
			"Ada/a@s.org/"},
		{CREATOR("&lt;b>Ada&lt;/b> a@s.org"), "Ada/a@s.org/"},
		{CREATOR("Ada &lt;a@s.org>"), "Ada/a@s.org/"},
		{CREATOR("a@s.org (Ada (or so) L.)"), "Ada (or so) L./a@s.org/"},
		{CREATOR("@ada@social.org"), "@ada@social.org//"},
		{CREATOR("&lt;/warden>"), "</warden>//"},
		{CREATOR("&lt;b>&lt;/b>"), "<b></b>//"},
		/* several names are not run together */
		{CREATOR("Ash Moss&lt;br/>Bay Reed"), "Ash Moss, Bay Reed//"},
		{CREATOR("&lt;p>Ash&lt;/p>\n&lt;p>Bay&lt;/p>"), "Ash, Bay//"},
		{CREATOR("Ash Moss,&lt;br>Bay Reed&lt;br>"), "Ash Moss, Bay Reed//"},
		{CREATOR("Ash and&lt;br>Bay"), "Ash and Bay//"},
		{CREATOR("&lt;p>Ash&lt;/p>&lt;p>Bay&lt;/p>"), "Ash, Bay//"},
		{CREATOR("&lt;i>Ash&lt;/i>&lt;i>Bay&lt;/i>"), "Ash, Bay//"},
		{CREATOR("&lt;a href='/@a'>Ash&lt;/a> and &lt;a href='/@b'>Bay&lt;/a>"),
			"Ash and Bay//"},
		{CREATOR("<rdf:Seq><rdf:li>Ash</rdf:li><rdf:li>Bay</rdf:li></rdf:Seq>"),
			"Ash, Bay//"},
		/* a person without an end takes no sibling */
		{ITEM("<author>Ada<title>a</title>"), "Ada//"},
		/* JSON Feed */
		{JSON_ITEM("\"author\":\"Ada &amp; Bo\""), "Ada & Bo//"},
		{JSON_ITEM("\"authors\":{\"0\":{\"name\":\"Ada\"},\"2\":\"Bo\"}"),
			"Ada//; Bo//"},
		{JSON_ITEM("\"authors\":{\"name\":\"Ada\",\"url\":\"/a\"}"),
			"Ada//https://h/a"},
		{JSON_ITEM("\"authors\":[null,\"Ada\"]"), "Ada//"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct feed *feed = parse(cases[i].document);
		const struct item *item = &feed->items[0];
		struct buf got = BUF_INIT(0);
		for (size_t k = 0; k < item->authors_len; k++) {
			const struct person *p = &item->authors[k];
			buf_addf(&got, "%s%s/%s/%s", k ? "; " : "",
				p->name ? p->name : "", p->email ? p->email : "",
				p->uri ? p->uri : "");
		}
		if (strcmp(buf_str(&got), cases[i].want) != 0)
			fail_msg("%s\n  wanted %s\n  got    %s", cases[i].document,
				cases[i].want, buf_str(&got));
		buf_done(&got);
		feed_free(feed);
	}
}

/* RFC 4287, section 4.2.1: an entry's own authors, else its source's, else the feed's. */
static void
authors_are_inherited(void **state)
{
	(void)state;
#define AUTHOR(name) "<author><name>" name "</name></author>"
	static const struct {
		const char *document, *first;
		size_t len;
	} cases[] = {
		{ATOM(AUTHOR("F") "<entry>" AUTHOR("A") AUTHOR("B") "</entry>"), "A", 2},
		{ATOM(AUTHOR("F") "<entry><source>" AUTHOR("S") "</source></entry>"), "S",
			1},
		{ATOM(AUTHOR("F") AUTHOR(
			 "G") "<entry><source><id>x</id></source></entry>"),
			"F", 2},
		{ATOM("<entry><source>" AUTHOR("S") "</source>" AUTHOR("A") "</entry>"),
			"A", 1},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct feed *feed = parse(cases[i].document);
		assert_int_equal(feed->items[0].authors_len, cases[i].len);
		assert_string_equal(feed->items[0].authors[0].name, cases[i].first);
		feed_free(feed);
	}
}

/* ---- addresses, categories, media */

static void
links_are_found(void **state)
{
	(void)state;
	static const struct row rows[] = {
		/* Atom with the address as text, where no link has an href */
		{ENTRY("<link>https://s/1</link>"), "atom1.0|T|<https://s/1>"},
		{ENTRY("<link>https://s/no</link><link href='/1'/>"),
			"atom1.0|T|<https://h/1>"},
		{ENTRY("<link href='/1'/><link>https://s/no</link>"),
			"atom1.0|T|<https://h/1>"},
		{ENTRY("<link href=''>https://s/1</link>"), "atom1.0|T|<https://s/1>"},
		/* an empty one means the base, and gives way to all others */
		{ENTRY("<link href=''/><link href=' '/><link href='/1'/>"),
			"atom1.0|T|<https://h/1>"},
		{"<feed xmlns='http://www.w3.org/2005/Atom' xml:base='/b/'>"
		 "<title>T</title><entry><link href=''/><link href='1'/></entry>"
		 "<entry><link href=''/></entry></feed>",
			"atom1.0|T|<https://h/b/1>;<https://h/b/>"},
		{ENTRY("<link/><link rel='alternate' href='/1'/>"),
			"atom1.0|T|<https://h/1>"},
		{ENTRY("<link rel='self'>https://s/no</link>"), "atom1.0|T|"},
		{ENTRY("<link rel=' alternate ' href='/1'/>"), "atom1.0|T|<https://h/1>"},
		/* a part of the feed itself */
		{ENTRY("<link href='#1'/><link href='/1'/>"), "atom1.0|T|<https://h/1>"},
		{ENTRY("<link>no address</link>"), "atom1.0|T|"},
		/* a link without an end takes no sibling */
		{ENTRY("<link href='/1'><title>a</title>"), "atom1.0|T|a<https://h/1>"},
		/* guids that are no addresses */
		{ITEM("<guid isPermaLink='true'>41 at https://s/</guid>"), "rss2.0|T|"},
		{ITEM("<guid>41 at https://s/</guid>"), "rss2.0|T|"},
		{ITEM("<guid>https://s/4\t1</guid>"), "rss2.0|T|"},
		{ITEM("<guid>https://s/4\n1</guid>"), "rss2.0|T|"},
		{ITEM("<guid>\n\thttps://s/41\n</guid>"), "rss2.0|T|<https://s/41>"},
		{ITEM("<guid isPermaLink='true'>urn:uuid:1</guid>"), "rss2.0|T|"},
		{ITEM("<guid isPermaLink='true'>/41</guid>"), "rss2.0|T|<https://h/41>"},
		{ITEM("<guid isPermaLink='true'>41</guid>"), "rss2.0|T|"},
		{ITEM("<guid isPermaLink='true'>at://did/41</guid>"), "rss2.0|T|"},
		{ITEM("<guid ispermalink='FALSE'>https://s/41</guid>"), "rss2.0|T|"},
		{ITEM("<guid>https://s/41</guid>"), "rss2.0|T|<https://s/41>"},
		{ITEM("<guid isPermaLink=''>https://s/41</guid>"),
			"rss2.0|T|<https://s/41>"},
		/* elements of the other format */
		{ENTRY("<title>a</title><description>d&lt;br></description>"),
			"atom1.0|T|ad<br>"},
		{ITEM("<content type='html'>&lt;p>c&lt;/p></content>"),
			"rss2.0|T|<p>c</p>"},
	};
	all_are_read(rows, COUNT_OF(rows));
}

static void
odd_addresses_are_mended(void **state)
{
	(void)state;
	static const struct row rows[] = {
		/* addresses that lead nowhere */
		{ITEM("<link>javascript:void(0)</link><guid>https://s/1</guid>"),
			"rss2.0|T|<https://s/1>"},
		{ITEM("<link>about:blank</link><guid>https://s/1</guid>"),
			"rss2.0|T|<https://s/1>"},
		{ITEM("<link>https://</link><guid>https://s/1</guid>"),
			"rss2.0|T|<https://s/1>"},
		{ITEM("<link>http:///</link><link>#</link>"), "rss2.0|T|"},
		{ITEM("<link>https:///1</link>"), "rss2.0|T|"},
		{ENTRY("<link href='JavaScript:x'/><link href='/1'/>"),
			"atom1.0|T|<https://h/1>"},
		{JSON_ITEM("\"url\":\"http://\",\"external_url\":\"/1\""),
			"jsonfeed|T|<https://h/1>"},
		{ITEM("<link>about</link>"), "rss2.0|T|<https://h/about>"},
		/* and those that say more or less than they should */
		{ITEM("<link>http://https://s/1</link>"), "rss2.0|T|<https://s/1>"},
		{ITEM("<link>https://http.s/1</link>"), "rss2.0|T|<https://http.s/1>"},
		{ITEM("<link>https:\\\\s\\1?\\2</link>"), "rss2.0|T|<https://s/1?\\2>"},
		{ITEM("<link>a\\1</link>"), "rss2.0|T|<https://h/a/1>"},
		{ITEM("<link>\"https://s/1\"</link>"), "rss2.0|T|<https://s/1>"},
		{ITEM("<link> &lt;https://s/1> </link>"), "rss2.0|T|<https://s/1>"},
		{ITEM("<link>&lt;![CDATA[ https://s/1 ]]></link>"),
			"rss2.0|T|<https://s/1>"},
		{ITEM("<link>\"</link>"), "rss2.0|T|<https://h/\">"},
		{ITEM("<link>www.s.example/1</link>"),
			"rss2.0|T|<https://www.s.example/1>"},
		{ITEM("<link>www.html</link>"), "rss2.0|T|<https://h/www.html>"},
		/* the base of a channel of CDF */
		{"<CHANNEL HREF='i.html' BASE='https://s/b/'><TITLE>T</TITLE>"
		 "<ITEM HREF='1'/></CHANNEL>",
			"cdf|T|<https://s/b/1>"},
	};
	all_are_read(rows, COUNT_OF(rows));
}

static void
dates_of_the_other_format_count(void **state)
{
	(void)state;
	static const char *const documents[] = {
		ENTRY("<pubDate>Thu, 14 Nov 2019 08:00:00 GMT</pubDate>"),
		ENTRY("<published>2019-11-14T08:00:00Z</published>"
		      "<pubDate>Thu, 14 Nov 2018 08:00:00 GMT</pubDate>"),
		ITEM("<published>2019-11-14T08:00:00Z</published>"),
		ITEM("<date>2019-11-14T08:00:00Z</date>"),
		ITEM("<issued>2019-11-14T08:00:00Z</issued>"
		     "<created>2018-11-14T08:00:00Z</created>"),
	};
	for (size_t i = 0; i < COUNT_OF(documents); i++) {
		struct feed *feed = parse(documents[i]);
		assert_int_equal(feed->items[0].published, 1573718400);
		feed_free(feed);
	}
}

static void
categories_are_read(void **state)
{
	(void)state;
	static const struct {
		const char *document, *want;
	} cases[] = {
		{ITEM("<media:category label='Grass &amp; hay'>g/h</media:category>"),
			"Grass & hay"},
		{ITEM("<media:group><media:category label='Pond'>p</media:category>"
		      "</media:group>"),
			"Pond"},
		{ITEM("<media:category scheme='urn:x'>fall</media:category>"), "fall"},
		{ITEM("<media:category label=''>fall</media:category>"), "fall"},
		{ITEM("<media:category label=' '>fall</media:category>"), "fall"},
		{ITEM("<media:category label='R&amp;amp;D'>r</media:category>"), "R&D"},
		{ITEM("<itunes:category>Pond</itunes:category>"), "Pond"},
		{ENTRY("<category>moss</category><category term='t'>no</category>"),
			"moss|t"},
		{ENTRY("<category term='a'/><category label='R&amp;amp;D' term='b'/>"),
			"a|R&D"},
		{ITEM("<category term='t'/>"), "t"},
		{JSON_ITEM("\"tags\":\"frost, grass\""), "frost|grass"},
		{JSON_ITEM("\"tags\":{\"0\":\"R&amp;D\",\"3\":\"b\"}"), "R&D|b"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct feed *feed = parse(cases[i].document);
		const struct item *item = &feed->items[0];
		struct buf got = BUF_INIT(0);
		for (size_t k = 0; k < item->categories_len; k++)
			buf_addf(&got, "%s%s", k ? "|" : "", item->categories[k]);
		assert_string_equal(buf_str(&got), cases[i].want);
		buf_done(&got);
		feed_free(feed);
	}
}

static void
bases_nest(void **state)
{
	(void)state;
	struct feed *feed =
		parse("<feed xmlns='http://www.w3.org/2005/Atom' xml:base='/a/'>"
		      "<icon xml:base='i/'>i.png</icon><logo xml:base='https://o/x/'>"
		      "l.png</logo></feed>");
	assert_string_equal(feed->icon, "https://h/a/i/i.png");
	assert_string_equal(feed->image, "https://o/x/l.png");
	feed_free(feed);
}

/* The renditions of PeerTube, what YouTube and podcasts say; not YouTube's dead film. */
static void
media_are_kept(void **state)
{
	(void)state;
	struct feed *feed = parse(ENTRY(
		"<media:group><media:content url='https://www.youtube.com/v/x?version=3' "
		"type='application/x-shockwave-flash'/>"
		"<media:content url='https://www.youtube-nocookie.com/v/x'/>"
		"<media:thumbnail url='/t.jpg' width='480'/>"
		"<media:community><media:starRating count='12' average='4.9'/>"
		"<media:statistics views='345'/></media:community></media:group>"));
	const struct item *item = &feed->items[0];
	assert_int_equal(item->enclosures_len, 0);
	assert_string_equal(item->media.thumbnail, "https://h/t.jpg");
	assert_int_equal(item->media.views, 345);
	assert_int_equal(item->media.votes, 12);
	feed_free(feed);
	feed = parse(
		ITEM("<media:group><media:content url='/1080.mp4' height='1080' "
		     "isDefault='true' bitrate='900' duration='61.5'/>"
		     "<media:content url='/480.mp4' height='480'/></media:group>"
		     "<enclosure url='/x.swf' type='application/x-shockwave-flash'/>"));
	item = &feed->items[0];
	assert_int_equal(item->enclosures_len, 3);
	assert_int_equal(item->enclosures[0].height, 1080);
	assert_int_equal(item->enclosures[0].bitrate, 900);
	assert_true(item->enclosures[0].preferred);
	assert_int_equal(item->enclosures[1].height, 480);
	assert_false(item->enclosures[1].preferred);
	assert_int_equal(item->media.duration, 61500);
	assert_int_equal(item->media.views, -1);
	feed_free(feed);
	static const struct {
		const char *written;
		int64_t want;
	} durations[] = {
		{"3661", 3661000},
		{"61:01", 3661000},
		{"1:01:01", 3661000},
		{" 01:01:01.25 ", 3661250},
		{"01:02:03:04", 3723000}, /* with frames */
		{"1:2:3:4:5", 0},
		{"1:2:3:x", 0},
		{"48 min", 2880000},
		{"48 parsecs", 0},
		{"-5", 0},
		{"", 0},
		{"999999999999", 0},
	};
	for (size_t i = 0; i < COUNT_OF(durations); i++) {
		struct buf doc = BUF_INIT(0);
		buf_addf(&doc, ITEM("<itunes:duration>%s</itunes:duration>"),
			durations[i].written);
		feed = parse(doc.data);
		assert_int_equal(feed->items[0].media.duration, durations[i].want);
		feed_free(feed);
		buf_done(&doc);
	}
}

/* As podcasts write them. */
static void
lengths_are_read(void **state)
{
	static const struct {
		const char *written;
		int64_t want;
	} lengths[] = {
		{"62447386", 62447386},
		{"62,447,386", 62447386},
		{"62.447.386", 62447386},
		{"62 447 386", 62447386},
		{"1.5", -1},
		{"62 MB", -1},
		{",5", -1},
		{"-3", -1},
		{"", -1},
		{"99999999999999999999999999", -1},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(lengths); i++) {
		struct buf doc = BUF_INIT(0);
		buf_addf(&doc, ITEM("<enclosure url='/a.mp3' length='%s'/>"),
			lengths[i].written);
		struct feed *feed = parse(doc.data);
		assert_int_equal(feed->items[0].enclosures[0].length, lengths[i].want);
		feed_free(feed);
		buf_done(&doc);
	}
}

/* ---- JSON Feed */

/* Numbers as strings. */
static void
json_files_are_read(void **state)
{
	(void)state;
	struct feed *feed =
		parse(JSON_ITEM("\"title\":\"a\",\"attachments\":[{\"url\":\"/1\","
				"\"size_in_bytes\":\" 77 \"},{\"url\":\"/2\","
				"\"size_in_bytes\":\"many\"}]"));
	assert_int_equal(feed->items[0].enclosures[0].length, 77);
	assert_int_equal(feed->items[0].enclosures[1].length, -1);
	feed_free(feed);
}

static void
json_feeds_are_read(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{"{\"version\":1.1,\"title\":\"T\",\"items\":[{\"title\":\"a\"}]}",
			"jsonfeed|T|a"},
		{"{\"version\":\"1.1\",\"title\":\"T\",\"items\":[{\"title\":\"a\"}]}",
			"jsonfeed|T|a"},
		{"{\"version\":\"https://www.jsonfeed.org/version/1/\",\"title\":\"T\"}",
			"jsonfeed|T|"},
		{JSON("\"title\":\"T\",\"items\":{\"0\":{\"title\":\"a\"},"
		      "\"2\":{\"title\":\"b\"}}"),
			"jsonfeed|T|a;b"},
		{JSON("\"title\":\"T\",\"items\":[null,{\"title\":\"a\"},7]"),
			"jsonfeed|T|a"},
		{JSON("\"title\":\"T\",\"items\":[{\"content_html\":\"<b>a</b><!? b\"}]"),
			"jsonfeed|T|<b>a</b>&lt;!? b"},
		{JSON("\"title\":\"T\",\"items\":{\"x\":{\"title\":\"a\"},"
		      "\"y\":{\"title\":\"b\"}}"),
			"jsonfeed|T|a;b"},
		/* behind something else */
		{"<br />\n<b>Notice</b>: x in <b>/a.php</b><br />\n" JSON_ITEM(
			 "\"title\":\"a\""),
			"jsonfeed|T|a"},
		{"read(" JSON_ITEM("\"title\":\"a\"") ");", "jsonfeed|T|a"},
		{"/* made by x */" JSON_ITEM("\"title\":\"a\""), "jsonfeed|T|a"},
		{"<feed xmlns='http://www.w3.org/2005/Atom'><title>{\"version\": "
		 "\"https://jsonfeed.org/version/1\"}</title></feed>",
			"atom1.0|{\"version\": \"https://jsonfeed.org/version/1\"}|"},
		/* oEmbed, and other interfaces */
		{"{\"version\":\"1.0\",\"type\":\"rich\",\"title\":\"Post\"}",
			"no: the document is JSON but not a JSON Feed: it has no items"},
		{"{\"items\":{\"title\":\"x\"}}",
			"no: the document is JSON but not a JSON Feed: it has no items"},
		{"{\"results\":[{\"feedUrl\":\"https://s/f\"}]}",
			"no: the document is a directory's entry; it names 1 feed"},
	};
	all_are_read(rows, COUNT_OF(rows));
}

/* The format has no dates of the feed itself. */
static void
json_items_date_the_feed(void **state)
{
	(void)state;
	struct feed *feed = parse(
		JSON("\"author\":{\"avatar\":\"/me.png\",\"name\":\"Ada\"},\"items\":["
		     "{\"title\":\"a\",\"date_published\":\"1970-01-01T00:01:00Z\"},"
		     "{\"title\":\"b\",\"date_published\":\"1970-01-01T00:03:00Z\"},"
		     "{\"title\":\"c\",\"date_modified\":\"1970-01-01T00:04:00Z\"},"
		     "{\"title\":\"d\",\"date_published\":\"never\"}]"));
	assert_int_equal(feed->published, 180);
	assert_int_equal(feed->updated, 240);
	assert_string_equal(feed->authors[0].avatar, "https://h/me.png");
	feed_free(feed);
	feed = parse(JSON_ITEM("\"title\":\"a\""));
	assert_int_equal(feed->updated, TIME_NONE);
	assert_int_equal(feed->published, TIME_NONE);
	feed_free(feed);
}

/* ---- titles that are whole posts */

/* A document with a title of n bytes, and another member or element before it. */
static struct feed *
with_title(bool json, const char *other, size_t n)
{
	struct buf doc = BUF_INIT(0);
	buf_adds(&doc,
		json ? "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{"
		     : "<rss><channel><item>");
	buf_adds(&doc, other);
	buf_adds(&doc, json ? "\"title\":\"" : "<title>");
	for (size_t i = 0; i < n; i += 5)
		buf_adds(&doc, "word ");
	buf_cut(&doc, doc.len - 1);
	buf_addc(&doc, '.');
	buf_adds(&doc, json ? "\"}]}" : "</title></item></channel></rss>");
	struct feed *feed = parse(doc.data);
	buf_done(&doc);
	return feed;
}

static void
long_titles_are_kept(void **state)
{
	(void)state;
	for (int json = 0; json < 2; json++) {
		struct feed *feed = with_title(json, "", 100000);
		struct item *item = &feed->items[0];
		char *whole = strdup(item->title);
		assert_int_equal(strlen(whole), 100000);
		assert_true(item->flags & ITEM_CUT);
		feed_shorten_titles(feed);
		assert_in_range(strlen(item->title), FEED_TITLE_MAX - 8, FEED_TITLE_MAX);
		assert_string_equal(item_body(item)->text, whole);
		assert_int_equal(item_body(item)->type, TEXT_PLAIN);
		feed_free(feed);
		free(whole);
		feed = with_title(json,
			json ? "\"summary\":\"own\"," : "<description>own</description>",
			5000);
		feed_shorten_titles(feed);
		assert_in_range(
			strlen(feed->items[0].title), FEED_TITLE_MAX - 8, FEED_TITLE_MAX);
		assert_string_equal(item_body(&feed->items[0])->text, "own");
		feed_free(feed);
		feed = with_title(json, "", 4000);
		feed_shorten_titles(feed);
		assert_int_equal(strlen(feed->items[0].title), 4000);
		assert_null(item_body(&feed->items[0])->text);
		feed_free(feed);
		feed = with_title(json, "", 2 * FEED_LONG_TITLE_MAX);
		assert_in_range(strlen(feed->items[0].title), FEED_LONG_TITLE_MAX - 8,
			FEED_LONG_TITLE_MAX);
		feed_free(feed);
	}
}

/* ---- pages */

/* What an answer offers instead of a feed, by the HTTP Link header or the page. */
static void
feeds_are_named(void **state)
{
	(void)state;
#define RSS_LINK "<link rel=alternate type=application/rss+xml href=/1>"
	static const struct {
		const char *document, *header, *want; /* want NULL: none */
	} cases[] = {
		{"words", "</1>; rel=alternate; type=\"application/rss+xml\"",
			"https://h/1"},
		{"<html><p>x</html>",
			"</2>; rel=next, <1> ; REL = \"alternate x\";title=\"a, <b>\" ; "
			"TYPE=application/atom+xml",
			"https://h/1"},
		{"<html><p>x</html>", "</1>; rel=alternate; type=text/html", NULL},
		{"<html><p>x</html>",
			"</1>; rel=alternate; type=application/rss+xml; anchor=\"/2\"",
			NULL},
		{"<html><p>x</html>", "</1; rel=alternate; type=application/rss+xml",
			NULL},
		{"<html>" RSS_LINK "</html>",
			"</2>; rel=alternate; type=application/rss+xml", "https://h/1"},
		{"<html><link rel=feed href=/1></html>", NULL, "https://h/1"},
		{"<html><link rel=feed type=text/html href=/1></html>", NULL, NULL},
		{"<html><link rel=alternate type=text/rss href=feed://h/1></html>", NULL,
			"https://h/1"},
		{"<html><link rel=alternate type=text/rss href=FEED:http://h/1></html>",
			NULL, "http://h/1"},
		/* anchors count, where there are no links */
		{"<html><a rel=feed href=/1>x</a></html>", NULL, "https://h/1"},
		{"<html><map><area rel=alternate type=text/rss href=/1></map></html>",
			NULL, "https://h/1"},
		{"<html><a rel=feed href=/2>x</a>" RSS_LINK "</html>", NULL,
			"https://h/1"},
		{"<html><a rel=feed href=/2>x</a></html>",
			"</1>; rel=alternate; type=application/rss+xml", "https://h/1"},
		{"<html><a type=text/html rel=feed href=/1>x</a></html>", NULL, NULL},
		/* what no reader could fetch, or stands in a text */
		{"<html><link rel=feed href='javascript:void(0)'></html>", NULL, NULL},
		{"<html><link rel=feed href=mailto:a@h></html>", NULL, NULL},
		{"<html><link rel=feed href='#'></html>", NULL, NULL},
		{"<html><textarea>" RSS_LINK "</textarea></html>", NULL, NULL},
		{"<html><title>" RSS_LINK "</title></html>", NULL, NULL},
		/* in a script, as a podcast's directory has it */
		{"<html><script>{\"feedUrl\" : \"https:\\/\\/h\\/1?a\\u0026b\"}"
		 "</script></html>",
			NULL, "https://h/1?a&b"},
		{"<html><script>{\"feedUrl\":null}</script></html>", NULL, NULL},
		/* pages without a root */
		{"<title>x</title>" RSS_LINK, NULL, "https://h/1"},
		{RSS_LINK "<p>x", NULL, "https://h/1"},
		/* a page is no feed of its own */
		{"<html><link rel=alternate type=application/rss+xml href=/f></html>",
			NULL, NULL},
		{"<html><link rel=alternate type=application/atomxml href=/1></html>",
			NULL, "https://h/1"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct feed_source source = {.bytes = cases[i].document,
			.len = strlen(cases[i].document),
			.base_url = "https://h/f",
			.links = cases[i].header};
		struct feed *feed;
		struct err err;
		assert_int_equal(feed_parse(&source, &feed, &err), ERR_NOT_FEED);
		if (!cases[i].want) {
			assert_null(feed);
			continue;
		}
		assert_int_equal(feed->links_len, 1);
		assert_string_equal(feed->links[0].url, cases[i].want);
		feed_free(feed);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(namespaces_of_rss_are_native),
		cmocka_unit_test(strays_are_native),
		cmocka_unit_test(links_of_atom_stay_atoms),
		cmocka_unit_test(prefixes_count),
		cmocka_unit_test(attributes_with_prefixes_count),
		cmocka_unit_test(hollow_feeds_are_told),
		cmocka_unit_test(texts_without_tags_are_plain),
		cmocka_unit_test(titles_lose_nothing),
		cmocka_unit_test(people_are_read),
		cmocka_unit_test(authors_are_inherited),
		cmocka_unit_test(links_are_found),
		cmocka_unit_test(odd_addresses_are_mended),
		cmocka_unit_test(dates_of_the_other_format_count),
		cmocka_unit_test(categories_are_read),
		cmocka_unit_test(bases_nest),
		cmocka_unit_test(media_are_kept),
		cmocka_unit_test(lengths_are_read),
		cmocka_unit_test(json_feeds_are_read),
		cmocka_unit_test(json_files_are_read),
		cmocka_unit_test(json_items_date_the_feed),
		cmocka_unit_test(long_titles_are_kept),
		cmocka_unit_test(feeds_are_named),
	};
	return UNIT_RUN(tests);
}
