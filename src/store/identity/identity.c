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
 * Guids collide when they are shared by too many items to identify any (case 97); the
 * whole document then does without. Of a few items with one guid, those that differ in
 * both title and address are different items, because somebody copied an item and forgot
 * the guid (case 99). Their key is
 *
 *	d guid, address
 *
 * Others are versions of one item: the latest counts, or else the first, since feeds list
 * the newest first.
 */
#include "config.h"

#include "store/identity/identity.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/time.h"
#include "model/feed.h"
#include "store/identity/item_match.h"
#include "store/record/schema.h"

_Static_assert(STORE_IDENTITY_BYTES == SCHEMA_IDENTITY, "as the guid table has them");

/* The identity made of a kind and up to three strings; NULL differs from "". */
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
store_identity_of(char kind, const char *text, uint8_t *out)
{
	make_identity(kind, text, NULL, TIME_NONE, out);
}

void
store_identity_alone(const struct item *item, uint8_t *out)
{
	make_identity('g', item->guid, NULL, TIME_NONE, out);
}

void
store_identity_shared(const struct item *item, uint8_t *out)
{
	make_identity('d', item->guid, item_address(item), TIME_NONE, out);
}

static int
compare(const struct store_item_identities *w, uint32_t a, uint32_t b)
{
	int order =
		memcmp(w->arrivals[a].identity, w->arrivals[b].identity, SCHEMA_IDENTITY);
	return order ? order : (a > b) - (a < b);
}

/* Sorts list[0 … len) by identity. Merging from the bottom: qsort would need the
 * arrivals in a global. */
static void
sort_list(struct store_item_identities *w, uint32_t *list, size_t len)
{
	uint32_t *from = list;
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
	if (from != list)
		memcpy(list, from, len * sizeof *list);
}

static void
sort(struct store_item_identities *w, size_t len)
{
	sort_list(w, w->sorted, len);
}

void
store_identity_identities_sort(struct store_item_identities *w)
{
	sort(w, w->len);
}

static bool
same_identity(const struct store_item_identities *w, uint32_t a, uint32_t b)
{
	return memcmp(w->arrivals[a].identity, w->arrivals[b].identity,
		       SCHEMA_IDENTITY) == 0;
}

/* How many different identities the first len of w->sorted have. */
static size_t
count_distinct(const struct store_item_identities *w, size_t len)
{
	size_t n = 0;
	for (size_t i = 0; i < len; i++)
		n += i == 0 || !same_identity(w, w->sorted[i - 1], w->sorted[i]);
	return n;
}

/* Gives each item with a guid (or, if guids is false, with a link) that identity, and
 * sorts them. Returns how many. */
static size_t
identify_by(struct store_item_identities *w, bool guids, bool only_without_guid)
{
	size_t n = 0;
	for (size_t i = 0; i < w->len; i++) {
		const struct item *item = &w->document->items[i];
		const char *s = guids ? item->guid : item->link;
		if (!s || (only_without_guid && item->guid))
			continue;
		make_identity(
			guids ? 'g' : 'l', s, NULL, TIME_NONE, w->arrivals[i].identity);
		w->sorted[n++] = (uint32_t)i;
	}
	sort(w, n);
	return n;
}

/* Do the guids (`guids` different ones on n items) fail to tell items apart, while
 * links or titles do? Two items with one guid need two links to prove that they are two;
 * from three on, half of them. Leaves other identities and another order behind. */
