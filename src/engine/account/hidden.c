/*
 * Feeds that were hidden at the server. FreshRSS leaves their items out of its lists of
 * all items and returns them only when the feed itself is asked for. Such feeds have to
 * be detected: the overview counts more items in a feed than the lists brought, or knows
 * a newer one than they have. Then the feed is asked about by itself; if that brings what
 * the lists lack, its own lists are read after the general ones from then on.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "engine/account/account_inside.h"
#include "engine/core/engine.h"
#include "remote/id.h"
#include "remote/quirk.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"

#define STARRED_MAX 20    /* feeds whose stars are asked about */
#define SUSPECTS_MAX 20   /* asked about in a sync */
#define VANISHED_MAX 5000 /* of which the feeds are looked up */
#define PULL_ITEMS 500    /* in a transaction */

struct account_suspect {
	struct span feed;
	bool hidden;
};

static bool
hides(const struct account *a)
{
	return a->session.quirk->flags & REMOTE_HIDES;
}

/* ---- what the overview says */

void
engine_account_hidden_count(
	struct account *a, struct span what, int64_t unread, struct span newest)
{
	struct remote_id id;
	if (!hides(a) || a->counted)
		return;
	struct account_count *count = arena_zalloc(&a->arena, sizeof *count);
	int64_t stamp;
	count->unread = unread;
	if (str_int(newest, &stamp) == OK && stamp > 0) {
		remote_id_number((uint64_t)stamp, &id);
		count->newest = store_remote_key(remote_id_span(&id));
		count->arrived = stamp / 1000000;
	}
	*map_put(&a->counts, what.p, what.n) = count;
}

/* Does the server have an item of the feed that no list brought? */
static bool
has_newer(struct account *a, const struct store_view *view, const struct account_count *c)
{
	struct store_remote_row row;
	int64_t since = engine_account_since(a);
	return c->newest.n > 0 && since >= 0 && c->arrived > since &&
	       !map_get(&a->wanted, c->newest.bytes, c->newest.n) &&
	       store_remote_row(view, a->stored.id, &c->newest, &row) == ERR_NOT_FOUND;
}

/* Unread items of the feed here; -1: it is not here. */
static int64_t
unread_here(struct account *a, const struct store_view *view, const char *id,
	uint32_t *number)
{
	struct arena arena = ARENA_INIT;
	struct store_feed feed;
	*number = engine_account_feed(a, view, id, &arena);
	bool known = *number && store_feed(view, *number, &arena, &feed) == OK;
	arena_done(&arena);
	return known ? (int64_t)feed.unread : -1;
}

/* A feed without anything unread, or new, need not be asked about. */
static bool
is_needed(struct account *a, enum remote_step step, const char *id)
{
	const struct account_count *c = map_get(&a->counts, id, strlen(id));
	struct store_view view;
	uint32_t number;
	if (step == REMOTE_STARRED) /* stars of further feeds stay as they are */
		return a->hidden_at <= STARRED_MAX;
	if (!c || store_view_begin(a->e->store, &view, NULL) != OK)
		return true;
	bool needed = step == REMOTE_NEW
			      ? has_newer(a, &view, c)
			      : c->unread > 0 || unread_here(a, &view, id, &number) > 0;
	store_view_end(&view);
	return needed;
}

/* ---- the lists of feeds that are known to be hidden */

static bool
is_subscribed(const struct account *a, const char *id)
{
	for (size_t i = 0; i < a->feeds_len; i++)
		if (str_eq(a->feeds[i].id, id))
			return true;
	return false;
}

/* Is all that the feed's list brought in the list of everything as well? Then the feed is
 * no longer hidden. */
static bool
is_shown(const struct account *a)
{
	struct account_list all = a->list;
	bool shown = a->list.len > a->hidden_from;
	all.len = a->main_len;
	for (size_t i = a->hidden_from; shown && i < a->list.len; i++)
		shown = engine_account_list_has(&all, &a->list.ids[i].key);
	return shown;
}

static void
forget_shown(struct account *a)
{
	struct account_record *is = &a->stored.is;
	if (!is_shown(a))
		return;
	for (size_t i = a->hidden_at--; i < is->hidden_len; i++)
		is->hidden[i - 1] = is->hidden[i];
	is->hidden_len--;
}

