#include "config.h"

#include "store/identity/near_inside.h"

#include <string.h>

#include "base/buf.h"
#include "base/near.h"
#include "base/time.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/item/raw.h"
#include "store/record/schema.h"

#define STORY_SPAN (7 * TIME_DAY) /* largest distance between two items of a story */
#define PERIOD (8 * STORY_SPAN)   /* so long that most items are looked up in one */
/* How many texts with the same key are compared with one that arrives. If there are more,
 * many items begin with the same words, which makes no story. */
#define CANDIDATES 32

static uint32_t
period_of(int64_t time)
{
	return time < 0 ? 0 : (uint32_t)(time / PERIOD);
}

static struct schema_key
key_of(uint32_t period, uint64_t key, uint64_t id)
{
	struct schema_key out = {.len = 20};
	schema_put32(out.bytes, period);
	schema_put64(out.bytes + 4, key);
	schema_put64(out.bytes + 12, id);
	return out;
}

bool
store_identity_near_recent(int64_t time, int64_t now)
{
	return time > now - 2 * STORY_SPAN;
}

/* ---- Rows: two lengths, a text's numbers, its words. */

#define HEAD 2

_Static_assert(STORE_IDENTITY_NEAR_MAX == HEAD + 2 * NEAR_NUMBERS + NEAR_WORDS,
	"the longest row");

static size_t
encode(uint8_t out[static STORE_IDENTITY_NEAR_MAX], const struct near_words *text)
{
	uint8_t *p = out + HEAD;
	out[0] = text->title_len;
	out[1] = text->numbers_len;
	for (size_t i = 0; i < text->numbers_len; i++) {
		*p++ = (uint8_t)(text->numbers[i] >> 8);
		*p++ = (uint8_t)text->numbers[i];
	}
	memcpy(p, text->words, text->len);
	return (size_t)(p - out) + text->len;
}

/* False: it is damaged, or as earlier programs wrote it. */
static bool
decode(const MDB_val *row, struct near_words *out)
{
	const uint8_t *p = row->mv_data;
	size_t n = row->mv_size;
	*out = (struct near_words){0};
	if (n < HEAD || p[1] > NEAR_NUMBERS || n < HEAD + 2 * (size_t)p[1] ||
		n > HEAD + 2 * (size_t)p[1] + NEAR_WORDS)
		return false;
	out->title_len = p[0];
	out->numbers_len = p[1];
	p += HEAD;
	for (size_t i = 0; i < out->numbers_len; i++, p += 2)
		out->numbers[i] = (uint16_t)(p[0] << 8 | p[1]);
	out->len = (uint8_t)(n - HEAD - 2 * (size_t)out->numbers_len);
	memcpy(out->words, p, out->len);
	return out->title_len <= NEAR_TITLE && out->title_len <= out->len;
}

int
store_identity_near_put(struct store_batch *batch, int64_t time, uint64_t key,
	const struct near_words *text, uint64_t id)
{
	uint8_t row[STORE_IDENTITY_NEAR_MAX];
	return key ? store_db_put(batch, TABLE_NEAR, key_of(period_of(time), key, id),
			     row, encode(row, text), 0)
		   : OK;
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
store_identity_near_put_stored(struct store_batch *batch, uint64_t id, bool there)
{
	struct near_text text;
	struct buf scratch = BUF_INIT(0);
	struct store_view view = store_batch_view(batch);
	uint32_t feed;
	int64_t time;
	int code = store_db_place(&view, id, &feed, &time);
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	read_stored(&view, id, &scratch, &text);
	buf_done(&scratch);
	if (there)
		return store_identity_near_put(batch, time, text.keys[0], &text.kept, id);
	return text.keys[0] ? store_db_del(batch, TABLE_NEAR,
				      key_of(period_of(time), text.keys[0], id))
			    : OK;
}

struct search {
	const struct store_view *view;
	const struct near_words *text;
	struct near_set set; /* its shingles, once there is something to compare */
	bool has_set;
	int64_t time;
	uint32_t feed;
	uint64_t found;
};

/* Takes an item whose text is nearly the same, if it is from another feed and about the
 * same time. */
static int
take(struct search *s, uint64_t id)
{
	uint32_t feed;
	int64_t time;
	int code = store_db_place(s->view, id, &feed, &time);
	if (code == OK && feed != s->feed && time >= s->time - STORY_SPAN &&
		time <= s->time + STORY_SPAN)
		s->found = id;
	return code == ERR_NOT_FOUND ? OK : code;
}

static bool
is_near(struct search *s, const MDB_val *v)
{
	struct near_words row;
	if (!s->has_set)
		near_set(&s->set, s->text);
	s->has_set = true;
	return decode(v, &row) && near_same(s->text, &s->set, &row);
}

static int
look_up(struct search *s, MDB_cursor *cursor, uint32_t period, uint64_t of)
{
	MDB_val v;
	struct schema_key key = key_of(period, of, 0);
	MDB_val k = {key.len, key.bytes};
	int code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	for (size_t n = 0; code == OK && n < CANDIDATES; n++) {
		const uint8_t *p = k.mv_data;
		if (k.mv_size != 20 || schema_get32(p) != period ||
			schema_get64(p + 4) != of)
			break;
		if (is_near(s, &v))
			code = take(s, schema_get64(p + 12));
		if (code || s->found)
			break;
		code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT);
	}
	return code == MDB_NOTFOUND ? OK : code;
}

int
store_identity_near_find(const struct store_view *view, const struct near_text *text,
	int64_t time, uint32_t feed, uint64_t *id)
{
	MDB_cursor *cursor;
	struct search s = {.view = view, .text = &text->kept, .time = time, .feed = feed};
	uint32_t last = period_of(time + STORY_SPAN);
	*id = 0;
	if (!text->keys[0] || store_db_entries(view, TABLE_NEAR) == 0)
		return OK;
	int code = store_db_cursor(view, TABLE_NEAR, &cursor);
	if (code)
		return code;
	for (uint32_t at = period_of(time - STORY_SPAN); at <= last; at++)
		for (size_t i = 0; i < NEAR_KEYS; i++)
			if (code == OK && !s.found && text->keys[i])
				code = look_up(&s, cursor, at, text->keys[i]);
	mdb_cursor_close(cursor);
	*id = s.found;
	return code;
}

/* ---- */

static bool
is_old(const MDB_val *k, int64_t now)
{
	return k->mv_size != 20 ||
	       schema_get32(k->mv_data) < period_of(now - 2 * STORY_SPAN);
}

bool
store_identity_near_expired(const struct store_view *view, int64_t now)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	int code = store_db_cursor(view, TABLE_NEAR, &cursor);
	if (code == OK)
		code = store_db_cursor_get(cursor, &k, &v, MDB_FIRST);
	bool expired = code == OK && is_old(&k, now);
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
	for (size_t n = 0; code == OK && is_old(&k, now); n++) {
		*more = n >= max;
		if (*more)
			break;
		code = store_db_cursor_del_next(cursor, &k, &v);
	}
	return code == MDB_NOTFOUND ? OK : code;
}
