/*
 * The kinds that put texts, lines, dates and addresses into a field of the feed or the
 * open item, and the containers. Lists, hints and Atom's own constructs have files of
 * their own.
 */
#include "config.h"

#include "feed/kind.h"

#include <string.h>

#include "base/err.h"
#include "base/url.h"
#include "base/utf8.h"
#include "feed/clean_text.h"
#include "feed/date.h"
#include "feed/document_limits.h"
#include "feed/kind_inside.h"
#include "feed/unpack.h"

#define RANK_SECOND_TEXT 3 /* rss.c: weaker than all that is meant to be the content */

/* ---- fields and where they live */

static char **
string_field(struct build *b, enum field field)
{
	struct feed *feed = b->feed;
	struct item *item = b->item;
	switch (field) {
	case FIELD_ID:
		return item ? &item->guid : NULL;
	case FIELD_TITLE:
		return item ? &item->title : &feed->title;
	case FIELD_LINK:
		return item ? &item->link : &feed->link;
	case FIELD_COMMENTS:
		return item ? &item->comments : NULL;
	case FIELD_LANGUAGE:
		return item ? NULL : &feed->language;
	case FIELD_GENERATOR:
		return item ? NULL : &feed->generator;
	case FIELD_ICON:
		return item ? NULL : &feed->icon;
	case FIELD_IMAGE:
		return item ? NULL : &feed->image;
	default:
		return NULL;
	}
}

static struct text *
text_field(struct build *b, enum field field)
{
	if (b->item)
		return field == FIELD_CONTENT ? &b->item->content : &b->item->summary;
	return &b->feed->subtitle;
}

void
feed_kind_set_string(struct build *b, const struct row *row, char *value)
{
	char **to = string_field(b, row->field);
	if (to && value && feed_build_claim(b, row->field, row->rank))
		*to = value;
}

/* ---- text */

/* The text, decoded if it is base64; in scratch when it had to change. A media type alone
 * does not prove base64: what does not decode to text stays as it is. */
static struct span
unpacked(struct build *b, const struct value *value, enum content *content)
{
	*content = value->content;
	if (value->content != CONTENT_BASE64 && value->content != CONTENT_BINARY)
		return value->text;
	struct buf raw = BUF_INIT(0);
	struct notes inner = {0};
	*content = CONTENT_HTML;
	feed_text_base64(&raw, value->text);
	struct span text = {buf_str(&raw), raw.len};
	bool odd = !utf8_valid(text.p, text.n) || memchr(text.p, '\0', text.n);
	if (odd && value->content == CONTENT_BINARY) {
		buf_done(&raw);
		return value->text;
	}
	/* This way, control characters may come in, too. */
	buf_clear(&b->scratch);
	if (feed_clean(text, &b->scratch, &inner).p == text.p)
		buf_add(&b->scratch, text.p, text.n);
	buf_done(&raw);
	return (struct span){buf_str(&b->scratch), b->scratch.len};
}

/* HTML as a line. If it is nothing but markup, its source is shown rather than nothing.
 */
static char *
html_line(struct build *b, struct span html, size_t max)
{
	struct buf stripped = BUF_INIT(0);
	feed_text_plain(&stripped, html, b->gathered.markup);
	struct span text = span_trim((struct span){buf_str(&stripped), stripped.len});
	if (!text.n && memchr(html.p, '<', html.n))
		text = html;
	char *line = feed_text_line_of(&b->feed->arena, &b->line, text, max);
	buf_done(&stripped);
	return line;
}

/* Most titles are plain as they are and need no work. */
static char *
take_line(struct build *b, const struct value *value, size_t max)
{
	enum content content;
	struct span text = unpacked(b, value, &content);
	bool plain = content == CONTENT_TEXT || !text.n ||
		     (!memchr(text.p, '<', text.n) && !memchr(text.p, '&', text.n));
	return plain ? feed_text_line_of(&b->feed->arena, &b->line, text, max)
		     : html_line(b, text, max);
}

char *
feed_kind_line_of(struct build *b, const char *attr)
{
	return str_empty(attr) ? NULL
			       : feed_text_line(&b->feed->arena, &b->line, span_of(attr));
}

char *
feed_kind_take_line(struct build *b, const struct value *value)
{
	return take_line(b, value, FEED_TITLE_MAX);
}

void
feed_kind_end_line(struct build *b, const struct row *row, const struct value *value)
{
	bool title = b->item && row->field == FIELD_TITLE;
	size_t max = title ? FEED_LONG_TITLE_MAX : FEED_TITLE_MAX;
	feed_kind_set_string(b, row, take_line(b, value, max));
	if (row->field != FIELD_TITLE || value->text.n <= FEED_TITLE_MAX)
		return;
	/* It is longer than a line may be (case 57), counting the markup. */
	feed_note_line(b->notes, NOTE_CUT, feed_build_top(b)->line);
	if (b->item)
		b->item->flags |= ITEM_CUT;
}

