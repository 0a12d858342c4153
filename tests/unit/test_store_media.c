/*
 * The queue, positions in episodes, and downloads: what their rows say after each action,
 * undoing, clearing away and repair.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/time.h"
#include "model/action.h"
#include "model/item.h"
#include "model/media.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/find/find.h"
#include "store/gc.h"
#include "store/health/repair.h"
#include "store/item/item.h"
#include "store/journal/journal.h"
#include "store/mark/flags.h"
#include "store/mark/trash.h"
#include "store/media/download.h"
#include "store/media/episode_queue.h"
#include "store/media/listen.h"
#include "store/media/media.h"
#include "store/media/player.h"
#include "store/undo.h"
#include "store_helper.h"
#include "unit.h"

static const char *const feeds[] = {"http://a/"};
#define DUE 16 /* downloads */

/* Items e0, e1, … of feed 1, each with a sound of its own. */
static void
poll_sounds(struct fixture *f, size_t len, int64_t now, int64_t length)
{
	struct feed *doc = make_numbered("e", len, "text");
	for (size_t i = 0; i < len; i++) {
		struct item *item = &doc->items[i];
		struct enclosure *e = arena_zalloc(&doc->arena, sizeof *e);
		e->url = arena_printf(&doc->arena, "http://a/%zu.mp3", i);
		e->type = (char *)(uintptr_t) "audio/mpeg";
		e->length = length;
		item->enclosures = e;
		item->enclosures_len = 1;
		item->media.duration = 60000;
	}
	poll_feed(f, 1, now, doc);
}

static void
fill(struct fixture *f, size_t len)
{
	put_subscriptions(f, feeds, 1);
	poll_sounds(f, len, T0, 1000);
}

static uint64_t
item(struct fixture *f, int n)
{
	char title[16];
	snprintf(title, sizeof title, "e%d", n);
	return find_title(f, title);
}

static size_t
count_due(struct store_batch *batch, int64_t now, uint64_t *ids, int64_t *next)
{
	size_t len;
	assert_int_equal(store_media_downloads_due(batch, now, ids, DUE, &len, next), OK);
	return len;
}

static bool
claim(struct store_batch *batch, uint64_t id, int64_t now, struct arena *arena,
	struct download_record *out)
{
	bool mine;
	assert_int_equal(
		store_media_download_claim(batch, id, now, arena, out, &mine, NULL), OK);
	return mine;
}

/* Does an action to items, in a group of its own. */
static size_t
act(struct fixture *f, enum action verb, const char *place, const uint64_t *ids,
	size_t len)
{
	uint64_t group = 0;
	size_t changed = 0;
	struct err err;
	int status;
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
	switch (verb) {
	case ACTION_QUEUE:
		status = store_media_queue_add(
			batch, ids, len, place != NULL, T0, &changed, &err);
		break;
	case ACTION_UNQUEUE:
		status = store_media_queue_drop(batch, ids, len, &changed, &err);
		break;
	case ACTION_REORDER:
		status = store_media_queue_move(batch, ids[0], place, &changed, &err);
		break;
	case ACTION_ORDER:
		status = store_media_download_move(
			batch, ids[0], place, T0, &changed, &err);
		break;
	case ACTION_PLAYED:
	case ACTION_UNPLAYED:
		status = store_media_played(
			batch, ids, len, verb == ACTION_PLAYED, T0, &changed, &err);
		break;
	default:
		status = store_media_download_act(
			batch, verb, ids, len, T0, &changed, &err);
	}
	assert_int_equal(status, OK);
	commit_batch(batch);
	return changed;
}

static size_t
act_one(struct fixture *f, enum action verb, const char *place, int n)
{
	uint64_t id = item(f, n);
	return act(f, verb, place, &id, 1);
}

static bool
undo(struct fixture *f, bool redo)
{
	struct arena arena = ARENA_INIT;
	struct store_undo undo = {.more = true};
	int status = OK;
	while (status == OK && undo.more) {
		struct store_batch *batch = begin_batch(f);
		status = store_undo(batch, redo, 500, T0, &arena, &undo, NULL);
		assert_int_equal(store_batch_end(batch, OK, NULL), OK);
	}
	arena_done(&arena);
	return status == OK;
}

