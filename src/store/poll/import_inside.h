/*
 * What a poll has to do with imports.
 */
#ifndef STORE_POLL_IMPORT_INSIDE_H
#define STORE_POLL_IMPORT_INSIDE_H

#include <stdint.h>

#include "base/attr.h"

struct feed;
struct store_arrivals;
struct store_batch;
struct store_view;

/* New arrivals that store_poll_put_anywhere named learn what was said of them. Both
 * return a code. */
int store_poll_import_awaited(const struct store_view *view, const struct feed *document,
	struct store_arrivals *arrivals) MUST_USE;
/* A document of the feed is stored: these arrivals get their marks, and no item waits for
 * the first document any longer. */
int store_poll_import_met(struct store_batch *batch, uint32_t feed,
	const struct feed *document, const struct store_arrivals *arrivals,
	int64_t now) MUST_USE;

#endif
