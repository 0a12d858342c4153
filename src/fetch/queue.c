/*
 * Each host has a heap of its waiting jobs, by priority and order of arrival. A host with
 * waiting jobs and a free connection stands in one of two heaps over hosts: ready, by its
 * first job, or delayed, by the time its gap or pause ends; a host that is full stands in
 * none and comes back when a job of it is released. So taking the next job looks at
 * the tops of heaps only, however many thousand wait (case 73).
 */
#include "config.h"

#include "fetch/queue.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/url.h"

struct fetch_host {
	struct fetch_heap jobs;
	int running;
	int64_t not_before;          /* the next start; from the gap or a pause */
	size_t ready_at, delayed_at; /* places in the queue's heaps */
};

static bool
job_before(const void *a, const void *b)
{
	const struct fetch_job *x = a, *y = b;
	return x->priority != y->priority ? x->priority > y->priority
					  : x->order < y->order;
}

static bool
ready_before(const void *a, const void *b)
{
	const struct fetch_host *x = a, *y = b;
	return job_before(fetch_heap_first(&x->jobs), fetch_heap_first(&y->jobs));
}

static bool
delayed_before(const void *a, const void *b)
{
	const struct fetch_host *x = a, *y = b;
	return x->not_before < y->not_before;
}

void
fetch_queue_init(struct fetch_queue *queue, int host_max, int64_t gap_ms)
{
	*queue = (struct fetch_queue){.host_max = host_max, .gap_ms = gap_ms};
	map_init(&queue->hosts);
	fetch_heap_init(
		&queue->ready, ready_before, offsetof(struct fetch_host, ready_at));
	fetch_heap_init(
		&queue->delayed, delayed_before, offsetof(struct fetch_host, delayed_at));
}

void
fetch_job_free(struct fetch_job *job)
{
	if (!job)
		return;
	free(job->url);
	free(job->etag);
	free(job->last_modified);
	free(job->user_agent);
	free(job);
}

void
fetch_queue_done(struct fetch_queue *queue)
{
	fetch_queue_drop_all(queue);
	for (size_t i = 0; i < queue->hosts.count; i++) {
		struct fetch_host *host = queue->hosts.entries[i].value;
		fetch_heap_done(&host->jobs);
		free(host);
	}
	map_done(&queue->hosts);
	fetch_heap_done(&queue->ready);
	fetch_heap_done(&queue->delayed);
}

/* By name alone: the ports and schemes of one machine are one host. */
static struct fetch_host *
find_host(struct fetch_queue *queue, struct span name)
{
	struct buf lower = BUF_INIT(0);
	for (size_t i = 0; i < name.n; i++)
		buf_addc(&lower, (char)str_lower((unsigned char)name.p[i]));
	void **slot = map_put(&queue->hosts, buf_str(&lower), lower.len);
	buf_done(&lower);
	if (!*slot) {
		struct fetch_host *host = mem_zalloc(sizeof *host);
		host->not_before = INT64_MIN;
		fetch_heap_init(
			&host->jobs, job_before, offsetof(struct fetch_job, place));
		*slot = host;
	}
	return *slot;
}

static void
unsettle(struct fetch_queue *queue, struct fetch_host *host)
{
	if (host->ready_at != HEAP_OUT)
		fetch_heap_remove(&queue->ready, host);
	if (host->delayed_at != HEAP_OUT)
		fetch_heap_remove(&queue->delayed, host);
}

/* Puts an unsettled host into the heap where it belongs, if in any. */
static void
settle(struct fetch_queue *queue, struct fetch_host *host, int64_t now)
{
	if (!host->jobs.len || (queue->host_max > 0 && host->running >= queue->host_max))
		return;
	fetch_heap_add(host->not_before > now ? &queue->delayed : &queue->ready, host);
}

void
fetch_queue_add(struct fetch_queue *queue, struct fetch_job *job, int64_t now)
{
	job->host = find_host(queue, url_split(span_of(job->url)).host);
	const struct fetch_job *first = fetch_heap_first(&job->host->jobs);
	bool leads = !first || job_before(job, first);
	if (leads)
		unsettle(queue, job->host);
	fetch_heap_add(&job->host->jobs, job);
	if (leads)
		settle(queue, job->host, now);
	queue->waiting++;
}

/* Moves the hosts whose time has come from delayed to ready. */
static void
ripen(struct fetch_queue *queue, int64_t now)
{
	struct fetch_host *host;
	while ((host = fetch_heap_first(&queue->delayed)) != NULL &&
		host->not_before <= now) {
		unsettle(queue, host);
		settle(queue, host, now);
	}
}

struct fetch_job *
fetch_queue_take(struct fetch_queue *queue, int64_t now)
{
	ripen(queue, now);
	struct fetch_host *host = fetch_heap_first(&queue->ready);
	if (!host)
		return NULL;
	struct fetch_job *job = fetch_heap_first(&host->jobs);
	unsettle(queue, host);
	fetch_heap_remove(&host->jobs, job);
	queue->waiting--;
	host->running++;
	if (queue->gap_ms > 0)
		host->not_before = now + queue->gap_ms;
	settle(queue, host, now);
	return job;
}

void
fetch_queue_release(struct fetch_queue *queue, struct fetch_job *job, int64_t now)
{
	struct fetch_host *host = job->host;
	job->host = NULL;
	unsettle(queue, host);
	host->running--;
	settle(queue, host, now);
}

void
fetch_queue_pause(struct fetch_queue *queue, struct span name, int64_t until, int64_t now)
{
	struct fetch_host *host = find_host(queue, name);
	if (until <= host->not_before)
		return;
	unsettle(queue, host);
	host->not_before = until;
	settle(queue, host, now);
}

static void
drop_from_host(
	struct fetch_queue *queue, struct fetch_host *host, uint64_t tag, int64_t now)
{
	unsettle(queue, host);
	for (size_t i = 0; i < host->jobs.len;) {
		struct fetch_job *job = host->jobs.items[i];
		if (job->tag != tag) {
			i++;
			continue;
		}
		/* The heap changes below i, perhaps above: look at all again. */
		fetch_heap_remove(&host->jobs, job);
		fetch_job_free(job);
		queue->waiting--;
		i = 0;
	}
	settle(queue, host, now);
}

void
fetch_queue_drop(struct fetch_queue *queue, uint64_t tag, int64_t now)
{
	for (size_t i = 0; i < queue->hosts.count; i++)
		drop_from_host(queue, queue->hosts.entries[i].value, tag, now);
}

void
fetch_queue_drop_all(struct fetch_queue *queue)
{
	for (size_t i = 0; i < queue->hosts.count; i++) {
		struct fetch_host *host = queue->hosts.entries[i].value;
		unsettle(queue, host);
		for (size_t k = 0; k < host->jobs.len; k++)
			fetch_job_free(host->jobs.items[k]);
		fetch_heap_done(&host->jobs);
	}
	queue->waiting = 0;
}

int64_t
fetch_queue_due(const struct fetch_queue *queue)
{
	const struct fetch_host *host = fetch_heap_first(&queue->delayed);
	return host ? host->not_before : INT64_MAX;
}

bool
fetch_queue_has_more(const struct fetch_job *job)
{
	return job->host->jobs.len > 0;
}
