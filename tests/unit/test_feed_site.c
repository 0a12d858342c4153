/*
 * Feeds of web pages: those that a page names, and those that its site has for it.
 */
#include "config.h"

#include "tests/unit/unit.h"

#include "base/buf.h"
#include "base/err.h"
#include "feed/parse.h"
#include "feed/site.h"
#include "model/feed.h"

/* The feeds of a page with this in its head, parted by blanks. */
static char *
found(const char *head, const char *url)
{
	struct buf page = BUF_INIT(0), out = BUF_INIT(0);
	struct feed *feed;
	buf_addf(&page, "<!doctype html><html><head>%s</head></html>", head);
	struct feed_source source = {page.data, page.len, "text/html", url};
	assert_int_equal(feed_parse(&source, &feed, NULL), ERR_NOT_FEED);
	for (size_t i = 0; feed && i < feed->links_len; i++)
		buf_addf(&out, "%s%s", i ? " " : "", feed->links[i].url);
	feed_free(feed);
	buf_done(&page);
	return buf_take(&out);
}

#define LINK(type) "<link rel=alternate href=/1 type=\"" type "\">"
#define AT(type, href) "<link rel=alternate type=\"" type "\" href=\"" href "\">"

static void
types_are_compared_whole(void **state)
{
	(void)state;
	static const char *const feeds[] = {
		"application/rss+xml",
		"application/atom+xml; charset=utf-8",
		"APPLICATION/RSS+XML",
		" application/feed+json ",
		"application/rdf+xml",
		"application/xml",
		"text/xml;charset=utf-8",
		/* misspelt */
		"application/x.atom+xml",
		"application/x-atom+xml",
		"application/x-rss+xml",
		"application/rss",
		"application/atom",
		"application/xml+rss",
		"application/rss-xml",
		"text/rss",
		"text/rss+xml",
		"text/atom+xml",
		"rss",
		"application/rss&#43;xml",
	};
	static const char *const others[] = {
		"text/xml+oembed",
		"application/xml+oembed",
		"application/json+oembed",
		"application/rss+xml+oembed",
		"application/json",
		"application/activity+json",
		"application/atomsvc+xml",
		"application/atom+xml;type=entry",
		"application/xmlx",
		"text/html",
		"text/css",
		"",
	};
	for (size_t i = 0; i < COUNT_OF(feeds) + COUNT_OF(others); i++) {
		bool is_feed = i < COUNT_OF(feeds);
		const char *type = is_feed ? feeds[i] : others[i - COUNT_OF(feeds)];
		struct buf head = BUF_INIT(0);
		buf_addf(&head, LINK("%s"), type);
		char *got = found(head.data, "https://h/");
		if (strcmp(got, is_feed ? "https://h/1" : "") != 0)
			fail_msg("%s: %s", type, got);
		free(got);
		buf_done(&head);
	}
}

