/*
 * Autodiscovery scans over the tags; finding <link> and <base> does not need a tree.
 * Comments and scripts are skipped.
 */
#include "config.h"

#include "feed/html_page.h"

#include <string.h>

#include "base/attr.h"
#include "base/url.h"
#include "feed/site.h"
#include "feed/unpack.h"
#include "model/feed.h"

#define LINKS_MAX 64

/* Parts of a page that are skipped. */
enum skipped {
	SKIPPED_COMMENT,
	SKIPPED_SCRIPT,
	SKIPPED_STYLE,
	SKIPPED_TITLE,
	SKIPPED_TEXTAREA,
	SKIPPED_TEMPLATE,
	SKIPPED_MAX
};

struct page {
	struct feed *feed;
	const char *self; /* its own address, which is not a feed */
	const char *base;
	bool has_base; /* a <base> set it */
	size_t grown;  /* bytes that the base added: feed_text_address */
	char *canonical;
	bool anchors;              /* what counts are anchors, not links */
	bool endless[SKIPPED_MAX]; /* no end of the kind is left */
	struct buf scratch;
};

struct tag_attr {
	struct span name, value;
};

#define ATTRS_MAX 24

struct page_tag {
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

/* Takes the bytes up to white space or one of stops. */
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

/* Reads the start tag at "<"; s moves past its ">". */
static void
take_tag(struct span *s, struct page_tag *tag)
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

/* The value of an attribute, or NULL. */
static char *
attr_text(struct page *page, const struct page_tag *tag, const char *name)
{
	for (size_t i = 0; i < tag->attrs_len; i++) {
		if (!span_ieq(tag->attrs[i].name, name))
			continue;
		struct buf plain = BUF_INIT(0);
		feed_text_references(&plain, tag->attrs[i].value);
		char *text =
			arena_strndup(&page->feed->arena, buf_str(&plain), plain.len);
		buf_done(&plain);
		return text;
	}
	return NULL;
}

static char *
attr_line(struct page *page, const struct page_tag *tag, const char *name)
{
	char *text = attr_text(page, tag, name);
	return feed_text_line(&page->feed->arena, &page->scratch, span_of(text));
}

static struct span
first_word(struct span *rest, const char *stops)
{
	struct span word;
	do {
		word = take_word(rest, stops);
		if (!word.n && rest->n)
			advance(rest, 1);
	} while (!word.n && rest->n);
	return word;
}

static bool
has_word(const char *list, const char *word)
{
	struct span rest = span_of(list);
	while (rest.n)
		if (span_ieq(first_word(&rest, ""), word))
			return true;
	return false;
}

enum feed_type {
	TYPE_OTHER,
	TYPE_MAYBE, /* feeds have it, and other documents */
	TYPE_JSON,  /* more often a site's own interface than a feed */
	TYPE_FEED,
};

/* Judges a type as a whole, up to its parameters. There are many spellings of those that
 * name a feed ("application/x.atom+xml", "text/rss"). "…+oembed" is not a feed, and
 * neither is a single entry of Atom. */
static enum feed_type
type_of(const char *type)
{
	static const char *const feeds[] = {
		"rss", "atom", "rdf", "feed", "jsonfeed", "rssxml", "atomxml"};
	struct span rest = span_of(type), name;
	span_split(&rest, ';', &name);
	name = span_trim(name);
	bool entry = rest.n && str_ifind(rest.p, rest.n, "type=entry");
	if (span_ieq(name, "application/xml") || span_ieq(name, "text/xml"))
		return TYPE_MAYBE;
	if (span_ieq(name, "application/json"))
		return TYPE_JSON;
	enum feed_type found = TYPE_OTHER;
	while (name.n) {
		struct span word = first_word(&name, "/+.-_");
		if (span_ieq(word, "oembed"))
			return TYPE_OTHER;
		for (size_t i = 0; i < COUNT_OF(feeds); i++)
			if (span_ieq(word, feeds[i]))
				found = TYPE_FEED;
	}
	return entry ? TYPE_OTHER : found;
}

/* Whether the last part of the path names a feed: "/feed.json", or "/feed/json" of
 * WordPress. */
static bool
named_feed(const char *url)
{
	struct span path = url_split(span_of(url)).path, last = {NULL, 0}, before, part;
	while (span_split(&path, '/', &part))
		if (part.n) {
			before = last;
			last = part;
			if (!path.n && span_ieq(last, "json"))
				last = before;
		}
	return last.n && str_ifind(last.p, last.n, "feed");
}

static bool
names_feed(const char *rel, const char *type, const char *href)
{
	enum feed_type known = type_of(type);
	if (has_word(rel, "feed") && (known != TYPE_OTHER || str_empty(type)))
		return true;
	if (has_word(rel, "alternate") || has_word(rel, "service.feed"))
		return known == TYPE_FEED || known == TYPE_MAYBE ||
		       (known == TYPE_JSON && named_feed(href));
	return str_empty(rel) && known == TYPE_FEED;
}

static void
add_link(struct page *page, struct span href, char *title, char *type)
{
	struct feed *feed = page->feed;
	if (feed->links_len == LINKS_MAX)
		return;
	href = span_trim(href);
	if (href.n > 5 && str_ieqn(href.p, "feed:", 5)) /* "feed://…", "feed:https://…" */
		advance(&href, 5);
	char *url = feed_text_address(&feed->arena, &page->grown, page->base, href);
	if (str_empty(url) || str_eq(url, page->self) ||
		(url_split(span_of(url)).scheme.p && !url_is_web(url)))
		return;
	for (size_t i = 0; i < feed->links_len; i++)
		if (str_eq(feed->links[i].url, url))
			return;
	feed->links = arena_push(
		&feed->arena, feed->links, feed->links_len, sizeof *feed->links);
	feed->links[feed->links_len++] =
		(struct feed_link){.url = url, .title = title, .type = type};
}

/* Whether the address of an anchor says that it leads to a feed: "/rss.xml", "/feed/". */
static bool
ends_as_feed(const char *href)
{
	static const char *const names[] = {"feed", "feeds", "rss", "atom", "rdf"};
	static const char *const types[] = {"rss", "atom", "rdf"};
	static const char *const common[] = {"", "xml", "json"};
	struct span path = url_split(span_of(href)).path, type = {NULL, 0}, part, name;
	while (span_split(&path, '/', &part))
		if (part.n)
			type = part;
	if (!type.n)
		return false;
	span_split(&type, '.', &name);
	return span_is_any(type, types, COUNT_OF(types)) ||
	       (span_is_any(name, names, COUNT_OF(names)) &&
		       span_is_any(type, common, COUNT_OF(common)));
}

static void
take_link(struct page *page, const struct page_tag *tag)
{
	char *rel = attr_text(page, tag, "rel"), *href = attr_text(page, tag, "href");
	char *type = attr_line(page, tag, "type");
	if (!href || *href == '#')
		return;
	if (has_word(rel, "canonical") && !page->canonical)
		page->canonical = feed_text_address(
			&page->feed->arena, &page->grown, page->base, span_of(href));
	if (names_feed(rel, type, href) || (page->anchors && str_empty(rel) &&
						   str_empty(type) && ends_as_feed(href)))
		add_link(page, span_of(href), attr_line(page, tag, "title"), type);
}

/* Only the first counts. */
static void
take_base(struct page *page, const struct page_tag *tag, const char *base_url)
{
	char *href = attr_text(page, tag, "href");
	if (href && !page->has_base)
		page->base = feed_text_address(
			&page->feed->arena, &page->grown, base_url, span_of(href));
	page->has_base |= href != NULL;
}

/* Skips to the end of a comment or the like, if it has one. */
static void
skip_to_end(struct page *page, struct span *s, enum skipped what)
{
	static const char *const ends[] = {
		[SKIPPED_COMMENT] = "-->",
		[SKIPPED_SCRIPT] = "</script",
		[SKIPPED_STYLE] = "</style",
		[SKIPPED_TITLE] = "</title",
		[SKIPPED_TEXTAREA] = "</textarea",
		[SKIPPED_TEMPLATE] = "</template",
	};
	const char *end = page->endless[what] ? NULL : str_ifind(s->p, s->n, ends[what]);
	page->endless[what] = !end;
	if (end)
		advance(s, (size_t)(end - s->p));
}

static void
take_element(struct page *page, struct span *s, const char *base_url)
{
	static const struct {
		const char *name;
		enum skipped what;
	} skipped[] = {
		{"script", SKIPPED_SCRIPT},
		{"style", SKIPPED_STYLE},
		{"title", SKIPPED_TITLE},
		{"textarea", SKIPPED_TEXTAREA},
		{"template", SKIPPED_TEMPLATE},
	};
	struct page_tag tag;
	take_tag(s, &tag);
	bool anchor = span_ieq(tag.name, "a") || span_ieq(tag.name, "area");
	if (page->anchors ? anchor : span_ieq(tag.name, "link"))
		take_link(page, &tag);
	else if (span_ieq(tag.name, "base"))
		take_base(page, &tag, base_url);
	for (size_t i = 0; i < COUNT_OF(skipped); i++)
		if (span_ieq(tag.name, skipped[i].name))
			skip_to_end(page, s, skipped[i].what);
}

static void
scan(struct page *page, struct span s, const char *base_url)
{
	const char *lt;
	while (s.n && (lt = memchr(s.p, '<', s.n)) != NULL) {
		advance(&s, (size_t)(lt - s.p));
		if (s.n >= 4 && memcmp(s.p, "<!--", 4) == 0) {
			advance(&s, 4);
			skip_to_end(page, &s, SKIPPED_COMMENT);
		} else if (s.n >= 2 && str_alpha((unsigned char)s.p[1])) {
			take_element(page, &s, base_url);
		} else {
			advance(&s, 1);
		}
	}
}

/* ---- The HTTP Link header (RFC 8288, section 3): <address>; name=value; …, <… */

/* Takes a parameter, whose value may be a quoted string, off the front; false at the end
 * of the link. */
static bool
take_param(struct span *s, struct tag_attr *param)
{
	skip_space(s);
	if (!s->n || *s->p != ';')
		return false;
	advance(s, 1);
	skip_space(s);
	*param = (struct tag_attr){.name = take_word(s, "=;,")};
	skip_space(s);
	if (!s->n || *s->p != '=')
		return true;
	advance(s, 1);
	skip_space(s);
	param->value = s->n && *s->p == '"' ? take_value(s) : take_word(s, ";,");
	return true;
}

static void
take_header_link(struct page *page, struct span *s, struct span href)
{
	struct page_tag tag = {.name = SPAN_LIT("link")};
	struct tag_attr param;
	bool elsewhere = false;
	tag.attrs[tag.attrs_len++] = (struct tag_attr){SPAN_LIT("href"), href};
	while (take_param(s, &param)) {
		if (tag.attrs_len < ATTRS_MAX)
			tag.attrs[tag.attrs_len++] = param;
		/* It is about a document other than this one. */
		elsewhere |= span_ieq(param.name, "anchor") && param.value.n;
	}
	if (!elsewhere)
		take_link(page, &tag);
}

static void
scan_header(struct page *page, struct span s)
{
	const char *lt, *gt;
	while (s.n && (lt = memchr(s.p, '<', s.n)) != NULL) {
		advance(&s, (size_t)(lt - s.p) + 1);
		gt = memchr(s.p, '>', s.n);
		if (!gt)
			return;
		struct span href = {s.p, (size_t)(gt - s.p)};
		advance(&s, href.n + 1);
		take_header_link(page, &s, href);
	}
}

/* Podcast directories have the feed's address in a script: "feedUrl":"https:\/\/…". */
static void
scan_data(struct page *page, struct span s)
{
	static const char mark[] = "\"feedUrl\"", amp[] = "\\u0026";
	const char *found = str_ifind(s.p, s.n, mark);
	if (!found)
		return;
	advance(&s, (size_t)(found - s.p) + sizeof mark - 1);
	skip_space(&s);
	if (!s.n || *s.p != ':')
		return;
	advance(&s, 1);
	struct span value = take_value(&s);
	struct buf url = BUF_INIT(0);
	while (value.n) {
		bool is_amp = value.n >= sizeof amp - 1 &&
			      str_ieqn(value.p, amp, sizeof amp - 1);
		if (is_amp || *value.p != '\\')
			buf_addc(&url, is_amp ? '&' : *value.p);
		advance(&value, is_amp ? sizeof amp - 1 : 1);
	}
	if (str_istarts(buf_str(&url), "http"))
		add_link(page, (struct span){buf_str(&url), url.len}, NULL, NULL);
	buf_done(&url);
}

/* Asks for the feeds of known sites, by the address that the page calls its own, or else
 * by where it came from. */
static void
ask_sites(struct page *page, struct span text, const char *base_url)
{
	const char *const addresses[] = {page->canonical, base_url};
	for (size_t i = 0; i < COUNT_OF(addresses) && !page->feed->links_len; i++) {
		char *feeds[FEED_SITE_MAX];
		size_t n = feed_site_feeds(&page->feed->arena, addresses[i], text, feeds);
		for (size_t k = 0; k < n; k++)
			add_link(page, span_of(feeds[k]), NULL, NULL);
	}
}

/* Does s, which begins with a <, begin with a tag that only pages have? */
static bool
is_sign(struct span s)
{
	static const char *const signs[] = {"<!doctype html", "<html", "<head>", "<body"};
	if (s.n < 2 || !strchr("!hb", str_lower((unsigned char)s.p[1])))
		return false;
	for (size_t i = 0; i < COUNT_OF(signs); i++)
		if (s.n >= strlen(signs[i]) && str_ieqn(s.p, signs[i], strlen(signs[i])))
			return true;
	return false;
}

bool
feed_html_is(struct span text)
{
	static const char *const starts[] = {"<title", "<link", "<meta", "<script", "<p"};
	struct span begin = span_trim(text);
	for (size_t i = 0; i < COUNT_OF(starts); i++)
		if (begin.n > 8 && str_ieqn(begin.p, starts[i], strlen(starts[i])))
			return true;
	struct span head = {text.p, text.n < 4096 ? text.n : 4096};
	while (head.n) {
		const char *tag = memchr(head.p, '<', head.n);
		if (!tag)
			return false;
		advance(&head, (size_t)(tag - head.p));
		if (is_sign(head))
			return true;
		advance(&head, 1);
	}
	return false;
}

void
feed_html_links(struct feed *feed, const char *links, const char *base_url)
{
	struct page page = {
		.feed = feed, .self = base_url, .base = base_url, .scratch = BUF_INIT(0)};
	scan_header(&page, span_of(links));
	buf_done(&page.scratch);
}

void
feed_html_discover(
	struct feed *feed, struct span text, const char *links, const char *base_url)
{
	struct page page = {
		.feed = feed, .self = base_url, .base = base_url, .scratch = BUF_INIT(0)};
	scan(&page, text, base_url);
	if (!feed->links_len)
		feed_html_links(feed, links, base_url);
	/* Anchors may name a feed as well (HTML, link type "alternate"). */
	page.anchors = true;
	if (!feed->links_len)
		scan(&page, text, base_url);
	if (!feed->links_len)
		scan_data(&page, text);
	if (!feed->links_len)
		ask_sites(&page, text, base_url);
	buf_done(&page.scratch);
}
