#include "config.h"

#include "extract/tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/str.h"
#include "base/vec.h"
#include "render/sanitize.h"

/* Elements may be nested a little deeper than the sanitizer counts, for void ones. */
#define DEPTH_MAX (SANITIZE_DEPTH_MAX + 2)
/* A paragraph of fewer bytes says nothing about where the article is. */
#define GOOD_MIN 36

#define P (EXTRACT_BLOCK | EXTRACT_PROSE)
#define BOX (EXTRACT_BLOCK | EXTRACT_BOX)

/* Sorted by name. Others are inline. */
static const struct {
	char name[12];
	uint32_t traits;
} tags[] = {
	{"a", EXTRACT_LINK},
	{"address", EXTRACT_BLOCK},
	{"article", BOX | EXTRACT_MAIN},
	{"aside", BOX | EXTRACT_ASIDE},
	{"audio", EXTRACT_FIGURE},
	{"blockquote", P},
	{"br", EXTRACT_VOID},
	{"caption", EXTRACT_BLOCK},
	{"center", BOX},
	{"dd", P},
	{"details", BOX},
	{"div", P | EXTRACT_BOX},
	{"dl", EXTRACT_BLOCK | EXTRACT_LIST},
	{"dt", EXTRACT_BLOCK},
	{"embed", EXTRACT_VOID | EXTRACT_FIGURE},
	{"figcaption", EXTRACT_BLOCK},
	{"figure", EXTRACT_BLOCK | EXTRACT_FIGURE},
	{"footer", BOX | EXTRACT_OUT},
	{"h1", EXTRACT_BLOCK | EXTRACT_HEADING},
	{"h2", EXTRACT_BLOCK | EXTRACT_HEADING},
	{"h3", EXTRACT_BLOCK | EXTRACT_HEADING},
	{"h4", EXTRACT_BLOCK | EXTRACT_HEADING},
	{"h5", EXTRACT_BLOCK | EXTRACT_HEADING},
	{"h6", EXTRACT_BLOCK | EXTRACT_HEADING},
	{"header", BOX},
	{"hr", EXTRACT_BLOCK | EXTRACT_VOID},
	{"iframe", EXTRACT_FIGURE},
	{"img", EXTRACT_VOID | EXTRACT_FIGURE},
	{"input", EXTRACT_VOID},
	{"li", P},
	{"main", BOX | EXTRACT_MAIN},
	{"menu", EXTRACT_BLOCK | EXTRACT_OUT},
	{"nav", BOX | EXTRACT_OUT},
	{"object", EXTRACT_FIGURE},
	{"ol", EXTRACT_BLOCK | EXTRACT_LIST},
	{"p", P},
	{"picture", EXTRACT_FIGURE},
	{"pre", P | EXTRACT_PRE},
	{"section", P | EXTRACT_BOX},
	{"source", EXTRACT_VOID},
	{"summary", EXTRACT_BLOCK},
	{"table", BOX | EXTRACT_LIST},
	{"tbody", BOX},
	{"td", P | EXTRACT_BOX},
	{"tfoot", EXTRACT_BLOCK},
	{"th", EXTRACT_BLOCK},
	{"thead", EXTRACT_BLOCK},
	{"tr", BOX},
	{"ul", EXTRACT_BLOCK | EXTRACT_LIST},
	{"video", EXTRACT_FIGURE},
	{"wbr", EXTRACT_VOID},
};

static int
by_name(const void *key, const void *row)
{
	const struct span *name = key;
	const char *other = row;
	int order = strncmp(name->p, other, name->n);
	return order ? order : -(other[name->n] != '\0');
}

static uint32_t
traits_of(struct span name)
{
	const void *row =
		name.n < sizeof tags[0].name
			? bsearch(&name, tags, COUNT_OF(tags), sizeof *tags, by_name)
			: NULL;
	return row ? tags[((const char *)row - tags[0].name) / sizeof *tags].traits : 0;
}

/* ---- building */

struct builder {
	struct extract_tree *tree;
	uint32_t open[DEPTH_MAX];
	size_t depth;
};

static struct extract_node *
add_node(struct builder *b, const char *at, const char *end, uint32_t traits)
{
	struct extract_tree *tree = b->tree;
	uint32_t parent = b->open[b->depth - 1], index = (uint32_t)tree->len;
	uint32_t around = tree->nodes[parent].block;
	struct extract_node *node = VEC_PUSH(tree->nodes, tree->len, tree->cap);
	*node = (struct extract_node){
		.at = (uint32_t)(at - tree->source.data),
		.end = (uint32_t)(end - tree->source.data),
		.parent = parent,
		.next = index + 1,
		.block = traits & EXTRACT_BLOCK ? index : around,
		.traits = traits,
	};
	return node;
}

static void
close_one(struct builder *b)
{
	if (b->depth > 1)
		b->tree->nodes[b->open[--b->depth]].next = (uint32_t)b->tree->len;
}

/* The end of the tag at p, after its ">". Quotes in values are escaped. */
static const char *
tag_end(const char *p, const char *end)
{
	for (bool quoted = false; p < end && (quoted || *p != '>'); p++)
		quoted ^= *p == '"';
	return p < end ? p + 1 : end;
}

