#include "config.h"

#include "fetch/send.h"

#include <curl/curl.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/url.h"
#include "fetch/private.h"
#include "fetch/sink.h"
#include "fetch/transfer.h"

static const char *const method_names[] = {
	[FETCH_GET] = "GET",
	[FETCH_POST] = "POST",
	[FETCH_PUT] = "PUT",
	[FETCH_PATCH] = "PATCH",
	[FETCH_DELETE] = "DELETE",
};

/* ---- header lines */

static void
append(struct fetch_transfer *transfer, const char *line)
{
	struct curl_slist *longer = curl_slist_append(transfer->lines, line);
	if (!longer)
		mem_exhausted();
	transfer->lines = longer;
}

static void
add_line(struct fetch_transfer *transfer, const char *name, const char *value)
{
	if (str_empty(value))
		return;
	struct buf line = BUF_INIT(0);
	buf_addf(&line, "%s: %s", name, value);
	append(transfer, buf_str(&line));
	buf_done(&line);
}

static void
add_own_line(struct fetch_transfer *transfer, struct span text)
{
	struct buf line = BUF_INIT(0);
	buf_add(&line, text.p, text.n);
	if (text.n > 0)
		append(transfer, buf_str(&line));
	buf_done(&line);
}

static void
add_lines(struct fetch_transfer *transfer, const char *lines, char separator)
{
	struct span rest = span_of(lines), line;
	while (rest.n && span_split(&rest, separator, &line))
		add_own_line(transfer, span_trim(line));
}

/* Unless the user's own lines say what is accepted. */
static void
add_accept(struct fetch_transfer *transfer)
{
	for (const struct curl_slist *l = transfer->lines; l; l = l->next)
		if (str_istarts(l->data, "Accept:"))
			return;
	add_line(transfer, "Accept", transfer->config->accept);
}

/* Validators belong to the last of a chain of redirects. Since we can't tell which one
 * that is, all get them (case 74). */
static void
add_conditions(struct fetch_transfer *transfer, const struct fetch_job *job)
{
	if (job->method == FETCH_GET)
		add_accept(transfer);
	add_line(transfer, "If-None-Match", job->etag);
	add_line(transfer, "If-Modified-Since", job->last_modified);
	/* Servers that support it can send only what is new (RFC 3229; case 88). For that
	 * they need to know what we have, by its entity tag. */
	if (!str_empty(job->etag))
		add_line(transfer, "A-IM", "feed");
}

/* ---- ranges */

/* Asks for the rest of a file, and for the overlap to compare. */
static void
add_rest(struct fetch_transfer *transfer, struct fetch_job_file *file)
{
	struct buf range = BUF_INIT(0);
	int64_t have = file->sink->size;
	file->ranged = !file->afresh && have > FETCH_OVERLAP &&
		       (file->total < 0 || have <= file->total);
	if (!file->ranged)
		return;
	buf_addf(&range, "bytes=%lld-", (long long)(have - FETCH_OVERLAP));
	add_line(transfer, "Range", buf_str(&range));
	add_line(transfer, "If-Range", file->validator);
	buf_done(&range);
}

static void
add_range(struct fetch_transfer *transfer, const struct fetch_job *job)
{
	struct buf range = BUF_INIT(0);
	buf_addf(&range, "bytes=%lld-%lld", (long long)job->range_first,
		(long long)(job->range_first + job->range_len - 1));
	add_line(transfer, "Range", buf_str(&range));
	buf_done(&range);
}

/* ---- credentials */

/* A file's name as libcurl wants it. */
static const char *
file_name(const char *name)
{
	return str_empty(name) ? NULL : name;
}

bool
fetch_send_has_login(const struct fetch_transfer *transfer)
{
	const struct fetch_job *job = transfer->job;
	return url_split(span_of(job->url)).userinfo.p ||
	       (!str_empty(transfer->own->login) && fetch_job_at_home(job));
}

/* What only the server that the user named may get, not those it redirects to (case 28).
 */
