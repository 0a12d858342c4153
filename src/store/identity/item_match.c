/*
 * Known or not. An item whose key (identity.c) is not known may still belong to a known
 * item: some feeds make new guids at each fetch, or moved to another host (case 98). So
 * items with unknown keys are compared with the feed's newest stored ones (of an
 * account's pages: with those of their dates), as many as a document of that length could
 * have shown, by their fingerprint: title, text, and link without scheme and host. One
 * whose own key is still in the document is another item and no candidate.
 *
 * Items that share a guid have keys with their addresses (case 99), but one of them may
 * have been stored when it had the guid for itself, or may have it for itself again now.
 * So where such an item is unknown, or looks edited, its other key is tried, too.
 *
 * The usual case, a document of known items, costs one look-up and two comparisons per
 * item: what was stored is known by hashes in the guid table, and no record is read.
 */
#include "config.h"

#include "store/identity/item_match.h"

#include <string.h>

#include "base/hash.h"
#include "base/time.h"
#include "base/url.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/identity/identity.h"
#include "store/identity/item_match_inside.h"
#include "store/item/list.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

/* How many stored items are compared with unknown ones. */
#define RENAME_MIN 32
#define RENAME_MAX 1000

struct work {
	const struct store_view *view;
	uint32_t feed;
	const struct feed *document;
	bool page;
	struct arena *arena;
	struct store_arrival *matches;
	size_t len;
	struct store_item_identities ids;
};

static uint64_t
hash_str(const char *s)
{
	return s ? hash64(s, strlen(s)) : 1;
}

/* ---- Hashes of the content. */

static uint64_t
hash_persons(const struct person *list, size_t len)
{
	uint64_t hash = len;
	for (size_t i = 0; i < len; i++) {
		uint64_t parts[3] = {
			hash, hash_str(list[i].name), hash_str(list[i].email)};
		hash = hash64(parts, sizeof parts);
	}
	return hash;
}

static uint64_t
hash_enclosures(const struct enclosure *list, size_t len)
{
	uint64_t hash = len;
	for (size_t i = 0; i < len; i++) {
		/* A bare word comes from Media RSS, which older programs did not read:
		 * what they stored has not been edited. */
		const char *type = list[i].type;
		bool whole = type && strchr(type, '/');
		uint64_t parts[3] = {
			hash, hash_str(list[i].url), hash_str(whole ? type : NULL)};
		hash = hash64(parts, sizeof parts);
	}
	return hash;
}

/* What shows that there is another file at an address; 0 for nothing. */
static uint32_t
hash_files(const struct enclosure *list, size_t len)
{
	uint64_t hash = 0;
	for (size_t i = 0; i < len; i++) {
		uint64_t parts[] = {
			hash, i, (uint64_t)list[i].length, hash_str(list[i].integrity)};
		if (list[i].length > 0 || list[i].integrity)
			hash = hash64(parts, sizeof parts);
	}
	return (uint32_t)hash;
}

/* 0 for none, as most have none. */
static uint64_t
hash_related(const struct related *list, size_t len)
{
	uint64_t hash = 0;
	for (size_t i = 0; i < len; i++) {
		uint64_t parts[3] = {hash, (uint64_t)list[i].rel, hash_str(list[i].url)};
		hash = hash64(parts, sizeof parts);
	}
	return hash;
}

/* The link without scheme and host. */
static uint64_t
hash_path(const char *link)
{
	if (!link)
		return 1;
	struct url url = url_split(span_of(link));
	const char *from = url.path.p ? url.path.p : link;
	return hash64(from, strlen(from));
}

/* Counts of views grow all the time, so they are only stored each time they have doubled.
 * 0 for no media, as most have none. */
static uint32_t
hash_media(const struct media *media)
{
	int views = 0, votes = 0;
	for (int64_t n = media->views; n > 0; n /= 2)
		views++;
	for (int64_t n = media->votes; n > 0; n /= 2)
		votes++;
	const struct episode_place *place = &media->place;
	uint64_t where[] = {
		(uint64_t)place->season, (uint64_t)place->number, (uint64_t)place->part};
	uint32_t placed = where[0] || where[1] || where[2]
				  ? (uint32_t)hash64(where, sizeof where)
				  : 0;
	if (!media->thumbnail && !media->duration && !views && !votes)
		return placed;
	uint64_t parts[] = {hash_str(media->thumbnail), (uint64_t)media->duration,
		(uint64_t)views << 8 | (uint64_t)votes};
	return (uint32_t)hash64(parts, sizeof parts) ^ placed;
}

