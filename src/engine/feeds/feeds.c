/*
 * The directory is watched, not the file, since many editors write a new file and rename
 * it into place. While an editor saves, the file may be empty or missing for a moment, so
 * it is read only when it has not changed for SETTLE_MS.
 *
 * Our own changes to the file look like those of others; comparing it with the
 * subscriptions in force shows that it says nothing new.
 */
#include "config.h"

#include "engine/feeds/feeds.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/feeds.h"
#include "conf/feeds_account.h"
#include "conf/feeds_list.h"
#include "engine/core/engine.h"
#include "engine/core/inotify.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/feeds/subscribe.h"
#include "model/subscription.h"
#include "store/db/view.h"

#define SETTLE_MS 150
#define SETTLE_MAX_MS 600 /* then it is read even if it keeps changing */
#define CHECK_MS 700      /* between checks where the directory can't be watched */

/* ---- reading it */

struct faults {
	struct err first;
	size_t count;
};

static void
add_fault(void *data, const char *sentence)
{
	struct faults *faults = data;
	if (faults->count++ == 0)
		err_set(&faults->first, ERR_INVALID, "%s", sentence);
	log_put(LOG_WARN, "%s", sentence);
}

/* Reads the lines without faults; ERR_INVALID if there are others. */
static int
read_lines(struct engine *e, struct subscriptions *subs, struct faults *faults)
{
	struct stat now;
	struct err *err = &faults->first;
	int status = conf_feeds_load(subs, e->feeds_path, add_fault, faults, err);
	if (status != OK || faults->count > 0)
		return status != OK ? status : ERR_INVALID;
	if (subs->len == 0 && e->settings->subs.len > 0 && stat(e->feeds_path, &now) != 0)
		return err_set_errno(err, ERR_NOT_FOUND, "%s", e->feeds_path);
	return OK;
}

static bool
same_texts(char *const *a, char *const *b, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!str_eq(a[i], b[i]))
			return false;
	return true;
}

static bool
same_line(const struct subscription *a, const struct subscription *b)
{
	if (!str_eq(a->url, b->url) || !str_eq(a->title, b->title) ||
		a->hidden != b->hidden || a->tags_len != b->tags_len ||
		a->options_len != b->options_len ||
		!same_texts(a->tags, b->tags, a->tags_len))
		return false;
	for (size_t i = 0; i < a->options_len; i++)
		if (!str_eq(a->options[i].name, b->options[i].name) ||
			!str_eq(a->options[i].value, b->options[i].value))
			return false;
	return true;
}

static bool
same_lines(const struct subscriptions *a, const struct subscriptions *b)
{
	for (size_t i = 0; a->len == b->len && i < a->len; i++)
		if (!same_line(&a->list[i], &b->list[i]))
			return false;
	return a->len == b->len;
}

static void
tell_faults(struct engine *e, const struct faults *faults)
{
	struct buf text = BUF_INIT(0);
	size_t more = faults->count > 1 ? faults->count - 1 : 0;
	engine_settings_set_fault(e, faults->first.text);
	/* The file's name may be long, so the outcome comes first. */
	buf_addf(&text, _("feeds not reloaded: %s"), faults->first.text);
	if (more)
		buf_addf(&text,
			P_(" (and %zu more fault)", " (and %zu more faults)", more),
			more);
	const struct engine_event event = {
		.kind = ENGINE_RELOADED, .error = true, .text = buf_str(&text)};
	engine_event_post(e, &event);
	buf_done(&text);
}

static void
take_over(struct engine *e, struct subscriptions *subs, bool news)
{
	const struct engine_event events[] = {
		{.kind = ENGINE_CHANGED}, {.kind = ENGINE_RELOADED}};
	engine_settings_load(e, subs);
	engine_settings_set_fault(e, NULL);
	for (size_t i = 0; i < (news ? COUNT_OF(events) : 1); i++)
		engine_event_post(e, &events[i]);
	engine_check_due(e); /* new feeds are due */
}

static void
reload(struct engine *e, bool asked)
{
	struct subscriptions *subs = subscription_list_new();
	struct faults faults = {0};
	int status = read_lines(e, subs, &faults);
	bool news = !same_lines(&e->settings->subs, subs);
	if (status == OK)
		status = engine_feeds_store_subscriptions(
			e->store, subs, e->settings->now, &faults.first);
	if (status == OK)
		take_over(e, subs, news || e->settings->fault);
	else if (asked || news || !str_eq(e->settings->fault, faults.first.text))
		tell_faults(e, &faults);
	subscription_list_free(subs);
}

void
engine_feeds_reload(struct engine *e)
{
	reload(e, true);
}

/* ---- noticing that it has changed */

/* The directory of the file itself, where path is a symbolic link. */
static char *
directory_of(const char *path)
{
	char *file = realpath(path, NULL);
	char *dir = file_folder(file ? file : path);
	free(file);
	return dir;
}

void
engine_feeds_init(struct engine *e, bool watch)
{
	struct engine_feeds *f = e->feeds;
	if (!watch || store_read_only(e->store))
		return;
	f->dir = directory_of(e->feeds_path);
	f->seen = conf_feeds_stat(e->feeds_path);
}

void
engine_feeds_done(struct engine_feeds *f)
{
	free(f->dir);
	*f = (struct engine_feeds){0};
}

static void
check_file(struct engine *e, int64_t now_ms)
{
	struct engine_feeds *f = e->feeds;
	bool watched = engine_watch_begin(e, ENGINE_WATCH_FEEDS, f->dir);
	const struct stat now = conf_feeds_stat(
		e->feeds_path); /* after that, so that nothing is missed */
	bool changed = conf_feeds_stat_differs(&now, &f->seen);
	f->seen = now;
	if (changed && !f->settling) {
		f->settling = true;
		f->since_ms = now_ms;
	}
	if (changed && now_ms - f->since_ms < SETTLE_MAX_MS) {
		f->check_ms = now_ms + SETTLE_MS;
		return;
	}
	f->check_ms = watched ? INT64_MAX : now_ms + CHECK_MS;
	if (f->settling) {
		f->settling = false;
		reload(e, false);
	}
}

void
engine_feeds_step(struct engine *e)
{
	struct engine_feeds *f = e->feeds;
	int64_t now_ms = time_mono_ms();
	if (!f->dir)
		return;
	if (engine_watch_changed(e, ENGINE_WATCH_FEEDS) && !f->settling)
		f->check_ms = now_ms;
	if (now_ms >= f->check_ms)
		check_file(e, now_ms);
}

int64_t
engine_feeds_wait(const struct engine *e)
{
	const struct engine_feeds *f = e->feeds;
	if (!f->dir || f->check_ms == INT64_MAX)
		return INT64_MAX;
	int64_t wait = f->check_ms - time_mono_ms();
	return wait > 0 ? wait : 0;
}