/* The queue as "3 1 2". */
static const char *
queue(struct fixture *f)
{
	static char text[4096];
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_queue_row rows[3];
	size_t len = 3, at = 0;
	uint64_t after = 0;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	text[0] = '\0';
	while (len == 3) {
		assert_int_equal(store_media_queue(&view, after, rows, 3, &len), OK);
		for (size_t i = 0; i < len; i++) {
			struct store_item it;
			assert_true(rows[i].rank > after);
			assert_int_equal(rows[i].duration, 60000);
			after = rows[i].rank;
			assert_int_equal(
				store_item(&view, rows[i].item, &arena, &it), OK);
			at += (size_t)snprintf(text + at, sizeof text - at, "%s%s",
				at ? " " : "", it.title + 1);
		}
	}
	store_view_end(&view);
	arena_done(&arena);
	return text;
}

static struct download_record
download(struct fixture *f, int n, struct arena *arena)
{
	struct store_view view;
	struct download_record r;
	uint64_t id = item(f, n);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	if (store_media_download(&view, id, arena, &r) != OK)
		r.state = -1;
	store_view_end(&view);
	return r;
}

static int
state(struct fixture *f, int n)
{
	struct arena arena = ARENA_INIT;
	int state = download(f, n, &arena).state;
	arena_done(&arena);
	return state;
}

static int
states(struct fixture *f, int n)
{
	struct store_view view;
	uint64_t id = item(f, n);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	int states = store_media_states(&view, id);
	store_view_end(&view);
	return states;
}

static int64_t
position(struct fixture *f, int n)
{
	struct store_view view;
	struct arena arena = ARENA_INIT;
	struct listen_record r = {.position = -1};
	uint64_t id = item(f, n);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_media_listen(&view, id, &arena, &r), OK);
	store_view_end(&view);
	arena_done(&arena);
	return r.position;
}

static void
the_queue_keeps_its_order(void **s)
{
	struct fixture *f = *s;
	fill(f, 6);
	const uint64_t two[] = {item(f, 1), item(f, 2)};
	const uint64_t front[] = {item(f, 3), item(f, 4)};
	assert_int_equal(act(f, ACTION_QUEUE, NULL, two, 2), 2);
	assert_int_equal(act(f, ACTION_QUEUE, NULL, two, 2), 0);
	assert_int_equal(act(f, ACTION_QUEUE, "next", front, 2), 2);
	assert_string_equal(queue(f), "3 4 1 2");
	/* What is there already moves to the front. */
	assert_int_equal(act_one(f, ACTION_QUEUE, "next", 2), 1);
	assert_string_equal(queue(f), "2 3 4 1");
	assert_int_equal(act_one(f, ACTION_UNQUEUE, NULL, 4), 1);
	assert_int_equal(act_one(f, ACTION_UNQUEUE, NULL, 4), 0);
	assert_string_equal(queue(f), "2 3 1");
	assert_sound(f);
}

static void
items_move_in_the_queue(void **s)
{
	static const struct {
		const char *place;
		int item;
		const char *then;
	} cases[] = {
		{"-1", 2, "0 2 1 3 4"},
		{"+1", 2, "0 1 2 3 4"},
		{"+2", 0, "1 2 0 3 4"},
		{"+9", 0, "1 2 3 4 0"},
		{"-9", 3, "3 1 2 4 0"},
		{"-1", 3, "3 1 2 4 0"},
		{"+1", 0, "3 1 2 4 0"},
		{"end", 1, "3 2 4 0 1"},
		{"top", 1, "1 3 2 4 0"},
		{"3", 1, "3 2 1 4 0"},
		{"1", 0, "0 3 2 1 4"},
		{"99", 0, "3 2 1 4 0"},
	};
	struct fixture *f = *s;
	fill(f, 6);
	for (int i = 0; i < 5; i++)
		act_one(f, ACTION_QUEUE, NULL, i);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		act_one(f, ACTION_REORDER, cases[i].place, cases[i].item);
		assert_string_equal(queue(f), cases[i].then);
	}
	assert_int_equal(act_one(f, ACTION_REORDER, "top", 5), 0);
	assert_false(store_media_queue_place("nowhere"));
	assert_false(store_media_queue_place("0"));
	assert_false(store_media_queue_place(NULL));
	assert_sound(f);
}

/* All moves into one gap: ranks have to be spread out again and again. */
static void
a_gap_is_used_up(void **s)
{
	struct fixture *f = *s;
	fill(f, 12);
	for (int i = 0; i < 12; i++)
		act_one(f, ACTION_QUEUE, NULL, i);
	for (int i = 0; i < 500; i++)
		act_one(f, ACTION_REORDER, "2", 2 + i % 10);
	assert_string_equal(queue(f), "0 11 10 9 8 7 6 5 4 3 2 1");
	assert_sound(f);
	/* 10^5 in all; in one transaction, for the sake of time. */
	uint64_t group = 0, ids[10];
	struct store_batch *batch = begin_batch(f);
	for (int i = 0; i < 10; i++)
		ids[i] = item(f, 2 + i);
	for (int i = 0; i < 100000; i++) {
		size_t changed;
		if (i % 1000 == 0)
			assert_int_equal(
				store_journal_begin(batch, &group, T0, NULL), OK);
		assert_int_equal(
			store_media_queue_move(batch, ids[i % 10], "2", &changed, NULL),
			OK);
	}
	commit_batch(batch);
	assert_string_equal(queue(f), "0 11 10 9 8 7 6 5 4 3 2 1");
	assert_sound(f);
}

