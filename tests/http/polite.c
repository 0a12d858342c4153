#include "config.h"

#include "http/polite.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/time.h"
#include "store/open.h"

#define PATIENCE_MS 30000

void
polite_die(const char *what, const struct err *err)
{
	fprintf(stderr, "politeness: %s%s%s\n", what, err ? ": " : "",
		err ? err->text : "");
	exit(99);
}

static int64_t
still_clock(void *data)
{
	return __atomic_load_n(&((struct polite *)data)->now, __ATOMIC_SEQ_CST);
}

static int64_t
ticking_clock(void *data)
{
	return still_clock(data) +
	       (time_boot_ms() - ((struct polite *)data)->begun_ms) / 1000;
}

static int64_t
boot(void *data)
{
	return time_boot_ms() +
	       __atomic_load_n(&((struct polite *)data)->slept_ms, __ATOMIC_SEQ_CST);
}

void
polite_server(struct polite *p, const char *script)
{
	const char *tmp = getenv("TMPDIR");
	snprintf(p->dir, sizeof p->dir, "%s/courant-polite-XXXXXX",
		str_empty(tmp) ? "/tmp" : tmp);
	if (!mkdtemp(p->dir))
		polite_die("no temporary directory", NULL);
	snprintf(p->feeds, sizeof p->feeds, "%s/feeds", p->dir);
	snprintf(p->data, sizeof p->data, "%s/store", p->dir);
	p->server = http_server_start(script, NULL);
}

void
polite_store(struct polite *p, const char *lines)
{
	struct err err;
	if (file_write(p->feeds, lines, strlen(lines), 0600, &err) != OK)
		polite_die("feeds", &err);
	static const char *const given[] = {"host-gap=0"};
	if (conf_settings_load(&p->settings, NULL, given, 1, &err) != OK ||
		store_open(&p->store, p->data, &err) != OK)
		polite_die("store", &err);
}

void
polite_start(struct polite *p, bool ticks)
{
	struct err err;
	p->begun_ms = time_boot_ms();
	const struct engine_setup setup = {.store = p->store,
		.settings = p->settings,
		.feeds_path = p->feeds,
		.clock = ticks ? ticking_clock : still_clock,
		.boot = boot,
		.clock_data = p,
		.schedule = ticks};
	if (engine_start(&p->engine, &setup, &err) != OK)
		polite_die("engine", &err);
}

void
polite_end(struct polite *p)
{
	char program[] = "rm", flags[] = "-rf";
	char *const remove[] = {program, flags, p->dir, NULL};
	struct err err;
	engine_stop(p->engine);
	store_close(p->store);
	http_server_stop(p->server);
	conf_settings_unref(p->settings);
	if (spawn_run(remove, NULL, NULL, NULL, PATIENCE_MS, -1, &err) != OK)
		polite_die("removing", &err);
}

void
polite_set_now(struct polite *p, int64_t now)
{
	__atomic_store_n(&p->now, now, __ATOMIC_SEQ_CST);
}

void
polite_set_slept(struct polite *p, int64_t ms)
{
	__atomic_store_n(&p->slept_ms, ms, __ATOMIC_SEQ_CST);
}

bool
polite_wait(struct polite *p, int64_t end)
{
	for (;;) {
		struct engine_event *event = engine_take(p->engine);
		bool any = event != NULL, done = any && event->kind == ENGINE_DONE;
		free(event);
		if (done)
			return true;
		struct pollfd fd = {.fd = engine_fd(p->engine), .events = POLLIN};
		int64_t left = end - time_mono_ms();
		if (!any && (left <= 0 || poll(&fd, 1, (int)left) <= 0))
			return false;
	}
}
