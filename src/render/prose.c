#include "config.h"

#include "render/prose.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/i18n.h"
#include "base/letter.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "render/edit.h"
#include "render/shift.h"
#include "render/tex.h"

#define MARK_LETTERS 4 /* of a footnote's mark */
#define TEX_MAX 600    /* bytes of a formula */

/* ---- footnotes */

/* The mark without brackets around it. */
static struct span
without_brackets(struct span s)
{
	static const char pairs[] = "[](){}";
	const char *open = s.n > 2 ? strchr(pairs, s.p[0]) : NULL;
	if (open && s.p[s.n - 1] == open[1]) {
		s.p++;
		s.n -= 2;
	}
	return s;
}

static bool
is_mark(struct span s)
{
	size_t letters = 0;
	for (size_t i = 0; i < s.n; letters++) {
		uint32_t cp;
		i += utf8_decode(s.p + i, s.n - i, &cp);
		if (utf8_space(cp) || cp < ' ')
			return false;
	}
	return letters > 0 && letters <= MARK_LETTERS;
}

void
render_prose_footnote(struct flow *flow, size_t from)
{
	struct render_doc *doc = flow->doc;
	const char *text = doc->text.data;
	const struct block *block = &doc->blocks[doc->blocks_len - 1];
	while (from < doc->text.len && strchr(" \n\x01", text[from]))
		from++;
	struct span all = {text + from, doc->text.len - from};
	struct span mark = without_brackets(all);
	if (block->start > from || !is_mark(mark))
		return;
	bool first = from == block->start;
	flow->run_in = first ? doc->text.len : flow->run_in;
	bool apart = first || strchr(" \n\x01", text[from - 1]);
	/* "section 3" is no footnote, and <sup> raises what is in it. */
	if (apart && mark.n == all.n)
		return;
	struct buf by = BUF_INIT(0);
	if (first || flow->now.shift || !render_shift(&by, mark.p, mark.n, 1))
		buf_add(&by, mark.p, mark.n);
	struct edit edit = {
		(uint32_t)from, (uint32_t)doc->text.len, buf_str(&by), by.len};
	render_edit(flow, &edit, 1);
	flow->run_in = first ? doc->text.len : flow->run_in;
	buf_done(&by);
}

bool
render_prose_runs_in(const struct flow *flow)
{
	return flow->open && flow->run_in == flow->doc->text.len;
}

/* ---- titles */

/* The letters of a text, without case, blanks and signs. */
static void
put_letters(struct buf *out, const char *s, size_t n)
{
	for (size_t i = 0; i < n;) {
		uint32_t cp;
		char bytes[4];
		i += utf8_decode(s + i, n - i, &cp);
		if (letter_of(cp)->kind != LETTER_APART)
			buf_add(out, bytes, utf8_encode(letter_of(cp)->lower, bytes));
	}
}

/* Where the numbers of links start that follow the heading's words. */
static size_t
without_numbers(const struct render_doc *doc, const struct block *block)
{
	size_t i = doc->runs_len;
	return i > 0 && doc->runs[i - 1].style & RENDER_MARK &&
			       doc->runs[i - 1].start > block->start
		       ? doc->runs[i - 1].start
		       : block->end;
}

void
render_prose_title(struct flow *flow)
{
	struct render_doc *doc = flow->doc;
	const struct block *block = &doc->blocks[doc->blocks_len - 1];
	if (doc->blocks_len > 1 || str_empty(doc->title))
		return;
	struct buf title = BUF_INIT(0), said = BUF_INIT(0);
	put_letters(&title, doc->title, strlen(doc->title));
	put_letters(&said, doc->text.data + block->start,
		without_numbers(doc, block) - block->start);
	if (said.len && str_eq(buf_str(&title), buf_str(&said)))
		render_flow_drop(flow);
	buf_done(&title);
	buf_done(&said);
}

/* ---- notes of GitHub */

void
render_prose_alert(struct flow *flow)
{
	static const struct {
		const char *source, *word;
	} alerts[] = {{"[!NOTE]", N_("Note")}, {"[!TIP]", N_("Tip")},
		{"[!IMPORTANT]", N_("Important")}, {"[!WARNING]", N_("Warning")},
		{"[!CAUTION]", N_("Caution")}};
	struct render_doc *doc = flow->doc;
	size_t index = doc->blocks_len - 1;
	struct block *block = &doc->blocks[index];
	const struct frame *frame = block->frame;
	if (!frame || frame->kind != FRAME_QUOTE || frame->first != index)
		return;
	for (size_t i = 0; i < COUNT_OF(alerts); i++) {
		size_t n = strlen(alerts[i].source);
		uint32_t start = block->start;
		if (block->end - start < n ||
			!str_ieqn(doc->text.data + start, alerts[i].source, n))
			continue;
		const char *word = _(alerts[i].word);
		struct edit edit = {start, start + (uint32_t)n, word, strlen(word)};
		render_edit(flow, &edit, 1);
		block->end = (uint32_t)doc->text.len;
		/* Its style ends where that of the text begins again. */
		struct run *run = &doc->runs[block->run];
		struct run rest = {start + (uint32_t)edit.n, run->style, run->link};
		size_t at = block->run + 1;
		VEC_PUSH(doc->runs, doc->runs_len, doc->runs_cap);
		memmove(doc->runs + at + 1, doc->runs + at,
			(doc->runs_len - 1 - at) * sizeof *run);
		doc->runs[at] = rest;
		doc->runs[at - 1].style |= RENDER_BOLD;
		return;
	}
}

