/* Orders of lists: what is accepted, and that places sort as they should. */
#include "config.h"

#include <string.h>

#include "unit.h"

#include "base/attr.h"
#include "model/order.h"

static void
keys_are_parsed_and_written(void **state)
{
	static const struct {
		const char *text;
		enum order_of of;
		const char *written; /* NULL: refused */
		const char *word;    /* in the sentence */
	} cases[] = {
		{"date", ORDER_ITEMS, "date", NULL},
		{"-date", ORDER_ITEMS, "-date", NULL},
		{" unread , -date ", ORDER_ITEMS, "unread,-date", NULL},
		{"file", ORDER_FEEDS, "file", NULL},
		{"title,gap,-failures", ORDER_FEEDS, "title,gap,-failures", NULL},
		{"file", ORDER_ITEMS, NULL, "\"file\""},
		{"seen", ORDER_FEEDS, NULL, "\"seen\""},
		{"", ORDER_ITEMS, NULL, "choose from date"},
		{"-", ORDER_ITEMS, NULL, "\"-\""},
		{"date,", ORDER_ITEMS, NULL, "\"\""},
		{"date,title,date,title,date,title,date,title,date", ORDER_ITEMS, NULL,
			"more than 8"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct order order = {0};
		struct err err = {0};
		struct buf text = BUF_INIT(0);
		int status = order_parse(cases[i].text, cases[i].of, &order, &err);
		order_format(&order, &text);
		if (cases[i].written) {
			assert_int_equal(status, OK);
			assert_string_equal(buf_str(&text), cases[i].written);
		} else {
			assert_int_equal(status, ERR_INVALID);
			assert_int_equal(order.len, 0);
			assert_non_null(strstr(err.text, cases[i].word));
		}
		buf_done(&text);
	}
}

static void
dates_alone_are_known(void **state)
{
	static const struct {
		const char *text;
		int way;
	} cases[] = {{"date", -1}, {"-date", 1}, {"title", 0}, {"-date,title", 1}};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct order order;
		assert_int_equal(
			order_parse(cases[i].text, ORDER_ITEMS, &order, NULL), OK);
		assert_int_equal(order_by_date(&order), cases[i].way);
	}
}

struct row {
	const char *title;
	int64_t date, unread;
};

static struct order_value
value_of(void *data, enum order_key key)
{
	const struct row *row = data;
	return (struct order_value){
		.number = key == ORDER_DATE ? row->date : row->unread,
		.text = row->title,
	};
}

/* Whether a comes before b: -1, after: 1. */
static int
compare(const char *keys, const struct row *a, const struct row *b)
{
	struct order order;
	struct buf x = BUF_INIT(0), y = BUF_INIT(0);
	struct row one = *a, other = *b;
	assert_int_equal(order_parse(keys, ORDER_ITEMS, &order, NULL), OK);
	order_place(&order, value_of, &one, &x);
	order_place(&order, value_of, &other, &y);
	int result = order_compare(x.data, x.len, y.data, y.len);
	buf_done(&x);
	buf_done(&y);
	return (result > 0) - (result < 0);
}

static void
places_sort_as_values_do(void **state)
{
	static const struct {
		const char *keys;
		struct row a, b;
		int result;
	} cases[] = {
		{"date", {"", 1, 0}, {"", 2, 0}, -1},
		{"date", {"", -5, 0}, {"", 3, 0}, -1},
		{"date", {"", INT64_MIN, 0}, {"", INT64_MAX, 0}, -1},
		{"-date", {"", 1, 0}, {"", 2, 0}, 1},
		{"title", {"apple", 0, 0}, {"Banana", 0, 0}, -1},
		{"title", {"\303\211mile", 0, 0}, {"emily", 0, 0}, -1},
		{"title", {"a", 0, 0}, {"ab", 0, 0}, -1},
		{"-title", {"a", 0, 0}, {"ab", 0, 0}, 1},
		{"title", {NULL, 0, 0}, {"a", 0, 0}, -1},
		{"unread", {"", 0, 1}, {"", 0, 0}, -1},
		{"unread,-date", {"", 1, 1}, {"", 2, 1}, 1},
		{"title,date", {"ab", 1, 0}, {"a", 2, 0}, 1},
		{"title,date", {"a", 3, 0}, {"a", 2, 0}, 1},
		{"title", {"same", 1, 0}, {"Same", 2, 0}, 0},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_int_equal(compare(cases[i].keys, &cases[i].a, &cases[i].b),
			cases[i].result);
		assert_int_equal(compare(cases[i].keys, &cases[i].b, &cases[i].a),
			-cases[i].result);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_are_parsed_and_written),
		cmocka_unit_test(dates_alone_are_known),
		cmocka_unit_test(places_sort_as_values_do),
	};
	return UNIT_RUN(tests);
}
