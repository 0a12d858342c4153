/*
 * Blocks are written one after the other. Each line begins with what the block's frames
 * put there: "> " of quotes, the mark of an item on its first line, and blanks below it.
 */
#include "config.h"

#include "render/markdown.h"

#include <string.h>

#include "base/attr.h"
#include "base/utf8.h"
#include "render/doc.h"

#define FENCE_MIN 3
#define RUN_STYLES (RENDER_BOLD | RENDER_ITALIC | RENDER_STRIKE | RENDER_CODE)

struct writer {
	const struct render_doc *doc;
	struct buf *out;
	uint32_t block;  /* that is being written */
	bool line_start; /* nothing was written on the line, but what frames put there */
	bool cell;       /* within a cell of a table: no line ends, no bars */
	uint16_t open;   /* styles that are open */
	uint16_t link;   /* … and the link */
};

/* ---- lines */

/* The mark of an item in Markdown, and its width. */
static size_t
put_marker(struct buf *out, const struct frame *frame)
{
	size_t before = out->len;
	const char *m = frame->marker;
	if (strcmp(m, "☑") == 0)
		buf_adds(out, "- [x] ");
	else if (strcmp(m, "☐") == 0)
		buf_adds(out, "- [ ] ");
	else if (str_digit((unsigned char)m[0]) && strlen(m) < 10)
		buf_addf(out, "%s ", m);
	else
		buf_adds(out, m[0] && m[strlen(m) - 1] == '.' ? "1. " : "- ");
	return out->len - before;
}

/* The width of an item's content, whose mark may have a box behind it. */
static size_t
marker_width(const struct frame *frame)
{
	struct buf mark = BUF_INIT(0);
	size_t n = put_marker(&mark, frame);
	buf_done(&mark);
	return n > 4 && frame->marker[0] != '\0' &&
			       !str_digit((unsigned char)frame->marker[0])
		       ? 2
		       : n;
}

/* Begins a line of a block, or one between blocks of these frames. */
static void
put_frames(struct writer *w, const struct frame *frame, bool first)
{
	const struct frame *chain[RENDER_DEPTH_MAX];
	size_t n = 0;
	for (; frame && n < COUNT_OF(chain); frame = frame->up)
		chain[n++] = frame;
	while (n-- > 0) {
		if (chain[n]->kind == FRAME_QUOTE)
			buf_adds(w->out, "> ");
		else if (chain[n]->kind == FRAME_ITEM && first &&
			 chain[n]->first == w->block)
			put_marker(w->out, chain[n]);
		else if (chain[n]->kind == FRAME_ITEM)
			buf_addf(w->out, "%*s", (int)marker_width(chain[n]), "");
	}
	w->line_start = true;
}

static void
end_line(struct writer *w)
{
	while (w->out->len && w->out->data[w->out->len - 1] == ' ')
		buf_cut(w->out, w->out->len - 1);
	buf_addc(w->out, '\n');
}

/* ---- text */

/* Would a sign be markup? */
static bool
is_markup(const struct writer *w, const char *s, size_t n)
{
	char c = *s, next = n > 1 ? s[1] : '\0';
	if (strchr("\\`*_[]<", c) || (c == '~' && next == '~') || (w->cell && c == '|'))
		return true;
	if (c == '&')
		return str_alpha((unsigned char)next) || next == '#';
	if (!w->line_start)
		return false;
	return strchr("#>+-=~", c) != NULL;
}

/* "1. " at the start of a line would be an item. */
static size_t
number_length(const char *s, size_t n)
{
	size_t i = 0;
	while (i < n && i < 10 && str_digit((unsigned char)s[i]))
		i++;
	return i > 0 && i < n && (s[i] == '.' || s[i] == ')') ? i : 0;
}

