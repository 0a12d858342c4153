/*
 * Lists and the markers of their items. Private to render.
 */
#ifndef RENDER_LIST_MARKERS_H
#define RENDER_LIST_MARKERS_H

#include <stdbool.h>
#include <stdint.h>

#include "render/flow.h"

#define RENDER_LIST_NO_NUMBER INT64_MIN

/* Start a list. The flow's state is the list's until the end of its element restores it.
 * marks: they have bullets; type is HTML's attribute (may be NULL); first is
 * RENDER_LIST_NO_NUMBER if not given; items is the number of items. */
void render_list_bullets(struct flow *flow, bool marks);
void render_list_numbers(
	struct flow *flow, const char *type, int64_t first, bool reversed, int64_t items);
/* Starts an item. value is its number, or RENDER_LIST_NO_NUMBER for the next. */
void render_list_item(struct flow *flow, int64_t value);

#endif
