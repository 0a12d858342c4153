/*
 * Which podcasts a server's user follows. They are listed and compared; nothing is
 * subscribed to here or there by itself, and nothing is ever removed: whoever wants that
 * says so (courant account podcasts).
 */
#include "config.h"

#include <string.h>

#include "base/url.h"
#include "engine/account/account_inside.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "fetch/private.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/media/media.h"

#define GIVE_MAX 30 /* in a request */

bool
engine_account_podcasts_begin(struct account *a)
{
	a->whole = !(a->flags & ENGINE_SYNC_CHECK);
	return a->whole && (!a->stored.is.first || a->waited);
}

static char *
normal(struct account *a, const char *url)
{
	struct err err;
	char *out;
	return url_normalize(&a->arena, span_of(url), &out, &err) == OK ? out : NULL;
}

/* The address of a podcast that is followed there, for a subscription here; NULL: it is
 * none. A public server may not lead to a private network (case 27). */
static char *
offered(struct account *a, const char *there)
{
	char *url = normal(a, there);
	if (!url || !url_is_web(url))
		return NULL;
	bool near = fetch_private_host(url_split(span_of(a->base)).host);
	return near || !fetch_private_host(url_split(span_of(url)).host) ? url : NULL;
}

/* The list as it is there now. */
static int
keep_list(struct account *a, struct err *err)
{
	struct store_batch *batch;
	struct store_view view;
	struct remotefeed_record *old;
	size_t len;
	int status = store_batch_begin(a->e->store, &batch, err);
	if (status != OK)
		return status;
	view = store_batch_view(batch);
	status = store_fail(a->e->store,
		store_remote_feeds(&view, a->stored.id, &a->arena, &old, &len), err,
		a->name);
	for (size_t i = 0; status == OK && i < len; i++)
		status = store_remote_drop_feed(
			batch, a->stored.id, span_of(old[i].id), err);
	for (size_t i = 0; status == OK && i < a->feeds_len; i++) {
		char *url = offered(a, a->feeds[i].url);
		const struct remotefeed_record feed = {
			.id = url, .url = url, .title = a->feeds[i].title};
		if (url)
			status = store_remote_put_feed(batch, a->stored.id, &feed, err);
	}
	return store_batch_end(batch, status, err);
}

void
engine_account_podcasts_got(struct account *a)
{
	struct store_view view;
	struct err err;
	uint32_t id;
	if (keep_list(a, &err) != OK ||
		store_view_begin(a->e->store, &view, &err) != OK) {
		engine_account_fault(a, &err);
		return;
	}
	for (size_t i = 0; i < a->feeds_len; i++) {
		char *url = offered(a, a->feeds[i].url);
		a->report.podcasts += url && store_feed_find(&view, url, &id) != OK;
	}
	store_view_end(&view);
}

/* Ours that are not there. */
static int
gather(struct account *a, struct err *err)
{
	struct store_view view;
	struct store_feed *feeds;
	struct map there = MAP_INIT;
	size_t len;
	int status = store_view_begin(a->e->store, &view, err);
	if (status != OK)
		return status;
	for (size_t i = 0; i < a->feeds_len; i++) {
		char *url = normal(a, a->feeds[i].url);
		if (url)
			*map_put(&there, url, strlen(url)) = a;
	}
	status = store_feed_all(&view, &a->arena, false, &feeds, &len);
	a->give = arena_alloc(&a->arena, (len + 1) * sizeof *a->give);
	for (size_t i = 0; status == OK && i < len; i++)
		if (store_media_is_podcast(&view, feeds[i].id, feeds[i].url) &&
			!map_get(&there, feeds[i].url, strlen(feeds[i].url)))
			a->give[a->give_len++] = span_of(feeds[i].url);
	store_view_end(&view);
	map_done(&there);
	return store_fail(a->e->store, status, err, a->name);
}

bool
engine_account_give_begin(struct account *a)
{
	struct err err;
	if (!(a->flags & ENGINE_SYNC_GIVE))
		return false;
	if (!a->give && gather(a, &err) != OK) {
		engine_account_fault(a, &err);
		return false;
	}
	size_t left = a->give_len - a->given;
	a->arg.urls = a->give + a->given;
	a->arg.urls_len = left < GIVE_MAX ? left : GIVE_MAX;
	return left > 0;
}

void
engine_account_give_got(struct account *a)
{
	a->given += a->arg.urls_len;
	a->report.feeds += a->arg.urls_len;
}
