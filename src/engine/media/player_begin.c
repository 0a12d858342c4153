/*
 * From an episode to what is played: its file, a part of it, or its address.
 */
#include "config.h"

#include "engine/media/player_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/job/named.h"
#include "engine/media/disk.h"
#include "engine/media/download.h"
#include "engine/media/mpv_process.h"
#include "model/item.h"
#include "model/media.h"
#include "model/tracker.h"
#include "player/argv.h"
#include "player/ipc.h"
#include "player/listening.h"
#include "player/verb.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/media/download.h"
#include "store/media/episode_queue.h"
#include "store/media/listen.h"

#define LOAD_MS 30000            /* until a file that is loaded has to start */
#define IDLE_MS (10 * 60 * 1000) /* until an idle player ends */
#define STARTS_MAX 3             /* in a minute */
#define FAR 90 /* seconds until a download is tried again that are too long to wait */
#define MORE_BYTES ((int64_t)256 << 10) /* how much more has to come, to load a part */
#define MORE_SECONDS 10                 /* … or, if that is less */

/* ---- beginning */

/* What is to be played from: a file that is whole, one that is coming, or an address. */
struct media_source {
	char *url;  /* in arena */
	char *path; /* of the file, as much as is here; NULL: an address */
	bool growing, whole;
	int64_t size;
};

/* What the store knows of the item. */
struct wanted {
	struct store_item item;
	struct store_feed feed;
	struct store_item_body body;
	struct download_record download;
	bool downloaded; /* there is a row */
	const char *url; /* of what is to be played */
};

/* What was stored of the item before. The chosen enclosure is not for the player to
 * keep. */
static struct listen_record
listen_of(const struct store_view *view, uint64_t item, struct arena *arena)
{
	struct listen_record r;
	if (store_media_listen(view, item, arena, &r) != OK)
		r = (struct listen_record){.started = TIME_NONE, .sampled = TIME_NONE};
	r.enclosure = NULL;
	return r;
}

static int
read_wanted(struct engine *e, uint64_t id, struct arena *arena, struct wanted *out,
	struct err *err)
{
	struct store_view view;
	int status = store_view_begin(e->store, &view, err);
	if (status != OK)
		return status;
	*out = (struct wanted){.url = NULL};
	status = store_item(&view, id, arena, &out->item);
	if (status == OK)
		status = store_item_body(&view, id, arena, &out->body);
	if (status == OK && store_feed(&view, out->item.feed, arena, &out->feed) != OK)
		out->feed = (struct store_feed){.id = out->item.feed};
	if (status == OK)
		out->downloaded =
			store_media_download(&view, id, arena, &out->download) == OK;
	e->player->record = listen_of(&view, id, arena);
	const char *chosen = store_media_choice(&view, id, arena);
	store_view_end(&view);
	if (status != OK)
		return err_set(err, status, _("the episode cannot be read"));
	const struct options *o = engine_settings_of(e, out->item.feed);
	const struct enclosure *list = out->body.enclosures;
	size_t i = media_pick_chosen(list, out->body.enclosures_len, chosen, o->prefer);
	if (i == out->body.enclosures_len ||
		!media_plays(media_kind(list[i].type, list[i].url)))
		return err_set(err, ERR_NOT_FOUND, _("there is nothing to play in it"));
	/* What is here may be another one than the user chose. */
	if (chosen && out->downloaded)
		out->downloaded = media_find(list, out->body.enclosures_len,
					  out->download.url) == i;
	out->url = list[i].url;
	if (o->media_skip_trackers)
		out->url = tracker_skip(out->url, arena);
	return OK;
}

/* Where no file can come to, waiting for one would be in vain. */
static int
check_disk(struct engine *e, struct err *err)
{
	int dir;
	int status = engine_media_disk_open(e, &dir, err);
	if (status == OK)
		close(dir);
	return status;
}