static void
end_string(struct build *b, const struct row *row, const struct value *value)
{
	struct span s = span_trim(value->text);
	if (s.n)
		feed_kind_set_string(b, row, arena_strndup(&b->feed->arena, s.p, s.n));
}

/* The address is the text, or the attribute href as in Atom. */
static void
start_url(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	feed_build_top(b)->extra = feed_xml_attr(e, "href");
}

static void
end_url(struct build *b, const struct row *row, const struct value *value)
{
	char *url = feed_build_url(b, value->text);
	if (!url && value->extra)
		url = feed_build_url(b, span_of(value->extra));
	feed_kind_set_string(b, row, url);
}

/* Text without tags is plain, and stays in place. If there are references in it, it has
 * to be HTML, but HTML whose line ends count. */
static struct span
plain_text(struct build *b, struct span text, enum content *content)
{
	*content = CONTENT_TEXT;
	if (!memchr(text.p, '&', text.n))
		return text;
	*content = CONTENT_HTML;
	buf_clear(&b->line);
	feed_text_lines(&b->line, text);
	return (struct span){buf_str(&b->line), b->line.len};
}

/* No declaration hides a part of it from browsers. */
static struct span
without_bangs(struct build *b, struct span html)
{
	struct buf shown = BUF_INIT(0);
	if (!feed_text_bangs(&shown, html))
		return html;
	buf_done(&b->line);
	b->line = shown;
	return (struct span){buf_str(&b->line), b->line.len};
}

static void
end_text(struct build *b, const struct row *row, const struct value *value)
{
	enum content content;
	struct span text = span_trim(unpacked(b, value, &content));
	if (!text.n || !feed_build_claim(b, row->field, row->rank))
		return;
	if (content == CONTENT_LOOSE && feed_text_is_plain(text))
		text = plain_text(b, text, &content);
	if (content != CONTENT_TEXT)
		text = without_bangs(b, text);
	struct text *to = text_field(b, row->field);
	size_t n = feed_text_cut(text, FEED_TEXT_MAX);
	if (n < text.n) {
		feed_note_line(b->notes, NOTE_CUT, feed_build_top(b)->line);
		if (b->item)
			b->item->flags |= ITEM_CUT;
	}
	to->text = feed_build_keep(b, (struct span){text.p, n});
	to->type = content == CONTENT_TEXT ? TEXT_PLAIN : TEXT_HTML;
	to->base = value->base;
}

/* A feed's own description is plain, since it is shown beside the title. Of two texts of
 * an RSS item, "description" and "summary", the first is the summary and the second the
 * content, if there is nothing better. */
void
feed_kind_end_text(struct build *b, const struct row *row, const struct value *value)
{
	if (b->item) {
		struct row second = *row;
		second.field = FIELD_CONTENT;
		second.rank = RANK_SECOND_TEXT;
		bool had = row->ns == NS_RSS && row->field == FIELD_SUMMARY &&
			   feed_build_set(b)[FIELD_SUMMARY] == 1;
		end_text(b, had ? &second : row, value);
		return;
	}
	char *line = feed_kind_take_line(b, value);
	if (line && feed_build_claim(b, row->field, row->rank))
		b->feed->subtitle = (struct text){line, TEXT_PLAIN, NULL};
}

/* RSS never says whether its texts are HTML, and most modules do not either. */
static void
start_text(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	(void)e;
	feed_build_top(b)->content = CONTENT_LOOSE;
}

/* In Media RSS, texts are plain unless their type says HTML. */
static void
start_media(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	const char *type = feed_xml_attr(e, "type");
	bool html = type && str_ifind(type, strlen(type), "html");
	feed_build_top(b)->content = html ? CONTENT_HTML : CONTENT_TEXT;
}

static void
end_media_line(struct build *b, const struct row *row, const struct value *value)
{
	feed_kind_name_enclosure(b, value);
	feed_kind_end_line(b, row, value);
}

static void
start_xhtml(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	(void)e;
	feed_build_top(b)->content = CONTENT_XHTML;
}

/* Dates may be escaped once too often, or stand in tags. */
static int
read_date(struct build *b, const struct value *value, struct span *s, int64_t *when)
{
	int status = feed_date_parse(*s, when);
	if (status == OK || (!memchr(s->p, '&', s->n) && !memchr(s->p, '<', s->n)))
		return status;
	char *line = feed_kind_take_line(b, value);
	*s = span_of(line);
	return feed_date_parse(*s, when);
}

