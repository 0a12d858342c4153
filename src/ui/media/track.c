/*
 * Chapters and transcripts: lists with a time for each row, from which Enter plays. The
 * transcript of what is playing follows the sound until the cursor is moved: the row that
 * is spoken stays in the upper third of the screen.
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/match.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "conf/option.h"
#include "engine/api.h"
#include "model/chapter.h"
#include "model/item.h"
#include "player/verb.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/media/track.h"
#include "ui/core/episode.h"
#include "ui/core/feed_options.h"
#include "ui/core/playing.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/draw/lines.h"
#include "ui/media/track_inside.h"
#include "ui/media/ui_media.h"
#include "ui/terminal/term.h"

#define SPEAKER_CELLS 12 /* at most */
#define UPPER 3          /* what is spoken stays in this part of the height */

/* In a slice: a millisecond or two. */
#define SLICE_LINES 8000 /* read */
#define SLICE_CUES 2000  /* laid out */

/* ---- rows */

static void
add_row(struct track_view *v, size_t at, size_t from, size_t n)
{
	*VEC_PUSH(v->rows, v->rows_len, v->rows_cap) =
		(struct track_row){(uint32_t)at, (uint32_t)from, (uint32_t)n};
}

static size_t
speaker_cells(const struct track_view *v, size_t width)
{
	size_t most = 0;
	for (size_t i = 0; i < v->transcript.len && width >= UI_TRACK_NARROW; i++) {
		const char *name = v->transcript.list[i].speaker;
		size_t cells = name ? utf8_columns(name, strlen(name)) : 0;
		most = cells > most ? cells : most;
	}
	most = most > SPEAKER_CELLS ? SPEAKER_CELLS : most;
	return most ? most + 2 : 0;
}

/* The chapter that begins after the cue before this one. Its row counts as that cue's, so
 * that rows stay in order. */
static void
add_heading(struct track_view *v, size_t at)
{
	const struct chapters *c = &v->chapters.chapters;
	const struct cue *cue = &v->transcript.list[at];
	size_t index = 0;
	if (!at || !v->transcript.timed || !episode_chapter_at(c, cue->start, &index) ||
		c->list[index].start <= cue[-1].start || !c->list[index].title)
		return;
	add_row(v, at - 1, UI_TRACK_HEADING, index);
}

static void
wrap_cue(struct track_view *v, size_t at, size_t room)
{
	const char *text = v->transcript.list[at].text;
	size_t from = 0, n = strlen(text);
	while (from < n) {
		size_t part = ui_lines_fit(text + from, n - from, room);
		add_row(v, at, from, part);
		from += part;
		while (from < n && text[from] == ' ')
			from++;
	}
}