bool
engine_account_hidden_ask(struct account *a, enum remote_step step)
{
	const struct account_record *is = &a->stored.is;
	if (a->hidden_at == 0) {
		engine_account_list_sort(&a->list);
		a->main_len = a->list.len;
	} else if (step != REMOTE_STARRED) {
		forget_shown(a);
	}
	a->hidden_from = a->list.len;
	while (hides(a) && a->hidden_at < is->hidden_len) {
		const char *id = is->hidden[a->hidden_at++];
		if (!is_subscribed(a, id) || !is_needed(a, step, id))
			continue;
		a->arg.feed = span_of(id);
		a->arg.more = (struct span){NULL, 0};
		a->has_more = false;
		buf_clear(&a->last_more);
		return engine_account_send(a, step);
	}
	return false;
}

/* ---- which other feeds may be hidden */

/* The server's feeds: &shown, or &hidden if it is known that they are. */
static const char shown, hidden;

static void
map_feeds(const struct account *a, struct map *out)
{
	const struct account_record *is = &a->stored.is;
	for (size_t i = 0; i < a->feeds_len; i++)
		*map_put(out, a->feeds[i].id, strlen(a->feeds[i].id)) =
			(void *)(uintptr_t)&shown;
	for (size_t i = 0; i < is->hidden_len; i++)
		*map_put(out, is->hidden[i], strlen(is->hidden[i])) =
			(void *)(uintptr_t)&hidden;
}

/* How many of a feed's items are unread here, but not in the list: they may have been
 * read. */
static void
count_vanished(struct account *a, const struct store_view *view, struct map *out)
{
	const struct account_vanished *v = &a->vanished[0];
	struct arena arena = ARENA_INIT;
	for (size_t i = 0; i < v->len && i < VANISHED_MAX; i++) {
		struct store_remote_row row;
		struct store_item item;
		arena_reset(&arena);
		if (store_remote_row(view, a->stored.id, &v->keys[i], &row) != OK ||
			!row.item || store_item(view, row.item, &arena, &item) != OK)
			continue;
		void **n = map_put(out, &item.feed, sizeof item.feed);
		*n = (void *)((uintptr_t)*n + 1);
	}
	arena_done(&arena);
}

static bool
is_suspect(struct account *a, const struct store_view *view, const struct map *vanished,
	const char *id, bool more)
{
	const struct account_count *c = map_get(&a->counts, id, strlen(id));
	uint32_t number;
	int64_t here = unread_here(a, view, id, &number);
	int64_t gone = (int64_t)(uintptr_t)map_get(vanished, &number, sizeof number);
	return here >= 0 && ((more && c->unread > here - gone) || has_newer(a, view, c));
}

/* Are there more unread items in all feeds than the list has? */
static bool
counts_more(const struct account *a, const struct map *feeds)
{
	int64_t sum = 0;
	for (size_t i = 0; i < a->counts.count; i++) {
		const struct map_entry *e = &a->counts.entries[i];
		const struct account_count *c = e->value;
		sum += map_get(feeds, e->key, strlen(e->key)) ? c->unread : 0;
	}
	return sum > (int64_t)a->unread.len;
}

static void
find_suspects(struct account *a)
{
	struct store_view view;
	struct err err;
	struct map vanished = MAP_INIT, feeds = MAP_INIT;
	if (store_view_begin(a->e->store, &view, &err) != OK) {
		engine_account_fault(a, &err);
		return;
	}
	map_feeds(a, &feeds);
	bool more = counts_more(a, &feeds);
	if (more)
		count_vanished(a, &view, &vanished);
	for (size_t i = 0; i < a->counts.count && a->suspects_len < SUSPECTS_MAX; i++) {
		const char *id = a->counts.entries[i].key;
		if (map_get(&feeds, id, strlen(id)) != &shown ||
			!is_suspect(a, &view, &vanished, id, more))
			continue;
		a->suspects = arena_push(
			&a->arena, a->suspects, a->suspects_len, sizeof *a->suspects);
		a->suspects[a->suspects_len++] =
			(struct account_suspect){.feed = span_of(id)};
	}
	store_view_end(&view);
	map_done(&vanished);
	map_done(&feeds);
}

