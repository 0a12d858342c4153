/*
 * Waits, in one poll(2), for the sockets and the timer of a curl multi handle, and for a
 * wake-up. Except for fetch_loop_wake, only for the thread of the handle.
 */
#ifndef FETCH_SOCKET_WAIT_H
#define FETCH_SOCKET_WAIT_H

#include <curl/curl.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct fetch_loop {
	CURLM *multi;
	struct pollfd *fds; /* see socket_wait.c */
	size_t fds_len, fds_cap;
	size_t *where; /* by descriptor: index into fds; 0: not there */
	size_t where_len, where_cap;
	/* What the last poll found, from ready_at on undispatched. */
	struct pollfd *ready;
	size_t ready_at, ready_len, ready_cap;
	bool polled;      /* since the last dispatch */
	int64_t timer_at; /* time_mono_ms at which libcurl wants to be called */
	int wake[2];
};

/* Attaches to multi, which must outlive the loop. The loop must not move afterwards. */
int fetch_loop_init(struct fetch_loop *loop, CURLM *multi, struct err *err) MUST_USE;
void fetch_loop_done(struct fetch_loop *loop);

/* Sleeps until a descriptor is ready, the timer is due, it is woken, or `until`
 * (time_mono_ms). extra_fd -1: none. */
void fetch_loop_wait(struct fetch_loop *loop, int64_t until, int extra_fd);
/* From now on, waits also end when fd is readable; -1: none. */
void fetch_loop_watch(struct fetch_loop *loop, int fd);
/* Likewise, for the descriptor of the writer of files. */
void fetch_loop_watch_files(struct fetch_loop *loop, int fd);
/* Likewise, for another one of the caller's. */
void fetch_loop_watch_player(struct fetch_loop *loop, int fd);
/* Lets libcurl move bytes on some of the ready sockets. If there are more, the next wait
 * returns at once. Never blocks. */
void fetch_loop_dispatch(struct fetch_loop *loop);
/* If its timer is due, lets libcurl do what it is for, such as starting added handles. */
void fetch_loop_timers(struct fetch_loop *loop);
/* Ends the present or the next wait. Any thread. */
void fetch_loop_wake(struct fetch_loop *loop);

#endif
