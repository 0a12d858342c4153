/*
 * All that an import does is journaled: the items that it stores, their marks, and what
 * was said of them. Undo takes away the items as a whole (withdraw.c), except for those
 * that the feed's own documents name, which only lose the marks.
 */
#include "config.h"

#include "store/poll/import.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/map.h"
#include "base/str.h"
#include "base/time.h"
#include "base/vec.h"
#include "model/action.h"
#include "model/feed.h"
#include "store/db/batch.h"
#include "store/db/batch_inside.h"
#include "store/db/db.h"
#include "store/identity/item_match.h"
#include "store/identity/item_match_inside.h"
#include "store/item/raw.h"
#include "store/item/tag.h"
#include "store/journal/journal_inside.h"
#include "store/mark/flags.h"
#include "store/mark/trash.h"
#include "store/poll/import_inside.h"
#include "store/poll/import_row.h"
#include "store/poll/import_wait.h"
#include "store/poll/poll.h"
#include "store/record/schema.h"

/* ---- Marks. */

struct marks {
	uint64_t *read, *starred, *deleted, *hidden;
	size_t read_len, starred_len, deleted_len, hidden_len;
	size_t read_cap, starred_cap, deleted_cap, hidden_cap;
};

static void
marks_add(struct marks *m, uint64_t id, int marks)
{
	if (marks & STORE_IMPORTED_READ)
		*VEC_PUSH(m->read, m->read_len, m->read_cap) = id;
	if (marks & STORE_IMPORTED_STARRED)
		*VEC_PUSH(m->starred, m->starred_len, m->starred_cap) = id;
	if (marks & STORE_IMPORTED_DELETED)
		*VEC_PUSH(m->deleted, m->deleted_len, m->deleted_cap) = id;
	else if (marks & STORE_IMPORTED_HIDDEN)
		*VEC_PUSH(m->hidden, m->hidden_len, m->hidden_cap) = id;
}

/* Sets them, adds to *changed, and frees m. */
static int
marks_put(struct store_batch *batch, struct marks *m, int64_t now, size_t *changed,
	struct err *err)
{
	size_t read = 0, starred = 0, deleted = 0, hidden = 0;
	int status = OK;
	if (m->read_len)
		status = store_mark_put_flags(
			batch, m->read, m->read_len, 0, ITEM_UNREAD, &read, err);
	if (status == OK && m->starred_len)
		status = store_mark_put_flags(batch, m->starred, m->starred_len,
			ITEM_STARRED, 0, &starred, err);
	if (status == OK && m->deleted_len)
		status = store_mark_put_trash(
			batch, m->deleted, m->deleted_len, true, now, &deleted, err);
	if (status == OK && m->hidden_len)
		status = store_mark_put_hidden(
			batch, m->hidden, m->hidden_len, true, now, &hidden, err);
	*changed += read + starred + deleted + hidden;
	free(m->read);
	free(m->starred);
	free(m->deleted);
	free(m->hidden);
	*m = (struct marks){0};
	return status;
}

static int
put_tags(struct store_batch *batch, uint64_t id, const struct store_import_item *says,
	size_t *changed, struct err *err)
{
	int status = OK;
	for (size_t i = 0; status == OK && i < says->tags_len; i++) {
		size_t n = 0;
		status = store_item_put_tag(batch, &id, 1, says->tags[i], true, &n, err);
		*changed += n;
	}
	return status;
}

/* ---- Items of a feed. */

struct work {
	struct store_batch *batch;
	struct store_view view;
	const struct store_import *import;
	bool again;
	struct store_import_result *result;
	struct arena arena;
	struct store_import_item *says; /* of the document's items, doubles joined */
	struct marks marks;
	struct import_rows rows;
	bool came; /* a new item */
};

static uint32_t
hash_tags(const struct store_import_item *says)
{
	uint64_t hash = 0;
	for (size_t i = 0; i < says->tags_len; i++)
		hash += hash64(says->tags[i], strlen(says->tags[i]));
	return (uint32_t)(hash ^ hash >> 32);
}

