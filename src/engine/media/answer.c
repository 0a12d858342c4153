/*
 * What an answer means for its download.
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/media/disk.h"
#include "engine/media/download.h"
#include "engine/media/download_inside.h"
#include "engine/media/player_inside.h"
#include "fetch/result.h"
#include "model/http.h"
#include "model/media.h"
#include "model/tracker.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/media/download.h"

#define BUSY_WAIT TIME_MINUTE
#define RETRY_MAX TIME_DAY
#define LISTENER_WAIT 2 /* seconds */
#define RESTARTS 2      /* after this many, no more ranges are requested */

/* Whether the status means: not here, or not for you. */
static bool
is_missing(const struct fetch_result *a)
{
	switch (a->http_status) {
	case 401:
	case 402:
	case 403:
	case 404:
	case 410:
	case 451:
		return true;
	default:
		return a->trouble == TROUBLE_LOGIN; /* a web page came */
	}
}

/* Puts it off, with a sentence. until TIME_NONE: the user has to look. */
static void
put_off(struct download_record *r, const char *why, int64_t until)
{
	r->error = (char *)(uintptr_t)why;
	r->state = until == TIME_NONE ? DOWNLOAD_FAILED : DOWNLOAD_WAITING;
	r->next = until;
}

/* The server, or the way there, is at fault. from: bytes that were here before. If more
 * came since, the next try continues there, so this try does not count as one in vain. */
static void
failed(struct download_record *r, const struct fetch_result *a, const char *why,
	int64_t from, int64_t now)
{
	bool missing = is_missing(a);
	/* The last target of redirects no longer exists: the address itself may lead
	 * elsewhere. */
	if (r->hop && missing) {
		r->hop = NULL;
		r->hop_time = TIME_NONE;
		put_off(r, why, now);
		return;
	}
	r->tries = a->size > from ? 1 : r->tries + 1;
	int64_t until = engine_media_retry(r->tries, missing, now);
	if (until != TIME_NONE && a->retry_after > 0 && a->retry_after <= RETRY_MAX &&
		now + a->retry_after > until)
		until = now + a->retry_after;
	put_off(r, why, until);
}

/* This machine is at fault. */
static void
failed_here(struct download_record *r, const struct fetch_result *a, const char *why,
	int64_t now)
{
	switch (a->status) {
	case ERR_FULL:
		put_off(r, why, now + ENGINE_MEDIA_DISK_WAIT);
		break;
	case ERR_DAMAGED: /* it would be the same again */
		r->tries++;
		put_off(r, why, TIME_NONE);
		break;
	case ERR_BUSY:
		put_off(r, why, now + BUSY_WAIT);
		break;
	case ERR_DENIED:
		/* Another program's file has the name now: a different name is found. */
		r->tries++;
		r->path = r->size ? r->path : NULL;
		put_off(r, why, r->size || r->tries > 3 ? TIME_NONE : now);
		break;
	default:
		r->tries++;
		put_off(r, why, engine_media_retry(r->tries, false, now));
	}
}

/* The file that came, as it is on the disk. */
struct came {
	struct stat st;
	bool there;
	struct err err; /* why it is not there */
	bool wrong;     /* by its first bytes */
	/* path: its new name, by those bytes; NULL: the same as before. free() both. */
	char *path, *before;
};

/* The store knows the file before it gets another name, so a crash does not lose it. */
static bool
note_file(struct engine *e, uint64_t item, const struct stat *file)
{
	struct arena arena = ARENA_INIT;
	struct store_batch *batch;
	struct download_record r;
	struct err err;
	if (store_batch_begin(e->store, &batch, &err) != OK)
		return false;
	int status = OK;
	if (store_media_download_mine(batch, item, &arena, &r) &&
		(r.device != file->st_dev || r.inode != file->st_ino)) {
		r.device = file->st_dev;
		r.inode = file->st_ino;
		status = store_media_download_put(
			batch, item, &r, true, engine_now(e), &err);
	}
	arena_done(&arena);
	return store_batch_end(batch, status, &err) == OK;
}

/* Checks the file and names it before the row is changed: nothing may wait for a disk
 * within a transaction. */