static void
undo_brings_back_places(void **s)
{
	struct fixture *f = *s;
	fill(f, 5);
	for (int i = 0; i < 5; i++)
		act_one(f, ACTION_QUEUE, NULL, i);
	const uint64_t all[] = {
		item(f, 0), item(f, 1), item(f, 2), item(f, 3), item(f, 4)};
	act(f, ACTION_UNQUEUE, NULL, all, 5);
	assert_string_equal(queue(f), "");
	assert_true(undo(f, false));
	assert_string_equal(queue(f), "0 1 2 3 4");
	act_one(f, ACTION_REORDER, "top", 3);
	assert_string_equal(queue(f), "3 0 1 2 4");
	assert_true(undo(f, false));
	assert_string_equal(queue(f), "0 1 2 3 4");
	assert_true(undo(f, true));
	assert_string_equal(queue(f), "3 0 1 2 4");
	/* Somebody else's place is not taken. */
	act_one(f, ACTION_UNQUEUE, NULL, 0);
	act_one(f, ACTION_REORDER, "-1", 1);
	assert_true(undo(f, false));
	assert_true(undo(f, false));
	assert_string_equal(queue(f), "3 0 1 2 4");
	assert_sound(f);
}

/* The downloads that wait, as "3 1 2". */
static const char *
waiting(struct fixture *f)
{
	static char text[64];
	uint64_t ids[DUE];
	int64_t next;
	text[0] = '\0';
	struct store_batch *batch = begin_batch(f);
	size_t len = count_due(batch, T0, ids, &next);
	store_batch_abort(batch);
	for (size_t i = 0; i < len; i++)
		for (int n = 0; n < 5; n++)
			if (item(f, n) == ids[i])
				snprintf(text + strlen(text), sizeof text - strlen(text),
					i ? " %d" : "%d", n);
	return text;
}

static void
downloads_that_wait_are_moved(void **s)
{
	static const struct {
		int item;
		const char *place, *order;
	} cases[] = {
		{1, "top", "1 4 3 2 0"},
		{3, "-1", "1 3 4 2 0"},
		{1, "+1", "3 1 4 2 0"},
		{3, "end", "1 4 2 0 3"},
		{0, "2", "1 0 4 2 3"},
		{4, "+9", "1 0 2 3 4"},
	};
	struct fixture *f = *s;
	fill(f, 5);
	for (int i = 0; i < 5; i++)
		act_one(f, ACTION_DOWNLOAD, NULL, i);
	const uint64_t ids[] = {
		item(f, 0), item(f, 1), item(f, 2), item(f, 3), item(f, 4)};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *before = i ? cases[i - 1].order : "4 3 2 1 0";
		assert_int_equal(
			act_one(f, ACTION_ORDER, cases[i].place, cases[i].item), 1);
		assert_string_equal(waiting(f), cases[i].order);
		assert_true(undo(f, false));
		assert_string_equal(waiting(f), before);
		assert_true(undo(f, true));
		act(f, i % 2 ? ACTION_HOLD : ACTION_DROP, NULL, ids, 5);
		assert_true(undo(f, false));
		assert_string_equal(waiting(f), cases[i].order);
	}
	act_one(f, ACTION_HOLD, NULL, 1);
	assert_int_equal(act_one(f, ACTION_ORDER, "end", 1), 0);
	assert_sound(f);
}

static void
only_episodes_are_queued(void **s)
{
	static const char *const plain[] = {"1||e0|x|30"};
	struct fixture *f = *s;
	put_subscriptions(f, feeds, 1);
	poll_items(f, 1, T0, plain, 1);
	assert_int_equal(act_one(f, ACTION_QUEUE, NULL, 0), 0);
	assert_int_equal(act_one(f, ACTION_DOWNLOAD, NULL, 0), 0);
	assert_int_equal(act_one(f, ACTION_PLAYED, NULL, 0), 0);
	assert_string_equal(queue(f), "");
}

