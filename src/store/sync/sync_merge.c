/*
 * Applies states of other machines to items: when they are read from logs, or when the
 * item arrives that they are about.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/vec.h"
#include "model/episode_record.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/identity/story.h"
#include "store/item/item.h"
#include "store/item/tag.h"
#include "store/mark/flags.h"
#include "store/media/listen.h"
#include "store/sync/sync.h"
#include "store/sync/sync_batch.h"
#include "store/sync/sync_inside.h"
#include "store/sync/sync_row.h"

/* Items to be set alike: read, unread, starred, not starred. */
struct apply {
	uint64_t *ids[4];
	size_t len[4], cap[4];
	struct arena arena; /* of stories */
};

static void
apply_add(struct apply *a, const struct state *s, uint64_t id)
{
	size_t at = (s->kind == STATE_STARRED ? 2 : 0) + (s->on ? 0 : 1);
	*VEC_PUSH(a->ids[at], a->len[at], a->cap[at]) = id;
}

/* Sets the flags, and frees a. */
static int
apply_all(struct store_batch *batch, struct apply *a, size_t *changed, struct err *err)
{
	static const struct {
		int set, clear;
	} flags[4] = {
		{0, ITEM_UNREAD}, {ITEM_UNREAD, 0}, {ITEM_STARRED, 0}, {0, ITEM_STARRED}};
	int status = OK;
	for (size_t i = 0; i < COUNT_OF(flags); i++) {
		size_t n = 0;
		if (status == OK && a->len[i])
			status = store_mark_put_flags(batch, a->ids[i], a->len[i],
				flags[i].set, flags[i].clear, &n, err);
		*changed += n;
		free(a->ids[i]);
	}
	arena_done(&a->arena);
	return status;
}

/* Replaces received by the state of another item of the story, if that is later. */
static int
take_later(struct store_batch *batch, struct state *received, uint64_t other)
{
	struct state entry = {0};
	struct buf row = BUF_INIT(0);
	int code = store_sync_item_row(batch, other, &row);
	if (code == OK &&
		store_sync_find((struct span){row.data, row.len}, received, &entry) &&
		state_later(&entry.stamp, entry.on, &received->stamp, received->on)) {
		received->on = entry.on;
		received->stamp = entry.stamp;
	}
	buf_done(&row);
	return code == ERR_NOT_FOUND ? OK : code;
}

/* The item and the others of its story take the latest state of any of them, so that it
 * does not matter in which order machines hear of these. */
static int
add_story(struct store_batch *batch, struct apply *a, const struct state *received,
	uint64_t id)
{
	struct store_view view = store_batch_view(batch);
	struct state last = *received;
	uint64_t *others;
	size_t len;
	int code = store_identity_story_others(&view, id, &a->arena, &others, &len);
	for (size_t i = 0; code == OK && i < len; i++)
		code = take_later(batch, &last, others[i]);
	if (code)
		return code;
	apply_add(a, &last, id);
	for (size_t i = 0; i < len; i++)
		apply_add(a, &last, others[i]);
	return OK;
}

static int
hear(struct store_batch *batch, const struct state *entry, uint64_t id)
{
	struct store_view view = store_batch_view(batch);
	struct store_sync_batch *state = batch->state;
	int flags;
	if (entry->kind != STATE_READ || !entry->on || !state_alone(&entry->stamp) ||
		entry->stamp.machine == state->info.machine)
		return OK;
	for (size_t i = 0; i < state->heard_len; i++)
		if (state->heard[i].id == id)
			return OK;
	int code = store_item_flags(&view, id, &flags);
	if (code == OK && flags & ITEM_UNREAD)
		*VEC_PUSH(state->heard, state->heard_len, state->heard_cap) =
			(struct heard){id, (int64_t)(entry->stamp.time >> 16) / 1000};
	return code == ERR_NOT_FOUND ? OK : code;
}

