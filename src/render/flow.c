#include "config.h"

#include "render/flow.h"

#include <stdio.h>
#include <string.h>

#include "base/letter.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "render/link_note.h"
#include "render/prose.h"

#define BOX_BYTES (sizeof "☑" - 1)
#define BREAKS_MAX 2      /* forced line breaks in a row */
#define TAB_LINE_MAX 4096 /* bytes of a line in which tabs stand in columns */

void
render_flow_run(struct flow *flow, uint16_t style, uint16_t link)
{
	struct render_doc *doc = flow->doc;
	struct text_run *last = doc->runs_len ? &doc->runs[doc->runs_len - 1] : NULL;
	if (last && last->style == style && last->link == link)
		return;
	if (last && last->start == doc->text.len) {
		last->style = style;
		last->link = link;
		return;
	}
	*VEC_PUSH(doc->runs, doc->runs_len, doc->runs_cap) =
		(struct text_run){(uint32_t)doc->text.len, style, link};
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
		.kind = kind,
		.gap = flow->gap,
		.row = flow->row,
		.heading = flow->now.heading,
		.fold = flow->now.fold,
		.align = kind == BLOCK_TEXT && !flow->now.table ? flow->now.align
								: ALIGN_UNSAID,
		.hang = flow->now.plain && kind == BLOCK_TEXT,
	};
	/* A large heading stands nearer to what follows it than to what comes before. */
	const struct block *before = doc->blocks_len > 1 ? block - 1 : NULL;
	bool large = block->heading > 0 && block->heading <= 2;
	if (large && block->gap && before && !before->heading)
		block->gap = 2;
	flow->gap = 0;
	flow->row = false;
	return block;
}

/* What keeps apart the words of a table's blocks when a row is read as one line. */
static void
put_separator(struct flow *flow)
{
	const struct table_builder *b = flow->now.table;
	if (!b || flow->doc->blocks_len <= b->row_first)
		return;
	render_flow_run(flow, RENDER_MARK, 0);
	/* The head of a row names what stands beside it. */
	const struct table *table = b->table;
	bool starts = flow->doc->blocks_len == b->first;
	bool named = b->row_cells == 2 && b->row_heads == 1 && table->cells_len &&
		     !flow->cells[flow->cells_len - 1].head;
	buf_adds(&flow->doc->text, !starts ? " " : named ? ": " : " · ");
}

void
render_flow_open(struct flow *flow)
{
	if (flow->open)
		return;
	put_separator(flow);
	struct block *block =
		render_flow_block(flow, flow->now.pre ? BLOCK_PRE : BLOCK_TEXT);
	render_flow_run(flow, flow->now.style, 0);
	block->run = (uint32_t)(flow->doc->runs_len - 1);
	flow->open = true;
	flow->tex = false;
	flow->blanks_len = 0;
	flow->newlines = 0;
	flow->marks = 0;
	flow->column = 0;
	flow->word = flow->doc->text.len;
}

/* The character before the end of the text. */
static uint32_t
last_letter(const struct buf *text)
{
	size_t i = text->len;
	uint32_t cp = 0;
	while (i > 0 && text->len - i < 4 &&
		((unsigned char)text->data[i - 1] & 0xc0) == 0x80)
		i--;
	if (i > 0)
		utf8_decode(text->data + i - 1, text->len - i + 1, &cp);
	return cp;
}

/* Joiners are kept between letters that they change (UAX 31, A1 to B). A family of
 * pictographs has the cells of one where a terminal joins them, and of all where it does
 * not, so that no screen can rely on either. */
static void
put_joiner(struct flow *flow, uint32_t cp)
{
	char bytes[4];
	struct buf *text = &flow->doc->text;
	bool word = flow->open && !flow->blanks_len && !flow->newlines;
	uint32_t last = last_letter(text);
	bool family = flow->doc->joined && flow->joiner == 0x200d &&
		      utf8_pictograph(last) && utf8_pictograph(cp);
	if (word && (family || utf8_joins(last, cp)))
		buf_add(text, bytes, utf8_encode(flow->joiner, bytes));
	flow->joiner = 0;
}

