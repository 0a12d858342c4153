/*
 * Properties of characters that words and searches depend on, from Unicode's tables
 * (libunistring). Folding a text looks up several of them for each character, so they are
 * cached for 256 characters at a time, on first use. Any thread.
 */
#ifndef BASE_LETTER_H
#define BASE_LETTER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum letter_kind {
	LETTER_SEPARATOR, /* separates words: space, punctuation, symbols */
	LETTER_WORD,
	LETTER_IDEOGRAPH, /* of a script that writes no blanks between words */
};

struct letter {
	/* Unicode's simple mapping, whatever the locale; of a final sigma, the other
	 * one. */
	uint32_t lower : 24;
	uint32_t kind : 2;   /* enum letter_kind */
	uint32_t mark : 1;   /* combines with the character before it; takes no cell */
	uint32_t accent : 1; /* base differs from lower */
	/* The lower-case letter without its accents, for alphabets that have accents
	 * (Latin, Greek, Cyrillic; but й is a letter of its own). 0: the character is an
	 * accent and is left out. */
	uint32_t base;
};

#define LETTER_FINAL_SIGMA 0x3c2 /* how σ is written at the end of a word */
#define LETTER_SIGMA 0x3c3

#define LETTER_BASES_END 0x2000 /* from here on, each character is its own base */

#define LETTER_PAGE 256
#define LETTER_PAGES (0x110000 / LETTER_PAGE)

/* The cache, private to letter_of. An entry is NULL until it is first used. */
extern _Atomic(struct letter *) letter_pages[LETTER_PAGES];
const struct letter *letter_page(uint32_t page);

/* The properties of cp, which is at most U+10FFFF, as utf8_decode returns it. */
static inline const struct letter *
letter_of(uint32_t cp)
{
	const struct letter *page = atomic_load_explicit(
		&letter_pages[cp / LETTER_PAGE], memory_order_acquire);
	return (page ? page : letter_page(cp / LETTER_PAGE)) + cp % LETTER_PAGE;
}

static inline bool
letter_mark(uint32_t cp)
{
	return cp >= 0x300 && letter_of(cp)->mark;
}

/* The single character that cp and the mark after it compose to (NFC), or 0. */
uint32_t letter_compose(uint32_t cp, uint32_t mark);

#endif