/* Leaves in *says only what no earlier import has said, and notes all of it. */
static int
note_said(struct work *w, uint32_t feed, uint64_t id, struct store_import_item *says)
{
	struct schema_key key = schema_import(feed, id);
	struct span old;
	uint8_t row[IMPORT_ITEM_BYTES] = {(uint8_t)says->marks};
	uint32_t tags = hash_tags(says);
	int code = store_db_get(&w->view, TABLE_IMPORT, key, &old);
	if (code && code != ERR_NOT_FOUND)
		return code;
	if (code == OK && old.n == IMPORT_ITEM_BYTES) {
		row[0] |= (uint8_t)old.p[0];
		if (!w->again)
			says->marks &= ~(uint8_t)old.p[0];
		if (!w->again && schema_get32(old.p + 1) == tags)
			says->tags_len = 0;
	}
	schema_put32(row + 1, tags);
	return store_poll_import_row_put(&w->rows, key, row, sizeof row);
}

static void
join_item(struct work *w, struct store_import_item *to, struct store_import_item *from)
{
	to->marks |= from->marks;
	if (from->marks & (STORE_IMPORTED_QUEUED | STORE_IMPORTED_HEARD))
		to->episode = from->episode;
	char **tags = arena_alloc(
		&w->arena, (to->tags_len + from->tags_len + 1) * sizeof *tags);
	size_t n = 0;
	for (size_t i = 0; i < to->tags_len; i++)
		tags[n++] = to->tags[i];
	for (size_t i = 0; i < from->tags_len; i++)
		tags[n++] = from->tags[i];
	to->tags = tags;
	to->tags_len = n;
}

/* Items of the document that are one item here get the marks of all of them. */
static void
join_doubles(struct work *w, const struct store_arrivals *arrivals)
{
	const struct item *items = w->import->document->items;
	struct map last = MAP_INIT, guids = MAP_INIT;
	for (size_t i = 0; i < arrivals->len; i++) {
		const struct store_arrival *m = &arrivals->items[i];
		if (m->kind == STORE_ARRIVAL_REPEATED)
			continue;
		*map_put(&last, m->identity, SCHEMA_IDENTITY) = &w->says[i];
		if (items[i].guid)
			*map_put(&guids, items[i].guid, strlen(items[i].guid)) =
				&w->says[i];
	}
	for (size_t i = 0; i < arrivals->len; i++) {
		const struct store_arrival *m = &arrivals->items[i];
		if (m->kind != STORE_ARRIVAL_REPEATED)
			continue;
		struct store_import_item *to =
			map_get(&last, m->identity, SCHEMA_IDENTITY);
		if (!to && items[i].guid)
			to = map_get(&guids, items[i].guid, strlen(items[i].guid));
		if (to)
			join_item(w, to, &w->says[i]);
	}
	map_done(&last);
	map_done(&guids);
}

static int
take_arrival(struct work *w, const struct store_arrival *m,
	struct store_import_item *says, struct err *err)
{
	size_t none = 0;
	bool fresh = m->kind == STORE_ARRIVAL_NEW;
	if (m->kind == STORE_ARRIVAL_REPEATED || m->kind == STORE_ARRIVAL_TOMBSTONE)
		return OK;
	int code = note_said(w, w->import->feed, m->id, says);
	if (code == OK && fresh)
		code = store_batch_note(w->batch, ACTION_IMPORT, NULL, m->id);
	if (code == OK && fresh && m->read)
		code = store_batch_note(w->batch, ACTION_READ, NULL, m->id);
	if (code)
		return store_batch_fail(
			w->batch, code, err, N_("cannot store imported items"));
	w->result->added += fresh;
	w->came |= fresh;
	w->result->known += !fresh;
	marks_add(&w->marks, m->id,
		fresh ? says->marks & ~STORE_IMPORTED_READ : says->marks);
	says->episode.item = m->id;
	if (says->marks & (STORE_IMPORTED_QUEUED | STORE_IMPORTED_HEARD))
		*VEC_PUSH(w->result->episodes, w->result->episodes_len,
			w->result->episodes_cap) = says->episode;
	return put_tags(w->batch, m->id, says, fresh ? &none : &w->result->changed, err);
}

