/*
 * A request on its way from fetch_add to its result: what is requested, its present
 * address, and how redirects change it. One thread.
 */
#ifndef FETCH_FETCH_JOB_H
#define FETCH_FETCH_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "fetch/http_request.h"

struct fetch_domain;
struct fetch_host;
struct fetch_sink;
struct fetch_transfer;

/* When a file is resumed, this many bytes before its end are fetched again and compared.
 * A file that is not longer is fetched from the start. */
#define FETCH_OVERLAP ((int64_t)64 * 1024)

/* For a job whose body goes to a file. */
struct fetch_job_file {
	struct fetch_sink *sink;
	char *validator; /* of the bytes in the file; NULL: unknown */
	int64_t total;   /* bytes of the complete file; -1: unknown */
	/* The same of what comes to replace those bytes, as long as they stay. */
	char *next_validator;
	int64_t next_total;
	bool replaced;
	bool no_page;
	bool afresh;    /* ask for the whole file, even if a part is there */
	bool restarted; /* the part that was there could not be used */
	bool refused;   /* since the server sent all of the same version */
	bool ranged;    /* the present request asks only for the rest */
	/* the transfer is over, but not everything is on the disk yet */
	struct fetch_result *result;
};

/* After a redirect, the same job is queued again with its next address. */
struct fetch_job {
	uint64_t tag;
	uint64_t order; /* of fetch_add: decides between equal priorities */
	int priority;
	char *url; /* of the present hop */
	char *etag, *last_modified;
	struct fetch_own *own; /* NULL: the settings for all */
	char *origin;          /* scheme, host and port that passwords are meant for */
	int hops;              /* redirects followed so far */
	char *via;             /* as fetch_result has it */
	bool permanent;        /* all of them were 301 or 308 */
	int64_t started_ms;    /* of the first hop */
	int64_t spent_ms;      /* transferring, in the hops before this one */
	bool digest;           /* the server wants the password as a digest */
	bool retried;          /* once, after a broken connection */
	int retries;           /* after no answer at all, as the settings allow */
	char *cookies;         /* of the redirects before, as libcurl lists them */
	bool baked;            /* the last answer changed them */
	bool local;            /* the first address was a private one (case 27) */
	bool confined;         /* it must not be private */

	enum fetch_method method;
	char *body; /* NULL: none */
	size_t body_len;
	char *body_type, *headers, *keep;
	int64_t body_max; /* 0: the config's */
	int64_t range_first, range_len;
	bool error_body, no_redirects, bulk, urgent, api, once;
	struct fetch_job_file *file; /* NULL: the body goes into memory */

	struct fetch_transfer *transfer; /* while it runs */
	struct fetch_host *host; /* set by fetch_queue_add, until fetch_queue_release */
	const struct fetch_domain *domain; /* of the last fetch_queue_add */
	size_t place;                      /* in the host's heap */
};

/* all: settings for requests that have none of their own. Adding file->sink is left to
 * the caller. */
int fetch_job_new(struct fetch_job **out, const struct fetch_request *request,
	const struct fetch_own *all, struct err *err) MUST_USE;
/* Drops the sink as well. NULL is accepted. */
void fetch_job_free(struct fetch_job *job);

/* Follows a redirect with this status code and Location: sets the next address and, where
 * needed, another method. At most max hops. The job is unchanged on failure. */
int fetch_job_follow(struct fetch_job *job, long code, const char *location, int max,
	struct err *err) MUST_USE;
/* Whether the present address is the one that passwords and headers are meant for. */
bool fetch_job_at_home(const struct fetch_job *job);
/* Whether sending it twice has the effect of sending it once (RFC 9110, 9.2.2). */
bool fetch_job_is_idempotent(const struct fetch_job *job);

#endif
