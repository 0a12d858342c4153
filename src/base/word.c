#include "config.h"

#include "base/word.h"

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
		while (p < w->end && ascii_letter(*p))
			p++;
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
