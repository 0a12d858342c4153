/*
 * A tokeniser and a stack of open elements. The tree builder of the HTML standard takes
 * minutes for some hostile pages, and its trees may be of any depth.
 */
#include "config.h"

#include "select/tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "feed/markup.h"
#include "feed/unpack.h"

/* ---- properties of elements */

enum trait {
	VOID = 1 << 0,   /* nothing is in it, and it has no end tag */
	INLINE = 1 << 1, /* its end tag does not end blocks that are in it */
	HEAD = 1 << 2,   /* before any other, it belongs to the head */
	ENDS_P = 1 << 3, /* a paragraph that is open ends before it */
	FENCE = 1 << 4,  /* its content does not end elements that are open around it */
};

/* Sorted by name. */
static const struct {
	char name[12];
	unsigned traits;
} elements[] = {
	{"a", INLINE},
	{"abbr", INLINE},
	{"address", ENDS_P},
	{"area", VOID},
	{"article", ENDS_P},
	{"aside", ENDS_P},
	{"b", INLINE},
	{"base", VOID | HEAD},
	{"big", INLINE},
	{"blockquote", ENDS_P},
	{"br", VOID},
	{"button", FENCE},
	{"caption", FENCE},
	{"center", ENDS_P},
	{"cite", INLINE},
	{"code", INLINE},
	{"col", VOID},
	{"dd", ENDS_P},
	{"details", ENDS_P},
	{"dialog", ENDS_P},
	{"dir", ENDS_P},
	{"div", ENDS_P},
	{"dl", ENDS_P},
	{"dt", ENDS_P},
	{"em", INLINE},
	{"embed", VOID},
	{"fieldset", ENDS_P},
	{"figcaption", ENDS_P},
	{"figure", ENDS_P},
	{"font", INLINE},
	{"footer", ENDS_P},
	{"form", ENDS_P},
	{"h1", ENDS_P},
	{"h2", ENDS_P},
	{"h3", ENDS_P},
	{"h4", ENDS_P},
	{"h5", ENDS_P},
	{"h6", ENDS_P},
	{"header", ENDS_P},
	{"hgroup", ENDS_P},
	{"hr", VOID | ENDS_P},
	{"i", INLINE},
	{"img", VOID},
	{"input", VOID},
	{"label", INLINE},
	{"li", ENDS_P},
	{"link", VOID | HEAD},
	{"main", ENDS_P},
	{"mark", INLINE},
	{"menu", ENDS_P},
	{"meta", VOID | HEAD},
	{"nav", ENDS_P},
	{"noscript", HEAD},
	{"object", FENCE},
	{"ol", ENDS_P},
	{"p", ENDS_P},
	{"param", VOID},
	{"pre", ENDS_P},
	{"q", INLINE},
	{"s", INLINE},
	{"script", HEAD},
	{"search", ENDS_P},
	{"section", ENDS_P},
	{"small", INLINE},
	{"source", VOID},
	{"span", INLINE},
	{"strike", INLINE},
	{"strong", INLINE},
	{"style", HEAD},
	{"sub", INLINE},
	{"summary", ENDS_P},
	{"sup", INLINE},
	{"table", ENDS_P | FENCE},
	{"td", FENCE},
	{"template", HEAD},
	{"th", FENCE},
	{"time", INLINE},
	{"title", HEAD},
	{"track", VOID},
	{"tt", INLINE},
	{"u", INLINE},
	{"ul", ENDS_P},
	{"wbr", VOID},
};

/* An element in `names` ends the open elements in `ends`, up to one in `within`. */
static const struct {
	const char *names, *ends, *within;
} implied[] = {
	{"li", "li", "ul ol menu dir table"},
	{"dt dd", "dt dd", "dl table"},
	{"td th", "td th", "table"},
	{"tr", "td th tr", "table"},
	{"thead tbody tfoot caption", "td th tr thead tbody tfoot caption", "table"},
	{"option", "option", "select"},
	{"optgroup", "option optgroup", "select"},
	{"a", "a", "table"},
};

