/*
 * Words that would be read otherwise than they were meant: taken for text, they would
 * find nothing, or too much, and never say why.
 */
#ifndef QUERY_MISREAD_H
#define QUERY_MISREAD_H

struct query_name;
struct query_value;

/* What is wrong with a value, which field is compared with (NULL: none was given), in the
 * user's language; NULL: nothing. rest is the query after it. */
const char *query_misread(const struct query_name *field, const struct query_value *value,
	const char *rest);

#endif
