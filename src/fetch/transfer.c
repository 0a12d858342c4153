#include "config.h"

#include "fetch/transfer.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/mem.h"
#include "base/str.h"
#include "fetch/address.h"
#include "fetch/error_message.h"
#include "fetch/private.h"
#include "fetch/proxy.h"
#include "fetch/receive.h"
#include "fetch/request_queue.h"
#include "fetch/send.h"
#include "fetch/sink.h"
#include "model/http.h"

/* Bytes a second below which a transfer counts as stalled (case 69). */
#define LOW_SPEED 100L
#define FILE_PIECE (64L * 1024) /* bytes that are read at once, at most */

/* CURLOPT_WRITEFUNCTION */
static size_t
on_body(char *bytes, size_t size, size_t n, void *data)
{
	return fetch_receive(data, bytes, size * n);
}

/* Whether to keep the connection: only if there are more requests for the host, as those
 * of an account are, one after the other. A feed is polled every few hours, so that an
 * idle connection is of no use to either side. */
static void
decide_reuse(struct fetch_transfer *transfer)
{
	bool keep = transfer->job->api || fetch_transfer_redirects(transfer) ||
		    fetch_queue_has_more(transfer->job);
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

/* ---- addresses that are looked up (case 27) */

/* Whether a server redirected us here from an address of the user's that was public.
 * Behind a proxy, the address of the connection is not that of the host. */
static bool
led_here(const struct fetch_transfer *transfer)
{
	const struct fetch_job *job = transfer->job;
	return job && (job->hops > 0 || job->confined) && !job->local &&
	       !fetch_proxy_of(transfer->own->proxy, job->url);
}

/* CURLOPT_OPENSOCKETFUNCTION: before a connection is made. */
static curl_socket_t
on_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address)
{
	struct fetch_transfer *transfer = data;
	(void)purpose;
	if (led_here(transfer) && fetch_private_address(&address->addr)) {
		transfer->stop = STOP_PRIVATE;
		return CURL_SOCKET_BAD;
	}
	int fd = socket(address->family, address->socktype, address->protocol);
	if (fd >= 0)
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	return fd >= 0 ? fd : CURL_SOCKET_BAD;
}

/* CURLOPT_PREREQFUNCTION: before the request is sent, on a connection that another feed
 * may have opened. */
static int
on_request(void *data, char *ip, char *own_ip, int port, int own_port)
{
	struct fetch_transfer *transfer = data;
	(void)own_ip;
	(void)port;
	(void)own_port;
	if (!led_here(transfer) || !fetch_private_text(ip))
		return CURL_PREREQFUNC_OK;
	transfer->stop = STOP_PRIVATE;
	return CURL_PREREQFUNC_ABORT;
}

void
fetch_transfer_locate(struct fetch_transfer *transfer)
{
	char *ip = NULL;
	const struct fetch_job *job = transfer->job;
	if (job->hops > 0 || job->confined ||
		fetch_proxy_of(transfer->own->proxy, job->url))
		return; /* the proxy's address is not that of the host */
	curl_easy_getinfo(transfer->easy, CURLINFO_PRIMARY_IP, &ip);
	if (ip && fetch_private_text(ip))
		transfer->job->local = true;
}

/* ---- set-up */

static long
whole_seconds(int64_t ms)
{
	return (long)((ms + 999) / 1000);
}

static void
set_time_limits(struct fetch_transfer *transfer)
{
	const struct fetch_config *config = transfer->config;
	CURL *easy = transfer->easy;
	bool slow = config->low_speed_ms > 0;
	curl_easy_setopt(
		easy, CURLOPT_CONNECTTIMEOUT_MS, (long)config->connect_timeout_ms);
	curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, slow ? LOW_SPEED : 0L);
	curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME,
		slow ? whole_seconds(config->low_speed_ms) : 0L);
}

/* Sets what is the same for all transfers. If this libcurl does not have an option (IDN),
 * that is not an error; the feature is missing. */
static void
set_up(struct fetch_transfer *transfer)
{
	CURL *easy = transfer->easy;
	curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
	curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
	curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
	curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->detail);
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	/* Redirects are followed by us, through the host's queue; these two lists only
	 * make doubly sure that file: and the like are refused (case 26). */
	curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(easy, CURLOPT_UNRESTRICTED_AUTH, 0L);
	curl_easy_setopt(easy, CURLOPT_COOKIEFILE, ""); /* no file, keeps cookies */
	curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, FETCH_ENCODING);
	curl_easy_setopt(easy, CURLOPT_HTTP_CONTENT_DECODING, 0L);
	curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
	curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS);
	curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	/* A hanging look-up must block neither other transfers nor the end (case 70). */
	curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
	set_time_limits(transfer);
	curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, on_socket);
	curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, transfer);
	/* fetch_proxy_of has already checked no_proxy. */
	curl_easy_setopt(easy, CURLOPT_NOPROXY, "");
	curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, on_request);
	curl_easy_setopt(easy, CURLOPT_PREREQDATA, transfer);
}

