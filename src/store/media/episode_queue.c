/*
 * Ranks are far apart, so an item can be put between two others. Where a gap is used up,
 * its neighbours are spread out, and only as many of them as it takes.
 */
#include "config.h"

#include "store/media/episode_queue.h"

#include <stdio.h>

#include "base/i18n.h"
#include "base/str.h"
#include "model/action.h"
#include "model/media.h"
#include "store/db/batch.h"
#include "store/db/batch_inside.h"
#include "store/db/db.h"
#include "store/item/trash_read_inside.h"
#include "store/media/media_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

#define FIRST_RANK (UINT64_C(1) << 40)
#define GAP (UINT64_C(1) << 20)
#define SPREAD_LEAST 16 /* rows that are spread out, at first */
#define ROW_BYTES 24
#define QUEUED_BYTES 9

/* ---- rows */

static bool
unpack(MDB_val k, MDB_val v, struct store_queue_row *out)
{
	if (k.mv_size != 8 || v.mv_size != ROW_BYTES)
		return false;
	const char *p = v.mv_data;
	*out = (struct store_queue_row){.rank = schema_get64(k.mv_data),
		.item = schema_get64(p),
		.since = schema_get_time(p + 8),
		.duration = (int64_t)schema_get64(p + 16)};
	return true;
}

int
store_media_queue_rank(
	const struct store_view *view, uint64_t item, uint64_t *rank, bool *left)
{
	struct span value;
	int code = store_db_get(view, TABLE_QUEUED, schema_id(item), &value);
	if (code == OK && value.n != QUEUED_BYTES)
		code = ERR_NOT_FOUND; /* as if it had never been there */
	if (code == OK) {
		*rank = schema_get64(value.p);
		*left = value.p[8] != 0;
	}
	return code;
}

bool
store_media_queue_has(const struct store_view *view, uint64_t item)
{
	uint64_t rank;
	bool left;
	return store_media_queue_rank(view, item, &rank, &left) == OK && !left;
}

static int
put_queued(struct store_batch *batch, uint64_t item, uint64_t rank, bool left)
{
	uint8_t bytes[QUEUED_BYTES];
	schema_put64(bytes, rank);
	bytes[8] = left;
	return store_db_put(batch, TABLE_QUEUED, schema_id(item), bytes, sizeof bytes, 0);
}

static int
put_row(struct store_batch *batch, const struct store_queue_row *row)
{
	uint8_t bytes[ROW_BYTES];
	schema_put64(bytes, row->item);
	schema_put_time(bytes + 8, row->since);
	schema_put64(bytes + 16, (uint64_t)row->duration);
	int code = store_db_put(
		batch, TABLE_QUEUE, schema_id(row->rank), bytes, sizeof bytes, 0);
	return code == OK ? put_queued(batch, row->item, row->rank, false) : code;
}

static int
get_row(const struct store_view *view, uint64_t rank, struct store_queue_row *out)
{
	struct span value;
	struct schema_key key = schema_id(rank);
	int code = store_db_get(view, TABLE_QUEUE, key, &value);
	MDB_val k = {key.len, key.bytes}, v = {value.n, (void *)(uintptr_t)value.p};
	return code == OK && !unpack(k, v, out) ? ERR_DAMAGED : code;
}

int
store_media_queue(const struct store_view *view, uint64_t after,
	struct store_queue_row *rows, size_t max, size_t *len)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	struct schema_key key = schema_id(after);
	*len = 0;
	int code = store_db_cursor(view, TABLE_QUEUE, &cursor);
	if (code == OK)
		code = store_db_after(cursor, &key, &k, &v);
	for (; code == OK && *len < max;
		code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT))
		if (unpack(k, v, &rows[*len]) &&
			!store_item_trash_has(view, rows[*len].item))
			++*len;
	mdb_cursor_close(cursor);
	if (code == MDB_NOTFOUND || code == ERR_NOT_FOUND)
		code = OK;
	return store_db_status(view->store, code);
}

uint64_t
store_media_queue_next(const struct store_view *view, uint64_t item)
{
	struct store_queue_row row;
	uint64_t rank = 0;
	bool left = true;
	size_t len = 0;
	if (store_media_queue_rank(view, item, &rank, &left) != OK || left)
		rank = 0;
	return store_media_queue(view, rank, &row, 1, &len) == OK && len ? row.item : 0;
}

uint64_t
store_media_queue_len(const struct store_view *view)
{
	return store_db_entries(view, TABLE_QUEUE);
}

/* ---- notes for undo: "OLD NEW", the ranks of an item before and after */

