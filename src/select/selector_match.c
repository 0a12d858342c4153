/*
 * Each element gets the set of steps that match it together with all steps before them.
 * That takes only the sets of its parent, of its ancestors together, and of the elements
 * before it in its parent; in the order of the page these are known, so nothing is ever
 * tried twice.
 */
#include "config.h"

#include "select/selector_match.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/str.h"
#include "feed/unpack.h"
#include "select/selector.h"
#include "select/tree.h"

struct sets {
	uint64_t own;
	uint64_t above;  /* of any ancestor */
	uint64_t beside; /* of any element before it in its parent */
};

struct matcher {
	const struct select_tree *tree;
	const struct selector *selector;
	const bool *scope;
	struct sets *sets;
	struct buf scratch;
};

static bool
same(struct span a, struct span b, bool any_case)
{
	return any_case ? span_isame(a, b) : span_same(a, b);
}

static bool
has_word(struct span text, struct span word, bool any_case)
{
	const char *p = text.p, *end = text.p + text.n;
	while (p < end) {
		while (p < end && str_space((unsigned char)*p))
			p++;
		struct span at = {p, 0};
		while (p < end && !str_space((unsigned char)*p))
			p++;
		at.n = (size_t)(p - at.p);
		if (at.n && same(at, word, any_case))
			return true;
	}
	return false;
}

static bool
contains(struct span text, struct span part, bool any_case)
{
	for (size_t i = 0; part.n && i + part.n <= text.n; i++)
		if (same((struct span){text.p + i, part.n}, part, any_case))
			return true;
	return false;
}

static bool
test_value(const struct select_test *test, struct span value)
{
	struct span want = test->value, part = {value.p, want.n};
	bool fits = want.n <= value.n, any = test->any_case;
	switch (test->kind) {
	case SELECT_HAS:
		return true;
	case SELECT_ID:
	case SELECT_EQUAL:
		return same(value, want, any);
	case SELECT_CLASS:
	case SELECT_WORD:
		return has_word(value, want, any);
	case SELECT_DASH:
		return fits && same(part, want, any) &&
		       (value.n == want.n || value.p[want.n] == '-');
	case SELECT_PREFIX:
		return want.n && fits && same(part, want, any);
	case SELECT_SUFFIX:
		part.p = fits ? value.p + value.n - want.n : value.p;
		return want.n && fits && same(part, want, any);
	default:
		return contains(value, want, any);
	}
}

static bool
test_attribute(
	struct matcher *m, const struct select_node *node, const struct select_test *test)
{
	struct span name = test->kind == SELECT_CLASS ? SPAN_LIT("class")
			   : test->kind == SELECT_ID  ? SPAN_LIT("id")
						      : test->name;
	struct span value = select_tree_attribute(node, name);
	if (!value.p)
		return false;
	if (value.n && memchr(value.p, '&', value.n)) {
		buf_clear(&m->scratch);
		feed_text_references(&m->scratch, value);
		value = (struct span){buf_str(&m->scratch), m->scratch.len};
	}
	return test_value(test, value);
}

static bool
test_number(const struct select_node *node, const struct select_test *test)
{
	int64_t number = test->of_type ? node->type_number : node->number;
	int64_t left = test->of_type ? node->type_left : node->left;
	int64_t past = (test->last ? left + 1 : number) - test->b;
	return test->a == 0 ? past == 0 : past % test->a == 0 && past / test->a >= 0;
}

static bool
test_node(struct matcher *m, uint32_t index, const struct select_test *test)
{
	const struct select_node *node = &m->tree->nodes[index];
	switch (test->kind) {
	case SELECT_TYPE:
		return span_isame(node->name, test->name);
	case SELECT_NTH:
		return test_number(node, test);
	case SELECT_EMPTY:
		return !node->filled;
	case SELECT_ROOT:
		return index == 0;
	case SELECT_SCOPE:
		return m->scope ? m->scope[index] : index == 0;
	case SELECT_ANY:
		return m->sets[index].own & test->steps;
	case SELECT_NONE:
		return !(m->sets[index].own & test->steps);
	default:
		return test_attribute(m, node, test);
	}
}

/* Are the steps before this one matched by elements around or before this element? */
static bool
follows(const struct matcher *m, uint32_t index, const struct select_step *step)
{
	const struct select_node *node = &m->tree->nodes[index];
	uint64_t before = (uint64_t)1 << step->before;
	switch (step->relation) {
	case SELECT_DESCENDANT:
		return m->sets[index].above & before;
	case SELECT_CHILD:
		return index && m->sets[node->parent].own & before;
	case SELECT_NEXT:
		return node->before != SELECT_NO_NODE &&
		       m->sets[node->before].own & before;
	case SELECT_LATER:
		return m->sets[index].beside & before;
	default:
		return true;
	}
}

static void
match_node(struct matcher *m, uint32_t index)
{
	const struct select_node *node = &m->tree->nodes[index];
	struct sets *sets = &m->sets[index];
	if (index) {
		const struct sets *parent = &m->sets[node->parent];
		sets->above = parent->own | parent->above;
	}
	if (node->before != SELECT_NO_NODE) {
		const struct sets *before = &m->sets[node->before];
		sets->beside = before->own | before->beside;
	}
	for (size_t i = 0; i < m->selector->len; i++) {
		const struct select_step *step = &m->selector->steps[i];
		bool holds = follows(m, index, step);
		for (size_t k = 0; holds && k < step->tests_len; k++)
			holds = test_node(m, index, &step->tests[k]);
		sets->own |= (uint64_t)holds << i;
	}
}

void
select_match(const struct select_tree *tree, const struct selector *selector,
	const bool *scope, bool *found)
{
	struct matcher m = {.tree = tree,
		.selector = selector,
		.scope = scope,
		.sets = mem_zalloc(tree->len * sizeof *m.sets),
		.scratch = BUF_INIT(0)};
	for (uint32_t i = 0; i < tree->len; i++) {
		if (tree->nodes[i].name.n)
			match_node(&m, i);
		found[i] = m.sets[i].own & selector->ends;
	}
	free(m.sets);
	buf_done(&m.scratch);
}
