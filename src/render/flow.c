#include "config.h"

#include "render/flow.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/letter.h"
#include "base/url.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "render/link.h"

#define TAB_CELLS 8
#define LABEL_MAX 200 /* bytes of a note's label */
#define BREAKS_MAX 2  /* forced line breaks in a row */

/* Sets style and link of what is written next, starting a new run if they change. */
static void
set_run(struct flow *flow, uint16_t style, uint16_t link)
{
	struct render_doc *doc = flow->doc;
	struct run *last = doc->runs_len ? &doc->runs[doc->runs_len - 1] : NULL;
	if (last && last->style == style && last->link == link)
		return;
	if (last && last->start == doc->text.len) {
		last->style = style;
		last->link = link;
		return;
	}
	*VEC_PUSH(doc->runs, doc->runs_len, doc->runs_cap) =
		(struct run){(uint32_t)doc->text.len, style, link};
}

struct block *
render_flow_block(struct flow *flow, enum block_kind kind)
{
	render_flow_break(flow);
	struct render_doc *doc = flow->doc;
	struct block *block = VEC_PUSH(doc->blocks, doc->blocks_len, doc->blocks_cap);
	*block = (struct block){
		.start = (uint32_t)doc->text.len,
		.end = (uint32_t)doc->text.len,
		.frame = flow->now.frame,
		.kind = (uint8_t)kind,
		.gap = flow->gap,
		.row = flow->row,
	};
	flow->gap = flow->row = false;
	return block;
}

static void
open_block(struct flow *flow)
{
	if (flow->open)
		return;
	struct block *block =
		render_flow_block(flow, flow->now.pre ? BLOCK_PRE : BLOCK_TEXT);
	set_run(flow, flow->now.style, 0);
	block->run = (uint32_t)(flow->doc->runs_len - 1);
	flow->open = true;
	flow->space = '\0';
	flow->newlines = flow->marks = 0;
	flow->column = 0;
}

void
render_flow_break(struct flow *flow)
{
	flow->space = '\0';
	if (!flow->open)
		return;
	struct render_doc *doc = flow->doc;
	struct block *block = &doc->blocks[doc->blocks_len - 1];
	block->end = (uint32_t)doc->text.len;
	const char *text = doc->text.data;
	while (block->kind == BLOCK_PRE && block->end > block->start &&
		(text[block->end - 1] == '\n' || text[block->end - 1] == ' '))
		block->end--;
	flow->open = false;
	if (block->end == block->start) {
		flow->gap |= block->gap;
		flow->row |= block->row;
		doc->blocks_len--;
	}
}

void
render_flow_gap(struct flow *flow)
{
	render_flow_break(flow);
	flow->gap = true;
}

void
render_flow_rule(struct flow *flow)
{
	render_flow_gap(flow);
	render_flow_block(flow, BLOCK_RULE);
	flow->gap = true;
}

size_t
render_flow_ready(const struct flow *flow)
{
	/* The last block may be reopened, and a table's columns are known only at its
	 * end.
	 */
	size_t ready = flow->doc->blocks_len;
	ready -= ready > 0;
	for (const struct table_builder *b = flow->now.table; b; b = b->outer)
		if (b->table->first != UINT32_MAX && b->table->first - 1 < ready)
			ready = b->table->first - 1;
	return ready;
}

/* The number of the open link. It is assigned with the first visible part of it. */
static uint16_t
link_number(struct flow *flow)
{
	struct anchor *anchor = flow->now.anchor;
	if (!anchor)
		return 0;
	if (!anchor->seen) {
		anchor->seen = true;
		anchor->number = render_link_number(flow->doc, anchor->url, "link");
		anchor->from = flow->doc->text.len;
	}
	return anchor->number;
}

/* Writes what is pending before visible text: line breaks, or else one blank. */
static void
before_text(struct flow *flow, uint16_t style, uint16_t link)
{
	struct render_doc *doc = flow->doc;
	open_block(flow);
	size_t start = doc->blocks[doc->blocks_len - 1].start;
	if (flow->newlines || flow->space) {
		/* White space between runs takes the style that both sides share. */
		const struct run *last = &doc->runs[doc->runs_len - 1];
		bool same = last->link == link;
		set_run(flow, last->style & style, same ? link : 0);
	}
	if (doc->text.len == start) {
		flow->newlines = 0;
		flow->space = '\0';
	}
	for (; flow->newlines; flow->newlines--, flow->space = '\0')
		buf_addc(&doc->text, '\n');
	if (flow->space)
		buf_addc(&doc->text, flow->space);
	flow->space = '\0';
	set_run(flow, style, link);
}

