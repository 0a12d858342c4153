#include "config.h"

#include "feed/kind.h"

#include <string.h>

#include "base/err.h"
#include "base/time.h"
#include "base/url.h"
#include "base/utf8.h"
#include "feed/clean.h"
#include "feed/date.h"
#include "feed/parse.h"
#include "feed/text.h"

#define RANK_LINK_OF_CONTENT 6 /* after what is meant to be the link */
#define RANK_SECOND_TEXT 3     /* rss.c: after all that is meant to be the content */
#define RANK_NAME_ONLY 4       /* module.c: after Dublin Core, before podcasts */

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

static void
set_string(struct build *b, const struct row *row, char *value)
{
	char **to = string_field(b, row->field);
	if (to && value && feed_build_claim(b, row->field, row->rank))
		*to = value;
}

/* ---- text */

/* The text, base64 undone; in scratch when it had to change. A media type alone does not
 * prove base64: what does not decode to text stays as it is. */
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
	/* Controls may come this way, too. */
	buf_clear(&b->scratch);
	if (feed_clean(text, &b->scratch, &inner).p == text.p)
		buf_add(&b->scratch, text.p, text.n);
	buf_done(&raw);
	return (struct span){buf_str(&b->scratch), b->scratch.len};
}

/* Most titles are plain as they are and need no work. */
static char *
line_of(struct build *b, const struct value *value)
{
	enum content content;
	struct span text = unpacked(b, value, &content);
	bool plain = content == CONTENT_TEXT || !text.n ||
		     (!memchr(text.p, '<', text.n) && !memchr(text.p, '&', text.n));
	if (plain)
		return feed_text_line(&b->feed->arena, &b->line, text);
	struct buf stripped = BUF_INIT(0);
	feed_text_plain(&stripped, text);
	text = (struct span){buf_str(&stripped), stripped.len};
	char *line = feed_text_line(&b->feed->arena, &b->line, text);
	buf_done(&stripped);
	return line;
}

static void
end_line(struct build *b, const struct row *row, const struct value *value)
{
	set_string(b, row, line_of(b, value));
	if (row->field != FIELD_TITLE || value->text.n <= FEED_TITLE_MAX)
		return;
	/* Longer than the most that a line holds (case 57), markup counted. */
	feed_note_line(b->notes, NOTE_CUT, feed_build_top(b)->line);
	if (b->item)
		b->item->flags |= ITEM_CUT;
}

static void
end_string(struct build *b, const struct row *row, const struct value *value)
{
	struct span s = span_trim(value->text);
	if (s.n)
		set_string(b, row, arena_strndup(&b->feed->arena, s.p, s.n));
}

/* The address is the text, or as in Atom the attribute href. */
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
	set_string(b, row, url);
}

static void
end_text(struct build *b, const struct row *row, const struct value *value)
{
	enum content content;
	struct span text = span_trim(unpacked(b, value, &content));
	if (text.n && feed_build_claim(b, row->field, row->rank)) {
		struct text *to = text_field(b, row->field);
		size_t n = feed_text_cut(text, FEED_TEXT_MAX);
		if (n < text.n) {
			feed_note_line(b->notes, NOTE_CUT, feed_build_top(b)->line);
			if (b->item)
				b->item->flags |= ITEM_CUT;
		}
		to->text = feed_build_keep(b, (struct span){text.p, n});
		to->type = content == CONTENT_TEXT ? TEXT_PLAIN : TEXT_HTML;
		to->base = arena_strdup(&b->feed->arena, value->base);
	}
}

/* A feed's own description is plain: it is shown in one place with its title. Of two
 * texts of an RSS item, "description" and "summary", the first is the summary and the
 * second the content, if nothing better is. */
static void
end_description(struct build *b, const struct row *row, const struct value *value)
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
	char *line = line_of(b, value);
	if (line && feed_build_claim(b, row->field, row->rank))
		b->feed->subtitle = (struct text){line, TEXT_PLAIN, NULL};
}

