/*
 * Rows are checked when an action has changed them, when the earliest of them is due, and
 * every second while another process works on one, so that its work is taken over soon
 * after it has died.
 */
#include "config.h"

#include "engine/media/download.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "base/vec.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/job/jobs.h"
#include "engine/media/disk.h"
#include "engine/media/download_inside.h"
#include "engine/media/player_inside.h"
#include "engine/media/policy.h"
#include "fetch/fetch.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/journal/journal.h"
#include "store/media/download.h"

#define DUE_MAX 64 /* rows to read in order to find some of different hosts */
#define CLEAN_EVERY TIME_HOUR
#define CLEAN_FIRST 10 /* by then the player of this process knows what to play */
#define HOLD_SLICE 256
#define CHECK_MS 60000
#define OTHERS_MS 1500 /* rows of other processes are checked within this time */

int
engine_media_download_init(struct engine *e, struct err *err)
{
	(void)err;
	e->media = mem_zalloc(sizeof *e->media);
	e->media->reread_ms = INT64_MAX;
	e->media->tries = engine_media_tries_new();
	return OK;
}

void
engine_media_download_done(struct engine *e)
{
	engine_media_runs_done(e);
	engine_media_tries_free(e->media->tries);
	map_done(&e->media->refusals);
	free(e->media);
}

/* A round is over when nothing runs and nothing could be begun. */
static void
end_round(struct engine *e)
{
	struct engine_media *m = e->media;
	const struct engine_event event = {.kind = ENGINE_DOWNLOADED, .error = m->failed};
	m->on = m->once = false;
	engine_media_removed_tell(e);
	engine_event_post(e, &event);
}

void
engine_media_download_begin(struct engine *e, bool keep)
{
	struct engine_media *m = e->media;
	if (store_read_only(e->store)) {
		end_round(e);
		return;
	}
	m->reread = true;
	if (m->on && !m->once && keep)
		return;
	if (keep && !m->clean)
		m->clean = engine_now(e) + CLEAN_FIRST;
	m->on = true;
	m->once = !keep;
	m->failed = m->dir_reported = m->full_reported = false;
}

void
engine_media_download_rescan(struct engine *e)
{
	e->media->reread = true;
}

void
engine_media_download_clean(struct engine *e)
{
	struct engine_media *m = e->media;
	m->clean = engine_now(e);
	m->reread = true;
}

void
engine_media_tell(struct engine *e, uint64_t item, const struct download_record *r,
	int status, const char *text)
{
	bool full = text && status == ERR_FULL;
	const struct engine_event event = {.kind = ENGINE_DOWNLOAD,
		.item = item,
		.size = r->size,
		.size_total = r->total,
		.done = r->state == DOWNLOAD_HERE,
		.error = text != NULL,
		.again = full && e->media->full_reported,
		.text = text};
	engine_event_post(e, &event);
	e->media->full_reported |= full;
	e->media->failed |= text != NULL;
}

int64_t
engine_media_retry(int tries, bool missing, int64_t now)
{
	static const int64_t usual[] = {TIME_MINUTE, 5 * TIME_MINUTE, 30 * TIME_MINUTE,
		2 * TIME_HOUR, 6 * TIME_HOUR};
	static const int64_t absent[] = {TIME_HOUR, TIME_DAY};
	const int64_t *steps = missing ? absent : usual;
	int len = missing ? (int)COUNT_OF(absent) : (int)COUNT_OF(usual);
	return tries > 0 && tries <= len ? now + steps[tries - 1] : TIME_NONE;
}

/* ---- beginning */

bool
engine_media_row_put(struct engine *e, uint64_t item, const struct download_record *r,
	bool claimed, bool gone)
{
	struct store_batch *batch;
	struct err err;
	int status = store_batch_begin(e->store, &batch, &err);
	if (status == OK)
		status = store_batch_end(batch,
			gone ? store_media_download_delete(batch, item, &err)
			     : store_media_download_put(
				       batch, item, r, claimed, engine_now(e), &err),
			&err);
	if (status != OK)
		engine_event_unstored(e, &err);
	return status == OK;
}

/* Whether it waits since this machine had no room for it. Such rows have no tries, since
 * those count failures elsewhere. */
static bool
is_for_room(const struct download_record *r)
{
	return r->state == DOWNLOAD_WAITING && r->error && !r->tries;
}

