/*
 * The table downdue lists the rows that need work, by when they do and by item: those
 * that wait, and those whose file is to be moved to the trash, brought back from it, or
 * deleted. A row that is being worked on stays where it is, so that it is found at once
 * when its process has died.
 *
 * Downloads begin in this order. One that is moved gets the latest time that puts it
 * before its new successor; those before it that would then come after it give way.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/span.h"
#include "base/str.h"
#include "base/time.h"
#include "base/vec.h"
#include "store/db/batch.h"
#include "store/db/batch_inside.h"
#include "store/db/db.h"
#include "store/db/process.h"
#include "store/media/download.h"
#include "store/media/episode_queue.h"
#include "store/media/media_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"

#define SOON 1 /* seconds until another process's claim is checked again */
/* Nothing waits longer than this, unless the clock was put back since, or was ahead
 * then. */
#define WAIT_MAX (2 * TIME_DAY)

/* ---- reading */

int64_t
store_media_download_due(const struct download_record *r)
{
	bool due = r->state == DOWNLOAD_WAITING || r->state == DOWNLOAD_DROPPED ||
		   r->trashed || (r->former && r->state == DOWNLOAD_HERE);
	return due && r->next != TIME_NONE ? r->next : TIME_NONE;
}

bool
store_media_download_is_due(int64_t at, int64_t now)
{
	return at <= now || at - now > WAIT_MAX;
}

bool
store_media_download_is_claimed(
	struct store *store, const struct download_record *r, int64_t now)
{
	return r->claim.pid && store_process_alive(store, &r->claim, now);
}

/* A walk through the table. */
struct due {
	MDB_cursor *cursor;
	int code;
	int64_t at;
	uint64_t item;
};

/* Goes to the next row, the first one at the start; false at the end, which ends the
 * walk. */
static bool
next_due(const struct store_view *view, struct due *d)
{
	MDB_val k = {0, NULL}, v;
	bool begun = d->cursor != NULL;
	if (!begun)
		d->code = store_db_cursor(view, TABLE_DOWNDUE, &d->cursor);
	while (d->code == OK && k.mv_size != 16) {
		d->code = store_db_cursor_get(
			d->cursor, &k, &v, begun ? MDB_NEXT : MDB_FIRST);
		begun = true;
	}
	if (d->code != OK)
		return false;
	d->at = schema_get_time(k.mv_data);
	d->item = schema_get64((const char *)k.mv_data + 8);
	return true;
}

static int
end_walk(struct due *d)
{
	mdb_cursor_close(d->cursor);
	return d->code == MDB_NOTFOUND ? OK : d->code;
}

int
store_media_downloads_next(const struct store_view *view, int64_t now, int64_t *next)
{
	struct due d = {.cursor = NULL};
	*next = INT64_MAX;
	if (next_due(view, &d))
		*next = store_media_download_is_due(d.at, now) ? now : d.at;
	return store_db_status(view->store, end_walk(&d));
}

int
store_media_downloads_due(struct store_batch *batch, int64_t now, uint64_t *items,
	size_t max, size_t *len, int64_t *next)
{
	struct store_view view = store_batch_view(batch);
	struct due d = {.cursor = NULL};
	*len = 0;
	*next = INT64_MAX;
	while (*len < max && next_due(&view, &d)) {
		struct download_record r;
		if (!store_media_download_is_due(d.at, now)) {
			*next = d.at < *next ? d.at : *next;
			break;
		}
		arena_reset(&batch->arena);
		if (store_db_record(&view, TABLE_DOWNLOAD, d.item, &batch->arena, &r,
			    NULL) == OK &&
			store_media_download_is_claimed(batch->store, &r, now))
			*next = now + SOON;
		else
			items[(*len)++] = d.item;
	}
	return store_db_status(view.store, end_walk(&d));
}

int
store_media_download_due_forget(struct store_batch *batch, uint64_t item)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	int code = store_db_batch_cursor(batch, TABLE_DOWNDUE, &cursor);
	if (code == OK)
		code = store_db_cursor_get(cursor, &k, &v, MDB_FIRST);
	while (code == OK) {
		bool lost = k.mv_size != 16 ||
			    schema_get64((const char *)k.mv_data + 8) == item;
		code = lost ? store_db_cursor_del_next(cursor, &k, &v)
			    : store_db_cursor_get(cursor, &k, &v, MDB_NEXT);
	}
	return code == MDB_NOTFOUND ? OK : code;
}

int64_t
store_media_download_place(
	struct store_batch *batch, const struct download_record *r, int64_t now)
{
	struct store_view view = store_batch_view(batch);
	struct due d = {.cursor = NULL};
	int64_t first = r->next;
	if (!store_media_download_is_claimed(batch->store, r, now))
		return r->next;
	if (next_due(&view, &d) && d.at <= first)
		first = d.at - 1;
	return end_walk(&d) == OK ? first : r->next;
}

/* ---- moving */

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
	struct due d = {.cursor = NULL};
	*out = (struct order){.list = NULL};
	while (next_due(&view, &d) && store_media_download_is_due(d.at, now)) {
		struct download_record r;
		arena_reset(&batch->arena);
		if (store_db_record(&view, TABLE_DOWNLOAD, d.item, &batch->arena, &r,
			    NULL) == OK &&
			r.state == DOWNLOAD_WAITING && !r.trashed &&
			!store_media_download_is_claimed(batch->store, &r, now))
			*VEC_PUSH(out->list, out->len, out->cap) =
				(struct waiting){d.item, d.at, d.at};
	}
	return end_walk(&d);
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
