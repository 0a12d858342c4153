/*
 * The worker's turns: first our machine number and states for what was set before, then
 * our log is written (sync_log.c) and those of others are read (sync_peer.c), a slice
 * each turn; once a day, states whose item never came are dropped.
 */
#include "config.h"

#include "engine/sync/sync.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/inotify.h"
#include "engine/core/message.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/sync/sync.h"

#define CHECK_MS 5000      /* between checks of a directory that is not watched */
#define SOON_MS 300        /* gathers what the user does in quick succession */
#define WATCHED_MS 600000  /* of a watched one, in case an event is missed */
#define AGE_FIRST_MS 60000 /* keeps it out of short commands */
#define AGE_EACH_MS (24 * 3600 * INT64_C(1000))
/* Does everything at the end: a short command has no other turn. */
#define FLUSH_MS 300

void
engine_sync_fault(struct engine *e, const struct err *err)
{
	if (!e->sync->quiet)
		engine_event_unstored(e, err);
	e->sync->quiet = true;
	e->sync->next_ms = time_mono_ms() + CHECK_MS;
}

char *
engine_sync_path(const struct engine *e, const char *name)
{
	struct buf path = BUF_INIT(0);
	buf_addf(&path, "%s/%s", e->sync->dir, name);
	return buf_take(&path);
}

char *
engine_sync_name(uint64_t machine)
{
	struct buf name = BUF_INIT(0);
	buf_addf(&name, "%016" PRIx64 SYNC_SUFFIX, machine);
	return buf_take(&name);
}

int
engine_sync_info(struct engine *e, struct store_sync_info *info, struct err *err)
{
	struct store_view view;
	int status = store_view_begin(e->store, &view, err);
	if (status != OK)
		return status;
	status = store_sync_info(&view, info);
	store_view_end(&view);
	if (status != OK)
		err_set(err, status,
			_("the store's states cannot be read; run courant check"));
	return status;
}

/* ---- the worker's turns */

int
engine_sync_init(struct engine *e, struct err *err)
{
	const char *dir = e->options->state_dir;
	(void)err;
	e->sync = mem_zalloc(sizeof *e->sync);
	e->sync->seen = (struct map)MAP_INIT;
	e->sync->age_ms = time_mono_ms() + AGE_FIRST_MS;
	if (str_empty(dir) || store_read_only(e->store) || store_temporary(e->store))
		return OK;
	e->sync->dir = file_expand_home(dir);
	return OK;
}

void
engine_sync_done(struct engine *e)
{
	for (size_t i = 0; i < e->sync->seen.count; i++)
		free(e->sync->seen.entries[i].value);
	map_done(&e->sync->seen);
	engine_sync_writer_free(e->sync->rewrite);
	free(e->sync->peer);
	free(e->sync->dir);
	free(e->sync);
}

void
engine_sync_restart(struct engine *e)
{
	struct err err;
	engine_sync_done(e);
	engine_watch_end(e, ENGINE_WATCH_STATES);
	(void)!engine_sync_init(e, &err); /* it only fails at start-up */
}

void
engine_sync_touch(struct engine *e)
{
	int64_t soon = time_mono_ms() + SOON_MS;
	if (e->sync->dir && e->sync->next_ms > soon)
		e->sync->next_ms = soon;
}

/* Gets our machine number, and makes states of what was set before. */
static bool
make_ready(struct engine *e)
{
	struct store_sync_info info;
	struct err err;
	bool more;
	if (file_make_dirs(e->sync->dir, &err) != OK ||
		engine_sync_info(e, &info, &err) != OK ||
		engine_sync_own(e->store, &info, &err) != OK ||
		!engine_sync_seed(e->store, &more, &err)) {
		engine_sync_fault(e, &err);
		return false;
	}
	e->sync->ready = !more;
	return true;
}

/* Once a day, drops states that waited too long for their item, a slice each call. True:
 * there is more at once. */
static bool
age(struct engine *e, struct err *err)
{
	struct store_batch *batch = NULL;
	size_t gone = 0;
	int status = store_batch_begin(e->store, &batch, err);
	if (status == OK)
		status = store_sync_expire(batch, &e->sync->age, SYNC_WALK_ITEMS,
			engine_now(e) * 1000, &gone, err);
	if (status == OK && gone)
		status = store_batch_commit(batch, err);
	else if (batch)
		store_batch_abort(batch);
	if (status == OK && !e->sync->age.done)
		return true;
	e->sync->age = (struct store_sync_walk){0};
	e->sync->age_ms = time_mono_ms() + AGE_EACH_MS;
	return false;
}

/* True: there is more at once. */
static bool
exchange(struct engine *e)
{
	struct err err;
	bool more;
	if (engine_sync_write(e, &more, &err) != OK ||
		(!more && engine_sync_find_peer(e, &e->sync->peer, &err) != OK)) {
		engine_sync_fault(e, &err);
		return false;
	}
	if (more || e->sync->peer)
		return true;
	e->sync->quiet = false;
	bool watched = engine_watch_on(e, ENGINE_WATCH_STATES);
	if (e->sync->next_ms <= time_mono_ms())
		e->sync->next_ms = time_mono_ms() + (watched ? WATCHED_MS : CHECK_MS);
	return false;
}

bool
engine_sync_step(struct engine *e)
{
	struct err err;
	if (!e->sync->dir)
		return false;
	if (e->listened)
		engine_sync_touch(e);
	e->listened = false;
	if (e->sync->rewrite)
		return engine_sync_rewrite(e) || engine_sync_wait(e) == 0;
	if (engine_watch_changed(e, ENGINE_WATCH_STATES) && e->sync->ready &&
		!e->sync->quiet)
		engine_sync_touch(e);
	if (e->sync->ready && !e->sync->peer && time_mono_ms() >= e->sync->age_ms)
		return age(e, &err) || engine_sync_wait(e) == 0;
	if (time_mono_ms() < e->sync->next_ms)
		return false;
	if (!e->sync->ready)
		return make_ready(e);
	/* Before the look, so that nothing is missed. */
	engine_watch_begin(e, ENGINE_WATCH_STATES, e->sync->dir);
	if (!e->sync->peer)
		return exchange(e);
	if (engine_sync_read_peer(e, &err) == OK)
		return true;
	engine_sync_fault(e, &err);
	return false;
}

int64_t
engine_sync_wait(const struct engine *e)
{
	if (!e->sync->dir)
		return INT64_MAX;
	int64_t next = e->sync->next_ms;
	if (e->sync->ready && e->sync->age_ms < next)
		next = e->sync->age_ms;
	int64_t wait = e->sync->rewrite ? 0 : next - time_mono_ms();
	return wait > 0 ? wait : 0;
}

void
engine_sync_flush(struct engine *e)
{
	int64_t end = time_mono_ms() + FLUSH_MS;
	e->sync->next_ms = 0;
	while (engine_sync_step(e) && time_mono_ms() < end)
		;
}
