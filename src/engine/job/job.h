/*
 * A job is something that the worker fetches: a request is sent, an answer comes, and
 * often something is stored. A job's class says how it differs from others, and nothing
 * else in the worker knows which classes exist. To add one, write a const struct and its
 * functions:
 *
 *	static const struct engine_job_class images = {
 *		.name = "image",
 *		.size = sizeof(struct image_job),    begins with a struct engine_job
 *		.priority = ENGINE_JOB_WAITED,
 *		.answer = keep_image,
 *	};
 *	…
 *	const struct image_job job = {.job = {.class = &images, .url = url}, .item = id};
 *	engine_job_ask(e, &job.job, &(struct fetch_request){.body_max = IMAGE_MAX});
 */
#ifndef ENGINE_JOB_JOB_H
#define ENGINE_JOB_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/subscription.h"

struct arena;
struct engine;
struct engine_job;
struct engine_poll;
struct err;
struct fetch_result;
struct store_batch;
struct store_poll_result;

/* Requests of higher priority are sent first. */
enum engine_job_priority {
	ENGINE_JOB_DUE,    /* the schedule wants it */
	ENGINE_JOB_ASKED,  /* the user wants it */
	ENGINE_JOB_WAITED, /* the user is waiting for it */
};

struct engine_job_class {
	const char *name; /* for the log */
	size_t size;      /* of its jobs, in bytes */
	enum engine_job_priority priority;
	/* The job's feed is claimed in the store, so that no other process polls it
	 * (refresh/claim.h). Such claims are renewed as long as the job lasts. */
	bool claims;
	/* How long its commands may take, in milliseconds, and how much they may print,
	 * in bytes; 0: as the options timeout and body-limit say. */
	int64_t command_ms;
	size_t command_max;
	/* Takes the answer, which may be an error. The job is not in the table any more,
	 * and is freed afterwards. */
	void (*answer)(struct engine *engine, struct engine_job *job,
		struct fetch_result *answer);
	/* May be NULL. The job was cancelled, and is freed afterwards: there will be no
	 * answer. */
	void (*cancel)(struct engine *engine, struct engine_job *job);

	/* The rest is for classes whose answers are documents of feeds (poll/poll.h).
	 * Takes a poll that was parsed, perhaps by another thread. */
	void (*digested)(struct engine *engine, struct engine_poll *poll);
	/* Stores the poll, in a transaction with others. Allocates from arena, which
	 * lasts until the function returns. *result: how many items were added and
	 * edited. */
	int (*store)(struct engine *engine, struct store_batch *batch,
		const struct engine_poll *poll, struct arena *arena,
		struct store_poll_result *result, struct err *err);
	/* The transaction was committed; or storing failed, and poll->kind is
	 * POLL_FAILED. */
	void (*stored)(struct engine *engine, const struct engine_poll *poll,
		const struct store_poll_result *result);
};

/* What all jobs have. A class can use a larger struct that begins with this one. */
struct engine_job {
	const struct engine_job_class *class;
	uint64_t tag;  /* set by engine_job_ask */
	uint32_t feed; /* whose options apply to the request; 0: the general options */
	enum source source; /* the kind of url */
	char *url;          /* an address, or an exec:, file: or filter: line */
	struct engine_job_later *later; /* its request, which waits; set by jobs.c */
	bool filtered;      /* its document has been through the filter: command */
	int64_t claimed_ms; /* when the feed was claimed, in mono time */
};

#endif
