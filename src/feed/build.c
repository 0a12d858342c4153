/*
 * There is a frame for every open element, on a stack of fixed size. An element that has
 * a row becomes what its kind says. One without a row is skipped with everything in it,
 * except that items are still found in unknown parts of a feed. While the text of an
 * element is gathered, gather.c takes all events.
 */
#include "config.h"

#include "feed/build.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/time.h"
#include "base/url.h"
#include "feed/document_limits.h"
#include "feed/gather.h"
#include "feed/unpack.h"
#include "model/media.h"

/* ---- the rows, found by name */

/* The first two letters are enough: going through the whole name would cost more than
 * skipping rows that differ in namespace or place. */
static unsigned
bucket(const char *name)
{
	unsigned first = (unsigned)str_lower((unsigned char)name[0]);
	unsigned second = first ? (unsigned)str_lower((unsigned char)name[1]) : 0;
	return (first * 37 ^ second) % BUILD_BUCKETS;
}

static void
index_rows(struct build *b, const struct row *const *formats)
{
	for (; *formats; formats++)
		for (const struct row *row = *formats; row->name; row++) {
			assert(b->rows_len < BUILD_ROWS_MAX);
			unsigned at = bucket(row->name);
			b->rows[b->rows_len] = row;
			b->next[b->rows_len] = b->heads[at];
			b->heads[at] = (uint16_t)++b->rows_len;
		}
}

static const struct row *
look_up(const struct build *b, enum ns ns, const char *name, unsigned place)
{
	bool any_ns = place == IN_DOCUMENT;
	for (unsigned i = b->heads[bucket(name)]; i; i = b->next[i - 1]) {
		const struct row *row = b->rows[i - 1];
		if ((row->in & place) && (any_ns || row->ns == ns) &&
			str_ieq(row->name, name))
			return row;
	}
	return NULL;
}

/* An undeclared prefix stands for itself. */
static bool
is_native_uri(const struct xml_element *e, const struct frame *parent)
{
	if (!e->uri && !parent->native_uri)
		return e->prefix.n && span_same(e->prefix, parent->native_prefix);
	return e->uri && parent->native_uri &&
	       (e->uri == parent->native_uri || str_eq(e->uri, parent->native_uri));
}

/* Whether the element is written as the format's own elements are: in no namespace, or in
 * that of the root, the channel or the item around it. That may be a well-known one,
 * since RSS has none and documents put it into any they like. */
static bool
written_as_native(const struct xml_element *e, const struct frame *parent)
{
	bool prefixed = e->prefix.n > 0;
	if (e->ns == NS_NONE)
		return !prefixed;
	return prefixed == (parent->native_prefix.n > 0) && is_native_uri(e, parent);
}

/* RSS has elements of the same names, but it puts into the text what Atom puts into
 * attributes. */
static bool
is_atom_form(const struct xml_element *e)
{
	if (str_ieq(e->local, "link"))
		return feed_xml_attr(e, "href") &&
		       (e->ns == NS_ATOM || feed_xml_attr(e, "rel"));
	return str_ieq(e->local, "category") && feed_xml_attr(e, "term");
}

/* Media RSS calls a file what others call the text. */
static bool
is_media_form(const struct xml_element *e)
{
	return e->ns == NS_MEDIA && str_ieq(e->local, "content") &&
	       feed_xml_attr(e, "url");
}

/* Looks for the row of an element in the format's own namespace and in the element's, in
 * the order that its spelling suggests. */
static const struct row *
row_of(const struct build *b, const struct xml_element *e, const struct frame *parent)
{
	bool native = written_as_native(e, parent);
	/* Without a prefix, the format's own element is meant where the other namespace
	 * has none of that name. With a prefix, it is meant only where the prefix stands
	 * for the format itself. */
	bool may_be_native = native || !e->prefix.n || is_native_uri(e, parent);
	enum ns first = native ? b->native : e->ns;
	enum ns second = native ? e->ns : may_be_native ? b->native : NS_NONE;
	if (native && b->native == NS_RSS && e->attrs_len &&
		(is_atom_form(e) || is_media_form(e))) {
		first = is_media_form(e) ? NS_MEDIA : NS_ATOM;
		second = NS_RSS;
	}
	const struct row *row = look_up(b, first, e->local, parent->place);
	if (row || second == first || second == NS_NONE || second == NS_OTHER)
		return row;
	return look_up(b, second, e->local, parent->place);
}