static void
hash_item(const struct item *item, struct store_arrival *m)
{
	const struct text *body = item_body(item);
	uint64_t title = hash_str(item->title), text = hash_str(body->text);
	uint64_t seen[] = {title, text, hash_str(item->link),
		hash_persons(item->authors, item->authors_len),
		hash_enclosures(item->enclosures, item->enclosures_len)};
	int64_t dates[] = {item->published, item->updated};
	m->content = hash64(seen, sizeof seen) ^
		     hash_related(item->related, item->related_len);
	m->aside = (uint32_t)hash64(dates, sizeof dates);
	/* Most have no count: their hash is that of the dates alone. */
	if (item->comments_count > 0)
		m->aside ^= (uint32_t)hash64(
			&item->comments_count, sizeof item->comments_count);
	m->aside ^= hash_media(&item->media);
	m->aside ^= hash_files(item->enclosures, item->enclosures_len);
	uint64_t stays[] = {title, text, hash_path(item->link)};
	/* There is nothing to tell items apart by, so no item is like another. */
	if (item->title || body->text)
		m->fingerprint = hash64(stays, sizeof stays);
}

bool
store_identity_match_remeasured(const struct store_arrival *m,
	const struct enclosure *old, const struct enclosure *new, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((old[i].length > 0) != (new[i].length > 0) ||
			!str_eq(old[i].integrity, new[i].integrity))
			return false;
	return (m->stored ^ hash_files(old, len)) == (m->aside ^ hash_files(new, len));
}

/* ---- Known or not. */

void
store_identity_match_pack(const struct match_value *value, uint8_t *bytes)
{
	schema_put64(bytes, value->id);
	schema_put64(bytes + 8, value->content);
	schema_put32(bytes + 16, value->aside);
}

bool
store_identity_match_unpack(struct span bytes, struct match_value *value)
{
	if (bytes.n != MATCH_VALUE_BYTES)
		return false;
	value->id = schema_get64(bytes.p);
	value->content = schema_get64(bytes.p + 8);
	value->aside = schema_get32(bytes.p + 16);
	return true;
}

bool
store_identity_match_withdrawn(const struct match_value *value)
{
	return value->id && value->content == MATCH_WITHDRAWN;
}

/* As LMDB orders them. */
static int
compare_keys(const MDB_val *a, const struct schema_key *b)
{
	size_t n = a->mv_size < b->len ? a->mv_size : b->len;
	int order = memcmp(a->mv_data, b->bytes, n);
	return order ? order : (a->mv_size > b->len) - (a->mv_size < b->len);
}

static int
take_value(struct store_arrival *m, struct span bytes)
{
	struct match_value value;
	if (!store_identity_match_unpack(bytes, &value))
		return ERR_DAMAGED;
	m->kind = value.id ? STORE_ARRIVAL_KNOWN : STORE_ARRIVAL_TOMBSTONE;
	m->id = value.id;
	m->edited = value.content != m->content;
	m->stored = value.aside;
	m->shifted = m->stored != m->aside;
	m->drop = !value.id && value.aside == MATCH_DROPPED;
	return OK;
}

static bool
is_doubtful(const struct store_arrival *m)
{
	return m->kind == STORE_ARRIVAL_NEW ||
	       (m->kind == STORE_ARRIVAL_KNOWN && m->edited);
}

/* Walks the feed's stored identities beside those of the document, both in order: a new
 * feed costs one search, and a known item one within a page. */