static void
played_starts_over(void **s)
{
	struct fixture *f = *s;
	struct arena arena = ARENA_INIT;
	struct listen_record r;
	struct store_view view;
	fill(f, 2);
	uint64_t id = item(f, 0);
	act_one(f, ACTION_QUEUE, NULL, 0);
	struct store_batch *batch = begin_batch(f);
	record_default(&shape_listen, &r);
	r.position = 31000;
	assert_int_equal(store_media_listen_put(batch, id, &r, T0 + 5, NULL), OK);
	commit_batch(batch);
	assert_int_equal(states(f, 0), MEDIA_QUEUED | MEDIA_STARTED);
	act_one(f, ACTION_PLAYED, NULL, 0);
	assert_int_equal(states(f, 0), MEDIA_PLAYED);
	assert_int_equal(position(f, 0), 0);
	assert_true(undo(f, false));
	assert_int_equal(position(f, 0), 31000);
	assert_int_equal(states(f, 0), MEDIA_QUEUED | MEDIA_STARTED);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_media_listen(&view, id, &arena, &r), OK);
	assert_int_equal(r.position, 31000);
	uint64_t last[4];
	size_t len;
	assert_int_equal(store_media_listened(&view, last, 4, &len), OK);
	assert_int_equal(len, 1);
	assert_int_equal(last[0], id);
	store_view_end(&view);
	assert_true(undo(f, true));
	assert_int_equal(states(f, 0), MEDIA_PLAYED);
	assert_sound(f);
	arena_done(&arena);
}

static void
downloads_are_wanted_held_and_dropped(void **s)
{
	struct fixture *f = *s;
	struct arena arena = ARENA_INIT;
	fill(f, 2);
	assert_int_equal(act_one(f, ACTION_DOWNLOAD, NULL, 0), 1);
	assert_int_equal(act_one(f, ACTION_DOWNLOAD, NULL, 0), 0);
	struct download_record r = download(f, 0, &arena);
	assert_int_equal(r.state, DOWNLOAD_WAITING);
	assert_string_equal(r.url, "http://a/0.mp3");
	assert_int_equal(r.total, 1000);
	assert_int_equal(act_one(f, ACTION_HOLD, NULL, 0), 1);
	assert_int_equal(state(f, 0), DOWNLOAD_HELD);
	assert_true(undo(f, false));
	assert_int_equal(state(f, 0), DOWNLOAD_WAITING);
	assert_int_equal(act_one(f, ACTION_DROP, NULL, 0), 1);
	assert_int_equal(state(f, 0), DOWNLOAD_DROPPED);
	assert_true(undo(f, false));
	assert_int_equal(state(f, 0), DOWNLOAD_WAITING);
	/* Undoing the wish gives it up. */
	assert_true(undo(f, false));
	assert_int_equal(state(f, 0), DOWNLOAD_DROPPED);
	assert_true(undo(f, true));
	assert_int_equal(state(f, 0), DOWNLOAD_WAITING);
	assert_sound(f);
	arena_done(&arena);
}

/* When a row is to be worked on; INT64_MAX: none is. */
static int64_t
next_due(struct fixture *f)
{
	struct store_view view;
	int64_t next;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_media_downloads_next(&view, T0, &next), OK);
	store_view_end(&view);
	return next;
}

/* The file that is here stays until the other version is, whatever becomes of that. */
static void
another_version_takes_its_place(void **s)
{
	struct fixture *f = *s;
	struct arena arena = ARENA_INIT;
	fill(f, 1);
	act_one(f, ACTION_DOWNLOAD, NULL, 0);
	struct download_record r = download(f, 0, &arena);
	r.state = DOWNLOAD_HERE;
	r.url = arena_strdup(&arena, "http://a/former.mp3");
	r.path = arena_strdup(&arena, "F/e0.mp3");
	r.inode = 7;
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(
		store_media_download_put(batch, item(f, 0), &r, false, T0, NULL), OK);
	commit_batch(batch);
	assert_int_equal(next_due(f), INT64_MAX);
	assert_int_equal(act_one(f, ACTION_DOWNLOAD, NULL, 0), 1);
	r = download(f, 0, &arena);
	assert_int_equal(r.state, DOWNLOAD_WAITING);
	assert_string_equal(r.url, "http://a/0.mp3");
	assert_null(r.path);
	assert_string_equal(r.former, "F/e0.mp3");
	assert_int_equal(next_due(f), T0);
	/* Held, there is nothing to do. */
	assert_int_equal(act_one(f, ACTION_HOLD, NULL, 0), 1);
	assert_int_equal(next_due(f), INT64_MAX);
	assert_true(undo(f, false));
	/* Given up, the former one is back, and what came of the other one goes. */
	assert_int_equal(act_one(f, ACTION_DROP, NULL, 0), 1);
	r = download(f, 0, &arena);
	assert_int_equal(r.state, DOWNLOAD_HERE);
	assert_string_equal(r.path, "F/e0.mp3");
	assert_string_equal(r.url, "http://a/former.mp3");
	assert_int_equal(r.inode, 7);
	assert_int_equal(act_one(f, ACTION_DROP, NULL, 0), 1);
	assert_int_equal(state(f, 0), DOWNLOAD_DROPPED);
	assert_sound(f);
	arena_done(&arena);
}

