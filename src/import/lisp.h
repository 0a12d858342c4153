/*
 * Lisp data as Emacs prints it: read, never evaluated.
 */
#ifndef IMPORT_LISP_H
#define IMPORT_LISP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct arena;

enum lisp_kind {
	LISP_SYMBOL, /* numbers, too */
	LISP_STRING,
	LISP_LIST, /* (…), […] and #s(…); a dot between two is left out */
};

struct lisp {
	enum lisp_kind kind;
	const char *text;    /* of symbols and strings */
	struct lisp **items; /* of lists */
	size_t len;
};

/* Reads the next form and moves *rest after it. Quotes in front of forms and comments
 * are skipped. NULL: there is none, or it does not end. */
struct lisp *import_lisp_read(struct arena *arena, struct span *rest);

/* The nth element of a list; NULL: it has none, or is not a list. */
const struct lisp *import_lisp_at(const struct lisp *list, size_t n);
/* The text of a string, or of a symbol other than nil; NULL: it is neither. */
const char *import_lisp_text(const struct lisp *form);
/* The element after this symbol, as in a property list. */
const struct lisp *import_lisp_after(const struct lisp *list, const char *symbol);

#endif
