/*
 * The requests that wait for their turn, by host: which one may start next. No network
 * and no clock in here: now is an argument (time_mono_ms). One thread.
 */
#ifndef FETCH_QUEUE_H
#define FETCH_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "base/str.h"
#include "fetch/heap.h"

struct fetch_host;

/* A request from fetch_add to its result; a redirect puts the same job into the queue
 * again under its next address. */
struct fetch_job {
	uint64_t tag;
	uint64_t order; /* of fetch_add: the smaller of two equal priorities starts first
			 */
	int priority;
	char *url; /* of the present hop */
	char *etag, *last_modified, *user_agent;
	int hops;                /* redirects followed so far */
	bool permanent;          /* and all of them were 301 or 308 */
	int64_t started_ms;      /* of the first hop */
	int64_t spent_ms;        /* transferring, in the hops before this one */
	struct fetch_host *host; /* set by fetch_queue_add, until fetch_queue_release */
	size_t place;            /* in the host's heap */
};

struct fetch_queue {
	struct map hosts; /* name → struct fetch_host; kept for as long as the queue */
	struct fetch_heap ready;   /* hosts whose first job may start, by that job */
	struct fetch_heap delayed; /* hosts that must let time pass, by that time */
	size_t waiting;            /* jobs */
	int host_max;              /* jobs running on one host; 0: no limit */
	int64_t gap_ms;            /* between two starts on one host */
};

void fetch_queue_init(struct fetch_queue *queue, int host_max, int64_t gap_ms);
/* Frees the waiting jobs, too. Running ones must have been released. */
void fetch_queue_done(struct fetch_queue *queue);
void fetch_job_free(struct fetch_job *job);

/* Puts job into the queue of the host of job->url. O(log jobs). The queue owns it. */
void fetch_queue_add(struct fetch_queue *queue, struct fetch_job *job, int64_t now);
/* The next job that may start, now the caller's, or NULL when all must wait. It counts as
 * running on its host until fetch_queue_release. O(log hosts). */
struct fetch_job *fetch_queue_take(struct fetch_queue *queue, int64_t now);
void fetch_queue_release(struct fetch_queue *queue, struct fetch_job *job, int64_t now);
/* No start on the host before until; an earlier pause is never shortened. */
void fetch_queue_pause(
	struct fetch_queue *queue, struct span host, int64_t until, int64_t now);
/* Frees the waiting jobs with this tag. O(jobs). */
void fetch_queue_drop(struct fetch_queue *queue, uint64_t tag, int64_t now);
void fetch_queue_drop_all(struct fetch_queue *queue);
/* When a job that has to let time pass may start: INT64_MAX when there is none. */
int64_t fetch_queue_due(const struct fetch_queue *queue);
/* Whether the host of a running job has jobs waiting. */
bool fetch_queue_has_more(const struct fetch_job *job);

#endif
