/*
 * The player as the reader shows it: one line above the status bar. Between the worker's
 * events, the time is worked out from the last of them.
 */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/api.h"
#include "episode/chapter.h"
#include "output/playing.h"
#include "output/shown_address.h"
#include "player/verb.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/media/media.h"
#include "store/media/player.h"
#include "store/media/track.h"
#include "ui/core/episode.h"
#include "ui/core/feed_options.h"
#include "ui/core/playing.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/media/ui_media.h"
#include "ui/outside/outside.h"

#define JUMP_MS 2000 /* away from the expected position */

/* ---- what is playing */

static void
read_title(struct ui *ui, uint64_t item)
{
	struct ui_playing *p = &ui->playing;
	struct store_view view;
	struct store_item it;
	buf_clear(&p->feed);
	buf_clear(&p->title);
	if (!item || !ui_open_view(ui, &view))
		return;
	if (store_item(&view, item, &ui->scratch, &it) == OK) {
		const char *feed = ui_catalog_title(&ui->catalog, it.feed, &ui->scratch);
		buf_adds(&p->feed, feed ? feed : "");
		buf_adds(&p->title, it.title ? it.title : _("(no title)"));
	}
	store_view_end(&view);
}

/* Takes what is playing, and adds or removes the room for its line. */
static void
take(struct ui *ui, const struct engine_playing *now)
{
	struct ui_playing *p = &ui->playing;
	bool other = p->now.item != now->item || !p->title.len;
	bool was = p->now.state != PLAYER_NONE;
	struct ui_view *queue = ui_find(ui, UI_QUEUE);
	p->now = *now;
	if (other)
		read_title(ui, now->item);
	if (queue && (other || was != (now->state != PLAYER_NONE)))
		queue->class->load(ui, queue, true);
	if (was != (now->state != PLAYER_NONE))
		ui_resize(ui, ui->screen.width, ui->screen.height);
	ui->dirty = true;
}

/* Reports the new place after a jump, unless a line on the screen shows it. */
static void
say_jump(struct ui *ui, const struct engine_playing *before,
	const struct engine_playing *now)
{
	bool same = before->item == now->item && before->state != PLAYER_NONE;
	bool moved = before->state == PLAYER_PLAYING;
	int64_t passed = moved ? (now->at_ms - before->at_ms) * before->speed / 100 : 0;
	int64_t off = now->position - before->position - passed;
	struct buf text = BUF_INIT(0);
	if (!same || ui_playing_shown(ui) || (off < JUMP_MS && off > -JUMP_MS))
		return;
	ui_episode_clock(&text, now->position);
	if (now->duration > 0) {
		buf_addc(&text, '/');
		ui_episode_clock(&text, now->duration);
	}
	if (now->chapter)
		buf_addf(&text, " · %u/%u %s", (unsigned)now->chapter,
			(unsigned)now->chapters, buf_str(&ui->playing.chapter));
	ui_status_say(&ui->status, false, "%s", buf_str(&text));
	buf_done(&text);
}

void
ui_media_player_event(struct ui *ui, const struct engine_event *event)
{
	struct ui_playing *p = &ui->playing;
	const struct engine_playing before = p->now;
	p->own = event->playing.state != PLAYER_NONE;
	buf_clear(&p->chapter);
	if (event->text && !event->error)
		buf_adds(&p->chapter, event->text);
	take(ui, &event->playing);
	say_jump(ui, &before, &event->playing);
	if (event->error)
		ui_status_note(&ui->status, event->text, time_mono_ms());
}

/* The chapter at its position, whose title goes to ui->playing. */
static void
read_chapter(struct ui *ui, const struct store_view *view, struct engine_playing *now)
{
	struct store_chapters s;
	struct store_item item;
	const struct chapters *c = &s.chapters;
	size_t at;
	if (store_item(view, now->item, &ui->scratch, &item) != OK)
		return;
	store_media_chapters(view, now->item, ui_feed_chapters_sources(ui, item.feed),
		&ui->scratch, &s);
	now->chapter = (uint32_t)episode_chapter_at(c, now->position, &at);
	for (size_t i = 0; i < c->len; i++)
		now->chapters += !c->list[i].silent;
	if (now->chapter && c->list[at].title)
		buf_adds(&ui->playing.chapter, c->list[at].title);
}

