/*
 * Autodiscovery by a scan over tags: no tree is needed to find <link> and <base>.
 * Comments and scripts are stepped over.
 */
#include "config.h"

#include "feed/html.h"

#include <string.h>

#include "base/attr.h"
#include "feed/text.h"
#include "model/feed.h"

#define LINKS_MAX 64

struct page {
	struct feed *feed;
	struct span rest;
	const char *base;
	size_t grown; /* by it */
	struct buf scratch;
};

struct tag_attr {
	struct span name, value;
};

#define ATTRS_MAX 24

struct tag {
	struct span name;
	struct tag_attr attrs[ATTRS_MAX];
	size_t attrs_len;
};

static void
advance(struct span *s, size_t n)
{
	s->p += n;
	s->n -= n;
}

static void
skip_space(struct span *s)
{
	while (s->n && str_space((unsigned char)*s->p))
		advance(s, 1);
}

/* Bytes up to white space or one of stops. */
static struct span
take_word(struct span *s, const char *stops)
{
	struct span word = {s->p, 0};
	while (word.n < s->n && !str_space((unsigned char)word.p[word.n]) &&
		!strchr(stops, word.p[word.n]))
		word.n++;
	advance(s, word.n);
	return word;
}

static struct span
take_value(struct span *s)
{
	skip_space(s);
	if (!s->n || (*s->p != '"' && *s->p != '\''))
		return take_word(s, ">");
	char quote = *s->p;
	advance(s, 1);
	const char *end = memchr(s->p, quote, s->n);
	struct span value = {s->p, end ? (size_t)(end - s->p) : s->n};
	advance(s, value.n + (end != NULL));
	return value;
}

/* Reads the start tag at "<", to behind its ">". */
static void
take_tag(struct span *s, struct tag *tag)
{
	advance(s, 1);
	tag->name = take_word(s, "/>");
	tag->attrs_len = 0;
	for (;;) {
		skip_space(s);
		if (!s->n)
			return;
		if (*s->p == '>') {
			advance(s, 1);
			return;
		}
		struct tag_attr attr = {take_word(s, "=/>"), {NULL, 0}};
		skip_space(s);
		if (s->n && *s->p == '=') {
			advance(s, 1);
			attr.value = take_value(s);
		} else if (!attr.name.n) {
			advance(s, 1);
			continue;
		}
		if (tag->attrs_len < ATTRS_MAX)
			tag->attrs[tag->attrs_len++] = attr;
	}
}

static bool
named(struct span s, const char *name)
{
	return s.n == strlen(name) && str_ieqn(s.p, name, s.n);
}

static char *
attr_text(struct page *page, const struct tag *tag, const char *name)
{
	for (size_t i = 0; i < tag->attrs_len; i++) {
		if (!named(tag->attrs[i].name, name))
			continue;
		struct buf plain = BUF_INIT(0);
		feed_text_references(&plain, tag->attrs[i].value);
		char *text = feed_text_line(&page->feed->arena, &page->scratch,
			(struct span){buf_str(&plain), plain.len});
		buf_done(&plain);
		return text;
	}
	return NULL;
}

static bool
has_word(const char *list, const char *word)
{
	struct span rest = span_of(list), part;
	while (list && span_split(&rest, ' ', &part))
		if (named(part, word))
			return true;
	return false;
}

/* application/json is a feed's old type, but a site's own interface more often. */
static bool
feed_type(const char *type, const char *url)
{
	static const char *const types[] = {"application/rss+xml", "application/atom+xml",
		"application/rdf+xml", "application/feed+json", "application/xml",
		"text/xml"};
	for (size_t i = 0; i < COUNT_OF(types); i++)
		if (str_istarts(type, types[i]))
			return true;
	return str_istarts(type, "application/json") &&
	       str_ifind(url, strlen(url), "feed");
}

static void
take_link(struct page *page, const struct tag *tag)
{
	struct feed *feed = page->feed;
	char *rel = attr_text(page, tag, "rel"), *type = attr_text(page, tag, "type");
	char *href = attr_text(page, tag, "href");
	bool alternate =
		has_word(rel, "alternate") && type && href && feed_type(type, href);
	if (!href || !(alternate || has_word(rel, "feed")) ||
		feed->links_len == LINKS_MAX)
		return;
	char *url =
		feed_text_address(&feed->arena, &page->grown, page->base, span_of(href));
	if (!url)
		return;
	for (size_t i = 0; i < feed->links_len; i++)
		if (str_eq(feed->links[i].url, url))
			return;
	feed->links = arena_push(
		&feed->arena, feed->links, feed->links_len, sizeof *feed->links);
	feed->links[feed->links_len++] = (struct feed_link){
		.url = url, .title = attr_text(page, tag, "title"), .type = type};
}

/* Steps over what is between the start tag and its end tag. */
static void
skip_raw(struct span *s, const char *end_tag)
{
	const char *end = str_ifind(s->p, s->n, end_tag);
	advance(s, end ? (size_t)(end - s->p) : s->n);
}

bool
feed_html_is(struct span text)
{
	static const char *const signs[] = {"<!doctype html", "<html", "<head>", "<body"};
	size_t n = text.n < 4096 ? text.n : 4096;
	for (size_t i = 0; i < COUNT_OF(signs); i++)
		if (str_ifind(text.p, n, signs[i]))
			return true;
	return false;
}

void
feed_html_discover(struct feed *feed, struct span text, const char *base_url)
{
	struct page page = {.feed = feed, .base = base_url, .scratch = BUF_INIT(0)};
	struct span s = text;
	const char *lt;
	while (s.n && (lt = memchr(s.p, '<', s.n)) != NULL) {
		advance(&s, (size_t)(lt - s.p));
		if (s.n >= 4 && memcmp(s.p, "<!--", 4) == 0) {
			skip_raw(&s, "-->");
			continue;
		}
		if (s.n < 2 || !str_alpha((unsigned char)s.p[1])) {
			advance(&s, 1);
			continue;
		}
		struct tag tag;
		take_tag(&s, &tag);
		if (named(tag.name, "link")) {
			take_link(&page, &tag);
		} else if (named(tag.name, "base")) {
			char *href = attr_text(&page, &tag, "href");
			if (href)
				page.base = feed_text_address(&feed->arena, &page.grown,
					base_url, span_of(href));
		} else if (named(tag.name, "script")) {
			skip_raw(&s, "</script");
		} else if (named(tag.name, "style")) {
			skip_raw(&s, "</style");
		}
	}
	buf_done(&page.scratch);
}
