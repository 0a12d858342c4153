#include "config.h"

#include "render/prose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/i18n.h"
#include "base/letter.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "render/edit.h"
#include "render/link_list.h"
#include "render/shift.h"
#include "render/tex.h"

#define ALERT_MAX 64   /* bytes of a note's word */
#define SHIFTED_MAX 32 /* bytes; longer text is small print */
#define MARK_LETTERS 4 /* of a footnote's mark */
#define MARK_BYTES 16  /* the same, raised */
#define WIDE_BLANKS 3  /* after the mark of an item of Word */
#define TEX_MAX 600    /* bytes of a formula */
#define PICTURES_MAX 4 /* before the title */

/* Can a place still be right that was noted as the end of the text? What was written
 * since may have been dropped and replaced by other text. */
static bool
is_place(const struct buf *text, size_t at)
{
	return at < text->len && ((unsigned char)text->data[at] & 0xc0) != 0x80;
}

/* Changes the text at its end, and what is known of it. */
static void
edit(struct flow *flow, const struct edit *edits, size_t len)
{
	if (len == 0)
		return;
	render_edit(flow->doc, edits, len);
	flow->word = flow->doc->text.len;
	if (flow->note_end > edits[0].from)
		flow->note_end = SIZE_MAX;
}

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

/* Marks in a row are several notes, not a number. Puts a comma before the last of them.
 */
static bool
part_marks(struct flow *flow, size_t from)
{
	const struct render_doc *doc = flow->doc;
	const struct jump *before =
		doc->jumps_len > 1 ? &doc->jumps[doc->jumps_len - 2] : NULL;
	if (!flow->now.shift || !before || before->end != from ||
		strchr(" \n\x01", doc->text.data[from]) ||
		before->end - before->at > MARK_BYTES)
		return false;
	const struct edit comma = {(uint32_t)from, (uint32_t)from, ",", 1};
	edit(flow, &comma, 1);
	return true;
}

/* Is the mark one that a note begins with, rather than a short word such as "top"? */
static bool
counts(struct span mark)
{
	size_t letters = 0, digits = 0, roman = 0;
	for (size_t i = 0; i < mark.n; i++) {
		unsigned char c = (unsigned char)mark.p[i];
		letters += str_alpha(c);
		digits += str_digit(c);
		roman += strchr("ivxIVX", c) != NULL;
	}
	return letters <= 1 || digits || roman == mark.n;
}

/* A mark without the number that counts its earlier uses: "1:2". */
static struct span
without_count(struct span mark)
{
	size_t n = 0;
	while (n < mark.n && str_digit((unsigned char)mark.p[n]))
		n++;
	bool counted = n > 0 && n + 1 < mark.n && mark.p[n] == ':' &&
		       str_digit((unsigned char)mark.p[n + 1]);
	return counted ? (struct span){mark.p, n} : mark;
}

void
render_prose_footnote(struct flow *flow, size_t from)
{
	struct render_doc *doc = flow->doc;
	from += part_marks(flow, from);
	const char *text = doc->text.data;
	const struct block *block = &doc->blocks[doc->blocks_len - 1];
	while (from < doc->text.len && strchr(" \n\x01", text[from]))
		from++;
	struct span all = {text + from, doc->text.len - from};
	struct span mark = without_count(without_brackets(all));
	if (block->start > from || !is_place(&doc->text, from) || !is_mark(mark))
		return;
	bool bracket = from > block->start && text[from - 1] == '[';
	bool first = from == block->start + bracket;
	bool runs = first && counts(mark);
	flow->run_in = runs ? doc->text.len : flow->run_in;
	bool separate = first || strchr(" \n\x01[(", text[from - 1]);
	/* "section 3" and "[3]" are not footnotes; <sup> raises its content. */
	if (separate && mark.n == all.n)
		return;
	struct buf by = BUF_INIT(0);
	if (first || flow->now.shift || !render_shift(&by, mark.p, mark.n, 1))
		buf_add(&by, mark.p, mark.n);
	struct edit change = {
		(uint32_t)from, (uint32_t)doc->text.len, buf_str(&by), by.len};
	edit(flow, &change, 1);
	flow->run_in = runs ? doc->text.len : flow->run_in;
	buf_done(&by);
}

bool
render_prose_runs_in(const struct flow *flow)
{
	const struct buf *text = &flow->doc->text;
	size_t behind = text->len - flow->run_in;
	return flow->open &&
	       (behind == 0 || (behind == 1 && text->data[flow->run_in] == ']'));
}

/* ---- raised and lowered text */

static bool
is_ordinal(const char *s, size_t n)
{
	static const char *const endings[] = {"st", "nd", "rd", "th", "er", "re", "e",
		"o", "a", "ers", "ère", "ème", "nde", "de", "ste", "os", "as"};
	for (size_t i = 0; i < COUNT_OF(endings); i++)
		if (n == strlen(endings[i]) && str_ieqn(s, endings[i], n))
			return true;
	return false;
}

