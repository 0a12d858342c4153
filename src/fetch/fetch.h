/*
 * Fetches over HTTP; only this folder uses libcurl. Requests wait in a queue of our own.
 * When a transfer ends, its result is available at once and the next one starts, so that
 * nothing has to wait for the slowest of a batch (a rolling window, as in the paper on
 * Moving Average with rolling curl). Limits per host decide which may start. A struct
 * fetch belongs to one thread, the worker; fetch_wake may be called from any.
 *
 *	fetch_new(&fetch, &config, &err);
 *	fetch_add(fetch, &(struct fetch_request){.tag = 1, .url = url, .etag = etag});
 *	while (…) {
 *		struct fetch_result *r = fetch_step(fetch);   a list, often empty
 *		for (struct fetch_result *next; r; r = next) {
 *			next = r->next;
 *			fetch_result_unpack(r);               or on another thread
 *			… r->tag, r->status, r->http_status, r->body …
 *			fetch_result_free(r);
 *		}
 *		fetch_wait(fetch, 1000, -1);
 *	}
 *	fetch_free(fetch);
 *
 * A request that changes something on a server, with a secret for that server only:
 *
 *	.method = FETCH_POST, .body = SPAN_LIT("i=1&a=read"),
 *	.body_type = "application/x-www-form-urlencoded",
 *	.headers = "Authorization: GoogleLogin auth=…", .secret = true,
 *	.keep = "Google-Bad-Token", .error_body = true
 *
 * A download. Its bytes are written as they arrive and never held in memory. If it was
 * interrupted, even by kill -9, the same request fetches the rest:
 *
 *	.bulk = true, .body_max = (int64_t)4 << 30,
 *	.file = &(struct fetch_file){.dir = fd, .name = "Episode 7.mp3",
 *		.validator = validator, .total = total}
 *
 * While it runs, fetch_progress reports its size and the validator and total to remember.
 * In its result, complete says that "Episode 7.mp3" is there. Otherwise size bytes of it
 * are in "Episode 7.mp3.part".
 */
#ifndef FETCH_FETCH_H
#define FETCH_FETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "fetch/http_request.h"
#include "fetch/result.h"

struct buf;
struct fetch;

int fetch_new(
	struct fetch **out, const struct fetch_config *config, struct err *err) MUST_USE;
/* Changes the settings. Requests that were added before keep the old `all`. */
void fetch_configure(struct fetch *fetch, const struct fetch_config *config);
/* Ends all transfers at once, without waiting even for DNS. */
void fetch_free(struct fetch *fetch);

/* Queues a request; never blocks. A request with a file holds a descriptor until its
 * result, and two more while it runs, so don't queue thousands of them. */
void fetch_add(struct fetch *fetch, const struct fetch_request *request);
/* Gives the request with this tag another priority, if it is still waiting. */
void fetch_raise(struct fetch *fetch, uint64_t tag, int priority);
/* Drops the request (running or waiting) with this tag: no result comes. A NAME.part that
 * it wrote stays. */
void fetch_cancel(struct fetch *fetch, uint64_t tag);
void fetch_cancel_all(struct fetch *fetch);

/* Starts what may start, moves bytes, and returns a list of results, oldest first; NULL:
 * none. Never blocks. */
struct fetch_result *fetch_step(struct fetch *fetch);
/* Sleeps until a socket is ready, a timer is due, fetch_wake is called, or timeout_ms
 * have passed. extra_fd (-1: none) also ends it when readable. */
void fetch_wait(struct fetch *fetch, int64_t timeout_ms, int extra_fd);
/* From now on, fetch_wait also ends when fd is readable; -1: none. */
void fetch_watch(struct fetch *fetch, int fd);
/* The same, for a second descriptor: that of a player. */
void fetch_watch_player(struct fetch *fetch, int fd);
/* Ends the present or the next fetch_wait. Any thread. */
void fetch_wake(struct fetch *fetch);

/* False: there is no request with this tag that has a file and has started. */
bool fetch_progress(
	const struct fetch *fetch, uint64_t tag, struct fetch_progress *out) MUST_USE;

/* Gives such a request another body_max. One that is exceeded already ends it. */
void fetch_limit(struct fetch *fetch, uint64_t tag, int64_t body_max);

/* These three don't count bulk requests. */
size_t fetch_running(const struct fetch *fetch);
size_t fetch_waiting(const struct fetch *fetch);
/* How many transfers may run at once: as many as configured, or fewer because of the
 * mode, the limit of open files or a slow TLS library. */
size_t fetch_window(const struct fetch *fetch);

/* How many large downloads are slowed down because many polls are running. */
size_t fetch_yielding(const struct fetch *fetch);

/* Appends library and TLS backend, for --version: "libcurl 7.88.1, OpenSSL 3.0.22", with
 * a note if the TLS library reads all certificates again for each connection. */
void fetch_version(struct buf *out);

#endif
