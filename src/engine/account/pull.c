/*
 * Takes over what was done at the server. What a list has is believed at once; what it
 * lacks is believed only when the list is known to be whole: its length is the server's
 * total before and after, or two lists in a row are the same. When much vanishes at once,
 * the server is asked about a sample of it.
 */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/time.h"
#include "engine/account/account_inside.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "model/item.h"
#include "remote/quirk.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/journal/journal.h"
#include "store/sync/sync.h"

#define DIFF_ROWS 2000   /* compared in a step: a millisecond */
#define PULL_ITEMS 500   /* in a transaction */
#define VANISH_MAX 200   /* items, or a twentieth: more are sampled */
#define FORGET_ROWS 250  /* checked in a slice */
#define CHANGED_MAX 1000 /* items that a server changes between two syncs */
#define SINCE_SLACK 600  /* seconds that a server's clock may be set back */

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
	struct account_report *t = &a->report;
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

/* Begins a group of the journal only if something changes here. */
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

/* Requests what is not known here, the newest first: ids grow. */
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
	a->diff.again = a->again;
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

/* A round number of ids is where servers cut lists silently (T19). */
static bool
looks_cut(const struct account *a, size_t len)
{
	static const size_t rounds[] = {1000, 5000, 10000, 50000};
	for (size_t i = 0; i < COUNT_OF(rounds); i++)
		if (len == rounds[i])
			return true;
	return len > 0 && len == a->session.quirk->ids_page;
}

static void
take_vanished(struct account *a, struct account_vanished *to)
{
	*to = (struct account_vanished){
		.keys = a->diff.missing, .len = a->diff.missing_len, .of = a->diff.had};
	a->diff.missing = NULL;
	a->diff.missing_len = 0;
	end_diff(a);
}

/* ---- unread */

/* Is the list whole? A total that disagrees may count feeds that the list leaves out, so
 * that it only casts doubt. */
static void
judge_unread(struct account *a)
{
	struct account_vanished *v = &a->vanished[0];
	int64_t total = a->list.total >= 0 ? a->list.total : a->unread_before;
	bool whole = total == (int64_t)a->list.len || total == (int64_t)a->main_len;
	v->proven = whole && !a->endless;
	v->doubtful = total >= 0 && !v->proven;
	a->seconds = !v->proven && v->len > 0;
}

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
	take_vanished(a, &a->vanished[0]);
	judge_unread(a);
	a->unread = a->list;
	a->list = (struct account_list){.total = -1};
	return false;
}

bool
engine_account_unread_begin(struct account *a)
{
	struct err err;
	engine_account_list_clear(&a->list);
	a->again = (struct store_remote_again){0};
	if (!a->whole || a->flags & ENGINE_SYNC_CHECK)
		return a->whole;
	if (engine_account_excluded_begin(a, &err) == OK)
		return true;
	engine_account_fault(a, &err);
	return false;
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
		return false;
	}
	if (pull_some(a, STORE_REMOTE_STAR, true, a->diff.came, a->diff.came_len))
		return true;
	if (!a->phase)
		return false;
	want_unknown(a);
	take_vanished(a, &a->vanished[1]);
	/* Each is asked about: the server may have deleted the item, and then the star
	 * stays. */
	a->vanished[1].proven = a->vanished[1].doubtful = true;
	engine_account_list_clear(&a->starred);
	a->starred = a->list;
	a->list = (struct account_list){.total = -1};
	return false;
}

bool
engine_account_starred_begin(struct account *a)
{
	engine_account_list_clear(&a->list);
	return a->whole;
}

void
engine_account_starred_got(struct account *a)
{
	begin_diff(a, STORE_REMOTE_STAR, true);
	a->work = starred_work;
}

/* ---- new items */

/* The greatest id that is known; ids that are not numbers have no order. */
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
	return arena_span(&a->arena, (struct span){(const char *)key.bytes, key.n});
}

int64_t
engine_account_since(const struct account *a)
{
	const struct conf_account *conf = engine_account_conf(a);
	int64_t since = a->stored.is.since, server = a->date ? a->date : a->began;
	if (since != TIME_NONE)
		return since - SINCE_SLACK;
	if (!conf || conf->history_days <= 0)
		return -1;
	int64_t span = conf->history_days * TIME_DAY;
	return server > span ? server - span : 0; /* from the beginning */
}

