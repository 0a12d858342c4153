/*
 * Items of the server that have none here: their feed is not here, or a first sync had no
 * room for them. A row in the store says so, so that not every sync asks for them. They
 * are asked for again once that may be another thing: feeds came or went, or account-max
 * was raised.
 */
#include "config.h"

#include "base/hash.h"
#include "engine/account/account_inside.h"
#include "engine/core/engine.h"
#include "store/db/view.h"
#include "store/feed/feed.h"

/* A hash of the server's feeds that are here, in no order; never 0. */
static int
hash_feeds(struct account *a, uint64_t *out)
{
	struct remotefeed_record *feeds;
	struct store_view view;
	size_t len;
	uint32_t feed;
	*out = 1;
	int status = store_view_begin(a->e->store, &view, NULL);
	if (status != OK)
		return status;
	status = store_remote_feeds(&view, a->stored.id, &a->arena, &feeds, &len);
	for (size_t i = 0; status == OK && i < len; i++) {
		struct span id = span_of(feeds[i].id);
		char *url = engine_account_line_url(a, &a->arena, feeds[i].id);
		if (store_feed_find(&view, url, &feed) == OK)
			*out += hash64(id.p, id.n);
	}
	store_view_end(&view);
	*out += *out == 0;
	return status;
}

/* That the feeds changed is stored before anything is asked for: the next sync asks
 * again unless this one ends well. */
bool
engine_account_apart_begin(struct account *a)
{
	struct account_record *is = &a->stored.is;
	const struct conf_account *conf = engine_account_conf(a);
	struct err err;
	a->apart = 0;
	if (hash_feeds(a, &a->here) != OK || !conf)
		return true;
	if (is->max > 0 && conf->max > is->max)
		a->apart |= STORE_REMOTE_NO_ROOM;
	if (is->here == a->here)
		return true;
	a->apart |= STORE_REMOTE_NOWHERE;
	is->here = 0;
	if (engine_account_save(a, &err) == OK)
		return true;
	engine_account_fault(a, &err);
	return false;
}

void
engine_account_apart_end(struct account *a)
{
	struct account_record *is = &a->stored.is;
	const struct conf_account *conf = engine_account_conf(a);
	is->here = a->here;
	if (conf && is->max < conf->max)
		is->max = conf->max;
}

size_t
engine_account_room(const struct account *a, size_t used)
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
engine_account_is_asked(
	struct account *a, const struct store_view *view, const struct store_remote_key *key)
{
	struct store_remote_row row;
	int status = store_remote_row(view, a->stored.id, key, &row);
	return status == ERR_NOT_FOUND ||
	       (status == OK && !row.item && row.base & a->apart);
}
