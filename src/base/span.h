/*
 * A span: bytes that somebody else owns, by address and length, so that parts of a text
 * can be named without copying them. It need not end with a NUL.
 */
#ifndef BASE_SPAN_H
#define BASE_SPAN_H

#include <stdbool.h>
#include <stddef.h>

struct span {
	const char *p;
	size_t n;
};

#define SPAN_LIT(s) ((struct span){(s), sizeof(s) - 1})
#define SPAN_FMT(s) (int)(s).n, (s).p /* for "%.*s" */

struct span span_of(const char *s); /* of NULL: empty */
bool span_eq(struct span a, const char *b);
bool span_ieq(struct span a, const char *b); /* ASCII letters of either case */
bool span_same(struct span a, struct span b);
bool span_isame(struct span a, struct span b);
/* Whether span_ieq holds for one of them. */
bool span_is_any(struct span s, const char *const *words, size_t len);
/* The same for words with single blanks between them. */
bool span_among(struct span s, const char *words);
/* Without the ASCII white space (space, TAB, LF, VT, FF, CR) at both ends. */
struct span span_trim(struct span s);
/* Takes the part before the first sep off the front of *rest, along with sep. After the
 * last part rest->p is NULL, and the next call returns false. So "a," is two parts, the
 * second empty, and "" is one empty part.
 *
 *	while (span_split(&rest, ',', &part)) … */
bool span_split(struct span *rest, char sep, struct span *part);

#endif
