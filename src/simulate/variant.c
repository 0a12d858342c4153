#include "config.h"

#include "simulate/variant.h"

#include "base/err.h"
#include "base/str.h"
#include "base/time.h"
#include "schedule/delay.h"
#include "schedule/habit.h"
#include "schedule/strategies.h"
#include "simulate/oracle.h"

#define ENDLESS 1e12 /* bursts: nothing that was learned is believed */
#define HARDLY 0.01  /* … all of it is; 0 would make a level of nothing */

enum variant {
	ORACLE,
	ORACLE_HOURS,
	NO_WEEK,
	NO_MINUTES,
	NO_SCALES,
	NO_BURSTS,
	NO_SHRINKAGE
};

static const struct habit_model models[] = {
	[NO_WEEK] = {.burst = HABIT_BURST,
		HABIT_LEVEL_PRIORS,
		.hour = ENDLESS,
		.day = ENDLESS,
		.week = ENDLESS,
		HABIT_MINUTE_PRIOR},
	[NO_MINUTES] = {.burst = HABIT_BURST,
		HABIT_LEVEL_PRIORS,
		HABIT_WEEK_PRIORS,
		.minute = ENDLESS},
	[NO_SCALES] = {.burst = HABIT_BURST,
		.kappa = ENDLESS,
		.kappa_slowest = 1,
		.size = 5.1,
		HABIT_WEEK_PRIORS,
		HABIT_MINUTE_PRIOR},
	[NO_BURSTS] = {.burst = -1,
		HABIT_LEVEL_PRIORS,
		HABIT_WEEK_PRIORS,
		HABIT_MINUTE_PRIOR},
	[NO_SHRINKAGE] = {.burst = HABIT_BURST,
		.kappa = HARDLY,
		.kappa_slowest = HARDLY,
		.size = HARDLY,
		.hour = HARDLY,
		.day = HARDLY,
		.week = HARDLY,
		.minute = HARDLY},
};

/* The manual has their briefs. */
#define VARIANT(label, what, learned)                                                    \
	{                                                                                \
		.name = "least-delay:" label, .brief = what, .kind = STRATEGY_TIME,      \
		.flags = STRATEGY_SCALES | STRATEGY_HABIT, .interval = delay_interval,   \
		.model = learned                                                         \
	}

const struct strategy simulate_variants[] = {
	[ORACLE] = VARIANT("oracle",
		"knows each feed's rates and habits from its whole trace", &habit_model),
	[ORACLE_HOURS] = VARIANT("oracle-hours",
		"knows, besides, how busy the hours before and after now are",
		&habit_model),
	[NO_WEEK] = VARIANT("no-week", "without hours and weekdays", &models[NO_WEEK]),
	[NO_MINUTES] =
		VARIANT("no-minutes", "without minutes of the hour", &models[NO_MINUTES]),
	[NO_SCALES] = VARIANT(
		"no-scales", "without levels of shorter time scales", &models[NO_SCALES]),
	[NO_BURSTS] = VARIANT(
		"no-bursts", "with bursts counted as single items", &models[NO_BURSTS]),
	[NO_SHRINKAGE] = VARIANT("no-shrinkage", "without what other feeds are like",
		&models[NO_SHRINKAGE]),
	{0},
};

int
simulate_variant_choose(struct strategy_choice *out, const char *name, struct err *err)
{
	for (const struct strategy *v = simulate_variants; v->name; v++)
		if (str_eq(v->name, name)) {
			*out = (struct strategy_choice){v, TIME_HOUR};
			return OK;
		}
	return strategies_choose(out, name, err);
}

size_t
simulate_variant_oracle(const struct strategy *row)
{
	return row == &simulate_variants[ORACLE]         ? SIMULATE_ORACLE_SCALE
	       : row == &simulate_variants[ORACLE_HOURS] ? 0
							 : HABIT_SCALES;
}
