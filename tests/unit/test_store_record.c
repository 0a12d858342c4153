#include "config.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/time.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "unit.h"

struct sample {
	char *name;
	char **list;
	size_t list_len;
	int64_t when, number;
	uint64_t hash;
	int32_t small;
	uint32_t big;
	bool yes;
};

#define FIELD(tag, type, member)                                                         \
	{                                                                                \
		tag, type, offsetof(struct sample, member), 0                            \
	}

static const struct record_field new_fields[] = {
	FIELD(1, RECORD_STR, name),
	{2, RECORD_STRS, offsetof(struct sample, list),
		offsetof(struct sample, list_len)},
	FIELD(3, RECORD_TIME, when),
	FIELD(4, RECORD_I64, number),
	FIELD(5, RECORD_U64, hash),
	FIELD(6, RECORD_I32, small),
	FIELD(7, RECORD_U32, big),
	FIELD(8, RECORD_BOOL, yes),
};
static const struct record_shape newer = RECORD_SHAPE(new_fields);
/* What an older version of the program knows of it. */
static const struct record_shape older = {new_fields, 2};

static void
numbers_keep_every_value(void **state)
{
	(void)state;
	static const int64_t values[] = {0, 1, -1, 63, 64, -64, -65, INT32_MAX, INT64_MAX,
		INT64_MIN, INT64_MIN + 1, 1790000000};
	struct buf bytes = BUF_INIT(0);
	for (size_t i = 0; i < COUNT_OF(values); i++) {
		struct sample in = {.when = values[i],
			.number = values[i],
			.hash = (uint64_t)values[i],
			.small = (int32_t)values[i],
			.big = (uint32_t)values[i],
			.yes = i % 2};
		struct sample out;
		struct arena arena = ARENA_INIT;
		record_encode(&newer, 7, &in, (struct span){NULL, 0}, &bytes);
		struct span span = {bytes.data, bytes.len};
		assert_int_equal(record_decode(&newer, 7, span, &arena, &out, NULL), OK);
		assert_true(out.when == in.when);
		assert_true(out.number == in.number);
		assert_true(out.hash == in.hash);
		assert_int_equal(out.small, in.small);
		assert_int_equal(out.big, in.big);
		assert_int_equal(out.yes, in.yes);
		assert_null(out.name);
		assert_int_equal(out.list_len, 0);
		arena_done(&arena);
	}
	buf_done(&bytes);
}

/* A change of any bit of the record, its length or its key is damage, never content. */
/* Thousands of rules may match one item; what stands after the list is still read. */
static void
lists_are_as_long_as_they_are(void **state)
{
	struct many {
		uint64_t *ids;
		size_t len;
		uint32_t last;
	};
	static const struct record_field fields[] = {
		{1, RECORD_IDS, offsetof(struct many, ids), offsetof(struct many, len)},
		{2, RECORD_U32, offsetof(struct many, last), 0},
	};
	static const struct record_shape shape = RECORD_SHAPE(fields);
	static uint64_t ids[300000];
	static const size_t lens[] = {0, 1, 10, 1600, 2000, 300000};
	struct buf bytes = BUF_INIT(0);
	(void)state;
	for (size_t i = 0; i < COUNT_OF(ids); i++)
		ids[i] = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
	for (size_t i = 0; i < COUNT_OF(lens); i++) {
		struct many in = {ids, lens[i], 77}, out;
		struct arena arena = ARENA_INIT;
		record_encode(&shape, 7, &in, (struct span){NULL, 0}, &bytes);
		struct span span = {bytes.data, bytes.len};
		assert_int_equal(record_decode(&shape, 7, span, &arena, &out, NULL), OK);
		assert_int_equal(out.len, lens[i]);
		if (out.len)
			assert_memory_equal(out.ids, ids, out.len * sizeof *ids);
		assert_int_equal(out.last, 77);
		arena_done(&arena);
	}
	buf_done(&bytes);
}

static void
every_flipped_bit_is_found(void **state)
{
	(void)state;
	struct sample in = {.name = (char[]){"a name"}, .when = 5, .number = -9}, out;
	struct arena arena = ARENA_INIT;
	struct buf bytes = BUF_INIT(0);
	record_encode(&newer, 7, &in, (struct span){NULL, 0}, &bytes);
	struct span span = {bytes.data, bytes.len};
	assert_int_equal(record_check(7, span), OK);
	for (size_t bit = 0; bit < bytes.len * 8; bit++) {
		bytes.data[bit / 8] ^= (char)(1 << bit % 8);
		assert_int_equal(
			record_decode(&newer, 7, span, &arena, &out, NULL), ERR_DAMAGED);
		bytes.data[bit / 8] ^= (char)(1 << bit % 8);
	}
	for (size_t n = 0; n < bytes.len; n++)
		assert_int_equal(
			record_check(7, (struct span){bytes.data, n}), ERR_DAMAGED);
	assert_int_equal(record_check(8, span), ERR_DAMAGED);
	memset(bytes.data, 0, bytes.len);
	assert_int_equal(record_check(7, span), ERR_DAMAGED);
	arena_done(&arena);
	buf_done(&bytes);
}

