/*
 * Finds feeds that moved to the same address, as their servers say (301, 308). A feed
 * whose line has that address takes precedence over feeds that only moved there. A
 * podcast identifies itself by its podcast:guid, whatever its address.
 */
#include "config.h"

#include "store/feed/duplicate.h"

#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "model/http.h"
#include "model/subscription.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

struct duplicates {
	struct map feeds;    /* address → feed */
	struct map podcasts; /* podcast:guid → the first feed that has it */
	struct arena *arena;
	struct store_feed_duplicate *list;
	size_t len;
};

/* A feed that is fetched here, and by the server of an account. */
static void
add_both(struct duplicates *t, const struct store_feed *feed)
{
	uint32_t here = 0;
	if (!str_eq(feed->address, feed->url))
		here = (uint32_t)(uintptr_t)map_get(
			&t->feeds, feed->address, strlen(feed->address));
	if (!here)
		return;
	t->list = arena_push(t->arena, t->list, t->len, sizeof *t->list);
	t->list[t->len++] = (struct store_feed_duplicate){here, feed->id, false};
}

static int
add_feed(struct duplicates *t, const struct store_view *view,
	const struct store_feed *feed)
{
	struct arena arena = ARENA_INIT;
	struct http_state http;
	int code = store_feed_state(view, feed->id, &arena, &http, NULL, NULL);
	const char *to = code == OK && http.moved_to
				 ? subscription_at(&arena, feed->url, http.moved_to)
				 : NULL;
	if (to) {
		void **slot = map_put(&t->feeds, to, strlen(to));
		uint32_t other = (uint32_t)(uintptr_t)*slot;
		if (other && other != feed->id) {
			t->list = arena_push(t->arena, t->list, t->len, sizeof *t->list);
			t->list[t->len++] =
				(struct store_feed_duplicate){feed->id, other, false};
		} else {
			*slot = (void *)(uintptr_t)feed->id;
		}
	}
	arena_done(&arena);
	return code == ERR_NOT_FOUND || code == ERR_DAMAGED ? OK : code;
}

static bool
is_listed(const struct duplicates *t, uint32_t feed)
{
	for (size_t i = 0; i < t->len; i++)
		if (t->list[i].feed == feed || t->list[i].other == feed)
			return true;
	return false;
}

static void
add_podcast(struct duplicates *t, const struct store_feed *feed)
{
	if (str_empty(feed->podcast))
		return;
	void **slot = map_put(&t->podcasts, feed->podcast, strlen(feed->podcast));
	uint32_t first = (uint32_t)(uintptr_t)*slot;
	if (!first) {
		*slot = (void *)(uintptr_t)feed->id;
	} else if (!is_listed(t, feed->id)) {
		t->list = arena_push(t->arena, t->list, t->len, sizeof *t->list);
		t->list[t->len++] = (struct store_feed_duplicate){feed->id, first, true};
	}
}

int
store_feed_duplicates(const struct store_view *view, struct arena *arena,
	struct store_feed_duplicate **out, size_t *len)
{
	struct duplicates t = {.feeds = MAP_INIT, .podcasts = MAP_INIT, .arena = arena};
	struct arena own = ARENA_INIT;
	struct store_feed *feeds;
	size_t n = 0;
	int code = store_feed_all(view, &own, false, &feeds, &n);
	for (size_t i = 0; code == OK && i < n; i++)
		*map_put(&t.feeds, feeds[i].url, strlen(feeds[i].url)) =
			(void *)(uintptr_t)feeds[i].id;
	for (size_t i = 0; code == OK && i < n; i++)
		add_both(&t, &feeds[i]);
	for (size_t i = 0; code == OK && i < n; i++)
		code = add_feed(&t, view, &feeds[i]);
	for (size_t i = 0; code == OK && i < n; i++)
		add_podcast(&t, &feeds[i]);
	map_done(&t.feeds);
	map_done(&t.podcasts);
	arena_done(&own);
	*out = t.list;
	*len = t.len;
	return code;
}

int
store_feed_duplicate(const struct store_view *view, uint32_t feed, const char *moved_to,
	uint32_t *other)
{
	struct arena arena = ARENA_INIT;
	struct feed_record r;
	struct span removed;
	uint32_t id;
	int code = moved_to ? store_db_record(view, TABLE_FEED, feed, &arena, &r, NULL)
			    : ERR_NOT_FOUND;
	const char *to =
		code == OK && r.url ? subscription_at(&arena, r.url, moved_to) : NULL;
	code = to ? store_feed_find(view, to, &id) : ERR_NOT_FOUND;
	arena_done(&arena);
	if (code == OK)
		code = store_db_status(view->store, store_db_removed(view, &removed));
	if (code == OK && (id == feed || store_db_listed(removed, id)))
		code = ERR_NOT_FOUND;
	if (code == OK)
		*other = id;
	return code;
}
