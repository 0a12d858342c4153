/*
 * Chapters and transcripts that come while a view is open: nobody loses his place by
 * that, nor a key.
 */
#include "config.h"

#include "ui_helper.h"
#include "unit.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/time.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/media/media.h"
#include "store/media/track.h"
#include "ui/article/article_inside.h"
#include "ui/draw/lines.h"
#include "ui/media/download_details.h"
#include "ui/media/episode_rows.h"
#include "ui/media/ui_media.h"
#include "ui/terminal/term.h"
#include "ui/ui_inside.h"

#define MINUTE 60000

static const char chapters[] =
	"{\"version\":\"1.2.0\",\"chapters\":[{\"startTime\":0,\"title\":\"Intro\"},"
	"{\"startTime\":60,\"title\":\"Mail\"},{\"startTime\":120,\"title\":\"Yeast\"},"
	"{\"startTime\":180,\"title\":\"Late\"}]}";
static const char said[] = "WEBVTT\n\n00:00.000 --> 00:05.000\nHello.\n\n"
			   "01:00.000 --> 01:05.000\nAnd now.\n\n"
			   "02:00.000 --> 02:05.000\nGood bye.\n";

static uint64_t
episode(struct reader *r)
{
	return find_title(r->store, "e0");
}

static void
put_track(struct reader *r, enum store_item_other which, const char *text)
{
	struct store_batch *batch = begin_batch(r->store);
	assert_int_equal(store_media_track_put(batch, episode(r), which,
				 &(struct store_track){.text = text, .time = T0}, NULL),
		OK);
	commit_batch(batch);
}

/* The list of a feed with one episode. */
static void
open_feed(struct reader *r)
{
	static const char *const feeds[] = {"http://a.example/f"};
	struct feed *document = make_numbered("e", 1, "<p>First.</p><p>Second.</p>");
	struct item *item = &document->items[0];
	put_subscriptions(r->store, feeds, COUNT_OF(feeds));
	item->enclosures = arena_zalloc(&document->arena, sizeof *item->enclosures);
	item->enclosures->url = arena_strdup(&document->arena, "http://a.example/e.mp3");
	item->enclosures_len = 1;
	poll_feed(r->store, 1, T0, document);
	reader_open(r);
	reader_command(r, "open");
}

static void
pause_at(struct reader *r, int64_t position)
{
	answer(r, (struct engine_event){.kind = ENGINE_PLAYER,
			  .playing = {.state = PLAYER_PAUSED,
				  .item = episode(r),
				  .position = position,
				  .duration = 4 * MINUTE,
				  .speed = 100}});
}

/* What was asked for when the view was opened is here. */
static void
track_came(struct reader *r)
{
	answer(r, (struct engine_event){.kind = ENGINE_TRACK, .counted = episode(r)});
}

static bool
cursor_is_on(struct reader *r, const char *words)
{
	return strstr(reader_cursor(r, NULL), words) != NULL;
}

/* Chapters that are paused in the third. */
static void
open_chapters(struct reader *r)
{
	open_feed(r);
	put_track(r, STORE_ITEM_CHAPTERS, chapters);
	pause_at(r, 2 * MINUTE + 1000);
	reader_command(r, "chapters");
	ui_draw(&r->ui);
	assert_true(cursor_is_on(r, "Yeast"));
}

static void
keys_count_before_the_next_frame(void **state)
{
	struct reader *r = *state;
	open_chapters(r);
	track_came(r);
	reader_command(r, "first");
	assert_true(cursor_is_on(r, "Intro"));
	track_came(r);
	reader_command(r, "down");
	assert_true(cursor_is_on(r, "Mail"));
	track_came(r);
	assert_true(cursor_is_on(r, "Mail"));
}

static void
clicks_count_before_the_next_frame(void **state)
{
	struct reader *r = *state;
	open_chapters(r);
	track_came(r);
	ui_mouse_take(&r->ui, &(struct ui_mouse){.x = 5, .y = 2});
	assert_true(cursor_is_on(r, "Mail"));
}

/* What moves the cursor stops that it follows. */
static void
skipping_goes_on_to_the_next(void **state)
{
	struct reader *r = *state;
	open_chapters(r);
	reader_command(r, "skip-chapter");
	assert_true(cursor_is_on(r, "Late"));
}

