/*
 * Jobs wait in a heap of their host, by priority and order of arrival. Hosts that may
 * start a job (a connection is free, and no pause) are in a heap of their registrable
 * domain, by their first job. A paused host is in the heap `paused`; a full one is in
 * none until one of its jobs is released. Domains with a host that may start a job are in
 * one of two heaps: `ready`, by their first job, or `delayed`, by the end of their gap; a
 * full domain is in none. So to take the next job, it is enough to look at the tops of
 * heaps, however many thousands are waiting (case 73). To change a host, unsettle it
 * first and settle it afterwards, since the place of its domain may depend on it.
 */
#include "config.h"

#include "fetch/request_queue.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/url.h"
#include "fetch/address.h"
#include "fetch/domain.h"
#include "fetch/fetch_job.h"
#include "fetch/own.h"

/* The hosts of one registrable domain. */
struct fetch_domain {
	struct fetch_heap hosts; /* those that may start a job */
	bool alone;              /* a host that has no registrable domain */
	int running;
	int64_t last_start;          /* TIME_NONE: none yet */
	int64_t next_start;          /* the earliest, by the gap */
	int64_t slow_ms;             /* the least gap, after a 429; 0: none */
	int eased;                   /* answers without 429 since the gap changed */
	int asked;                   /* requests since it was last idle for a while */
	int64_t busy_ms;             /* when it last had something to do */
	size_t ready_at, delayed_at; /* places in the queue's heaps */
};

struct fetch_host {
	struct fetch_domain *domain;
	struct fetch_heap jobs;
	int running;
	int64_t not_before;         /* of a pause */
	size_t ready_at, paused_at; /* places in the domain's heap and the queue's */
};

static bool
job_before(const void *a, const void *b)
{
	const struct fetch_job *x = a, *y = b;
	return x->priority != y->priority ? x->priority > y->priority
					  : x->order < y->order;
}

static bool
host_before(const void *a, const void *b)
{
	const struct fetch_host *x = a, *y = b;
	return job_before(fetch_heap_first(&x->jobs), fetch_heap_first(&y->jobs));
}

static bool
domain_before(const void *a, const void *b)
{
	const struct fetch_domain *x = a, *y = b;
	return host_before(fetch_heap_first(&x->hosts), fetch_heap_first(&y->hosts));
}

static bool
delayed_before(const void *a, const void *b)
{
	const struct fetch_domain *x = a, *y = b;
	return x->next_start < y->next_start;
}

static bool
paused_before(const void *a, const void *b)
{
	const struct fetch_host *x = a, *y = b;
	return x->not_before < y->not_before;
}

void
fetch_queue_init(struct fetch_queue *queue, const struct fetch_limits *limits)
{
	*queue = (struct fetch_queue){.limits = *limits};
	map_init(&queue->hosts);
	map_init(&queue->domains);
	fetch_heap_init(
		&queue->ready, domain_before, offsetof(struct fetch_domain, ready_at));
	fetch_heap_init(&queue->delayed, delayed_before,
		offsetof(struct fetch_domain, delayed_at));
	fetch_heap_init(
		&queue->paused, paused_before, offsetof(struct fetch_host, paused_at));
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
	for (size_t i = 0; i < queue->domains.count; i++) {
		struct fetch_domain *domain = queue->domains.entries[i].value;
		fetch_heap_done(&domain->hosts);
		free(domain);
	}
	map_done(&queue->hosts);
	map_done(&queue->domains);
	fetch_heap_done(&queue->ready);
	fetch_heap_done(&queue->delayed);
	fetch_heap_done(&queue->paused);
}

/* ---- hosts and domains */

static struct fetch_domain *
find_domain(struct fetch_queue *queue, const char *host)
{
	struct span name = fetch_domain_of(host);
	bool alone = name.n == 0;
	if (alone)
		name = span_of(host);
	void **slot = map_put(&queue->domains, name.p, name.n);
	if (!*slot) {
		struct fetch_domain *domain = mem_zalloc(sizeof *domain);
		domain->alone = alone;
		domain->last_start = domain->busy_ms = TIME_NONE;
		fetch_heap_init(&domain->hosts, host_before,
			offsetof(struct fetch_host, ready_at));
		*slot = domain;
	}
	return *slot;
}

