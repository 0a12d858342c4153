/*
 * What is played goes through these states:
 *
 *	none → starting → playing ⇄ paused → none, or the next of the queue
 *	          ↑↓
 *	        waiting (for more of the file)
 *
 * Time is not watched but asked for: every 15 seconds, and when something happens. In
 * between, it is worked out from the last answer.
 */
#include "config.h"

#include "engine/media/player.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/media/mpv_process.h"
#include "engine/media/player_inside.h"
#include "model/chapter.h"
#include "model/media.h"
#include "player/ipc.h"
#include "player/listening.h"
#include "player/verb.h"
#include "store/db/view.h"

#define ANSWER_MS 3000 /* after which the player does not answer */
#define PENDING_MS 50
#define USUAL 100       /* percent of speed */
#define LAST_MS 1000    /* so close to the end counts as the end */
#define OTHER_MS 500    /* between checks whether another player has ended */
#define TOGETHER_MS 500 /* it can be stored so much earlier, with a sample */

int
engine_media_player_init(struct engine *e, struct err *err)
{
	(void)err;
	e->player = mem_zalloc(sizeof *e->player);
	engine_media_process_init(&e->player->process);
	return OK;
}

void
engine_media_player_done(struct engine *e)
{
	struct engine_player *p = e->player;
	engine_media_process_done(&p->process);
	arena_done(&p->chapters_arena);
	free(p);
}

/* ---- what is asked */

static bool
is_loaded(const struct engine_player *p)
{
	return p->state == PLAYER_PLAYING || p->state == PLAYER_PAUSED;
}

/* The place after which no jump leads; 0: wherever the player finds something. */
static int64_t
last_place(struct engine *e)
{
	const struct engine_player *p = e->player;
	bool guess = !engine_media_player_knows_length(p);
	return guess && engine_media_player_here(e, p->item)
		       ? 0
		       : engine_media_player_length(p);
}

static void
go_to(struct engine *e, int64_t to)
{
	struct engine_player *p = e->player;
	to = player_rule_jump(to, last_place(e));
	struct buf *out = engine_media_player_line(e);
	player_message_seek(out, p->process.ids, (double)to / 1000, false);
	engine_media_player_send_now(e);
	engine_media_player_set_position(p, to);
	p->asked_place = to;
	p->seeking = p->trusted = p->moved = true; /* the user says where it is */
	p->guard = false;
	p->kept = engine_media_player_chapter_at(p, to);
	engine_media_player_sleep_after(p, to);
	engine_media_player_store_position(e);
	engine_media_player_tell(e, NULL);
}

static void
jump(struct engine *e, int64_t to)
{
	int64_t from = engine_media_player_place(e->player);
	engine_media_player_jumped(e->player, from, player_rule_jump(to, last_place(e)));
	go_to(e, to);
}

static void
jump_back(struct engine *e)
{
	struct engine_player *p = e->player;
	if (!p->jumps) {
		engine_event_note(e, false, _("There has been no jump"));
		return;
	}
	int64_t to = p->back[--p->jumps];
	go_to(e, to);
}

/* The next chapter; or the start of this one if more than 3 seconds of it were heard,
 * else of the one before. Those that a rule skips don't count. */
static int64_t
chapter_by(struct engine *e, int64_t by)
{
	struct engine_player *p = e->player;
	int64_t now = engine_media_player_place(p);
	int64_t at = engine_media_player_chapter_at(p, now), step = by > 0 ? 1 : -1;
	int64_t to = at + step;
	if (step < 0 && at > 0 && now - p->chapters[at - 1].start > 3000)
		to = at;
	while (to >= 1 && engine_media_player_skipped(e, (uint32_t)to))
		to += step;
	return to;
}

static void
chapter(struct engine *e, const struct player_verb *verb)
{
	struct engine_player *p = e->player;
	int64_t to = verb->kind == PLAYER_CHAPTER_BY ? chapter_by(e, verb->number)
						     : verb->number;
	if (to < 1)
		to = 1;
	if (to <= (int64_t)p->chapters_len)
		jump(e, p->chapters[to - 1].start);
}

static void
set_speed(struct engine *e, int64_t percent)
{
	struct engine_player *p = e->player;
	percent = percent < 25 ? 25 : percent > 400 ? 400 : percent;
	engine_media_player_set_position(p, engine_media_player_place(p));
	p->speed = percent;
	p->record.speed = (int32_t)percent;
	p->moved = true;
	if (is_loaded(p)) /* otherwise it will begin at that speed */
		engine_media_player_set_number(e, "speed", (double)percent / 100);
	engine_media_player_store_position(e);
	engine_media_player_tell(e, NULL);
}

