/*
 * In each turn all answers that have arrived are collected, which costs nothing. Then
 * they are handed out for DIGEST_MS at most, before it is the sockets' turn again.
 */
#include "config.h"

#include "engine/job/jobs.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/vec.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/job/source.h"
#include "fetch/fetch.h"

#define DIGEST_MS 5
#define QUIT_DIGEST_MS 300
/* The most bytes of answers that may wait to be digested. When there are more, sockets
 * are not read for a while, and TCP's flow control slows the servers down. */
#define ARRIVED_MAX ((size_t)20 << 20)
#define HEADERS_MAX ((size_t)256 << 10) /* case 68 */

struct engine_jobs {
	struct engine_job **slots;
	uint32_t *unused; /* indexes of slots without a job */
	size_t slots_len, slots_cap, unused_len, unused_cap;
	uint64_t numbers; /* number of jobs so far */
	size_t count;     /* jobs in the table */
	size_t claiming;  /* of them, those whose class claims feeds */
	struct fetch_result *arrived, **arrived_end; /* not handed out yet */
	size_t bytes;    /* of the bodies that have arrived or are lent */
	size_t lent;     /* answers that are lent */
	uint8_t *states; /* by feed id: enum engine_feed_state */
	size_t states_len;
};

int
engine_job_init(struct engine *e, struct err *err)
{
	const struct fetch_config config = engine_settings_fetch(e);
	e->jobs = mem_zalloc(sizeof *e->jobs);
	e->jobs->arrived_end = &e->jobs->arrived;
	int status = fetch_new(&e->fetch, &config, err);
	if (status != OK)
		free(e->jobs);
	return status;
}

/* A request that waits for the output of a command. */
struct engine_job_later {
	struct fetch_request request; /* with strings of its own */
	char *command;
};

static const size_t later_strings[] = {
	offsetof(struct fetch_request, url),
	offsetof(struct fetch_request, link),
	offsetof(struct fetch_request, etag),
	offsetof(struct fetch_request, last_modified),
	offsetof(struct fetch_request, headers),
	offsetof(struct fetch_request, keep),
};

static char **
later_string(struct engine_job_later *later, size_t i)
{
	return (char **)(void *)((char *)&later->request + later_strings[i]);
}

static struct engine_job_later *
new_later(const struct fetch_request *request, const char *command)
{
	struct engine_job_later *later = mem_zalloc(sizeof *later);
	later->request = *request;
	later->command = mem_strdup(command);
	for (size_t i = 0; i < COUNT_OF(later_strings); i++)
		*later_string(later, i) = mem_strdup(*later_string(later, i));
	return later;
}

static void
free_later(struct engine_job_later *later)
{
	for (size_t i = 0; later && i < COUNT_OF(later_strings); i++)
		free(*later_string(later, i));
	free(later ? later->command : NULL);
	free(later);
}

static void
free_job(struct engine_job *job)
{
	if (!job)
		return;
	free_later(job->later);
	free(job->url);
	free(job);
}

void
engine_job_done(struct engine *e)
{
	struct engine_jobs *jobs = e->jobs;
	for (size_t i = 0; i < jobs->slots_len; i++)
		free_job(jobs->slots[i]);
	while (jobs->arrived) {
		struct fetch_result *next = jobs->arrived->next;
		fetch_result_free(jobs->arrived);
		jobs->arrived = next;
	}
	fetch_free(e->fetch);
	free(jobs->slots);
	free(jobs->unused);
	free(jobs->states);
	free(jobs);
}

/* ---- the table */

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

static uint64_t
add(struct engine_jobs *jobs, const struct engine_job *job)
{
	size_t slot = free_slot(jobs);
	struct engine_job *copy = mem_dup(job, job->class->size);
	copy->url = mem_strdup(job->url);
	copy->tag = ++jobs->numbers << SLOT_BITS | slot;
	jobs->slots[slot] = copy;
	jobs->count++;
	jobs->claiming += job->class->claims;
	return copy->tag;
}

static struct engine_job *
find(const struct engine_jobs *jobs, uint64_t tag)
{
	size_t slot = tag & SLOT_MASK;
	if (slot >= jobs->slots_len || !jobs->slots[slot])
		return NULL;
	return jobs->slots[slot]->tag == tag ? jobs->slots[slot] : NULL;
}

/* Takes the job out of the table; the caller frees it. */
static void
take(struct engine_jobs *jobs, const struct engine_job *job)
{
	size_t slot = job->tag & SLOT_MASK;
	jobs->slots[slot] = NULL;
	jobs->count--;
	jobs->claiming -= job->class->claims;
	*VEC_PUSH(jobs->unused, jobs->unused_len, jobs->unused_cap) = (uint32_t)slot;
}

