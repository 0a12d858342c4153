#include "config.h"

#include "ui/feeds/feed_tree.h"

#include <string.h>

#include "base/str.h"
#include "store/feed/feed.h"

#define DEPTH_MAX 64 /* deeper tags are shown at this depth */

struct node {
	const char *path, *label;
	int depth;
	size_t *feeds; /* those with exactly this tag */
	size_t feeds_len;
	size_t *children;
	size_t children_len;
	uint64_t unread;
	size_t count; /* feeds with this tag or one below it, each once */
	size_t stamp; /* the feed counted last, + 1 */
};

struct builder {
	struct ui_tree *tree;
	const struct ui_tree_plan *plan;
	struct map paths; /* path → index + 1 */
	struct node *nodes;
	size_t nodes_len;
	size_t *roots;
	size_t roots_len;
};

static void
push_index(struct arena *arena, size_t **list, size_t *len, size_t index)
{
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): callers give an address */
	*list = arena_push(arena, *list, *len, sizeof **list);
	(*list)[(*len)++] = index;
}

/* The node of a path; made, with those above it, if there is none. */
static size_t
node_of(struct builder *b, const char *path, size_t n)
{
	struct arena *arena = &b->tree->arena;
	uintptr_t known = (uintptr_t)map_get(&b->paths, path, n);
	if (known)
		return known - 1;
	size_t cut = n, parent = 0;
	while (cut > 0 && path[cut - 1] != '/')
		cut--;
	bool nested = cut > 1;
	if (nested)
		parent = node_of(b, path, cut - 1);
	size_t index = b->nodes_len;
	b->nodes = arena_push(arena, b->nodes, index, sizeof *b->nodes);
	b->nodes_len++;
	struct node *node = &b->nodes[index];
	node->path = arena_strndup(arena, path, n);
	node->label = nested ? node->path + cut : node->path;
	node->depth = nested ? b->nodes[parent].depth + 1 : 0;
	*map_put(&b->paths, path, n) = (void *)(uintptr_t)(index + 1);
	if (nested)
		push_index(arena, &b->nodes[parent].children,
			&b->nodes[parent].children_len, index);
	else
		push_index(arena, &b->roots, &b->roots_len, index);
	return index;
}

/* Counts the feed in the tag and in those above it, once in each. */
static void
count(struct builder *b, size_t feed, const char *tag, size_t n)
{
	for (;;) {
		size_t index = node_of(b, tag, n);
		struct node *node = &b->nodes[index];
		if (node->stamp != feed + 1) {
			node->stamp = feed + 1;
			node->unread += b->plan->feeds[feed].unread;
			node->count++;
		}
		while (n > 0 && tag[n - 1] != '/')
			n--;
		if (n <= 1)
			return;
		n--;
	}
}

static struct ui_tree_row *
push_row(struct ui_tree *tree)
{
	tree->rows = arena_push(&tree->arena, tree->rows, tree->len, sizeof *tree->rows);
	return &tree->rows[tree->len++];
}

static void
emit_feed(struct builder *b, size_t index, const char *tag, int depth, bool shown)
{
	struct ui_tree *tree = b->tree;
	const struct store_feed *feed = &b->plan->feeds[index];
	tree->order = arena_push(
		&tree->arena, tree->order, tree->order_len, sizeof *tree->order);
	tree->order[tree->order_len++] = feed;
	if (shown && (!b->plan->keep || b->plan->keep(b->plan->data, feed)))
		*push_row(tree) = (struct ui_tree_row){
			.tag = tag, .feed = feed, .id = feed->id, .depth = depth};
}

/* A tag is shown if one of its feeds would be. */
static bool
has_kept(const struct builder *b, const struct node *node)
{
	if (!b->plan->keep)
		return true;
	for (size_t i = 0; i < node->feeds_len; i++)
		if (b->plan->keep(b->plan->data, &b->plan->feeds[node->feeds[i]]))
			return true;
	for (size_t i = 0; i < node->children_len; i++)
		if (has_kept(b, &b->nodes[node->children[i]]))
			return true;
	return false;
}

