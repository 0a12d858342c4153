#include "config.h"

#include "engine/core/settings.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "conf/settings.h"
#include "engine/core/engine.h"
#include "store/db/view.h"
#include "store/feed/feed.h"

#define HEADERS_MAX ((size_t)256 << 10) /* case 68 */
/* The types that we can read; a page only if there is nothing better. */
#define ACCEPT                                                                           \
	"application/atom+xml, application/rss+xml, application/feed+json, "             \
	"application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, "                \
	"text/html;q=0.5, */*;q=0.1"

/* ---- the output of commands, so that no secret has to be in a file */

/* Stands for the output of a command that is being run. */
static void *
no_output(struct engine_settings *s)
{
	return s;
}

static void
forget_secrets(struct engine_settings *s)
{
	for (size_t i = 0; i < s->secrets.count; i++)
		if (s->secrets.entries[i].value != no_output(s))
			free(s->secrets.entries[i].value);
	map_done(&s->secrets);
	map_init(&s->secrets);
}

static void
forget_own(struct engine_settings *s)
{
	for (size_t i = 0; i < s->own.count; i++) {
		conf_options_done(s->own.entries[i].value);
		free(s->own.entries[i].value);
	}
	map_done(&s->own);
	map_init(&s->own);
	map_done(&s->confined);
	map_init(&s->confined);
}

static void
add_own(struct engine *e, const struct store_view *view, const struct subscription *sub)
{
	uint32_t feed;
	bool options = conf_feed_has_options(e->config, sub);
	if ((!options && !sub->confined) || store_feed_find(view, sub->url, &feed) != OK)
		return;
	if (sub->confined)
		*map_put(&e->settings->confined, &feed, sizeof feed) = e;
	if (!options)
		return;
	void **at = map_put(&e->settings->own, &feed, sizeof feed);
	if (*at)
		return;
	struct options *own = mem_alloc(sizeof *own);
	conf_feed_options(own, e->options, e->config, sub);
	*at = own;
}

static bool
finds_duplicates(const struct options *options)
{
	return !str_eq(options->duplicates, "off");
}

static void
work_out_own(struct engine *e)
{
	struct engine_settings *s = e->settings;
	struct store_view view;
	/* The old options are kept: with none, a feed would be requested without its
	 * proxy. */
	if (store_view_begin(e->store, &view, NULL) != OK)
		return;
	forget_own(s);
	for (size_t i = 0; i < s->subs.len; i++)
		add_own(e, &view, &s->subs.list[i]);
	store_view_end(&view);
	s->texts = finds_duplicates(e->options);
	for (size_t i = 0; i < s->own.count && !s->texts; i++)
		s->texts = finds_duplicates(s->own.entries[i].value);
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

void
engine_settings_use(struct engine *e, struct settings *settings)
{
	struct engine_settings *s = e->settings;
	struct settings *before = s->now;
	s->now = conf_settings_ref(settings);
	e->options = &settings->options;
	e->config = &settings->config;
	forget_secrets(s);
	if (before)
		work_out_own(e);
	conf_settings_unref(before);
}

void
engine_settings_done(struct engine_settings *s)
{
	forget_own(s);
	forget_secrets(s);
	map_done(&s->own);
	map_done(&s->confined);
	arena_done(&s->subs.arena);
	free(s->fault);
	conf_settings_unref(s->now);
}

void
engine_settings_load(struct engine *e, struct subscriptions *subs)
{
	struct engine_settings *s = e->settings;
	arena_done(&s->subs.arena);
	s->subs = *subs;
	*subs = (struct subscriptions){.arena = ARENA_INIT};
	work_out_own(e);
}

void
engine_settings_set_fault(struct engine *e, const char *fault)
{
	free(e->settings->fault);
	e->settings->fault = mem_strdup(fault);
}

static const struct options *
own_of(const struct engine *e, uint32_t feed)
{
	return map_get(&e->settings->own, &feed, sizeof feed);
}

const struct options *
engine_settings_of(const struct engine *e, uint32_t feed)
{
	const struct options *own = own_of(e, feed);
	return own ? own : e->options;
}

void
engine_settings_tagged(const struct engine *e, const char *tag, struct options *out)
{
	char *tags[] = {(char *)(uintptr_t)tag}, none[] = "";
	const struct subscription sub = {.url = none, .tags = tags, .tags_len = 1};
	conf_feed_options(out, e->options, e->config, &sub);
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
		.retries = (int)o->retries,
		.speed_limit = o->speed_limit,
	};
}

static enum fetch_mode
mode_of(const char *name)
{
	if (str_eq(name, "sequential"))
		return FETCH_SEQUENTIAL;
	return str_eq(name, "batch") ? FETCH_BATCH : FETCH_ROLLING;
}

