/*
 * The table of strategies: found by name, and named in full to whoever checks the option.
 */
#include "config.h"

#include "unit.h"

#include "base/buf.h"
#include "base/err.h"
#include "base/time.h"
#include "model/schedule.h"
#include "model/strategy_names.h"
#include "schedule/plan.h"
#include "schedule/predict.h"
#include "schedule/strategies.h"

static void
strategies_are_found_by_name(void **unused)
{
	(void)unused;
	static const struct {
		const char *name;
		int64_t span; /* what the strategy waits; 0: refused */
	} cases[] = {{"fixed", 3600}, {"fixed:1d", 86400}, {"fixed:90s", 90},
		{"fixed:", 0}, {"fixed:x", 0}, {"fixed:0", 0}, {"fixe", 0}, {"", 0},
		{"fixed-learned", 3600}, {"fixed-learned:1h", 0},
		{"moving-average:1h", 0}, {"moving-average:sliding", 3600},
		{"moving-average", 3600}};
	const struct schedule_poll poll = {12345, NULL, 0, 0};
	struct schedule_record state;
	predict_record_init(&state);
	predict_learn(&state, &poll);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct strategy_choice choice;
		struct err err = {0};
		struct plan plan;
		const struct strategy_feed feed = {.schedule = &state.schedule};
		int status = strategies_choose(&choice, cases[i].name, &err);
		if (cases[i].span == 0) {
			assert_int_equal(status, ERR_INVALID);
			assert_non_null(strstr(err.text, cases[i].name));
			assert_null(strchr(err.text, '\n'));
			continue;
		}
		assert_int_equal(status, OK);
		plan_init(&plan, &choice, 0, 0);
		assert_true(plan_interval(&plan, &feed, &poll) == (double)cases[i].span);
		plan.scale = 2;
		assert_true(plan_interval(&plan, &feed, &poll) ==
			    2.0 * (double)cases[i].span);
		plan_done(&plan);
	}
}

/* What conf allows is what there is: every row in its order, and a parameter where the
 * row takes one. */
static void
the_option_names_all_and_no_others(void **unused)
{
	(void)unused;
	struct buf names = BUF_INIT(0);
	for (const struct strategy *s = strategies; s->name; s++) {
		buf_addf(&names, "%s%s", names.len ? "|" : "", s->name);
		if (s->flags & STRATEGY_SPAN)
			buf_addf(&names, "|%s:*", s->name);
	}
	assert_string_equal(buf_str(&names), STRATEGY_NAMES);
	buf_done(&names);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strategies_are_found_by_name),
		cmocka_unit_test(the_option_names_all_and_no_others),
	};
	return UNIT_RUN(tests);
}
