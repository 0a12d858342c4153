/*
 * Commands on chapters and transcripts: other sources and languages, skipping, finding.
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/i18n.h"
#include "base/match.h"
#include "base/mem.h"
#include "base/str.h"
#include "engine/api.h"
#include "query/query.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/media/track.h"
#include "ui/core/episode.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/items/items.h"
#include "ui/media/track_inside.h"
#include "ui/media/ui_media.h"
#include "ui/outside/outside.h"

static struct track_view *
focused(struct ui *ui)
{
	return ui->focus->class->context & UI_TRACKS ? (struct track_view *)ui->focus
						     : NULL;
}

/* The next source that has some. */
void
ui_media_other_chapters(struct ui *ui, const char *arg)
{
	struct track_view *v = focused(ui);
	(void)arg;
	if (!v || v->is_transcript)
		return;
	for (int i = 1; i < STORE_CHAPTERS_SOURCES; i++) {
		int next = ((int)v->chapters.source + i) % STORE_CHAPTERS_SOURCES;
		if (v->chapters.len[next]) {
			v->sources = 1U << next;
			ui_media_track_read(ui, v);
			return;
		}
	}
	ui_status_say(&ui->status, false, _("No other source has chapters for it"));
}

/* The transcript that follows the one at this address, among those that the feed names;
 * NULL: there is no other. */
static const struct related *
next_transcript(const struct store_item_body *body, const char *now)
{
	const struct related *first = NULL;
	bool found = false;
	for (size_t i = 0; i < body->related_len; i++) {
		const struct related *r = &body->related[i];
		if (r->rel != RELATED_TRANSCRIPT)
			continue;
		if (str_eq(r->url, now))
			found = true;
		else if (found)
			return r;
		else if (!first)
			first = r;
	}
	return first;
}

void
ui_media_other_language(struct ui *ui, const char *arg)
{
	struct track_view *v = focused(ui);
	struct store_view view;
	struct store_item_body body;
	struct store_item_text text;
	const struct related *next = NULL;
	const char *now = v ? v->asked : NULL;
	(void)arg;
	if (!v || !v->is_transcript || !ui_open_view(ui, &view))
		return;
	if (!now && store_item_other(&view, v->item, STORE_ITEM_TRANSCRIPT, &ui->scratch,
			    &text) == OK)
		now = text.text.base;
	if (store_item_body(&view, v->item, &ui->scratch, &body) == OK)
		next = next_transcript(&body, now);
	store_view_end(&view);
	if (!next) {
		ui_status_say(&ui->status, false, _("It has no other transcript"));
		return;
	}
	free(v->asked);
	v->asked = mem_strdup(next->url);
	v->turned = v->waits = true;
	engine_get_track(ui->engine, v->item, true, next->url);
	ui_status_say(&ui->status, false, _("Transcript: %s"),
		next->language ? next->language : next->url);
}

void
ui_media_skip(struct ui *ui, const char *arg)
{
	struct track_view *v = focused(ui);
	const struct track_row *row =
		v && !v->is_transcript ? ui_media_track_row(v) : NULL;
	(void)arg;
	if (!row)
		return;
	const char *title = v->chapters.chapters.list[row->at].title;
	if (!title) {
		ui_status_say(&ui->status, false, _("This chapter has no title"));
		return;
	}
	v->skip = ui_media_skip_turn(ui, v->feed, v->skip, title, &v->arena);
	ui_list_move(&v->list, UI_DOWN);
	v->still = true;
	ui->dirty = true;
}

void
ui_media_follow(struct ui *ui, const char *arg)
{
	struct track_view *v = focused(ui);
	(void)arg;
	if (v)
		v->still = false;
}

void
ui_media_copy_place(struct ui *ui, const char *arg)
{
	struct track_view *v = focused(ui);
	const struct track_row *row = v ? ui_media_track_row(v) : NULL;
	struct buf text = BUF_INIT(0);
	(void)arg;
	if (!row)
		return;
	if (!v->is_transcript || v->transcript.timed) {
		buf_addc(&text, '[');
		ui_episode_clock(&text, ui_media_track_start(v, row));
		buf_adds(&text, "] ");
	}
	if (v->is_transcript && row->from != UI_TRACK_HEADING) {
		const struct cue *cue = &v->transcript.list[row->at];
		buf_addf(&text, "%s%s%s", cue->speaker ? cue->speaker : "",
			cue->speaker ? ": " : "", cue->text);
	} else {
		size_t at = v->is_transcript ? row->n : row->at;
		const char *title = v->chapters.chapters.list[at].title;
		buf_adds(&text, title ? title : _("(no title)"));
	}
	if (v->link && (!v->is_transcript || v->transcript.timed))
		buf_addf(&text, " %.*s#t=%" PRId64, (int)strcspn(v->link, "#"), v->link,
			ui_media_track_start(v, row) / 1000);
	ui_outside_copied(ui, &text, _("Copied: %s"));
	buf_done(&text);
}

