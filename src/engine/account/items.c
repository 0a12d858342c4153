/*
 * Items that are not known here yet: fetched in batches and stored as polls of their
 * feeds, a transaction a batch. They come in as the server has them, read or unread. In
 * an account's first sync they are not news to anybody, so no rules run.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/vec.h"
#include "engine/account/account_inside.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/rule/apply.h"
#include "engine/rule/rules.h"
#include "model/feed.h"
#include "remote/id.h"
#include "remote/quirk.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/identity/item_match.h"
#include "store/item/item.h"
#include "store/item/tag.h"
#include "store/mark/flags.h"
#include "store/poll/poll.h"

#define FIRST_BATCH 100  /* shown on the screen soon */
#define LEAVE_ITEMS 1000 /* left out in a transaction */
#define SKIPPED_MAX 3    /* items in a row that a server fails at */

/* An item that came, in the answer's arena. */
struct account_got {
	struct span id, feed;
	int flags;
	bool stateless;
	const struct span *labels;
	size_t labels_len;
	struct item *item;
	bool changed; /* it is here, but its text there may have changed */
};

struct account_items {
	struct account_got *list;
	size_t len, cap;
};

void
engine_account_want(struct account *a, struct span id)
{
	void **at = map_put(&a->wanted, id.p, id.n);
	if (*at)
		return;
	*at = a;
	engine_account_list_add(&a->want, id);
}

static size_t
room(const struct account *a)
{
	size_t coming = a->store_in ? a->items->len : 0;
	return engine_account_space(
		a, coming + (a->stored.is.first ? 0 : a->report.added));
}

/* A first sync has to end, however much the server has. */
static bool
is_full(const struct account *a)
{
	return !a->stored.is.first && room(a) == 0;
}

void
engine_account_tell_progress(struct account *a, size_t done, size_t total)
{
	const struct engine_event event = {.kind = ENGINE_SYNCING,
		.text = a->name,
		.counts = {.done = done, .total = total}};
	engine_event_post(a->e, &event);
}

/* An item's state: as the server sent it with the item, else as the server's lists
 * say. */
static int
flags_of(const struct account *a, const struct remote_item *item)
{
	struct store_remote_key key = store_remote_key(item->id);
	if (!item->stateless)
		return item->flags;
	return (engine_account_list_has(&a->unread, &key) ? ITEM_UNREAD : 0) |
	       (engine_account_list_has(&a->starred, &key) ? ITEM_STARRED : 0);
}

void
engine_account_items_sink(struct account *a, const struct remote_item *item)
{
	if (a->sample.len > 0) {
		struct store_remote_key key = store_remote_key(item->id);
		if (!engine_account_list_has(&a->sample, &key))
			return; /* nobody asked about it */
		bool so = a->confirms(a, item, flags_of(a, item));
		*map_put(so ? &a->confirmed : &a->denied, key.bytes, key.n) = a;
		return;
	}
	if (!a->items)
		a->items = mem_zalloc(sizeof *a->items);
	struct account_items *items = a->items;
	*VEC_PUSH(items->list, items->len, items->cap) = (struct account_got){
		.id = arena_span(&a->answer, item->id),
		.feed = arena_span(&a->answer, item->feed),
		.flags = flags_of(a, item),
		.stateless = item->stateless,
		.labels = item->labels,
		.labels_len = item->labels_len,
		.item = item->item,
		.changed = map_get(&a->changed, item->id.p, item->id.n) != NULL,
	};
}

/* ---- storing */

struct storing {
	struct account *a;
	struct store_batch *batch;
	struct arena arena;
	struct err *err;
	size_t added;
	size_t fitted; /* items for which there was no room before */
};

static int
by_feed(const void *a, const void *b)
{
	const struct account_got *x = a, *y = b;
	size_t n = x->feed.n < y->feed.n ? x->feed.n : y->feed.n;
	int order = memcmp(x->feed.p, y->feed.p, n);
	return order ? order : (x->feed.n > y->feed.n) - (x->feed.n < y->feed.n);
}

static uint32_t
feed_here(struct storing *s, struct span id)
{
	struct store_view view = store_batch_view(s->batch);
	char *text = arena_strndup(&s->arena, id.n ? id.p : "", id.n);
	return id.n ? engine_account_feed(s->a, &view, text, &s->arena) : 0;
}

/* The items as a document; the remote id identifies an item. */
static void
fill(struct storing *s, struct feed *document, const struct account_got *list, size_t len)
{
	struct remotefeed_record known;
	struct store_view view = store_batch_view(s->batch);
	document->updated = document->published = TIME_NONE;
	document->items = arena_zalloc(&s->arena, len * sizeof *document->items);
	document->items_len = len;
	if (store_remote_feed(&view, s->a->stored.id, list->feed, &s->arena, &known) ==
		OK) {
		document->title = known.title;
		document->link = known.site;
	}
	for (size_t i = 0; i < len; i++) {
		struct buf guid = BUF_INIT(0);
		document->items[i] = *list[i].item;
		remote_id_put(&guid, list[i].id);
		document->items[i].guid = arena_strndup(&s->arena, guid.data, guid.len);
		buf_done(&guid);
	}
}