/* The usual speed, and back to the one before or, if it had none, that of the feed. */
static void
turn_speed(struct engine *e)
{
	struct engine_player *p = e->player;
	int64_t before =
		p->speed_before ? p->speed_before : engine_settings_of(e, p->feed)->speed;
	if (p->speed != USUAL)
		p->speed_before = p->speed;
	set_speed(e, p->speed != USUAL ? USUAL : before);
}

static void
change_volume(struct engine *e, int64_t by)
{
	char text[24];
	snprintf(text, sizeof text, "%" PRId64, by);
	const char *const words[] = {"add", "volume", text, NULL};
	engine_media_player_command(e, words);
}

/* Whether it can be done with what plays; if not, this is reported. */
static bool
fits(struct engine *e, const struct player_verb *verb)
{
	const struct engine_player *p = e->player;
	const struct player_now now = {.loaded = is_loaded(p),
		.chapters = p->chapters_len,
		.duration = verb->kind == PLAYER_SEEK_PART ? engine_media_player_length(p)
							   : last_place(e)};
	struct err err;
	if (player_verb_fits(verb, &now, &err) == OK)
		return true;
	engine_event_note(e, false, "%s", err.text);
	return false;
}

/* Verbs that need something to be playing. */
static void
steer(struct engine *e, const struct player_verb *verb)
{
	struct engine_player *p = e->player;
	int64_t now = engine_media_player_place(p);
	uint32_t kept = p->kept;
	switch (verb->kind) {
	case PLAYER_PAUSE:
		if (is_loaded(p))
			engine_media_player_set_flag(e, "pause",
				verb->number < 0 ? p->state == PLAYER_PLAYING
						 : verb->number > 0);
		break;
	case PLAYER_SEEK_BY:
		jump(e, now + verb->number);
		if (verb->number > 0 && p->kept != kept)
			p->kept = 0; /* a jump forward does not undo skipping */
		break;
	case PLAYER_SEEK_TO:
		jump(e, verb->number);
		break;
	case PLAYER_SEEK_PART:
		jump(e, engine_media_player_length(p) * verb->number / 100);
		break;
	case PLAYER_SEEK_BACK:
		jump_back(e);
		break;
	case PLAYER_SPEED_BY:
		set_speed(e, p->speed + verb->number);
		break;
	case PLAYER_SPEED_TO:
		set_speed(e, verb->number);
		break;
	case PLAYER_SPEED_USUAL:
		turn_speed(e);
		break;
	case PLAYER_CHAPTER_BY:
	case PLAYER_CHAPTER_TO:
		chapter(e, verb);
		break;
	case PLAYER_VOLUME_BY:
		change_volume(e, verb->number);
		break;
	default:
		break;
	}
}

/* The next of the queue; 0, with a message: there is none. */
static uint64_t
find_next(struct engine *e, uint64_t behind)
{
	uint64_t item = engine_media_player_next(e, behind);
	const struct engine_event none = {.kind = ENGINE_NOTE,
		.nothing = true,
		.text = behind ? _("Nothing follows in the queue")
			       : _("Nothing is queued")};
	if (!item)
		engine_event_post(e, &none);
	return item;
}

static void
play_next(struct engine *e, uint64_t behind)
{
	uint64_t item = find_next(e, behind);
	if (item)
		engine_media_player_play(e, item, -1);
}

/* The first of the queue, or the one after it if that is what is played already. */
static uint64_t
find_first(struct engine *e, bool loaded)
{
	uint64_t item = e->player->item;
	return find_next(e, loaded && engine_media_player_next(e, 0) == item ? item : 0);
}

/* For the loaded file. */
static void
play_from(struct engine *e, int64_t to)
{
	jump(e, to);
	if (e->player->state == PLAYER_PAUSED)
		engine_media_player_set_flag(e, "pause", false);
}

static bool
plays(const struct player_verb *verb)
{
	return verb->kind == PLAYER_PLAY || verb->kind == PLAYER_STREAM;
}

/* Verbs that need nothing from the player. */
static bool
is_free(const struct engine_player *p, const struct player_verb *verb)
{
	return verb->kind == PLAYER_STOP || verb->kind == PLAYER_NEXT ||
	       (plays(verb) && verb->item != p->item);
}