/* Marks the new items or, if new is false, those that were there. */
static int
take_all(struct work *w, const struct store_arrivals *arrivals, bool new, struct err *err)
{
	size_t none = 0;
	int status = OK;
	for (size_t i = 0; status == OK && i < arrivals->len; i++)
		if ((arrivals->items[i].kind == STORE_ARRIVAL_NEW) == new)
			status = take_arrival(w, &arrivals->items[i], &w->says[i], err);
	int put = marks_put(w->batch, &w->marks, w->import->now,
		new ? &none : &w->result->changed, err);
	return status == OK ? put : status;
}

/* Stores the rows, and notes that the feed's document is awaited. */
static int
put_rows(struct work *w, struct err *err)
{
	int code = w->came ? store_poll_import_await(w->batch, w->import->feed) : OK;
	code = store_poll_import_rows_end(&w->rows, code);
	if (code == OK)
		code = store_batch_flush(w->batch);
	return store_batch_fail(w->batch, code, err, N_("cannot store imported items"));
}

static int
put_import(struct work *w, struct err *err)
{
	const struct store_import *in = w->import;
	struct store_arrivals arrivals;
	struct store_poll poll = {.feed = in->feed,
		.now = in->now,
		.document = in->document,
		.imported = true};
	int64_t *seen =
		arena_alloc(&w->arena, (in->document->items_len + 1) * sizeof *seen);
	for (size_t i = 0; i < in->document->items_len; i++)
		seen[i] = in->items[i].seen;
	poll.seen = seen;
	int status = store_poll_open(w->batch, &poll, &w->arena, &arrivals, err);
	if (status != OK)
		return status;
	w->says =
		arena_memdup(&w->arena, in->items, (arrivals.len + 1) * sizeof *w->says);
	join_doubles(w, &arrivals);
	for (size_t i = 0; i < arrivals.len; i++)
		arrivals.items[i].read = w->says[i].marks & STORE_IMPORTED_READ;
	poll.arrivals = &arrivals;
	status = store_poll_put(w->batch, &poll, NULL, err);
	if (status == OK)
		status = take_all(w, &arrivals, true, err);
	if (status == OK)
		status = take_all(w, &arrivals, false, err);
	return status == OK ? put_rows(w, err) : status;
}

int
store_poll_put_import(struct store_batch *batch, const struct store_import *import,
	struct store_import_result *result, struct err *err)
{
	struct work w = {.batch = batch,
		.view = store_batch_view(batch),
		.import = import,
		.again = import->again,
		.result = result,
		.rows = {.batch = batch},
		.arena = ARENA_INIT};
	int status = put_import(&w, err);
	buf_done(&w.rows.text);
	arena_done(&w.arena);
	return status;
}

/* ---- Items in any feed. */

/* Those that a guid or a link means: a list may have one of them several times. */
struct name {
	struct store_anywhere *one;
	struct name *next;
};

static void
put_name(struct work *w, struct map *names, const char *text, struct store_anywhere *one)
{
	if (!text)
		return;
	void **slot = map_put(names, text, strlen(text));
	struct name *name = arena_alloc(&w->arena, sizeof *name);
	*name = (struct name){one, *slot};
	*slot = name;
}

static const struct name *
name_of(const struct map *names, struct span text)
{
	return text.p ? map_get(names, text.p, text.n) : NULL;
}

/* An item here that a name refers to. */
struct named {
	uint64_t id;
	uint32_t feed;
	struct store_anywhere *one;
};