static bool
guids_collide(struct store_item_identities *w, size_t n, size_t guids)
{
	size_t links = count_distinct(w, identify_by(w, false, false));
	if (n == 2 || links > guids)
		return links > guids;
	size_t titled = 0;
	for (size_t i = 0; i < w->len; i++) {
		const struct item *item = &w->document->items[i];
		if (!item->title)
			continue;
		make_identity('t', item->title, NULL, TIME_NONE, w->arrivals[i].identity);
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

/* Where links repeat, title and date are added to tell their items apart. */
static void
mend_repeated_links(struct store_item_identities *w, size_t n)
{
	for (size_t i = 0, end; i < n; i = end) {
		end = i + 1;
		while (end < n && same_identity(w, w->sorted[i], w->sorted[end]))
			end++;
		for (size_t k = i; end - i > 1 && k < end; k++) {
			const struct item *item = &w->document->items[w->sorted[k]];
			/* Compared above already, so it may change now. */
			make_identity('m', item->link, item->title, item_date(item),
				w->arrivals[w->sorted[k]].identity);
		}
	}
}

/* For a document whose items do not all have guids, or whose guids collide. */
static void
identify_singly(struct store_item_identities *w, bool collide)
{
	mend_repeated_links(w, identify_by(w, false, !collide));
	size_t n = 0;
	for (size_t i = 0; i < w->len; i++) {
		const struct item *item = &w->document->items[i];
		struct store_arrival *m = &w->arrivals[i];
		if (item->guid && !collide)
			make_identity('g', item->guid, NULL, TIME_NONE, m->identity);
		else if (!item->link)
			identify_without_link(item, m);
		w->sorted[n++] = (uint32_t)i;
	}
	sort(w, n);
}

/* ---- Items that share an identity. */

static const struct item *
item_at(const struct store_item_identities *w, uint32_t at)
{
	return &w->document->items[at];
}

/* Returns the version of an item that counts: the latest, or else the first. */
static uint32_t
keep_latest(struct store_item_identities *w, const uint32_t *list, size_t len)
{
	uint32_t best = list[0];
	for (size_t i = 1; i < len; i++) {
		int64_t a = item_latest(item_at(w, list[i]));
		int64_t b = item_latest(item_at(w, best));
		if (a > b || (a == b && list[i] < best))
			best = list[i];
	}
	for (size_t i = 0; i < len; i++)
		if (list[i] != best)
			w->arrivals[list[i]].kind = STORE_ARRIVAL_REPEATED;
	return best;
}

/* The end of the run of one identity that begins at start. */
static size_t
run_end(const struct store_item_identities *w, const uint32_t *list, size_t len,
	size_t start)
{
	size_t end = start + 1;
	while (end < len && same_identity(w, list[start], list[end]))
		end++;
	return end;
}

/* Sorts the list by identity and leaves one item of each; returns how many. */
static size_t
keep_one_each(struct store_item_identities *w, uint32_t *list, size_t len)
{
	size_t kept = 0;
	sort_list(w, list, len);
	for (size_t i = 0, end; i < len; i = end) {
		end = run_end(w, list, len, i);
		list[kept++] = keep_latest(w, list + i, end - i);
	}
	return kept;
}

static int
by_place(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

/* Items of one guid: those with the same address are versions of one item, and so are
 * those with the same title. */
static void
part_guid(struct store_item_identities *w, uint32_t *list, size_t len)
{
	for (size_t i = 0; i < len; i++)
		store_identity_shared(item_at(w, list[i]), w->arrivals[list[i]].identity);
	len = keep_one_each(w, list, len);
	for (size_t i = 0; i < len; i++) {
		const struct item *item = item_at(w, list[i]);
		make_identity('n', item->guid, item_name(item), TIME_NONE,
			w->arrivals[list[i]].identity);
	}
	len = keep_one_each(w, list, len);
	qsort(list, len, sizeof *list, by_place);
	for (size_t i = 0; i < len; i++) {
		const struct item *item = item_at(w, list[i]);
		if (len == 1) {
			store_identity_alone(item, w->arrivals[list[i]].identity);
			return;
		}
		store_identity_shared(item, w->arrivals[list[i]].identity);
		w->shared[w->shared_len++] = list[i];
	}
}

static void
part_runs(struct store_item_identities *w)
{
	bool changed = false;
	for (size_t i = 0, end; i < w->len; i = end) {
		end = run_end(w, w->sorted, w->len, i);
		if (end - i == 1)
			continue;
		if (!w->by_guid || !item_at(w, w->sorted[i])->guid) {
			keep_latest(w, w->sorted + i, end - i);
			continue;
		}
		part_guid(w, w->sorted + i, end - i);
		changed = true;
	}
	if (changed)
		store_identity_identities_sort(w);
}

void
store_identity_find(struct store_item_identities *w)
{
	size_t room = (w->len + 1) * sizeof(uint32_t);
	w->sorted = arena_zalloc(w->arena, room);
	w->shared = arena_zalloc(w->arena, room);
	size_t n = identify_by(w, true, false), guids = count_distinct(w, n);
	bool doubtful = n >= 2 && guids * 2 <= n;
	w->by_guid = !(doubtful && guids_collide(w, n, guids));
	if (n < w->len || doubtful)
		identify_singly(w, !w->by_guid);
	part_runs(w);
}
