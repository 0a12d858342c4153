#include "config.h"

#include "engine/poll/network.h"

#include "base/attr.h"
#include "base/i18n.h"
#include "base/time.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/poll/clock.h"
#include "engine/poll/group.h"
#include "engine/poll/pace.h"
#include "engine/poll/poll.h"
#include "engine/poll/refresh.h"
#include "fetch/fetch.h"

#define SUSPEND_MS 30000 /* clocks that drift apart by more: we slept */
#define CLOCK_SLACK 60   /* seconds that the wall clock may be put right unnoticed */

static const int retry_minutes[] = {1, 2, 5, 10};

void
engine_poll_network_init(struct engine *e)
{
	struct engine_network *n = e->network;
	*n = (struct engine_network){
		.ahead_ms = engine_boot_ms(e) - time_mono_ms(),
		.lead = engine_now(e) - engine_boot_ms(e) / 1000,
		.since = engine_now(e),
	};
	n->suspects_end = &n->suspects;
}

void
engine_poll_network_done(struct engine_network *n)
{
	while (n->suspects) {
		struct engine_poll *next = n->suspects->next;
		engine_poll_free(n->suspects);
		n->suspects = next;
	}
	n->suspects_end = &n->suspects;
	n->suspects_len = n->silent = 0;
}

void
engine_poll_network_begin(struct engine *e)
{
	e->network->answered_ms = 0;
}

/* The suspects are judged as any other poll. */
static void
blame(struct engine *e)
{
	struct engine_network *n = e->network;
	while (n->suspects) {
		struct engine_poll *poll = n->suspects;
		n->suspects = poll->next;
		engine_poll_group_add(e, poll);
	}
	n->suspects_end = &n->suspects;
	n->suspects_len = n->silent = 0;
}

static void
fall_back(struct engine *e)
{
	struct engine_network *n = e->network;
	size_t last = COUNT_OF(retry_minutes) - 1;
	int minutes = retry_minutes[(size_t)n->tries < last ? (size_t)n->tries : last];
	const char *why = n->suspects->err.text;
	n->tries++;
	n->doubtful = true;
	n->retry_ms = time_mono_ms() + minutes * 60000;
	if (e->schedule)
		engine_event_note(e, true,
			P_("no network (%s): trying again in %d minute",
				"no network (%s): trying again in %d minutes", minutes),
			why, minutes);
	else
		engine_event_note(e, true,
			_("no network (%s): nothing was asked, try again later"), why);
	engine_poll_refresh_unreachable(e);
	engine_poll_network_release(e);
}

/* What was asked before the last answer came, and fails after it, is but slow to fail.
 * What was asked since tells that there is no network any more. */
static bool
silent(const struct engine_network *n)
{
	return n->silent >= NETWORK_SUSPECTS;
}

static void
keep(struct engine_network *n, struct engine_poll *poll)
{
	poll->next = NULL;
	*n->suspects_end = poll;
	n->suspects_end = &poll->next;
	n->suspects_len++;
	n->silent += poll->answer->started_ms >= n->answered_ms;
}

void
engine_poll_network_sort(struct engine *e, struct engine_poll *poll)
{
	struct engine_network *n = e->network;
	if (poll->answer->http_status != 0) {
		n->answered_ms = time_mono_ms();
		n->doubtful = false;
		n->tries = 0;
		n->retry_ms = 0;
		blame(e);
	}
	if (poll->kind != POLL_UNREACHABLE) {
		engine_poll_group_add(e, poll);
		return;
	}
	keep(n, poll);
	/* Dead hosts fail sooner than live ones answer: wait for most of them. */
	if (silent(n) && n->suspects_len >= 3 * fetch_running(e->fetch))
		fall_back(e);
}

/* A refusal, a broken answer: somebody is there. What nobody answered is the feed's own
 * fault where an answer that came after it was asked tells of a network. */
static bool
own_fault(const struct engine_network *n, const struct engine_poll *poll)
{
	return !poll->answer->unheard || poll->answer->started_ms < n->answered_ms;
}

/* Judges the suspects that have themselves to blame; the others stay. */
static void
sift(struct engine *e)
{
	struct engine_network *n = e->network;
	struct engine_poll *list = n->suspects;
	n->suspects = NULL;
	n->suspects_end = &n->suspects;
	n->suspects_len = n->silent = 0;
	while (list) {
		struct engine_poll *poll = list;
		list = poll->next;
		if (own_fault(n, poll))
			engine_poll_group_add(e, poll);
		else
			keep(n, poll);
	}
}

void
engine_poll_network_settle(struct engine *e)
{
	struct engine_network *n = e->network;
	if (n->suspects_len == 0)
		return;
	if (!silent(n) && n->tries == 0)
		sift(e);
	if (n->suspects_len > 0)
		fall_back(e);
}

void
engine_poll_network_release(struct engine *e)
{
	engine_poll_refresh_release(e, e->network->suspects);
	engine_poll_network_done(e->network);
}

size_t
engine_poll_network_room(const struct engine *e)
{
	const struct engine_network *n = e->network;
	/* One probe; when that fails, it may be its own fault: two more, and so on. */
	if (n->doubtful)
		return n->suspects_len < NETWORK_SUSPECTS ? n->suspects_len + 1
							  : NETWORK_SUSPECTS;
	return silent(n) ? NETWORK_SUSPECTS : SIZE_MAX;
}

bool
engine_poll_network_down(const struct engine *e)
{
	return e->network->retry_ms != 0 && time_mono_ms() < e->network->retry_ms;
}

/* Case 113. A clock that is put forward makes everything due: as after a suspend, one
 * feed is asked, then the others bit by bit. */
void
engine_poll_network_clock(struct engine *e, int64_t now)
{
	struct engine_network *n = e->network;
	int64_t lead = now - engine_boot_ms(e) / 1000;
	int64_t jump = lead - n->lead;
	if (jump <= CLOCK_SLACK && jump >= -CLOCK_SLACK)
		return; /* small steps add up */
	n->lead = lead;
	engine_poll_clock_set(e, lead, jump);
	n->since += jump;
	if (jump < 0)
		return;
	n->doubtful = true;
	n->answered_ms = 0;
	engine_poll_pace_stop(&e->refresh->pace, time_mono_ms());
	engine_look_again(e);
}

void
engine_poll_network_watch(struct engine *e)
{
	struct engine_network *n = e->network;
	int64_t ahead = engine_boot_ms(e) - time_mono_ms();
	if (ahead - n->ahead_ms > SUSPEND_MS) {
		n->doubtful = true;
		n->answered_ms = 0;
		n->retry_ms = 0;
		engine_poll_refresh_restart(e);
		engine_poll_pace_stop(&e->refresh->pace, time_mono_ms());
	}
	n->ahead_ms = ahead;
}
