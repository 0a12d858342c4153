/*
 * What the player says: time, changes, the end of a file.
 */
#include "config.h"

#include "engine/media/player_inside.h"

#include "base/arena.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/media/download.h"
#include "engine/media/mpv_process.h"
#include "model/media.h"
#include "player/ipc.h"
#include "player/listening.h"

#define TRUST_MS 60000 /* heard, after which a wrong start is accepted */

/* ---- the end of a file */

void
engine_media_player_ended(struct engine *e)
{
	struct engine_player *p = e->player;
	uint64_t item = p->item;
	bool goes_on = e->options->queue_continues && !engine_media_player_sleeps(p);
	p->sleep_end = p->sleep_chapter = false;
	p->trusted = false; /* a played one starts over */
	engine_media_player_store_played(e);
	engine_media_download_clean(e);
	uint64_t next = goes_on ? engine_media_player_next(e, p->failed) : 0;
	if (next == item) /* it could not be stored that it is played */
		next = engine_media_player_next(e, item);
	engine_media_player_settle(e, next != 0);
	if (next)
		engine_media_player_play(e, next, -1);
	else
		engine_media_player_tell(e, NULL);
}

static void
ended_early(struct engine *e)
{
	struct engine_player *p = e->player;
	struct err err;
	int64_t at = p->position / 1000, of = p->duration / 1000;
	err_set(&err, ERR_DAMAGED,
		_("ended at %d:%02d of %d:%02d: the file is incomplete; remove the "
		  "download and fetch it again"),
		(int)(at / 60), (int)(at % 60), (int)(of / 60), (int)(of % 60));
	p->record.broke = true;
	engine_media_player_pass(e, &err);
}

/* More of the file is to come: playing will continue from here. */
static void
wait_for_more(struct engine *e)
{
	struct engine_player *p = e->player;
	p->from = p->position;
	if (p->trusted)
		p->origin = START_GOES_ON;
	engine_media_player_wait_on(p, false);
	engine_media_player_store_position(e); /* others see that it waits */
	engine_media_player_tell(e, NULL);
}

/* The length of the file or, if the player has not told it, of the one that was heard
 * before; 0: unknown. */
static int64_t
file_length(const struct engine_player *p)
{
	return p->told_length ? p->told_length : p->record.duration;
}

/* That length, if it was to start after the end; otherwise 0. */
static int64_t
missed_length(const struct engine_player *p)
{
	int64_t length = file_length(p);
	return p->asked_start >= length ? length : 0;
}

/* Whether the end comes from starting after the end, and not from playing. */
static bool
misses_place(const struct engine_player *p)
{
	bool after = file_length(p) ? missed_length(p) > 0 : p->guard;
	return after && p->asked_start > 0 && !p->trusted;
}

/* The file has no place where it was to start. What was left there, or skips more than
 * there is, starts over: only a user who asks for a place has to know better. What
 * continues after a wait was heard to its end. False: it cannot be played. */
static bool
plays_otherwise(struct engine *e)
{
	struct engine_player *p = e->player;
	const struct player_rules rules = engine_media_player_rules(e);
	int64_t length = file_length(p);
	if (p->origin == START_BY_RULES && p->asked_start > 0) {
		p->lacking = p->asked_start;
		p->from = 0;
		engine_media_player_try(e);
		return true;
	}
	if (p->origin == START_GOES_ON && length &&
		player_rule_end(&rules, p->asked_start, length, true) ==
			PLAYER_IS_PLAYED) {
		engine_media_player_ended(e);
		return true;
	}
	return false;
}

/* Starting after the end is a mistake for which players report all kinds of errors. */
static int
why_not_played(
	const struct engine_player *p, const struct player_event *event, struct err *err)
{
	int64_t length = missed_length(p);
	if (length)
		return err_set(err, ERR_INVALID, _("it is only %d:%02d long"),
			(int)(length / 60000), (int)(length / 1000 % 60));
	return err_set(err, ERR_DAMAGED, _("it cannot be played: %s"),
		event->error ? event->error : _("for an unknown reason"));
}

static void
cannot_play(struct engine *e, const struct player_event *event)
{
	struct err err;
	why_not_played(e->player, event, &err);
	e->player->trusted = false;
	engine_media_player_pass(e, &err);
}

