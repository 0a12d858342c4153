#include "config.h"

#include "store/media/track.h"

#include <stdlib.h>

#include "base/err.h"
#include "base/i18n.h"
#include "base/str.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/media/listen.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

#define LEAST 2      /* chapters; one alone says nothing */
#define SAME_MS 2000 /* files of lengths that differ by less have the same times */

static bool
read_stored(const struct store_view *view, uint64_t item, enum store_item_other which,
	struct arena *arena, struct chapters *out)
{
	struct store_item_text text;
	return store_item_other(view, item, which, arena, &text) == OK &&
	       episode_chapters_json(span_of(text.text.text), arena, out) == OK;
}

/* All that is known, by its source. */
static void
read_all(const struct store_view *view, uint64_t item, struct arena *arena,
	struct chapters out[STORE_CHAPTERS_SOURCES], int64_t *duration)
{
	struct store_item_body body;
	struct chapters c;
	if (read_stored(view, item, STORE_ITEM_FILE_CHAPTERS, arena, &c))
		out[STORE_CHAPTERS_FILE] = c;
	if (read_stored(view, item, STORE_ITEM_CHAPTERS, arena, &c))
		out[STORE_CHAPTERS_DOCUMENT] = c;
	if (store_item_body(view, item, arena, &body) != OK)
		return;
	*duration = body.media.duration;
	if (body.chapters &&
		episode_chapters_json(span_of(body.chapters), arena, &c) == OK)
		out[STORE_CHAPTERS_FEED] = c;
	episode_chapters_text(span_of(body.text.text), body.text.type == TEXT_HTML, arena,
		&out[STORE_CHAPTERS_TEXT]);
}

/* Of the file, once it was played; 0: unknown. */
static int64_t
heard_length(const struct store_view *view, uint64_t item, struct arena *arena)
{
	struct listen_record r;
	return store_media_listen(view, item, arena, &r) == OK ? r.duration : 0;
}

unsigned
store_media_chapters_sources(const char *option)
{
	const unsigned file = 1U << STORE_CHAPTERS_FILE;
	return str_eq(option, "file")   ? file
	       : str_eq(option, "feed") ? STORE_CHAPTERS_ALL & ~file
					: STORE_CHAPTERS_ALL;
}

void
store_media_chapters(const struct store_view *view, uint64_t item, unsigned sources,
	struct arena *arena, struct store_chapters *out)
{
	struct chapters all[STORE_CHAPTERS_SOURCES] = {{NULL, 0}};
	int64_t said = 0, heard = heard_length(view, item, arena);
	*out = (struct store_chapters){.source = STORE_CHAPTERS_SOURCES};
	read_all(view, item, arena, all, &said);
	for (int i = 0; i < STORE_CHAPTERS_SOURCES; i++) {
		/* The feed says nothing about the file that is here. */
		bool file = i == STORE_CHAPTERS_FILE;
		episode_chapters_settle(&all[i], file || heard > said ? heard : said);
		size_t at, listed = episode_chapter_at(&all[i], INT64_MAX, &at);
		out->len[i] = all[i].len < LEAST ? 0 : listed;
		if (!out->len[i] || !(sources & 1U << i) || out->chapters.len)
			continue;
		out->chapters = all[i];
		out->source = (enum store_chapters_source)i;
	}
	if (heard > 0 && said > 0 && llabs(heard - said) > SAME_MS)
		out->longer = heard - said;
}

int
store_media_transcript(const struct store_view *view, uint64_t item, struct arena *arena,
	struct transcript *out)
{
	struct store_item_text text;
	int status = store_item_other(view, item, STORE_ITEM_TRANSCRIPT, arena, &text);
	return status == OK ? episode_transcript_read(span_of(text.text.text), arena, out)
			    : status;
}

/* Where the feed does not say how long the episode is, its chapters may: the last one's
 * end. */
static int
learn_length(struct store_batch *batch, uint64_t item, const char *chapters)
{
	struct store_view view = store_batch_view(batch);
	struct arena *arena = &batch->arena;
	struct item_record in_list;
	struct text_record text;
	struct span new_item, new_text; /* fields of a newer program */
	struct chapters c;
	if (episode_chapters_json(span_of(chapters), arena, &c) != OK || !c.len ||
		!c.list[c.len - 1].end ||
		store_db_record(&view, TABLE_TEXT, item, arena, &text, &new_text) != OK ||
		store_db_record(&view, TABLE_ITEM, item, arena, &in_list, &new_item) !=
			OK ||
		text.duration)
		return OK;
	text.duration = in_list.duration = c.list[c.len - 1].end;
	int code = store_db_put_record(batch, TABLE_TEXT, item, &text, new_text, 0);
	return code == OK ? store_db_put_record(
				    batch, TABLE_ITEM, item, &in_list, new_item, 0)
			  : code;
}

int
store_media_track_put(struct store_batch *batch, uint64_t item,
	enum store_item_other which, const struct store_track *track, struct err *err)
{
	static const enum schema_table tables[] = {[STORE_ITEM_CHAPTERS] = TABLE_CHAPTERS,
		[STORE_ITEM_FILE_CHAPTERS] = TABLE_FILECHAPTERS,
		[STORE_ITEM_TRANSCRIPT] = TABLE_TRANSCRIPT};
	struct store_view view = store_batch_view(batch);
	const struct text_record record = {.body = (char *)(uintptr_t)track->text,
		.base = (char *)(uintptr_t)track->url,
		.etag = (char *)(uintptr_t)track->etag,
		.kept = track->time};
	uint32_t feed;
	int64_t time;
	int code = store_db_place(&view, item, &feed, &time);
	if (code == ERR_NOT_FOUND)
		return code;
	if (code == OK)
		code = store_db_replace_record(batch, tables[which], item, &record);
	if (code == OK && which == STORE_ITEM_CHAPTERS)
		code = learn_length(batch, item, track->text);
	return store_batch_fail(
		batch, code, err, N_("cannot store what belongs to an episode"));
}