/* Reads the tag or comment at p and returns where it ends. */
static const char *
add_tag(struct builder *b, const char *p, const char *end)
{
	const char *stop = tag_end(p, end), *name = p + 1;
	if (*name == '/') {
		close_one(b);
		return stop;
	}
	if (*name == '!') {
		add_node(b, p, stop, EXTRACT_MARK);
		return stop;
	}
	const char *behind = name;
	while (behind < stop && *behind != ' ' && *behind != '>')
		behind++;
	uint32_t traits = traits_of((struct span){name, (size_t)(behind - name)});
	add_node(b, p, stop, traits);
	if (!(traits & EXTRACT_VOID) && b->depth < DEPTH_MAX)
		b->open[b->depth++] = (uint32_t)b->tree->len - 1;
	return stop;
}

void
extract_tree_init(struct extract_tree *tree, struct span html)
{
	*tree = (struct extract_tree){.source = BUF_INIT(0)};
	struct sanitizer *sanitizer = render_sanitize_new(html.p, html.n);
	render_sanitize_next(sanitizer, &tree->source, SIZE_MAX);
	render_sanitize_free(sanitizer);
	struct builder b = {.tree = tree, .depth = 1};
	const char *p = buf_str(&tree->source), *end = p + tree->source.len;
	*VEC_PUSH(tree->nodes, tree->len, tree->cap) =
		(struct extract_node){.traits = EXTRACT_BLOCK | EXTRACT_BOX};
	while (p < end) {
		const char *tag = memchr(p, '<', (size_t)(end - p));
		if (!tag)
			tag = end;
		if (tag > p)
			add_node(&b, p, tag, EXTRACT_TEXT);
		p = tag < end ? add_tag(&b, tag, end) : end;
	}
	while (b.depth > 1)
		close_one(&b);
	tree->nodes[0].next = (uint32_t)tree->len;
}

void
extract_tree_done(struct extract_tree *tree)
{
	buf_done(&tree->source);
	free(tree->nodes);
}

/* ---- questions */

struct span
extract_tree_name(const struct extract_tree *tree, const struct extract_node *node)
{
	struct span s = {tree->source.data + node->at, node->end - node->at};
	if (node->traits & EXTRACT_TEXT || s.n < 2)
		return s;
	s = (struct span){s.p + 1, 0};
	while (s.p[s.n] != ' ' && s.p[s.n] != '>')
		s.n++;
	return s;
}

struct span
extract_tree_value(const struct extract_tree *tree, const struct extract_node *node,
	const char *attribute)
{
	const char *start = tree->source.data + node->at, *p = start;
	const char *end = tree->source.data + node->end;
	size_t n = strlen(attribute);
	while ((p = memchr(p, '"', (size_t)(end - p))) != NULL) {
		const char *close = memchr(p + 1, '"', (size_t)(end - p - 1));
		if (!close)
			break;
		const char *name = (size_t)(p - start) > n + 2 ? p - 1 - n : NULL;
		if (name && name[-1] == ' ' && memcmp(name, attribute, n) == 0 &&
			name[n] == '=')
			return (struct span){p + 1, (size_t)(close - p - 1)};
		p = close + 1;
	}
	return (struct span){NULL, 0};
}

void
extract_tree_words(
	const struct extract_tree *tree, size_t index, struct buf *out, size_t max)
{
	size_t start = out->len;
	for (size_t i = index; i < tree->nodes[index].next && out->len - start < max;
		i++) {
		const struct extract_node *node = &tree->nodes[i];
		struct span text = extract_tree_name(tree, node);
		for (size_t k = 0; node->traits & EXTRACT_TEXT && k < text.n; k++) {
			bool blank = str_space((unsigned char)text.p[k]);
			if (!blank ||
				(out->len > start && out->data[out->len - 1] != ' '))
				buf_addc(out, blank ? ' ' : text.p[k]);
		}
	}
	while (out->len > start && out->data[out->len - 1] == ' ')
		buf_cut(out, out->len - 1);
}

/* ---- sums */

static uint32_t
letters(struct span text)
{
	uint32_t n = 0;
	for (size_t i = 0; i < text.n; i++)
		n += (unsigned char)text.p[i] > ' ';
	return n;
}

void
extract_tree_sum(struct extract_tree *tree)
{
	uint32_t link_end = 0;
	for (size_t i = 1; i < tree->len; i++) {
		struct extract_node *node = &tree->nodes[i];
		if (node->traits & EXTRACT_LINK && node->next > link_end)
			link_end = node->next;
		if (!(node->traits & EXTRACT_TEXT))
			continue;
		node->text = letters(extract_tree_name(tree, node));
		node->links = i < link_end ? node->text : 0;
		tree->nodes[node->block].own += node->text;
		tree->nodes[node->block].linked += node->links;
	}
	for (size_t i = tree->len; i-- > 1;) {
		const struct extract_node *node = &tree->nodes[i];
		tree->nodes[node->parent].text += node->text;
		tree->nodes[node->parent].links += node->links;
	}
}

void
extract_tree_weigh(struct extract_tree *tree)
{
	tree->first = tree->last = 0;
	for (size_t i = 0; i < tree->len; i++)
		tree->nodes[i].good = 0;
	for (size_t i = 0; i < tree->len;) {
		struct extract_node *node = &tree->nodes[i];
		if (node->traits & EXTRACT_DROPPED) {
			i = node->next;
			continue;
		}
		bool prose = node->traits & (EXTRACT_PROSE | EXTRACT_BOX);
		if (prose && node->own >= GOOD_MIN && node->linked * 2 < node->own) {
			node->good = node->own - node->linked;
			tree->first = tree->first ? tree->first : (uint32_t)i;
			tree->last = (uint32_t)i;
		}
		i++;
	}
	for (size_t i = tree->len; i-- > 1;)
		tree->nodes[tree->nodes[i].parent].good += tree->nodes[i].good;
}
