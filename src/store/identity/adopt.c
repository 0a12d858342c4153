#include "config.h"

#include "store/identity/adopt_inside.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "model/feed.h"
#include "store/db/db.h"
#include "store/identity/item_match_inside.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

/* What an item of either side is compared by. */
struct side {
	const char *guid, *link, *title;
	int64_t date;
	uint64_t id;
	bool taken;
};

struct sides {
	struct side *list;
	size_t len;
};

/* ---- The keys, in the order of the header. False: the item has none of this kind. */

/* Only letters count, since programs treat blanks and invisible characters
 * differently. */
static void
add_words(struct buf *out, const char *s)
{
	for (; *s; s++)
		if (!str_space((unsigned char)*s))
			buf_addc(out, *s);
}

/* Without scheme, escapes and the last slash: programs write them differently. */
static void
add_link(struct buf *out, const char *link)
{
	const char *s = strstr(link, "://");
	for (s = s ? s + 3 : link; *s; s++) {
		int high = *s == '%' ? str_hex(s[1]) : -1;
		int low = high >= 0 ? str_hex(s[2]) : -1;
		buf_addc(out, low >= 0 ? (char)(high << 4 | low) : *s);
		s += low >= 0 ? 2 : 0;
	}
	if (out->len && out->data[out->len - 1] == '/')
		buf_cut(out, out->len - 1);
}

static bool
key_guid(struct buf *out, const struct side *side)
{
	if (side->guid)
		add_words(out, side->guid);
	return out->len > 0;
}

static bool
key_link_title(struct buf *out, const struct side *side)
{
	if (!side->link || !side->title)
		return false;
	add_link(out, side->link);
	buf_addc(out, '\n');
	add_words(out, side->title);
	return true;
}

static bool
key_link(struct buf *out, const struct side *side)
{
	if (side->link)
		add_link(out, side->link);
	return out->len > 0;
}

static bool
key_title_date(struct buf *out, const struct side *side)
{
	if (!side->title || side->date == TIME_NONE)
		return false;
	add_words(out, side->title);
	buf_addf(out, "\n%lld", (long long)side->date);
	return true;
}

static bool
key_title(struct buf *out, const struct side *side)
{
	if (side->title)
		add_words(out, side->title);
	return out->len > 0;
}

static const struct rule {
	bool (*key)(struct buf *out, const struct side *side);
	bool alone; /* the key has to be that of one item only */
	bool links; /* two links, if there are two, have to be the same */
} rules[] = {
	{key_guid, false, false},
	{key_link_title, false, false},
	{key_link, true, false},
	{key_title_date, false, false},
	{key_title, true, true},
};

/* ---- Comparing. */

/* An entry of the map: the last item with that key. */
struct keyed {
	struct side *first;
	size_t count;
};

static struct keyed *
keyed(struct map *map, struct arena *arena, const struct buf *key, bool put)
{
	void **slot;
	if (!put)
		return map_get(map, buf_str(key), key->len);
	slot = map_put(map, buf_str(key), key->len);
	if (!*slot)
		*slot = arena_zalloc(arena, sizeof(struct keyed));
	return *slot;
}

static void
collect(const struct rule *rule, struct sides *sides, struct map *map,
	struct arena *arena)
{
	struct buf key = BUF_INIT(0);
	for (size_t i = 0; i < sides->len; i++) {
		struct side *side = &sides->list[i];
		buf_clear(&key);
		if (side->taken || !rule->key(&key, side))
			continue;
		struct keyed *k = keyed(map, arena, &key, true);
		if (!k->count++)
			k->first = side;
	}
	buf_done(&key);
}

static bool
differs(const char *a, const char *b)
{
	return a && b && !str_eq(a, b);
}

static void
apply_rule(const struct rule *rule, struct sides *known, struct sides *came,
	struct arena *arena)
{
	struct map ours = MAP_INIT, theirs = MAP_INIT;
	struct buf key = BUF_INIT(0);
	collect(rule, known, &ours, arena);
	collect(rule, came, &theirs, arena);
	for (size_t i = 0; i < came->len; i++) {
		struct side *side = &came->list[i];
		buf_clear(&key);
		if (side->taken || !rule->key(&key, side))
			continue;
		struct keyed *k = keyed(&ours, arena, &key, false);
		const struct keyed *other = keyed(&theirs, arena, &key, false);
		if (!k || k->first->taken ||
			(rule->alone && (k->count > 1 || other->count > 1)) ||
			(rule->links && differs(k->first->link, side->link)))
			continue;
		side->id = k->first->id;
		side->taken = k->first->taken = true;
	}
	map_done(&ours);
	map_done(&theirs);
	buf_done(&key);
}