static void
put_download(struct fixture *f, const struct download_record *r)
{
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(
		store_media_download_put(batch, item(f, 0), r, false, T0, NULL), OK);
	commit_batch(batch);
}

/* What was replaced is in the trash for a day: undo exchanges both, and so does redo. */
static void
replaced_file_comes_back(void **s)
{
	struct fixture *f = *s;
	struct arena arena = ARENA_INIT;
	struct store_download_row row;
	struct store_view view;
	size_t len;
	fill(f, 1);
	act_one(f, ACTION_DOWNLOAD, NULL, 0);
	struct download_record r = download(f, 0, &arena);
	r.state = DOWNLOAD_HERE;
	r.path = arena_strdup(&arena, "F/e0 (2).mp3");
	r.size = 100;
	r.inode = 8;
	r.former = arena_strdup(&arena, "F/e0.mp3");
	r.former_url = arena_strdup(&arena, "http://a/former.mp3");
	r.former_size = 70;
	r.former_inode = 7;
	r.former_trashed = true;
	r.next = T0 + TIME_DAY;
	put_download(f, &r);
	assert_int_equal(next_due(f), T0 + TIME_DAY);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_media_downloads(&view, 0, &row, 1, &len), OK);
	store_view_end(&view);
	assert_int_equal(row.size, 170);
	assert_true(undo(f, false));
	r = download(f, 0, &arena);
	assert_int_equal(r.state, DOWNLOAD_HERE);
	assert_true(r.trashed && !(states(f, 0) & MEDIA_HERE)); /* not here yet */
	assert_string_equal(r.path, "F/e0.mp3");
	assert_string_equal(r.url, "http://a/former.mp3");
	assert_int_equal(r.inode, 7);
	assert_int_equal(r.size, 70);
	assert_string_equal(r.former, "F/e0 (2).mp3");
	assert_int_equal(r.former_inode, 8);
	assert_int_equal(r.former_size, 100);
	assert_false(r.former_trashed);
	assert_int_equal(next_due(f), T0);
	r.trashed = false;
	r.former_trashed = true;
	r.next = T0 + TIME_DAY;
	put_download(f, &r);
	assert_true(undo(f, true));
	r = download(f, 0, &arena);
	assert_int_equal(r.state, DOWNLOAD_HERE);
	assert_string_equal(r.path, "F/e0 (2).mp3");
	assert_string_equal(r.former, "F/e0.mp3");
	/* The user gives the present one up: that is not the same as undo. */
	r.trashed = false;
	r.former_trashed = true;
	put_download(f, &r);
	assert_int_equal(act_one(f, ACTION_DROP, NULL, 0), 1);
	r = download(f, 0, &arena);
	assert_int_equal(r.state, DOWNLOAD_DROPPED);
	assert_string_equal(r.path, "F/e0 (2).mp3");
	assert_sound(f);
	arena_done(&arena);
}

static void
one_process_has_a_download(void **s)
{
	struct fixture *f = *s;
	struct arena arena = ARENA_INIT;
	struct download_record r;
	uint64_t ids[DUE];
	int64_t next;
	fill(f, 3);
	act_one(f, ACTION_DOWNLOAD, NULL, 0);
	act_one(f, ACTION_DOWNLOAD, NULL, 1);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(count_due(batch, T0, ids, &next), 2);
	uint64_t id = ids[0];
	assert_true(claim(batch, id, T0, &arena, &r));
	assert_false(claim(batch, id, T0, &arena, &r));
	assert_true(store_media_download_mine(batch, id, &arena, &r));
	/* As if another process had taken it over during a long sleep of this one. */
	struct download_record theirs = r;
	theirs.claim.start++;
	assert_int_equal(store_db_replace_record(batch, TABLE_DOWNLOAD, id, &theirs), OK);
	assert_false(store_media_download_mine(batch, id, &arena, &theirs));
	assert_int_equal(store_db_replace_record(batch, TABLE_DOWNLOAD, id, &r), OK);
	assert_int_equal(count_due(batch, T0, ids, &next), 1);
	assert_int_equal(next, T0 + 1);
	/* A claim ends when its process has gone, or with its time. */
	assert_int_equal(count_due(batch, T0 + 1000, ids, &next), 2);
	r.state = DOWNLOAD_HERE;
	r.size = 1000;
	assert_int_equal(store_media_download_put(batch, id, &r, false, T0, NULL), OK);
	assert_int_equal(count_due(batch, T0, ids, &next), 1);
	commit_batch(batch);
	assert_sound(f);
	/* The worker does not return again and again to a row that it cannot read. */
	batch = begin_batch(f);
	assert_int_equal(
		store_db_put(batch, TABLE_DOWNLOAD, schema_id(ids[0]), "x", 1, 0), OK);
	assert_false(claim(batch, ids[0], T0, &arena, &r));
	assert_int_equal(count_due(batch, T0, ids, &next), 0);
	commit_batch(batch);
	arena_done(&arena);
}

