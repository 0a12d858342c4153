#include "config.h"

#include "base/word.h"

#include <stdint.h>
#include <string.h>

#include "base/utf8.h"

struct word_walk
word_walk(struct span text)
{
	return (struct word_walk){.at = text.p, .end = text.p + text.n};
}

/* Every byte of a text passes here. */
static inline bool
ascii_letter(char c)
{
	unsigned char u = (unsigned char)c;
	return (unsigned char)((u | 0x20) - 'a') < 26 || (unsigned char)(u - '0') < 10;
}

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Bit 7 of each byte that is from low to high; bytes are below 0x80. */
static inline uint64_t
between(uint64_t bytes, char low, char high)
{
	return (bytes + EACH(0x80 - (uint64_t)low)) &
	       ~(bytes + EACH(0x7f - (uint64_t)high)) & EACH(0x80);
}

/* The end of the letters of ASCII that p begins with. Words have less than eight letters
 * for the most part, but how many nobody can foresee: eight bytes at a time are looked at
 * without asking. */
static const char *
ascii_end(const char *p, const char *end)
{
	for (; end - p >= 8; p += 8) {
		uint64_t text;
		memcpy(&text, p, sizeof text);
		uint64_t low = text & EACH(0x7f);
		uint64_t letters =
			(between(low | EACH(0x20), 'a', 'z') | between(low, '0', '9')) &
			~text;
		uint64_t others = ~letters & EACH(0x80);
		if (!others)
			continue;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
		return p + __builtin_ctzll(others) / 8;
#else
		return p + __builtin_clzll(others) / 8;
#endif
	}
	while (p < end && ascii_letter(*p))
		p++;
	return p;
}

/* The kind of the character at p, and its length. */
static enum utf8_kind
kind_at(const char *p, const char *end, size_t *len)
{
	uint32_t cp;
	if ((unsigned char)*p < 0x80) {
		*len = 1;
		return ascii_letter(*p) ? UTF8_LETTER : UTF8_APART;
	}
	*len = utf8_decode(p, (size_t)(end - p), &cp);
	return utf8_kind(cp);
}

/* The character p begins with, and the marks after it. Returns its end. */
static const char *
whole_ideograph(const char *p, const char *end)
{
	uint32_t cp;
	p += utf8_decode(p, (size_t)(end - p), &cp);
	while (p < end && (unsigned char)*p >= 0x80) {
		size_t len = utf8_decode(p, (size_t)(end - p), &cp);
		if (!utf8_mark(cp))
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
	if (first < w->end && kind_at(first, w->end, &len) == UTF8_IDEOGRAPH)
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
	const char *p = w->at;
	w->ascii = true;
	for (;;) {
		p = ascii_end(p, w->end);
		size_t len;
		if (p == w->end || (unsigned char)*p < 0x80 ||
			kind_at(p, w->end, &len) != UTF8_LETTER)
			break;
		w->ascii = false;
		p += len;
	}
	w->word = (struct span){w->at, (size_t)(p - w->at)};
	w->at = p;
}

bool
word_next(struct word_walk *w)
{
	w->pair = w->last = w->ascii = false;
	for (;;) {
		size_t len;
		while (w->at < w->end && (unsigned char)*w->at < 0x80 &&
			!ascii_letter(*w->at))
			w->at++;
		if (w->at == w->end)
			return false;
		enum utf8_kind kind = kind_at(w->at, w->end, &len);
		if (kind == UTF8_APART) {
			w->at += len;
			continue;
		}
		w->position = w->count++;
		if (kind == UTF8_IDEOGRAPH) {
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