static void
play(struct engine *e, const struct player_verb *verb, bool loaded)
{
	struct engine_player *p = e->player;
	uint64_t item = verb->item ? verb->item : find_first(e, loaded);
	p->failed = 0;
	bool same = loaded && verb->item == p->item;
	if (same && verb->number > 0) {
		if (fits(e, verb))
			play_from(e, verb->number);
	} else if (same) {
		steer(e, &(struct player_verb){PLAYER_PAUSE, verb->number, 0});
	} else if (item) {
		p->streamed = verb->kind == PLAYER_STREAM ? item : 0;
		engine_media_player_play(e, item, verb->number > 0 ? verb->number : -1);
	}
}

void
engine_media_player_do(struct engine *e, const struct player_verb *verb)
{
	struct engine_player *p = e->player;
	bool loaded = is_loaded(p);
	if (store_read_only(e->store)) {
		engine_event_note(e, true, _("the store is read-only"));
		return;
	}
	if (verb->kind == PLAYER_ADOPT) {
		engine_media_player_adopt(e, (int)verb->item, verb->number);
		return;
	}
	if (engine_media_player_steer_other(e, verb))
		return;
	if (p->other && !is_free(p, verb)) {
		engine_event_note(e, false,
			_("Only mpv can be controlled from here; what plays is %s"),
			engine_media_player_program(e));
		return;
	}
	switch (verb->kind) {
	case PLAYER_PLAY:
	case PLAYER_STREAM:
		play(e, verb, loaded);
		break;
	case PLAYER_STOP:
		engine_media_player_leave(e, false);
		engine_media_player_tell(e, NULL);
		break;
	case PLAYER_NEXT:
		play_next(e, p->item);
		break;
	case PLAYER_SLEEP:
	case PLAYER_SLEEP_END:
	case PLAYER_SLEEP_CHAPTER:
		engine_media_player_sleep(e, verb);
		break;
	default:
		if (p->item && fits(e, verb))
			steer(e, verb);
		else if (p->item)
			break;
		else if (verb->kind == PLAYER_PAUSE && verb->number <= 0)
			play_next(e, 0);
		else
			engine_event_note(e, false, _("Nothing is playing"));
	}
}

/* ---- the worker's turn */

static void
read_all(struct engine *e)
{
	struct engine_player *p = e->player;
	bool ended = false;
	size_t n;
	const char *text;
	/* A flood must not block the worker: the rest is read in the next turn. */
	for (int i = 0; i < 200 && p->process.fd >= 0; i++) {
		text = engine_media_process_take(&p->process, &n, &ended);
		if (text)
			engine_media_player_take(e, text, n);
		if (!text)
			break;
	}
	if (ended)
		engine_media_player_exited(e);
}

/* What follows is not to be heard. */
static void
end_here(struct engine *e)
{
	static const char *const stop[] = {"stop", NULL};
	struct engine_player *p = e->player;
	engine_media_player_set_position(p, engine_media_player_place(p));
	engine_media_player_command(e, stop);
	engine_media_player_ended(e);
}

static void
skip_to(struct engine *e, int64_t to)
{
	struct engine_player *p = e->player;
	uint32_t skipped = p->kept;
	if (p->duration > 0 && to >= p->duration - LAST_MS && !p->growing) {
		end_here(e);
		return;
	}
	jump(e, to);
	p->kept = skipped;
}

/* Where the part that the user skips at the end begins; 0: unknown. */
static int64_t
end_place(const struct engine *e)
{
	const struct engine_player *p = e->player;
	const struct player_rules rules = engine_media_player_rules(e);
	return p->trusted && !p->growing ? player_rule_last(&rules, p->duration) : 0;
}

/* While a file is loaded, load_ms counts. */
static bool
owes_answer(const struct engine_player *p)
{
	return p->asked_ms && !p->silent && !p->loading && p->process.fd >= 0;
}

/* It was stopped, hangs, or waits for a disk: how much was heard since it was asked is
 * not known, so the position stays where it was then. */
static void
fall_silent(struct engine *e)
{
	struct engine_player *p = e->player;
	int64_t since = time_mono_ms() - p->asked_ms;
	int64_t place = engine_media_player_place(p);
	if (engine_media_player_moves(p))
		place -= since * p->speed / 100;
	engine_media_player_set_position(p, place > p->position ? place : p->position);
	p->silent = true;
	engine_media_player_store_position(e);
	engine_media_player_tell(e, NULL);
	engine_event_note(e, true, _("the player does not answer"));
}