static int
note_ranks(struct store_batch *batch, enum action act, uint64_t item, uint64_t from,
	uint64_t to)
{
	char note[64];
	snprintf(note, sizeof note, "%llu %llu", (unsigned long long)from,
		(unsigned long long)to);
	return store_batch_note(batch, act, note, item);
}

static bool
read_ranks(const char *note, uint64_t *from, uint64_t *to)
{
	struct span rest = span_of(note), first, second;
	int64_t a, b;
	if (!span_split(&rest, ' ', &first) || !span_split(&rest, ' ', &second) ||
		str_int(first, &a) != OK || str_int(second, &b) != OK || a <= 0 || b <= 0)
		return false;
	*from = (uint64_t)a;
	*to = (uint64_t)b;
	return true;
}

/* ---- gaps */

/* The row next to a rank, in a direction; its rank is 0 if there is none. */
static int
neighbour(struct store_batch *batch, uint64_t rank, bool before, uint64_t *out)
{
	MDB_cursor *cursor;
	MDB_val k = {0}, v;
	struct schema_key key = schema_id(rank);
	*out = 0;
	int code = store_db_batch_cursor(batch, TABLE_QUEUE, &cursor);
	if (code == OK)
		code = before ? store_db_before(cursor, &key, &k, &v)
			      : store_db_after(cursor, &key, &k, &v);
	if (code == OK && k.mv_size == 8)
		*out = schema_get64(k.mv_data);
	return code == ERR_NOT_FOUND || code == MDB_NOTFOUND ? OK : code;
}

static int
end_rank(struct store_batch *batch, bool front, uint64_t *rank)
{
	uint64_t end;
	int code = neighbour(batch, front ? 0 : UINT64_MAX, !front, &end);
	if (code == OK)
		*rank = !end        ? FIRST_RANK
			: !front    ? end + GAP
			: end > GAP ? end - GAP
				    : end / 2;
	return code;
}

/* Collects up to n rows from a rank on, itself included. */
static int
collect(struct store_batch *batch, uint64_t rank, size_t n, struct store_queue_row *rows,
	size_t *len)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	struct schema_key key = schema_id(rank - 1);
	*len = 0;
	int code = store_db_batch_cursor(batch, TABLE_QUEUE, &cursor);
	if (code == OK)
		code = store_db_after(cursor, &key, &k, &v);
	for (; code == OK && *len < n;
		code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT))
		*len += unpack(k, v, &rows[*len]);
	return code == ERR_NOT_FOUND || code == MDB_NOTFOUND ? OK : code;
}

/* Gives the rows from rank on other ranks, so that there is a gap before them. The first
 * of them moves up by about half of the room. */
static int
spread(struct store_batch *batch, uint64_t rank)
{
	int code = OK;
	for (size_t n = SPREAD_LEAST;; n *= 2) {
		struct store_queue_row *rows =
			arena_alloc(&batch->arena, n * sizeof *rows);
		size_t len;
		uint64_t end = 0;
		code = collect(batch, rank, n, rows, &len);
		if (code || !len)
			return code;
		if (len == n)
			code = neighbour(batch, rows[len - 1].rank, false, &end);
		if (code)
			return code;
		uint64_t room = (end ? end : rows[len - 1].rank + (len + 1) * GAP) - rank;
		if (end && room / (len + 1) < 4 * n)
			continue; /* as crowded here */
		for (size_t i = 0; code == OK && i < len; i++)
			code = store_db_del(batch, TABLE_QUEUE, schema_id(rows[i].rank));
		for (size_t i = 0; code == OK && i < len; i++) {
			uint64_t from = rows[i].rank;
			rows[i].rank = rank + room / (len + 1) * (i + 1);
			code = put_row(batch, &rows[i]);
			if (code == OK)
				code = note_ranks(batch, ACTION_REORDER, rows[i].item,
					from, rows[i].rank);
		}
		return code;
	}
}

/* A free rank directly before the row at `before`, or at the end (0). */
static int
rank_before(struct store_batch *batch, uint64_t before, uint64_t *rank)
{
	uint64_t prior;
	if (!before)
		return end_rank(batch, false, rank);
	int code = neighbour(batch, before, true, &prior);
	if (code == OK && before - prior < 2) {
		code = spread(batch, before);
		if (code == OK)
			code = neighbour(batch, prior, false, &before);
	}
	if (code == OK)
		*rank = prior ? prior + (before - prior) / 2
			      : before - (before > GAP ? GAP : before / 2);
	return code;
}

/* The rank if it is free, else the next one after it that is. */
static int
free_rank(struct store_batch *batch, uint64_t *rank)
{
	struct store_view view = store_batch_view(batch);
	struct store_queue_row row;
	uint64_t behind;
	if (get_row(&view, *rank, &row) != OK)
		return OK;
	int code = neighbour(batch, *rank, false, &behind);
	return code == OK ? rank_before(batch, behind, rank) : code;
}

