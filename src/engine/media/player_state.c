/*
 * Where the player is: kept here, reported to the user, and stored.
 */
#include "config.h"

#include "engine/media/player_inside.h"

#include <string.h>

#include "base/attr.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/media/mpv_process.h"
#include "model/chapter.h"
#include "model/item.h"
#include "model/media.h"
#include "player/ipc.h"
#include "player/listening.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/journal/journal.h"
#include "store/mark/flags.h"
#include "store/media/listen.h"
#include "store/media/media.h"
#include "store/media/player.h"
#include "store/sync/sync.h"

#define SAMPLE_MS 15000 /* together with storing, so that both are one wake-up */
#define STORE_MS 15000
#define MOVED_MS 5000    /* heard, before a position counts: starting is not listening */
#define WAIT_FIRST_MS 50 /* between looks for more of a file */
#define WAIT_MOST_MS 1000
#define JUMP_MS 60000 /* a longer jump can be taken back */
#define SAY_MS 300000 /* between two states for other machines, while it plays */

/* ---- what time it is in the episode */

bool
engine_media_player_knows_length(const struct engine_player *p)
{
	return !p->growing || p->hinted > 0;
}

int64_t
engine_media_player_length(const struct engine_player *p)
{
	return p->growing && p->hinted > p->duration ? p->hinted : p->duration;
}

bool
engine_media_player_moves(const struct engine_player *p)
{
	return p->state == PLAYER_PLAYING && !p->seeking && !p->stalled && !p->silent;
}

int64_t
engine_media_player_place(const struct engine_player *p)
{
	int64_t position = p->position, length = engine_media_player_length(p);
	if (engine_media_player_moves(p))
		position += (time_mono_ms() - p->at_ms) * p->speed / 100;
	if (length > 0 && position > length)
		position = length;
	return position;
}

int64_t
engine_media_player_until(const struct engine_player *p, int64_t place)
{
	int64_t left = place - engine_media_player_place(p);
	return place && p->speed > 0 ? time_mono_ms() + 1 + left * 100 / p->speed
				     : INT64_MAX;
}

void
engine_media_player_set_position(struct engine_player *p, int64_t position)
{
	p->position = position;
	p->at_ms = time_mono_ms();
	/* Some players learn late how long a file is. */
	if (p->duration > 0 && position > p->duration)
		p->duration = position;
}

/* Soon at first, and then less and less often: new data is found before the wait for it
 * has doubled. */
void
engine_media_player_wait_on(struct engine_player *p, bool again)
{
	int64_t span = again ? p->wait_span * 2 : WAIT_FIRST_MS;
	p->wait_span = span < WAIT_MOST_MS ? span : WAIT_MOST_MS;
	p->state = PLAYER_WAITING;
	p->wait_ms = time_mono_ms() + p->wait_span;
}

struct player_rules
engine_media_player_rules(const struct engine *e)
{
	const struct options *o = engine_settings_of(e, e->player->feed);
	return (struct player_rules){.rewind = e->player->whole ? 0 : o->rewind,
		.skip_start = o->skip_start,
		.skip_end = o->skip_end,
		.played_at = o->played_at};
}

void
engine_media_player_remember(struct engine_player *p, int64_t place)
{
	if (p->jumps == COUNT_OF(p->back))
		memmove(p->back, p->back + 1, (COUNT_OF(p->back) - 1) * sizeof *p->back);
	else
		p->jumps++;
	p->back[p->jumps - 1] = place;
}

void
engine_media_player_recall(struct engine_player *p)
{
	if (!p->jumps && p->record.jumped > 0 && !p->record.played)
		engine_media_player_remember(p, p->record.jumped);
}

void
engine_media_player_jumped(struct engine_player *p, int64_t from, int64_t to)
{
	if (to - from > JUMP_MS || from - to > JUMP_MS)
		engine_media_player_remember(p, from);
}

