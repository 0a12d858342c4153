/*
 * Identity (cases 96-103). An item's key in its feed is the hash of the first of these
 * that its document makes usable; the order is fixed, since stored keys depend on it:
 *
 *	g guid			unless the document's guids collide
 *	l link			unless another item of the document has the same one
 *	m link, title, date	where links repeat
 *	t title, date		without a link
 *	b text			without even a title and a date
 *
 * Guids collide when so many items share them that they name no items (case 97); the
 * whole document then goes without. A few doubles are doubles: the last one wins
 * (case 99).
 *
 * A key that is not known may still belong to a known item: some feeds make new guids at
 * each fetch, or moved to another host (case 98). So items with unknown keys are compared
 * with the feed's newest stored ones, as many as a document of that length could have
 * shown, by their fingerprint: title, text, and link without scheme and host. One whose
 * own key is still in the document is another item and no candidate.
 *
 * The usual case, a document of known items, costs one look-up and two comparisons an
 * item: what was stored is told by hashes in the guid table, and no record is read.
 */
#include "config.h"

#include "store/item/match.h"

#include <string.h>

#include "base/hash.h"
#include "base/time.h"
#include "base/url.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/item/list.h"
#include "store/item/match_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

/* How many stored items are compared with unknown ones. */
#define RENAME_MIN 32
#define RENAME_MAX 1000

_Static_assert(STORE_IDENTITY_BYTES == SCHEMA_IDENTITY, "as the guid table has them");

struct work {
	const struct store_view *view;
	uint32_t feed;
	const struct feed *document;
	struct arena *arena;
	struct store_arrival *matches;
	size_t len;
	uint32_t *sorted; /* indexes, by identity, then by place in the document */
};

static uint64_t
hash_str(const char *s)
{
	return s ? hash64(s, strlen(s)) : 1;
}

/* The identity made of a kind and up to three strings; NULL is told from "". */
static void
make_identity(char kind, const char *a, const char *b, int64_t time, uint8_t *out)
{
	uint8_t parts[1 + 2 * 16 + 8] = {(uint8_t)kind};
	struct hash128 hash;
	if (a) {
		hash = hash128(a, strlen(a));
		memcpy(parts + 1, hash.bytes, 16);
	}
	if (b) {
		hash = hash128(b, strlen(b));
		memcpy(parts + 17, hash.bytes, 16);
	}
	schema_put_time(parts + 33, time);
	hash = hash128(parts, sizeof parts);
	memcpy(out, hash.bytes, SCHEMA_IDENTITY);
}

void
store_item_identity(char kind, const char *text, uint8_t out[static SCHEMA_IDENTITY])
{
	make_identity(kind, text, NULL, TIME_NONE, out);
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
		uint64_t parts[3] = {hash, hash_str(list[i].url), hash_str(list[i].type)};
		hash = hash64(parts, sizeof parts);
	}
	return hash;
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
	uint64_t stays[] = {title, text, hash_path(item->link)};
	/* Nothing to tell items apart by: then nothing is like anything. */
	if (item->title || body->text)
		m->fingerprint = hash64(stays, sizeof stays);
}

/* ---- Identities. */

static int
compare(const struct work *w, uint32_t a, uint32_t b)
{
	int order =
		memcmp(w->matches[a].identity, w->matches[b].identity, SCHEMA_IDENTITY);
	return order ? order : (a > b) - (a < b);
}

/* Sorts w->sorted[0 … len) by identity. Merging from the bottom: qsort would need the
 * matches in a global. */
