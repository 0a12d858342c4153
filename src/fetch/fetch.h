/*
 * The rolling window of transfers: the only libcurl code. The queue stands outside
 * libcurl; as a transfer completes its result is handed out at once and the next starts,
 * so no batch ever waits for its slowest member (paper 2). Per host limits decide which
 * may start. One thread (the worker) owns a struct fetch; fetch_wake may come from any.
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
 * While it runs, fetch_progress tells its size and the validator and total to remember.
 * In its result, complete says that "Episode 7.mp3" is there. Otherwise size bytes of it
 * are in "Episode 7.mp3.part".
 */
#ifndef FETCH_FETCH_H
#define FETCH_FETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

/* Beside the window there is one place for bulk requests for this many places in it, and
 * at least one. So polls and downloads never wait for each other. */
#define FETCH_BULK_SHARE 8
/* How many bytes of an error's body are kept. */
#define FETCH_ERROR_BODY_MAX ((size_t)64 * 1024)

/* When transfers start; all are measured against each other in paper 2. */
enum fetch_mode {
	FETCH_ROLLING,    /* as one ends, the next starts */
	FETCH_BATCH,      /* a window full, and the next when all of it have ended */
	FETCH_SEQUENTIAL, /* one after the other */
};

/* What may differ from feed to feed. NULL or "": none, but for proxy. */
struct fetch_own {
	const char *user_agent;
	const char *headers; /* lines of the request, "Name: value", joined by | */
	const char *login;   /* "name:password"; what the address says comes first */
	bool plain_login;    /* passwords may travel without TLS, beyond this machine */
	bool netrc;          /* ask ~/.netrc for logins */
	const char *proxy;   /* NULL: the environment's; "": none */
	const char *ca_file; /* NULL: the system's */
	const char *client_cert, *client_key; /* files, PEM; key NULL: in cert's */
	const char *pin;  /* "sha256//…", the public key that the server must have */
	bool ocsp_staple; /* it must show that its certificate is not revoked */
};

/* Limits and manners; filled from the options by the engine. 0 as said. */
struct fetch_config {
	enum fetch_mode mode;
	int window;             /* transfers at once */
	int host_connections;   /* to one host; 0: no limit */
	int domain_connections; /* to all hosts of a registrable domain; 0: no limit */
	int64_t host_gap_ms; /* between the starts of requests to one registrable domain
				that has more than a handful to answer; 0: none */
	int64_t connect_timeout_ms, total_timeout_ms, low_speed_ms;
	size_t body_max;   /* bytes, as sent and unpacked */
	size_t header_max; /* bytes of all header lines */
	int redirects_max;
	struct fetch_own all; /* for requests without an own; user_agent is needed */
};

enum fetch_method {
	FETCH_GET,
	FETCH_POST,
	FETCH_PUT,
	FETCH_PATCH,
	FETCH_DELETE,
};

/* A file that takes the body of a GET: NAME.part in a directory while it arrives, renamed
 * to NAME when it is complete and synced to the disk. No other file is ever overwritten,
 * and no symbolic link followed.
 *
 * If NAME.part exists, only the rest is asked for (Range, If-Range). When the server does
 * not support that, or has another version by now, the file is fetched anew. Whether it
 * is another version is told by the validator, by the total, and by the last 64 KiB of
 * NAME.part, which are fetched again and compared.
 *
 * When the disk is full, the result has ERR_FULL, and NAME.part is kept. */
struct fetch_file {
	int dir;               /* descriptor of the directory; fetch_add duplicates it */
	const char *name;      /* within the directory; at most 250 bytes */
	bool keep_part;        /* when complete, leave renaming to fetch_file_publish */
	const char *validator; /* from the last result or progress; NULL unknown */
	int64_t total;         /* likewise; 0 or -1 unknown */
	bool afresh;           /* fetch all of it: the server's ranges can't be trusted */
	bool no_page; /* a body of HTML, XML or JSON is an error: a page to log in, say;
			 NAME.part stays as it was */
	int64_t keep_free; /* bytes of the disk to leave free: ERR_FULL otherwise */
};

/* One request. fetch_add copies everything that it points to. */
struct fetch_request {
	uint64_t tag;     /* the caller's own, comes back in the result */
	const char *url;  /* http or https; anything else fails at once */
	const char *link; /* what a document of url names, asked instead: as a redirect
			     of url's that was followed; NULL none */
	const char *etag, *last_modified; /* sent verbatim; NULL none */
	const struct fetch_own *own; /* instead of the config's; NULL: the config's */
	int priority; /* higher starts first; equal: in order of fetch_add */

	/* POST and PATCH are not repeated when a connection breaks: the server may have
	 * acted on them. Redirects follow RFC 9110, section 15.4: a 303 turns every
	 * method into a GET without a body, a 301 or 302 only a POST. One that keeps
	 * another method than GET is refused when it leads to another scheme, host or
	 * port. */
	enum fetch_method method;
	struct span body;      /* for other methods than GET */
	const char *body_type; /* its Content-Type */
	/* Lines "Name: value", separated by newlines. Like own->headers they are sent
	 * only to the scheme, host and port of url, wherever redirects lead. */
	const char *headers;
	bool secret;       /* headers or body hold a password: refuse to send them without
			      TLS, other than to this machine or with own->plain_login */
	bool no_redirects; /* a redirect is a result like any other */

