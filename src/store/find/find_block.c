/*
 * Tests many items. Lists are in the order of time, but records in the order of ids:
 * testing the items one after the other would jump about in the store, at twice the cost.
 * So blocks of the list are tested in the order of ids; the first block is small, for the
 * first screen. If there are spare processors, threads test parts of a block
 * (find_threads.c).
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "store/db/view.h"
#include "store/find/find_inside.h"

#define BLOCK_MIN 512   /* items in the first block, */
#define BLOCK_MAX 32768 /* and in later ones */
#define DIGIT 8         /* bits of an id that are sorted at a time */

static void
begin_block(struct find_block *b)
{
	b->rows = mem_alloc(BLOCK_MAX * sizeof *b->rows);
	b->by_id = mem_alloc(BLOCK_MAX * sizeof *b->by_id);
	b->spare = mem_alloc(BLOCK_MAX * sizeof *b->spare);
	b->hits = mem_alloc(BLOCK_MAX / 8);
	b->by_id_hits = mem_alloc(BLOCK_MAX / 8);
	b->max = BLOCK_MIN;
}

void
store_find_block_done(struct find_block *b)
{
	free(b->rows);
	free(b->by_id);
	free(b->spare);
	free(b->hits);
	free(b->by_id_hits);
}

/* Sorts by one digit; stable, so ids that have the same digit keep their order. */
static void
sort_digit(const struct find_place *from, struct find_place *to, size_t len, int shift)
{
	size_t begins[(1 << DIGIT) + 1] = {0};
	const uint64_t mask = (1 << DIGIT) - 1;
	for (size_t i = 0; i < len; i++)
		begins[(from[i].id >> shift & mask) + 1]++;
	for (size_t i = 1; i < COUNT_OF(begins); i++)
		begins[i] += begins[i - 1];
	for (size_t i = 0; i < len; i++)
		to[begins[from[i].id >> shift & mask]++] = from[i];
}

static void
sort_places(struct find_block *b)
{
	uint64_t all = 0;
	for (size_t i = 0; i < b->len; i++) {
		b->by_id[i] = (struct find_place){b->rows[i].key.id, (uint32_t)i};
		all |= b->rows[i].key.id;
	}
	for (int shift = 0; shift < 64 && all >> shift; shift += DIGIT) {
		sort_digit(b->by_id, b->spare, b->len, shift);
		struct find_place *sorted = b->spare;
		b->spare = b->by_id;
		b->by_id = sorted;
	}
}

int
store_find_gather(struct store_find *f, const struct store_view *view)
{
	struct find_block *b = &f->block;
	struct find_row rows[FIND_CHUNK];
	size_t n;
	if (!b->rows)
		begin_block(b);
	int code = store_find_rows(f, view, rows, FIND_CHUNK, &n);
	if (code)
		return code;
	for (size_t i = 0; i < n; i++) {
		store_find_go_behind(f, &rows[i].key);
		if (store_find_candidate(f, rows[i].key.id))
			b->rows[b->len++] = rows[i];
	}
	if (!f->list_ended && b->len + FIND_CHUNK <= b->max)
		return OK;
	sort_places(b);
	memset(b->hits, 0, BLOCK_MAX / 8);
	memset(b->by_id_hits, 0, BLOCK_MAX / 8);
	b->own = (struct find_part){0, b->len};
	if (store_find_share(f))
		b->own.to = 0;
	f->stage = STAGE_MATCH;
	return OK;
}

void
store_find_match_part(struct find_matcher *matcher, const struct store_view *view,
	struct find_part *part, size_t max)
{
	const struct find_block *b = &matcher->find->block;
	for (; max > 0 && part->from < part->to; max--, part->from++) {
		const struct find_row *row = &b->rows[b->by_id[part->from].at];
		if (store_find_matches(matcher, view, &row->key, row->feed))
			find_set_bit(b->by_id_hits, part->from);
	}
}

void
store_find_match(struct store_find *f, const struct store_view *view)
{
	struct find_block *b = &f->block;
	if (b->own.from < b->own.to) {
		store_find_match_part(&f->matcher, view, &b->own, FIND_CHUNK);
		return;
	}
	if (!store_find_share_over(f, &b->own))
		return;
	for (size_t i = 0; i < b->len; i++)
		if (find_get_bit(b->by_id_hits, i))
			find_set_bit(b->hits, b->by_id[i].at);
	b->at = 0;
	f->stage = STAGE_EMIT;
}

void
store_find_emit(struct store_find *f, struct find_hits *hits)
{
	struct find_block *b = &f->block;
	for (; b->at < b->len && hits->len < hits->max; b->at++)
		if (find_get_bit(b->hits, b->at))
			store_find_take(f, hits, &b->rows[b->at].key);
	if (b->at < b->len)
		return;
	b->len = 0;
	b->max = b->max < BLOCK_MAX ? b->max * 2 : BLOCK_MAX;
	f->stage = STAGE_GATHER;
	if (f->list_ended)
		store_find_end_list(f);
}
