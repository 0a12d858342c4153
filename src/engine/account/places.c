/*
 * Where episodes were left, with a server for podcasts. Its list is read from a week
 * before the last sync on, since some servers go by when something was done and not by
 * when it was sent to them; so everything here may be done again. If a position there and
 * one here differ, the later one counts, and of two in the same second the greater. What
 * is later here is sent, even if it was sent before: some servers keep whatever they
 * received last, however old.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/url.h"
#include "base/vec.h"
#include "engine/account/account_inside.h"
#include "engine/account/places_inside.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "model/media.h"
#include "model/schedule.h"
#include "remote/quirk.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/item/walk.h"
#include "store/media/listen.h"
#include "store/sync/sync.h"

#define SLACK (7 * TIME_DAY)
#define AWAITED (400 * TIME_DAY)
#define SLICE_ITEMS 200 /* in a slice */
#define SEND_MAX 20000  /* positions of a sync */
#define ASIDE_MAX 3     /* of them in a row that a server refuses */

/* Detects other feeds than at the last sync: what the server knows of them is wanted,
 * too. */
static uint64_t
hash_feeds(struct account *a)
{
	const struct subscriptions *subs = &a->e->settings->subs;
	uint64_t hash = 1;
	for (size_t i = 0; i < subs->len; i++)
		hash += hash64(subs->list[i].url, strlen(subs->list[i].url));
	return hash;
}

/* The server may not know what was done here since then. A time that is still in the
 * future came from a clock that was wrong. */
static int64_t
sent_until(const struct account *a, int64_t now)
{
	const struct account_record *is = &a->stored.is;
	bool known = is->first && is->full != TIME_NONE && is->full <= now;
	return known ? is->full : INT64_MIN + 1;
}

bool
engine_account_listened_begin(struct account *a)
{
	const struct account_record *is = &a->stored.is;
	if (a->flags & ENGINE_SYNC_CHECK)
		return false;
	a->overview = hash_feeds(a);
	bool again = is->first && is->since != TIME_NONE && is->overview == a->overview;
	/* The server's clock says what time it is now, devices' clocks when things were
	 * done. */
	int64_t since = is->since < a->began ? is->since : a->began;
	a->arg.since = again && since > SLACK ? since - SLACK : 0;
	return true;
}

/* ---- which items they are */

/* The address without its query, which often changes. */
static struct span
without_query(struct span url)
{
	const char *mark = memchr(url.p ? url.p : "", '?', url.n);
	return (struct span){url.p, mark ? (size_t)(mark - url.p) : url.n};
}

static void
put_key(struct buf *key, uint32_t feed, char kind, struct span text)
{
	buf_clear(key);
	buf_addf(key, "%u%c%.*s", (unsigned)feed, kind, SPAN_FMT(text));
}

static void
want(struct account_places *p, struct buf *key, size_t i, char kind, struct span text)
{
	if (text.n == 0)
		return;
	put_key(key, p->received[i].feed, kind, text);
	void **at = map_put(&p->wanted, key->data, key->len);
	size_t other = (size_t)(uintptr_t)*at;
	if (!other || engine_account_place_later(
			      &p->received[i].place, &p->received[other - 1].place))
		*at = (void *)(uintptr_t)(i + 1);
}

static int
find_feeds(struct account *a, struct account_places *p, struct err *err)
{
	struct store_view view;
	struct arena arena = ARENA_INIT;
	struct buf key = BUF_INIT(0);
	uint32_t *feeds = NULL;
	size_t len = 0, cap = 0, renamed_len = 0;
	struct remotefeed_record *renamed;
	struct map seen = MAP_INIT;
	int status = store_view_begin(a->e->store, &view, err);
	if (status == OK && engine_account_podcasts_renamed(
				    a, &view, &a->arena, &renamed, &renamed_len) != OK)
		renamed_len = 0; /* they are found by their own addresses only */
	for (size_t i = 0; status == OK && i < p->len; i++) {
		struct account_sent_place *t = &p->received[i];
		arena_reset(&arena);
		t->feed = engine_account_podcast_find(
			&view, &arena, renamed, renamed_len, t->place.podcast);
		if (!t->feed)
			continue;
		want(p, &key, i, 'g', t->place.guid);
		want(p, &key, i, 'u', t->place.episode);
		want(p, &key, i, 'q', without_query(t->place.episode));
		p->missing++;
		void **known = map_put(&seen, &t->feed, sizeof t->feed);
		if (!*known)
			*VEC_PUSH(feeds, len, cap) = t->feed;
		*known = p;
	}
	if (status == OK)
		store_view_end(&view);
	if (len)
		p->walk = store_item_walk_new(feeds, len, NULL);
	map_done(&seen);
	free(feeds);
	buf_done(&key);
	arena_done(&arena);
	return status;
}