void
render_flow_drop(struct flow *flow)
{
	struct render_doc *doc = flow->doc;
	const struct block *last = &doc->blocks[doc->blocks_len - 1];
	buf_cut(&doc->text, last->start);
	while (doc->runs_len > 1 && doc->runs[doc->runs_len - 1].start > last->start)
		doc->runs_len--;
	flow->gap = flow->gap > last->gap ? flow->gap : last->gap;
	doc->blocks_len--;
}

/* Drops the blanks at the end of the block that has ended, and itself if it is empty. */
static void
end_block(struct flow *flow)
{
	struct render_doc *doc = flow->doc;
	struct block *block = &doc->blocks[doc->blocks_len - 1];
	const char *text = doc->text.data;
	while (block->kind == BLOCK_PRE && block->end > block->start &&
		strchr("\n \t", text[block->end - 1]))
		block->end--;
	if (block->end == block->start) {
		flow->row |= block->row;
		render_flow_drop(flow);
	} else {
		render_prose_title(flow);
	}
}

/* Writes the sign around struck-out text, where no style shows it. */
static void
put_strike(struct flow *flow, bool starts)
{
	if (!flow->doc->signs || flow->struck == starts)
		return;
	render_flow_run(flow, RENDER_MARK, 0);
	buf_adds(&flow->doc->text, "~~");
	flow->column += 2;
	flow->struck = starts;
}

void
render_flow_break(struct flow *flow)
{
	/* A line of blanks that count is an empty line, except in the tables that make
	 * pages of mail. */
	bool empty = !flow->open && !flow->now.table &&
		     memchr(flow->blanks, DOC_NBSP, flow->blanks_len);
	if (flow->joiner)
		put_joiner(flow, 0);
	flow->blanks_len = 0;
	if (!flow->open) {
		flow->gap |= empty;
		return;
	}
	struct render_doc *doc = flow->doc;
	struct block *block = &doc->blocks[doc->blocks_len - 1];
	render_note_addresses(flow);
	put_strike(flow, false);
	if (flow->tex)
		render_prose_tex(flow);
	flow->open = false;
	if (flow->newlines == BREAKS_MAX)
		flow->gap = flow->gap ? flow->gap : 1;
	flow->newlines = 0;
	block->end = (uint32_t)doc->text.len;
	if (flow->column > block->cells)
		block->cells = (uint32_t)flow->column;
	if (block->kind == BLOCK_TEXT) {
		render_prose_alert(flow);
		render_prose_item(flow);
	}
	end_block(flow);
}

void
render_flow_gap(struct flow *flow)
{
	const struct frame *frame = flow->now.frame;
	render_flow_break(flow);
	/* A definition stands right below its term. */
	bool starts = frame && frame->kind == FRAME_INDENT &&
		      frame->first == flow->doc->blocks_len;
	if (!starts)
		flow->gap = flow->gap ? flow->gap : 1;
}