bool
engine_media_player_sleeps(const struct engine_player *p)
{
	return p->sleep_end || p->sleep_chapter;
}

/* ---- reporting */

uint32_t
engine_media_player_chapter_at(const struct engine_player *p, int64_t position)
{
	uint32_t at = 0;
	while (at < p->chapters_len && p->chapters[at].start <= position)
		at++;
	return at;
}

/* The speed to report; 0: others must not compute the position from it. */
static int32_t
told_speed(const struct engine_player *p)
{
	bool stands = p->stalled || p->silent;
	return stands && p->state == PLAYER_PLAYING ? 0 : (int32_t)p->speed;
}

static void
tell(struct engine *e, const char *error, bool busy)
{
	struct engine_player *p = e->player;
	int64_t position = engine_media_player_place(p);
	uint32_t chapter = engine_media_player_chapter_at(p, position);
	p->chapter = chapter;
	const struct engine_event event = {.kind = ENGINE_PLAYER,
		.item = p->item,
		.error = error != NULL,
		.busy = busy,
		.text = error     ? error
			: chapter ? p->chapters[chapter - 1].title
				  : NULL,
		.playing = {.state = p->state,
			.item = p->item,
			.position = position,
			.duration = engine_media_player_length(p),
			.at_ms = time_mono_ms(),
			.speed = told_speed(p),
			.chapter = chapter,
			.chapters = (uint32_t)p->chapters_len,
			.sleep_ms = p->sleep_ms,
			.sleep_end = engine_media_player_sleeps(p)}};
	engine_event_post(e, &event);
}

void
engine_media_player_tell(struct engine *e, const char *error)
{
	tell(e, error, false);
}

void
engine_media_player_tell_busy(struct engine *e, const char *error)
{
	tell(e, error, true);
}

/* ---- speaking */

struct buf *
engine_media_player_line(struct engine *e)
{
	struct engine_player *p = e->player;
	if (!p->asked_ms)
		p->asked_ms = time_mono_ms(); /* one answer will do for all questions */
	return engine_media_process_line(&p->process);
}

void
engine_media_player_send_now(struct engine *e)
{
	engine_media_process_send(&e->player->process);
}

void
engine_media_player_command(struct engine *e, const char *const *words)
{
	struct buf *out = engine_media_player_line(e);
	player_message_command(out, e->player->process.ids, words);
	engine_media_player_send_now(e);
}

static int64_t
ask(struct engine *e, const char *property)
{
	struct buf *out = engine_media_player_line(e);
	int64_t id = e->player->process.ids;
	player_message_get(out, id, property);
	engine_media_player_send_now(e);
	return id;
}

void
engine_media_player_ask_time(struct engine *e)
{
	struct engine_player *p = e->player;
	p->asked_id = ask(e, "time-pos");
	p->sample_ms = time_mono_ms() + SAMPLE_MS;
}

void
engine_media_player_ask_path(struct engine *e)
{
	e->player->path_id = ask(e, "path");
}

void
engine_media_player_set_flag(struct engine *e, const char *property, bool value)
{
	struct buf *out = engine_media_player_line(e);
	player_message_set_flag(out, e->player->process.ids, property, value);
	engine_media_player_send_now(e);
}

void
engine_media_player_set_number(struct engine *e, const char *property, double value)
{
	struct buf *out = engine_media_player_line(e);
	player_message_set_number(out, e->player->process.ids, property, value);
	engine_media_player_send_now(e);
}

/* ---- storing */

int
engine_media_player_put(struct engine *e, struct store_batch *batch, struct err *err)
{
	struct engine_player *p = e->player;
	const struct player_record record = {.state = (int32_t)p->state,
		.item = p->item,
		.position = engine_media_player_place(p),
		.duration = engine_media_player_knows_length(p)
				    ? engine_media_player_length(p)
				    : 0,
		.speed = told_speed(p),
		.other = p->other};
	return store_media_player_put(batch, &record, engine_now(e), err);
}

