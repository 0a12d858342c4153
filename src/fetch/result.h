/*
 * The result of a request (fetch/http_request.h).
 */
#ifndef FETCH_RESULT_H
#define FETCH_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

/* An answer, or why there is none. Free it with fetch_result_free. */
struct fetch_result {
	uint64_t tag;
	int status; /* enum status; OK: an HTTP answer arrived, whatever its code */
	struct err err;
	int trouble;      /* enum http_trouble of a status that is not OK */
	bool unheard;     /* no machine responded, not even with a refusal: our own
			     network may have failed */
	long http_status; /* 0: none; also set if the answer was cut off */
	struct buf body;  /* as it was sent; empty unless 2xx or error_body */
	char *encoding;   /* Content-Encoding of body; NULL: none */
	char *url;        /* after redirects, without user info; NULL: not valid */
	char *via;        /* names of the servers that redirected to other ones, in order,
			     separated by commas; NULL: none did */
	bool local;       /* the first server of the chain is on a private network */
	char *moved_to;   /* the target, if all redirects were 301 or 308; else NULL */
	char *etag, *last_modified, *content_type; /* verbatim; NULL: absent */
	int64_t retry_after;                       /* in seconds from now; -1: absent */
	int64_t max_age; /* Cache-Control max-age less Age, or else Expires - Date, in
			    seconds; -1: absent */
	bool no_store;   /* Cache-Control: no-store or no-cache */
	bool delta;      /* the body has only new items */
	bool challenged; /* Cloudflare wants to see a browser first */
	int64_t started_ms, ended_ms; /* time_mono_ms */
	int64_t bytes;                /* of the body, as transferred */
	char *kept;                   /* for fetch_result_header */
	int64_t first;                /* of a range: the offset of body in the document */
	int64_t total; /* of a range or file: bytes of the whole; -1: unknown */

	/* For a file, all of these whatever status is: */
	int64_t size;    /* bytes in NAME, or in NAME.part */
	char *validator; /* for fetch_file, to fetch the rest; NULL: none */
	bool restarted;  /* the NAME.part of an earlier transfer could not be used, */
	bool refused;    /* … since the server does not send ranges */
	bool complete;   /* the file is complete, synced and has its name. If total is -1,
			    the server did not say how long it is, so that it may have
			    been cut off unnoticed */
	struct fetch_result *next; /* for the caller's lists */
};

/* How far the download of a file is. */
struct fetch_progress {
	int64_t size, total;   /* as in fetch_result */
	const char *validator; /* likewise; borrowed until the next fetch_step */
};

void fetch_result_free(struct fetch_result *result);

/* Decompresses the body. If that fails, or the body would exceed body_max, the result
 * becomes an error without body, validators and type. Any thread that has the result. */
void fetch_result_unpack(struct fetch_result *result);
/* Unpacks the body, if the request succeeded: an answer arrived, and with a status of 2xx
 * if there was one. If not, or if it cannot be unpacked, err says why. */
int fetch_result_take(struct fetch_result *result, struct err *err);
/* The size of the decompressed body, as its trailer claims. */
size_t fetch_result_size(const struct fetch_result *result);
/* The value of a header named in fetch_request.keep; its p is NULL if the answer did not
 * have it. Borrowed from the result. */
struct span fetch_result_header(const struct fetch_result *result, const char *name);
/* All its values, joined by commas (RFC 9110, section 5.3); NULL: there are none. free()
 * it. */
char *fetch_result_headers(const struct fetch_result *result, const char *name);

/* Renames part to name, both in dir, and syncs dir. ERR_DENIED if name exists. May block
 * on the disk. Any thread. */
int
fetch_file_publish(int dir, const char *part, const char *name, struct err *err) MUST_USE;

#endif
