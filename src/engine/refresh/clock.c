/*
 * Due times are stored as wall time, because they have to outlive the process. When
 * somebody sets the clock, waits would become longer or shorter than they should be. If
 * the clock was set back, all stored times move back with it. If it was set forward, only
 * times that must not come too early move: the machine may have slept unnoticed (virtual
 * ones do), and then the strategies' times have really come. skipHours and skipDays
 * follow the clock, whatever it says.
 */
#include "config.h"

#include "engine/refresh/clock.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/refresh/pause.h"
#include "engine/refresh/refresh.h"
#include "model/http.h"
#include "schedule/due.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/claim.h"
#include "store/feed/feed.h"
#include "store/feed/pause.h"
#include "store/poll/poll.h"

#define SKIP_FAR (8 * TIME_DAY) /* skipDays never reach further */
#define SUSPEND_MS 30000        /* the machine slept if the clocks differ by more */

struct engine_clocks {
	int64_t ahead_ms; /* boot clock minus mono clock: grows in a suspend */
	int64_t since;    /* when this process began, by the clock as it is set now */
};

struct shift {
	struct engine *engine;
	struct store_batch *batch;
	struct arena arena;
	int64_t now, before; /* now, by the new clock and by the old one */
	int64_t jump;
};

static bool
is_time(int64_t at)
{
	return at != TIME_NONE && at != INT64_MAX;
}

/* Whether a time is still to come: by the old clock or, if that was ahead, by either. */
static bool
to_come(const struct shift *s, int64_t at)
{
	return is_time(at) && at > (s->jump > 0 ? s->before : s->now);
}

static void
move(const struct shift *s, int64_t *at)
{
	if (to_come(s, *at))
		*at += s->jump;
}

static bool
by_the_clock(int64_t reason)
{
	return reason == DUE_SKIP_HOURS || reason == DUE_SKIP_DAYS;
}

/* Rules that setting the clock forward must not shorten. */
static bool
holds(int64_t reason)
{
	return reason != DUE_STRATEGY && reason != DUE_MAX_INTERVAL &&
	       reason != DUE_OVERFLOW && reason != DUE_CYCLE && reason != DUE_GONE &&
	       !by_the_clock(reason);
}

static void
move_rules(const struct shift *s, struct http_state *http, int64_t *least)
{
	for (size_t i = 0; i + 1 < http->rules_len; i += 2) {
		int64_t *at = &http->rules[i], reason = http->rules[i + 1];
		bool stays = s->jump > 0
				     ? !holds(reason)
				     : by_the_clock(reason) && *at - s->now < SKIP_FAR;
		if (!to_come(s, *at))
			continue;
		if (!stays)
			*at += s->jump;
		if (*at > *least && (holds(reason) || by_the_clock(reason)))
			*least = *at;
	}
}

static int
move_feed(struct shift *s, uint32_t feed, struct err *err)
{
	const struct store_view view = store_batch_view(s->batch);
	struct http_state http;
	struct store_poll_result result;
	const struct store_poll poll = {.feed = feed, .now = s->now, .http = &http};
	int64_t least = TIME_NONE;
	arena_reset(&s->arena);
	int status = store_feed_state(&view, feed, &s->arena, &http, NULL, NULL);
	if (status != OK)
		return err_set(err, status, _("feed %u cannot be read from the store"),
			(unsigned)feed);
	move_rules(s, &http, &least);
	move(s, &http.retry_at);
	move(s, &http.fresh_until);
	if (to_come(s, http.retry_at) && http.retry_at > least)
		least = http.retry_at;
	/* min-interval is among the rules only where the strategy wanted less. */
	int64_t floor =
		http.last_poll + engine_settings_limits(s->engine, feed).min_interval;
	if (s->jump > 0 && to_come(s, floor) && floor + s->jump > least)
		least = floor + s->jump;
	/* So that what was moved is found if the clock is set back again. */
	if (s->jump > 0 && least != TIME_NONE)
		http.last_poll += s->jump;
	if (s->jump < 0) {
		move(s, &http.last_poll);
		move(s, &http.next_poll);
	}
	if (is_time(http.next_poll) && http.next_poll < least)
		http.next_poll = least;
	return store_poll_put(s->batch, &poll, &result, err);
}