static void
links_are_found(void **state)
{
	(void)state;
	static const struct {
		const char *head, *want;
	} cases[] = {
		/* application/json: the path's last part must say so */
		{AT("application/json", "/feeder/wp-json/wp/v2/posts/7"), ""},
		{AT("application/json", "https://feedbin.example/wp-json/"), ""},
		{AT("application/json", "/wp-json/x?url=/feed/"), ""},
		{AT("application/json", "/feed.json"), "https://h/feed.json"},
		{AT("application/json", "/feed/json/"), "https://h/feed/json/"},
		{AT("application/json", "/feeds/all.json"), ""},
		/* what WordPress writes */
		{AT("application/rss+xml", "/feed/") AT("application/json",
			 "/wp-json/wp/v2/posts/7") AT("application/json+oembed",
			 "/oembed?url=%2Ffeed%2F") AT("text/xml+oembed", "/oembed?xml"),
			"https://h/feed/"},
		/* relations */
		{"<link rel='feed' href=/1>", "https://h/1"},
		{"<link rel='feed' type=application/rss+xml href=/1>", "https://h/1"},
		{"<link rel='service.feed' type=application/atom+xml href=/1>",
			"https://h/1"},
		{"<link type=application/rss+xml href=/1>", "https://h/1"},
		{"<link rel=stylesheet type=application/rss+xml href=/1>", ""},
		{"<link rel='x\nAlternate' type=application/rss+xml href=/1>",
			"https://h/1"},
		/* addresses: WHATWG URL drops ends of lines */
		{AT("application/rss+xml", "/a\n  b\t.xml"), "https://h/a%20%20b.xml"},
		{AT("application/rss+xml", "\n/a.xml\n"), "https://h/a.xml"},
		{AT("application/rss+xml", "/a?b=1&amp;c=2&d=3"),
			"https://h/a?b=1&c=2&d=3"},
		{"<base href=/x/><base href=/y/>" AT("application/rss+xml", "f"),
			"https://h/x/f"},
		/* what does not end hides nothing */
		{"<!-- " LINK("application/rss+xml"), "https://h/1"},
		{"<script>" LINK("application/rss+xml"), "https://h/1"},
		{"<!-- --><style></style>" LINK("application/rss+xml"), "https://h/1"},
		{"<!-- " LINK("application/rss+xml") " -->", ""},
		/* a directory of podcasts */
		{"<script>{\"feedUrl\":\"https:\\/\\/s\\/rss\"}</script>",
			"https://s/rss"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *got = found(cases[i].head, "https://h/");
		if (strcmp(got, cases[i].want) != 0)
			fail_msg("%s: %s", cases[i].head, got);
		free(got);
	}
}

#define YOUTUBE "https://www.youtube.com/feeds/videos.xml?"

static const struct {
	const char *url, *page, *want; /* parted by a blank; "" none */
} sites[] = {
	{"https://www.youtube.com/channel/UCa_-1", "", YOUTUBE "channel_id=UCa_-1"},
	{"https://m.youtube.com/channel/UCa/videos", "", YOUTUBE "channel_id=UCa"},
	{"https://youtube.com/user/plot/", "", YOUTUBE "user=plot"},
	{"https://www.youtube.com/playlist?x=1&list=PL1", "", YOUTUBE "playlist_id=PL1"},
	{"https://www.youtube.com/playlist?x=1", "", ""},
	{"https://www.youtube.com/watch?v=1", "", ""},
	{"https://www.youtube.com/watch?v=1&list=PL1", "", YOUTUBE "playlist_id=PL1"},
	{"https://music.youtube.com/playlist?list=PL1", "", YOUTUBE "playlist_id=PL1"},
	{"https://www.youtube.com.example/channel/UCa", "", ""},
	{"https://www.reddit.com/r/plot", "", "https://www.reddit.com/r/plot/.rss"},
	{"https://old.reddit.com/r/plot/top/", "", "https://www.reddit.com/r/plot/.rss"},
	{"https://www.reddit.com/r/a/comments/1b/title/", "",
		"https://www.reddit.com/r/a/comments/1b/.rss"},
	{"https://www.reddit.com/user/ada", "", "https://www.reddit.com/user/ada/.rss"},
	{"https://www.reddit.com/u/ada/", "", "https://www.reddit.com/user/ada/.rss"},
	{"https://www.reddit.com/user/ada/m/b", "",
		"https://www.reddit.com/user/ada/m/b/.rss"},
	{"https://www.reddit.com", "", "https://www.reddit.com/.rss"},
	{"https://github.com/a/b/releases", "", "https://github.com/a/b/releases.atom"},
	{"https://github.com/a/b/releases/tag/v1.0", "",
		"https://github.com/a/b/releases.atom"},
	{"https://github.com/a/b/tags", "", "https://github.com/a/b/tags.atom"},
	{"https://github.com/a/b/commits/dev/", "",
		"https://github.com/a/b/commits/dev.atom"},
	{"https://github.com/a/b/commits/fix/1/", "",
		"https://github.com/a/b/commits/fix/1.atom"},
	{"https://github.com/a/b/commits", "", "https://github.com/a/b/commits.atom"},
	{"https://github.com/a/b/commits/", "", "https://github.com/a/b/commits.atom"},
	{"https://github.com/a/b/commitsx", "", ""},
	{"https://github.com/a/b/tree/dev", "",
		"https://github.com/a/b/commits/dev.atom"},
	{"https://github.com/a/b/issues", "", ""},
	{"https://bsky.app/profile/a.bsky.social", "",
		"https://bsky.app/profile/a.bsky.social/rss"},
	{"https://bsky.app/profile/a.bsky.social/post/3k", "",
		"https://bsky.app/profile/a.bsky.social/rss"},
	{"https://bsky.app/profile/did:plc:1", "",
		"https://bsky.app/profile/did:plc:1/rss"},
	{"https://plot.substack.com/p/frost", "", "https://plot.substack.com/feed"},
	{"https://www.substack.com/", "", ""},
	{"https://open.substack.com/pub/plot/p/x", "", "https://plot.substack.com/feed"},
	{"https://plot.example/p/x", "<img src='https://substackcdn.com/x'>",
		"https://plot.example/feed"},
	{"https://medium.com/@plot", "", "https://medium.com/feed/@plot"},
	{"https://medium.com/@plot/first-frost", "", "https://medium.com/feed/@plot"},
	{"https://medium.com/the-plot", "", "https://medium.com/feed/the-plot"},
	{"https://medium.com/the-plot/frost-1a2b", "",
		"https://medium.com/feed/the-plot"},
	{"https://medium.com/p/1a2b", "", ""},
	{"https://medium.com/tag/moss", "", "https://medium.com/feed/tag/moss"},
	{"https://medium.com/the-plot/tagged/moss", "",
		"https://medium.com/feed/the-plot/tagged/moss"},
	{"https://plot.medium.com/", "", "https://plot.medium.com/feed"},
	{"https://git.sr.ht/~a/b", "",
		"https://git.sr.ht/~a/b/refs/rss.xml "
		"https://git.sr.ht/~a/b/log/rss.xml"},
	{"https://git.sr.ht/~a/b/refs", "", "https://git.sr.ht/~a/b/refs/rss.xml"},
	{"https://git.sr.ht/~a/b/tree/dev/item/README", "",
		"https://git.sr.ht/~a/b/refs/rss.xml https://git.sr.ht/~a/b/log/rss.xml"},
	{"https://git.sr.ht/~a/b/log/dev", "", "https://git.sr.ht/~a/b/log/dev/rss.xml"},
	{"https://podcasts.apple.com/us/podcast/the-plot/id12?i=3", "",
		"https://itunes.apple.com/lookup?entity=podcast&id=12"},
	{"https://podcasts.apple.com/podcast/id12", "",
		"https://itunes.apple.com/lookup?entity=podcast&id=12"},
	{"https://itunes.apple.com/de/podcast/the-plot/id12", "",
		"https://itunes.apple.com/lookup?entity=podcast&id=12"},
	{"https://social.example/@ada", "<div id='mastodon'>",
		"https://social.example/@ada.rss"},
	{"https://social.example/tags/moss", "<div id='mastodon'>",
		"https://social.example/tags/moss.rss"},
	{"https://social.example:8443/@ada", "<meta content='Mastodon'>",
		"https://social.example:8443/@ada.rss"},
	{"http://127.0.0.1:80/@ada/with_replies", "<div id='mastodon'>",
		"http://127.0.0.1:80/@ada.rss"},
	{"https://social.example/@ada/tagged/moss", "<div id='mastodon'>",
		"https://social.example/@ada/tagged/moss.rss"},
	{"https://social.example/users/ada", "<div id='mastodon'>",
		"https://social.example/@ada.rss"},
	{"https://social.example/@bo@other.example", "<div id='mastodon'>",
		"https://other.example/@bo.rss"},
	{"https://social.example/@ada", "<div>", ""},
	{"https://social.example/@ada/1", "<div id='mastodon'>", ""},
	{"https://example.org/", "", ""},
	{"ftp://www.reddit.com/r/plot", "", ""},
	{"", "", ""},
	{NULL, "", ""},
};

static void
sites_have_feeds(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(sites); i++) {
		struct arena arena = ARENA_INIT;
		struct buf got = BUF_INIT(0);
		char *feeds[FEED_SITE_MAX];
		size_t n = feed_site_feeds(
			&arena, sites[i].url, span_of(sites[i].page), feeds);
		for (size_t k = 0; k < n; k++)
			buf_addf(&got, "%s%s", k ? " " : "", feeds[k]);
		if (strcmp(buf_str(&got), sites[i].want) != 0)
			fail_msg("%s: %s", sites[i].url, buf_str(&got));
		buf_done(&got);
		arena_done(&arena);
	}
}

/* Sites are asked after the page, by the address that it gives itself. */
static void
sites_come_last(void **state)
{
	(void)state;
	static const struct {
		const char *head, *url, *want;
	} cases[] = {
		{LINK("application/rss+xml"), "https://www.youtube.com/channel/UCa",
			"https://www.youtube.com/1"},
		{"", "https://www.youtube.com/channel/UCa", YOUTUBE "channel_id=UCa"},
		{"<link rel=canonical href=/channel/UCb>",
			"https://www.youtube.com/@plot", YOUTUBE "channel_id=UCb"},
		{"", "https://www.youtube.com/@plot", ""},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *got = found(cases[i].head, cases[i].url);
		assert_string_equal(got, cases[i].want);
		free(got);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(types_are_compared_whole),
		cmocka_unit_test(links_are_found),
		cmocka_unit_test(sites_have_feeds),
		cmocka_unit_test(sites_come_last),
	};
	return UNIT_RUN(tests);
}