/* ---- for the kinds */

struct frame *
feed_build_top(struct build *b)
{
	return &b->frames[b->depth];
}

uint8_t *
feed_build_set(struct build *b)
{
	return b->open_len ? b->open[b->open_len - 1].set : b->feed_set;
}

bool
feed_build_claim(struct build *b, enum field field, int rank)
{
	uint8_t *set = &feed_build_set(b)[field];
	/* Among equals the first counts, but of dates and of RSS links the last. */
	bool last = field == FIELD_UPDATED || field == FIELD_PUBLISHED ||
		    (field == FIELD_LINK && b->native == NS_RSS && rank == 0);
	if (*set && (last ? *set <= rank : *set <= rank + 1))
		return false;
	*set = (uint8_t)(rank + 1);
	return true;
}

/* Words with blanks between them and no sign of an address ("comments closed") are not an
 * address, though they could be the name of a file. A bare "#" stands for none. */
static bool
is_prose(struct span s)
{
	bool blanks = s.n == 1 && *s.p == '#';
	for (size_t i = 0; i < s.n && s.n > 1; i++) {
		if (s.p[i] == ' ')
			blanks = true;
		else if (strchr("/.?#:", s.p[i]))
			return false;
	}
	return blanks;
}

char *
feed_build_resolve(struct build *b, const char *base, struct span s)
{
	char *url = feed_text_address(&b->feed->arena, &b->grown, base, s);
	if (!url)
		feed_note_line(b->notes, NOTE_ADDRESS, feed_build_top(b)->line);
	return url;
}

char *
feed_build_url(struct build *b, struct span s)
{
	s = span_trim(s);
	const struct frame *frame = feed_build_top(b);
	const char *base = frame->base;
	/* RSS defines no base, so relative addresses belong to the site (case 62). */
	if (!frame->has_base && b->native == NS_RSS && b->feed->link &&
		url_is_web(b->feed->link))
		base = b->feed->link;
	char *url = s.n && !is_prose(s) ? feed_build_resolve(b, base, s) : NULL;
	return feed_text_leads_nowhere(url) ? NULL : url;
}

char *
feed_build_keep(struct build *b, struct span s)
{
	struct buf *pool = &b->document->text;
	uintptr_t from = (uintptr_t)pool->data, at = (uintptr_t)s.p;
	if (at < from || at - from >= pool->len)
		return arena_strndup(&b->feed->arena, s.p, s.n);
	b->borrowed = true;
	char *kept = pool->data + (at - from);
	kept[s.n] = '\0';
	return kept;
}

static void
select_item(struct build *b)
{
	b->item = b->open_len ? &b->feed->items[b->open[b->open_len - 1].index] : NULL;
}

bool
feed_build_open_item(struct build *b)
{
	struct feed *feed = b->feed;
	if (b->open_len == BUILD_OPEN_MAX)
		return false;
	if (feed->items_len == FEED_ITEMS_MAX) {
		feed_note_line(b->notes, NOTE_ITEMS, feed_build_top(b)->line);
		return false;
	}
	feed->items = arena_push(
		&feed->arena, feed->items, feed->items_len, sizeof *feed->items);
	struct item *item = &feed->items[feed->items_len];
	item->published = item->updated = TIME_NONE;
	item->comments_count = item->media.views = item->media.votes = -1;
	item->line = feed_build_top(b)->line;
	b->open[b->open_len++] = (struct open_item){.index = feed->items_len++};
	select_item(b);
	return true;
}

/* Sets what relative addresses in a text without xml:base are resolved against: in Atom
 * the document's address; in RSS, which defines no base, the site's (case 62). */
static void
settle_base(struct build *b, struct text *text, char *link)
{
	char *site = b->feed->link, *document = b->document_base;
	if (text->base || !text->text)
		return;
	char *base;
	if (b->native == NS_RSS)
		base = site ? site : document ? document : link;
	else
		base = document ? document : link ? link : site;
	text->base = base;
}

/* Gives samples the address of the episode, which may follow them in the document, or
 * drops them if there is none. */
