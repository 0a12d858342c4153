/* Hosts that are left alone, and what is away with the pool's threads. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/job/jobs.h"
#include "engine/poll/group.h"
#include "engine/poll/poll.h"
#include "engine/poll/pool.h"
#include "engine/refresh/pause.h"
#include "fetch/fetch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store_helper.h"
#include "unit.h"

#define URL "https://example.org/feed"

static void
store_pause(struct fixture *f, int64_t until)
{
	struct store_batch *batch = begin_batch(f);
	struct err err;
	assert_int_equal(engine_refresh_pause_store(batch, URL, until, T0, &err), OK);
	commit_batch(batch);
}

static int64_t
load(struct fixture *f, struct engine_pauses *pauses)
{
	struct store_view view;
	struct err err;
	assert_int_equal(store_view_begin(f->store, &view, &err), OK);
	engine_refresh_pause_load(pauses, &view, T0);
	store_view_end(&view);
	return engine_refresh_pause_of(pauses, URL, T0);
}

/* A later answer asked for more time, and the disk was full just then: what the store has
 * of the earlier one must not let the host be asked sooner (case 79). */
static void
what_could_not_be_stored_holds(void **state)
{
	struct fixture *f = *state;
	struct engine_pauses pauses = {0};
	store_pause(f, T0 + 60);
	assert_int_equal(load(f, &pauses), T0 + 60);
	engine_refresh_pause_add(&pauses, URL, T0 + 3600);
	assert_int_equal(load(f, &pauses), T0 + 3600);
	store_pause(f, T0 + 7200); /* another process was told more */
	assert_int_equal(load(f, &pauses), T0 + 7200);
	engine_refresh_pause_done(&pauses);
}

/* On this machine and in its network another port is another server. */
static void
a_pause_holds_for_its_port(void **state)
{
	struct engine_pauses pauses = {0};
	(void)state;
	engine_refresh_pause_add(&pauses, "http://127.0.0.1:81/a", T0 + 60);
	engine_refresh_pause_add(&pauses, "http://a.example:81/a", T0 + 60);
	assert_int_equal(
		engine_refresh_pause_of(&pauses, "http://127.0.0.1:81/b", T0), T0 + 60);
	assert_true(engine_refresh_pause_of(&pauses, "http://127.0.0.1:82/b", T0) ==
		    TIME_NONE);
	assert_int_equal(
		engine_refresh_pause_of(&pauses, "http://A.example:82/b", T0), T0 + 60);
	engine_refresh_pause_done(&pauses);
}

static size_t came_back;

static void
count_back(struct engine *e, struct engine_poll *poll)
{
	(void)e;
	came_back++;
	engine_poll_free(poll);
}

static const struct engine_job_class polls = {.claims = true, .digested = count_back};
static const struct engine_job_class archives = {.digested = count_back};

static struct engine_poll *
answer_of(const struct engine_job_class *class, uint32_t feed)
{
	struct fetch_result *answer = mem_zalloc(sizeof *answer);
	answer->http_status = 200;
	for (int i = 0; i < 2000; i++)
		buf_adds(&answer->body, "no feed at all ");
	return engine_poll_new(class, feed, answer);
}

/* A refresh counts the polls that are away as answered; the documents of a backfill are
 * none. */
static void
a_backfill_is_no_poll(void **state)
{
	struct fixture *f = *state;
	struct engine *e = mem_zalloc(sizeof *e);
	struct options options;
	struct err err;
	conf_options_init(&options);
	e->store = f->store;
	e->options = &options;
	assert_int_equal(engine_job_init(e, &err), OK);
	assert_int_equal(engine_poll_group_init(e, &err), OK);
	assert_int_equal(engine_poll_pool_init(e, &err), OK);
	struct engine_poll *archive = answer_of(&archives, 1),
			   *poll = answer_of(&polls, 2);
	assert_true(engine_job_quiet(e));
	came_back = 0;
	if (engine_poll_pool_give(e, archive)) { /* false with one processor */
		assert_int_equal(engine_poll_pool_polls(e), 0);
		assert_true(engine_poll_pool_give(e, poll));
		assert_int_equal(engine_poll_pool_polls(e), 1);
		assert_false(engine_job_quiet(e));
		for (int64_t until = time_mono_ms() + 30000;
			came_back < 2 && time_mono_ms() < until;)
			engine_poll_pool_wind_up(e);
		assert_int_equal(came_back, 2);
	} else {
		engine_poll_free(archive);
		engine_poll_free(poll);
	}
	assert_int_equal(engine_poll_pool_polls(e), 0);
	assert_true(engine_job_quiet(e));
	assert_true(engine_poll_pool_join(e, time_mono_ms() + 30000));
	engine_poll_pool_done(e);
	engine_poll_group_done(e);
	engine_job_done(e);
	conf_options_done(&options);
	free(e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(what_could_not_be_stored_holds),
		cmocka_unit_test(a_pause_holds_for_its_port),
		FIXTURE_TEST(a_backfill_is_no_poll),
	};
	return UNIT_RUN(tests);
}
