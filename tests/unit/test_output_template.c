#include "config.h"

#include "unit.h"

#include <stdlib.h>
#include <time.h>

#include "base/buf.h"
#include "base/str.h"
#include "base/time.h"
#include "output/field.h"
#include "output/template.h"

#define NOW INT64_C(1795910400) /* 2026-11-29 00:00:00 UTC */

static char first_tag[] = "toread", second_tag[] = "x", title[] = "Inside the terminal",
	    short_title[] = "A";
static char *hash_tags[] = {first_tag, second_tag};

static const struct output_item_row item = {
	.item = {.id = 17,
		.title = title,
		.flags = ITEM_UNREAD,
		.time = NOW - 2 * TIME_HOUR,
		.published = TIME_NONE,
		.tags = hash_tags,
		.tags_len = 2},
	.headline = "Inside the terminal",
	.minutes = 11,
	.duration = 3909,
};

static const char *const elements[] = {"count", "unread", "star", NULL};

static struct output_template *
compiled(const char *text, struct err *err)
{
	struct output_template *t = NULL;
	if (output_template_new(output_item_fields, elements, text, &t, err) != OK)
		assert_null(t);
	return t;
}

/* The row, or the sentence that refuses the template. */
static const char *
row_of(const char *text, size_t width)
{
	static struct buf out;
	struct err err = {0};
	const struct output_width room = {
		.width = width, .mixed = true, .clock.now = NOW};
	buf_done(&out);
	out = (struct buf)BUF_INIT(0);
	struct output_template *t = compiled(text, &err);
	if (!t)
		return err.text[0] ? (buf_adds(&out, err.text), buf_str(&out)) : "";
	output_template_put(t, &item, &room, &out);
	output_template_free(t);
	return buf_str(&out);
}