static int
by_name(const void *key, const void *row)
{
	const struct span *name = key;
	const char *other = row;
	for (size_t i = 0; i < name->n; i++) {
		int order =
			str_lower((unsigned char)name->p[i]) - (unsigned char)other[i];
		if (order)
			return order;
	}
	return -(other[name->n] != '\0');
}

static unsigned
traits_of(struct span name)
{
	const char *row = name.n && name.n < sizeof elements[0].name
				  ? bsearch(&name, elements, COUNT_OF(elements),
					    sizeof *elements, by_name)
				  : NULL;
	return row ? elements[((size_t)(row - elements[0].name)) / sizeof *elements]
			       .traits
		   : 0;
}

/* ---- building */

struct builder {
	struct select_tree *tree;
	uint32_t open[SELECT_OPEN_MAX];
	uint32_t last[SELECT_OPEN_MAX]; /* of each, the last element in it */
	/* How many of each are open, so that a tag needs no look-ups. */
	unsigned traits[SELECT_OPEN_MAX];
	uint8_t ends[SELECT_OPEN_MAX]; /* in which rows of implied it is among ends */
	uint8_t within[SELECT_OPEN_MAX];
	size_t depth;
	size_t beyond; /* start tags that were too deep, without their end tags */
	bool body;     /* it has begun */
};

static struct select_node *
top(const struct builder *b)
{
	return &b->tree->nodes[b->open[b->depth - 1]];
}

static void
add_node(struct builder *b, struct span name, struct span source)
{
	uint32_t index = (uint32_t)b->tree->len;
	struct select_node node = {.name = name,
		.source = source,
		.next = index + 1,
		.before = SELECT_NO_NODE};
	if (b->depth) {
		uint32_t parent = b->open[b->depth - 1];
		struct select_node *above = &b->tree->nodes[parent];
		above->filled = true;
		node.parent = parent;
		if (name.n) {
			node.before = b->last[b->depth - 1];
			node.number = ++above->children;
			b->last[b->depth - 1] = index;
		}
	}
	*VEC_PUSH(b->tree->nodes, b->tree->len, b->tree->cap) = node;
}

/* Opens the element that was just added: what follows is in it. */
static void
enter(struct builder *b)
{
	struct span name = b->tree->nodes[b->tree->len - 1].name;
	size_t d = b->depth++;
	b->open[d] = (uint32_t)b->tree->len - 1;
	b->last[d] = SELECT_NO_NODE;
	b->traits[d] = traits_of(name);
	b->ends[d] = b->within[d] = 0;
	for (size_t i = 0; i < COUNT_OF(implied); i++) {
		b->ends[d] |= (uint8_t)(span_among(name, implied[i].ends) << i);
		b->within[d] |= (uint8_t)(span_among(name, implied[i].within) << i);
	}
}

static void
leave_to(struct builder *b, size_t depth)
{
	while (b->depth > depth) {
		top(b)->next = (uint32_t)b->tree->len;
		b->depth--;
	}
}

static void
begin(struct builder *b, struct span name)
{
	add_node(b, name, (struct span){"", 0});
	enter(b);
}

/* Opens the head or the body when the first thing comes that belongs there. */
static void
open_part(struct builder *b, bool head)
{
	if (b->body || (head && b->depth > 1))
		return;
	leave_to(b, 1);
	begin(b, head ? SPAN_LIT("head") : SPAN_LIT("body"));
	b->body = !head;
}

/* The page's own html, head and body tags stand for the elements that the tree has
 * anyway; their attributes are kept. */