/* Podcast fault 17: a row waits for an hour, and the clock is put back by a year. */
static void
clock_is_put_back(void **s)
{
	struct fixture *f = *s;
	struct arena arena = ARENA_INIT;
	struct download_record r;
	const int64_t year = 365 * TIME_DAY, times[] = {T0, T0 + TIME_HOUR, T0 - year};
	const bool due[] = {false, true, true};
	fill(f, 1);
	act_one(f, ACTION_DOWNLOAD, NULL, 0);
	const uint64_t id = item(f, 0);
	struct store_batch *batch = begin_batch(f);
	struct store_view view = store_batch_view(batch);
	assert_int_equal(store_media_download(&view, id, &arena, &r), OK);
	r.next = T0 + TIME_HOUR;
	assert_int_equal(store_media_download_put(batch, id, &r, false, T0, NULL), OK);
	for (size_t i = 0; i < COUNT_OF(times); i++) {
		uint64_t found[DUE];
		int64_t next;
		assert_int_equal(count_due(batch, times[i], found, &next), due[i]);
		assert_int_equal(store_media_downloads_next(&view, times[i], &next), OK);
		assert_int_equal(next, i == 2 ? times[i] : T0 + TIME_HOUR);
	}
	assert_true(claim(batch, id, T0 - year, &arena, &r));
	commit_batch(batch);
	arena_done(&arena);
}

/* Podcast fault 55: what is heard here is not moved by what was heard elsewhere. */
static void
what_plays_keeps_its_place(void **s)
{
	struct fixture *f = *s;
	const struct listen_record there = {.position = 41000, .duration = 60000};
	struct listen_record here;
	enum listen_verdict verdict;
	fill(f, 2);
	struct player_record player = {.state = PLAYER_PLAYING, .item = item(f, 0)};
	struct store_batch *batch = begin_batch(f);
	record_default(&shape_listen, &here);
	here.position = 12000;
	for (int i = 0; i < 2; i++)
		assert_int_equal(
			store_media_listen_put(batch, item(f, i), &here, T0, NULL), OK);
	assert_int_equal(store_media_player_put(batch, &player, T0, NULL), OK);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(store_media_listen_take(batch, item(f, i), &there,
					 T0 + 60, &verdict, NULL),
			OK);
		assert_int_equal(verdict, i == 0 ? LISTEN_PLAYS : LISTEN_TAKEN);
	}
	commit_batch(batch);
	assert_int_equal(position(f, 0), 12000);
	assert_int_equal(position(f, 1), 41000);
}

static size_t
found(struct fixture *f, const char *query)
{
	const struct store_scope scope = {STORE_ALL, 0, NULL};
	struct store_find *find;
	struct store_key keys[20];
	size_t len, n = 0;
	assert_int_equal(store_find_new(query, &scope, 0, T0, &find, NULL), OK);
	for (bool done = false; !done; n += len)
		assert_int_equal(store_find_step(find, f->store, 100000, keys, 20, &len,
					 &done, NULL),
			OK);
	store_find_free(find);
	return n;
}