/* Requests the file, so that it comes. */
static int
want_file(struct engine *e, uint64_t item, struct err *err)
{
	struct store_batch *batch;
	int status = check_disk(e, err);
	if (status == OK)
		status = store_batch_begin(e->store, &batch, err);
	if (status == OK)
		status = store_batch_end(batch,
			store_media_download_act(batch, ACTION_DOWNLOAD, &item, 1,
				engine_now(e), NULL, err),
			err);
	engine_media_download_begin(e, true);
	return status;
}

/* The file was here, and somebody has deleted it, or the store came from another machine:
 * it has to be fetched again. */
static int
miss_file(struct engine *e, uint64_t item, struct download_record *r, struct err *err)
{
	struct store_batch *batch;
	int status = check_disk(e, err);
	if (status != OK)
		return status;
	r->state = DOWNLOAD_WAITING;
	r->size = 0;
	r->tries = 0;
	status = store_batch_begin(e->store, &batch, err);
	return status == OK ? store_batch_end(batch,
				      store_media_download_put(
					      batch, item, r, false, engine_now(e), err),
				      err)
			    : status;
}

static bool
find_file(struct engine *e, const struct download_record *r, struct arena *arena,
	struct media_source *out)
{
	struct stat st;
	struct err err;
	int dir;
	if (!r->path || engine_media_disk_open(e, &dir, &err) != OK)
		return false;
	char *root = engine_media_dir(e->options->media_dir, store_path(e->store));
	bool whole = engine_media_disk_stat(dir, r->path, false, &st);
	bool part = !whole && engine_media_disk_stat(dir, r->path, true, &st);
	if (whole || part) {
		char *path = engine_media_disk_path(root, r->path);
		char *at = arena_printf(arena, "%s%s", path, part ? ".part" : "");
		free(path);
		*out = (struct media_source){
			.url = part ? arena_printf(arena, PLAYER_GROWING "%s", at) : at,
			.path = at,
			.growing = part,
			.whole = whole,
			.size = st.st_size};
	}
	free(root);
	close(dir);
	return whole || part;
}

/* Whether its download will not continue for a while: a user who waits for it should
 * know. */
static bool
is_far(const struct engine *e, const struct download_record *r)
{
	return r->state == DOWNLOAD_FAILED ||
	       (r->state == DOWNLOAD_WAITING && r->error && r->next != TIME_NONE &&
		       r->next > engine_now(e) + FAR);
}

/* Whether this machine has no room for its file: no server has failed. */
static bool
lacks_room(const struct engine *e, const struct wanted *w)
{
	return w->downloaded && w->download.state == DOWNLOAD_WAITING &&
	       !w->download.tries && is_far(e, &w->download);
}

/* Players other than mpv get the address as an argument, which all users of the machine
 * can see: it must not have a login. */
static bool
may_be_given(struct engine *e, const char *url)
{
	return !url_split(span_of(url)).userinfo.p ||
	       !player_is_other(engine_media_player_program(e));
}

/* Whether it is to be played from its address, by a program that fetches it itself: a
 * feed must not have it do so on a private network. */
static bool
is_streamed(struct engine *e, const struct wanted *w)
{
	struct err err;
	return (w->item.id == e->player->streamed ||
		       str_eq(engine_settings_of(e, w->item.feed)->stream, "yes") ||
		       lacks_room(e, w)) &&
	       url_is_web(w->url) && may_be_given(e, w->url) &&
	       engine_job_may_name(e, &w->feed, w->url, &err) == OK;
}

/* How much more has to come before a part is loaded, or loaded again. */
static int64_t
more_bytes(const struct wanted *w)
{
	int64_t seconds = w->body.media.duration / 1000, total = w->download.total;
	int64_t more =
		seconds > 0 && total > 0 ? total / seconds * MORE_SECONDS : MORE_BYTES;
	return more < MORE_BYTES ? more : MORE_BYTES;
}

/* Finds what to play from. False: it has to come first. */
static bool
find_source(struct engine *e, const struct wanted *w, struct arena *arena,
	struct media_source *out)
{
	bool here = w->downloaded && find_file(e, &w->download, arena, out);
	if (here && out->whole)
		return true;
	if (here && !e->player->needs_whole &&
		out->size >= e->player->loaded_size + more_bytes(w))
		return true;
	if (is_streamed(e, w)) {
		*out = (struct media_source){
			.url = arena_strdup(arena, w->url), .whole = true};
		if (lacks_room(e, w))
			engine_event_note(e, false,
				_("There is no room for its file, so it is played from "
				  "its address"));
		return true;
	}
	return false;
}

