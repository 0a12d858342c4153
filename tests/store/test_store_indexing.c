/*
 * Case 122 for the full-text index: the process dies while texts arrive, are put into the
 * index as segments, and segments are merged in slices. Whoever opens the store then
 * finds an index that has the words of the texts, and continues from there.
 *
 * CRASH_KILLS is the number of deaths, CRASH_SEED the seed (make crash).
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "chance.h"
#include "fault.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/index/index.h"
#include "store/index/index_read.h"
#include "store/open.h"
#include "unit/store_helper.h"
#include "unit/unit.h"

#define KILLS (SANITIZED ? 4 : 10)
#define POLLS 10        /* before the store is emptied: eight segments become one */
#define TEXTS 12        /* in a poll */
#define TEXT_WORDS 1300 /* with the rare words, so that a merge takes two slices */
#define VOCABULARY 1000000
#define WRITES 24 /* the death comes within this many of them */
#define OLD_WRITES 6

struct rig {
	struct fixture *f;
	struct chance chance;
	uint32_t took; /* microseconds that a process took, roughly */
};

/* ---- What the worker does, in a process that dies */

/* Poll number n: new texts, and other words for some of the old ones. */
static int
poll_texts(struct store *store, uint32_t n)
{
	static char text[TEXT_WORDS * 8];
	struct feed *document = feed_new();
	struct chance words = {n + 1};
	document->format = FEED_RSS20;
	for (uint32_t i = 0; i < TEXTS + TEXTS / 4; i++) {
		uint32_t number = n * TEXTS + i - TEXTS / 4;
		if (number >= (n + 1) * TEXTS)
			continue; /* before the first poll */
		size_t at = 0;
		for (size_t k = 0; k < TEXT_WORDS; k++)
			at += (size_t)snprintf(text + at, sizeof text - at, " w%u",
				chance_draw(&words, VOCABULARY));
		document->items = arena_push(&document->arena, document->items,
			document->items_len, sizeof *document->items);
		struct item *item = &document->items[document->items_len++];
		item->guid = arena_printf(&document->arena, "%u", number);
		item->title = item->guid;
		item->content.text = arena_strdup(&document->arena, text);
		item->published = item->updated = T0;
	}
	struct store_poll poll = {.feed = 1, .now = T0 + n, .document = document};
	return put_poll(store, &poll, NULL);
}

/* part NULL: merges a slice. */
static int
write_index(struct store *store, struct store_index_part *part, bool *more)
{
	struct store_batch *batch;
	int status = store_batch_begin(store, &batch, NULL);
	if (status == OK)
		status = part ? store_index_put(batch, part, NULL)
			      : store_index_step(batch, TEXTS, more, NULL);
	return status == OK ? store_batch_commit(batch, NULL) : status;
}

static int
index_texts(struct store *store)
{
	struct store_index_part *part;
	struct store_view view;
	int status = store_view_begin(store, &view, NULL);
	if (status != OK)
		return status;
	status = store_index_gather(&view, 1, NULL, NULL, NULL, &part);
	store_view_end(&view);
	if (status == OK && part)
		status = write_index(store, part, NULL);
	if (status == OK)
		store_index_part_free(part);
	return status;
}

static uint32_t
polls_of(struct store *store)
{
	return (uint32_t)(count_all(store).total / TEXTS);
}

static int
work(struct store *store, uint32_t polls, size_t *slices)
{
	bool more = true;
	int status = OK;
	*slices = 0;
	for (uint32_t n = polls_of(store); status == OK && n < polls; n++) {
		status = index_texts(store);
		if (status == OK)
			status = poll_texts(store, n);
	}
	if (status == OK)
		status = index_texts(store);
	for (; status == OK && more; ++*slices)
		status = write_index(store, NULL, &more);
	return status;
}

/* ---- Checking */

static void
sleep_us(uint32_t us)
{
	struct timespec time = {us / 1000000, us % 1000000 * 1000};
	nanosleep(&time, NULL);
}