/* Sets what may differ from feed to feed. */
static void
set_up_own(struct fetch_transfer *transfer, const struct fetch_own *own)
{
	CURL *easy = transfer->easy;
	const char *ca = str_empty(own->ca_file) ? transfer->system_ca : own->ca_file;
	/* Resetting everything is the only way back to libcurl's own certificates. */
	if (!ca && transfer->had_ca) {
		curl_easy_setopt(easy, CURLOPT_COOKIEFILE, NULL); /* reset leaks it */
		curl_easy_reset(easy);
		set_up(transfer);
	}
	transfer->had_ca = ca != NULL;
	transfer->own = own;
	curl_easy_setopt(easy, CURLOPT_USERAGENT, own->user_agent);
	curl_easy_setopt(easy, CURLOPT_SSL_VERIFYSTATUS, own->ocsp_staple ? 1L : 0L);
	curl_easy_setopt(
		easy, CURLOPT_MAX_RECV_SPEED_LARGE, (curl_off_t)own->speed_limit);
	/* With a directory of certificates set, as some builds have it, each connection
	 * reads the whole store again: 27 ms instead of 2 (case 71). */
	if (ca) {
		curl_easy_setopt(easy, CURLOPT_CAINFO, ca);
		curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
		curl_easy_setopt(easy, CURLOPT_PROXY_CAINFO, ca);
		curl_easy_setopt(easy, CURLOPT_PROXY_CAPATH, NULL);
	}
}

struct fetch_transfer *
fetch_transfer_new(const struct fetch_config *config, const char *system_ca,
	struct fetch_budget *budget)
{
	CURL *easy = curl_easy_init();
	if (!easy)
		return NULL;
	struct fetch_transfer *transfer = mem_zalloc(sizeof *transfer);
	transfer->easy = easy;
	transfer->config = config;
	transfer->system_ca = system_ca;
	transfer->budget = budget;
	fetch_headers_done(&transfer->headers);
	buf_init(&transfer->body, config->body_max);
	set_up(transfer);
	set_up_own(transfer, &config->all);
	return transfer;
}

