/*
 * What a feed or an item may have several of: categories, people, and addresses that
 * belong to it.
 */
#include "config.h"

#include "feed/kind_inside.h"

#include <string.h>

#include "base/err.h"
#include "feed/document_limits.h"
#include "feed/person.h"
#include "feed/unpack.h"

#define RANK_NAME_ONLY 4 /* module.c: weaker than Dublin Core, stronger than podcasts */

bool
feed_kind_has_room(struct build *b, size_t len)
{
	if (len < FEED_LIST_MAX)
		return true;
	feed_note_line(b->notes, NOTE_LIST, feed_build_top(b)->line);
	return false;
}

/* ---- categories */

static void
add_category(struct build *b, struct span name)
{
	struct feed *feed = b->feed;
	char ***list = b->item ? &b->item->categories : &feed->categories;
	size_t *len = b->item ? &b->item->categories_len : &feed->categories_len;
	char *line = feed_kind_has_room(b, *len)
			     ? feed_text_line(&feed->arena, &b->line, name)
			     : NULL;
	if (!line)
		return;
	*list = arena_push(&feed->arena, *list, *len, sizeof **list);
	(*list)[(*len)++] = line;
}

/* A name for people, from an attribute; NULL if there is none. Some escape it twice. */
static char *
label_of(struct build *b, const char *label)
{
	struct value value = {.text = span_of(label), .content = CONTENT_HTML};
	return label ? feed_kind_take_line(b, &value) : NULL;
}

/* In Media RSS, the label is the name for people. */
static void
start_category(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	feed_build_top(b)->extra = feed_xml_attr(e, "label");
}

static void
end_category(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	char *line = label_of(b, value->extra);
	add_category(b, span_of(line ? line : feed_kind_take_line(b, value)));
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
	const char *term = feed_xml_attr(e, "term");
	char *label = label_of(b, feed_xml_attr(e, "label"));
	if (!label)
		label = label_of(b, feed_xml_attr(e, "text"));
	feed_build_top(b)->extra = label ? label : term;
	if (!label && (str_empty(term) || has_category(b, term)))
		return;
	add_category(b, span_of(label ? label : term));
}

/* Some write the name as RSS does. */
static void
end_label(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	if (str_empty(value->extra))
		add_category(b, span_of(feed_kind_take_line(b, value)));
}

static bool
in_source(const struct build *b)
{
	return b->frames[b->depth - 1].place == IN_SOURCE;
}

/* How many people there are where the next one belongs. */
static size_t *
people(struct build *b)
{
	return in_source(b) ? &b->open[b->open_len - 1].source_authors_len
	       : b->item    ? &b->item->authors_len
			    : &b->feed->authors_len;
}

/* Adds an empty person. NULL when elements of a stronger kind have named some, or there
 * are too many. */
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
	return feed_kind_has_room(b, *people(b)) ? feed_build_add_person(b, in_source(b))
						 : NULL;
}

static void
start_person(struct build *b, const struct row *row, const struct xml_element *e)
{
	const char *href = feed_xml_attr(e, "href");
	feed_build_top(b)->extra = href ? href : feed_xml_attr(e, "resource");
	b->role = row->ns == NS_PODCAST ? feed_xml_attr(e, "role") : NULL;
}

static void
end_person(struct build *b, const struct row *row, const struct value *value)
{
	struct span rest = value->text;
	struct row as = *row;
	for (bool first = true; first || rest.n;) {
		struct person person = feed_person_take(
			&b->feed->arena, &b->line, &rest, b->gathered.markup);
		const char *uri = person.uri ? person.uri : value->extra;
		person.uri = uri ? feed_build_url(b, span_of(uri)) : NULL;
		person.role = b->role ? feed_text_line(&b->feed->arena, &b->line,
						span_of(b->role))
				      : NULL;
		/* RSS wants an address here, so a mere name gives way to Dublin Core's.
		 */
		if (first && !as.rank && !person.email)
			as.rank = RANK_NAME_ONLY;
		first = false;
		struct person *to = person.name || person.email || person.uri
					    ? new_person(b, &as)
					    : NULL;
		if (to)
			*to = person;
	}
}

/* ---- what else belongs to an item */

struct related *
feed_kind_add_related(struct build *b, int rel, char *url, const char *type)
{
	struct item *item = b->item;
	if (!item || !url)
		return NULL;
	for (size_t i = 0; i < item->related_len; i++)
		if (str_eq(item->related[i].url, url))
			return NULL;
	if (!feed_kind_has_room(b, item->related_len))
		return NULL;
	item->related = arena_push(
		&b->feed->arena, item->related, item->related_len, sizeof *item->related);
	struct related *r = &item->related[item->related_len++];
	*r = (struct related){.rel = (enum related_rel)rel,
		.url = url,
		.type = feed_kind_line_of(b, type)};
	return r;
}

/* The address is an attribute or the text. The row's rank says what it is. */
static void
start_related(struct build *b, const struct row *row, const struct xml_element *e)
{
	static const char *const names[] = {"url", "href", "resource"};
	struct related *r = NULL;
	for (size_t i = 0; i < COUNT_OF(names) && !r; i++) {
		const char *url = feed_xml_attr(e, names[i]);
		if (!str_empty(url))
			r = feed_kind_add_related(b, row->rank,
				feed_build_url(b, span_of(url)),
				feed_xml_attr(e, "type"));
	}
	if (!r || r->rel != RELATED_TRANSCRIPT)
		return;
	r->language = feed_kind_line_of(b, feed_xml_attr(e, "language"));
	r->role = feed_kind_line_of(b, feed_xml_attr(e, "rel"));
}

static void
end_related(struct build *b, const struct row *row, const struct value *value)
{
	feed_kind_add_related(b, row->rank, feed_build_url(b, value->text), NULL);
}

void
feed_kind_set_comments(struct build *b, struct span s)
{
	int64_t count;
	if (b->item && str_int(span_trim(s), &count) == OK && count >= 0)
		b->item->comments_count = count;
}

static void
end_count(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	feed_kind_set_comments(b, value->text);
}

const struct kind feed_kind_category = {
	.text = true, .one_line = true, .start = start_category, .end = end_category};
const struct kind feed_kind_keywords = {
	.text = true, .one_line = true, .end = end_keywords};
const struct kind feed_kind_label = {.place = IN_FEED, .start = start_label};
const struct kind feed_kind_atom_category = {
	.text = true, .one_line = true, .start = start_label, .end = end_label};

const struct kind feed_kind_person = {.text = true,
	.one_line = true,
	.parts = true,
	.start = start_person,
	.end = end_person};

const struct kind feed_kind_related = {
	.text = true, .one_line = true, .start = start_related, .end = end_related};
const struct kind feed_kind_count = {.text = true, .one_line = true, .end = end_count};
