/*
 * What is shown above the text of an item with an episode: how long it is and how far it
 * was heard, how its download is going, and its first chapters, which a click plays.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "conf/option.h"
#include "engine/api.h"
#include "model/media.h"
#include "render/html.h"
#include "store/db/view.h"
#include "ui/article/article_inside.h"
#include "ui/core/episode.h"
#include "ui/core/feed_options.h"
#include "ui/core/playing.h"
#include "ui/core/ui.h"

#define SHOWN 4        /* chapters, if there are more than one above that */
#define HEIGHT 16      /* from this height on there are chapters */
#define TIME_CELLS 9   /* with a blank after it */
#define LENGTH_FROM 40 /* width from which there are lengths of chapters */

static bool
has_episode(const struct ui_article *v)
{
	const struct store_item_body *body = &v->body;
	return media_pick(body->enclosures, body->enclosures_len) < body->enclosures_len;
}

/* ---- what is known of it */

static void
read_state(struct ui_article *v, const struct store_view *view)
{
	arena_reset(&v->episode.arena);
	store_media_episode(
		view, v->id, time_wall(), &v->episode.arena, &v->episode.stored);
}

/* Where it would start; 0: at its start, or it is already playing. */
static int64_t
start_of(const struct ui_article *v)
{
	const struct store_episode *e = &v->episode.stored;
	const struct chapters *c = &v->episode.chapters.chapters;
	size_t at = 0;
	if (e->states & MEDIA_PLAYED || !e->heard_at || ui_playing_is(v->ui, v->id))
		return 0;
	bool within = episode_chapter_at(c, e->position, &at);
	return player_rule_start(&v->episode.rules, e->position, e->duration,
		time_wall() - e->heard_at, within ? c->list[at].start : 0);
}

static void
read_rules(struct ui_article *v)
{
	const struct options *o = ui_feed_options(v->ui, v->item.feed);
	const struct store_feed *feed = ui_catalog_feed(&v->ui->catalog, v->item.feed);
	bool whole = feed && media_is_whole(feed->medium);
	v->episode.rules = (struct player_rules){.rewind = whole ? 0 : o->rewind,
		.skip_start = o->skip_start,
		.skip_end = o->skip_end,
		.played_at = o->played_at};
}

void
ui_article_episode_read(struct ui_article *v, const struct store_view *view)
{
	v->episode.there = has_episode(v);
	if (!v->episode.there)
		return;
	read_state(v, view);
	if (v->episode.stored.position > 0)
		read_rules(v);
	store_media_chapters(view, v->id, ui_feed_chapters_sources(v->ui, v->item.feed),
		&v->arena, &v->episode.chapters);
}

void
ui_article_episode_forget(struct ui_article *v)
{
	arena_done(&v->episode.arena);
	free(v->episode.said);
	v->episode = (struct ui_article_episode){.there = false};
}

int64_t
ui_article_episode_length(const struct ui_article *v)
{
	const struct engine_playing *now = &v->ui->playing.now;
	int64_t length = v->body.media.duration;
	if (!v->episode.there)
		return 0;
	if (v->episode.stored.duration > 0)
		length = v->episode.stored.duration;
	if (ui_playing_is(v->ui, v->id) && now->duration > 0)
		length = now->duration;
	return length > 0 ? length : INT64_MAX;
}

int64_t
ui_article_episode_time(const struct ui_article *v)
{
	const struct chapters *c = &v->episode.chapters.chapters;
	if (!v->jump)
		return -1;
	if (v->jump <= UI_ARTICLE_CHAPTERS)
		return render_jump_at(v->doc, v->jump - 1).time;
	size_t index = v->jump - UI_ARTICLE_CHAPTERS - 1;
	return index < c->len ? c->list[index].start : -1;
}

bool
ui_article_episode_is_now(const struct ui_article *v, uint16_t link)
{
	size_t index = 0;
	return link > (RENDER_JUMP | UI_ARTICLE_CHAPTERS) - 1 &&
	       ui_playing_is(v->ui, v->id) &&
	       episode_chapter_at(
		       &v->episode.chapters.chapters, ui_playing_place(v->ui), &index) &&
	       index == (size_t)(link & ~(RENDER_JUMP | UI_ARTICLE_CHAPTERS));
}

/* ---- lines */

/* "♪ 12:31/48:12 · ✓ 38.4 MB · P resumes at 12:28". While it plays, the line of the
 * player has its time. */
