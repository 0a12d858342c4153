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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "render/grid.h"
#include "render/link.h"
#include "render/tame.h"

#define DEFINITION_INDENT 4
#define ROMAN_MAX 3999
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

static const char *
attribute(const GumboNode *node, const char *name)
{
	const GumboAttribute *a = gumbo_get_attribute(&node->v.element.attributes, name);
	return a ? a->value : NULL;
}

static int64_t
number(const GumboNode *node, const char *name, int64_t fallback)
{
	int64_t value;
	struct span text = span_trim(span_of(attribute(node, name)));
	return text.n && str_int(text, &value) == 0 ? value : fallback;
}

/* One word of a class attribute, or a part of one: "wp-smiley" has "smiley". */
static bool
has_class(const GumboNode *node, const char *word)
{
	const char *class = attribute(node, "class");
	return class && str_ifind(class, strlen(class), word);
}

/* The value of a property in a style attribute, or an empty span. */
static struct span
style_value(const GumboNode *node, const char *property)
{
	struct span style = span_of(attribute(node, "style")), part, name;
	while (span_split(&style, ';', &part)) {
		if (span_split(&part, ':', &name) &&
			str_ieqn(span_trim(name).p, property, strlen(property)) &&
			span_trim(name).n == strlen(property))
			return span_trim(part);
	}
	return (struct span){NULL, 0};
}

static bool
style_is(const GumboNode *node, const char *property, const char *value)
{
	struct span is = style_value(node, property);
	return is.n >= strlen(value) && str_ieqn(is.p, value, strlen(value));
}

static bool
is_hidden(const GumboNode *node)
{
	if (node->v.element.attributes.length == 0)
		return false;
	const char *aria = attribute(node, "aria-hidden");
	return attribute(node, "hidden") || style_is(node, "display", "none") ||
	       style_is(node, "visibility", "hidden") ||
	       (aria && str_ieq(aria, "true") && node->v.element.tag != GUMBO_TAG_IMG);
}

static bool
is_dot(const GumboNode *node, const char *side)
{
	const char *text = attribute(node, side);
	struct span style = style_value(node, side);
	int64_t pixels = text      ? strtol(text, NULL, 10)
			 : style.n ? strtol(style.p, NULL, 10)
				   : 2;
	return pixels <= 1 && (style.n == 0 || style.p[style.n - 1] != '%') &&
	       !(text && strchr(text, '%'));
}

