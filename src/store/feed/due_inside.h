/*
 * The index of due times, for the other folders of the store.
 */
#ifndef STORE_FEED_DUE_INSIDE_H
#define STORE_FEED_DUE_INSIDE_H

#include <stdint.h>

#include "base/attr.h"

struct store_batch;
struct store_view;

/* The feed's next_poll; TIME_NONE if it was never polled. */
int
store_feed_due_time(const struct store_view *view, uint32_t feed, int64_t *time) MUST_USE;

/* Adds or removes the feed's entry. INT64_MAX means that it is never polled by schedule,
 * and has none. */
int store_feed_due_set(struct store_batch *batch, uint32_t feed, int64_t time) MUST_USE;
int store_feed_due_clear(struct store_batch *batch, uint32_t feed, int64_t time) MUST_USE;

#endif
