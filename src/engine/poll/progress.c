#include "config.h"

#include "engine/poll/progress.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/url.h"
#include "engine/core/engine.h"
#include "engine/core/engine_event.h"
#include "engine/core/message.h"
#include "engine/job/jobs.h"
#include "store/db/view.h"
#include "store/feed/feed.h"

#define REPORT_MS 50 /* between two reports */

/* Feeds that the user wanted to be polled, but whose servers asked for a pause. */
struct held {
	size_t len;
	uint32_t feed; /* the one that may be polled first */
	int64_t until; /* and when */
};

struct engine_progress {
	bool active;         /* feeds wait, are being polled, or are to be stored */
	bool asked;          /* the user wanted it, not just the schedule */
	bool untold;         /* counts have changed since the last report */
	int64_t reported_ms; /* when that was */
	struct engine_counts counts;
	struct held held;
	uint8_t *outcomes; /* by feed id: enum engine_outcome */
	size_t outcomes_len;
};

int
engine_poll_progress_init(struct engine *e, struct err *err)
{
	(void)err;
	e->progress = mem_zalloc(sizeof *e->progress);
	return OK;
}

void
engine_poll_progress_done(struct engine *e)
{
	free(e->progress->outcomes);
	free(e->progress);
}

bool
engine_poll_progress_begin(struct engine *e, bool asked)
{
	struct engine_progress *p = e->progress;
	bool fresh = !p->active;
	if (fresh) {
		p->active = true;
		p->asked = false;
		p->counts = (struct engine_counts){0};
		p->held = (struct held){0};
		if (p->outcomes_len)
			memset(p->outcomes, OUTCOME_NONE, p->outcomes_len);
	}
	p->asked |= asked;
	p->untold = true;
	return fresh;
}

bool
engine_poll_progress_active(const struct engine *e)
{
	return e->progress->active;
}

size_t
engine_poll_progress_total(const struct engine *e)
{
	return e->progress->active ? e->progress->counts.total : 0;
}

void
engine_poll_progress_touch(struct engine *e)
{
	e->progress->untold = true;
}

/* Sets the feed's outcome; returns the one that it had. */
static enum engine_outcome
note(struct engine_progress *p, uint32_t feed, enum engine_outcome outcome)
{
	if (feed >= p->outcomes_len) {
		size_t len = p->outcomes_len ? p->outcomes_len : 256;
		while (len <= feed)
			len *= 2;
		p->outcomes = mem_realloc(p->outcomes, len, 1);
		memset(p->outcomes + p->outcomes_len, OUTCOME_NONE,
			len - p->outcomes_len);
		p->outcomes_len = len;
	}
	enum engine_outcome before = p->outcomes[feed];
	p->outcomes[feed] = (uint8_t)outcome;
	return before;
}

/* Adds one to the counts of an outcome, or (by -1) subtracts one. */
static void
tally(struct engine_progress *p, enum engine_outcome outcome, int by)
{
	struct engine_counts *counts = &p->counts;
	size_t n = (size_t)by; /* unsigned: adding it wraps around as it should */
	counts->done += n;
	switch (outcome) {
	case OUTCOME_NONE:
	case OUTCOME_CHANGED:
		break;
	case OUTCOME_UNCHANGED:
		counts->unchanged += n;
		break;
	case OUTCOME_UNREACHABLE:
		counts->unreachable += n;
		counts->failed += n;
		break;
	case OUTCOME_FAILED:
		counts->failed += n;
		break;
	case OUTCOME_POSTPONED:
		p->held.len += n;
		counts->held += n;
		break;
	case OUTCOME_HELD:
		counts->held += n;
		break;
	}
}

void
engine_poll_progress_expect(struct engine *e, uint32_t feed)
{
	enum engine_outcome before = note(e->progress, feed, OUTCOME_NONE);
	if (before != OUTCOME_NONE)
		tally(e->progress, before, -1);
	else
		e->progress->counts.total++;
}

void
engine_poll_progress_pass(struct engine *e, uint32_t feed, enum engine_outcome outcome)
{
	note(e->progress, feed, outcome);
	if (outcome == OUTCOME_NONE)
		e->progress->counts.total--;
	else
		tally(e->progress, outcome, 1);
	e->progress->untold = true;
	engine_job_set_state(e, feed, ENGINE_IDLE);
}

void
engine_poll_progress_held(struct engine *e, uint32_t feed, int64_t until)
{
	struct held *held = &e->progress->held;
	if (held->len == 0 || until < held->until) {
		held->feed = feed;
		held->until = until;
	}
	engine_poll_progress_pass(e, feed, OUTCOME_POSTPONED);
}

void
engine_poll_progress_stored(struct engine *e, uint32_t feed, enum engine_outcome outcome,
	size_t added, size_t edited, const char *trouble)
{
	struct engine_progress *p = e->progress;
	const struct engine_counts brought = {
		.total = 1, .done = 1, .added = added, .edited = edited};
	note(p, feed, outcome);
	tally(p, outcome, 1);
	p->counts.added += added;
	p->counts.edited += edited;
	p->untold = true;
	engine_job_end(e, feed, &brought, trouble);
}

void
engine_poll_progress_brought(struct engine *e, size_t added, size_t edited)
{
	e->progress->counts.added += added;
	e->progress->counts.edited += edited;
}

void
engine_poll_progress_unreachable(struct engine *e, size_t answered)
{
	struct engine_counts *counts = &e->progress->counts;
	size_t left = counts->total - counts->done - answered;
	counts->done += left;
	counts->failed += left;
	counts->unreachable += left;
}

/* "Some feed is left alone until 14:30, as its server asked"; "" if there was none. */
static void
say_held(struct engine *e, struct buf *out)
{
	const struct held *held = &e->progress->held;
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_feed feed = {0};
	char when[64];
	if (held->len == 0)
		return;
	if (store_view_begin(e->store, &view, NULL) == OK) {
		if (store_feed(&view, held->feed, &arena, &feed) != OK)
			feed = (struct store_feed){0};
		store_view_end(&view);
	}
	const char *name = feed.title ? feed.title
			   : feed.url ? url_mask(&arena, feed.url)
				      : "";
	bool far = held->until - engine_now(e) > TIME_DAY / 2;
	time_format_local(
		held->until, far ? "%Y-%m-%d %H:%M" : "%H:%M", when, sizeof when);
	if (held->len == 1)
		buf_addf(out, _("%s is not fetched until %s, as its server asked"), name,
			when);
	else
		buf_addf(out,
			_("%zu feeds are not fetched for now, as their servers asked; %s "
			  "until %s"),
			held->len, name, when);
	arena_done(&arena);
}

void
engine_poll_progress_tell(struct engine *e, bool over)
{
	struct engine_progress *p = e->progress;
	int64_t now = time_mono_ms();
	if (!p->active || (!over && (!p->untold || now - p->reported_ms < REPORT_MS)))
		return;
	struct buf held = BUF_INIT(0);
	if (over)
		say_held(e, &held);
	const struct engine_event event = {.kind = over ? ENGINE_DONE : ENGINE_PROGRESS,
		.asked = p->asked,
		.counts = p->counts,
		.text = held.len ? buf_str(&held) : NULL};
	engine_event_post(e, &event);
	buf_done(&held);
	p->reported_ms = now;
	p->untold = false;
	p->active = !over;
}

int64_t
engine_poll_progress_wait(const struct engine *e)
{
	const struct engine_progress *p = e->progress;
	return p->active && p->untold ? p->reported_ms + REPORT_MS - time_mono_ms()
				      : INT64_MAX;
}
