/*
 * Ends and beginnings: stopping, quitting and dying in the middle of a refresh, and two
 * processes on one store.
 */
#include "config.h"

#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/time.h"
#include "engine/harness.h"

#define FEEDS 40
#define RSS                                                                              \
	"\tbody <rss version=\"2.0\"><channel><title>F</title><item><guid>1</guid>"      \
	"<title>One</title></item><item><guid>2</guid><title>Two</title></item>"         \
	"</channel></rss>\n"

static const char *
many_paths(struct rig *rig)
{
	struct buf paths = BUF_INIT(0);
	for (int i = 0; i < FEEDS; i++)
		buf_addf(&paths, "%s/f/%d", i ? " " : "", i);
	const char *copy = arena_strdup(&rig->arena, buf_str(&paths));
	buf_done(&paths);
	return copy;
}

static void
stop_gives_claims_back(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/silent/*\n\tsilent\n/f/*\n" RSS, "/silent/1 /silent/2 /f/1");
	rig_start(&rig, false);
	engine_refresh(rig.engine, NULL, 0, ENGINE_FORCE);
	rig_wait_asked(&rig, 3);
	engine_stop_refresh(rig.engine);
	free(rig_wait(&rig, ENGINE_DONE));
	assert_true(rig.counts.done < rig.counts.total);
	assert_true(rig_feed(&rig, "/silent/1").next_poll == TIME_NONE);
	assert_int_equal(rig_feed(&rig, "/silent/1").failures, 0);
	/* They can be asked again at once. */
	engine_refresh(rig.engine, NULL, 0, ENGINE_FORCE);
	rig_wait_asked(&rig, 6);
	rig_done(&rig);
}

/* Case 137: below a second with transfers under way; what came is stored. */
static void
quit_is_quick(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/silent/*\n\tsilent\n/f/*\n" RSS, "/f/1 /silent/1 /silent/2");
	rig_start(&rig, false);
	engine_refresh(rig.engine, NULL, 0, ENGINE_FORCE);
	free(rig_wait(&rig, ENGINE_CHANGED));
	rig_wait_asked(&rig, 3);
	int64_t start = time_mono_ms();
	rig_stop(&rig);
	assert_true(time_mono_ms() - start < QUICK_MS);
	assert_string_equal(rig_titles(&rig, "/f/1"), "One|Two");
	assert_true(rig_feed(&rig, "/silent/2").next_poll == TIME_NONE);
	rig_check(&rig);
	rig_done(&rig);
}

/* A child process that refreshes what is due; it ends with the refresh. */
static pid_t
refresh_in_child(struct rig *rig)
{
	fflush(NULL);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child > 0)
		return child;
	rig_start(rig, false);
	rig_refresh(rig, ENGINE_DUE_ONLY);
	rig_stop(rig);
	rig_close(rig);
	_exit(0);
}

/* Case 122: what was stored before the kill is whole, the rest is asked again, and the
 * dead process's claims hold nobody back. */
static void
killed_in_the_middle(void **unused)
{
	(void)unused;
	for (size_t at = 1; at <= FEEDS; at += 13) {
		struct rig rig = {0};
		rig_init(&rig, "/f/*\n\tdelay 20ms\n\tetag \"x\"\n" RSS, "");
		rig_feeds(&rig, many_paths(&rig));
		rig_option(&rig, "fetch-window", "4");
		pid_t child = refresh_in_child(&rig);
		rig_wait_asked(&rig, at);
		kill(child, SIGKILL);
		assert_int_equal(waitpid(child, NULL, 0), child);
		rig_start(&rig, false);
		rig_check(&rig);
		rig_refresh(&rig, ENGINE_FORCE);
		assert_int_equal(rig.counts.done, FEEDS);
		assert_int_equal(rig.counts.held + rig.counts.failed, 0);
		for (int i = 0; i < FEEDS; i++) {
			char path[32];
			snprintf(path, sizeof path, "/f/%d", i);
			assert_string_equal(rig_titles(&rig, path), "One|Two");
			assert_int_equal(rig_feed(&rig, path).unread, 2);
		}
		rig_check(&rig);
		rig_done(&rig);
	}
}

/* Case 128: each feed is polled by one of them. */
static void
two_processes_share_the_feeds(void **unused)
{
	(void)unused;
	struct rig rig = {0};
	rig_init(&rig, "/f/*\n\tdelay 20ms\n\tetag \"x\"\n" RSS, "");
	rig_feeds(&rig, many_paths(&rig));
	rig_option(&rig, "fetch-window", "4");
	pid_t children[3];
	for (size_t i = 0; i < COUNT_OF(children); i++)
		children[i] = refresh_in_child(&rig);
	for (size_t i = 0; i < COUNT_OF(children); i++) {
		int status;
		assert_int_equal(waitpid(children[i], &status, 0), children[i]);
		assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	}
	assert_int_equal(rig_asked(&rig, NULL), FEEDS);
	rig_start(&rig, false);
	for (int i = 0; i < FEEDS; i++) {
		char path[32];
		snprintf(path, sizeof path, "/f/%d", i);
		assert_int_equal(rig_asked(&rig, path), 1);
		assert_string_equal(rig_titles(&rig, path), "One|Two");
	}
	rig_check(&rig);
	rig_done(&rig);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stop_gives_claims_back),
		cmocka_unit_test(quit_is_quick),
		cmocka_unit_test(killed_in_the_middle),
		cmocka_unit_test(two_processes_share_the_feeds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
