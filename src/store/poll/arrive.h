/*
 * Which items of a document are new: store_poll_open without a batch, for this folder.
 */
#ifndef STORE_POLL_ARRIVE_H
#define STORE_POLL_ARRIVE_H

#include "base/attr.h"

struct arena;
struct store_arrivals;
struct store_poll;
struct store_view;

int store_poll_arrive(const struct store_view *view, const struct store_poll *poll,
	struct arena *arena, struct store_arrivals *out) MUST_USE;

#endif