static void
start_link(struct flow *flow, const GumboNode *node)
{
	flow_link_open(flow, span_of(attribute(node, "href")));
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

/* Lists. */

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

/* "xiv"; numbers that have no such form stay decimal. */
static void
put_roman(char *out, int64_t n, bool upper)
{
	static const struct {
		int value;
		const char *lower, *upper;
	} parts[] = {{1000, "m", "M"}, {900, "cm", "CM"}, {500, "d", "D"},
		{400, "cd", "CD"}, {100, "c", "C"}, {90, "xc", "XC"}, {50, "l", "L"},
		{40, "xl", "XL"}, {10, "x", "X"}, {9, "ix", "IX"}, {5, "v", "V"},
		{4, "iv", "IV"}, {1, "i", "I"}};
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		for (; n >= parts[i].value; n -= parts[i].value) {
			const char *part = upper ? parts[i].upper : parts[i].lower;
			memcpy(out, part, strlen(part));
			out += strlen(part);
		}
	*out = '\0';
}

/* a, b, … z, aa, ab … */
static void
put_letters(char *out, int64_t n, char first)
{
	char letters[16];
	size_t len = 0;
	for (; n > 0 && len < sizeof letters; n = (n - 1) / 26)
		letters[len++] = (char)(first + (n - 1) % 26);
	while (len > 0)
		*out++ = letters[--len];
	*out = '\0';
}

/* The marker of item n without blanks, and its cells. */
static size_t
put_marker(const struct flow_state *now, int64_t n, char *out, size_t size)
{
	static const char *const bullets[] = {"•", "◦", "▪"};
	char text[20] = "";
	if (!now->numbering) {
		snprintf(out, size, "%s",
			bullets[(now->bullets - 1u) % COUNT_OF(bullets)]);
		return 1;
	}
	if (strchr("iI", now->numbering) && n > 0 && n <= ROMAN_MAX)
		put_roman(text, n, now->numbering == 'I');
	else if (strchr("aA", now->numbering) && n > 0)
		put_letters(text, n, now->numbering);
	else
		snprintf(text, sizeof text, "%lld", (long long)n);
	snprintf(out, size, "%s.", text);
	return strlen(out);
}

static void
start_list(struct flow *flow, const GumboNode *node)
{
	/* A list inside a list follows its item's text at once. */
	if (flow->now.bullets == 0 && !flow->now.numbering)
		flow_gap(flow);
	else
		flow_break(flow);
	if (node->v.element.tag != GUMBO_TAG_OL) {
		flow->now.bullets += flow->now.bullets < UINT8_MAX;
		flow->now.numbering = '\0';
		flow->now.marker_cells = 1;
		return;
	}
	const char *type = attribute(node, "type");
	bool known = type && type[0] && !type[1] && strchr("aAiI", type[0]);
	bool back = attribute(node, "reversed");
	int64_t items = (int64_t)count_items(node);
	int64_t first = number(node, "start", back ? items : 1);
	if (first > INT32_MAX || first < INT32_MIN)
		first = 1;
	flow->now.numbering = known ? type[0] : '1';
	flow->now.number = first;
	flow->now.step = back ? -1 : 1;
	flow->now.marker_cells = 0;
	char marker[24];
	int64_t last = first + flow->now.step * (items - 1);
	for (int64_t n = first; items > 0; n = last) {
		size_t cells = put_marker(&flow->now, n, marker, sizeof marker);
		if (cells > flow->now.marker_cells)
			flow->now.marker_cells = (uint8_t)cells;
		if (n == last)
			break;
	}
}

static void
end_list(struct flow *flow)
{
	/* now is the list's own state still: an outermost one ends with a blank line. */
	flow_break(flow);
}

/* The list's counter lives in the state of the list, one below the item's. */
static void
start_item(struct flow *flow, const GumboNode *node)
{
	struct flow_state *now = &flow->now;
	char marker[24];
	int64_t n = number(node, "value", now->number);
	if (n > INT32_MAX || n < INT32_MIN)
		n = now->number;
	now->number = n + now->step;
	if (!now->numbering && now->bullets == 0)
		now->bullets = 1; /* an item without a list */
	size_t cells = put_marker(now, n, marker, sizeof marker);
	size_t room = cells > now->marker_cells ? cells : now->marker_cells;
	flow_item(flow, marker, (uint16_t)(room + 1));
}

/* Pictures and what plays. */

/* A note's text where the author gave none: whose it is. */
static const char *
host_label(const char *url, char *host, size_t size)
{
	render_link_host(url, host, size);
	return host;
}

static const char *
source(const GumboNode *node)
{
	static const char *const names[] = {
		"data-src", "data-lazy-src", "data-original", "src"};
	/* Where scripts load pictures late, src is a placeholder. */
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *value = attribute(node, names[i]);
		if (!str_empty(value) && !render_link_scripted(span_of(value)))
			return value;
	}
	return NULL;
}

/* The first address of a srcset. */
static struct span
first_candidate(const GumboNode *node)
{
	struct span set = span_trim(span_of(attribute(node, "srcset")));
	size_t n = 0;
	while (n < set.n && !str_space((unsigned char)set.p[n]))
		n++;
	if (n > 0 && set.p[n - 1] == ',')
		n--;
	set.n = n;
	return render_link_scripted(set) ? (struct span){NULL, 0} : set;
}