static void
start_xhtml(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	(void)e;
	feed_build_top(b)->content = CONTENT_XHTML;
}

static void
end_date(struct build *b, const struct row *row, const struct value *value)
{
	struct span s = span_trim(value->text);
	int64_t when;
	if (!s.n)
		return;
	if (feed_date_parse(s, &when) != OK) {
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

static void
end_guid(struct build *b, const struct row *row, const struct value *value)
{
	end_string(b, row, value);
	/* A guid is the item's address unless it says that it is not (RSS 2.0); many
	 * that say nothing are no addresses. */
	struct span s = span_trim(value->text);
	struct url url = url_split(s);
	bool permanent = value->extra && str_ieq(value->extra, "true");
	if (value->extra ? !permanent : !url.host.n)
		return;
	if (s.n && feed_build_claim(b, FIELD_LINK, 3))
		b->item->link = feed_build_url(b, s);
}

static void
start_guid(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	feed_build_top(b)->extra = feed_xml_attr(e, "isPermaLink");
}

/* ---- lists */

static void
add_category(struct build *b, struct span name)
{
	struct feed *feed = b->feed;
	char ***list = b->item ? &b->item->categories : &feed->categories;
	size_t *len = b->item ? &b->item->categories_len : &feed->categories_len;
	char *line = feed_text_line(&feed->arena, &b->line, name);
	if (!line)
		return;
	*list = arena_push(&feed->arena, *list, *len, sizeof **list);
	(*list)[(*len)++] = line;
}

static void
end_category(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	char *line = line_of(b, value);
	if (line)
		add_category(b, span_of(line));
}

static void
end_keywords(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	struct span rest = value->text, part;
	while (span_split(&rest, ',', &part))
		add_category(b, part);
}

static bool
has_category(const struct build *b, const char *name)
{
	char **list = b->item ? b->item->categories : b->feed->categories;
	size_t len = b->item ? b->item->categories_len : b->feed->categories_len;
	for (size_t i = 0; i < len; i++)
		if (str_eq(list[i], name))
			return true;
	return false;
}

static void
start_label(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	const char *label = feed_xml_attr(e, "label"), *term = feed_xml_attr(e, "term");
	if (str_empty(label))
		label = feed_xml_attr(e, "text");
	if (str_empty(label) && (str_empty(term) || has_category(b, term)))
		return;
	add_category(b, span_of(str_empty(label) ? term : label));
}

static bool
in_source(const struct build *b)
{
	return b->frames[b->depth - 1].place == IN_SOURCE;
}

/* A new, empty person; NULL when elements of a stronger kind have named some. */
static struct person *
new_person(struct build *b, const struct row *row)
{
	if (!in_source(b)) {
		uint8_t *set = &feed_build_set(b)[FIELD_AUTHORS];
		uint8_t mine = (uint8_t)(row->rank + 1), had = *set;
		if (had && had < mine)
			return NULL;
		if (had > mine)
			*(b->item ? &b->item->authors_len : &b->feed->authors_len) = 0;
		*set = mine;
	}
	return feed_build_add_person(b, in_source(b));
}

static void
end_mail(struct build *b, const struct row *row, const struct value *value)
{
	/* "Name <a@b.org>" is no markup. */
	struct value plain = *value;
	if (plain.text.n && memchr(plain.text.p, '@', plain.text.n) && !b->markup)
		plain.content = CONTENT_TEXT;
	char *line = line_of(b, &plain);
	if (!line)
		return;
	struct person person = feed_text_person(&b->feed->arena, &b->line, span_of(line));
	/* RSS wants an address there; a mere name yields to Dublin Core's. */
	struct row as = *row;
	if (!as.rank && !person.email)
		as.rank = RANK_NAME_ONLY;
	struct person *to = new_person(b, &as);
	if (to)
		*to = person;
}

/* Adds to the open item (or the feed) what is not there yet. url absolute; type and
 * length as attributes hold them, may be NULL. */
static void
add_enclosure(struct build *b, char *url, const char *type, const char *length)
{
	struct item *item = b->item;
	if (!item || str_empty(url))
		return;
	int64_t bytes;
	if (str_int(span_trim(span_of(length)), &bytes) != OK || bytes < 0)
		bytes = -1;
	struct enclosure *e = NULL;
	for (size_t i = 0; i < item->enclosures_len && !e; i++)
		if (str_eq(item->enclosures[i].url, url))
			e = &item->enclosures[i];
	if (!e) {
		item->enclosures = arena_push(&b->feed->arena, item->enclosures,
			item->enclosures_len, sizeof *item->enclosures);
		e = &item->enclosures[item->enclosures_len++];
		e->url = url;
		e->length = -1;
	}
	if (!e->type && !str_empty(type))
		e->type = feed_text_line(&b->feed->arena, &b->line, span_of(type));
	if (e->length < 0)
		e->length = bytes;
}

static void
start_enclosure(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	const char *length = feed_xml_attr(e, "length");
	if (!length)
		length = feed_xml_attr(e, "fileSize");
	add_enclosure(b, feed_build_url(b, span_of(feed_xml_attr(e, "url"))),
		feed_xml_attr(e, "type"), length);
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
		for (size_t i = 0; i < e->attrs_len; i++)
			if (str_eq(e->attrs[i].name, "rdf:resource"))
				href = e->attrs[i].value;
	set_string(b, row, feed_build_url(b, span_of(href)));
}

/* ---- what else belongs to an item */

static void
add_related(struct build *b, int rel, char *url, const char *type)
{
	struct item *item = b->item;
	if (!item || !url)
		return;
	for (size_t i = 0; i < item->related_len; i++)
		if (str_eq(item->related[i].url, url))
			return;
	item->related = arena_push(
		&b->feed->arena, item->related, item->related_len, sizeof *item->related);
	item->related[item->related_len++] = (struct related){
		.rel = (enum related_rel)rel,
		.url = url,
		.type = str_empty(type) ? NULL
					: feed_text_line(&b->feed->arena, &b->line,
						  span_of(type)),
	};
}

/* The address is an attribute or the text; the row's rank says what it is. */
static void
start_related(struct build *b, const struct row *row, const struct xml_element *e)
{
	static const char *const names[] = {"url", "href", "rdf:resource"};
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *url = feed_xml_attr(e, names[i]);
		if (!str_empty(url))
			add_related(b, row->rank, feed_build_url(b, span_of(url)),
				feed_xml_attr(e, "type"));
	}
}

static void
end_related(struct build *b, const struct row *row, const struct value *value)
{
	add_related(b, row->rank, feed_build_url(b, value->text), NULL);
}

static void
set_comments_count(struct build *b, struct span s)
{
	int64_t count;
	if (b->item && str_int(span_trim(s), &count) == OK && count >= 0)
		b->item->comments_count = count;
}

static void
end_count(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	set_comments_count(b, value->text);
}

/* ---- hints */

/* RFC 5005, section 2: all there is stands in this document, so no other has older items.
 */
static void
start_complete(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	(void)e;
	b->feed->complete = true;
	b->feed->older = NULL;
}

static void
end_ttl(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	int64_t minutes;
	if (str_int(span_trim(value->text), &minutes) == OK && minutes > 0 &&
		minutes < INT64_MAX / TIME_MINUTE)
		b->feed->hints.ttl = minutes * TIME_MINUTE;
}

static void
end_skip_hour(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	int64_t hour;
	if (str_int(span_trim(value->text), &hour) == OK && hour >= 0 && hour <= 24)
		b->feed->hints.skip_hours |= 1u << hour % 24;
}

static void
end_skip_day(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	static const char *const days[] = {
		"sun", "mon", "tue", "wed", "thu", "fri", "sat"};
	struct span s = span_trim(value->text);
	for (unsigned i = 0; i < COUNT_OF(days); i++)
		if (s.n >= 3 && str_ieqn(s.p, days[i], 3))
			b->feed->hints.skip_days |= (uint8_t)(1u << i);
}

static void
end_period(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	static const struct {
		const char *name;
		int64_t seconds;
	} periods[] = {
		{"hourly", TIME_HOUR},
		{"daily", TIME_DAY},
		{"weekly", 7 * TIME_DAY},
		{"monthly", 30 * TIME_DAY},
		{"yearly", 365 * TIME_DAY},
	};
	struct span s = span_trim(value->text);
	for (size_t i = 0; i < COUNT_OF(periods); i++)
		if (s.n == strlen(periods[i].name) && str_ieqn(s.p, periods[i].name, s.n))
			b->update_period = periods[i].seconds;
}

static void
end_frequency(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	int64_t times;
	if (str_int(span_trim(value->text), &times) == OK && times > 0)
		b->update_frequency = times;
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
	for (size_t i = 0; i < e->attrs_len; i++)
		if (str_eq(e->attrs[i].name, "rdf:about") && *e->attrs[i].value &&
			feed_build_claim(b, FIELD_ID, 2)) {
			struct span about = span_trim(span_of(e->attrs[i].value));
			b->item->guid = arena_strndup(&b->feed->arena, about.p, about.n);
		}
}

static void
end_item(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	feed_build_close_item(b, value->cut);
}

/* ---- Atom's constructs */

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
	/* Any other media type is base64 (RFC 4287, 4.1.3.3); a word without a slash is
	 * a mistake. */
	return memchr(word.p, '/', word.n) ? CONTENT_BINARY : CONTENT_HTML;
}

