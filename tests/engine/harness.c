#include "config.h"

#include "engine/harness.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/time.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/file/copy.h"
#include "store/health/check.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/open.h"

static void
ok(int status, const struct err *err)
{
	if (status != OK)
		print_message("# %s\n", err->text);
	assert_int_equal(status, OK);
}

void
rig_init(struct rig *rig, const char *script, const char *paths)
{
	const char *tmp = getenv("TMPDIR");
	memset(rig, 0, sizeof *rig);
	snprintf(rig->dir, sizeof rig->dir, "%s/courant-engine-XXXXXX",
		tmp && *tmp ? tmp : "/tmp");
	assert_non_null(mkdtemp(rig->dir));
	snprintf(rig->feeds, sizeof rig->feeds, "%s/feeds", rig->dir);
	snprintf(rig->data, sizeof rig->data, "%s/store", rig->dir);
	snprintf(rig->config, sizeof rig->config, "%s/config", rig->dir);
	rig->server = http_server_start(script, NULL);
	conf_options_init(&rig->options);
	rig_option(rig, "host-connections", "0");
	rig_option(rig, "host-gap", "0");
	rig_feeds(rig, paths);
}

void
rig_done(struct rig *rig)
{
	char program[] = "rm", flags[] = "-rf";
	char *const remove[] = {program, flags, rig->dir, NULL};
	struct err err = {0};
	rig_stop(rig);
	rig_close(rig);
	http_server_stop(rig->server);
	conf_options_done(&rig->options);
	conf_settings_unref(rig->settings);
	arena_done(&rig->arena);
	ok(spawn_run(remove, NULL, NULL, NULL, DEADLINE_MS, -1, &err), &err);
}

static const char *
address(struct rig *rig, const char *path)
{
	if (strchr(path, ':'))
		return path;
	return arena_printf(&rig->arena, "%s%s", http_server_url(rig->server), path);
}

void
rig_feeds(struct rig *rig, const char *paths)
{
	struct buf text = BUF_INIT(0);
	struct err err = {0};
	struct span rest = span_of(paths), word;
	while (span_split(&rest, ' ', &word))
		buf_addf(&text, "%s\n",
			address(rig, arena_strndup(&rig->arena, word.p, word.n)));
	ok(file_write(rig->feeds, buf_str(&text), text.len, 0600, &err), &err);
	buf_done(&text);
}

void
rig_option(struct rig *rig, const char *name, const char *value)
{
	struct err err = {0};
	ok(conf_option_set(&rig->options, name, value, &err), &err);
}

int64_t
rig_now(const struct rig *rig)
{
	return time_wall() + rig->ahead + rig->slept_ms / 1000;
}

static int64_t
clock_of(void *data)
{
	struct rig *rig = data;
	if (rig->readings > 0 && --rig->readings == 0)
		rig->ahead = rig->jump;
	return rig_now(rig);
}

static int64_t
boot_of(void *data)
{
	const struct rig *rig = data;
	return time_boot_ms() + rig->slept_ms;
}

/* The one before is freed by whoever holds it last: nobody may use it then. */
void
rig_settings(struct rig *rig)
{
	struct settings *next;
	struct err err = {0};
	ok(conf_settings_load(&next, rig->config, NULL, 0, &err), &err);
	assert_int_equal(next->config.errors_len, 0);
	if (rig->settings)
		next->generation = rig->settings->generation + 1;
	conf_options_done(&next->options);
	conf_options_copy(&next->options, &rig->options);
	conf_settings_unref(rig->settings);
	rig->settings = next;
}

void
rig_configure(struct rig *rig, bool schedule)
{
	uint64_t generation = 0;
	rig_settings(rig);
	engine_reload_settings(rig->engine, rig->settings, schedule);
	while (generation != rig->settings->generation) {
		struct engine_event *event = rig_wait(rig, ENGINE_RELOADED);
		generation = event->generation;
		free(event);
	}
}

void
rig_start(struct rig *rig, bool schedule)
{
	struct err err = {0};
	rig_settings(rig);
	if (!rig->store)
		ok(store_open(&rig->store, rig->data, &err), &err);
	const struct engine_setup setup = {.store = rig->store,
		.settings = rig->settings,
		.feeds_path = rig->feeds,
		.watch_feeds = rig->watch,
		.clock = clock_of,
		.boot = boot_of,
		.clock_data = rig,
		.quit_ms = rig->quit_ms,
		.commands_ms = rig->commands_ms,
		.lost = &rig->lost,
		.schedule = schedule};
	ok(engine_start(&rig->engine, &setup, &err), &err);
}

void
rig_stop(struct rig *rig)
{
	assert_true(engine_stop(rig->engine));
	rig->engine = NULL;
}

void
rig_close(struct rig *rig)
{
	store_close(rig->store);
	rig->store = NULL;
}

