#include "config.h"

#include "store/identity/near_inside.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/near.h"
#include "base/time.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/identity/near_keys.h"
#include "store/identity/story_inside.h"
#include "store/item/raw.h"
#include "store/record/schema.h"

#define STORY_SPAN (7 * TIME_DAY) /* largest distance between two items of a story */

/* The first text's number. Rows that earlier programs wrote have lower keys. */
#define NUMBER_FIRST (UINT64_C(1) << 48)

bool
store_identity_near_recent(int64_t time, int64_t now)
{
	return time > now - 2 * STORY_SPAN;
}

/* ---- Rows, by the number of their first text: the day on which the row was written,
 * the number of texts; for each its item, its keys, three lengths, its numbers, its
 * words. */

#define HEAD 5
#define KEYS_AT 8
#define LENGTHS_AT (KEYS_AT + 8 * NEAR_KEYS)
#define TEXT_HEAD (LENGTHS_AT + 3)
#define TEXT_MAX (TEXT_HEAD + 2 * NEAR_NUMBERS + NEAR_WORDS)

struct row {
	uint64_t number;
	uint32_t day;
	size_t len;
	struct span texts;
};

static struct schema_key
key_of(uint64_t number)
{
	return schema_id(number);
}

/* False: it is as earlier programs wrote it. A damaged row has no texts and no day. */
static bool
read_row(struct span key, struct span value, struct row *out)
{
	if (key.n != 8 || schema_get64(key.p) < NUMBER_FIRST)
		return false;
	*out = (struct row){.number = schema_get64(key.p)};
	if (value.n < HEAD)
		return true;
	out->day = schema_get32(value.p);
	out->len = (uint8_t)value.p[4];
	out->texts = (struct span){value.p + HEAD, value.n - HEAD};
	return true;
}

static struct span
span_of_val(const MDB_val *v)
{
	return (struct span){v->mv_data, v->mv_size};
}

static bool
row_at(const MDB_val *k, const MDB_val *v, struct row *out)
{
	return read_row(span_of_val(k), span_of_val(v), out);
}

/* A text in a row. */
struct stored {
	const uint8_t *bytes;
	uint8_t title_len, numbers_len, len; /* as struct near_words */
};

/* The next text of a row. False: there is none, or the row is damaged. */
static bool
next_text(struct row *row, struct stored *out)
{
	const uint8_t *p = (const uint8_t *)row->texts.p;
	if (!row->len || row->texts.n < TEXT_HEAD)
		return false;
	*out = (struct stored){p, p[LENGTHS_AT], p[LENGTHS_AT + 1], p[LENGTHS_AT + 2]};
	size_t n = TEXT_HEAD + 2 * (size_t)out->numbers_len + out->len;
	if (out->title_len > NEAR_TITLE || out->title_len > out->len ||
		out->numbers_len > NEAR_NUMBERS || out->len > NEAR_WORDS ||
		n > row->texts.n)
		return false;
	row->texts = (struct span){row->texts.p + n, row->texts.n - n};
	row->len--;
	return true;
}

/* 0: it has fewer keys. */
static uint64_t
key_of_text(const struct stored *text, size_t i)
{
	return schema_get64(text->bytes + KEYS_AT + 8 * i);
}

static bool
has_key(const struct stored *text, uint64_t key)
{
	for (size_t i = 0; i < NEAR_KEYS; i++)
		if (key_of_text(text, i) == key)
			return true;
	return false;
}

static size_t
encode(uint8_t out[static TEXT_MAX], uint64_t id, const struct near_text *text)
{
	const struct near_words *kept = &text->kept;
	uint8_t *p = out + TEXT_HEAD;
	schema_put64(out, id);
	for (size_t i = 0; i < NEAR_KEYS; i++)
		schema_put64(out + KEYS_AT + 8 * i, text->keys[i]);
	out[LENGTHS_AT] = kept->title_len;
	out[LENGTHS_AT + 1] = kept->numbers_len;
	out[LENGTHS_AT + 2] = kept->len;
	for (size_t i = 0; i < kept->numbers_len; i++) {
		*p++ = (uint8_t)(kept->numbers[i] >> 8);
		*p++ = (uint8_t)kept->numbers[i];
	}
	memcpy(p, kept->words, kept->len);
	return (size_t)(p - out) + kept->len;
}