static void
settle_samples(struct build *b, struct item *item)
{
	size_t episode = media_pick(item->enclosures, item->enclosures_len), n = 0;
	for (size_t i = 0; i < item->related_len; i++) {
		struct related *r = &item->related[n];
		*r = item->related[i];
		if (r->rel != RELATED_SAMPLE)
			n++;
		else if (episode < item->enclosures_len) {
			r->url = arena_printf(&b->feed->arena, "%s%s",
				item->enclosures[episode].url, r->url);
			n++;
		}
	}
	item->related_len = n;
}

static void
drop_item(struct feed *feed, size_t index)
{
	feed->items_len--;
	memmove(&feed->items[index], &feed->items[index + 1],
		(feed->items_len - index) * sizeof *feed->items);
}

void
feed_build_close_item(struct build *b, bool cut)
{
	struct item *item = b->item;
	if (!item)
		return;
	const struct open_item *open = &b->open[--b->open_len];
	if (!item->authors_len) {
		item->authors = open->source_authors;
		item->authors_len = open->source_authors_len;
	}
	if (!item->link && item->enclosures_len)
		item->link = item->enclosures[0].url;
	settle_base(b, &item->summary, item->link);
	settle_base(b, &item->content, item->link);
	settle_samples(b, item);
	if (cut) {
		feed_note_line(b->notes, NOTE_UNFINISHED, item->line);
		drop_item(b->feed, open->index);
	}
	select_item(b);
}

void
feed_build_leave_item(struct build *b)
{
	if (!b->item)
		return;
	drop_item(b->feed, b->open[--b->open_len].index);
	select_item(b);
}

struct person *
feed_build_add_person(struct build *b, bool source)
{
	struct feed *feed = b->feed;
	struct open_item *open = source && b->open_len ? &b->open[b->open_len - 1] : NULL;
	struct person **list = open      ? &open->source_authors
			       : b->item ? &b->item->authors
					 : &feed->authors;
	size_t *len = open      ? &open->source_authors_len
		      : b->item ? &b->item->authors_len
				: &feed->authors_len;
	*list = arena_push(&feed->arena, *len ? *list : NULL, *len, sizeof **list);
	return &(*list)[(*len)++];
}

/* ---- events */

/* An unclosed title or link ends where the next element of the same item starts. */
static void
end_unclosed(struct build *b, const struct xml_element *e)
{
	struct frame *frame = &b->frames[b->gathered.depth];
	const struct frame *parent = frame - 1;
	if (b->depth != b->gathered.depth || !frame->row->kind->one_line ||
		frame->content == CONTENT_XHTML)
		return;
	if (frame->row->kind->parts && !feed_gather_is_text(b))
		return;
	const struct row *row = row_of(b, e, parent);
	if (!row || row->ns != frame->row->ns || row == frame->row)
		return;
	feed_gather_finish(b, frame);
	frame->dead = true;
	frame->place = parent->place;
}

/* Sets up a frame with what it inherits from its parent, and with xml:base. */
static void
inherit(struct build *b, struct frame *frame, const struct frame *parent,
	const struct xml_element *e)
{
	*frame = (struct frame){
		.place = IN_NOTHING,
		.base = parent->base,
		.has_base = parent->has_base,
		.native_uri = parent->native_uri,
		.native_prefix = parent->native_prefix,
		.line = e->line,
	};
	for (size_t i = 0; i < e->attrs_len; i++)
		if (str_eq(e->attrs[i].name, "xml:base") && *e->attrs[i].value) {
			char *base = feed_build_resolve(
				b, parent->base, span_of(e->attrs[i].value));
			if (!base)
				continue;
			frame->base = base;
			frame->has_base = true;
		}
}

/* Items are looked for in unknown parts of a feed or an item, but not in what other
 * namespaces add to a feed (case 61). */
static unsigned
unknown_place(
	const struct build *b, const struct xml_element *e, const struct frame *parent)
{
	if (parent->place == IN_FEED)
		return written_as_native(e, parent) || e->ns == b->native ||
				       e->ns == NS_RDF
			       ? IN_UNKNOWN
			       : IN_NOTHING;
	if (parent->place == IN_ITEM)
		return IN_UNKNOWN;
	return parent->place & (IN_IMAGE | IN_SOURCE) ? IN_NOTHING : parent->place;
}

