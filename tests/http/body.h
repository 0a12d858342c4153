/*
 * What the tests of transfers have in common: a server, another one that looks like
 * another host, a fetch, and a directory for files.
 */
#ifndef HTTP_BODY_H
#define HTTP_BODY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fetch/fetch.h"
#include "server.h"

struct body_fixture {
	struct http_server *server, *elsewhere;
	struct fetch *fetch;
	struct http_log log;
	char dir_path[256];
	int dir;
	char url[512]; /* of the last body_url */
};

/* For cmocka. The servers and the fetch are started by the test. */
int body_set_up(void **state);
int body_tear_down(void **state);

/* elsewhere: the script of the other server; NULL: none. @ELSEWHERE@ in script stands for
 * its address, by another name of this machine. */
void body_start(struct body_fixture *f, const char *script, const char *elsewhere,
	const struct fetch_config *config);
/* The address of path at the server. */
const char *body_url(struct body_fixture *f, const char *path);
/* Asks for path, and waits; the result is unpacked. */
struct fetch_result *
body_get(struct body_fixture *f, const char *path, struct fetch_request request);

/* The nth request for a target that the server saw, NULL any; fails without one. */
const struct http_request *
body_asked(struct body_fixture *f, const char *target, size_t n);
size_t body_times_asked(struct body_fixture *f, const char *target);
/* Whether that request has this value of a header; NULL: has none. */
bool body_sent(const struct http_request *request, const char *name, const char *value);

/* ---- files in the directory */

/* size bytes that the server makes of seed. */
void body_write(struct body_fixture *f, const char *name, int64_t size, uint64_t seed);
bool body_is_there(const struct body_fixture *f, const char *name);
/* -1: it is not there. */
int64_t body_size(const struct body_fixture *f, const char *name);
/* Whether it is as body_write would have made it. */
bool body_is(const struct body_fixture *f, const char *name, int64_t size, uint64_t seed);

#endif
