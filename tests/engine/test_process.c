/*
 * Ends and beginnings: stopping, quitting and dying in the middle of a refresh, and two
 * processes on one store.
 */
#include "config.h"

#include <dlfcn.h>
#include <netdb.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/time.h"
#include "conf/feeds.h"
#include "engine/feeds/subscribe.h"
#include "engine/harness.h"
#include "model/subscription.h"
#include "store/db/batch.h"
#include "store/open.h"

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

/* ---- A resolver that says nothing. */

static atomic_int looked_up; /* names that nobody answers for */

/* In front of the C library's, which libcurl's threads call: names below .hole are looked
 * up for as long as the process lives. */
int
getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
	struct addrinfo **out)
{
	int (*real)(
		const char *, const char *, const struct addrinfo *, struct addrinfo **);
	size_t n = name ? strlen(name) : 0;
	if (n > 5 && strcmp(name + n - 5, ".hole") == 0) {
		atomic_fetch_add(&looked_up, 1);
		for (;;)
			poll(NULL, 0, DEADLINE_MS);
	}
	*(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
	return real(name, service, hints, out);
}

#define STUCK 50
#define HOLES 50
#define WELL 20

/* The time of a refresh until the last of the feeds that are well is stored, and (*quit)
 * that of quitting then. */
static int64_t
time_beside(bool stuck, int64_t *quit)
{
	struct rig rig;
	struct buf paths = BUF_INIT(0);
	for (int i = 0; stuck && i < STUCK; i++)
		buf_addf(&paths, "/silent/%d ", i);
	for (int i = 0; stuck && i < HOLES; i++)
		buf_addf(&paths, "http://h%d.hole/feed ", i);
	for (int i = 0; i < WELL; i++)
		buf_addf(&paths, "/f/%d ", i);
	rig_init(&rig, "/silent/*\n\tsilent\n/f/*\n\tdelay 20ms\n" RSS, buf_str(&paths));
	buf_done(&paths);
	rig_option(&rig, "host-connections", "0");
	rig_option(&rig, "host-gap", "0");
	rig_start(&rig, false);
	int64_t start = time_mono_ms();
	engine_refresh(rig.engine, NULL, 0, ENGINE_FORCE);
	for (int i = 0; i < WELL; i++) {
		char path[32];
		snprintf(path, sizeof path, "/f/%d", i);
		while (rig_feed(&rig, path).total != 2) {
			assert_true(time_mono_ms() - start < DEADLINE_MS);
			free(engine_take(rig.engine));
			poll(NULL, 0, 1);
		}
	}
	int64_t stored = time_mono_ms();
	if (stuck)
		rig_wait_asked(&rig, STUCK + WELL);
	while (stuck && atomic_load(&looked_up) < HOLES) {
		assert_true(time_mono_ms() - start < DEADLINE_MS);
		poll(NULL, 0, 1);
	}
	int64_t leaving = time_mono_ms();
	rig_stop(&rig);
	*quit = time_mono_ms() - leaving;
	for (int i = 0; stuck && i < STUCK; i += 7) {
		char path[32];
		snprintf(path, sizeof path, "/silent/%d", i);
		assert_int_equal(rig_feed(&rig, path).failures, 0);
	}
	rig_check(&rig);
	rig_done(&rig);
	return stored - start;
}

/* Case 70: all feeds that are well are stored while a hundred others wait for a resolver
 * or a server, and quitting waits for neither. The times are for who looks at them. */
static void
silence_of_others_holds_nobody_up(void **unused)
{
	(void)unused;
	int64_t quit_alone, quit;
	int64_t alone = time_beside(false, &quit_alone);
	int64_t beside = time_beside(true, &quit);
	print_message("# %d feeds: %d ms alone, %d ms beside %d stuck servers and %d "
		      "names that nobody knows; quit in %d and %d ms\n",
		WELL, (int)alone, (int)beside, STUCK, HOLES, (int)quit_alone, (int)quit);
	assert_true(quit < QUICK_MS);
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

/* A child process that has the store's lock for writing until it is killed. */
static pid_t
hold_in_child(struct rig *rig)
{
	int ready[2];
	char byte;
	fflush(NULL);
	assert_int_equal(pipe(ready), 0);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		struct store_batch *batch;
		struct err err;
		if (store_open(&rig->store, rig->data, &err) != OK ||
			store_batch_begin(rig->store, &batch, &err) != OK ||
			write(ready[1], "", 1) != 1)
			_exit(1);
		alarm(2 * DEADLINE_MS / 1000); /* nobody may be left to kill it */
		for (;;)
			pause();
	}
	close(ready[1]);
	assert_int_equal(read(ready[0], &byte, 1), 1);
	close(ready[0]);
	return child;
}

/* While another writes (or was stopped while it did), feeds whose file is as it was are
 * there to be read: a command and a reader that start bring nothing into the store. */
static void
who_reads_waits_for_no_writer(void **unused)
{
	(void)unused;
	struct rig rig = {0};
	rig_init(&rig, "/f/*\n" RSS, "/f/1 /f/2");
	rig_run(&rig, ENGINE_FORCE);
	rig_close(&rig);
	pid_t child = hold_in_child(&rig);
	alarm(DEADLINE_MS / 1000);
	rig_start(&rig, false);
	struct subscriptions *subs = subscription_list_new();
	struct err err;
	assert_int_equal(conf_feeds_load(subs, rig.feeds, NULL, NULL, &err), OK);
	assert_int_equal(
		engine_feeds_store_subscriptions(rig.store, subs, rig.settings, &err),
		OK);
	assert_string_equal(rig_titles(&rig, "/f/1"), "One|Two");
	alarm(0);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, NULL, 0), child);
	subs->len = 1;
	assert_int_equal(
		engine_feeds_store_subscriptions(rig.store, subs, rig.settings, &err),
		OK);
	assert_true(rig_feed(&rig, "/f/2").removed);
	subscription_list_free(subs);
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
		cmocka_unit_test(who_reads_waits_for_no_writer),
		/* Its threads stay: nothing can be forked well after them. */
		cmocka_unit_test(silence_of_others_holds_nobody_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
