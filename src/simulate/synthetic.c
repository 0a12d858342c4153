#include "config.h"

#include "simulate/synthetic.h"

#include <math.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/time.h"
#include "base/vec.h"
#include "simulate/trace.h"

#define RATE_MAX 6.5 /* items per cycle */
#define WINDOW 10
#define BEFORE 400 /* cycles of posts before the first poll, to fill the windows */
#define SETTLE 400 /* cycles in which τ settles */

/* xorshift64* (Vigna 2016), in (0, 1). */
static double
random_unit(uint64_t *state)
{
	uint64_t x = *state;
	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	*state = x;
	return ((double)(x * 2685821657736338717ULL >> 11) + 0.5) * 0x1p-53;
}

static void
post(struct simulate_trace *feed, uint64_t *random)
{
	double at = 0;
	for (;;) {
		at -= log(random_unit(random)) / feed->rate;
		if (at >= (double)feed->end)
			return;
		*VEC_PUSH(feed->times, feed->len, feed->cap) = (int64_t)at;
	}
}

void
simulate_synthetic_roses(struct simulate_traces *out, int64_t *count_from)
{
	uint64_t random = 0x726f736573;
	*count_from = (BEFORE + SETTLE) * TIME_HOUR;
	for (size_t i = 0; i < SIMULATE_ROSES_FEEDS; i++) {
		char id[32];
		double rate = RATE_MAX * ((double)i + 0.5) / SIMULATE_ROSES_FEEDS;
		struct simulate_trace *feed = VEC_PUSH(out->list, out->len, out->cap);
		snprintf(id, sizeof id, "roses:%zu", i + 1);
		*feed = (struct simulate_trace){.id = mem_strdup(id),
			.kind = mem_strdup("roses"),
			.window = WINDOW,
			.start = BEFORE * TIME_HOUR,
			.end = *count_from + SIMULATE_ROSES_CYCLES * TIME_HOUR - 1,
			.rate = rate / (double)TIME_HOUR};
		post(feed, &random);
	}
}
