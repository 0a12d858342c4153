/*
 * Finds out which server is at an address: each protocol is tried at the address itself
 * and where its servers usually have it, then at the levels above it, since the page that
 * a browser shows is often below the server's address. Nothing secret is sent.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/url.h"
#include "engine/accounts/accounts.h"
#include "engine/accounts/accounts_inside.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/job/jobs.h"
#include "fetch/fetch.h"
#include "remote/backends.h"
#include "remote/quirk.h"

#define ABOVE_MAX 3

struct probe {
	struct engine_job job;
	size_t backend, base; /* those being tried now */
	char given[2048];     /* as the user gave it, without a slash at its end */
	char url[2048];       /* below which addresses are tried now */
	int above;            /* how many levels that is above what was given */
	char protocol[32];    /* "": all */
	char tag[64];         /* of the account: its options are those of its requests */
	char tried[2048];     /* the present address */
	bool bare;            /* given without https or http */
	bool guarded;         /* a web server in front wants its own login first */
};

static void ask(struct engine *e, struct probe *p);

static struct span
header(const void *of, const char *name)
{
	return fetch_result_header(of, name);
}

static void
tell(struct engine *e, const struct probe *p, const char *server, const struct err *err)
{
	struct buf text = BUF_INIT(0);
	if (server)
		buf_addf(&text, "%s\n%s\n%s", remote_backends[p->backend]->name, p->tried,
			server);
	else
		buf_adds(&text, err->text);
	const struct engine_event event = {
		.kind = ENGINE_PROBED, .error = !server, .text = buf_str(&text)};
	engine_event_post(e, &event);
	buf_done(&text);
}

/* A server that is only reachable by https says so by a redirect to itself. */
static bool
is_elsewhere(struct probe *p, const struct fetch_result *answer)
{
	struct url asked = url_split(span_of(p->url));
	struct url to = url_split(fetch_result_header(answer, "Location"));
	char next[sizeof p->url];
	if (answer->status != OK || answer->http_status / 100 != 3 ||
		!span_ieq(asked.scheme, "http") || !to.scheme.p ||
		!span_ieq(to.scheme, "https") || asked.host.n != to.host.n ||
		strncasecmp(asked.host.p, to.host.p, to.host.n) != 0)
		return false;
	size_t n = (size_t)snprintf(next, sizeof next, "https://%.*s%s%.*s%.*s",
		SPAN_FMT(to.host), to.port.n ? ":" : "", SPAN_FMT(to.port),
		SPAN_FMT(asked.path));
	if (n < sizeof next)
		memcpy(p->url, next, n + 1);
	return n < sizeof next;
}

/* Where nothing answers by https, a bare HOST:PORT may be meant for http. */
static bool
is_plain(struct probe *p, const struct fetch_result *answer)
{
	if (!p->bare || answer->status == OK || !str_starts(p->url, "https://"))
		return false;
	p->bare = false;
	memmove(p->url + 4, p->url + 5, strlen(p->url + 5) + 1);
	memcpy(p->given, p->url, sizeof p->given);
	return true;
}

/* No server answers, so no other address of it is worth a try. An answer that cannot be
 * read, or is too long, may be a page that happens to be there. */
static bool
is_silent(const struct fetch_result *answer)
{
	return answer->status != OK && answer->status != ERR_LIMIT &&
	       answer->status != ERR_SYNTAX;
}

/* A page that wants user and password comes from the web server, not from an API. */
static bool
is_guard(const struct fetch_result *answer)
{
	struct span body = span_trim((struct span){answer->body.data, answer->body.len});
	return answer->http_status == 401 && body.n > 0 && body.p[0] == '<' &&
	       fetch_result_header(answer, "WWW-Authenticate").p;
}

/* Goes a level up; false: it is the server's root, or high enough. */
static bool
climb(struct probe *p)
{
	struct span path = url_split(span_of(p->url)).path;
	if (path.n == 0 || p->above == ABOVE_MAX)
		return false;
	char *slash = strrchr(p->url, '/');
	while (slash > path.p && slash[-1] == '/')
		slash--;
	*slash = '\0';
	p->above++;
	return true;
}

static void
ask_next(struct engine *e, struct probe *p, bool same)
{
	p->base += !same;
	ask(e, p);
}

