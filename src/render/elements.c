/*
 * Each element has a row in a table that says what it changes until its end and which
 * functions it calls.
 */
#include "config.h"

#include "render/elements.h"

#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "render/grid.h"
#include "render/link_note.h"
#include "render/list_markers.h"
#include "render/media_note.h"
#include "render/node.h"
#include "render/prose.h"

#define DEFINITION_INDENT 4
#define TITLE_MAX 100 /* bytes of what an abbreviation stands for */

/* Does the link stand alone in brackets, with nothing around it but elements of style? */
static bool
is_bracketed(const struct flow *flow, const GumboNode *node)
{
	const struct buf *text = &flow->doc->text;
	if (!flow->open || flow->blanks_len || !text->len ||
		text->data[text->len - 1] != '[')
		return false;
	for (; node->parent; node = node->parent) {
		const GumboVector *beside = &node->parent->v.element.children;
		const GumboNode *after =
			node->index_within_parent + 1 < beside->length
				? beside->data[node->index_within_parent + 1]
				: NULL;
		if (after)
			return after->type == GUMBO_NODE_TEXT &&
			       *after->v.text.text == ']';
		const struct rule *rule = render_rule_of(node->parent);
		if (rule->flags || rule->start || rule->end)
			break;
	}
	return false;
}

static void
start_link(struct flow *flow, const GumboNode *node)
{
	render_note_link(flow, span_of(render_node_attribute(node, "href")));
	if (flow->now.anchor && !flow->now.anchor->jump)
		flow->now.anchor->bracketed = is_bracketed(flow, node);
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
	render_flow_text(flow, flow->now.quoted ? "‘" : "“", strlen("“"));
	flow->now.quoted = !flow->now.quoted;
}