void
render_flow_newline(struct flow *flow)
{
	struct render_doc *doc = flow->doc;
	if (flow->now.pre) {
		if (flow->open)
			buf_addc(&doc->text, '\n');
		flow->column = 0;
		return;
	}
	if (flow->open && flow->newlines < BREAKS_MAX)
		flow->newlines++;
}

static void
add_blank(struct flow *flow, bool glue)
{
	if (!flow->space || !glue)
		flow->space = glue ? DOC_NBSP : ' ';
}

static void
add_pre_blank(struct flow *flow, uint32_t cp)
{
	struct render_doc *doc = flow->doc;
	if (cp == '\n') {
		render_flow_newline(flow);
		return;
	}
	open_block(flow);
	size_t n = cp == '\t' ? TAB_CELLS - flow->column % TAB_CELLS : 1;
	flow->column += n;
	while (n--)
		buf_addc(&doc->text, ' ');
}

/* Is it a combining mark too many (case 9)? */
static bool
excess_mark(struct flow *flow, uint32_t cp)
{
	if (!letter_mark(cp)) {
		flow->marks = 0;
		return false;
	}
	return ++flow->marks > UTF8_MARKS_MAX;
}

/* The superscript or subscript form of digits and signs, so that 10<sup>6</sup> does not
 * look like 106. */
static uint32_t
shifted(uint32_t cp, int shift)
{
	static const uint32_t raised[] = {
		0x2070, 0xb9, 0xb2, 0xb3, 0x2074, 0x2075, 0x2076, 0x2077, 0x2078, 0x2079};
	static const char signs[] = "+-=()";
	if (cp >= '0' && cp <= '9')
		return shift > 0 ? raised[cp - '0'] : 0x2080 + cp - '0';
	const char *sign = cp && cp < 0x80 ? strchr(signs, (int)cp) : NULL;
	if (sign)
		return (shift > 0 ? 0x207a : 0x208a) + (uint32_t)(sign - signs);
	return shift > 0 && cp == 'n' ? 0x207f : cp;
}

static void
add_text(struct flow *flow, const char *s, size_t n, uint16_t style)
{
	bool pre = flow->now.pre;
	for (size_t i = 0; i < n;) {
		uint32_t cp;
		size_t len = utf8_decode(s + i, n - i, &cp);
		i += len;
		if (utf8_space(cp)) {
			if (pre)
				add_pre_blank(flow, cp);
			else if (cp == '\n' && flow->now.lines)
				render_flow_newline(flow);
			else
				add_blank(flow, cp == 0xa0 || cp == 0x202f);
			continue;
		}
		if (utf8_hidden(cp) || excess_mark(flow, cp))
			continue;
		before_text(flow, style, link_number(flow));
		char bytes[4];
		if (flow->now.shift)
			cp = shifted(cp, flow->now.shift);
		buf_add(&flow->doc->text, bytes, utf8_encode(cp, bytes));
		flow->column++;
		/* Plain ASCII needs none of the above: take the rest of the word. */
		size_t start = i;
		while (i < n && s[i] > 0x20 && s[i] < 0x7f && !flow->now.shift)
			i++;
		buf_add(&flow->doc->text, s + start, i - start);
		flow->column += i - start;
		if (i > start)
			flow->marks = 0;
	}
}

void
render_flow_text(struct flow *flow, const char *s, size_t n)
{
	add_text(flow, s, n, flow->now.style);
}

/* Reopens the block that has just ended, so that a mark can follow its last word. */
static bool
reopen(struct flow *flow)
{
	struct render_doc *doc = flow->doc;
	struct block *last = doc->blocks_len ? &doc->blocks[doc->blocks_len - 1] : NULL;
	if (flow->open || !last || last->end != doc->text.len || last->end == last->start)
		return false;
	flow->open = true;
	flow->newlines = 0;
	return true;
}