/* The place that wants the item by this text, unless it has found one; NULL: none. */
static struct account_sent_place *
wanted_by(struct account_places *p, struct buf *key, const struct store_walked *item,
	char kind, struct span text)
{
	if (text.n == 0)
		return NULL;
	put_key(key, item->feed, kind, text);
	size_t i = (size_t)(uintptr_t)map_get(&p->wanted, key->data, key->len);
	return i && !p->received[i - 1].item ? &p->received[i - 1] : NULL;
}

static void
found(struct account_places *p, struct account_sent_place *place, uint64_t item)
{
	place->item = item;
	p->missing--;
	*VEC_PUSH(p->found, p->found_len, p->found_cap) = (size_t)(place - p->received);
}

static void
meet(struct account_places *p, struct buf *key, const struct store_walked *item,
	char kind, struct span text)
{
	struct account_sent_place *place = wanted_by(p, key, item, kind, text);
	if (place)
		found(p, place, item->key.id);
}

static void
meet_like(struct account_places *p, struct buf *key, const struct store_walked *item,
	struct span url)
{
	struct account_sent_place *place = wanted_by(p, key, item, 'q', url);
	if (!place)
		return;
	place->many |= place->like && place->like != item->key.id;
	place->like = item->key.id;
}

/* What no item matches may be of the only one with that address but for its query, in
 * which there may be a token; or there may be the number of the episode. */
static void
find_alike(struct account_places *p)
{
	for (size_t i = 0; i < p->len; i++) {
		struct account_sent_place *place = &p->received[i];
		if (!place->item && place->like && !place->many)
			found(p, place, place->like);
	}
}

/* By guid, else by address. */
static void
match_item(struct account_places *p, const struct store_view *view, struct arena *arena,
	const struct store_walked *walked)
{
	struct store_item item;
	struct store_item_body body;
	struct buf key = BUF_INIT(0);
	size_t before = p->found_len;
	if (store_item(view, walked->key.id, arena, &item) == OK)
		meet(p, &key, walked, 'g', span_of(item.guid));
	if (p->found_len == before &&
		store_item_body(view, walked->key.id, arena, &body) == OK)
		for (size_t i = 0; i < body.enclosures_len; i++) {
			struct span url = span_of(body.enclosures[i].url);
			meet(p, &key, walked, 'u', url);
			meet_like(p, &key, walked, without_query(url));
		}
	buf_done(&key);
}

/* Matches a slice; *more: there are others. */
static int
match_slice(struct account *a, struct account_places *p, bool *more, struct err *err)
{
	struct store_view view;
	struct arena arena = ARENA_INIT;
	struct store_walked *items = mem_alloc(SLICE_ITEMS * sizeof *items);
	size_t len = 0;
	bool end = false;
	int status = store_view_begin(a->e->store, &view, err);
	if (status == OK) {
		status = store_item_walk_next(
			p->walk, &view, items, SLICE_ITEMS, &len, &end);
		for (size_t i = 0; status == OK && i < len; i++) {
			arena_reset(&arena);
			match_item(p, &view, &arena, &items[i]);
		}
		store_view_end(&view);
		status = store_fail(a->e->store, status, err, a->name);
	}
	*more = status == OK && !end && p->missing > 0;
	arena_done(&arena);
	free(items);
	return status;
}

/* ---- taking them over */

static void
settle(struct account_places *p, uint64_t item)
{
	*map_put(&p->settled, &item, sizeof item) = p;
}

/* How the place here compares. Same: as far, to the second, in which servers count.
 * Further: of the same time, but further on. */
enum compared {
	COMPARED_SAME,
	COMPARED_FURTHER,
	COMPARED_KNOWN, /* received before, from a clock ahead */
	COMPARED_OTHER
};

static enum compared
compare(struct store_batch *batch, uint64_t item, const struct remote_place *there)
{
	struct store_view view = store_batch_view(batch);
	struct arena arena = ARENA_INIT;
	struct listen_record here;
	enum compared out = COMPARED_OTHER;
	bool known = store_media_listen(&view, item, &arena, &here) == OK;
	if (known && here.played == there->played &&
		(here.played || here.position / 1000 == there->position / 1000))
		out = COMPARED_SAME;
	else if (known && here.sampled == there->at && here.position > there->position)
		out = COMPARED_FURTHER;
	else if (known && here.server_time >= there->at)
		out = COMPARED_KNOWN;
	arena_done(&arena);
	return out;
}

