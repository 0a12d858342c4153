/*
 * Which podcasts a server's user follows. Those that only one side follows are listed,
 * and nothing else happens unless the user asks for it (courant account podcasts). When
 * one side stops following what both did, the other one does, too: here, the podcast's
 * line goes, which can be undone, and its items stay; there, it is taken out of the list.
 * Servers lose lists, and users lose files: if none would remain, or less than half, that
 * waits for the user.
 */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/map.h"
#include "base/str.h"
#include "base/url.h"
#include "engine/account/account_inside.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/feeds/subscribe.h"
#include "fetch/private.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/media/media.h"

#define GIVE_MAX 30 /* in a request */
#define FEW 4       /* of that many, more than half are many */

bool
engine_account_podcasts_begin(struct account *a)
{
	a->whole = !(a->flags & ENGINE_SYNC_CHECK);
	a->give_max = GIVE_MAX;
	return a->whole && (!a->stored.is.first || !a->brief);
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

/* ---- what both sides follow, and what one of them has removed */

struct comparison {
	struct map urls, ids; /* of the feeds here: struct store_feed */
	struct map base;  /* what the last list left: struct remotefeed_record, by id */
	struct map there; /* ids of the list */
	size_t agreed;    /* podcasts that both sides followed */
	struct remotefeed_record *left; /* those of them that are not in the list */
	size_t left_len;
};

static void *
find(const struct map *map, const char *key)
{
	return map_get(map, key, strlen(key));
}

static int
compare_begin(struct account *a, const struct store_view *view, struct comparison *c)
{
	struct remotefeed_record *base;
	struct store_feed *feeds;
	size_t len = 0, feeds_len = 0;
	int status = store_remote_feeds(view, a->stored.id, &a->arena, &base, &len);
	for (size_t i = 0; i < len; i++) {
		*map_put(&c->base, base[i].id, strlen(base[i].id)) = &base[i];
		c->agreed += base[i].feed != 0;
	}
	c->left = arena_alloc(&a->arena, (len + 1) * sizeof *c->left);
	if (status == OK)
		status = store_feed_all(view, &a->arena, false, &feeds, &feeds_len);
	for (size_t i = 0; i < feeds_len; i++) {
		*map_put(&c->urls, feeds[i].url, strlen(feeds[i].url)) = &feeds[i];
		*map_put(&c->ids, &feeds[i].id, sizeof feeds[i].id) = &feeds[i];
	}
	return status;
}

static void
compare_end(struct comparison *c)
{
	map_done(&c->urls);
	map_done(&c->ids);
	map_done(&c->base);
	map_done(&c->there);
}

/* The feed here: it keeps its id when its address changes. */
static const struct store_feed *
feed_of(const struct comparison *c, const struct remotefeed_record *row)
{
	const struct store_feed *feed =
		row->feed ? map_get(&c->ids, &row->feed, sizeof row->feed) : NULL;
	return feed ? feed : find(&c->urls, row->url);
}

/* One that is in the list. */
static int
keep_listed(struct account *a, struct comparison *c, struct store_batch *batch,
	struct account_feed *listed, struct err *err)
{
	char *there = offered(a, listed->url);
	const struct remotefeed_record *base = there ? find(&c->base, there) : NULL;
	listed->url = base ? base->url : there;
	if (!there || find(&c->there, there))
		return OK;
	*map_put(&c->there, there, strlen(there)) = listed;
	struct remotefeed_record row = {.id = there,
		.url = listed->url,
		.title = listed->title,
		.feed = base ? base->feed : 0};
	const struct store_feed *feed = feed_of(c, &row);
	if (feed) {
		row.feed = feed->id;
		row.url = listed->url = feed->url;
	} else if (row.feed) {
		a->leave =
			arena_push(&a->arena, a->leave, a->leave_len, sizeof *a->leave);
		a->leave[a->leave_len++] = span_of(there);
	} else {
		a->report.podcasts++;
	}
	return store_remote_put_feed(batch, a->stored.id, &row, err);
}

/* One that is not in the list, but was in an earlier one. */
static int
keep_unlisted(struct account *a, struct comparison *c, struct store_batch *batch,
	const struct remotefeed_record *base, struct err *err)
{
	struct remotefeed_record row = *base;
	const struct store_feed *feed = row.feed ? feed_of(c, &row) : NULL;
	if (!feed)
		return store_remote_drop_feed(batch, a->stored.id, span_of(row.id), err);
	row.url = feed->url;
	row.feed = feed->id;
	row.left = true;
	c->left[c->left_len++] = row;
	return store_remote_put_feed(batch, a->stored.id, &row, err);
}

static int
keep_list(struct account *a, struct comparison *c, struct err *err)
{
	struct store_batch *batch;
	int status = store_batch_begin(a->e->store, &batch, err);
	if (status != OK)
		return status;
	struct store_view view = store_batch_view(batch);
	status = store_fail(a->e->store, compare_begin(a, &view, c), err, a->name);
	for (size_t i = 0; status == OK && i < a->feeds_len; i++)
		status = keep_listed(a, c, batch, &a->feeds[i], err);
	for (size_t i = 0; status == OK && i < c->base.count; i++) {
		const struct remotefeed_record *base = c->base.entries[i].value;
		if (!find(&c->there, base->id))
			status = keep_unlisted(a, c, batch, base, err);
	}
	return store_batch_end(batch, status, err);
}

/* So that undo brings them back for good: with their records the next sync would remove
 * them again. */
static int
forget(struct account *a, const struct remotefeed_record *left, size_t len,
	struct err *err)
{
	struct store_batch *batch;
	int status = store_batch_begin(a->e->store, &batch, err);
	if (status != OK)
		return status;
	for (size_t i = 0; status == OK && i < len; i++)
		status = store_remote_drop_feed(
			batch, a->stored.id, span_of(left[i].id), err);
	return store_batch_end(batch, status, err);
}

/* Those whose lines are the user's own. */
static int
leave_here(struct account *a, const struct comparison *c, struct err *err)
{
	uint32_t *feeds = arena_alloc(&a->arena, (c->left_len + 1) * sizeof *feeds);
	size_t len = 0;
	for (size_t i = 0; i < c->left_len; i++) {
		const struct subscription *line =
			subscription_list_find(&a->e->settings->subs, c->left[i].url);
		if (!line || line->list)
			continue;
		feeds[len] = c->left[i].feed;
		c->left[len++] = c->left[i];
	}
	int status = len ? engine_feeds_unsubscribe(a->e, feeds, len, err) : OK;
	if (status == OK && len)
		status = forget(a, c->left, len, err);
	if (status != OK || !len)
		return status;
	a->report.feeds += len;
	engine_event_note(a->e, false,
		P_("%s: %zu podcast that you removed on the server was removed here; "
		   "undo brings it back",
			"%s: %zu podcasts that you removed on the server were removed "
			"here; undo brings them back",
			len),
		a->name, len);
	return OK;
}

static bool
is_doubtful(const struct comparison *c, size_t left, size_t remain)
{
	return left > 0 && (remain == 0 || (c->agreed >= FEW && left * 2 > c->agreed));
}

/* The user has to decide; text says about how many podcasts. */
static void
doubt(struct account *a, size_t n, const char *text)
{
	if (n > 0)
		engine_account_tell_once(
			a, false, arena_printf(&a->arena, text, a->name, n));
}

/* What was removed on one side is removed on the other: here now, there in the next
 * phase. */
static int
settle(struct account *a, struct comparison *c, struct err *err)
{
	bool gives = a->flags & ENGINE_SYNC_GIVE, takes = a->flags & ENGINE_SYNC_TAKE;
	if (!gives && is_doubtful(c, a->leave_len, c->ids.count)) {
		doubt(a, a->leave_len,
			P_("%s: %zu podcast is missing from your feeds; account podcasts "
			   "--give removes it from the server",
				"%s: %zu podcasts are missing from your feeds; account "
				"podcasts --give removes them from the server",
				a->leave_len));
		a->leave_len = 0;
	}
	if (takes || (!gives && !is_doubtful(c, c->left_len, a->feeds_len)))
		return leave_here(a, c, err);
	if (!gives)
		doubt(a, c->left_len,
			P_("%s: %zu podcast is missing on the server; account podcasts "
			   "--take removes it here",
				"%s: %zu podcasts are missing on the server; account "
				"podcasts --take removes them here",
				c->left_len));
	return OK;
}

void
engine_account_podcasts_got(struct account *a)
{
	struct comparison c = {.agreed = 0};
	struct err err;
	int status = keep_list(a, &c, &err);
	if (status == OK)
		status = settle(a, &c, &err);
	compare_end(&c);
	if (status != OK)
		engine_account_fault(a, &err);
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

/* ---- what is sent */

/* Ours that are not there. */
static int
gather(struct account *a, struct err *err)
{
	struct store_view view;
	struct store_feed *feeds;
	struct map there = MAP_INIT;
	size_t len = 0;
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
			!find(&there, feeds[i].url))
			a->give[a->give_len++] = span_of(feeds[i].url);
	store_view_end(&view);
	map_done(&there);
	return store_fail(a->e->store, status, err, a->name);
}

bool
engine_account_give_begin(struct account *a)
{
	const struct conf_account *conf = engine_account_conf(a);
	struct err err;
	if (!conf || conf->read_only || a->flags & ENGINE_SYNC_CHECK)
		return false;
	if (a->flags & ENGINE_SYNC_GIVE && !a->give && gather(a, &err) != OK) {
		engine_account_fault(a, &err);
		return false;
	}
	if (!a->given && !a->left)
		a->listed = a->feeds_len;
	size_t give = a->give_len - a->given, leave = a->leave_len - a->left;
	give = give < a->give_max ? give : a->give_max;
	a->arg.urls = give ? a->give + a->given : NULL;
	a->arg.urls_len = give;
	leave = leave < a->give_max - give ? leave : a->give_max - give;
	a->arg.left = leave ? a->leave + a->left : NULL;
	a->arg.left_len = leave;
	return give + leave > 0;
}

/* Notes that both sides follow it now, and at which address the server does, so that it
 * is not taken for another one when the server lists it. */
static int
keep_given(struct account *a, struct store_batch *batch, struct span url, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	char *here = arena_strndup(&a->arena, url.p, url.n), *there = here;
	struct remotefeed_record row = {.url = here};
	for (size_t i = a->listed; i < a->feeds_len; i++) {
		if (!str_eq(a->feeds[i].url, here))
			continue;
		there = normal(a, a->feeds[i].id);
		if (!str_empty(a->feeds[i].id))
			continue;
		a->report.feeds--;
		engine_event_note(a->e, true,
			_("%s: the server does not take the podcast %s"), a->name,
			url_mask(&a->arena, here));
		return OK;
	}
	row.id = there;
	if (!there || store_feed_find(&view, here, &row.feed) != OK)
		return OK;
	return store_remote_put_feed(batch, a->stored.id, &row, err);
}

static void
go_past(struct account *a)
{
	a->given += a->arg.urls_len;
	a->left += a->arg.left_len;
	a->listed = a->feeds_len;
}

void
engine_account_give_got(struct account *a)
{
	struct store_batch *batch;
	struct err err;
	int status = store_batch_begin(a->e->store, &batch, &err);
	if (status == OK) {
		a->report.feeds += a->arg.urls_len + a->arg.left_len;
		for (size_t i = 0; status == OK && i < a->arg.urls_len; i++)
			status = keep_given(a, batch, a->arg.urls[i], &err);
		/* If the server keeps it, it is only there from now on. */
		for (size_t i = 0; status == OK && i < a->arg.left_len; i++)
			status = store_remote_drop_feed(
				batch, a->stored.id, a->arg.left[i], &err);
		status = store_batch_end(batch, status, &err);
	}
	go_past(a);
	if (status != OK)
		engine_account_fault(a, &err);
}

void
engine_account_give_refused(struct account *a, const struct err *err)
{
	if (a->arg.urls_len + a->arg.left_len > 1) {
		a->give_max = 1;
		return;
	}
	struct span url = a->arg.urls_len ? a->arg.urls[0] : a->arg.left[0];
	char *address = arena_strndup(&a->arena, url.p, url.n);
	engine_account_tell_once(a, true,
		arena_printf(&a->arena, "%s: %s: %s", a->name,
			url_mask(&a->arena, address), err->text));
	go_past(a);
}
