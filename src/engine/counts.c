/*
 * store/find/tally.h says how the numbers follow what this process changes. Counting
 * all items again takes long: a hundred searches over a million items take six seconds.
 * After changes by other processes it takes at most a twentieth of the time, unless that
 * would mean a pause of more than five minutes; while much else is being done, each slice
 * is followed by a pause that is nineteen times as long.
 *
 * A refresh stores something all the time. Its changes are gathered for a moment, since
 * each look at the store costs something, and nobody reads numbers that change more
 * often.
 */
#include "config.h"

#include "engine/counts.h"

#include <stdlib.h>

#include "base/attr.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/poll/progress.h"
#include "engine/refresh/index_words.h"
#include "store/find/find.h"
#include "store/find/tally.h"

#define STEP_US 4000 /* transfers wait no longer than this */
#define REST_TIMES 19
#define REST_MAX_US 300000000
#define GATHER_US 250000    /* from one look to the next while a refresh is running */
#define WAIT_MAX_US 5000000 /* that new items wait for the index */
#define FAILED_US 60000000  /* after a failure */

/* What the user's thread knows of a query. */
struct report {
	bool sent;
	uint64_t unread;
};

struct engine_counts_state {
	struct store_find_tally *tally; /* NULL: no queries */
	int how;
	uint32_t id;
	struct report *reports; /* the last ones, one for each query */
	bool more, check, settled;
	bool gathers;      /* there is something to do, but not yet */
	int64_t gather_us; /* so long, while a refresh is running */
	int64_t next_us;   /* of time_mono_us: until then there is nothing to do */
	/* Queries are recounted in rounds, in each of which every query gets its turn. */
	int64_t rest_us;  /* not before then */
	int64_t took_us;  /* in this round so far */
	size_t left;      /* queries */
	int64_t waits_us; /* since when new items wait for the index; 0: none do */
};

int
engine_counts_init(struct engine *e, struct err *err)
{
	(void)err;
	e->counts = mem_zalloc(sizeof *e->counts);
	return OK;
}

static void
drop(struct engine_counts_state *c)
{
	store_find_tally_free(c->tally);
	free(c->reports);
	*c = (struct engine_counts_state){.tally = NULL};
}

void
engine_counts_done(struct engine *e)
{
	drop(e->counts);
	free(e->counts);
}

static int
how_to_find(const struct engine *e)
{
	return e->options->ignore_accents ? 0 : STORE_FIND_ACCENTS;
}

static void
use(struct engine *e, uint32_t id, struct store_find_tally *tally)
{
	struct engine_counts_state *c = e->counts;
	size_t len = store_find_tally_len(tally);
	drop(c);
	*c = (struct engine_counts_state){.tally = tally,
		.how = how_to_find(e),
		.id = id,
		.reports = mem_zalloc(len * sizeof *c->reports),
		.left = len,
		.check = true};
}

static bool
are_same(const struct store_find_tally *tally, const char *const *queries, size_t len)
{
	size_t i = 0;
	if (!tally || store_find_tally_len(tally) != len)
		return false;
	while (i < len && str_eq(store_find_tally_text(tally, i), queries[i]))
		i++;
	return i == len;
}

void
engine_counts_keep(struct engine *e, const struct engine_request *request)
{
	struct engine_counts_state *c = e->counts;
	const char *const *queries = request->counts.queries;
	size_t len = request->counts.len;
	if (!len) {
		drop(c);
		return;
	}
	if (are_same(c->tally, queries, len)) {
		c->id = request->counts.id;
		c->check = true;
		for (size_t i = 0; i < len; i++)
			c->reports[i].sent = false;
		return;
	}
	struct store_find_tally *tally = store_find_tally_new(how_to_find(e));
	for (size_t i = 0; i < len; i++)
		store_find_tally_add(tally, queries[i]);
	use(e, request->counts.id, tally);
}

void
engine_counts_check(struct engine *e)
{
	e->counts->check = true;
}

/* An option has changed what queries find. */
static void
renew(struct engine *e)
{
	struct engine_counts_state *c = e->counts;
	struct store_find_tally *tally = store_find_tally_new(how_to_find(e));
	for (size_t i = 0; i < store_find_tally_len(c->tally); i++)
		store_find_tally_add(tally, store_find_tally_text(c->tally, i));
	use(e, c->id, tally);
}