static void
end_q(struct flow *flow)
{
	render_flow_text(flow, flow->now.quoted ? "”" : "’", strlen("”"));
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

/* A list that stands between the items of another one belongs to the item before it. */
static void
join_item(struct flow *flow, const GumboNode *node)
{
	const GumboNode *outer = node->parent;
	if (outer->type != GUMBO_NODE_ELEMENT ||
		!render_rule_is_list(render_rule_of(outer)))
		return;
	render_flow_break(flow);
	const struct render_doc *doc = flow->doc;
	const struct frame *frame =
		doc->blocks_len ? doc->blocks[doc->blocks_len - 1].frame : NULL;
	while (frame && frame->up != flow->now.frame)
		frame = frame->up;
	if (frame && frame->kind == FRAME_ITEM)
		flow->now.frame = frame;
}

static void
start_list(struct flow *flow, const GumboNode *node)
{
	struct node_style style;
	join_item(flow, node);
	render_node_style(node, &style);
	char type[2] = {style.list, '\0'};
	bool marked = strchr("1aAiI", style.list) && style.list;
	bool ordered = node->v.element.tag == GUMBO_TAG_OL && style.list != '*';
	/* Line numbers of code are useless here. */
	bool lines = flow->now.pre || render_node_is(node, "linenums");
	if ((!ordered && !marked) || style.list == '-' || lines) {
		render_list_bullets(flow, style.list != '-' && !lines);
		return;
	}
	render_list_numbers(flow, marked ? type : render_node_attribute(node, "type"),
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
	flow->now.from = flow->doc->text.len;
}

static void
start_heading(struct flow *flow, const GumboNode *node)
{
	static const uint16_t looks[] = {RENDER_HEADING1, RENDER_HEADING2};
	unsigned level = (unsigned)(node->v.element.tag - GUMBO_TAG_H1);
	flow->now.heading = (uint8_t)(level + 1);
	flow->now.style |= level < COUNT_OF(looks) ? looks[level] : 0;
}

static void
start_center(struct flow *flow, const GumboNode *node)
{
	(void)node;
	flow->now.align = ALIGN_CENTER;
}

static void
start_abbreviation(struct flow *flow, const GumboNode *node)
{
	const char *title = render_node_attribute(node, "title");
	flow->now.title = NULL;
	flow->now.from = flow->doc->text.len;
	if (!str_empty(title) && strlen(title) <= TITLE_MAX)
		flow->now.title = arena_strdup(&flow->doc->arena, title);
}

/* An abbreviation is spelled out where it first stands. */
static void
end_abbreviation(struct flow *flow)
{
	const char *title = flow->now.title;
	const struct buf *text = &flow->doc->text;
	if (!title || !flow->open || flow->now.from >= text->len ||
		map_get(&flow->abbreviations, title, strlen(title)))
		return;
	struct span shown = span_trim(
		(struct span){text->data + flow->now.from, text->len - flow->now.from});
	if (shown.n == strlen(title) && str_ieqn(shown.p, title, shown.n))
		return;
	*map_put(&flow->abbreviations, title, strlen(title)) = flow;
	render_flow_text(flow, " (", 2);
	render_flow_text(flow, title, strlen(title));
	render_flow_text(flow, ")", 1);
}

static void
start_soft(struct flow *flow, const GumboNode *node)
{
	(void)node;
	render_flow_soft(flow, DOC_BREAK);
}

/* Boxes without a list show and hide what follows them. */
static void
start_box(struct flow *flow, const GumboNode *node)
{
	if (!render_node_has_class(node, "toggle"))
		render_flow_box(flow, render_node_attribute(node, "checked") != NULL);
}

static void
start_details(struct flow *flow, const GumboNode *node)
{
	flow->now.folds = !render_node_attribute(node, "open");
}

static void
start_summary(struct flow *flow, const GumboNode *node)
{
	(void)node;
	flow->now.inner = flow->now.fold;
	render_note_fold(flow);
}

static void
end_summary(struct flow *flow)
{
	if (flow->now.anchor && flow->now.anchor->fold)
		render_note_link_end(flow);
}

/* Tables. */

static void
start_table(struct flow *flow, const GumboNode *node)
{
	(void)node;
	render_grid_start(flow);
}

static void
start_heads(struct flow *flow, const GumboNode *node)
{
	(void)node;
	if (flow->now.table)
		flow->now.table->heads = true;
}

static void
end_heads(struct flow *flow)
{
	if (flow->now.table)
		flow->now.table->heads = false;
}

static void
start_row(struct flow *flow, const GumboNode *node)
{
	struct node_style style;
	render_node_style(node, &style);
	render_grid_row(flow, style.align);
}

static void
start_cell(struct flow *flow, const GumboNode *node)
{
	struct node_style style;
	render_node_style(node, &style);
	int64_t columns = render_node_number(node, "colspan", 1),
		rows = render_node_number(node, "rowspan", 1);
	bool head = node->v.element.tag == GUMBO_TAG_TH ||
		    (flow->now.table && flow->now.table->heads);
	if (head)
		flow->now.style |= RENDER_BOLD;
	render_grid_cell(flow,
		columns > 0 && columns < UINT16_MAX ? (uint32_t)columns : 1,
		rows > 0 && rows < UINT16_MAX ? (uint32_t)rows : 1, head, style.align);
}

#define HEADING                                                                          \
	{                                                                                \
		.flags = RULE_GAP, .style = RENDER_HEADING | RENDER_BOLD,                \
		.start = start_heading                                                   \
	}

/* Elements that are not listed are inline and have no style. */
static const struct rule rules[GUMBO_TAG_LAST] = {
	[GUMBO_TAG_A] = {.start = start_link, .end = render_note_link_end},
	[GUMBO_TAG_ABBR] = {.start = start_abbreviation, .end = end_abbreviation},
	[GUMBO_TAG_ACRONYM] = {.start = start_abbreviation, .end = end_abbreviation},
	[GUMBO_TAG_ADDRESS] = {.flags = RULE_LINE, .style = RENDER_ITALIC},
	[GUMBO_TAG_ARTICLE] = {.flags = RULE_LINE},
	[GUMBO_TAG_ASIDE] = {.flags = RULE_GAP},
	[GUMBO_TAG_AUDIO] = {.flags = RULE_SKIP, .start = render_media_play},
	[GUMBO_TAG_B] = {.style = RENDER_BOLD},
	[GUMBO_TAG_BLOCKQUOTE] = {.flags = RULE_GAP, .start = start_quote},
	[GUMBO_TAG_BR] = {.start = start_break},
	[GUMBO_TAG_CAPTION] = {.flags = RULE_GAP, .style = RENDER_ITALIC},
	[GUMBO_TAG_CENTER] = {.flags = RULE_LINE, .start = start_center},
	[GUMBO_TAG_CITE] = {.style = RENDER_ITALIC},
	[GUMBO_TAG_CODE] = {.style = RENDER_CODE},
	[GUMBO_TAG_DD] = {.flags = RULE_LINE, .start = start_definition},
	[GUMBO_TAG_DEL] = {.style = RENDER_STRIKE},
	[GUMBO_TAG_DETAILS] = {.flags = RULE_GAP, .start = start_details},
	[GUMBO_TAG_DFN] = {.style = RENDER_ITALIC},
	[GUMBO_TAG_DIV] = {.flags = RULE_LINE},
	[GUMBO_TAG_DL] = {.flags = RULE_GAP},
	[GUMBO_TAG_DT] = {.flags = RULE_LINE, .style = RENDER_BOLD},
	[GUMBO_TAG_EM] = {.style = RENDER_ITALIC},
	[GUMBO_TAG_EMBED] = {.flags = RULE_SKIP, .start = render_media_play},
	[GUMBO_TAG_FIGCAPTION] = {.flags = RULE_LINE, .style = RENDER_ITALIC},
	[GUMBO_TAG_FIGURE] = {.flags = RULE_GAP},
	[GUMBO_TAG_FOOTER] = {.flags = RULE_GAP},
	[GUMBO_TAG_H1] = HEADING,
	[GUMBO_TAG_H2] = HEADING,
	[GUMBO_TAG_H3] = HEADING,
	[GUMBO_TAG_H4] = HEADING,
	[GUMBO_TAG_H5] = HEADING,
	[GUMBO_TAG_H6] = HEADING,
	[GUMBO_TAG_HEADER] = {.flags = RULE_GAP},
	[GUMBO_TAG_HR] = {.start = start_rule},
	[GUMBO_TAG_I] = {.style = RENDER_ITALIC},
	[GUMBO_TAG_IFRAME] = {.flags = RULE_SKIP, .start = render_media_play},
	[GUMBO_TAG_IMG] = {.flags = RULE_SKIP, .start = render_media_image},
	[GUMBO_TAG_INPUT] = {.flags = RULE_SKIP, .start = start_box},
	[GUMBO_TAG_INS] = {.style = RENDER_UNDERLINE},
	[GUMBO_TAG_KBD] = {.style = RENDER_CODE},
	[GUMBO_TAG_LI] = {.flags = RULE_LINE, .start = start_item},
	[GUMBO_TAG_MAIN] = {.flags = RULE_LINE},
	[GUMBO_TAG_MARK] = {.style = RENDER_HIGHLIGHT},
	[GUMBO_TAG_MENU] = {.start = start_list, .end = end_list},
	[GUMBO_TAG_NAV] = {.flags = RULE_GAP},
	[GUMBO_TAG_OL] = {.start = start_list, .end = end_list},
	[GUMBO_TAG_P] = {.flags = RULE_GAP},
	[GUMBO_TAG_PRE] = {.flags = RULE_GAP, .style = RENDER_CODE, .start = start_pre},
	[GUMBO_TAG_Q] = {.start = start_q, .end = end_q},
	[GUMBO_TAG_RP] = {.flags = RULE_SKIP},
	[GUMBO_TAG_RT] = {.start = start_ruby, .end = end_ruby},
	[GUMBO_TAG_S] = {.style = RENDER_STRIKE},
	[GUMBO_TAG_SAMP] = {.style = RENDER_CODE},
	[GUMBO_TAG_SECTION] = {.flags = RULE_LINE},
	[GUMBO_TAG_SOURCE] = {.flags = RULE_SKIP},
	[GUMBO_TAG_STRIKE] = {.style = RENDER_STRIKE},
	[GUMBO_TAG_STRONG] = {.style = RENDER_BOLD},
	[GUMBO_TAG_SUB] = {.start = start_raised, .end = render_prose_shift},
	[GUMBO_TAG_SUMMARY] = {.flags = RULE_LINE,
		.style = RENDER_BOLD,
		.start = start_summary,
		.end = end_summary},
	[GUMBO_TAG_SUP] = {.start = start_raised, .end = render_prose_shift},
	[GUMBO_TAG_TABLE] = {.flags = RULE_GAP,
		.start = start_table,
		.end = render_grid_end},
	[GUMBO_TAG_TD] = {.start = start_cell, .end = render_grid_cell_end},
	[GUMBO_TAG_TH] = {.start = start_cell, .end = render_grid_cell_end},
	[GUMBO_TAG_THEAD] = {.start = start_heads, .end = end_heads},
	[GUMBO_TAG_TR] = {.flags = RULE_LINE,
		.start = start_row,
		.end = render_grid_row_end},
	[GUMBO_TAG_TT] = {.style = RENDER_CODE},
	[GUMBO_TAG_U] = {.style = RENDER_UNDERLINE},
	[GUMBO_TAG_UL] = {.start = start_list, .end = end_list},
	[GUMBO_TAG_VAR] = {.style = RENDER_ITALIC},
	[GUMBO_TAG_VIDEO] = {.flags = RULE_SKIP, .start = render_media_play},
	[GUMBO_TAG_WBR] = {.start = start_soft},
};

const struct rule *
render_rule_of(const GumboNode *node)
{
	return &rules[node->v.element.tag];
}

const struct rule *
render_rule_named(const char *name)
{
	return &rules[gumbo_tag_enum(name)];
}

bool
render_rule_is_link(const struct rule *rule)
{
	return rule->start == start_link;
}

bool
render_rule_is_list(const struct rule *rule)
{
	return rule->start == start_list;
}

bool
render_rule_is_summary(const struct rule *rule)
{
	return rule->start == start_summary;
}

bool
render_rule_is_item(const struct rule *rule)
{
	return rule->start == start_item;
}
