#include "config.h"

#include "engine/refresh/network.h"

#include <stdlib.h>

#include "base/attr.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/job/jobs.h"
#include "engine/poll/answers.h"
#include "engine/poll/group.h"
#include "engine/poll/poll.h"
#include "engine/refresh/claim.h"
#include "fetch/fetch.h"

#define SUSPECTS 8 /* fewer failures are the feeds' own */

static const int retry_minutes[] = {1, 2, 5, 10};

struct engine_network {
	int64_t answered_ms; /* when this refresh's last HTTP answer came; 0: none yet */
	bool doubtful;       /* one feed has to answer before others are polled */
	struct engine_poll *suspects, **suspects_end;
	size_t suspects_len;
	size_t silent; /* of them, those whose request was sent after the last answer */
	int tries;     /* how often in a row there was no network */
	int64_t retry_ms; /* mono time of the next try; 0: not waiting for one */
};

int
engine_refresh_network_init(struct engine *e, struct err *err)
{
	(void)err;
	e->network = mem_zalloc(sizeof *e->network);
	e->network->suspects_end = &e->network->suspects;
	return OK;
}

void
engine_refresh_network_done(struct engine *e)
{
	engine_poll_free(e->network->suspects);
	free(e->network);
}

/* Empties the list and returns what was in it. */
static struct engine_poll *
take_suspects(struct engine_network *n)
{
	struct engine_poll *list = n->suspects;
	n->suspects = NULL;
	n->suspects_end = &n->suspects;
	n->suspects_len = n->silent = 0;
	return list;
}

void
engine_refresh_network_begin(struct engine *e)
{
	e->network->answered_ms = 0;
}

void
engine_refresh_network_try(struct engine *e)
{
	e->network->retry_ms = 0;
}

void
engine_refresh_network_doubt(struct engine *e)
{
	e->network->doubtful = true;
	e->network->answered_ms = 0;
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
			_("no network (%s): nothing was fetched, try again later"), why);
}

/* A request that was sent before the last answer came is only slow to fail. Requests sent
 * since then show that there is no network any more. */
static bool
silent(const struct engine_network *n)
{
	return n->silent >= SUSPECTS;
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

/* A refused connection or a broken answer shows that there is a network. So does any
 * answer that came after a request was sent: if nobody responded to that request, its
 * feed is at fault. */
static bool
own_fault(const struct engine_network *n, const struct engine_poll *poll)
{
	return !poll->answer->unheard || poll->answer->started_ms < n->answered_ms;
}

/* Groups suspects that failed through their own fault (all: every one) like other polls;
 * keeps the rest. */
static void
sift(struct engine *e, bool all)
{
	struct engine_network *n = e->network;
	struct engine_poll *list = take_suspects(n), *next;
	for (; list; list = next) {
		next = list->next;
		if (all || own_fault(n, list))
			engine_poll_group_add(e, list);
		else
			keep(n, list);
	}
}

void
engine_refresh_network_sort(struct engine *e, struct engine_poll *poll)
{
	struct engine_network *n = e->network;
	engine_poll_answers_put(e, poll);
	if (poll->answer->http_status != 0) {
		n->answered_ms = time_mono_ms();
		n->doubtful = false;
		n->tries = 0;
		n->retry_ms = 0;
		sift(e, true);
	}
	if (poll->kind == POLL_UNREACHABLE)
		keep(n, poll);
	else
		engine_poll_group_add(e, poll);
}

bool
engine_refresh_network_judge(struct engine *e, bool idle)
{
	struct engine_network *n = e->network;
	/* Dead hosts fail sooner than live ones answer, so wait until most have failed.
	 */
	bool lost = silent(n) && n->suspects_len >= 3 * fetch_running(e->fetch);
	if (!lost && !idle)
		return false;
	if (!silent(n) && n->tries == 0)
		sift(e, false);
	if (n->suspects_len > 0)
		fall_back(e);
	return n->suspects_len > 0;
}

bool
engine_refresh_network_suspects(const struct engine *e)
{
	return e->network->suspects_len > 0;
}

void
engine_refresh_network_release(struct engine *e)
{
	struct engine_poll *list = take_suspects(e->network);
	for (const struct engine_poll *p = list; p; p = p->next) {
		engine_job_set_state(e, p->feed, ENGINE_IDLE);
		engine_refresh_claim_give_back(e, p->feed);
	}
	engine_poll_free(list);
}

size_t
engine_refresh_network_allowance(const struct engine *e)
{
	const struct engine_network *n = e->network;
	/* One probe. It may fail through its own fault, so each failure allows one
	 * more. */
	if (n->doubtful)
		return n->suspects_len < SUSPECTS ? n->suspects_len + 1 : SUSPECTS;
	return silent(n) ? SUSPECTS : SIZE_MAX;
}

int64_t
engine_refresh_network_wait(const struct engine *e)
{
	int64_t wait = e->network->retry_ms - time_mono_ms();
	return e->network->retry_ms && wait > 0 ? wait : 0;
}