static void
look_at_file(struct engine *e, uint64_t item, struct came *out)
{
	struct arena arena = ARENA_INIT;
	struct download_record r;
	struct store_view view;
	int dir;
	*out = (struct came){.there = false};
	if (store_view_begin(e->store, &view, &out->err) != OK)
		return;
	int status = store_media_download(&view, item, &arena, &r);
	store_view_end(&view);
	if (status == OK && r.path && engine_media_disk_open(e, &dir, &out->err) == OK) {
		out->there = engine_media_disk_stat(dir, r.path, false, &out->st);
		if (!out->there) {
			errno = ENOENT;
			err_set_errno(
				&out->err, ERR_NOT_FOUND, _("cannot use %s"), r.path);
		}
		out->wrong = engine_media_disk_is_wrong(dir, &r);
		if (out->there && !out->wrong && note_file(e, item, &out->st))
			out->path = engine_media_disk_extend(dir, &r);
		if (out->path)
			out->before = mem_strdup(r.path);
		close(dir);
	}
	arena_done(&arena);
}

/* If media-dir became another directory meanwhile, or its disk was unmounted, the file is
 * found once it is there, or comes again. */
static const char *
complete(struct download_record *r, const struct came *came, int64_t now)
{
	const char *why = came->wrong ? _("what came is neither audio nor video") : NULL;
	if (!came->there) {
		put_off(r, came->err.text, now + ENGINE_MEDIA_DISK_WAIT);
		return came->err.text;
	}
	r->device = came->st.st_dev;
	r->inode = came->st.st_ino;
	r->size = came->st.st_size;
	r->path = came->path ? came->path : r->path;
	r->state = why ? DOWNLOAD_FAILED : DOWNLOAD_HERE;
	r->error = (char *)(uintptr_t)why;
	r->tries = 0;
	r->next = r->former ? now : TIME_NONE;
	r->done = now;
	return why;
}

/* The row was not stored, so it does not have the new name: the file gets the old one. */
static void
name_back(struct engine *e, const struct came *came)
{
	struct err err;
	int dir;
	int status = engine_media_disk_open(e, &dir, &err);
	if (status == OK) {
		status = engine_media_disk_rename(dir, came->path, came->before, &err);
		close(dir);
	}
	if (status != OK)
		engine_event_note(e, true, "%s", err.text);
}

/* A file of the wrong kind is removed completely: the next try would find it here. */
static void
drop_wrong(struct engine *e, uint64_t item, const struct download_record *r)
{
	struct err err;
	int dir;
	if (engine_media_disk_open(e, &dir, &err) != OK)
		return;
	if (engine_media_disk_trash(
		    dir, item, ENGINE_MEDIA_TRASH_FILE, r->path, r, &err) != OK ||
		engine_media_disk_delete(dir, item, ENGINE_MEDIA_TRASH_FILE, &err) != OK)
		engine_event_note(e, true, "%s", err.text);
	close(dir);
}

/* Takes over what the answer says of the file. */
static void
note(struct download_record *r, const struct fetch_result *a, struct arena *arena,
	int64_t now)
{
	r->status = (int32_t)a->http_status;
	r->size = a->size;
	if (a->total > 0)
		r->total = a->total;
	r->validator = arena_strdup(arena, a->validator);
	r->restarts += a->restarted;
	r->afresh = r->restarts >= RESTARTS;
	if (a->url && a->http_status / 100 == 2 && !str_eq(a->url, r->url)) {
		if (!str_eq(a->url, r->hop)) {
			r->hop_time = now;
			r->via = a->via ? arena_strdup(arena, a->via) : NULL;
		}
		r->hop = arena_strdup(arena, a->url);
	}
}

static const char *
fault_at_host(const struct fetch_result *a, struct arena *arena)
{
	if (a->status != OK)
		return a->err.text;
	switch (a->http_status) {
	case 401:
	case 402:
	case 403:
	case 451:
		return arena_printf(
			arena, _("HTTP %ld: the server refuses access"), a->http_status);
	case 404:
	case 410:
		return arena_printf(
			arena, _("HTTP %ld: the address does not exist"), a->http_status);
	case 429:
	case 503:
		return arena_printf(
			arena, _("HTTP %ld: the server is busy"), a->http_status);
	default:
		if (a->http_status >= 500)
			return arena_printf(
				arena, _("the server failed (HTTP %ld)"), a->http_status);
		return arena_printf(arena, "HTTP %ld", a->http_status);
	}
}

/* Why the file did not come, and which of the servers on the way is at fault, in arena;
 * NULL: it came. */