/* ---- The feed's items. */

static int
add_item(const struct store_view *view, struct arena *arena, struct sides *sides,
	uint64_t id)
{
	struct item_record record;
	int code = store_db_record(view, TABLE_ITEM, id, arena, &record, NULL);
	if (code == ERR_NOT_FOUND || code == ERR_DAMAGED)
		return OK;
	sides->list = arena_push(arena, sides->list, sides->len, sizeof *sides->list);
	sides->list[sides->len++] = (struct side){record.guid, record.link, record.title,
		record.published != TIME_NONE ? record.published : record.updated, id,
		false};
	return code;
}

/* The id in an entry of the table; 0: it is not an item's. */
static uint64_t
id_of(enum schema_table table, const MDB_val *k, const MDB_val *v)
{
	struct match_value value;
	if (table == TABLE_IMPORT)
		return k->mv_size == 12 ? schema_get64((const char *)k->mv_data + 4) : 0;
	return store_identity_match_unpack(
		       (struct span){v->mv_data, v->mv_size}, &value) &&
			       !store_identity_match_withdrawn(&value)
		       ? value.id
		       : 0;
}

static int
read_items(const struct store_view *view, uint32_t feed, enum schema_table table,
	struct arena *arena, struct sides *sides)
{
	MDB_cursor *cursor;
	MDB_val v;
	struct schema_key key = schema_feed(feed);
	MDB_val k = {key.len, key.bytes};
	int code = store_db_cursor(view, table, &cursor);
	if (code)
		return code;
	code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	while (code == OK && k.mv_size > 4 && schema_get32(k.mv_data) == feed) {
		uint64_t id = id_of(table, &k, &v);
		if (id)
			code = add_item(view, arena, sides, id);
		if (code == OK)
			code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT);
	}
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : code;
}

/* ---- The document's. */

static struct sides
sides_of(const struct feed *document, const struct store_arrival *arrivals,
	struct arena *arena)
{
	struct sides out = {
		arena_alloc(arena, (document->items_len + 1) * sizeof *out.list),
		document->items_len};
	for (size_t i = 0; i < out.len; i++) {
		const struct item *item = &document->items[i];
		out.list[i] = (struct side){item->guid, item->link,
			item->title ? item->title : item->lead, item_date(item),
			arrivals[i].id, arrivals[i].kind != STORE_ARRIVAL_NEW};
	}
	return out;
}

/* Items that are known by their own key are not looked up under others. */
static void
take_known(struct sides *known, struct store_arrival *arrivals, size_t len)
{
	struct map by_id = MAP_INIT;
	for (size_t i = 0; i < known->len; i++)
		*map_put(&by_id, &known->list[i].id, sizeof known->list[i].id) =
			&known->list[i];
	for (size_t i = 0; i < len; i++) {
		struct side *side = map_get(&by_id, &arrivals[i].id, sizeof arrivals->id);
		if (!side || (arrivals[i].kind != STORE_ARRIVAL_KNOWN &&
				     arrivals[i].kind != STORE_ARRIVAL_RENAMED))
			continue;
		side->taken = true;
		arrivals[i].kind = STORE_ARRIVAL_ADOPTED;
	}
	map_done(&by_id);
}

int
store_identity_adopt(const struct store_view *view, uint32_t feed,
	const struct feed *document, bool imported, struct arena *arena,
	struct store_arrival *arrivals)
{
	struct sides known = {0};
	struct span value;
	int code = imported ? OK
			    : store_db_get(
				      view, TABLE_IMPORT, schema_import(feed, 0), &value);
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	code = read_items(
		view, feed, imported ? TABLE_GUID : TABLE_IMPORT, arena, &known);
	if (code || !known.len)
		return code;
	take_known(&known, arrivals, document->items_len);
	struct sides came = sides_of(document, arrivals, arena);
	for (size_t i = 0; i < COUNT_OF(rules); i++)
		apply_rule(&rules[i], &known, &came, arena);
	for (size_t i = 0; i < came.len; i++) {
		if (arrivals[i].kind != STORE_ARRIVAL_NEW || !came.list[i].taken)
			continue;
		arrivals[i].kind = STORE_ARRIVAL_ADOPTED;
		arrivals[i].id = came.list[i].id;
	}
	return OK;
}