/* All ports and schemes of a machine count as one host, except in private networks. */
static struct fetch_host *
find_host(struct fetch_queue *queue, struct span name)
{
	struct buf lower = BUF_INIT(0);
	url_put_lower(&lower, name);
	void **slot = map_put(&queue->hosts, buf_str(&lower), lower.len);
	if (!*slot) {
		struct fetch_host *host = mem_zalloc(sizeof *host);
		host->domain = find_domain(queue, buf_str(&lower));
		host->not_before = INT64_MIN;
		fetch_heap_init(
			&host->jobs, job_before, offsetof(struct fetch_job, place));
		*slot = host;
	}
	buf_done(&lower);
	return *slot;
}

static int64_t
gap_of(const struct fetch_queue *queue, const struct fetch_domain *domain)
{
	int64_t gap = domain->asked > FETCH_HANDFUL ? queue->limits.gap_ms : 0;
	return gap > domain->slow_ms ? gap : domain->slow_ms;
}

static void
unsettle_domain(struct fetch_queue *queue, struct fetch_domain *domain)
{
	if (domain->ready_at != HEAP_OUT)
		fetch_heap_remove(&queue->ready, domain);
	if (domain->delayed_at != HEAP_OUT)
		fetch_heap_remove(&queue->delayed, domain);
}

static bool
full(int running, int max)
{
	return max > 0 && running >= max;
}

static void
settle_domain(struct fetch_queue *queue, struct fetch_domain *domain, int64_t now)
{
	int max = domain->alone ? 0 : queue->limits.domain_max;
	if (!domain->hosts.len || full(domain->running, max))
		return;
	domain->next_start = domain->last_start == TIME_NONE
				     ? INT64_MIN
				     : domain->last_start + gap_of(queue, domain);
	fetch_heap_add(
		domain->next_start > now ? &queue->delayed : &queue->ready, domain);
}

/* Removes host and its domain from the heaps, before either changes. */
static void
unsettle(struct fetch_queue *queue, struct fetch_host *host)
{
	unsettle_domain(queue, host->domain);
	if (host->ready_at != HEAP_OUT)
		fetch_heap_remove(&host->domain->hosts, host);
	if (host->paused_at != HEAP_OUT)
		fetch_heap_remove(&queue->paused, host);
}

/* Puts an unsettled host and its domain into the heaps they belong in, if any. */
static void
settle(struct fetch_queue *queue, struct fetch_host *host, int64_t now)
{
	if (host->jobs.len && !full(host->running, queue->limits.host_max))
		fetch_heap_add(
			host->not_before > now ? &queue->paused : &host->domain->hosts,
			host);
	settle_domain(queue, host->domain, now);
}

/* ---- jobs */

/* A redirect within the domain does not count as another request. */
static void
count_request(struct fetch_domain *domain, const struct fetch_job *job, int64_t now)
{
	if (domain->busy_ms != TIME_NONE && now - domain->busy_ms > FETCH_QUIET_MS &&
		domain->running == 0 && domain->hosts.len == 0)
		domain->asked = 0;
	domain->busy_ms = now;
	domain->asked += job->domain != domain && !job->api;
}

void
fetch_queue_add(struct fetch_queue *queue, struct fetch_job *job, int64_t now)
{
	struct fetch_host *host = find_host(queue, fetch_address_server(job->url));
	unsettle(queue, host);
	count_request(host->domain, job, now);
	job->host = host;
	job->domain = host->domain;
	fetch_heap_add(&host->jobs, job);
	settle(queue, host, now);
	queue->waiting++;
}

