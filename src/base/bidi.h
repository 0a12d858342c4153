/*
 * Text from right to left (Hebrew, Arabic …), put into the order in which a terminal that
 * knows nothing of it has to show it (UAX 9), with Arabic letters joined. Without
 * libfribidi nothing is changed. Pure.
 */
#ifndef BASE_BIDI_H
#define BASE_BIDI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BIDI_GONE 0xfeffu /* a letter that became part of the one before it */

enum bidi_base {
	BIDI_AUTO, /* by the first letter that has a direction */
	BIDI_LEFT,
	BIDI_RIGHT,
};

/* Whether the n bytes at s have letters that go from right to left. */
bool bidi_needed(const char *s, size_t n);
/* Whether the first letter that has a direction goes from right to left. */
bool bidi_rightward(const char *s, size_t n);
/* Reorders the len characters of a line: list gets those to be shown, from the left, and
 * order[i] the place that the i-th of them had. A letter that became part of the one
 * before it, as in Arabic's lam-alef, becomes BIDI_GONE. False: nothing had to be, or
 * could be, changed. */
bool bidi_reorder(uint32_t *list, uint32_t *order, size_t len, enum bidi_base base);

#endif
