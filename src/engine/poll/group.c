#include "config.h"

#include "engine/poll/group.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/job/jobs.h"
#include "engine/page/page_fetch.h"
#include "engine/plan/interest.h"
#include "engine/poll/poll.h"
#include "engine/poll/progress.h"
#include "engine/rule/apply.h"
#include "model/feed.h"
#include "model/http.h"
#include "store/db/batch.h"
#include "store/poll/poll.h"

#define GROUP_FEEDS 64
#define GROUP_MS 200
#define GROUP_BYTES ((size_t)4 << 20) /* limits memory where documents are large */
/* In a refresh of at least this many feeds, groups are twice as large. */
#define GROUP_TWICE 5000
/* If more feeds of a group changed, a single event says "several". */
#define CHANGED_EVENTS_MAX 16

struct engine_group {
	struct engine_poll *first, **end;
	size_t len, bytes;
	int64_t since_ms; /* when the first came */
	size_t texts;     /* that were stored since engine_poll_group_texts was called */
	struct err fault; /* why polls can't be stored; empty: they can */
};

int
engine_poll_group_init(struct engine *e, struct err *err)
{
	(void)err;
	e->group = mem_zalloc(sizeof *e->group);
	e->group->end = &e->group->first;
	return OK;
}

void
engine_poll_group_done(struct engine *e)
{
	engine_poll_free(e->group->first);
	free(e->group);
}

void
engine_poll_group_add(struct engine *e, struct engine_poll *poll)
{
	struct engine_group *group = e->group;
	if (group->len == 0)
		group->since_ms = time_mono_ms();
	poll->next = NULL;
	*group->end = poll;
	group->end = &poll->next;
	group->len++;
	if (poll->document)
		group->bytes += poll->document->arena.used;
}

static int
store_list(struct engine *e, const struct engine_poll *first,
	struct store_poll_result *results, struct err *err)
{
	struct store_batch *batch;
	struct arena arena = ARENA_INIT;
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	store_batch_index_later(batch);
	for (const struct engine_poll *p = first; p && status == OK; p = p->next) {
		status = p->class->store(e, batch, p, &arena, results++, err);
		arena_reset(&arena);
	}
	if (status == OK)
		status = engine_plan_interest_hear(e, batch, err);
	status = store_batch_end(batch, status, err);
	engine_rule_settle(e, status == OK);
	engine_page_settle(e, status == OK);
	arena_done(&arena);
	return status;
}

static void
tell_changed(struct engine *e, uint32_t feed)
{
	const struct engine_event event = {.kind = ENGINE_CHANGED, .feed = feed};
	engine_event_post(e, &event);
}

static void
tell_stored(struct engine *e, const struct engine_poll *first,
	const struct store_poll_result *results, size_t len)
{
	size_t changed = 0;
	for (size_t i = 0; i < len; i++)
		changed += results[i].added + results[i].edited > 0;
	size_t i = 0;
	for (const struct engine_poll *p = first; p && i < len; p = p->next, i++) {
		size_t texts = results[i].added + results[i].edited;
		p->class->stored(e, p, &results[i]);
		e->group->texts += texts;
		if (texts > 0 && changed <= CHANGED_EVENTS_MAX)
			tell_changed(e, p->feed);
	}
	if (changed > CHANGED_EVENTS_MAX)
		tell_changed(e, 0);
}

/* A poll that can't be stored counts as a failure like any other. That much is stored, so
 * that the feed backs off instead of being polled again as soon as its claim expires. */
static void
store_failure(struct engine *e, struct engine_poll *poll, const struct err *why)
{
	struct store_poll_result none = {0};
	struct err err;
	poll->kind = POLL_FAILED;
	poll->trouble = TROUBLE_LOCAL;
	poll->err = *why;
	feed_free(poll->document);
	poll->document = NULL;
	/* If nothing at all can be written, there is still the claim. */
	(void)store_list(e, poll, &none, &err);
}

/* A full disk affects all polls of a refresh: the user is told once, until there is room
 * again. */
static void
tell_fault(struct engine *e, const struct err *err)
{
	if (!str_eq(err->text, e->group->fault.text))
		engine_event_unstored(e, err);
	e->group->fault = *err;
}

/* One poll that can't be stored must not take the others with it, so each gets a
 * transaction of its own. */
static void
store_singly(struct engine *e, struct engine_poll *list)
{
	while (list) {
		struct engine_poll *poll = list;
		struct store_poll_result result = {0};
		struct err err;
		list = poll->next;
		poll->next = NULL;
		if (store_list(e, poll, &result, &err) != OK) {
			tell_fault(e, &err);
			store_failure(e, poll, &err);
			result = (struct store_poll_result){0};
		}
		tell_stored(e, poll, &result, 1);
		engine_poll_free(poll);
	}
}

static void
store_group(struct engine *e)
{
	struct engine_group *group = e->group;
	struct engine_poll *list = group->first;
	size_t len = group->len;
	if (len == 0)
		return;
	group->first = NULL;
	group->end = &group->first;
	group->len = group->bytes = 0;
	struct arena arena = ARENA_INIT;
	struct store_poll_result *results = arena_zalloc(&arena, len * sizeof *results);
	struct err err;
	if (store_list(e, list, results, &err) == OK) {
		err_clear(&group->fault);
		tell_stored(e, list, results, len);
		engine_poll_free(list);
	} else {
		store_singly(e, list);
	}
	arena_done(&arena);
}

bool
engine_poll_group_step(struct engine *e)
{
	if (engine_poll_group_wait(e) <= 0 || engine_job_quiet(e))
		store_group(e);
	return false;
}

void
engine_poll_group_wind_up(struct engine *e)
{
	store_group(e);
}

bool
engine_poll_group_empty(const struct engine *e)
{
	return e->group->len == 0;
}

size_t
engine_poll_group_texts(struct engine *e)
{
	size_t texts = e->group->texts;
	e->group->texts = 0;
	return texts;
}

/* Each transaction writes a large part of the lists by time again, the larger the more
 * feeds there are. Measured: a first refresh of 5,000 feeds takes 8 % more CPU in groups
 * of the size that suits 1,000. */
int64_t
engine_poll_group_wait(const struct engine *e)
{
	const struct engine_group *group = e->group;
	size_t feeds = engine_poll_progress_total(e);
	double size = 1 + (feeds < GROUP_TWICE ? (double)feeds / GROUP_TWICE : 1);
	if (group->len == 0)
		return INT64_MAX;
	if ((double)group->len >= size * GROUP_FEEDS ||
		(double)group->bytes >= size * GROUP_BYTES)
		return 0;
	return group->since_ms + (int64_t)(size * GROUP_MS) - time_mono_ms();
}
