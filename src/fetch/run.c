/*
 * A job that writes a file has a sink (sink.c). When its turn comes the file is opened
 * first, then the transfer starts; it pauses while the disk is behind. When the transfer
 * is over, its place is free for the next, and once the last byte is on the disk there is
 * a result. fetch->files lists the jobs that are in one of these three stages.
 *
 * Transfers whose server says nothing (a black hole, a resolver that hangs) would fill
 * the window bit by bit and keep the others waiting. Those that have been silent for
 * STUCK_MS lend their place to another one, up to as many as the window has (cases 69,
 * 70).
 */
#include "config.h"

#include "fetch/run.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/vec.h"
#include "fetch/address.h"
#include "fetch/error_message.h"
#include "fetch/fetch_job.h"
#include "fetch/receive.h"
#include "fetch/send.h"
#include "fetch/sink.h"
#include "fetch/transfer.h"
#include "fetch/yield.h"
#include "model/http.h"

#define STUCK_MS 3000
#define RETRY_MS ((int64_t)1000) /* before the first repetition */

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
new_result(uint64_t tag, int64_t started, int64_t now)
{
	struct fetch_result *result = mem_zalloc(sizeof *result);
	result->tag = tag;
	result->started_ms = started ? started : now;
	result->ended_ms = now;
	result->retry_after = result->max_age = result->total = -1;
	return result;
}

static struct fetch_result *
new_failure(uint64_t tag, int trouble, const struct err *err, int64_t now)
{
	struct fetch_result *result = new_result(tag, 0, now);
	result->status = err->status;
	result->err = *err;
	result->trouble = trouble;
	return result;
}

void
fetch_run_fail(struct fetch *fetch, uint64_t tag, int trouble, const struct err *err,
	int64_t now)
{
	hand_out(fetch, new_failure(tag, trouble, err, now));
}

static struct fetch_class *
class_of(struct fetch *fetch, const struct fetch_job *job)
{
	return job->bulk ? &fetch->bulk : &fetch->polls;
}

void
fetch_run_enqueue(struct fetch *fetch, struct fetch_job *job, int64_t now)
{
	fetch_queue_add(&class_of(fetch, job)->queue, job, now);
}

/* A transfer without a job, at most as many as there are places. */
static struct fetch_transfer *
idle_transfer(struct fetch *fetch)
{
	struct fetch_transfer *transfer = fetch->free;
	if (transfer) {
		fetch->free = transfer->next;
		return transfer;
	}
	transfer = fetch_transfer_new(&fetch->config, fetch->system_ca, &fetch->budget);
	if (!transfer)
		mem_exhausted();
	*VEC_PUSH(fetch->transfers, fetch->transfers_len, fetch->transfers_cap) =
		transfer;
	return transfer;
}

static void
count_stuck(struct fetch *fetch, int64_t now)
{
	if (fetch->window_max == fetch->window ||
		now - fetch->lent_ms < FETCH_STUCK_CHECK_MS)
		return;
	fetch->lent = 0;
	fetch->lent_ms = now;
	if (fetch->polls.running < fetch->window)
		return;
	for (size_t i = 0; i < fetch->transfers_len; i++) {
		const struct fetch_transfer *transfer = fetch->transfers[i];
		fetch->lent += transfer->job && !transfer->job->bulk &&
			       transfer->header_bytes == 0 &&
			       now - transfer->began_ms >= STUCK_MS;
	}
}

size_t
fetch_run_free_places(const struct fetch *fetch)
{
	size_t window = fetch->window + fetch->lent;
	if (window > fetch->window_max)
		window = fetch->window_max;
	size_t running = fetch->polls.running;
	if (fetch->config.mode == FETCH_BATCH && running > 0)
		return window > fetch->batch ? window - fetch->batch : 0;
	return window > running ? window - running : 0;
}

/* ---- the end of a transfer */

/* Frees the job's place for another one. */
static void
leave(struct fetch *fetch, struct fetch_job *job, int64_t now)
{
	struct fetch_class *class = class_of(fetch, job);
	fetch_queue_release(&class->queue, job, now);
	class->running--;
}

