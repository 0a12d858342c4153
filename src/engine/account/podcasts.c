/*
 * Which podcasts a server's user follows. They are listed and compared; nothing is
 * subscribed to automatically on either side, and nothing is ever removed: the user has
 * to ask for that (courant account podcasts).
 */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
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
 * not one. A public server must not lead to a private network (case 27). */
static char *
offered(struct account *a, const char *there)
{
	char *url = normal(a, there);
	if (!url || !url_is_web(url))
		return NULL;
	bool near = fetch_private_host(url_split(span_of(a->base)).host);
	return near || !fetch_private_host(url_split(span_of(url)).host) ? url : NULL;
}

/* The address here of a podcast that the server has at another address, if the server has
 * said so; otherwise the same. */
static char *
address_here(const struct remotefeed_record *stored, size_t len, char *there)
{
	for (size_t i = 0; i < len && there; i++)
		if (str_eq(stored[i].id, there))
			return stored[i].url;
	return there;
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
		char *there = offered(a, a->feeds[i].url);
		a->feeds[i].url = address_here(old, len, there);
		const struct remotefeed_record feed = {
			.id = there, .url = a->feeds[i].url, .title = a->feeds[i].title};
		if (there)
			status = store_remote_put_feed(batch, a->stored.id, &feed, err);
	}
	return store_batch_end(batch, status, err);
}

int
engine_account_podcasts_renamed(struct account *a, const struct store_view *view,
	struct arena *arena, struct remotefeed_record **out, size_t *len)
{
	size_t all = 0;
	int status = store_remote_feeds(view, a->stored.id, arena, out, &all);
	*len = 0;
	for (size_t i = 0; status == OK && i < all; i++)
		if (!str_eq((*out)[i].id, (*out)[i].url))
			(*out)[(*len)++] = (*out)[i];
	return status;
}

uint32_t
engine_account_podcast_find(const struct store_view *view, struct arena *arena,
	const struct remotefeed_record *renamed, size_t len, struct span there)
{
	struct err err;
	char *url;
	uint32_t id;
	if (url_normalize(arena, there, &url, &err) != OK)
		return 0;
	return store_feed_find(view, address_here(renamed, len, url), &id) == OK ? id : 0;
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
		const char *url = a->feeds[i].url;
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
		const char *url = a->feeds[i].url;
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
	if (!a->given)
		a->listed = a->feeds_len;
	size_t left = a->give_len - a->given;
	a->arg.urls = a->give + a->given;
	a->arg.urls_len = left < GIVE_MAX ? left : GIVE_MAX;
	return left > 0;
}

/* Whether it is among those that were just sent. */
static bool
was_sent(const struct account *a, const char *url)
{
	for (size_t i = 0; i < a->arg.urls_len; i++)
		if (span_eq(a->arg.urls[i], url))
			return true;
	return false;
}

/* Remembers the server's own addresses for the podcasts that were sent, so that they are
 * not taken for others when the server lists them. */
static int
keep_changed(struct account *a, struct err *err)
{
	struct store_batch *batch;
	int status = store_batch_begin(a->e->store, &batch, err);
	if (status != OK)
		return status;
	for (size_t i = a->listed; status == OK && i < a->feeds_len; i++) {
		char *there = normal(a, a->feeds[i].id);
		const struct remotefeed_record feed = {
			.id = there, .url = a->feeds[i].url};
		if (there && was_sent(a, feed.url) && !str_eq(there, feed.url))
			status = store_remote_put_feed(batch, a->stored.id, &feed, err);
	}
	return store_batch_end(batch, status, err);
}

void
engine_account_give_got(struct account *a)
{
	struct err err;
	a->given += a->arg.urls_len;
	a->report.feeds += a->arg.urls_len;
	for (size_t i = a->listed; i < a->feeds_len; i++)
		if (str_empty(a->feeds[i].id) && was_sent(a, a->feeds[i].url)) {
			a->report.feeds--;
			engine_event_note(a->e, true,
				_("%s: the server does not take the podcast %s"), a->name,
				url_mask(&a->arena, a->feeds[i].url));
		}
	if (a->listed < a->feeds_len && keep_changed(a, &err) != OK)
		engine_account_fault(a, &err);
	a->listed = a->feeds_len;
}