void
engine_media_player_observe(struct engine *e)
{
	static const struct {
		int number;
		const char *property;
	} seen[] = {
		{SEEN_PAUSE, "pause"},
		{SEEN_DURATION, "duration"},
		{SEEN_SPEED, "speed"},
		{SEEN_CHAPTERS, "chapter-list"},
		{SEEN_IDLE, "core-idle"},
	};
	for (size_t i = 0; i < COUNT_OF(seen); i++) {
		struct buf *out = engine_media_player_line(e);
		player_message_observe(
			out, e->player->process.ids, seen[i].number, seen[i].property);
	}
	engine_media_player_send_now(e);
}

/* Makes sure that a player runs. */
static int
provide(struct engine *e, struct err *err)
{
	struct engine_player *p = e->player;
	int64_t now = time_mono_ms();
	if (p->process.fd >= 0)
		return OK;
	p->helpless = true; /* until it runs */
	if (now - p->started_ms > 60000) {
		p->starts = 0;
		p->started_ms = now;
	}
	if (++p->starts > STARTS_MAX)
		return err_set(err, ERR_IO,
			_("%s keeps exiting; try running it on its own"),
			engine_media_player_program(e));
	const char *program = engine_media_player_program(e);
	int status = engine_media_process_start(e, &p->process, program, !p->plain, err);
	if (status == ERR_NOT_FOUND)
		return err_set(err, status,
			_("the player %s is not installed; set the option player to use "
			  "another"),
			program);
	if (status == OK) {
		p->helpless = p->spoken = p->stalled = p->silent = false;
		p->asked_ms = 0;
		engine_media_player_observe(e);
	}
	return status;
}

static int64_t
start_of(struct engine *e)
{
	const struct engine_player *p = e->player;
	const struct player_rules rules = engine_media_player_rules(e);
	const struct listen_record *r = &p->record;
	int64_t away = r->sampled == TIME_NONE ? 0 : engine_now(e) - r->sampled;
	if (p->from >= 0)
		return p->from;
	if (r->played)
		return player_rule_start(&rules, 0, 0, 0, 0);
	int64_t at = engine_media_player_anchored(e);
	uint32_t chapter = engine_media_player_chapter_at(p, at);
	return player_rule_start(&rules, at, r->duration, away,
		chapter ? p->chapters[chapter - 1].start : 0);
}

static int
load(struct engine *e, const struct wanted *w, const struct media_source *source,
	struct err *err)
{
	struct engine_player *p = e->player;
	struct buf title = BUF_INIT(0);
	engine_media_player_chapters(e, source->path);
	int64_t start = start_of(e);
	int status = OK;
	if (w->feed.title)
		buf_addf(&title, "%s: ", w->feed.title);
	buf_adds(&title, w->item.title ? w->item.title : "");
	if (player_is_other(engine_media_player_program(e))) {
		status = engine_media_player_other(
			e, source->url, start, buf_str(&title), err);
		buf_done(&title);
		return status;
	}
	status = provide(e, err);
	if (status != OK) {
		buf_done(&title);
		return status;
	}
	const struct player_load how = {.url = source->url,
		.start = (double)start / 1000,
		.speed = (double)p->speed / 100,
		.title = buf_str(&title),
		.user_agent = e->options->user_agent};
	struct buf *out = engine_media_player_line(e);
	p->load_id = p->process.ids;
	player_message_load(out, p->load_id, &how);
	engine_media_player_send_now(e);
	buf_done(&title);
	p->state = PLAYER_STARTING;
	p->loading = true;
	p->present = false;
	p->load_ms = time_mono_ms() + LOAD_MS;
	p->growing = source->growing;
	p->loaded_size = source->size;
	p->asked_start = p->asked_place = start;
	p->asked_speed = p->speed;
	p->told_length = 0;
	p->trusted = false;
	p->seeking = p->guard = true;
	/* The chapter where it was left, or where the user chose to start, is meant to be
	 * heard. */
	p->kept = p->from > 0 || p->record.position > 0
			  ? engine_media_player_chapter_at(p, start)
			  : 0;
	engine_media_player_set_position(p, start);
	return OK;
}