/* What another process plays. */
void
ui_media_player_load(struct ui *ui)
{
	struct store_view view;
	struct player_record r;
	bool live = false;
	int64_t now = time_wall();
	if (ui->playing.own || store_view_begin(ui->store, &view, NULL) != OK)
		return;
	int status = store_media_player(&view, now, &r, &live);
	struct engine_playing playing = {.state = PLAYER_NONE};
	buf_clear(&ui->playing.chapter);
	if (status == OK && live) {
		playing = (struct engine_playing){.state = (enum player_state)r.state,
			.item = r.item,
			.position = r.position,
			.duration = r.duration,
			.speed = r.speed,
			.at_ms = time_mono_ms() - (now - r.at) * 1000};
		read_chapter(ui, &view, &playing);
	}
	store_view_end(&view);
	if (playing.state != PLAYER_NONE || ui->playing.now.state != PLAYER_NONE)
		take(ui, &playing);
}

/* The death of a process changes nothing in the store. */
void
ui_media_player_check(struct ui *ui)
{
	struct store_view view;
	struct player_record r;
	bool live = false;
	if (ui->playing.own || store_view_begin(ui->store, &view, NULL) != OK)
		return;
	int status = store_media_player(&view, time_wall(), &r, &live);
	store_view_end(&view);
	if (status == OK && !live)
		ui_media_player_load(ui);
}

/* ---- the line */

int64_t
ui_media_player_due(const struct ui *ui)
{
	const struct engine_playing *now = &ui->playing.now;
	int64_t due = ui_media_track_due(ui);
	if (!ui_playing_ticks(ui) || !ui_playing_shown(ui) || now->speed <= 0)
		return due;
	/* Once a second, however fast it plays. */
	int64_t step = now->speed > 100 ? (int64_t)now->speed * 10 : 1000;
	int64_t left = step - ui_playing_place(ui) % step;
	int64_t tick = time_mono_ms() + (left > 0 ? left : step) * 100 / now->speed;
	return due && due < tick ? due : tick;
}

/* What stands after the times. */
static const char *
rest_of(struct ui *ui)
{
	const struct engine_playing *now = &ui->playing.now;
	const char *waits = now->state == PLAYER_WAITING ? _(" waits for its file") : "";
	if (now->sleep_end)
		return arena_printf(&ui->scratch, "%s%s", _(" then sleep"), waits);
	if (!now->sleep_ms)
		return waits;
	const char *sleep = arena_printf(&ui->scratch, _(" sleep %d min"),
		(int)((now->sleep_ms - time_mono_ms() + 59999) / 60000));
	return arena_printf(&ui->scratch, "%s%s", sleep, waits);
}

void
ui_media_player_draw(struct ui *ui, struct ui_row *row)
{
	const struct ui_playing *p = &ui->playing;
	const struct ui_frame frame = {.rows = row, .height = 1, .width = row->width};
	int64_t at = ui_playing_shown_place(ui);
	struct output_playing now = {
		.state = output_playing_state((int32_t)p->now.state),
		.sign = ui_playing_sign(ui),
		.item = p->now.item,
		.feed = buf_str(&p->feed),
		.title = buf_str(&p->title),
		.position_s = (uint64_t)(at / 1000),
		.duration_s = (uint64_t)(p->now.duration / 1000),
		.speed = (uint32_t)p->now.speed,
		.chapter = buf_str(&p->chapter),
		.chapter_number = p->now.chapter,
		.chapters = p->now.chapters,
	};
	const void *rows[] = {&now};
	output_playing_fill(&now, rest_of(ui), &ui->scratch);
	const struct output_lines laid =
		ui_columns_lay(ui, ui->columns.playing, rows, 1, &frame, true);
	ui_columns_put(row, &laid, 0, &(struct ui_columns_style){.unread = true});
}

/* ---- commands */

static void
ask(struct ui *ui, const char *word, const char *argument)
{
	struct player_verb verb;
	struct err err;
	if (player_verb_parse(word, argument, &verb, &err) != OK)
		ui_refuse(ui, err.text);
	else
		engine_play(ui->engine, &verb);
}

void
ui_media_play(struct ui *ui, const char *arg)
{
	struct ui_target target = {0};
	bool stream = arg && str_eq(arg, "--stream");
	if (!str_empty(arg) && !stream) {
		ask(ui, "play", arg);
		return;
	}
	if (!ui_act_on_item(ui, &target))
		return;
	ui_media_choose(ui);
	const struct player_verb verb = {.kind = stream ? PLAYER_STREAM : PLAYER_PLAY,
		.item = target.item,
		.number = target.from ? target.from : -1};
	engine_play(ui->engine, &verb);
}

void
ui_media_pause(struct ui *ui, const char *arg)
{
	ask(ui, "pause", arg);
}

void
ui_media_hold_on(struct ui *ui, const char *arg)
{
	ask(ui, "hold-on", arg);
}

void
ui_media_resume(struct ui *ui, const char *arg)
{
	ask(ui, "resume", arg);
}

void
ui_media_stop(struct ui *ui, const char *arg)
{
	ask(ui, "stop", arg);
}

void
ui_media_next(struct ui *ui, const char *arg)
{
	ask(ui, "next", arg);
}