static bool
take_frame(struct builder *b, struct span name, struct span source)
{
	if (span_ieq(name, "html")) {
		if (!b->tree->nodes[0].source.n)
			b->tree->nodes[0].source = source;
	} else if (span_ieq(name, "head")) {
		if (!b->body && b->depth == 1) {
			begin(b, name);
			top(b)->source = source;
		}
	} else if (span_ieq(name, "body")) {
		open_part(b, false);
		struct select_node *body = &b->tree->nodes[b->open[1]];
		if (!body->source.n)
			body->source = source;
	} else {
		return false;
	}
	return true;
}

static void
end_implied(struct builder *b, struct span name, unsigned traits)
{
	for (size_t i = 0; i < COUNT_OF(implied); i++) {
		if (!span_among(name, implied[i].names))
			continue;
		for (size_t d = b->depth; d-- > 2;) {
			if (b->within[d] >> i & 1)
				break;
			if (b->ends[d] >> i & 1)
				leave_to(b, d);
		}
	}
	if (!(traits & ENDS_P))
		return;
	for (size_t d = b->depth; d-- > 2;) {
		if (b->traits[d] & FENCE)
			return;
		if (span_ieq(b->tree->nodes[b->open[d]].name, "p")) {
			leave_to(b, d);
			return;
		}
	}
}

static void
start_tag(struct builder *b, struct span name, struct span source)
{
	unsigned traits = traits_of(name);
	if (take_frame(b, name, source))
		return;
	open_part(b, traits & HEAD);
	end_implied(b, name, traits);
	if (span_ieq(name, "tr") && span_ieq(top(b)->name, "table") &&
		b->depth < SELECT_OPEN_MAX)
		begin(b, SPAN_LIT("tbody"));
	add_node(b, name, source);
	bool closed = source.n > 2 && source.p[source.n - 2] == '/' && !traits;
	if (traits & VOID || closed)
		return;
	if (b->depth == SELECT_OPEN_MAX)
		b->beyond++;
	else
		enter(b);
}

static void
end_tag(struct builder *b, struct span name)
{
	unsigned traits = traits_of(name);
	if (traits & VOID || span_among(name, "html body"))
		return;
	if (span_ieq(name, "head")) {
		if (!b->body)
			leave_to(b, 1);
		return;
	}
	if (b->beyond) {
		b->beyond--;
		return;
	}
	for (size_t d = b->depth; d-- > 1;) {
		struct span open = b->tree->nodes[b->open[d]].name;
		if (span_isame(open, name)) {
			leave_to(b, d);
			return;
		}
		unsigned other = b->traits[d];
		bool barred = traits & INLINE ? !(other & INLINE)
					      : other & FENCE && !(traits & FENCE) &&
							traits & ENDS_P;
		if (barred)
			return;
	}
}

static bool
blank(struct span text)
{
	return span_trim(text).n == 0;
}

static void
add_text(struct builder *b, struct span text)
{
	if (!text.n || (blank(text) && b->depth < 2))
		return;
	bool title = span_ieq(top(b)->name, "title");
	if (!blank(text) && !title)
		open_part(b, false);
	add_node(b, (struct span){NULL, 0}, text);
}

/* Takes the tag or comment at s, and returns its length, including any content that is
 * not shown. */
static size_t
take_tag(struct builder *b, struct span s, const struct tag *tag,
	struct tag_search *search)
{
	size_t hidden = feed_tag_hidden(s, tag, search);
	if (tag->end)
		end_tag(b, tag->name);
	else if (tag->name.n)
		start_tag(b, tag->name, (struct span){s.p, tag->length});
	return tag->length + hidden;
}

static void
read_page(struct builder *b, struct span html)
{
	struct tag_search search = {.any_name = true};
	const char *text = html.p, *p = html.p, *end = html.p + html.n;
	while (p < end && b->tree->len < SELECT_NODES_MAX) {
		const char *lt = memchr(p, '<', (size_t)(end - p));
		struct tag tag;
		if (!lt)
			break;
		struct span s = {lt, (size_t)(end - lt)};
		p = lt + 1;
		if (!feed_tag_at(s, &tag, &search))
			continue;
		add_text(b, (struct span){text, (size_t)(lt - text)});
		p = text = lt + take_tag(b, s, &tag, &search);
	}
	if (b->tree->len < SELECT_NODES_MAX)
		add_text(b, (struct span){text, (size_t)(end - text)});
}

