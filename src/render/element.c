/*
 * The source is tamed (tame.h), parsed by gumbo into a tree, and the tree is walked
 * without recursion: each element has a row in a table that says what it changes until it
 * ends and which function it calls. The state it changed is put back from a stack.
 *
 * All this happens in parts of a few kilobytes, for gumbo takes a tenth of a second for a
 * megabyte, and the caller has a screen to draw. Each part is parsed as a document that
 * opens again what the part before left open. Those elements stay on the stack between
 * parts: met again at the start of the next tree they are not started again, and at the
 * end of a tree they are not left.
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
#include "render/tame.h"

#define DEFINITION_INDENT 4
#define PART_BYTES 8192 /* of tamed source, read at once */

enum {
	SKIP = 1 << 0, /* its content is not read */
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
	flow_link_open(flow, span_of(render_node_attribute(node, "href")));
}

static void
start_break(struct flow *flow, const GumboNode *node)
{
	(void)node;
	flow_newline(flow);
}

static void
start_rule(struct flow *flow, const GumboNode *node)
{
	(void)node;
	flow_rule(flow);
}

static void
start_quote(struct flow *flow, const GumboNode *node)
{
	(void)node;
	flow_quote(flow);
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
	flow_indent(flow, DEFINITION_INDENT);
}

static void
start_q(struct flow *flow, const GumboNode *node)
{
	(void)node;
	flow_text(flow, "“", strlen("“"));
}

static void
end_q(struct flow *flow)
{
	flow_text(flow, "”", strlen("”"));
}

static void
start_ruby(struct flow *flow, const GumboNode *node)
{
	(void)node;
	flow_text(flow, "(", 1);
}

