/*
 * For each query, the tally keeps which unread items it finds. What commits of this
 * process change is known item by item (store/db/change_log.h): an item that was read
 * leaves all of them, and a new or changed one is matched against all queries at once, as
 * it is by then. So it does not matter in which order, or how often, an item is looked
 * at.
 *
 * Going through the texts of new items costs about a tenth of what storing them costs.
 * If there are many, they wait until the index has their words, and then the index says
 * which of them a query may find: an item costs little unless it is found.
 *
 * A query is recounted, by a search of its own, when it is new; after changes that are
 * not known one by one; and if it depends on more than the item and its feed's line.
 * While such a search is under way, items wait, since it may be behind them.
 */
#include "config.h"

#include "store/find/tally.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/i18n.h"
#include "base/idset.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/vec.h"
#include "query/query.h"
#include "query/set.h"
#include "store/db/change_log.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/find/find.h"
#include "store/find/find_inside.h"
#include "store/find/find_table.h"
#include "store/index/index_read.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/item/raw.h"

#define TIMED_S 600        /* queries for ages are recounted after this time */
#define MANY_CHANGED 65536 /* a search costs less than reading more items than this */
#define LEAST_FRESH 512    /* new items of a segment that are worth asking the index */
#define STEP_ITEMS 16      /* between checks of the clock */
#define FOUND_MAX 256      /* hits of a search that are taken at once */

#define BIT(field) (UINT64_C(1) << (field))
#define FIELDS_FEED                                                                      \
	(BIT(QUERY_FEED) | BIT(QUERY_FEED_URL) | BIT(QUERY_FEED_LINK) | BIT(QUERY_TAG) | \
		BIT(QUERY_FEED_ORDER))
#define FIELDS_BY_FEED (FIELDS_FEED & ~BIT(QUERY_TAG)) /* items have tags as well */
/* What follows from all items of the feed. */
#define FIELDS_SUMS                                                                      \
	(BIT(QUERY_FEED_UNREAD) | BIT(QUERY_FEED_TOTAL) | BIT(QUERY_FEED_DATE) |         \
		BIT(QUERY_FEED_AGE))
/* What changes without the item. */
#define FIELDS_LOOSE (FIELDS_SUMS | BIT(QUERY_SCORE) | BIT(QUERY_INTEREST))
#define FIELDS_TIME (BIT(QUERY_AGE) | BIT(QUERY_FEED_AGE))

struct tally_query {
	char *text, *error; /* error NULL: it is in the set */
	uint64_t fields;    /* that it names */
	uint64_t by_index;  /* its parts that the index answers */
	bool exact;         /* these are all */
	bool by_feed;       /* it finds all items of a feed or none */
	bool stale;         /* it has to be recounted */
	bool known;
	struct idset found;
	uint64_t unread; /* the number of them that is shown */
	int64_t counted; /* when it was recounted */
};

struct store_find_tally {
	int how;
	struct store *store; /* NULL before the first step */
	struct tally_query *list;
	size_t len, cap;
	struct query_set *set; /* of those without an error, */
	uint32_t *in_set;      /* and their numbers in the list */
	size_t set_len, set_cap;
	uint64_t *hits;     /* a bit for each query of the set, */
	uint64_t *of_feed;  /* and two: is it known whether it finds this feed, and does
			       it? */
	uint32_t feed;      /* 0: none */
	struct idset found; /* items that any query finds, and some that none does */
	uint64_t fields;    /* of all */
	bool begun;
	uint64_t version; /* of the store, at the last step, */
	uint64_t last_id; /* and the highest id of its items */
	/* Items to be matched: new ones, of which the index will have the texts, and
	 * others. */
	struct idset fresh, changed;
	struct idset feeds;     /* all of whose items changed */
	struct store_key after; /* of the first of these feeds: done up to here */
	bool after_set;
	struct find_matcher matcher;
	struct find_table table;
	bool unindexed; /* the index is damaged */
	struct store_find *find;
	size_t counting; /* the query that find counts, or was counted last */
};

/* ---- Queries. */

struct store_find_tally *
store_find_tally_new(int how)
{
	struct store_find_tally *t = mem_zalloc(sizeof *t);
	t->how = how;
	t->set = query_set_new(
		how & STORE_FIND_ACCENTS ? QUERY_ACCENTS_COUNT : QUERY_ACCENTS_IGNORED);
	return t;
}

static void
drop_pending(struct store_find_tally *t)
{
	idset_done(&t->fresh);
	idset_done(&t->changed);
	idset_done(&t->feeds);
	t->after_set = false;
	store_find_table_drop(&t->table);
}