static int
move_pauses(struct shift *s, struct err *err)
{
	const struct store_view view = store_batch_view(s->batch);
	struct store_pause *list;
	size_t len;
	int status = store_feed_pauses(&view, TIME_NONE, &s->arena, &list, &len);
	if (status != OK)
		return err_set(err, status,
			_("the pauses of hosts cannot be read; run courant check"));
	for (size_t i = 0; status == OK && i < len; i++)
		if (to_come(s, list[i].until))
			status = store_feed_put_pause(s->batch, span_of(list[i].host),
				list[i].until + s->jump, s->now, err);
	return status;
}

/* Whether the feed was last polled before the clock was set. What happened before this
 * process began is left alone: a machine without a clock of its own starts with an old
 * time and gets the true one from the network. */
static bool
by_the_old_clock(const struct shift *s, const struct store_feed *feed)
{
	return s->jump > 0 ? feed->last_poll >= s->engine->clocks->since
			   : feed->last_poll > s->now;
}

static int
move_all(struct shift *s, const struct store_feed *feeds, size_t len, struct err *err)
{
	bool mine;
	int status = store_feed_clock_set(s->batch, s->engine->lead, &mine, err);
	if (status != OK || !mine)
		return status;
	status = move_pauses(s, err);
	for (size_t i = 0; i < len && status == OK; i++)
		if (feeds[i].last_poll != TIME_NONE && by_the_old_clock(s, &feeds[i]))
			status = move_feed(s, feeds[i].id, err);
	return status;
}

/* The wall clock was set forward by jump seconds (or back, if negative). */
static void
move_times(struct engine *e, int64_t jump)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_feed *feeds;
	struct err err;
	size_t len = 0;
	struct shift s = {.engine = e, .now = engine_now(e), .jump = jump};
	s.before = s.now - jump;
	int status = store_view_begin(e->store, &view, &err);
	if (status == OK) {
		status = store_feed_all(&view, &arena, false, &feeds, &len);
		store_view_end(&view);
		if (status != OK)
			err_set(&err, status,
				_("the list of feeds cannot be read from the store; run "
				  "courant check"));
	}
	if (status == OK)
		status = store_batch_begin(e->store, &s.batch, &err);
	if (status == OK) {
		status = move_all(&s, feeds, len, &err);
		status = store_batch_end(s.batch, status, &err);
	}
	if (status != OK && !store_read_only(e->store))
		engine_event_unstored(e, &err);
	engine_refresh_pause_done(e->pauses); /* they are read again when needed */
	engine_check_due(e);
	arena_done(&s.arena);
	arena_done(&arena);
}

/* When the clock is set forward, everything becomes due at once. */
static void
look_at_wall(struct engine *e)
{
	int64_t jump = engine_clock_set(e);
	if (jump == 0)
		return;
	e->lead += jump;
	move_times(e, jump);
	e->clocks->since += jump;
	if (jump > 0)
		engine_refresh_spread(e);
}

bool
engine_refresh_clock_step(struct engine *e)
{
	struct engine_clocks *c = e->clocks;
	int64_t ahead = engine_boot_ms(e) - time_mono_ms();
	if (e->schedule)
		look_at_wall(e);
	if (ahead - c->ahead_ms > SUSPEND_MS)
		engine_refresh_restart(e);
	c->ahead_ms = ahead;
	return false;
}

int
engine_refresh_clock_init(struct engine *e, struct err *err)
{
	(void)err;
	e->clocks = mem_zalloc(sizeof *e->clocks);
	*e->clocks = (struct engine_clocks){
		.ahead_ms = engine_boot_ms(e) - time_mono_ms(),
		.since = engine_now(e),
	};
	return OK;
}

void
engine_refresh_clock_done(struct engine *e)
{
	free(e->clocks);
}