/* ---- finding what is said */

static void
look_for(struct track_view *v, const char *text)
{
	match_free(v->words);
	free(v->find);
	v->words = match_new(text, true);
	v->find = mem_strdup(text);
}

/* Does a cue or chapter with these words begin in this row? any: one of them is enough.
 */
static bool
is_hit(const struct track_view *v, const struct track_row *row, bool any)
{
	const char *text = v->is_transcript ? v->transcript.list[row->at].text
					    : v->chapters.chapters.list[row->at].title;
	size_t from = 0, to;
	if (row->from || !text)
		return false;
	return any ? match_next(v->words, text, &from, &to)
		   : match_all(v->words, &text, 1);
}

/* Goes to the first hit from a row on, or else to the first one. */
static bool
find_from(struct track_view *v, size_t row, bool any)
{
	size_t found = SIZE_MAX;
	v->hit = v->hits = 0;
	for (size_t i = 0; i < v->rows_len; i++) {
		if (!is_hit(v, &v->rows[i], any))
			continue;
		v->hits++;
		if (found != SIZE_MAX && (found >= row || i < row))
			continue;
		found = i;
		v->hit = v->hits;
	}
	if (!v->hits)
		return false;
	v->hit_at = v->rows[found].at;
	v->still = true;
	ui_list_select(&v->list, found);
	return true;
}

static void
find_next(struct ui *ui, struct track_view *v)
{
	if (!find_from(v, v->list.cursor + 1, false))
		ui_status_say(&ui->status, false, _("Not found"));
}

static void
find_given(struct ui *ui, const char *text)
{
	struct track_view *v = focused(ui);
	if (!v || str_empty(text))
		return;
	look_for(v, text);
	find_next(ui, v);
}

/* The part of a query that wants words to be spoken; NULL: it has none. */
static const struct query_node *
spoken_part(const struct query_node *node)
{
	const struct query_node *found = NULL;
	if (node->field == QUERY_TRANSCRIPT && node->words_len)
		return node;
	for (size_t i = 0; node->kind != QUERY_NOT && i < node->parts_len && !found; i++)
		found = spoken_part(node->parts[i]);
	return found;
}

void
ui_media_track_seek_spoken(struct ui *ui, struct track_view *v)
{
	const struct ui_view *items = ui_find(ui, UI_ITEMS);
	const char *text = items ? ui_items_query(items) : NULL;
	struct query *query;
	struct buf words = BUF_INIT(0);
	struct err err;
	if (!text || query_parse(text, QUERY_ACCENTS_COUNT, &query, &err) != OK)
		return;
	const struct query_node *part = spoken_part(query_root(query));
	for (size_t i = 0; part && i < part->words_len; i++)
		buf_addf(&words, "%s%s%s", i ? " " : "", part->words[i].text,
			part->words[i].prefix ? "*" : "");
	v->lands = part != NULL;
	if (part)
		look_for(v, buf_str(&words));
	buf_done(&words);
	query_free(query);
}

void
ui_media_track_land(struct track_view *v)
{
	v->lands = false;
	if (!find_from(v, 0, false)) /* a phrase may go over several rows */
		find_from(v, 0, true);
}

void
ui_media_transcript_find(struct ui *ui, const char *arg)
{
	if (!str_empty(arg)) {
		find_given(ui, arg);
		return;
	}
	ui_prompt_start(&ui->prompt, _("Find:"), NULL, &ui->finds);
	ui->prompt.accept = find_given;
}

void
ui_media_transcript_next(struct ui *ui, const char *arg)
{
	struct track_view *v = focused(ui);
	(void)arg;
	if (v && v->words)
		find_next(ui, v);
	else
		ui_media_transcript_find(ui, NULL);
}