static void
put_state(const struct ui_article *v, struct buf *out)
{
	const struct store_item_body *body = &v->body;
	const struct enclosure *file = &body->enclosures[media_pick_chosen(
		body->enclosures, body->enclosures_len, v->episode.stored.chosen, NULL)];
	struct store_episode episode = v->episode.stored;
	int64_t length = ui_article_episode_length(v);
	struct buf download = BUF_INIT(0), times = BUF_INIT(0);
	ui_episode_state(&download, &episode);
	if (ui_playing_is(v->ui, v->id)) {
		episode.states &= ~MEDIA_PLAYED;
		episode.position = 0;
		episode.duration = length < INT64_MAX ? length : 0;
	}
	ui_episode_length(&times, &episode, body->media.duration);
	buf_addf(out, "%s %s", media_kind_sign(media_kind(file->type, file->url)),
		buf_str(&times));
	if (download.len)
		buf_addf(out, "%s%s %s", times.len ? " · " : "",
			ui_episode_sign(&episode), buf_str(&download));
	int64_t start = start_of(v);
	if (start > 0) {
		struct buf place = BUF_INIT(0);
		ui_episode_clock(&place, start);
		buf_addf(out, _(" · %s resumes at %s"),
			ui_screen_key(v->ui, UI_ARTICLE, "play"), buf_str(&place));
		buf_done(&place);
	}
	buf_done(&download);
	buf_done(&times);
}

/* At the end of the line, if there is room. */
static void
add_length(struct buf *line, int64_t length, size_t width)
{
	struct buf text = BUF_INIT(0);
	size_t cells = utf8_columns(buf_str(line), line->len);
	if (length > 0)
		ui_episode_clock(&text, length);
	if (text.len && width >= LENGTH_FROM && cells + text.len < width)
		buf_addf(line, "%*s", (int)(width - cells), buf_str(&text));
	buf_done(&text);
}

static void
add_chapter(struct ui_article *v, size_t index)
{
	const struct chapter *c = &v->episode.chapters.chapters.list[index];
	struct buf time = BUF_INIT(0), line = BUF_INIT(0);
	ui_episode_clock(&time, c->start);
	buf_addf(&line, "  %*s  %s%s", TIME_CELLS - 1, buf_str(&time),
		c->title ? c->title : _("(no title)"), c->url ? " ↗" : "");
	add_length(&line, c->end - c->start, v->width);
	size_t fits = ui_lines_fit(buf_str(&line), line.len, v->width);
	ui_lines_add(&v->head, STYLE_NORMAL, buf_str(&line), fits);
	v->head.list[v->head.len - 1].link =
		(uint16_t)(RENDER_JUMP | UI_ARTICLE_CHAPTERS | index);
	buf_done(&time);
	buf_done(&line);
}

static void
add_heading(struct ui_article *v)
{
	struct buf heading = BUF_INIT(0);
	buf_addf(&heading, "%s · ", _("Chapters"));
	ui_episode_chapters_source(&heading, &v->episode.chapters);
	ui_lines_wrap(&v->head, v->width, STYLE_META, 0, buf_str(&heading), 0);
	buf_done(&heading);
}

static void
add_chapters(struct ui *ui, struct ui_article *v)
{
	const struct chapters *c = &v->episode.chapters.chapters;
	size_t listed = 0, shown = 0;
	for (size_t i = 0; i < c->len; i++)
		listed += !c->list[i].silent;
	if (!listed || v->view.area.height < HEIGHT)
		return;
	ui_lines_add(&v->head, STYLE_NORMAL, "", 0);
	add_heading(v);
	size_t most = listed > SHOWN + 1 ? SHOWN : listed;
	for (size_t i = 0; i < c->len && shown < most; i++) {
		if (c->list[i].silent)
			continue;
		add_chapter(v, i);
		shown++;
	}
	if (shown == listed)
		return;
	const char *rest = arena_printf(&ui->scratch,
		P_("  %zu more chapter: %s", "  %zu more chapters: %s", listed - shown),
		listed - shown, ui_screen_key(ui, UI_ARTICLE, "chapters"));
	ui_lines_add(&v->head, STYLE_META, rest, strlen(rest));
}

void
ui_article_episode_head(struct ui *ui, struct ui_article *v)
{
	struct buf state = BUF_INIT(0);
	if (!v->episode.there)
		return;
	put_state(v, &state);
	ui_lines_wrap(&v->head, v->width, STYLE_META, 0, buf_str(&state), 0);
	free(v->episode.said);
	v->episode.said = buf_take(&state);
	add_chapters(ui, v);
}

bool
ui_article_episode_again(struct ui_article *v, const struct store_view *view)
{
	struct buf state = BUF_INIT(0);
	if (!v->episode.there)
		return false;
	read_state(v, view);
	put_state(v, &state);
	bool other = !str_eq(buf_str(&state), v->episode.said);
	buf_done(&state);
	return other;
}
