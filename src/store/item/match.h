/*
 * Which stored item a document's item is.
 */
#ifndef STORE_ITEM_MATCH_H
#define STORE_ITEM_MATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

struct arena;
struct feed;
struct store_view;

/* Which of document's items are new for feed, without writing: known[i] tells. */
int store_item_known(const struct store_view *view, uint32_t feed,
	const struct feed *document, bool *known) MUST_USE;

#endif