/* The first row of a cue or chapter. */
static size_t
row_of(const struct track_view *v, size_t at)
{
	size_t low = 0, high = v->rows_len;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (v->rows[middle].at < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static size_t
count(const struct track_view *v)
{
	return v->is_transcript ? v->transcript.len : v->chapters.chapters.len;
}

static void
lay_slice(struct track_view *v)
{
	size_t taken = UI_TRACK_TIME + 2 + v->speakers, all = count(v);
	for (size_t i = 0; i < SLICE_CUES && v->laid < all; i++, v->laid++) {
		if (v->is_transcript) {
			add_heading(v, v->laid);
			wrap_cue(v, v->laid,
				v->width > taken + 10 ? v->width - taken : 10);
		} else if (!v->chapters.chapters.list[v->laid].silent) {
			add_row(v, v->laid, 0, 0);
		}
	}
	ui_list_place(
		&v->list, v->rows_len, v->seeks ? row_of(v, v->at) : v->list.cursor);
	v->seeks &= v->laid <= v->at && v->laid < all;
	if (v->lands && all && v->laid == all && !v->reader)
		ui_media_track_land(v);
}

/* The rows are to be laid out again, and the cursor stays where it is. */
static void
drop_rows(struct track_view *v)
{
	if (v->list.cursor < v->rows_len && !v->seeks)
		v->at = v->rows[v->list.cursor].at;
	v->seeks = true;
	v->rows_len = v->laid = v->width = 0;
}

static void
layout(struct track_view *v, size_t width)
{
	if (v->width == width || v->reader)
		return;
	drop_rows(v);
	v->width = width;
	v->speakers = v->is_transcript ? speaker_cells(v, width) : 0;
	lay_slice(v);
}

/* ---- what it shows */

static void
read_slice(struct track_view *v)
{
	if (!v->reader || episode_transcript_step(v->reader, SLICE_LINES))
		return;
	episode_transcript_stop(v->reader);
	v->reader = NULL;
}

/* Which of the transcripts that the feed names is at this address. */
static void
find_among(struct track_view *v, const struct store_view *view, const char *url)
{
	struct store_item_body body;
	if (store_item_body(view, v->item, &v->arena, &body) != OK)
		return;
	for (size_t i = 0; i < body.related_len; i++) {
		const struct related *r = &body.related[i];
		v->said_of += r->rel == RELATED_TRANSCRIPT;
		if (r->rel != RELATED_TRANSCRIPT || v->said_at || !str_eq(r->url, url))
			continue;
		v->said_at = v->said_of;
		v->said_in = r->language;
	}
}

static void
read_stored(struct track_view *v, const struct store_view *view)
{
	struct store_item_text text;
	if (store_item_other(view, v->item, STORE_ITEM_TRANSCRIPT, &v->arena, &text) !=
		OK)
		return;
	find_among(v, view, text.text.base);
	v->reader = episode_transcript_start(
		span_of(text.text.text), &v->arena, &v->transcript);
	read_slice(v);
}

void
ui_media_track_read(struct ui *ui, struct track_view *v)
{
	struct store_view view;
	struct store_item item;
	episode_transcript_stop(v->reader);
	v->reader = NULL;
	arena_reset(&v->arena);
	v->chapters = (struct store_chapters){.chapters = {NULL, 0}};
	v->transcript = (struct transcript){.list = NULL};
	v->title = v->link = v->skip = v->said_in = NULL;
	v->said_at = v->said_of = 0;
	drop_rows(v);
	if (!ui_open_view(ui, &view))
		return;
	if (store_item(&view, v->item, &v->arena, &item) == OK) {
		v->title = item.title;
		v->link = item.link;
		v->feed = item.feed;
	}
	if (!v->sources)
		v->sources = ui_feed_chapters_sources(ui, v->feed);
	store_media_chapters(&view, v->item, v->sources, &v->arena, &v->chapters);
	if (v->is_transcript)
		read_stored(v, &view);
	store_view_end(&view);
	if (!v->is_transcript)
		v->skip = ui_media_skip_rule(ui, v->feed, &v->arena);
	v->loaded = true;
	layout(v, v->view.area.width); /* keys may come before the next frame */
}

static void
track_load(struct ui *ui, struct ui_view *view, bool again)
{
	struct track_view *v = (struct track_view *)view;
	if (again && !v->is_transcript) /* the rule may have changed */
		v->skip = ui_media_skip_rule(ui, v->feed, &v->arena);
	if (again || v->loaded)
		return;
	ui_media_track_read(ui, v);
	v->waits = true;
	engine_get_track(ui->engine, v->item, v->is_transcript, NULL);
}

static void
track_event(struct ui *ui, struct ui_view *view, const struct engine_event *event)
{
	struct track_view *v = (struct track_view *)view;
	if (event->kind != ENGINE_TRACK || event->counted != v->item)
		return;
	v->waits = false;
	free(v->why);
	v->why = event->error ? mem_strdup(event->text) : NULL;
	/* A transcript never changes, unless another one was asked for. */
	if (!event->error && (!v->transcript.len || v->turned))
		ui_media_track_read(ui, v);
	v->turned = false;
	ui->dirty = true;
}

int64_t
ui_media_track_start(const struct track_view *v, const struct track_row *row)
{
	bool heading = row->from == UI_TRACK_HEADING;
	return v->is_transcript && !heading
		       ? v->transcript.list[row->at].start
		       : v->chapters.chapters.list[heading ? row->n : row->at].start;
}

static bool
track_step(struct ui *ui, struct ui_view *view)
{
	struct track_view *v = (struct track_view *)view;
	if (!v->reader && (!v->width || v->laid == count(v)))
		return false;
	if (v->reader) {
		read_slice(v);
		layout(v, v->view.area.width);
	} else {
		lay_slice(v);
	}
	ui->dirty = true;
	return v->reader || (v->width && v->laid < count(v));
}

/* ---- what is playing */

/* The index of what is heard now; SIZE_MAX: nothing. */
static size_t
heard(const struct ui *ui, const struct track_view *v)
{
	size_t index = SIZE_MAX;
	if (!ui_playing_is(ui, v->item))
		return SIZE_MAX;
	int64_t at = ui_playing_place(ui);
	if (v->is_transcript)
		return episode_transcript_at(&v->transcript, at) - 1;
	return episode_chapter_at(&v->chapters.chapters, at, &index) ? index : SIZE_MAX;
}

int64_t
ui_media_track_due(const struct ui *ui)
{
	const struct track_view *v =
		(const struct track_view *)ui_find(ui, UI_TRANSCRIPT);
	const struct engine_playing *now = &ui->playing.now;
	if (!v || !ui_shows(ui, &v->view) || !ui_playing_is(ui, v->item) ||
		now->state != PLAYER_PLAYING || now->speed <= 0)
		return 0;
	int64_t at = ui_playing_place(ui);
	size_t next = episode_transcript_at(&v->transcript, at);
	return next < v->transcript.len
		       ? time_mono_ms() + 1 +
				 (v->transcript.list[next].start - at) * 100 / now->speed
		       : 0;
}

/* Moves to what is spoken, if that would leave the upper part. */
static void
follow(struct track_view *v, size_t at)
{
	if (v->still || at >= v->laid)
		return;
	size_t row = row_of(v, at), height = v->list.height, top = v->list.top;
	ui_list_select(&v->list, row);
	if (row < top || row >= top + height * 2 / UPPER) {
		size_t above = height / UPPER;
		v->list.top = row > above ? row - above : 0;
		ui_list_fit(&v->list);
	}
}

/* ---- drawing */

static void
track_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption)
{
	struct track_view *v = (struct track_view *)view;
	size_t now = heard(ui, v);
	v->list.height = frame->height;
	layout(v, frame->width);
	ui_list_fit(&v->list);
	follow(v, now);
	ui_frame_blank(frame, 0);
	ui_media_track_say(ui, v, caption);
	ui_media_track_note(v, frame);
	for (size_t y = 0; y < frame->height && v->list.top + y < v->rows_len; y++) {
		const struct track_row *at = &v->rows[v->list.top + y];
		struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
		ui_media_track_put(ui, v, row, at, at->at == now);
		ui_row_end(row);
		row->selected = v->list.top + y == v->list.cursor;
	}
}

/* ---- the cursor */

static void
track_move(struct ui *ui, struct ui_view *view, enum ui_move move)
{
	struct track_view *v = (struct track_view *)view;
	(void)ui;
	ui_list_move(&v->list, move);
	v->still = true;
	v->seeks = v->lands = false;
}

const struct track_row *
ui_media_track_row(const struct track_view *v)
{
	return v->list.cursor < v->rows_len ? &v->rows[v->list.cursor] : NULL;
}

static void
track_open(struct ui *ui, struct ui_view *view)
{
	struct track_view *v = (struct track_view *)view;
	const struct track_row *row = ui_media_track_row(v);
	if (!row)
		return;
	if (v->is_transcript && !v->transcript.timed) {
		ui_status_say(&ui->status, false, _("This transcript has no times"));
		return;
	}
	int64_t start = ui_media_track_start(v, row);
	const struct player_verb verb = {
		.kind = PLAYER_PLAY, .item = v->item, .number = start > 0 ? start : 1};
	engine_play(ui->engine, &verb);
	v->still = false;
}

static bool
track_target(struct ui *ui, struct ui_view *view, struct ui_target *target)
{
	struct track_view *v = (struct track_view *)view;
	const struct track_row *row = ui_media_track_row(v);
	struct store_view snapshot;
	struct store_item item;
	if (!ui_open_view(ui, &snapshot))
		return false;
	int status = store_item(&snapshot, v->item, &ui->scratch, &item);
	store_view_end(&snapshot);
	if (status != OK)
		return false;
	target->item = v->item;
	target->feed = item.feed;
	target->time = item.time;
	target->link =
		row && !v->is_transcript ? v->chapters.chapters.list[row->at].url : NULL;
	if (!target->link)
		target->link = item.link;
	target->flags = ui_pending_apply(&ui->pending, item.id,
		ui_catalog_feed(&ui->catalog, item.feed), item.flags);
	return true;
}

static void
track_free(struct ui_view *view)
{
	struct track_view *v = (struct track_view *)view;
	episode_transcript_stop(v->reader);
	arena_done(&v->arena);
	match_free(v->words);
	free(v->find);
	free(v->rows);
	free(v->why);
	free(v->asked);
	free(v);
}

static enum ui_mode
track_mode(const struct ui_view *view)
{
	return ((const struct track_view *)view)->is_transcript ? UI_MODE_TRANSCRIPT
								: UI_MODE_CHAPTERS;
}

static const struct ui_view_class chapters_class = {
	.context = UI_CHAPTERS,
	.mode = track_mode,
	.load = track_load,
	.step = track_step,
	.draw = track_draw,
	.move = track_move,
	.open = track_open,
	.target = track_target,
	.event = track_event,
	.free = track_free,
};

static const struct ui_view_class transcript_class = {
	.context = UI_TRANSCRIPT,
	.mode = track_mode,
	.load = track_load,
	.step = track_step,
	.draw = track_draw,
	.move = track_move,
	.open = track_open,
	.target = track_target,
	.event = track_event,
	.free = track_free,
};

/* ---- commands */

/* For the item under the cursor, or else for what is playing. */
static void
show(struct ui *ui, bool is_transcript)
{
	struct ui_target target = {0};
	struct ui_view *focus = ui->focus;
	if (!focus->class->target || !focus->class->target(ui, focus, &target) ||
		!target.item)
		target.item = ui->playing.now.item;
	if (!target.item) {
		ui_status_say(&ui->status, false, _("Nothing is playing"));
		return;
	}
	if (focus->class->context & UI_TRACKS)
		ui_pop(ui); /* from one of the two to the other */
	struct track_view *v = mem_zalloc(sizeof *v);
	v->view.class = is_transcript ? &transcript_class : &chapters_class;
	v->item = target.item;
	v->is_transcript = is_transcript;
	if (is_transcript)
		ui_media_track_seek_spoken(ui, v);
	ui_push(ui, &v->view);
}

void
ui_media_chapters(struct ui *ui, const char *arg)
{
	(void)arg;
	show(ui, false);
}

void
ui_media_transcript(struct ui *ui, const char *arg)
{
	(void)arg;
	show(ui, true);
}