/* Separates the transfer from its job, and frees their place. */
static struct fetch_job *
release(struct fetch *fetch, struct fetch_transfer *transfer, int64_t now)
{
	struct fetch_job *job = transfer->job;
	curl_multi_remove_handle(fetch->multi, transfer->easy);
	leave(fetch, job, now);
	fetch_yield_end(transfer);
	fetch_transfer_end(transfer);
	transfer->next = fetch->free;
	fetch->free = transfer;
	return job;
}

static void
forget_file(struct fetch *fetch, const struct fetch_job *job)
{
	for (size_t i = 0; i < fetch->files_len; i++)
		if (fetch->files[i] == job)
			fetch->files[i--] = fetch->files[--fetch->files_len];
}

/* Puts the job back into its queue. */
static void
repeat(struct fetch *fetch, struct fetch_transfer *transfer, int64_t now)
{
	struct fetch_job *job = release(fetch, transfer, now);
	forget_file(fetch, job);
	fetch_run_enqueue(fetch, job, now);
}

/* A server may close an idle connection or go away (HTTP/2's GOAWAY). That is not a
 * failure of the feed, so try once more at once (case 94). */
static bool
try_again(
	struct fetch *fetch, struct fetch_transfer *transfer, CURLcode code, int64_t now)
{
	struct fetch_job *job = transfer->job;
	if (job->retried || !fetch_transfer_broke(transfer, code))
		return false;
	job->retried = true;
	repeat(fetch, transfer, now);
	return true;
}

/* If the settings say so, repeats a request that got no answer, since its server or the
 * network may have been busy for a moment. */
static bool
try_later(struct fetch *fetch, struct fetch_transfer *transfer, int trouble, int64_t now)
{
	struct fetch_job *job = transfer->job;
	if (job->retries >= transfer->own->retries || transfer->headers.status ||
		transfer->stop != STOP_NOT || !fetch_job_is_idempotent(job) ||
		(trouble != TROUBLE_NAME && trouble != TROUBLE_CONNECT &&
			trouble != TROUBLE_TIMEOUT && trouble != TROUBLE_BROKEN))
		return false;
	fetch_queue_pause(&class_of(fetch, job)->queue, fetch_address_server(job->url),
		now + (RETRY_MS << job->retries), now);
	job->retries++;
	job->spent_ms = 0;
	repeat(fetch, transfer, now);
	return true;
}

/* Asks for all of a file, since the rest alone is not available. */
static bool
start_over(struct fetch *fetch, struct fetch_transfer *transfer, int64_t now)
{
	struct fetch_job_file *file = transfer->job->file;
	if (!file || !file->ranged ||
		(transfer->stop != STOP_RANGE && transfer->headers.status != 416))
		return false;
	file->afresh = file->restarted = true;
	repeat(fetch, transfer, now);
	return true;
}

static void
keep_cookies(struct fetch_transfer *transfer)
{
	struct fetch_job *job = transfer->job;
	char *cookies = fetch_send_cookies(transfer);
	job->baked = !str_eq(cookies, job->cookies);
	free(job->cookies);
	job->cookies = cookies;
}

/* Follows a redirect, or a request for other credentials. False: the answer is neither,
 * or err says why it was refused. */
static bool
go_on(struct fetch *fetch, struct fetch_transfer *transfer, int64_t now, struct err *err)
{
	struct fetch_job *job = transfer->job;
	const struct fetch_headers *headers = &transfer->headers;
	if (fetch_transfer_wants_digest(transfer)) {
		job->digest = true;
	} else {
		fetch_queue_answered(
			&class_of(fetch, job)->queue, job, headers->status == 429, now);
		if (job->no_redirects || !fetch_transfer_redirects(transfer))
			return false;
		keep_cookies(transfer);
		if (fetch_job_follow(job, headers->status, headers->location,
			    fetch->config.redirects_max, err) != OK)
			return false;
	}
	repeat(fetch, transfer, now);
	return true;
}

/* Pauses a host that refused, so that nothing starts there in this step: the caller sees
 * the refusal first, and decides (case 73). */
static void
hold_host(struct fetch *fetch, const struct fetch_transfer *transfer, int64_t now)
{
	long code = transfer->headers.status;
	struct span host = fetch_address_server(transfer->job->url);
	if (code != 429 && code != 503)
		return;
	fetch_queue_pause(&fetch->polls.queue, host, now + 1, now);
	fetch_queue_pause(&fetch->bulk.queue, host, now + 1, now);
}

