#include "config.h"

#include "engine/refresh/pause.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "base/vec.h"
#include "fetch/address.h"
#include "model/subscription.h"
#include "schedule/due.h"
#include "store/db/view.h"
#include "store/feed/pause.h"

void
engine_refresh_pause_done(struct engine_pauses *pauses)
{
	for (size_t i = 0; i < pauses->len; i++)
		free(pauses->list[i].host);
	free(pauses->list);
	*pauses = (struct engine_pauses){0};
}

static struct span
host_of(const char *url)
{
	return fetch_address_server(subscription_address(url));
}

static bool
same_host(struct span a, struct span b)
{
	return a.n > 0 && a.n == b.n && str_ieqn(a.p, b.p, a.n);
}

bool
engine_refresh_pause_same_host(const char *a, const char *b)
{
	return same_host(host_of(a), host_of(b));
}

static struct engine_pause *
find(const struct engine_pauses *pauses, struct span host)
{
	for (size_t i = 0; i < pauses->len; i++)
		if (same_host(span_of(pauses->list[i].host), host))
			return &pauses->list[i];
	return NULL;
}

static void
add(struct engine_pauses *pauses, struct span host, int64_t until)
{
	struct engine_pause *pause = find(pauses, host);
	if (!pause) {
		pause = VEC_PUSH(pauses->list, pauses->len, pauses->cap);
		pause->host = mem_strndup(host.p, host.n);
	}
	pause->until = until;
}

void
engine_refresh_pause_add(struct engine_pauses *pauses, const char *url, int64_t until)
{
	add(pauses, host_of(url), until);
}

void
engine_refresh_pause_load(
	struct engine_pauses *pauses, const struct store_view *view, int64_t now)
{
	struct arena arena = ARENA_INIT;
	struct store_pause *list;
	size_t len;
	if (store_feed_pauses(view, now, &arena, &list, &len) != OK)
		len = 0;
	for (size_t i = 0; i < len; i++) {
		struct span host = span_of(list[i].host);
		const struct engine_pause *known = find(pauses, host);
		/* A longer pause that we already know is kept: perhaps it could not be
		 * stored. */
		if (!known || known->until < list[i].until)
			add(pauses, host, list[i].until);
	}
	arena_done(&arena);
}

int
engine_refresh_pause_store(struct store_batch *batch, const char *url, int64_t until,
	int64_t now, struct err *err)
{
	struct span host = host_of(url);
	struct buf lower = BUF_INIT(0);
	url_put_lower(&lower, host);
	int status = store_feed_put_pause(
		batch, (struct span){buf_str(&lower), lower.len}, until, now, err);
	buf_done(&lower);
	return status;
}

int64_t
engine_refresh_pause_of(const struct engine_pauses *pauses, const char *url, int64_t now)
{
	const struct engine_pause *pause =
		pauses->len ? find(pauses, host_of(url)) : NULL;
	return pause && pause->until > now && pause->until - now <= DUE_RETRY_CREDIBLE
		       ? pause->until
		       : TIME_NONE;
}
