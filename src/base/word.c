#include "config.h"

#include "base/word.h"

#include <stdint.h>
#include <string.h>

#include "base/letter.h"
#include "base/simd.h"
#include "base/utf8.h"

struct word_walk
word_walk(struct span text)
{
	return (struct word_walk){.at = text.p, .end = text.p + text.n};
}

/* The end of the run of ASCII letters and digits at p. Most words have fewer than eight,
 * but how many is unpredictable: looking at many bytes at a time avoids a branch for
 * each. */
static const char *
ascii_end(const char *p, const char *end)
{
	size_t n = sizeof(simd_u8);
	for (; (size_t)(end - p) >= sizeof(simd_u8) && n == sizeof(simd_u8); p += n)
		n = (size_t)__builtin_ctzll(~simd_alnum(simd_load(p)));
	while (n == sizeof(simd_u8) && p < end && str_alnum(*p))
		p++;
	return p;
}

/* The properties of the character at p; *len is its length. */
static inline const struct letter *
letter_at(const char *p, const char *end, size_t *len)
{
	uint32_t cp = (unsigned char)*p;
	*len = cp < 0x80 ? 1 : utf8_decode(p, (size_t)(end - p), &cp);
	return letter_of(cp);
}

/* The end of the character at p and the marks after it. */
static const char *
whole_ideograph(const char *p, const char *end)
{
	uint32_t cp;
	p += utf8_decode(p, (size_t)(end - p), &cp);
	while (p < end && (unsigned char)*p >= 0x80) {
		size_t len = utf8_decode(p, (size_t)(end - p), &cp);
		if (!letter_mark(cp))
			break;
		p += len;
	}
	return p;
}

static void
take_pair(struct word_walk *w)
{
	const char *first = whole_ideograph(w->at, w->end), *second = first;
	size_t len;
	if (first < w->end && letter_at(first, w->end, &len)->kind == LETTER_IDEOGRAPH)
		second = whole_ideograph(first, w->end);
	w->word = (struct span){w->at, (size_t)(second - w->at)};
	w->pair = true;
	w->last = w->run && second == first;
	w->run = second != first;
	w->at = first;
}

static void
take_word(struct word_walk *w)
{
	const char *p = w->at, *next;
	w->ascii = true;
	for (; p < w->end; p = next) {
		if ((unsigned char)*p < 0x80) {
			next = ascii_end(p, w->end);
			if (next == p)
				break;
			continue;
		}
		size_t len;
		const struct letter *letter = letter_at(p, w->end, &len);
		if (letter->kind != LETTER_WORD)
			break;
		w->ascii = false;
		w->accents |= letter->accent;
		next = p + len;
	}
	w->word = (struct span){w->at, (size_t)(p - w->at)};
	w->at = p;
}

bool
word_next(struct word_walk *w)
{
	w->pair = w->last = w->ascii = w->accents = false;
	for (;;) {
		size_t len;
		while (w->at < w->end && (unsigned char)*w->at < 0x80 &&
			!str_alnum(*w->at))
			w->at++;
		if (w->at == w->end)
			return false;
		enum letter_kind kind = letter_at(w->at, w->end, &len)->kind;
		if (kind == LETTER_SEPARATOR) {
			w->at += len;
			continue;
		}
		w->position = w->count++;
		if (kind == LETTER_IDEOGRAPH) {
			take_pair(w);
		} else {
			w->run = false;
			take_word(w);
		}
		if (w->word.n > WORD_MAX)
			w->word.n = WORD_MAX;
		return true;
	}
}

/* ---- Words of ASCII, many at a time. Where words begin and end is unpredictable, and a
 * mispredicted branch for each is slow. So a block of text is turned into a bit mask,
 * without branches. */

#define BLOCK ((size_t)64)

/* Masks of the bytes in the block at p that are ASCII letters and digits, and (*high)
 * that are not ASCII. */
static inline uint64_t
letters_at(const char *p, uint64_t *high)
{
	simd_u8 a = simd_load(p), b = simd_load(p + 16), c = simd_load(p + 32),
		d = simd_load(p + 48);
	_Static_assert(BLOCK == 4 * sizeof a, "four vectors");
	*high = 0;
	if (simd_signs(a | b | c | d))
		*high = simd_signs(a) | simd_signs(b) << 16 | simd_signs(c) << 32 |
			simd_signs(d) << 48;
	return simd_alnum(a) | simd_alnum(b) << 16 | simd_alnum(c) << 32 |
	       simd_alnum(d) << 48;
}

_Static_assert(BLOCK <= WORD_MAX, "words within a block need not be cut");

/* Gets the words that end in the block at p. *open is the start of a word that has not
 * ended yet, or NULL. Characters beyond ASCII, and letters next to them, are left out. */
