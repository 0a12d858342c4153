/*
 * The line of progress: never as wide as the terminal, and what it says.
 */
#include "config.h"

#include "unit.h"

#include <locale.h>
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "cli/core/progress.h"
#include "engine/api.h"

static void
fits_every_width(void **state)
{
	static const struct engine_counts counts[] = {
		{.total = 0},
		{.total = 1, .done = 1},
		{.total = 2000, .done = 812, .added = 37, .failed = 4},
		{.total = 3, .done = 4}, /* joined by others in between */
		{.total = SIZE_MAX, .done = 1, .added = SIZE_MAX, .failed = SIZE_MAX},
	};
	struct buf line = BUF_INIT(0);
	(void)state;
	for (size_t i = 0; i < COUNT_OF(counts); i++) {
		for (size_t columns = 0; columns < 300; columns++) {
			buf_clear(&line);
			cli_progress_line(&line, &counts[i], columns);
			size_t cells = utf8_columns(buf_str(&line), line.len);
			assert_true(cells < columns || cells == 0);
			assert_true(utf8_valid(buf_str(&line), line.len));
		}
	}
	buf_done(&line);
}

static void
says(const struct engine_counts *counts, size_t columns, const char *want)
{
	struct buf line = BUF_INIT(0);
	cli_progress_line(&line, counts, columns);
	assert_string_equal(buf_str(&line), want);
	buf_done(&line);
}

static void
bar_and_figures(void **state)
{
	const struct engine_counts half = {.total = 8, .done = 4};
	const struct engine_counts all = {.total = 8, .done = 8, .added = 3, .failed = 1};
	(void)state;
	/* 19 columns and one that stays free: 3 of figures, 3 around the bar, 13 of bar,
	 * of which half is 6. */
	says(&half, 20, "[======>      ] 4/8");
	says(&half, 16, "4/8");
	says(&all, 36, "[==========] 8/8 · 3 new · 1 failed");
	says(&all, 8, "8/8 · 3");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fits_every_width),
		cmocka_unit_test(bar_and_figures),
	};
	setlocale(LC_ALL, "C.UTF-8");
	return UNIT_RUN(tests);
}