static void
rows_are_laid_out(void **state)
{
	(void)state;
	static const struct {
		const char *template;
		size_t width;
		const char *row;
	} cases[] = {
		{"{id} {title}", 0, "17 Inside the terminal\n"},
		{"{title:6}|{id:-5}|", 0, "Inside|   17|\n"},
		{"{title:<6}|{id:<5}|", 0, "Inside|17|\n"},
		{"{title:=25}|", 0, "Inside the terminal      |\n"},
		{"{{{id}}}\\t\\0", 0, "{17}\t"},
		/* what is left is shared */
		{"{id} {title:*}|", 30, "17 Inside the terminal       |\n"},
		{"{id} {title:*}|", 14, "17 Inside the|\n"},
		{"{id} {title:-*}|", 30, "17        Inside the terminal|\n"},
		{"{id:*}{title:*2}|", 31, "17        Inside the terminal |\n"},
		{"{id} {title:*}|", 0, "17 Inside the terminal|\n"},
		{"{title:50%}{id:<50%}|", 12, "Inside17|\n"},
		/* conditions */
		{"{?unread}new{:}old{/} {?starred}*{:}-{/}", 0, "new -\n"},
		{"{?!unread}old{/}{?!starred}plain{/}", 0, "plain\n"},
		{"{?link}{link}{:}none{/}{?tags} [{tags}]{/}", 0, "none [toread, x]\n"},
		{"{?minutes>10}long{:}short{/}{?minutes<11}!{/}", 0, "long\n"},
		{"{?width>59}wide{:}narrow{/}", 60, "wide\n"},
		{"{?width>59}wide{:}narrow{/}", 59, "narrow\n"},
		{"{?mixed}{?unread}both{:}one{/}{:}{?unread}x{/}{/}.", 0, "both.\n"},
		/* times */
		{"{date:%Y-%m-%d %H:%M}", 0, "2026-11-28 22:00\n"},
		{"{date:ago}|{date:-6 ago}|{date:8 %d %b}|", 0, "2 h|   2 h|28 Nov  |\n"},
		{"{date}|{published:6 ago}|{published:ago}", 0,
			"2026-11-28 22:00|      |\n"},
		{"{duration} {duration:-9}", 0, "1:05:09   1:05:09\n"},
		/* colours are the reader's */
		{"{#star}{id}{#} x", 0, "17 x\n"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_string_equal(
			row_of(cases[i].template, cases[i].width), cases[i].row);
}

static void
short_dates_have_a_year_if_it_is_another(void **state)
{
	(void)state;
	static const struct {
		int64_t time;
		const char *date;
	} cases[] = {
		{NOW + TIME_HOUR, "01:00"},
		{NOW - TIME_HOUR, "Nov 28"},
		{NOW - 400 * TIME_DAY, "Oct 25 2025"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct output_item_row row = {.item.time = cases[i].time};
		struct buf out = BUF_INIT(0);
		output_field_put(&out,
			output_field_find(output_item_fields, span_of("date")), &row,
			"short", &(struct output_clock){.now = NOW});
		assert_string_equal(buf_str(&out), cases[i].date);
		buf_done(&out);
	}
}

static void
faults_are_told(void **state)
{
	(void)state;
	static const struct {
		const char *template, *says;
	} cases[] = {
		{"{titel}", "did you mean title?"},
		{"{title", "not closed"},
		{"a}", "has no {"},
		{"\\q", "backslash"},
		{"{title:wide}", "a width from 1"},
		{"{title:0}", "a width from 1"},
		{"{title:1001}", "a width from 1"},
		{"{title:5 ago}", "a width from 1"},
		{"{date:soon}", "a width from 1"},
		{"{date:5 soon}", "a width from 1"},
		{"{?unread}x", "has no {/} after it"},
		{"x{/}", "no {?…} before it"},
		{"{:}", "no {?…} before it"},
		{"{?unread}a{:}b{:}c{/}", "no {?…} before it"},
		{"{?nothing}{/}", "unknown field \"nothing\""},
		{"{?minutes>}{/}", "write a number"},
		{"{?minutes>1x}{/}", "write a number"},
		{"{#stars}x", "unknown element \"stars\""},
		{"{?id}{?id}{?id}{?id}{?id}{?id}{?id}{?id}{?id}", "more than 8"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		if (!strstr(row_of(cases[i].template, 0), cases[i].says))
			fail_msg("%s: %s", cases[i].template,
				row_of(cases[i].template, 0));
}

/* Columns with = are as wide as the widest value of all rows, and pieces know in which
 * colour they are. */
static void
columns_go_by_all_rows(void **state)
{
	(void)state;
	struct output_item_row other = item;
	const void *rows[] = {&item, NULL, &other};
	const struct output_width room = {.width = 40, .clock.now = NOW};
	struct arena arena = ARENA_INIT;
	struct err err = {0};
	other.item.title = short_title;
	other.item.id = 1234;
	struct output_template *t =
		compiled("{id:-=6} {#star}{title:=10}{#}{unread}{?mixed}no{/}", &err);
	assert_non_null(t);
	assert_true(output_template_uses(t, "unread"));
	assert_false(output_template_uses(t, "minutes"));
	struct output_lines lines = output_template_lay(t, rows, 3, &room, &arena);
	assert_int_equal(lines.lens[1], 0);
	for (size_t i = 0; i < 3; i += 2) {
		const struct output_piece *p = lines.pieces[i];
		assert_int_equal(lines.lens[i], 4);
		assert_int_equal(p[0].cells, 4);
		assert_true(p[0].right);
		assert_int_equal(p[0].element, -1);
		assert_string_equal(p[1].text, " ");
		assert_int_equal(p[2].cells, 10);
		assert_string_equal(elements[p[2].element], "star");
		assert_int_equal(p[3].cells, SIZE_MAX);
	}
	arena_done(&arena);
	output_template_free(t);
}

/* Cut off, a count would be another number. */
static void
counts_are_rounded_to_fit(void **state)
{
	(void)state;
	static const struct {
		uint32_t unread;
		const char *row;
	} cases[] = {
		{999, "   999|999 |999\n"},
		{999999, "999999|999k|999999\n"},
		{1000000, " 1000k|1M  |1000000\n"},
		{UINT32_MAX, " 4294M|4G  |4294967295\n"},
	};
	const struct output_width room = {.clock.now = NOW};
	struct output_template *t = NULL;
	struct err err = {0};
	assert_int_equal(output_template_new(output_feed_fields, elements,
				 "{unread:-6}|{unread:4}|{unread}", &t, &err),
		OK);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct output_feed_row row = {.feed.unread = cases[i].unread};
		struct buf out = BUF_INIT(0);
		output_template_put(t, &row, &room, &out);
		assert_string_equal(buf_str(&out), cases[i].row);
		buf_done(&out);
	}
	output_template_free(t);
}

int
main(void)
{
	setenv("TZ", "UTC", 1);
	tzset();
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_are_laid_out),
		cmocka_unit_test(short_dates_have_a_year_if_it_is_another),
		cmocka_unit_test(faults_are_told),
		cmocka_unit_test(columns_go_by_all_rows),
		cmocka_unit_test(counts_are_rounded_to_fit),
	};
	return UNIT_RUN(tests);
}