/* ---- numbers */

struct counts {
	struct map names;
	uint32_t *by_type; /* per name, how many there are in the parent at hand */
	size_t cap;
};

static uint32_t *
count_of(struct counts *counts, struct span name)
{
	char lower[64];
	size_t n = name.n < sizeof lower ? name.n : sizeof lower;
	for (size_t i = 0; i < n; i++)
		lower[i] = (char)str_lower((unsigned char)name.p[i]);
	void **known = map_put(&counts->names, lower, n);
	size_t had = counts->cap;
	if (!*known)
		*known = (void *)(uintptr_t)counts->names.count;
	size_t at = (uintptr_t)*known - 1;
	counts->by_type =
		vec_grow(counts->by_type, &counts->cap, at + 1, sizeof *counts->by_type);
	memset(counts->by_type + had, 0, (counts->cap - had) * sizeof *counts->by_type);
	return &counts->by_type[at];
}

static void
number_children(struct select_tree *tree, struct counts *counts, uint32_t parent)
{
	const struct select_node *above = &tree->nodes[parent];
	for (uint32_t i = parent + 1; i < above->next; i = tree->nodes[i].next) {
		struct select_node *node = &tree->nodes[i];
		if (!node->name.n)
			continue;
		node->type_number = ++*count_of(counts, node->name);
		node->left = above->children - node->number;
	}
	/* The same lookups again: they yield the totals, and reset them. */
	for (uint32_t i = parent + 1; i < above->next; i = tree->nodes[i].next) {
		struct select_node *node = &tree->nodes[i];
		if (node->name.n)
			node->type_left =
				*count_of(counts, node->name) - node->type_number;
	}
	for (uint32_t i = parent + 1; i < above->next; i = tree->nodes[i].next)
		if (tree->nodes[i].name.n)
			*count_of(counts, tree->nodes[i].name) = 0;
}

static void
number_all(struct select_tree *tree)
{
	struct counts counts = {.names = MAP_INIT};
	struct select_node *root = &tree->nodes[0];
	root->number = root->type_number = 1;
	for (size_t i = 0; i < tree->len; i++)
		if (tree->nodes[i].children)
			number_children(tree, &counts, (uint32_t)i);
	map_done(&counts.names);
	free(counts.by_type);
}

void
select_tree_init(struct select_tree *tree, struct span html)
{
	*tree = (struct select_tree){0};
	struct builder b = {.tree = tree};
	begin(&b, SPAN_LIT("html"));
	read_page(&b, html);
	leave_to(&b, 0);
	number_all(tree);
}

void
select_tree_done(struct select_tree *tree)
{
	free(tree->nodes);
	*tree = (struct select_tree){0};
}

/* ---- questions */

static const char *
skip_blanks(const char *p, const char *end)
{
	while (p < end && (str_space((unsigned char)*p) || *p == '/'))
		p++;
	return p;
}

/* Takes an attribute off the front of *p. value->p is NULL if it has none. */
static bool
take_attribute(const char **p, const char *end, struct span *name, struct span *value)
{
	const char *s = skip_blanks(*p, end);
	*name = (struct span){s, 0};
	*value = (struct span){NULL, 0};
	while (s < end && *s != '=' && *s != '/' && !str_space((unsigned char)*s))
		s++;
	name->n = (size_t)(s - name->p);
	s = skip_blanks(s, end);
	if (s < end && *s == '=') {
		for (s++; s < end && str_space((unsigned char)*s);)
			s++;
		char quote = s < end && (*s == '"' || *s == '\'') ? *s++ : '\0';
		value->p = s;
		while (s < end && (quote ? *s != quote : !str_space((unsigned char)*s)))
			s++;
		value->n = (size_t)(s - value->p);
		s += s < end && quote;
	}
	*p = s;
	return name->n || value->p;
}

