/*
 * The sums are two IEEE 754 numbers, with the time up to which they have decayed, under a
 * name in meta. If they are missing or of the wrong size, there are none.
 */
#include "config.h"

#include "store/feed/interest.h"

#include "base/i18n.h"
#include "base/time.h"
#include "model/schedule.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/record/schema.h"

#define SIZE 16

int
store_feed_interest(const struct store_view *view, struct interest *out, int64_t *at)
{
	struct span value;
	int code = store_db_get(view, TABLE_META, schema_name(META_INTEREST), &value);
	*out = (struct interest){0};
	*at = TIME_NONE;
	if (code == OK && value.n == SIZE) {
		out->read = schema_get_sum(value.p);
		out->came = schema_get_sum(value.p + 4);
		*at = schema_get_time(value.p + 8);
	}
	return store_db_status(view->store, code == ERR_NOT_FOUND ? OK : code);
}

int
store_feed_put_interest(struct store_batch *batch, const struct interest *sums,
	int64_t at, struct err *err)
{
	uint8_t bytes[SIZE];
	schema_put_sum(bytes, sums->read);
	schema_put_sum(bytes + 4, sums->came);
	schema_put_time(bytes + 8, at);
	int code = store_db_put(
		batch, TABLE_META, schema_name(META_INTEREST), bytes, sizeof bytes, 0);
	return store_batch_fail(batch, code, err, N_("cannot store"));
}