static void
file_ended(struct engine *e, const struct player_event *event)
{
	struct engine_player *p = e->player;
	const struct player_rules rules = engine_media_player_rules(e);
	struct err err;
	/* It is about what we stopped. */
	if (p->state == PLAYER_NONE || p->state == PLAYER_WAITING || p->passing)
		return;
	bool was_loading = p->loading;
	p->loading = false;
	if (event->end == PLAYER_END_EOF && misses_place(p)) {
		if (p->growing)
			wait_for_more(e);
		else if (!plays_otherwise(e))
			cannot_play(e, event);
		return;
	}
	engine_media_player_set_position(p, engine_media_player_place(p));
	switch (event->end) {
	case PLAYER_END_EOF:
		switch (player_rule_end(&rules, p->position, p->duration,
			!p->growing || engine_media_player_here(e, p->item))) {
		case PLAYER_IS_PLAYED:
			engine_media_player_ended(e);
			break;
		case PLAYER_IS_CUT:
			/* It was loaded before it was complete: again from here. */
			if (p->growing)
				wait_for_more(e);
			else
				ended_early(e);
			break;
		case PLAYER_WAITS:
			wait_for_more(e);
			break;
		}
		break;
	case PLAYER_END_REDIRECT: {
		static const char *const stop[] = {"stop", NULL};
		static const char *const clear[] = {"playlist-clear", NULL};
		engine_media_player_command(e, stop);
		engine_media_player_command(e, clear);
		err_set(&err, ERR_DENIED, _("it is a playlist, not audio or video"));
		p->trusted = false;
		engine_media_player_pass(e, &err);
		break;
	}
	case PLAYER_END_STOP:
	case PLAYER_END_QUIT:
		/* Something else ended it, such as media keys. */
		engine_media_player_settle(e, false);
		engine_media_player_tell(e, NULL);
		break;
	default:
		/* Some files can only be opened when they are complete. */
		if (p->growing && was_loading) {
			p->needs_whole = true;
			engine_event_note(e, false,
				_("It can be played once all of its file is here"));
			wait_for_more(e);
			break;
		}
		if (!p->guard || !plays_otherwise(e))
			cannot_play(e, event);
	}
}

/* ---- what the player says */

/* Whether it is about the item that is to be played, and not about the file that its file
 * replaces. */
static bool
is_about_item(const struct engine_player *p)
{
	return p->state != PLAYER_NONE && (!p->loading || p->present);
}

/* mpv answers a load at once, and before it starts the file; what it says of the file
 * before may come after the answer. */
static void
load_answered(struct engine_player *p, const struct player_event *event)
{
	p->load_id = 0;
	p->entry = event->entry;
}

static void
file_started(struct engine_player *p, const struct player_event *event)
{
	if (p->loading && !p->load_id)
		p->present |= !p->entry || event->entry == p->entry;
}

/* mpv takes the speed that a file was loaded with once the file begins. */
static void
loaded(struct engine *e)
{
	struct engine_player *p = e->player;
	p->loading = false;
	p->state = PLAYER_PLAYING;
	p->at_ms = p->heard_ms = time_mono_ms();
	if (p->speed != p->asked_speed)
		engine_media_player_set_number(e, "speed", (double)p->speed / 100);
}

static void
restarted(struct engine *e)
{
	struct engine_player *p = e->player;
	p->seeking = false;
	if (p->loading)
		loaded(e);
	engine_media_player_ask_time(e);
	engine_media_player_tell(e, NULL);
}

/* Whether the position may be stored from now on, now that playing has begun at one. */
static void
check_start(struct engine *e, int64_t position)
{
	struct engine_player *p = e->player;
	/* What was left in a longer file is not lost by a look at this one. */
	bool keeps = p->lacking && p->record.position > 0;
	p->trusted = !keeps && player_rule_started(p->asked_start, position);
	if (p->lacking)
		engine_event_note(e, false,
			_("There is nothing at %d:%02d, so it is played from the "
			  "beginning"),
			(int)(p->lacking / 60000), (int)(p->lacking / 1000 % 60));
	else if (!p->trusted && !missed_length(p))
		engine_event_note(e, true,
			_("the server cannot start in the middle; your position "
			  "is kept, so download the episode to continue from "
			  "there"));
	p->lacking = 0;
}

static void
told_time(struct engine *e, double seconds)
{
	struct engine_player *p = e->player;
	int64_t said = seconds > 0 ? (int64_t)(seconds * 1000 + 0.5) : 0;
	int64_t position = player_rule_arrived(p->asked_place, said);
	if (p->seeking || p->loading)
		return;
	bool moves = p->state == PLAYER_PLAYING && !p->stalled;
	bool differs = position != engine_media_player_place(p);
	int64_t length = engine_media_player_length(p);
	engine_media_player_set_position(p, position);
	bool longer = engine_media_player_length(p) > length;
	if (p->guard) {
		p->guard = false;
		check_start(e, position);
		if (p->trusted) {
			p->record.started = engine_now(e);
			engine_media_player_store_position(e);
		}
		engine_media_player_tell(e, NULL);
	}
	if (!p->trusted && time_mono_ms() - p->heard_ms > TRUST_MS)
		p->trusted = true;
	/* The position at which it stopped was only computed before: now it is known. */
	if (!moves && differs)
		engine_media_player_store_position(e);
	if ((!moves && differs) || longer ||
		engine_media_player_chapter_at(p, position) != p->chapter)
		engine_media_player_tell(e, NULL);
}

/* mpv stands still: it is paused, or waits for more of the file. */
static void
told_idle(struct engine *e, bool idle)
{
	struct engine_player *p = e->player;
	engine_media_player_set_position(p, engine_media_player_place(p));
	p->stalled = idle;
	if (p->state != PLAYER_PLAYING || p->seeking)
		return;
	engine_media_player_ask_time(e);
	engine_media_player_store_position(e);
	engine_media_player_tell(e, NULL);
}