static void
answered(struct engine *e, struct engine_job *job, struct fetch_result *answer)
{
	struct probe *p = (struct probe *)job;
	const struct remote_backend *backend = remote_backends[p->backend];
	const struct remote_arg arg = {0};
	const struct remote_sink sink = {0};
	struct remote_session session;
	enum remote_verdict verdict = REMOTE_OTHER;
	remote_session_init(&session, backend);
	session.base = p->tried;
	fetch_result_unpack(answer);
	struct err err = answer->err;
	bool moved = is_elsewhere(p, answer), plain = is_plain(p, answer);
	if (answer->status == OK && !moved) {
		p->guarded |= is_guard(answer);
		p->bare = false;
		const struct remote_answer given = {.status = answer->http_status,
			.body = {answer->body.data, answer->body.len},
			.header = header,
			.of = answer};
		verdict =
			backend->take(&session, REMOTE_PROBE, &arg, &given, &sink, &err);
	}
	if (verdict == REMOTE_OK)
		tell(e, p, session.quirk->name, NULL);
	else if (verdict == REMOTE_REST || (is_silent(answer) && !plain))
		tell(e, p, NULL, &err);
	else
		ask_next(e, p, moved || plain);
	remote_session_done(&session);
	fetch_result_free(answer);
}

static const struct engine_job_class probes = {
	.name = "probe",
	.size = sizeof(struct probe),
	.priority = ENGINE_JOB_WAITED,
	.answer = answered,
};

/* The next address of the next protocol at this level; false: there is none. */
static bool
ask_here(struct engine *e, struct probe *p)
{
	const struct remote_backend *backend;
	for (; (backend = remote_backends[p->backend]) != NULL;
		p->backend++, p->base = 0) {
		if (*p->protocol && !str_eq(p->protocol, backend->name))
			continue;
		if (!backend->bases[p->base])
			continue;
		struct remote_session session;
		struct remote_ask ask;
		const struct remote_arg arg = {0};
		size_t n = (size_t)snprintf(p->tried, sizeof p->tried, "%s%s", p->url,
			backend->bases[p->base]);
		if (n >= sizeof p->tried)
			continue;
		remote_session_init(&session, backend);
		session.base = p->tried;
		remote_ask_init(&ask);
		/* A service is known by its address, but others may run its software. */
		bool has =
			backend->ask(&session, REMOTE_PROBE, &arg, &ask) || *p->protocol;
		struct options options;
		engine_settings_tagged(e, p->tag, &options);
		struct fetch_own own = engine_settings_request(&options);
		own.login = own.headers = NULL;
		struct probe next = *p;
		next.job = (struct engine_job){.class = &probes, .url = ask.url.data};
		const struct fetch_request request = {
			.own = &own,
			.method = ask.method == REMOTE_POST ? FETCH_POST : FETCH_GET,
			.body = {ask.body.data, ask.body.len},
			.body_type = ask.type,
			.keep = REMOTE_KEEP ",Location",
			.error_body = true,
			.no_redirects = true,
			.api = true,
			.body_max = (int64_t)1 << 20,
		};
		if (has)
			engine_job_ask(e, &next.job, &request);
		conf_options_done(&options);
		remote_ask_done(&ask);
		remote_session_done(&session);
		if (has)
			return true;
	}
	p->backend = p->base = 0;
	return false;
}

static void
ask(struct engine *e, struct probe *p)
{
	struct err err;
	do {
		if (ask_here(e, p))
			return;
	} while (climb(p));
	err_set(&err, ERR_NOT_FOUND,
		p->guarded ? _("the web server of %s requires its own login (HTTP "
			       "authentication), so a feed server behind it cannot have "
			       "one; exempt the address of the API")
			   : _("no feed server that courant knows answers at %s; give "
			       "the address of its API, as shown in its settings"),
		p->given);
	tell(e, p, NULL, &err);
}

/* Bytes of the address up to its query, without slashes at the end and without what
 * Google's API has below each server's address. */
static size_t
length_of_base(const char *url)
{
	static const char below[] = "/reader/api/0";
	size_t n = strcspn(url, "?#"), m = sizeof below - 1;
	while (n > 0 && url[n - 1] == '/')
		n--;
	return n > m && memcmp(url + n - m, below, m) == 0 ? n - m : n;
}

void
engine_accounts_probe(struct engine *e, const struct engine_request *request)
{
	const char *url = request->sync.url;
	struct probe p = {.bare = !str_starts(url, "http")};
	size_t n = length_of_base(url);
	snprintf(p.given, sizeof p.given, "%s%.*s", p.bare ? "https:" : "", (int)n, url);
	memcpy(p.url, p.given, sizeof p.url);
	snprintf(p.protocol, sizeof p.protocol, "%s",
		request->sync.protocol ? request->sync.protocol : "");
	snprintf(p.tag, sizeof p.tag, "%s", request->sync.name);
	ask(e, &p);
}
