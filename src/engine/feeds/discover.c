/*
 * The address is fetched. If a feed comes, that is it. If a page comes that names several
 * feeds, the user has to choose. If it names one, that is fetched as well, because pages
 * name many things that are not feeds. If nothing comes, or a page that names none, the
 * address alone may be enough (feed/site.h).
 *
 * If an address without a scheme does not answer over https, http is tried. What is found
 * there is never subscribed to without asking, since anybody on the way can change it.
 */
#include "config.h"

#include "engine/feeds/discover.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "base/vec.h"
#include "conf/feeds.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/job/jobs.h"
#include "engine/poll/poll.h"
#include "feed/site.h"
#include "fetch/fetch.h"
#include "model/feed.h"
#include "model/http.h"
#include "model/preview.h"
#include "model/subscription.h"

/* A page that names a page, which leads to a look-up, which leads to a feed. */
#define DEPTH_MAX 3

struct discovery {
	struct engine_job job;
	int depth;    /* documents that led here */
	bool bare;    /* the address was given without a scheme */
	bool http;    /* it did not answer over https; why says how */
	bool preview; /* they are only to be shown */
	bool guessed; /* url was derived from the address alone, because of why */
	struct err why;
};

static void
tell(struct engine *e, const struct discovery *d, const struct engine_candidate *list,
	size_t len)
{
	bool doubtful = d->http && len && str_starts(list[0].url, "http:");
	const struct engine_event event = {.kind = ENGINE_CANDIDATES,
		.confirm = doubtful,
		.preview = d->preview,
		.text = doubtful ? d->why.text : d->job.url,
		.candidates = list,
		.candidates_len = len};
	engine_event_post(e, &event);
}

static void
nothing_found(struct engine *e, const struct discovery *d, const char *why)
{
	const struct engine_event event = {.kind = ENGINE_CANDIDATES,
		.error = true,
		.preview = d->preview,
		.text = why};
	engine_event_post(e, &event);
}

void
engine_feeds_discover_done(struct engine *e)
{
	fetch_result_free(e->found.answer);
	free(e->found.url);
	for (size_t i = 0; i < e->found.named_len; i++)
		free(e->found.named[i]);
	free(e->found.named);
	e->found = (struct engine_found){0};
}

static void
keep_answer(struct engine *e, struct engine_poll *poll)
{
	e->found.answer = poll->answer;
	e->found.at_ms = time_mono_ms();
	poll->answer = NULL;
}

/* Offers what the answer came from, and keeps that in case it is subscribed to. */
static void
offer(struct engine *e, const struct discovery *d, struct engine_poll *poll)
{
	const char *title = poll->document ? poll->document->title : NULL;
	const char *moved = poll->answer->moved_to;
	struct arena arena = ARENA_INIT;
	struct engine_candidate itself = {
		moved ? subscription_at(&arena, d->job.url, moved) : d->job.url, title,
		{0}};
	struct buf lines = BUF_INIT(0);
	if (poll->document)
		preview_of(poll->document, &itself.preview, &lines);
	tell(e, d, &itself, 1);
	buf_done(&lines);
	e->found.url = mem_strdup(itself.url);
	keep_answer(e, poll);
	arena_done(&arena);
}

/* ---- the next document */

/* from: the answer that named the address, which must not lead from a public server to a
 * private network (case 27); NULL: the user did. */
static void
ask(struct engine *e, const struct discovery *d, const struct fetch_result *from)
{
	struct fetch_request request = {.keep = "Link", .error_body = true};
	if (from && from->http_status) {
		request.url = from->url;
		request.link = d->job.url;
		request.local = from->local;
	}
	engine_job_ask(e, &d->job, &request);
}

/* Continues with a feed that the document or the address named. */
static void
follow(struct engine *e, const struct discovery *d, const struct engine_poll *poll,
	char *url)
{
	struct discovery next = *d;
	next.job.url = url;
	next.depth++;
	ask(e, &next, poll->answer);
}

static void
take_links(struct engine *e, const struct discovery *d, struct engine_poll *poll)
{
	struct feed *document = poll->document;
	struct engine_found *found = &e->found;
	size_t len = document->links_len;
	if (len == 1) {
		follow(e, d, poll, document->links[0].url);
		return;
	}
	struct engine_candidate *list =
		arena_zalloc(&document->arena, len * sizeof *list);
	for (size_t i = 0; i < len; i++) {
		list[i] = (struct engine_candidate){
			document->links[i].url, document->links[i].title, {0}};
		*VEC_PUSH(found->named, found->named_len, found->named_cap) =
			mem_strdup(list[i].url);
	}
	tell(e, d, list, len);
	keep_answer(e, poll);
}

