/*
 * What other processes see of the one that plays, in moments that a test of the program
 * cannot hold.
 */
#include "config.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/time.h"
#include "engine/harness.h"
#include "model/episode_record.h"
#include "player/verb.h"
#include "store/db/view.h"
#include "store/item/list.h"
#include "store/media/player.h"

#define ITEM(n)                                                                          \
	"<item><guid>" n "</guid><title>" n                                              \
	"</title><enclosure url=\"http://127.0.0.1:@PORT@/" n                            \
	".mp3\" type=\"audio/mpeg\"/></item>"
#define SWITCHES 40

struct plays {
	struct rig rig;
	uint64_t items[2];
	char log[300]; /* what the player is asked */
};

static void
begin(struct plays *t)
{
	static const char script[] =
		"/pod\n\tbody <rss version=\"2.0\"><channel><title>Pod</title>" ITEM("a")
			ITEM("b") "</channel></rss>\n";
	char *player = realpath("tests/player/fakempv", NULL);
	struct store_key keys[2];
	struct store_view view;
	char how[400];
	size_t len;
	assert_non_null(player);
	rig_init(&t->rig, script, "/pod");
	snprintf(t->log, sizeof t->log, "%s/asked", t->rig.dir);
	snprintf(how, sizeof how, "length=600 log=%s", t->log);
	setenv("FAKEMPV", how, 1);
	rig_option(&t->rig, "player", player);
	rig_option(&t->rig, "stream", "yes");
	free(player);
	rig_start(&t->rig, false);
	rig_refresh(&t->rig, ENGINE_FORCE);
	const struct store_scope scope = {STORE_FEED, rig_feed(&t->rig, "/pod").id, NULL};
	assert_int_equal(store_view_begin(t->rig.store, &view, NULL), OK);
	assert_int_equal(store_item_keys(&view, &scope, NULL, keys, 2, &len), OK);
	store_view_end(&view);
	assert_int_equal(len, 2);
	for (size_t i = 0; i < 2; i++)
		t->items[i] = keys[i].id;
}

static void
end(struct plays *t)
{
	rig_stop(&t->rig);
	rig_done(&t->rig);
}

static void
ask(struct plays *t, enum player_verb_kind kind, int64_t number, uint64_t item)
{
	const struct player_verb verb = {kind, number, item};
	engine_play(t->rig.engine, &verb);
}

static void
wait_for(struct plays *t, enum player_state state, uint64_t item)
{
	bool found = false;
	while (!found) {
		struct engine_event *event = rig_wait(&t->rig, ENGINE_PLAYER);
		found = event->playing.state == state && event->playing.item == item;
		free(event);
	}
}

/* What it was asked, once that has the text; free() it. */
static char *
asked(struct plays *t, const char *text)
{
	struct buf log = BUF_INIT(0);
	for (int64_t last = time_mono_ms() + DEADLINE_MS;
		!strstr(buf_str(&log), text) && time_mono_ms() < last; usleep(1000)) {
		buf_clear(&log);
		assert_int_equal(file_read(t->log, &log, NULL), OK);
	}
	assert_non_null(strstr(buf_str(&log), text));
	return log.data;
}

struct watch {
	struct store *store;
	_Atomic bool over;
	_Atomic size_t looks;
	size_t silent;
};

static void *
watch(void *data)
{
	struct watch *w = data;
	struct player_record r;
	struct store_view view;
	while (!w->over) {
		bool live = false;
		if (store_view_begin(w->store, &view, NULL) != OK)
			continue;
		if (store_media_player(&view, time_wall(), &r, &live) == OK) {
			w->looks++;
			w->silent += !live;
		}
		store_view_end(&view);
	}
	return NULL;
}

/* Else, another command would say that nothing plays, or begin to play itself. */
static void
between_two_episodes_it_remains_the_player(void **state)
{
	(void)state;
	struct plays t;
	pthread_t thread;
	begin(&t);
	ask(&t, PLAYER_PLAY, 0, t.items[0]);
	wait_for(&t, PLAYER_PLAYING, t.items[0]);
	struct watch w = {.store = t.rig.store};
	assert_int_equal(pthread_create(&thread, NULL, watch, &w), 0);
	while (!w.looks)
		usleep(1000);
	for (int i = 1; i <= SWITCHES; i++) {
		ask(&t, PLAYER_PLAY, 0, t.items[i % 2]);
		wait_for(&t, PLAYER_PLAYING, t.items[i % 2]);
	}
	w.over = true;
	pthread_join(thread, NULL);
	assert_int_equal(w.silent, 0);
	end(&t);
}

/* Two commands that ask for the same episode at once mean the same. */
static void
playing_what_plays_never_pauses_it(void **state)
{
	(void)state;
	struct plays t;
	begin(&t);
	ask(&t, PLAYER_PLAY, 0, t.items[0]);
	wait_for(&t, PLAYER_PLAYING, t.items[0]);
	ask(&t, PLAYER_PLAY, 0, t.items[0]);
	ask(&t, PLAYER_STREAM, 0, t.items[0]);
	ask(&t, PLAYER_SPEED_TO, 150, 0);
	char *log = asked(&t, "\"speed\",1.5");
	assert_null(strstr(log, "\"pause\",true"));
	free(log);
	ask(&t, PLAYER_PAUSE, 1, 0);
	wait_for(&t, PLAYER_PAUSED, t.items[0]);
	ask(&t, PLAYER_PLAY, 0, t.items[0]);
	wait_for(&t, PLAYER_PLAYING, t.items[0]);
	end(&t);
}

/* Nothing is stored during a pause, however long it is. */
static void
after_a_long_pause_it_is_still_the_player(void **state)
{
	(void)state;
	struct plays t;
	struct player_record r;
	struct store_view view;
	bool live = false;
	begin(&t);
	ask(&t, PLAYER_PLAY, 0, t.items[0]);
	wait_for(&t, PLAYER_PLAYING, t.items[0]);
	ask(&t, PLAYER_PAUSE, 1, 0);
	wait_for(&t, PLAYER_PAUSED, t.items[0]);
	assert_int_equal(store_view_begin(t.rig.store, &view, NULL), OK);
	assert_int_equal(
		store_media_player(&view, time_wall() + TIME_DAY, &r, &live), OK);
	assert_true(live);
	assert_int_equal(r.item, t.items[0]);
	store_view_end(&view);
	end(&t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(between_two_episodes_it_remains_the_player),
		cmocka_unit_test(playing_what_plays_never_pauses_it),
		cmocka_unit_test(after_a_long_pause_it_is_still_the_player),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
