/*
 * Lists and the markers of their items. Private to render.
 */
#ifndef RENDER_LIST_H
#define RENDER_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "render/flow.h"

#define RENDER_LIST_NO_NUMBER INT64_MIN

/* The flow's state is that of the list afterwards, until its end puts it back. */
void render_list_bullets(struct flow *flow);
/* type as HTML's attribute (may be NULL), first RENDER_LIST_NO_NUMBER when not given,
 * items: how many there are. */
void render_list_numbers(
	struct flow *flow, const char *type, int64_t first, bool reversed, int64_t items);
/* value RENDER_LIST_NO_NUMBER: the next. */
void render_list_item(struct flow *flow, int64_t value);

#endif