/* Atom 0.3 says by mode how the text is packed and by type what it is; 1.0 has type
 * alone. */
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
	/* What is elsewhere is a link (RFC 4287, 4.1.3.2). */
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

/* Where older items are (RFC 5005): of the two chains that a feed may offer, the
 * archive's documents never change. */
static void
take_older(struct build *b, const char *rel, const char *href)
{
	bool archive = str_ieq(rel, "prev-archive");
	if (b->item || b->feed->complete || (!archive && !str_ieq(rel, "next")))
		return;
	char *url = feed_build_url(b, span_of(href));
	if (url && (archive || !b->feed->older))
		b->feed->older = url;
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
	if (str_empty(rel))
		rel = "alternate";
	size_t i = 0;
	while (i < COUNT_OF(rels) && !str_ieq(rels[i].rel, rel))
		i++;
	const char *href = feed_xml_attr(e, "href");
	if (i == COUNT_OF(rels)) {
		take_older(b, rel, href);
		return;
	}
	char *url = feed_build_url(b, span_of(href));
	/* An empty reference means the base itself (RFC 3986, section 4.4). */
	if (!url && href && feed_build_top(b)->has_base)
		url = arena_strdup(&b->feed->arena, feed_build_top(b)->base);
	if (!url)
		return;
	if (rels[i].field == FIELD_NONE) {
		add_enclosure(b, url, type, feed_xml_attr(e, "length"));
		return;
	}
	if (rels[i].field == FIELD_COMMENTS) {
		/* RFC 4685, section 4 */
		const char *count = feed_xml_attr(e, "thr:count");
		if (count)
			set_comments_count(b, span_of(count));
		if (str_istarts(type ? type : "", "application/atom+xml"))
			add_related(b, RELATED_COMMENTS_FEED, url, type);
		if (str_empty(type) || !html_type(type))
			return;
	}
	struct row to = *row;
	to.field = rels[i].field;
	/* A page is better than what only programs read. */
	to.rank = row->rank + (rels[i].field == FIELD_LINK && !html_type(type));
	set_string(b, &to, url);
}