bool
engine_account_new_begin(struct account *a)
{
	if (!a->whole || a->flags & ENGINE_SYNC_CHECK || engine_account_is_sparing(a))
		return false;
	engine_account_list_clear(&a->list);
	a->arg.since = engine_account_since(a);
	if (a->stored.is.since != TIME_NONE)
		a->arg.newest = newest(a);
	return a->arg.since >= 0;
}

/* An item that was here, by our clock, well before the last sync that asked for new ones
 * did not arrive since then: the server lists it because it changed. */
static bool
is_changed(struct account *a, const struct store_view *view, const struct account_id *id)
{
	struct store_remote_row row;
	struct store_item item;
	struct arena arena = ARENA_INIT;
	bool changed = a->stored.is.since != TIME_NONE &&
		       a->session.quirk->flags & REMOTE_BY_ARRIVAL &&
		       store_remote_row(view, a->stored.id, &id->key, &row) == OK &&
		       row.item && store_item(view, row.item, &arena, &item) == OK &&
		       item.seen < a->stored.is.full - SINCE_SLACK;
	arena_done(&arena);
	if (changed)
		*map_put(&a->changed, id->id.p, id->id.n) = a;
	return changed;
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
	for (size_t i = a->list.len; i-- > 0;)
		if (engine_account_is_asked(a, &view, &a->list.ids[i].key) ||
			is_changed(a, &view, &a->list.ids[i]))
			engine_account_want(a, a->list.ids[i].id);
	store_view_end(&view);
	engine_account_list_clear(&a->list);
	/* The server ignores the time that was asked for. */
	if (a->changed.count > CHANGED_MAX) {
		map_done(&a->changed);
		a->changed = (struct map)MAP_INIT;
	}
}

/* ---- was what vanished read there? */

/* The total has to be the same after the list was read as before. */
bool
engine_account_proof_begin(struct account *a)
{
	const struct account_vanished *v = &a->vanished[0];
	if (!v->proven || v->len == 0 || a->unread.total >= 0)
		return false;
	a->first_overview = a->overview;
	a->proof_of = a->unread_before;
	a->unread_before = -1;
	return true;
}

void
engine_account_proof_got(struct account *a)
{
	a->overview = a->first_overview;
	a->seconds = a->unread_before != a->proof_of;
	a->vanished[0].proven = !a->seconds;
}

/* What arrived after the first list was read is in no list yet. */
static bool
second_work(struct account *a)
{
	if (go_on_comparing(a))
		return true;
	if (!a->phase ||
		pull_some(a, STORE_REMOTE_READ, false, a->diff.came, a->diff.came_len))
		return a->phase != NULL;
	end_diff(a);
	engine_account_list_clear(&a->list);
	return false;
}

bool
engine_account_second_begin(struct account *a)
{
	engine_account_list_clear(&a->list);
	a->seconds = a->seconds && a->vanished[0].len > 0;
	return a->seconds || (a->guessed && a->whole);
}

void
engine_account_second_got(struct account *a)
{
	engine_account_list_sort(&a->list);
	if (a->seconds)
		a->vanished[0].proven = engine_account_list_same(&a->unread, &a->list) &&
					!looks_cut(a, a->list.len) && !a->endless;
	if (a->guessed) {
		begin_diff(a, STORE_REMOTE_READ, false);
		a->work = second_work;
	} else {
		engine_account_list_clear(&a->list);
	}
}

/* Takes over what is known to be so; true: there is more. */
static bool
vanish_work(struct account *a)
{
	struct account_vanished *v = &a->vanished[a->sampled - 1];
	bool star = a->sampled == 2;
	bool more = pull_some(
		a, star ? STORE_REMOTE_STAR : STORE_REMOTE_READ, !star, v->keys, v->len);
	return more && a->phase;
}

static uint64_t
vanished_item(
	const struct account *a, const struct store_view *view, const void *of, size_t i)
{
	const struct account_vanished *v = of;
	struct store_remote_row row;
	bool known = store_remote_row(view, a->stored.id, &v->keys[i], &row) == OK;
	return known ? row.item : 0;
}

/* Takes out items whose feed was unsubscribed (excluded.c), a slice at a time; true:
 * there is more. */
