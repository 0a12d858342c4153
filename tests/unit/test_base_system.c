/* Errors, time, files, processes, queues and threads (cases 33, 149). */
#include "config.h"

#include "tests/unit/unit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/control.h"
#include "base/dir.h"
#include "base/err.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/queue.h"
#include "base/rwlock.h"
#include "base/spawn.h"
#include "base/thread.h"
#include "base/time.h"
#include "base/utf8.h"

static char *
temp_path(const char *name)
{
	const char *dir = getenv("TMPDIR");
	char path[512];
	snprintf(path, sizeof path, "%s/courant-base-XXXXXX", dir ? dir : "/tmp");
	assert_non_null(mkdtemp(path));
	size_t len = strlen(path);
	snprintf(path + len, sizeof path - len, "/%s", name);
	return mem_strdup(path);
}

static void
forget_path(char *path)
{
	unlink(path);
	*strrchr(path, '/') = '\0';
	rmdir(path);
	free(path);
}

/* Case 5: parser messages quote bytes of the feed. */
static void
sentences_hold_no_controls(void **state)
{
	(void)state;
	struct err err;
	assert_int_equal(err_set(&err, ERR_SYNTAX, "<x%c[2J> \xc2\x9b %s", 27, "a\nb"),
		ERR_SYNTAX);
	assert_string_equal(err.text, "<x [2J>    a b");
	assert_int_equal(err_prefix(&err, "feed %d", 7), ERR_SYNTAX);
	assert_string_equal(err.text, "feed 7: <x [2J>    a b");
	errno = ENOENT;
	err_set_errno(&err, ERR_IO, "cannot open x");
	assert_string_equal(err.text, "cannot open x: No such file or directory");
	char *wide = mem_zalloc(2001);
	for (int i = 0; i < 1000; i++)
		memcpy(wide + i * 2, "\xc3\xa9", 2);
	err_set(&err, ERR_IO, "%s", wide);
	assert_int_equal(strlen(err.text) % 2, 0); /* no half character */
	for (size_t i = 0; i < 40; i++) {
		err_set(&err, ERR_IO, "%*d%.*s", (int)(ERR_TEXT_MAX - 60 + i), 0, 20,
			wide);
		err_prefix(&err, "%s", "éé");
		assert_true(utf8_valid(err.text, strlen(err.text)));
		err_set(&err, ERR_IO, "é");
		err_prefix(&err, "%*d%.*s", (int)(ERR_TEXT_MAX - 60 + i), 0, 60, wide);
		assert_true(utf8_valid(err.text, strlen(err.text)));
	}
	free(wide);
}

static void
spans_of_time_round_trip(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int64_t ms;
		const char *shortest;
	} cases[] = {
		{"15m", 900000, "15m"},
		{"90s", 90000, "1m30s"},
		{"1h30m", 5400000, "1h30m"},
		{"2d", 172800000, "2d"},
		{"1w", 604800000, "1w"},
		{"4w3d", 2678400000, "31d"},
		{"250ms", 250, "250ms"},
		{"30", 30000, "30s"},
		{"0", 0, "0"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		int64_t ms = -1;
		char text[32];
		assert_int_equal(time_parse_span(span_of(cases[i].text), &ms), OK);
		assert_int_equal(ms, cases[i].ms);
		time_format_span(ms, text, sizeof text);
		assert_string_equal(text, cases[i].shortest);
	}
	static const char *const bad[] = {
		"", "m", "5x", "-5m", "99999999999999999w", "5 m"};
	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		int64_t ms = 7;
		assert_int_equal(time_parse_span(span_of(bad[i]), &ms), ERR_INVALID);
		assert_int_equal(ms, 7);
	}
}