struct engine_event *
rig_wait(struct rig *rig, enum engine_event_kind kind)
{
	int64_t end = time_mono_ms() + DEADLINE_MS;
	for (;;) {
		struct engine_event *event = engine_take(rig->engine);
		if (event && event->kind == kind) {
			if (kind == ENGINE_DONE)
				rig->counts = event->counts;
			return event;
		}
		if (event && event->kind == ENGINE_NOTE)
			print_message("# note: %s\n", event->text);
		if (event) {
			free(event);
			continue;
		}
		struct pollfd fd = {.fd = engine_fd(rig->engine), .events = POLLIN};
		int64_t left = end - time_mono_ms();
		if (left <= 0 || poll(&fd, 1, (int)left) == 0)
			fail_msg("no event %d within %d ms", kind, DEADLINE_MS);
	}
}

void
rig_mark(struct rig *rig, enum action verb, const uint64_t *items, size_t len)
{
	engine_do(rig->engine, &(struct engine_action){
				       .verb = verb, .target = engine_items(items, len)});
}

void
rig_mark_list(struct rig *rig, const struct store_scope *scope, uint64_t upto)
{
	engine_do(rig->engine,
		&(struct engine_action){.verb = ACTION_READ,
			.target = {.kind = TARGET_SCOPE, .scope = *scope, .upto = upto}});
}

void
rig_change(
	struct rig *rig, const uint32_t *feeds, size_t len, struct engine_action action)
{
	action.target = engine_feeds(feeds, len);
	engine_do(rig->engine, &action);
}

void
rig_undo(struct rig *rig, bool redo)
{
	engine_do(rig->engine,
		&(struct engine_action){.verb = redo ? ACTION_REDO : ACTION_UNDO});
}

void
rig_refresh(struct rig *rig, int flags)
{
	engine_refresh(rig->engine, NULL, 0, flags);
	free(rig_wait(rig, ENGINE_DONE));
}

void
rig_run(struct rig *rig, int flags)
{
	rig_start(rig, false);
	rig_refresh(rig, flags);
	rig_stop(rig);
}

static struct store_view
view(struct rig *rig)
{
	struct store_view v;
	struct err err = {0};
	ok(store_view_begin(rig->store, &v, &err), &err);
	return v;
}

struct store_feed
rig_feed(struct rig *rig, const char *path)
{
	struct store_view v = view(rig);
	struct store_feed feed;
	uint32_t id;
	assert_int_equal(store_feed_find(&v, address(rig, path), &id), OK);
	assert_int_equal(store_feed(&v, id, &rig->arena, &feed), OK);
	store_view_end(&v);
	return feed;
}

struct http_state
rig_http(struct rig *rig, const char *path)
{
	struct http_state http;
	uint32_t id = rig_feed(rig, path).id;
	struct store_view v = view(rig);
	assert_int_equal(store_feed_state(&v, id, &rig->arena, &http, NULL, NULL), OK);
	store_view_end(&v);
	return http;
}

/* Of the items with all these flags. */
static const char *
titles_with(struct rig *rig, const char *path, int flags)
{
	struct store_key keys[256];
	size_t len;
	const struct store_scope scope = {
		.kind = STORE_FEED, .feed = rig_feed(rig, path).id};
	struct store_view v = view(rig);
	struct buf out = BUF_INIT(0);
	assert_int_equal(
		store_item_keys(&v, &scope, NULL, keys, COUNT_OF(keys), &len), OK);
	for (size_t i = 0; i < len; i++) {
		struct store_item item;
		assert_int_equal(store_item(&v, keys[i].id, &rig->arena, &item), OK);
		if ((item.flags & flags) != flags)
			continue;
		buf_addf(&out, "%s%s", out.len ? "|" : "", item.title ? item.title : "");
	}
	store_view_end(&v);
	const char *titles = arena_strdup(&rig->arena, buf_str(&out));
	buf_done(&out);
	return titles;
}

const char *
rig_titles(struct rig *rig, const char *path)
{
	return titles_with(rig, path, 0);
}

const char *
rig_gone(struct rig *rig, const char *path)
{
	return titles_with(rig, path, ITEM_GONE);
}

size_t
rig_asked(struct rig *rig, const char *path)
{
	struct http_log log;
	http_server_log(rig->server, &log);
	size_t n = http_log_count(&log, path);
	http_log_done(&log);
	return n;
}

void
rig_wait_asked(struct rig *rig, size_t n)
{
	int64_t end = time_mono_ms() + DEADLINE_MS;
	while (rig_asked(rig, NULL) < n) {
		assert_true(time_mono_ms() < end);
		poll(NULL, 0, 1);
	}
}

const char *
rig_sent(struct rig *rig, const char *path, size_t n, const char *header)
{
	struct http_log log;
	http_server_log(rig->server, &log);
	const struct http_request *request = http_log_find(&log, path, n);
	assert_non_null(request);
	char *value = http_request_value(request, header);
	const char *copy = arena_strdup(&rig->arena, value);
	free(value);
	http_log_done(&log);
	return copy;
}

static void
report(void *data, const char *sentence)
{
	(void)data;
	print_message("# %s\n", sentence);
}

void
rig_check(struct rig *rig)
{
	const struct store_watch watch = {.report = report};
	struct store_health_check found = {0};
	struct err err = {0};
	ok(store_health_check(rig->store, &found, &watch, &err), &err);
	assert_int_equal(store_health_check_faults(&found), 0);
}