/* Does what the claimed row wants. */
static void
begin(struct engine *e, int dir, uint64_t item, struct download_record *r,
	struct arena *arena)
{
	struct err err = {0};
	struct media_run run;
	bool gone = false;
	engine_media_disk_catch_up(dir, r, arena);
	if (r->state != DOWNLOAD_WAITING || r->trashed) {
		e->media->full.used = -1;
		int status = engine_media_settle(e, dir, item, r, &gone, &err);
		if (status != OK)
			r->error = err.text;
		engine_media_row_put(e, item, r, false, gone);
		engine_media_tell(e, item, r, status, status == OK ? NULL : err.text);
		/* More may be to be done: what came back from the trash resumes at once.
		 */
		e->media->reread |= !gone && r->next <= engine_now(e);
		return;
	}
	bool waited = is_for_room(r);
	int status = engine_media_start(e, dir, item, r, arena, &run, &err);
	engine_media_row_put(e, item, r, status == OK && run.site, false);
	if (status == ERR_BUSY)
		return; /* room is being made for it, or nothing can be stored */
	if (status != OK)
		engine_media_tell(e, item, r, status, err.text);
	else if (run.site)
		engine_media_run_add(e, &run);
	else
		engine_media_tell(e, item, r, OK, NULL); /* it was here all the time */
	if (status == OK && waited)
		e->media->full_reported = false;
}

/* Whether the row can begin now, considering the others that run. A row that a listener
 * waits for does not wait for them. */
static bool
may_begin(struct engine *e, uint64_t item, const struct download_record *r)
{
	const struct engine_media *m = e->media;
	if (r->state != DOWNLOAD_WAITING || r->trashed ||
		item == engine_media_player_awaits(e))
		return true;
	return m->len < (size_t)e->options->downloads && !engine_media_runs_use(e, r);
}

/* Claims a row, in a transaction of its own; *mine false: it cannot be had. */
static int
claim_row(struct engine *e, uint64_t item, struct arena *arena, struct download_record *r,
	bool *mine, struct err *err)
{
	struct store_batch *batch;
	*mine = false;
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	status = store_media_download_claim(
		batch, item, engine_now(e), arena, r, mine, err);
	return store_batch_end(batch, status, err);
}

static void
try_row(struct engine *e, int dir, uint64_t item)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct download_record r;
	struct err err;
	bool mine = false;
	if (store_view_begin(e->store, &view, NULL) != OK)
		return;
	int status = store_media_download(&view, item, &arena, &r);
	store_view_end(&view);
	/* A row that cannot be read is deleted by its claim. */
	if (status == OK && !may_begin(e, item, &r))
		goto out;
	if (claim_row(e, item, &arena, &r, &mine, &err) != OK)
		engine_event_unstored(e, &err);
	else if (mine) {
		engine_media_run_stop(e, item);
		if (item == engine_media_player_awaits(e))
			engine_media_runs_give_way(e, item, &r);
		begin(e, dir, item, &r, &arena);
	}
out:
	arena_done(&arena);
}

/* The rows that are due, and when the next one is. */
static int
find_due(struct engine *e, uint64_t *items, size_t *len, int64_t *next, struct err *err)
{
	struct store_batch *batch;
	struct store_view view;
	int64_t now = engine_now(e);
	*len = 0;
	int status = store_view_begin(e->store, &view, err);
	if (status != OK)
		return status;
	status = store_media_downloads_next(&view, now, next);
	store_view_end(&view);
	if (status != OK || *next > now)
		return store_fail(e->store, status, err, _("cannot read the store"));
	status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	status = store_media_downloads_due(batch, now, items, DUE_MAX, len, next);
	store_batch_abort(batch);
	return store_fail(e->store, status, err, _("cannot read the store"));
}

/* All rows that are due wait until the directory can be used. */
static void
wait_for_disk(struct engine *e, const struct err *err)
{
	struct engine_media *m = e->media;
	if (!m->dir_reported)
		engine_event_note(e, true, "%s", err->text);
	m->dir_reported = true;
	m->failed = true;
	m->reread_ms = time_mono_ms() + ENGINE_MEDIA_DISK_WAIT * 1000;
}

