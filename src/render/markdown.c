/*
 * Blocks are written one after the other. Each line begins with what the block's frames
 * put there: "> " of quotes, the mark of an item on its first line, and blanks below it.
 */
#include "config.h"

#include "render/markdown.h"

#include <string.h>

#include "base/attr.h"
#include "base/letter.h"
#include "base/utf8.h"
#include "render/doc.h"

#define FENCE_MIN 3
#define SIGN_STYLES (RENDER_BOLD | RENDER_ITALIC | RENDER_STRIKE)
#define RUN_STYLES (SIGN_STYLES | RENDER_CODE)

struct writer {
	const struct render_doc *doc;
	struct buf *out;
	uint32_t block;  /* that is being written */
	bool line_start; /* nothing was written on the line, but what frames put there */
	bool cell;       /* within a cell of a table: no line ends, no bars */
	uint32_t fresh;  /* the first block that was not written */
	uint8_t open[3]; /* styles that are open, by their index in signs … */
	size_t open_len;
	uint16_t link;    /* … and the link */
	size_t sign_end;  /* length of out after the sign that ends a style … */
	bool behind_sign; /* … and no letter comes before it */
};

/* ---- lines */

static bool
is_numbered(const struct frame *frame)
{
	size_t n = strlen(frame->marker);
	return n && frame->marker[n - 1] == '.';
}

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
		buf_adds(out, is_numbered(frame) ? "1. " : "- ");
	return out->len - before;
}

/* The width of an item's content, whose mark may have a box after it. */
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

/* Does the frame start with the current block? Its first block may be an earlier one that
 * wrote nothing, such as a table that is not a grid. */
static bool
is_fresh(const struct writer *w, const struct frame *frame)
{
	return frame->first >= w->fresh && frame->first <= w->block;
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
		else if (chain[n]->kind == FRAME_ITEM && first && is_fresh(w, chain[n]))
			put_marker(w->out, chain[n]);
		else if (chain[n]->kind == FRAME_ITEM)
			buf_addf(w->out, "%*s", (int)marker_width(chain[n]), "");
	}
	w->line_start = true;
	w->fresh = first ? w->block + 1 : w->fresh;
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

/* Between a letter and something else, Markdown does not read its signs as styles. An
 * HTML comment, which shows nothing, separates them. */
static const char separator[] = "<!-- -->";

static bool
is_letter(const char *s, size_t n)
{
	uint32_t cp;
	utf8_decode(s, n, &cp);
	return letter_of(cp)->kind != LETTER_SEPARATOR || letter_of(cp)->mark;
}

/* Puts the separator before text that would be taken for more than text there. */
static void
put_before(struct writer *w, const char *s, size_t n)
{
	unsigned char c = n ? (unsigned char)*s : ' ';
	if (c > ' ' && (c >= 0x80 || is_letter(s, n)))
		buf_adds(w->out, separator);
}

/* Is there a letter at the end of what was written? */
static bool
is_behind_letter(const struct writer *w)
{
	size_t i = w->out->len;
	while (i > 0 && (w->out->data[--i] & 0xc0) == 0x80)
		;
	return w->out->len && is_letter(w->out->data + i, w->out->len - i);
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
		if (w->behind_sign && w->out->len == w->sign_end)
			put_before(w, s + i, n - i);
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
		if (s[i] == '|' && w->cell)
			buf_adds(w->out, "\\|");
		else if (s[i] != DOC_BREAK && s[i] != DOC_HYPHEN)
			buf_addc(w->out, s[i] == DOC_NBSP || s[i] == '\n' ? ' ' : s[i]);
	if (longest)
		buf_addc(w->out, ' ');
	for (size_t i = 0; i <= longest; i++)
		buf_addc(w->out, '`');
	w->line_start = false;
}

/* Begins the words of a link. A "!" before them would make it a picture. */
static void
put_bracket(struct writer *w)
{
	if (w->out->len && w->out->data[w->out->len - 1] == '!') {
		buf_cut(w->out, w->out->len - 1);
		buf_adds(w->out, "\\!");
	}
	buf_addc(w->out, '[');
}

