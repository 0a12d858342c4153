#include "config.h"

#include "store/feed/readdress.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "model/http.h"
#include "model/subscription.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/feed/due_inside.h"
#include "store/feed/feed.h"
#include "store/feed/readdress_inside.h"
#include "store/record/schema.h"
#include "store/record/shape.h"
#include "store/sync/sync_inside.h"

#define ALSO_MAX 8 /* other addresses that a feed is known by */

/* How certain it is that a feed belongs to an address, most certain first. */
enum rank {
	RANK_WAS,      /* it loses its line now, and had the address, or is to get it */
	RANK_MOVED,    /* it loses its line now, and its server names the address */
	RANK_HAS,      /* it had lost its line, and another feed took its address */
	RANK_WAS_GONE, /* as the first two, but it had lost its line before */
	RANK_MOVED_GONE,
};

struct address {
	enum rank rank;
	uint32_t feed;
};

static void
add(struct store_feed_addresses *list, const char *url, uint32_t feed, enum rank rank)
{
	if (!url)
		return;
	struct address **at = (struct address **)map_put(&list->map, url, strlen(url));
	if (*at && (*at)->rank <= rank)
		return;
	if (!*at)
		*at = arena_alloc(&list->arena, sizeof **at);
	**at = (struct address){rank, feed};
}

static int
add_feed(struct store_feed_addresses *list, const struct store_view *view, uint32_t id)
{
	struct arena arena = ARENA_INIT;
	struct feed_record r;
	struct http_state http;
	int code = store_db_record(view, TABLE_FEED, id, &arena, &r, NULL);
	if (code == OK && r.url) {
		enum rank was = r.removed ? RANK_WAS_GONE : RANK_WAS;
		if (r.removed)
			add(list, r.url, id, RANK_HAS);
		for (size_t i = 0; i < r.also_len; i++)
			add(list, r.also[i], id, was);
		code = store_db_record(view, TABLE_HTTP, id, &arena, &http, NULL);
		if (code == OK && http.moved_to)
			add(list, subscription_at(&arena, r.url, http.moved_to), id,
				r.removed ? RANK_MOVED_GONE : RANK_MOVED);
	}
	arena_done(&arena);
	/* A damaged feed is only known by the address in the index. */
	return code == ERR_DAMAGED || code == ERR_NOT_FOUND ? OK : code;
}

static int
by_id(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

int
store_feed_addresses_read(struct store_feed_addresses *list,
	const struct store_view *view, const uint32_t *seen, size_t seen_len)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	int code = store_db_cursor(view, TABLE_FEED, &cursor);
	if (code)
		return code;
	while ((code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) == 0) {
		uint32_t id = k.mv_size == 4 ? schema_get32(k.mv_data) : 0;
		if (seen_len && bsearch(&id, seen, seen_len, sizeof id, by_id))
			continue;
		code = add_feed(list, view, id);
		if (code)
			break;
	}
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : code;
}

void
store_feed_addresses_done(struct store_feed_addresses *list)
{
	map_done(&list->map);
	map_done(&list->given);
	arena_done(&list->arena);
}

uint32_t
store_feed_addresses_take(
	struct store_feed_addresses *list, const char *url, uint32_t has)
{
	const struct address *at = map_get(&list->map, url, strlen(url));
	/* A feed whose record is damaged is only found by the index. */
	uint32_t feed = at ? at->feed : has;
	if (!feed || (at && map_get(&list->given, &feed, sizeof feed)))
		return 0;
	/* The feed may be known by several addresses, but it is given away only once. */
	*map_put(&list->given, &feed, sizeof feed) = list;
	return feed;
}

/* ---- Changing the address. */

static int
rename_index(struct store_batch *batch, uint32_t feed, const char *old, const char *url)
{
	struct store_view view = store_batch_view(batch);
	uint8_t value[4];
	uint32_t has = 0;
	schema_put32(value, feed);
	int code = old ? store_feed_find(&view, old, &has) : ERR_NOT_FOUND;
	if (code == OK && has == feed)
		code = store_db_del(batch, TABLE_FEEDURL, schema_feedurl(old));
	else if (code == ERR_NOT_FOUND)
		code = OK;
	return code == OK ? store_db_put(batch, TABLE_FEEDURL, schema_feedurl(url), value,
				    sizeof value, 0)
			  : code;
}

/* The address that it leaves becomes the last one of `also`. */
static void
leave_address(struct feed_record *r, const char *url, struct arena *arena)
{
	char **list = arena_alloc(arena, (r->also_len + 1) * sizeof *list);
	size_t len = 0;
	for (size_t i = 0; i < r->also_len; i++)
		if (!str_eq(r->also[i], url) && !str_eq(r->also[i], r->url))
			list[len++] = r->also[i];
	list[len++] = r->url;
	if (len > ALSO_MAX)
		memmove(list, list + len - ALSO_MAX, ALSO_MAX * sizeof *list);
	r->also = list;
	r->also_len = len < ALSO_MAX ? len : ALSO_MAX;
}