	const char *keep; /* comma-separated names of answer headers to keep for
			     fetch_result_header */
	bool error_body;  /* keep the body of 4xx and 5xx answers as well, up to
			     FETCH_ERROR_BODY_MAX */
	int64_t body_max; /* bytes, both as sent and unpacked; 0: the config's */
	/* ask for range_len bytes from range_first on; 0: for all; not for files */
	int64_t range_first, range_len;
	const struct fetch_file *file; /* of a GET; NULL: the body is kept in memory */
	/* A large transfer: instead of the total time-out only low_speed_ms applies. Runs
	 * beside the window; one at a time for each host and registrable domain. */
	bool bulk;
};

/* An answer, or why there is none. Owned by who takes it: fetch_result_free. */
struct fetch_result {
	uint64_t tag;
	int status; /* enum status; OK: an HTTP answer arrived, whatever its code */
	struct err err;
	int trouble;      /* enum http_trouble of a status that is not OK */
	bool unheard;     /* nobody out there said anything, not even a refusal: it may
			     be our own network that failed */
	long http_status; /* 0: none came; set as well where the answer broke off */
	struct buf body;  /* as it was sent; empty unless 2xx or error_body */
	char *encoding;   /* Content-Encoding of body; NULL: nothing is to be undone */
	char *url;        /* after redirects, without user info; NULL: it was none */
	char *moved_to;   /* target when only 301 and 308 led here; NULL otherwise */
	char *etag, *last_modified, *content_type; /* verbatim; NULL absent */
	int64_t retry_after; /* seconds from now as the server said; -1 absent */
	int64_t max_age;     /* Cache-Control max-age less Age, else Expires - Date, in
				seconds; -1 absent */
	bool no_store;       /* Cache-Control: no-store or no-cache */
	bool delta;          /* the body has only what is new */
	int64_t started_ms, ended_ms; /* time_mono_ms */
	int64_t bytes;                /* on the wire, body */
	char *kept;                   /* for fetch_result_header */
	int64_t first;                /* of a range: the offset of body in the document */
	int64_t total; /* of a range or file: bytes of the whole; -1 unknown */

	/* For a file, all of these whatever status is: */
	int64_t size;    /* bytes in NAME, or in NAME.part */
	char *validator; /* for fetch_file, to fetch the rest; NULL none */
	bool restarted;  /* the NAME.part of an earlier transfer could not be used */
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

struct fetch;

int fetch_new(
	struct fetch **out, const struct fetch_config *config, struct err *err) MUST_USE;
/* Ends all transfers at once; quick, whatever DNS does. */
void fetch_free(struct fetch *fetch);
void fetch_result_free(struct fetch_result *result);

/* Undoes the encoding of the body. Where that fails, or would pass body_max, the result
 * becomes an error without a body, validators or type. Any thread that has the result. */
void fetch_result_unpack(struct fetch_result *result);
/* Bytes of the body when it is unpacked, by its own account. */
size_t fetch_result_size(const struct fetch_result *result);
/* The value of a header named in fetch_request.keep; its p is NULL if the answer did not
 * have it. Borrowed from the result. */
struct span fetch_result_header(const struct fetch_result *result, const char *name);

/* Renames part to name, both in dir, and syncs dir. ERR_DENIED if name exists. May block
 * on the disk. Any thread. */
int
fetch_file_publish(int dir, const char *part, const char *name, struct err *err) MUST_USE;

/* Queues a request; never blocks. A request with a file holds a descriptor until its
 * result, and two more while it runs, so don't queue thousands of them. */
void fetch_add(struct fetch *fetch, const struct fetch_request *request);
/* If the request with this tag still waits, it goes before others of less priority. */
void fetch_raise(struct fetch *fetch, uint64_t tag, int priority);
/* Drops the request (running or waiting) with this tag: no result comes. A NAME.part that
 * it wrote stays. */
void fetch_cancel(struct fetch *fetch, uint64_t tag);
void fetch_cancel_all(struct fetch *fetch);

/* Starts what may start, moves bytes, and returns the finished transfers, oldest first,
 * as a list; NULL when none has. Never blocks. */
struct fetch_result *fetch_step(struct fetch *fetch);
/* Sleeps until a socket, a timer of ours or of the transfers, a wake, or timeout_ms.
 * extra_fd (-1: none) is polled for reading beside the sockets. */
void fetch_wait(struct fetch *fetch, int64_t timeout_ms, int extra_fd);
/* Every fetch_wait polls fd for reading as well, until another is given; -1: none. */
void fetch_watch(struct fetch *fetch, int fd);
/* Ends a fetch_wait of another thread; remembered if it comes first. Any thread. */
void fetch_wake(struct fetch *fetch);

/* False: there is no request with this tag that has a file and has started. */
bool fetch_progress(
	const struct fetch *fetch, uint64_t tag, struct fetch_progress *out) MUST_USE;

/* These three don't count bulk requests. */
size_t fetch_running(const struct fetch *fetch);
/* Transfers that may run at once: what the config asks for, or fewer where the mode, the
 * limit of open files or a slow TLS library say so. */
size_t fetch_window(const struct fetch *fetch);
size_t fetch_waiting(const struct fetch *fetch);

/* Appends library and TLS backend, for --version: "libcurl 7.88.1, OpenSSL 3.0.22", and a
 * note where the latter reads all certificates anew for each connection. */
void fetch_version(struct buf *out);

#endif
