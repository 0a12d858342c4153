/*
 * A search has three parts, each done in slices.
 *
 * 1. The index, one segment at a time. The query's tree is evaluated on sets of
 * documents. What the index cannot answer (an age, a regular expression) counts as
 * "perhaps", so the result is a set of candidates, one bit for each item. If the query is
 * an "and", the parts that the index answers exactly need no further test.
 * 2. Order. Few candidates are looked up one by one and sorted. If there are many, the
 * list of the scope is read, newest first, and the bit of each item tested: the first
 * screen is there after a few rows, and nothing has to be sorted.
 * 3. What the index left open is tested for each candidate by query_match, one block of
 * the list at a time. For items that the index does not have yet, all of the query is
 * tested.
 *
 * What a query says about date, unread and starred only makes the list shorter.
 *
 * Without an index (if it is switched off or damaged) every item is a candidate.
 *
 * Relevance counts the words of the query that are in an item's title (four each) or
 * among its authors (two); of equally relevant items, the newer comes first.
 */
#include "config.h"

#include "store/find/find.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/vec.h"
#include "model/subscription.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/find/find_inside.h"
#include "store/index/index_read.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/item/list_inside.h"
#include "store/item/raw.h"
#include "store/item/walk.h"

#define FEW_SHARE 24 /* few: at most one in this many items is a candidate */

/* ---- The stages. */

/* Items that are not in the index yet are candidates about which nothing is known. */
static void
take_unknown(struct store_find *f, uint64_t mark)
{
	for (uint64_t i = mark; i < f->bits; i++) {
		find_set_bit(f->candidates, i);
		find_set_bit(f->unknown, i);
	}
	for (size_t i = 0; i < f->aliases_len; i++)
		if (f->aliases[i].doc >= mark && f->aliases[i].item < f->bits) {
			find_set_bit(f->candidates, f->aliases[i].item);
			find_set_bit(f->unknown, f->aliases[i].item);
		}
}

static int
begin(struct store_find *f, const struct store_view *view)
{
	f->bits = (size_t)store_item_last_id(view) + 1;
	f->candidates = mem_zalloc((f->bits / 64 + 1) * sizeof *f->candidates);
	f->unknown = mem_zalloc((f->bits / 64 + 1) * sizeof *f->unknown);
	if (f->how & STORE_FIND_RELEVANT)
		f->scores = mem_zalloc(f->bits);
	int code = store_index_aliases(view, &f->aliases, &f->aliases_len);
	f->valid = mem_zalloc(f->aliases_len + 1);
	for (size_t i = 0; i < f->aliases_len; i++)
		f->valid[i] = i + 1 == f->aliases_len ||
			      f->aliases[i + 1].item != f->aliases[i].item;
	f->stage = f->all && !f->scores ? STAGE_WALK : STAGE_INDEX;
	return code;
}

static size_t
count_bits(const struct store_find *f)
{
	size_t n = 0;
	for (size_t i = 0; i < f->bits / 64 + 1; i++)
		n += (size_t)__builtin_popcountll(f->candidates[i]);
	return n;
}

static int
read_index(struct store_find *f, const struct store_view *view)
{
	struct index_segment segment;
	struct index_state state;
	int code = store_index_state(view, &state);
	if (code == OK)
		code = state.on ? store_index_segment(view, f->next, &segment)
				: ERR_DAMAGED;
	if (code == OK)
		code = store_find_segment(f, view, &segment);
	if (code == OK) {
		f->next = segment.last + 1;
		return OK;
	}
	/* A damaged index cannot answer anything: every item is tested. */
	if (code == ERR_DAMAGED) {
		f->all = true;
		f->exact = false;
		f->by_index = 0;
		f->stage = STAGE_WALK;
		return OK;
	}
	if (code != ERR_NOT_FOUND)
		return code;
	take_unknown(f, state.mark);
	f->next = 0;
	f->stage =
		f->all || count_bits(f) * FEW_SHARE > f->bits ? STAGE_WALK : STAGE_PLACES;
	return OK;
}

