/*
 * Records of the store: the first byte chooses the shape, the rest are fields under a
 * check that is right. Whatever decodes is written back so that it decodes to the same,
 * fields of newer programs included; what the check does not cover is never taken.
 */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

#define KEY 7
/* The most that a record may hold and still be written: an array's length has two bytes.
 */
#define LARGEST 16383

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* Any of the structs that the shapes describe. */
union record {
	struct feed_record feed;
	struct http_state http;
	struct schedule_record schedule;
	struct histogram hist;
	struct claim_record claim;
	struct item_record item;
	struct text_record text;
	struct journal_record journal;
	struct tag_record tag;
};

static const struct record_shape *const shapes[] = {&shape_feed, &shape_http,
	&shape_schedule, &shape_hist, &shape_claim, &shape_item, &shape_text,
	&shape_journal, &shape_tag};

/* Decodes bytes and encodes the result into out. */
static int
rewrite(const struct record_shape *shape, struct span bytes, struct buf *out)
{
	static union record record;
	struct arena arena = ARENA_INIT;
	struct span unknown, again;
	memset(&record, 0xa5, sizeof record);
	int status = record_decode(shape, KEY, bytes, &arena, &record, &unknown);
	if (status == OK) {
		again = record_unknown(shape, KEY, bytes, &arena);
		if (again.n != unknown.n ||
			(again.n && memcmp(again.p, unknown.p, again.n) != 0))
			abort();
		record_encode(shape, KEY, &record, unknown, out);
	} else if (status != ERR_DAMAGED) {
		abort();
	}
	arena_done(&arena);
	return status;
}

/* Every number that is looked up in place is what decoding would find, or the fallback.
 */
static void
look_up(const struct record_shape *shape, struct span bytes)
{
	for (size_t i = 0; i < shape->len; i++) {
		struct span field = record_find(bytes, shape->fields[i].tag);
		if (field.p &&
			(field.p < bytes.p || field.p + field.n > bytes.p + bytes.n))
			abort();
		(void)record_find_int(bytes, shape->fields[i].tag, -1);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	if (n < 1 || n > LARGEST)
		return 0;
	const struct record_shape *shape = shapes[data[0] % COUNT_OF(shapes)];
	struct buf first = BUF_INIT(0), second = BUF_INIT(0), third = BUF_INIT(0);
	buf_add(&first, "\0\0\0\0\0", 5);
	buf_add(&first, data + 1, n - 1);
	schema_put32(first.data, record_sum(KEY, first.data + 4, first.len - 4));
	struct span bytes = {first.data, first.len};
	look_up(shape, bytes);
	if (rewrite(shape, bytes, &second) == OK) {
		struct span written = {second.data, second.len};
		if (rewrite(shape, written, &third) != OK || third.len != second.len ||
			memcmp(third.data, second.data, third.len) != 0)
			abort();
		if (record_check(KEY + 1, written) == OK)
			abort();
	}
	first.data[n % 4] ^= 1;
	if (record_check(KEY, bytes) == OK)
		abort();
	buf_done(&first);
	buf_done(&second);
	buf_done(&third);
	return 0;
}
