/*
 * curl_multi_perform would check every running transfer each time a socket is ready,
 * which costs more than the transfers in a window of 256. Instead, libcurl tells us by
 * callbacks which sockets it waits for and when its timer is due. We keep them in an
 * array for poll(2) and report only those that are ready. The first entries of fds are
 * the wake pipe, the caller's descriptors and the writer of files; where[fd] is the index
 * of a socket.
 */
#include "config.h"

#include "fetch/socket_wait.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/vec.h"

enum {
	FD_WAKE,
	FD_EXTRA,
	FD_WATCH,
	FD_FILES,
	FD_PLAYER,
	FD_SOCKETS
};

/* Sockets served before finished transfers are handled: few enough that the window is
 * refilled while other answers are still waiting in their sockets. */
#define DISPATCH_MAX 32
#define TIMER_ROUNDS 16 /* calls of the timer in a row */

static void
forget_socket(struct fetch_loop *loop, curl_socket_t fd)
{
	size_t at = (size_t)fd < loop->where_len ? loop->where[fd] : 0;
	if (!at)
		return;
	loop->where[fd] = 0;
	struct pollfd last = loop->fds[--loop->fds_len];
	if (at == loop->fds_len)
		return;
	loop->fds[at] = last;
	loop->where[last.fd] = at;
}

static size_t
remember_socket(struct fetch_loop *loop, curl_socket_t fd)
{
	while ((size_t)fd >= loop->where_len)
		*VEC_PUSH(loop->where, loop->where_len, loop->where_cap) = 0;
	if (!loop->where[fd]) {
		*VEC_PUSH(loop->fds, loop->fds_len, loop->fds_cap) =
			(struct pollfd){.fd = fd};
		loop->where[fd] = loop->fds_len - 1;
	}
	return loop->where[fd];
}

static int
on_socket(CURL *easy, curl_socket_t fd, int what, void *data, void *unused)
{
	struct fetch_loop *loop = data;
	(void)easy;
	(void)unused;
	if (what == CURL_POLL_REMOVE) {
		forget_socket(loop, fd);
		return 0;
	}
	short events = 0;
	if (what & CURL_POLL_IN)
		events |= POLLIN;
	if (what & CURL_POLL_OUT)
		events |= POLLOUT;
	size_t at = remember_socket(loop, fd); /* may move fds */
	loop->fds[at].events = events;
	return 0;
}

static int
on_timer(CURLM *multi, long timeout_ms, void *data)
{
	struct fetch_loop *loop = data;
	(void)multi;
	loop->timer_at = timeout_ms < 0 ? INT64_MAX : time_mono_ms() + timeout_ms;
	return 0;
}

int
fetch_loop_init(struct fetch_loop *loop, CURLM *multi, struct err *err)
{
	*loop = (struct fetch_loop){
		.multi = multi, .timer_at = INT64_MAX, .wake = {-1, -1}};
	if (pipe(loop->wake) != 0)
		return err_set_errno(
			err, ERR_IO, _("cannot create a pipe for the downloads"));
	for (int i = 0; i < 2; i++) {
		fcntl(loop->wake[i], F_SETFD, FD_CLOEXEC);
		fcntl(loop->wake[i], F_SETFL, O_NONBLOCK);
	}
	for (int i = 0; i < FD_SOCKETS; i++)
		*VEC_PUSH(loop->fds, loop->fds_len, loop->fds_cap) =
			(struct pollfd){.fd = -1, .events = POLLIN};
	loop->fds[FD_WAKE].fd = loop->wake[0];
	curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
	curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, loop);
	curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
	curl_multi_setopt(multi, CURLMOPT_TIMERDATA, loop);
	return OK;
}

void
fetch_loop_done(struct fetch_loop *loop)
{
	for (int i = 0; i < 2; i++)
		if (loop->wake[i] >= 0)
			close(loop->wake[i]);
	free(loop->fds);
	free(loop->where);
	free(loop->ready);
	*loop = (struct fetch_loop){.wake = {-1, -1}};
}