static int
look_up(struct work *w, size_t *doubtful)
{
	MDB_cursor *cursor;
	MDB_val k = {0, NULL}, v;
	int code = store_db_cursor(w->view, TABLE_GUID, &cursor);
	bool end = false;
	*doubtful = 0;
	if (code)
		return code;
	for (size_t i = 0; i < w->len && code == OK; i++) {
		struct store_arrival *m = &w->matches[w->ids.sorted[i]];
		if (m->kind == STORE_ARRIVAL_REPEATED)
			continue;
		hash_item(&w->document->items[w->ids.sorted[i]], m);
		struct schema_key key = schema_guid(w->feed, m->identity);
		if (!end && (!k.mv_data || compare_keys(&k, &key) < 0)) {
			k = (MDB_val){key.len, key.bytes};
			code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
			end = code == MDB_NOTFOUND;
			code = end ? OK : code;
		}
		if (code == OK && !end && compare_keys(&k, &key) == 0)
			code = take_value(m, (struct span){v.mv_data, v.mv_size});
		*doubtful += is_doubtful(m);
	}
	mdb_cursor_close(cursor);
	return code;
}

/* ---- Renamed items (case 98). */

static bool
in_document(const struct work *w, struct span identity)
{
	size_t low = 0, high = w->len;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = memcmp(w->matches[w->ids.sorted[middle]].identity, identity.p,
			SCHEMA_IDENTITY);
		if (order == 0)
			return true;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

/* The stored item may be one of the unknown ones: which? The first in the document. */
static void
try_rename(struct work *w, uint64_t id)
{
	struct span bytes;
	/* A damaged one is like nothing. */
	if (store_db_get(w->view, TABLE_ITEM, schema_id(id), &bytes) != OK ||
		record_check(id, bytes) != OK)
		return;
	struct span print = record_find(bytes, ITEM_FINGERPRINT);
	struct span identity = record_find(bytes, ITEM_IDENTITY_TAG);
	if (print.n != 8 || identity.n != SCHEMA_IDENTITY || in_document(w, identity))
		return;
	uint64_t wanted = schema_get64(print.p);
	for (size_t i = 0; i < w->len; i++) {
		struct store_arrival *m = &w->matches[i];
		if (m->kind != STORE_ARRIVAL_NEW || m->fingerprint != wanted)
			continue;
		m->kind = STORE_ARRIVAL_RENAMED;
		m->id = id;
		return;
	}
}

/* Where in the feed's list a page of unknown items would begin, if they are dated. */
static bool
find_page(const struct work *w, struct store_key *start)
{
	*start = (struct store_key){.time = INT64_MIN, .id = UINT64_MAX};
	for (size_t i = 0; w->page && i < w->len; i++) {
		int64_t date = item_date(&w->document->items[i]);
		if (w->matches[i].kind != STORE_ARRIVAL_NEW)
			continue;
		if (date == TIME_NONE)
			return false;
		if (date >= start->time)
			start->time = date + 1;
	}
	return start->time != INT64_MIN;
}

static int
find_renamed(struct work *w)
{
	struct store_key start;
	struct store_scope scope = {STORE_FEED, w->feed, NULL};
	size_t max = 2 * w->len + RENAME_MIN;
	if (max > RENAME_MAX)
		max = RENAME_MAX;
	size_t len;
	struct store_key *keys = arena_alloc(w->arena, max * sizeof *keys);
	int code = store_item_keys(
		w->view, &scope, find_page(w, &start) ? &start : NULL, keys, max, &len);
	for (size_t i = 0; code == OK && i < len; i++)
		try_rename(w, keys[i].id);
	return code;
}

/* ---- Items that share a guid, now or before. */

static int
try_identity(struct work *w, const uint8_t *identity, struct store_arrival *found)
{
	struct span bytes;
	int code =
		store_db_get(w->view, TABLE_GUID, schema_guid(w->feed, identity), &bytes);
	return code ? code : take_value(found, bytes);
}

/* An item that has its guid for itself, but is unknown or edited: was it stored when
 * others had the guid, too? */
static int
was_shared(
	struct work *w, const struct item *item, struct store_arrival *m, bool *changed)
{
	struct store_arrival other = *m;
	store_identity_shared(item, other.identity);
	int code = try_identity(w, other.identity, &other);
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	*m = other;
	*changed = true;
	return OK;
}

/* NULL also if it cannot be read. */
static const char *
stored_link(struct work *w, uint64_t id)
{
	struct item_record old;
	if (!id || store_db_record(w->view, TABLE_ITEM, id, w->arena, &old, NULL) != OK)
		return NULL;
	return old.link;
}

/* Which of the items of one guid was stored when it had that for itself? The one with
 * the same content, or else the same link. An expired one was the last. */
static struct store_arrival *
find_first_owner(
	struct work *w, const uint32_t *list, size_t len, const struct match_value *value)
{
	const char *link = stored_link(w, value->id);
	struct store_arrival *linked = NULL, *last = NULL;
	for (size_t i = 0; i < len; i++) {
		struct store_arrival *m = &w->matches[list[i]];
		if (value->id && m->content == value->content)
			return m->kind == STORE_ARRIVAL_NEW ? m : NULL;
		if (m->kind != STORE_ARRIVAL_NEW)
			continue;
		last = m;
		if (link && str_eq(w->document->items[list[i]].link, link))
			linked = m;
	}
	return value->id ? linked : last;
}

static int
was_alone(struct work *w, const uint32_t *list, size_t len, bool *changed)
{
	struct span bytes;
	struct match_value value;
	uint8_t identity[SCHEMA_IDENTITY];
	store_identity_alone(&w->document->items[list[0]], identity);
	int code =
		store_db_get(w->view, TABLE_GUID, schema_guid(w->feed, identity), &bytes);
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	if (!store_identity_match_unpack(bytes, &value))
		return ERR_DAMAGED;
	struct store_arrival *m = find_first_owner(w, list, len, &value);
	if (!m)
		return OK;
	memcpy(m->identity, identity, sizeof identity);
	*changed = true;
	return take_value(m, bytes);
}

static int
look_up_shared(struct work *w, bool *changed)
{
	const struct store_item_identities *ids = &w->ids;
	int code = OK;
	for (size_t i = 0, end; i < ids->shared_len && code == OK; i = end) {
		const char *guid = w->document->items[ids->shared[i]].guid;
		for (end = i + 1; end < ids->shared_len; end++)
			if (!str_eq(w->document->items[ids->shared[end]].guid, guid))
				break;
		code = was_alone(w, ids->shared + i, end - i, changed);
	}
	return code;
}

/* A feed that was never stored has no other keys to look up. */
static int
has_rows(struct work *w, bool *rows)
{
	static const uint8_t least[SCHEMA_IDENTITY];
	MDB_cursor *cursor;
	MDB_val v;
	struct schema_key key = schema_guid(w->feed, least);
	MDB_val k = {key.len, key.bytes};
	int code = store_db_cursor(w->view, TABLE_GUID, &cursor);
	if (code)
		return code;
	code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	*rows = code == OK && k.mv_size == key.len && schema_get32(k.mv_data) == w->feed;
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : code;
}

static int
look_up_other_keys(struct work *w)
{
	bool rows, changed = false;
	int code = has_rows(w, &rows);
	if (code || !rows)
		return code;
	for (size_t i = 0; w->ids.by_guid && i < w->len && code == OK; i++) {
		struct store_arrival *m = &w->matches[i];
		const struct item *item = &w->document->items[i];
		if (item->guid && is_doubtful(m))
			code = was_shared(w, item, m, &changed);
	}
	if (code == OK)
		code = look_up_shared(w, &changed);
	if (changed)
		store_identity_identities_sort(&w->ids);
	return code;
}

static size_t
count_new(const struct work *w)
{
	size_t n = 0;
	for (size_t i = 0; i < w->len; i++)
		n += w->matches[i].kind == STORE_ARRIVAL_NEW;
	return n;
}

int
store_identity_match(const struct store_view *view, uint32_t feed,
	const struct feed *document, bool page, struct arena *arena,
	struct store_arrival **out)
{
	struct work w = {.view = view,
		.feed = feed,
		.document = document,
		.page = page,
		.arena = arena,
		.len = document->items_len};
	w.matches = arena_zalloc(arena, (w.len + 1) * sizeof *w.matches);
	w.ids = (struct store_item_identities){.document = document,
		.arena = arena,
		.arrivals = w.matches,
		.len = w.len};
	size_t doubtful;
	store_identity_find(&w.ids);
	int code = look_up(&w, &doubtful);
	if (code == OK && doubtful)
		code = look_up_other_keys(&w);
	if (code == OK && count_new(&w))
		code = find_renamed(&w);
	*out = w.matches;
	return code;
}
