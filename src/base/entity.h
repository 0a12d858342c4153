/*
 * Character references, by number and by the names of HTML 5, in XML and in HTML text.
 */
#ifndef BASE_ENTITY_H
#define BASE_ENTITY_H

#include <stddef.h>

#define ENTITY_ROOM 8 /* bytes that one reference may become */

enum entity_result {
	ENTITY_NONE,    /* not a reference: a bare ampersand */
	ENTITY_OK,      /* decoded */
	ENTITY_UNKNOWN, /* looks like one, but the name is unknown */
	ENTITY_BAD,     /* not a character's number: U+FFFD, or nothing for controls */
};

struct entity_text {
	char text[ENTITY_ROOM];
	size_t len;
	size_t used; /* bytes of the source after "&", with the semicolon */
};

/* Decodes the reference that follows an ampersand at s. A name without its semicolon
 * counts where HTML allows that, but not before "=", so that addresses keep their
 * queries. Two references to the halves of a surrogate pair are one. For ENTITY_NONE and
 * ENTITY_UNKNOWN nothing is decoded; of the latter, used says how long it is. */
enum entity_result entity_decode(const char *s, size_t n, struct entity_text *out);
/* The character of one of XML's own five ("lt;" …), of which *used bytes are read; NUL:
 * it is none of them. */
char entity_predefined(const char *s, size_t n, size_t *used);

#endif
