/*
 * The tables of fields and states, looked up.
 */
#ifndef QUERY_FIELD_H
#define QUERY_FIELD_H

#include "query/query.h"

/* By name or alias, case ignored; NULL: none. */
const struct query_name *query_field_find(struct span name);
const struct query_state *query_state_find(struct span name);
/* The field meant by a mistyped name, or NULL. */
const char *query_field_suggest(const char *name);

#endif
