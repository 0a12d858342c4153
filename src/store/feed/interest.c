/*
 * The sums are two IEEE 754 numbers, with the time up to which they have decayed, under a
 * name in meta. If they are missing or of the wrong size, there are none.
 */
#include "config.h"

#include "store/feed/interest.h"

#include <string.h>

#include "base/i18n.h"
#include "base/time.h"
#include "model/schedule.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/record/schema.h"

#define SIZE 16

static float
get_float(const char *bytes)
{
	uint32_t bits = schema_get32(bytes);
	float value;
	memcpy(&value, &bits, sizeof value);
	return value >= 0 && value < 1e30F ? value : 0;
}

static void
put_float(uint8_t *bytes, float value)
{
	uint32_t bits;
	memcpy(&bits, &value, sizeof bits);
	schema_put32(bytes, bits);
}

int
store_feed_interest(const struct store_view *view, struct interest *out, int64_t *at)
{
	struct span value;
	int code = store_db_get(view, TABLE_META, schema_name(META_INTEREST), &value);
	*out = (struct interest){0};
	*at = TIME_NONE;
	if (code == OK && value.n == SIZE) {
		out->read = get_float(value.p);
		out->came = get_float(value.p + 4);
		*at = schema_get_time(value.p + 8);
	}
	return store_db_status(view->store, code == ERR_NOT_FOUND ? OK : code);
}

int
store_feed_put_interest(struct store_batch *batch, const struct interest *sums,
	int64_t at, struct err *err)
{
	uint8_t bytes[SIZE];
	put_float(bytes, sums->read);
	put_float(bytes + 4, sums->came);
	schema_put_time(bytes + 8, at);
	int code = store_db_put(
		batch, TABLE_META, schema_name(META_INTEREST), bytes, sizeof bytes, 0);
	return store_batch_fail(batch, code, err, N_("cannot store"));
}
