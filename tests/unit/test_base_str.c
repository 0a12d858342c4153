#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/str.h"

static void
words_split_like_a_shell(void **state)
{
	(void)state;
	static const struct {
		const char *line;
		size_t count;
		const char *words[4];
	} cases[] = {
		{"", 0, {0}},
		{"  a  b\t", 2, {"a", "b"}},
		{"\"tag two\" 'x \"y'", 2, {"tag two", "x \"y"}},
		{"\"~Say \\\"hi\\\" \\\\\" b\\ c", 2, {"~Say \"hi\" \\", "b c"}},
		{"\"\" x", 2, {"", "x"}},
		{"$(touch a);b", 2, {"$(touch", "a);b"}},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char **words;
		size_t count;
		assert_int_equal(str_words(cases[i].line, &words, &count), 0);
		assert_int_equal(count, cases[i].count);
		for (size_t k = 0; k < count; k++)
			assert_string_equal(words[k], cases[i].words[k]);
		assert_null(words[count]);
		free(words);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_split_like_a_shell),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
