#include "config.h"

#include "fetch/fetch_job.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/url.h"
#include "fetch/address.h"
#include "fetch/own.h"
#include "fetch/private.h"
#include "fetch/result.h"
#include "fetch/sink.h"

static void
free_file(struct fetch_job_file *file)
{
	if (!file)
		return;
	fetch_sink_drop(file->sink);
	fetch_result_free(file->result);
	free(file->validator);
	free(file->next_validator);
	free(file);
}

void
fetch_job_free(struct fetch_job *job)
{
	if (!job)
		return;
	free(job->url);
	free(job->via);
	free(job->origin);
	free(job->etag);
	free(job->last_modified);
	free(job->body);
	free(job->body_type);
	free(job->headers);
	free(job->keep);
	free(job->cookies);
	fetch_own_free(job->own);
	free_file(job->file);
	free(job);
}

bool
fetch_job_at_home(const struct fetch_job *job)
{
	char *origin = fetch_address_origin(job->url);
	bool home = str_eq(origin, job->origin);
	free(origin);
	return home;
}

bool
fetch_job_is_idempotent(const struct fetch_job *job)
{
	return !job->once && job->method != FETCH_POST && job->method != FETCH_PATCH;
}

/* ---- new ones */

/* If libcurl cannot check stapled answers, refuse rather than do without. */
static int
check_staple(const char *url, struct err *err)
{
	if (fetch_own_can_staple())
		return OK;
	char *shown = fetch_address_show(url);
	err_set(err, ERR_DENIED,
		_("%s: this libcurl cannot do what ocsp-staple asks for; nothing was "
		  "fetched"),
		shown);
	free(shown);
	return ERR_DENIED;
}

/* The address to which the server redirects, unless that is refused. A server on the
 * local network, which is recognised once its name has been looked up, may redirect to
 * itself (case 27). */
static int
find_next(const struct fetch_job *job, const char *location, char **out, struct err *err)
{
	char *next = NULL;
	/* Many servers of episodes have no TLS, and players read the files with care. */
	bool plain = job->file != NULL;
	int status = fetch_address_redirect(job->url, location, plain, &next, err);
	if (status != OK)
		return status;
	if (!job->local && fetch_private_host(url_split(span_of(next)).host)) {
		status = fetch_address_refuse_private(job->url, next, err);
		free(next);
		return status;
	}
	*out = next;
	return OK;
}

/* The link of a document counts as its own address if it is on the same server, otherwise
 * as a redirect. */
static int
lead_to_link(struct fetch_job *job, const char *link, struct err *err)
{
	char *next = NULL;
	int status = find_next(job, link, &next, err);
	if (status != OK)
		return status;
	free(job->url);
	job->url = next;
	job->hops += !fetch_job_at_home(job);
	return OK;
}

/* A control character could start another header line, or even another request. */
static int
check_lines(const char *url, const char *lines, struct err *err)
{
	for (const char *p = lines; p && *p; p++) {
		unsigned char c = (unsigned char)*p;
		if (c == '\n' || c == '\t' || (c >= ' ' && c != 0x7f))
			continue;
		char *shown = fetch_address_show(url);
		err_set(err, ERR_INVALID,
			_("%s: a header to be sent contains a control character; nothing "
			  "was sent"),
			shown);
		free(shown);
		return ERR_INVALID;
	}
	return OK;
}

/* Checks the address of a request, and what would be sent to it. */
static int
set_address(struct fetch_job *job, const struct fetch_request *request,
	const struct fetch_own *own, struct err *err)
{
	int status = fetch_address_prepare(request->url, &job->url, err);
	if (status == OK)
		status = fetch_address_login(job->url,
			request->secret || !str_empty(own->login), own->plain_login, err);
	const char *const lines[] = {request->headers, request->body_type,
		request->file ? request->file->validator : NULL};
	for (size_t i = 0; status == OK && i < COUNT_OF(lines); i++)
		status = check_lines(job->url, lines[i], err);
	if (status == OK && own->ocsp_staple)
		status = check_staple(job->url, err);
	if (status != OK)
		return status;
	job->origin = fetch_address_origin(job->url);
	job->local =
		request->local || fetch_private_host(url_split(span_of(job->url)).host);
	job->confined = request->confined;
	if (job->confined && job->local)
		return fetch_address_refuse_private(job->origin, job->url, err);
	return request->link ? lead_to_link(job, request->link, err) : OK;
}

