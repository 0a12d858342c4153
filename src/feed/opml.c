/*
 * Reads OPML 1 and 2: nested outlines. Those with a feed's address become links, and
 * those around a link are its tags "a/b".
 */
#include "config.h"

#include "feed/opml.h"

#include <string.h>

#include "base/utf8.h"
#include "feed/document_limits.h"
#include "feed/kind.h"
#include "feed/unpack.h"

#define OUTLINES_MAX 50000 /* feeds (case 152) */
#define OUTLINE_DEPTH_MAX 32
#define OUTLINE_PATH_MAX 1000 /* bytes of the names around a feed: each has a copy */

static void
start_opml(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	(void)e;
	b->native = NS_OPML;
	b->feed->format = FEED_OPML;
}

/* An attribute's text. Programs that export lists escape them twice at times, so what
 * still has references has them resolved. */
static struct span
attr_text(struct build *b, const struct xml_element *e, const char *name)
{
	struct span value = span_of(feed_xml_attr(e, name));
	if (!value.n || !memchr(value.p, '&', value.n))
		return value;
	buf_clear(&b->scratch);
	feed_text_references(&b->scratch, value);
	char *text = arena_strndup(&b->feed->arena, buf_str(&b->scratch), b->scratch.len);
	return span_of(text);
}

static char *
attr_line(struct build *b, const struct xml_element *e, const char *name)
{
	return feed_text_line(&b->feed->arena, &b->scratch, attr_text(b, e, name));
}

static void
add_tag(struct build *b, struct feed_link *link, const char *tag)
{
	for (size_t i = 0; i < link->tags_len; i++)
		if (str_eq(link->tags[i], tag))
			return;
	if (link->tags_len == FEED_LIST_MAX) {
		feed_note(b->notes, NOTE_LIST, NULL, 0);
		return;
	}
	link->tags = arena_push(
		&b->feed->arena, link->tags, link->tags_len, sizeof *link->tags);
	link->tags[link->tags_len++] = arena_strdup(&b->feed->arena, tag);
}

/* Adds the names of the outlines around, joined by "/", as far as there is room. */
static void
add_path(struct build *b, struct feed_link *link)
{
	size_t start = b->scratch.len;
	for (size_t i = 0; i < b->outlines_len && i < OUTLINE_DEPTH_MAX; i++) {
		if (str_empty(b->outlines[i]))
			continue;
		if (b->scratch.len - start + strlen(b->outlines[i]) > OUTLINE_PATH_MAX) {
			feed_note(b->notes, NOTE_CUT, NULL, 0);
			break;
		}
		if (b->scratch.len > start)
			buf_addc(&b->scratch, '/');
		buf_adds(&b->scratch, b->outlines[i]);
	}
	if (b->scratch.len > start)
		add_tag(b, link, b->scratch.data + start);
	buf_cut(&b->scratch, start);
}

/* Adds an entry such as "/Boston/Weather" as a tag. Blanks around names go, and so do
 * empty names. */
static void
add_category(struct build *b, struct feed_link *link, struct span entry)
{
	struct span part;
	buf_clear(&b->scratch);
	while (span_split(&entry, '/', &part)) {
		size_t before = b->scratch.len;
		if (before)
			buf_addc(&b->scratch, '/');
		size_t start = b->scratch.len;
		utf8_keep_line(&b->scratch, part.p, part.n, FEED_TITLE_MAX);
		if (b->scratch.len == start)
			buf_cut(&b->scratch, before);
	}
	if (b->scratch.len)
		add_tag(b, link, b->scratch.data);
}

/* The feed's address: xmlUrl; some write url, but then the type must say so. */
static struct span
address(struct build *b, const struct xml_element *e)
{
	static const char *const types[] = {"rss", "atom", "feed"};
	struct span url = span_trim(attr_text(b, e, "xmlUrl"));
	const char *type = feed_xml_attr(e, "type");
	for (size_t i = 0; !url.n && type && i < COUNT_OF(types); i++)
		if (str_istarts(type, types[i]))
			url = span_trim(attr_text(b, e, "url"));
	return url;
}

static void
add_link(struct build *b, const struct xml_element *e, struct span url, char *title)
{
	struct feed *feed = b->feed;
	if (feed->links_len == OUTLINES_MAX) {
		feed_note(b->notes, NOTE_OUTLINES, NULL, 0);
		return;
	}
	feed->links = arena_push(
		&feed->arena, feed->links, feed->links_len, sizeof *feed->links);
	struct feed_link *link = &feed->links[feed->links_len++];
	link->url = arena_strndup(&feed->arena, url.p, url.n);
	link->title = title;
	link->type = attr_line(b, e, "type");
	struct span site = span_trim(attr_text(b, e, "htmlUrl"));
	link->link = site.n ? arena_strndup(&feed->arena, site.p, site.n) : NULL;
	add_path(b, link);
	struct span list = attr_text(b, e, "category"), entry;
	while (span_split(&list, ',', &entry))
		add_category(b, link, entry);
}

static void
start_outline(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	char *title = attr_line(b, e, "text");
	if (!title)
		title = attr_line(b, e, "title");
	struct span url = address(b, e);
	if (url.n)
		add_link(b, e, url, title);
	b->outlines[b->outlines_len++] = title;
}

static void
end_outline(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	(void)value;
	b->outlines_len--;
}

static const struct kind OPML = {.place = IN_OUTLINES, .start = start_opml};
static const struct kind BODY = {.place = IN_OUTLINES};
static const struct kind HEAD = {.place = IN_FEED};
static const struct kind OUTLINE = {
	.place = IN_OUTLINES, .start = start_outline, .end = end_outline};

const struct row feed_opml_rows[] = {
	{NS_OPML, "opml", IN_DOCUMENT, &OPML},
	{NS_OPML, "head", IN_OUTLINES, &HEAD},
	{NS_OPML, "title", IN_FEED | IN_OUTLINES, &feed_kind_line, FIELD_TITLE, 0},
	{NS_OPML, "body", IN_OUTLINES, &BODY},
	{NS_OPML, "outline", IN_OUTLINES, &OUTLINE},
	{.name = NULL},
};