static bool
forget_work(struct account *a)
{
	struct account_vanished *v = &a->vanished[a->sampled];
	size_t end = v->looked + FORGET_ROWS < v->len ? v->looked + FORGET_ROWS : v->len;
	struct store_view view;
	struct err err;
	struct arena arena = ARENA_INIT;
	if (store_view_begin(a->e->store, &view, &err) != OK) {
		engine_account_fault(a, &err);
		return false;
	}
	for (; v->looked < end; v->looked++) {
		if (!engine_account_is_left(a, &view, &v->keys[v->looked], &arena))
			v->keys[v->kept++] = v->keys[v->looked];
		arena_reset(&arena);
	}
	store_view_end(&view);
	arena_done(&arena);
	if (v->looked < v->len)
		return true;
	v->len = v->looked = v->kept;
	return false;
}

/* An empty list may come from a server that lost its items; so may one from a server that
 * lost its feeds. */
static bool
asks_sample(const struct account *a, const struct account_vanished *v)
{
	uint64_t most = v->of / 20;
	bool lost = a->unread.len == 0 || a->stored.is.few;
	return v->doubtful || lost || v->len > (most > VANISH_MAX ? most : VANISH_MAX);
}

static bool
confirms(const struct account *a, const struct remote_item *item, int flags)
{
	/* Its state is what the lists say. */
	if (item->stateless && a->sampled == 2 && looks_cut(a, a->starred.len))
		return false;
	return a->sampled == 2 ? !(flags & ITEM_STARRED) : !(flags & ITEM_UNREAD);
}

/* First what is not unread any more, then what is not starred any more. */
bool
engine_account_sample_begin(struct account *a)
{
	struct err err;
	while (a->sampled < COUNT_OF(a->vanished)) {
		struct account_vanished *v = &a->vanished[a->sampled];
		if (v->proven && v->looked < v->len) {
			a->work = forget_work;
			return false;
		}
		a->sampled++;
		a->pulled = 0;
		if (v->len == 0 || !v->proven)
			continue;
		if (!asks_sample(a, v)) {
			a->work = vanish_work;
			return false;
		}
		if (engine_account_sample(a, v->len, vanished_item, v, &err) != OK) {
			engine_account_fault(a, &err);
			return false;
		}
		if (a->sample.len == 0)
			continue;
		a->confirms = confirms;
		return true;
	}
	return false;
}

/* Items that the server deleted: from now on their stars are only ours, and it means
 * nothing that the server's list lacks them. Returns their number. */
static size_t
keep_stars(struct account *a)
{
	struct store_batch *batch;
	struct err err;
	struct span *ids = arena_alloc(&a->arena, (a->sample.len + 1) * sizeof *ids);
	size_t n = 0;
	for (size_t i = 0; i < a->sample.len; i++) {
		const struct store_remote_key *key = &a->sample.ids[i].key;
		if (!map_get(&a->confirmed, key->bytes, key->n) &&
			!map_get(&a->denied, key->bytes, key->n))
			ids[n++] = a->sample.ids[i].id;
	}
	if (n == 0)
		return 0;
	int status = store_batch_begin(a->e->store, &batch, &err);
	if (status == OK) {
		status = store_remote_sent(
			batch, a->stored.id, STORE_REMOTE_STAR, false, ids, n, &err);
		status = store_batch_end(batch, status, &err);
	}
	if (status != OK)
		engine_account_fault(a, &err);
	return n;
}

/* If all that were asked about are confirmed, so are the others. Otherwise only the
 * confirmed ones count. */
void
engine_account_sample_got(struct account *a)
{
	struct account_vanished *v = &a->vanished[a->sampled - 1];
	size_t gone = a->sampled == 2 ? keep_stars(a) : 0;
	if (!a->phase)
		return;
	if (a->confirmed.count < a->sample.len) {
		size_t n = 0;
		for (size_t i = 0; i < v->len; i++)
			if (map_get(&a->confirmed, v->keys[i].bytes, v->keys[i].n))
				v->keys[n++] = v->keys[i];
		a->report.doubted += v->len - n - gone;
		v->len = n;
	}
	engine_account_list_clear(&a->sample);
	if (v->len > 0)
		a->work = vanish_work;
}

void
engine_account_pull_reset(struct account *a)
{
	end_diff(a);
	engine_account_list_clear(&a->list);
	engine_account_list_clear(&a->unread);
	engine_account_list_clear(&a->starred);
	engine_account_list_clear(&a->sample);
	for (size_t i = 0; i < COUNT_OF(a->vanished); i++) {
		free(a->vanished[i].keys);
		a->vanished[i] = (struct account_vanished){0};
	}
	map_done(&a->confirmed);
	map_done(&a->denied);
	a->confirmed = a->denied = (struct map)MAP_INIT;
	a->seconds = a->guessed = false;
	a->sampled = 0;
}
