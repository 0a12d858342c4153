#include "config.h"

#include "engine/poll/poll.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "base/utf8.h"
#include "feed/parse.h"
#include "fetch/fetch.h"
#include "model/feed.h"
#include "model/http.h"
#include "model/subscription.h"
#include "schedule/due.h"
#include "select/compare_text.h"
#include "select/recipe_page.h"

#define ERROR_TEXT_MAX 400
#define SEEN_MAX 2048                    /* bytes of a body that people get to see */
#define CHALLENGE_MAX ((size_t)64 << 10) /* to recognise Cloudflare's page */

struct engine_poll *
engine_poll_new(
	const struct engine_job_class *class, uint32_t feed, struct fetch_result *answer)
{
	struct engine_poll *poll = mem_zalloc(sizeof *poll);
	poll->class = class;
	poll->feed = feed;
	poll->answer = answer;
	return poll;
}

void
engine_poll_read_as(struct engine_poll *poll, const char *line)
{
	poll->source = subscription_source(line);
	if (poll->source == SOURCE_HTML || poll->source == SOURCE_WATCH)
		poll->line = mem_strdup(line);
}

void
engine_poll_free(struct engine_poll *list)
{
	while (list) {
		struct engine_poll *poll = list;
		list = poll->next;
		feed_free(poll->document);
		fetch_result_free(poll->answer);
		free(poll->seen);
		free(poll->line);
		if (poll->mirror)
			arena_done(&poll->mirror->arena);
		free(poll->mirror);
		free(poll);
	}
}

/* What the statuses of answers without a document mean. */
static const struct status_text {
	long first, last;
	int trouble;
	const char *sentence; /* with %ld for the status */
} status_texts[] = {
	{204, 205, TROUBLE_NOT_FEED, N_("the server sent nothing (HTTP %ld)")},
	{206, 206, TROUBLE_REQUEST,
		N_("the server sent only part of the document without being asked to "
		   "(HTTP %ld)")},
	{304, 304, TROUBLE_REQUEST,
		N_("the server replied \"not modified\" to an unconditional request "
		   "(HTTP %ld)")},
	{300, 399, TROUBLE_REQUEST,
		N_("the server redirects, but does not say where to (HTTP %ld)")},
	{401, 401, TROUBLE_REFUSED,
		N_("the server asks for a user name and password (HTTP %ld)")},
	{403, 403, TROUBLE_REFUSED, N_("the server refuses access (HTTP %ld)")},
	{404, 404, TROUBLE_MISSING,
		N_("the address does not exist (HTTP %ld); look for a new one")},
	{407, 407, TROUBLE_REFUSED,
		N_("the proxy asks for a user name and password (HTTP %ld)")},
	{410, 410, TROUBLE_GONE,
		N_("the server has removed the feed (HTTP %ld); it is no longer fetched "
		   "automatically")},
	{429, 429, TROUBLE_SLOW_DOWN, N_("the server wants fewer requests (HTTP %ld)")},
	{451, 451, TROUBLE_REFUSED, N_("the server refuses access (HTTP %ld)")},
	{400, 499, TROUBLE_REQUEST, N_("the server refuses the request (HTTP %ld)")},
	{503, 503, TROUBLE_SERVER,
		N_("the server is not available at the moment (HTTP %ld)")},
	{500, 599, TROUBLE_SERVER, N_("the server failed (HTTP %ld)")},
	{0, 999, TROUBLE_REQUEST, N_("unexpected answer from the server (HTTP %ld)")},
};

/* Cloudflare's page for browsers, which have to prove that they are one. It comes with
 * different statuses, and not always with the header that identifies it. */
static bool
challenged(const struct fetch_result *answer)
{
	static const char *const marks[] = {"_cf_chl_opt", "cf-browser-verification"};
	bool found = answer->challenged;
	size_t n = answer->body.len < CHALLENGE_MAX ? answer->body.len : CHALLENGE_MAX;
	for (size_t i = 0; i < COUNT_OF(marks) && n && !found; i++)
		found = str_ifind(answer->body.data, n, marks[i]) != NULL;
	return found;
}

static void
fail_challenged(struct engine_poll *poll)
{
	poll->kind = POLL_FAILED;
	poll->trouble = TROUBLE_REFUSED;
	err_set(&poll->err, ERR_DENIED,
		_("Cloudflare lets only browsers through here (HTTP %ld); another "
		  "user-agent, http-headers with the cookie of a browser, or a filter: "
		  "or "
		  "exec: line may help"),
		poll->answer->http_status);
}

