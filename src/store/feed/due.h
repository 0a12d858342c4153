/*
 * The index of due times: one entry for each feed that is polled by schedule.
 */
#ifndef STORE_FEED_DUE_H
#define STORE_FEED_DUE_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct store_view;

/* Gets the feeds that are due, at most max: never-polled ones first, then the most
 * overdue. *next is when the next one will be due: TIME_NONE if no feed has a time, and
 * not later than now if more than max are due. Removed feeds are left out. */
int store_feed_due(const struct store_view *view, int64_t now, uint32_t *out, size_t max,
	size_t *len, int64_t *next) MUST_USE;

#endif