/* ---- putting and taking */

/* The length that the item's feed gives its episode; ERR_NOT_FOUND: it has none. */
static int
episode_of(struct store_batch *batch, uint64_t item, int64_t *duration)
{
	struct store_view view = store_batch_view(batch);
	struct text_record text;
	if (store_item_trash_has(&view, item))
		return ERR_NOT_FOUND;
	int code = store_db_record(&view, TABLE_TEXT, item, &batch->arena, &text, NULL);
	if (code)
		return code == ERR_DAMAGED ? ERR_NOT_FOUND : code;
	*duration = text.duration;
	return media_pick(text.enclosures, text.enclosures_len) < text.enclosures_len
		       ? OK
		       : ERR_NOT_FOUND;
}

static int
take_out(struct store_batch *batch, uint64_t item, bool *did)
{
	struct store_view view = store_batch_view(batch);
	uint64_t rank;
	bool left;
	*did = false;
	int code = store_media_queue_rank(&view, item, &rank, &left);
	if (code || left)
		return code == ERR_NOT_FOUND ? OK : code;
	*did = true;
	code = store_db_del(batch, TABLE_QUEUE, schema_id(rank));
	return code == OK ? put_queued(batch, item, rank, true) : code;
}

/* Puts the item at the rank, or near it. */
static int
put_in(struct store_batch *batch, uint64_t item, uint64_t *rank, int64_t now)
{
	struct store_queue_row row = {.item = item, .since = now};
	int code = episode_of(batch, item, &row.duration);
	if (code == OK)
		code = free_rank(batch, rank);
	row.rank = *rank;
	return code == OK ? put_row(batch, &row) : code;
}

static int
add_one(struct store_batch *batch, uint64_t item, bool next, int64_t now, bool *did)
{
	struct store_view view = store_batch_view(batch);
	uint64_t rank, was = 0;
	bool left = true, moved = false;
	int64_t duration;
	*did = false;
	if (store_media_queue_rank(&view, item, &was, &left) == OK && !left && !next)
		return OK;
	int code = episode_of(batch, item, &duration);
	if (code == OK)
		code = take_out(batch, item, &moved);
	if (code == OK)
		code = end_rank(batch, next, &rank);
	if (code == OK)
		code = put_in(batch, item, &rank, now);
	*did = code == OK;
	if (code == OK)
		code = was ? note_ranks(batch, moved ? ACTION_REORDER : ACTION_QUEUE,
				     item, was, rank)
			   : store_batch_note(batch, ACTION_QUEUE, NULL, item);
	return code == ERR_NOT_FOUND ? OK : code;
}

int
store_media_queue_add(struct store_batch *batch, const uint64_t *ids, size_t len,
	bool next, int64_t now, size_t *changed, struct err *err)
{
	size_t n = 0;
	int code = OK;
	/* In front, they are put from the last to the first, so that they keep their
	 * order. */
	for (size_t i = 0; code == OK && i < len; i++) {
		bool did;
		arena_reset(&batch->arena);
		code = add_one(batch, ids[next ? len - 1 - i : i], next, now, &did);
		n += did;
	}
	if (code == OK)
		code = store_batch_flush(batch);
	if (changed)
		*changed = n;
	return store_batch_fail(batch, code, err, N_("cannot change the queue"));
}

int
store_media_queue_drop(struct store_batch *batch, const uint64_t *ids, size_t len,
	size_t *changed, struct err *err)
{
	size_t n = 0;
	int code = OK;
	for (size_t i = 0; code == OK && i < len; i++) {
		bool did;
		arena_reset(&batch->arena);
		code = take_out(batch, ids[i], &did);
		n += did;
		if (code == OK && did)
			code = store_batch_note(batch, ACTION_UNQUEUE, NULL, ids[i]);
	}
	if (code == OK)
		code = store_batch_flush(batch);
	if (changed)
		*changed = n;
	return store_batch_fail(batch, code, err, N_("cannot change the queue"));
}

int
store_media_queue_again(struct store_batch *batch, uint64_t item, bool in,
	const char *note, int64_t now, bool *did)
{
	struct store_view view = store_batch_view(batch);
	uint64_t rank, was, then;
	bool left, known = read_ranks(note, &was, &then);
	int code = OK;
	if (!in) {
		code = take_out(batch, item, did);
		return code == OK && *did && known ? put_queued(batch, item, was, true)
						   : code;
	}
	*did = false;
	code = store_media_queue_rank(&view, item, &rank, &left);
	if (code || !left)
		return code == ERR_NOT_FOUND ? OK : code;
	code = put_in(batch, item, known ? &then : &rank, now);
	*did = code == OK;
	return code == ERR_NOT_FOUND ? OK : code;
}

