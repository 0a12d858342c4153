/*
 * The full text of an item as its server finds it, for the option full-text of an
 * account. Independent of syncs and their state: a single request, whose answer has the
 * text or not.
 */
#include "config.h"

#include "base/str.h"
#include "base/time.h"
#include "engine/accounts/accounts_inside.h"
#include "engine/core/engine.h"
#include "engine/core/settings.h"
#include "engine/job/jobs.h"
#include "engine/page/page_fetch.h"
#include "fetch/fetch.h"
#include "store/db/view.h"

/* The account of an item and the item's id there, in arena; NULL: it belongs to none. */
static struct account *
account_of(struct engine *e, uint64_t item, struct arena *arena, struct span *id)
{
	struct store_view view;
	uint32_t account;
	if (store_view_begin(e->store, &view, NULL) != OK)
		return NULL;
	int status = store_remote_of_item(&view, item, arena, &account, id);
	store_view_end(&view);
	return status == OK ? engine_accounts_numbered(e, account) : NULL;
}

/* No program is run for the password here: the one that a sync obtained is used. */
static bool
may_ask(struct account *a)
{
	const struct conf_account *conf = engine_account_conf(a);
	struct err err;
	bool waits;
	if (!conf || !str_eq(conf->full_text, "server") || !a->backend ||
		a->stored.is.rest != TIME_NONE)
		return false;
	return a->password ||
	       (!*conf->password_command && engine_account_password(a, &waits, &err));
}

static bool
ask(struct engine *e, uint64_t item, struct engine_job *job, int priority)
{
	struct arena arena = ARENA_INIT;
	struct remote_ask ask;
	struct span id;
	struct account *a = account_of(e, item, &arena, &id);
	const struct remote_arg arg = {.ids = &id, .ids_len = 1};
	remote_ask_init(&ask);
	bool asks = a && may_ask(a) &&
		    a->backend->ask(&a->session, REMOTE_FULL_TEXT, &arg, &ask);
	if (asks) {
		struct fetch_own own;
		struct fetch_request request = engine_account_request(a, &ask, &own);
		request.priority = priority;
		job->url = ask.url.data;
		engine_job_ask(e, job, &request);
		job->url = NULL;
	}
	remote_ask_done(&ask);
	arena_done(&arena);
	return asks;
}

static struct span
no_header(const void *of, const char *name)
{
	(void)of;
	(void)name;
	return (struct span){NULL, 0};
}

static void
sink_text(void *ctx, struct span html)
{
	buf_add(ctx, html.p, html.n);
}

static bool
take(struct engine *e, uint64_t item, const struct fetch_result *result, struct buf *html)
{
	struct arena arena = ARENA_INIT;
	struct err err;
	struct span id;
	struct account *a = account_of(e, item, &arena, &id);
	const struct remote_arg arg = {.ids = &id, .ids_len = 1};
	const struct remote_answer answer = {.status = result->http_status,
		.body = {result->body.data, result->body.len},
		.header = no_header};
	const struct remote_sink sink = {.ctx = html, .arena = &arena, .text = sink_text};
	bool good = a && a->backend &&
		    a->backend->take(&a->session, REMOTE_FULL_TEXT, &arg, &answer, &sink,
			    &err) == REMOTE_OK;
	arena_done(&arena);
	return good && html->len > 0;
}

const struct engine_page_server engine_accounts_page_server = {ask, take};
