#include "config.h"

#include "engine/core/settings.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "conf/config.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "fetch/fetch.h"
#include "model/subscription.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/gc.h"

void
engine_settings_done(struct engine_settings *s)
{
	for (size_t i = 0; i < s->own.count; i++) {
		conf_options_done(s->own.entries[i].value);
		free(s->own.entries[i].value);
	}
	map_done(&s->own);
}

static void
add(struct engine *e, const struct store_view *view, const struct subscription *sub)
{
	uint32_t feed;
	if (!conf_feed_has_options(e->config, sub) ||
		store_feed_find(view, sub->url, &feed) != OK)
		return;
	void **at = map_put(&e->settings->own, &feed, sizeof feed);
	if (*at)
		return;
	struct options *own = mem_alloc(sizeof *own);
	conf_feed_options(own, e->options, e->config, sub);
	*at = own;
}

void
engine_settings_load(struct engine *e, const struct subscriptions *subs)
{
	struct store_view view;
	/* The old ones are better than none: without them a feed would be asked around
	 * its proxy. */
	if (store_view_begin(e->store, &view, NULL) != OK)
		return;
	engine_settings_done(e->settings);
	map_init(&e->settings->own);
	for (size_t i = 0; i < subs->len; i++)
		add(e, &view, &subs->list[i]);
	store_view_end(&view);
}

uint32_t
engine_settings_next(const struct engine *e, size_t *at)
{
	const struct map *own = &e->settings->own;
	uint32_t feed = 0;
	if (*at < own->count)
		memcpy(&feed, own->entries[(*at)++].key, sizeof feed);
	return feed;
}

static const struct options *
own_of(const struct engine *e, uint32_t feed)
{
	return map_get(&e->settings->own, &feed, sizeof feed);
}

/* What holds for a feed; never NULL, valid until the next load. */
static const struct options *
settings_of(const struct engine *e, uint32_t feed)
{
	const struct options *own = own_of(e, feed);
	return own ? own : e->options;
}

static const char *
proxy_of(const struct options *o)
{
	if (str_empty(o->proxy))
		return NULL; /* the environment's */
	return str_eq(o->proxy, "none") ? "" : o->proxy;
}

struct fetch_own
engine_settings_request(const struct options *o)
{
	return (struct fetch_own){
		.user_agent = o->user_agent,
		.headers = o->http_headers,
		.login = o->login,
		.plain_login = o->plain_login,
		.netrc = o->netrc,
		.proxy = proxy_of(o),
		.ca_file = o->ca_file,
		.client_cert = o->client_cert,
		.client_key = o->client_key,
		.pin = o->pin,
		.ocsp_staple = o->ocsp_staple,
	};
}

const struct fetch_own *
engine_settings_own(const struct engine *e, uint32_t feed, struct fetch_own *space)
{
	const struct options *own = own_of(e, feed);
	if (!own)
		return NULL;
	*space = engine_settings_request(own);
	return space;
}

struct store_keep
engine_settings_keep(const struct engine *e, uint32_t feed)
{
	const struct options *o = settings_of(e, feed);
	return (struct store_keep){
		.feed = feed, .items = o->keep_items, .days = o->keep_days};
}

size_t
engine_settings_first_unread(const struct engine *e, uint32_t feed)
{
	const struct options *o = settings_of(e, feed);
	return (size_t)o->first_unread;
}

struct due_limits
engine_settings_limits(const struct engine *e, uint32_t feed)
{
	const struct options *o = settings_of(e, feed);
	struct due_limits limits = {o->min_interval / 1000, o->max_interval / 1000};
	if (limits.max_interval < limits.min_interval)
		limits.max_interval = limits.min_interval;
	return limits;
}

double
engine_settings_weight(const struct engine *e, uint32_t feed)
{
	return (double)settings_of(e, feed)->priority;
}

const char *
engine_settings_strategy(const struct engine *e, uint32_t feed)
{
	return settings_of(e, feed)->strategy;
}
