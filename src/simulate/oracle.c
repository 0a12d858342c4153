/*
 * The sums over the past are carried forward from burst to burst; the sums over the
 * future are computed once, backwards from the end.
 */
#include "config.h"

#include "simulate/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/time.h"
#include "model/schedule.h"
#include "schedule/habit.h"
#include "simulate/trace.h"

struct simulate_oracle {
	struct habit whole;
	size_t scale; /* the first time scale for which it gives the truth */
	double start, end;
	double *burst;                 /* times */
	double (*ahead)[HABIT_SCALES]; /* sums at each burst over it and all later ones */
	size_t len, next;              /* next: the first burst after the latest now */
	/* sums at burst next - 1 over it and all earlier ones */
	double behind[HABIT_SCALES];
};

static double
faded(size_t scale, double span)
{
	return exp(-span / habit_scale(scale));
}

static void
find_bursts(struct simulate_oracle *o, const struct simulate_trace *trace)
{
	o->burst = mem_zalloc((trace->len + 1) * sizeof *o->burst);
	o->ahead = mem_zalloc((trace->len + 1) * sizeof *o->ahead);
	int64_t first = TIME_NONE;
	for (size_t i = 0; i < trace->len; i++) {
		const int64_t *at = &trace->times[i];
		if (i > 0 && !habit_opens_burst(&habit_model, first, at[-1], *at))
			continue;
		first = *at;
		o->burst[o->len++] = (double)first;
	}
	for (size_t i = o->len; i-- > 0;)
		for (size_t k = o->scale; k < HABIT_SCALES; k++) {
			o->ahead[i][k] = 1;
			if (i + 1 < o->len)
				o->ahead[i][k] += o->ahead[i + 1][k] *
						  faded(k, o->burst[i + 1] - o->burst[i]);
		}
}

struct simulate_oracle *
simulate_oracle_new(const struct simulate_trace *trace, size_t scale)
{
	struct simulate_oracle *o = mem_zalloc(sizeof *o);
	o->scale = scale;
	habit_init(&o->whole);
	habit_learn(&habit_model, &o->whole, trace->times, trace->len, trace->len,
		trace->end);
	find_bursts(o, trace);
	o->start = trace->len > 0 ? o->burst[0] : (double)trace->start;
	o->end = (double)trace->end;
	return o;
}

void
simulate_oracle_free(struct simulate_oracle *o)
{
	if (!o)
		return;
	free(o->burst);
	free(o->ahead);
	free(o);
}

static void
walk(struct simulate_oracle *o, double now)
{
	for (; o->next < o->len && o->burst[o->next] <= now; o->next++)
		for (size_t k = o->scale; k < HABIT_SCALES; k++) {
			double span = o->next > 0
					      ? o->burst[o->next] - o->burst[o->next - 1]
					      : 0;
			o->behind[k] = o->behind[k] * faded(k, span) + 1;
		}
}

void
simulate_oracle_tell(struct simulate_oracle *o, int64_t at, struct habit *habit)
{
	double now = (double)at;
	walk(o, now);
	for (size_t k = o->scale; k < HABIT_SCALES; k++) {
		double n = 0, reach = habit_scale(k);
		if (o->next > 0)
			n += o->behind[k] * faded(k, now - o->burst[o->next - 1]);
		if (o->next < o->len)
			n += o->ahead[o->next][k] * faded(k, o->burst[o->next] - now);
		habit->bursts[k] = (float)n;
		habit->exposure[k] = (float)(reach * (2 - faded(k, now - o->start) -
							     faded(k, o->end - now)));
	}
	memcpy(habit->week, o->whole.week, sizeof habit->week);
	memcpy(habit->minute, o->whole.minute, sizeof habit->minute);
	memcpy(habit->fit, o->whole.fit, sizeof habit->fit);
	memcpy(habit->sharp, o->whole.sharp, sizeof habit->sharp);
	memcpy(habit->size, o->whole.size, sizeof habit->size);
}