/* Whether the user has held or removed what is waited for. */
static bool
is_stopped(const struct wanted *w)
{
	return !w->downloaded || w->download.state == DOWNLOAD_HELD ||
	       w->download.state == DOWNLOAD_DROPPED;
}

/* A start at another place than where it was left is a jump. */
static void
recall_jumps(struct engine_player *p)
{
	if (p->jumps)
		return;
	engine_media_player_recall(p);
	if (p->origin == START_ON_DEMAND && p->record.position > 0)
		engine_media_player_jumped(p, p->record.position, p->from);
}

/* Plays the item, or waits for its file. */
static int
begin(struct engine *e, struct err *err)
{
	struct engine_player *p = e->player;
	struct arena arena = ARENA_INIT;
	struct wanted w;
	struct media_source source;
	int status = read_wanted(e, p->item, &arena, &w, err);
	p->helpless = false;
	if (status == OK && p->state == PLAYER_WAITING && is_stopped(&w)) {
		p->helpless = true;
		status = err_set(err, ERR_CANCELLED, _("its download was stopped"));
	}
	if (status == OK) {
		recall_jumps(p);
		p->feed = w.item.feed;
		p->whole = media_is_whole(w.feed.medium);
		p->hinted = w.body.media.duration;
		if (!p->duration)
			p->duration = p->record.duration ? p->record.duration
							 : w.body.media.duration;
		if (!p->speed)
			p->speed = p->record.speed
					   ? p->record.speed
					   : engine_settings_of(e, p->feed)->speed;
		if (find_source(e, &w, &arena, &source)) {
			status = load(e, &w, &source, err);
		} else {
			if (w.downloaded && w.download.state == DOWNLOAD_HERE &&
				!w.download.trashed)
				status = miss_file(e, p->item, &w.download, err);
			if (status == OK && p->state != PLAYER_WAITING)
				status = want_file(e, p->item, err);
			p->helpless = status != OK;
			engine_media_player_wait_on(p, p->state == PLAYER_WAITING);
			if (status == OK && w.downloaded && is_far(e, &w.download))
				status = err_set(err, ERR_NETWORK, "%s",
					w.download.error ? w.download.error
							 : _("its download failed"));
		}
	}
	arena_done(&arena);
	return status;
}

void
engine_media_player_settle(struct engine *e, bool follows)
{
	struct engine_player *p = e->player;
	p->state = follows ? PLAYER_STARTING : PLAYER_NONE;
	p->loading = p->passing = false;
	p->idle_ms = time_mono_ms() + IDLE_MS;
	engine_media_player_store_position(e);
	p->state = PLAYER_NONE;
	p->item = 0;
	p->duration = p->speed = 0;
}

void
engine_media_player_leave(struct engine *e, bool follows)
{
	static const char *const stop[] = {"stop", NULL};
	struct engine_player *p = e->player;
	if (p->state == PLAYER_NONE)
		return;
	engine_media_player_set_position(p, engine_media_player_place(p));
	bool loaded = p->state == PLAYER_PLAYING || p->state == PLAYER_PAUSED;
	const struct player_rules rules = engine_media_player_rules(e);
	bool played =
		loaded && p->trusted &&
		player_rule_played(&rules, p->position, engine_media_player_length(p),
			engine_media_player_knows_length(p) &&
				(!p->growing || engine_media_player_here(e, p->item)));
	if (p->process.fd >= 0)
		engine_media_player_command(e, stop);
	engine_media_player_other_stop(e);
	p->state = PLAYER_PAUSED; /* what was stored does not resume by itself */
	if (played) {
		engine_media_player_store_played(e);
		engine_media_download_clean(e);
		p->trusted = false;
	}
	engine_media_player_settle(e, follows);
}

