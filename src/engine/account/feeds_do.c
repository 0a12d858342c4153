/*
 * Carries out at the server what the user did to feeds of an account.
 */
#include "config.h"

#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "base/url.h"
#include "engine/account/feeds_merge_inside.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/list.h"
#include "store/remote/remote.h"

#define FORGET_ROWS 500 /* in a transaction */

bool
engine_account_op_begin(struct account *a)
{
	if (a->op_at == a->ops_len)
		return false;
	const struct account_op *op = &a->ops[a->op_at];
	bool moves = op->to && !str_eq(op->to, op->from);
	if (moves && !a->making && engine_account_folder_missing(a, op->to)) {
		a->making = true;
		a->arg.title = span_of(op->to);
		return true;
	}
	a->making = false;
	a->arg.feed = span_of(op->id);
	a->arg.url = span_of(op->url);
	a->arg.title = span_of(op->title);
	if (moves) {
		a->arg.from = engine_account_folder_id(a, op->from);
		a->arg.folder = engine_account_folder_id(a, op->to);
	}
	a->op_feeds = a->feeds_len;
	return true;
}

static void
take_op(struct account *a, const struct account_op *op, struct remotefeed_record *now)
{
	if (op->title)
		now->title = op->title;
	if (!op->to || str_eq(op->to, op->from))
		return;
	now->folders = arena_zalloc(&a->arena, sizeof *now->folders);
	now->folders[0] = op->to;
	now->folders_len = *op->to != '\0';
}

/* From now on, what the account's feed has here belongs to this machine alone. */
static int
forget_items(struct account *a, const char *id, struct err *err)
{
	struct store_scope scope = {.kind = STORE_FEED};
	struct store_key keys[FORGET_ROWS], last;
	size_t len = FORGET_ROWS;
	char *line = engine_account_line_url(a, &a->arena, id);
	int status = OK;
	for (bool first = true; status == OK && len == FORGET_ROWS; first = false) {
		struct store_batch *batch;
		uint64_t items[FORGET_ROWS];
		status = store_batch_begin(a->e->store, &batch, err);
		if (status != OK)
			return status;
		struct store_view view = store_batch_view(batch);
		status = store_feed_find(&view, line, &scope.feed);
		if (status == OK)
			status = store_item_keys(&view, &scope, first ? NULL : &last,
				keys, FORGET_ROWS, &len);
		if (status == ERR_NOT_FOUND)
			len = 0, status = OK;
		for (size_t i = 0; status == OK && i < len; i++) {
			last = keys[i];
			items[i] = keys[i].id;
		}
		if (status == OK)
			status =
				store_remote_forget(batch, a->stored.id, items, len, err);
		status = store_batch_end(batch, status, err);
	}
	return status;
}

/* The server did it: both sides agree. */
static int
agree_on_op(struct account *a, const struct account_op *op, struct err *err)
{
	struct merging m = {.a = a, .err = err};
	struct store_view view;
	struct remotefeed_record now;
	int status = store_view_begin(a->e->store, &view, err);
	if (status != OK)
		return status;
	status = store_remote_feed(&view, a->stored.id, span_of(op->id), &a->arena, &now);
	store_view_end(&view);
	if (status != OK)
		return status == ERR_NOT_FOUND ? OK : status;
	if (op->step == REMOTE_UNSUBSCRIBE) {
		engine_account_merge_drop(&m, op->id);
		now.id = engine_account_merge_left(&a->arena, op->id);
	} else {
		take_op(a, op, &now);
	}
	m.puts = &now;
	m.puts_len = 1;
	status = engine_account_merge_store(&m);
	return status == OK && op->step == REMOTE_UNSUBSCRIBE
		       ? forget_items(a, op->id, err)
		       : status;
}

/* The new feed gets its line's address, and the requested folder. */
static int
take_subscribed(struct account *a, const struct account_op *op, struct err *err)
{
	struct merging m = MERGING(a, err);
	struct store_view view;
	if (a->feeds_len == a->op_feeds) /* the next list says what its id is */
		return OK;
	struct account_feed feed = a->feeds[a->op_feeds];
	feed.url = op->url;
	int status = store_view_begin(a->e->store, &view, err);
	if (status != OK)
		return status;
	status = engine_account_merge_gather(&m, &view);
	store_view_end(&view);
	if (status == OK) {
		engine_account_merge_feed(&m, &feed);
		status = engine_account_merge_carry_out(&m);
	}
	engine_account_merge_done(&m);
	return status;
}

void
engine_account_op_got(struct account *a)
{
	struct err err;
	if (a->making) /* the operation that needs the folder is next */
		return;
	struct account_op op = a->ops[a->op_at++];
	int status = op.step == REMOTE_SUBSCRIBE ? take_subscribed(a, &op, &err)
						 : agree_on_op(a, &op, &err);
	a->report.sent++;
	if (status != OK)
		engine_account_fault(a, &err);
}

void
engine_account_tell_once(struct account *a, bool error, const char *text)
{
	void **told = map_put(&a->refusals, text, strlen(text));
	if (!*told || a->flags & (ENGINE_SYNC_WHOLE | ENGINE_SYNC_FEEDS))
		engine_event_note(a->e, error, "%s", text);
	*told = a;
}

/* The server refuses: the user is told, and the server's state counts. */
void
engine_account_op_refused(struct account *a, const struct err *err)
{
	const struct account_op *op = &a->ops[a->op_at++];
	struct arena arena = ARENA_INIT;
	a->making = false;
	engine_account_tell_once(a, true,
		arena_printf(&arena, "%s: %s: %s", a->name,
			op->url     ? url_mask(&arena, op->url)
			: op->title ? op->title
				    : op->id,
			err->text));
	arena_done(&arena);
}
