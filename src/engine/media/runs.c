/*
 * Downloads under way: their list, their progress, and their end when the user no longer
 * wants them. Progress is reported every second, and stored every five, every 4 MiB and
 * once a size is known, for all of them in one transaction.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/vec.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/job/jobs.h"
#include "engine/media/download.h"
#include "engine/media/download_inside.h"
#include "fetch/fetch.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/media/download.h"

#define TICK_MS 1000
#define STORE_MS 5000
#define STORE_BYTES ((int64_t)4 << 20)

/* ---- the list */

void
engine_media_run_add(struct engine *e, const struct media_run *run)
{
	struct engine_media *m = e->media;
	if (!m->len)
		m->tick_ms = time_mono_ms() + TICK_MS;
	struct media_run *added = VEC_PUSH(m->runs, m->len, m->cap);
	*added = *run;
	added->from = added->stored = run->size;
	added->stored_ms = time_mono_ms();
	engine_media_limit_share(e);
}

int64_t
engine_media_run_end(struct engine *e, uint64_t item)
{
	struct engine_media *m = e->media;
	for (size_t i = 0; i < m->len; i++) {
		if (m->runs[i].item != item)
			continue;
		int64_t from = m->runs[i].from;
		free(m->runs[i].site);
		engine_media_command_free(m->runs[i].command);
		m->runs[i] = m->runs[--m->len];
		m->reread = true; /* there is room for another one */
		m->full.used = -1;
		return from;
	}
	return 0;
}

void
engine_media_runs_done(struct engine *e)
{
	struct engine_media *m = e->media;
	for (size_t i = 0; i < m->len; i++) {
		free(m->runs[i].site);
		engine_media_command_free(m->runs[i].command);
	}
	free(m->runs);
}

/* ---- one at a time from a site */

bool
engine_media_runs_use(const struct engine *e, const struct download_record *r)
{
	const struct engine_media *m = e->media;
	char *site = engine_media_site(r);
	bool used = false;
	for (size_t i = 0; i < m->len && !used; i++)
		used = str_eq(m->runs[i].site, site);
	free(site);
	return used;
}

/* ---- stopping */

static void
stop(struct engine *e, const struct media_run *run)
{
	if (run->command)
		engine_media_run_end(e, run->item);
	else
		engine_job_cancel(e, run->tag);
}

void
engine_media_run_stop(struct engine *e, uint64_t item)
{
	struct engine_media *m = e->media;
	for (size_t i = m->len; i-- > 0;)
		if (m->runs[i].item == item)
			stop(e, &m->runs[i]);
}

/* Ends this process's claim on a row, so that another process can claim it. */
static void
release_row(struct engine *e, uint64_t item)
{
	struct store_batch *batch;
	struct err err;
	int status = store_batch_begin(e->store, &batch, &err);
	if (status == OK)
		status = store_batch_end(
			batch, store_media_download_release(batch, item, &err), &err);
	if (status != OK)
		engine_event_unstored(e, &err);
}

void
engine_media_runs_give_way(
	struct engine *e, uint64_t awaited, const struct download_record *r)
{
	struct engine_media *m = e->media;
	char *site = engine_media_site(r);
	for (size_t i = m->len; i-- > 0;) {
		uint64_t item = m->runs[i].item;
		if (item == awaited || m->runs[i].command ||
			!str_eq(m->runs[i].site, site))
			continue;
		stop(e, &m->runs[i]);
		release_row(e, item);
	}
	free(site);
}

/* Whether the row still says that it is being fetched; a view is enough to tell. */
static bool
is_wanted(struct engine *e, uint64_t item)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct download_record r;
	if (store_view_begin(e->store, &view, NULL) != OK)
		return true;
	bool wanted = store_media_download(&view, item, &arena, &r) == OK &&
		      r.state == DOWNLOAD_WAITING;
	store_view_end(&view);
	arena_done(&arena);
	return wanted;
}

/* Its claim ends too, or the row could not be resumed, nor its file put away, until the
 * claim expires. */
