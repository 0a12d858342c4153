/*
 * The sanitizer leaves little of what makes HTML hard to parse: tags are known, balanced
 * and in lower case, values are quoted, and every "<" begins a tag. So this is a stack of
 * open elements. What is left of the standard's rules are those of tables, whose parts
 * may be missing, and from which anything else is moved to the place before them.
 */
#include "config.h"

#include "render/tree.h"

#include <stdbool.h>
#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/span.h"
#include "render/reference.h"
#include "render/sanitize.h"

#define IMPLIED_MAX 2 /* parts of a table that one element may need */
#define CHILDREN_MIN 4

struct builder {
	struct arena *arena;
	char *at, *end;
	GumboNode *open[SANITIZE_DEPTH_MAX * (1 + IMPLIED_MAX) + 1];
	size_t depth;
};

/* Where an element may stand in a table, from the outside inwards. */
enum part {
	PART_NONE,
	PART_TABLE,
	PART_GROUP,
	PART_ROW,
	PART_CELL,
};

static enum part
part_of(const GumboNode *node)
{
	switch (node->v.element.tag) {
	case GUMBO_TAG_TABLE:
		return PART_TABLE;
	case GUMBO_TAG_THEAD:
	case GUMBO_TAG_TBODY:
	case GUMBO_TAG_TFOOT:
		return PART_GROUP;
	case GUMBO_TAG_TR:
		return PART_ROW;
	case GUMBO_TAG_TD:
	case GUMBO_TAG_TH:
	case GUMBO_TAG_CAPTION:
		return PART_CELL;
	default:
		return PART_NONE;
	}
}

static bool
is_void(GumboTag tag)
{
	switch (tag) {
	case GUMBO_TAG_BR:
	case GUMBO_TAG_EMBED:
	case GUMBO_TAG_HR:
	case GUMBO_TAG_IMG:
	case GUMBO_TAG_INPUT:
	case GUMBO_TAG_SOURCE:
	case GUMBO_TAG_WBR:
		return true;
	default:
		return false;
	}
}

static void
insert(struct builder *b, GumboVector *list, size_t index, void *item)
{
	if (list->length == list->capacity) {
		size_t capacity = list->length ? 2 * (size_t)list->length : CHILDREN_MIN;
		void **data = arena_alloc(b->arena, capacity * sizeof *data);
		if (list->length)
			memcpy(data, list->data, list->length * sizeof *data);
		list->data = data;
		list->capacity = (unsigned)capacity;
	}
	memmove(list->data + index + 1, list->data + index,
		(list->length - index) * sizeof *list->data);
	list->data[index] = item;
	list->length++;
}

/* The index of the innermost open table; 0: none is open. */
static size_t
find_table(const struct builder *b)
{
	size_t i = b->depth;
	while (i-- > 1)
		if (part_of(b->open[i]) == PART_TABLE)
			return i;
	return 0;
}

/* Adds a node to the innermost open element, or before the table if it cannot stand in
 * one. */
static void
add(struct builder *b, GumboNode *node, bool stands)
{
	GumboNode *in = b->open[b->depth - 1];
	enum part part = part_of(in);
	bool moves = !stands && part != PART_NONE && part != PART_CELL;
	size_t table = moves ? find_table(b) : 0;
	if (table)
		in = b->open[table]->parent;
	GumboVector *children = &in->v.element.children;
	size_t index = table ? b->open[table]->index_within_parent : children->length;
	node->parent = in;
	insert(b, children, index, node);
	for (size_t i = index; i < children->length; i++)
		((GumboNode *)children->data[i])->index_within_parent = i;
}

static GumboNode *
new_node(struct builder *b, GumboNodeType type)
{
	GumboNode *node = arena_zalloc(b->arena, sizeof *node);
	node->type = type;
	return node;
}

/* The n bytes at s, of which the one after them may be written over. */
static const char *
text_of(struct builder *b, char *s, size_t n, bool attribute)
{
	if (!memchr(s, '&', n) && !memchr(s, '\r', n)) {
		s[n] = '\0';
		return s;
	}
	struct buf text = BUF_INIT(0);
	render_reference_read(&text, (struct span){s, n}, attribute);
	const char *copy = arena_strndup(b->arena, buf_str(&text), text.len);
	buf_done(&text);
	return copy;
}

static void
add_text(struct builder *b, char *s, size_t n)
{
	GumboNode *node = new_node(b, GUMBO_NODE_TEXT);
	node->v.text.text = text_of(b, s, n, false);
	if (node->v.text.text[strspn(node->v.text.text, " \t\n\f\r")] == '\0')
		node->type = GUMBO_NODE_WHITESPACE;
	add(b, node, node->type == GUMBO_NODE_WHITESPACE);
}

static void
open_element(struct builder *b, GumboNode *node, bool stands)
{
	add(b, node, stands);
	if (b->depth < COUNT_OF(b->open))
		b->open[b->depth++] = node;
}