static int
put_labels(struct storing *s, const struct account_got *got, uint64_t id)
{
	const struct conf_account *conf = engine_account_conf(s->a);
	int status = OK;
	for (size_t i = 0; status == OK && i < got->labels_len; i++) {
		bool is_label = false;
		for (size_t k = 0; k < s->a->labels_len; k++)
			is_label |= s->a->label_sure[k] &&
				    s->a->labels[k].n == got->labels[i].n &&
				    memcmp(s->a->labels[k].p, got->labels[i].p,
					    got->labels[i].n) == 0;
		if (!is_label || !conf || !str_eq(conf->tags, "labels"))
			continue;
		char *tag = arena_strndup(&s->arena, got->labels[i].p, got->labels[i].n);
		status = store_item_put_tag(s->batch, &id, 1, tag, true, NULL, s->err);
	}
	return status;
}

static int
link_one(struct storing *s, const struct account_got *got, uint64_t id)
{
	int base = (got->flags & ITEM_UNREAD ? 0 : STORE_REMOTE_READ) |
		   (got->flags & ITEM_STARRED ? STORE_REMOTE_STAR : 0);
	int status = OK;
	s->a->guessed |= got->stateless && !(got->flags & ITEM_UNREAD);
	if (id && got->flags & ITEM_STARRED)
		status = store_mark_put_flags(
			s->batch, &id, 1, ITEM_STARRED, 0, NULL, s->err);
	if (status == OK && id)
		status = put_labels(s, got, id);
	return status == OK ? store_remote_link(s->batch, s->a->stored.id, got->id, id,
				      base, s->err)
			    : status;
}

static void
enter_as_there(struct store_arrivals *arrivals, const struct account_got *list)
{
	for (size_t i = 0; i < arrivals->len; i++)
		arrivals->items[i].read = !(list[i].flags & ITEM_UNREAD);
}

static int
put_feed(struct storing *s, uint32_t feed, const struct account_got *list, size_t len)
{
	struct engine *e = s->a->e;
	struct feed document = {0};
	struct store_arrivals arrivals = {0};
	struct engine_verdicts verdicts = {0};
	struct store_poll_result result = {0};
	bool hide, news = s->a->stored.is.first;
	fill(s, &document, list, len);
	struct store_poll poll = {.feed = feed,
		.now = engine_now(e),
		.document = &document,
		.arrivals = &arrivals,
		.page = true,
		.duplicates = engine_settings_duplicates(e, feed, &hide),
		.texts = engine_settings_texts(e)};
	int status = store_poll_open(s->batch, &poll, &s->arena, &arrivals, s->err);
	if (status != OK)
		return status;
	if (news)
		engine_rule_judge(e, s->batch, &poll, &arrivals, &s->arena, &verdicts);
	enter_as_there(&arrivals, list);
	status = store_poll_put(s->batch, &poll, &result, s->err);
	for (size_t i = 0; status == OK && i < arrivals.len; i++) {
		const struct store_arrival *arrival = &arrivals.items[i];
		if (arrival->kind == STORE_ARRIVAL_REPEATED || list[i].changed)
			continue; /* the existing item is linked already */
		bool stored = !arrival->drop && arrival->kind != STORE_ARRIVAL_TOMBSTONE;
		status = link_one(s, &list[i], stored ? arrival->id : 0);
	}
	if (status == OK && news)
		status = engine_rule_act(e, s->batch, &verdicts, &s->arena, s->err);
	s->added += result.added;
	return status;
}

/* They are not asked for again until the reason may no longer hold (excluded.c). */
static int
put_excluded(struct storing *s, enum store_remote_excluded reason,
	const struct account_got *list, size_t len)
{
	int status = OK;
	for (size_t i = 0; status == OK && i < len; i++)
		status = store_remote_put_excluded(s->batch, s->a->stored.id, list[i].id,
			reason, s->a->stored.is.epoch, s->err);
	return status;
}

/* Is an item that is here the server's? Its text differs, but its guid and feed are the
 * same. */
static bool
is_same(struct storing *s, const struct store_view *view, const struct account_got *got,
	uint64_t id)
{
	struct store_item known;
	struct buf guid = BUF_INIT(0);
	remote_id_put(&guid, got->id);
	bool same = store_item(view, id, &s->arena, &known) == OK &&
		    str_eq(known.guid, buf_str(&guid)) &&
		    known.feed == feed_here(s, got->feed);
	buf_done(&guid);
	return same;
}