/* What text becomes that has no shifted form. False: it stays as it is. */
static bool
spell_out(struct buf *out, const char *s, size_t n, int shift)
{
	uint32_t cp;
	if (n == 2 && shift > 0 && (str_ieqn(s, "tm", 2) || str_ieqn(s, "sm", 2))) {
		buf_adds(out, str_lower((unsigned char)s[0]) == 't' ? "™" : "℠");
		return true;
	}
	/* Small print needs no sign, nor does text that stands alone. */
	if (s[0] == '[' || s[0] == '(' || n > SHIFTED_MAX)
		return false;
	bool single = utf8_decode(s, n, &cp) == n;
	if (single && letter_of(cp)->kind == LETTER_SEPARATOR)
		return false;
	buf_adds(out, shift > 0 ? "^" : "_");
	if (!single)
		buf_addc(out, '(');
	buf_add(out, s, n);
	if (!single)
		buf_addc(out, ')');
	return true;
}

/* Notes and numbers of ours at the end are not shifted. */
static size_t
without_marks(const struct render_doc *doc, size_t from)
{
	size_t end = doc->text.len;
	for (size_t i = render_edit_run(doc, (uint32_t)from); i < doc->runs_len; i++)
		if (doc->runs[i].style & RENDER_MARK && doc->runs[i].start < end)
			end = doc->runs[i].start;
	return end;
}

/* Replaces characters one by one, so that links and styles among them stay. */
static void
replace_each(struct flow *flow, size_t from, size_t n, const struct buf *by)
{
	struct edit edits[SHIFTED_MAX];
	size_t len = 0, i = 0, k = 0;
	while (i < n && len < SHIFTED_MAX) {
		uint32_t cp;
		size_t old = utf8_decode(flow->doc->text.data + from + i, n - i, &cp);
		size_t new = utf8_decode(by->data + k, by->len - k, &cp);
		uint32_t at = (uint32_t)(from + i);
		edits[len++] = (struct edit){at, at + (uint32_t)old, by->data + k, new};
		i += old;
		k += new;
	}
	edit(flow, edits, len);
}

/* Where the shifted text starts, without blanks before it. */
static size_t
start_of(const struct flow *flow)
{
	const struct buf *text = &flow->doc->text;
	size_t from = flow->now.from;
	while (from < text->len && strchr(" \n\x01", text->data[from]))
		from++;
	return from;
}

/* Is it small print rather than a part of a formula: longer words with blanks? */
static bool
is_prose_text(const char *s, size_t n)
{
	size_t letters = 0;
	bool word = false;
	for (size_t i = 0; i < n; i++) {
		letters = str_alpha((unsigned char)s[i]) ? letters + 1 : 0;
		word |= letters >= 3;
	}
	return word && memchr(s, ' ', n);
}

/* A number in square brackets loses them. Returns the length of what is left. */
static size_t
drop_brackets(struct flow *flow, size_t from, size_t n)
{
	const char *s = flow->doc->text.data + from;
	if (n < 3 || s[0] != '[' || s[n - 1] != ']' || n > SHIFTED_MAX)
		return n;
	for (size_t i = 1; i + 1 < n; i++)
		if (!str_digit((unsigned char)s[i]) && s[i] != ',')
			return n;
	uint32_t end = (uint32_t)(from + n);
	const struct edit edits[] = {
		{(uint32_t)from, (uint32_t)from + 1, "", 0}, {end - 1, end, "", 0}};
	edit(flow, edits, COUNT_OF(edits));
	return n - 2;
}

static void
shift(struct flow *flow)
{
	struct render_doc *doc = flow->doc;
	const struct block *block =
		doc->blocks_len ? &doc->blocks[doc->blocks_len - 1] : NULL;
	if (!flow->open || !block || block->start > flow->now.from ||
		!is_place(&doc->text, flow->now.from))
		return;
	size_t from = start_of(flow), n = without_marks(doc, from) - from;
	n = drop_brackets(flow, from, n);
	const char *s = doc->text.data + from;
	if (n == 0 || n > 4 * (size_t)SHIFTED_MAX)
		return;
	bool separate = from == block->start || from > flow->now.from;
	bool digit = str_digit((unsigned char)s[0]), prose = is_prose_text(s, n);
	if (prose && !separate) {
		const struct edit change = {(uint32_t)from, (uint32_t)from, " ", 1};
		edit(flow, &change, 1);
	}
	if (prose || (separate && !digit))
		return;
	if (!separate && str_digit((unsigned char)s[-1]) && is_ordinal(s, n))
		return;
	struct buf by = BUF_INIT(0);
	if (n <= SHIFTED_MAX && render_shift(&by, s, n, flow->now.shift)) {
		replace_each(flow, from, n, &by);
	} else if (!separate && spell_out(&by, s, n, flow->now.shift)) {
		struct edit change = {
			(uint32_t)from, (uint32_t)(from + n), buf_str(&by), by.len};
		edit(flow, &change, 1);
	}
	buf_done(&by);
}