void
engine_media_player_fail(struct engine *e, const struct err *err)
{
	e->player->trusted = false;
	engine_media_player_settle(e, false);
	engine_media_player_tell(e, err->text);
}

/* The next one begins in the next turn, so that any number of them in a row can fail. */
void
engine_media_player_pass(struct engine *e, const struct err *err)
{
	struct engine_player *p = e->player;
	struct store_view view;
	uint64_t item = p->item, next = 0;
	if (e->options->queue_continues && !engine_media_player_sleeps(p) &&
		store_view_begin(e->store, &view, NULL) == OK) {
		if (store_media_queue_has(&view, item))
			next = store_media_queue_next(&view, item);
		store_view_end(&view);
	}
	engine_media_player_settle(e, next != 0);
	if (next) {
		p->failed = item;
		p->item = next;
		p->state = PLAYER_STARTING;
		p->passing = true;
	}
	engine_media_player_tell(e, err->text);
}

/* Another player than mpv has begun. Only its name is of interest, not its options. */
static void
tell_other(struct engine *e)
{
	const char *program = engine_media_player_program(e);
	char name[80];
	snprintf(name, sizeof name, "%.*s", (int)strcspn(program, " "), program);
	engine_media_player_store_position(e); /* others see that it plays */
	engine_event_note(
		e, false, _("Playing in %s; mpv would remember the place"), name);
}

void
engine_media_player_try(struct engine *e)
{
	struct engine_player *p = e->player;
	struct err err;
	enum player_state before = p->state;
	int status = begin(e, &err);
	p->trusted &= status == OK;
	if (status == OK && p->state == PLAYER_WAITING && before != p->state)
		engine_media_player_store_position(e); /* others see that it waits */
	if (status == OK && (before != PLAYER_WAITING || p->state != before)) {
		engine_media_player_tell(e, NULL);
		if (p->other)
			tell_other(e);
	} else if (status != OK && p->helpless)
		engine_media_player_fail(e, &err);
	else if (status != OK)
		engine_media_player_pass(e, &err);
}

/* Another process began to play at the same moment: it is to play this. */
static void
give_way(struct engine *e, const struct err *err)
{
	struct engine_player *p = e->player;
	const struct player_verb verb = {
		.kind = p->streamed == p->item ? PLAYER_STREAM : PLAYER_PLAY,
		.number = p->from > 0 ? p->from : 0,
		.item = p->item};
	p->item = 0;
	if (e->adopter)
		engine_media_player_hand(e, &verb);
	else
		engine_media_player_tell_busy(e, err->text);
}

void
engine_media_player_play(struct engine *e, uint64_t item, int64_t from)
{
	struct engine_player *p = e->player;
	struct err err;
	engine_media_player_leave(e, true);
	p->item = item;
	p->from = from;
	p->origin = from >= 0 ? START_ON_DEMAND : START_BY_RULES;
	p->lacking = 0;
	p->needs_whole = player_is_other(engine_media_player_program(e));
	p->sleep_end = p->sleep_chapter = false;
	p->sleep_from = -1;
	p->loaded_size = 0;
	p->jumps = 0;
	p->duration = p->hinted = p->speed = 0;
	p->position = 0;
	p->trusted = false;
	p->moved = from >= 0;
	p->said = -1;
	p->say_ms = 0;
	p->state = PLAYER_STARTING;
	struct store_batch *batch;
	int status = store_batch_begin(e->store, &batch, &err);
	if (status == OK)
		status = store_batch_end(
			batch, engine_media_player_put(e, batch, &err), &err);
	p->state = PLAYER_NONE;
	if (status == ERR_BUSY)
		give_way(e, &err);
	else
		engine_media_player_try(e);
}

uint64_t
engine_media_player_next(struct engine *e, uint64_t behind)
{
	struct store_view view;
	if (store_view_begin(e->store, &view, NULL) != OK)
		return 0;
	uint64_t item = store_media_queue_next(&view, behind);
	store_view_end(&view);
	return item;
}
