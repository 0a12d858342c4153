/*
 * The waiting requests, by host and registrable domain, and which may start next. There
 * is no network and no clock in here: now is an argument (time_mono_ms). One thread.
 */
#ifndef FETCH_REQUEST_QUEUE_H
#define FETCH_REQUEST_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "base/str.h"
#include "fetch/heap.h"

struct fetch_job;
struct fetch_own;

/* Limits on starting; 0: no limit. */
struct fetch_limits {
	int host_max;   /* jobs running on one host */
	int domain_max; /* on all hosts of a registrable domain */
	int64_t gap_ms; /* between two starts on a domain of more than FETCH_HANDFUL */
};

/* Up to this many requests to one domain may follow each other without a gap; after that,
 * there is one before each. Counting starts over once the domain has been idle for
 * FETCH_QUIET_MS. */
#define FETCH_HANDFUL 5
#define FETCH_QUIET_MS 60000
/* After a 429, the gap of a domain is at least FETCH_SLOW_MS; each further 429 doubles
 * it, up to FETCH_SLOW_MAX_MS, and FETCH_EASE answers in a row without one halve it. */
#define FETCH_SLOW_MS 1000
#define FETCH_SLOW_MAX_MS 60000
#define FETCH_EASE 8

struct fetch_queue {
	struct map hosts; /* name → struct fetch_host; kept for as long as the queue */
	struct map domains;        /* name → struct fetch_domain; the same */
	struct fetch_heap ready;   /* domains whose first job may start, by that job */
	struct fetch_heap delayed; /* domains that have to wait, by the time */
	struct fetch_heap paused;  /* hosts that have to wait, by the time */
	size_t waiting;            /* number of waiting jobs */
	struct fetch_limits limits;
};

void fetch_queue_init(struct fetch_queue *queue, const struct fetch_limits *limits);
/* Also frees the waiting jobs. Running ones must have been released. */
void fetch_queue_done(struct fetch_queue *queue);

/* Queues job at the host of job->url; it becomes the queue's. O(log jobs). */
void fetch_queue_add(struct fetch_queue *queue, struct fetch_job *job, int64_t now);
/* The next job that may start, which becomes the caller's; NULL: all have to wait. It
 * counts as running on its host until fetch_queue_release. O(log hosts). */
struct fetch_job *fetch_queue_take(struct fetch_queue *queue, int64_t now);
void fetch_queue_release(struct fetch_queue *queue, struct fetch_job *job, int64_t now);
/* Lets nothing start on the host (fetch_address_server) before `until`; never shortens an
 * earlier pause. */
void fetch_queue_pause(
	struct fetch_queue *queue, struct span host, int64_t until, int64_t now);
/* Reports the answer to a running job: slow if it was "too many requests" (429), which
 * increases the gap of its domain. */
void fetch_queue_answered(
	struct fetch_queue *queue, struct fetch_job *job, bool slow, int64_t now);
/* Frees the waiting jobs with this tag. O(jobs). */
void fetch_queue_drop(struct fetch_queue *queue, uint64_t tag, int64_t now);
/* Changes the priority of the waiting job with this tag. O(jobs). */
void
fetch_queue_raise(struct fetch_queue *queue, uint64_t tag, int priority, int64_t now);
void fetch_queue_drop_all(struct fetch_queue *queue);
/* Gives waiting jobs without settings of their own a copy of these. */
void fetch_queue_keep(struct fetch_queue *queue, const struct fetch_own *own);
/* Changes the limits; jobs that now exceed them run to their end. O(hosts). */
void fetch_queue_limit(
	struct fetch_queue *queue, const struct fetch_limits *limits, int64_t now);
/* When the first of the jobs that have to wait may start; INT64_MAX: there are none. */
int64_t fetch_queue_due(const struct fetch_queue *queue);
/* Whether the host of a running job has jobs waiting. */
bool fetch_queue_has_more(const struct fetch_job *job);

#endif
