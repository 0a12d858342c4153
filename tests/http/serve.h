/*
 * The loopback server itself: one thread, one poll(2), 127.0.0.1 on a port that the
 * system chooses.
 */
#ifndef HTTP_SERVE_H
#define HTTP_SERVE_H

#include "answer.h"
#include "base/attr.h"
#include "base/err.h"
#include "script.h"

struct serve_config {
	struct script *script;
	const char *dir; /* serve its files where no route fits; NULL: 404 */
	int log_fd;      /* -1: none; see below */
	int alive_fd;    /* the server ends at the end of this file; -1: never */
	/* What answers where no route fits, and where one says "app": fills in status,
	 * headers and body. False: it doesn't know either. NULL: there is none. */
	bool (*app)(void *ctx, const struct request *request, struct answer *out);
	void *ctx; /* of app */
};

/* The log tells each request when it is complete, in one write:
 *
 *	REQUEST MS METHOD TARGET conn=N busy=N
 *	Name: value        (each header line)
 *	                   (an empty line)
 *	BODY text          (of a request with a body; escaped as in script.h)
 *
 * MS is time_mono_ms, conn numbers the connections, busy counts the requests that wait
 * for their answer to be complete, this one included. */

/* A listening socket on 127.0.0.1; port 0: one that is free. */
int serve_listen(int port, int *fd, int *port_out, struct err *err) MUST_USE;
/* Serves until alive_fd ends. */
void serve_run(int fd, int port, const struct serve_config *config);

#endif