void
engine_media_runs_drop_unwanted(struct engine *e)
{
	struct engine_media *m = e->media;
	for (size_t i = m->len; i-- > 0;) {
		uint64_t item = m->runs[i].item;
		if (is_wanted(e, item))
			continue;
		stop(e, &m->runs[i]);
		release_row(e, item);
	}
}

/* ---- progress */

bool
engine_media_run_progress(
	const struct engine *e, const struct media_run *run, struct fetch_progress *out)
{
	if (!run->command)
		return fetch_progress(e->fetch, run->tag, out);
	*out = (struct fetch_progress){.size = engine_media_command_size(run->command)};
	return true;
}

/* Brings a run's row up to date, unless another process has claimed it since. */
static int
store_progress(struct store_batch *batch, struct media_run *run,
	const struct fetch_progress *progress, int64_t now)
{
	struct arena arena = ARENA_INIT;
	struct download_record r;
	int status = OK;
	if (store_media_download_mine(batch, run->item, &arena, &r)) {
		r.size = progress->size;
		r.total = progress->total > 0 ? progress->total : r.total;
		r.validator = arena_strdup(&arena, progress->validator);
		status = store_media_download_put(batch, run->item, &r, true, now, NULL);
		run->stored = progress->size;
		run->total = r.total;
		run->stored_ms = time_mono_ms();
	}
	arena_done(&arena);
	return status;
}

static bool
is_due(const struct media_run *run, const struct fetch_progress *progress, int64_t now_ms)
{
	bool sized = progress->total > 0 && progress->total != run->total;
	return sized || now_ms - run->stored_ms >= STORE_MS ||
	       progress->size - run->stored >= STORE_BYTES;
}

static void
tell_progress(
	struct engine *e, struct media_run *run, const struct fetch_progress *progress)
{
	if (progress->size == run->size)
		return;
	run->size = progress->size;
	const struct engine_event event = {.kind = ENGINE_DOWNLOAD,
		.item = run->item,
		.size = progress->size,
		.size_total = progress->total};
	engine_event_post(e, &event);
}

static void
tick(struct engine *e, bool all)
{
	struct engine_media *m = e->media;
	struct store_batch *batch = NULL;
	struct fetch_progress progress;
	int64_t now_ms = time_mono_ms(), now = engine_now(e);
	int status = OK;
	bool due = false;
	engine_media_runs_drop_unwanted(e);
	engine_media_limit_share(e);
	for (size_t i = 0; i < m->len; i++) {
		if (!engine_media_run_progress(e, &m->runs[i], &progress))
			continue;
		tell_progress(e, &m->runs[i], &progress);
		due |= all || is_due(&m->runs[i], &progress, now_ms);
	}
	if (!due || store_batch_begin(e->store, &batch, NULL) != OK)
		return;
	for (size_t i = 0; status == OK && i < m->len; i++)
		if (engine_media_run_progress(e, &m->runs[i], &progress))
			status = store_progress(batch, &m->runs[i], &progress, now);
	if (store_batch_end(batch, status, NULL) != OK)
		log_put(LOG_WARN, "cannot store the progress of downloads");
}

void
engine_media_runs_step(struct engine *e)
{
	struct engine_media *m = e->media;
	int64_t now = time_mono_ms();
	if (m->len && now >= m->tick_ms) {
		tick(e, false);
		m->tick_ms = now + TICK_MS;
	}
}

void
engine_media_download_wind_up(struct engine *e)
{
	struct engine_media *m = e->media;
	struct store_batch *batch;
	int status = OK;
	engine_media_removed_tell(e);
	if (!m->len)
		return;
	tick(e, true);
	if (store_batch_begin(e->store, &batch, NULL) != OK)
		return;
	for (size_t i = 0; status == OK && i < m->len; i++)
		status = store_media_download_release(batch, m->runs[i].item, NULL);
	if (store_batch_end(batch, status, NULL) != OK)
		log_put(LOG_WARN, "cannot give downloads back");
}
