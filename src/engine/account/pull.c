/*
 * Takes over what was done at the server. What a list has is believed at once; what it
 * lacks only when the list is known to be whole: its length is the server's total before
 * and after, or two lists in a row are the same. When much vanishes at once, the server
 * is asked about a sample of it.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/time.h"
#include "engine/account/account_inside.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "model/item.h"
#include "remote/quirk.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/journal/journal.h"
#include "store/sync/sync.h"

#define DIFF_ROWS 2000 /* compared in a step: a millisecond */
#define PULL_ITEMS 500 /* in a transaction */
#define VANISH_MAX 200 /* items, or a twentieth: more are sampled */
#define SAMPLE 100
#define SINCE_SLACK 600 /* seconds that a server's clock may be set back */

/* ---- transactions */

int
engine_account_batch(struct account *a, struct store_batch **out, struct err *err)
{
	uint64_t before = a->group;
	int64_t now = engine_now(a->e);
	int status = store_batch_begin(a->e->store, out, err);
	if (status != OK)
		return status;
	status = store_journal_begin(*out, &a->group, now, err);
	if (status == OK && a->group != before)
		status = store_journal_put_head(*out, ACTION_SYNC, a->name, err);
	if (status == OK)
		status = store_sync_begin(*out, now * 1000, false, err);
	if (status != OK) {
		store_batch_abort(*out);
		a->group = before;
	}
	return status;
}

static size_t *
counter(struct account *a, enum store_remote_word word, bool value)
{
	struct account_told *t = &a->told;
	if (word == STORE_REMOTE_READ)
		return value ? &t->read : &t->unread;
	return value ? &t->starred : &t->unstarred;
}

static void
tell_changed(struct account *a)
{
	const struct engine_event event = {.kind = ENGINE_CHANGED};
	engine_event_post(a->e, &event);
}

/* A group of the journal begins only when something changes here. */
bool
engine_account_pull(struct account *a, enum store_remote_word word, bool value,
	const struct store_remote_key *keys, size_t len)
{
	struct store_batch *batch;
	struct err err;
	size_t changed = 0;
	uint64_t before = a->group;
	int status = engine_account_batch(a, &batch, &err);
	if (status == OK) {
		status = store_remote_pull(
			batch, a->stored.id, word, value, keys, len, &changed, &err);
		if (status == OK && changed == 0 && before == 0) {
			store_batch_abort(batch);
			a->group = 0;
			status = store_batch_begin(a->e->store, &batch, &err);
			if (status == OK)
				status = store_remote_pull(batch, a->stored.id, word,
					value, keys, len, &changed, &err);
			else
				batch = NULL;
		}
		if (batch)
			status = store_batch_end(batch, status, &err);
	}
	if (status != OK) {
		engine_account_fault(a, &err);
		return false;
	}
	*counter(a, word, value) += changed;
	if (changed)
		tell_changed(a);
	return true;
}

/* Pulls the next of them; true: there are more. */
static bool
pull_some(struct account *a, enum store_remote_word word, bool value,
	const struct store_remote_key *keys, size_t len)
{
	size_t n = len - a->pulled < PULL_ITEMS ? len - a->pulled : PULL_ITEMS;
	if (n == 0 || !engine_account_pull(a, word, value, keys + a->pulled, n))
		return false;
	a->pulled += n;
	return a->pulled < len;
}

/* ---- comparing */

/* What is not known here is fetched, the newest first: ids grow. */
static void
want_unknown(struct account *a)
{
	for (size_t i = a->diff.unknown_len; i-- > 0;)
		engine_account_want(a, a->list.ids[a->diff.unknown[i]].id);
}

static void
end_diff(struct account *a)
{
	store_remote_diff_done(&a->diff);
	free(a->keys);
	a->keys = NULL;
	a->diffing = false;
	a->pulled = 0;
}

static void
begin_diff(struct account *a, enum store_remote_word word, bool value)
{
	engine_account_list_sort(&a->list);
	a->keys = mem_alloc((a->list.len + 1) * sizeof *a->keys);
	for (size_t i = 0; i < a->list.len; i++)
		a->keys[i] = a->list.ids[i].key;
	store_remote_diff_init(&a->diff, word, value, a->keys, a->list.len);
	a->diffing = true;
	a->pulled = 0;
}

/* True: it is not done yet. */
static bool
go_on_comparing(struct account *a)
{
	struct store_view view;
	struct err err;
	if (!a->diffing || a->diff.done)
		return false;
	int status = store_view_begin(a->e->store, &view, &err);
	if (status == OK) {
		status = store_remote_diff_step(&view, a->stored.id, &a->diff, DIFF_ROWS);
		store_view_end(&view);
	}
	if (status != OK) {
		store_fail(a->e->store, status, &err, "");
		engine_account_fault(a, &err);
		return false;
	}
	return true;
}