/* Leaves out items that nobody asked for: they would overwrite what was agreed on. */
static void
leave_unasked(struct storing *s)
{
	struct account_items *items = s->a->items;
	struct store_view view = store_batch_view(s->batch);
	size_t kept = 0;
	for (size_t i = 0; i < items->len; i++) {
		struct store_remote_key key = store_remote_key(items->list[i].id);
		struct store_remote_row row;
		bool known = store_remote_row(&view, s->a->stored.id, &key, &row) == OK;
		if (!engine_account_is_asked(s->a, &view, &key) &&
			!(items->list[i].changed && known && row.item &&
				is_same(s, &view, &items->list[i], row.item)))
			continue;
		s->fitted += known && row.base & STORE_REMOTE_NO_ROOM;
		items->list[kept++] = items->list[i];
	}
	items->len = kept;
}

static int
put_all(struct storing *s)
{
	struct account_items *items = s->a->items;
	bool full = is_full(s->a);
	int status = OK;
	leave_unasked(s);
	qsort(items->list, items->len, sizeof *items->list, by_feed);
	for (size_t i = 0, n; status == OK && i < items->len; i += n) {
		for (n = 1; i + n < items->len; n++)
			if (by_feed(&items->list[i], &items->list[i + n]) != 0)
				break;
		uint32_t feed = full ? 0 : feed_here(s, items->list[i].feed);
		status =
			feed ? put_feed(s, feed, &items->list[i], n)
			     : put_excluded(s,
				       full ? STORE_REMOTE_NO_ROOM : STORE_REMOTE_NOWHERE,
				       &items->list[i], n);
	}
	return status;
}

/* Stores all that came; false: the sync has ended. */
static bool
store_items(struct account *a)
{
	struct storing s = {.a = a, .arena = ARENA_INIT};
	struct err err;
	struct store_batch *batch;
	if (!a->items || a->items->len == 0)
		return true;
	s.err = &err;
	int status = store_batch_begin(a->e->store, &batch, &err);
	if (status == OK) {
		s.batch = batch;
		status = put_all(&s);
		status = store_batch_end(batch, status, &err);
		engine_rule_settle(a->e, status == OK);
	}
	a->items->len = 0;
	arena_done(&s.arena);
	if (status != OK) {
		engine_account_fault(a, &err);
		return false;
	}
	a->report.added += s.added;
	a->stored.is.max += (int64_t)s.fitted;
	const struct engine_event event = {.kind = ENGINE_CHANGED};
	engine_event_post(a->e, &event);
	return true;
}

/* They are stored when the next request is on its way, so that the server works
 * meanwhile: the request is made in this turn and sent in the next. */
void
engine_account_items_got(struct account *a)
{
	a->store_in = a->items && a->items->len ? 2 : 0;
	a->contents_max *= 2;
	a->contents_came = true;
	a->skipped_run = 0;
}

/* A server may lack the time or memory for that many texts at once, or fail at a certain
 * item. */
bool
engine_account_items_split(struct account *a)
{
	if (a->arg.ids_len > 1) {
		a->contents_max = a->arg.ids_len / 2;
		a->want_at = a->want_from;
		return true;
	}
	if (a->skipped_run == SKIPPED_MAX ||
		(!a->contents_came && a->stored.is.failures == 0))
		return false;
	a->skipped_run++;
	a->skipped++;
	return true;
}

bool
engine_account_items_store(struct account *a)
{
	if (!a->store_in)
		return false;
	a->store_in = 0;
	return store_items(a);
}

/* ---- asking for them */

/* Notes what a first sync has no room for, so that the next one does not ask for it;
 * true: there is more. */
static bool
leave_work(struct account *a)
{
	struct store_view view;
	struct err err;
	size_t end = a->want_at + LEAVE_ITEMS;
	end = end < a->want.len ? end : a->want.len;
	if (store_view_begin(a->e->store, &view, &err) != OK) {
		engine_account_fault(a, &err);
		return false;
	}
	for (; a->want_at < end; a->want_at++) {
		const struct account_id *id = &a->want.ids[a->want_at];
		if (engine_account_is_asked(a, &view, &id->key))
			engine_account_items_sink(a,
				&(struct remote_item){.id = id->id, .stateless = true});
	}
	store_view_end(&view);
	return store_items(a) && a->want_at < a->want.len;
}

/* An item for which there was no room is wanted only as far as room was added since. */
static bool
is_wanted(struct account *a, const struct store_view *view, const struct account_id *id,
	size_t *left)
{
	struct store_remote_row row;
	if (map_get(&a->changed, id->id.p, id->id.n))
		return true;
	if (!engine_account_is_asked(a, view, &id->key))
		return false;
	if (store_remote_row(view, a->stored.id, &id->key, &row) != OK ||
		!(row.base & STORE_REMOTE_NO_ROOM))
		return true;
	bool fits = *left > 0;
	*left -= fits;
	return fits;
}

