#include "config.h"

#include "store/item/sum_inside.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/map.h"
#include "base/mem.h"
#include "store/db/db.h"

struct sum_of {
	store_sum_write *write;
	uint64_t id;
	struct store_sum sum;
};

struct store_sums {
	struct arena arena;
	struct map map; /* (write, id) → struct sum_of in arena */
};

static void
sums_free(struct store_batch *batch)
{
	struct store_sums *sums = batch->sums;
	if (!sums)
		return;
	map_done(&sums->map);
	arena_done(&sums->arena);
	free(sums);
	batch->sums = NULL;
}

struct store_sum *
store_item_sum(struct store_batch *batch, store_sum_write *write, uint64_t id)
{
	if (!batch->sums)
		batch->sums = mem_zalloc(sizeof *batch->sums);
	const uint64_t key[] = {(uintptr_t)write, id}; /* no padding */
	void **slot = map_put(&batch->sums->map, key, sizeof key);
	struct sum_of *of = *slot;
	if (!of) {
		*slot = of = arena_zalloc(&batch->sums->arena, sizeof *of);
		of->write = write;
		of->id = id;
	}
	return &of->sum;
}

static int
by_id(const void *a, const void *b)
{
	const struct map_entry *x = a, *y = b;
	const struct sum_of *one = x->value, *other = y->value;
	return (one->id > other->id) - (one->id < other->id);
}

/* By id, so that rows that are neighbours are written one after the other. */
int
store_item_sums_write(struct store_batch *batch)
{
	struct store_sums *sums = batch->sums;
	int code = OK;
	if (!sums)
		return OK;
	qsort(sums->map.entries, sums->map.count, sizeof *sums->map.entries, by_id);
	for (size_t i = 0; code == OK && i < sums->map.count; i++) {
		const struct sum_of *of = sums->map.entries[i].value;
		code = of->write(batch, of->id, &of->sum);
	}
	sums_free(batch);
	return code;
}

static int
settle(struct store_batch *batch, struct err *err)
{
	return store_batch_fail(
		batch, store_item_sums_write(batch), err, N_("cannot store"));
}

const struct store_batch_part store_item_sum_part = {
	.settle = settle,
	.free = sums_free,
};