static void
post(struct engine *e)
{
	struct engine_counts_state *c = e->counts;
	for (size_t i = 0; i < store_find_tally_len(c->tally); i++) {
		const struct store_find_sum sum = store_find_tally_sum(c->tally, i);
		struct report *report = &c->reports[i];
		if ((!sum.known && !sum.error) ||
			(report->sent && report->unread == sum.unread))
			continue;
		*report = (struct report){true, sum.unread};
		const struct engine_event event = {.kind = ENGINE_COUNTED,
			.search = c->id,
			.feed = (uint32_t)i,
			.counted = sum.unread,
			.error = sum.error != NULL,
			.text = sum.error};
		engine_event_post(e, &event);
	}
}

static void
rest(struct engine *e, const struct store_find_turn *turn, int64_t spent_us,
	int64_t now_us)
{
	struct engine_counts_state *c = e->counts;
	if (turn->searched) {
		c->took_us += spent_us;
		c->left -= turn->counted < c->left ? turn->counted : c->left;
		if (engine_poll_progress_active(e) || !c->settled)
			c->rest_us = now_us + REST_TIMES * spent_us;
	}
	if (c->took_us && (!c->left || !turn->wants)) {
		int64_t pause = REST_TIMES * c->took_us;
		c->rest_us = now_us + (pause < REST_MAX_US ? pause : REST_MAX_US);
		c->took_us = 0;
		c->left = store_find_tally_len(c->tally);
	}
}

static int64_t
sooner(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static void
plan(struct engine *e, const struct store_find_turn *turn, int64_t now_us)
{
	struct engine_counts_state *c = e->counts;
	int64_t due = store_find_tally_due(c->tally);
	c->next_us = due < INT64_MAX ? now_us + (due - turn->now) * 1000000 : INT64_MAX;
	if (turn->wants)
		c->next_us = sooner(c->next_us, c->rest_us);
	if (!turn->waits)
		c->waits_us = 0;
	else if (!c->waits_us)
		c->waits_us = now_us;
	if (turn->waits)
		c->next_us = sooner(c->next_us, c->waits_us + WAIT_MAX_US);
}

static bool
has_to_do(struct engine *e, int64_t now_us)
{
	struct engine_counts_state *c = e->counts;
	bool settled = c->settled;
	c->settled = engine_refresh_index_settled(e);
	return c->more || c->check || c->gathers || settled != c->settled ||
	       now_us >= c->next_us || store_find_tally_behind(c->tally);
}

static bool
may_gather(const struct engine *e)
{
	return engine_poll_progress_active(e) && !e->counts->more;
}

bool
engine_counts_step(struct engine *e)
{
	struct engine_counts_state *c = e->counts;
	int64_t now_us = time_mono_us();
	struct err err;
	if (c->tally && c->how != how_to_find(e))
		renew(e);
	if (!c->tally || !has_to_do(e, now_us))
		return false;
	c->gathers = may_gather(e) && now_us < c->gather_us;
	if (c->gathers)
		return false;
	struct store_find_turn turn = {.until_us = now_us + STEP_US,
		.now = engine_now(e),
		.count = now_us >= c->rest_us,
		.settled = c->settled ||
			   (c->waits_us && now_us - c->waits_us >= WAIT_MAX_US)};
	int status = store_find_tally_step(c->tally, e->store, &turn, &err);
	int64_t end_us = time_mono_us();
	c->check = false;
	c->gather_us = end_us + GATHER_US;
	if (status != OK) {
		log_put(LOG_WARN, "%s", err.text);
		c->rest_us = end_us + FAILED_US;
	}
	rest(e, &turn, end_us - now_us, end_us);
	c->more = status == OK && turn.more;
	if (!turn.more || turn.counted)
		post(e);
	plan(e, &turn, end_us);
	return c->more;
}

int64_t
engine_counts_wait(const struct engine *e)
{
	const struct engine_counts_state *c = e->counts;
	int64_t due_us = !c->gathers ? c->next_us : may_gather(e) ? c->gather_us : 0;
	if (!c->tally || due_us == INT64_MAX)
		return INT64_MAX;
	return (due_us - time_mono_us() + 999) / 1000;
}
