#include "config.h"

#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"

extern char **environ;

#define SENTENCE_MAX 200
#define REAP_MS 5

/* A child starts with default handlers and no signal blocked, whatever our thread uses.
 */
static void
plain_signals(posix_spawnattr_t *attr, short more)
{
	sigset_t all, none;
	sigfillset(&all);
	sigdelset(&all, SIGKILL);
	sigdelset(&all, SIGSTOP);
	sigemptyset(&none);
	posix_spawnattr_init(attr);
	posix_spawnattr_setsigdefault(attr, &all);
	posix_spawnattr_setsigmask(attr, &none);
	posix_spawnattr_setflags(
		attr, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | more);
}

/* Our own descriptors are all close-on-exec; this is for those of libraries. */
static void
close_rest(posix_spawn_file_actions_t *actions)
{
#ifdef HAVE_POSIX_SPAWN_FILE_ACTIONS_ADDCLOSEFROM_NP
	posix_spawn_file_actions_addclosefrom_np(actions, 3);
#else
	for (int fd = 3; fd < 64; fd++)
		if (fcntl(fd, F_GETFD) >= 0)
			posix_spawn_file_actions_addclose(actions, fd);
#endif
}

/* Our environment with more in front, so that these count. The array is to be freed. */
static char **
environment(char *const *more)
{
	size_t own = 0, len = 0, extra = 0;
	while (environ[own])
		own++;
	while (more && more[extra])
		extra++;
	char **all = mem_alloc((own + extra + 1) * sizeof *all);
	for (size_t i = 0; i < extra; i++)
		all[len++] = more[i];
	for (size_t i = 0; i < own; i++) {
		size_t name = strcspn(environ[i], "=") + 1;
		size_t k = 0;
		while (k < extra && strncmp(more[k], environ[i], name) != 0)
			k++;
		if (k == extra)
			all[len++] = environ[i];
	}
	all[len] = NULL;
	return all;
}

static int
start(char *const argv[], char *const *env, posix_spawn_file_actions_t *actions,
	short flags, pid_t *pid, struct err *err)
{
	posix_spawnattr_t attr;
	char **all = environment(env);
	plain_signals(&attr, flags);
	close_rest(actions);
	int code = posix_spawnp(pid, argv[0], actions, &attr, argv, all);
	free(all);
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(actions);
	if (code == 0)
		return OK;
	errno = code;
	return err_set_errno(err, code == ENOENT ? ERR_NOT_FOUND : ERR_IO,
		_("cannot run %s"), argv[0]);
}

static int
exit_code(int wait_status)
{
	return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status)
					: WEXITSTATUS(wait_status);
}

int
spawn_program(const struct spawn *s, pid_t *pid, struct err *err)
{
	posix_spawn_file_actions_t actions;
	const int given[3] = {s->in, s->out, s->errors};
	short more = s->flags & SPAWN_TTY ? POSIX_SPAWN_SETPGROUP : 0;
	posix_spawn_file_actions_init(&actions);
#ifdef HAVE_POSIX_SPAWN_FILE_ACTIONS_ADDTCSETPGRP_NP
	/* Before the program writes anything, since the user may press ^C at once. */
	if (s->flags & SPAWN_TTY)
		posix_spawn_file_actions_addtcsetpgrp_np(&actions, STDIN_FILENO);
#endif
	for (int fd = 0; fd < 3; fd++)
		if (given[fd])
			posix_spawn_file_actions_adddup2(&actions, given[fd], fd);
		else if (!(s->flags & SPAWN_TTY))
			posix_spawn_file_actions_addopen(&actions, fd, "/dev/null",
				fd == 0 ? O_RDONLY : O_WRONLY, 0);
	if (s->flags & SPAWN_DETACH) {
#ifdef POSIX_SPAWN_SETSID
		more = POSIX_SPAWN_SETSID;
#else
		more = POSIX_SPAWN_SETPGROUP;
#endif
	}
	return start(s->argv, s->env, &actions, more, pid, err);
}