struct span
select_tree_attribute(const struct select_node *node, struct span wanted)
{
	const char *p = node->source.p + node->name.n + 1;
	const char *end = node->source.p + node->source.n;
	end -= node->source.n && end[-1] == '>';
	struct span name, value;
	while (node->name.n && node->source.n > node->name.n + 1 && p < end &&
		take_attribute(&p, end, &name, &value))
		if (span_isame(name, wanted))
			return value.p ? value : (struct span){"", 0};
	return (struct span){NULL, 0};
}

static bool
skipped(uint32_t index, const uint32_t *skip, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (skip[i] == index)
			return true;
	return false;
}

void
select_tree_text(const struct select_tree *tree, uint32_t index, const uint32_t *skip,
	size_t skip_len, struct buf *out, size_t max)
{
	struct buf raw = BUF_INIT(0), plain = BUF_INIT(0);
	const struct select_node *nodes = tree->nodes;
	for (uint32_t i = index; i < nodes[index].next && raw.len < max;) {
		const struct select_node *node = &nodes[i];
		if (i != index && skipped(i, skip, skip_len)) {
			i = node->next;
			continue;
		}
		if (!node->name.n)
			buf_add(&raw, node->source.p, node->source.n);
		else if (node->source.n && !(traits_of(node->name) & INLINE))
			buf_addc(&raw, ' ');
		i++;
	}
	feed_text_references(&plain, (struct span){buf_str(&raw), raw.len});
	size_t from = out->len;
	for (size_t i = 0; i < plain.len; i++) {
		bool space = str_space((unsigned char)plain.data[i]);
		if (!space || (out->len > from && out->data[out->len - 1] != ' '))
			buf_addc(out, space ? ' ' : plain.data[i]);
	}
	while (out->len > from && out->data[out->len - 1] == ' ')
		buf_cut(out, out->len - 1);
	buf_done(&raw);
	buf_done(&plain);
}

/* Ends the elements that end before node i, and so are not around it. */
static void
end_before(const struct select_tree *tree, uint32_t *open, size_t *depth, uint32_t i,
	struct buf *out)
{
	while (*depth && tree->nodes[open[*depth - 1]].next <= i) {
		struct span name = tree->nodes[open[--*depth]].name;
		buf_addf(out, "</%.*s>", SPAN_FMT(name));
	}
}

/* A "<" in a text is not a tag, and a tag ends even if the page forgot to close it. */
static void
put_source(struct buf *out, const struct select_node *node)
{
	struct span rest = node->source, part;
	bool text = !node->name.n;
	while (text && rest.n && memchr(rest.p, '<', rest.n)) {
		span_split(&rest, '<', &part);
		buf_add(out, part.p, part.n);
		buf_adds(out, "&lt;");
	}
	buf_add(out, rest.p, rest.n);
	if (node->name.n && rest.n && rest.p[rest.n - 1] != '>')
		buf_addc(out, '>');
}

void
select_tree_html(const struct select_tree *tree, uint32_t index, const uint32_t *skip,
	size_t skip_len, struct buf *out, size_t max)
{
	uint32_t open[SELECT_OPEN_MAX], end = tree->nodes[index].next;
	size_t depth = 0, from = out->len;
	for (uint32_t i = index + 1; i < end && out->len - from < max;) {
		const struct select_node *node = &tree->nodes[i];
		end_before(tree, open, &depth, i, out);
		if (skipped(i, skip, skip_len)) {
			i = node->next;
			continue;
		}
		put_source(out, node);
		if (node->name.n && node->source.n && !(traits_of(node->name) & VOID) &&
			depth < SELECT_OPEN_MAX)
			open[depth++] = i;
		i++;
	}
	end_before(tree, open, &depth, UINT32_MAX, out); /* all, even if it was cut */
}