/* What came from a clock ahead counts as of now, so that what is done here afterwards is
 * later; but only once, even if it is received again. */
static int
know_ahead(struct account *a, struct store_batch *batch,
	const struct account_sent_place *t, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct arena arena = ARENA_INIT;
	struct listen_record here;
	int status = OK;
	if (t->place.at > a->began &&
		store_media_listen(&view, t->item, &arena, &here) == OK) {
		here.server_time = t->place.at;
		status = store_media_listen_put(batch, t->item, &here, here.sampled, err);
	}
	arena_done(&arena);
	return status;
}

static int
take_over(struct account *a, struct account_places *p, struct store_batch *batch,
	const struct account_sent_place *t, struct err *err)
{
	const struct listen_record there = {
		.position = t->place.played ? 0 : t->place.position,
		.duration = t->place.total,
		.played = t->place.played};
	enum listen_verdict verdict;
	enum compared compared = compare(batch, t->item, &t->place);
	if (compared == COMPARED_SAME)
		settle(p, t->item);
	if (compared != COMPARED_OTHER)
		return OK;
	int64_t at = t->place.at < a->began ? t->place.at : a->began;
	int status = store_media_listen_take(batch, t->item, &there, at, &verdict, err);
	if (status == OK && verdict == LISTEN_TAKEN) {
		a->report.listened++;
		settle(p, t->item);
		status = know_ahead(a, batch, t, err);
		if (status == OK)
			status = store_sync_listened(batch, t->item, err);
	}
	return status;
}

static int
take_slice(struct account *a, struct account_places *p, struct err *err)
{
	struct store_batch *batch = NULL;
	uint64_t before = a->group;
	size_t took = a->report.listened;
	int status = engine_account_batch(a, &batch, err);
	for (size_t i = 0; status == OK && i < SLICE_ITEMS && p->applied < p->found_len;
		i++)
		status =
			take_over(a, p, batch, &p->received[p->found[p->applied++]], err);
	if (!batch)
		return status;
	if (status == OK && a->report.listened == took) { /* nothing to undo */
		store_batch_abort(batch);
		a->group = before;
		return OK;
	}
	status = store_batch_end(batch, status, err);
	const struct engine_event event = {.kind = ENGINE_CHANGED};
	engine_event_post(a->e, &event);
	return status;
}

/* A place whose episode is not here is reported again by the next sync, unless its feed
 * has been polled since: then it will not come. */
static void
await(struct account *a)
{
	const struct account_places *p = a->places;
	struct store_view view;
	struct arena arena = ARENA_INIT;
	struct schedule_record habit;
	if (store_view_begin(a->e->store, &view, NULL) != OK)
		return;
	for (size_t i = 0; i < p->len; i++) {
		const struct account_sent_place *t = &p->received[i];
		int64_t at = t->place.at;
		if (!t->feed || t->item || at < a->began - AWAITED ||
			(a->awaits != TIME_NONE && at + SLACK >= a->awaits))
			continue;
		arena_reset(&arena);
		if (store_feed_state(&view, t->feed, &arena, NULL, &habit, NULL) == OK &&
			(habit.schedule.last_poll == TIME_NONE ||
				habit.schedule.last_poll < at))
			a->awaits = at + SLACK;
	}
	store_view_end(&view);
	arena_done(&arena);
}

static bool
match(struct account *a)
{
	struct account_places *p = a->places;
	struct err err;
	bool more = false;
	int status = OK;
	if (p->walk)
		status = match_slice(a, p, &more, &err);
	if (!more && p->walk) {
		store_item_walk_free(p->walk);
		p->walk = NULL;
		find_alike(p);
		await(a);
	}
	if (status == OK && !more && p->applied < p->found_len)
		status = take_slice(a, p, &err);
	if (status != OK)
		engine_account_fault(a, &err);
	return status == OK && (more || p->applied < p->found_len);
}

void
engine_account_listened_got(struct account *a)
{
	struct account_places *p = engine_account_places(a);
	struct err err;
	if (find_feeds(a, p, &err) != OK)
		engine_account_fault(a, &err);
	else if (p->walk)
		a->work = match;
}

/* ---- sending */

