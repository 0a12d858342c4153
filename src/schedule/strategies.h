/*
 * The table of the strategies that the option strategy may name, and choosing one from
 * it.
 */
#ifndef SCHEDULE_STRATEGIES_H
#define SCHEDULE_STRATEGIES_H

#include "base/attr.h"
#include "schedule/strategy.h"

struct err;

/* Ends with a row without a name. */
extern const struct strategy strategies[];

/* Finds the row that a value of the option names: "moving-average", "fixed:30m".
 * ERR_INVALID with a sentence that lists the names there are. */
int strategies_choose(
	struct strategy_choice *out, const char *name, struct err *err) MUST_USE;

#endif
