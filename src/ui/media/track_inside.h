/*
 * The views of chapters and transcripts: what their own file (track.c), that of their
 * rows (track_draw.c) and that of their commands (track_act.c) share.
 */
#ifndef UI_MEDIA_TRACK_INSIDE_H
#define UI_MEDIA_TRACK_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "store/media/track.h"
#include "ui/core/ui.h"
#include "ui/draw/lines.h"

struct buf;
struct match;
struct transcript_reader;

#define UI_TRACK_TIME 9    /* cells of a time, with the mark before it */
#define UI_TRACK_NARROW 50 /* below this width there are no lengths and speakers */

/* A row: a chapter, a line of a cue or, between cues, the title of a chapter. */
struct track_row {
	uint32_t at;      /* chapter or cue */
	uint32_t from, n; /* bytes of its text; or UI_TRACK_HEADING and the chapter */
};
#define UI_TRACK_HEADING UINT32_MAX

struct track_view {
	struct ui_view view;
	struct ui_list list;
	uint64_t item;
	uint32_t feed;
	bool is_transcript; /* the transcript */
	char *skip;         /* the rule for chapters, in arena */
	char *asked;        /* the address of another transcript; NULL: as it came */
	char *said_in;      /* the language of the one shown, in arena; NULL: unknown */
	size_t said_at, said_of; /* which of the feed's transcripts it is, from 1 */
	struct arena arena;
	char *title, *link; /* of the item, in arena; may be NULL */
	struct store_chapters chapters;
	unsigned sources; /* that chapters may come from; 0: as the option says */
	struct transcript transcript;
	struct transcript_reader *reader; /* NULL: it was read to its end */
	struct track_row *rows;
	size_t rows_len, rows_cap;
	size_t width;              /* for which they are; 0: not yet */
	size_t laid;               /* cues or chapters that have their rows */
	size_t at;                 /* the one where the cursor was before */
	bool seeks;                /* the cursor goes there */
	size_t speakers;           /* cells of the widest */
	bool loaded, waits, still; /* still: it does not follow */
	bool turned;               /* another language was asked for */
	char *why;                 /* why it could not be fetched */
	struct match *words;       /* that were looked for; NULL: none were */
	char *find;                /* the same as typed */
	size_t hit, hits; /* which of how many the last one was, from 1; 0: none */
	size_t hit_at;    /* its cue or chapter */
	bool lands;       /* the cursor goes to the first hit once all rows are there */
};

/* Reads what the view is to show, and asks for what is not here yet. */
void ui_media_track_read(struct ui *ui, struct track_view *v);
/* The one under the cursor; NULL: there are none. */
const struct track_row *ui_media_track_row(const struct track_view *v);
/* When what it shows begins, in ms. */
int64_t ui_media_track_start(const struct track_view *v, const struct track_row *row);

/* Looks for the words that the search on the screen wants to be spoken, if any. */
void ui_media_track_seek_spoken(struct ui *ui, struct track_view *v);
/* Goes to the first place that has all of the words, or else one of them. */
void ui_media_track_land(struct track_view *v);

/* now: it is what is heard. */
void ui_media_track_put(const struct ui *ui, const struct track_view *v,
	struct ui_row *row, const struct track_row *at, bool now);
void ui_media_track_say(
	const struct ui *ui, const struct track_view *v, struct ui_caption *caption);
/* What there is to say below the rows or, if there are none, in place of them. */
void ui_media_track_note(const struct track_view *v, struct ui_frame *frame);

#endif
