/*
 * A job is something that the worker fetches: it is asked for, answered, and what the
 * answer brought is often stored. Where jobs differ, their class says how; nothing else
 * in the worker knows which classes there are. A new one is a const struct:
 *
 *	static const struct engine_job_class images = {
 *		.name = "image",
 *		.size = sizeof(struct image_job),    begins with a struct engine_job
 *		.priority = ENGINE_JOB_WAITED,
 *		.answer = keep_image,
 *	};
 *	…
 *	const struct image_job job = {.job = {.class = &images, .url = url}, .item = id};
 *	engine_jobs_ask(e, &job.job, &(struct fetch_request){.body_max = IMAGE_MAX});
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

/* Which requests of a host go first. */
enum engine_job_priority {
	ENGINE_JOB_DUE,    /* nobody asked for it */
	ENGINE_JOB_ASKED,  /* the user did */
	ENGINE_JOB_WAITED, /* and looks at where it will appear */
};

struct engine_job_class {
	const char *name; /* for the log */
	size_t size;      /* of its jobs */
	enum engine_job_priority priority;
	/* No other process may ask for the same feed meanwhile: it is claimed in the
	 * store (poll/claim.h), and the claim renewed for as long as the job lasts. */
	bool claims;
	/* The answer has come, or why there is none. Takes it; the job, which is freed
	 * afterwards, has no place in the table any more. */
	void (*answer)(struct engine *engine, struct engine_job *job,
		struct fetch_result *answer);
	/* There will be no answer, since the job was cancelled; it is freed afterwards.
	 */
	void (*cancel)(struct engine *engine, struct engine_job *job);

	/* Where the answer is a feed's document (poll/poll.h): it was parsed, perhaps by
	 * another thread. Takes it. */
	void (*digested)(struct engine *engine, struct engine_poll *poll);
	/* Stores it in a transaction with others. What the caller needs is in arena,
	 * *result says what the document brought. */
	int (*store)(struct engine *engine, struct store_batch *batch,
		const struct engine_poll *poll, struct arena *arena,
		struct store_poll_result *result, struct err *err);
	/* That is committed; or it failed and poll->kind is POLL_FAILED. */
	void (*stored)(struct engine *engine, const struct engine_poll *poll,
		const struct store_poll_result *result);
};

/* What all jobs have. A class may have a struct of its own that begins with this one. */
struct engine_job {
	const struct engine_job_class *class;
	uint64_t tag;  /* given by engine_jobs_ask */
	uint32_t feed; /* whose options hold for the request; 0: those of all feeds */
	enum source source; /* what url is */
	char *url;          /* an address, or the line of a feed that is none */
	bool filtered;      /* the document went through its filter: command */
	int64_t claimed_ms; /* where the class claims: when, in mono time */
};

#endif