static void
queries_know_episodes(void **s)
{
	static const char *const plain[] = {"1||p0|x|30"};
	struct fixture *f = *s;
	fill(f, 5);
	poll_items(f, 1, T0, plain, 1);
	act_one(f, ACTION_QUEUE, NULL, 0);
	act_one(f, ACTION_QUEUE, NULL, 1);
	act_one(f, ACTION_PLAYED, NULL, 1);
	static const struct {
		const char *query;
		size_t found;
	} cases[] = {
		{"is:queued", 1},
		{"not is:queued", 5},
		{"is:played", 1},
		{"is:started", 0},
		{"is:here", 0},
		{"kind:audio", 5},
		{"kind:video", 0},
		{"duration:<2m", 5},
		{"duration:1", 5},
		{"duration:>1m", 0},
		{"duration:30s..90s is:queued", 1},
		{"is:unread", 6},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(found(f, cases[i].query), cases[i].found);
}

static void
what_is_queued_is_not_expired(void **s)
{
	struct fixture *f = *s;
	struct store_gc gc;
	fill(f, 6);
	uint64_t ids[6];
	for (int i = 0; i < 6; i++)
		ids[i] = item(f, i);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(
		store_mark_put_flags(batch, ids, 6, 0, ITEM_UNREAD, NULL, NULL), OK);
	commit_batch(batch);
	act_one(f, ACTION_QUEUE, NULL, 0);
	act_one(f, ACTION_DOWNLOAD, NULL, 1);
	act_one(f, ACTION_PLAYED, NULL, 2);
	const struct store_keep keep = {.feed = 1, .items = 1, .now = T0};
	batch = begin_batch(f);
	assert_int_equal(store_expire(batch, &keep, 100, &gc, NULL), OK);
	commit_batch(batch);
	assert_true(gc.items >= 3);
	assert_int_not_equal(find_title(f, "e0"), 0);
	assert_int_not_equal(find_title(f, "e1"), 0);
	assert_sound(f);
}

/* Deleting hides an item's rows; what is deleted for good has none. */
static void
deleted_items_leave(void **s)
{
	struct fixture *f = *s;
	struct store_gc gc;
	struct store_gc_place place = {0};
	struct store_view view;
	struct arena arena = ARENA_INIT;
	struct listen_record r;
	fill(f, 2);
	uint64_t id = item(f, 0);
	act_one(f, ACTION_QUEUE, NULL, 0);
	act_one(f, ACTION_QUEUE, NULL, 1);
	act_one(f, ACTION_DOWNLOAD, NULL, 0);
	struct store_batch *batch = begin_batch(f);
	record_default(&shape_listen, &r);
	r.position = 1000;
	assert_int_equal(store_media_listen_put(batch, id, &r, T0, NULL), OK);
	assert_int_equal(store_mark_put_trash(batch, &id, 1, true, T0, NULL, NULL), OK);
	commit_batch(batch);
	assert_string_equal(queue(f), "1");
	batch = begin_batch(f);
	assert_int_equal(store_mark_put_trash(batch, &id, 1, false, T0, NULL, NULL), OK);
	commit_batch(batch);
	assert_string_equal(queue(f), "0 1");
	batch = begin_batch(f);
	assert_int_equal(store_mark_put_trash(batch, &id, 1, true, T0, NULL, NULL), OK);
	assert_int_equal(
		store_gc(batch, &place, T0 + 400 * TIME_DAY, 100, &gc, NULL), OK);
	commit_batch(batch);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_media_queue_len(&view), 1);
	assert_int_equal(store_media_listen(&view, id, &arena, &r), ERR_NOT_FOUND);
	store_view_end(&view);
	arena_done(&arena);
	assert_sound(f);
}

static void
repair_keeps_them(void **s)
{
	struct fixture *f = *s;
	struct store_health_repair out;
	struct buf kept = BUF_INIT(0);
	fill(f, 4);
	for (int i = 0; i < 4; i++)
		act_one(f, ACTION_QUEUE, NULL, i);
	act_one(f, ACTION_REORDER, "top", 3);
	act_one(f, ACTION_DOWNLOAD, NULL, 1);
	act_one(f, ACTION_PLAYED, NULL, 2);
	fixture_close(f);
	assert_int_equal(store_health_repair(f->dir, &out, &kept, NULL), OK);
	buf_done(&kept);
	fixture_reopen(f);
	assert_string_equal(queue(f), "3 0 1");
	assert_int_equal(state(f, 1), DOWNLOAD_WAITING);
	assert_int_equal(states(f, 2), MEDIA_PLAYED);
	assert_sound(f);
}

/* What the queue has to be. */
struct model {
	int list[9];
	size_t len;
};

static void
model_take(struct model *m, int n)
{
	size_t at = 0;
	while (m->list[at] != n)
		at++;
	m->len--;
	memmove(m->list + at, m->list + at + 1, (m->len - at) * sizeof *m->list);
}

static void
model_put(struct model *m, size_t to, int n)
{
	memmove(m->list + to + 1, m->list + to, (m->len - to) * sizeof *m->list);
	m->list[to] = n;
	m->len++;
}

static bool
model_has(const struct model *m, int n)
{
	for (size_t i = 0; i < m->len; i++)
		if (m->list[i] == n)
			return true;
	return false;
}

