/*
 * One entry of meta has all of them: feed u32, worth u32, ascending by feed. Most stores
 * have none, and few feeds have one.
 */
#include "config.h"

#include "store/score/priority.h"

#include "base/arena.h"
#include "base/i18n.h"
#include "base/str.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/record/schema.h"

#define SIZE 8

static struct span
stored(const struct store_view *view)
{
	struct span value;
	int code = store_db_get(view, TABLE_META, schema_name(META_PRIORITY), &value);
	return code == OK ? value : (struct span){"", 0};
}

int64_t
store_score_priority(const struct store_view *view, uint32_t feed)
{
	struct span list = stored(view);
	size_t from = 0, to = list.n / SIZE;
	while (from < to) {
		size_t middle = from + (to - from) / 2;
		const char *at = list.p + middle * SIZE;
		uint32_t has = schema_get32(at);
		if (has == feed)
			return (int32_t)schema_get32(at + 4);
		if (has < feed)
			from = middle + 1;
		else
			to = middle;
	}
	return 0;
}

bool
store_score_has_priorities(
	const struct store_view *view, const struct store_priority *list, size_t len)
{
	struct span has = stored(view);
	bool same = has.n == len * SIZE;
	for (size_t i = 0; i < len && same; i++)
		same = schema_get32(has.p + i * SIZE) == list[i].feed &&
		       (int32_t)schema_get32(has.p + i * SIZE + 4) == list[i].worth;
	return same;
}

int
store_score_put_priorities(struct store_batch *batch, const struct store_priority *list,
	size_t len, struct err *err)
{
	arena_reset(&batch->arena);
	uint8_t *bytes = arena_alloc(&batch->arena, len * SIZE + 1);
	for (size_t i = 0; i < len; i++) {
		schema_put32(bytes + i * SIZE, list[i].feed);
		schema_put32(bytes + i * SIZE + 4, (uint32_t)list[i].worth);
	}
	int code = store_db_put(
		batch, TABLE_META, schema_name(META_PRIORITY), bytes, len * SIZE, 0);
	return store_batch_fail(batch, code, err, N_("cannot store"));
}