static void
end_date(struct build *b, const struct row *row, const struct value *value)
{
	struct span s = span_trim(value->text);
	int64_t when;
	if (!s.n)
		return;
	if (read_date(b, value, &s, &when) != OK) {
		feed_note_line(b->notes, NOTE_DATE, feed_build_top(b)->line);
		feed_note_detail(b->notes, NOTE_DATE, s);
		return;
	}
	if (!feed_build_claim(b, row->field, row->rank))
		return;
	bool published = row->field == FIELD_PUBLISHED;
	if (!b->item) {
		*(published ? &b->feed->published : &b->feed->updated) = when;
		return;
	}
	*(published ? &b->item->published : &b->item->updated) = when;
	if (published || !b->item->date)
		b->item->date = feed_text_line(&b->feed->arena, &b->line, s);
}

#define RANK_LINK_OF_GUID 3

static bool
has_blanks(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if (str_space((unsigned char)s.p[i]))
			return true;
	return false;
}

/* A guid is the item's address unless it says that it is not (RSS 2.0). Many that say
 * nothing are not addresses, so it has to name a host then. In any case, a guid with
 * blanks is not one ("41 at https://site"), and neither is a mere number, "urn:…",
 * "tag:…" or "at://…". */
static void
end_guid(struct build *b, const struct row *row, const struct value *value)
{
	end_string(b, row, value);
	struct span s = span_trim(value->text);
	uint8_t set = feed_build_set(b)[FIELD_LINK];
	if (!s.n || (set && set <= RANK_LINK_OF_GUID) || has_blanks(s) ||
		(!str_empty(value->extra) && !str_ieq(value->extra, "true")))
		return;
	struct url url = url_split(s);
	bool web = url.host.n && (!url.scheme.p || str_istarts(url.scheme.p, "http"));
	bool relative = value->extra && !url.scheme.p && memchr(s.p, '/', s.n);
	if ((web || relative) && feed_build_claim(b, FIELD_LINK, RANK_LINK_OF_GUID))
		b->item->link = feed_build_url(b, s);
}

static void
start_guid(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	feed_build_top(b)->extra = feed_xml_attr(e, "isPermaLink");
}

static void
start_href(struct build *b, const struct row *row, const struct xml_element *e)
{
	const char *href = feed_xml_attr(e, "href"), *rel = feed_xml_attr(e, "rel");
	if (rel && !str_ieq(rel, "image"))
		return;
	if (!href)
		href = feed_xml_attr(e, "url");
	if (!href)
		href = feed_xml_attr(e, "resource");
	feed_kind_set_string(b, row, feed_build_url(b, span_of(href)));
}

/* ---- containers */

static void
keep_language(struct build *b, const struct xml_element *e, int rank)
{
	for (size_t i = 0; i < e->attrs_len; i++)
		if (str_eq(e->attrs[i].name, "xml:lang") && *e->attrs[i].value &&
			!b->item && feed_build_claim(b, FIELD_LANGUAGE, rank))
			b->feed->language =
				arena_strdup(&b->feed->arena, e->attrs[i].value);
}

static void
start_feed(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	keep_language(b, e, 5);
}

static void
start_item(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	if (!feed_build_open_item(b)) {
		feed_build_top(b)->place = IN_NOTHING;
		feed_build_top(b)->dead = true;
		return;
	}
	/* RSS 1.0: the item's identity is its rdf:about. */
	struct span about = span_trim(span_of(feed_xml_attr(e, "about")));
	if (about.n && feed_build_claim(b, FIELD_ID, 2))
		b->item->guid = arena_strndup(&b->feed->arena, about.p, about.n);
}

static void
end_item(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	feed_build_close_item(b, value->cut);
}

const struct kind feed_kind_feed = {.place = IN_FEED, .start = start_feed};
const struct kind feed_kind_item = {
	.place = IN_ITEM, .start = start_item, .end = end_item};
const struct kind feed_kind_image = {.place = IN_IMAGE};
const struct kind feed_kind_source = {.place = IN_SOURCE};
const struct kind feed_kind_pass = {.place = IN_ITEM};
const struct kind feed_kind_nothing = {.place = IN_NOTHING};

const struct kind feed_kind_line = {
	.text = true, .one_line = true, .end = feed_kind_end_line};
const struct kind feed_kind_string = {.text = true, .one_line = true, .end = end_string};
const struct kind feed_kind_url = {
	.text = true, .one_line = true, .start = start_url, .end = end_url};
const struct kind feed_kind_date = {.text = true, .one_line = true, .end = end_date};
const struct kind feed_kind_text = {
	.text = true, .start = start_text, .end = feed_kind_end_text};
const struct kind feed_kind_media_line = {
	.text = true, .one_line = true, .start = start_media, .end = end_media_line};
const struct kind feed_kind_media_text = {
	.text = true, .start = start_media, .end = feed_kind_end_text};
const struct kind feed_kind_xhtml = {.text = true, .start = start_xhtml, .end = end_text};
const struct kind feed_kind_guid = {
	.text = true, .one_line = true, .start = start_guid, .end = end_guid};

/* The address is an attribute, or the text. */
const struct kind feed_kind_href = {
	.text = true, .one_line = true, .start = start_href, .end = end_url};