/* Makes room for a part of a table: ends what is open below its parent, and adds the
 * missing parts between. False: there is no table for it. */
static bool
make_place(struct builder *b, enum part part)
{
	size_t table = find_table(b);
	if (!table)
		return false;
	size_t keep = table + 1;
	while (keep < b->depth && part_of(b->open[keep]) != PART_NONE &&
		part_of(b->open[keep]) < part)
		keep++;
	b->depth = keep;
	return true;
}

static void
imply(struct builder *b, enum part part, GumboTag tag)
{
	if (part_of(b->open[b->depth - 1]) >= part)
		return;
	GumboNode *node = new_node(b, GUMBO_NODE_ELEMENT);
	node->v.element.tag = tag;
	open_element(b, node, true);
}

/* Does a table end where another one starts, not being in a cell? */
static void
end_table(struct builder *b)
{
	size_t i = b->depth;
	while (i > 1 && part_of(b->open[i - 1]) == PART_NONE)
		i--;
	if (i > 1 && part_of(b->open[i - 1]) != PART_CELL)
		b->depth = find_table(b);
}

/* Opens an element; a part of a table at its place. */
static void
start(struct builder *b, GumboNode *node)
{
	GumboTag tag = node->v.element.tag;
	enum part part = part_of(node);
	if (part == PART_TABLE) {
		end_table(b);
	} else if (part != PART_NONE) {
		bool caption = tag == GUMBO_TAG_CAPTION;
		if (!make_place(b, caption ? PART_GROUP : part))
			return;
		if (part >= PART_ROW && !caption)
			imply(b, PART_GROUP, GUMBO_TAG_TBODY);
		if (part == PART_CELL && !caption)
			imply(b, PART_ROW, GUMBO_TAG_TR);
	}
	bool stands = part > PART_TABLE;
	if (is_void(tag))
		add(b, node, stands);
	else
		open_element(b, node, stands);
}

/* Ends an element, and those in it that have no end tags. */
static void
end(struct builder *b, GumboTag tag, const char *at, size_t n)
{
	for (size_t i = b->depth; i > 1; i--) {
		GumboNode *node = b->open[i - 1];
		if (node->v.element.tag == tag) {
			node->v.element.original_end_tag = (GumboStringPiece){at, n};
			b->depth = i - 1;
			return;
		}
		if (part_of(node) == PART_TABLE)
			return;
	}
}

static void
take_attribute(struct builder *b, GumboNode *node)
{
	GumboAttribute *a = arena_zalloc(b->arena, sizeof *a);
	char *name = ++b->at;
	b->at += strcspn(b->at, "=");
	*b->at = '\0';
	char *value = b->at + strlen("=\"");
	char *close = strchr(value, '"');
	a->name = name;
	a->value = text_of(b, value, (size_t)(close - value), true);
	b->at = close + 1;
	GumboVector *list = &node->v.element.attributes;
	insert(b, list, list->length, a);
}

static void
take_comment(struct builder *b)
{
	char *text = b->at + strlen("<!--"), *close = strstr(text, "-->");
	GumboNode *node = new_node(b, GUMBO_NODE_COMMENT);
	node->v.text.text = text;
	*close = '\0';
	b->at = close + strlen("-->");
	add(b, node, true);
}

static void
take_tag(struct builder *b)
{
	char *lt = b->at;
	if (lt[1] == '!') {
		take_comment(b);
		return;
	}
	bool ends = lt[1] == '/';
	b->at += 1 + ends;
	size_t len = strcspn(b->at, " >");
	GumboTag tag = gumbo_tagn_enum(b->at, (unsigned)len);
	b->at += len;
	if (ends) {
		b->at++;
		end(b, tag, lt, (size_t)(b->at - lt));
		return;
	}
	GumboNode *node = new_node(b, GUMBO_NODE_ELEMENT);
	node->v.element.tag = tag;
	while (*b->at == ' ')
		take_attribute(b, node);
	b->at++;
	if (b->depth == 0)
		b->open[b->depth++] = node;
	else
		start(b, node);
	/* The end of the line of the tag itself. */
	if (tag == GUMBO_TAG_PRE) {
		b->at += *b->at == '\r';
		b->at += *b->at == '\n';
	}
}

GumboNode *
render_tree_build(struct arena *arena, char *source, size_t n)
{
	struct builder b = {.arena = arena, .at = source, .end = source + n};
	while (b.at < b.end) {
		char *lt = memchr(b.at, '<', (size_t)(b.end - b.at));
		char *text = b.at, *stop = lt ? lt : b.end;
		if (stop > text) {
			b.at = stop;
			add_text(&b, text, (size_t)(stop - text));
			if (!lt)
				break;
		}
		take_tag(&b);
	}
	return b.open[0];
}