/* A raised number that starts a block is the mark of a note. */
void
render_prose_shift(struct flow *flow)
{
	const struct render_doc *doc = flow->doc;
	const struct block *block =
		doc->blocks_len ? &doc->blocks[doc->blocks_len - 1] : NULL;
	size_t from = start_of(flow);
	bool first = flow->open && block && from == block->start &&
		     is_place(&doc->text, from) && flow->now.shift > 0;
	bool mark = first &&
		    is_mark((struct span){doc->text.data + from, doc->text.len - from});
	shift(flow);
	if (mark)
		flow->run_in = doc->text.len;
}

/* ---- titles */

void
render_prose_letters(struct buf *out, struct span s)
{
	for (size_t i = 0; i < s.n;) {
		uint32_t cp;
		char bytes[4];
		i += utf8_decode(s.p + i, s.n - i, &cp);
		if (letter_of(cp)->kind != LETTER_SEPARATOR)
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

/* Do only pictures come before it? */
static bool
is_first(const struct render_doc *doc, const struct block *block)
{
	if (block - doc->blocks > PICTURES_MAX)
		return false;
	for (size_t i = 0; i < block->run; i++)
		if (!(doc->runs[i].style & RENDER_MARK) &&
			doc->runs[i].start < block->start)
			return false;
	return true;
}

static bool
is_bold(const struct render_doc *doc, const struct block *block)
{
	for (size_t i = block->run; i < doc->runs_len; i++)
		if (!(doc->runs[i].style & (RENDER_BOLD | RENDER_MARK)))
			return false;
	return block->kind == BLOCK_TEXT;
}

void
render_prose_title(struct flow *flow)
{
	struct render_doc *doc = flow->doc;
	const struct block *block = &doc->blocks[doc->blocks_len - 1];
	if (str_empty(doc->title) || !is_first(doc, block) ||
		(!block->heading && !is_bold(doc, block)))
		return;
	struct buf title = BUF_INIT(0), said = BUF_INIT(0);
	render_prose_letters(&title, span_of(doc->title));
	render_prose_letters(&said, (struct span){doc->text.data + block->start,
					    without_numbers(doc, block) - block->start});
	if (said.len && str_eq(buf_str(&title), buf_str(&said))) {
		render_link_drop(doc, block->start);
		render_flow_drop(flow);
		flow->gap = flow->gap > 0;
	}
	buf_done(&title);
	buf_done(&said);
}

/* ---- lists of Word */

void
render_prose_item(struct flow *flow)
{
	static const char *const marks[] = {"·", "•", "§", "▪", "\xef\x82\xb7"};
	static const char mark[] = "• ";
	struct render_doc *doc = flow->doc;
	struct block *block = &doc->blocks[doc->blocks_len - 1];
	const char *s = doc->text.data + block->start;
	size_t n = block->end - block->start, len = 0, blanks = 0;
	for (size_t i = 0; i < COUNT_OF(marks) && !len; i++)
		if (n > strlen(marks[i]) && memcmp(s, marks[i], strlen(marks[i])) == 0)
			len = strlen(marks[i]);
	while (len && len + blanks < n && strchr(" \x01", s[len + blanks]))
		blanks++;
	if (blanks < WIDE_BLANKS || len + blanks == n)
		return;
	const struct edit change = {block->start, block->start + (uint32_t)(len + blanks),
		mark, sizeof mark - 1};
	edit(flow, &change, 1);
	block->end = (uint32_t)doc->text.len;
	block->hang = true;
}

/* ---- notes of GitHub */

static void
insert_run(struct render_doc *doc, size_t at, struct text_run run)
{
	VEC_PUSH(doc->runs, doc->runs_len, doc->runs_cap);
	memmove(doc->runs + at + 1, doc->runs + at,
		(doc->runs_len - 1 - at) * sizeof run);
	doc->runs[at] = run;
}

/* Makes the start of a block bold, up to a place in its first run. Other blocks may end
 * in that run. */
static void
embolden(struct render_doc *doc, struct block *block, uint32_t end)
{
	struct text_run rest = doc->runs[block->run];
	if (rest.start < block->start)
		block->run++;
	struct text_run first = {block->start, rest.style | RENDER_BOLD, rest.link};
	if (rest.start < block->start)
		insert_run(doc, block->run, first);
	doc->runs[block->run] = first;
	rest.start = end;
	insert_run(doc, block->run + 1, rest);
}

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
		/* In Obsidian, a sign after it says whether it is folded. */
		bool sign =
			start + n < block->end && strchr("+-", doc->text.data[start + n]);
		n += sign;
		/* The line ends after it, whatever happened to the line end of the
		 * source. */
		bool goes_on = start + n < block->end && doc->text.data[start + n] == ' ';
		char word[ALERT_MAX];
		snprintf(word, sizeof word, goes_on ? "%s\n" : "%s", _(alerts[i].word));
		struct edit change = {
			start, start + (uint32_t)(n + goes_on), word, strlen(word)};
		edit(flow, &change, 1);
		block->end = (uint32_t)doc->text.len;
		embolden(doc, block, start + (uint32_t)change.n);
		return;
	}
}

/* ---- TeX */

/* A formula between delimiters: its source, and what comes after it. */
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
 * inside at its ends, nor a digit after it; and without any sign of TeX it must be
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
	edit(flow, edits, len);
	free(edits);
	buf_done(&out);
	arena_done(&arena);
}