/* What is known of one server means nothing for another: the feed is polled at once,
 * without validators. */
static void
forget_server(struct http_state *http)
{
	http_forget_move(http);
	http->etag = http->last_modified = http->older = http->error = NULL;
	http->body_hash = 0;
	http->last_full = http->fresh_until = http->retry_at = TIME_NONE;
	http->next_poll = http->failed_since = http->older_end = TIME_NONE;
	http->status = http->failures = http->trouble = http->reason = 0;
	http->rules_len = 0;
}

/* If the server itself sent us there, only the line changes: answers came from there
 * already. If that is reversed, everything becomes what it was. */
static void
change_server(
	struct feed_record *r, struct http_state *http, char *url, struct arena *arena)
{
	const char *last = r->also_len ? r->also[r->also_len - 1] : NULL;
	const char *named =
		http->moved_to ? subscription_at(arena, r->url, http->moved_to) : NULL;
	int64_t since = r->adopted_since;
	int32_t times = r->adopted_count;
	r->adopted_since = TIME_NONE;
	r->adopted_count = 0;
	if (str_eq(named, url)) {
		r->adopted_since = http->moved_since;
		r->adopted_count = http->moved_count;
		http_forget_move(http);
	} else if (since != TIME_NONE && str_eq(last, url)) {
		/* NOLINTNEXTLINE: it borrows from the record */
		http->moved_to = (char *)(uintptr_t)subscription_address(r->url);
		http->moved_since = since;
		http->moved_count = times;
	} else {
		forget_server(http);
	}
}

int
store_feed_change_address(struct store_batch *batch, uint32_t feed, struct feed_record *r,
	char *url, struct arena *arena)
{
	struct store_view view = store_batch_view(batch);
	struct http_state http;
	struct span unknown = {NULL, 0};
	int code = store_db_record(&view, TABLE_HTTP, feed, arena, &http, &unknown);
	bool asked = code == OK;
	int64_t before = asked ? http.next_poll : TIME_NONE;
	if (code && code != ERR_NOT_FOUND && code != ERR_DAMAGED)
		return code;
	code = rename_index(batch, feed, r->url, url);
	if (code)
		return code;
	if (asked)
		change_server(r, &http, url, arena);
	if (r->url)
		code = store_sync_alias(batch, r->url, url, true);
	if (code)
		return code;
	leave_address(r, url, arena);
	r->url = url;
	if (!asked)
		return OK;
	code = store_db_put_record(batch, TABLE_HTTP, feed, &http, unknown, 0);
	if (code == OK && !r->removed && http.next_poll != before)
		code = store_feed_due_clear(batch, feed, before);
	if (code == OK && !r->removed && http.next_poll != before)
		code = store_feed_due_set(batch, feed, http.next_poll);
	return code;
}

/* Notes an address before the file is changed. It goes to the front of `also`, since the
 * feed was not there yet. */
static void
expect_address(struct feed_record *r, const char *url, struct arena *arena)
{
	size_t len = r->also_len < ALSO_MAX ? r->also_len : ALSO_MAX - 1;
	char **list = arena_alloc(arena, (len + 1) * sizeof *list);
	list[0] = arena_strdup(arena, url);
	if (len)
		memcpy(list + 1, r->also + r->also_len - len, len * sizeof *list);
	r->also = list;
	r->also_len = len + 1;
}

int
store_feed_put_address(
	struct store_batch *batch, uint32_t feed, const char *url, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct feed_record r;
	struct span unknown;
	arena_reset(&batch->arena);
	int code = store_db_record(&view, TABLE_FEED, feed, &batch->arena, &r, &unknown);
	bool known = code == OK && str_eq(r.url, url);
	for (size_t i = 0; code == OK && i < r.also_len; i++)
		known |= str_eq(r.also[i], url);
	if (code == OK && !known) {
		expect_address(&r, url, &batch->arena);
		code = store_db_put_record(batch, TABLE_FEED, feed, &r, unknown, 0);
	}
	return store_batch_fail(batch, code, err, N_("cannot record the action"));
}

int
store_feed_put_source(
	struct store_batch *batch, uint32_t feed, const char *source, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct feed_record r;
	struct span unknown;
	arena_reset(&batch->arena);
	int code = store_db_record(&view, TABLE_FEED, feed, &batch->arena, &r, &unknown);
	if (code == OK && !str_eq(r.source, source)) {
		r.source = arena_strdup(&batch->arena, source);
		code = store_db_put_record(batch, TABLE_FEED, feed, &r, unknown, 0);
	}
	return store_batch_fail(
		batch, code, err, N_("cannot note where a server fetches a feed"));
}
