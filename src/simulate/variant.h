/*
 * The simulator's own strategies, in addition to those of schedule/strategies.h: variants
 * of least-delay that show what each of its parts contributes. They are not values of the
 * option strategy; courant-scheduling(7) describes them.
 */
#ifndef SIMULATE_VARIANT_H
#define SIMULATE_VARIANT_H

#include <stddef.h>

#include "base/attr.h"
#include "schedule/strategy.h"

struct err;

/* Ends with a row without a name. */
extern const struct strategy simulate_variants[];

/* Finds a variant or, as strategies_choose does, a value of the option. */
int simulate_variant_choose(
	struct strategy_choice *out, const char *name, struct err *err) MUST_USE;

/* The first time scale for which a strategy is told the truth about feeds
 * (simulate/oracle.h); HABIT_SCALES: it is not told. */
size_t simulate_variant_oracle(const struct strategy *row);

#endif