static void
add_mark(struct flow *flow, const char *s, uint16_t link)
{
	char space = flow->space;
	bool again = reopen(flow);
	open_block(flow);
	flow->space = '\0';
	set_run(flow, RENDER_MARK | (flow->now.style & RENDER_QUOTE), link);
	buf_adds(&flow->doc->text, s);
	flow->marks = 0;
	if (again)
		render_flow_break(flow);
	else
		flow->space = space;
}

void
render_flow_link_open(struct flow *flow, struct span href)
{
	href = span_trim(href);
	flow->now.anchor = NULL;
	if (href.n == 0 || href.p[0] == '#' || render_link_scripted(href))
		return;
	const char *url = render_link_address(flow->doc, flow->base, href);
	if (!url)
		return;
	struct anchor *anchor = arena_zalloc(&flow->doc->arena, sizeof *anchor);
	anchor->url = url;
	flow->now.anchor = anchor;
	flow->now.style |= RENDER_LINK;
}

void
render_flow_link_close(struct flow *flow)
{
	struct anchor *anchor = flow->now.anchor;
	if (!anchor || !anchor->number)
		return;
	const struct buf *text = &flow->doc->text;
	struct span shown = {text->data + anchor->from, text->len - anchor->from};
	char host[80] = "", mark[96];
	if (render_link_misleads(shown, anchor->url))
		render_link_host(anchor->url, host, sizeof host);
	snprintf(mark, sizeof mark, host[0] ? "[%u: %s]" : "[%u]",
		(unsigned)anchor->number, host);
	add_mark(flow, mark, anchor->number);
	flow->now.anchor = NULL;
}

void
render_flow_note(struct flow *flow, const char *kind, const char *label, const char *url)
{
	link_number(flow); /* the note may be the first visible part of a link */
	uint16_t link = url ? render_link_number(flow->doc, url, kind) : 0;
	/* Pages may have a picture twice, for browsers with and without scripts. */
	const struct render_doc *doc = flow->doc;
	if (link && flow->note_end == doc->text.len && doc->runs_len &&
		doc->runs[doc->runs_len - 1].link == link)
		return;
	struct buf note = BUF_INIT(0);
	buf_adds(&note, "[");
	buf_adds(&note, _(kind));
	if (!str_empty(label)) {
		buf_adds(&note, ": ");
		utf8_clean_line(&note, label, strlen(label), LABEL_MAX);
	}
	if (link)
		buf_addf(&note, "\xc2\xa0%u", (unsigned)link);
	buf_adds(&note, "]");
	struct flow_state saved = flow->now;
	flow->now.pre = false;
	flow->now.shift = 0;
	uint16_t style = RENDER_MARK | (saved.style & RENDER_QUOTE);
	struct anchor own = {.number = link, .seen = true};
	flow->now.anchor = &own;
	add_text(flow, note.data, note.len, style);
	flow->now = saved;
	flow->note_end = doc->text.len;
	buf_done(&note);
}

static struct frame *
push_frame(struct flow *flow, enum frame_kind kind, uint16_t cells)
{
	const struct frame *up = flow->now.frame;
	render_flow_break(flow);
	if (up && up->depth >= RENDER_DEPTH_MAX)
		return NULL;
	struct frame *frame = arena_zalloc(&flow->doc->arena, sizeof *frame);
	frame->up = up;
	frame->kind = kind;
	frame->cells = cells;
	frame->depth = (uint16_t)(up ? up->depth + 1 : 1);
	frame->first = (uint32_t)flow->doc->blocks_len;
	flow->now.frame = frame;
	return frame;
}

void
render_flow_quote(struct flow *flow)
{
	push_frame(flow, FRAME_QUOTE, 2);
	flow->now.style |= RENDER_QUOTE;
}

void
render_flow_indent(struct flow *flow, uint16_t cells)
{
	push_frame(flow, FRAME_INDENT, cells);
}

void
render_flow_item(struct flow *flow, const char *marker, uint16_t cells)
{
	struct frame *frame = push_frame(flow, FRAME_ITEM, cells);
	if (frame)
		snprintf(frame->marker, sizeof frame->marker, "%s", marker);
}
