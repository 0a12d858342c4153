/*
 * A value and what it is compared with, as a node.
 */
#ifndef QUERY_VALUE_H
#define QUERY_VALUE_H

#include "query/node.h"

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
};

struct query_value {
	enum value_form form;
	enum value_compare compare;
	bool colon;    /* field:value */
	bool negative; /* set by query_value_node: the node means its contrary */
	size_t at;     /* where it stands in the query, from 1 */
	char *text;
};

/* Makes *node what the value means for the field (NULL: none was named). Of !=, !~ and !#
 * the caller negates the node. */
int query_value_node(struct query *query, const struct query_name *field,
	struct query_value *value, struct query_node *node, struct err *err) MUST_USE;

#endif
