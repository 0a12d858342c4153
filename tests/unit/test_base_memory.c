/* Whatever grows: buffers, arenas, arrays, maps. */
#include "config.h"

#include "tests/unit/unit.h"

#include <stdio.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"

static void
a_buffer_refuses_past_its_maximum(void **state)
{
	(void)state;
	struct buf buf = BUF_INIT(5);
	assert_int_equal(buf_adds(&buf, "abc"), OK);
	assert_int_equal(buf_adds(&buf, "def"), ERR_LIMIT);
	assert_string_equal(buf_str(&buf), "abc");
	assert_int_equal(buf_addf(&buf, "%d", 12), OK);
	assert_int_equal(buf_addc(&buf, 'x'), ERR_LIMIT);
	assert_null(buf_reserve(&buf, 1));
	buf_cut(&buf, 2);
	assert_string_equal(buf_str(&buf), "ab");
	char *taken = buf_take(&buf);
	assert_string_equal(taken, "ab");
	assert_int_equal(buf.len, 0);
	free(taken);
	taken = buf_take(&buf);
	assert_string_equal(taken, "");
	free(taken);
	buf_done(&buf);
}

/* As of an empty file that was read. */
static void
a_buffer_that_got_nothing_is_a_string(void **state)
{
	(void)state;
	struct buf buf = BUF_INIT(0);
	char *used = mem_alloc(100);
	memset(used, 'x', 100);
	free(used);
	assert_non_null(buf_reserve(&buf, 99));
	assert_string_equal(buf_str(&buf), "");
	buf_done(&buf);
}

static void
an_arena_keeps_everything_apart(void **state)
{
	(void)state;
	struct arena arena = ARENA_INIT;
	char *strings[2000];
	const size_t unit = _Alignof(max_align_t);
	for (int i = 0; i < 2000; i++) {
		strings[i] = arena_printf(&arena, "string %d", i);
		if (i % 100 == 0)
			memset(arena_alloc(&arena, 20000), i, 20000);
		assert_int_equal((uintptr_t)arena_alloc_as(&arena, 5, 4) % 4, 0);
		assert_int_equal((uintptr_t)arena_alloc(&arena, 1) % unit, 0);
	}
	for (int i = 0; i < 2000; i++) {
		char want[32];
		snprintf(want, sizeof want, "string %d", i);
		assert_string_equal(strings[i], want);
	}
	/* What it adopts is freed with the rest; the sanitizer would see a leak. */
	arena_adopt(&arena, mem_strdup("adopted"), 8);
	arena_adopt(&arena, mem_strdup("as well"), 8);
	assert_in_range(arena.used, 16, 1000000);
	arena_reset(&arena);
	assert_int_equal(arena.used, 0);
	assert_string_equal(arena_strndup(&arena, "abc", 2), "ab");
	assert_null(arena_strdup(&arena, NULL));
	arena_done(&arena);
}

static void
pushed_elements_survive_growth(void **state)
{
	(void)state;
	struct arena arena = ARENA_INIT;
	int *in_arena = NULL, *on_heap = NULL;
	size_t cap = 0, len = 0;
	for (int i = 0; i < 1000; i++) {
		in_arena = arena_push(&arena, in_arena, (size_t)i, sizeof *in_arena);
		assert_int_equal(in_arena[i], 0);
		in_arena[i] = i;
		*VEC_PUSH(on_heap, len, cap) = i;
	}
	for (int i = 0; i < 1000; i++) {
		assert_int_equal(in_arena[i], i);
		assert_int_equal(on_heap[i], i);
	}
	free(on_heap);
	arena_done(&arena);
}

static void
a_map_finds_what_was_put(void **state)
{
	(void)state;
	struct map map = MAP_INIT;
	int values[500];
	assert_null(map_get(&map, "x", 1));
	for (int i = 0; i < 500; i++) {
		char key[16];
		int n = snprintf(key, sizeof key, "key%d", i);
		values[i] = i;
		*map_put(&map, key, (size_t)n) = &values[i];
	}
	assert_int_equal(map.count, 500);
	for (int i = 0; i < 500; i++) {
		char key[16];
		int n = snprintf(key, sizeof key, "key%d", i);
		assert_ptr_equal(map_get(&map, key, (size_t)n), &values[i]);
		assert_string_equal(map.entries[i].key, key);
	}
	assert_null(map_get(&map, "key500", 6));
	assert_null(map_get(&map, "key1\0", 5));
	assert_ptr_equal(*map_put(&map, "key7", 4), &values[7]);
	assert_int_equal(map.count, 500);
	map_done(&map);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_buffer_refuses_past_its_maximum),
		cmocka_unit_test(a_buffer_that_got_nothing_is_a_string),
		cmocka_unit_test(an_arena_keeps_everything_apart),
		cmocka_unit_test(pushed_elements_survive_growth),
		cmocka_unit_test(a_map_finds_what_was_put),
	};
	return UNIT_RUN(tests);
}
