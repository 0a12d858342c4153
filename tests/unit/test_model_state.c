/*
 * Lines of states are written and read back, junk is refused; the order of states.
 */
#include "config.h"

#include "unit.h"

#include "base/buf.h"
#include "model/state.h"

#define FEED "0123456789abcdef"
#define ITEM "0123456789abcdef01234567"
#define HEAD "1795835359123.7 00000000deadbeef "
#define TAIL " " FEED " " ITEM

static void
good_lines_come_back(void **state)
{
	static const char *const lines[] = {
		HEAD "read" TAIL,
		HEAD "unread" TAIL,
		HEAD "star" TAIL,
		HEAD "unstar" TAIL,
		HEAD "tag=news/world" TAIL,
		HEAD "untag=a%20b%25c" TAIL,
		HEAD "tag=bücher" TAIL,
		HEAD "at=754000/2892000" TAIL,
		HEAD "at=0/0" TAIL,
		HEAD "played=0/2892000" TAIL,
		HEAD "same " FEED " 00000000fedcba9876543210",
		HEAD "apart " FEED " 00000000fedcba9876543210",
		"0.0 0000000000000000 read" TAIL,
		"4102444799999.65535 ffffffffffffffff star" TAIL,
	};
	struct buf out = BUF_INIT(0);
	(void)state;
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		struct state s;
		assert_true(state_read(span_of(lines[i]), &s));
		buf_clear(&out);
		state_put(&out, &s);
		buf_cut(&out, out.len - 1);
		assert_string_equal(buf_str(&out), lines[i]);
	}
	buf_done(&out);
}

static void
a_line_means_its_parts(void **state)
{
	struct state s;
	(void)state;
	assert_true(state_read(span_of(HEAD "untag=a%20b" TAIL), &s));
	assert_int_equal(s.stamp.time, UINT64_C(1795835359123) * 65536 + 7);
	assert_int_equal(s.stamp.machine, 0xdeadbeef);
	assert_int_equal(s.kind, STATE_TAGGED);
	assert_false(s.on);
	assert_string_equal(s.tag, "a b");
	assert_int_equal(s.feed[0], 0x01);
	assert_int_equal(s.feed[7], 0xef);
	assert_int_equal(s.item[11], 0x67);
	struct state_place place;
	assert_false(state_place(&s, &place));
	assert_true(state_read(span_of(HEAD "at=754000/2892000" TAIL), &s));
	assert_int_equal(s.kind, STATE_LISTENED);
	assert_false(s.on);
	assert_true(state_place(&s, &place));
	assert_int_equal(place.position, 754000);
	assert_int_equal(place.duration, 2892000);
	assert_int_equal(place.chapter, 0);
	assert_true(state_read(
		span_of(HEAD "at=754000/2892000/12000/0123456789abcdef" TAIL), &s));
	assert_true(state_place(&s, &place));
	assert_int_equal(place.position, 754000);
	assert_int_equal(place.offset, 12000);
	assert_int_equal(place.chapter, 0x0123456789abcdef);
	assert_false(state_read(span_of(HEAD "at=754000" TAIL), &s));
	assert_false(state_read(span_of(HEAD "at=754000/2892000/12000" TAIL), &s));
	assert_false(state_read(span_of(HEAD "at=7/9/5/0123456789abcdef/0" TAIL), &s));
	assert_false(state_read(span_of(HEAD "at=7/9/5/0123456789abcde" TAIL), &s));
}

static void
every_part_of_a_line_is_needed(void **state)
{
	const char line[] = HEAD "tag=x" TAIL;
	struct state s;
	(void)state;
	for (size_t n = 0; n < sizeof line - 1; n++)
		assert_false(state_read((struct span){line, n}, &s));
	for (size_t n = 1; n < sizeof line - 1; n++) {
		/* Cut at the front: a time may lose digits and still be one. */
		bool time = n < 13;
		struct span rest = {line + n, sizeof line - 1 - n};
		if (!time)
			assert_false(state_read(rest, &s));
	}
}

