/*
 * What least-delay knows about a feed: how often it posts, at several time scales, and
 * when in the week and in the hour. Bounded (about 1 KB) and pure.
 *
 * Bursts. An item within HABIT_BURST of the previous one belongs to the same burst,
 * unless that began more than HABIT_BURST_LONGEST ago; otherwise a feed that posts every
 * five minutes would be in one endless burst, of which it could learn nothing. Bursts are
 * counted, and items are expected as bursts × mean size, so that a merge of thirty
 * commits does not look like thirty independent events (a compound Poisson process).
 *
 * Level. For time scales T_k = 4 h × 4.608^k, k = 0 … 7,
 *	n_k = Σ e^(-(now - t_i)/T_k) over bursts,  e_k = ∫ s(t) e^(-(now - t)/T_k) dt,
 * with s the shape below: an exponential moving average that includes the silence up to
 * now. Each is the mean of a gamma posterior whose prior is the next slower one; the
 * prior of the slowest is the population's rate (1.5 bursts per day):
 *	r_k = (n_k + κ_k)/(e_k + κ_k/r_(k+1)),  κ = 4.5, for the slowest 1.
 * The forecast forgets what is particular about now as fast as each scale does:
 *	level(t) = m (r_7 + Σ_k (r_k - r_(k+1)) e^(-(t - now)/T_k)),  m the mean size.
 *
 * Shape. A mixture of three: uniform; hour of the day × day of the week; hour of the
 * week. Each is a Dirichlet posterior around the coarser one. The weight of each is the
 * share of bursts that it explained before it had learned them (online EM), so that a
 * feed without a habit is not credited with one. On top of that comes the minute of the
 * hour, likewise.
 *
 * An item dated before the last poll (backdated, or from a server that lags) counts at
 * that poll, all such items as one burst, and does not count at all when it is a day
 * older: a feed that shows its archive has not become a busy one (case 119).
 */
#ifndef SCHEDULE_HABIT_H
#define SCHEDULE_HABIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/schedule.h"

#define HABIT_BURST ((int64_t)600)
#define HABIT_BURST_LONGEST ((int64_t)5400)
#define HABIT_DAYS 7
#define HABIT_HOURS 24

/* How much evidence it takes until what was learned is believed: the weights of the
 * priors. The simulator has models in which a part is switched off by an endless prior
 * (simulate/variant.c). */
struct habit_model {
	int64_t burst;                     /* HABIT_BURST; negative: each item its own */
	double kappa, kappa_slowest, size; /* of levels, in bursts; of a burst's items */
	double hour, day, week, minute;    /* of shapes, in bursts */
};

/* Tuned on three quarters of the feeds of recorded traces, checked on the fourth. */
#define HABIT_LEVEL_PRIORS .kappa = 4.5, .kappa_slowest = 1, .size = 5.1
#define HABIT_WEEK_PRIORS .hour = 8, .day = 22.5, .week = 24
#define HABIT_MINUTE_PRIOR .minute = 30

/* What least-delay goes by. */
extern const struct habit_model habit_model;

/* The shape, as factors around 1. */
struct habit_shape {
	double weight[HABIT_FITS];
	double hour[HABIT_HOURS], day[HABIT_DAYS];
	double week[SCHEDULE_WEEK_HOURS];
	double minute[HABIT_MINUTES], before[HABIT_MINUTES + 1]; /* and its integral */
	double minute_weight;
};

/* Whether an item opens another burst, after the burst of first … last. first TIME_NONE:
 * there is none. */
bool habit_opens_burst(
	const struct habit_model *model, int64_t first, int64_t last, int64_t time);

void habit_init(struct habit *habit);
/* Learns a poll at now: window[0 … len) are the posting times shown, oldest first, none
 * after now, of which the last fresh were new. */
void habit_learn(const struct habit_model *model, struct habit *habit,
	const int64_t *window, size_t len, size_t fresh, int64_t now);

void habit_shape(const struct habit_model *model, const struct habit *habit,
	struct habit_shape *out);
/* s(t) without the minutes. */
double habit_shape_at(const struct habit_shape *shape, double time);
/* ∫ of the minutes' factor from 1970 to time, in seconds. */
double habit_minutes(const struct habit_shape *shape, double time);
/* T_k in seconds. */
double habit_scale(size_t k);
/* m r_k for each scale, in items per second; all > 0. */
void habit_level(const struct habit_model *model, const struct habit *habit,
	double rate[HABIT_SCALES]);

#endif
