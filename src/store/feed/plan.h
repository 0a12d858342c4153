/*
 * What strategies have learned about all feeds together (struct plan_memory), each under
 * its name.
 */
#ifndef STORE_FEED_PLAN_H
#define STORE_FEED_PLAN_H

#include "base/attr.h"

struct err;
struct plan_memory;
struct store_batch;
struct store_view;

/* ERR_NOT_FOUND: nothing readable is stored for that strategy. */
int store_feed_plan(const struct store_view *view, const char *strategy,
	struct plan_memory *out) MUST_USE;
int store_feed_put_plan(struct store_batch *batch, const char *strategy,
	const struct plan_memory *memory, struct err *err) MUST_USE;

#endif