static void
junk_is_none(void **state)
{
	static const char *const lines[] = {
		"",
		STATE_HEADER,
		"<<<<<<< HEAD",
		HEAD "delete" TAIL,
		HEAD "readx" TAIL,
		HEAD "tag=" TAIL,
		HEAD "tag=a%0ab" TAIL,
		HEAD "tag=%1b[2J" TAIL,
		HEAD "tag=a%2" TAIL,
		HEAD "tag=%zz" TAIL,
		HEAD "tag=a%00b" TAIL,
		HEAD "tag=\xff" TAIL,
		HEAD "at=" TAIL,
		HEAD "at=5" TAIL,
		HEAD "at=5/" TAIL,
		HEAD "at=-5/7" TAIL,
		HEAD "at=5/7/9" TAIL,
		HEAD "at=1e3/7" TAIL,
		HEAD "at=99999999999999/7" TAIL,
		HEAD "played" TAIL,
		HEAD "same" TAIL,
		HEAD "same " FEED " 00000000" FEED,
		HEAD "read" TAIL " ",
		HEAD "read" TAIL "0",
		HEAD "read  " FEED " " ITEM,
		"-5.0 00000000deadbeef read" TAIL,
		"+5.0 00000000deadbeef read" TAIL,
		"5.65536 00000000deadbeef read" TAIL,
		"5 00000000deadbeef read" TAIL,
		"4102444800000.0 00000000deadbeef read" TAIL, /* a wrong clock */
		"99999999999999999999.0 00000000deadbeef read" TAIL,
		"5.0 00000000DEADBEEF read" TAIL,
		"5.0 deadbeef read" TAIL,
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		struct state s;
		if (state_read(span_of(lines[i]), &s))
			fail_msg("taken for a state: %s", lines[i]);
	}
}

static void
words_of_other_programs_have_no_line(void **state)
{
	const struct state others[] = {{.kind = (enum state_kind)77, .on = true},
		{.kind = (enum state_kind)0, .on = false}};
	struct buf out = BUF_INIT(0);
	(void)state;
	for (size_t i = 0; i < COUNT_OF(others); i++)
		state_put(&out, &others[i]);
	assert_int_equal(out.len, 0);
	buf_done(&out);
}

static void
later_is_a_total_order(void **state)
{
	struct state_stamp stamps[3 * 3];
	(void)state;
	for (size_t i = 0; i < COUNT_OF(stamps); i++)
		stamps[i] = (struct state_stamp){i / 3, i % 3};
	for (size_t a = 0; a < COUNT_OF(stamps) * 2; a++)
		for (size_t b = 0; b < COUNT_OF(stamps) * 2; b++)
			assert_int_equal(
				state_later(&stamps[a / 2], a % 2, &stamps[b / 2], b % 2),
				a > b);
}

static void
the_clock_only_goes_on(void **state)
{
	uint64_t last = 0;
	/* The clock jumps back, stands still, or is absurd. */
	static const int64_t clock[] = {
		1000, 1000, 1000, 5, 2000, -7, 1999, INT64_MAX, 3000};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(clock); i++) {
		for (int alone = 0; alone < 2; alone++) {
			struct state_stamp next = {state_tick(last, clock[i], alone), 1};
			assert_true(next.time > last);
			assert_true(state_alone(&next) == (alone == 1));
			last = next.time;
		}
	}
	/* One more for the mark that was alone. */
	assert_int_equal(last, UINT64_C(3001) << 16);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(good_lines_come_back),
		cmocka_unit_test(a_line_means_its_parts),
		cmocka_unit_test(every_part_of_a_line_is_needed),
		cmocka_unit_test(junk_is_none),
		cmocka_unit_test(words_of_other_programs_have_no_line),
		cmocka_unit_test(later_is_a_total_order),
		cmocka_unit_test(the_clock_only_goes_on),
	};
	return UNIT_RUN(tests);
}
