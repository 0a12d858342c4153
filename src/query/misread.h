/*
 * Finds words that would not be read as they were meant: taken for text, they would find
 * nothing, or too much, and the user would never learn why.
 */
#ifndef QUERY_MISREAD_H
#define QUERY_MISREAD_H

struct query_name;
struct query_value;

/* What is wrong with a value that field (NULL: none was given) is compared with, in the
 * user's language; NULL: nothing. rest is the query after it. */
const char *query_misread(const struct query_name *field, const struct query_value *value,
	const char *rest);

#endif