static const char *
fault_of(const struct fetch_result *a, const struct download_record *r,
	struct arena *arena)
{
	if (a->complete)
		return NULL;
	const char *why = fault_at_host(a, arena);
	struct span first = url_split(span_of(r->url)).host;
	struct span last = url_split(span_of(a->url ? a->url : r->url)).host;
	const char *host = arena_strndup(arena, last.p, last.n);
	if (a->trouble == TROUBLE_LOCAL)
		return why;
	if (!span_ieq(first, host))
		why = arena_printf(arena, _("%s (redirects led to %s)"), why, host);
	if (tracker_is(a->url))
		why = arena_printf(arena,
			_("%s; %s only counts downloads, and filters often block it: "
			  "media-skip-trackers leaves it out"),
			why, host);
	return why;
}

static void
take_result(struct engine *e, uint64_t item, const struct fetch_result *a)
{
	struct arena arena = ARENA_INIT;
	struct store_batch *batch;
	struct download_record r;
	struct err err;
	bool stored = false;
	int64_t now = engine_now(e);
	struct came came = {.there = false};
	int64_t from = engine_media_run_end(e, item);
	if (a->complete)
		look_at_file(e, item, &came);
	int status = store_batch_begin(e->store, &batch, &err);
	if (status != OK)
		goto out;
	/* The user may have dropped it meanwhile, or the claim was lost in a long sleep.
	 */
	if (!store_media_download_mine(batch, item, &arena, &r)) {
		store_batch_abort(batch);
		goto out;
	}
	int64_t before = r.total;
	note(&r, a, &arena, now);
	if (a->refused)
		engine_media_site_refused(e, &r);
	const char *why = fault_of(a, &r, &arena);
	/* There was room for the size known before, or for what had come; now more is
	 * known, so there may be room for that. */
	bool grown = a->status == ERR_LIMIT && (r.total > before || a->size > from);
	if (!why)
		why = complete(&r, &came, now);
	else if (grown)
		put_off(&r, NULL, now);
	else if (!url_is_web(r.url))
		put_off(&r, why, TIME_NONE); /* it will never come */
	else if (a->trouble == TROUBLE_LOCAL)
		failed_here(&r, a, why, now);
	else
		failed(&r, a, why, from, now);
	if (!r.error)
		r.failing = TIME_NONE;
	else if (r.failing == TIME_NONE || a->size > from)
		r.failing = now;
	/* A listener does not wait a minute for the rest. */
	if (a->size > from && r.state == DOWNLOAD_WAITING &&
		item == engine_media_player_awaits(e)) {
		r.next = now + LISTENER_WAIT;
		why = NULL;
	}
	/* It only needs another name, another address or more room: not a failure. */
	bool at_once = r.state == DOWNLOAD_WAITING && r.next == now;
	const struct download_record file = r;
	if (came.wrong)
		r.size = 0;
	status = store_media_download_put(batch, item, &r, false, now, &err);
	status = store_batch_end(batch, status, &err);
	stored = status == OK;
	engine_media_tries_put(e, item, a, &r, why);
	if (status == OK && came.wrong)
		drop_wrong(e, item, &file);
	if (status == OK && at_once)
		engine_media_download_rescan(e);
	else if (status == OK)
		engine_media_tell(e, item, &r, a->status, why);
out:
	if (status != OK)
		engine_event_unstored(e, &err);
	if (came.path && !stored)
		name_back(e, &came);
	free(came.path);
	free(came.before);
	arena_done(&arena);
}

/* ---- commands, which have no job */

bool
engine_media_commands_step(struct engine *e)
{
	struct engine_media *m = e->media;
	struct fetch_result result;
	for (size_t i = m->len; i-- > 0;)
		if (m->runs[i].command &&
			engine_media_command_ended(m->runs[i].command, &result))
			take_result(e, m->runs[i].item, &result);
	return false;
}

int64_t
engine_media_commands_wait(const struct engine *e)
{
	const struct engine_media *m = e->media;
	int64_t wait = INT64_MAX;
	for (size_t i = 0; i < m->len; i++) {
		const struct media_command *command = m->runs[i].command;
		if (command && engine_media_command_wait(command) < wait)
			wait = engine_media_command_wait(command);
	}
	return wait;
}

/* ---- jobs */

static void
answered(struct engine *e, struct engine_job *job, struct fetch_result *a)
{
	take_result(e, ((struct media_job *)job)->item, a);
	fetch_result_free(a);
}

static void
cancelled(struct engine *e, struct engine_job *job)
{
	engine_media_run_end(e, ((struct media_job *)job)->item);
}

const struct engine_job_class engine_media_class = {
	.name = "download",
	.size = sizeof(struct media_job),
	.priority = ENGINE_JOB_DUE,
	.answer = answered,
	.cancel = cancelled,
};