static void
drain_wake(struct fetch_loop *loop)
{
	char bytes[64];
	while (read(loop->wake[0], bytes, sizeof bytes) > 0)
		;
}

/* The callbacks of a dispatch change fds, so what is ready is copied out first. */
static void
poll_sockets(struct fetch_loop *loop, int timeout_ms)
{
	loop->ready_at = loop->ready_len = 0;
	int found = poll(loop->fds, (nfds_t)loop->fds_len, timeout_ms);
	loop->polled = true;
	if (found <= 0)
		return;
	for (size_t i = FD_SOCKETS; i < loop->fds_len; i++)
		if (loop->fds[i].revents)
			*VEC_PUSH(loop->ready, loop->ready_len, loop->ready_cap) =
				loop->fds[i];
}

void
fetch_loop_wait(struct fetch_loop *loop, int64_t until, int extra_fd)
{
	if (loop->ready_at < loop->ready_len)
		return;
	if (until > loop->timer_at)
		until = loop->timer_at;
	int64_t ms = until == INT64_MAX ? INT_MAX : until - time_mono_ms();
	if (ms < 0)
		ms = 0;
	loop->fds[FD_EXTRA].fd = extra_fd;
	poll_sockets(loop, ms > INT_MAX ? INT_MAX : (int)ms);
	loop->fds[FD_EXTRA].fd = -1;
	/* Only here: a wake that comes while we work must end the next wait. */
	if (loop->fds[FD_WAKE].revents)
		drain_wake(loop);
}

void
fetch_loop_watch(struct fetch_loop *loop, int fd)
{
	loop->fds[FD_WATCH] = (struct pollfd){.fd = fd, .events = POLLIN};
}

void
fetch_loop_watch_files(struct fetch_loop *loop, int fd)
{
	loop->fds[FD_FILES] = (struct pollfd){.fd = fd, .events = POLLIN};
}

void
fetch_loop_watch_player(struct fetch_loop *loop, int fd)
{
	loop->fds[FD_PLAYER] = (struct pollfd){.fd = fd, .events = POLLIN};
}

/* Without memory, libcurl forgets a socket or a timer, and its transfer never ends. */
static void
act(struct fetch_loop *loop, curl_socket_t fd, int mask)
{
	int running;
	if (curl_multi_socket_action(loop->multi, fd, mask, &running) ==
		CURLM_OUT_OF_MEMORY)
		mem_exhausted();
}

static void
serve(struct fetch_loop *loop, const struct pollfd *ready)
{
	int mask = 0;
	if (!loop->where[ready->fd])
		return; /* an earlier one of this round closed it */
	if (ready->revents & (POLLIN | POLLHUP))
		mask |= CURL_CSELECT_IN;
	if (ready->revents & POLLOUT)
		mask |= CURL_CSELECT_OUT;
	if (ready->revents & (POLLERR | POLLNVAL))
		mask |= CURL_CSELECT_ERR;
	act(loop, ready->fd, mask);
}

void
fetch_loop_dispatch(struct fetch_loop *loop)
{
	if (!loop->polled && loop->ready_at == loop->ready_len)
		poll_sockets(loop, 0);
	loop->polled = false;
	for (int i = 0; i < DISPATCH_MAX && loop->ready_at < loop->ready_len; i++)
		serve(loop, &loop->ready[loop->ready_at++]);
}

void
fetch_loop_timers(struct fetch_loop *loop)
{
	for (int i = 0; i < TIMER_ROUNDS && loop->timer_at <= time_mono_ms(); i++) {
		loop->timer_at = INT64_MAX; /* libcurl's callback sets it again */
		act(loop, CURL_SOCKET_TIMEOUT, 0);
	}
}

void
fetch_loop_wake(struct fetch_loop *loop)
{
	ssize_t ignored = write(loop->wake[1], "", 1); /* full: it is awake anyway */
	(void)ignored;
}