static struct near_words
decode(const struct stored *text)
{
	const uint8_t *p = text->bytes + TEXT_HEAD;
	struct near_words out = {.title_len = text->title_len,
		.numbers_len = text->numbers_len,
		.len = text->len};
	for (size_t i = 0; i < out.numbers_len; i++, p += 2)
		out.numbers[i] = (uint16_t)(p[0] << 8 | p[1]);
	memcpy(out.words, p, out.len);
	return out;
}

bool
store_identity_near_sound(struct span key, struct span value)
{
	struct row row;
	struct stored text;
	if (!read_row(key, value, &row))
		return key.n != 8; /* earlier programs' */
	while (next_text(&row, &text))
		;
	return value.n >= HEAD && !row.len && !row.texts.n;
}

/* ---- Writing. */

static uint32_t
day_of(int64_t time)
{
	return time < 0 ? 0 : (uint32_t)(time / TIME_DAY);
}

/* Where the next row goes. */
static int
find_end(MDB_cursor *cursor, uint64_t *number)
{
	MDB_val k, v;
	struct row last;
	*number = NUMBER_FIRST;
	int code = store_db_cursor_get(cursor, &k, &v, MDB_LAST);
	if (code == OK && row_at(&k, &v, &last))
		*number = last.number + (last.len ? last.len : 1);
	return code == MDB_NOTFOUND ? OK : code;
}

int
store_identity_near_write(
	struct store_batch *batch, struct store_near_row *row, int64_t now)
{
	MDB_cursor *cursor;
	uint64_t number;
	if (!row->len)
		return OK;
	int code = store_db_batch_cursor(batch, TABLE_NEAR, &cursor);
	if (code == OK)
		code = find_end(cursor, &number);
	if (code)
		return code;
	schema_put32(row->bytes, day_of(now));
	code = store_db_put(batch, TABLE_NEAR, key_of(number), row->bytes, row->len, 0);
	row->len = 0;
	return code;
}

int
store_identity_near_add(struct store_batch *batch, struct store_near_row *row,
	int64_t now, const struct near_text *text, uint64_t id)
{
	if (!text->keys[0])
		return OK;
	int code = row->len + TEXT_MAX > sizeof row->bytes
			   ? store_identity_near_write(batch, row, now)
			   : OK;
	if (!row->len) {
		row->len = HEAD;
		row->bytes[4] = 0;
	}
	row->len += encode(row->bytes + row->len, id, text);
	row->bytes[4]++;
	return code;
}

/* ---- Stored items. */

static void
read_stored(const struct store_view *view, uint64_t id, struct buf *scratch,
	struct near_text *out)
{
	bool html = false, no;
	const struct store_key key = {.id = id};
	struct store_item_raw raw = store_item_raw_at(view, &key, 0);
	struct span title = store_item_raw_text(&raw, RAW_TITLE, &no);
	struct span body = store_item_raw_text(&raw, RAW_BODY, &html);
	near_read(out, scratch, title, body, html);
}

int
store_identity_near_add_stored(
	struct store_batch *batch, struct store_near_row *row, int64_t now, uint64_t id)
{
	struct near_text text;
	struct buf scratch = BUF_INIT(0);
	struct store_view view = store_batch_view(batch);
	read_stored(&view, id, &scratch, &text);
	buf_done(&scratch);
	return store_identity_near_add(batch, row, now, &text, id);
}

/* ---- The keys of all rows, in memory. */

#define MARK (HEAD + KEYS_AT + 8)

struct store_near {
	struct near_keys keys;
	uint64_t last;      /* the last row that was read; 0: none was */
	uint8_t mark[MARK]; /* … how it begins, to know it by */
};

/* Moves to the last row that was read. False: another one is there, since the batch that
 * wrote it was not committed, or none, since it expired. */
static bool
find_last(const struct store_near *near, MDB_cursor *cursor)
{
	MDB_val v;
	struct schema_key key = key_of(near->last);
	MDB_val k = {key.len, key.bytes};
	return near->last && store_db_cursor_get(cursor, &k, &v, MDB_SET) == OK &&
	       v.mv_size >= MARK && memcmp(v.mv_data, near->mark, MARK) == 0;
}

/* Begins again, at the first row. */
static int
begin(struct store_near *near, MDB_cursor *cursor, MDB_val *k, MDB_val *v)
{
	uint64_t end;
	struct schema_key key = key_of(NUMBER_FIRST);
	near->last = 0;
	int code = find_end(cursor, &end);
	*k = (MDB_val){key.len, key.bytes};
	if (code == OK)
		code = store_db_cursor_get(cursor, k, v, MDB_SET_RANGE);
	uint64_t first = code == OK && k->mv_size == 8 ? schema_get64(k->mv_data) : end;
	store_identity_near_keys_begin(
		&near->keys, end > first ? (end - first) * NEAR_KEYS : 0);
	return code;
}