void
render_flow_rule(struct flow *flow)
{
	render_flow_gap(flow);
	render_flow_block(flow, BLOCK_RULE);
	flow->gap = 1;
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

/* Writes the blanks that are pending. At the start of a line, non-breaking ones are its
 * indentation, and ordinary ones before them are dropped. */
static void
put_blanks(struct flow *flow, bool starts)
{
	size_t i = 0;
	while (starts && !flow->now.plain && i < flow->blanks_len &&
		flow->blanks[i] == ' ')
		i++;
	/* A single one before a paragraph is an accident. */
	const struct block *block = &flow->doc->blocks[flow->doc->blocks_len - 1];
	if (starts && !flow->now.plain && flow->blanks_len == i + 1 &&
		block->start == flow->doc->text.len)
		i++;
	for (; i < flow->blanks_len; i++)
		buf_addc(&flow->doc->text, starts ? DOC_NBSP : flow->blanks[i]);
	flow->blanks_len = 0;
}

/* Writes what is pending before visible text: line breaks and blanks. */
static void
before_text(struct flow *flow, uint16_t style, uint16_t link)
{
	struct render_doc *doc = flow->doc;
	if (!flow->open) {
		/* Blanks before a block may be its indentation. */
		char blanks[FLOW_BLANKS_MAX];
		size_t n = flow->blanks_len;
		memcpy(blanks, flow->blanks, n);
		flow->blanks_len = 0;
		render_flow_open(flow);
		memcpy(flow->blanks, blanks, n);
		flow->blanks_len = n;
	}
	size_t start = doc->blocks[doc->blocks_len - 1].start;
	bool starts = doc->text.len == start;
	if (starts)
		flow->newlines = 0;
	if (!(style & RENDER_STRIKE))
		put_strike(flow, false);
	if (flow->newlines || flow->blanks_len) {
		/* White space between runs takes the style that both sides share. */
		const struct text_run *last = &doc->runs[doc->runs_len - 1];
		bool same = last->link == link;
		render_flow_run(flow, last->style & style, same ? link : 0);
		starts |= flow->newlines > 0;
		for (; flow->newlines; flow->newlines--)
			buf_addc(&doc->text, '\n');
		put_blanks(flow, starts);
		flow->word = doc->text.len;
	} else if (!starts && doc->runs[doc->runs_len - 1].style != style) {
		render_note_addresses(flow);
	}
	if (style & RENDER_STRIKE)
		put_strike(flow, true);
	render_flow_run(flow, style, link);
}

/* Is the item's marker still to be drawn, before the next block? */
static bool
at_marker(const struct flow *flow)
{
	const struct frame *frame = flow->now.frame;
	return !flow->open && frame && frame->kind == FRAME_ITEM &&
	       frame->first == flow->doc->blocks_len;
}

void
render_flow_newline(struct flow *flow)
{
	struct render_doc *doc = flow->doc;
	if (flow->now.pre) {
		struct block *block =
			flow->open ? &doc->blocks[doc->blocks_len - 1] : NULL;
		if (block)
			buf_addc(&doc->text, '\n');
		if (block && flow->column > block->cells)
			block->cells = (uint32_t)flow->column;
		flow->column = 0;
		return;
	}
	if (!flow->open) {
		/* A line without text, as editors put it between paragraphs. */
		if (!at_marker(flow) && flow->gap == 0)
			flow->gap = 1;
		return;
	}
	if (!flow->newlines)
		render_note_addresses(flow);
	flow->blanks_len = 0;
	flow->newlines += flow->newlines < BREAKS_MAX;
}

/* Only non-breaking blanks count, and all of them in plain text. Ordinary ones next to
 * each other are one. */
static void
add_blank(struct flow *flow, char kind)
{
	if (flow->open && !flow->newlines && !flow->blanks_len)
		render_note_addresses(flow);
	bool counts = kind == DOC_NBSP || flow->now.plain || !flow->blanks_len ||
		      flow->blanks[flow->blanks_len - 1] == DOC_NBSP;
	if (!counts || flow->blanks_len == FLOW_BLANKS_MAX)
		return;
	/* In a run of blanks that count, only the last is a place for a break. */
	if (flow->now.plain && flow->blanks_len)
		flow->blanks[flow->blanks_len - 1] = DOC_NBSP;
	flow->blanks[flow->blanks_len++] = kind;
}

static void
add_pre_blank(struct flow *flow, uint32_t cp)
{
	if (cp == '\n') {
		render_flow_newline(flow);
		return;
	}
	render_flow_open(flow);
	render_flow_run(flow, flow->now.style, render_note_number(flow));
	buf_addc(&flow->doc->text, cp == '\t' ? '\t' : ' ');
	flow->column += cp == '\t' ? DOC_TAB - flow->column % DOC_TAB : 1;
}

/* A tab of plain text is as many blanks as it takes; at the start of a line, or after a
 * word. */
static void
add_plain_tab(struct flow *flow)
{
	const struct render_doc *doc = flow->doc;
	size_t at = doc->text.len, start = at;
	size_t least = flow->open ? doc->blocks[doc->blocks_len - 1].start : at;
	while (start > least && !flow->newlines && doc->text.data[start - 1] != '\n')
		start--;
	if (at - start > TAB_LINE_MAX)
		start = at;
	size_t column = flow->blanks_len;
	for (size_t i = start; i < at;) {
		uint32_t cp;
		i += utf8_decode(doc->text.data + i, at - i, &cp);
		int cells = utf8_width(cp);
		column += cells < 0 ? 1 : (size_t)cells;
	}
	for (size_t n = DOC_TAB - column % DOC_TAB; n > 0; n--)
		add_blank(flow, ' ');
}

static void
add_space(struct flow *flow, uint32_t cp)
{
	bool line_end = cp == '\n' || cp == 0x85 || cp == 0x2028 || cp == 0x2029;
	bool starts = !flow->open || flow->newlines;
	if (flow->joiner)
		put_joiner(flow, cp);
	if (flow->now.pre)
		add_pre_blank(flow, cp);
	else if (cp == '\n' && flow->now.lines)
		render_flow_newline(flow);
	else if (cp == '\t' && flow->now.plain)
		add_plain_tab(flow);
	else if (cp == 0xa0 || cp == 0x202f ||
		 (cp >= 0x80 && !line_end && starts && !flow->now.plain))
		add_blank(flow, DOC_NBSP);
	else
		add_blank(flow, ' ');
	bool wide = cp == 0x3000 || cp == 0x2003; /* ideographic, em */
	if (wide && starts && !flow->now.pre)
		add_blank(flow, DOC_NBSP);
}

/* Are there too many combining marks on this character (case 9)? */
static bool
excess_mark(struct flow *flow, uint32_t cp)
{
	if (!letter_mark(cp)) {
		flow->marks = 0;
		return false;
	}
	return ++flow->marks > UTF8_MARKS_MAX;
}

void
render_flow_soft(struct flow *flow, char kind)
{
	struct render_doc *doc = flow->doc;
	bool word = flow->open && !flow->blanks_len && !flow->newlines &&
		    doc->text.len > doc->blocks[doc->blocks_len - 1].start;
	if (word && !flow->now.pre && doc->text.data[doc->text.len - 1] > DOC_HYPHEN)
		buf_addc(&doc->text, kind);
}

/* Characters that are not drawn, but that say something about those around them. */
static void
add_hidden(struct flow *flow, uint32_t cp)
{
	/* Editors put them into lines to keep them empty. */
	if ((cp == 0x200b || cp == 0xfeff) && !flow->open && !flow->blanks_len)
		add_blank(flow, DOC_NBSP);
	if (cp == 0xad)
		render_flow_soft(flow, DOC_HYPHEN);
	else if (cp == 0x200b)
		render_flow_soft(flow, DOC_BREAK);
	else if (utf8_joiner(cp))
		flow->joiner = cp;
}

/* A picture's note and what is beside it have a blank between them, unless it is a sign
 * that ends something. */
static void
part_from_note(struct flow *flow, uint32_t cp)
{
	static const uint32_t ends[] = {'!', ')', ',', '.', ':', ';', '?', ']', '}', 0xbb,
		0x2019, 0x201d, 0x2026, 0x3001, 0x3002, 0xff09, 0xff0c};
	if (flow->note_end != flow->doc->text.len || !flow->open || flow->blanks_len ||
		flow->newlines)
		return;
	for (size_t i = 0; i < COUNT_OF(ends); i++)
		if (cp == ends[i])
			return;
	add_blank(flow, ' ');
}

static void
add_text(struct flow *flow, const char *s, size_t n, uint16_t style)
{
	for (size_t i = 0; i < n;) {
		uint32_t cp;
		i += utf8_decode(s + i, n - i, &cp);
		if (utf8_space(cp)) {
			add_space(flow, cp);
			continue;
		}
		if (utf8_hidden(cp)) {
			add_hidden(flow, cp);
			continue;
		}
		if (excess_mark(flow, cp))
			continue;
		if (flow->joiner)
			put_joiner(flow, cp);
		part_from_note(flow, cp);
		before_text(flow, style, render_note_number(flow));
		char bytes[4];
		int cells = cp < 0x80 ? 1 : utf8_width(cp);
		buf_add(&flow->doc->text, bytes, utf8_encode(cp, bytes));
		flow->column += cells < 0 ? 1 : (size_t)cells;
		flow->tex |= cp == '$' || cp == '\\';
		/* Plain ASCII needs none of the above: take the rest of the word. */
		size_t start = i;
		while (i < n && s[i] > 0x20 && s[i] < 0x7f && s[i] != '$' && s[i] != '\\')
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
	/* A bracket around a link has been closed before the link's number. */
	if (flow->closed && flow->closed == flow->doc->text.len && n && *s == ']')
		s++, n--;
	flow->closed = 0;
	add_text(flow, s, n, flow->now.style);
}

void
render_flow_text_as(struct flow *flow, const char *s, uint16_t style, uint16_t link)
{
	struct flow_state saved = flow->now;
	struct anchor own = {.number = link, .seen = true};
	flow->now.pre = false;
	flow->now.anchor = &own;
	add_text(flow, s, strlen(s), style);
	flow->now = saved;
}

bool
render_flow_reopen(struct flow *flow)
{
	struct render_doc *doc = flow->doc;
	struct block *last = doc->blocks_len ? &doc->blocks[doc->blocks_len - 1] : NULL;
	if (flow->open || !last || last->end != doc->text.len || last->end == last->start)
		return false;
	flow->open = true;
	flow->tex = false;
	flow->newlines = 0;
	flow->column = last->cells;
	flow->word = doc->text.len;
	return true;
}

static void
push_frame(struct flow *flow, enum frame_kind kind, uint8_t cells, const char *marker)
{
	const struct frame *up = flow->now.frame;
	render_flow_break(flow);
	if (up && up->depth >= RENDER_DEPTH_MAX)
		return;
	/* There may be a box in its place later. */
	size_t n = strlen(marker), room = n > BOX_BYTES ? n : BOX_BYTES;
	struct frame *frame = arena_alloc_as(&flow->doc->arena,
		offsetof(struct frame, marker) + room + 1, _Alignof(struct frame));
	frame->up = up;
	frame->first = (uint32_t)flow->doc->blocks_len;
	frame->list = kind == FRAME_ITEM ? flow->now.list : 0;
	frame->kind = kind;
	frame->depth = (uint8_t)(up ? up->depth + 1 : 1);
	frame->cells = cells;
	memcpy(frame->marker, marker, n + 1);
	flow->now.frame = frame;
}

void
render_flow_quote(struct flow *flow)
{
	push_frame(flow, FRAME_QUOTE, 2, "");
	flow->now.style |= RENDER_QUOTE;
}

void
render_flow_indent(struct flow *flow, uint8_t cells)
{
	push_frame(flow, FRAME_INDENT, cells, "");
}

void
render_flow_item(struct flow *flow, const char *marker, uint8_t cells)
{
	push_frame(flow, FRAME_ITEM, cells, marker);
}

void
render_flow_box(struct flow *flow, bool checked)
{
	const char *box = checked ? "☑" : "☐";
	if (!at_marker(flow) || flow->now.numbering) {
		render_flow_text_as(flow, box, RENDER_MARK, 0);
		render_flow_text(flow, " ", 1);
		return;
	}
	/* The frame is const to those who only look at it. */
	struct frame *frame = (struct frame *)(uintptr_t)flow->now.frame;
	memcpy(frame->marker, box, BOX_BYTES + 1);
}