static void
emit_tag(struct builder *b, size_t index, bool shown)
{
	const struct node *node = &b->nodes[index];
	int depth = node->depth < DEPTH_MAX ? node->depth : DEPTH_MAX;
	bool folded = map_get(b->plan->folded, node->path, strlen(node->path)) != NULL;
	shown = shown && has_kept(b, node);
	if (shown)
		*push_row(b->tree) = (struct ui_tree_row){
			.tag = node->path,
			.label = node->label,
			.depth = depth,
			.folded = folded,
			.unread = node->unread,
			.feeds = node->count,
		};
	shown = shown && !folded;
	for (size_t i = 0; i < node->feeds_len; i++)
		emit_feed(b, node->feeds[i], node->path, depth + 1, shown);
	for (size_t i = 0; i < node->children_len; i++)
		emit_tag(b, node->children[i], shown);
}

/* Strips empty parts from both ends of a tag, which would be nodes without a name. */
static struct span
plain_tag(const char *tag)
{
	struct span s = span_trim(span_of(tag));
	while (s.n && s.p[0] == '/') {
		s.p++;
		s.n--;
	}
	while (s.n && s.p[s.n - 1] == '/')
		s.n--;
	return s;
}

/* Whether node a belongs after b. */
static bool
is_behind(const struct builder *b, size_t one, size_t other)
{
	const struct node *x = &b->nodes[one], *y = &b->nodes[other];
	int order = b->plan->tags == UI_TREE_TAGS_LABEL ? strcoll(x->label, y->label)
		    : x->unread == y->unread            ? 0
		    : x->unread < y->unread             ? 1
							: -1;
	return b->plan->reverse ? order < 0 : order > 0;
}

/* Tags are few, and mostly sorted. */
static void
sort_nodes(const struct builder *b, size_t *list, size_t len)
{
	if (b->plan->tags == UI_TREE_TAGS_FIRST)
		return;
	for (size_t i = 1; i < len; i++) {
		size_t node = list[i], k = i;
		for (; k > 0 && is_behind(b, list[k - 1], node); k--)
			list[k] = list[k - 1];
		list[k] = node;
	}
}

/* Puts a feed below its tags, or before all of them. */
static void
add_feed(struct builder *b, size_t index)
{
	const struct store_feed *feed = &b->plan->feeds[index];
	bool tagged = false;
	for (size_t t = 0; t < feed->tags_len; t++) {
		struct span tag = plain_tag(feed->tags[t]);
		if (tag.n == 0)
			continue;
		tagged = true;
		size_t at = node_of(b, tag.p, tag.n);
		struct node *node = &b->nodes[at];
		push_index(&b->tree->arena, &node->feeds, &node->feeds_len, index);
		count(b, index, tag.p, tag.n);
	}
	if (!tagged)
		emit_feed(b, index, NULL, 0, true);
}

void
ui_feeds_tree_build(struct ui_tree *tree, const struct ui_tree_plan *plan)
{
	*tree = (struct ui_tree){0};
	arena_init(&tree->arena);
	struct builder b = {.tree = tree, .plan = plan, .paths = MAP_INIT};
	for (size_t i = 0; i < plan->len; i++) {
		size_t index = plan->sequence ? plan->sequence[i] : i;
		if (!plan->feeds[index].hidden)
			add_feed(&b, index);
	}
	sort_nodes(&b, b.roots, b.roots_len);
	for (size_t i = 0; i < b.nodes_len; i++)
		sort_nodes(&b, b.nodes[i].children, b.nodes[i].children_len);
	for (size_t i = 0; i < b.roots_len; i++)
		emit_tag(&b, b.roots[i], true);
	map_done(&b.paths);
}

void
ui_feeds_tree_done(struct ui_tree *tree)
{
	arena_done(&tree->arena);
	*tree = (struct ui_tree){0};
}

size_t
ui_feeds_tree_find(const struct ui_tree *tree, const char *tag, uint32_t feed)
{
	size_t other = tree->len;
	for (size_t i = 0; i < tree->len; i++) {
		const struct ui_tree_row *row = &tree->rows[i];
		if (row->id != feed)
			continue;
		if (str_eq(row->tag, tag))
			return i;
		if (feed && other == tree->len)
			other = i;
	}
	return other;
}
