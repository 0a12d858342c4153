/*
 * The source is sanitized (sanitize.h) and parsed by gumbo into a tree, which is walked
 * without recursion. Each element has a row in a table that says what it changes until
 * its end and which functions it calls; a stack keeps the state to restore.
 *
 * This happens in parts of a few kilobytes, since gumbo takes a tenth of a second for a
 * megabyte and the caller has a screen to draw. Each part is parsed as a document that
 * first reopens what the part before left open. These elements stay on the stack from
 * part to part: they are not started again when they reappear at the start of the next
 * tree, nor ended at the end of a tree.
 */
#include "config.h"

#include "render/element.h"

#include <gumbo.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/vec.h"
#include "render/grid.h"
#include "render/list.h"
#include "render/media.h"
#include "render/node.h"
#include "render/sanitize.h"

#define DEFINITION_INDENT 4
#define PART_BYTES 8192 /* of sanitized source, read at a time */

enum {
	SKIP = 1 << 0, /* skip its content */
	LINE = 1 << 1, /* a line break before and after */
	GAP = 1 << 2,  /* a blank line before and after */
};

struct rule {
	uint16_t flags;
	uint16_t style;
	void (*start)(struct flow *flow, const GumboNode *node);
	void (*end)(struct flow *flow);
};

static void
start_link(struct flow *flow, const GumboNode *node)
{
	render_flow_link_open(flow, span_of(render_node_attribute(node, "href")));
}

static void
start_break(struct flow *flow, const GumboNode *node)
{
	(void)node;
	render_flow_newline(flow);
}

static void
start_rule(struct flow *flow, const GumboNode *node)
{
	(void)node;
	render_flow_rule(flow);
}

static void
start_quote(struct flow *flow, const GumboNode *node)
{
	(void)node;
	render_flow_quote(flow);
}

static void
start_pre(struct flow *flow, const GumboNode *node)
{
	(void)node;
	flow->now.pre = true;
}

static void
start_definition(struct flow *flow, const GumboNode *node)
{
	(void)node;
	render_flow_indent(flow, DEFINITION_INDENT);
}

static void
start_q(struct flow *flow, const GumboNode *node)
{
	(void)node;
	render_flow_text(flow, "“", strlen("“"));
}

static void
end_q(struct flow *flow)
{
	render_flow_text(flow, "”", strlen("”"));
}

static void
start_ruby(struct flow *flow, const GumboNode *node)
{
	(void)node;
	render_flow_text(flow, "(", 1);
}

static void
end_ruby(struct flow *flow)
{
	render_flow_text(flow, ")", 1);
}

static size_t
count_items(const GumboNode *node)
{
	size_t items = 0;
	const GumboVector *children = &node->v.element.children;
	for (unsigned i = 0; i < children->length; i++) {
		const GumboNode *child = children->data[i];
		items += child->type == GUMBO_NODE_ELEMENT &&
			 child->v.element.tag == GUMBO_TAG_LI;
	}
	return items;
}

static void
start_list(struct flow *flow, const GumboNode *node)
{
	if (node->v.element.tag != GUMBO_TAG_OL) {
		render_list_bullets(flow);
		return;
	}
	render_list_numbers(flow, render_node_attribute(node, "type"),
		render_node_number(node, "start", RENDER_LIST_NO_NUMBER),
		render_node_attribute(node, "reversed") != NULL,
		(int64_t)count_items(node));
}

static void
end_list(struct flow *flow)
{
	render_flow_break(flow);
}

static void
start_item(struct flow *flow, const GumboNode *node)
{
	render_list_item(flow, render_node_number(node, "value", RENDER_LIST_NO_NUMBER));
}

static void
start_raised(struct flow *flow, const GumboNode *node)
{
	flow->now.shift = node->v.element.tag == GUMBO_TAG_SUP ? 1 : -1;
}

/* Tables. */

static void
start_table(struct flow *flow, const GumboNode *node)
{
	(void)node;
	render_grid_start(flow);
}

static void
start_row(struct flow *flow, const GumboNode *node)
{
	(void)node;
	render_grid_row(flow);
}

static void
start_cell(struct flow *flow, const GumboNode *node)
{
	int64_t columns = render_node_number(node, "colspan", 1),
		rows = render_node_number(node, "rowspan", 1);
	render_grid_cell(flow,
		columns > 0 && columns < UINT16_MAX ? (uint32_t)columns : 1,
		rows > 0 && rows < UINT16_MAX ? (uint32_t)rows : 1,
		node->v.element.tag == GUMBO_TAG_TH);
}

