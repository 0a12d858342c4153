/*
 * Finds out which server is at an address: each protocol is tried at the address itself
 * and where its servers usually have it. Nothing secret is sent.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "engine/account/account.h"
#include "engine/account/account_inside.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/job/jobs.h"
#include "fetch/fetch.h"
#include "remote/backends.h"
#include "remote/quirk.h"

struct probe {
	struct engine_job job;
	size_t backend, base; /* that are tried now */
	char url[2048];       /* as the user gave it, without a slash at its end */
	char protocol[32];    /* "": all */
	char tried[2048];     /* the present address */
	struct err rest;      /* a server is there, but for something */
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

static void
answered(struct engine *e, struct engine_job *job, struct fetch_result *answer)
{
	struct probe *p = (struct probe *)job;
	const struct remote_backend *backend = remote_backends[p->backend];
	const struct remote_arg arg = {0};
	const struct remote_sink sink = {0};
	struct remote_session session;
	struct err err = answer->err;
	enum remote_verdict verdict = REMOTE_OTHER;
	remote_session_init(&session, backend);
	session.base = p->tried;
	fetch_result_unpack(answer);
	if (answer->status == OK) {
		const struct remote_answer given = {.status = answer->http_status,
			.body = {answer->body.data, answer->body.len},
			.header = header,
			.of = answer};
		verdict =
			backend->take(&session, REMOTE_PROBE, &arg, &given, &sink, &err);
	}
	if (verdict == REMOTE_OK)
		tell(e, p, session.quirk->name, NULL);
	else if (verdict == REMOTE_REST || answer->status != OK)
		tell(e, p, NULL, &err);
	remote_session_done(&session);
	if (verdict != REMOTE_OK && verdict != REMOTE_REST && answer->status == OK) {
		p->base++;
		ask(e, p);
	}
	fetch_result_free(answer);
}

static const struct engine_job_class probes = {
	.name = "probe",
	.size = sizeof(struct probe),
	.priority = ENGINE_JOB_WAITED,
	.answer = answered,
};

/* The next address of the next protocol. */
static void
ask(struct engine *e, struct probe *p)
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
		bool has = backend->ask(&session, REMOTE_PROBE, &arg, &ask);
		struct probe next = *p;
		next.job = (struct engine_job){.class = &probes, .url = ask.url.data};
		const struct fetch_request request = {
			.method = ask.method == REMOTE_POST ? FETCH_POST : FETCH_GET,
			.body = {ask.body.data, ask.body.len},
			.body_type = ask.type,
			.keep = REMOTE_KEEP,
			.error_body = true,
			.no_redirects = true,
			.api = true,
			.body_max = (int64_t)1 << 20,
		};
		if (has)
			engine_jobs_ask(e, &next.job, &request);
		remote_ask_done(&ask);
		remote_session_done(&session);
		if (has)
			return;
	}
	struct err err;
	err_set(&err, ERR_NOT_FOUND,
		_("no feed server that courant knows answers at %s: give the address of "
		  "its API, as its settings name it"),
		p->url);
	p->backend = 0;
	tell(e, p, NULL, &err);
}

void
engine_account_probe(struct engine *e, const struct engine_request *request)
{
	struct probe p = {.backend = 0};
	const char *url = request->sync.url;
	size_t n = strlen(url);
	while (n > 0 && url[n - 1] == '/')
		n--;
	snprintf(p.url, sizeof p.url, "%.*s", (int)n, url);
	snprintf(p.protocol, sizeof p.protocol, "%s",
		request->sync.protocol ? request->sync.protocol : "");
	ask(e, &p);
}
