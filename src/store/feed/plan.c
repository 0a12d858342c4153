/*
 * Eight bytes per number, in the order of the struct, under a name in meta that ends with
 * a hash of the strategy's. A value of another size is ignored.
 */
#include "config.h"

#include "store/feed/plan.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "model/schedule.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/record/schema.h"

#define REALS COUNT_OF(((struct plan_memory *)0)->real)
#define WHOLES COUNT_OF(((struct plan_memory *)0)->whole)
#define SIZE (8 * (REALS + WHOLES))

static struct schema_key
key_of(const char *strategy)
{
	struct schema_key key = schema_name(META_PLAN);
	schema_put64(key.bytes + key.len, hash64(strategy, strlen(strategy)));
	key.len = (uint8_t)(key.len + 8);
	return key;
}

int
store_feed_plan(
	const struct store_view *view, const char *strategy, struct plan_memory *out)
{
	struct span value;
	int code = store_db_get(view, TABLE_META, key_of(strategy), &value);
	if (code == OK && value.n != SIZE)
		code = ERR_NOT_FOUND;
	for (size_t i = 0; i < REALS && code == OK; i++) {
		uint64_t bits = schema_get64(value.p + 8 * i);
		memcpy(&out->real[i], &bits, sizeof bits);
		if (!isfinite(out->real[i]))
			code = ERR_NOT_FOUND;
	}
	for (size_t i = 0; i < WHOLES && code == OK; i++)
		out->whole[i] = schema_get_time(value.p + 8 * (REALS + i));
	return store_db_status(view->store, code);
}

int
store_feed_put_plan(struct store_batch *batch, const char *strategy,
	const struct plan_memory *memory, struct err *err)
{
	uint8_t bytes[SIZE];
	for (size_t i = 0; i < REALS; i++) {
		uint64_t bits;
		memcpy(&bits, &memory->real[i], sizeof bits);
		schema_put64(bytes + 8 * i, bits);
	}
	for (size_t i = 0; i < WHOLES; i++)
		schema_put_time(bytes + 8 * (REALS + i), memory->whole[i]);
	int code =
		store_db_put(batch, TABLE_META, key_of(strategy), bytes, sizeof bytes, 0);
	return store_batch_fail(batch, code, err, N_("cannot store"));
}