static void
start_image(struct flow *flow, const GumboNode *node)
{
	const char *alt = attribute(node, "alt");
	if (str_empty(alt))
		alt = attribute(node, "title");
	if (is_dot(node, "width") || is_dot(node, "height"))
		return;
	/* Pictures of characters and formulas read as their text. */
	if (!str_empty(alt) && (has_class(node, "emoji") || has_class(node, "smiley") ||
				       has_class(node, "latex"))) {
		flow_text(flow, alt, strlen(alt));
		return;
	}
	struct span src = span_trim(span_of(source(node)));
	if (src.n == 0)
		src = first_candidate(node);
	if (src.n == 0 && str_empty(alt))
		return;
	flow_note(flow, N_("image"), alt,
		src.n ? render_link_address(&flow->doc->arena, flow->base, src) : NULL);
}

static void
start_media(struct flow *flow, const GumboNode *node)
{
	static const struct {
		GumboTag tag;
		const char *kind;
	} kinds[] = {{GUMBO_TAG_VIDEO, N_("video")}, {GUMBO_TAG_AUDIO, N_("audio")},
		{GUMBO_TAG_IFRAME, N_("frame")}, {GUMBO_TAG_EMBED, N_("frame")}};
	const char *src = source(node), *kind = NULL;
	const GumboVector *children = &node->v.element.children;
	for (unsigned i = 0; !src && i < children->length; i++) {
		const GumboNode *child = children->data[i];
		if (child->type == GUMBO_NODE_ELEMENT &&
			child->v.element.tag == GUMBO_TAG_SOURCE)
			src = source(child);
	}
	if (!src || is_dot(node, "width") || is_dot(node, "height"))
		return;
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		if (kinds[i].tag == node->v.element.tag)
			kind = kinds[i].kind;
	char host[80];
	const char *url =
		render_link_address(&flow->doc->arena, flow->base, span_of(src));
	const char *title = attribute(node, "title");
	flow_note(flow, kind,
		str_empty(title) ? host_label(url, host, sizeof host) : title, url);
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
	int64_t columns = number(node, "colspan", 1), rows = number(node, "rowspan", 1);
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
	[GUMBO_TAG_AUDIO] = {SKIP, 0, start_media, NULL},
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
	[GUMBO_TAG_EMBED] = {SKIP, 0, start_media, NULL},
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
	[GUMBO_TAG_IFRAME] = {SKIP, 0, start_media, NULL},
	[GUMBO_TAG_IMG] = {SKIP, 0, start_image, NULL},
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
	[GUMBO_TAG_SUMMARY] = {LINE, RENDER_BOLD, NULL, NULL},
	[GUMBO_TAG_TABLE] = {GAP, 0, start_table, render_grid_end},
	[GUMBO_TAG_TD] = {LINE, 0, start_cell, render_grid_cell_end},
	[GUMBO_TAG_TH] = {LINE, RENDER_BOLD, start_cell, render_grid_cell_end},
	[GUMBO_TAG_TR] = {LINE, 0, start_row, render_grid_row_end},
	[GUMBO_TAG_TT] = {0, RENDER_CODE, NULL, NULL},
	[GUMBO_TAG_U] = {0, RENDER_UNDERLINE, NULL, NULL},
	[GUMBO_TAG_UL] = {0, 0, start_list, end_list},
	[GUMBO_TAG_VAR] = {0, RENDER_ITALIC, NULL, NULL},
	[GUMBO_TAG_VIDEO] = {SKIP, 0, start_media, NULL},
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
	level->hidden = is_hidden(node);
	level->skip = level->hidden || (rule->flags & SKIP);
	level->next = level->skip ? children : 0;
	r->met = r->len;
	if (level->hidden)
		return;
	apply_breaks(r->flow, rule);
	r->flow->now.style |= rule->style;
	if (rule->start)
		rule->start(r->flow, node);
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
