#include "config.h"

#include "render/find_words.h"

#include "base/attr.h"
#include "base/letter.h"
#include "base/utf8.h"
#include "render/doc.h"

#define LETTERS_MAX 3 /* that a character may stand for */

/* What people type for characters that typography has several of, such as quotes. */
static uint32_t
typed(uint32_t cp)
{
	if (cp >= 0x2018 && cp <= 0x201b)
		return '\'';
	if ((cp >= 0x201c && cp <= 0x201f) || cp == 0xab || cp == 0xbb)
		return '"';
	return cp >= 0x2010 && cp <= 0x2015 ? '-' : cp;
}

/* Characters that are written as several letters, too. Sorted. */
static const struct {
	uint32_t cp;
	char letters[LETTERS_MAX + 1];
} several[] = {{0xdf, "ss"}, {0x1e9e, "ss"}, {0x2026, "..."}, {0xfb00, "ff"},
	{0xfb01, "fi"}, {0xfb02, "fl"}, {0xfb03, "ffi"}, {0xfb04, "ffl"}, {0xfb05, "st"},
	{0xfb06, "st"}};

/* The letter as it is compared; 0: it is ignored. */
static uint32_t
fold_one(uint32_t cp, bool base)
{
	cp = cp >= 0x80 ? typed(cp) : cp;
	if (cp == DOC_BREAK || cp == DOC_HYPHEN || utf8_joiner(cp))
		return 0;
	if (cp == DOC_NBSP || cp == '\n' || cp == '\t')
		return ' ';
	if (cp < 0x80)
		return (uint32_t)str_lower((int)cp);
	return base ? letter_of(cp)->base : letter_of(cp)->lower;
}

/* The letters as which a character is compared, and their number. */
static size_t
fold(uint32_t cp, bool base, uint32_t letters[LETTERS_MAX])
{
	for (size_t i = 0; cp >= several[0].cp && i < COUNT_OF(several); i++) {
		size_t n = 0;
		while (several[i].cp == cp && several[i].letters[n]) {
			letters[n] = (uint32_t)several[i].letters[n];
			n++;
		}
		if (n)
			return n;
	}
	letters[0] = fold_one(cp, base);
	return letters[0] != 0;
}

/* Decodes the first character of s, with the accents after it that belong to it.
 * Returns its length. */
static size_t
decode(const char *s, size_t n, uint32_t *cp)
{
	size_t len = utf8_decode(s, n, cp);
	uint32_t mark, composed = 1;
	while (len < n && (unsigned char)s[len] >= 0xcc && composed) {
		size_t more = utf8_decode(s + len, n - len, &mark);
		composed = letter_mark(mark) ? letter_compose(*cp, mark) : 0;
		*cp = composed ? composed : *cp;
		len += composed ? more : 0;
	}
	return len;
}

void
render_find_words(struct render_words *words, const char *s, bool base)
{
	struct span rest = span_trim(span_of(s));
	*words = (struct render_words){.base = base};
	for (size_t i = 0; i < rest.n && words->len < RENDER_WORDS_MAX;) {
		uint32_t cp, letters[LETTERS_MAX];
		i += decode(rest.p + i, rest.n - i, &cp);
		size_t n = fold(utf8_space(cp) ? ' ' : cp, base, letters);
		bool again = n && *letters == ' ' && words->len &&
			     words->letters[words->len - 1] == ' ';
		for (size_t k = 0; k < n && !again && words->len < RENDER_WORDS_MAX; k++)
			words->letters[words->len++] = letters[k];
	}
}

/* The end of the run that contains a place, if it is a number of a link; else the place.
 */
static uint32_t
behind_mark(const struct render_doc *doc, uint32_t at)
{
	size_t i = doc_run(doc, at);
	const struct text_run *run = &doc->runs[i];
	if (!(run->style & RENDER_MARK) || !run->link || run->style & RENDER_NOTE)
		return at;
	return i + 1 < doc->runs_len ? run[1].start : (uint32_t)doc->text.len;
}

/* The block that contains a place ends here. */
static uint32_t
block_end(const struct render_doc *doc, uint32_t at)
{
	size_t low = 0, high = doc->blocks_len;
	while (high - low > 1) {
		size_t mid = (low + high) / 2;
		if (doc->blocks[mid].start <= at)
			low = mid;
		else
			high = mid;
	}
	return high ? doc->blocks[low].end : 0;
}

/* Matches the words from a place on, skipping some of the letters that its character
 * stands for. Returns where they end; 0: they do not match. */
static uint32_t
match(const struct render_doc *doc, const struct render_words *words, uint32_t at,
	size_t from)
{
	const char *text = doc->text.data;
	uint32_t i = at, end = (uint32_t)doc->text.len, cp, letters[LETTERS_MAX];
	size_t found = 0;
	bool blank = false;
	while (found < words->len && i < end) {
		if (text[i] == '[' && found) {
			uint32_t behind = behind_mark(doc, i);
			if (behind > i) {
				i = behind;
				continue;
			}
		}
		uint32_t next = i + (uint32_t)decode(text + i, end - i, &cp);
		size_t n = fold(cp, words->base, letters);
		bool again = n && blank && *letters == ' ';
		for (; from < n && !again && found < words->len; from++)
			if (letters[from] != words->letters[found++])
				return 0;
		from = 0;
		blank = n ? *letters == ' ' : blank;
		i = next;
	}
	return found == words->len && i <= block_end(doc, at) ? i : 0;
}

bool
render_find_next(const struct render_doc *doc, const struct render_words *words,
	uint32_t *at, size_t bytes, struct render_hit *hit)
{
	uint32_t i = *at, len = (uint32_t)doc->text.len, cp, letters[LETTERS_MAX];
	uint32_t stop = bytes < len - i ? i + (uint32_t)bytes : len;
	*hit = (struct render_hit){0};
	while (i < stop && words->len) {
		uint32_t n = (uint32_t)decode(doc->text.data + i, len - i, &cp);
		uint32_t end = 0;
		size_t n_letters = fold(cp, words->base, letters);
		for (size_t k = 0; k < n_letters && !end; k++)
			if (letters[k] == words->letters[0])
				end = match(doc, words, i, k);
		if (end) {
			*hit = (struct render_hit){i, end};
			*at = end;
			return true;
		}
		i += n;
	}
	*at = i;
	return i < len && words->len;
}
