#include "config.h"

#include "fetch/transfer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "fetch/address.h"
#include "fetch/message.h"

/* The page that goes with a 404 or a redirect is read this far, so that the connection
 * can be used again, and no further. */
#define THROW_AWAY_MAX (64 * 1024)
/* Bytes a second below which a transfer counts as stalled (case 69). */
#define LOW_SPEED 64L

static bool
wants_body(const struct fetch_transfer *transfer)
{
	return transfer->headers.status / 100 == 2;
}

/* CURLOPT_WRITEFUNCTION. The bytes are decoded ones: the only place where a compression
 * bomb or an endless body can be stopped for certain (cases 66, 67). */
static size_t
on_body(char *bytes, size_t size, size_t n, void *data)
{
	struct fetch_transfer *transfer = data;
	n *= size;
	if (!wants_body(transfer)) {
		transfer->thrown_away += n;
		if (transfer->thrown_away <= THROW_AWAY_MAX)
			return n;
		transfer->stop = STOP_ENOUGH;
		return 0;
	}
	if (buf_add(&transfer->body, bytes, n) == OK)
		return n;
	transfer->stop = STOP_BODY;
	return 0;
}

/* A connection is kept only for a host that we have more to ask of: a feed is polled
 * every few hours, so that an idle connection is of no use to either side. */
static void
decide_reuse(struct fetch_transfer *transfer)
{
	bool keep =
		fetch_transfer_redirects(transfer) || fetch_queue_has_more(transfer->job);
	curl_easy_setopt(transfer->easy, CURLOPT_FORBID_REUSE, keep ? 0L : 1L);
}

/* CURLOPT_HEADERFUNCTION: a line at a time. */
static size_t
on_header(char *bytes, size_t size, size_t n, void *data)
{
	struct fetch_transfer *transfer = data;
	n *= size;
	transfer->header_bytes += n;
	if (transfer->header_bytes > transfer->config->header_max) {
		transfer->stop = STOP_HEADERS;
		return 0;
	}
	bool ended = transfer->headers.ended;
	fetch_headers_add(&transfer->headers, bytes, n);
	if (!ended && transfer->headers.ended && transfer->headers.status >= 200)
		decide_reuse(transfer);
	return n;
}

static long
whole_seconds(int64_t ms)
{
	return (long)((ms + 999) / 1000);
}

/* What holds for every transfer. An option that this libcurl lacks (compression, IDN) is
 * no error: the feature is missing then. */
static void
set_up(struct fetch_transfer *transfer)
{
	const struct fetch_config *config = transfer->config;
	CURL *easy = transfer->easy;
	curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
	curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
	curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
	curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->detail);
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	/* Redirects are followed by us, through the host's queue; these two lists are the
	 * second lock on the door of file: and the rest (case 26). */
	curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(easy, CURLOPT_UNRESTRICTED_AUTH, 0L);
	curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, ""); /* all that it can undo */
	curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
	curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS);
	/* A look-up that hangs must hold up neither the others nor the end (case 70). */
	curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
	curl_easy_setopt(
		easy, CURLOPT_CONNECTTIMEOUT_MS, (long)config->connect_timeout_ms);
	if (config->low_speed_ms > 0) {
		curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, LOW_SPEED);
		curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME,
			whole_seconds(config->low_speed_ms));
	}
	if (config->proxy)
		curl_easy_setopt(easy, CURLOPT_PROXY, config->proxy);
	/* With a directory of certificates set, as some builds have it, each connection
	 * reads the whole store anew: 27 ms instead of 2 (case 71). */
	if (config->ca_file) {
		curl_easy_setopt(easy, CURLOPT_CAINFO, config->ca_file);
		curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
	}
}

struct fetch_transfer *
fetch_transfer_new(const struct fetch_config *config)
{
	CURL *easy = curl_easy_init();
	if (!easy)
		return NULL;
	struct fetch_transfer *transfer = mem_zalloc(sizeof *transfer);
	transfer->easy = easy;
	transfer->config = config;
	fetch_headers_done(&transfer->headers);
	buf_init(&transfer->body, config->body_max);
	set_up(transfer);
	return transfer;
}

void
fetch_transfer_free(struct fetch_transfer *transfer)
{
	if (!transfer)
		return;
	fetch_transfer_end(transfer);
	curl_easy_cleanup(transfer->easy);
	free(transfer);
}