/* Moves hosts and domains that may now start into the other heaps. */
static void
ripen(struct fetch_queue *queue, int64_t now)
{
	struct fetch_host *host;
	struct fetch_domain *domain;
	while ((host = fetch_heap_first(&queue->paused)) != NULL &&
		host->not_before <= now) {
		unsettle(queue, host);
		settle(queue, host, now);
	}
	while ((domain = fetch_heap_first(&queue->delayed)) != NULL &&
		domain->next_start <= now) {
		unsettle_domain(queue, domain);
		settle_domain(queue, domain, now);
	}
}

struct fetch_job *
fetch_queue_take(struct fetch_queue *queue, int64_t now)
{
	ripen(queue, now);
	struct fetch_domain *domain = fetch_heap_first(&queue->ready);
	if (!domain)
		return NULL;
	struct fetch_host *host = fetch_heap_first(&domain->hosts);
	struct fetch_job *job = fetch_heap_first(&host->jobs);
	unsettle(queue, host);
	fetch_heap_remove(&host->jobs, job);
	queue->waiting--;
	host->running++;
	domain->running++;
	domain->last_start = domain->busy_ms = now;
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
	host->domain->running--;
	host->domain->busy_ms = now;
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

void
fetch_queue_answered(
	struct fetch_queue *queue, struct fetch_job *job, bool slow, int64_t now)
{
	struct fetch_domain *domain = job->host->domain;
	if (!slow && (domain->slow_ms == 0 || ++domain->eased < FETCH_EASE))
		return;
	unsettle_domain(queue, domain);
	domain->eased = 0;
	if (!slow)
		domain->slow_ms =
			domain->slow_ms > FETCH_SLOW_MS ? domain->slow_ms / 2 : 0;
	else if (domain->slow_ms == 0)
		domain->slow_ms = FETCH_SLOW_MS;
	else if (domain->slow_ms < FETCH_SLOW_MAX_MS)
		domain->slow_ms = domain->slow_ms * 2 < FETCH_SLOW_MAX_MS
					  ? domain->slow_ms * 2
					  : FETCH_SLOW_MAX_MS;
	settle_domain(queue, domain, now);
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
		/* The heap has changed, perhaps also above i: start over. */
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

static struct fetch_job *
find_waiting(const struct fetch_host *host, uint64_t tag)
{
	for (size_t i = 0; i < host->jobs.len; i++) {
		struct fetch_job *job = host->jobs.items[i];
		if (job->tag == tag)
			return job;
	}
	return NULL;
}

void
fetch_queue_raise(struct fetch_queue *queue, uint64_t tag, int priority, int64_t now)
{
	for (size_t i = 0; i < queue->hosts.count; i++) {
		struct fetch_host *host = queue->hosts.entries[i].value;
		struct fetch_job *job = find_waiting(host, tag);
		if (!job)
			continue;
		unsettle(queue, host);
		fetch_heap_remove(&host->jobs, job);
		job->priority = priority;
		fetch_heap_add(&host->jobs, job);
		settle(queue, host, now);
		return;
	}
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

void
fetch_queue_keep(struct fetch_queue *queue, const struct fetch_own *own)
{
	for (size_t i = 0; i < queue->hosts.count; i++) {
		const struct fetch_host *host = queue->hosts.entries[i].value;
		for (size_t k = 0; k < host->jobs.len; k++) {
			struct fetch_job *job = host->jobs.items[k];
			if (!job->own)
				job->own = fetch_own_dup(own);
		}
	}
}

void
fetch_queue_limit(
	struct fetch_queue *queue, const struct fetch_limits *limits, int64_t now)
{
	queue->limits = *limits;
	for (size_t i = 0; i < queue->hosts.count; i++) {
		struct fetch_host *host = queue->hosts.entries[i].value;
		unsettle(queue, host);
		settle(queue, host, now);
	}
}

int64_t
fetch_queue_due(const struct fetch_queue *queue)
{
	const struct fetch_domain *domain = fetch_heap_first(&queue->delayed);
	const struct fetch_host *host = fetch_heap_first(&queue->paused);
	int64_t gap = domain ? domain->next_start : INT64_MAX;
	return host && host->not_before < gap ? host->not_before : gap;
}

bool
fetch_queue_has_more(const struct fetch_job *job)
{
	return job->host->jobs.len > 0;
}