static void
keys_count_when_a_transcript_comes(void **state)
{
	struct reader *r = *state;
	open_feed(r);
	reader_command(r, "transcript");
	ui_draw(&r->ui);
	put_track(r, STORE_ITEM_TRANSCRIPT, said);
	track_came(r);
	reader_command(r, "down");
	assert_true(cursor_is_on(r, "And now."));
}

/* The line of an article's head that says this. */
static size_t
head_line(const struct ui_article *v, const char *words)
{
	size_t i = 0;
	while (i < v->head.len && !strstr(v->head.list[i].text, words))
		i++;
	assert_true(i < v->head.len);
	return i;
}

/* The lines above the text grow when chapters come: what is at the top of the screen
 * stays there, be it above or below them. */
static void
the_line_at_the_top_stays(void **state)
{
	struct reader *r = *state;
	open_feed(r);
	ui_resize(&r->ui, READER_WIDTH, 24);
	reader_command(r, "open");
	ui_draw(&r->ui);
	struct ui_article *v = (struct ui_article *)r->ui.focus;
	size_t before = v->head.len, title = head_line(v, "e0");
	for (size_t from_end = 0; from_end <= 2; from_end++) {
		v->top = before - from_end;
		put_track(r, STORE_ITEM_CHAPTERS, chapters);
		track_came(r);
		assert_true(head_line(v, "Intro") < v->top);
		assert_int_equal(v->top, v->head.len - from_end);
		put_track(r, STORE_ITEM_CHAPTERS, "{\"chapters\":[]}");
		track_came(r);
		assert_int_equal(v->head.len, before);
		assert_int_equal(v->top, before - from_end);
	}
	v->top = title;
	put_track(r, STORE_ITEM_CHAPTERS, chapters);
	track_came(r);
	assert_int_equal(v->top, title);
	v->top = head_line(v, "Yeast");
	put_track(r, STORE_ITEM_CHAPTERS, "{\"chapters\":[]}");
	track_came(r);
	assert_in_range(v->top, title, before);
}

/* The line of what plays changes no more than once a second, at twice the speed, too. */
static void
the_line_changes_once_a_second(void **state)
{
	struct reader *r = *state;
	open_feed(r);
	ui_resize(&r->ui, READER_WIDTH, 24);
	int64_t start = time_mono_ms();
	answer(r, (struct engine_event){.kind = ENGINE_PLAYER,
			  .playing = {.state = PLAYER_PLAYING,
				  .item = episode(r),
				  .at_ms = start,
				  .duration = 400 * MINUTE,
				  .speed = 200}});
	int64_t after = ui_media_player_due(&r->ui) - start;
	assert_in_range((after + 500) % 1000, 490, 510);
}

/* What is told of a download that is not in order. */
static const char *
detail(struct reader *r, const struct store_episode *episode, size_t y)
{
	const struct ui_media_shown shown = {.there = true, .episode = *episode};
	struct ui_frame frame = {
		.rows = r->rows, .height = READER_HEIGHT, .width = READER_WIDTH};
	ui_frame_blank(&frame, 0);
	ui_media_details_draw(&r->ui, &shown, 0, &frame);
	return buf_str(&r->rows[y].text);
}

/* Podcast fault 13. */
static void
a_redirect_to_http_is_told(void **state)
{
	struct reader *r = *state;
	struct store_episode e = {.url = (char *)(uintptr_t) "https://a.example/e",
		.hop = (char *)(uintptr_t) "http://b.example/e",
		.next = TIME_NONE,
		.failing = TIME_NONE};
	open_feed(r);
	assert_non_null(strstr(detail(r, &e, 2),
		"through redirects to http://b.example/e (not encrypted)"));
	e.hop = (char *)(uintptr_t) "https://b.example/e";
	assert_non_null(strstr(detail(r, &e, 2), "to https://b.example/e"));
	assert_null(strstr(detail(r, &e, 2), "not encrypted"));
	e.url = (char *)(uintptr_t) "http://a.example/e"; /* it never was */
	e.hop = (char *)(uintptr_t) "http://b.example/e";
	assert_null(strstr(detail(r, &e, 2), "not encrypted"));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, reader_setup, reader_teardown)

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	const struct CMUnitTest tests[] = {
		CASE(keys_count_before_the_next_frame),
		CASE(clicks_count_before_the_next_frame),
		CASE(skipping_goes_on_to_the_next),
		CASE(keys_count_when_a_transcript_comes),
		CASE(the_line_at_the_top_stays),
		CASE(a_redirect_to_http_is_told),
		CASE(the_line_changes_once_a_second),
	};
	return UNIT_RUN(tests);
}