/* A round number of ids is where servers cut lists without a word (T19). */
static bool
looks_cut(const struct account *a, size_t len)
{
	static const size_t rounds[] = {1000, 5000, 10000, 50000};
	for (size_t i = 0; i < COUNT_OF(rounds); i++)
		if (len == rounds[i])
			return true;
	return len > 0 && len == a->session.quirk->ids_page;
}

/* ---- unread */

static bool
unread_work(struct account *a)
{
	if (go_on_comparing(a))
		return true;
	if (!a->phase)
		return false;
	if (a->flags & ENGINE_SYNC_CHECK) {
		engine_account_compare(a, false);
		end_diff(a);
		return false;
	}
	if (pull_some(a, STORE_REMOTE_READ, false, a->diff.came, a->diff.came_len))
		return true;
	if (!a->phase)
		return false;
	want_unknown(a);
	a->vanished = a->diff.gone;
	a->vanished_len = a->diff.gone_len;
	a->vanished_of = (int64_t)a->diff.had;
	a->diff.gone = NULL;
	a->proven = a->unread_before >= 0 && a->list.total < 0 &&
		    a->unread_before == (int64_t)a->list.len;
	if (a->list.total >= 0)
		a->proven = a->list.total == (int64_t)a->list.len;
	a->seconds = !a->proven && a->vanished_len > 0;
	end_diff(a);
	a->unread = a->list;
	a->list = (struct account_list){.total = -1};
	return false;
}

bool
engine_account_unread_begin(struct account *a)
{
	engine_account_list_clear(&a->list);
	return a->whole;
}

void
engine_account_unread_got(struct account *a)
{
	begin_diff(a, STORE_REMOTE_READ, false);
	a->work = unread_work;
}

/* ---- starred */

static bool
starred_work(struct account *a)
{
	if (go_on_comparing(a))
		return true;
	if (!a->phase)
		return false;
	if (a->flags & ENGINE_SYNC_CHECK) {
		engine_account_compare(a, true);
		end_diff(a);
		a->second_star = 2;
		return false;
	}
	bool proven = a->list.total >= 0
			      ? a->list.total == (int64_t)a->list.len
			      : a->again.len == a->list.len &&
					engine_account_list_same(&a->again, &a->list);
	proven = proven && !looks_cut(a, a->list.len);
	if (a->pulled < a->diff.came_len) {
		pull_some(a, STORE_REMOTE_STAR, true, a->diff.came, a->diff.came_len);
		return a->phase != NULL;
	}
	size_t gone = a->pulled - a->diff.came_len;
	if (proven && gone < a->diff.gone_len) {
		size_t n = a->diff.gone_len - gone;
		n = n < PULL_ITEMS ? n : PULL_ITEMS;
		if (!engine_account_pull(
			    a, STORE_REMOTE_STAR, false, a->diff.gone + gone, n))
			return false;
		a->pulled += n;
		return true;
	}
	if (a->second_star == 0)
		want_unknown(a);
	a->second_star = a->second_star == 0 && a->diff.gone_len > 0 && !proven ? 1 : 2;
	end_diff(a);
	engine_account_list_clear(&a->again);
	a->again = a->list;
	a->list = (struct account_list){.total = -1};
	return false;
}

/* Again, if something vanished from the list: only what is missing twice is gone. */
bool
engine_account_starred_begin(struct account *a)
{
	if (!a->whole || a->second_star == 2)
		return false;
	engine_account_list_clear(&a->list);
	return true;
}

void
engine_account_starred_got(struct account *a)
{
	begin_diff(a, STORE_REMOTE_STAR, true);
	a->work = starred_work;
}

/* ---- new items */

/* The greatest id that is known; ids that are no numbers have no order. */
static struct span
newest(struct account *a)
{
	struct store_view view;
	struct store_remote_key key;
	struct err err;
	if (store_view_begin(a->e->store, &view, &err) != OK)
		return (struct span){NULL, 0};
	bool known = store_remote_newest(&view, a->stored.id, &key) == OK;
	store_view_end(&view);
	if (!known)
		return (struct span){NULL, 0};
	return (struct span){arena_memdup(&a->arena, key.bytes, key.n), key.n};
}

bool
engine_account_new_begin(struct account *a)
{
	const struct conf_account *conf = engine_account_conf(a);
	const struct account_record *is = &a->stored.is;
	int64_t server = a->date ? a->date : a->began;
	if (!a->whole || !conf || a->flags & ENGINE_SYNC_CHECK)
		return false;
	engine_account_list_clear(&a->list);
	if (is->since != TIME_NONE) {
		a->arg.since = is->since - SINCE_SLACK;
		a->arg.newest = newest(a);
		return true;
	}
	a->arg.since = server - conf->history_days * TIME_DAY;
	return conf->history_days > 0;
}