struct fetch_config
engine_settings_fetch(const struct engine *e)
{
	const struct options *o = e->options;
	return (struct fetch_config){
		.mode = mode_of(o->fetch_mode),
		.window = (int)o->fetch_window,
		.host_connections = (int)o->host_connections,
		.domain_connections = (int)o->domain_connections,
		.host_gap_ms = o->host_gap,
		.connect_timeout_ms = o->connect_timeout,
		.total_timeout_ms = o->timeout,
		.low_speed_ms = o->low_speed_timeout,
		.body_max = (size_t)o->body_limit,
		.bodies_max = (size_t)o->bodies_limit,
		.header_max = HEADERS_MAX,
		.redirects_max = (int)o->redirects,
		.accept = ACCEPT,
		.all = engine_settings_request(o),
	};
}

static const char *
output_of(const struct engine *e, const char *command)
{
	char *output = map_get(&e->settings->secrets, command, strlen(command));
	return output == no_output(e->settings) ? NULL : output;
}

const char *
engine_settings_command_due(const struct engine *e, uint32_t feed)
{
	const struct options *o = engine_settings_of(e, feed);
	const char *const commands[] = {o->login_command, o->http_headers_command};
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		if (*commands[i] && !output_of(e, commands[i]))
			return commands[i];
	return NULL;
}

bool
engine_settings_command_output(struct engine *e, const char *command, const char *output)
{
	void **place = map_put(&e->settings->secrets, command, strlen(command));
	if (!output && *place)
		return false;
	if (*place != no_output(e->settings))
		free(*place);
	*place = output ? mem_strdup(output) : no_output(e->settings);
	return true;
}

void
engine_settings_silent(struct engine *e, const char *command)
{
	void **place = map_put(&e->settings->secrets, command, strlen(command));
	if (*place == no_output(e->settings))
		*place = NULL;
}

const struct fetch_own *
engine_settings_own(const struct engine *e, uint32_t feed, struct fetch_own *space)
{
	const struct options *o = engine_settings_of(e, feed);
	if (!own_of(e, feed) && !*o->login_command && !*o->http_headers_command)
		return NULL;
	*space = engine_settings_request(o);
	if (*o->login_command)
		space->login = output_of(e, o->login_command);
	if (*o->http_headers_command)
		space->headers = output_of(e, o->http_headers_command);
	return space;
}

bool
engine_settings_confined(const struct engine *e, uint32_t feed)
{
	return map_get(&e->settings->confined, &feed, sizeof feed) != NULL;
}

struct store_keep
engine_settings_keep(const struct engine *e, uint32_t feed)
{
	const struct options *o = engine_settings_of(e, feed);
	return (struct store_keep){
		.feed = feed, .items = o->keep_items, .days = o->keep_days};
}

size_t
engine_settings_first_unread(const struct engine *e, uint32_t feed)
{
	const struct options *o = engine_settings_of(e, feed);
	return (size_t)o->first_unread;
}

bool
engine_settings_duplicates(const struct engine *e, uint32_t feed, bool *hide)
{
	const struct options *o = engine_settings_of(e, feed);
	*hide = str_eq(o->duplicates, "hide");
	return finds_duplicates(o);
}

bool
engine_settings_texts(const struct engine *e)
{
	return e->settings->texts;
}

bool
engine_settings_all_pages(const struct engine *e, uint32_t feed)
{
	return str_eq(engine_settings_of(e, feed)->full_text, "always");
}

bool
engine_settings_open_pages(const struct engine *e, uint32_t feed)
{
	return !str_eq(engine_settings_of(e, feed)->full_text, "no");
}

bool
engine_settings_summaries(const struct engine *e, uint32_t feed)
{
	return str_eq(engine_settings_of(e, feed)->prefer_text, "summary");
}

bool
engine_settings_unread_edits(const struct engine *e, uint32_t feed)
{
	return str_eq(engine_settings_of(e, feed)->on_change, "unread");
}

const char *
engine_settings_page_command(const struct engine *e, uint32_t feed)
{
	return engine_settings_of(e, feed)->full_text_command;
}

void
engine_settings_filter(
	const struct engine *e, uint32_t feed, const char **only, const char **skip)
{
	const struct options *o = engine_settings_of(e, feed);
	*only = o->only;
	*skip = o->skip;
}

const char *
engine_settings_notify(const struct engine *e, uint32_t feed)
{
	return engine_settings_of(e, feed)->notify;
}

struct due_limits
engine_settings_limits(const struct engine *e, uint32_t feed)
{
	const struct options *o = engine_settings_of(e, feed);
	struct due_limits limits = {o->min_interval / 1000, o->max_interval / 1000};
	if (limits.max_interval < limits.min_interval)
		limits.max_interval = limits.min_interval;
	return limits;
}

double
engine_settings_weight(const struct engine *e, uint32_t feed)
{
	return (double)engine_settings_of(e, feed)->priority;
}

const char *
engine_settings_strategy(const struct engine *e, uint32_t feed)
{
	return engine_settings_of(e, feed)->strategy;
}
