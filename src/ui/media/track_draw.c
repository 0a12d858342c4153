/*
 * How rows of chapters and transcripts look, and what is said around them.
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "model/chapter.h"
#include "store/media/track.h"
#include "ui/core/episode.h"
#include "ui/core/playing.h"
#include "ui/core/ui.h"
#include "ui/draw/lines.h"
#include "ui/media/track_inside.h"
#include "ui/media/ui_media.h"

#define LENGTH_CELLS 9
#define NUMBER_CELLS 3
#define LONG_CELLS 20 /* how far a chapter was heard, or that it is skipped */

static void
put_mark(struct ui_row *row, const char *mark)
{
	ui_row_put(row, STYLE_MARK, mark, 1);
}

static void
put_time(struct ui_row *row, int64_t ms)
{
	struct buf text = BUF_INIT(0);
	ui_episode_clock(&text, ms);
	ui_row_column_right(row, STYLE_DATE, buf_str(&text), UI_TRACK_TIME - 1);
	ui_row_blank(row, 2);
	buf_done(&text);
}

/* "9:35" or, of what is heard, "9:24 of 9:35  98%". */
static void
put_length(const struct ui *ui, const struct chapter *c, bool now, struct buf *out)
{
	int64_t length = c->end - c->start, heard = ui_playing_shown_place(ui) - c->start;
	if (c->end <= c->start)
		return;
	if (now) {
		ui_episode_clock(out, heard);
		buf_adds(out, _(" of "));
	}
	ui_episode_clock(out, length);
	if (now)
		buf_addf(out, " %3d%%", (int)(heard * 100 / length));
}

static void
put_chapter(const struct ui *ui, const struct track_view *v, struct ui_row *row,
	const struct track_row *at, bool now)
{
	const struct chapter *c = &v->chapters.chapters.list[at->at];
	struct buf number = BUF_INIT(0), length = BUF_INIT(0);
	bool wide = row->width >= UI_TRACK_NARROW,
	     skipped = chapter_is_skipped(v->skip, c->title);
	put_mark(row, now ? "►" : skipped ? "–" : " ");
	buf_addf(&number, "%zu", (size_t)(at - v->rows) + 1);
	ui_row_column_right(row, STYLE_HINT, buf_str(&number), wide ? NUMBER_CELLS : 0);
	put_time(row, c->start);
	if (skipped)
		buf_addf(&length, "%s ", _("skipped"));
	if (wide)
		put_length(ui, c, now && !skipped, &length);
	size_t cells = now || skipped ? LONG_CELLS : LENGTH_CELLS;
	size_t left = ui_row_left(row), tail = wide ? cells + 3 : 0;
	ui_row_column(row, skipped ? STYLE_HINT : STYLE_UNREAD,
		c->title ? c->title : _("(no title)"), left > tail ? left - tail : left);
	ui_row_blank(row, 1);
	ui_row_column(row, STYLE_LINK, c->url ? "↗" : "", wide ? 1 : 0);
	ui_row_column_right(row, STYLE_DATE, buf_str(&length), wide ? cells : 0);
	buf_done(&number);
	buf_done(&length);
}

/* "── Sourdough: a history ─────". */
static void
put_heading(const struct track_view *v, struct ui_row *row, const struct track_row *at)
{
	ui_row_put(row, STYLE_HINT, "── ", ui_row_left(row));
	ui_row_put(row, STYLE_HEADING, v->chapters.chapters.list[at->n].title,
		ui_row_left(row));
	ui_row_put(row, STYLE_HINT, " ", ui_row_left(row));
	while (ui_row_left(row))
		ui_row_put(row, STYLE_HINT, "─", 1);
}

static void
put_cue(const struct track_view *v, struct ui_row *row, const struct track_row *at,
	bool now)
{
	const struct cue *cue = &v->transcript.list[at->at];
	bool timed = at->from == 0 && v->transcript.timed;
	put_mark(row, timed && now ? "►" : " ");
	if (timed)
		put_time(row, cue->start);
	else
		ui_row_blank(row, UI_TRACK_TIME + 1);
	bool again = at->from || (at->at && str_eq(cue->speaker, cue[-1].speaker));
	ui_row_column(row, STYLE_FEED, again || !cue->speaker ? "" : cue->speaker,
		v->speakers ? v->speakers - 1 : 0);
	ui_row_blank(row, v->speakers ? 1 : 0);
	size_t from = row->text.len;
	ui_row_put_n(row, now ? STYLE_UNREAD : STYLE_NORMAL, cue->text + at->from, at->n,
		ui_row_left(row));
	if (v->words)
		ui_row_mark(row, from, v->words, STYLE_PICK);
	ui_row_turn(row, from, BIDI_AUTO);
}

static void
put_source(const struct track_view *v, struct buf *out)
{
	buf_addf(out, "%zu · ", v->rows_len);
	ui_episode_chapters_source(out, &v->chapters);
}