static struct fetch_result *
make_result(struct fetch *fetch, struct fetch_transfer *transfer, CURLcode code,
	const struct err *err, int64_t now)
{
	struct fetch_job *job = transfer->job;
	struct fetch_result *result = new_result(job->tag, job->started_ms, now);
	result->status = err->status;
	result->err = *err;
	result->url = fetch_address_public(job->url);
	if (job->via)
		result->via = mem_strdup(job->via);
	result->http_status = transfer->headers.status;
	result->local = job->local;
	if (err->status != OK) {
		result->unheard = fetch_message_unheard(code, transfer->easy);
		result->total = transfer->total;
		return result;
	}
	hold_host(fetch, transfer, now);
	fetch_transfer_take(transfer, result, time_wall());
	if (job->hops > 0 && job->permanent)
		result->moved_to = mem_strdup(job->url);
	return result;
}

static void
finish(struct fetch *fetch, struct fetch_transfer *transfer, CURLcode code, int64_t now)
{
	struct fetch_job *job = transfer->job;
	struct err err = {OK, ""};
	job->spent_ms += now - transfer->began_ms;
	int status = fetch_transfer_judge(transfer, code, &err);
	int trouble = fetch_transfer_trouble(transfer, code, status);
	if (status != OK && (try_again(fetch, transfer, code, now) ||
				    try_later(fetch, transfer, trouble, now)))
		return;
	fetch_transfer_locate(transfer);
	if (start_over(fetch, transfer, now))
		return;
	if (status == OK && go_on(fetch, transfer, now, &err))
		return;
	if (status == OK && err.status != OK)
		trouble = TROUBLE_LIMIT; /* a redirect that is not followed */
	struct fetch_result *result = make_result(fetch, transfer, code, &err, now);
	result->trouble = trouble;
	bool whole = err.status == OK && fetch_receive_is_file(transfer);
	release(fetch, transfer, now);
	if (job->file) {
		job->file->result = result;
		fetch_sink_end(job->file->sink, whole);
		return;
	}
	fetch_job_free(job);
	hand_out(fetch, result);
}

void
fetch_run_finish(struct fetch *fetch, int64_t now)
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

/* ---- the start of a transfer, and files */

static void
begin(struct fetch *fetch, struct fetch_job *job, int64_t now)
{
	struct fetch_transfer *transfer = idle_transfer(fetch);
	fetch_transfer_begin(transfer, job, now);
	/* A handle that is not in the multi handle would never be reported as done. */
	if (curl_multi_add_handle(fetch->multi, transfer->easy) != CURLM_OK)
		finish(fetch, transfer, CURLE_FAILED_INIT, now);
}

/* False: none may start. */
static bool
start_next(struct fetch *fetch, struct fetch_class *class, int64_t now)
{
	struct fetch_job *job = fetch_queue_take(&class->queue, now);
	if (!job)
		return false;
	if (class == &fetch->polls)
		fetch->batch = class->running == 0 ? 1 : fetch->batch + 1;
	class->running++;
	if (job->file)
		*VEC_PUSH(fetch->files, fetch->files_len, fetch->files_cap) = job;
	if (job->file && !job->file->sink->open)
		fetch_sink_open(job->file->sink);
	else
		begin(fetch, job, now);
	return true;
}

bool
fetch_run_start(struct fetch *fetch, int64_t now)
{
	bool started = false;
	count_stuck(fetch, now);
	while (fetch_run_free_places(fetch) > 0 && start_next(fetch, &fetch->polls, now))
		started = true;
	while (fetch->bulk.running < fetch->bulk_max &&
		start_next(fetch, &fetch->bulk, now))
		started = true;
	return started;
}

/* Completes the result of a job that wrote a file, and frees the job. */
static void
hand_out_file(struct fetch *fetch, struct fetch_job *job, struct fetch_result *result)
{
	struct fetch_job_file *file = job->file;
	struct fetch_sink *sink = file->sink;
	if (sink->status != OK) {
		result->status = sink->status;
		result->err = sink->err;
		result->trouble = TROUBLE_LOCAL;
	}
	result->size = sink->size;
	result->complete = sink->whole;
	result->restarted = file->restarted;
	result->refused = file->refused;
	fetch_receive_take_next(file);
	result->validator = file->validator;
	/* Of what is there, whatever was to replace it. */
	if (result->total < 0 || file->replaced)
		result->total = file->total;
	file->validator = NULL;
	file->result = NULL;
	forget_file(fetch, job);
	fetch_job_free(job);
	hand_out(fetch, result);
}

