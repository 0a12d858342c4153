/*
 * The source is sanitized (sanitize.h) and made a tree (tree.h), which is walked without
 * recursion. elements.c says what each element changes until its end; a stack
 * keeps the state to restore.
 *
 * This happens in parts of a few kilobytes, since the caller has a screen to draw. Each
 * part is parsed as a document that first reopens what the part before left open. These
 * elements stay on the stack from part to part: they are not started again when they
 * reappear at the start of the next tree, nor ended at the end of a tree.
 */
#include "config.h"

#include "render/element.h"

#include <gumbo.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/mem.h"
#include "base/vec.h"
#include "render/elements.h"
#include "render/escaped.h"
#include "render/grid.h"
#include "render/link_note.h"
#include "render/media_note.h"
#include "render/node.h"
#include "render/prose.h"
#include "render/reference.h"
#include "render/role.h"
#include "render/sanitize.h"
#include "render/tree.h"

#define PART_BYTES 8192 /* of sanitized source, read at a time */
#define ESCAPED_MAX 3   /* how many times too often a source may be escaped */

struct level {
	const struct rule *rule;
	const GumboNode *node; /* NULL: from an earlier part, not yet met in this one */
	unsigned next;         /* index of the next child */
	bool skip;             /* its content is skipped */
	bool hidden;           /* and it does not break lines either */
	bool block;            /* a line begins and ends with it, by its style */
	bool ended;            /* its end tag came before those of elements in it */
	bool caption;          /* it says what a picture shows */
	bool note;             /* it stands beside the text, and here in brackets */
	struct flow_state before;
};

struct element_reader {
	struct flow *flow;
	struct sanitizer *sanitizer;
	struct buf decoded; /* the whole source, if it was escaped twice */
	struct buf source;  /* the current part, sanitized */
	struct arena tree;  /* what it is made */
	struct sanitized_part part;
	size_t want;          /* bytes per part */
	struct level *levels; /* the open elements */
	size_t len, cap;
	size_t met; /* how many of them were met in this part */
};

static void
apply_breaks(struct flow *flow, const struct rule *rule)
{
	if (!(rule->flags & (RULE_GAP | RULE_LINE)))
		return;
	if (render_prose_runs_in(flow))
		render_flow_text(flow, " ", 1);
	else if (rule->flags & RULE_GAP)
		render_flow_gap(flow);
	else
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
	if (level->caption)
		render_media_caption(flow);
	if (level->note)
		render_flow_text(flow, ")", 1);
	if (rule->end)
		rule->end(flow);
	flow->now = level->before;
	apply_breaks(flow, rule);
	if (level->block && !flow->now.pre)
		render_flow_break(flow);
	if (render_rule_is_summary(rule))
		flow->now.fold = ended.inner;
	/* The list continues with the number after its item's; a list that is not in
	 * another one ends with a blank line. */
	if (render_rule_is_item(rule))
		flow->now.number = ended.number;
	if (render_rule_is_list(rule) && !flow->now.bullets && !flow->now.numbering)
		render_flow_gap(flow);
}

/* Ends the elements that were open at the end of the last part but are not in this. */
static void
leave_unmet(struct element_reader *r)
{
	while (r->len > r->met)
		leave(r);
}

/* What the element's style changes. Where lines of <pre> count, they do so as it has
 * them. */
static void
apply_style(struct flow *flow, const struct node_style *style)
{
	flow->now.style = (uint16_t)((flow->now.style & ~style->off) | style->on);
	if (style->align)
		flow->now.align = style->align;
	if (style->space == NODE_SPACE_UNSAID)
		return;
	bool wraps = style->space == NODE_SPACE_WRAPS;
	flow->now.lines = wraps || style->space == NODE_SPACE_LINES;
	flow->now.pre =
		style->space == NODE_SPACE_STAYS || (flow->now.lines && flow->now.pre);
	flow->now.plain = wraps && !flow->now.pre;
}

/* Paragraphs, and lines, that lie further to the right; what text flows around does
 * anyway. */
static void
indent(struct flow *flow, const GumboNode *node, const struct node_style *style)
{
	GumboTag tag = node->v.element.tag;
	if (!style->indent || style->floats || flow->now.table || flow->now.pre)
		return;
	if (tag == GUMBO_TAG_P || tag == GUMBO_TAG_DIV)
		render_flow_indent(flow, style->indent);
	/* Lines of poems. */
	for (size_t i = style->indent; tag == GUMBO_TAG_SPAN && flow->newlines && i; i--)
		render_flow_text(flow, "\xc2\xa0", 2);
}