static void
start_person(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)e;
	b->person = new_person(b, row);
	buf_clear(&b->loose);
}

/* A person without any of the three is none; some write the name right there. */
static void
end_person(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	(void)value;
	struct person *p = b->person;
	b->person = NULL;
	if (!p || p->name || p->email || p->uri)
		return;
	struct span loose = span_trim((struct span){buf_str(&b->loose), b->loose.len});
	if (loose.n) {
		*p = feed_text_person(&b->feed->arena, &b->line, loose);
		if (p->name || p->email)
			return;
	}
	size_t *len = in_source(b) ? &b->open[b->open_len - 1].source_authors_len
		      : b->item    ? &b->item->authors_len
				   : &b->feed->authors_len;
	(*len)--;
}

static void
end_person_name(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	if (b->person && !b->person->name)
		b->person->name = line_of(b, value);
}

static void
end_person_email(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	if (b->person && !b->person->email)
		b->person->email = line_of(b, value);
}

static void
end_person_uri(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	if (b->person && !b->person->uri)
		b->person->uri = feed_build_url(b, value->text);
}

const struct kind KIND_FEED = {.place = IN_FEED, .start = start_feed};
const struct kind KIND_ITEM = {.place = IN_ITEM, .start = start_item, .end = end_item};
const struct kind KIND_IMAGE = {.place = IN_IMAGE};
const struct kind KIND_SOURCE = {.place = IN_SOURCE};
const struct kind KIND_PASS = {.place = IN_ITEM};
const struct kind KIND_NOTHING = {.place = IN_NOTHING};