static int
by_time(const void *a, const void *b)
{
	const struct store_key *x = a, *y = b;
	if (x->time != y->time)
		return x->time < y->time ? 1 : -1;
	return (x->id < y->id) - (x->id > y->id);
}

/* Looks up the times of some candidates. After the last ones they are sorted. */
static int
find_places(struct store_find *f, const struct store_view *view)
{
	uint64_t i = f->next;
	size_t taken = 0;
	for (; i < f->bits && taken < FIND_CHUNK; i++) {
		struct store_item_raw raw;
		if (i % 64 == 0 && !f->candidates[i / 64]) {
			i += 63;
			continue;
		}
		if (!find_get_bit(f->candidates, i))
			continue;
		taken++;
		int code = store_item_raw(view, i, &raw);
		if (code == OK && raw.key.time >= f->oldest && raw.key.time <= f->newest)
			*VEC_PUSH(f->keys, f->keys_len, f->keys_cap) = raw.key;
		else if (code && code != ERR_NOT_FOUND)
			return code;
	}
	f->next = i;
	if (i < f->bits)
		return OK;
	if (f->keys_len)
		qsort(f->keys, f->keys_len, sizeof *f->keys, by_time);
	f->stage = STAGE_FEW;
	return OK;
}

/* ---- Hits. */

/* By relevance, hits are kept until all are known. */
void
store_find_take(struct store_find *f, struct find_hits *hits, const struct store_key *key)
{
	if (f->scores)
		*VEC_PUSH(f->keys, f->keys_len, f->keys_cap) = *key;
	else
		hits->out[hits->len++] = *key;
}

static bool
in_scope(struct store_find *f, const struct store_view *view, const struct store_key *key)
{
	f->matcher.raw = store_item_raw_at(view, key, 0);
	f->matcher.tags_read = false;
	if (!store_item_raw_in(&f->matcher.raw, &f->scope))
		return false;
	if (f->scope.kind == STORE_TAGGED) {
		struct span tag;
		for (size_t i = 0;; i++) {
			tag = store_find_tag(&f->matcher, i);
			if (!tag.p || span_eq(tag, f->scope.tag))
				return tag.p != NULL;
		}
	}
	if (f->scope.kind != STORE_TAG)
		return true;
	const struct store_feed *feed = store_find_feed(&f->matcher);
	return feed && subscription_tags_within(feed->tags, feed->tags_len, f->scope.tag);
}

static void
finish(struct store_find *f)
{
	size_t gave_up = query_gave_up(f->query) + store_find_threads_gave_up(f);
	if (gave_up && !f->note) {
		struct err err;
		err_set(&err, ERR_LIMIT,
			P_("the regular expression took too long on %zu item, which was "
			   "left out",
				"the regular expression took too long on %zu items, "
				"which "
				"were left out",
				gave_up),
			gave_up);
		f->note = mem_strdup(err.text);
	}
	f->stage = STAGE_DONE;
}

static int
take_few(struct store_find *f, const struct store_view *view, struct find_hits *hits)
{
	size_t kept = 0, from = f->keys_at;
	for (size_t i = 0;
		i < FIND_CHUNK && f->keys_at < f->keys_len && hits->len < hits->max;
		i++) {
		struct store_key key = f->keys[f->keys_at++];
		if (!store_find_matches(&f->matcher, view, &key, 0) ||
			!in_scope(f, view, &key))
			continue;
		if (f->scores)
			f->keys[from + kept++] = key;
		else
			hits->out[hits->len++] = key;
	}
	if (f->scores) {
		/* Keeps the hits only, moved together. */
		memmove(f->keys + from + kept, f->keys + f->keys_at,
			(f->keys_len - f->keys_at) * sizeof *f->keys);
		f->keys_len -= f->keys_at - from - kept;
		f->keys_at = from + kept;
	}
	if (f->keys_at < f->keys_len)
		return OK;
	f->keys_at = 0;
	if (f->scores)
		f->stage = STAGE_RANK;
	else
		finish(f);
	return OK;
}