/* Values from date -u -d '…' +%s. */
static void
dates_become_seconds(void **state)
{
	(void)state;
	assert_int_equal(time_from_utc(1970, 1, 1, 0, 0, 0), 0);
	assert_int_equal(time_from_utc(2000, 2, 29, 12, 0, 0), 951825600);
	assert_int_equal(time_from_utc(2038, 1, 19, 3, 14, 8), 2147483648);
	assert_int_equal(time_from_utc(1900, 1, 1, 0, 0, 0), -2208988800);
	assert_int_equal(time_from_utc(2106, 2, 7, 6, 28, 16), 4294967296);
}

/* 2^31 seconds after 1970 and 2^32, by `date -u -d @N`; a document may name any year. */
static void
local_times_go_on_after_2038(void **state)
{
	static const struct {
		int64_t at;
		const char *text;
	} cases[] = {
		{2147483647, "2038-01-19 03:14:07"},
		{2147483648, "2038-01-19 03:14:08"},
		{4294967296, "2106-02-07 06:28:16"},
		{253402300799, "9999-12-31 23:59:59"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char text[40];
		time_format_local(cases[i].at, "%Y-%m-%d %H:%M:%S", text, sizeof text);
		assert_string_equal(text, cases[i].text);
		assert_int_equal(time_local_offset(cases[i].at), 0);
	}
}

static void
lengths_look_like_those_of_players(void **state)
{
	static const struct {
		int64_t seconds;
		const char *text;
	} cases[] = {
		{0, "0:00"},
		{59, "0:59"},
		{751, "12:31"},
		{3599, "59:59"},
		{3600, "1:00:00"},
		{360061, "100:01:01"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char text[32];
		time_format_clock(cases[i].seconds, text, sizeof text);
		assert_string_equal(text, cases[i].text);
	}
}

static void
a_file_is_beside_another(void **state)
{
	static const struct {
		const char *path, *folder, *beside;
	} cases[] = {
		{"/a/b/feeds", "/a/b", "/a/b/lists"},
		{"b/feeds", "b", "b/lists"},
		{"/feeds", "/", "/lists"},
		{"feeds", ".", "./lists"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *folder = file_folder(cases[i].path);
		char *beside = file_beside(cases[i].path, "lists");
		assert_string_equal(folder, cases[i].folder);
		assert_string_equal(beside, cases[i].beside);
		free(folder);
		free(beside);
	}
}

static void
a_file_is_replaced_whole(void **state)
{
	(void)state;
	char *path = temp_path("file");
	struct buf buf = BUF_INIT(100);
	struct err err;
	struct stat st;
	assert_int_equal(file_read(path, &buf, &err), ERR_NOT_FOUND);
	assert_int_equal(file_write(path, "one", 3, 0600, &err), OK);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(chmod(path, 0640), 0);
	assert_int_equal(file_write(path, "two\n", 4, 0600, &err), OK);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0640); /* the user's choice is kept */
	assert_int_equal(file_read(path, &buf, &err), OK);
	assert_string_equal(buf_str(&buf), "two\n");
	struct buf small = BUF_INIT(3);
	assert_int_equal(file_read(path, &small, &err), ERR_LIMIT);
	buf_done(&buf);
	buf_done(&small);
	forget_path(path);
}

/* People who keep such files elsewhere may link to them before they exist. */
static void
a_link_is_written_through(void **state)
{
	(void)state;
	static const char *const targets[] = {"there", "./there", "second"};
	for (size_t i = 0; i < COUNT_OF(targets); i++)
		for (int there = 0; there < 2; there++) {
			char *path = temp_path("there"), *dir = mem_strdup(path);
			*strrchr(dir, '/') = '\0';
			char *link = file_join(dir, "link"),
			     *second = file_join(dir, "second");
			struct buf text = BUF_INIT(0);
			struct err err;
			struct stat st;
			assert_int_equal(symlink(path, second), 0);
			assert_int_equal(symlink(targets[i], link), 0);
			if (there)
				assert_int_equal(
					file_write(path, "old", 3, 0640, &err), OK);
			assert_int_equal(file_write(link, "new", 3, 0600, &err), OK);
			assert_int_equal(lstat(link, &st), 0);
			assert_true(S_ISLNK(st.st_mode));
			assert_int_equal(lstat(path, &st), 0);
			assert_true(S_ISREG(st.st_mode));
			assert_int_equal(st.st_mode & 0777, there ? 0640 : 0600);
			assert_int_equal(file_read(link, &text, &err), OK);
			assert_string_equal(buf_str(&text), "new");
			buf_done(&text);
			unlink(link);
			unlink(second);
			free(link);
			free(second);
			free(dir);
			forget_path(path);
		}
}

static void
a_circle_of_links_is_replaced(void **state)
{
	(void)state;
	char *path = temp_path("circle");
	struct err err;
	assert_int_equal(symlink("circle", path), 0);
	assert_int_equal(file_write(path, "new", 3, 0600, &err), OK);
	forget_path(path);
}

static void
a_file_in_the_way_is_named(void **state)
{
	(void)state;
	char *path = temp_path("file");
	struct err err;
	assert_int_equal(file_write(path, "", 0, 0600, &err), OK);
	struct dirs dirs = {0};
	assert_int_equal(dir_find(&dirs, path, &err), OK);
	assert_int_equal(dir_make(&dirs, &err), ERR_IO);
	dir_done(&dirs);
	assert_non_null(strstr(err.text, path));
	forget_path(path);
}

static void
a_tilde_in_front_is_the_home_directory(void **state)
{
	static const struct {
		const char *path, *home, *expanded;
	} cases[] = {
		{"~/a/b", "/home/me", "/home/me/a/b"},
		{"~", "/home/me", "/home/me"},
		{"~you/a", "/home/me", "~you/a"},
		{"a/~/b", "/home/me", "a/~/b"},
		{"/a", "/home/me", "/a"},
		{"", "/home/me", ""},
		{"~/a", "", "~/a"},
		{"~/a", NULL, "~/a"},
	};
	char *before = mem_strdup(getenv("HOME"));
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		if (cases[i].home)
			setenv("HOME", cases[i].home, 1);
		else
			unsetenv("HOME");
		char *path = file_expand_home(cases[i].path);
		assert_string_equal(path, cases[i].expanded);
		free(path);
	}
	if (before)
		setenv("HOME", before, 1);
	free(before);
}

static void
a_child_gets_words_not_a_shell(void **state)
{
	(void)state;
	char *argv[] = {(char[]){"printf"}, (char[]){"%s|"}, (char[]){"$(touch x);b"},
		(char[]){"it's"}, NULL};
	struct buf out = BUF_INIT(100);
	struct err err;
	assert_int_equal(spawn_run(argv, NULL, &out, NULL, 10000, -1, &err), OK);
	assert_string_equal(buf_str(&out), "$(touch x);b|it's|");
	buf_done(&out);
}

static void
a_child_is_fed_and_bounded(void **state)
{
	(void)state;
	struct buf in = BUF_INIT(0), out = BUF_INIT(300000), errors = BUF_INIT(100);
	struct err err;
	for (int i = 0; i < 20000; i++)
		buf_adds(&in, "0123456789");
	char *cat[] = {(char[]){"cat"}, NULL};
	assert_int_equal(spawn_run(cat, &in, &out, &errors, 10000, -1, &err), OK);
	assert_int_equal(out.len, 200000);
	/* A child that takes its time has all of it nonetheless. */
	char *slow[] = {(char[]){"sh"}, (char[]){"-c"},
		(char[]){"echo begun; sleep 0.1; cat; exec >&- 2>&-"}, NULL};
	buf_clear(&out);
	assert_int_equal(spawn_run(slow, &in, &out, &errors, 10000, -1, &err), OK);
	assert_int_equal(out.len, 200006);
	out.max = 200010;
	assert_int_equal(spawn_run(cat, &in, &out, &errors, 10000, -1, &err), ERR_LIMIT);
	char *sleep[] = {(char[]){"sleep"}, (char[]){"30"}, NULL};
	assert_int_equal(spawn_run(sleep, NULL, NULL, NULL, 50, -1, &err), ERR_TIMEOUT);
	char *quiet[] = {(char[]){"sh"}, (char[]){"-c"},
		(char[]){"exec >&- 2>&-; sleep 30"}, NULL};
	assert_int_equal(spawn_run(quiet, NULL, NULL, NULL, 50, -1, &err), ERR_TIMEOUT);
	char *fail[] = {
		(char[]){"sh"}, (char[]){"-c"}, (char[]){"echo oops >&2; exit 3"}, NULL};
	assert_int_equal(spawn_run(fail, NULL, NULL, &errors, 10000, -1, &err), ERR_IO);
	assert_non_null(strstr(err.text, "3"));
	assert_non_null(strstr(err.text, "oops"));
	char *none[] = {(char[]){"no-such-program-here"}, NULL};
	if (!EMULATED)
		assert_int_equal(
			spawn_run(none, NULL, NULL, NULL, 1000, -1, &err), ERR_NOT_FOUND);
	buf_done(&in);
	buf_done(&out);
	buf_done(&errors);
}

/* Case 33. */
static void
a_child_inherits_three_descriptors(void **state)
{
	(void)state;
	int null = open("/dev/null", O_RDONLY);
	/* Deliberately not close-on-exec; and not 3, which a shell may open itself. */
	int extra = fcntl(null, F_DUPFD, 40);
	assert_true(null > 2 && extra >= 40);
	if (access("/proc/self/fd", R_OK) != 0)
		skip();
	char *argv[] = {(char[]){"sh"}, (char[]){"-c"},
		(char[]){"for f in /proc/$$/fd/*; do echo ${f##*/}; done"}, NULL};
	struct buf out = BUF_INIT(1000);
	struct err err;
	assert_int_equal(spawn_run(argv, NULL, &out, NULL, 10000, -1, &err), OK);
	char name[16];
	snprintf(name, sizeof name, "\n%d\n", extra);
	assert_null(strstr(buf_str(&out), name));
	buf_done(&out);
	close(extra);
	close(null);
}

static bool
readable(int fd)
{
	struct pollfd p = {fd, POLLIN, 0};
	return poll(&p, 1, 0) == 1;
}

static void
a_queue_is_readable_while_it_holds(void **state)
{
	(void)state;
	struct queue *queue = queue_new(NULL, NULL);
	assert_false(readable(queue_fd(queue)));
	assert_null(queue_take(queue));
	for (int round = 0; round < 3; round++) {
		queue_post(queue, mem_strdup("a"));
		queue_post(queue, mem_strdup("b"));
		assert_true(readable(queue_fd(queue)));
		char *first = queue_take(queue);
		assert_string_equal(first, "a");
		assert_true(readable(queue_fd(queue)));
		char *second = queue_take(queue);
		assert_string_equal(second, "b");
		assert_false(readable(queue_fd(queue)));
		free(first);
		free(second);
	}
	queue_post(queue, mem_strdup("left"));
	queue_free(queue, NULL);
}

/* Without file descriptors a process ends, and the message says so. */
static void
a_queue_without_descriptors_is_no_lack_of_memory(void **state)
{
	(void)state;
	int ends[2], status;
	char said[512] = "";
	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	if (child == 0) {
		const struct rlimit none = {3, 3};
		dup2(ends[1], STDERR_FILENO);
		setrlimit(RLIMIT_NOFILE, &none);
		queue_free(queue_new(NULL, NULL), NULL);
		_exit(0);
	}
	close(ends[1]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(read(ends[0], said, sizeof said - 1) > 0);
	close(ends[0]);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
	assert_non_null(strstr(said, strerror(EMFILE)));
	assert_null(strstr(said, "memory"));
}

struct talk {
	struct queue *in, *out;
	sigset_t mask;
};

static void
echo(void *data)
{
	struct talk *talk = data;
	sigset_t none;
	sigemptyset(&none);
	pthread_sigmask(SIG_BLOCK, &none, &talk->mask);
	for (int left = 1000; left > 0;) {
		struct pollfd p = {queue_fd(talk->in), POLLIN, 0};
		poll(&p, 1, 1000);
		for (void *m; (m = queue_take(talk->in)) != NULL; left--)
			queue_post(talk->out, m);
	}
}

static void
messages_cross_threads_in_order(void **state)
{
	(void)state;
	struct talk talk = {queue_new(NULL, NULL), queue_new(NULL, NULL), {{0}}};
	struct thread *thread;
	struct err err;
	assert_int_equal(thread_start(&thread, "echo", echo, &talk, &err), OK);
	for (int i = 0; i < 1000; i++)
		queue_post(talk.in, mem_dup(&i, sizeof i));
	for (int want = 0; want < 1000;) {
		struct pollfd p = {queue_fd(talk.out), POLLIN, 0};
		assert_true(poll(&p, 1, 5000) == 1);
		for (int *m; (m = queue_take(talk.out)) != NULL; want++) {
			assert_int_equal(*m, want);
			free(m);
		}
	}
	assert_true(thread_join(thread, 5000));
	assert_true(sigismember(&talk.mask, SIGWINCH)); /* signals stay with the UI */
	queue_free(talk.in, NULL);
	queue_free(talk.out, NULL);
}

static void
wait_for_stop(void *data)
{
	struct pollfd p = {*(int *)data, POLLIN, 0};
	poll(&p, 1, 10000);
}

static void
joining_gives_up_in_time(void **state)
{
	(void)state;
	int ends[2];
	assert_int_equal(pipe(ends), 0);
	struct thread *thread;
	struct err err;
	assert_int_equal(
		thread_start(&thread, "wait", wait_for_stop, &ends[0], &err), OK);
	assert_false(thread_join(thread, 20));
	assert_false(thread_join_by(thread, time_mono_ms() - 1000));
	assert_int_equal(write(ends[1], "", 1), 1);
	assert_true(thread_join(thread, 5000));
	close(ends[0]);
	close(ends[1]);
}

#ifdef __linux__

static int64_t shift; /* seconds by which the wall clock is set forward */

int
clock_gettime(clockid_t id, struct timespec *t)
{
#ifdef SYS_clock_gettime64
	const long number =
		sizeof t->tv_sec > sizeof(long) ? SYS_clock_gettime64 : SYS_clock_gettime;
#else
	const long number = SYS_clock_gettime;
#endif
	int code = (int)syscall(number, id, t);
	if (id == CLOCK_REALTIME)
		t->tv_sec += shift;
	return code;
}

static void
end_at_once(void *data)
{
	(void)data;
}

/* If the wall clock is set back during a wait, the wait must neither be over nor take an
 * hour longer (case 113). */
static void
waits_go_by_the_monotonic_clock(void **state)
{
	(void)state;
	struct thread *thread;
	struct err err;
	struct rwlock *lock = rwlock_new();
	int ends[2];
	assert_int_equal(pipe(ends), 0);
	shift = -3600;
	for (int i = 0; i < 20; i++) {
		assert_int_equal(
			thread_start(&thread, "end", end_at_once, NULL, &err), OK);
		assert_true(thread_join(thread, 30000));
	}
	shift = 60;
	rwlock_lock_shared(lock);
	int64_t before = time_mono_ms();
	assert_false(rwlock_try_lock(lock, 20));
	assert_true(time_mono_ms() - before < 30000);
	rwlock_unlock_shared(lock);
	assert_int_equal(
		thread_start(&thread, "wait", wait_for_stop, &ends[0], &err), OK);
	before = time_mono_ms();
	assert_false(thread_join(thread, 20));
	assert_true(time_mono_ms() - before < 30000);
	shift = 0;
	assert_int_equal(write(ends[1], "", 1), 1);
	assert_true(thread_join(thread, 30000));
	close(ends[0]);
	close(ends[1]);
	rwlock_free(lock);
}

#endif

struct sharers {
	struct rwlock *lock;
	int guarded; /* changed in two steps, while the lock is held alone */
	bool torn;
	atomic_bool stop;
	atomic_int rounds;
};

static void
share(void *data)
{
	struct sharers *v = data;
	while (!atomic_load(&v->stop)) {
		rwlock_lock_shared(v->lock);
		rwlock_lock_shared(v->lock); /* twice is fine */
		v->torn |= v->guarded % 2 != 0;
		atomic_fetch_add(&v->rounds, 1);
		rwlock_unlock_shared(v->lock);
		rwlock_unlock_shared(v->lock);
	}
}

static void
a_lock_is_held_by_many_or_by_one(void **state)
{
	(void)state;
	struct sharers v = {.lock = rwlock_new()};
	struct thread *thread;
	rwlock_lock_shared(v.lock);
	assert_false(rwlock_try_lock(v.lock, 0));
	assert_false(rwlock_try_lock(v.lock, 5));
	rwlock_unlock_shared(v.lock);
	assert_true(rwlock_try_lock(v.lock, 0));
	assert_false(rwlock_try_lock(v.lock, 5));
	rwlock_unlock(v.lock);
	assert_int_equal(thread_start(&thread, "sharer", share, &v, NULL), OK);
	int64_t until = time_mono_ms() + 10000;
	while (atomic_load(&v.rounds) == 0)
		assert_true(time_mono_ms() < until);
	for (int i = 0; i < 100; i++) {
		assert_true(rwlock_try_lock(v.lock, 10000));
		int seen = atomic_load(&v.rounds);
		v.guarded++;
		v.guarded++;
		assert_int_equal(atomic_load(&v.rounds), seen);
		rwlock_unlock(v.lock);
	}
	atomic_store(&v.stop, true);
	assert_true(thread_join(thread, 10000));
	assert_false(v.torn);
	rwlock_free(v.lock);
}

/* Not in a directory that cannot be used, but where a process with another environment
 * finds it. */
static void
listens_elsewhere(const char *run)
{
	char *runtime = mem_strdup(getenv("XDG_RUNTIME_DIR")), *path = NULL;
	struct err err;
	int fd, listener = control_listen("store", &path, &err);
	assert_true(listener >= 0);
	assert_false(str_starts(path, run));
	assert_int_equal(control_connect("store", getpid(), &fd, &err), OK);
	close(fd);
	setenv("XDG_RUNTIME_DIR", "/nonexistent", 1);
	assert_int_equal(control_connect("store", 0, &fd, &err), OK);
	close(fd);
	setenv("XDG_RUNTIME_DIR", runtime, 1);
	close(listener);
	unlink(path);
	free(path);
	free(runtime);
}

/* Podcast fault 25: a directory that others may write to, that is missing, whose name is
 * too long; a socket that a killed process left. */
static void
a_control_socket_is_its_owners_alone(void **state)
{
	char *run = temp_path("run"), *path = NULL, *again = NULL, longer[300];
	struct buf dir = BUF_INIT(0);
	struct err err;
	struct stat st;
	int fd;
	(void)state;
	assert_int_equal(mkdir(run, 0700), 0);
	setenv("XDG_RUNTIME_DIR", run, 1);
	assert_int_equal(control_connect("store", 0, &fd, &err), ERR_NOT_FOUND);
	int listener = control_listen("store", &path, &err);
	assert_true(listener >= 0);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_int_equal(control_connect("store", getpid(), &fd, &err), OK);
	close(fd);
	close(listener); /* as if it had been killed */
	assert_int_equal(control_connect("store", 0, &fd, &err), ERR_NOT_FOUND);
	assert_int_not_equal(access(path, F_OK), 0);
	assert_int_equal(close(open(path, O_CREAT | O_WRONLY, 0600)), 0);
	listener = control_listen("store", &again, &err);
	assert_true(listener >= 0);
	close(listener);
	free(again);
	buf_addf(&dir, "%s/courant", run);
	assert_int_equal(chmod(buf_str(&dir), 0777), 0);
	listens_elsewhere(run);
	memset(longer, 'x', sizeof longer - 1);
	memcpy(longer, run, strlen(run));
	longer[strlen(run)] = '/';
	longer[sizeof longer - 1] = '\0';
	setenv("XDG_RUNTIME_DIR", longer, 1);
	listens_elsewhere(run);
	unsetenv("XDG_RUNTIME_DIR");
	unlink(path);
	rmdir(buf_str(&dir));
	rmdir(run);
	forget_path(run);
	buf_done(&dir);
	free(path);
}

static void
has_other_path(const char *run)
{
	char *path = control_path("store", "mpv");
	assert_true(path && !str_starts(path, run));
	free(path);
}

static void
a_program_has_a_path_while_it_lives(void **state)
{
	char *run = temp_path("run"), *longer = mem_alloc(300);
	struct buf dir = BUF_INIT(0), lock = BUF_INIT(0);
	(void)state;
	assert_int_equal(mkdir(run, 0700), 0);
	setenv("XDG_RUNTIME_DIR", run, 1);
	char *path = control_path("store", "mpv");
	assert_non_null(path);
	int fd = control_lock(path);
	assert_true(fd >= 0);
	assert_int_equal(control_lock(path), -1);
	close(fd);
	fd = control_lock(path);
	assert_true(fd >= 0);
	close(fd);
	buf_addf(&dir, "%s/courant", run);
	assert_int_equal(chmod(buf_str(&dir), 0777), 0);
	has_other_path(run);
	snprintf(longer, 300, "%s/%0200d", run, 0);
	setenv("XDG_RUNTIME_DIR", longer, 1);
	has_other_path(run);
	unsetenv("XDG_RUNTIME_DIR");
	buf_addf(&lock, "%s.lock", path);
	unlink(buf_str(&lock));
	rmdir(buf_str(&dir));
	rmdir(run);
	forget_path(run);
	buf_done(&dir);
	buf_done(&lock);
	free(path);
	free(longer);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sentences_hold_no_controls),
		cmocka_unit_test(spans_of_time_round_trip),
		cmocka_unit_test(local_times_go_on_after_2038),
		cmocka_unit_test(dates_become_seconds),
		cmocka_unit_test(lengths_look_like_those_of_players),
		cmocka_unit_test(a_file_is_beside_another),
		cmocka_unit_test(a_file_is_replaced_whole),
		cmocka_unit_test(a_link_is_written_through),
		cmocka_unit_test(a_circle_of_links_is_replaced),
		cmocka_unit_test(a_file_in_the_way_is_named),
		cmocka_unit_test(a_tilde_in_front_is_the_home_directory),
		cmocka_unit_test(a_child_gets_words_not_a_shell),
		cmocka_unit_test(a_child_is_fed_and_bounded),
		cmocka_unit_test(a_child_inherits_three_descriptors),
		cmocka_unit_test(a_control_socket_is_its_owners_alone),
		cmocka_unit_test(a_program_has_a_path_while_it_lives),
		cmocka_unit_test(a_queue_is_readable_while_it_holds),
		cmocka_unit_test(a_queue_without_descriptors_is_no_lack_of_memory),
		cmocka_unit_test(messages_cross_threads_in_order),
		cmocka_unit_test(joining_gives_up_in_time),
#ifdef __linux__
		cmocka_unit_test(waits_go_by_the_monotonic_clock),
#endif
		cmocka_unit_test(a_lock_is_held_by_many_or_by_one),
	};
	return UNIT_RUN(tests);
}