static void
put_text(struct writer *w, const struct block *block, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t number = w->line_start ? number_length(s + i, n - i) : 0;
		buf_add(w->out, s + i, number);
		i += number;
		if (s[i] == '\n') {
			buf_adds(w->out, w->cell || block->heading ? " " : "\\\n");
			if (!w->cell && !block->heading)
				put_frames(w, block->frame, false);
			continue;
		}
		if (s[i] == DOC_NBSP)
			buf_adds(w->out, "\xc2\xa0");
		else if (s[i] == DOC_HYPHEN)
			buf_adds(w->out, "\xc2\xad");
		else if (s[i] != DOC_BREAK) {
			if (number || is_markup(w, s + i, n - i))
				buf_addc(w->out, '\\');
			buf_addc(w->out, s[i]);
		}
		w->line_start = false;
	}
}

/* Code in a line: its fence is longer than any in it. */
static void
put_code(struct writer *w, const char *s, size_t n)
{
	size_t longest = 0, ticks = 0;
	for (size_t i = 0; i < n; i++) {
		ticks = s[i] == '`' ? ticks + 1 : 0;
		longest = ticks > longest ? ticks : longest;
	}
	for (size_t i = 0; i <= longest; i++)
		buf_addc(w->out, '`');
	if (longest)
		buf_addc(w->out, ' ');
	for (size_t i = 0; i < n; i++)
		if (s[i] != DOC_BREAK && s[i] != DOC_HYPHEN)
			buf_addc(w->out, s[i] == DOC_NBSP || s[i] == '\n' ? ' ' : s[i]);
	if (longest)
		buf_addc(w->out, ' ');
	for (size_t i = 0; i <= longest; i++)
		buf_addc(w->out, '`');
	w->line_start = false;
}

static void
put_address(struct writer *w, const char *url)
{
	buf_adds(w->out, "](<");
	for (; *url; url++) {
		if (strchr("<>\\", *url))
			buf_addc(w->out, '\\');
		if (*url != '\n')
			buf_addc(w->out, *url);
	}
	buf_adds(w->out, ">)");
}

/* ---- runs */

static const struct {
	uint16_t style;
	const char *sign;
} signs[] = {{RENDER_BOLD, "**"}, {RENDER_ITALIC, "*"}, {RENDER_STRIKE, "~~"}};

/* Ends styles and the link, the innermost first, and begins others. */
static void
change(struct writer *w, uint16_t style, uint16_t link)
{
	bool same_link = link == w->link;
	uint16_t keep = same_link ? (uint16_t)(style & w->open) : 0;
	/* What is opened later lies within: all behind the first that ends must end. */
	bool ends = false;
	for (size_t i = 0; i < COUNT_OF(signs); i++) {
		ends |= w->open & signs[i].style && !(keep & signs[i].style);
		keep = ends ? (uint16_t)(keep & ~signs[i].style) : keep;
	}
	for (size_t i = COUNT_OF(signs); i-- > 0;)
		if (w->open & signs[i].style && !(keep & signs[i].style))
			buf_adds(w->out, signs[i].sign);
	if (!same_link && w->link)
		put_address(w, w->doc->links[w->link - 1].url);
	if (!same_link && link) {
		buf_addc(w->out, '[');
		w->line_start = false;
	}
	for (size_t i = 0; i < COUNT_OF(signs); i++)
		if (style & signs[i].style && !(keep & signs[i].style)) {
			buf_adds(w->out, signs[i].sign);
			w->line_start = false;
		}
	w->open = style & (RENDER_BOLD | RENDER_ITALIC | RENDER_STRIKE);
	w->link = link;
}

/* A note that stands for a picture: "[image: label 3]". */
static void
put_note(struct writer *w, const struct block *block, const char *s, size_t n,
	uint16_t number)
{
	const struct render_link *link =
		number && number <= w->doc->links_len ? &w->doc->links[number - 1] : NULL;
	size_t end = n - (n > 0);
	while (end > 0 && str_digit((unsigned char)s[end - 1]))
		end--;
	if (end > 0 && s[end - 1] == DOC_NBSP)
		end--;
	else
		end = n - (n > 0);
	size_t label = 1;
	while (label < end && s[label] != ':')
		label++;
	label = label + 2 <= end ? label + 2 : end;
	bool picture = link && strcmp(link->kind, "image") == 0;
	change(w, 0, 0);
	if (!link) {
		put_text(w, block, s, n);
		return;
	}
	buf_adds(w->out, picture ? "![" : "[");
	w->line_start = false;
	if (picture)
		put_text(w, block, s + label, end - label);
	else
		put_text(w, block, s + 1, end - 1);
	put_address(w, link->url);
}