bool
store_sync_heard(struct store_batch *batch, uint64_t *id, int64_t *at)
{
	struct store_sync_batch *state = batch->state;
	if (!state || state->heard_len == 0)
		return false;
	const struct heard *last = &state->heard[--state->heard_len];
	*id = last->id;
	*at = last->at;
	return true;
}

/* Ours is later: it is sent to other machines with the time at which it was stored, so
 * that ours does not always win if our clock was wrong then. */
static int
insist(struct store_batch *batch, uint64_t id, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct store_sync_batch *state = batch->state;
	struct arena arena = ARENA_INIT;
	struct listen_record record;
	int64_t now_ms = state->now_ms;
	bool recording = state->recording;
	if (store_media_listen(&view, id, &arena, &record) == OK)
		state->now_ms = record.sampled * 1000;
	state->recording = true;
	int status = store_sync_listened(batch, id, err);
	state->recording = recording;
	state->now_ms = now_ms;
	arena_done(&arena);
	return status;
}

static int
apply_place(struct store_batch *batch, const struct state *entry, uint64_t id,
	size_t *changed, struct err *err)
{
	bool later;
	int status = store_sync_take_place(batch, entry, id, changed, &later, err);
	return status == OK && later ? insist(batch, id, err) : status;
}

/* Makes the item what the latest state of a kind says. */
static int
apply_state(struct store_batch *batch, struct apply *a, const struct state *entry,
	uint64_t id, size_t *changed, struct err *err)
{
	size_t n = 0;
	int code = hear(batch, entry, id);
	if (code == OK && (entry->kind == STATE_READ || entry->kind == STATE_STARRED))
		code = add_story(batch, a, entry, id);
	if (code)
		return store_batch_fail(batch, code, err, N_("cannot merge states"));
	if (entry->kind == STATE_LISTENED)
		return apply_place(batch, entry, id, changed, err);
	/* Kinds that only a newer program knows are kept, not applied. */
	if (entry->kind != STATE_TAGGED)
		return OK;
	int status = store_item_put_tag(batch, &id, 1, entry->tag, entry->on, &n, err);
	*changed += n;
	return status;
}

static int
take_state(struct store_batch *batch, const struct state *received, bool *won)
{
	return received->kind == STATE_SAME ? store_sync_put_alias(batch, received, won)
					    : store_sync_put(batch, received, won);
}

/* Makes the items here what the latest state of this kind says, which may be a later one
 * than `said`. */
static int
follow_state(struct store_batch *batch, struct apply *a, const struct state *received,
	size_t *changed, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct state_aliases aliases;
	struct state entry = {0};
	struct buf row = BUF_INIT(0);
	uint64_t ids[STATE_ALIASES_MAX];
	size_t len = 0;
	int code = store_sync_aliases(&view, received->feed, &aliases);
	if (code == OK)
		code = store_sync_items(&view, &aliases, received->item, ids, &len);
	if (code == OK && len)
		code = store_sync_last(&view, &aliases, received->item, &row);
	int status = store_batch_fail(batch, code, err, N_("cannot merge states"));
	if (status == OK && len &&
		store_sync_find((struct span){row.data, row.len}, received, &entry))
		for (size_t i = 0; status == OK && i < len; i++)
			status = apply_state(batch, a, &entry, ids[i], changed, err);
	buf_done(&row);
	return status;
}