/* What a server can know of the item; false: nothing. */
static bool
describe(struct account *a, const struct store_view *view, uint64_t id, int64_t from,
	struct remote_place *out)
{
	struct arena *arena = &a->arena;
	struct listen_record record;
	struct store_item item;
	struct store_item_body body;
	struct store_feed feed;
	if (store_media_listen(view, id, arena, &record) != OK ||
		record.sampled == TIME_NONE || record.sampled < from ||
		store_item(view, id, arena, &item) != OK ||
		store_item_body(view, id, arena, &body) != OK ||
		store_feed(view, item.feed, arena, &feed) != OK)
		return false;
	size_t i = media_pick(body.enclosures, body.enclosures_len);
	*out = (struct remote_place){.podcast = span_of(feed.url),
		.guid = span_of(item.guid),
		.at = record.sampled > record.server_time ? record.sampled
							  : record.server_time + 1,
		.position = record.position,
		.total = record.duration,
		.played = record.played};
	if (i < body.enclosures_len)
		out->episode = span_of(body.enclosures[i].url);
	/* A line's login stays here; feeds of programs and accounts have no address. */
	return out->episode.n > 0 && url_is_web(feed.url) &&
	       !url_split(out->podcast).userinfo.p && (out->total > 0 || !out->played);
}

/* Adds one that the server has not heard of, if it changed since a time. */
static void
add(struct account *a, const struct store_view *view, uint64_t item, int64_t from)
{
	struct account_places *p = a->places;
	if (p->send_len == SEND_MAX || map_get(&p->settled, &item, sizeof item) ||
		!describe(a, view, item, from, &p->send[p->send_len]))
		return;
	p->send_len++;
	settle(p, item);
}

static int
gather(struct account *a, struct account_places *p, struct err *err)
{
	int64_t from = sent_until(a, a->began);
	struct store_view view;
	uint64_t *items = mem_alloc(SEND_MAX * sizeof *items);
	size_t len = 0;
	int status = store_view_begin(a->e->store, &view, err);
	p->send = arena_alloc(&a->arena, SEND_MAX * sizeof *p->send);
	if (status == OK) {
		status = store_media_listened(&view, items, SEND_MAX, &len);
		for (size_t i = 0; status == OK && i < len; i++)
			add(a, &view, items[i], from);
		/* Those of which the server has an older position. */
		for (size_t i = 0; status == OK && i < p->found_len; i++)
			add(a, &view, p->received[p->found[i]].item, INT64_MIN + 1);
		store_view_end(&view);
		status = store_fail(a->e->store, status, err, a->name);
	}
	free(items);
	p->batch_max = a->session.quirk->marks_max;
	return status;
}

bool
engine_account_leave_begin(struct account *a)
{
	const struct conf_account *conf = engine_account_conf(a);
	struct account_places *p = engine_account_places(a);
	struct err err;
	if (!conf || conf->read_only || a->flags & ENGINE_SYNC_CHECK)
		return false;
	if (!p->send && gather(a, p, &err) != OK) {
		engine_account_fault(a, &err);
		return false;
	}
	size_t left = p->send_len - p->sent;
	p->batch = left < p->batch_max ? left : p->batch_max;
	a->arg.places = p->send + p->sent;
	a->arg.places_len = p->batch;
	return p->batch > 0;
}

void
engine_account_leave_got(struct account *a)
{
	struct account_places *p = a->places;
	p->sent += p->batch;
	p->aside_run = 0;
	a->report.sent += p->batch;
}

bool
engine_account_leave_split(struct account *a, bool refused)
{
	struct account_places *p = a->places;
	if (p->batch > 1) {
		p->batch_max = p->batch / 2;
		return true;
	}
	/* The whole server may have failed, unless it took others. */
	bool alone = p->sent + 1 >= p->send_len && a->report.sent == 0;
	if (p->batch == 0 || p->aside_run == ASIDE_MAX || (alone && !refused))
		return false;
	p->sent++; /* the server does not accept this one */
	p->aside_run++;
	p->batch_max = a->session.quirk->marks_max;
	a->report.set_aside++;
	return true;
}

bool
engine_account_left(struct account *a)
{
	struct store_view view;
	struct arena arena = ARENA_INIT;
	struct listen_record record;
	uint64_t item;
	size_t len = 0;
	int64_t now = engine_now(a->e);
	bool differs = false;
	if (store_view_begin(a->e->store, &view, NULL) != OK)
		return false;
	if (store_media_listened(&view, &item, 1, &len) == OK && len == 1 &&
		store_media_listen(&view, item, &arena, &record) == OK)
		differs = record.sampled > sent_until(a, now) && record.sampled <= now;
	store_view_end(&view);
	arena_done(&arena);
	return differs;
}