static void
fail_by_status(struct engine_poll *poll)
{
	long status = poll->answer->http_status;
	poll->kind = POLL_FAILED;
	if (challenged(poll->answer)) {
		fail_challenged(poll);
		return;
	}
	for (size_t i = 0; i < COUNT_OF(status_texts); i++) {
		const struct status_text *t = &status_texts[i];
		if (status < t->first || status > t->last)
			continue;
		err_set(&poll->err, ERR_NETWORK, _(t->sentence), status);
		poll->trouble = t->trouble;
		return;
	}
}

static void
fail(struct engine_poll *poll, enum status status, const char *sentence)
{
	poll->kind = POLL_FAILED;
	err_set(&poll->err, status, "%s", sentence);
}

/* Words in the addresses of pages that come instead of a feed: those of sites that want a
 * login, and of the networks of hotels and trains (cases 59, 82). */
static bool
names_login(const char *url)
{
	static const char *const words[] = {"login", "log-in", "logon", "signin",
		"sign-in", "sign_in", "register", "/auth", "/sso", "captive", "hotspot",
		"portal", "consent"};
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (str_ifind(url, strlen(url), words[i]))
			return true;
	return false;
}

bool
engine_poll_astray(const char *asked, const char *answered)
{
	if (!answered || str_eq(asked, answered))
		return false;
	struct span a = url_split(span_of(asked)).host;
	struct span b = url_split(span_of(answered)).host;
	bool same = a.n == b.n && str_ieqn(a.p, b.p, a.n);
	return !same || (names_login(answered) && !names_login(asked));
}

static void
fail_astray(struct engine_poll *poll)
{
	struct arena arena = ARENA_INIT;
	poll->trouble = TROUBLE_LOGIN;
	err_set(&poll->err, ERR_NOT_FEED,
		_("the address leads to a page that is not a feed, perhaps to log in: "
		  "%s"),
		url_mask(&arena, poll->answer->url));
	arena_done(&arena);
}

static bool
blank(const struct buf *body)
{
	return span_trim((struct span){buf_str(body), body->len}).n == 0;
}

static int
parse(struct engine_poll *poll)
{
	const struct fetch_result *answer = poll->answer;
	char *links = fetch_result_headers(answer, "Link");
	const struct feed_source source = {
		.bytes = answer->body.data,
		.len = answer->body.len,
		.content_type = answer->content_type,
		.base_url = answer->url,
		.links = links,
	};
	struct span selector =
		poll->line ? subscription_selector(poll->line) : (struct span){NULL, 0};
	int status =
		poll->source == SOURCE_HTML
			? select_page_feed(selector, &source, &poll->document, &poll->err)
		: poll->source == SOURCE_WATCH
			? select_text_feed(selector, &source, &poll->document, &poll->err)
			: feed_parse(&source, &poll->document, &poll->err);
	if (status == OK && poll->source == SOURCE_WATCH)
		poll->page = poll->document->items[0].content.text;
	if (status == OK)
		feed_shorten_titles(poll->document);
	free(links);
	return status;
}

/* Nothing is taken from a document that has neither a title nor items. */
static bool
hollow(const struct feed *document)
{
	return str_empty(document->title) && !document->items_len;
}

/* A list that is broken or empty changes nothing. */
static void
check_list(struct engine_poll *poll)
{
	if (poll->document->format != FEED_OPML)
		fail(poll, ERR_NOT_FEED, _("this is not a list of feeds (OPML)"));
	else if (poll->document->truncated)
		fail(poll, ERR_NOT_FEED,
			_("the list of feeds is cut off; nothing was changed"));
	else if (!poll->document->links_len)
		fail(poll, ERR_NOT_FEED,
			_("the list names no feeds; nothing was changed"));
}

