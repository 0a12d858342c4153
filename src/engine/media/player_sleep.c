/*
 * Playing pauses automatically: after a time, or at the end of the chapter or the
 * episode. Before that it becomes quieter, so that nobody is woken by the silence.
 */
#include "config.h"

#include "engine/media/player_inside.h"

#include "base/attr.h"
#include "base/buf.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "model/chapter.h"
#include "player/verb.h"

#define MINUTE_MS 60000
#define STEP_MS 1000
#define QUIETER "0.8" /* by which the volume is multiplied with each step, */
#define LOUDER "1.25" /* and what takes that back */

/* ---- what is asked */

void
engine_media_player_sleep_after(struct engine_player *p, int64_t place)
{
	uint32_t next = engine_media_player_chapter_at(p, place);
	p->sleep_place = next < p->chapters_len ? p->chapters[next].start : 0;
}

/* The next longer time until it sleeps; 0: there is none. */
static int64_t
longer(const struct engine_player *p)
{
	static const int minutes[] = {15, 30, 60};
	int64_t left = p->sleep_ms ? p->sleep_ms - time_mono_ms() : 0;
	size_t i = 0;
	while (i < COUNT_OF(minutes) && left > (minutes[i] - 1) * MINUTE_MS)
		i++;
	return i < COUNT_OF(minutes) ? minutes[i] * MINUTE_MS : 0;
}

void
engine_media_player_sleep(struct engine *e, const struct player_verb *verb)
{
	struct engine_player *p = e->player;
	int64_t span = verb->number < 0 ? longer(p) : verb->number;
	p->sleep_end = verb->kind == PLAYER_SLEEP_END;
	p->sleep_chapter = verb->kind == PLAYER_SLEEP_CHAPTER;
	engine_media_player_sleep_after(p, engine_media_player_place(p));
	p->sleep_ms = verb->kind == PLAYER_SLEEP && span ? time_mono_ms() + span : 0;
	p->sleep_from = engine_media_player_place(p);
	engine_media_player_tell(e, NULL);
}

void
engine_media_player_sleep_line(const struct engine_player *p, struct buf *out)
{
	struct player_verb verb = {.kind = PLAYER_SLEEP};
	if (p->sleep_ms)
		verb.number = p->sleep_ms - time_mono_ms();
	else
		verb.kind = p->sleep_end ? PLAYER_SLEEP_END : PLAYER_SLEEP_CHAPTER;
	if ((p->sleep_ms || engine_media_player_sleeps(p)) && player_verb_put(&verb, out))
		buf_cut(out, out->len - 1);
}

/* ---- when it is time */

/* The mono time at which it pauses; INT64_MAX: not in the middle of an episode. */
static int64_t
time_of(const struct engine_player *p)
{
	if (p->sleep_ms)
		return p->sleep_ms;
	return p->sleep_chapter && engine_media_player_moves(p)
		       ? engine_media_player_until(p, p->sleep_place)
		       : INT64_MAX;
}

static void
change_volume(struct engine *e, const char *factor)
{
	const char *const words[] = {"multiply", "volume", factor, NULL};
	engine_media_player_command(e, words);
}

void
engine_media_player_loud(struct engine *e)
{
	struct engine_player *p = e->player;
	for (; p->faded > 0; p->faded--)
		if (p->process.fd >= 0)
			change_volume(e, LOUDER);
}

/* One step quieter; or as loud as before, if it no longer sleeps so soon. */
static void
fade(struct engine *e, int64_t now)
{
	struct engine_player *p = e->player;
	bool soon = engine_media_player_moves(p) &&
		    time_of(p) - now <= e->options->sleep_fade;
	if (!soon)
		engine_media_player_loud(e);
	else if (!p->faded || now >= p->fade_ms) {
		change_volume(e, QUIETER);
		p->faded++;
		p->fade_ms = now + STEP_MS;
	}
}

/* A listener who fell asleep earlier can go back to where the timer was set, if that was
 * in this episode. */
static void
fall_asleep(struct engine *e)
{
	struct engine_player *p = e->player;
	if (p->sleep_from >= 0)
		engine_media_player_remember(p, p->sleep_from);
	/* At once, since a chapter that is skipped may begin at the place where it
	 * sleeps. */
	engine_media_player_set_position(p, engine_media_player_place(p));
	p->state = PLAYER_PAUSED;
	engine_media_player_set_flag(e, "pause", true);
	engine_media_player_loud(e);
}

void
engine_media_player_sleep_step(struct engine *e, int64_t now)
{
	struct engine_player *p = e->player;
	bool place = p->sleep_chapter && p->sleep_place && engine_media_player_moves(p) &&
		     engine_media_player_place(p) >= p->sleep_place;
	bool late = p->sleep_ms && now >= p->sleep_ms;
	if (!place && !late) {
		fade(e, now);
		return;
	}
	if (place)
		p->sleep_chapter = false;
	p->sleep_ms = 0;
	if (p->state == PLAYER_PLAYING)
		fall_asleep(e);
}

int64_t
engine_media_player_sleep_due(const struct engine *e)
{
	const struct engine_player *p = e->player;
	int64_t at = time_of(p), step = at;
	if (at == INT64_MAX || !engine_media_player_moves(p) || !e->options->sleep_fade)
		return at;
	step = p->faded ? p->fade_ms : at - e->options->sleep_fade;
	return step < at ? step : at;
}
