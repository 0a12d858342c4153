/*
 * The loopback server in a child process, for tests. The child ends with http_server_stop
 * or with the test's process, whatever way that goes.
 *
 *	struct http_server *server = http_server_start("/feed\n\tbody hello\n", NULL);
 *	… http_server_url(server) …
 *	http_server_log(server, &log);
 *	http_server_stop(server);
 */
#ifndef HTTP_SERVER_H
#define HTTP_SERVER_H

#include <stddef.h>
#include <stdint.h>

struct http_server;

/* A request as the server saw it. */
struct http_request {
	int64_t ms; /* time_mono_ms, when it was complete */
	char *method, *target;
	int connection; /* numbers the connections, from 1 */
	int busy;       /* requests without their complete answer, with this one */
	char *headers;  /* lines */
	char *body;     /* NULL: none; a NUL follows it */
	size_t body_len;
};

struct http_log {
	struct http_request *requests; /* in the order of arrival */
	size_t count;
};

/* script: see script.h; dir (may be NULL) serves files where no route fits, and is where
 * the script's files lie. Ends the test's process with a message when it cannot start. To
 * be called before the test starts any thread. */
struct http_server *http_server_start(const char *script, const char *dir);
/* The same with a feed server (account.h) after the script, after these commands. */
struct http_server *http_server_start_account(const char *script, const char *commands);
void http_server_stop(struct http_server *server);

/* "http://127.0.0.1:PORT" */
const char *http_server_url(const struct http_server *server);
int http_server_port(const struct http_server *server);

/* All requests so far; a request stands there before its answer leaves. Free with
 * http_log_done. */
void http_server_log(const struct http_server *server, struct http_log *log);
void http_log_done(struct http_log *log);
/* How many of them have this target (NULL: any). */
size_t http_log_count(const struct http_log *log, const char *target);
/* The nth request (from 0) with this target, or NULL. */
const struct http_request *
http_log_find(const struct http_log *log, const char *target, size_t n);
/* The value of a header, or NULL; the caller frees it. */
char *http_request_value(const struct http_request *request, const char *name);

#endif