static void
sort(struct work *w, size_t len)
{
	uint32_t *from = w->sorted;
	uint32_t *to = arena_alloc(w->arena, (len + 1) * sizeof *to);
	for (size_t width = 1; width < len; width *= 2) {
		for (size_t start = 0; start < len; start += 2 * width) {
			size_t a = start,
			       middle = start + width < len ? start + width : len;
			size_t b = middle;
			size_t end = middle + width < len ? middle + width : len;
			for (size_t i = start; i < end; i++) {
				bool left =
					a < middle &&
					(b >= end || compare(w, from[a], from[b]) <= 0);
				to[i] = left ? from[a++] : from[b++];
			}
		}
		uint32_t *swap = from;
		from = to;
		to = swap;
	}
	w->sorted = from;
}

static bool
same_identity(const struct work *w, uint32_t a, uint32_t b)
{
	return memcmp(w->matches[a].identity, w->matches[b].identity, SCHEMA_IDENTITY) ==
	       0;
}

/* How many different identities the first len of w->sorted have. */
static size_t
count_distinct(const struct work *w, size_t len)
{
	size_t n = 0;
	for (size_t i = 0; i < len; i++)
		n += i == 0 || !same_identity(w, w->sorted[i - 1], w->sorted[i]);
	return n;
}

/* Gives each item with a guid (or, guids false, with a link) that identity, and sorts
 * them. Returns how many. */
static size_t
identify_by(struct work *w, bool guids, bool only_without_guid)
{
	size_t n = 0;
	for (size_t i = 0; i < w->len; i++) {
		const struct item *item = &w->document->items[i];
		const char *s = guids ? item->guid : item->link;
		if (!s || (only_without_guid && item->guid))
			continue;
		make_identity(
			guids ? 'g' : 'l', s, NULL, TIME_NONE, w->matches[i].identity);
		w->sorted[n++] = (uint32_t)i;
	}
	sort(w, n);
	return n;
}

/* Do the guids (of n items, so many of them distinct) fail to tell items apart, while
 * links or titles do? Two items with one guid need two links to prove that they are two;
 * from three on, half of them. Leaves other identities and another order behind. */
static bool
guids_collide(struct work *w, size_t n, size_t guids)
{
	size_t links = count_distinct(w, identify_by(w, false, false));
	if (n == 2 || links > guids)
		return links > guids;
	size_t titled = 0;
	for (size_t i = 0; i < w->len; i++) {
		const struct item *item = &w->document->items[i];
		if (!item->title)
			continue;
		make_identity('t', item->title, NULL, TIME_NONE, w->matches[i].identity);
		w->sorted[titled++] = (uint32_t)i;
	}
	sort(w, titled);
	return count_distinct(w, titled) > guids;
}

static void
identify_without_link(const struct item *item, struct store_arrival *m)
{
	if (item->title || item_date(item) != TIME_NONE)
		make_identity('t', item->title, NULL, item_date(item), m->identity);
	else
		make_identity('b', item_body(item)->text, NULL, TIME_NONE, m->identity);
}

/* Links that repeat take title and date to their aid. */
static void
mend_repeated_links(struct work *w, size_t n)
{
	for (size_t i = 0, end; i < n; i = end) {
		end = i + 1;
		while (end < n && same_identity(w, w->sorted[i], w->sorted[end]))
			end++;
		for (size_t k = i; end - i > 1 && k < end; k++) {
			const struct item *item = &w->document->items[w->sorted[k]];
			/* Compared above already, so it may change now. */
			make_identity('m', item->link, item->title, item_date(item),
				w->matches[w->sorted[k]].identity);
		}
	}
}

/* Where not all have guids, or guids are many times the same. */
static void
identify_singly(struct work *w, bool collide)
{
	mend_repeated_links(w, identify_by(w, false, !collide));
	size_t n = 0;
	for (size_t i = 0; i < w->len; i++) {
		const struct item *item = &w->document->items[i];
		struct store_arrival *m = &w->matches[i];
		if (item->guid && !collide)
			make_identity('g', item->guid, NULL, TIME_NONE, m->identity);
		else if (!item->link)
			identify_without_link(item, m);
		w->sorted[n++] = (uint32_t)i;
	}
	sort(w, n);
}