static int
merge_run(struct store_batch *batch, const struct state *list, size_t len,
	size_t *changed, struct err *err)
{
	struct apply apply = {.arena = ARENA_INIT};
	bool won[STATE_MERGE_MAX] = {false};
	int code = OK, status = OK;
	for (size_t i = 0; code == OK && i < len; i++) {
		code = take_state(batch, &list[i], &won[i]);
		if (won[i] && list[i].stamp.time > batch->state->info.last) {
			batch->state->info.last = list[i].stamp.time;
			batch->state->dirty = true;
		}
	}
	for (size_t i = 0; code == OK && status == OK && i < len; i++)
		if (won[i] && list[i].kind != STATE_SAME)
			status = follow_state(batch, &apply, &list[i], changed, err);
	if (code == OK)
		code = store_sync_flush(batch);
	if (status == OK)
		status = store_batch_fail(batch, code, err, N_("cannot merge states"));
	if (status != OK)
		for (size_t i = 0; i < COUNT_OF(apply.ids); i++)
			apply.len[i] = 0;
	int applied = apply_all(batch, &apply, changed, err);
	if (status == OK)
		status = applied;
	*changed += batch->state->arrived_len;
	return status == OK ? store_sync_settle(batch, err) : status;
}

int
store_sync_merge(struct store_batch *batch, const struct state *list, size_t len,
	size_t *changed, struct err *err)
{
	int status = store_batch_fail(
		batch, store_sync_load(batch), err, N_("cannot merge states"));
	bool recording = batch->state->recording;
	batch->state->recording = false;
	*changed = 0;
	/* States that came before a feed was separated into two are applied first. */
	for (size_t at = 0, end; status == OK && at < len; at = end) {
		for (end = at + 1; end < len; end++)
			if (list[end].kind == STATE_SAME && !list[end].on)
				break;
		status = merge_run(batch, list + at, end - at, changed, err);
	}
	batch->state->recording = recording;
	return status;
}

int
store_sync_arrived(struct store_batch *batch, uint64_t id,
	const uint8_t identity[static STATE_ITEM], uint32_t feed)
{
	struct store_view view = store_batch_view(batch);
	struct span row = {NULL, 0};
	int code = store_sync_load(batch);
	struct store_sync_batch *state = batch->state;
	if (code || !state->info.machine)
		return code;
	code = store_sync_hash(batch, feed);
	for (size_t i = 0; code == OK && !row.n && i < state->aliases.len; i++)
		code = store_sync_row(
			&view, store_sync_key(state->aliases.hashes[i], identity), &row);
	if (code == OK && row.n)
		*VEC_PUSH(state->arrived, state->arrived_len, state->arrived_cap) = id;
	return code == ERR_DAMAGED ? OK : code;
}

bool
store_sync_awaited(const struct store_batch *batch, uint64_t id)
{
	const struct store_sync_batch *state = batch->state;
	return state->arrived_len && state->arrived[state->arrived_len - 1] == id;
}

static int
settle_item(struct store_batch *batch, struct apply *apply, uint64_t id, struct err *err)
{
	struct state entry = {0};
	struct buf row = BUF_INIT(0);
	size_t changed = 0;
	int code = store_sync_item_row(batch, id, &row);
	struct span rest = {row.data, row.len};
	int status = store_batch_fail(
		batch, code == ERR_NOT_FOUND ? OK : code, err, N_("cannot merge states"));
	while (status == OK && code == OK && store_sync_next(&rest, &entry))
		status = apply_state(batch, apply, &entry, id, &changed, err);
	buf_done(&row);
	return status;
}

int
store_sync_settle(struct store_batch *batch, struct err *err)
{
	struct apply apply = {.arena = ARENA_INIT};
	struct store_sync_batch *state = batch->state;
	size_t changed = 0;
	int status = OK;
	if (!state || !state->arrived_len)
		return OK;
	bool recording = state->recording;
	state->recording = false;
	/* Tags are set at once. Flags are collected and set together. */
	for (size_t i = 0; status == OK && i < state->arrived_len; i++)
		status = settle_item(batch, &apply, state->arrived[i], err);
	state->arrived_len = 0;
	int applied = apply_all(batch, &apply, &changed, err);
	state->recording = recording;
	return status == OK ? applied : status;
}

int
store_sync_settle_unjournaled(struct store_batch *batch, struct err *err)
{
	struct store_journal *journal = batch->journal;
	batch->journal = NULL;
	int status = store_sync_settle(batch, err);
	batch->journal = journal;
	return status;
}