static void
set_secrets(struct fetch_transfer *transfer)
{
	const struct fetch_own *own = transfer->own;
	const struct fetch_job *job = transfer->job;
	CURL *easy = transfer->easy;
	struct url url = url_split(span_of(job->url));
	bool home = fetch_job_at_home(job), tls = url.scheme.n == 5;
	bool plain = own->plain_login || tls || fetch_private_loopback(url.host);
	curl_easy_setopt(easy, CURLOPT_HTTPAUTH,
		job->digest ? (long)CURLAUTH_DIGEST : (long)CURLAUTH_BASIC);
	curl_easy_setopt(easy, CURLOPT_USERPWD,
		home && !url.userinfo.p ? file_name(own->login) : NULL);
	curl_easy_setopt(easy, CURLOPT_NETRC,
		own->netrc && plain ? (long)CURL_NETRC_OPTIONAL
				    : (long)CURL_NETRC_IGNORED);
	curl_easy_setopt(
		easy, CURLOPT_SSLCERT, home ? file_name(own->client_cert) : NULL);
	curl_easy_setopt(easy, CURLOPT_SSLKEY, home ? file_name(own->client_key) : NULL);
	curl_easy_setopt(
		easy, CURLOPT_PINNEDPUBLICKEY, home ? file_name(own->pin) : NULL);
	if (!home)
		return;
	add_lines(transfer, own->headers, '|');
	add_lines(transfer, job->headers, '\n');
}

/* ---- cookies, which some servers set before they serve a page. They live as long as one
 * chain of redirects, so they do not identify the user. */

static void
set_cookies(struct fetch_transfer *transfer)
{
	struct span rest = span_of(transfer->job->cookies), line;
	while (rest.n && span_split(&rest, '\n', &line)) {
		char *cookie = mem_strndup(line.p, line.n);
		curl_easy_setopt(transfer->easy, CURLOPT_COOKIELIST, cookie);
		free(cookie);
	}
}

char *
fetch_send_cookies(const struct fetch_transfer *transfer)
{
	struct curl_slist *list = NULL;
	struct buf all = BUF_INIT(0);
	curl_easy_getinfo(transfer->easy, CURLINFO_COOKIELIST, &list);
	for (const struct curl_slist *l = list; l; l = l->next)
		buf_addf(&all, "%s\n", l->data);
	curl_slist_free_all(list);
	return all.len ? buf_take(&all) : NULL;
}

/* ---- the whole request */

/* A handle is set to GET unless told otherwise. */
static void
set_method(struct fetch_transfer *transfer, const struct fetch_job *job)
{
	CURL *easy = transfer->easy;
	transfer->method = job->method;
	if (job->method == FETCH_GET)
		return;
	if (job->body_len > 0 || job->method != FETCH_DELETE) {
		curl_easy_setopt(easy, CURLOPT_POST, 1L);
		curl_easy_setopt(
			easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)job->body_len);
		curl_easy_setopt(easy, CURLOPT_POSTFIELDS, job->body);
		/* Suppresses libcurl's own Content-Type and its pause before the body. */
		append(transfer, "Expect:");
		append(transfer, "Content-Type:");
		add_line(transfer, "Content-Type", job->body_type);
	}
	curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, method_names[job->method]);
}

void
fetch_send_set(struct fetch_transfer *transfer)
{
	const struct fetch_job *job = transfer->job;
	set_secrets(transfer);
	set_method(transfer, job);
	set_cookies(transfer);
	if (job->file)
		add_rest(transfer, job->file);
	else if (job->range_len > 0)
		add_range(transfer, job);
	else
		add_conditions(transfer, job);
	/* Part of a compressed document can't be unpacked, and files are not. */
	transfer->as_it_is = job->file || job->range_len > 0;
	if (transfer->as_it_is)
		curl_easy_setopt(transfer->easy, CURLOPT_ACCEPT_ENCODING, "identity");
	curl_easy_setopt(transfer->easy, CURLOPT_HTTPHEADER, transfer->lines);
}

void
fetch_send_unset(struct fetch_transfer *transfer)
{
	CURL *easy = transfer->easy;
	curl_easy_setopt(easy, CURLOPT_COOKIELIST, "ALL"); /* forgets them */
	curl_easy_setopt(easy, CURLOPT_HTTPHEADER, NULL);
	curl_slist_free_all(transfer->lines);
	transfer->lines = NULL;
	/* Not taken from the job, whose method a redirect may have changed. */
	if (transfer->method != FETCH_GET) {
		curl_easy_setopt(easy, CURLOPT_POSTFIELDS, NULL);
		curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)-1);
		curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, NULL);
		curl_easy_setopt(easy, CURLOPT_HTTPGET, 1L);
	}
	if (transfer->as_it_is)
		curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, FETCH_ENCODING);
	transfer->method = FETCH_GET;
	transfer->as_it_is = false;
}
