/*
 * The order in which waiting downloads are begun: that of downdue, by time and item. One
 * that is moved gets the latest time that puts it before its new successor; those before
 * it that would then come after it give way.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/span.h"
#include "base/str.h"
#include "base/vec.h"
#include "store/db/batch.h"
#include "store/db/batch_inside.h"
#include "store/db/db.h"
#include "store/media/download.h"
#include "store/media/episode_queue.h"
#include "store/media/media_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"

struct waiting {
	uint64_t item;
	int64_t next, was;
};

struct order {
	struct waiting *list; /* malloced */
	size_t len, cap;
};

/* Finds the downloads that could begin now, in their order. */
static int
find_waiting(struct store_batch *batch, int64_t now, struct order *out)
{
	struct store_view view = store_batch_view(batch);
	MDB_cursor *cursor;
	MDB_val k, v;
	*out = (struct order){.list = NULL};
	int code = store_db_cursor(&view, TABLE_DOWNDUE, &cursor);
	if (code == OK)
		code = store_db_cursor_get(cursor, &k, &v, MDB_FIRST);
	for (; code == OK; code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) {
		struct download_record r;
		if (k.mv_size != 16)
			continue;
		int64_t at = schema_get_time(k.mv_data);
		uint64_t item = schema_get64((const char *)k.mv_data + 8);
		if (at > now)
			break;
		arena_reset(&batch->arena);
		if (store_db_record(
			    &view, TABLE_DOWNLOAD, item, &batch->arena, &r, NULL) == OK &&
			r.state == DOWNLOAD_WAITING && !r.trashed &&
			!store_media_download_is_claimed(batch->store, &r, now))
			*VEC_PUSH(out->list, out->len, out->cap) =
				(struct waiting){item, at, at};
	}
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : code;
}

/* The index that a place stands for, seen from another one. */
static size_t
index_of(const char *place, size_t from, size_t len)
{
	int64_t n = 1, last = (int64_t)len - 1;
	bool relative = place[0] == '+' || place[0] == '-';
	if (str_eq(place, "end"))
		return len - 1;
	if (!str_eq(place, "top") &&
		str_int(span_of(place[0] == '+' ? place + 1 : place), &n) != OK)
		return from;
	int64_t to = relative ? (int64_t)from + n : n - 1;
	return (size_t)(to < 0 ? 0 : to > last ? last : to);
}

/* The latest time at which an item comes before one that has a time. */
static int64_t
just_before(uint64_t item, const struct waiting *next)
{
	return item < next->item ? next->next : next->next - 1;
}

static void
move(struct order *o, size_t from, size_t to, int64_t now)
{
	struct waiting moved = o->list[from];
	struct waiting *list = o->list;
	if (from < to)
		memmove(list + from, list + from + 1, (to - from) * sizeof *list);
	else
		memmove(list + to + 1, list + to, (from - to) * sizeof *list);
	moved.next = to + 1 < o->len ? just_before(moved.item, &list[to + 1]) : now;
	list[to] = moved;
	for (size_t i = to; i-- > 0;) {
		int64_t latest = just_before(list[i].item, &list[i + 1]);
		if (list[i].next <= latest)
			break;
		list[i].next = latest;
	}
}

static int
put_time(struct store_batch *batch, uint64_t item, int64_t next, int64_t now)
{
	struct store_view view = store_batch_view(batch);
	struct arena arena = ARENA_INIT;
	struct download_record r;
	int code = store_db_record(&view, TABLE_DOWNLOAD, item, &arena, &r, NULL);
	r.next = next;
	if (code == OK)
		code = store_media_download_put(batch, item, &r, false, now, NULL);
	arena_done(&arena);
	return code;
}

/* Each row that gets another time is noted, to be undone with the others. */
static int
put_order(struct store_batch *batch, const struct order *o, int64_t now)
{
	int code = OK;
	for (size_t i = 0; code == OK && i < o->len; i++) {
		const struct waiting *w = &o->list[i];
		char note[64];
		if (w->next == w->was)
			continue;
		snprintf(note, sizeof note, "%lld %lld", (long long)w->was,
			(long long)w->next);
		code = put_time(batch, w->item, w->next, now);
		if (code == OK)
			code = store_batch_note(batch, ACTION_ORDER, note, w->item);
	}
	return code;
}

int
store_media_download_move(struct store_batch *batch, uint64_t item, const char *place,
	int64_t now, size_t *changed, struct err *err)
{
	struct order o;
	size_t from = 0;
	int code = find_waiting(batch, now, &o);
	while (from < o.len && o.list[from].item != item)
		from++;
	size_t to = from < o.len ? index_of(place, from, o.len) : from;
	*changed = code == OK && from != to;
	if (*changed) {
		move(&o, from, to, now);
		code = put_order(batch, &o, now);
		if (code == OK)
			code = store_batch_flush(batch);
	}
	free(o.list);
	return store_batch_fail(batch, code, err, N_("cannot store the download"));
}

int
store_media_download_move_again(struct store_batch *batch, uint64_t item,
	const char *note, bool redo, int64_t now, bool *did)
{
	struct store_view view = store_batch_view(batch);
	struct download_record r;
	struct span rest = span_of(note), first, second;
	int64_t was, next;
	*did = false;
	if (!span_split(&rest, ' ', &first) || !span_split(&rest, ' ', &second) ||
		str_int(first, &was) != OK || str_int(second, &next) != OK)
		return OK;
	int code = store_db_record(&view, TABLE_DOWNLOAD, item, &batch->arena, &r, NULL);
	if (code || r.state != DOWNLOAD_WAITING || r.next != (redo ? was : next) ||
		store_media_download_is_claimed(batch->store, &r, now))
		return code == ERR_NOT_FOUND ? OK : code;
	code = put_time(batch, item, redo ? next : was, now);
	*did = code == OK;
	return code;
}