static void
end_ruby(struct flow *flow)
{
	flow_text(flow, ")", 1);
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
	flow_break(flow);
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

/* Elements that are not here are taken for inline ones without a style. */
static const struct rule rules[GUMBO_TAG_LAST] = {
	[GUMBO_TAG_A] = {0, 0, start_link, flow_link_close},
	[GUMBO_TAG_ADDRESS] = {LINE, RENDER_ITALIC, NULL, NULL},
	[GUMBO_TAG_ARTICLE] = {LINE, 0, NULL, NULL},
	[GUMBO_TAG_ASIDE] = {GAP, 0, NULL, NULL},
	[GUMBO_TAG_AUDIO] = {SKIP, 0, render_media_play, NULL},
	[GUMBO_TAG_B] = {0, RENDER_BOLD, NULL, NULL},
	[GUMBO_TAG_BLOCKQUOTE] = {GAP, 0, start_quote, NULL},
	[GUMBO_TAG_BR] = {0, 0, start_break, NULL},
	[GUMBO_TAG_CAPTION] = {GAP, RENDER_ITALIC, NULL, NULL},
	[GUMBO_TAG_CENTER] = {LINE, 0, NULL, NULL},
	[GUMBO_TAG_CITE] = {0, RENDER_ITALIC, NULL, NULL},
	[GUMBO_TAG_CODE] = {0, RENDER_CODE, NULL, NULL},
	[GUMBO_TAG_DD] = {LINE, 0, start_definition, NULL},
	[GUMBO_TAG_DEL] = {0, RENDER_STRIKE, NULL, NULL},
	[GUMBO_TAG_DETAILS] = {GAP, 0, NULL, NULL},
	[GUMBO_TAG_DFN] = {0, RENDER_ITALIC, NULL, NULL},
	[GUMBO_TAG_DIV] = {LINE, 0, NULL, NULL},
	[GUMBO_TAG_DL] = {GAP, 0, NULL, NULL},
	[GUMBO_TAG_DT] = {LINE, RENDER_BOLD, NULL, NULL},
	[GUMBO_TAG_EM] = {0, RENDER_ITALIC, NULL, NULL},
	[GUMBO_TAG_EMBED] = {SKIP, 0, render_media_play, NULL},
	[GUMBO_TAG_FIGCAPTION] = {LINE, RENDER_ITALIC, NULL, NULL},
	[GUMBO_TAG_FIGURE] = {GAP, 0, NULL, NULL},
	[GUMBO_TAG_FOOTER] = {GAP, 0, NULL, NULL},
	[GUMBO_TAG_H1] = {GAP, RENDER_HEADING | RENDER_BOLD, NULL, NULL},
	[GUMBO_TAG_H2] = {GAP, RENDER_HEADING | RENDER_BOLD, NULL, NULL},
	[GUMBO_TAG_H3] = {GAP, RENDER_HEADING | RENDER_BOLD, NULL, NULL},
	[GUMBO_TAG_H4] = {GAP, RENDER_HEADING | RENDER_BOLD, NULL, NULL},
	[GUMBO_TAG_H5] = {GAP, RENDER_HEADING | RENDER_BOLD, NULL, NULL},
	[GUMBO_TAG_H6] = {GAP, RENDER_HEADING | RENDER_BOLD, NULL, NULL},
	[GUMBO_TAG_HEADER] = {GAP, 0, NULL, NULL},
	[GUMBO_TAG_HR] = {0, 0, start_rule, NULL},
	[GUMBO_TAG_I] = {0, RENDER_ITALIC, NULL, NULL},
	[GUMBO_TAG_IFRAME] = {SKIP, 0, render_media_play, NULL},
	[GUMBO_TAG_IMG] = {SKIP, 0, render_media_image, NULL},
	[GUMBO_TAG_INS] = {0, RENDER_UNDERLINE, NULL, NULL},
	[GUMBO_TAG_KBD] = {0, RENDER_CODE, NULL, NULL},
	[GUMBO_TAG_LI] = {LINE, 0, start_item, NULL},
	[GUMBO_TAG_MAIN] = {LINE, 0, NULL, NULL},
	[GUMBO_TAG_MARK] = {0, RENDER_BOLD, NULL, NULL},
	[GUMBO_TAG_MENU] = {0, 0, start_list, end_list},
	[GUMBO_TAG_NAV] = {GAP, 0, NULL, NULL},
	[GUMBO_TAG_OL] = {0, 0, start_list, end_list},
	[GUMBO_TAG_P] = {GAP, 0, NULL, NULL},
	[GUMBO_TAG_PRE] = {GAP, RENDER_CODE, start_pre, NULL},
	[GUMBO_TAG_Q] = {0, 0, start_q, end_q},
	[GUMBO_TAG_RP] = {SKIP, 0, NULL, NULL},
	[GUMBO_TAG_RT] = {0, 0, start_ruby, end_ruby},
	[GUMBO_TAG_S] = {0, RENDER_STRIKE, NULL, NULL},
	[GUMBO_TAG_SAMP] = {0, RENDER_CODE, NULL, NULL},
	[GUMBO_TAG_SECTION] = {LINE, 0, NULL, NULL},
	[GUMBO_TAG_SOURCE] = {SKIP, 0, NULL, NULL},
	[GUMBO_TAG_STRIKE] = {0, RENDER_STRIKE, NULL, NULL},
	[GUMBO_TAG_STRONG] = {0, RENDER_BOLD, NULL, NULL},
	[GUMBO_TAG_SUB] = {0, 0, start_raised, NULL},
	[GUMBO_TAG_SUMMARY] = {LINE, RENDER_BOLD, NULL, NULL},
	[GUMBO_TAG_SUP] = {0, 0, start_raised, NULL},
	[GUMBO_TAG_TABLE] = {GAP, 0, start_table, render_grid_end},
	[GUMBO_TAG_TD] = {LINE, 0, start_cell, render_grid_cell_end},
	[GUMBO_TAG_TH] = {LINE, RENDER_BOLD, start_cell, render_grid_cell_end},
	[GUMBO_TAG_TR] = {LINE, 0, start_row, render_grid_row_end},
	[GUMBO_TAG_TT] = {0, RENDER_CODE, NULL, NULL},
	[GUMBO_TAG_U] = {0, RENDER_UNDERLINE, NULL, NULL},
	[GUMBO_TAG_UL] = {0, 0, start_list, end_list},
	[GUMBO_TAG_VAR] = {0, RENDER_ITALIC, NULL, NULL},
	[GUMBO_TAG_VIDEO] = {SKIP, 0, render_media_play, NULL},
};

/* The walk. */

struct level {
	const struct rule *rule;
	const GumboNode *node; /* NULL: of a part before, not yet met in this one */
	unsigned next;         /* child */
	bool skip;             /* its content is not read */
	bool hidden;           /* nor does it break lines */
	bool ended;            /* by its end tag, before those in it */
	struct flow_state before;
};

struct element_reader {
	struct flow *flow;
	struct tame *tame;
	struct buf source; /* the part, tamed */
	struct tame_part part;
	size_t want;          /* bytes of a part */
	struct level *levels; /* elements that are open */
	size_t len, cap;
	size_t met; /* of them, in this part */
};

static void
apply_breaks(struct flow *flow, const struct rule *rule)
{
	if (rule->flags & GAP)
		flow_gap(flow);
	else if (rule->flags & LINE)
		flow_break(flow);
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
	/* Items count on in their list; a list outside all others ends with a blank line.
	 */
	if (rule->start == start_item)
		flow->now.number = ended.number;
	if (rule->start == start_list && !flow->now.bullets && !flow->now.numbering)
		flow_gap(flow);
}

/* What was open at the end of the part before and is not in this one has ended. */
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

/* The end tag of a formatting element, before those of elements in it: a link gets its
 * number, and the style goes for what follows inside, too. */
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
		flow_link_close(flow);
	for (; i < r->len; i++) {
		r->levels[i].before.style &= keep;
		if (link)
			r->levels[i].before.anchor = NULL;
	}
	flow->now.style &= keep;
	if (link)
		flow->now.anchor = NULL;
}

/* Its end tag is one of those put in behind the part. */
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

/* Walks to the end, or to the first element that the next part goes on with. */
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
			flow_text(
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
	r->tame = render_tame_new(html, n);
	return r;
}

void
render_element_free(struct element_reader *r)
{
	if (!r)
		return;
	render_tame_free(r->tame);
	buf_done(&r->source);
	free(r->levels);
	free(r);
}

bool
render_element_step(struct element_reader *r)
{
	/* A document type, for without one paragraphs may hold tables. */
	buf_clear(&r->source);
	buf_adds(&r->source, "<!DOCTYPE html><body>");
	r->part = render_tame_next(r->tame, &r->source, r->want);
	GumboOptions options = kGumboDefaultOptions;
	options.max_errors = 0;
	GumboOutput *tree =
		gumbo_parse_with_options(&options, r->source.data, r->source.len);
	if (tree) {
		walk(r, tree->root);
		gumbo_destroy_output(&options, tree);
	}
	if (r->part.last)
		flow_break(r->flow);
	return r->part.last;
}
