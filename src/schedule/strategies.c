#include "config.h"

#include "schedule/strategies.h"

#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "model/schedule.h"
#include "schedule/allocation.h"
#include "schedule/crawl.h"
#include "schedule/delay.h"
#include "schedule/effort.h"
#include "schedule/habit.h"
#include "schedule/plan.h"
#include "schedule/predict.h"
#include "schedule/rank.h"

/* Polls per feed and cycle where no budget is given: b = 30 of 100 sources, the middle of
 * table 2 of paper 3 (schedule/effort.h). */
#define EFFORT_SHARE 0.3
/* Paper 4 (schedule/rank.h), section 5: 15 % of the feeds per hour. */
#define RANK_SHARE 0.15
/* Paper 5 (schedule/allocation.h), tables 1 and 2: one poll per feed and day. */
#define DAILY_POLLS 1

static double
fixed(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll)
{
	(void)feed;
	(void)poll;
	return (double)plan->choice.span;
}

static double
fixed_learned(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll)
{
	(void)plan;
	(void)poll;
	return (double)predict_fixed_learned(feed->schedule);
}

static double
moving_average(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll)
{
	(void)plan;
	return (double)predict_moving_average(feed->schedule, poll);
}

static double
sliding_average(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll)
{
	(void)plan;
	return (double)predict_sliding_average(feed->schedule, feed->slid, poll);
}

static double
post_rate(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll)
{
	(void)plan;
	return (double)predict_post_rate(feed->minutes, poll->now);
}

const struct strategy strategies[] = {
	{"moving-average",
		N_("the mean gap between the posts that the feed shows; it grows while "
		   "the feed is silent"),
		STRATEGY_TIME, 0, .interval = moving_average},
	{"moving-average:sliding",
		N_("the same, but a poll that finds nothing counts as a post for good"),
		STRATEGY_TIME, STRATEGY_SLID, .interval = sliding_average},
	{"fixed", N_("every hour, or at another interval: fixed:1d"), STRATEGY_TIME,
		STRATEGY_SPAN, .interval = fixed},
	{"fixed-learned", N_("the mean gap between the posts that the first poll shows"),
		STRATEGY_TIME, 0, .interval = fixed_learned},
	{"post-rate",
		N_("when a post is expected, by the posting rates of the minutes of the "
		   "day"),
		STRATEGY_TIME, STRATEGY_MINUTES, .interval = post_rate},
	{"least-delay",
		N_("where a request saves the most waiting, given each feed's habits"),
		STRATEGY_TIME, STRATEGY_SCALES | STRATEGY_HABIT,
		.interval = delay_interval, .model = &habit_model},
	{"best-effort",
		N_("feeds whose window is full of new items, then the most useful ones"),
		STRATEGY_CYCLE, STRATEGY_THRESHOLD | STRATEGY_DAYS,
		.urgency = effort_two_steps, .budget = EFFORT_SHARE},
	{"best-effort:only-saturated", N_("only feeds whose window is full"),
		STRATEGY_CYCLE, STRATEGY_DAYS, .urgency = effort_only_saturated,
		.budget = EFFORT_SHARE},
	{"best-effort:only-threshold", N_("only feeds whose utility exceeds a threshold"),
		STRATEGY_CYCLE, STRATEGY_THRESHOLD | STRATEGY_DAYS,
		.urgency = effort_only_utility, .budget = EFFORT_SHARE},
	{"best-effort:top-utility",
		N_("the feeds of the highest utility, a fixed number per cycle"),
		STRATEGY_CYCLE, STRATEGY_DAYS, .urgency = effort_only_utility,
		.budget = EFFORT_SHARE},
	{"best-effort:uniform", N_("every feed equally often"), STRATEGY_CYCLE, 0,
		.urgency = effort_uniform, .budget = EFFORT_SHARE},
	{"posting-rank",
		N_("the feeds expected to have the most new items, by hourly rates"),
		STRATEGY_CYCLE, STRATEGY_HOURS, .urgency = rank_urgency,
		.budget = RANK_SHARE},
	{"posting-rank:minimum-delay",
		N_("the feeds whose expected items have waited longest in total"),
		STRATEGY_CYCLE, STRATEGY_HOURS, .urgency = rank_minimum_delay,
		.budget = RANK_SHARE},
	{"posting-rank:round-robin", N_("one feed after another"), STRATEGY_CYCLE, 0,
		.urgency = rank_round_robin, .budget = RANK_SHARE},
	{"allocation",
		N_("more polls for busier feeds, at the best hours for feeds of their "
		   "kind"),
		STRATEGY_TIME, STRATEGY_SCALES | STRATEGY_DAYS,
		.interval = allocation_interval, .survey = allocation_survey,
		.surveyed = allocation_surveyed, .budget = DAILY_POLLS},
	{"allocation:uniform", N_("every feed equally often, evenly over the day"),
		STRATEGY_TIME, STRATEGY_SCALES, .interval = allocation_uniform,
		.budget = DAILY_POLLS},
	{"allocation:scheduling-only", N_("every feed equally often, at its best hours"),
		STRATEGY_TIME, STRATEGY_SCALES | STRATEGY_DAYS,
		.interval = allocation_only_scheduling, .survey = allocation_survey,
		.surveyed = allocation_surveyed, .budget = DAILY_POLLS},
	{"allocation:allocation-only",
		N_("more polls for busier feeds, evenly over the day"), STRATEGY_TIME,
		STRATEGY_SCALES | STRATEGY_DAYS, .interval = allocation_only_allocation,
		.survey = allocation_survey, .surveyed = allocation_surveyed,
		.budget = DAILY_POLLS},
	{"crawl-age", N_("the least mean age of changes, as in crawling the web"),
		STRATEGY_TIME, STRATEGY_SCALES | STRATEGY_DAYS, .interval = crawl_age,
		.survey = crawl_survey, .surveyed = crawl_surveyed_age,
		.budget = DAILY_POLLS},
	{"crawl-freshness",
		N_("the most feeds up to date at any time, as in crawling the web"),
		STRATEGY_TIME, STRATEGY_SCALES | STRATEGY_DAYS,
		.interval = crawl_freshness, .survey = crawl_survey,
		.surveyed = crawl_surveyed_freshness, .budget = DAILY_POLLS},
	{NULL},
};

