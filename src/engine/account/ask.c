/*
 * Requests of accounts as jobs.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "engine/account/account_inside.h"
#include "engine/core/engine.h"
#include "engine/core/settings.h"
#include "engine/job/jobs.h"
#include "fetch/fetch.h"
#include "store/db/view.h"

struct account_job {
	struct engine_job job;
	struct account *account;
};

static void
answered(struct engine *e, struct engine_job *job, struct fetch_result *answer)
{
	struct account *a = ((struct account_job *)job)->account;
	(void)e;
	if (a->tag == job->tag) {
		a->tag = 0;
		a->answered(a, answer);
	}
	fetch_result_free(answer);
}

static const struct engine_job_class requests = {
	.name = "account",
	.size = sizeof(struct account_job),
	.priority = ENGINE_JOB_ASKED,
	.answer = answered,
	.command_ms = 30000, /* password-command (case 31) */
	.command_max = 4096,
};

struct fetch_request
engine_account_request(
	const struct account *a, const struct remote_ask *ask, struct fetch_own *own)
{
	static const enum fetch_method methods[] = {
		[REMOTE_GET] = FETCH_GET,
		[REMOTE_POST] = FETCH_POST,
		[REMOTE_PUT] = FETCH_PUT,
		[REMOTE_DELETE] = FETCH_DELETE,
	};
	const struct conf_account *conf = engine_account_conf(a);
	*own = engine_settings_request(a->options ? a->options : a->e->options);
	own->plain_login = conf && conf->plain_login;
	own->login = NULL;
	own->headers = NULL;
	return (struct fetch_request){
		.url = buf_str(&ask->url),
		.own = own,
		.method = methods[ask->method],
		.body = {ask->body.data, ask->body.len},
		.body_type = ask->type,
		.headers = buf_str(&ask->headers),
		.secret = true,
		.api = true,
		.once = ask->once,
		.no_redirects = true,
		.keep = REMOTE_KEEP,
		.error_body = true,
		.body_max = (int64_t)ask->max,
	};
}

bool
engine_account_send(struct account *a, enum remote_step step)
{
	struct remote_ask ask;
	remote_ask_init(&ask);
	const struct remote_arg *arg =
		a->detour != REMOTE_STEPS ? &a->detour_arg : &a->arg;
	bool has =
		engine_account_conf(a) && a->backend->ask(&a->session, step, arg, &ask);
	if (has) {
		struct account_job job = {
			.job = {.class = &requests,
				.url = (char *)(uintptr_t)buf_str(&ask.url)},
			.account = a};
		struct fetch_own own;
		const struct fetch_request request =
			engine_account_request(a, &ask, &own);
		a->tag = engine_job_ask(a->e, &job.job, &request);
		a->report.requests++;
	}
	remote_ask_done(&ask);
	return has;
}

void
engine_account_cancel(struct account *a)
{
	if (a->tag)
		engine_job_cancel(a->e, a->tag);
	a->tag = 0;
}

void
engine_account_take_last(struct engine *e)
{
	engine_job_last(e, &requests);
}

/* ---- the password */

static bool
use_password(struct account *a, const char *text, struct err *err)
{
	free(a->password);
	a->password = mem_strndup(text, strcspn(text, "\r\n"));
	a->session.password = a->password;
	if (*a->password)
		return true;
	err_set(err, ERR_DENIED, _("the password is empty; run courant account login %s"),
		a->name);
	return false;
}

bool
engine_account_password(struct account *a, bool *waits, struct err *err)
{
	const struct conf_account *conf = engine_account_conf(a);
	*waits = false;
	if (!conf)
		return false;
	if (*conf->password_command) {
		struct buf line = BUF_INIT(0);
		buf_addf(&line, "exec:%s", conf->password_command);
		struct account_job job = {.job = {.class = &requests,
						  .source = SOURCE_EXEC,
						  .url = line.data},
			.account = a};
		a->tag = engine_job_ask(a->e, &job.job, NULL);
		buf_done(&line);
		*waits = true;
		return true;
	}
	struct buf secret = BUF_INIT(0);
	char *dir = file_folder(store_path(a->e->store));
	int status = conf_account_secret(dir, a->name, &secret, err);
	bool good = status == OK && use_password(a, buf_str(&secret), err);
	if (status == ERR_NOT_FOUND)
		err_set(err, ERR_DENIED,
			_("no password is stored; run courant account login %s"),
			a->name);
	buf_done(&secret);
	free(dir);
	return good;
}

bool
engine_account_password_output(
	struct account *a, const struct fetch_result *answer, struct err *err)
{
	if (answer->status == OK)
		return use_password(a, buf_str(&answer->body), err);
	*err = answer->err;
	err_prefix(err, "password-command");
	return false;
}