/* A walk through the feeds of a tag can continue where the search is, unless some of its
 * last rows were not used: these have to be returned again. */
static bool
walk_goes_on(const struct store_find *f)
{
	return f->walk && (!f->walk_gave || (f->walk_at.time == f->last.time &&
						    f->walk_at.id == f->last.id));
}

static int
new_walk(struct store_find *f, const struct store_view *view)
{
	struct arena arena = ARENA_INIT;
	uint32_t *feeds;
	size_t len;
	int code = store_item_tag_feeds(view, f->scope.tag, &arena, &feeds, &len);
	store_item_walk_free(f->walk);
	f->walk =
		code ? NULL : store_item_walk_new(feeds, len, f->begun ? &f->last : NULL);
	f->walk_gave = false;
	arena_done(&arena);
	return code;
}

static int
walk_rows(struct store_find *f, const struct store_view *view, struct find_row *rows,
	size_t max, size_t *len, bool *end)
{
	struct store_walked items[FIND_CHUNK];
	int code = walk_goes_on(f) ? OK : new_walk(f, view);
	*len = 0;
	*end = false;
	while (!code && *len == 0 && !*end)
		code = store_item_walk_next(f->walk, view, items, max, len, end);
	for (size_t i = 0; i < *len && !code; i++)
		rows[i] = (struct find_row){items[i].key, items[i].feed};
	if (!code && *len) {
		f->walk_at = items[*len - 1].key;
		f->walk_gave = true;
	}
	return code;
}

static int
index_rows(struct store_find *f, const struct store_view *view, struct find_row *rows,
	size_t max, size_t *len, bool *end)
{
	struct store_key keys[FIND_CHUNK];
	uint32_t feeds[FIND_CHUNK];
	int code = store_item_keys_of(view, &f->scope, f->begun ? &f->last : NULL, false,
		keys, feeds, max, len);
	for (size_t i = 0; i < *len && !code; i++)
		rows[i] = (struct find_row){keys[i], feeds[i]};
	*end = *len < max;
	return code;
}

int
store_find_rows(struct store_find *f, const struct store_view *view,
	struct find_row *rows, size_t max, size_t *len)
{
	size_t n = 0;
	bool end = false;
	int code = f->scope.kind == STORE_TAG ? walk_rows(f, view, rows, max, &n, &end)
					      : index_rows(f, view, rows, max, &n, &end);
	f->list_ended = code == OK && end;
	for (*len = 0; *len < n && !code; (*len)++)
		if (rows[*len].key.time < f->oldest) {
			f->list_ended = true;
			break;
		}
	return code;
}

void
store_find_go_behind(struct store_find *f, const struct store_key *key)
{
	f->last = *key;
	f->begun = true;
}

void
store_find_end_list(struct store_find *f)
{
	if (f->scores)
		f->stage = STAGE_RANK;
	else
		finish(f);
}

static int
take_list(struct store_find *f, const struct store_view *view, struct find_hits *hits)
{
	struct find_row rows[FIND_CHUNK];
	size_t n, i;
	if (!f->exact) {
		f->stage = STAGE_GATHER;
		return OK;
	}
	int code = store_find_rows(f, view, rows, FIND_CHUNK, &n);
	if (code)
		return code;
	for (i = 0; i < n && hits->len < hits->max; i++) {
		store_find_go_behind(f, &rows[i].key);
		if (store_find_matches(&f->matcher, view, &rows[i].key, rows[i].feed))
			store_find_take(f, hits, &rows[i].key);
	}
	if (i == n && f->list_ended)
		store_find_end_list(f);
	return OK;
}

/* The position of an item by its score: 0 is the highest. Items that came in during the
 * search have no score. */
static size_t
rank_of(const struct store_find *f, uint64_t id)
{
	return FIND_SCORE_MAX - (id < f->bits ? f->scores[id] : 0);
}