/* ---- asking about them */

static bool
next_suspect(struct account *a)
{
	engine_account_list_clear(&a->list);
	if (a->suspect_at == a->suspects_len) {
		a->suspect_at = 0;
		return false;
	}
	a->arg.feed = a->suspects[a->suspect_at++].feed;
	return true;
}

bool
engine_account_suspects_begin(struct account *a)
{
	bool full = !a->stored.is.first && engine_account_space(a, a->report.added) == 0;
	if (!a->whole || !hides(a) || full || engine_account_is_sparing(a) ||
		a->flags & ENGINE_SYNC_CHECK)
		return false;
	if (!a->suspects)
		find_suspects(a);
	return a->phase && next_suspect(a);
}

/* Adds the items that the server has unread; here they keep their state. */
static bool
take_unread(struct account *a)
{
	size_t len = a->list.len;
	struct store_remote_key *keys = mem_alloc((len + 1) * sizeof *keys);
	bool good = true;
	for (size_t i = 0; i < len; i++) {
		keys[i] = a->list.ids[i].key;
		engine_account_list_add(&a->unread, a->list.ids[i].id);
	}
	engine_account_list_sort(&a->unread);
	for (size_t i = 0; good && i < len; i += PULL_ITEMS)
		good = engine_account_pull(a, STORE_REMOTE_READ, false, keys + i,
			len - i < PULL_ITEMS ? len - i : PULL_ITEMS);
	free(keys);
	return good;
}

/* Items that the feed's own list has did not vanish because they were read. */
static void
spare_vanished(struct account *a)
{
	struct account_vanished *v = &a->vanished[0];
	size_t kept = 0;
	for (size_t i = 0; i < v->len; i++)
		if (!engine_account_list_has(&a->list, &v->keys[i]))
			v->keys[kept++] = v->keys[i];
	v->len = kept;
}

/* Requests the items that are not here; returns whether there are any. */
static bool
want_missing(struct account *a)
{
	struct store_view view;
	struct err err;
	bool missing = false;
	if (store_view_begin(a->e->store, &view, &err) != OK) {
		engine_account_fault(a, &err);
		return false;
	}
	for (size_t i = a->list.len; i-- > 0;) {
		const struct account_id *id = &a->list.ids[i];
		if (map_get(&a->wanted, id->id.p, id->id.n) ||
			!engine_account_is_asked(a, &view, &id->key))
			continue;
		engine_account_want(a, id->id);
		missing = true;
	}
	store_view_end(&view);
	return missing;
}

void
engine_account_suspects_got(struct account *a)
{
	struct account_suspect *s = &a->suspects[a->suspect_at - 1];
	engine_account_list_sort(&a->list);
	for (size_t i = 0; i < a->list.len && !s->hidden; i++)
		s->hidden = !engine_account_list_has(&a->unread, &a->list.ids[i].key);
	if (!s->hidden)
		return;
	spare_vanished(a);
	if (take_unread(a))
		(void)want_missing(a);
}

/* From now on these feeds are asked about at once. */
static void
keep_hidden(struct account *a)
{
	struct account_record *is = &a->stored.is;
	char **ids = arena_alloc(
		&a->stored_arena, (is->hidden_len + a->suspects_len + 1) * sizeof *ids);
	for (size_t i = 0; i < is->hidden_len; i++)
		ids[i] = is->hidden[i];
	is->hidden = ids;
	for (size_t i = 0; i < a->suspects_len; i++)
		if (a->suspects[i].hidden)
			ids[is->hidden_len++] = arena_strndup(&a->stored_arena,
				a->suspects[i].feed.p, a->suspects[i].feed.n);
	a->suspects_len = 0;
}

bool
engine_account_suspects_new_begin(struct account *a)
{
	if (a->suspects_len == 0)
		return false;
	a->arg.since = engine_account_since(a);
	if (a->arg.since >= 0 && next_suspect(a))
		return true;
	keep_hidden(a);
	return false;
}

void
engine_account_suspects_new_got(struct account *a)
{
	engine_account_list_sort(&a->list);
	a->suspects[a->suspect_at - 1].hidden |= want_missing(a);
}