/* True if it came to its end. after_us 0: it dies at the nth write. */
static bool
run(struct rig *r, int n, uint32_t after_us)
{
	int code;
	size_t slices;
	unit_goes_on();
	fixture_close(r->f);
	pid_t child = fork();
	if (child == 0) {
		if (store_open(&r->f->store, r->f->dir, NULL) != OK)
			_exit(2);
		if (!after_us)
			fault_set(FAULT_KILL, n);
		_exit(work(r->f->store, POLLS, &slices) == OK ? 0 : 1);
	}
	assert_true(child > 0);
	if (after_us) {
		sleep_us(after_us);
		kill(child, SIGKILL);
	}
	assert_int_equal(waitpid(child, &code, 0), child);
	if (WIFEXITED(code))
		assert_int_equal(WEXITSTATUS(code), 0);
	else
		assert_int_equal(WTERMSIG(code), SIGKILL);
	assert_int_equal(store_open(&r->f->store, r->f->dir, NULL), OK);
	return WIFEXITED(code);
}

/* Makes a store in which the next segments are enough for a merge. */
static void
begin(struct rig *r)
{
	size_t slices;
	fixture_clear(r->f);
	put_subscriptions(r->f, (const char *const[]){"A"}, 1);
	assert_int_equal(work(r->f->store, POLLS - 3, &slices), OK);
	assert_int_equal(slices, 1);
}

static void
assert_whole(struct rig *r)
{
	assert_sound(r->f);
	assert_int_equal(polls_of(r->f->store), POLLS);
	assert_true(count_segments(r->f) < POLLS - 3);
}

static void
killed_while_indexing(void **state)
{
	struct rig r = {.f = *state, .chance = chance_begin(5), .took = 100000};
	int kills = chance_kills(KILLS), left = kills, lives = 1;
	/* Kill after a random time, if there is time for that. */
	bool by_time = kills > 100;
	size_t slices;
	begin(&r);
	while (left > 0) {
		uint32_t after =
			by_time && left % 2 ? 1 + chance_draw(&r.chance, r.took) : 0;
		bool done = run(&r, 1 + (int)chance_draw(&r.chance, WRITES), after);
		if (after)
			r.took = done ? r.took - r.took / 4 : r.took + r.took / 16;
		left -= !done;
		assert_sound(r.f);
		if (!done)
			continue;
		assert_whole(&r);
		lives++;
		begin(&r);
	}
	assert_int_equal(work(r.f->store, POLLS, &slices), OK);
	assert_whole(&r);
	if (by_time) {
		/* There was something to interrupt: two slices of a merge, and a last
		 * step. */
		begin(&r);
		assert_int_equal(work(r.f->store, POLLS, &slices), OK);
		assert_true(slices > 2);
	}
	print_message("# %d deaths in %d stores\n", kills, lives);
}

/* Makes a store as it was before there was an index. Who opens it converts it. */
static void
begin_old(struct rig *r)
{
	fixture_clear(r->f);
	put_subscriptions(r->f, (const char *const[]){"A"}, 1);
	for (uint32_t n = 0; n < POLLS; n++)
		assert_int_equal(poll_texts(r->f->store, n), OK);
	fixture_age(r->f);
	unlink(fixture_path(r->f, "before-format-2.mdb"));
}

static void
killed_while_an_old_store_is_indexed(void **state)
{
	struct rig r = {.f = *state, .chance = chance_begin(6)};
	int kills = chance_kills(KILLS), left = kills, lives = 1;
	begin_old(&r);
	while (left > 0) {
		bool done = run(&r, 1 + (int)chance_draw(&r.chance, OLD_WRITES), 0);
		left -= !done;
		assert_sound(r.f);
		assert_int_equal(polls_of(r.f->store), POLLS);
		if (!done)
			continue;
		assert_int_equal(count_segments(r.f), 1);
		lives++;
		begin_old(&r);
	}
	print_message("# %d deaths in %d old stores\n", kills, lives);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(killed_while_indexing),
		FIXTURE_TEST(killed_while_an_old_store_is_indexed),
	};
	return UNIT_RUN(tests);
}
