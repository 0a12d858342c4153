#include "config.h"

#include "engine/job/jobs.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"

void
engine_job_free(struct engine_job *job)
{
	if (!job)
		return;
	free(job->url);
	free(job);
}

void
engine_jobs_done(struct engine_jobs *jobs)
{
	for (size_t i = 0; i < jobs->slots_len; i++)
		engine_job_free(jobs->slots[i]);
	free(jobs->slots);
	free(jobs->unused);
	free(jobs->states);
	free(jobs->outcomes);
	*jobs = (struct engine_jobs){0};
}

#define SLOT_BITS 32
#define SLOT_MASK (((uint64_t)1 << SLOT_BITS) - 1)

static size_t
free_slot(struct engine_jobs *jobs)
{
	if (jobs->unused_len > 0)
		return jobs->unused[--jobs->unused_len];
	*VEC_PUSH(jobs->slots, jobs->slots_len, jobs->slots_cap) = NULL;
	return jobs->slots_len - 1;
}

uint64_t
engine_jobs_add(struct engine_jobs *jobs, const struct engine_job *job)
{
	size_t slot = free_slot(jobs);
	struct engine_job *copy = mem_dup(job, sizeof *job);
	copy->url = mem_strdup(job->url);
	copy->tag = ++jobs->numbers << SLOT_BITS | slot;
	jobs->slots[slot] = copy;
	jobs->count++;
	jobs->others += job->kind != JOB_POLL;
	return copy->tag;
}

struct engine_job *
engine_jobs_at(const struct engine_jobs *jobs, uint64_t tag)
{
	size_t slot = tag & SLOT_MASK;
	if (slot >= jobs->slots_len || !jobs->slots[slot])
		return NULL;
	return jobs->slots[slot]->tag == tag ? jobs->slots[slot] : NULL;
}

struct engine_job *
engine_jobs_take(struct engine_jobs *jobs, uint64_t tag)
{
	struct engine_job *job = engine_jobs_at(jobs, tag);
	if (!job)
		return NULL;
	size_t slot = tag & SLOT_MASK;
	jobs->slots[slot] = NULL;
	jobs->count--;
	jobs->others -= job->kind != JOB_POLL;
	*VEC_PUSH(jobs->unused, jobs->unused_len, jobs->unused_cap) = (uint32_t)slot;
	return job;
}

enum engine_feed_state
engine_jobs_state(const struct engine_jobs *jobs, uint32_t feed)
{
	return feed < jobs->states_len ? jobs->states[feed] : ENGINE_IDLE;
}

/* Feed ids count up from 1, so the array is about as long as there are feeds. */
static void
make_room(struct engine_jobs *jobs, uint32_t feed)
{
	if (feed < jobs->states_len)
		return;
	size_t len = jobs->states_len ? jobs->states_len : 256;
	while (len <= feed)
		len *= 2;
	jobs->states = mem_realloc(jobs->states, len, 1);
	memset(jobs->states + jobs->states_len, ENGINE_IDLE, len - jobs->states_len);
	jobs->outcomes = mem_realloc(jobs->outcomes, len, 1);
	memset(jobs->outcomes + jobs->states_len, OUTCOME_NONE, len - jobs->states_len);
	jobs->states_len = len;
}

enum engine_outcome
engine_jobs_note(struct engine_jobs *jobs, uint32_t feed, enum engine_outcome outcome)
{
	make_room(jobs, feed);
	enum engine_outcome before = jobs->outcomes[feed];
	jobs->outcomes[feed] = (uint8_t)outcome;
	return before;
}

void
engine_jobs_forget(struct engine_jobs *jobs)
{
	if (jobs->states_len)
		memset(jobs->outcomes, OUTCOME_NONE, jobs->states_len);
}

void
engine_jobs_end(struct engine *e, uint32_t feed, const struct engine_counts *brought,
	const char *trouble)
{
	make_room(e->jobs, feed);
	e->jobs->states[feed] = ENGINE_IDLE;
	const struct engine_event event = {.kind = ENGINE_FEED_STATE,
		.feed = feed,
		.state = ENGINE_IDLE,
		.counts = *brought,
		.error = trouble != NULL,
		.text = trouble};
	engine_event_post(e, &event);
}

void
engine_jobs_set_state(struct engine *e, uint32_t feed, enum engine_feed_state state)
{
	if (engine_jobs_state(e->jobs, feed) == state)
		return;
	make_room(e->jobs, feed);
	e->jobs->states[feed] = (uint8_t)state;
	const struct engine_event event = {
		.kind = ENGINE_FEED_STATE, .feed = feed, .state = state};
	engine_event_post(e, &event);
}
