#include "config.h"

#include "extract/tags.h"

#include <string.h>

#include "base/buf.h"
#include "base/str.h"
#include "extract/tree.h"

static void
put_end(struct extract_tags *t, struct extract_node *node)
{
	struct span name = extract_tree_name(t->tree, node);
	if (node->traits & EXTRACT_ENDED)
		return;
	buf_adds(t->out, "</");
	buf_add(t->out, name.p, name.n);
	buf_addc(t->out, '>');
	node->traits |= EXTRACT_ENDED;
}

void
extract_tags_reach(struct extract_tags *t, uint32_t index)
{
	while (t->depth && t->tree->nodes[t->open[t->depth - 1]].next <= index)
		put_end(t, &t->tree->nodes[t->open[--t->depth]]);
}

void
extract_tags_opened(struct extract_tags *t, uint32_t index)
{
	t->open[t->depth++] = index;
}

void
extract_tags_mark(struct extract_tags *t, uint32_t index)
{
	const struct extract_node *mark = &t->tree->nodes[index];
	struct span text = {t->tree->source.data + mark->at, mark->end - mark->at};
	struct span name = {text.p + strlen("<!--"), text.n - strlen("<!---->")};
	for (size_t k = t->depth; k > 0 && name.n; k--) {
		struct extract_node *node = &t->tree->nodes[t->open[k - 1]];
		struct span other = extract_tree_name(t->tree, node);
		if (node->traits & EXTRACT_ENDED || other.n != name.n ||
			memcmp(other.p, name.p, name.n) != 0)
			continue;
		put_end(t, node);
		return;
	}
}

void
extract_tags_end(struct extract_tags *t)
{
	extract_tags_reach(t, UINT32_MAX);
}
