/*
 * A frame for every open element, on a stack of fixed size. An element that has a row
 * becomes what its kind says; one without is passed over with all it holds, except that
 * items are still found in unknown parts of a feed. While the text of an element is
 * gathered, elements in it are markup and written back as HTML.
 */
#include "config.h"

#include "feed/build.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/time.h"
#include "base/url.h"
#include "feed/parse.h"
#include "feed/text.h"

/* ---- the rows, found by name */

static unsigned
bucket(const char *name)
{
	unsigned hash = 5381;
	for (; *name; name++)
		hash = hash * 33 ^ (unsigned)str_lower((unsigned char)*name);
	return (hash ^ hash >> 8) % BUILD_BUCKETS;
}

static void
index_rows(struct build *b)
{
	static const struct row *const tables[] = {feed_rss_rows, feed_atom_rows,
		feed_cdf_rows, feed_opml_rows, feed_module_rows};
	for (size_t i = 0; i < COUNT_OF(tables); i++)
		for (const struct row *row = tables[i]; row->name; row++) {
			assert(b->rows_len < BUILD_ROWS_MAX);
			unsigned at = bucket(row->name);
			b->rows[b->rows_len] = row;
			b->next[b->rows_len] = b->heads[at];
			b->heads[at] = (uint16_t)++b->rows_len;
		}
}

static const struct row *
find_row(const struct build *b, enum ns ns, const char *name, unsigned place)
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

/* Elements without prefix are the format's own when they are in no namespace, in the one
 * that the root or the item before them was in, or are items themselves (case 61). */
static enum ns
native_ns(const struct build *b, const struct xml_element *e, const struct frame *parent)
{
	if (e->ns != NS_NONE && e->ns != NS_OTHER)
		return e->ns;
	if (e->prefix.n)
		return parent->native_uri && e->uri && str_eq(e->uri, parent->native_uri)
			       ? b->native
			       : e->ns;
	if (e->ns == NS_NONE ||
		(parent->native_uri && str_eq(e->uri, parent->native_uri)) ||
		str_ieq(e->local, "item") || str_ieq(e->local, "entry"))
		return b->native;
	return e->ns;
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
	/* Of equals the first counts, but the last date, and the last link of RSS. */
	bool last = field == FIELD_UPDATED || field == FIELD_PUBLISHED ||
		    (field == FIELD_LINK && b->native == NS_RSS && rank == 0);
	if (*set && (last ? *set <= rank : *set <= rank + 1))
		return false;
	*set = (uint8_t)(rank + 1);
	return true;
}

/* Words with blanks between them and no mark of an address at all ("comments closed")
 * are none, though they could be a file's name. */
static bool
is_prose(struct span s)
{
	bool blanks = false;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == ' ')
			blanks = true;
		else if (strchr("/.?#:", s.p[i]))
			return false;
	}
	return blanks;
}

static char *
resolve(struct build *b, const char *base, struct span s)
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
	/* RSS has no base of its own: what is relative is so to the site (case 62). */
	if (!frame->has_base && b->native == NS_RSS && b->feed->link &&
		url_is_web(b->feed->link))
		base = b->feed->link;
	char *url = s.n && !is_prose(s) ? resolve(b, base, s) : NULL;
	return str_empty(url) ? NULL : url;
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
	item->comments_count = -1;
	item->line = feed_build_top(b)->line;
	b->open[b->open_len++] = (struct open_item){.index = feed->items_len++};
	select_item(b);
	return true;
}

/* What relative addresses in a text without xml:base resolve against: RSS has no base of
 * its own, so they are relative to the site (case 62); in Atom, to the document. */
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
	b->person = NULL;
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
	if (cut) {
		feed_note_line(b->notes, NOTE_UNFINISHED, item->line);
		drop_item(b->feed, open->index);
	}
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

/* ---- markup that is gathered */

static bool
one_of(const char *const *names, const char *name)
{
	int first = str_lower((unsigned char)*name);
	while (*names && (**names != first || !str_ieq(*names, name)))
		names++;
	return *names != NULL;
}

static bool
is_void(const char *name)
{
	static const char *const names[] = {"area", "base", "br", "col", "embed", "hr",
		"img", "input", "link", "meta", "param", "source", "track", "wbr", NULL};
	return one_of(names, name);
}

static bool
is_address(const char *attr)
{
	static const char *const names[] = {"href", "src", "cite", "longdesc", "action",
		"background", "classid", "codebase", "data", "poster", "usemap",
		"profile", "xlink:href", NULL};
	return one_of(names, attr);
}