/* One action of the user, by chance: false if it would change nothing. */
static bool
model_step(struct fixture *f, struct model *m, uint32_t chance)
{
	int n = (int)(chance % COUNT_OF(m->list));
	bool front = chance >> 9 & 1;
	char place[24];
	struct model was = *m;
	if (!model_has(m, n)) {
		act_one(f, ACTION_QUEUE, front ? "next" : NULL, n);
		model_put(m, front ? 0 : m->len, n);
		return true;
	}
	model_take(m, n);
	if ((chance >> 10 & 7) == 0) {
		act_one(f, ACTION_UNQUEUE, NULL, n);
		return true;
	}
	size_t to = front ? m->len / 2 : (chance >> 16) % was.len;
	model_put(m, to, n);
	snprintf(place, sizeof place, "%zu", to + 1);
	if (memcmp(&was, m, sizeof was) == 0)
		return false;
	act_one(f, ACTION_REORDER, place, n);
	return true;
}

static void
assert_model(struct fixture *f, const struct model *m)
{
	char want[64] = "", *p = want;
	for (size_t i = 0; i < m->len; i++)
		p += snprintf(p, 8, "%s%d", i ? " " : "", m->list[i]);
	assert_string_equal(queue(f), want);
}

/* Many moves by chance, half of them into the same gap, undone and done again as a user
 * does it, against a plain list and its history. */
static void
the_queue_is_a_list(void **s)
{
	enum {
		STEPS = 10000,
		BACK_MOST = 60
	};
	struct fixture *f = *s;
	static struct model history[STEPS + 1];
	size_t at = 0, last = 0;
	uint32_t chance = 7;
	const int steps = SANITIZED ? 300 : STEPS;
	fill(f, (int)COUNT_OF(history[0].list));
	for (int step = 0; step < steps; step++) {
		chance = chance * 1664525 + 1013904223;
		size_t back = (chance >> 8) % BACK_MOST;
		struct model next = history[at];
		if (chance >> 26 == 0 && at > back) {
			for (size_t i = 0; i < back; i++)
				assert_true(undo(f, false));
			at -= back;
		} else if (chance >> 29 == 1 && at < last) {
			assert_true(undo(f, true));
			at++;
		} else if (model_step(f, &next, chance >> 3)) {
			history[++at] = next;
			last = at;
		}
		assert_model(f, &history[at]);
	}
	assert_sound(f);
}

static int64_t
stored_length(struct fixture *f, int n)
{
	struct arena arena = ARENA_INIT;
	struct store_item_body body;
	uint64_t id = item(f, n);
	struct store_view view;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_item_body(&view, id, &arena, &body), OK);
	assert_int_equal(body.enclosures_len, 1);
	int64_t length = body.enclosures[0].length;
	store_view_end(&view);
	arena_done(&arena);
	return length;
}

/* Where advertisements are put in, feeds state another length each time. It matters only
 * for a file that is here, or coming. */
static void
lengths_alone_are_not_stored(void **state)
{
	struct fixture *f = *state;
	fill(f, 2);
	assert_int_equal(act_one(f, ACTION_DOWNLOAD, NULL, 1), 1);
	poll_sounds(f, 2, T0 + 3600, 1010);
	assert_int_equal(stored_length(f, 0), 1000);
	assert_int_equal(stored_length(f, 1), 1010);
	/* It is no longer known, or is again. */
	poll_sounds(f, 2, T0 + 7200, 0);
	assert_int_equal(stored_length(f, 0), 0);
	poll_sounds(f, 2, T0 + 10800, 1030);
	assert_int_equal(stored_length(f, 0), 1030);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(the_queue_keeps_its_order),
		FIXTURE_TEST(items_move_in_the_queue),
		FIXTURE_TEST(a_gap_is_used_up),
		FIXTURE_TEST(the_queue_is_a_list),
		FIXTURE_TEST(undo_brings_back_places),
		FIXTURE_TEST(downloads_that_wait_are_moved),
		FIXTURE_TEST(only_episodes_are_queued),
		FIXTURE_TEST(played_starts_over),
		FIXTURE_TEST(downloads_are_wanted_held_and_dropped),
		FIXTURE_TEST(another_version_takes_its_place),
		FIXTURE_TEST(replaced_file_comes_back),
		FIXTURE_TEST(lengths_alone_are_not_stored),
		FIXTURE_TEST(one_process_has_a_download),
		FIXTURE_TEST(clock_is_put_back),
		FIXTURE_TEST(what_plays_keeps_its_place),
		FIXTURE_TEST(queries_know_episodes),
		FIXTURE_TEST(what_is_queued_is_not_expired),
		FIXTURE_TEST(deleted_items_leave),
		FIXTURE_TEST(repair_keeps_them),
	};
	return UNIT_RUN(tests);
}