static bool
is_program(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

bool
spawn_finds(const char *program)
{
	const char *path = getenv("PATH");
	struct span rest = span_of(path ? path : "/bin:/usr/bin"), dir;
	bool found = strchr(program, '/') && is_program(program);
	while (!found && !strchr(program, '/') && span_split(&rest, ':', &dir)) {
		struct buf at = BUF_INIT(0);
		buf_addf(&at, "%.*s/%s", SPAN_FMT(dir), program);
		found = is_program(dir.n ? buf_str(&at) : program);
		buf_done(&at);
	}
	return found;
}

/* Gives the terminal to a process group. A process that does this from the background is
 * sent SIGTTOU. */
static void
give_terminal(pid_t group)
{
	sigset_t stop, before;
	sigemptyset(&stop);
	sigaddset(&stop, SIGTTOU);
	sigprocmask(SIG_BLOCK, &stop, &before);
	tcsetpgrp(STDIN_FILENO, group);
	sigprocmask(SIG_SETMASK, &before, NULL);
}

int
spawn_on_terminal(const struct spawn *spawn, int *code, struct err *err)
{
	pid_t pid;
	int wait_status = 0;
	int status = spawn_program(spawn, &pid, err);
	if (status != OK) {
		give_terminal(getpgrp()); /* the child may have taken it */
		return status;
	}
#ifndef HAVE_POSIX_SPAWN_FILE_ACTIONS_ADDTCSETPGRP_NP
	give_terminal(pid);
	kill(-pid, SIGCONT); /* it may have been stopped for reading too early */
#endif
	while (waitpid(pid, &wait_status, WUNTRACED) < 0 && errno == EINTR)
		;
	bool stopped = WIFSTOPPED(wait_status);
	give_terminal(getpgrp());
	if (stopped) {
		kill(-pid, SIGHUP);
		kill(-pid, SIGCONT);
	}
	*code = stopped ? -1 : exit_code(wait_status);
	return OK;
}

static int
wait_for(pid_t pid, int *code, struct err *err)
{
	int wait_status;
	while (waitpid(pid, &wait_status, 0) < 0)
		if (errno != EINTR)
			return err_set_errno(
				err, ERR_IO, _("cannot wait for a child process"));
	*code = exit_code(wait_status);
	return OK;
}

bool
spawn_reap(pid_t pid, int *code)
{
	int wait_status;
	if (waitpid(pid, &wait_status, WNOHANG) != pid)
		return false;
	*code = exit_code(wait_status);
	return true;
}

void
spawn_end(pid_t pid)
{
	kill(-pid, SIGKILL);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

/* Our ends of spawn_run's pipes. -1: closed. */
struct pipes {
	int in, out, errors;
};

static void
close_pipe(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static int
start_piped(char *const argv[], struct pipes *ours, pid_t *pid, struct err *err)
{
	int pair[3][2];
	int made = 0;
	while (made < 3 && pipe(pair[made]) == 0)
		made++;
	if (made < 3) {
		int code = errno;
		while (made-- > 0) {
			close(pair[made][0]);
			close(pair[made][1]);
		}
		errno = code;
		return err_set_errno(err, ERR_IO, _("cannot run %s"), argv[0]);
	}
	for (int i = 0; i < 3; i++) {
		fcntl(pair[i][0], F_SETFD, FD_CLOEXEC);
		fcntl(pair[i][1], F_SETFD, FD_CLOEXEC);
		fcntl(pair[i][i == 0], F_SETFL, O_NONBLOCK);
	}
	posix_spawn_file_actions_t actions;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, pair[0][0], 0);
	posix_spawn_file_actions_adddup2(&actions, pair[1][1], 1);
	posix_spawn_file_actions_adddup2(&actions, pair[2][1], 2);
	int status = start(argv, NULL, &actions, POSIX_SPAWN_SETPGROUP, pid, err);
	close(pair[0][0]);
	close(pair[1][1]);
	close(pair[2][1]);
	*ours = (struct pipes){pair[0][1], pair[1][0], pair[2][0]};
	if (status != OK) {
		close_pipe(&ours->in);
		close_pipe(&ours->out);
		close_pipe(&ours->errors);
	}
	return status;
}

/* Moves what is in a pipe to out (NULL: discards it). ERR_LIMIT past out's maximum. */
static int
drain(int *fd, struct buf *out)
{
	char chunk[16384];
	ssize_t n = read(*fd, chunk, sizeof chunk);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return OK;
	if (n <= 0) {
		close_pipe(fd);
		return OK;
	}
	return out ? buf_add(out, chunk, (size_t)n) : OK;
}

static void
fill(int *fd, const struct buf *input, size_t *sent)
{
	ssize_t n = input && *sent < input->len
			    ? write(*fd, input->data + *sent, input->len - *sent)
			    : 0;
	if (n > 0)
		*sent += (size_t)n;
	if (!input || *sent == input->len || (n < 0 && errno != EAGAIN && errno != EINTR))
		close_pipe(fd);
}

static int
exchange(struct pipes *p, const struct buf *input, struct buf *out, struct buf *errors,
	int64_t until, int stop_fd)
{
	size_t sent = 0;
	while (p->out >= 0 || p->errors >= 0) {
		int64_t left = until - time_mono_ms();
		if (left <= 0)
			return ERR_TIMEOUT;
		struct pollfd fds[] = {{p->out, POLLIN, 0}, {p->errors, POLLIN, 0},
			{p->in, POLLOUT, 0}, {stop_fd, POLLIN, 0}};
		if (poll(fds, COUNT_OF(fds), (int)left) < 0 && errno != EINTR)
			return ERR_IO;
		if (fds[0].revents && drain(&p->out, out) != OK)
			return ERR_LIMIT;
		if (fds[3].revents)
			return ERR_CANCELLED;
		/* Further error output is of no interest. */
		if (fds[1].revents && drain(&p->errors, errors) != OK)
			errors = NULL;
		if (fds[2].revents)
			fill(&p->in, input, &sent);
	}
	return OK;
}

/* A child may close its output and continue. Not every system has a descriptor that
 * reports its end, so this polls until the time is up. */
static int
end_of(pid_t pid, int64_t until, int stop_fd, int *code)
{
	while (!spawn_reap(pid, code)) {
		if (time_mono_ms() >= until)
			return ERR_TIMEOUT;
		struct pollfd stop = {stop_fd, POLLIN, 0};
		if (poll(&stop, 1, REAP_MS) > 0)
			return ERR_CANCELLED;
	}
	return OK;
}

static int
report(const char *name, int status, int code, int64_t timeout_ms,
	const struct buf *errors, struct err *err)
{
	char span[32];
	time_format_span(timeout_ms, span, sizeof span);
	if (status == ERR_TIMEOUT)
		return err_set(err, status, _("%s did not end within %s and was stopped"),
			name, span);
	if (status == ERR_CANCELLED)
		return err_set(err, status, _("%s was stopped"), name);
	if (status == ERR_LIMIT)
		return err_set(err, status, _("%s wrote too much and was stopped"), name);
	if (status != OK)
		return err_set(err, status, _("cannot exchange data with %s"), name);
	if (code == 0)
		return OK;
	struct span said = span_trim(span_of(errors ? buf_str(errors) : ""));
	struct span line = {said.p, strcspn(said.p, "\n")};
	if (line.n > SENTENCE_MAX)
		line.n = SENTENCE_MAX;
	return line.n ? err_set(err, ERR_IO, _("%s failed (exit status %d): %.*s"), name,
				code, SPAN_FMT(line))
		      : err_set(err, ERR_IO, _("%s failed (exit status %d)"), name, code);
}

int
spawn_run(char *const argv[], const struct buf *input, struct buf *out,
	struct buf *errors, int64_t timeout_ms, int stop_fd, struct err *err)
{
	struct pipes pipes = {-1, -1, -1};
	pid_t pid = -1;
	int code = 0;
	int status = start_piped(argv, &pipes, &pid, err);
	if (status != OK)
		return status;
	int64_t until = time_mono_ms() + timeout_ms;
	status = exchange(&pipes, input, out, errors, until, stop_fd);
	close_pipe(&pipes.in);
	close_pipe(&pipes.out);
	close_pipe(&pipes.errors);
	if (status == OK)
		status = end_of(pid, until, stop_fd, &code);
	if (status != OK) {
		kill(-pid, SIGKILL);
		if (wait_for(pid, &code, err) != OK)
			return ERR_IO;
	}
	return report(argv[0], status, code, timeout_ms, errors, err);
}