/* ---- where no feed came */

/* The feeds of known sites, whose pages name none or cannot be fetched. */
static bool
guess(struct engine *e, const struct discovery *d, const struct engine_poll *poll)
{
	struct arena arena = ARENA_INIT;
	char *feeds[FEED_SITE_MAX];
	struct engine_candidate list[FEED_SITE_MAX] = {0};
	const struct buf *body = &poll->answer->body;
	struct discovery next = *d;
	size_t n = feed_site_feeds(
		&arena, d->job.url, (struct span){body->data, body->len}, feeds);
	for (size_t i = 0; i < n; i++)
		list[i].url = feeds[i];
	next.guessed = true;
	next.why = poll->err;
	if (n == 1)
		follow(e, &next, poll, feeds[0]);
	else if (n > 1)
		tell(e, &next, list, n);
	arena_done(&arena);
	return n > 0;
}

static bool
try_http(struct engine *e, const struct discovery *d, const struct engine_poll *poll)
{
	struct arena arena = ARENA_INIT;
	struct discovery next = *d;
	if (!d->bare || d->http || poll->answer->http_status ||
		poll->trouble == TROUBLE_NAME)
		return false;
	next.http = true;
	next.why = poll->err;
	next.job.url = arena_printf(&arena, "http%s", d->job.url + strlen("https"));
	ask(e, &next, NULL);
	arena_done(&arena);
	return true;
}

/* Whether the failure may pass: the server may have the feed, but cannot serve it now. */
static bool
passing(const struct engine_poll *poll)
{
	return poll->answer->status != ERR_DENIED && poll->trouble != TROUBLE_NOT_FEED &&
	       poll->trouble != TROUBLE_LOGIN && poll->trouble != TROUBLE_MISSING &&
	       poll->trouble != TROUBLE_GONE;
}

static void
fail(struct engine *e, const struct discovery *d, struct engine_poll *poll)
{
	struct arena arena = ARENA_INIT;
	struct err err;
	bool named = d->depth > 0 && !d->guessed;
	if (named && passing(poll)) {
		offer(e, d, poll);
		return;
	}
	if (d->depth == 0 && d->job.source == SOURCE_HTTP &&
		(guess(e, d, poll) || try_http(e, d, poll)))
		return;
	if (named) {
		err_set(&err, ERR_NOT_FEED, _("the page names one feed, %s, but: %s"),
			url_mask(&arena, d->job.url), poll->err.text);
		nothing_found(e, d, err.text);
	} else if (d->http && !d->guessed && poll->answer->http_status) {
		err_set(&err, ERR_NOT_FEED, _("%s; over http: %s"), d->why.text,
			poll->err.text);
		nothing_found(e, d, err.text);
	} else {
		nothing_found(e, d, d->guessed || d->http ? d->why.text : poll->err.text);
	}
	arena_done(&arena);
}

/* Whether links lead to something new, not back or in a circle. */
static bool
leads_on(const struct discovery *d, const struct feed *document)
{
	if (!document || document->links_len != 1)
		return document && document->links_len > 1;
	return d->depth < DEPTH_MAX && !str_eq(document->links[0].url, d->job.url);
}

/* ---- the class */

static void
answered(struct engine *e, struct engine_job *job, struct fetch_result *answer)
{
	const struct discovery *d = (const struct discovery *)job;
	struct engine_poll *poll = engine_poll_new(job->class, 0, answer);
	engine_feeds_discover_done(e);
	poll->astray = engine_poll_astray(subscription_address(job->url), answer->url);
	engine_poll_read_as(poll, job->url);
	engine_poll_judge(poll);
	if (poll->kind == POLL_DOCUMENT)
		offer(e, d, poll);
	else if (leads_on(d, poll->document))
		take_links(e, d, poll);
	else
		fail(e, d, poll);
	engine_poll_free(poll);
}

static const struct engine_job_class discoveries = {
	.name = "discovery",
	.size = sizeof(struct discovery),
	.priority = ENGINE_JOB_WAITED,
	.answer = answered,
};

void
engine_feeds_discover(struct engine *e, const struct engine_request *request)
{
	struct arena arena = ARENA_INIT;
	struct discovery d = {.job.class = &discoveries,
		.bare = url_lacks_scheme(span_of(request->discover.address)),
		.preview = request->discover.preview};
	struct err err;
	int status = conf_feeds_url(&arena, request->discover.address, false,
		&d.job.source, &d.job.url, &err);
	if (status == OK)
		ask(e, &d, NULL);
	else
		nothing_found(e, &d, err.text);
	arena_done(&arena);
}
