/*
 * A request becomes a job (fetch_job.c), which waits in the queue of its host
 * (request_queue.c) until there is a place in the window and the host allows it. Then it
 * runs in a transfer (transfer.c), a recycled easy handle of libcurl. When that ends, it
 * becomes a result or, after a redirect, waits at its next host. Sockets and timers are
 * handled in socket_wait.c, so that the cost of a step depends on what has happened, not
 * on how many transfers there are.
 *
 * A job for a file has a sink (sink.c). It has a place from the time the file is opened,
 * and becomes a result when the last byte is on the disk; in between it is a transfer
 * like any other, except that it pauses while the disk is behind.
 */
#include "config.h"

#include "fetch/fetch.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "base/vec.h"
#include "fetch/fetch_job.h"
#include "fetch/own.h"
#include "fetch/run.h"
#include "fetch/sink.h"
#include "fetch/transfer.h"
#include "fetch/window.h"
#include "fetch/yield.h"
#include "model/http.h"

/* Rounds of finishing and starting in one step; the rest waits for the next. */
#define STEP_ROUNDS 4

/* The file of certificates that libcurl was built to use, if it exists. */
static char *
system_ca_file(void)
{
	char *path = NULL;
	CURL *easy = curl_easy_init();
	if (easy && curl_easy_getinfo(easy, CURLINFO_CAINFO, &path) != CURLE_OK)
		path = NULL;
	if (path && access(path, R_OK) != 0)
		path = NULL;
	path = mem_strdup(path);
	curl_easy_cleanup(easy);
	return path;
}

/* How many of the wanted transfers are possible alongside others. */
static size_t
places(size_t wanted, size_t others)
{
	size_t all = fetch_window_allowed(wanted + others);
	return all > others ? all - others : 1;
}

static struct fetch_limits
limits_of(const struct fetch_config *config)
{
	return (struct fetch_limits){.host_max = config->host_connections,
		.domain_max = config->domain_connections,
		.gap_ms = config->host_gap_ms};
}

/* Only one large file at a time from each host and domain. */
static struct fetch_limits
large_limits_of(const struct fetch_config *config)
{
	return (struct fetch_limits){
		.host_max = 1, .domain_max = 1, .gap_ms = config->host_gap_ms};
}

static void
copy_config(struct fetch *fetch, const struct fetch_config *config)
{
	fetch->config = *config;
	fetch->budget.max = config->bodies_max ? config->bodies_max : SIZE_MAX;
	fetch->all = fetch_own_dup(&config->all);
	fetch->config.all = *fetch->all;
	size_t wanted = fetch_window_wanted(config, fetch_window_tls_is_slow());
	size_t bulk = fetch_window_bulk(wanted);
	fetch->bulk_max = fetch_window_allowed(wanted + bulk) < wanted + bulk ? 1 : bulk;
	fetch->window = places(wanted, fetch->bulk_max);
	fetch->window_max = config->mode == FETCH_ROLLING
				    ? places(2 * wanted, fetch->bulk_max)
				    : fetch->window;
}

int
fetch_new(struct fetch **out, const struct fetch_config *config, struct err *err)
{
	struct fetch *fetch = mem_zalloc(sizeof *fetch);
	fetch->loop.wake[0] = fetch->loop.wake[1] = -1;
	const struct fetch_limits limits = limits_of(config);
	const struct fetch_limits large = large_limits_of(config);
	fetch_queue_init(&fetch->polls.queue, &limits);
	fetch_queue_init(&fetch->bulk.queue, &large);
	int status;
	if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
		free(fetch);
		return err_set(err, ERR_NETWORK, _("libcurl could not be started"));
	}
	fetch->system_ca = system_ca_file();
	copy_config(fetch, config);
	fetch->multi = curl_multi_init();
	if (fetch->multi) {
		curl_multi_setopt(fetch->multi, CURLMOPT_MAXCONNECTS,
			(long)(fetch->window + fetch->bulk_max));
		status = fetch_loop_init(&fetch->loop, fetch->multi, err);
	} else {
		status = err_set(err, ERR_NETWORK, _("libcurl could not be started"));
	}
	if (status != OK) {
		fetch_free(fetch);
		return status;
	}
	*out = fetch;
	return OK;
}

/* Waiting requests were checked with the old passwords and proxy, so they must not be
 * sent with new ones. */
