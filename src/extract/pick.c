/*
 * From the root, each step goes into the child that holds most of the good text, as long
 * as little is left behind, or as the child says that it is the article and no other
 * child looks like it: the posts of a discussion, or of a front page, belong together.
 */
#include "config.h"

#include "extract/pick.h"

#include "base/span.h"
#include "extract/tree.h"

/* Percent of the good text that a step may leave behind. */
#define LEFT_PLAIN 4
#define LEFT_MAIN 45
#define LEFT_BODY 55

static uint32_t
best_child(const struct extract_tree *tree, uint32_t index)
{
	const struct extract_node *nodes = tree->nodes;
	uint32_t best = 0;
	for (uint32_t i = index + 1; i < nodes[index].next; i = nodes[i].next)
		if (!(nodes[i].traits & EXTRACT_DROPPED) && nodes[i].good &&
			(!best || nodes[i].good > nodes[best].good))
			best = i;
	return best;
}

/* Does the node have siblings like it, with text of their own? */
static bool
has_peers(const struct extract_tree *tree, uint32_t index)
{
	const struct extract_node *nodes = tree->nodes, *node = &nodes[index];
	struct span name = extract_tree_name(tree, node);
	struct span class = extract_tree_value(tree, node, "class");
	uint32_t parent = node->parent;
	for (uint32_t i = parent + 1; i < nodes[parent].next; i = nodes[i].next) {
		struct span other = extract_tree_value(tree, &nodes[i], "class");
		if (i == index || nodes[i].traits & (EXTRACT_DROPPED | EXTRACT_TEXT) ||
			nodes[i].good * 12 < node->good)
			continue;
		struct span tag = extract_tree_name(tree, &nodes[i]);
		if (span_isame(tag, name) && span_isame(other, class))
			return true;
	}
	return false;
}

static bool
leads_on(const struct extract_tree *tree, uint32_t from, uint32_t to)
{
	const struct extract_node *node = &tree->nodes[to];
	uint64_t all = tree->nodes[from].good, left = all - node->good;
	uint64_t may = node->traits & EXTRACT_BODY   ? LEFT_BODY
		       : node->traits & EXTRACT_MAIN ? LEFT_MAIN
						     : LEFT_PLAIN;
	if (!(node->traits & EXTRACT_BOX) && !(node->traits & EXTRACT_BODY))
		return false;
	return left * 100 <= all * may && (may == LEFT_PLAIN || !has_peers(tree, to));
}

/* What holds the article: the innermost element around the text that says so, or what is
 * around a text that says that it is one. */
static uint32_t
whole_of(const struct extract_tree *tree, uint32_t body)
{
	const struct extract_node *nodes = tree->nodes;
	for (uint32_t i = body; i; i = nodes[i].parent)
		if (nodes[i].traits & EXTRACT_MAIN)
			return i;
	return nodes[body].traits & EXTRACT_BODY ? nodes[body].parent : body;
}

struct extract_pick
extract_pick(const struct extract_tree *tree)
{
	uint32_t body = 0, child;
	while ((child = best_child(tree, body)) != 0 && leads_on(tree, body, child))
		body = child;
	return (struct extract_pick){.whole = whole_of(tree, body), .body = body};
}