static void
gather_attrs(struct build *b, const struct xml_element *e, const char *base)
{
	const char *outer = b->frames[b->gathering].base;
	for (size_t i = 0; i < e->attrs_len; i++) {
		const struct xml_attr *attr = &e->attrs[i];
		if (attr->name[0] == 'x' && (str_starts(attr->name, "xmlns") ||
						    str_starts(attr->name, "xml:")))
			continue;
		struct span value = span_of(attr->value);
		/* An xml:base inside the text would be lost: resolve by it at once. */
		char *url = base != outer && is_address(attr->name)
				    ? resolve(b, base, value)
				    : NULL;
		if (url)
			value = span_of(url);
		buf_addc(&b->gathered, ' ');
		buf_adds(&b->gathered, attr->name);
		buf_adds(&b->gathered, "=\"");
		feed_text_escape(&b->gathered, value, true);
		buf_addc(&b->gathered, '"');
	}
}

static bool
gathers_markup(const struct build *b)
{
	enum content content = b->frames[b->gathering].content;
	return content == CONTENT_XHTML || content == CONTENT_MARKUP;
}

static bool
only_blank(struct span s)
{
	return span_trim(s).n == 0;
}

/* More than one piece: they are put together. */
static void
gather_whole(struct build *b)
{
	buf_add(&b->gathered, b->whole.p, b->whole.n);
	b->whole = (struct span){NULL, 0};
}

static void
gather_start(struct build *b, const struct xml_element *e)
{
	gather_whole(b);
	struct frame *frame = feed_build_top(b);
	struct buf *out = &b->gathered;
	bool child = b->depth == b->gathering + 1;
	bool first = !b->markup && child;
	bool outer_div = first && gathers_markup(b) && str_ieq(e->local, "div") &&
			 only_blank((struct span){buf_str(out), out->len});
	enum content content = b->frames[b->gathering].content;
	if (!b->markup && (content == CONTENT_MARKUP || content == CONTENT_TEXT) &&
		out->len) {
		/* The text before the first element was not escaped yet. */
		struct buf plain = *out;
		buf_init(out, 0);
		feed_text_escape(out, (struct span){plain.data, plain.len}, false);
		buf_done(&plain);
	}
	b->markup = true;
	if (outer_div) {
		/* The base of the div counts for all that is in it. */
		b->frames[b->gathering].base = frame->base;
		b->frames[b->gathering].has_base |= frame->has_base;
	}
	buf_addc(out, '<');
	frame->tag_at = out->len;
	buf_adds(out, e->local);
	frame->tag_n = out->len - frame->tag_at;
	gather_attrs(b, e, frame->base);
	buf_addc(out, '>');
	if (outer_div)
		b->div_start = out->len;
}

static void
gather_end(struct build *b)
{
	struct frame *frame = feed_build_top(b);
	struct buf *out = &b->gathered;
	if (!frame->tag_n)
		return;
	char name[16] = "";
	if (frame->tag_n < sizeof name)
		memcpy(name, out->data + frame->tag_at, frame->tag_n);
	if (*name && is_void(name))
		return;
	if (b->div_start && b->depth == b->gathering + 1 && !b->div_end &&
		frame->tag_at < b->div_start)
		b->div_end = out->len;
	char *to = buf_reserve(out, frame->tag_n + 3);
	memcpy(to, "</", 2);
	memcpy(to + 2, out->data + frame->tag_at, frame->tag_n);
	to[frame->tag_n + 2] = '>';
	buf_end(out, frame->tag_n + 3);
}

static void
gather_begin(struct build *b)
{
	b->gathering = b->depth;
	buf_clear(&b->gathered);
	b->whole = (struct span){NULL, 0};
	b->markup = false;
	b->div_start = b->div_end = 0;
}

/* The outer div of XHTML is packing, if nothing stands beside it (RFC 4287, 3.1.1.3). */
static struct span
inside_div(const struct build *b)
{
	const struct buf *g = &b->gathered;
	struct span all = {buf_str(g), g->len};
	if (!b->div_end)
		return all;
	struct span after = {g->data + b->div_end, g->len - b->div_end};
	if (span_trim(after).n != strlen("</div>"))
		return all;
	return (struct span){g->data + b->div_start, b->div_end - b->div_start};
}

/* What was gathered goes to the kind of the element it belongs to. */
static void
gather_finish(struct build *b, struct frame *frame)
{
	struct value value = {
		.text = b->whole.n ? b->whole : inside_div(b),
		.content = frame->content,
		.base = frame->has_base ? frame->base : NULL,
		.extra = frame->extra,
	};
	if (value.content == CONTENT_MARKUP)
		value.content = b->markup ? CONTENT_XHTML : CONTENT_HTML;
	else if (value.content == CONTENT_TEXT && b->markup)
		value.content = CONTENT_XHTML;
	b->gathering = 0;
	frame->row->kind->end(b, frame->row, &value);
}

/* ---- events */