/* The items of the store that the names mean, by one walk over all. */
static int
find_named(struct work *w, const struct map *names, struct named **out, size_t *len)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	int code = store_db_cursor(&w->view, TABLE_PLACE, &cursor);
	*len = 0;
	*out = NULL;
	while (code == OK &&
		(code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) == OK) {
		const struct store_key key = {.id = schema_get64(k.mv_data)};
		struct store_item_raw raw = store_item_raw_at(&w->view, &key, 0);
		uint32_t feed = store_item_raw_feed(&raw);
		const struct name *name =
			name_of(names, store_item_raw_text(&raw, RAW_GUID, NULL));
		if (!name)
			name = name_of(names, store_item_raw_text(&raw, RAW_LINK, NULL));
		if (!name || store_poll_is_withdrawn(&w->view, key.id))
			continue;
		for (; name; name = name->next) {
			if (feed == name->one->except)
				continue;
			*out = arena_push(&w->arena, *out, *len, sizeof **out);
			(*out)[(*len)++] = (struct named){key.id, feed, name->one};
		}
	}
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : code;
}

static int
mark_named(struct work *w, const struct named *list, size_t len, struct err *err)
{
	int status = OK;
	for (size_t i = 0; status == OK && i < len; i++) {
		struct store_import_item says = list[i].one->says;
		list[i].one->found = true;
		status = store_batch_fail(w->batch,
			note_said(w, list[i].feed, list[i].id, &says), err,
			N_("cannot store imported items"));
		marks_add(&w->marks, list[i].id, says.marks);
		if (status == OK)
			status = put_tags(
				w->batch, list[i].id, &says, &w->result->changed, err);
	}
	return status;
}

static int
await_rest(struct work *w, const struct store_anywhere *list, size_t len, int64_t now)
{
	int code = store_poll_import_wait_expire(w->batch, now);
	for (size_t i = 0; code == OK && i < len; i++) {
		const struct store_anywhere *one = &list[i];
		if (!one->waits && one->found)
			continue;
		if (one->guid)
			code = store_poll_import_wait_put(
				&w->rows, 'g', one->guid, &one->says, now);
		if (code == OK && one->link)
			code = store_poll_import_wait_put(
				&w->rows, 'l', one->link, &one->says, now);
	}
	return code;
}

static int
put_anywhere(struct work *w, struct store_anywhere *list, size_t len, int64_t now,
	struct err *err)
{
	struct map names = MAP_INIT;
	struct named *here;
	size_t here_len;
	for (size_t i = 0; i < len; i++) {
		put_name(w, &names, list[i].guid, &list[i]);
		put_name(w, &names, list[i].link, &list[i]);
	}
	int status = store_batch_fail(w->batch, find_named(w, &names, &here, &here_len),
		err, N_("cannot store imported items"));
	map_done(&names);
	if (status == OK)
		status = mark_named(w, here, here_len, err);
	int put = marks_put(w->batch, &w->marks, now, &w->result->changed, err);
	if (status == OK)
		status = put;
	int code = status == OK ? await_rest(w, list, len, now) : OK;
	code = store_poll_import_rows_end(&w->rows, code);
	return status == OK ? store_batch_fail(w->batch, code, err,
				      N_("cannot store imported items"))
			    : status;
}

int
store_poll_put_anywhere(struct store_batch *batch, struct store_anywhere *list,
	size_t len, int64_t now, struct err *err)
{
	struct store_import_result result = {0};
	struct work w = {.batch = batch,
		.view = store_batch_view(batch),
		.result = &result,
		.rows = {.batch = batch},
		.arena = ARENA_INIT};
	int status = len ? put_anywhere(&w, list, len, now, err) : OK;
	buf_done(&w.rows.text);
	arena_done(&w.arena);
	return status;
}

/* ---- Polls. */