static void
put_address(struct writer *w, const char *url)
{
	buf_adds(w->out, "](<");
	for (; *url; url++) {
		if (strchr("<>\\", *url) || (*url == '&' && strchr(url, ';')))
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

/* Ends the styles that were begun from one on, the innermost first. */
static void
end_styles(struct writer *w, size_t keep)
{
	if (w->open_len <= keep)
		return;
	w->behind_sign = !is_behind_letter(w);
	while (w->open_len > keep)
		buf_adds(w->out, signs[w->open[--w->open_len]].sign);
	w->sign_end = w->out->len;
}

/* Begins the styles that are not open, before text. If signs have just ended others, the
 * two would be read as one. */
static void
begin_styles(struct writer *w, uint16_t style, struct span text)
{
	for (size_t i = 0; i < w->open_len; i++)
		style &= (uint16_t)~signs[w->open[i]].style;
	if (!(style & SIGN_STYLES))
		return;
	bool letter = text.n && !(style & RENDER_CODE) && is_letter(text.p, text.n);
	if (w->sign_end == w->out->len ? w->sign_end > 0
				       : !letter && !w->line_start && is_behind_letter(w))
		buf_adds(w->out, separator);
	for (uint8_t i = 0; i < COUNT_OF(signs); i++)
		if (style & signs[i].style) {
			buf_adds(w->out, signs[i].sign);
			w->open[w->open_len++] = i;
		}
	w->line_start = false;
}

/* Ends styles and the link, the innermost first, and begins others before text. */
static void
change(struct writer *w, uint16_t style, uint16_t link, struct span text)
{
	size_t keep = 0;
	while (link == w->link && keep < w->open_len &&
		style & signs[w->open[keep]].style)
		keep++;
	end_styles(w, keep);
	if (link != w->link && w->link)
		put_address(w, w->doc->links[w->link - 1].url);
	if (link != w->link && link) {
		put_bracket(w);
		w->line_start = false;
	}
	w->link = link;
	begin_styles(w, style, text);
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
	change(w, 0, 0, (struct span){s, n});
	if (!link) {
		put_text(w, block, s, n);
		return;
	}
	if (picture)
		buf_adds(w->out, "![");
	else
		put_bracket(w);
	w->line_start = false;
	if (picture)
		put_text(w, block, s + label, end - label);
	else
		put_text(w, block, s + 1, end - 1);
	put_address(w, link->url);
}

static void
put_run(struct writer *w, const struct block *block, const struct text_run *run,
	uint32_t at, uint32_t end)
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
	/* Signs must be next to letters, not blanks. */
	while (n > 0 && style & ~RENDER_CODE && (s[n - 1] == ' ' || s[n - 1] == '\n'))
		n--;
	change(w, style, link, (struct span){s, n});
	if (style & RENDER_CODE)
		put_code(w, s, n);
	else
		put_text(w, block, s, n);
	if (at + n < end) {
		change(w, 0, 0, (struct span){s + n, end - at - n});
		put_text(w, block, s + n, end - at - n);
	}
}

static void
put_runs(struct writer *w, const struct block *block)
{
	const struct render_doc *doc = w->doc;
	uint32_t at = block->start;
	for (size_t i = doc_run(doc, at); at < block->end; i++) {
		uint32_t end = block->end;
		if (i + 1 < doc->runs_len && doc->runs[i + 1].start < end)
			end = doc->runs[i + 1].start;
		if (end > at)
			put_run(w, block, &doc->runs[i], at, end);
		at = end > at ? end : at;
	}
	change(w, 0, 0, (struct span){"", 0});
}

/* ---- blocks */

/* The number of blocks, from this one on, that are lines of the same code: some programs
 * make a block of each line. */
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
	/* A "#" at the end would end the heading, and not be shown. */
	const char *end = w->out->data + w->out->len;
	if (block->heading && end[-1] == '#' && strchr(" #", end[-2])) {
		buf_cut(w->out, w->out->len - 1);
		buf_adds(w->out, "\\#");
	}
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
	put_frames(w, table->frame, table->first - 1 >= w->fresh);
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
	/* Markdown has no tables without a head. */
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

/* The outermost quote or item that a frame has within another. */
static const struct frame *
outermost(const struct frame *frame, const struct frame *within)
{
	const struct frame *found = NULL;
	for (; frame != within; frame = frame->up)
		found = frame->kind == FRAME_INDENT ? found : frame;
	return found;
}

/* Does the block begin an item of a list that stands close together? A list within a
 * paragraph must start with 1. */
static bool
is_close(const struct writer *w, const struct block *last, const struct block *block)
{
	const struct frame *frame = block->frame;
	if (block->gap || !frame || frame->kind != FRAME_ITEM || !is_fresh(w, frame))
		return false;
	const struct frame *item = outermost(last->frame, doc_common(last->frame, frame));
	if (item && item->kind == FRAME_ITEM && item->up == frame->up)
		return item->list == frame->list;
	return !str_digit((unsigned char)frame->marker[0]) ||
	       strcmp(frame->marker, "1.") == 0;
}

/* Puts what separates two blocks: a blank line, and a comment between lists that would
 * otherwise be read as one. */
static void
put_between(struct writer *w, const struct frame *last, const struct frame *next)
{
	const struct frame *both = doc_common(last, next), *a = outermost(last, both),
			   *b = outermost(next, both);
	bool lists = a && b && a->kind == FRAME_ITEM && b->kind == FRAME_ITEM &&
		     a->list != b->list && is_numbered(a) == is_numbered(b);
	put_frames(w, both, false);
	end_line(w);
	if (!lists)
		return;
	put_frames(w, both, false);
	buf_adds(w->out, separator);
	end_line(w);
	put_frames(w, both, false);
	end_line(w);
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
		if (last && !is_close(&w, last, block))
			put_between(&w, last->frame, block->frame);
		if (grid) {
			put_table(&w, block->table);
			w.block = block->table->end - 1;
		} else {
			put_block(&w, block);
		}
		last = &doc->blocks[w.block];
	}
}