static void
parse_body(struct engine_poll *poll)
{
	struct fetch_result *answer = poll->answer;
	poll->kind = answer->delta ? POLL_PARTIAL : POLL_DOCUMENT;
	if (parse(poll) != OK)
		poll->kind = POLL_FAILED;
	else if (poll->source == SOURCE_OPML)
		check_list(poll);
	else if (poll->document->format == FEED_OPML)
		fail(poll, ERR_NOT_FEED,
			_("this is a list of feeds (OPML), not a feed; import it, or add "
			  "opml: and the address to follow it"));
	else if (poll->kind == POLL_DOCUMENT && hollow(poll->document))
		fail(poll, ERR_NOT_FEED,
			poll->document->truncated
				? _("the document ends before its first item")
				: _("the feed has neither a title nor items"));
	else if (answer->delta)
		poll->document->complete = false; /* it is part of a complete one */
	if (poll->kind != POLL_FAILED)
		return;
	poll->trouble = TROUBLE_NOT_FEED;
	if (poll->astray)
		fail_astray(poll);
	else if (challenged(answer))
		fail_challenged(poll);
}

static void
look_at_body(struct engine_poll *poll)
{
	struct fetch_result *answer = poll->answer;
	if (blank(&answer->body)) {
		poll->trouble = TROUBLE_NOT_FEED;
		fail(poll, ERR_NOT_FEED,
			poll->local ? _("there was no output")
				    : _("the server sent an empty document"));
		return;
	}
	poll->body_hash = answer->delta ? 0 : hash64(answer->body.data, answer->body.len);
	if (poll->body_hash && poll->body_hash == poll->old_hash)
		poll->kind = POLL_UNCHANGED;
	else
		parse_body(poll);
}

void
engine_poll_judge(struct engine_poll *poll)
{
	struct fetch_result *answer = poll->answer;
	long status = answer->http_status;
	fetch_result_unpack(answer);
	/* A request without validators gets the whole document, whatever the status
	 * says. */
	answer->delta &= poll->conditional;
	if (answer->status != OK) {
		bool none =
			status == 0 && !poll->local &&
			(answer->status == ERR_NETWORK || answer->status == ERR_TIMEOUT);
		poll->kind = none ? POLL_UNREACHABLE : POLL_FAILED;
		poll->err = answer->err;
		poll->trouble = answer->trouble;
	} else if (status == 304 && poll->conditional) {
		poll->kind = POLL_UNCHANGED;
	} else if (poll->local || (status >= 200 && status < 300 && status != 204 &&
					  status != 205 && status != 206)) {
		look_at_body(poll);
	} else {
		fail_by_status(poll);
	}
	if (poll->local && poll->kind == POLL_FAILED)
		poll->trouble = TROUBLE_LOCAL;
}

/* The answer as people can read it. The body has been unpacked. */
static char *
seen(const struct engine_poll *poll)
{
	const struct fetch_result *answer = poll->answer;
	struct buf text = BUF_INIT(0);
	if (answer->http_status)
		buf_addf(&text, "HTTP %ld\n", answer->http_status);
	else if (poll->err.text[0])
		buf_addf(&text, "%s\n", poll->err.text);
	buf_addf(&text, "%s\n", answer->kept ? answer->kept : "");
	buf_add(&text, answer->body.data,
		answer->body.len < SEEN_MAX ? answer->body.len : SEEN_MAX);
	char *copy = mem_strndup(buf_str(&text), text.len);
	buf_done(&text);
	return copy;
}

/* If the body is not a feed, nothing of it is kept: a login or error page with status 200
 * must not touch items and validators (case 59). */
void
engine_poll_digest(struct engine_poll *poll)
{
	engine_poll_judge(poll);
	if (poll->kind == POLL_FAILED) {
		feed_free(poll->document);
		poll->document = NULL;
	}
	poll->seen = seen(poll);
	buf_done(&poll->answer->body);
}

static bool
succeeded(const struct engine_poll *poll)
{
	return poll->kind != POLL_FAILED && poll->kind != POLL_UNREACHABLE;
}

/* Validators promise that their items are stored. So they are taken from a 304 and from
 * an unchanged body, too (case 75), but not from a document that was cut short (case 55),
 * and a failure keeps the old ones (case 76). */
static void
apply_validators(const struct engine_poll *poll, struct http_state *http)
{
	const struct fetch_result *answer = poll->answer;
	if (answer->http_status == 304) {
		/* RFC 9111, section 3.2: keep what the 304 does not mention. */
		if (answer->etag)
			http->etag = answer->etag;
		if (answer->last_modified)
			http->last_modified = answer->last_modified;
		return;
	}
	bool whole = (!poll->document || !poll->document->truncated) &&
		     !(poll->mirror && poll->mirror->doubted);
	http->etag = whole ? answer->etag : NULL;
	http->last_modified = whole ? answer->last_modified : NULL;
	http->body_hash = whole ? poll->body_hash : 0;
	if (poll->kind != POLL_PARTIAL)
		http->last_full = poll->now;
}