/* Other machines are informed at each stop, and now and then while it plays. */
static int
say(struct engine *e, struct store_batch *batch, struct err *err)
{
	struct engine_player *p = e->player;
	int64_t now_ms = time_mono_ms();
	if (p->record.position == p->said ||
		(p->state == PLAYER_PLAYING && now_ms < p->say_ms))
		return OK;
	int status = store_sync_begin(batch, time_wall_ms(), true, err);
	if (status == OK)
		status = store_sync_listened(batch, p->item, err);
	p->said = p->record.position;
	p->say_ms = now_ms + SAY_MS;
	e->listened = e->acted = true;
	return status;
}

static int
put_position(struct engine *e, struct store_batch *batch, struct err *err)
{
	struct engine_player *p = e->player;
	int64_t position = engine_media_player_place(p);
	p->moved |= position - p->asked_start > MOVED_MS ||
		    p->asked_start - position > MOVED_MS;
	if (!p->trusted || !p->moved)
		return OK;
	p->record.position = position;
	if (engine_media_player_knows_length(p))
		p->record.duration = engine_media_player_length(p);
	p->record.played = false;
	p->record.jumped = p->jumps ? p->back[p->jumps - 1] : 0;
	engine_media_player_anchor(p);
	int status =
		store_media_listen_put(batch, p->item, &p->record, engine_now(e), err);
	return status == OK ? say(e, batch, err) : status;
}

/* Stores the position, if it is to be trusted, and who plays. */
void
engine_media_player_store_position(struct engine *e)
{
	struct engine_player *p = e->player;
	struct store_batch *batch;
	struct err err;
	int64_t now_ms = time_mono_ms();
	int status = store_batch_begin(e->store, &batch, &err);
	p->store_ms = now_ms + STORE_MS;
	if (status == OK && p->item)
		status = put_position(e, batch, &err);
	if (status == OK)
		status = engine_media_player_put(e, batch, &err);
	if (status != OK) {
		store_batch_abort(batch);
	} else {
		status = store_batch_commit(batch, &err);
	}
	/* Playing continues, and this is reported once. */
	if (status != OK && !p->unstored)
		engine_event_unstored(e, &err);
	p->unstored = status != OK;
}

/* Marks it played, so it leaves the queue; and read, if the option says so. */
void
engine_media_player_store_played(struct engine *e)
{
	struct engine_player *p = e->player;
	struct store_batch *batch;
	struct err err;
	uint64_t group = 0;
	size_t changed;
	int status = store_batch_begin(e->store, &batch, &err);
	if (status == OK) {
		status = store_journal_begin(batch, &group, time_wall(), &err);
		if (status == OK)
			status = store_sync_begin(batch, time_wall_ms(), true, &err);
		if (status == OK)
			status = store_media_played(
				batch, &p->item, 1, true, engine_now(e), &changed, &err);
		if (status == OK && engine_settings_of(e, p->feed)->played_reads)
			status = store_mark_put_flags(
				batch, &p->item, 1, 0, ITEM_UNREAD, &changed, &err);
		status = store_batch_end(batch, status, &err);
	}
	if (status != OK)
		engine_event_unstored(e, &err);
	e->listened = e->acted = true;
	const struct engine_event event = {.kind = ENGINE_CHANGED};
	engine_event_post(e, &event);
}

uint64_t
engine_media_player_awaits(const struct engine *e)
{
	const struct engine_player *p = e->player;
	bool loaded = p->state == PLAYER_PLAYING || p->state == PLAYER_PAUSED;
	return p->state == PLAYER_WAITING || (loaded && p->growing) ? p->item : 0;
}

/* Whether its file is complete. */
bool
engine_media_player_here(struct engine *e, uint64_t item)
{
	struct store_view view;
	bool here = false;
	if (store_view_begin(e->store, &view, NULL) == OK) {
		here = store_media_states(&view, item) & MEDIA_HERE;
		store_view_end(&view);
	}
	return here;
}
