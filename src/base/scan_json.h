/*
 * JSON (RFC 8259), read in one pass that makes no tree, for documents of many rows and
 * for lines that come often. Values are parts of the text; strings keep their escapes
 * until they are needed. What nobody asks for is skipped, and not checked in every
 * detail. Pure.
 *
 *	struct scan_field fields[] = {{.name = "event"}, {.name = "id"}};
 *	if (scan_object(line, fields, COUNT_OF(fields)) && scan_number(&fields[1], &id)) …
 */
#ifndef BASE_SCAN_JSON_H
#define BASE_SCAN_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

struct arena;

enum scan_kind {
	SCAN_NONE, /* it is not there */
	SCAN_STRING,
	SCAN_NUMBER,
	SCAN_TRUE,
	SCAN_FALSE,
	SCAN_NULL,
	SCAN_LIST,
	SCAN_OBJECT,
};

/* A member of an object that the caller looks for by its name. If there are several, the
 * last one counts. */
struct scan_field {
	const char *name;
	enum scan_kind kind;
	struct span text; /* of a list or object with its brackets, of a string without
			     the quotes */
	size_t length;    /* of name; set here */
};

/* Reads an object that is all of the text. False: it is none, and the fields may have
 * anything. */
bool scan_object(struct span text, struct scan_field *fields, size_t len);
/* Calls row for each object in a list, with what it has of the fields. The list is the
 * member of that name of the object that text is; NULL: it is the text itself. False: it
 * is not there, or is not JSON up to its end. */
bool scan_rows(struct span text, const char *list, struct scan_field *fields, size_t len,
	void (*row)(void *data, const struct scan_field *fields), void *data);

/* Whatever the locale's decimal point is. False: it is not a number, or none that a
 * double holds; *out is untouched. */
bool scan_number(const struct scan_field *field, double *out);
/* A string as one clean line of at most max bytes, in arena; NULL: it is not a string, or
 * nothing of it is visible. */
char *scan_line(const struct scan_field *field, struct arena *arena, size_t max);

#endif
