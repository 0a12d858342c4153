/*
 * What characters are to words and searches, by Unicode's tables (libunistring). A text
 * asks several things of each of its characters, so the answers are kept, for 256
 * characters at a time, as they are first asked for. Any thread.
 */
#ifndef BASE_LETTER_H
#define BASE_LETTER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum letter_kind {
	LETTER_APART, /* parts words: space, punctuation, symbols */
	LETTER_WORD,
	LETTER_IDEOGRAPH, /* of a script that writes no blanks between words */
};

struct letter {
	uint32_t lower : 24; /* Unicode's simple mapping, whatever the locale */
	uint32_t kind : 2;   /* enum letter_kind */
	uint32_t mark : 1; /* combines with the character before it, and takes no cell */
	uint32_t accent : 1; /* in words without accents, lower is another or is left out
			      */
	/* The lower one without its accents, for alphabets in which these are (Latin,
	 * Greek, Cyrillic); 0: it is left out. й is a letter of its own. */
	uint32_t base;
};

#define LETTER_PAGE 256
#define LETTER_PAGES (0x110000 / LETTER_PAGE)

/* Inside: NULL until it is asked for. */
extern _Atomic(struct letter *) letter_pages[LETTER_PAGES];
const struct letter *letter_page(uint32_t page);

/* cp: up to U+10FFFF, as utf8_decode gives. */
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

/* The one character that cp and the mark after it make (NFC), or 0. */
uint32_t letter_compose(uint32_t cp, uint32_t mark);

#endif
