/*
 * One place in the window: a curl easy handle that is set up once and then serves one
 * request after another. Only for the thread of struct fetch.
 */
#ifndef FETCH_TRANSFER_H
#define FETCH_TRANSFER_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "fetch/fetch_job.h"
#include "fetch/headers.h"
#include "fetch/http_request.h"
#include "fetch/memory.h"
#include "fetch/result.h"

#define FETCH_ENCODING "gzip" /* accepted for bodies; fetch_result_unpack undoes it */

/* Why we ended a transfer early. */
enum fetch_stop {
	STOP_NOT,
	STOP_BODY,    /* longer than body_max */
	STOP_HEADERS, /* longer than header_max */
	STOP_ENOUGH,  /* the rest of the body is not needed */
	STOP_PRIVATE, /* redirected from a public server to a private address */
	STOP_RANGE,   /* not the requested part, or of another version */
	STOP_PAGE,    /* a web page instead of a file */
	STOP_PACKED,  /* a compressed file, although we did not accept that */
	STOP_FILE,    /* its sink failed */
};

struct fetch_transfer {
	CURL *easy;
	const struct fetch_config *config; /* of struct fetch */
	const char *system_ca;             /* of struct fetch */
	const struct fetch_own *own;       /* what the handle is set up for */
	bool had_ca;                       /* it was set up with a file of certificates */
	struct fetch_job *job;             /* NULL: free */
	struct fetch_headers headers;
	struct buf body;
	struct fetch_budget *budget; /* of struct fetch */
	size_t charged;              /* bytes of the body, taken from it */
	bool waits;                  /* paused until it has more */
	size_t header_bytes, thrown_away;
	int64_t body_max;     /* of this job */
	int64_t first, total; /* as in the result */
	int64_t seen;         /* bytes of a whole document when only a part is wanted */
	bool begun;           /* the first bytes of a file were accepted */
	bool yields;          /* see yield.h */
	bool paused;          /* because the file's sink is behind */
	enum fetch_stop stop;
	int64_t began_ms;
	struct curl_slist *lines; /* request headers of our own */
	enum fetch_method method; /* that the handle is set to */
	bool as_it_is;            /* the handle is set to accept no encoding */
	char detail[CURL_ERROR_SIZE];
	struct fetch_transfer *next; /* in the list of free ones */
};

/* Borrows all. system_ca: the file of certificates if none is configured; NULL: leave it
 * to libcurl. Returns NULL if libcurl cannot make a handle. */
struct fetch_transfer *fetch_transfer_new(const struct fetch_config *config,
	const char *system_ca, struct fetch_budget *budget);
/* Call it when the config has changed; a running job then has a copy of its settings. */
void fetch_transfer_configure(struct fetch_transfer *transfer);
void fetch_transfer_free(struct fetch_transfer *transfer);

/* Sets the handle up for job, which is borrowed until fetch_transfer_end. */
void
fetch_transfer_begin(struct fetch_transfer *transfer, struct fetch_job *job, int64_t now);
/* Forgets the job and its answer. */
void fetch_transfer_end(struct fetch_transfer *transfer);

/* OK if an HTTP answer arrived, complete or as much of it as we wanted; otherwise err
 * says why not. code: libcurl's result. */
int fetch_transfer_judge(
	struct fetch_transfer *transfer, CURLcode code, struct err *err) MUST_USE;
/* The enum http_trouble for a status of fetch_transfer_judge. */
int
fetch_transfer_trouble(const struct fetch_transfer *transfer, CURLcode code, int status);
/* Whether a connection broke that had been used before, without any answer. */
bool fetch_transfer_broke(const struct fetch_transfer *transfer, CURLcode code);
/* Whether the password was sent as it is, but the server only accepts a digest. */
bool fetch_transfer_wants_digest(const struct fetch_transfer *transfer);
/* Notes in the job whether its first address is a private one. */
void fetch_transfer_locate(struct fetch_transfer *transfer);
/* Whether the answer is a redirect. */
bool fetch_transfer_redirects(const struct fetch_transfer *transfer);
/* Moves the answer into result. wall: seconds since 1970. */
void fetch_transfer_take(
	struct fetch_transfer *transfer, struct fetch_result *result, int64_t wall);

#endif