/* Elements that are not listed are inline and have no style. */
static const struct rule rules[GUMBO_TAG_LAST] = {
	[GUMBO_TAG_A] = {.start = start_link, .end = render_flow_link_close},
	[GUMBO_TAG_ADDRESS] = {.flags = LINE, .style = RENDER_ITALIC},
	[GUMBO_TAG_ARTICLE] = {.flags = LINE},
	[GUMBO_TAG_ASIDE] = {.flags = GAP},
	[GUMBO_TAG_AUDIO] = {.flags = SKIP, .start = render_media_play},
	[GUMBO_TAG_B] = {.style = RENDER_BOLD},
	[GUMBO_TAG_BLOCKQUOTE] = {.flags = GAP, .start = start_quote},
	[GUMBO_TAG_BR] = {.start = start_break},
	[GUMBO_TAG_CAPTION] = {.flags = GAP, .style = RENDER_ITALIC},
	[GUMBO_TAG_CENTER] = {.flags = LINE},
	[GUMBO_TAG_CITE] = {.style = RENDER_ITALIC},
	[GUMBO_TAG_CODE] = {.style = RENDER_CODE},
	[GUMBO_TAG_DD] = {.flags = LINE, .start = start_definition},
	[GUMBO_TAG_DEL] = {.style = RENDER_STRIKE},
	[GUMBO_TAG_DETAILS] = {.flags = GAP},
	[GUMBO_TAG_DFN] = {.style = RENDER_ITALIC},
	[GUMBO_TAG_DIV] = {.flags = LINE},
	[GUMBO_TAG_DL] = {.flags = GAP},
	[GUMBO_TAG_DT] = {.flags = LINE, .style = RENDER_BOLD},
	[GUMBO_TAG_EM] = {.style = RENDER_ITALIC},
	[GUMBO_TAG_EMBED] = {.flags = SKIP, .start = render_media_play},
	[GUMBO_TAG_FIGCAPTION] = {.flags = LINE, .style = RENDER_ITALIC},
	[GUMBO_TAG_FIGURE] = {.flags = GAP},
	[GUMBO_TAG_FOOTER] = {.flags = GAP},
	[GUMBO_TAG_H1] = {.flags = GAP, .style = RENDER_HEADING | RENDER_BOLD},
	[GUMBO_TAG_H2] = {.flags = GAP, .style = RENDER_HEADING | RENDER_BOLD},
	[GUMBO_TAG_H3] = {.flags = GAP, .style = RENDER_HEADING | RENDER_BOLD},
	[GUMBO_TAG_H4] = {.flags = GAP, .style = RENDER_HEADING | RENDER_BOLD},
	[GUMBO_TAG_H5] = {.flags = GAP, .style = RENDER_HEADING | RENDER_BOLD},
	[GUMBO_TAG_H6] = {.flags = GAP, .style = RENDER_HEADING | RENDER_BOLD},
	[GUMBO_TAG_HEADER] = {.flags = GAP},
	[GUMBO_TAG_HR] = {.start = start_rule},
	[GUMBO_TAG_I] = {.style = RENDER_ITALIC},
	[GUMBO_TAG_IFRAME] = {.flags = SKIP, .start = render_media_play},
	[GUMBO_TAG_IMG] = {.flags = SKIP, .start = render_media_image},
	[GUMBO_TAG_INS] = {.style = RENDER_UNDERLINE},
	[GUMBO_TAG_KBD] = {.style = RENDER_CODE},
	[GUMBO_TAG_LI] = {.flags = LINE, .start = start_item},
	[GUMBO_TAG_MAIN] = {.flags = LINE},
	[GUMBO_TAG_MARK] = {.style = RENDER_BOLD},
	[GUMBO_TAG_MENU] = {.start = start_list, .end = end_list},
	[GUMBO_TAG_NAV] = {.flags = GAP},
	[GUMBO_TAG_OL] = {.start = start_list, .end = end_list},
	[GUMBO_TAG_P] = {.flags = GAP},
	[GUMBO_TAG_PRE] = {.flags = GAP, .style = RENDER_CODE, .start = start_pre},
	[GUMBO_TAG_Q] = {.start = start_q, .end = end_q},
	[GUMBO_TAG_RP] = {.flags = SKIP},
	[GUMBO_TAG_RT] = {.start = start_ruby, .end = end_ruby},
	[GUMBO_TAG_S] = {.style = RENDER_STRIKE},
	[GUMBO_TAG_SAMP] = {.style = RENDER_CODE},
	[GUMBO_TAG_SECTION] = {.flags = LINE},
	[GUMBO_TAG_SOURCE] = {.flags = SKIP},
	[GUMBO_TAG_STRIKE] = {.style = RENDER_STRIKE},
	[GUMBO_TAG_STRONG] = {.style = RENDER_BOLD},
	[GUMBO_TAG_SUB] = {.start = start_raised},
	[GUMBO_TAG_SUMMARY] = {.flags = LINE, .style = RENDER_BOLD},
	[GUMBO_TAG_SUP] = {.start = start_raised},
	[GUMBO_TAG_TABLE] = {.flags = GAP, .start = start_table, .end = render_grid_end},
	[GUMBO_TAG_TD] = {.flags = LINE,
		.start = start_cell,
		.end = render_grid_cell_end},
	[GUMBO_TAG_TH] = {.flags = LINE,
		.style = RENDER_BOLD,
		.start = start_cell,
		.end = render_grid_cell_end},
	[GUMBO_TAG_TR] = {.flags = LINE, .start = start_row, .end = render_grid_row_end},
	[GUMBO_TAG_TT] = {.style = RENDER_CODE},
	[GUMBO_TAG_U] = {.style = RENDER_UNDERLINE},
	[GUMBO_TAG_UL] = {.start = start_list, .end = end_list},
	[GUMBO_TAG_VAR] = {.style = RENDER_ITALIC},
	[GUMBO_TAG_VIDEO] = {.flags = SKIP, .start = render_media_play},
};