void
store_find_tally_free(struct store_find_tally *t)
{
	if (!t)
		return;
	for (size_t i = 0; i < t->len; i++) {
		free(t->list[i].text);
		free(t->list[i].error);
		idset_done(&t->list[i].found);
	}
	drop_pending(t);
	if (t->store) {
		store_changes_free(t->store->changes);
		t->store->changes = NULL;
	}
	store_find_free(t->find);
	store_find_matcher_done(&t->matcher);
	query_set_free(t->set);
	free(t->in_set);
	free(t->hits);
	free(t->of_feed);
	idset_done(&t->found);
	free(t->list);
	free(t);
}

static uint64_t
fields_of(const struct query_node *node)
{
	uint64_t fields = node->parts_len ? 0 : BIT(node->field);
	for (size_t i = 0; i < node->parts_len; i++)
		fields |= fields_of(node->parts[i]);
	return fields;
}

static uint64_t
all_parts(const struct query_node *root)
{
	size_t len = root->kind == QUERY_AND ? root->parts_len : 1;
	return len < FIND_PARTS_MAX ? (UINT64_C(1) << len) - 1 : 0;
}

void
store_find_tally_add(struct store_find_tally *t, const char *text)
{
	struct tally_query *q = VEC_PUSH(t->list, t->len, t->cap);
	struct query *query;
	struct err err;
	*q = (struct tally_query){.text = mem_strdup(text), .stale = true};
	if (query_parse(text,
		    t->how & STORE_FIND_ACCENTS ? QUERY_ACCENTS_COUNT
						: QUERY_ACCENTS_IGNORED,
		    &query, &err) != OK) {
		q->error = mem_strdup(err.text);
		q->stale = false;
		return;
	}
	q->fields = fields_of(query_root(query));
	q->by_index = store_find_by_index(query);
	q->by_feed = !(q->fields & ~FIELDS_BY_FEED);
	q->exact = q->by_index && q->by_index == all_parts(query_root(query));
	t->fields |= q->fields;
	query_set_add(t->set, query);
	*VEC_PUSH(t->in_set, t->set_len, t->set_cap) = (uint32_t)(t->len - 1);
}

size_t
store_find_tally_len(const struct store_find_tally *t)
{
	return t->len;
}

const char *
store_find_tally_text(const struct store_find_tally *t, size_t i)
{
	return t->list[i].text;
}

struct store_find_sum
store_find_tally_sum(const struct store_find_tally *t, size_t i)
{
	const struct tally_query *q = &t->list[i];
	return (struct store_find_sum){q->known, q->unread, q->error};
}

int64_t
store_find_tally_due(const struct store_find_tally *t)
{
	int64_t due = INT64_MAX;
	for (size_t i = 0; i < t->len; i++) {
		const struct tally_query *q = &t->list[i];
		if (q->known && !q->stale && q->fields & FIELDS_TIME &&
			q->counted + TIMED_S < due)
			due = q->counted + TIMED_S;
	}
	return due;
}

/* ---- What changed. */

/* All queries that name any of the fields; 0: all. */
static void
make_stale(struct store_find_tally *t, uint64_t fields)
{
	for (size_t i = 0; i < t->len; i++)
		if (!t->list[i].error && (!fields || t->list[i].fields & fields))
			t->list[i].stale = true;
	if (!fields)
		drop_pending(t);
}

static void
forget_feeds(struct store_find_tally *t)
{
	store_find_forget_feeds(&t->matcher);
	t->feed = 0;
}

/* Keys of a damaged list may have any id. Items that came after the last step are among
 * the changes of the next one. */
static void
put(const struct store_find_tally *t, struct idset *set, uint64_t id)
{
	if (id <= t->last_id)
		idset_add(set, id);
}

static void
join(struct store_find_tally *t, size_t query, uint64_t id)
{
	put(t, &t->found, id);
	put(t, &t->list[query].found, id);
}

static void
leave(struct store_find_tally *t, uint64_t id)
{
	if (!idset_remove(&t->found, id))
		return;
	for (size_t i = 0; i < t->len; i++)
		idset_remove(&t->list[i].found, id);
}

