/* An item's date and text. */
#include "config.h"

#include "unit.h"

#include "base/time.h"
#include "model/item.h"

static void
the_date_is_that_of_publication_if_there_is_one(void **state)
{
	static const struct {
		int64_t published, updated, date;
	} cases[] = {
		{100, 200, 100}, {100, TIME_NONE, 100}, {TIME_NONE, 200, 200},
		{TIME_NONE, TIME_NONE, TIME_NONE}, {0, 200, 0}, /* 1970 is a date */
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct item item = {
			.published = cases[i].published, .updated = cases[i].updated};
		assert_int_equal(item_date(&item), cases[i].date);
	}
}

static void
the_text_is_the_content_if_there_is_one(void **state)
{
	char content[] = "content", summary[] = "summary";
	struct item item = {.summary = {.text = summary}};
	(void)state;
	assert_ptr_equal(item_body(&item), &item.summary);
	item.content.text = content;
	assert_ptr_equal(item_body(&item), &item.content);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_date_is_that_of_publication_if_there_is_one),
		cmocka_unit_test(the_text_is_the_content_if_there_is_one),
	};
	return UNIT_RUN(tests);
}