static void
add_line(struct fetch_transfer *transfer, const char *name, const char *value)
{
	if (str_empty(value))
		return;
	struct buf line = BUF_INIT(0);
	buf_addf(&line, "%s: %s", name, value);
	struct curl_slist *longer = curl_slist_append(transfer->lines, buf_str(&line));
	buf_done(&line);
	if (!longer)
		mem_exhausted();
	transfer->lines = longer;
}

void
fetch_transfer_begin(struct fetch_transfer *transfer, struct fetch_job *job, int64_t now)
{
	const struct fetch_config *config = transfer->config;
	transfer->job = job;
	transfer->began_ms = now;
	if (job->hops == 0)
		job->started_ms = now;
	/* Validators belong to the end of a chain of redirects, which we do not know yet:
	 * they go along (case 74). */
	add_line(transfer, "If-None-Match", job->etag);
	add_line(transfer, "If-Modified-Since", job->last_modified);
	int64_t left = config->total_timeout_ms - job->spent_ms;
	curl_easy_setopt(transfer->easy, CURLOPT_URL, job->url);
	/* One connection a host where HTTP/2 is spoken (case 73). Without TLS nothing
	 * tells the version before the first answer, and that may take its time. */
	curl_easy_setopt(transfer->easy, CURLOPT_PIPEWAIT,
		str_starts(job->url, "https:") ? 1L : 0L);
	curl_easy_setopt(transfer->easy, CURLOPT_HTTPHEADER, transfer->lines);
	curl_easy_setopt(transfer->easy, CURLOPT_USERAGENT,
		job->user_agent ? job->user_agent : config->user_agent);
	if (config->total_timeout_ms >
		0) /* runs from now on, not in the queue (case 72) */
		curl_easy_setopt(
			transfer->easy, CURLOPT_TIMEOUT_MS, left > 1 ? (long)left : 1L);
}

void
fetch_transfer_end(struct fetch_transfer *transfer)
{
	curl_easy_setopt(transfer->easy, CURLOPT_HTTPHEADER, NULL);
	curl_slist_free_all(transfer->lines);
	transfer->lines = NULL;
	transfer->job = NULL;
	fetch_headers_done(&transfer->headers);
	buf_done(&transfer->body);
	transfer->header_bytes = transfer->thrown_away = 0;
	transfer->stop = STOP_NOT;
	transfer->detail[0] = '\0';
}

int
fetch_transfer_judge(struct fetch_transfer *transfer, CURLcode code, struct err *err)
{
	const struct fetch_config *config = transfer->config;
	if (code == CURLE_OK || transfer->stop == STOP_ENOUGH)
		return OK;
	if (transfer->stop == STOP_NOT) {
		fetch_message_set(
			err, code, transfer->easy, transfer->job->url, transfer->detail);
		return err->status;
	}
	char *shown = fetch_address_show(transfer->job->url);
	if (transfer->stop == STOP_BODY)
		err_set(err, ERR_LIMIT,
			_("%s: the answer is longer than %zu bytes and was given up"),
			shown, config->body_max);
	else
		err_set(err, ERR_LIMIT,
			_("%s: the answer's header is longer than %zu bytes and was "
			  "given up"),
			shown, config->header_max);
	free(shown);
	return ERR_LIMIT;
}

bool
fetch_transfer_redirects(const struct fetch_transfer *transfer)
{
	switch (transfer->headers.status) {
	case 301:
	case 302:
	case 303:
	case 307:
	case 308:
		return true;
	default:
		return false;
	}
}

static char *
take(char **from)
{
	char *s = *from;
	*from = NULL;
	return s;
}

void
fetch_transfer_take(
	struct fetch_transfer *transfer, struct fetch_result *result, int64_t wall)
{
	struct fetch_headers *headers = &transfer->headers;
	curl_off_t bytes = 0;
	curl_easy_getinfo(transfer->easy, CURLINFO_SIZE_DOWNLOAD_T, &bytes);
	result->bytes = bytes;
	result->http_status = headers->status;
	result->retry_after = fetch_headers_retry_after(headers, wall);
	result->max_age = fetch_headers_max_age(headers, wall);
	result->no_store = headers->no_store;
	result->etag = take(&headers->etag);
	result->last_modified = take(&headers->last_modified);
	result->content_type = take(&headers->content_type);
	result->body = transfer->body;
	buf_init(&transfer->body, transfer->config->body_max);
}
