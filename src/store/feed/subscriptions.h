/*
 * Stores what the feeds file says about feeds.
 */
#ifndef STORE_FEED_SUBSCRIPTIONS_H
#define STORE_FEED_SUBSCRIPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"

struct err;
struct store_batch;
struct store_view;
struct subscriptions;

/* Makes the stored feeds agree with the list. New addresses get an id; known ones get
 * their position, title, tags and flags; feeds that are not in the list are marked as
 * removed (nothing is deleted). If a line has another address of a known feed
 * (readdress_inside.h), the feed moves there with everything it has. *changed (may be
 * NULL) is the number of feeds that differ. */
int store_feed_put_subscriptions(struct store_batch *batch,
	const struct subscriptions *subs, size_t *changed, struct err *err) MUST_USE;

/* Do the stored feeds agree with the list already? Then there is nothing to write, and no
 * need to wait while others write. */
bool store_feed_has_subscriptions(
	const struct store_view *view, const struct subscriptions *subs) MUST_USE;

#endif