static size_t
words_of_block(const char *p, uint64_t letters, uint64_t high, const char **open,
	struct span *words)
{
	struct span *word = words;
	uint64_t before = high ? (high & -high) - 1 : UINT64_MAX;
	uint64_t edges = (letters ^ (letters << 1 | (*open != NULL))) & before;
	if (*open && edges) {
		size_t n = (size_t)(p - *open) + (size_t)__builtin_ctzll(edges);
		*word++ = (struct span){*open, n < WORD_MAX ? n : WORD_MAX};
		edges &= edges - 1;
		*open = NULL;
	}
	while (edges & (edges - 1)) {
		unsigned from = (unsigned)__builtin_ctzll(edges);
		edges &= edges - 1;
		unsigned to = (unsigned)__builtin_ctzll(edges);
		edges &= edges - 1;
		*word++ = (struct span){p + from, to - from};
	}
	if (edges)
		*open = p + __builtin_ctzll(edges);
	return (size_t)(word - words);
}

/* Does the next word, perhaps after a blank, begin beyond ASCII? Then most words do, and
 * scanning whole blocks would be wasted time. */
static bool
begins_high(const char *p, const char *end)
{
	return (p < end && (unsigned char)p[0] >= 0x80) ||
	       (p + 1 < end && (unsigned char)p[1] >= 0x80);
}

/* Copies the last bytes of a text, fewer than a block, and zeros after them. */
static const char *
last_block(char last[static BLOCK], const char *p, size_t left)
{
	memset(last, 0, BLOCK);
	memcpy(last, p, left);
	return last;
}

size_t
word_next_many(struct word_walk *w, struct span *words, size_t max)
{
	const char *p = w->at, *open = NULL;
	char last[BLOCK];
	size_t n = 0;
	uint64_t high = begins_high(p, w->end);
	while (!high && p < w->end && n + BLOCK / 2 + 1 <= max) {
		size_t left = (size_t)(w->end - p);
		const char *block = left < BLOCK ? last_block(last, p, left) : p;
		uint64_t letters = letters_at(block, &high);
		n += words_of_block(p, letters, high, &open, words + n);
		p += high ? (size_t)__builtin_ctzll(high) : left < BLOCK ? left : BLOCK;
	}
	w->at = open ? open : p;
	w->count += (uint32_t)n;
	return n;
}

/* ---- Words that a filter may have. */

#define HEAD sizeof(uint32_t) /* bytes of a word that the filter compares */

/* The bit of the filter for a word of n bytes. HEAD bytes can be read at p. */
static inline uint32_t
filter_bit(const char *p, size_t n)
{
	uint32_t head;
	memcpy(&head, p, sizeof head);
	if (n < HEAD) {
		size_t others = 8 * (HEAD - n);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
		head <<= others;
#else
		head >>= others;
#endif
	}
	return head * UINT32_C(0x9e3779b1) >> (32 - WORD_FILTER_BITS);
}

void
word_filter_add(struct word_filter *filter, struct span word)
{
	char head[HEAD] = {0};
	memcpy(head, word.p, word.n < HEAD ? word.n : HEAD);
	uint32_t bit = filter_bit(head, word.n);
	filter->map[bit / 64] |= UINT64_C(1) << (bit % 64);
	filter->brief |= word.n < HEAD;
}

/* How many of the first n bits are set without a gap before bit n; n is from 1 to 64. */
static inline size_t
run_before(uint64_t bits, size_t n)
{
	uint64_t others = ~(bits << (64 - n));
	return others ? (size_t)__builtin_clzll(others) : 64;
}

/* The length of the word at this place of a block, which does not end with it. */
static inline size_t
length_at(uint64_t letters, unsigned from)
{
	return (size_t)__builtin_ctzll(~(letters >> from));
}

/* Gets the words in the block at p that the filter may have. */
static inline size_t
likely_words(const struct word_filter *filter, const char *p, uint64_t letters,
	struct span *words)
{
	struct span *word = words;
	uint64_t starts = letters & ~(letters << 1);
	if (!filter->brief)
		starts &= letters >> 1 & letters >> 2 & letters >> 3;
	for (; starts; starts &= starts - 1) {
		unsigned from = (unsigned)__builtin_ctzll(starts);
		size_t n = filter->brief ? length_at(letters, from) : HEAD;
		uint32_t bit = filter_bit(p + from, n);
		if (filter->map[bit / 64] >> (bit % 64) & 1)
			*word++ = (struct span){p + from, length_at(letters, from)};
	}
	return (size_t)(word - words);
}

size_t
word_next_likely(struct word_walk *w, const struct word_filter *filter,
	struct span *words, size_t max)
{
	const char *p = w->at;
	char last[BLOCK];
	size_t n = 0, open = 0;
	uint64_t high = begins_high(p, w->end);
	while (!high && p < w->end && n + BLOCK / 2 <= max && open < BLOCK) {
		size_t left = (size_t)(w->end - p);
		const char *block = left < BLOCK ? last_block(last, p, left) : p;
		uint64_t letters = letters_at(block, &high);
		size_t len = high           ? (size_t)__builtin_ctzll(high)
			     : left < BLOCK ? left
					    : BLOCK;
		/* A word that may continue after the block begins the next one. */
		open = len && (high || left >= BLOCK) ? run_before(letters, len) : 0;
		len -= open;
		if (len) {
			letters &= UINT64_MAX >> (BLOCK - len);
			n += likely_words(filter, p, letters, words + n);
		}
		p += len;
	}
	w->at = p;
	return n;
}