static void
take_output(struct engine *e, struct engine_job *job, struct fetch_result *said);

/* Commands that print logins. */
static const struct engine_job_class sayings = {
	.name = "command",
	.size = sizeof(struct engine_job),
	.priority = ENGINE_JOB_WAITED,
	.answer = take_output,
	.command_ms = 30000,
	.command_max = 16384,
};

/* Starts the command, unless it is running already. */
static void
run_command(struct engine *e, const char *command)
{
	struct buf line = BUF_INIT(0);
	if (!engine_settings_command_output(e, command, NULL))
		return;
	buf_addf(&line, "exec:%s", command);
	const struct engine_job job = {
		.class = &sayings, .source = SOURCE_EXEC, .url = line.data};
	engine_job_ask(e, &job, NULL);
	buf_done(&line);
}

/* Sends a job's request, or keeps it until a command has printed what the request
 * needs. */
static void
send(struct engine *e, struct engine_job *job, struct fetch_request *ask)
{
	struct fetch_own own;
	const char *command = ask->own || ask->file || ask->method != FETCH_GET
				      ? NULL
				      : engine_settings_command_due(e, job->feed);
	if (command) {
		job->later = new_later(ask, command);
		run_command(e, job->later->command);
		return;
	}
	if (!ask->own)
		ask->own = engine_settings_own(e, job->feed, &own);
	fetch_add(e->fetch, ask);
}

uint64_t
engine_job_ask(struct engine *e, const struct engine_job *job,
	const struct fetch_request *request)
{
	struct fetch_request ask = request ? *request : (struct fetch_request){0};
	ask.tag = add(e->jobs, job);
	if (!subscription_is_web(job->source)) {
		engine_job_source_ask(e, ask.tag, job);
		return ask.tag;
	}
	if (!ask.url)
		ask.url = subscription_address(job->url);
	ask.priority += (int)job->class->priority;
	send(e, find(e->jobs, ask.tag), &ask);
	return ask.tag;
}

void
engine_job_cancel(struct engine *e, uint64_t tag)
{
	struct engine_job *job = find(e->jobs, tag);
	if (!job)
		return;
	fetch_cancel(e->fetch, tag);
	take(e->jobs, job);
	if (job->class->cancel)
		job->class->cancel(e, job);
	free_job(job);
}

struct engine_job *
engine_job_next(const struct engine *e, size_t *at)
{
	const struct engine_jobs *jobs = e->jobs;
	while (*at < jobs->slots_len) {
		struct engine_job *job = jobs->slots[(*at)++];
		if (job)
			return job;
	}
	return NULL;
}

void
engine_job_cancel_class(struct engine *e, const struct engine_job_class *class)
{
	size_t at = 0;
	for (struct engine_job *job; (job = engine_job_next(e, &at)) != NULL;)
		if (job->class == class)
			engine_job_cancel(e, job->tag);
}

void
engine_job_raise(struct engine *e, uint32_t feed)
{
	size_t at = 0;
	for (struct engine_job *job; (job = engine_job_next(e, &at)) != NULL;)
		if (job->feed == feed)
			fetch_raise(e->fetch, job->tag, ENGINE_JOB_WAITED);
}

size_t
engine_job_claiming(const struct engine *e)
{
	return e->jobs->claiming;
}

/* ---- answers */

static void
add_arrived(struct engine_jobs *jobs, struct fetch_result *list)
{
	*jobs->arrived_end = list;
	for (; list; list = list->next) {
		jobs->bytes += list->body.len;
		jobs->arrived_end = &list->next;
	}
}

static bool
says_login(const struct engine *e, const struct engine_job *job)
{
	const struct options *o = engine_settings_of(e, job->feed);
	return str_eq(o->login_command, job->later->command);
}

/* Keeps the output of a command for a job: the first line, which is a login, or all
 * lines, for http-headers. */
static void
keep_output(
	struct engine *e, const struct engine_job *job, const struct fetch_result *said)
{
	const char *command = job->later->command;
	char *text = mem_strdup(buf_str(&said->body));
	size_t end = strlen(text);
	if (says_login(e, job))
		end = strcspn(text, "\r\n");
	while (end && strchr("\r\n", text[end - 1]))
		end--;
	text[end] = '\0';
	for (char *p = text; *p; p++)
		*p = *p == '\n' ? '|' : *p;
	engine_settings_command_output(e, command, text);
	free(text);
}

