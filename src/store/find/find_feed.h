/*
 * A feed as a query sees it: it has the fields that the language has for an item's feed,
 * and words without a field look in its title and address.
 */
#ifndef STORE_FIND_FIND_FEED_H
#define STORE_FIND_FIND_FEED_H

#include <stdbool.h>
#include <stdint.h>

struct query;
struct store_feed;

/* Is it about anything that feeds do not have, such as is:played or duration:<30m? Then
 * it finds items only. */
bool store_find_feed_lacks(const struct query *query);

/* Does the feed match? Ages count back from now. */
bool store_find_feed_match(struct query *query, struct store_feed *feed, int64_t now);

#endif
