/*
 * What is done to an account as a whole: pausing, resuming and removing it.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "conf/feeds.h"
#include "conf/feeds_account.h"
#include "engine/accounts/accounts.h"
#include "engine/accounts/accounts_inside.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/feeds/subscribe.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/feed/readdress.h"

#define DROP_ROWS 5000 /* in a transaction */

static void
tell(struct account *a, int status, const struct err *err)
{
	struct buf text = BUF_INIT(0);
	buf_addf(&text, "%s\n%s", a->name, status == OK ? "" : err->text);
	const struct engine_event event = {.kind = ENGINE_SYNCED,
		.asked = true,
		.error = status != OK,
		.text = buf_str(&text)};
	engine_event_post(a->e, &event);
	buf_done(&text);
}

static int
set_paused(struct account *a, bool paused, struct err *err)
{
	a->stored.is.paused = paused;
	int status = engine_account_save(a, err);
	if (status == OK)
		engine_account_plan(a);
	return status;
}

/* The user fixed what made the account rest. */
static int
wake(struct account *a, struct err *err)
{
	a->stored.is.rest = TIME_NONE;
	a->stored.is.why = NULL;
	a->stored.is.failures = 0;
	buf_clear(&a->session.token);
	buf_clear(&a->session.edit);
	free(a->password);
	a->password = NULL;
	return engine_account_save(a, err);
}

static int
forget_rows(struct account *a, struct err *err)
{
	int status = OK;
	for (bool more = a->stored.id != 0; status == OK && more;) {
		struct store_batch *batch;
		status = store_batch_begin(a->e->store, &batch, err);
		if (status != OK)
			break;
		status = store_remote_drop_account(
			batch, a->stored.id, DROP_ROWS, &more, err);
		status = store_batch_end(batch, status, err);
	}
	return status;
}

/* The account's feeds become feeds of the feeds file, with all that they have. */
static int
keep_feeds(struct account *a, struct err *err)
{
	struct engine *e = a->e;
	const struct subscriptions *subs = &e->settings->subs;
	struct subscriptions *kept = subscription_list_new();
	struct store_batch *batch;
	struct store_view view;
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK) {
		subscription_list_free(kept);
		return status;
	}
	view = store_batch_view(batch);
	for (size_t i = 0; status == OK && i < subs->len; i++) {
		struct span key, id;
		struct remotefeed_record known;
		uint32_t feed;
		if (!conf_feeds_account_parts(subs->list[i].url, &key, &id) ||
			!span_eq(key, a->stored.is.key) ||
			store_remote_feed(
				&view, a->stored.id, id, &kept->arena, &known) != OK ||
			str_empty(known.url))
			continue;
		struct subscription *sub = subscription_list_add(kept);
		*sub = subs->list[i];
		sub->source = SOURCE_HTTP;
		sub->url = known.url;
		if (store_feed_find(&view, subs->list[i].url, &feed) == OK &&
			store_feed_find(&view, known.url, &(uint32_t){0}) != OK)
			status = store_feed_put_address(batch, feed, known.url, err);
	}
	status = store_batch_end(batch, status, err);
	if (status == OK)
		status = conf_feeds_append(
			e->feeds_path, kept->list, kept->len, NULL, err);
	subscription_list_free(kept);
	return status;
}

static int
leave(struct account *a, bool keep, struct err *err)
{
	int status = keep ? keep_feeds(a, err) : OK;
	if (status == OK)
		status = conf_feeds_account_move(
			a->e->feeds_path, a->stored.is.key, NULL, err);
	if (status == OK)
		status = forget_rows(a, err);
	if (status == OK)
		engine_account_lock_forget(a);
	if (status == OK)
		status = engine_feeds_load(a->e, err);
	a->stored.id = 0;
	a->next_ms = a->push_ms = a->feeds_ms = INT64_MAX;
	return status;
}

void
engine_accounts_manage(struct account *a, const struct engine_request *request)
{
	struct err err;
	struct err stopped;
	err_set(&stopped, ERR_CANCELLED, "%s", "");
	if (a->phase)
		engine_account_end(a, REMOTE_LATER, &stopped);
	int status = engine_account_load(a, &err);
	if (status == OK)
		switch (request->sync.verb) {
		case ENGINE_ACCOUNT_PAUSE:
		case ENGINE_ACCOUNT_RESUME:
			status = set_paused(
				a, request->sync.verb == ENGINE_ACCOUNT_PAUSE, &err);
			break;
		case ENGINE_ACCOUNT_WAKE:
			status = wake(a, &err);
			break;
		case ENGINE_ACCOUNT_LEAVE:
		case ENGINE_ACCOUNT_KEEP:
			status =
				leave(a, request->sync.verb == ENGINE_ACCOUNT_KEEP, &err);
			break;
		default:
			break;
		}
	tell(a, status, &err);
}