static void
seek_given(struct ui *ui, const char *text)
{
	if (!str_empty(text))
		ask(ui, "seek", text);
}

void
ui_media_seek(struct ui *ui, const char *arg)
{
	bool back = arg && str_eq(arg, "back");
	if (str_empty(arg)) {
		ui_prompt_start(
			&ui->prompt, _("Play from (12:42, 50%, +30):"), NULL, NULL);
		ui->prompt.accept = seek_given;
	} else if (back || str_eq(arg, "forward")) {
		const struct player_verb verb = {.kind = PLAYER_SEEK_BY,
			.number = back ? -ui->options->seek_back
				       : ui->options->seek_forward};
		engine_play(ui->engine, &verb);
	} else {
		ask(ui, "seek", arg);
	}
}

void
ui_media_seek_back_to(struct ui *ui, const char *arg)
{
	ask(ui, "seek-back-to", arg);
}

void
ui_media_speed(struct ui *ui, const char *arg)
{
	ask(ui, "speed", arg);
}

void
ui_media_chapter(struct ui *ui, const char *arg)
{
	ask(ui, "chapter", arg ? arg : "next");
}

void
ui_media_volume(struct ui *ui, const char *arg)
{
	ask(ui, "volume", arg);
}

void
ui_media_sleep(struct ui *ui, const char *arg)
{
	ask(ui, "sleep", arg ? arg : "more");
}

void
ui_media_mark(struct ui *ui, const char *arg)
{
	const struct ui_playing *p = &ui->playing;
	struct store_view view;
	struct store_item item;
	int64_t at = ui_playing_place(ui) / 1000;
	struct buf text = BUF_INIT(0);
	(void)arg;
	if (p->now.state == PLAYER_NONE) {
		ui_status_say(&ui->status, false, _("Nothing is playing"));
		return;
	}
	buf_addc(&text, '[');
	ui_episode_clock(&text, at * 1000);
	buf_addf(&text, "] %s · %s", buf_str(&p->feed), buf_str(&p->title));
	if (ui_open_view(ui, &view)) {
		if (store_item(&view, p->now.item, &ui->scratch, &item) == OK &&
			item.link)
			buf_addf(&text, " %s#t=%d",
				output_address(&ui->scratch, item.link), (int)at);
		store_view_end(&view);
	}
	ui_outside_copied(ui, &text, _("Copied: %s"));
	buf_done(&text);
}

/* ---- in words, for screen readers */

static const char *
state_of(enum player_state state)
{
	static const char *const words[] = {[PLAYER_NONE] = N_("Nothing is playing"),
		[PLAYER_STARTING] = N_("Starting"),
		[PLAYER_PLAYING] = N_("Playing"),
		[PLAYER_PAUSED] = N_("Paused"),
		[PLAYER_WAITING] = N_("Waiting for the file")};
	return _(words[state]);
}

/* "1 minute 0 seconds", "2 hours 5 minutes 7 seconds". */
static const char *
spoken(struct arena *arena, int64_t time)
{
	int hours = (int)(time / 3600), minutes = (int)(time / 60 % 60),
	    seconds = (int)(time % 60);
	const char *first =
		arena_printf(arena, P_("%d minute", "%d minutes", minutes), minutes);
	if (hours)
		first = arena_printf(
			arena, P_("%d hour %s", "%d hours %s", hours), hours, first);
	return arena_printf(
		arena, P_("%s %d second", "%s %d seconds", seconds), first, seconds);
}

static void
put_words(struct ui *ui, struct buf *out)
{
	const struct ui_playing *p = &ui->playing;
	int64_t at = ui_playing_place(ui) / 1000, all = p->now.duration / 1000;
	buf_addf(out, "%s. %s · %s.", state_of(p->now.state), buf_str(&p->feed),
		buf_str(&p->title));
	if (p->now.chapter)
		buf_addf(out, _(" Chapter %u of %u: %s."), (unsigned)p->now.chapter,
			(unsigned)p->now.chapters, buf_str(&p->chapter));
	buf_addf(out, _(" At %s"), spoken(&ui->scratch, at));
	if (all > 0)
		buf_addf(out, _(" of %s"), spoken(&ui->scratch, all));
	buf_addf(out, _(". Speed %d.%02d."), (int)p->now.speed / 100,
		(int)p->now.speed % 100);
}

void
ui_media_say(struct ui *ui, const char *arg)
{
	struct buf text = BUF_INIT(0);
	(void)arg;
	if (ui->playing.now.state == PLAYER_NONE)
		buf_adds(&text, state_of(PLAYER_NONE));
	else
		put_words(ui, &text);
	ui_status_say(&ui->status, false, "%s", buf_str(&text));
	buf_done(&text);
}