static bool
take_text(struct store_near *near, const struct stored *text, uint64_t number)
{
	for (size_t i = 0; i < NEAR_KEYS; i++)
		store_identity_near_keys_expect(&near->keys, key_of_text(text, i));
	for (size_t i = 0; i < NEAR_KEYS; i++) {
		uint64_t key = key_of_text(text, i);
		if (key && !store_identity_near_keys_add(&near->keys, key, number))
			return false;
	}
	return true;
}

/* False: there are more texts than there is room for. */
static bool
take_row(struct store_near *near, const MDB_val *k, const MDB_val *v)
{
	struct row row;
	struct stored text;
	if (!row_at(k, v, &row))
		return true;
	near->last = v->mv_size >= MARK ? row.number : 0;
	if (near->last)
		memcpy(near->mark, v->mv_data, MARK);
	for (uint64_t number = row.number - NUMBER_FIRST; next_text(&row, &text);
		number++)
		if (!take_text(near, &text, number))
			return false;
	return true;
}

static int
read_rows(struct store_near *near, MDB_cursor *cursor)
{
	MDB_val k, v;
	bool known = find_last(near, cursor);
	int code = known ? store_db_cursor_get(cursor, &k, &v, MDB_NEXT)
			 : begin(near, cursor, &k, &v);
	while (code == OK) {
		if (take_row(near, &k, &v)) {
			code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT);
			continue;
		}
		if (!known)
			break; /* a damaged row has more texts than it says */
		known = false;
		code = begin(near, cursor, &k, &v);
	}
	return code == MDB_NOTFOUND ? OK : code;
}

int
store_identity_near_update(const struct store_view *view)
{
	MDB_cursor *cursor;
	struct store *store = view->store;
	int code = store_db_cursor(view, TABLE_NEAR, &cursor);
	if (code)
		return code;
	if (!store->near)
		store->near = mem_zalloc(sizeof *store->near);
	code = read_rows(store->near, cursor);
	mdb_cursor_close(cursor);
	return code;
}

void
store_identity_near_close(struct store *store)
{
	if (!store->near)
		return;
	store_identity_near_keys_done(&store->near->keys);
	free(store->near);
	store->near = NULL;
}

/* ---- Looking for a text. */

/* Ids, or numbers of texts. */
struct ids {
	uint64_t list[NEAR_KEYS * NEAR_CANDIDATES];
	size_t len;
};

struct search {
	const struct store_view *view;
	MDB_cursor *cursor; /* of the rows; NULL: none was needed yet */
	const struct near_words *text;
	struct near_set set; /* its shingles, once there is something to compare */
	bool has_set;
	int64_t time;
	uint32_t feed;
	uint64_t found;
	/* Texts that are nearly the same, but only one of the two has numbers; and texts
	 * with other numbers, to which those may belong as well. */
	struct ids without, others;
	struct ids compared; /* numbers of texts; most candidates share several keys */
};

static void
add(struct ids *ids, uint64_t id)
{
	if (id)
		ids->list[ids->len++] = id;
}

/* Takes an item whose text is nearly the same, if it is from another feed and about the
 * same time. */
static int
take(struct search *s, uint64_t id, uint64_t *found)
{
	uint32_t feed;
	int64_t time;
	int code = store_db_place(s->view, id, &feed, &time);
	if (code == OK && feed != s->feed && time >= s->time - STORY_SPAN &&
		time <= s->time + STORY_SPAN)
		*found = id;
	return code == ERR_NOT_FOUND ? OK : code;
}

static bool
has_id(const struct ids *ids, uint64_t id)
{
	for (size_t i = 0; i < ids->len; i++)
		if (ids->list[i] == id)
			return true;
	return false;
}

static int
compare(struct search *s, const struct stored *text)
{
	struct near_words other = decode(text);
	uint64_t id = schema_get64(text->bytes), without = 0;
	int code = OK;
	if (!s->has_set)
		near_set(&s->set, s->text);
	s->has_set = true;
	switch (near_compare(s->text, &s->set, &other)) {
	case NEAR_SAME:
		return take(s, id, &s->found);
	case NEAR_WITHOUT:
		code = take(s, id, &without);
		add(&s->without, without);
		break;
	case NEAR_OTHER_NUMBERS:
		add(&s->others, id);
		break;
	case NEAR_DIFFERENT:
		break;
	}
	return code;
}