static void
keep_own(const struct fetch *fetch, struct fetch_job *job)
{
	if (job && !job->own)
		job->own = fetch_own_dup(fetch->all);
}

static void
keep_all(struct fetch *fetch)
{
	fetch_queue_keep(&fetch->polls.queue, fetch->all);
	fetch_queue_keep(&fetch->bulk.queue, fetch->all);
	for (size_t i = 0; i < fetch->transfers_len; i++)
		keep_own(fetch, fetch->transfers[i]->job);
	for (size_t i = 0; i < fetch->files_len; i++)
		keep_own(fetch, fetch->files[i]);
}

void
fetch_configure(struct fetch *fetch, const struct fetch_config *config)
{
	struct fetch_own *before = fetch->all;
	const struct fetch_limits limits = limits_of(config);
	const struct fetch_limits large = large_limits_of(config);
	int64_t now = time_mono_ms();
	if (!fetch_own_equal(before, &config->all))
		keep_all(fetch);
	copy_config(fetch, config);
	for (size_t i = 0; i < fetch->transfers_len; i++)
		fetch_transfer_configure(fetch->transfers[i]);
	fetch_own_free(before);
	fetch_queue_limit(&fetch->polls.queue, &limits, now);
	fetch_queue_limit(&fetch->bulk.queue, &large, now);
	curl_multi_setopt(fetch->multi, CURLMOPT_MAXCONNECTS,
		(long)(fetch->window + fetch->bulk_max));
}

void
fetch_free(struct fetch *fetch)
{
	if (!fetch)
		return;
	fetch_cancel_all(fetch);
	for (size_t i = 0; i < fetch->transfers_len; i++)
		fetch_transfer_free(fetch->transfers[i]);
	free(fetch->transfers);
	free(fetch->files);
	curl_multi_cleanup(fetch->multi);
	fetch_loop_done(&fetch->loop);
	fetch_writer_free(fetch->writer);
	fetch_queue_done(&fetch->polls.queue);
	fetch_queue_done(&fetch->bulk.queue);
	fetch_own_free(fetch->all);
	free(fetch->system_ca);
	free(fetch);
	curl_global_cleanup();
}

static int
add_sink(struct fetch *fetch, struct fetch_job *job, const struct fetch_file *file,
	struct err *err)
{
	if (!fetch->writer) {
		fetch->writer = fetch_writer_new();
		fetch_loop_watch_files(&fetch->loop, fetch_writer_fd(fetch->writer));
	}
	return fetch_sink_new(&job->file->sink, fetch->writer, file, err);
}

void
fetch_add(struct fetch *fetch, const struct fetch_request *request)
{
	int64_t now = time_mono_ms();
	struct fetch_job *job = NULL;
	struct err err = {OK, ""};
	int trouble = TROUBLE_LIMIT;
	int status = fetch_job_new(&job, request, &fetch->config.all, &err);
	if (status == OK && job->file) {
		status = add_sink(fetch, job, request->file, &err);
		trouble = TROUBLE_LOCAL;
	}
	if (status != OK) {
		fetch_run_fail(fetch, request->tag, trouble, &err, now);
		fetch_job_free(job);
		return;
	}
	job->order = fetch->added++;
	fetch_run_enqueue(fetch, job, now);
}

struct fetch_result *
fetch_step(struct fetch *fetch)
{
	fetch_loop_dispatch(&fetch->loop);
	fetch_loop_timers(&fetch->loop);
	int64_t now = time_mono_ms();
	fetch->more = true;
	for (int i = 0; i < STEP_ROUNDS && fetch->more; i++) {
		fetch_run_finish(fetch, now);
		fetch_run_files(fetch, now);
		fetch_run_waiting(fetch, now);
		fetch->more = fetch_run_start(fetch, now);
		if (fetch->more)
			fetch_loop_timers(&fetch->loop); /* connects at once */
	}
	fetch_yield_step(fetch);
	struct fetch_result *results = fetch->first;
	fetch->first = fetch->last = NULL;
	return results;
}

