/*
 * A text is taken apart into letters without case and accents, each with the place of its
 * first byte, so that what is found there can be marked in the text itself.
 */
#include "config.h"

#include "base/match.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/letter.h"
#include "base/mem.h"
#include "base/utf8.h"

#define LETTERS_MAX 1000
#define WORDS_MAX 16

struct letters {
	uint32_t list[LETTERS_MAX];
	uint32_t at[LETTERS_MAX + 1]; /* bytes; the last: where the text ends */
	size_t len;
};

struct match_word {
	size_t from, len; /* in the letters */
	bool begins;      /* a longer word may begin with it */
};

struct match {
	struct letters letters;
	struct match_word words[WORDS_MAX];
	size_t len;
	bool whole;
};

static void
take_apart(const char *text, struct letters *out)
{
	size_t n = strlen(text), i = 0;
	out->len = 0;
	while (i < n && out->len < LETTERS_MAX) {
		uint32_t cp;
		size_t at = i;
		i += utf8_decode(text + i, n - i, &cp);
		uint32_t base = cp < 0x80 ? letter_of(cp)->lower : letter_of(cp)->base;
		if (base == 0) /* an accent */
			continue;
		out->list[out->len] = base;
		out->at[out->len++] = (uint32_t)at;
	}
	out->at[out->len] = (uint32_t)i;
}

static bool
is_blank(uint32_t letter)
{
	return letter == ' ' || letter == '\t' || letter == '\n';
}

struct match *
match_new(const char *words, bool whole)
{
	struct match *m = mem_zalloc(sizeof *m);
	m->whole = whole;
	struct letters *l = &m->letters;
	take_apart(words, l);
	for (size_t i = 0; i < l->len && m->len < WORDS_MAX;) {
		size_t from = i;
		while (i < l->len && !is_blank(l->list[i]))
			i++;
		bool begins = whole && i - from > 1 && l->list[i - 1] == '*';
		if (i > from)
			m->words[m->len++] =
				(struct match_word){from, i - from - begins, begins};
		else
			i++;
	}
	return m;
}

void
match_free(struct match *match)
{
	free(match);
}

static bool
is_at(const struct match *m, const struct match_word *word, const struct letters *text,
	size_t at)
{
	return at + word->len <= text->len &&
	       memcmp(text->list + at, m->letters.list + word->from,
		       word->len * sizeof *text->list) == 0;
}

/* Whether the word's letters follow one another within the word of the text at `at`. */
static bool
is_short_for(const struct match *m, const struct match_word *word,
	const struct letters *text, size_t at)
{
	const uint32_t *letters = m->letters.list + word->from;
	size_t k = 0;
	if (text->list[at] != letters[0])
		return false;
	for (; at < text->len && k < word->len; at++) {
		if (letter_of(text->list[at])->kind == LETTER_SEPARATOR)
			return false;
		k += text->list[at] == letters[k];
	}
	return k == word->len;
}

static bool
has_word(const struct match *m, const struct match_word *word, const struct letters *text)
{
	bool begins = true;
	for (size_t i = 0; i < text->len; i++) {
		if (is_at(m, word, text, i) ||
			(begins && word->len > 1 && is_short_for(m, word, text, i)))
			return true;
		begins = letter_of(text->list[i])->kind == LETTER_SEPARATOR;
	}
	return false;
}

bool
match_all(const struct match *match, const char *const *texts, size_t len)
{
	struct letters text;
	uint32_t found = 0;
	for (size_t i = 0; i < len; i++) {
		if (!texts[i])
			continue;
		take_apart(texts[i], &text);
		for (size_t w = 0; w < match->len; w++)
			if (!(found >> w & 1) && has_word(match, &match->words[w], &text))
				found |= UINT32_C(1) << w;
	}
	return found == (UINT32_C(1) << match->len) - 1;
}

static bool
joined(uint32_t a, uint32_t b)
{
	return letter_of(a)->kind == LETTER_WORD && letter_of(b)->kind == LETTER_WORD;
}

/* Whether the word at `at` is one by itself. */
static bool
is_whole(const struct match_word *word, const struct letters *text, size_t at)
{
	size_t end = at + word->len;
	return !(at && joined(text->list[at - 1], text->list[at])) &&
	       (word->begins || end == text->len ||
		       !joined(text->list[end - 1], text->list[end]));
}

bool
match_next(const struct match *match, const char *text, size_t *from, size_t *to)
{
	struct letters letters;
	take_apart(text + *from, &letters);
	for (size_t i = 0; i < letters.len; i++)
		for (size_t w = 0; w < match->len; w++) {
			const struct match_word *word = &match->words[w];
			if (!is_at(match, word, &letters, i) ||
				(match->whole && !is_whole(word, &letters, i)))
				continue;
			*to = *from + letters.at[i + word->len];
			*from += letters.at[i];
			return true;
		}
	return false;
}