/* Does the text belong to one with other numbers? */
static int
belongs(const struct search *s, uint64_t id, bool *belongs)
{
	uint64_t story = 0, other;
	*belongs = false;
	int code = s->others.len ? store_identity_story_of(s->view, id, &story) : OK;
	for (size_t i = 0; code == OK && i < s->others.len && !*belongs; i++) {
		code = store_identity_story_of(s->view, s->others.list[i], &other);
		*belongs = story && story == other;
	}
	return code;
}

/* Takes the first text that differs in having numbers or not, and belongs to no other. */
static int
take_without(struct search *s)
{
	bool other = true;
	int code = OK;
	for (size_t i = 0; code == OK && i < s->without.len && other; i++) {
		code = belongs(s, s->without.list[i], &other);
		if (!other)
			s->found = s->without.list[i];
	}
	return code;
}

/* Compares the text with this number. */
static int
look_at(struct search *s, uint64_t key, uint64_t number)
{
	MDB_val k, v;
	struct row row;
	struct stored text;
	struct schema_key after = key_of(number + 1);
	int code = store_db_before(s->cursor, &after, &k, &v);
	if (code || !row_at(&k, &v, &row))
		return code == ERR_NOT_FOUND ? OK : code;
	while (next_text(&row, &text)) {
		if (row.number++ != number)
			continue;
		if (!has_key(&text, key))
			return OK;
		s->compared.list[s->compared.len++] = number;
		return compare(s, &text);
	}
	return OK;
}

static int
look_up(struct search *s, const struct near_keys *keys, uint64_t key)
{
	uint64_t numbers[NEAR_CANDIDATES];
	size_t n = key ? store_identity_near_keys_find(keys, key, numbers) : 0;
	int code =
		n && !s->cursor ? store_db_cursor(s->view, TABLE_NEAR, &s->cursor) : OK;
	for (size_t i = 0; code == OK && i < n && !s->found; i++)
		if (!has_id(&s->compared, NUMBER_FIRST + numbers[i]))
			code = look_at(s, key, NUMBER_FIRST + numbers[i]);
	return code;
}

int
store_identity_near_find(const struct store_view *view, const struct near_text *text,
	int64_t time, uint32_t feed, uint64_t *id)
{
	const struct near_keys *keys = &view->store->near->keys;
	struct search s; /* of the lists, only the lengths are set: they are large */
	s.view = view;
	s.cursor = NULL;
	s.text = &text->kept;
	s.time = time;
	s.feed = feed;
	s.has_set = false;
	s.found = s.without.len = s.others.len = s.compared.len = 0;
	int code = OK;
	for (size_t i = 0; i < NEAR_KEYS; i++)
		store_identity_near_keys_expect(keys, text->keys[i]);
	for (size_t i = 0; code == OK && i < NEAR_KEYS && !s.found; i++)
		code = look_up(&s, keys, text->keys[i]);
	mdb_cursor_close(s.cursor);
	if (code == OK && !s.found)
		code = take_without(&s);
	*id = s.found;
	return code;
}

/* ---- Rows that are out of date. */

/* Texts are of two spans before the day of their row, at most. A day in the future is
 * that of a wrong clock. */
static bool
is_old(const MDB_val *k, const MDB_val *v, int64_t now)
{
	struct row row;
	return !row_at(k, v, &row) || row.day > day_of(now) + 1 ||
	       !store_identity_near_recent((row.day + INT64_C(1)) * TIME_DAY, now);
}

bool
store_identity_near_expired(const struct store_view *view, int64_t now)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	int code = store_db_cursor(view, TABLE_NEAR, &cursor);
	if (code == OK)
		code = store_db_cursor_get(cursor, &k, &v, MDB_FIRST);
	bool expired = code == OK && is_old(&k, &v, now);
	mdb_cursor_close(cursor);
	return expired;
}

int
store_identity_near_expire(struct store_batch *batch, int64_t now, size_t max, bool *more)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	*more = false;
	int code = store_db_batch_cursor(batch, TABLE_NEAR, &cursor);
	if (code == OK)
		code = store_db_cursor_get(cursor, &k, &v, MDB_FIRST);
	for (size_t n = 0; code == OK && is_old(&k, &v, now); n++) {
		*more = n >= max;
		if (*more)
			break;
		code = store_db_cursor_del_next(cursor, &k, &v);
	}
	return code == MDB_NOTFOUND ? OK : code;
}
