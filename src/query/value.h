/*
 * Turns a value, with the field it is compared with, into a node.
 */
#ifndef QUERY_VALUE_H
#define QUERY_VALUE_H

#include "query/query_node.h"

enum value_form {
	VALUE_WORD,
	VALUE_PHRASE,
	VALUE_PREFIX,
	VALUE_PART,
	VALUE_REGEX,
};

enum value_compare {
	VALUE_NONE,
	VALUE_EQ,
	VALUE_NE,
	VALUE_LT,
	VALUE_LE,
	VALUE_GT,
	VALUE_GE,
	VALUE_MATCH,
	VALUE_NO_MATCH,
	VALUE_HAS,
	VALUE_LACKS,
	VALUE_BETWEEN,
	VALUE_MISTAKEN, /* such as =>; an error for every field */
};

struct query_value {
	enum value_form form;
	enum value_compare compare;
	bool colon;    /* written as field:value */
	bool quoted;   /* written in quotes */
	bool negative; /* set by query_value_node: the caller negates the node once more
			*/
	size_t at;     /* position in the query, from 1 */
	char *text;
};

/* Fills in *node with what the value means for the field (NULL: none was given). The
 * caller negates the node for !=, !~ and !#. */
int query_value_node(struct query *query, const struct query_name *field,
	struct query_value *value, struct query_node *node, struct err *err) MUST_USE;

#endif