static void
put_run(struct writer *w, const struct block *block, const struct run *run, uint32_t at,
	uint32_t end)
{
	const char *s = w->doc->text.data + at;
	size_t n = end - at;
	uint16_t style = run->style & RUN_STYLES;
	uint16_t link = run->link & RENDER_JUMP ? 0 : run->link;
	if (run->style & RENDER_NOTE) {
		put_note(w, block, s, n, run->link & RENDER_JUMP ? 0 : run->link);
		return;
	}
	if (run->style & RENDER_MARK && run->link)
		return; /* a link's number */
	if (block->heading)
		style &= (uint16_t)~RENDER_BOLD;
	/* Signs stand beside letters. */
	while (n > 0 && style & ~RENDER_CODE && (s[n - 1] == ' ' || s[n - 1] == '\n'))
		n--;
	change(w, style, link);
	if (style & RENDER_CODE)
		put_code(w, s, n);
	else
		put_text(w, block, s, n);
	if (at + n < end) {
		change(w, 0, 0);
		put_text(w, block, s + n, end - at - n);
	}
}

static size_t
find_run(const struct render_doc *doc, uint32_t at)
{
	size_t low = 0, high = doc->runs_len;
	while (high - low > 1) {
		size_t mid = (low + high) / 2;
		if (doc->runs[mid].start <= at)
			low = mid;
		else
			high = mid;
	}
	return low;
}

static void
put_runs(struct writer *w, const struct block *block)
{
	const struct render_doc *doc = w->doc;
	uint32_t at = block->start;
	for (size_t i = find_run(doc, at); at < block->end; i++) {
		uint32_t end = block->end;
		if (i + 1 < doc->runs_len && doc->runs[i + 1].start < end)
			end = doc->runs[i + 1].start;
		if (end > at)
			put_run(w, block, &doc->runs[i], at, end);
		at = end > at ? end : at;
	}
	change(w, 0, 0);
}

/* ---- blocks */

/* How many blocks from one on are lines of the same code: programs give each line one. */
static uint32_t
count_code(const struct render_doc *doc, uint32_t first)
{
	uint32_t i = first + 1;
	while (i < doc->blocks_len && doc->blocks[i].kind == BLOCK_PRE &&
		!doc->blocks[i].gap && doc->blocks[i].frame == doc->blocks[first].frame)
		i++;
	return i - first;
}

static void
put_code_lines(struct writer *w, const struct block *block)
{
	const char *s = w->doc->text.data + block->start;
	put_frames(w, block->frame, false);
	for (size_t i = 0; i < block->end - block->start; i++) {
		if (s[i] == '\n') {
			end_line(w);
			put_frames(w, block->frame, false);
		} else if (s[i] != DOC_BREAK && s[i] != DOC_HYPHEN) {
			buf_addc(w->out, s[i] == DOC_NBSP ? ' ' : s[i]);
		}
	}
	end_line(w);
}

static void
put_fence(struct writer *w, size_t fence)
{
	for (size_t i = 0; i < fence; i++)
		buf_addc(w->out, '`');
	end_line(w);
}

/* Puts the code that starts with the current block, and moves to its last one. The fence
 * is longer than any in it. */
