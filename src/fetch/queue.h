/*
 * The requests that wait for their turn, by host and registrable domain: which one may
 * start next. No network and no clock in here: now is an argument (time_mono_ms). One
 * thread.
 */
#ifndef FETCH_QUEUE_H
#define FETCH_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "base/str.h"
#include "fetch/heap.h"

struct fetch_job;
struct fetch_own;

/* What binds the starts; 0 is no limit. */
struct fetch_limits {
	int host_max;   /* jobs running on one host */
	int domain_max; /* on all hosts of a registrable domain */
	int64_t gap_ms; /* between two starts on a domain of more than FETCH_HANDFUL */
};

/* So many requests of one domain may follow each other without a gap; who has more to ask
 * of it takes its time for all. They are counted anew once the domain has had nothing to
 * do for FETCH_QUIET_MS. */
#define FETCH_HANDFUL 5
#define FETCH_QUIET_MS 60000
/* After a 429 a domain's gap is at least the first, and each further 429 doubles it, up
 * to the last; each FETCH_EASE answers without one in a row halve it again. */
#define FETCH_SLOW_MS 1000
#define FETCH_SLOW_MAX_MS 60000
#define FETCH_EASE 8

struct fetch_queue {
	struct map hosts; /* name → struct fetch_host; kept for as long as the queue */
	struct map domains;        /* name → struct fetch_domain; the same */
	struct fetch_heap ready;   /* domains whose first job may start, by that job */
	struct fetch_heap delayed; /* domains that must let time pass, by that time */
	struct fetch_heap paused;  /* hosts that must let time pass, by that time */
	size_t waiting;            /* jobs */
	struct fetch_limits limits;
};

void fetch_queue_init(struct fetch_queue *queue, const struct fetch_limits *limits);
/* Frees the waiting jobs, too. Running ones must have been released. */
void fetch_queue_done(struct fetch_queue *queue);

/* Puts job into the queue of the host of job->url. O(log jobs). The queue owns it. */
void fetch_queue_add(struct fetch_queue *queue, struct fetch_job *job, int64_t now);
/* The next job that may start, now the caller's, or NULL when all must wait. It counts as
 * running on its host until fetch_queue_release. O(log hosts). */
struct fetch_job *fetch_queue_take(struct fetch_queue *queue, int64_t now);
void fetch_queue_release(struct fetch_queue *queue, struct fetch_job *job, int64_t now);
/* No start on the host before until; an earlier pause is never shortened. */
void fetch_queue_pause(
	struct fetch_queue *queue, struct span host, int64_t until, int64_t now);
/* What a running job's server said: slow for "too many requests" (429), which makes the
 * gap between the starts on its domain grow, otherwise whatever else it answered. */
void fetch_queue_answered(
	struct fetch_queue *queue, struct fetch_job *job, bool slow, int64_t now);
/* Frees the waiting jobs with this tag. O(jobs). */
void fetch_queue_drop(struct fetch_queue *queue, uint64_t tag, int64_t now);
/* The waiting job with this tag goes before those of its host and others with less
 * priority. O(jobs). */
void
fetch_queue_raise(struct fetch_queue *queue, uint64_t tag, int priority, int64_t now);
void fetch_queue_drop_all(struct fetch_queue *queue);
/* Waiting jobs without an own get a copy of this one. */
void fetch_queue_keep(struct fetch_queue *queue, const struct fetch_own *own);
/* Other limits; what exceeds them now runs to its end. O(hosts). */
void fetch_queue_limit(
	struct fetch_queue *queue, const struct fetch_limits *limits, int64_t now);
/* When a job that has to let time pass may start: INT64_MAX when there is none. */
int64_t fetch_queue_due(const struct fetch_queue *queue);
/* Whether the host of a running job has jobs waiting. */
bool fetch_queue_has_more(const struct fetch_job *job);

#endif