/* The job will not be sent: gives it the command's failure as its answer. */
static void
fail(struct engine *e, const struct engine_job *job, const struct fetch_result *said)
{
	struct fetch_result *answer = mem_zalloc(sizeof *answer);
	answer->tag = job->tag;
	answer->status = said->status;
	answer->err = said->err;
	err_prefix(&answer->err, "%s",
		says_login(e, job) ? "login-command" : "http-headers-command");
	answer->retry_after = answer->max_age = -1;
	answer->started_ms = said->started_ms;
	answer->ended_ms = said->ended_ms;
	add_arrived(e->jobs, answer);
}

/* A command has ended: sends the requests that wait for it. */
static void
take_output(struct engine *e, struct engine_job *done, struct fetch_result *said)
{
	const char *command = done->url + strlen("exec:");
	size_t at = 0;
	engine_settings_silent(e, command);
	for (struct engine_job *job; (job = engine_job_next(e, &at)) != NULL;) {
		struct engine_job_later *later = job->later;
		if (!later || !str_eq(later->command, command))
			continue;
		if (said->status == OK)
			keep_output(e, job, said);
		else
			fail(e, job, said);
		job->later = NULL;
		if (said->status == OK)
			send(e, job, &later->request);
		free_later(later);
	}
	fetch_result_free(said);
}

static struct fetch_result *
take_arrived(struct engine_jobs *jobs)
{
	struct fetch_result *answer = jobs->arrived;
	jobs->arrived = answer->next;
	jobs->bytes -= answer->body.len;
	answer->next = NULL;
	if (!jobs->arrived)
		jobs->arrived_end = &jobs->arrived;
	return answer;
}

static void
hand_out(struct engine *e, struct fetch_result *answer)
{
	struct engine_job *job = find(e->jobs, answer->tag);
	if (!job) {
		fetch_result_free(answer); /* its job was cancelled */
		return;
	}
	if (engine_job_source_filter(e, job, answer))
		return; /* it will come again */
	log_put(LOG_DEBUG, "%s, feed %u: HTTP %ld after %lld ms", job->class->name,
		(unsigned)job->feed, answer->http_status,
		(long long)(answer->ended_ms - answer->started_ms));
	take(e->jobs, job);
	job->class->answer(e, job, answer);
	free_job(job);
}

static bool
hand_out_all(struct engine *e, int64_t limit_ms)
{
	int64_t start = time_mono_ms();
	while (e->jobs->arrived && time_mono_ms() - start < limit_ms)
		hand_out(e, take_arrived(e->jobs));
	return e->jobs->arrived != NULL;
}

bool
engine_job_step(struct engine *e)
{
	struct fetch_result *local;
	if (e->jobs->bytes < ARRIVED_MAX)
		add_arrived(e->jobs, fetch_step(e->fetch));
	while ((local = engine_job_source_take(e)) != NULL)
		add_arrived(e->jobs, local);
	return hand_out_all(e, DIGEST_MS);
}

void
engine_job_wind_up(struct engine *e)
{
	hand_out_all(e, QUIT_DIGEST_MS);
}

void
engine_job_last(struct engine *e, const struct engine_job_class *class)
{
	for (struct fetch_result *answer = fetch_step(e->fetch), *next; answer;
		answer = next) {
		struct engine_job *job = find(e->jobs, answer->tag);
		next = answer->next;
		answer->next = NULL;
		if (job && job->class == class)
			hand_out(e, answer);
		else
			fetch_result_free(answer);
	}
}

void
engine_job_lend(struct engine *e, size_t bytes)
{
	e->jobs->lent++;
	e->jobs->bytes += bytes;
}

void
engine_job_back(struct engine *e, size_t bytes)
{
	e->jobs->lent--;
	e->jobs->bytes -= bytes;
}

bool
engine_job_busy(const struct engine *e)
{
	return e->jobs->arrived || e->jobs->lent > 0;
}

bool
engine_job_quiet(const struct engine *e)
{
	return e->jobs->count == 0 && !engine_job_busy(e);
}

/* ---- feeds */

enum engine_feed_state
engine_job_state(const struct engine *e, uint32_t feed)
{
	return feed < e->jobs->states_len ? e->jobs->states[feed] : ENGINE_IDLE;
}

/* Feed ids count up from 1, so the array is about as long as the number of feeds. */
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
	jobs->states_len = len;
}

void
engine_job_end(struct engine *e, uint32_t feed, const struct engine_counts *brought,
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
engine_job_set_state(struct engine *e, uint32_t feed, enum engine_feed_state state)
{
	if (engine_job_state(e, feed) == state)
		return;
	make_room(e->jobs, feed);
	e->jobs->states[feed] = (uint8_t)state;
	const struct engine_event event = {
		.kind = ENGINE_FEED_STATE, .feed = feed, .state = state};
	engine_event_post(e, &event);
}