static void
note_place(struct flow *flow, const GumboNode *node)
{
	const char *id = render_node_attribute(node, "id");
	if (!id && node->v.element.tag == GUMBO_TAG_A)
		id = render_node_attribute(node, "name");
	if (!str_empty(id))
		render_note_place(flow, id);
}

/* The element's rule; text that a style raises or lowers has that of <sup> or <sub>. */
static const struct rule *
rule_of(const GumboNode *node, struct node_style *style)
{
	GumboTag tag = node->v.element.tag;
	if (tag != GUMBO_TAG_SPAN && tag != GUMBO_TAG_FONT && tag != GUMBO_TAG_SMALL)
		style->shift = 0;
	if (render_media_is_player(node))
		return render_rule_named("embed");
	const char *other = render_role_rule(node);
	if (other)
		return render_rule_named(other);
	return style->shift ? render_rule_named(style->shift > 0 ? "sup" : "sub")
			    : render_rule_of(node);
}

static void
enter(struct element_reader *r, const GumboNode *node)
{
	struct node_style style;
	render_node_style(node, &style);
	const struct rule *rule = rule_of(node, &style);
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
	level->hidden = style.hidden || render_role_hidden(r->flow, node, &style);
	level->skip = level->hidden || (rule->flags & RULE_SKIP);
	level->next = level->skip ? children : 0;
	r->met = r->len;
	if (level->hidden)
		return;
	apply_breaks(r->flow, rule);
	level->block = style.block && node->v.element.tag == GUMBO_TAG_SPAN;
	if (level->block && !r->flow->now.pre)
		render_flow_break(r->flow);
	r->flow->now.style |= rule->style;
	if (node->v.element.attributes.length)
		note_place(r->flow, node);
	if (rule->start)
		rule->start(r->flow, node);
	if (style.shift)
		r->flow->now.shift = style.shift;
	level->caption = render_role_caption(node);
	level->note = render_role_note(node);
	if (level->note)
		render_flow_text(r->flow, " (", 2);
	render_role_box(r->flow, node);
	indent(r->flow, node, &style);
	apply_style(r->flow, &style);
}

/* Handles the end tag of a formatting element that comes before those of elements in it:
 * a link gets its number, and the style ends for the rest of those elements as well. */
static void
end_early(struct element_reader *r, const char *name)
{
	struct flow *flow = r->flow;
	if (str_eq(name, "a+")) {
		render_note_link_pause(flow);
		return;
	}
	const struct rule *rule = render_rule_named(name);
	size_t i = r->len;
	while (i > 0 && (r->levels[i - 1].rule != rule || r->levels[i - 1].ended))
		i--;
	if (i == 0)
		return;
	struct level *level = &r->levels[i - 1];
	bool link = render_rule_is_link(rule);
	uint16_t style = link ? RENDER_LINK : rule->style;
	uint16_t keep = (uint16_t) ~(style & ~level->before.style);
	level->ended = true;
	if (link)
		render_note_link_end(flow);
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
	return tag == GUMBO_TAG_BODY || (end && end >= r->source.data + r->part.end);
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
	for (int i = 0; i < ESCAPED_MAX && render_escaped_twice((struct span){html, n});
		i++) {
		struct buf again = BUF_INIT(0);
		render_reference_decode(&again, (struct span){html, n});
		buf_done(&r->decoded);
		r->decoded = again;
		html = buf_str(&r->decoded);
		n = r->decoded.len;
	}
	r->sanitizer = render_sanitize_new(html, n);
	render_sanitize_for_reading(r->sanitizer);
	return r;
}

void
render_element_free(struct element_reader *r)
{
	if (!r)
		return;
	render_sanitize_free(r->sanitizer);
	buf_done(&r->source);
	arena_done(&r->tree);
	buf_done(&r->decoded);
	free(r->levels);
	free(r);
}

bool
render_element_step(struct element_reader *r)
{
	buf_clear(&r->source);
	buf_adds(&r->source, "<body>");
	r->part = render_sanitize_next(r->sanitizer, &r->source, r->want);
	walk(r, render_tree_build(&r->tree, r->source.data, r->source.len));
	arena_reset(&r->tree);
	if (r->part.last)
		render_flow_break(r->flow);
	return r->part.last;
}