static void
copy(struct fetch_job *job, const struct fetch_request *request)
{
	job->tag = request->tag;
	job->priority = request->priority;
	job->permanent = true;
	job->etag = mem_strdup(request->etag);
	job->last_modified = mem_strdup(request->last_modified);
	job->own = fetch_own_dup(request->own);
	job->method = request->method;
	if (request->method != FETCH_GET) {
		job->body = mem_strndup(
			request->body.n ? request->body.p : "", request->body.n);
		job->body_len = request->body.n;
		job->body_type = mem_strdup(request->body_type);
	}
	job->headers = mem_strdup(request->headers);
	job->keep = mem_strdup(request->keep);
	job->body_max = request->body_max;
	job->range_first = request->range_first;
	job->range_len = request->range_len < INT64_MAX - request->range_first
				 ? request->range_len
				 : INT64_MAX - request->range_first;
	job->error_body = request->error_body;
	job->no_redirects = request->no_redirects;
	job->bulk = request->bulk;
	job->urgent = request->urgent;
	job->api = request->api;
	job->once = request->once;
}

static struct fetch_job_file *
copy_file(const struct fetch_file *from)
{
	struct fetch_job_file *file = mem_zalloc(sizeof *file);
	file->validator = mem_strdup(from->validator);
	file->total = from->total > 0 ? from->total : -1;
	file->no_page = from->no_page;
	file->afresh = from->afresh;
	return file;
}

int
fetch_job_new(struct fetch_job **out, const struct fetch_request *request,
	const struct fetch_own *all, struct err *err)
{
	struct fetch_job *job = mem_zalloc(sizeof *job);
	int status = set_address(job, request, request->own ? request->own : all, err);
	if (status != OK) {
		fetch_job_free(job);
		return status;
	}
	copy(job, request);
	if (request->file && job->method == FETCH_GET)
		job->file = copy_file(request->file);
	*out = job;
	return OK;
}

/* ---- redirects */

static int
refuse_circle(const struct fetch_job *job, int max, struct err *err)
{
	char *shown = fetch_address_show(job->url);
	err_set(err, ERR_LIMIT,
		_("%s: the server redirects in a circle or more than %d times"), shown,
		max);
	free(shown);
	return ERR_LIMIT;
}

/* A change meant for one host is not made at another one, and a body, which may hold a
 * password, is not sent there (case 28). */
static int
refuse_other_host(const struct fetch_job *job, const char *next, struct err *err)
{
	char *shown = fetch_address_show(job->url), *there = fetch_address_show(next);
	err_set(err, ERR_DENIED,
		_("%s redirects to %s, another server, which must not get what was meant "
		  "for this one: refused"),
		shown, there);
	free(shown);
	free(there);
	return ERR_DENIED;
}

/* RFC 9110, sections 15.4.2 to 15.4.4. */
static bool
becomes_get(enum fetch_method method, long code)
{
	return code == 303 || (method == FETCH_POST && (code == 301 || code == 302));
}

static void
make_get(struct fetch_job *job)
{
	job->method = FETCH_GET;
	free(job->body);
	free(job->body_type);
	job->body = job->body_type = NULL;
	job->body_len = 0;
}

/* A server that redirects to another one is noted. */
static void
note_server(struct fetch_job *job, const char *next)
{
	struct span from = url_split(span_of(job->url)).host;
	struct span to = url_split(span_of(next)).host;
	struct buf via = BUF_INIT(0);
	if (span_isame(from, to))
		return;
	if (job->via)
		buf_addf(&via, "%s, ", job->via);
	buf_add(&via, from.p, from.n);
	free(job->via);
	job->via = buf_take(&via);
}

int
fetch_job_follow(
	struct fetch_job *job, long code, const char *location, int max, struct err *err)
{
	char *next = NULL;
	if (job->bulk && max < FETCH_BULK_REDIRECTS)
		max = FETCH_BULK_REDIRECTS;
	if (job->hops >= max)
		return refuse_circle(job, max, err);
	int status = find_next(job, location, &next, err);
	if (status != OK)
		return status;
	bool get = job->method == FETCH_GET || becomes_get(job->method, code);
	char *from = fetch_address_origin(job->url), *to = fetch_address_origin(next);
	/* The same request again, with the same cookies, would get the same answer. */
	if (str_eq(job->url, next) && get == (job->method == FETCH_GET) && !job->baked)
		status = refuse_circle(job, max, err);
	else if (!get && !str_eq(from, to))
		status = refuse_other_host(job, next, err);
	free(from);
	free(to);
	if (status != OK) {
		free(next);
		return status;
	}
	note_server(job, next);
	free(job->url);
	job->url = next;
	job->permanent = job->permanent && (code == 301 || code == 308);
	job->hops++;
	if (get && job->method != FETCH_GET)
		make_get(job);
	return OK;
}