/* ---- moving */

bool
store_media_queue_place(const char *place)
{
	int64_t n;
	const char *number = place && place[0] == '+' ? place + 1 : place;
	return place && (str_eq(place, "top") || str_eq(place, "end") ||
				(str_int(span_of(number), &n) == OK && n != 0));
}

/* Walks n rows from a rank; *out 0: past the end. */
static int
walk(struct store_batch *batch, uint64_t from, int64_t n, uint64_t *out)
{
	int code = OK;
	*out = from;
	while (code == OK && n) {
		uint64_t next;
		code = neighbour(batch, *out, n < 0, &next);
		if (!next && n < 0)
			break; /* it stays the first */
		*out = next;
		if (!next)
			break;
		n += n < 0 ? 1 : -1;
	}
	return code;
}

/* The row that an item at rank is to be put before; *before 0: the end. */
static int
goal(struct store_batch *batch, const char *place, uint64_t rank, uint64_t *before)
{
	int64_t n = 0;
	bool relative = place[0] == '+' || place[0] == '-';
	*before = 0;
	if (str_eq(place, "end"))
		return OK;
	if (str_eq(place, "top") ||
		str_int(span_of(place[0] == '+' ? place + 1 : place), &n) != OK)
		n = 1;
	if (!relative) {
		/* Its own row does not count. */
		uint64_t at = 0;
		int code = OK;
		for (int64_t i = 0; code == OK && i < n; i++) {
			code = neighbour(batch, at, false, &at);
			if (at == rank && code == OK)
				code = neighbour(batch, at, false, &at);
			if (!at)
				break;
		}
		*before = at;
		return code;
	}
	/* Downwards it comes after the nth row, so before the one after that. */
	return walk(batch, rank, n > 0 ? n + 1 : n, before);
}

static int
move_to(struct store_batch *batch, uint64_t item, uint64_t from, const char *place,
	bool *did)
{
	struct store_view view = store_batch_view(batch);
	struct store_queue_row row;
	uint64_t before, next;
	*did = false;
	int code = get_row(&view, from, &row);
	if (code == OK)
		code = goal(batch, place, from, &before);
	if (code == OK)
		code = neighbour(batch, from, false, &next);
	if (code || before == from || before == next)
		return code;
	code = store_db_del(batch, TABLE_QUEUE, schema_id(from));
	if (code == OK)
		code = rank_before(batch, before, &row.rank);
	if (code == OK)
		code = put_row(batch, &row);
	*did = code == OK;
	return code == OK ? note_ranks(batch, ACTION_REORDER, item, from, row.rank)
			  : code;
}

int
store_media_queue_move(struct store_batch *batch, uint64_t item, const char *place,
	size_t *changed, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	uint64_t rank;
	bool left, did = false;
	arena_reset(&batch->arena);
	if (!store_media_queue_place(place))
		return err_set(err, ERR_INVALID,
			_("\"%s\" is not a place in the queue: write top, end, a number, "
			  "or one with + or - before it"),
			place ? place : "");
	int code = store_media_queue_rank(&view, item, &rank, &left);
	if (code == OK && !left)
		code = move_to(batch, item, rank, place, &did);
	if (code == ERR_NOT_FOUND)
		code = OK;
	if (code == OK)
		code = store_batch_flush(batch);
	if (changed)
		*changed = did;
	return store_batch_fail(batch, code, err, N_("cannot change the queue"));
}

int
store_media_queue_move_again(
	struct store_batch *batch, uint64_t item, const char *note, bool redo, bool *did)
{
	struct store_view view = store_batch_view(batch);
	struct store_queue_row row;
	uint64_t rank, from, to;
	bool left;
	*did = false;
	if (!read_ranks(note, &from, &to))
		return OK;
	int code = store_media_queue_rank(&view, item, &rank, &left);
	if (code || left)
		return code == ERR_NOT_FOUND ? OK : code;
	code = get_row(&view, rank, &row);
	if (code == OK)
		code = store_db_del(batch, TABLE_QUEUE, schema_id(rank));
	row.rank = redo ? to : from;
	if (code == OK)
		code = free_rank(batch, &row.rank);
	if (code == OK)
		code = put_row(batch, &row);
	*did = code == OK;
	return code == ERR_NOT_FOUND ? OK : code;
}

int
store_media_queue_forget(struct store_batch *batch, uint64_t item)
{
	bool did;
	int code = take_out(batch, item, &did);
	return code == OK ? store_db_del(batch, TABLE_QUEUED, schema_id(item)) : code;
}