/* Moves a job on to its next stage, now that its sink is idle. */
static void
take_turn(struct fetch *fetch, struct fetch_job *job, int64_t now)
{
	struct fetch_job_file *file = job->file;
	const struct fetch_sink *sink = file->sink;
	if (file->result && sink->status == ERR_DAMAGED && file->ranged) {
		/* The beginning and the end are of different versions. */
		fetch_result_free(file->result);
		file->result = NULL;
		file->afresh = file->restarted = true;
		forget_file(fetch, job);
		fetch_run_enqueue(fetch, job, now);
	} else if (file->result) {
		hand_out_file(fetch, job, file->result);
	} else if (sink->status == OK) {
		begin(fetch, job, now);
	} else {
		leave(fetch, job, now);
		hand_out_file(fetch, job,
			new_failure(job->tag, TROUBLE_LOCAL, &sink->err, now));
	}
}

/* Delivers the bytes held back. If we refuse them, only the return value says so: the
 * multi handle does not report it. */
static void
unpause(struct fetch *fetch, struct fetch_transfer *transfer, int64_t now)
{
	CURLcode code = curl_easy_pause(transfer->easy, CURLPAUSE_CONT);
	if (code != CURLE_OK)
		finish(fetch, transfer, code, now);
}

void
fetch_run_waiting(struct fetch *fetch, int64_t now)
{
	if (!fetch_budget_free(&fetch->budget))
		return;
	fetch_budget_retry(&fetch->budget);
	for (size_t i = 0; i < fetch->transfers_len; i++) {
		struct fetch_transfer *transfer = fetch->transfers[i];
		if (!transfer->waits)
			continue;
		transfer->waits = false;
		fetch->budget.waiting--;
		unpause(fetch, transfer, now);
	}
}

/* Hands the bytes of a running transfer on, and lets it continue if it was paused. */
static void
move_on(struct fetch *fetch, struct fetch_transfer *transfer, int64_t now)
{
	struct fetch_sink *sink = transfer->job->file->sink;
	if (fetch_sink_idle(sink)) /* else more comes before the writer can take it */
		fetch_sink_flush(sink);
	if (!transfer->paused || !fetch_sink_ready(sink))
		return;
	transfer->paused = false;
	unpause(fetch, transfer, now);
}

void
fetch_run_files(struct fetch *fetch, int64_t now)
{
	if (fetch->writer)
		fetch_writer_take(fetch->writer);
	for (size_t i = 0; i < fetch->files_len;) {
		struct fetch_job *job = fetch->files[i];
		if (job->transfer)
			move_on(fetch, job->transfer, now);
		else if (fetch_sink_idle(job->file->sink))
			take_turn(fetch, job, now);
		i += i < fetch->files_len && fetch->files[i] == job;
	}
}

static void
cancel_running(struct fetch *fetch, struct fetch_transfer *transfer, int64_t now)
{
	struct fetch_job *job = release(fetch, transfer, now);
	forget_file(fetch, job);
	fetch_job_free(job);
}

/* A job whose file is being opened or finished. */
static void
cancel_file(struct fetch *fetch, struct fetch_job *job, int64_t now)
{
	if (!job->file->result)
		leave(fetch, job, now);
	forget_file(fetch, job);
	fetch_job_free(job);
}

void
fetch_run_cancel(struct fetch *fetch, uint64_t tag, bool all, int64_t now)
{
	for (size_t i = 0; i < fetch->transfers_len; i++) {
		struct fetch_transfer *transfer = fetch->transfers[i];
		if (transfer->job && (all || transfer->job->tag == tag))
			cancel_running(fetch, transfer, now);
	}
	for (size_t i = 0; i < fetch->files_len; i++)
		if (all || fetch->files[i]->tag == tag)
			cancel_file(fetch, fetch->files[i--], now);
}