static void
apply_redirect(const struct engine_poll *poll, struct http_state *http)
{
	const char *target = poll->answer->moved_to;
	if (!target && poll->moved)
		return; /* it answered at the address that it moved to */
	if (target && str_eq(target, http->moved_to)) {
		if (http->moved_count < INT32_MAX)
			http->moved_count++;
		return;
	}
	http->moved_to = poll->answer->moved_to;
	http->moved_since = target ? poll->now : TIME_NONE;
	http->moved_count = target ? 1 : 0;
}

static void
apply_success(const struct engine_poll *poll, size_t new_items, struct http_state *http)
{
	apply_validators(poll, http);
	apply_redirect(poll, http);
	if (poll->document && poll->kind == POLL_DOCUMENT)
		http->hints = poll->document->hints;
	if (new_items > 0)
		http->last_change = poll->now;
	http->failures = 0;
	http->failed_since = TIME_NONE;
	http->trouble = TROUBLE_NONE;
	http->error = NULL;
	http->retry_at = TIME_NONE;
	int64_t age = poll->answer->no_store ? -1 : poll->answer->max_age;
	http->fresh_until = age < 0 ? TIME_NONE : poll->now + age;
}

static int64_t
retry_wait(const struct engine_poll *poll)
{
	const struct fetch_result *answer = poll->answer;
	int64_t wait = answer->status == OK ? answer->retry_after : -1;
	if (wait < 0)
		return -1;
	return wait < DUE_RETRY_MIN   ? DUE_RETRY_MIN
	       : wait > DUE_RETRY_MAX ? DUE_RETRY_MAX
				      : wait;
}

static void
apply_failure(
	const struct engine_poll *poll, struct http_state *http, struct arena *arena)
{
	struct buf line = BUF_INIT(ERROR_TEXT_MAX + 8);
	utf8_clean_line(&line, poll->err.text, strlen(poll->err.text), ERROR_TEXT_MAX);
	http->error = arena_strdup(arena, buf_str(&line));
	buf_done(&line);
	http->trouble = poll->trouble;
	if (http->failures == 0)
		http->failed_since = poll->now;
	if (http->failures < INT32_MAX)
		http->failures++;
	if (poll->moved)
		http_forget_move(
			http); /* the adopted address fails: back to the line's */
	if (poll->kind == POLL_UNREACHABLE)
		return;
	int64_t wait = retry_wait(poll);
	http->retry_at = wait < 0 ? TIME_NONE : poll->now + wait;
}

void
engine_poll_apply(const struct engine_poll *poll, size_t new_items,
	struct http_state *http, struct arena *arena)
{
	long status = poll->answer->http_status;
	int64_t took = poll->answer->ended_ms - poll->answer->started_ms;
	http->last_poll = poll->now;
	http->took_ms = took < 0 || took > INT32_MAX ? 0 : (int32_t)took;
	/* "Gone" stays until the server answers otherwise. */
	if (status != 0 || http->status != 410)
		http->status = (int32_t)status;
	if (succeeded(poll))
		apply_success(poll, new_items, http);
	else
		apply_failure(poll, http, arena);
	const struct http_poll past = {
		.at = poll->now,
		.status = (int32_t)status,
		.trouble = poll->trouble,
		.new_items = (int64_t)new_items,
		.bytes = poll->answer->bytes,
		.conditional = poll->conditional,
	};
	http_poll_add(http, &past);
}

bool
engine_poll_conditional(const struct http_state *http, int64_t gap, int64_t now)
{
	if (http->last_full == TIME_NONE || now - http->last_full < POLL_FULL_SECONDS)
		return true;
	if (http->last_change == TIME_NONE)
		return false;
	if (gap > POLL_FULL_GAP_MAX)
		gap = POLL_FULL_GAP_MAX;
	return now - http->last_change < POLL_FULL_GAPS * gap;
}

int64_t
engine_poll_host_pause(const struct engine_poll *poll)
{
	if (poll->answer->status != OK || poll->answer->http_status != 429)
		return TIME_NONE;
	int64_t wait = retry_wait(poll);
	return poll->now + (wait < 0 ? POLL_SLOW_DOWN : wait);
}
