/*
 * What no reader can know of a feed, for a bound: least-delay:oracle, in the simulator
 * alone. It makes the same plan as least-delay (schedule/delay.h) with the truth in place
 * of what had to be learned:
 *
 *  - the shape (hours, weekdays, minutes) and the size of bursts of the whole trace;
 *  - the rate around now, its past and its future alike. For the time scales from
 *    ORACLE_SCALE on (85 hours),
 *	n_k = Σ e^(-|t_i - now|/T_k),  e_k = ∫ e^(-|t - now|/T_k) dt over the trace.
 *
 * So it knows how busy this week is and which hours are, but not the single posts; what
 * happens within hours it sees as everybody does. What it needs less than least-delay is
 * the price of having to learn. Who knew more than that (each post, in the end) would
 * need less still.
 */
#ifndef SCHEDULE_ORACLE_H
#define SCHEDULE_ORACLE_H

#include <stdint.h>

struct habit;
struct oracle;
struct trace;

#define ORACLE_SCALE 2

struct oracle *oracle_new(const struct trace *trace);
void oracle_free(struct oracle *oracle);
/* Puts the truth into a habit that has just learned a poll at now. now never falls. */
void oracle_tell(struct oracle *oracle, int64_t now, struct habit *habit);

#endif