/* The keys are newest first. Outputs the ones with the highest score, then the next. */
static void
take_rank(struct store_find *f, struct find_hits *hits)
{
	if (!f->ranked) {
		struct store_key *sorted = mem_zalloc((f->keys_len + 1) * sizeof *sorted);
		size_t counts[FIND_SCORE_MAX + 2] = {0};
		for (size_t i = 0; i < f->keys_len; i++)
			counts[rank_of(f, f->keys[i].id) + 1]++;
		for (size_t i = 1; i <= FIND_SCORE_MAX; i++)
			counts[i] += counts[i - 1];
		for (size_t i = 0; i < f->keys_len; i++)
			sorted[counts[rank_of(f, f->keys[i].id)]++] = f->keys[i];
		free(f->keys);
		f->keys = sorted;
		f->ranked = true;
	}
	while (f->keys_at < f->keys_len && hits->len < hits->max)
		hits->out[hits->len++] = f->keys[f->keys_at++];
	if (f->keys_at == f->keys_len)
		finish(f);
}

static int
step(struct store_find *f, const struct store_view *view, struct find_hits *hits)
{
	switch (f->stage) {
	case STAGE_BEGIN:
		return begin(f, view);
	case STAGE_INDEX:
		return read_index(f, view);
	case STAGE_PLACES:
		return find_places(f, view);
	case STAGE_FEW:
		return take_few(f, view, hits);
	case STAGE_WALK:
		return take_list(f, view, hits);
	case STAGE_GATHER:
		return store_find_gather(f, view);
	case STAGE_MATCH:
		store_find_match(f, view);
		return OK;
	case STAGE_EMIT:
		store_find_emit(f, hits);
		return OK;
	case STAGE_RANK:
		take_rank(f, hits);
		return OK;
	case STAGE_DONE:
		break;
	}
	return OK;
}

int
store_find_step(struct store_find *f, struct store *store, int64_t budget_us,
	struct store_key *out, size_t max, size_t *len, bool *done, struct err *err)
{
	struct store_view view;
	struct find_hits hits = {out, max, 0};
	int64_t until = time_mono_us() + budget_us;
	f->store = store;
	int status = store_view_begin(store, &view, err);
	if (status)
		return status;
	do
		status = step(f, &view, &hits);
	while (status == OK && f->stage != STAGE_DONE && hits.len < max &&
		time_mono_us() < until);
	store_view_end(&view);
	*len = hits.len;
	*done = f->stage == STAGE_DONE;
	return store_fail(store, status, err, _("cannot search the store"));
}

int
store_find_new(const char *text, const struct store_scope *scope, int how, int64_t now,
	struct store_find **out, struct err *err)
{
	struct query *query;
	int status = query_parse(text,
		how & STORE_FIND_ACCENTS ? QUERY_ACCENTS_COUNT : QUERY_ACCENTS_IGNORED,
		&query, err);
	if (status)
		return status;
	struct store_find *f = mem_zalloc(sizeof *f);
	f->query = query;
	f->text = mem_strdup(text);
	f->matcher = (struct find_matcher){.find = f, .query = query};
	f->scope = *scope;
	f->scope.tag = f->tag = mem_strdup(scope->tag);
	f->how = how;
	f->now = now;
	f->next = 1;
	store_find_plan(f);
	if (f->newest < INT64_MAX)
		store_find_go_behind(f, &(struct store_key){f->newest, UINT64_MAX});
	*out = f;
	return OK;
}

void
store_find_free(struct store_find *f)
{
	if (!f)
		return;
	store_find_threads_done(f);
	store_find_matcher_done(&f->matcher);
	store_find_block_done(&f->block);
	query_free(f->query);
	free(f->text);
	free(f->candidates);
	free(f->unknown);
	free(f->scores);
	free(f->aliases);
	free(f->valid);
	free(f->keys);
	store_item_walk_free(f->walk);
	free(f->tag);
	free(f->note);
	free(f);
}

const char *
store_find_note(const struct store_find *f)
{
	return f->note;
}
