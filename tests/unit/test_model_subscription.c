/* Lines of the feeds file: their tags and addresses. */
#include "config.h"

#include "unit.h"

#include "model/subscription.h"

static void
a_tag_holds_itself_and_those_nested_in_it(void **state)
{
	static const struct {
		const char *tag, *above;
		bool within;
	} cases[] = {
		{"news", "news", true},
		{"news/world", "news", true},
		{"news/world/asia", "news", true},
		{"news/world/asia", "news/world", true},
		{"news", "news/world", false},
		{"newsreel", "news", false},
		{"new", "news", false},
		{"News", "news", false},
		{"world/news", "news", false},
		{"", "news", false},
		{"news", "", false},
		{"", "", true},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(subscription_tag_within(
					 span_of(cases[i].tag), span_of(cases[i].above)),
			cases[i].within);
}

static void
a_span_ends_where_it_says(void **state)
{
	(void)state;
	const struct span tag = {"news/world", 5}, above = {"newsreel", 4};
	assert_true(subscription_tag_within(tag, above));
	assert_false(subscription_tag_within(
		(struct span){"news/world", 4}, (struct span){"news/world", 5}));
}

static void
one_tag_of_several_is_enough(void **state)
{
	char first[] = "art", second[] = "news/world";
	char *const tags[] = {first, second};
	(void)state;
	assert_true(subscription_tags_within(tags, 2, "news"));
	assert_true(subscription_tags_within(tags, 2, "art"));
	assert_false(subscription_tags_within(tags, 1, "news"));
	assert_false(subscription_tags_within(tags, 2, "world"));
	assert_false(subscription_tags_within(NULL, 0, "news"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tag_holds_itself_and_those_nested_in_it),
		cmocka_unit_test(a_span_ends_where_it_says),
		cmocka_unit_test(one_tag_of_several_is_enough),
	};
	return UNIT_RUN(tests);
}
