/*
 * Looks up fields and states in their tables.
 */
#ifndef QUERY_FIELD_H
#define QUERY_FIELD_H

#include "query/query.h"

/* Finds a field by name or alias, a state by name; case is ignored. NULL: there is none.
 */
const struct query_name *query_field_find(struct span name);
const struct query_state *query_state_find(struct span name);
/* The field that a mistyped name probably means, or NULL. */
const char *query_field_suggest(const char *name);
/* What to write for a field that only newsboat has, in the user's language, or NULL. */
const char *query_field_hint(const char *name);
/* What to write here for what other programs call a field, such as author:NAME for from,
 * or NULL; made in arena, if need be. */
const char *query_field_own(const char *name, struct arena *arena);

#endif