/* An older program that rewrites a record keeps what only the newer one knows. */
static void
unknown_fields_survive(void **state)
{
	(void)state;
	char *list[] = {(char[]){"one"}, (char[]){""}, (char[]){"three"}};
	struct sample in = {.name = (char[]){"old"},
		.list = list,
		.list_len = 3,
		.when = 5,
		.hash = UINT64_MAX,
		.big = 1,
		.yes = true};
	struct sample out;
	struct arena arena = ARENA_INIT;
	struct buf bytes = BUF_INIT(0);
	struct span unknown;
	record_encode(&newer, 7, &in, (struct span){NULL, 0}, &bytes);
	for (int way = 0; way < 2; way++) {
		struct span span = {bytes.data, bytes.len};
		assert_int_equal(
			record_decode(&older, 7, span, &arena, &out, &unknown), OK);
		assert_true(unknown.n > 0);
		if (way)
			unknown = record_unknown(&older, 7, span, &arena);
		out.name = (char[]){"a longer name"};
		record_encode(&older, 7, &out, unknown, &bytes);
	}
	struct span span = {bytes.data, bytes.len};
	assert_int_equal(record_decode(&newer, 7, span, &arena, &out, &unknown), OK);
	assert_int_equal(unknown.n, 0);
	assert_string_equal(out.name, "a longer name");
	assert_int_equal(out.list_len, 3);
	assert_string_equal(out.list[1], "");
	assert_string_equal(out.list[2], "three");
	assert_int_equal(out.when, 5);
	assert_true(out.hash == UINT64_MAX);
	assert_true(out.yes);
	assert_int_equal(record_find_int(span, 3, -1), 5);
	assert_int_equal(record_find_int(span, 4, -1), -1);
	assert_int_equal(record_find(span, 1).n, 13);
	assert_null(record_find(span, 99).p);
	arena_done(&arena);
	buf_done(&bytes);
}

/* The checksum is right but the content nonsense: this is an error, and nothing past the
 * end is read. */
static void
nonsense_is_refused(void **state)
{
	(void)state;
	static const struct {
		const char *fields;
		size_t n;
	} cases[] = {
		{"\005\004abcd", 6},     /* a hash of 4 bytes */
		{"\003\000", 2},         /* a time of none */
		{"\003\002\377\377", 4}, /* a number without end */
		{"\006\013\377\377\377\377\377\377\377\377\377\377\377", 13},
	};
	struct buf bytes = BUF_INIT(0);
	struct arena arena = ARENA_INIT;
	struct sample out;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		buf_clear(&bytes);
		buf_add(&bytes, "\0\0\0\0\0", 5);
		buf_add(&bytes, cases[i].fields, cases[i].n);
		schema_put32(bytes.data, record_sum(7, bytes.data + 4, bytes.len - 4));
		struct span span = {bytes.data, bytes.len};
		assert_int_equal(record_check(7, span), OK);
		assert_int_equal(
			record_decode(&newer, 7, span, &arena, &out, NULL), ERR_DAMAGED);
	}
	/* A field that claims more than there is ends the record. */
	buf_clear(&bytes);
	buf_add(&bytes, "\0\0\0\0\0\001\011abc", 10);
	schema_put32(bytes.data, record_sum(7, bytes.data + 4, bytes.len - 4));
	struct span span = {bytes.data, bytes.len};
	assert_int_equal(record_decode(&newer, 7, span, &arena, &out, NULL), OK);
	assert_null(out.name);
	arena_done(&arena);
	buf_done(&bytes);
}

static void
keys_sort_as_numbers(void **state)
{
	(void)state;
	static const int64_t times[] = {
		INT64_MIN, -86400, -1, 0, 1, 255, 256, 1790000000, INT64_MAX};
	for (size_t i = 0; i + 1 < COUNT_OF(times); i++) {
		struct schema_key a = schema_time(times[i], UINT64_MAX);
		struct schema_key b = schema_time(times[i + 1], 0);
		assert_true(memcmp(a.bytes, b.bytes, a.len) < 0);
		a = schema_feeditem(255, times[i + 1], 9);
		b = schema_feeditem(256, times[i], 8);
		assert_true(memcmp(a.bytes, b.bytes, a.len) < 0);
		a = schema_due(times[i], 70000);
		b = schema_due(times[i + 1], 1);
		assert_true(memcmp(a.bytes, b.bytes, a.len) < 0);
		assert_true(schema_get_time(schema_due(times[i], 1).bytes) == times[i]);
	}
	assert_true(memcmp(schema_id(255).bytes, schema_id(256).bytes, 8) < 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_keep_every_value),
		cmocka_unit_test(lists_are_as_long_as_they_are),
		cmocka_unit_test(every_flipped_bit_is_found),
		cmocka_unit_test(unknown_fields_survive),
		cmocka_unit_test(nonsense_is_refused),
		cmocka_unit_test(keys_sort_as_numbers),
	};
	return UNIT_RUN(tests);
}