static int
add_unknown(struct account *a, const struct account_id *id, const struct store_view *view)
{
	struct store_remote_row row;
	int status = store_remote_row(view, a->stored.id, &id->key, &row);
	if (status == ERR_NOT_FOUND)
		engine_account_want(a, id->id);
	return status == ERR_NOT_FOUND ? OK : status;
}

void
engine_account_new_got(struct account *a)
{
	struct store_view view;
	struct err err;
	engine_account_list_sort(&a->list);
	int status = store_view_begin(a->e->store, &view, &err);
	if (status != OK) {
		engine_account_fault(a, &err);
		return;
	}
	for (size_t i = a->list.len; status == OK && i-- > 0;)
		status = add_unknown(a, &a->list.ids[i], &view);
	store_view_end(&view);
	engine_account_list_clear(&a->list);
}

/* ---- was what vanished read there? */

bool
engine_account_proof_begin(struct account *a)
{
	a->unread_before = a->proven ? a->unread_before : -1;
	if (!a->proven || a->vanished_len == 0 || a->unread.total >= 0)
		return false;
	a->first_look = a->look;
	a->proof_of = a->unread_before;
	a->unread_before = -1;
	return true;
}

void
engine_account_proof_got(struct account *a)
{
	a->look = a->first_look;
	a->seconds = a->unread_before != a->proof_of;
	a->proven = !a->seconds;
}

bool
engine_account_second_begin(struct account *a)
{
	engine_account_list_clear(&a->list);
	return a->seconds && a->vanished_len > 0;
}

void
engine_account_second_got(struct account *a)
{
	engine_account_list_sort(&a->list);
	a->proven = engine_account_list_same(&a->unread, &a->list) &&
		    !looks_cut(a, a->list.len);
	engine_account_list_clear(&a->list);
}

static bool
vanish_work(struct account *a)
{
	bool more = pull_some(a, STORE_REMOTE_READ, true, a->vanished, a->vanished_len);
	if (!more)
		a->vanished_len = 0;
	return more && a->phase;
}

bool
engine_account_sample_begin(struct account *a)
{
	struct store_view view;
	struct err err;
	int64_t most = a->vanished_of / 20;
	a->pulled = 0;
	if (a->vanished_len == 0 || !a->proven)
		return false;
	most = most > VANISH_MAX ? most : VANISH_MAX;
	if ((int64_t)a->vanished_len <= most) {
		a->work = vanish_work;
		return false;
	}
	engine_account_list_clear(&a->sample);
	if (store_view_begin(a->e->store, &view, &err) != OK) {
		engine_account_fault(a, &err);
		return false;
	}
	struct arena arena = ARENA_INIT;
	struct span *ids = arena_alloc(&a->arena, SAMPLE * sizeof *ids);
	size_t step = a->vanished_len / SAMPLE ? a->vanished_len / SAMPLE : 1;
	for (size_t i = 0; i < a->vanished_len && a->sample.len < SAMPLE; i += step) {
		struct store_remote_row row;
		uint32_t account;
		struct span id;
		if (store_remote_row(&view, a->stored.id, &a->vanished[i], &row) == OK &&
			store_remote_of_item(&view, row.item, &arena, &account, &id) ==
				OK)
			engine_account_list_add(&a->sample, id);
	}
	store_view_end(&view);
	arena_done(&arena);
	for (size_t i = 0; i < a->sample.len; i++)
		ids[i] = a->sample.ids[i].id;
	a->arg.ids = ids;
	a->arg.ids_len = a->sample.len;
	return a->sample.len > 0;
}

/* All that were asked about were read: so were the others. Else only those were. */
void
engine_account_sample_got(struct account *a)
{
	if (a->confirmed.count < a->sample.len) {
		size_t n = 0;
		for (size_t i = 0; i < a->vanished_len; i++) {
			const struct store_remote_key *key = &a->vanished[i];
			if (map_get(&a->confirmed, key->bytes, key->n))
				a->vanished[n++] = *key;
		}
		a->told.doubted = a->vanished_len - n;
		a->vanished_len = n;
	}
	if (a->vanished_len > 0)
		a->work = vanish_work;
}

void
engine_account_pull_reset(struct account *a)
{
	end_diff(a);
	engine_account_list_clear(&a->list);
	engine_account_list_clear(&a->again);
	engine_account_list_clear(&a->unread);
	engine_account_list_clear(&a->sample);
	free(a->vanished);
	a->vanished = NULL;
	a->vanished_len = 0;
	map_done(&a->confirmed);
	a->confirmed = (struct map)MAP_INIT;
	a->seconds = a->proven = false;
	a->second_star = 0;
}