/* The walk. */

struct level {
	const struct rule *rule;
	const GumboNode *node; /* NULL: from an earlier part, not yet met in this one */
	unsigned next;         /* index of the next child */
	bool skip;             /* its content is skipped */
	bool hidden;           /* and it does not break lines either */
	bool ended;            /* its end tag came before those of elements in it */
	struct flow_state before;
};

struct element_reader {
	struct flow *flow;
	struct sanitizer *sanitizer;
	struct buf source; /* the current part, sanitized */
	struct sanitized_part part;
	size_t want;          /* bytes per part */
	struct level *levels; /* the open elements */
	size_t len, cap;
	size_t met; /* how many of them were met in this part */
};

static void
apply_breaks(struct flow *flow, const struct rule *rule)
{
	if (rule->flags & GAP)
		render_flow_gap(flow);
	else if (rule->flags & LINE)
		render_flow_break(flow);
}

static void
leave(struct element_reader *r)
{
	struct flow *flow = r->flow;
	const struct level *level = &r->levels[--r->len];
	const struct rule *rule = level->rule;
	struct flow_state ended = flow->now;
	if (level->hidden)
		return;
	if (rule->end)
		rule->end(flow);
	flow->now = level->before;
	apply_breaks(flow, rule);
	/* The list continues with the number after its item's; a list that is not in
	 * another one ends with a blank line. */
	if (rule->start == start_item)
		flow->now.number = ended.number;
	if (rule->start == start_list && !flow->now.bullets && !flow->now.numbering)
		render_flow_gap(flow);
}

/* Ends the elements that were open at the end of the last part but are not in this. */
static void
leave_unmet(struct element_reader *r)
{
	while (r->len > r->met)
		leave(r);
}

/* Where lines of <pre> count, they do so as it has them. */
static void
apply_space(struct flow *flow, const GumboNode *node)
{
	enum node_space space = render_node_space(node);
	if (space == NODE_SPACE_UNSAID)
		return;
	flow->now.lines = space == NODE_SPACE_LINES;
	flow->now.pre =
		space == NODE_SPACE_STAYS || (space == NODE_SPACE_LINES && flow->now.pre);
}