/* ---- by name */

static int
choose_span(
	struct strategy_choice *out, const char *name, const char *text, struct err *err)
{
	int64_t ms;
	if (time_parse_span(span_of(text), &ms) != OK || ms < 1000 ||
		!str_alpha((unsigned char)text[strlen(text) - 1]))
		return err_set(err, ERR_INVALID,
			_("strategy \"%s\": give a time after the colon, such as 30m, 1h "
			  "or 1d"),
			name);
	out->span = ms / 1000;
	return OK;
}

static int
unknown(const char *name, struct err *err)
{
	struct buf list = BUF_INIT(0);
	for (const struct strategy *s = strategies; s->name; s++)
		buf_addf(&list, "%s%s", list.len ? ", " : "", s->name);
	int status = err_set(err, ERR_INVALID,
		_("unknown strategy \"%s\"; choose one of %s"), name, buf_str(&list));
	buf_done(&list);
	return status;
}

int
strategies_choose(struct strategy_choice *out, const char *name, struct err *err)
{
	for (const struct strategy *s = strategies; s->name; s++) {
		size_t n = strlen(s->name);
		struct strategy_choice choice = {s, TIME_HOUR};
		if (strncmp(s->name, name, n) != 0)
			continue;
		if (s->flags & STRATEGY_SPAN && name[n] == ':') {
			int status = choose_span(&choice, name, name + n + 1, err);
			if (status != OK)
				return status;
		} else if (name[n] != '\0') {
			continue;
		}
		*out = choice;
		return OK;
	}
	return unknown(name, err);
}
