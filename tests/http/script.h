/*
 * What the loopback server answers: routes by path, each with a list of answers that are
 * given one after the other, the last for ever. Written as text:
 *
 *	/feed
 *		status 429
 *		header Retry-After: 2
 *	then
 *		etag "one"
 *		header Content-Type: application/rss+xml
 *		file a.xml
 *
 * A line that begins with / or * opens a route (with a * at its end: for all paths that
 * begin so; * alone: for any other); "then" opens its next answer; indented lines are
 * directives, listed by script_help(); # opens a comment line. In texts, \n \r \t \\
 * and \xHH are the bytes, and @URL@ @PATH@ @N@ stand for the server's address, the path
 * asked for and the number of this request to the route.
 */
#ifndef HTTP_SCRIPT_H
#define HTTP_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"

enum framing {
	FRAMING_LENGTH,  /* Content-Length */
	FRAMING_CHUNKED, /* chunks of answer.chunk bytes */
	FRAMING_CLOSE,   /* the end of the connection ends the body */
};

/* What happens after answer.stop_after bytes of the body. */
enum stop {
	STOP_NEVER,
	STOP_CUT,   /* the connection is closed */
	STOP_RESET, /* the connection is reset */
	STOP_STALL, /* nothing more is sent, ever */
};

struct answer {
	long status;
	struct buf headers; /* whole lines */
	struct buf body;
	char *file;
	char *etag, *modified;
	char *raw; /* instead of all else */
	int64_t rss, rss_growth;
	int64_t delay_ms;
	enum framing framing;
	int64_t chunk;
	bool bad_chunk;
	int64_t length; /* what Content-Length claims; -1: the truth */
	enum stop stop;
	int64_t stop_after;
	bool gzip, endless, endless_headers, silent, close;
	bool ranges, any_range;
	bool app; /* status, more headers and more of the body come from serve_config */
	int64_t bomb; /* decoded bytes */
	int64_t made; /* bytes of answer_make() as the body; 0 none */
	uint64_t seed;
	int64_t slow_bytes, slow_ms;
	struct answer *next;
};

struct route {
	char *path;
	bool prefix; /* path was written with a * at its end */
	struct answer *answers, *now;
	int64_t asked; /* requests so far */
	struct route *next;
};

struct script {
	struct route *routes;
};

/* Adds the routes of text. ERR_SYNTAX names the line. */
int script_parse(struct script *script, const char *text, struct err *err) MUST_USE;
void script_done(struct script *script);
/* The route for a request target, or NULL. */
struct route *script_find(const struct script *script, const char *target);
/* The answer whose turn it is; counts the request. */
struct answer *script_next(struct route *route);
/* Appends the bytes that text means: \n \r \t \\ \xHH. */
void script_unescape(struct buf *out, const char *text);
/* Appends the list of directives. */
void script_help(struct buf *out);

#endif