/* Remembers how elements in the root and in the containers below it are written. */
static void
keep_native(const struct build *b, struct frame *frame, const struct frame *parent,
	const struct xml_element *e)
{
	bool container = frame->row->ns == b->native && !e->prefix.n &&
			 (frame->place & (IN_FEED | IN_ITEM));
	if ((e->uri || e->prefix.n) && (container || parent->place == IN_DOCUMENT)) {
		frame->native_uri = e->uri;
		frame->native_prefix = e->prefix;
	}
}

static void
on_start(void *data, const struct xml_element *e)
{
	struct build *b = data;
	if (b->depth == REPAIR_DEPTH_MAX)
		return;
	if (b->gathered.depth)
		end_unclosed(b, e);
	struct frame *parent = feed_build_top(b);
	struct frame *frame = ++b->depth + b->frames;
	inherit(b, frame, parent, e);
	if (b->gathered.depth) {
		feed_gather_start(b, e);
		return;
	}
	const struct row *row = row_of(b, e, parent);
	if (!row) {
		frame->place = unknown_place(b, e, parent);
		return;
	}
	frame->row = row;
	if (e->by_prefix && row->ns == e->ns) {
		feed_note_line(b->notes, NOTE_NAMESPACE, e->line);
		feed_note_detail(b->notes, NOTE_NAMESPACE, e->prefix);
	}
	if (row->kind->place)
		frame->place = row->kind->place;
	frame->content = CONTENT_HTML;
	if (row->kind->start)
		row->kind->start(b, row, e);
	keep_native(b, frame, parent, e);
	if (row->kind->text)
		feed_gather_begin(b);
}

static void
on_end(void *data, bool cut)
{
	struct build *b = data;
	struct frame *frame = feed_build_top(b);
	if (!b->depth)
		return;
	if (b->gathered.depth && b->gathered.depth == b->depth) {
		feed_gather_finish(b, frame);
	} else if (b->gathered.depth) {
		feed_gather_end(b);
	} else if (frame->row && !frame->dead && frame->row->kind->end) {
		const struct value value = {.cut = cut};
		frame->row->kind->end(b, frame->row, &value);
	}
	b->depth--;
}

static void
on_text(void *data, const char *text, size_t n)
{
	struct build *b = data;
	if (b->gathered.depth)
		feed_gather_text(b, text, n);
}

/* Gives Atom items without an author those of the feed (RFC 4287, 4.1.2 and 4.2.1). */
static void
inherit_authors(struct feed *feed)
{
	for (size_t i = 0; i < feed->items_len; i++)
		if (!feed->items[i].authors_len) {
			feed->items[i].authors = feed->authors;
			feed->items[i].authors_len = feed->authors_len;
		}
}

static void
finish(struct build *b)
{
	struct feed *feed = b->feed;
	if (b->native == NS_ATOM)
		inherit_authors(feed);
	if (b->update_period) {
		int64_t frequency = b->update_frequency > 0 ? b->update_frequency : 1;
		feed->hints.update_period = b->update_period / frequency;
	}
}

bool
feed_build(struct feed *feed, const struct row *const *formats, struct repaired *document,
	const char *document_base, struct notes *notes, bool *html)
{
	static const struct xml_handler handler = {on_start, on_end, on_text};
	struct build *b = mem_zalloc(sizeof *b);
	b->feed = feed;
	b->notes = notes;
	b->document = document;
	b->document_base = arena_strdup(&feed->arena, document_base);
	b->frames = mem_alloc((REPAIR_DEPTH_MAX + 1) * sizeof *b->frames);
	b->frames[0] = (struct frame){.place = IN_DOCUMENT, .base = b->document_base};
	index_rows(b, formats);
	feed_xml_read(document, &handler, b, notes);
	finish(b);
	*html = b->html;
	if (b->borrowed) {
		size_t len = document->text.len;
		arena_adopt(&feed->arena, buf_take(&document->text), len);
	}
	buf_done(&b->gathered.text);
	buf_done(&b->scratch);
	buf_done(&b->line);
	free(b->frames);
	free(b);
	return feed->format != FEED_UNKNOWN;
}