/* "12:42–26:45 · http://a.example/yeast". */
static void
put_detail(const struct chapter *c, struct buf *out)
{
	ui_episode_clock(out, c->start);
	if (c->end > c->start) {
		buf_adds(out, "–");
		ui_episode_clock(out, c->end);
	}
	if (c->url)
		buf_addf(out, " · %s", c->url);
}

/* "follows · de · 2 of 3". */
static void
put_said(const struct ui *ui, const struct track_view *v, struct buf *out)
{
	if (ui_playing_is(ui, v->item) && v->transcript.timed)
		buf_adds(out, v->still ? _("not following; . follows") : _("follows"));
	if (!str_empty(v->said_in))
		buf_addf(out, "%s%s", out->len ? " · " : "", v->said_in);
	if (v->said_at && v->said_of > 1)
		buf_addf(out, "%s%zu%s%zu", out->len ? " · " : "", v->said_at, _(" of "),
			v->said_of);
}

void
ui_media_track_put(const struct ui *ui, const struct track_view *v, struct ui_row *row,
	const struct track_row *at, bool now)
{
	if (!v->is_transcript)
		put_chapter(ui, v, row, at, now);
	else if (at->from == UI_TRACK_HEADING)
		put_heading(v, row, at);
	else
		put_cue(v, row, at, now);
}

void
ui_media_track_say(
	const struct ui *ui, const struct track_view *v, struct ui_caption *caption)
{
	buf_addf(&caption->left, "%s · %s",
		v->is_transcript ? _("Transcript") : _("Chapters"),
		v->title ? v->title : _("(no title)"));
	if (!v->rows_len)
		return;
	if (!v->is_transcript)
		put_source(v, &caption->right);
	else
		put_said(ui, v, &caption->right);
	buf_addf(&caption->place, "%zu/%zu", v->list.cursor + 1, v->rows_len);
	size_t at = v->rows[v->list.cursor].at;
	if (v->hit && at == v->hit_at)
		buf_addf(&caption->detail, _("%zu of %zu: %s"), v->hit, v->hits, v->find);
	else if (!v->is_transcript)
		put_detail(&v->chapters.chapters.list[at], &caption->detail);
}

/* ---- below the rows */

/* Which other source has chapters, as z shows it; STORE_CHAPTERS_SOURCES: none. */
static int
other_source(const struct store_chapters *c)
{
	for (int i = 1; i < STORE_CHAPTERS_SOURCES; i++) {
		int next = ((int)c->source + i) % STORE_CHAPTERS_SOURCES;
		if (c->len[next])
			return next;
	}
	return STORE_CHAPTERS_SOURCES;
}

static void
put_notes(const struct store_chapters *c, struct buf *out)
{
	static const char *const others[STORE_CHAPTERS_SOURCES] = {
		N_("The file has chapters of its own (%zu); z shows those."),
		N_("A document of the feed has other chapters (%zu); z shows those."),
		N_("The feed has other chapters (%zu); z shows those."),
		N_("The text has other chapters (%zu); z shows those."),
	};
	int other = other_source(c);
	if (other < STORE_CHAPTERS_SOURCES)
		buf_addf(out, _(others[other]), c->len[other]);
	if (!c->longer)
		return;
	struct buf by = BUF_INIT(0);
	ui_episode_clock(&by, c->longer > 0 ? c->longer : -c->longer);
	buf_adds(out, out->len ? " " : "");
	buf_addf(out,
		c->longer > 0
			? _("This file is %s longer than the feed says: the feed's "
			    "chapters may not fit it.")
			: _("This file is %s shorter than the feed says: the feed's "
			    "chapters may not fit it."),
		buf_str(&by));
	buf_done(&by);
}

static const char *
why_empty(const struct track_view *v)
{
	return v->why                  ? v->why
	       : v->waits || v->reader ? _("It is being fetched…")
	       : v->is_transcript
		       ? _("It has no transcript")
		       : _("It has no chapters, or they are not known before it is "
			   "played");
}

void
ui_media_track_note(const struct track_view *v, struct ui_frame *frame)
{
	struct buf text = BUF_INIT(0);
	struct ui_lines lines = {.len = 0};
	size_t from = v->rows_len + 1;
	if (!v->rows_len)
		ui_lines_empty(frame, v->why ? STYLE_ERROR : STYLE_HINT, why_empty(v));
	else if (!v->is_transcript && from < frame->height)
		put_notes(&v->chapters, &text);
	ui_lines_wrap(&lines, frame->width > 2 ? frame->width - 2 : 1, STYLE_HINT, 0,
		buf_str(&text), 0);
	for (size_t i = 0; text.len && i < lines.len && from + i < frame->height; i++) {
		struct ui_row *row = ui_frame_row(frame, from + i, STYLE_HINT);
		ui_row_blank(row, 1);
		ui_row_put(row, STYLE_HINT, lines.list[i].text, ui_row_left(row));
		ui_row_end(row);
	}
	ui_lines_done(&lines);
	buf_done(&text);
}