static void
identify(struct work *w)
{
	size_t n = identify_by(w, true, false), guids = count_distinct(w, n);
	bool doubtful = n >= 2 && guids * 2 <= n;
	if (n < w->len || doubtful)
		identify_singly(w, doubtful && guids_collide(w, n, guids));
	for (size_t i = 0; i + 1 < w->len; i++)
		if (same_identity(w, w->sorted[i], w->sorted[i + 1]))
			w->matches[w->sorted[i]].kind = STORE_ARRIVAL_REPEATED;
}

/* ---- Known or not. */

void
store_item_match_pack(const struct match_value *value, uint8_t *bytes)
{
	schema_put64(bytes, value->id);
	schema_put64(bytes + 8, value->content);
	schema_put32(bytes + 16, value->aside);
}

bool
store_item_match_unpack(struct span bytes, struct match_value *value)
{
	if (bytes.n != MATCH_VALUE_BYTES)
		return false;
	value->id = schema_get64(bytes.p);
	value->content = schema_get64(bytes.p + 8);
	value->aside = schema_get32(bytes.p + 16);
	return true;
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
	if (!store_item_match_unpack(bytes, &value))
		return ERR_DAMAGED;
	m->kind = value.id ? STORE_ARRIVAL_KNOWN : STORE_ARRIVAL_TOMBSTONE;
	m->id = value.id;
	m->edited = value.content != m->content;
	m->shifted = value.aside != m->aside;
	return OK;
}

/* Walks the feed's stored identities beside those of the document, both in order: a new
 * feed costs one search, and a known item one within a page. */
static int
look_up(struct work *w, size_t *unknown)
{
	MDB_cursor *cursor;
	MDB_val k = {0, NULL}, v;
	int code = store_db_cursor(w->view, TABLE_GUID, &cursor);
	bool end = false;
	*unknown = 0;
	if (code)
		return code;
	for (size_t i = 0; i < w->len && code == OK; i++) {
		struct store_arrival *m = &w->matches[w->sorted[i]];
		if (m->kind == STORE_ARRIVAL_REPEATED)
			continue;
		hash_item(&w->document->items[w->sorted[i]], m);
		struct schema_key key = schema_guid(w->feed, m->identity);
		if (!end && (!k.mv_data || compare_keys(&k, &key) < 0)) {
			k = (MDB_val){key.len, key.bytes};
			code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
			end = code == MDB_NOTFOUND;
			code = end ? OK : code;
		}
		if (code == OK && !end && compare_keys(&k, &key) == 0)
			code = take_value(m, (struct span){v.mv_data, v.mv_size});
		else
			++*unknown;
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
		int order = memcmp(w->matches[w->sorted[middle]].identity, identity.p,
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

static int
find_renamed(struct work *w)
{
	struct store_scope scope = {STORE_FEED, w->feed, NULL};
	size_t max = 2 * w->len + RENAME_MIN;
	if (max > RENAME_MAX)
		max = RENAME_MAX;
	size_t len;
	struct store_key *keys = arena_alloc(w->arena, max * sizeof *keys);
	int code = store_item_keys(w->view, &scope, NULL, keys, max, &len);
	for (size_t i = 0; code == OK && i < len; i++)
		try_rename(w, keys[i].id);
	return code;
}

int
store_item_match(const struct store_view *view, uint32_t feed,
	const struct feed *document, struct arena *arena, struct store_arrival **out)
{
	struct work w = {.view = view,
		.feed = feed,
		.document = document,
		.arena = arena,
		.len = document->items_len};
	size_t unknown = 0;
	w.matches = arena_zalloc(arena, (w.len + 1) * sizeof *w.matches);
	w.sorted = arena_zalloc(arena, (w.len + 1) * sizeof *w.sorted);
	identify(&w);
	int code = look_up(&w, &unknown);
	if (code == OK && unknown)
		code = find_renamed(&w);
	*out = w.matches;
	return code;
}