static void
enter(struct element_reader *r, const GumboNode *node)
{
	const struct rule *rule = &rules[node->v.element.tag];
	unsigned children = node->v.element.children.length;
	if (r->met < r->len) {
		struct level *known = &r->levels[r->met];
		if (!known->node && known->rule == rule) {
			known->node = node;
			known->next = known->skip ? children : 0;
			r->met++;
			return;
		}
		leave_unmet(r);
	}
	struct level *level = VEC_PUSH(r->levels, r->len, r->cap);
	*level = (struct level){.rule = rule, .node = node, .before = r->flow->now};
	level->hidden = render_node_hidden(node);
	level->skip = level->hidden || (rule->flags & SKIP);
	level->next = level->skip ? children : 0;
	r->met = r->len;
	if (level->hidden)
		return;
	apply_breaks(r->flow, rule);
	r->flow->now.style |= rule->style;
	if (rule->start)
		rule->start(r->flow, node);
	apply_space(r->flow, node);
}

/* Handles the end tag of a formatting element that comes before those of elements in it:
 * a link gets its number, and the style ends for the rest of those elements as well. */
static void
end_early(struct element_reader *r, const char *name)
{
	struct flow *flow = r->flow;
	const struct rule *rule = &rules[gumbo_tag_enum(name)];
	size_t i = r->len;
	while (i > 0 && (r->levels[i - 1].rule != rule || r->levels[i - 1].ended))
		i--;
	if (i == 0)
		return;
	struct level *level = &r->levels[i - 1];
	bool link = rule->start == start_link;
	uint16_t style = link ? RENDER_LINK : rule->style;
	uint16_t keep = (uint16_t) ~(style & ~level->before.style);
	level->ended = true;
	if (link)
		render_flow_link_close(flow);
	for (; i < r->len; i++) {
		r->levels[i].before.style &= keep;
		if (link)
			r->levels[i].before.anchor = NULL;
	}
	flow->now.style &= keep;
	if (link)
		flow->now.anchor = NULL;
}

/* Does the element continue in the next part? Then its end tag is one of those that were
 * added after the part. */
static bool
goes_on(const struct element_reader *r, const GumboNode *node)
{
	const char *end = node->v.element.original_end_tag.data;
	GumboTag tag = node->v.element.tag;
	if (r->part.last)
		return false;
	return tag == GUMBO_TAG_HTML || tag == GUMBO_TAG_BODY ||
	       (end && end >= r->source.data + r->part.end);
}

/* Walks the tree to its end, or to the first element that continues in the next part. */
static void
walk(struct element_reader *r, const GumboNode *root)
{
	for (size_t i = 0; i < r->len; i++)
		r->levels[i].node = NULL;
	r->met = 0;
	enter(r, root);
	while (r->len > 0) {
		struct level *level = &r->levels[r->met - 1];
		const GumboVector *children = &level->node->v.element.children;
		if (level->next == children->length) {
			if (goes_on(r, level->node))
				break;
			leave_unmet(r);
			leave(r);
			r->met = r->len;
			continue;
		}
		const GumboNode *child = children->data[level->next++];
		if (child->type == GUMBO_NODE_ELEMENT) {
			if (child->v.element.tag != GUMBO_TAG_HEAD)
				enter(r, child);
		} else if (child->type == GUMBO_NODE_COMMENT) {
			end_early(r, child->v.text.text);
		} else {
			leave_unmet(r);
			render_flow_text(
				r->flow, child->v.text.text, strlen(child->v.text.text));
		}
	}
}

struct element_reader *
render_element_new(struct flow *flow, const char *html, size_t n, size_t part)
{
	struct element_reader *r = mem_zalloc(sizeof *r);
	r->flow = flow;
	r->want = part ? part : PART_BYTES;
	r->sanitizer = render_sanitize_new(html, n);
	return r;
}

void
render_element_free(struct element_reader *r)
{
	if (!r)
		return;
	render_sanitize_free(r->sanitizer);
	buf_done(&r->source);
	free(r->levels);
	free(r);
}

bool
render_element_step(struct element_reader *r)
{
	/* It needs a document type: without one, paragraphs may contain tables. */
	buf_clear(&r->source);
	buf_adds(&r->source, "<!DOCTYPE html><body>");
	r->part = render_sanitize_next(r->sanitizer, &r->source, r->want);
	GumboOptions options = kGumboDefaultOptions;
	options.max_errors = 0;
	GumboOutput *tree =
		gumbo_parse_with_options(&options, r->source.data, r->source.len);
	if (tree) {
		walk(r, tree->root);
		gumbo_destroy_output(&options, tree);
	}
	if (r->part.last)
		render_flow_break(r->flow);
	return r->part.last;
}