static void
put_fenced(struct writer *w)
{
	const struct block *blocks = &w->doc->blocks[w->block];
	uint32_t n = count_code(w->doc, w->block);
	size_t fence = FENCE_MIN, ticks = 0;
	for (size_t i = blocks[0].start; i < blocks[n - 1].end; i++) {
		ticks = w->doc->text.data[i] == '`' ? ticks + 1 : 0;
		fence = ticks >= fence ? ticks + 1 : fence;
	}
	put_frames(w, blocks->frame, true);
	put_fence(w, fence);
	for (uint32_t i = 0; i < n; i++)
		put_code_lines(w, &blocks[i]);
	put_frames(w, blocks->frame, false);
	put_fence(w, fence);
	w->block += n - 1;
}

static void
put_block(struct writer *w, const struct block *block)
{
	if (block->kind == BLOCK_PRE) {
		put_fenced(w);
		return;
	}
	put_frames(w, block->frame, true);
	for (int i = 0; i < block->heading; i++)
		buf_addc(w->out, '#');
	if (block->heading)
		buf_addc(w->out, ' ');
	if (block->kind == BLOCK_RULE)
		buf_adds(w->out, "***");
	else
		put_runs(w, block);
	end_line(w);
}

/* ---- tables */

static void
put_cell(struct writer *w, const struct cell *cell)
{
	w->cell = true;
	for (uint32_t i = cell->block; i < cell->end; i++) {
		if (i > cell->block)
			buf_addc(w->out, ' ');
		w->line_start = false;
		put_runs(w, &w->doc->blocks[i]);
	}
	w->cell = false;
}

static void
put_row(struct writer *w, const struct table *table, uint32_t *next, uint32_t row)
{
	put_frames(w, table->frame, false);
	buf_addc(w->out, '|');
	for (uint32_t column = 0; column < table->columns; column++) {
		const struct cell *cell =
			*next < table->cells_len ? &table->cells[*next] : NULL;
		buf_addc(w->out, ' ');
		if (cell && cell->row == row && cell->column == column) {
			put_cell(w, cell);
			++*next;
		}
		buf_adds(w->out, " |");
	}
	end_line(w);
}

static void
put_table(struct writer *w, const struct table *table)
{
	static const char *const lines[] = {[ALIGN_UNSAID] = " --- |",
		[ALIGN_LEFT] = " --- |",
		[ALIGN_CENTER] = " :-: |",
		[ALIGN_RIGHT] = " --: |"};
	uint32_t next = 0, row = table->head_rows > 0;
	/* There is no table without a head. */
	put_row(w, table, row ? &next : &(uint32_t){table->cells_len}, 0);
	put_frames(w, table->frame, false);
	buf_addc(w->out, '|');
	for (uint32_t i = 0; i < table->columns; i++)
		buf_adds(w->out, lines[table->align[i]]);
	end_line(w);
	for (; row < table->rows; row++)
		put_row(w, table, &next, row);
}

/* ---- the document */

static const struct frame *
common(const struct frame *a, const struct frame *b)
{
	while (a != b) {
		size_t da = a ? a->depth : 0, db = b ? b->depth : 0;
		if (da >= db && a)
			a = a->up;
		if (db >= da && b)
			b = b->up;
	}
	return a;
}

/* Does the block begin an item of a list that stands close together? */
static bool
is_close(const struct block *block, uint32_t index)
{
	const struct frame *frame = block->frame;
	return frame && frame->kind == FRAME_ITEM && frame->first == index && !block->gap;
}

void
render_markdown(const struct render_doc *doc, struct buf *out)
{
	struct writer w = {.doc = doc, .out = out};
	const struct block *last = NULL;
	for (w.block = 0; w.block < doc->blocks_len; w.block++) {
		const struct block *block = &doc->blocks[w.block];
		bool grid = block->kind == BLOCK_TABLE && block->table->grid;
		if (block->kind == BLOCK_TABLE && !grid)
			continue;
		if (last && !is_close(block, w.block)) {
			put_frames(&w, common(last->frame, block->frame), false);
			end_line(&w);
		}
		if (grid) {
			put_table(&w, block->table);
			w.block = block->table->end - 1;
		} else {
			put_block(&w, block);
		}
		last = &doc->blocks[w.block];
	}
}