static void
take_change(struct store_find_tally *t, const struct store_change *change)
{
	switch (change->kind) {
	case STORE_CHANGE_NEW:
		put(t, &t->fresh, change->id);
		break;
	case STORE_CHANGE_TEXT:
		idset_remove(&t->fresh, change->id);
		put(t, &t->changed, change->id);
		break;
	case STORE_CHANGE_READ:
		idset_remove(&t->fresh, change->id);
		idset_remove(&t->changed, change->id);
		leave(t, change->id);
		if (t->find) /* which may find it yet */
			put(t, &t->changed, change->id);
		break;
	case STORE_CHANGE_ITEM:
		if (!idset_has(&t->fresh, change->id))
			put(t, &t->changed, change->id);
		break;
	case STORE_CHANGE_FEED:
		if (t->fields & FIELDS_FEED)
			idset_add(&t->feeds, change->id);
		t->after_set = false; /* it may have become the first, or be it */
		forget_feeds(t);
		break;
	}
}

static void
take_changes(struct store_find_tally *t, const struct store_view *view, int64_t now)
{
	struct store_changes *changes = t->store->changes;
	store_changes_reach(changes, store_view_version(view));
	if (changes->lost || !t->begun) {
		make_stale(t, 0);
		forget_feeds(t);
		t->begun = true;
	} else {
		for (size_t i = 0; i < changes->len; i++)
			take_change(t, &changes->list[i]);
	}
	if (changes->version != t->version)
		make_stale(t, FIELDS_LOOSE);
	/* Items that wait are matched after this, perhaps with no change in between. */
	if (changes->version != t->version && t->fields & FIELDS_SUMS)
		forget_feeds(t);
	if (now >= store_find_tally_due(t))
		make_stale(t, FIELDS_TIME);
	t->version = changes->version;
	store_changes_clear(changes);
	if (t->changed.count > MANY_CHANGED)
		make_stale(t, 0);
}

/* Adds the items of feeds that changed, until time is up. Returns a code. */
static int
take_feeds(struct store_find_tally *t, const struct store_view *view, int64_t until_us)
{
	struct store_key keys[FIND_CHUNK];
	uint64_t feed;
	size_t len;
	while (idset_next(&t->feeds, 0, &feed) && time_mono_us() < until_us) {
		const struct store_scope scope = {
			.kind = STORE_FEED, .feed = (uint32_t)feed};
		int code = store_item_keys(view, &scope, t->after_set ? &t->after : NULL,
			keys, FIND_CHUNK, &len);
		if (code)
			return code;
		for (size_t i = 0; i < len; i++)
			if (!idset_has(&t->fresh, keys[i].id))
				put(t, &t->changed, keys[i].id);
		t->after_set = len == FIND_CHUNK;
		if (t->after_set)
			t->after = keys[len - 1];
		else
			idset_remove(&t->feeds, feed);
		if (t->changed.count > MANY_CHANGED)
			make_stale(t, 0);
	}
	return OK;
}

/* ---- Matching. */

/* With a bit for each query of the set. */
static size_t
words(const struct store_find_tally *t)
{
	return t->set_len / 64 + 1;
}

static void
find_by_text(struct store_find_tally *t, const struct query_item *item, int64_t now,
	uint64_t *found)
{
	const uint32_t *hits;
	size_t len = query_set_match(t->set, item, now, &hits);
	for (size_t i = 0; i < len; i++)
		find_set_bit(found, hits[i]);
}

/* Many items that arrive one after the other are of one feed. */
static bool
finds_feed(
	struct store_find_tally *t, size_t i, const struct query_item *item, int64_t now)
{
	uint64_t *bits = t->of_feed + words(t), *done = t->of_feed;
	if (!find_get_bit(done, i)) {
		find_set_bit(done, i);
		if (query_match(t->matcher.query, item, now))
			find_set_bit(bits, i);
	}
	return find_get_bit(bits, i);
}

/* may: a bit for each query of the set. */
static void
find_by_index(struct store_find_tally *t, const struct query_item *item, int64_t now,
	const uint64_t *may, uint64_t *found)
{
	query_set_next(t->set);
	if (t->feed != t->matcher.raw.feed) {
		t->feed = t->matcher.raw.feed;
		memset(t->of_feed, 0, 2 * words(t) * sizeof *t->of_feed);
	}
	for (size_t w = 0; w < words(t); w++)
		for (uint64_t bits = may[w]; bits; bits &= bits - 1) {
			size_t i = 64 * w + (size_t)__builtin_ctzll(bits);
			const struct tally_query *q = &t->list[t->in_set[i]];
			t->matcher.query = query_set_get(t->set, i);
			t->matcher.answered = q->by_index;
			if (q->exact ||
				(q->by_feed ? finds_feed(t, i, item, now)
					    : query_match(t->matcher.query, item, now)))
				find_set_bit(found, i);
		}
	t->matcher.answered = 0;
}

