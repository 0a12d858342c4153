/*
 * The inside of a struct fetch, and how its jobs run: out of the queue into a place in
 * the window, and from there to a result or back into the queue. For the files of this
 * folder.
 */
#ifndef FETCH_RUN_H
#define FETCH_RUN_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "fetch/http_request.h"
#include "fetch/memory.h"
#include "fetch/request_queue.h"
#include "fetch/result.h"
#include "fetch/socket_wait.h"

struct fetch_job;
struct fetch_transfer;
struct fetch_writer;

#define FETCH_STUCK_CHECK_MS 250 /* between two counts of stuck transfers */

/* Requests that share a number of places. */
struct fetch_class {
	struct fetch_queue queue;
	size_t running;
};

struct fetch {
	struct fetch_config config;
	struct fetch_own *all; /* the copy whose strings config.all has */
	char *system_ca;       /* NULL: leave it to libcurl */
	CURLM *multi;
	struct fetch_loop loop;
	struct fetch_class polls, bulk;
	struct fetch_transfer **transfers; /* all there are */
	size_t transfers_len, transfers_cap;
	struct fetch_transfer *free; /* those without a job */
	struct fetch_budget budget;  /* of their bodies */
	struct fetch_writer *writer; /* made with the first file */
	struct fetch_job **files;    /* jobs whose file is in use */
	size_t files_len, files_cap;
	size_t window;
	size_t window_max;                 /* with places lent */
	size_t bulk_max;                   /* places beside the window */
	size_t yielding;                   /* transfers that yield, see yield.h */
	size_t lent;                       /* places of transfers that are stuck */
	int64_t lent_ms;                   /* when they were counted */
	size_t batch;                      /* started since the window was last empty */
	uint64_t added;                    /* numbers the jobs */
	struct fetch_result *first, *last; /* finished, not yet handed out */
	bool more; /* the last step left something to be done at once */
};

/* Puts the job into its queue. */
void fetch_run_enqueue(struct fetch *fetch, struct fetch_job *job, int64_t now);
/* Makes a result of a request that never became a job. trouble: enum http_trouble. */
void fetch_run_fail(struct fetch *fetch, uint64_t tag, int trouble, const struct err *err,
	int64_t now);

/* How many more jobs may start in the window. */
size_t fetch_run_free_places(const struct fetch *fetch);
/* Fills the window, and the places beside it. True when anything was started. */
bool fetch_run_start(struct fetch *fetch, int64_t now);
/* Ends the transfers that libcurl reports as done. */
void fetch_run_finish(struct fetch *fetch, int64_t now);
/* Resumes transfers that waited for memory. */
void fetch_run_waiting(struct fetch *fetch, int64_t now);
/* Hands bytes to the writer, and acts on what it has done. */
void fetch_run_files(struct fetch *fetch, int64_t now);

/* Drops the jobs with this tag (all: any tag) that have left the queue. */
void fetch_run_cancel(struct fetch *fetch, uint64_t tag, bool all, int64_t now);

#endif
