/*
 * What a class of jobs may rely on, shown with one that only this test knows: nothing in
 * the worker does. No thread runs; the test takes the steps.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/queue.h"
#include "base/time.h"
#include "engine/core/engine.h"
#include "engine/core/settings.h"
#include "engine/harness.h"
#include "engine/job/jobs.h"
#include "engine/job/source.h"
#include "fetch/fetch.h"

struct picture {
	struct engine_job job;
	uint64_t item;
};

static uint64_t came, cancelled; /* items */
static long came_status;

static void
show(struct engine *e, struct engine_job *job, struct fetch_result *answer)
{
	assert_int_equal(engine_job_claiming(e), 0); /* it is out of the table */
	came = ((const struct picture *)job)->item;
	came_status = answer->http_status;
	fetch_result_free(answer);
}

static void
drop(struct engine *e, struct engine_job *job)
{
	(void)e;
	cancelled = ((const struct picture *)job)->item;
}

static const struct engine_job_class pictures = {
	.name = "picture",
	.size = sizeof(struct picture),
	.priority = ENGINE_JOB_WAITED,
	.claims = true,
	.answer = show,
	.cancel = drop,
};

struct bare {
	struct rig rig;
	struct engine engine;
	struct engine_settings settings;
};

static struct engine *
up(struct bare *b, const char *script)
{
	struct err err;
	memset(b, 0, sizeof *b);
	rig_init(&b->rig, script, "");
	b->engine.options = &b->rig.options;
	b->engine.settings = &b->settings;
	b->engine.events = queue_new(NULL, NULL);
	assert_int_equal(engine_job_init(&b->engine, &err), OK);
	assert_int_equal(engine_job_source_init(&b->engine, &err), OK);
	came = cancelled = 0;
	return &b->engine;
}

static void
down(struct bare *b)
{
	assert_true(engine_job_source_join(&b->engine, time_mono_ms() + DEADLINE_MS));
	engine_job_source_done(&b->engine);
	engine_job_done(&b->engine);
	queue_free(b->engine.events, NULL);
	rig_done(&b->rig);
}

static uint64_t
ask(struct bare *b, const char *path, uint64_t item)
{
	char *url =
		arena_printf(&b->rig.arena, "%s%s", http_server_url(b->rig.server), path);
	const struct picture picture = {
		.job = {.class = &pictures, .feed = 7, .url = url}, .item = item};
	return engine_job_ask(&b->engine, &picture.job, NULL);
}

static void
run_until_quiet(struct engine *e)
{
	for (int64_t until = time_mono_ms() + DEADLINE_MS; !engine_job_quiet(e);) {
		assert_true(time_mono_ms() < until);
		if (!engine_job_step(e))
			fetch_wait(e->fetch, 100, -1);
	}
}

static void
an_answer_comes_to_the_class(void **unused)
{
	(void)unused;
	struct bare b;
	struct engine *e = up(&b, "/a\n\tbody x\n/b\n\tstatus 404\n");
	struct engine_job *job;
	size_t at = 0;
	ask(&b, "/a", 41);
	assert_int_equal(engine_job_claiming(e), 1);
	job = engine_job_next(e, &at);
	assert_ptr_equal(job->class, &pictures);
	assert_int_equal(job->feed, 7);
	assert_null(engine_job_next(e, &at));
	run_until_quiet(e);
	assert_int_equal(came, 41);
	assert_int_equal(came_status, 200);
	ask(&b, "/b", 42);
	run_until_quiet(e);
	assert_int_equal(came, 42);
	assert_int_equal(came_status, 404);
	assert_int_equal(cancelled, 0);
	down(&b);
}

static void
a_cancelled_job_gets_no_answer(void **unused)
{
	(void)unused;
	struct bare b;
	struct engine *e = up(&b, "/a\n\tbody x\n/slow\n\tdelay 60000\n");
	uint64_t slow = ask(&b, "/slow", 51);
	ask(&b, "/a", 52);
	/* Of another job at the same place of the table, this is not the tag. */
	engine_job_cancel(e, slow + ((uint64_t)9 << 32));
	assert_int_equal(cancelled, 0);
	engine_job_cancel(e, slow);
	assert_int_equal(cancelled, 51);
	assert_int_equal(engine_job_claiming(e), 1);
	cancelled = 0;
	engine_job_cancel(e, slow);
	assert_int_equal(cancelled, 0);
	run_until_quiet(e);
	assert_int_equal(came, 52);
	down(&b);
}

/* Commands and files are asked in the same way. */
static void
any_source_will_do(void **unused)
{
	(void)unused;
	struct bare b;
	char line[] = "exec:echo x";
	struct engine *e = up(&b, "");
	const struct picture picture = {
		.job = {.class = &pictures, .source = SOURCE_EXEC, .url = line},
		.item = 61};
	engine_job_ask(e, &picture.job, NULL);
	run_until_quiet(e);
	assert_int_equal(came, 61);
	assert_int_equal(came_status, 0);
	down(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_comes_to_the_class),
		cmocka_unit_test(a_cancelled_job_gets_no_answer),
		cmocka_unit_test(any_source_will_do),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
