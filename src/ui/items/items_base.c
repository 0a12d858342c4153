/*
 * What the files of the list of items need from each other: which rows fit, what is
 * selected.
 */
#include "config.h"

#include <stdlib.h>

#include "ui/core/ui.h"
#include "ui/items/items_inside.h"
#include "ui/items/select.h"

size_t
ui_items_shown(const struct ui_view *view)
{
	const struct ui_items *v = (const struct ui_items *)view;
	size_t height = view->area.height;
	return height > v->heads ? height - v->heads : 1;
}

bool
ui_items_select_has(const struct ui_view *list, uint64_t item)
{
	const struct ui_items *v = (const struct ui_items *)list;
	return ui_ids_find(&v->selected, item) != UI_IDS_NONE;
}

void
ui_items_gather_end(struct ui_items *v)
{
	struct ui_gather *g = v->gather;
	v->gather = NULL;
	if (!g)
		return;
	free(g->ids);
	free(g->query);
	free(g);
}

void
ui_items_unselect(struct ui_items *v)
{
	ui_ids_done(&v->selected);
	ui_ids_done(&v->listed);
	v->selecting = 0;
	v->anchor = 0;
	ui_items_gather_end(v);
}