const struct kind KIND_LINE = {.text = true, .one_line = true, .end = end_line};
const struct kind KIND_STRING = {.text = true, .one_line = true, .end = end_string};
const struct kind KIND_URL = {
	.text = true, .one_line = true, .start = start_url, .end = end_url};
const struct kind KIND_DATE = {.text = true, .one_line = true, .end = end_date};
const struct kind KIND_TEXT = {.text = true, .end = end_description};
const struct kind KIND_XHTML = {.text = true, .start = start_xhtml, .end = end_text};
const struct kind KIND_CATEGORY = {.text = true, .one_line = true, .end = end_category};
const struct kind KIND_KEYWORDS = {.text = true, .one_line = true, .end = end_keywords};
const struct kind KIND_MAIL = {.text = true, .one_line = true, .end = end_mail};
const struct kind KIND_GUID = {
	.text = true, .one_line = true, .start = start_guid, .end = end_guid};

const struct kind KIND_HREF = {.start = start_href};
const struct kind KIND_ENCLOSURE = {.place = IN_ITEM, .start = start_enclosure};
const struct kind KIND_RELATED = {
	.text = true, .one_line = true, .start = start_related, .end = end_related};
const struct kind KIND_COUNT = {.text = true, .one_line = true, .end = end_count};
const struct kind KIND_LABEL = {.place = IN_FEED, .start = start_label};

const struct kind KIND_TTL = {.text = true, .one_line = true, .end = end_ttl};
const struct kind KIND_SKIP_HOUR = {.text = true, .one_line = true, .end = end_skip_hour};
const struct kind KIND_SKIP_DAY = {.text = true, .one_line = true, .end = end_skip_day};
const struct kind KIND_PERIOD = {.text = true, .one_line = true, .end = end_period};
const struct kind KIND_FREQUENCY = {.text = true, .one_line = true, .end = end_frequency};

const struct kind KIND_COMPLETE = {.start = start_complete};

const struct kind KIND_ATOM_LINE = {
	.text = true, .one_line = true, .start = start_atom, .end = end_line};
const struct kind KIND_ATOM_TEXT = {
	.text = true, .start = start_atom, .end = end_description};
const struct kind KIND_ATOM_LINK = {.start = start_atom_link};
const struct kind KIND_ATOM_CATEGORY = {.start = start_label};
const struct kind KIND_PERSON = {
	.place = IN_PERSON, .start = start_person, .end = end_person};
const struct kind KIND_PERSON_NAME = {
	.text = true, .one_line = true, .end = end_person_name};
const struct kind KIND_PERSON_EMAIL = {
	.text = true, .one_line = true, .end = end_person_email};
const struct kind KIND_PERSON_URI = {
	.text = true, .one_line = true, .end = end_person_uri};
