/* JSON in one pass. */
#include "config.h"

#include "tests/unit/unit.h"

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/scan_json.h"
#include "base/str.h"

static void
objects(void **state)
{
	static const struct {
		const char *text;
		bool good;
		enum scan_kind a, b;
		const char *of_a;
	} cases[] = {
		{"{}", true, SCAN_NONE, SCAN_NONE, NULL},
		{" { \"a\" : 1 , \"b\":\tnull } \n", true, SCAN_NUMBER, SCAN_NULL, "1"},
		{"{\"b\":true,\"a\":\"x\\\"}\"}", true, SCAN_STRING, SCAN_TRUE, "x\\\"}"},
		{"{\"a\":1,\"a\":false}", true, SCAN_FALSE, SCAN_NONE, "false"},
		{"{\"c\":[1,{\"a\":2}],\"a\":[[],\"]\"]}", true, SCAN_LIST, SCAN_NONE,
			"[[],\"]\"]"},
		{"{\"a\":{\"b\":{}}}", true, SCAN_OBJECT, SCAN_NONE, "{\"b\":{}}"},
		{"{\"ab\":1,\"\":2}", true, SCAN_NONE, SCAN_NONE, NULL},
		{"", false, SCAN_NONE, SCAN_NONE, NULL},
		{"{", false, SCAN_NONE, SCAN_NONE, NULL},
		{"[]", false, SCAN_NONE, SCAN_NONE, NULL},
		{"{} {}", false, SCAN_NONE, SCAN_NONE, NULL},
		{"{\"a\"}", false, SCAN_NONE, SCAN_NONE, NULL},
		{"{\"a\":}", false, SCAN_NONE, SCAN_NONE, NULL},
		{"{\"a\":1", false, SCAN_NONE, SCAN_NONE, NULL},
		{"{\"a\":1 \"b\":2}", false, SCAN_NONE, SCAN_NONE, NULL},
		{"{\"a\":wrong}", false, SCAN_NONE, SCAN_NONE, NULL},
		{"{\"a\":\"x\\\"}", false, SCAN_NONE, SCAN_NONE, NULL},
		{"{\"a\":[[]}", false, SCAN_NONE, SCAN_NONE, NULL},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct scan_field fields[] = {{.name = "a"}, {.name = "b"}};
		bool good = scan_object(span_of(cases[i].text), fields, COUNT_OF(fields));
		if (good != cases[i].good ||
			(good && (fields[0].kind != cases[i].a ||
					 fields[1].kind != cases[i].b ||
					 (cases[i].of_a && !span_eq(fields[0].text,
								   cases[i].of_a)))))
			fail_msg("%s", cases[i].text);
	}
}

static void
note_row(void *data, const struct scan_field *fields)
{
	for (int i = 0; i < 2; i++) {
		if (fields[i].kind != SCAN_NONE)
			buf_add(data, fields[i].text.p, fields[i].text.n);
		buf_addc(data, ",;"[i]);
	}
}

static void
rows(void **state)
{
	static const struct {
		const char *text, *list;
		bool good;
		const char *rows;
	} cases[] = {
		{"{\"n\":[0],\"l\":[{\"a\":1,\"b\":2},{\"b\":3},[4],{\"b\":5,\"a\":6}]}",
			"l", true, "1,2;,3;6,5;"},
		{"[ {\"a\":1} , {} ]", NULL, true, "1,;,;"},
		{"[]", NULL, true, ""},
		{"{\"l\":{}}", "l", false, ""},
		{"{\"m\":[{\"a\":1}]}", "l", false, ""},
		{"[{\"a\":1},{\"a\":2", NULL, false, "1,;"},
		{"[{\"a\":1}{\"a\":2}]", NULL, false, "1,;"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct scan_field fields[] = {{.name = "a"}, {.name = "b"}};
		struct buf out = BUF_INIT(0);
		bool good = scan_rows(span_of(cases[i].text), cases[i].list, fields,
			COUNT_OF(fields), note_row, &out);
		assert_int_equal(good, cases[i].good);
		assert_string_equal(buf_str(&out), cases[i].rows);
		buf_done(&out);
	}
}

static struct scan_field
value(const char *text, enum scan_kind kind)
{
	return (struct scan_field){.kind = kind, .text = span_of(text)};
}

static void
numbers(void **state)
{
	static const struct {
		const char *text;
		bool good;
		double number;
	} cases[] = {
		{"0", true, 0},
		{"12.5", true, 12.5},
		{"-0.025", true, -0.025},
		{"60.029388", true, 60.029388},
		{"1e3", true, 1000},
		{"2.5E-1", true, 0.25},
		{"1e+2", true, 100},
		{"1e308", true, 1e308},
		{"1e309", false, 0},
		{"1e999999999", false, 0},
		{"-", false, 0},
		{"1.2.3", false, 0},
		{"1e", false, 0},
		{".5", false, 0},
		{"0x1", false, 0},
		{"NaN", false, 0},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct scan_field field = value(cases[i].text, SCAN_NUMBER);
		double number = 7;
		bool good = scan_number(&field, &number);
		double wanted = cases[i].good ? cases[i].number : 7;
		double far = number > wanted ? number - wanted : wanted - number;
		double size = wanted > 0 ? wanted : -wanted;
		if (good != cases[i].good || far > size * 1e-12)
			fail_msg("%s: %.17g", cases[i].text, number);
	}
	double number = 7;
	struct scan_field text = value("5", SCAN_STRING);
	assert_false(scan_number(&text, &number));
	assert_true(number == 7);
}

static void
lines(void **state)
{
	static const struct {
		const char *text, *line;
	} cases[] = {
		{"plain words", "plain words"},
		{"a \\\"b\\\" \\\\ \\/", "a \"b\" \\ /"},
		{"one\\ntwo\\tthree", "one two three"},
		{"\\u00e9\\ud83d\\ude00", "é😀"},
		{"\\ud83d", "�"},
		{"\\u001b[2J\\u202ex", "[2Jx"},
		{"\\q\\u12", "qu12"},
		{"", NULL},
		{"\\n", NULL},
	};
	struct arena arena = ARENA_INIT;
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct scan_field field = value(cases[i].text, SCAN_STRING);
		char *line = scan_line(&field, &arena, 100);
		if (!str_eq(line, cases[i].line))
			fail_msg("%s: %s", cases[i].text, line ? line : "NULL");
	}
	struct scan_field number = value("5", SCAN_NUMBER);
	assert_null(scan_line(&number, &arena, 100));
	arena_done(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(objects),
		cmocka_unit_test(rows),
		cmocka_unit_test(numbers),
		cmocka_unit_test(lines),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