/* ---- TeX */

/* A formula between delimiters: its source, and what comes behind it. */
struct formula {
	struct span tex;
	size_t end;
	bool sure; /* its delimiters are not those of amounts of money */
};

static const struct {
	const char *open, *close;
	bool sure;
} pairs[] = {{"\\(", "\\)", true}, {"\\[", "\\]", true}, {"$$", "$$", true},
	{"$", "$", false}};

/* Up to where no closing delimiter of each pair is, so that it is not looked for again.
 */
struct search {
	size_t none[COUNT_OF(pairs)];
};

static bool
find_end(const char *s, size_t n, size_t at, struct search *search, size_t pair,
	struct formula *f)
{
	const char *close = pairs[pair].close;
	size_t len = strlen(close), i = at;
	if (search->none[pair] > i)
		i = search->none[pair];
	for (; i + len <= n && i - at <= TEX_MAX; i++) {
		if (memcmp(s + i, close, len) == 0) {
			f->tex = (struct span){s + at, i - at};
			f->end = i + len;
			return i > at;
		}
		i += s[i] == '\\';
	}
	search->none[pair] = i;
	return false;
}

/* What starts at i, where $ or \ is. */
static bool
find_formula(const char *s, size_t n, size_t i, struct search *search, struct formula *f)
{
	for (size_t k = 0; k < COUNT_OF(pairs); k++) {
		size_t len = strlen(pairs[k].open);
		if (n - i < len || memcmp(s + i, pairs[k].open, len) != 0)
			continue;
		f->sure = pairs[k].sure;
		return find_end(s, n, i + len, search, k, f);
	}
	return false;
}

/* Is it a formula rather than the text between two amounts of money? Blanks may not stand
 * inside at its ends, nor a digit behind it; and without any sign of TeX it must be
 * short, and have no words. */
static bool
is_formula(const struct formula *f, const char *s, size_t n)
{
	struct span t = f->tex;
	if (f->sure)
		return true;
	if (strchr(" \n\x01", t.p[0]) || strchr(" \n\x01", t.p[t.n - 1]) ||
		(f->end < n && str_digit((unsigned char)s[f->end])))
		return false;
	bool letters = false, word = false;
	for (size_t i = 0; i < t.n; i++) {
		bool letter = str_alpha((unsigned char)t.p[i]);
		if (strchr("\\^_{", t.p[i]))
			return true;
		word |= letter && i > 0 && str_alpha((unsigned char)t.p[i - 1]);
		letters |= letter;
	}
	return letters && !word && t.n <= 40;
}

/* Is [from, to) in one run, and not code? */
static bool
is_prose(const struct render_doc *doc, size_t from, size_t to)
{
	size_t i = render_edit_run(doc, (uint32_t)from);
	return i > 0 && !(doc->runs[i - 1].style & (RENDER_CODE | RENDER_MARK)) &&
	       (i == doc->runs_len || doc->runs[i].start >= to);
}

void
render_prose_tex(struct flow *flow)
{
	struct render_doc *doc = flow->doc;
	const struct block *block = &doc->blocks[doc->blocks_len - 1];
	size_t start = block->start, n = doc->text.len - start, cap = 0, len = 0;
	const char *s = doc->text.data + start;
	struct edit *edits = NULL;
	struct search search = {{0}};
	struct arena arena = ARENA_INIT;
	struct buf out = BUF_INIT(0);
	for (size_t i = 0; block->kind == BLOCK_TEXT && i < n; i++) {
		struct formula f;
		if ((s[i] != '$' && s[i] != '\\') ||
			!find_formula(s, n, i, &search, &f) || !is_formula(&f, s, n) ||
			!is_prose(doc, start + i, start + f.end))
			continue;
		buf_clear(&out);
		if (!render_tex(&out, f.tex))
			continue;
		*VEC_PUSH(edits, len, cap) =
			(struct edit){(uint32_t)(start + i), (uint32_t)(start + f.end),
				arena_strndup(&arena, buf_str(&out), out.len), out.len};
		i = f.end - 1;
	}
	render_edit(flow, edits, len);
	free(edits);
	buf_done(&out);
	arena_done(&arena);
}
