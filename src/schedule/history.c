/*
 * The parts follow the schedule in a fixed order, each only if the row's flags ask for
 * it. The sliding window comes last, because its length depends on the feed. It is a
 * ring of times in seconds since the first of them, so that four bytes suffice for 136
 * years.
 */
#include "config.h"

#include "schedule/history.h"

#include "base/mem.h"
#include "schedule/habit.h"
#include "schedule/histogram.h"
#include "schedule/predict.h"
#include "schedule/strategy.h"

#define ALIGN sizeof(int64_t)

struct slid {
	int64_t base;
	uint16_t room, len, first; /* times[first] is the oldest of len */
	uint32_t times[];
};

_Static_assert(sizeof(struct schedule) % ALIGN == 0, "the parts begin aligned");

static size_t
aligned(size_t size)
{
	return (size + ALIGN - 1) / ALIGN * ALIGN;
}

static size_t
part_size(int flag)
{
	switch (flag) {
	case STRATEGY_HABIT:
		return sizeof(struct habit);
	case STRATEGY_HOURS:
		return sizeof(struct post_hours);
	case STRATEGY_MINUTES:
		return sizeof(struct post_minutes);
	default:
		return sizeof(struct post_days);
	}
}

/* Where the part of a flag begins. That of STRATEGY_SLID begins where all others end. */
static size_t
offset(const struct strategy *row, int flag)
{
	static const int order[] = {
		STRATEGY_HABIT, STRATEGY_HOURS, STRATEGY_MINUTES, STRATEGY_DAYS};
	size_t at = sizeof(struct history);
	for (size_t i = 0; i < sizeof order / sizeof *order && order[i] != flag; i++)
		if (row->flags & order[i])
			at += aligned(part_size(order[i]));
	return at;
}

static void *
part(const struct history *history, const struct strategy *row, int flag)
{
	if (!(row->flags & flag))
		return NULL;
	return (char *)(uintptr_t)history + offset(row, flag);
}

static size_t
slid_room(size_t window)
{
	return window < 2                     ? 2
	       : window < SCHEDULE_WINDOW_MAX ? window
					      : SCHEDULE_WINDOW_MAX;
}

size_t
history_size(const struct strategy *row, size_t window)
{
	size_t size = offset(row, STRATEGY_SLID);
	if (row->flags & STRATEGY_SLID)
		size += aligned(
			sizeof(struct slid) + slid_room(window) * sizeof(uint32_t));
	return size;
}

struct habit *
history_habit(struct history *history, const struct strategy *row)
{
	return part(history, row, STRATEGY_HABIT);
}

void
history_init(struct history *history, const struct strategy *row, size_t window)
{
	struct habit *habit = part(history, row, STRATEGY_HABIT);
	struct post_hours *hours = part(history, row, STRATEGY_HOURS);
	struct post_minutes *minutes = part(history, row, STRATEGY_MINUTES);
	struct post_days *days = part(history, row, STRATEGY_DAYS);
	struct slid *slid = part(history, row, STRATEGY_SLID);
	predict_init(&history->schedule);
	if (habit)
		habit_init(habit);
	if (hours)
		histogram_hours_init(hours, TIME_NONE);
	if (minutes)
		histogram_minutes_init(minutes, TIME_NONE);
	if (days)
		histogram_days_init(days, TIME_NONE);
	if (slid)
		*slid = (struct slid){.room = (uint16_t)slid_room(window)};
}

struct history *
history_new(const struct strategy *row, size_t window)
{
	struct history *history = mem_zalloc(history_size(row, window));
	history_init(history, row, window);
	return history;
}

/* ---- the sliding window */

static void
slid_push(struct slid *slid, int64_t time)
{
	uint32_t since = time > slid->base ? (uint32_t)(time - slid->base) : 0;
	size_t at = (size_t)slid->first + slid->len; /* in a ring of room places */
	slid->times[at < slid->room ? at : at - slid->room] = since;
	if (slid->len < slid->room)
		slid->len++;
	else
		slid->first = slid->first + 1 < slid->room ? slid->first + 1 : 0;
}

/* With new items, the window becomes what the feed shows; without, a virtual item takes
 * the place of the oldest. */
static void
slid_learn(struct slid *slid, const int64_t *window, size_t len, int64_t now)
{
	if (len == 0 && slid->len > 0) {
		slid->times[slid->first] = (uint32_t)(now - slid->base);
		slid->first = (uint16_t)((slid->first + 1) % slid->len);
		return;
	}
	slid->first = slid->len = 0;
	slid->base = len > 0 ? window[0] : now;
	for (size_t i = len > slid->room ? len - slid->room : 0; i < len; i++)
		slid_push(slid, window[i]);
}

/* ---- a poll */

void
history_learn(struct history *history, const struct strategy *row,
	const struct schedule_poll *poll)
{
	struct post_hours *hours = part(history, row, STRATEGY_HOURS);
	struct post_minutes *minutes = part(history, row, STRATEGY_MINUTES);
	struct post_days *days = part(history, row, STRATEGY_DAYS);
	struct slid *slid = part(history, row, STRATEGY_SLID);
	int64_t window[SCHEDULE_WINDOW_MAX];
	for (size_t i = poll->times_len - poll->new_items; i < poll->times_len; i++) {
		if (hours)
			histogram_hours_add(hours, poll->times[i]);
		if (minutes)
			histogram_minutes_add(minutes, poll->times[i]);
		if (days)
			histogram_days_add(days, poll->times[i]);
	}
	if (hours)
		histogram_hours_observe(hours, poll->now);
	if (minutes)
		histogram_minutes_observe(minutes, poll->now);
	if (days)
		histogram_days_observe(days, poll->now);
	size_t len = predict_learn_poll(&history->schedule, history_habit(history, row),
		row->model, poll, window);
	if (slid)
		slid_learn(slid, window, len, poll->now);
}

void
history_view(const struct history *history, const struct strategy *row,
	struct strategy_feed *feed)
{
	const struct slid *slid = part(history, row, STRATEGY_SLID);
	feed->schedule = &history->schedule;
	feed->habit = part(history, row, STRATEGY_HABIT);
	feed->hours = part(history, row, STRATEGY_HOURS);
	feed->minutes = part(history, row, STRATEGY_MINUTES);
	feed->days = part(history, row, STRATEGY_DAYS);
	feed->slid = slid && slid->len > 0 ? slid->base + slid->times[slid->first] : 0;
}