void
fetch_transfer_configure(struct fetch_transfer *transfer)
{
	const struct fetch_job *job = transfer->job;
	transfer->body.max = transfer->config->body_max;
	set_time_limits(transfer);
	if (!job)
		transfer->own = NULL; /* the next request sets it up */
	else if (job->own)
		transfer->own = job->own;
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
set_limits(struct fetch_transfer *transfer, const struct fetch_job *job)
{
	const struct fetch_config *config = transfer->config;
	int64_t left = config->total_timeout_ms - job->spent_ms;
	if (config->total_timeout_ms <= 0 || job->bulk)
		left = 0;
	else if (left < 1)
		left = 1;
	/* The time-out starts now, not in the queue (case 72). */
	curl_easy_setopt(transfer->easy, CURLOPT_TIMEOUT_MS, (long)left);
	transfer->body_max =
		job->body_max > 0 ? job->body_max : (int64_t)config->body_max;
	transfer->body.max = transfer->body_max < (int64_t)(SIZE_MAX / 2)
				     ? (size_t)transfer->body_max
				     : SIZE_MAX / 2;
	transfer->first = 0;
	transfer->total = -1;
	/* What goes to a file may be large, so fewer and larger pieces of it are read. */
	curl_easy_setopt(transfer->easy, CURLOPT_BUFFERSIZE,
		job->file ? FILE_PIECE : (long)CURL_MAX_WRITE_SIZE);
}

void
fetch_transfer_begin(struct fetch_transfer *transfer, struct fetch_job *job, int64_t now)
{
	const struct fetch_config *config = transfer->config;
	transfer->job = job;
	transfer->began_ms = now;
	const struct fetch_own *own = job->own ? job->own : &config->all;
	if (transfer->own != own)
		set_up_own(transfer, own);
	if (job->hops == 0)
		job->started_ms = now;
	job->transfer = transfer;
	transfer->headers.keep = job->keep;
	set_limits(transfer, job);
	fetch_send_set(transfer);
	const char *proxy = fetch_proxy_of(own->proxy, job->url);
	curl_easy_setopt(transfer->easy, CURLOPT_PROXY, proxy ? proxy : "");
	curl_easy_setopt(transfer->easy, CURLOPT_URL, job->url);
	/* One connection a host where HTTP/2 is spoken (case 73). Without TLS, the
	 * version is unknown until the first answer, which may take a while. */
	curl_easy_setopt(transfer->easy, CURLOPT_PIPEWAIT,
		str_starts(job->url, "https:") ? 1L : 0L);
	/* libcurl itself repeats what breaks on a connection that was used before. */
	curl_easy_setopt(transfer->easy, CURLOPT_FRESH_CONNECT,
		job->retried || job->once || !(job->api || fetch_job_is_idempotent(job))
			? 1L
			: 0L);
}

void
fetch_transfer_end(struct fetch_transfer *transfer)
{
	fetch_send_unset(transfer);
	if (transfer->job)
		transfer->job->transfer = NULL;
	transfer->job = NULL;
	transfer->headers.keep = NULL;
	if (transfer->own != &transfer->config->all)
		transfer->own = NULL; /* it is freed with its job */
	fetch_headers_done(&transfer->headers);
	buf_done(&transfer->body);
	fetch_budget_give(transfer->budget, transfer, transfer->charged);
	transfer->charged = 0;
	transfer->budget->waiting -= transfer->waits;
	transfer->waits = false;
	transfer->header_bytes = transfer->thrown_away = 0;
	transfer->seen = 0;
	transfer->begun = transfer->paused = false;
	transfer->stop = STOP_NOT;
	transfer->detail[0] = '\0';
}

/* Judges a transfer that we did not end early. */
static int
judge_end(struct fetch_transfer *transfer, CURLcode code, struct err *err)
{
	const char *url = transfer->job->url;
	if (code == CURLE_OK && fetch_receive_is_file(transfer)) {
		if (!transfer->begun) {
			fetch_message_wrong_file(err, url, WRONG_EMPTY);
			return err->status;
		}
		if (!fetch_receive_all_there(transfer))
			code = CURLE_PARTIAL_FILE;
	}
	if (code == CURLE_OK)
		return OK;
	fetch_message_set(err, code, transfer->easy, url,
		fetch_proxy_of(transfer->own->proxy, url), transfer->detail);
	return err->status;
}

int
fetch_transfer_judge(struct fetch_transfer *transfer, CURLcode code, struct err *err)
{
	const char *url = transfer->job->url;
	switch (transfer->stop) {
	case STOP_NOT:
		return judge_end(transfer, code, err);
	case STOP_ENOUGH:
		return OK;
	case STOP_PRIVATE:
		return fetch_address_refuse_private(transfer->job->origin, url, err);
	case STOP_BODY:
		fetch_message_long_body(err, url, transfer->body_max);
		break;
	case STOP_HEADERS:
		fetch_message_long_header(err, url, transfer->config->header_max);
		break;
	case STOP_RANGE:
		fetch_message_wrong_file(err, url, WRONG_PART);
		break;
	case STOP_PAGE:
		fetch_message_wrong_file(err, url, WRONG_PAGE);
		break;
	case STOP_PACKED:
		fetch_message_packed(err, url, false);
		break;
	case STOP_FILE:
		*err = transfer->job->file->sink->err;
		break;
	}
	return err->status;
}

int
fetch_transfer_trouble(const struct fetch_transfer *transfer, CURLcode code, int status)
{
	if (status == OK)
		return TROUBLE_NONE;
	if (transfer->stop == STOP_PAGE)
		return TROUBLE_LOGIN;
	if (transfer->stop == STOP_FILE)
		return TROUBLE_LOCAL;
	return status == ERR_LIMIT ? TROUBLE_LIMIT : fetch_message_trouble(code);
}

bool
fetch_transfer_broke(const struct fetch_transfer *transfer, CURLcode code)
{
	long connects = 0;
	if (transfer->header_bytes > 0 || transfer->stop != STOP_NOT ||
		!fetch_job_is_idempotent(transfer->job))
		return false;
	curl_easy_getinfo(transfer->easy, CURLINFO_NUM_CONNECTS, &connects);
	switch (code) {
	case CURLE_HTTP2:
	case CURLE_HTTP2_STREAM:
		return true;
	case CURLE_GOT_NOTHING:
	case CURLE_SEND_ERROR:
	case CURLE_RECV_ERROR:
		return connects == 0;
	default:
		return false;
	}
}

bool
fetch_transfer_wants_digest(const struct fetch_transfer *transfer)
{
	const struct fetch_job *job = transfer->job;
	long offered = 0;
	if (transfer->headers.status != 401 || job->digest ||
		!fetch_send_has_login(transfer))
		return false;
	curl_easy_getinfo(transfer->easy, CURLINFO_HTTPAUTH_AVAIL, &offered);
	return (offered & (long)CURLAUTH_DIGEST) && !(offered & (long)CURLAUTH_BASIC);
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
	result->delta = fetch_headers_delta(headers);
	result->challenged = str_ieq(headers->mitigated, "challenge");
	result->etag = take(&headers->etag);
	result->last_modified = take(&headers->last_modified);
	result->content_type = take(&headers->content_type);
	result->kept = headers->kept.len ? buf_take(&headers->kept) : NULL;
	result->first = transfer->first;
	result->total = transfer->total;
	if (transfer->body.len > 0)
		result->encoding = take(&headers->content_encoding);
	result->body = transfer->body;
	buf_init(&transfer->body, transfer->config->body_max);
}