/* An unclosed title or link ends where the next element of the same item starts. */
static void
end_unclosed(struct build *b, const struct xml_element *e)
{
	struct frame *frame = &b->frames[b->gathering];
	const struct frame *parent = frame - 1;
	if (b->depth != b->gathering || !frame->row->kind->one_line ||
		frame->content == CONTENT_XHTML)
		return;
	const struct row *row =
		find_row(b, native_ns(b, e, parent), e->local, parent->place);
	if (!row || row->ns != frame->row->ns || row == frame->row)
		return;
	gather_finish(b, frame);
	frame->dead = true;
	frame->place = parent->place;
}

/* xml:base and the way from the parent. */
static void
inherit(struct build *b, struct frame *frame, const struct frame *parent,
	const struct xml_element *e)
{
	*frame = (struct frame){
		.place = IN_NOTHING,
		.base = parent->base,
		.has_base = parent->has_base,
		.native_uri = parent->native_uri,
		.line = e->line,
	};
	for (size_t i = 0; i < e->attrs_len; i++)
		if (str_eq(e->attrs[i].name, "xml:base") && *e->attrs[i].value) {
			char *base = resolve(b, parent->base, span_of(e->attrs[i].value));
			if (!base)
				continue;
			frame->base = base;
			frame->has_base = true;
		}
}

/* Items are looked for in unknown parts of a feed or an item, but not in what others have
 * added to a feed (case 61). */
static unsigned
unknown_place(const struct build *b, enum ns ns, const struct frame *parent)
{
	if (parent->place == IN_FEED)
		return ns == b->native || ns == NS_RDF ? IN_UNKNOWN : IN_NOTHING;
	if (parent->place == IN_ITEM)
		return IN_UNKNOWN;
	return parent->place & (IN_PERSON | IN_IMAGE | IN_SOURCE) ? IN_NOTHING
								  : parent->place;
}

static void
on_start(void *data, const struct xml_element *e)
{
	struct build *b = data;
	if (b->depth == REPAIR_DEPTH_MAX)
		return;
	if (b->gathering)
		end_unclosed(b, e);
	struct frame *parent = feed_build_top(b);
	struct frame *frame = ++b->depth + b->frames;
	inherit(b, frame, parent, e);
	if (b->gathering) {
		gather_start(b, e);
		return;
	}
	enum ns ns = native_ns(b, e, parent);
	const struct row *row = find_row(b, ns, e->local, parent->place);
	if (!row) {
		frame->place = unknown_place(b, ns, parent);
		return;
	}
	frame->row = row;
	if (row->kind->place)
		frame->place = row->kind->place;
	if (ns == b->native && e->uri && !e->prefix.n)
		frame->native_uri = e->uri;
	frame->content = CONTENT_HTML;
	if (row->kind->start)
		row->kind->start(b, row, e);
	if (row->kind->text)
		gather_begin(b);
}

static void
on_end(void *data, bool cut)
{
	struct build *b = data;
	struct frame *frame = feed_build_top(b);
	if (!b->depth)
		return;
	if (b->gathering && b->gathering == b->depth) {
		gather_finish(b, frame);
	} else if (b->gathering) {
		gather_end(b);
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
	if (!b->gathering) {
		if (feed_build_top(b)->place == IN_PERSON)
			buf_add(&b->loose, text, n);
		return;
	}
	enum content content = b->frames[b->gathering].content;
	bool escape = content == CONTENT_XHTML ||
		      (content == CONTENT_MARKUP && b->markup) ||
		      (content == CONTENT_TEXT && b->markup);
	struct span piece = {text, n};
	if (!escape && !b->whole.n && !b->gathered.len) {
		b->whole = piece;
		return;
	}
	gather_whole(b);
	if (escape)
		feed_text_escape(&b->gathered, piece, false);
	else
		buf_add(&b->gathered, text, n);
}

/* Items of Atom without an author have the feed's (RFC 4287, 4.1.2 and 4.2.1). */
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
feed_build(struct feed *feed, struct repaired *document, const char *document_base,
	struct notes *notes, bool *html)
{
	static const struct xml_handler handler = {on_start, on_end, on_text};
	struct build *b = mem_zalloc(sizeof *b);
	b->feed = feed;
	b->notes = notes;
	b->document = document;
	b->document_base = arena_strdup(&feed->arena, document_base);
	b->frames[0].place = IN_DOCUMENT;
	b->frames[0].base = b->document_base;
	index_rows(b);
	feed_xml_read(document, &handler, b, notes);
	finish(b);
	*html = b->html;
	if (b->borrowed) {
		size_t len = document->text.len;
		arena_adopt(&feed->arena, buf_take(&document->text), len);
	}
	buf_done(&b->gathered);
	buf_done(&b->scratch);
	buf_done(&b->line);
	buf_done(&b->loose);
	free(b);
	return feed->format != FEED_UNKNOWN;
}