static void
look(struct engine *e)
{
	struct engine_media *m = e->media;
	uint64_t items[DUE_MAX];
	size_t len;
	int64_t next, now = engine_now(e);
	struct err err;
	int dir;
	m->reread = false;
	m->reread_ms = INT64_MAX;
	m->idle = false;
	if (now >= m->clean) {
		m->clean = now + CLEAN_EVERY;
		engine_media_clean(e);
	}
	if (find_due(e, items, &len, &next, &err) != OK) {
		engine_event_unstored(e, &err);
		return;
	}
	/* What other processes want is noticed by the part that watches the store, or
	 * when the worker wakes up for another reason, as it does once a minute. */
	m->idle = !m->once && next == INT64_MAX;
	if (!m->once)
		m->reread_ms = time_mono_ms() + (m->idle ? CHECK_MS / 2 : CHECK_MS);
	if (next != INT64_MAX && next > now && (next - now) * 1000 < CHECK_MS)
		m->reread_ms = time_mono_ms() + (next - now) * 1000;
	if (!len)
		return;
	int status = engine_media_disk_open(e, &dir, &err);
	if (m->away != (status != OK)) /* it was mounted, or unmounted */
		engine_media_room_tell(e);
	if (status != OK) {
		wait_for_disk(e, &err);
		return;
	}
	m->dir_reported = false;
	m->full.used = -1;
	uint64_t awaited = engine_media_player_awaits(e);
	if (awaited) /* it may not be among the first of many */
		try_row(e, dir, awaited);
	for (size_t i = 0; i < len; i++)
		try_row(e, dir, items[i]);
	close(dir);
}

/* ---- the worker's turn */

bool
engine_media_download_step(struct engine *e)
{
	struct engine_media *m = e->media;
	int64_t now = time_mono_ms();
	if (!m->on)
		return false;
	engine_media_runs_step(e);
	if (m->reread || now >= m->reread_ms) {
		engine_media_runs_drop_unwanted(e);
		look(e);
	}
	/* A round also waits for rows that another process works on: it may die. */
	if (m->once && !m->len && !m->reread && m->reread_ms - now > OTHERS_MS)
		end_round(e);
	return false;
}

int64_t
engine_media_download_wait(const struct engine *e)
{
	const struct engine_media *m = e->media;
	if (!m->on)
		return INT64_MAX;
	if (m->reread)
		return 0;
	int64_t at = m->idle ? INT64_MAX : m->reread_ms;
	if (m->len && m->tick_ms < at)
		at = m->tick_ms;
	return at == INT64_MAX ? at : at - time_mono_ms();
}

/* Holds all that wait, so that the user can take it back. */
void
engine_media_download_stop(struct engine *e)
{
	struct store_download_row rows[HOLD_SLICE];
	struct store_batch *batch;
	struct err err;
	size_t len = HOLD_SLICE, held = 0, changed;
	uint64_t after = 0, group = 0;
	if (!e->media->on || store_batch_begin(e->store, &batch, &err) != OK)
		return;
	struct store_view view = store_batch_view(batch);
	int status = store_journal_begin(batch, &group, time_wall(), &err);
	while (status == OK && len == HOLD_SLICE) {
		status = store_media_downloads(&view, after, rows, HOLD_SLICE, &len);
		for (size_t i = 0; status == OK && i < len; i++) {
			after = rows[i].item;
			if (rows[i].state != DOWNLOAD_WAITING)
				continue;
			status = store_media_download_act(batch, ACTION_HOLD,
				&rows[i].item, 1, engine_now(e), &changed, &err);
			held += changed;
		}
	}
	status = store_batch_end(batch, status, &err);
	if (status != OK)
		engine_event_unstored(e, &err);
	else if (held)
		engine_event_note(e, false,
			P_("%zu download is held; undo resumes it",
				"%zu downloads are held; undo resumes them", held),
			held);
	e->media->reread = true;
}

/* Retries at once what this machine had no room for. */
static int
retry_row(struct engine *e, struct store_batch *batch, uint64_t item, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct store_view view = store_batch_view(batch);
	struct download_record r;
	int64_t now = engine_now(e);
	int status = OK;
	if (store_media_download(&view, item, &arena, &r) == OK && is_for_room(&r) &&
		!r.claim.pid && r.next > now) {
		r.next = now;
		status = store_media_download_put(batch, item, &r, false, now, err);
	}
	arena_done(&arena);
	return status;
}

void
engine_media_download_retry(struct engine *e)
{
	struct store_download_row rows[HOLD_SLICE];
	struct store_batch *batch;
	struct err err;
	size_t len = HOLD_SLICE;
	uint64_t after = 0;
	e->media->reread = true;
	if (!e->media->on || store_batch_begin(e->store, &batch, &err) != OK)
		return;
	struct store_view view = store_batch_view(batch);
	int status = OK;
	while (status == OK && len == HOLD_SLICE) {
		status = store_media_downloads(&view, after, rows, HOLD_SLICE, &len);
		for (size_t i = 0; status == OK && i < len; i++) {
			after = rows[i].item;
			if (rows[i].state == DOWNLOAD_WAITING)
				status = retry_row(e, batch, after, &err);
		}
	}
	if (store_batch_end(batch, status, &err) != OK)
		engine_event_unstored(e, &err);
}
