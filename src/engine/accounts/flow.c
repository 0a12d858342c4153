/*
 * A login by browser, as Nextcloud has it: the server gives the address of a page, and
 * once the user has logged in there, a name and an app password of our own.
 */
#include "config.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "engine/accounts/accounts.h"
#include "engine/accounts/accounts_inside.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/job/jobs.h"
#include "fetch/fetch.h"
#include "remote/nextcloud_flow.h"

#define POLL_MS 1000

struct engine_accounts_flow {
	struct remote_nextcloud_flow flow;
	char *base;
	bool begun, plain;
	uint64_t tag; /* of the request under way; 0: none */
	int64_t next_ms, until_ms;
};

static void
tell(struct engine *e, const char *text, bool done, bool error)
{
	const struct engine_event event = {
		.kind = ENGINE_LOGIN, .text = text, .done = done, .error = error};
	engine_event_post(e, &event);
}

void
engine_accounts_flow_free(struct engine *e, struct engine_accounts_flow *f)
{
	if (!f)
		return;
	if (f->tag)
		engine_job_cancel(e, f->tag);
	remote_nextcloud_flow_done(&f->flow);
	free(f->base);
	free(f);
}

static void
end(struct engine *e, const char *text, bool error)
{
	struct engine_accounts_flow **at = engine_accounts_flow(e);
	tell(e, text, true, error);
	engine_accounts_flow_free(e, *at);
	*at = NULL;
}

static struct span
header(const void *of, const char *name)
{
	return fetch_result_header(of, name);
}

/* No answer came; a second later one may. */
static bool
is_passing(const struct fetch_result *answer)
{
	return answer->status == OK || answer->status == ERR_NETWORK ||
	       answer->status == ERR_TIMEOUT || answer->status == ERR_BUSY;
}

static void
take_polled(struct engine *e, struct engine_accounts_flow *f,
	const struct remote_answer *answer)
{
	struct err err;
	struct buf text = BUF_INIT(0);
	enum remote_verdict verdict =
		remote_nextcloud_flow_polled(&f->flow, answer, &err);
	f->next_ms = time_mono_ms() + POLL_MS;
	if (verdict == REMOTE_OK) {
		buf_addf(&text, "%s\n%s", buf_str(&f->flow.user),
			buf_str(&f->flow.password));
		end(e, buf_str(&text), false);
	} else if (verdict == REMOTE_REST || time_mono_ms() > f->until_ms) {
		end(e, err.text, true);
	}
	buf_done(&text);
}

static void
answered(struct engine *e, struct engine_job *job, struct fetch_result *answer)
{
	struct engine_accounts_flow *f = *engine_accounts_flow(e);
	struct err err;
	if (!f || f->tag != job->tag) {
		fetch_result_free(answer);
		return;
	}
	f->tag = 0;
	fetch_result_unpack(answer);
	err = answer->err;
	const struct remote_answer given = {.status = answer->http_status,
		.body = {answer->body.data, answer->body.len},
		.header = header,
		.of = answer};
	if (f->begun && is_passing(answer)) {
		take_polled(e, f, &given);
	} else if (!f->begun && answer->status == OK &&
		   remote_nextcloud_flow_begun(f->base, &given, &f->flow, &err) ==
			   REMOTE_OK) {
		f->begun = true;
		f->next_ms = time_mono_ms() + POLL_MS;
		tell(e, buf_str(&f->flow.login), false, false);
	} else {
		end(e, err.text, true);
	}
	fetch_result_free(answer);
}

static const struct engine_job_class requests = {
	.name = "login",
	.size = sizeof(struct engine_job),
	.priority = ENGINE_JOB_WAITED,
	.answer = answered,
};

static void
ask(struct engine *e, struct engine_accounts_flow *f)
{
	struct fetch_own own = engine_settings_request(e->options);
	struct remote_ask ask;
	remote_ask_init(&ask);
	if (f->begun)
		remote_nextcloud_flow_poll(&f->flow, &ask);
	else
		remote_nextcloud_flow_begin(f->base, &ask);
	own.plain_login |= f->plain;
	own.login = NULL;
	own.headers = NULL;
	struct engine_job job = {.class = &requests, .url = ask.url.data};
	const struct fetch_request request = {
		.own = &own,
		.method = FETCH_POST,
		.body = {ask.body.data, ask.body.len},
		.body_type = ask.type,
		.secret = true,
		.api = true,
		.error_body = true,
		.no_redirects = true,
		.keep = REMOTE_KEEP,
		.body_max = (int64_t)1 << 20,
	};
	f->tag = engine_job_ask(e, &job, &request);
	remote_ask_done(&ask);
}

void
engine_accounts_flow_begin(struct engine *e, const struct engine_request *request)
{
	struct engine_accounts_flow **at = engine_accounts_flow(e),
				    *f = mem_zalloc(sizeof *f);
	engine_accounts_flow_free(e, *at);
	*at = f;
	f->base = mem_strdup(request->sync.url);
	f->plain = request->sync.flags & ENGINE_SYNC_PLAIN;
	f->until_ms = time_mono_ms() + REMOTE_NEXTCLOUD_FLOW_SECONDS * 1000;
	ask(e, f);
}

void
engine_accounts_flow_step(struct engine *e)
{
	struct engine_accounts_flow *f = *engine_accounts_flow(e);
	if (f && !f->tag && f->begun && time_mono_ms() >= f->next_ms)
		ask(e, f);
}

int64_t
engine_accounts_flow_wait(const struct engine_accounts_flow *f)
{
	return f && !f->tag && f->begun ? f->next_ms - time_mono_ms() : INT64_MAX;
}
