/*
 * A set of queries, matched against an item at once. What a query must contain to match
 * (a word, a feed, a tag) is looked up in an index, so that an item costs about the same
 * with ten queries and with a thousand.
 *
 *	struct query_set *set = query_set_new(QUERY_ACCENTS_COUNT);
 *	query_set_add(set, query);
 *	query_set_index(set);
 *	size_t len = query_set_match(set, &item, now, &hits);
 *	… hits[0 … len) are numbers of queries, in the order of query_set_add …
 *	query_set_free(set);
 *
 * Used by one thread at a time.
 */
#ifndef QUERY_SET_H
#define QUERY_SET_H

#include <stddef.h>
#include <stdint.h>

#include "query/query.h"

struct query_set;

/* how: that of all its queries. */
struct query_set *query_set_new(enum query_how how);
void query_set_free(struct query_set *set); /* NULL is accepted */
/* Takes the query, which no longer works by itself. */
void query_set_add(struct query_set *set, struct query *query);
/* After the last query_set_add. */
void query_set_index(struct query_set *set);
/* Returns the number of queries that match. *hits is the set's, until the next call. */
size_t query_set_match(struct query_set *set, const struct query_item *item, int64_t now,
	const uint32_t **hits);

/* For callers that know from an index which queries may match: goes to the next item,
 * without going through its texts. Then single queries can be passed to query_match. */
void query_set_next(struct query_set *set);
struct query *query_set_get(const struct query_set *set, size_t i);

#endif
