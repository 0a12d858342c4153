/*
 * What no reader can know about a feed, as a bound for least-delay. The strategy
 * least-delay:oracle makes the same plan as least-delay (schedule/delay.h), but from the
 * truth instead of from what was learned:
 *
 *  - the shape (hours, weekdays, minutes) and the size of bursts of the whole trace;
 *  - the rate around now, past and future alike. For the time scales from
 *    SIMULATE_ORACLE_SCALE on (85 hours), or all of them (from 4 hours on),
 *	n_k = Σ e^(-|t_i - now|/T_k),  e_k = ∫ e^(-|t - now|/T_k) dt over the trace.
 *
 * It thus knows how busy this week is and at which hours, or even how busy the next hours
 * are, but not the single posts; the first of the two still has to learn what happens
 * within a few hours, as every other strategy does. The difference between its delay and
 * least-delay's is the price of having to learn. Knowing more than that (in the end,
 * every post) would reduce the delay further.
 */
#ifndef SIMULATE_ORACLE_H
#define SIMULATE_ORACLE_H

#include <stddef.h>
#include <stdint.h>

struct habit;
struct simulate_oracle;
struct simulate_trace;

#define SIMULATE_ORACLE_SCALE 2

/* scale: the first time scale for which the oracle gives the truth. */
struct simulate_oracle *
simulate_oracle_new(const struct simulate_trace *trace, size_t scale);
void simulate_oracle_free(struct simulate_oracle *oracle);
/* Puts the truth into a habit that has just learned a poll at now. now never decreases.
 */
void
simulate_oracle_tell(struct simulate_oracle *oracle, int64_t now, struct habit *habit);

#endif
