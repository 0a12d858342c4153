/*
 * The index of due times: one entry for each feed that is polled by itself.
 */
#ifndef STORE_FEED_DUE_H
#define STORE_FEED_DUE_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct store_view;

/* Feeds due at now, most overdue first, never-polled ones first; and when the next will
 * be (*next, TIME_NONE when no feed has a time): not after now when there are more than
 * max. Removed feeds are left out. */
int store_feed_due(const struct store_view *view, int64_t now, uint32_t *out, size_t max,
	size_t *len, int64_t *next) MUST_USE;

#endif