static int64_t
earlier(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* When a waiting request of the class may start. */
static int64_t
next_start(const struct fetch_class *class, int64_t now)
{
	return class->queue.ready.len > 0 ? now : fetch_queue_due(&class->queue);
}

void
fetch_wait(struct fetch *fetch, int64_t timeout_ms, int extra_fd)
{
	int64_t now = time_mono_ms(), until = INT64_MAX;
	if (timeout_ms >= 0)
		until = timeout_ms < INT64_MAX - now ? now + timeout_ms : INT64_MAX;
	if (fetch_run_free_places(fetch) > 0)
		until = earlier(until, next_start(&fetch->polls, now));
	else if (fetch->polls.queue.waiting > 0 && fetch->window_max > fetch->window)
		until = earlier(until, now + FETCH_STUCK_CHECK_MS);
	if (fetch->bulk.running < fetch->bulk_max)
		until = earlier(until, next_start(&fetch->bulk, now));
	if (fetch->first || fetch->more || fetch_budget_free(&fetch->budget))
		until = now;
	fetch_loop_wait(&fetch->loop, until, extra_fd);
}

void
fetch_watch(struct fetch *fetch, int fd)
{
	fetch_loop_watch(&fetch->loop, fd);
}

void
fetch_watch_player(struct fetch *fetch, int fd)
{
	fetch_loop_watch_player(&fetch->loop, fd);
}

void
fetch_wake(struct fetch *fetch)
{
	fetch_loop_wake(&fetch->loop);
}

void
fetch_raise(struct fetch *fetch, uint64_t tag, int priority)
{
	int64_t now = time_mono_ms();
	fetch_queue_raise(&fetch->polls.queue, tag, priority, now);
	fetch_queue_raise(&fetch->bulk.queue, tag, priority, now);
}

void
fetch_cancel(struct fetch *fetch, uint64_t tag)
{
	int64_t now = time_mono_ms();
	fetch_queue_drop(&fetch->polls.queue, tag, now);
	fetch_queue_drop(&fetch->bulk.queue, tag, now);
	fetch_run_cancel(fetch, tag, false, now);
	struct fetch_result **link = &fetch->first;
	fetch->last = NULL;
	while (*link) {
		struct fetch_result *result = *link;
		if (result->tag == tag) {
			*link = result->next;
			fetch_result_free(result);
		} else {
			fetch->last = result;
			link = &result->next;
		}
	}
}

void
fetch_cancel_all(struct fetch *fetch)
{
	int64_t now = time_mono_ms();
	fetch_queue_drop_all(&fetch->polls.queue);
	fetch_queue_drop_all(&fetch->bulk.queue);
	fetch_run_cancel(fetch, 0, true, now);
	for (struct fetch_result *result; (result = fetch->first) != NULL;) {
		fetch->first = result->next;
		fetch_result_free(result);
	}
	fetch->last = NULL;
}

bool
fetch_progress(const struct fetch *fetch, uint64_t tag, struct fetch_progress *out)
{
	for (size_t i = 0; i < fetch->files_len; i++) {
		const struct fetch_job *job = fetch->files[i];
		if (job->tag != tag)
			continue;
		out->size = job->file->sink->size;
		out->total = job->file->total;
		out->validator = job->file->validator;
		return true;
	}
	return false;
}

void
fetch_limit(struct fetch *fetch, uint64_t tag, int64_t body_max)
{
	for (size_t i = 0; i < fetch->files_len; i++) {
		struct fetch_job *job = fetch->files[i];
		if (job->tag != tag)
			continue;
		job->body_max = body_max;
		if (job->transfer)
			job->transfer->body_max = body_max;
	}
}

size_t
fetch_running(const struct fetch *fetch)
{
	return fetch->polls.running;
}

size_t
fetch_yielding(const struct fetch *fetch)
{
	return fetch->yielding;
}

size_t
fetch_window(const struct fetch *fetch)
{
	return fetch->window;
}

size_t
fetch_waiting(const struct fetch *fetch)
{
	return fetch->polls.queue.waiting;
}

/* "OpenSSL/3.0.22" → "OpenSSL 3.0.22". */
void
fetch_version(struct buf *out)
{
	const curl_version_info_data *info = curl_version_info(CURLVERSION_NOW);
	buf_addf(out, "libcurl %s", info->version);
	if (!info->ssl_version)
		return;
	struct span version = span_of(info->ssl_version), name;
	span_split(&version, '/', &name);
	buf_addf(out, ", %.*s", SPAN_FMT(name));
	if (version.p)
		buf_addf(out, " %.*s", SPAN_FMT(version));
	if (fetch_window_tls_is_slow())
		buf_adds(out, _(" (slow: reads all certificates for each connection)"));
}