static void
property(struct engine *e, const struct player_event *event)
{
	struct engine_player *p = e->player;
	switch (event->number) {
	case SEEN_PAUSE:
		if (event->has_flag &&
			(p->state == PLAYER_PLAYING || p->state == PLAYER_PAUSED)) {
			engine_media_player_set_position(p, engine_media_player_place(p));
			p->state = event->flag ? PLAYER_PAUSED : PLAYER_PLAYING;
			if (event->flag)
				engine_media_player_ask_time(e);
			engine_media_player_store_position(e);
			engine_media_player_tell(e, NULL);
		}
		break;
	case SEEN_DURATION:
		if (event->has_number && event->value > 0 && is_about_item(p))
			p->duration = p->told_length =
				(int64_t)(event->value * 1000 + 0.5);
		break;
	case SEEN_SPEED:
		if (event->has_number && p->state != PLAYER_NONE && !p->loading) {
			engine_media_player_set_position(p, engine_media_player_place(p));
			p->speed = (int64_t)(event->value * 100 + 0.5);
			engine_media_player_store_position(e);
			engine_media_player_tell(e, NULL);
		}
		break;
	case SEEN_IDLE:
		if (event->has_flag && p->stalled != event->flag)
			told_idle(e, event->flag);
		break;
	case SEEN_CHAPTERS:
		if (event->chapters && is_about_item(p))
			engine_media_player_put_chapters(
				e, event->chapters, event->chapters_len);
		break;
	default:
		break;
	}
}

/* Only the player knows how far it came meanwhile, if at all. */
static void
speak_again(struct engine *e)
{
	struct engine_player *p = e->player;
	engine_media_player_set_position(p, engine_media_player_place(p));
	p->silent = false;
	if (p->state != PLAYER_PLAYING && p->state != PLAYER_PAUSED)
		return;
	engine_media_player_ask_time(e);
	engine_media_player_store_position(e);
	engine_media_player_tell(e, NULL);
}

void
engine_media_player_take(struct engine *e, const char *text, size_t n)
{
	struct engine_player *p = e->player;
	struct arena arena = ARENA_INIT;
	struct player_event event;
	player_message_read(text, n, &arena, &event);
	p->spoken = true;
	p->asked_ms = 0;
	if (p->silent)
		speak_again(e);
	bool about_item = is_about_item(p);
	switch (event.kind) {
	case PLAYER_REPLY:
		if (event.id == p->load_id)
			load_answered(p, &event);
		if (event.id == p->asked_id && event.has_number)
			told_time(e, event.value);
		if (event.id == p->path_id && event.text)
			p->growing = str_starts(event.text, PLAYER_GROWING);
		break;
	case PLAYER_STARTED:
		file_started(p, &event);
		break;
	case PLAYER_SEEKING:
		p->position = engine_media_player_place(p);
		p->seeking |= about_item;
		break;
	case PLAYER_RESTARTED:
		if (about_item)
			restarted(e);
		break;
	case PLAYER_ENDED:
		if (about_item)
			file_ended(e, &event);
		break;
	case PLAYER_CHANGED:
		property(e, &event);
		break;
	default:
		break;
	}
	arena_done(&arena);
}

/* A player that said nothing cannot play: it may not know the options, or be older than
 * the socket that is asked for. Something else is tried. */
static bool
start_otherwise(struct engine *e)
{
	struct engine_player *p = e->player;
	const char *before = engine_media_player_program(e), *plays;
	uint64_t item = p->item;
	int64_t from = p->from;
	if (!str_empty(e->options->player_options) && !p->plain) {
		p->plain = true;
		engine_event_note(e, true,
			_("%s does not start with player-options; trying without them"),
			before);
	} else if (engine_media_player_give_up(e, &plays)) {
		engine_event_note(e, true,
			_("%s does not start, so %s plays; mpv has to be 0.33 or later"),
			before, plays);
	} else {
		return false;
	}
	engine_media_player_settle(e, true);
	engine_media_player_play(e, item, from);
	return true;
}

/* The player has ended by itself. */
void
engine_media_player_exited(struct engine *e)
{
	struct engine_player *p = e->player;
	struct err err;
	int code = 0;
	bool loaded = p->state == PLAYER_PLAYING || p->state == PLAYER_PAUSED;
	engine_media_process_quit(e, &p->process);
	engine_media_process_reap(&p->process, &code);
	if (p->state == PLAYER_NONE || p->state == PLAYER_WAITING)
		return;
	if (!loaded)
		p->trusted = false;
	if (!p->spoken && start_otherwise(e))
		return;
	err_set(&err, ERR_IO,
		loaded ? _("the player exited; resume it to continue from here")
		       : _("%s does not start; it has to be mpv 0.33 or later, so try "
			   "running it on its own"),
		engine_media_player_program(e));
	engine_media_player_set_position(p, engine_media_player_place(p));
	p->state = PLAYER_PAUSED;
	engine_media_player_settle(e, false);
	engine_media_player_tell(e, err.text);
}
