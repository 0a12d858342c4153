/*
 * A request is a job; it waits in the queue of its host (queue.c) until the window has a
 * place and the host allows it, then runs in a transfer (transfer.c), a recycled easy
 * handle of libcurl. What is over becomes a result, or, on a redirect, the same job under
 * its next address, which waits for its turn at that host. Sockets and timers are kept in
 * loop.c, so that a step costs what has happened, not what is open.
 *
 * Transfers whose server says nothing (a black hole, a resolver that hangs) would fill
 * the window by and by and keep the others waiting: those that have been silent for
 * STUCK_MS lend their place to another, up to as many as the window once more (cases 69,
 * 70).
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
#include "fetch/address.h"
#include "fetch/loop.h"
#include "fetch/message.h"
#include "fetch/own.h"
#include "fetch/private.h"
#include "fetch/queue.h"
#include "fetch/transfer.h"
#include "fetch/window.h"
#include "model/http.h"

#define STUCK_MS 3000
#define STUCK_LOOK_MS 250 /* between two counts of the stuck */
/* Rounds of finishing and starting in one step; more waits for the next. */
#define STEP_ROUNDS 4

struct fetch {
	struct fetch_config config;
	struct fetch_own *all; /* the copy whose strings config.all has */
	char *system_ca;       /* NULL: leave it to libcurl */
	CURLM *multi;
	struct fetch_loop loop;
	struct fetch_queue queue;
	struct fetch_transfer **transfers; /* all there are */
	size_t transfers_len, transfers_cap;
	struct fetch_transfer *free; /* those without a job */
	size_t running, window;
	size_t window_max;                 /* with places lent */
	size_t lent;                       /* places of transfers that are stuck */
	int64_t lent_ms;                   /* when they were counted */
	size_t batch;                      /* started since the window was last empty */
	uint64_t added;                    /* numbers the jobs */
	struct fetch_result *first, *last; /* finished, not yet handed out */
	bool more; /* the last step left something to be done at once */
};

/* The bundle of certificates that libcurl was built to use, if it is there. */
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

static struct fetch_limits
limits_of(const struct fetch_config *config)
{
	return (struct fetch_limits){.host_max = config->host_connections,
		.domain_max = config->domain_connections,
		.gap_ms = config->host_gap_ms};
}

static void
copy_config(struct fetch *fetch, const struct fetch_config *config)
{
	fetch->config = *config;
	fetch->all = fetch_own_dup(&config->all);
	fetch->config.all = *fetch->all;
	size_t wanted = fetch_window_wanted(config, fetch_window_tls_is_slow());
	fetch->window = fetch_window_allowed(wanted);
	fetch->window_max = config->mode == FETCH_ROLLING
				    ? fetch_window_allowed(2 * wanted)
				    : fetch->window;
}