static void
look_at_clock(struct engine *e, int64_t now)
{
	struct engine_player *p = e->player;
	int64_t to, end = end_place(e);
	engine_media_player_sleep_step(e, now);
	bool plays = engine_media_player_moves(p);
	if (p->state == PLAYER_WAITING && now >= p->wait_ms)
		engine_media_player_try(e);
	if (plays && now >= p->sample_ms)
		engine_media_player_ask_time(e);
	if (plays && now >= p->store_ms - TOGETHER_MS)
		engine_media_player_store_position(e);
	if (plays && engine_media_player_chapter_at(p, engine_media_player_place(p)) !=
			     p->chapter)
		engine_media_player_tell(e, NULL);
	if (owes_answer(p) && now - p->asked_ms > ANSWER_MS)
		fall_silent(e);
	if (p->loading && now >= p->load_ms) {
		struct err err;
		err_set(&err, ERR_TIMEOUT, _("the player does not answer"));
		engine_media_process_quit(e, &p->process);
		engine_media_player_fail(e, &err);
	}
	if (plays && end && engine_media_player_place(p) >= end)
		end_here(e);
	else if (plays && p->trusted && engine_media_player_skips(e, &to))
		skip_to(e, to);
	if (p->passing && (!p->process.pid || p->process.fd >= 0)) {
		p->passing = false;
		p->state = PLAYER_NONE;
		engine_media_player_play(e, p->item, -1);
	}
	if (p->state == PLAYER_NONE && p->process.fd >= 0 && now >= p->idle_ms)
		engine_media_process_quit(e, &p->process);
}

bool
engine_media_player_step(struct engine *e)
{
	struct engine_player *p = e->player;
	struct player_verb left[ENGINE_MEDIA_HANDED_MAX];
	int code;
	size_t n = engine_media_player_hand_step(e, time_mono_ms(), left);
	for (size_t i = 0; i < n; i++)
		engine_media_player_do(e, &left[i]);
	if (!p->process.pid && p->state == PLAYER_NONE)
		return false;
	read_all(e);
	look_at_clock(e, time_mono_ms());
	if (p->process.out.len)
		engine_media_player_send_now(e);
	if (p->process.fd < 0 && engine_media_process_reap(&p->process, &code) &&
		p->other)
		engine_media_player_other_ended(e);
	return p->process.fd >= 0 && p->process.taken < p->process.in.len &&
	       memchr(p->process.in.data + p->process.taken, '\n',
		       p->process.in.len - p->process.taken);
}

static void
sooner(int64_t *at, int64_t other)
{
	*at = other < *at ? other : *at;
}

/* Where the next chapter begins; 0: there is none. */
static int64_t
next_chapter(const struct engine_player *p)
{
	int64_t start = p->chapter < p->chapters_len ? p->chapters[p->chapter].start : 0;
	int64_t length = engine_media_player_length(p);
	return length > 0 && start > length ? 0 : start;
}

int64_t
engine_media_player_wait(const struct engine *e)
{
	const struct engine_player *p = e->player;
	int64_t now = time_mono_ms(), at = INT64_MAX;
	if (p->state == PLAYER_WAITING)
		sooner(&at, p->wait_ms);
	bool plays = engine_media_player_moves(p);
	if (plays && p->speed > 0) {
		sooner(&at, engine_media_player_until(p, next_chapter(p)));
		sooner(&at,
			engine_media_player_until(p, engine_media_player_skip_place(e)));
		sooner(&at, engine_media_player_until(p, end_place(e)));
	}
	if (plays) {
		sooner(&at, p->sample_ms);
		sooner(&at, p->store_ms);
	}
	sooner(&at, engine_media_player_sleep_due(e));
	sooner(&at, engine_media_player_hand_due(e));
	if (p->loading)
		sooner(&at, p->load_ms);
	if (p->passing && !p->process.pid)
		sooner(&at, now);
	if (owes_answer(p))
		sooner(&at, p->asked_ms + ANSWER_MS + 1);
	if (p->process.out.len || (p->process.pid && p->process.fd < 0))
		sooner(&at, now + (p->other ? OTHER_MS : PENDING_MS));
	if (p->state == PLAYER_NONE && p->process.fd >= 0)
		sooner(&at, p->idle_ms);
	return at == INT64_MAX ? at : at - now;
}

void
engine_media_player_wind_up(struct engine *e)
{
	struct engine_player *p = e->player;
	int code;
	if (engine_media_player_hand_over(e))
		return;
	engine_media_player_leave(e, false);
	engine_media_process_quit(e, &p->process);
	engine_media_process_reap(&p->process, &code);
}
