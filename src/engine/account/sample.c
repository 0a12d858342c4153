/*
 * Checks what a list says of many items by asking about some of them, evenly spread: as
 * many as one request takes.
 */
#include "config.h"

#include "engine/account/account_inside.h"
#include "engine/core/engine.h"
#include "remote/quirk.h"
#include "store/db/view.h"

#define SAMPLE 100

static size_t
most(const struct account *a)
{
	size_t max = a->session.quirk->contents_max;
	return max < SAMPLE ? max : SAMPLE;
}

static void
gather(struct account *a, const struct store_view *view, size_t len,
	account_item_at *item_at, const void *of)
{
	struct arena arena = ARENA_INIT;
	size_t step = len / most(a) ? len / most(a) : 1;
	for (size_t i = 0; i < len && a->sample.len < most(a); i += step) {
		uint64_t item = item_at(a, view, of, i);
		uint32_t account;
		struct span id;
		if (item && store_remote_of_item(view, item, &arena, &account, &id) == OK)
			engine_account_list_add(&a->sample, id);
	}
	arena_done(&arena);
	engine_account_list_sort(&a->sample);
}

int
engine_account_sample(struct account *a, size_t len, account_item_at *item_at,
	const void *of, struct err *err)
{
	struct store_view view;
	engine_account_list_clear(&a->sample);
	map_done(&a->confirmed);
	map_done(&a->denied);
	a->confirmed = a->denied = (struct map)MAP_INIT;
	int status = store_view_begin(a->e->store, &view, err);
	if (status != OK)
		return status;
	gather(a, &view, len, item_at, of);
	store_view_end(&view);
	struct span *ids = arena_alloc(&a->arena, (a->sample.len + 1) * sizeof *ids);
	for (size_t i = 0; i < a->sample.len; i++)
		ids[i] = a->sample.ids[i].id;
	a->arg.ids = ids;
	a->arg.ids_len = a->sample.len;
	return OK;
}
