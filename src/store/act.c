#include "config.h"

#include "store/act.h"

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"
#include "model/state.h"
#include "store/item/rule.h"
#include "store/item/tag.h"
#include "store/mark/flags.h"
#include "store/mark/trash.h"
#include "store/media/download.h"
#include "store/media/episode_queue.h"
#include "store/media/listen.h"

/* A call of store_act. */
struct call {
	struct store_batch *batch;
	const struct store_act *act;
	const uint64_t *ids;
	size_t len;
	size_t *changed;
	struct err *err;
};

static int
put_flags(const struct call *c)
{
	const struct action_kind *kind = action_kind(c->act->action);
	return store_mark_put_flags(
		c->batch, c->ids, c->len, kind->set, kind->clear, c->changed, c->err);
}

static int
put_tag(const struct call *c)
{
	return store_item_put_tag(c->batch, c->ids, c->len, c->act->tag,
		c->act->action == ACTION_TAG, c->changed, c->err);
}

static int
put_trash(const struct call *c)
{
	return store_mark_put_trash(
		c->batch, c->ids, c->len, true, c->act->now, c->changed, c->err);
}

static int
put_discarded(const struct call *c)
{
	return store_mark_discard(
		c->batch, c->ids, c->len, c->act->now, c->changed, c->err);
}

static int
put_hidden(const struct call *c)
{
	return store_mark_put_hidden(c->batch, c->ids, c->len,
		c->act->action == ACTION_HIDE, c->act->now, c->changed, c->err);
}

static int
put_rule(const struct call *c)
{
	return store_item_put_rule(c->batch, c->ids, c->len,
		store_item_rule_hash(c->act->rule), c->act->score, c->changed, c->err);
}

static int
put_queue(const struct call *c)
{
	return store_media_queue_add(c->batch, c->ids, c->len,
		str_eq(c->act->place, "next"), c->act->now, c->changed, c->err);
}

static int
take_queue(const struct call *c)
{
	return store_media_queue_drop(c->batch, c->ids, c->len, c->changed, c->err);
}

static int
put_place(const struct call *c)
{
	int status = OK;
	for (size_t i = 0; status == OK && i < c->len; i++) {
		size_t n = 0;
		status = store_media_queue_move(
			c->batch, c->ids[i], c->act->place, &n, c->err);
		*c->changed += n;
	}
	return status;
}

static int
put_order(const struct call *c)
{
	int status = OK;
	for (size_t i = 0; status == OK && i < c->len; i++) {
		size_t n = 0;
		status = store_media_download_move(
			c->batch, c->ids[i], c->act->place, c->act->now, &n, c->err);
		*c->changed += n;
	}
	return status;
}

static int
put_played(const struct call *c)
{
	return store_media_played(c->batch, c->ids, c->len,
		c->act->action == ACTION_PLAYED, c->act->now, c->changed, c->err);
}

static int
put_choice(const struct call *c)
{
	return store_media_choose(
		c->batch, c->ids, c->len, c->act->address, c->changed, c->err);
}

static int
put_download(const struct call *c)
{
	return store_media_download_act(c->batch, c->act->action, c->ids, c->len,
		c->act->now, c->changed, c->err);
}

static const struct doing {
	int (*items)(const struct call *call);
} doings[ACTIONS] = {
#define ACTION_ROW(name, number, about, does, undoes, worker)                            \
	[ACTION_##name] = {CELL does},
#include "model/action_rows.h"
};

int
store_act(struct store_batch *batch, const struct store_act *act, const uint64_t *ids,
	size_t len, size_t *changed, struct err *err)
{
	size_t unused = 0;
	const struct action_kind *kind = action_kind(act->action);
	const struct call call = {batch, act, ids, len, changed ? changed : &unused, err};
	if (kind->set | kind->clear)
		return put_flags(&call);
	return doings[act->action].items ? doings[act->action].items(&call)
					 : err_set(err, ERR_INVALID, "%s", kind->name);
}