int
store_poll_import_awaited(const struct store_view *view, const struct feed *document,
	struct store_arrivals *arrivals)
{
	if (!arrivals->fresh || !store_poll_import_wait_any(view))
		return OK;
	for (size_t i = 0; i < arrivals->len; i++) {
		struct store_arrival *m = &arrivals->items[i];
		struct import_wait row;
		int code = m->kind == STORE_ARRIVAL_NEW
				   ? store_poll_import_wait_find(
					     view, &document->items[i], &row)
				   : ERR_NOT_FOUND;
		if (code == ERR_NOT_FOUND)
			continue;
		if (code)
			return code;
		m->awaited = true;
		m->awaited_read = !m->read && row.marks & STORE_IMPORTED_READ;
		m->read |= m->awaited_read;
	}
	return OK;
}

/* An item that came, and what waited for it. */
struct met {
	uint64_t id, group;
	bool read; /* since that said so */
	struct store_import_item says;
};

static struct met
met_of(struct arena *arena, const struct store_arrival *m, const struct import_wait *row)
{
	struct met met = {.id = m->id,
		.group = row->group,
		.read = m->awaited_read && m->read,
		.says.marks = row->marks & ~STORE_IMPORTED_READ};
	struct store_import_item *says = &met.says;
	struct span tags = row->tags, tag;
	while (span_split(&tags, '\n', &tag)) {
		if (!tag.n)
			continue;
		says->tags =
			arena_push(arena, says->tags, says->tags_len, sizeof *says->tags);
		says->tags[says->tags_len++] = arena_strndup(arena, tag.p, tag.n);
	}
	return met;
}

/* All of it, copied: marks reset the arena that the arrivals can be in. Returns a
 * code. */
static int
list_met(const struct store_view *view, const struct feed *document,
	const struct store_arrivals *arrivals, struct arena *arena, struct met **list,
	size_t *len)
{
	int code = OK;
	for (size_t i = 0; code == OK && i < arrivals->len; i++) {
		const struct store_arrival *m = &arrivals->items[i];
		struct import_wait row;
		if (!m->awaited || !m->id)
			continue;
		code = store_poll_import_wait_find(view, &document->items[i], &row);
		if (code == OK) {
			*list = arena_push(arena, *list, *len, sizeof **list);
			(*list)[(*len)++] = met_of(arena, m, &row);
		}
		code = code == ERR_NOT_FOUND ? OK : code;
	}
	return code;
}

/* Marks items as one import said, as a part of that import: undoing it takes this back,
 * too. */
static int
mark_met(struct store_batch *batch, const struct met *list, size_t len, int64_t now)
{
	struct store_journal *own;
	struct marks marks = {0};
	size_t none = 0;
	int code = store_journal_enter(batch, list->group, now, &own);
	for (size_t i = 0; code == OK && i < len; i++) {
		if (list[i].read)
			code = store_batch_note(batch, ACTION_READ, NULL, list[i].id);
		if (code == OK)
			code = put_tags(batch, list[i].id, &list[i].says, &none, NULL);
		marks_add(&marks, list[i].id, list[i].says.marks);
	}
	int put = marks_put(batch, &marks, now, &none, NULL);
	return store_journal_leave(batch, own, code == OK ? put : code);
}

int
store_poll_import_met(struct store_batch *batch, uint32_t feed,
	const struct feed *document, const struct store_arrivals *arrivals, int64_t now)
{
	const struct store_view view = store_batch_view(batch);
	struct arena arena = ARENA_INIT;
	struct met *list = NULL;
	size_t len = 0, end;
	int code = list_met(&view, document, arrivals, &arena, &list, &len);
	if (code == OK)
		code = store_db_del(batch, TABLE_IMPORT, schema_import(feed, 0));
	for (size_t i = 0; code == OK && i < arrivals->len; i++)
		if (arrivals->items[i].kind == STORE_ARRIVAL_ADOPTED)
			code = store_poll_import_put_met(
				batch, feed, arrivals->items[i].id);
	for (size_t i = 0; code == OK && i < len; i = end) {
		for (end = i + 1; end < len && list[end].group == list[i].group;)
			end++;
		code = mark_met(batch, &list[i], end - i, now);
	}
	arena_done(&arena);
	return code;
}
