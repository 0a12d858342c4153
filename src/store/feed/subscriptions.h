/*
 * What the feeds file says about feeds, brought into the store.
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

/* Makes the stored feeds those of the list: new addresses get an id, known ones their
 * order, title, tags and flags, missing ones are marked removed (nothing is deleted). A
 * feed whose line has another of its addresses (address.h) goes there with all it has.
 * *changed (may be NULL) counts the feeds that differ. */
int store_feed_put_subscriptions(struct store_batch *batch,
	const struct subscriptions *subs, size_t *changed, struct err *err) MUST_USE;

/* Are the stored feeds those of the list already? Then there is nothing to write, and
 * nothing to wait for while others write. */
bool store_feed_has_subscriptions(
	const struct store_view *view, const struct subscriptions *subs) MUST_USE;

#endif
