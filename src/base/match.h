/*
 * Words that are looked for in short texts such as titles while they are typed: in any
 * order, whatever their case and accents.
 *
 *	struct match *match = match_new("kern wkl", false);
 *	match_all(match, texts, 1)        true for "Kernel Weekly"
 *	match_free(match);
 */
#ifndef BASE_MATCH_H
#define BASE_MATCH_H

#include <stdbool.h>
#include <stddef.h>

struct match;

/* The words are separated by blanks; there may be none. whole: match_next finds whole
 * words only or, for a word that ends with *, words that begin with it. */
struct match *match_new(const char *words, bool whole);
void match_free(struct match *match);

/* Whether each word is found in one of the texts (NULL: none): as any part of it, or as
 * letters of one of its words, in order and beginning with the first. Only the first 1000
 * characters of a text count. */
bool match_all(const struct match *match, const char *const *texts, size_t len);
/* Finds the first place from *from on where text contains one of the words as a whole,
 * and sets *from and *to to its bytes. */
bool match_next(const struct match *match, const char *text, size_t *from, size_t *to);

#endif
