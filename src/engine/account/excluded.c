/*
 * Items of the server that are not stored here, because their feed is not here or because
 * a first sync had no room for them. A row in the store notes each, so that not every
 * sync asks for it. It is asked for again once that could have changed: feeds were added
 * or removed, or account-max was raised. Also the opposite: items here that the server no
 * longer has, since the user unsubscribed from their feed.
 */
#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "engine/account/account_inside.h"
#include "engine/core/engine.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"

uint32_t
engine_account_feed(struct account *a, const struct store_view *view, const char *id,
	struct arena *arena)
{
	struct store_feed feed;
	uint32_t number;
	char *url = engine_account_line_url(a, arena, id);
	if (store_feed_find(view, url, &number) != OK ||
		store_feed(view, number, arena, &feed) != OK || feed.removed)
		return 0;
	return number;
}

/* A hash of the server's feeds that are here; their order does not matter. */
static int
hash_feeds(struct account *a, uint64_t *out)
{
	struct remotefeed_record *feeds;
	struct store_view view;
	struct arena arena = ARENA_INIT;
	size_t len;
	*out = 1;
	int status = store_view_begin(a->e->store, &view, NULL);
	if (status != OK)
		return status;
	status = store_remote_feeds(&view, a->stored.id, &arena, &feeds, &len);
	for (size_t i = 0; status == OK && i < len; i++)
		if (engine_account_feed(a, &view, feeds[i].id, &arena))
			*out += hash64(feeds[i].id, strlen(feeds[i].id));
	store_view_end(&view);
	arena_done(&arena);
	return status;
}

/* Each row keeps its epoch, so that its item is asked for again until that has happened,
 * whatever a list leaves out and wherever a sync ends. */
int
engine_account_excluded_begin(struct account *a, struct err *err)
{
	struct account_record *is = &a->stored.is;
	const struct conf_account *conf = engine_account_conf(a);
	uint64_t feeds;
	if (!conf || hash_feeds(a, &feeds) != OK)
		return OK;
	a->again.nowhere = true;
	a->again.room = is->max > 0 && conf->max > is->max;
	is->epoch += feeds != is->here;
	a->again.epoch = is->epoch;
	if (feeds == is->here)
		return OK;
	is->here = feeds;
	return engine_account_save(a, err);
}

size_t
engine_account_space(const struct account *a, size_t used)
{
	const struct conf_account *conf = engine_account_conf(a);
	const struct account_record *is = &a->stored.is;
	int64_t before = is->first ? is->max : 0;
	if (!conf || conf->max <= before || (is->first && before == 0))
		return 0;
	size_t max = (size_t)(conf->max - before);
	return used < max ? max - used : 0;
}

bool
engine_account_is_asked(struct account *a, const struct store_view *view,
	const struct store_remote_key *key)
{
	struct store_remote_row row;
	int status = store_remote_row(view, a->stored.id, key, &row);
	return status == ERR_NOT_FOUND ||
	       (status == OK && store_remote_is_again(&row, &a->again));
}

bool
engine_account_is_left(struct account *a, const struct store_view *view,
	const struct store_remote_key *key, struct arena *arena)
{
	struct store_remote_row row;
	struct store_item item;
	struct store_feed feed;
	uint32_t account;
	struct span id;
	if (store_remote_row(view, a->stored.id, key, &row) != OK || !row.item)
		return false;
	if (store_remote_of_item(view, row.item, arena, &account, &id) == OK) {
		struct store_remote_key now = store_remote_key(id);
		if (account != a->stored.id || store_remote_key_order(&now, key) != 0)
			return true;
	}
	return store_item(view, row.item, arena, &item) == OK &&
	       store_feed(view, item.feed, arena, &feed) == OK && feed.removed;
}