/* may NULL: the index does not know the item. */
static void
match(struct store_find_tally *t, const struct store_item_raw *raw, const uint64_t *may,
	int64_t now)
{
	uint64_t *found = t->hits;
	const struct query_item item =
		store_find_item(&t->matcher, raw->view, &raw->key, raw->feed);
	memset(found, 0, words(t) * sizeof *found);
	if (may)
		find_by_index(t, &item, now, may, found);
	else
		find_by_text(t, &item, now, found);
	leave(t, raw->key.id);
	for (size_t w = 0; w < words(t); w++)
		for (uint64_t bits = found[w]; bits; bits &= bits - 1)
			join(t, t->in_set[64 * w + (size_t)__builtin_ctzll(bits)],
				raw->key.id);
}

static int
match_changed(struct store_find_tally *t, const struct store_view *view, uint64_t id,
	int64_t now)
{
	static const struct store_scope unread = {.kind = STORE_UNREAD};
	struct store_item_raw raw;
	int code = store_item_raw(view, id, &raw);
	if (code == ERR_NOT_FOUND || (code == OK && !store_item_raw_in(&raw, &unread)))
		leave(t, id);
	else if (code == OK)
		match(t, &raw, NULL, now);
	return code == ERR_NOT_FOUND ? OK : code;
}

/* ---- New items, by the index. */

static bool
are_many(const struct store_find_tally *t, uint64_t from, uint64_t last)
{
	size_t n = 0;
	for (uint64_t id;
		n < LEAST_FRESH && idset_next(&t->fresh, from, &id) && id <= last;
		from = id + 1)
		n++;
	return n == LEAST_FRESH;
}

/* New items in one step, in the order of their ids. */
struct fresh_walk {
	uint64_t from;
	uint64_t last; /* up to here their texts are gone through */
	bool waits;    /* the others wait for the index */
};

/* Begins a table for the item, if the index has it and that pays. */
static int
find_segment(struct store_find_tally *t, const struct store_view *view, uint64_t id,
	bool settled, struct fresh_walk *walk)
{
	struct index_state state;
	struct index_segment segment;
	int code = store_index_state(view, &state);
	if (code && code != ERR_DAMAGED)
		return code;
	if (code || !state.on || id >= state.mark || t->unindexed) {
		walk->waits = !settled;
		walk->last = UINT64_MAX;
		return OK;
	}
	walk->last = id;
	code = store_index_segment(view, id, &segment);
	if (code == OK && segment.first <= id && are_many(t, id, segment.last))
		store_find_table_begin(&t->table, &segment, t->set_len);
	else if (code == OK)
		walk->last = segment.last;
	return code == ERR_NOT_FOUND ? OK : code;
}

static int
match_fresh(struct store_find_tally *t, const struct store_view *view, uint64_t id,
	const uint64_t *may, int64_t now)
{
	struct store_item_raw raw;
	int code = store_item_raw(view, id, &raw);
	if (code == OK)
		match(t, &raw, may, now);
	idset_remove(&t->fresh, id);
	return code == ERR_NOT_FOUND ? OK : code;
}

static int
fresh_step(struct store_find_tally *t, const struct store_view *view,
	const struct store_find_turn *turn, struct fresh_walk *walk)
{
	uint64_t id;
	int code;
	if (!idset_next(&t->fresh, walk->from, &id))
		return OK;
	walk->from = id;
	if (!store_find_table_fits(&t->table, view, id))
		return id <= walk->last ? match_fresh(t, view, id, NULL, turn->now)
					: find_segment(t, view, id, turn->settled, walk);
	if (t->table.done == t->table.queries)
		return match_fresh(
			t, view, id, store_find_table_row(&t->table, id), turn->now);
	code = store_find_table_fill(&t->table, t->set, view);
	if (code)
		store_find_table_drop(&t->table);
	t->unindexed |= code == ERR_DAMAGED;
	return code == ERR_DAMAGED ? OK : code;
}

/* ---- Steps. */

/* Matches items that changed, and new ones, until time is up. Returns a code. */
static int
match_some(struct store_find_tally *t, const struct store_view *view,
	struct store_find_turn *turn)
{
	struct fresh_walk walk = {0};
	uint64_t id = 0;
	size_t n = 0;
	int code = take_feeds(t, view, turn->until_us);
	while (code == OK && idset_next(&t->changed, id, &id) &&
		(n++ % STEP_ITEMS || time_mono_us() < turn->until_us)) {
		code = match_changed(t, view, id, turn->now);
		idset_remove(&t->changed, id);
	}
	while (code == OK && t->fresh.count && !walk.waits &&
		(n++ % STEP_ITEMS || time_mono_us() < turn->until_us))
		code = fresh_step(t, view, turn, &walk);
	if (!t->fresh.count)
		store_find_table_drop(&t->table);
	turn->waits = walk.waits;
	return code;
}

