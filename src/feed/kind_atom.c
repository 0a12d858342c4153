/*
 * Atom's constructs: texts whose attributes say what they are, and links.
 */
#include "config.h"

#include "feed/kind_inside.h"

#include <string.h>

#define RANK_LINK_AS_TEXT 2    /* added to the rank of a proper link */
#define RANK_LINK_OF_CONTENT 6 /* weaker than all that is meant to be the link */

static enum content
content_of_type(const char *type)
{
	static const struct {
		const char *type;
		enum content content;
	} types[] = {
		{"text", CONTENT_TEXT},
		{"html", CONTENT_HTML},
		{"xhtml", CONTENT_XHTML},
		{"text/html", CONTENT_HTML},
		{"application/xhtml+xml", CONTENT_XHTML},
		{"application/xml", CONTENT_XHTML},
		{"text/xml", CONTENT_XHTML},
	};
	if (str_empty(type))
		return CONTENT_TEXT;
	struct span t = span_of(type), word;
	span_split(&t, ';', &word);
	word = span_trim(word);
	for (size_t i = 0; i < COUNT_OF(types); i++)
		if (strlen(types[i].type) == word.n &&
			str_ieqn(types[i].type, word.p, word.n))
			return types[i].content;
	if (word.n > 4 && str_ieqn(word.p + word.n - 4, "+xml", 4))
		return CONTENT_XHTML;
	if (word.n > 5 && str_ieqn(word.p, "text/", 5))
		return CONTENT_TEXT;
	/* Any other media type means base64 (RFC 4287, 4.1.3.3); a word without a slash
	 * is a mistake. */
	return memchr(word.p, '/', word.n) ? CONTENT_BINARY : CONTENT_HTML;
}

/* In Atom 0.3 the mode says how the text is packed and the type what it is; 1.0 has only
 * the type. */
static void
start_atom(struct build *b, const struct row *row, const struct xml_element *e)
{
	struct frame *frame = feed_build_top(b);
	const char *mode = feed_xml_attr(e, "mode");
	enum content content = content_of_type(feed_xml_attr(e, "type"));
	bool old = b->feed->format == FEED_ATOM03 || mode;
	if (mode && str_ieq(mode, "base64"))
		content = CONTENT_BASE64;
	else if (old && mode && str_ieq(mode, "escaped"))
		content = content == CONTENT_TEXT ? CONTENT_TEXT : CONTENT_HTML;
	else if (old && content == CONTENT_HTML)
		content = CONTENT_MARKUP;
	frame->content = content;
	/* Content that is elsewhere is a link (RFC 4287, 4.1.3.2). */
	char *src = row->field == FIELD_CONTENT
			    ? feed_build_url(b, span_of(feed_xml_attr(e, "src")))
			    : NULL;
	if (b->item && src && feed_build_claim(b, FIELD_LINK, RANK_LINK_OF_CONTENT))
		b->item->link = src;
}

static bool
html_type(const char *type)
{
	return str_empty(type) || str_istarts(type, "text/html") ||
	       str_istarts(type, "application/xhtml");
}

/* Remembers where older items are (RFC 5005). Of the two chains that a feed may offer,
 * the archive is better: its documents never change. The address is relative to this
 * document in RSS, too. */
static void
take_older(struct build *b, const char *rel, const char *href)
{
	bool archive = str_ieq(rel, "prev-archive");
	if (b->item || b->feed->complete || (!archive && !str_ieq(rel, "next")))
		return;
	struct span address = span_trim(span_of(href));
	char *url = address.n ? feed_build_resolve(b, feed_build_top(b)->base, address)
			      : NULL;
	if (url && (archive || !b->feed->older))
		b->feed->older = url;
}

/* Some write the address as text, as in RSS. It is looked at when the element ends. */
static void
await_text(struct build *b, const char *rel)
{
	feed_build_top(b)->extra = str_ieq(rel, "alternate") ? rel : NULL;
}

static void
end_atom_link(struct build *b, const struct row *row, const struct value *value)
{
	struct row to = *row;
	to.rank += RANK_LINK_AS_TEXT;
	if (value->extra)
		feed_kind_set_string(b, &to, feed_build_url(b, value->text));
}

static void
start_atom_link(struct build *b, const struct row *row, const struct xml_element *e)
{
	static const struct {
		const char *rel;
		enum field field; /* of an item; NONE: an enclosure */
	} rels[] = {
		{"alternate", FIELD_LINK},
		{"http://www.iana.org/assignments/relation/alternate", FIELD_LINK},
		{"replies", FIELD_COMMENTS},
		{"enclosure", FIELD_NONE},
	};
	const char *rel = feed_xml_attr(e, "rel"), *type = feed_xml_attr(e, "type");
	struct span word = span_trim(span_of(rel));
	if (!word.n)
		word = span_of(rel = "alternate");
	size_t i = 0;
	while (i < COUNT_OF(rels) && !span_ieq(word, rels[i].rel))
		i++;
	const char *href = feed_xml_attr(e, "href");
	if (href && *href == '#')
		href = NULL; /* a part of this very document */
	if (i == COUNT_OF(rels)) {
		take_older(b, rel, href);
		return;
	}
	if (str_empty(href))
		await_text(b, rel);
	char *url = feed_build_url(b, span_of(href));
	/* An empty reference means the base itself (RFC 3986, section 4.4). */
	bool base = !url && href && !span_trim(span_of(href)).n &&
		    feed_build_top(b)->has_base;
	if (base)
		url = feed_build_top(b)->base;
	if (!url)
		return;
	if (rels[i].field == FIELD_NONE) {
		feed_kind_add_enclosure(b, url, type, feed_xml_attr(e, "length"));
		return;
	}
	if (rels[i].field == FIELD_COMMENTS) {
		/* RFC 4685, section 4 */
		const char *count = feed_xml_attr(e, "count");
		if (count)
			feed_kind_set_comments(b, span_of(count));
		if (str_istarts(type ? type : "", "application/atom+xml"))
			feed_kind_add_related(b, RELATED_COMMENTS_FEED, url, type);
		if (str_empty(type) || !html_type(type))
			return;
	}
	struct row to = *row;
	to.field = rels[i].field;
	/* A page is better than something for programs only. */
	to.rank = base ? row->rank + RANK_LINK_AS_TEXT
		       : row->rank + (rels[i].field == FIELD_LINK && !html_type(type));
	feed_kind_set_string(b, &to, url);
}

const struct kind feed_kind_atom_line = {
	.text = true, .one_line = true, .start = start_atom, .end = feed_kind_end_line};
const struct kind feed_kind_atom_text = {
	.text = true, .start = start_atom, .end = feed_kind_end_text};
const struct kind feed_kind_atom_link = {
	.text = true, .one_line = true, .start = start_atom_link, .end = end_atom_link};
