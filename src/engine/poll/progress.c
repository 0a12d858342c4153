#include "config.h"

#include "engine/poll/progress.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/time.h"
#include "base/url.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/job/jobs.h"
#include "engine/poll/group.h"
#include "engine/poll/index.h"
#include "engine/poll/network.h"
#include "engine/poll/poll.h"
#include "engine/poll/pool.h"
#include "engine/poll/refresh.h"
#include "store/db/view.h"
#include "store/feed/feed.h"

/* Counts an outcome once more, or (by -1) once less. */
static void
tally(struct engine *e, enum engine_outcome outcome, int by)
{
	struct engine_counts *counts = &e->refresh->counts;
	size_t n = (size_t)by; /* wraps as it must */
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
	case OUTCOME_TOLD_OFF:
		e->refresh->held.len += n;
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
	enum engine_outcome before = engine_jobs_note(e->jobs, feed, OUTCOME_NONE);
	if (before != OUTCOME_NONE)
		tally(e, before, -1);
	else
		e->refresh->counts.total++;
}

void
engine_poll_progress_pass(struct engine *e, uint32_t feed, enum engine_outcome outcome)
{
	engine_jobs_note(e->jobs, feed, outcome);
	if (outcome == OUTCOME_NONE)
		e->refresh->counts.total--;
	else
		tally(e, outcome, 1);
	e->refresh->moved_on = true;
	engine_jobs_set_state(e, feed, ENGINE_IDLE);
}

void
engine_poll_progress_held(struct engine *e, uint32_t feed, int64_t until)
{
	struct engine_held *held = &e->refresh->held;
	if (held->len == 0 || until < held->until) {
		held->feed = feed;
		held->until = until;
	}
	engine_poll_progress_pass(e, feed, OUTCOME_TOLD_OFF);
}

void
engine_poll_progress_stored(
	struct engine *e, const struct engine_poll *poll, size_t added, size_t edited)
{
	static const enum engine_outcome outcomes[] = {
		[POLL_DOCUMENT] = OUTCOME_CHANGED,
		[POLL_PARTIAL] = OUTCOME_CHANGED,
		[POLL_UNCHANGED] = OUTCOME_UNCHANGED,
		[POLL_FAILED] = OUTCOME_FAILED,
		[POLL_UNREACHABLE] = OUTCOME_UNREACHABLE,
	};
	struct engine_counts *counts = &e->refresh->counts;
	engine_jobs_note(e->jobs, poll->feed, outcomes[poll->kind]);
	tally(e, outcomes[poll->kind], 1);
	counts->added += added;
	counts->edited += edited;
	e->refresh->moved_on = true;
	const struct engine_counts brought = {
		.total = 1, .done = 1, .added = added, .edited = edited};
	bool bad = poll->kind == POLL_FAILED || poll->kind == POLL_UNREACHABLE;
	engine_jobs_end(e, poll->feed, &brought, bad ? poll->err.text : NULL);
}

bool
engine_poll_progress_under_way(const struct engine *e)
{
	const struct engine_refresh_state *r = e->refresh;
	return r->next < r->len || e->jobs->count > e->jobs->others || e->pool->len > 0;
}

/* "Some feed is left alone until 14:30, as its server asked"; "" when nothing was. */
static void
say_held(struct engine *e, struct buf *out)
{
	const struct engine_held *held = &e->refresh->held;
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
		buf_addf(out, _("%s is left alone until %s, as its server asked"), name,
			when);
	else
		buf_addf(out,
			_("%zu feeds are left alone, as their servers asked; %s until "
			  "%s"),
			held->len, name, when);
	arena_done(&arena);
}

void
engine_poll_progress_tell(struct engine *e)
{
	struct engine_refresh_state *r = e->refresh;
	if (!r->active)
		return;
	if (!engine_poll_progress_under_way(e))
		engine_poll_network_settle(e);
	/* A command ends with its refresh: nobody else would see to the index. */
	bool over = !engine_poll_progress_under_way(e) && e->group->len == 0 &&
		    (e->schedule || e->index->settled || store_read_only(e->store));
	int64_t now = time_mono_ms();
	if (!over && (!r->moved_on || now - r->told_ms < PROGRESS_TELL_MS))
		return;
	struct buf held = BUF_INIT(0);
	if (over)
		say_held(e, &held);
	const struct engine_event event = {.kind = over ? ENGINE_DONE : ENGINE_PROGRESS,
		.asked = r->asked,
		.counts = r->counts,
		.text = held.len ? buf_str(&held) : NULL};
	engine_event_post(e, &event);
	buf_done(&held);
	r->told_ms = now;
	r->moved_on = false;
	if (!over)
		return;
	r->active = false;
	r->next = r->len = 0;
}