int
fetch_new(struct fetch **out, const struct fetch_config *config, struct err *err)
{
	struct fetch *fetch = mem_zalloc(sizeof *fetch);
	fetch->loop.wake[0] = fetch->loop.wake[1] = -1;
	const struct fetch_limits limits = limits_of(config);
	fetch_queue_init(&fetch->queue, &limits);
	int status;
	if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
		free(fetch);
		return err_set(err, ERR_NETWORK, _("libcurl could not be started"));
	}
	fetch->system_ca = system_ca_file();
	copy_config(fetch, config);
	fetch->multi = curl_multi_init();
	if (fetch->multi) {
		curl_multi_setopt(
			fetch->multi, CURLMOPT_MAXCONNECTS, (long)fetch->window);
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

/* A request that was checked against the passwords and the proxy of before must not go
 * out with others. */
static void
keep_all(struct fetch *fetch)
{
	fetch_queue_keep(&fetch->queue, fetch->all);
	for (size_t i = 0; i < fetch->transfers_len; i++) {
		struct fetch_job *job = fetch->transfers[i]->job;
		if (job && !job->own)
			job->own = fetch_own_dup(fetch->all);
	}
}

void
fetch_configure(struct fetch *fetch, const struct fetch_config *config)
{
	struct fetch_own *before = fetch->all;
	const struct fetch_limits limits = limits_of(config);
	if (!fetch_own_equal(before, &config->all))
		keep_all(fetch);
	copy_config(fetch, config);
	for (size_t i = 0; i < fetch->transfers_len; i++)
		fetch_transfer_configure(fetch->transfers[i]);
	fetch_own_free(before);
	fetch_queue_limit(&fetch->queue, &limits, time_mono_ms());
	curl_multi_setopt(fetch->multi, CURLMOPT_MAXCONNECTS, (long)fetch->window);
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
	curl_multi_cleanup(fetch->multi);
	fetch_loop_done(&fetch->loop);
	fetch_queue_done(&fetch->queue);
	fetch_own_free(fetch->all);
	free(fetch->system_ca);
	free(fetch);
	curl_global_cleanup();
}

static void
hand_out(struct fetch *fetch, struct fetch_result *result)
{
	if (fetch->last)
		fetch->last->next = result;
	else
		fetch->first = result;
	fetch->last = result;
}

static struct fetch_result *
new_result(const struct fetch_job *job, int64_t now)
{
	struct fetch_result *result = mem_zalloc(sizeof *result);
	result->tag = job->tag;
	result->started_ms = job->started_ms ? job->started_ms : now;
	result->ended_ms = now;
	result->retry_after = result->max_age = -1;
	return result;
}

/* Gives job the address that its server named. A name of the local network is known for
 * one only when it was asked: the user's own server may name itself (case 27). */
static int
lead(struct fetch_job *job, const char *location, struct err *err)
{
	char *next;
	int status = fetch_address_redirect(job->url, location, &next, err);
	if (status != OK)
		return status;
	if (!job->local && fetch_private_host(url_split(span_of(next)).host)) {
		status = fetch_address_refuse_private(next, err);
		free(next);
		return status;
	}
	free(job->url);
	job->url = next;
	return OK;
}

/* A document's link is as good as its own address on the same server, else a redirect. */
static int
lead_to_link(struct fetch_job *job, const char *link, struct err *err)
{
	int status = lead(job, link, err);
	char *origin = status == OK ? fetch_address_origin(job->url) : NULL;
	if (status == OK && !str_eq(origin, job->origin))
		job->hops++;
	free(origin);
	return status;
}

/* Some builds of libcurl can't look at one: that is no reason to do without. */
static int
check_staple(const char *url, struct err *err)
{
	if (fetch_transfer_can_staple())
		return OK;
	char *shown = fetch_address_show(url);
	err_set(err, ERR_DENIED,
		_("%s: this libcurl can't do what ocsp-staple asks for; nothing was "
		  "fetched"),
		shown);
	free(shown);
	return ERR_DENIED;
}

void
fetch_add(struct fetch *fetch, const struct fetch_request *request)
{
	int64_t now = time_mono_ms();
	struct fetch_job *job = mem_zalloc(sizeof *job);
	job->tag = request->tag;
	job->order = fetch->added++;
	job->priority = request->priority;
	job->permanent = true;
	struct err err = {OK, ""};
	const struct fetch_own *own = request->own ? request->own : &fetch->config.all;
	int status = fetch_address_prepare(request->url, &job->url, &err);
	if (status == OK)
		status = fetch_address_login(
			job->url, !str_empty(own->login), own->plain_login, &err);
	if (status == OK && own->ocsp_staple)
		status = check_staple(job->url, &err);
	if (status == OK) {
		job->origin = fetch_address_origin(job->url);
		job->local = fetch_private_host(url_split(span_of(job->url)).host);
		if (request->link)
			status = lead_to_link(job, request->link, &err);
	}
	if (status != OK) {
		struct fetch_result *result = new_result(job, now);
		result->status = err.status;
		result->err = err;
		result->trouble = TROUBLE_LIMIT;
		hand_out(fetch, result);
		fetch_job_free(job);
		return;
	}
	job->etag = mem_strdup(request->etag);
	job->last_modified = mem_strdup(request->last_modified);
	job->own = fetch_own_dup(request->own);
	fetch_queue_add(&fetch->queue, job, now);
}

/* A transfer without a job, at most as many as the window; NULL without memory for it. */
static struct fetch_transfer *
idle_transfer(struct fetch *fetch)
{
	struct fetch_transfer *transfer = fetch->free;
	if (transfer) {
		fetch->free = transfer->next;
		return transfer;
	}
	transfer = fetch_transfer_new(&fetch->config, fetch->system_ca);
	if (!transfer)
		mem_exhausted();
	*VEC_PUSH(fetch->transfers, fetch->transfers_len, fetch->transfers_cap) =
		transfer;
	return transfer;
}

static void
count_stuck(struct fetch *fetch, int64_t now)
{
	if (fetch->window_max == fetch->window || now - fetch->lent_ms < STUCK_LOOK_MS)
		return;
	fetch->lent = 0;
	fetch->lent_ms = now;
	if (fetch->running < fetch->window)
		return;
	for (size_t i = 0; i < fetch->transfers_len; i++) {
		const struct fetch_transfer *transfer = fetch->transfers[i];
		fetch->lent += transfer->job && transfer->header_bytes == 0 &&
			       now - transfer->began_ms >= STUCK_MS;
	}
}

/* How many more may start. */
static size_t
room(const struct fetch *fetch)
{
	size_t window = fetch->window + fetch->lent;
	if (window > fetch->window_max)
		window = fetch->window_max;
	if (fetch->config.mode == FETCH_BATCH && fetch->running > 0)
		return window > fetch->batch ? window - fetch->batch : 0;
	return window > fetch->running ? window - fetch->running : 0;
}

/* Takes the transfer out of the window; its job stays with the caller, at no host. */
static struct fetch_job *
release(struct fetch *fetch, struct fetch_transfer *transfer, int64_t now)
{
	struct fetch_job *job = transfer->job;
	curl_multi_remove_handle(fetch->multi, transfer->easy);
	fetch_queue_release(&fetch->queue, job, now);
	fetch_transfer_end(transfer);
	transfer->next = fetch->free;
	fetch->free = transfer;
	fetch->running--;
	return job;
}

static int
refuse_circle(const struct fetch *fetch, const struct fetch_job *job, struct err *err)
{
	char *shown = fetch_address_show(job->url);
	err_set(err, ERR_LIMIT,
		_("%s: the server redirects in a circle or more than %d times"), shown,
		fetch->config.redirects_max);
	free(shown);
	return ERR_LIMIT;
}

/* Gives job its next address. */
static int
follow(struct fetch *fetch, struct fetch_transfer *transfer, struct err *err)
{
	struct fetch_job *job = transfer->job;
	if (job->hops >= fetch->config.redirects_max)
		return refuse_circle(fetch, job, err);
	char *before = mem_strdup(job->url);
	int status = lead(job, transfer->headers.location, err);
	/* To itself: without cookies it would go on so for ever. */
	if (status == OK && str_eq(before, job->url))
		status = refuse_circle(fetch, job, err);
	free(before);
	if (status != OK)
		return status;
	long code = transfer->headers.status;
	job->permanent = job->permanent && (code == 301 || code == 308);
	job->hops++;
	return OK;
}

/* A connection that a server closed while it was idle, or as it went away (HTTP/2's
 * GOAWAY), says nothing of the feed: asked once more, at once (case 94). */
static bool
try_again(
	struct fetch *fetch, struct fetch_transfer *transfer, CURLcode code, int64_t now)
{
	struct fetch_job *job = transfer->job;
	if (job->retried || !fetch_transfer_broke(transfer, code))
		return false;
	job->retried = true;
	release(fetch, transfer, now);
	fetch_queue_add(&fetch->queue, job, now);
	return true;
}

/* The caller is to see a refusal, and pause the host, before more is asked of it: nothing
 * starts there in this step (case 73). */
static void
hold_host(struct fetch *fetch, const struct fetch_transfer *transfer, int64_t now)
{
	long code = transfer->headers.status;
	if (code == 429 || code == 503)
		fetch_queue_pause(&fetch->queue,
			url_split(span_of(transfer->job->url)).host, now + 1, now);
}

static void
finish(struct fetch *fetch, struct fetch_transfer *transfer, CURLcode code, int64_t now)
{
	struct fetch_job *job = transfer->job;
	struct err err = {OK, ""};
	job->spent_ms += now - transfer->began_ms;
	int status = fetch_transfer_judge(transfer, code, &err);
	int trouble = status == ERR_LIMIT ? TROUBLE_LIMIT : fetch_message_trouble(code);
	if (status != OK && try_again(fetch, transfer, code, now))
		return;
	fetch_transfer_locate(transfer);
	if (status == OK && fetch_transfer_wants_digest(transfer)) {
		job->digest = true;
		release(fetch, transfer, now);
		fetch_queue_add(&fetch->queue, job, now);
		return;
	}
	if (status == OK)
		fetch_queue_answered(
			&fetch->queue, job, transfer->headers.status == 429, now);
	if (status == OK && fetch_transfer_redirects(transfer)) {
		status = follow(fetch, transfer, &err);
		if (status == OK) {
			release(fetch, transfer, now);
			fetch_queue_add(&fetch->queue, job, now);
			return;
		}
		trouble = TROUBLE_LIMIT;
	}
	struct fetch_result *result = new_result(job, now);
	result->status = status;
	result->err = err;
	result->trouble = status == OK ? TROUBLE_NONE : trouble;
	result->unheard = status != OK && fetch_message_unheard(code, transfer->easy);
	result->url = fetch_address_public(job->url);
	result->http_status = transfer->headers.status;
	if (status == OK) {
		hold_host(fetch, transfer, now);
		fetch_transfer_take(transfer, result, time_wall());
		if (job->hops > 0 && job->permanent)
			result->moved_to = mem_strdup(job->url);
	}
	release(fetch, transfer, now);
	fetch_job_free(job);
	hand_out(fetch, result);
}

static void
finish_jobs(struct fetch *fetch, int64_t now)
{
	int left;
	for (CURLMsg *message;
		(message = curl_multi_info_read(fetch->multi, &left)) != NULL;) {
		if (message->msg != CURLMSG_DONE)
			continue;
		CURLcode code = message->data.result;
		void *transfer = NULL;
		curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
		finish(fetch, transfer, code, now);
	}
}

/* Fills the window. True when anything was started. */
static bool
start_jobs(struct fetch *fetch, int64_t now)
{
	bool started = false;
	count_stuck(fetch, now);
	while (room(fetch) > 0) {
		struct fetch_job *job = fetch_queue_take(&fetch->queue, now);
		if (!job)
			break;
		struct fetch_transfer *transfer = idle_transfer(fetch);
		fetch_transfer_begin(transfer, job, now);
		fetch->batch = fetch->running == 0 ? 1 : fetch->batch + 1;
		fetch->running++;
		started = true;
		/* Otherwise nobody would ever tell of its end. */
		if (curl_multi_add_handle(fetch->multi, transfer->easy) != CURLM_OK)
			finish(fetch, transfer, CURLE_FAILED_INIT, now);
	}
	return started;
}

struct fetch_result *
fetch_step(struct fetch *fetch)
{
	fetch_loop_dispatch(&fetch->loop);
	fetch_loop_timers(&fetch->loop);
	int64_t now = time_mono_ms();
	fetch->more = true;
	for (int i = 0; i < STEP_ROUNDS && fetch->more; i++) {
		finish_jobs(fetch, now);
		fetch->more = start_jobs(fetch, now);
		if (fetch->more)
			fetch_loop_timers(&fetch->loop); /* connects at once */
	}
	struct fetch_result *results = fetch->first;
	fetch->first = fetch->last = NULL;
	return results;
}

void
fetch_wait(struct fetch *fetch, int64_t timeout_ms, int extra_fd)
{
	int64_t now = time_mono_ms(), until = INT64_MAX;
	if (timeout_ms >= 0)
		until = timeout_ms < INT64_MAX - now ? now + timeout_ms : INT64_MAX;
	if (room(fetch) > 0) {
		int64_t due = fetch_queue_due(&fetch->queue);
		if (due < until)
			until = due;
		if (fetch->queue.ready.len > 0)
			until = now;
	} else if (fetch->queue.waiting > 0 && fetch->window_max > fetch->window) {
		int64_t look = now + STUCK_LOOK_MS;
		until = look < until ? look : until;
	}
	if (fetch->first || fetch->more)
		until = now;
	fetch_loop_wait(&fetch->loop, until, extra_fd);
}

void
fetch_watch(struct fetch *fetch, int fd)
{
	fetch_loop_watch(&fetch->loop, fd);
}

void
fetch_wake(struct fetch *fetch)
{
	fetch_loop_wake(&fetch->loop);
}

void
fetch_raise(struct fetch *fetch, uint64_t tag, int priority)
{
	fetch_queue_raise(&fetch->queue, tag, priority, time_mono_ms());
}

static void
cancel_running(struct fetch *fetch, struct fetch_transfer *transfer, int64_t now)
{
	fetch_job_free(release(fetch, transfer, now));
}

void
fetch_cancel(struct fetch *fetch, uint64_t tag)
{
	int64_t now = time_mono_ms();
	fetch_queue_drop(&fetch->queue, tag, now);
	for (size_t i = 0; i < fetch->transfers_len; i++) {
		struct fetch_transfer *transfer = fetch->transfers[i];
		if (transfer->job && transfer->job->tag == tag)
			cancel_running(fetch, transfer, now);
	}
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
	fetch_queue_drop_all(&fetch->queue);
	for (size_t i = 0; i < fetch->transfers_len; i++)
		if (fetch->transfers[i]->job)
			cancel_running(fetch, fetch->transfers[i], now);
	for (struct fetch_result *result; (result = fetch->first) != NULL;) {
		fetch->first = result->next;
		fetch_result_free(result);
	}
	fetch->last = NULL;
}

size_t
fetch_running(const struct fetch *fetch)
{
	return fetch->running;
}

size_t
fetch_window(const struct fetch *fetch)
{
	return fetch->window;
}

size_t
fetch_waiting(const struct fetch *fetch)
{
	return fetch->queue.waiting;
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