/* Whether items can be matched now. While a search is under way they wait for its end,
 * and go on in the step after that. */
static bool
has_items(const struct store_find_tally *t, const struct store_find_turn *turn)
{
	return !t->find &&
	       (t->feeds.count || t->changed.count || (t->fresh.count && !turn->waits));
}

static bool
any_stale(const struct store_find_tally *t)
{
	for (size_t i = 0; i < t->len; i++)
		if (t->list[i].stale)
			return true;
	return false;
}

/* The next query to be recounted, after the last one. */
static struct tally_query *
next_stale(struct store_find_tally *t)
{
	for (size_t n = 0; n < t->len; n++) {
		t->counting = (t->counting + 1) % t->len;
		if (t->list[t->counting].stale)
			return &t->list[t->counting];
	}
	return NULL;
}

static int
begin_count(struct store_find_tally *t, int64_t now, struct err *err)
{
	static const struct store_scope unread = {.kind = STORE_UNREAD};
	struct tally_query *q = next_stale(t);
	q->stale = false;
	q->counted = now;
	idset_done(&q->found);
	return store_find_new(q->text, &unread, t->how, now, &t->find, err);
}

static int
count_some(struct store_find_tally *t, struct store *store, struct store_find_turn *turn,
	struct err *err)
{
	struct tally_query *q = &t->list[t->counting];
	struct store_key found[FOUND_MAX];
	size_t len = 0;
	bool done = false;
	int status = OK;
	while (status == OK && !done && time_mono_us() < turn->until_us) {
		status = store_find_step(t->find, store, turn->until_us - time_mono_us(),
			found, FOUND_MAX, &len, &done, err);
		for (size_t i = 0; status == OK && i < len; i++)
			join(t, t->counting, found[i].id);
	}
	if (status != OK || !done)
		return status;
	store_find_free(t->find);
	t->find = NULL;
	q->known = true;
	q->unread = q->found.count;
	turn->counted++;
	return OK;
}

static int
recount(struct store_find_tally *t, struct store *store, struct store_find_turn *turn,
	struct err *err)
{
	int status = OK;
	while (status == OK && (t->find || any_stale(t)) &&
		time_mono_us() < turn->until_us) {
		turn->searched = true;
		if (!t->find)
			status = begin_count(t, turn->now, err);
		if (status == OK)
			status = count_some(t, store, turn, err);
	}
	return status;
}

static void
show_numbers(struct store_find_tally *t)
{
	for (size_t i = 0; i < t->len; i++) {
		struct tally_query *q = &t->list[i];
		if (q->known && !q->stale && (!t->find || i != t->counting))
			q->unread = q->found.count;
	}
}

static int
look(struct store_find_tally *t, struct store *store, struct store_find_turn *turn,
	struct err *err)
{
	struct store_view view;
	int code = store_view_begin(store, &view, err);
	if (code)
		return code; /* a status, with its sentence */
	t->last_id = store_item_last_id(&view);
	take_changes(t, &view, turn->now);
	if (!t->find)
		code = match_some(t, &view, turn);
	store_view_end(&view);
	return store_fail(store, code, err, _("cannot search the store"));
}

static int
step(struct store_find_tally *t, struct store *store, struct store_find_turn *turn,
	struct err *err)
{
	int status = look(t, store, turn, err);
	if (status == OK && !has_items(t, turn) && turn->count)
		status = recount(t, store, turn, err);
	turn->wants = t->find || any_stale(t);
	turn->more = has_items(t, turn) || (turn->wants && turn->count);
	return status;
}

bool
store_find_tally_behind(const struct store_find_tally *t)
{
	return t->set_len && (!t->store || t->store->changes->version != t->version);
}

int
store_find_tally_step(struct store_find_tally *t, struct store *store,
	struct store_find_turn *turn, struct err *err)
{
	turn->more = turn->wants = turn->waits = turn->searched = false;
	turn->counted = 0;
	if (!t->set_len)
		return OK;
	if (!t->store) {
		t->store = store;
		t->hits = mem_zalloc(words(t) * sizeof *t->hits);
		t->of_feed = mem_zalloc(2 * words(t) * sizeof *t->of_feed);
		query_set_index(t->set);
		store->changes = store_changes_new();
	}
	int status = step(t, store, turn, err);
	if (status != OK) {
		store_find_free(t->find);
		t->find = NULL;
		make_stale(t, 0);
	}
	show_numbers(t);
	return status;
}