bool
engine_account_items_begin(struct account *a)
{
	struct store_view view;
	struct err err;
	size_t max = a->session.quirk->contents_max, n = 0, left = room(a);
	max = !a->first_batch && max > FIRST_BATCH ? FIRST_BATCH : max;
	max = !a->stored.is.first && left < max ? left : max;
	max = a->contents_max && a->contents_max < max ? a->contents_max : max;
	if (a->want_at == a->want.len) {
		(void)engine_account_items_store(a);
		return false;
	}
	if (store_view_begin(a->e->store, &view, &err) != OK) {
		engine_account_fault(a, &err);
		return false;
	}
	struct span *ids = mem_alloc((max + 1) * sizeof *ids);
	a->want_from = a->want_at;
	while (n < max && a->want_at < a->want.len) {
		const struct account_id *id = &a->want.ids[a->want_at++];
		if (is_wanted(a, &view, id, &left))
			ids[n++] = id->id;
	}
	store_view_end(&view);
	free(a->asked_ids);
	a->asked_ids = ids;
	a->arg.ids = ids;
	a->arg.ids_len = n;
	a->first_batch = true;
	if (n == 0) {
		(void)engine_account_items_store(a);
		a->work = a->want_at < a->want.len && a->phase ? leave_work : NULL;
		return false;
	}
	engine_account_tell_progress(a, a->want_at - n, a->want.len);
	return true;
}

/* ---- items that a list brought along */

/* Copies out the keys and flags of those that are here. They are kept themselves, too,
 * if the server says that they changed. */
static int
part(struct account *a, bool changed, struct store_remote_key *keys, int *flags,
	size_t *len)
{
	struct store_view view;
	struct err err;
	struct account_items *items = a->items;
	size_t kept = 0;
	*len = 0;
	a->again.room = a->again.room && room(a) > 0;
	if (store_view_begin(a->e->store, &view, &err) != OK) {
		engine_account_fault(a, &err);
		return ERR_IO;
	}
	for (size_t i = 0; i < items->len; i++) {
		struct store_remote_key key = store_remote_key(items->list[i].id);
		if (!engine_account_is_asked(a, &view, &key)) {
			keys[*len] = key;
			flags[(*len)++] = items->list[i].flags;
			items->list[i].changed = true;
			if (!changed)
				continue;
		}
		items->list[kept++] = items->list[i];
	}
	store_view_end(&view);
	items->len = kept;
	return OK;
}

/* Pulls those of the items whose value at the server is this one. */
static bool
pull_states(struct account *a, enum store_remote_word word, bool value,
	const struct store_remote_key *keys, const int *flags, size_t len)
{
	struct store_remote_key *some = mem_alloc((len + 1) * sizeof *some);
	size_t n = 0;
	for (size_t i = 0; i < len; i++) {
		bool there = word == STORE_REMOTE_READ ? !(flags[i] & ITEM_UNREAD)
						       : flags[i] & ITEM_STARRED;
		if (there == value)
			some[n++] = keys[i];
	}
	bool good = n == 0 || engine_account_pull(a, word, value, some, n);
	free(some);
	return good;
}

void
engine_account_items_listed(struct account *a, bool states)
{
	static const enum store_remote_word words[] = {
		STORE_REMOTE_READ, STORE_REMOTE_STAR};
	size_t len, came = a->items ? a->items->len : 0;
	if (came == 0)
		return;
	if (a->flags & ENGINE_SYNC_CHECK) {
		a->items->len = 0;
		return;
	}
	struct store_remote_key *keys = mem_alloc(came * sizeof *keys);
	int *flags = mem_alloc(came * sizeof *flags);
	bool good = part(a, states, keys, flags, &len) == OK;
	for (size_t w = 0; good && states && w < COUNT_OF(words); w++)
		for (int value = 0; good && value <= 1; value++)
			good = pull_states(a, words[w], value, keys, flags, len);
	free(keys);
	free(flags);
	if (good && store_items(a))
		engine_account_tell_progress(a, a->report.added, 0);
}

void
engine_account_items_reset(struct account *a)
{
	engine_account_list_clear(&a->want);
	map_done(&a->wanted);
	map_done(&a->changed);
	a->wanted = a->changed = (struct map)MAP_INIT;
	if (a->items)
		free(a->items->list);
	free(a->items);
	free(a->asked_ids);
	a->items = NULL;
	a->asked_ids = NULL;
	a->want_at = a->contents_max = a->skipped = a->skipped_run = 0;
	a->store_in = 0;
	a->first_batch = a->contents_came = false;
}
