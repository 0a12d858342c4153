/*
 * Where the user was, when the reader was killed, and with two readers at once. Locks
 * belong to processes, so the other reader is one of its own.
 */
#include "config.h"

#include "ui_helper.h"
#include "unit.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/time.h"
#include "conf/settings.h"
#include "ui/session.h"

#define LATER_MS 31000 /* by then, what was done is to be kept */

/* A reader that shows read items or not, other than before, until it is killed. Tells
 * where its store is: the session is kept there, too. */
static void
be_killed(int ready)
{
	char path[sizeof((struct fixture *)0)->dir + 16];
	void *state = NULL;
	if (reader_setup(&state) != 0)
		_exit(1);
	struct reader *r = state;
	snprintf(path, sizeof path, "%s/session", r->store->dir);
	reader_open(r);
	ui_session_start(&r->ui, path);
	ui_session_restore(&r->ui);
	r->ui.show_read = !r->ui.show_read;
	r->ui.typed_ms = time_mono_ms() + 1;
	(void)ui_session_step(&r->ui, time_mono_ms() + LATER_MS);
	if (write(ready, r->store->dir, sizeof r->store->dir) < 0)
		_exit(1);
	for (;;)
		pause();
}

static void
what_a_killed_reader_did_comes_back(void **state)
{
	struct fixture *killed = mem_zalloc(sizeof *killed);
	char path[sizeof killed->dir + 16], second[sizeof path];
	int pipes[2];
	assert_int_equal(pipe(pipes), 0);
	pid_t pid = fork();
	assert_true(pid >= 0);
	if (pid == 0)
		be_killed(pipes[1]);
	close(pipes[1]);
	assert_int_equal(
		read(pipes[0], killed->dir, sizeof killed->dir), sizeof killed->dir);
	close(pipes[0]);
	snprintf(path, sizeof path, "%s/session", killed->dir);
	snprintf(second, sizeof second, "%s/session-2", killed->dir);

	/* Meanwhile another reader has a file of its own. */
	assert_int_equal(reader_setup(state), 0);
	struct reader *r = *state;
	bool before = r->ui.show_read;
	reader_open(r);
	ui_session_start(&r->ui, path);
	assert_string_equal(r->ui.session.path, second);
	ui_session_restore(&r->ui);
	assert_int_equal(r->ui.show_read, before);
	ui_session_end(&r->ui);
	assert_int_equal(access(second, F_OK), 0);

	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	ui_session_start(&r->ui, path);
	assert_string_equal(r->ui.session.path, path);
	ui_session_restore(&r->ui);
	assert_int_equal(r->ui.show_read, !before);
	ui_session_end(&r->ui);
	assert_int_equal(reader_teardown(state), 0);
	void *dead = killed;
	assert_int_equal(fixture_teardown(&dead), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_killed_reader_did_comes_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
