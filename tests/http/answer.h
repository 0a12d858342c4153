/*
 * From an answer of the script, or a file, to the bytes that go out.
 */
#ifndef HTTP_ANSWER_H
#define HTTP_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "script.h"

struct request {
	const char *method, *target;
	const char *headers; /* the lines after the request line */
	const char *body;
	size_t body_len;
	int64_t number;  /* of this request to its route, from 1 */
	const char *url; /* of the server, without a slash at its end */
	const char *dir; /* for files; NULL: the working directory */
};

/* What goes out for one request. */
struct reply {
	struct buf bytes;
	size_t stop_at; /* send so many bytes and stop; SIZE_MAX: all */
	enum stop stop;
	size_t loop_from;          /* at the end continue from here; SIZE_MAX: end */
	int64_t made_at, made_end; /* bytes of answer_make() that follow */
	uint64_t seed;
	bool keep; /* the connection afterwards */
};

/* The value of a request header, without white space around, in out; false: absent. */
bool request_header(const struct request *request, const char *name, struct buf *out);

/* The n bytes from offset at of the body that seed stands for. Any part of it can be made
 * without the rest. */
void answer_make(char *out, size_t n, int64_t at, uint64_t seed);
/* Puts the next of the reply's made bytes in place of those that were sent. False: there
 * are no more. */
bool reply_refill(struct reply *reply);

void reply_of_answer(
	struct reply *reply, const struct answer *answer, const struct request *request);
/* A file of request->dir by the target's path, with ETag and Last-Modified. */
void reply_of_file(struct reply *reply, const struct request *request);
void reply_of_status(struct reply *reply, long status);

#endif
