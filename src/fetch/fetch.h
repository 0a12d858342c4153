/*
 * The rolling window of transfers: the only libcurl code. The queue stands outside
 * libcurl; as a transfer completes its result is handed out at once and the next starts,
 * so no batch ever waits for its slowest member (paper 2). Per host limits decide which
 * may start. One thread (the worker) owns a struct fetch; fetch_wake may come from any.
 *
 *	fetch_new(&fetch, &config, &err);
 *	fetch_add(fetch, &(struct fetch_request){.tag = 1, .url = url, .etag = etag});
 *	while (…) {
 *		for (struct fetch_result *r = fetch_step(fetch), *next; r; r = next) {
 *			next = r->next;
 *			fetch_result_unpack(r);   on any thread
 *			… r->tag, r->status, r->http_status, r->body …
 *			fetch_result_free(r);
 *		}
 *		fetch_wait(fetch, 1000, -1);
 *	}
 *	fetch_free(fetch);
 *
 * A request that changes something on a server, with a secret that no other server gets:
 *
 *	.method = FETCH_POST, .body = SPAN_LIT("i=1&a=read"),
 *	.body_type = "application/x-www-form-urlencoded",
 *	.headers = "Authorization: GoogleLogin auth=…", .secret = true,
 *	.keep = "Google-Bad-Token", .error_body = true
 *
 * A download, which is written as its bytes come, is never in memory, and goes on where an
 * earlier one broke off, were it killed:
 *
 *	.bulk = true, .body_max = 4 GB,
 *	.file = &(struct fetch_file){.dir = fd, .name = "Episode 7.mp3",
 *		.validator = validator, .total = total}    of last time, or nothing
 *
 * Meanwhile fetch_progress tells how far it is and what validator and total are to be
 * remembered. In its result, complete says that "Episode 7.mp3" is there; otherwise
 * "Episode 7.mp3.part" has size bytes, and the same request asks for the rest.
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

/* Bulk transfers have places of their own beside the window: one for this many in it, and
 * at least one. They neither take places from polls nor wait for any. */
#define FETCH_BULK_SHARE 8
/* Bytes that are kept of the body of an answer that is no success. */
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

/* A file as the sink of a body: NAME.part in a directory while it comes, NAME when it is
 * whole and on the disk. Nothing is ever overwritten, and no symbolic link followed. If
 * NAME.part is there already, its rest alone is asked for; should the server have another
 * version by now, or not know ranges, all of it comes anew. That is found out by the
 * validator (If-Range), by the total, and by the last bytes of NAME.part, which are asked
 * for once more and compared. */
struct fetch_file {
	int dir;          /* descriptor of the directory; fetch_add duplicates it */
	const char *name; /* without the directory; at most 250 bytes */
	bool keep_part;   /* the whole file stays NAME.part too, until
			     fetch_file_publish */
	const char *validator; /* as a result or fetch_progress told it; NULL unknown */
	int64_t total;         /* likewise; 0 or -1 unknown */
	bool afresh;       /* no rest is asked for: this server's ranges can't be trusted */
	bool no_page;      /* HTML, XML or JSON in place of the file is an error: a login */
	int64_t keep_free; /* bytes of the disk that others are to find free */
};

/* One request; what is 0 or NULL is as said, or not wanted. Strings, body and file are
 * copied by fetch_add. */
struct fetch_request {
	uint64_t tag;     /* the caller's own, comes back in the result */
	const char *url;  /* http or https; anything else fails at once */
	const char *link; /* what a document of url names, asked instead: as a redirect
			     of url's that was followed; NULL none */
	const char *etag, *last_modified; /* sent verbatim; NULL none */
	const struct fetch_own *own; /* instead of the config's; NULL: the config's */
	int priority; /* higher starts first; equal: in order of fetch_add */

	/* A POST or PATCH is sent once, whatever becomes of it. A redirect makes a GET
	 * without a body of it as RFC 9110, section 15.4 has it: of anything after 303,
	 * of a POST after 301 and 302. Otherwise it stays what it is, and is refused when
	 * it would lead a body or a method to another host. */
	enum fetch_method method;
	struct span body;      /* of other methods than GET */
	const char *body_type; /* its Content-Type */
	/* Lines "Name: value", joined by newlines. As those of own, they go to the scheme,
	 * host and port of url alone, wherever redirects lead. */
	const char *headers;
	bool secret; /* headers or body hold a password: not without TLS, unless own says
			so, or to this machine */
	bool no_redirects; /* a redirect is a result as any other; Location by keep */

	const char *keep;      /* names of answer headers wanted, with commas between */
	bool error_body;       /* wanted as well when the answer is no success, cut after
				  FETCH_ERROR_BODY_MAX */
	int64_t body_max;      /* bytes, as sent and unpacked; 0: the config's */
	int64_t range_first;   /* without file: part of the document alone, these bytes */
	int64_t range_len;     /* of it; 0: all */
	const struct fetch_file *file; /* where a GET's body goes; NULL: into memory */
	/* Large: it may take its time, as long as bytes come (low_speed_ms), and waits for
	 * no polls, nor they for it. One from a host, and from a domain, at a time. */
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
	struct buf body;  /* as it was sent; empty but for a 2xx, or where error_body */
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
	char *kept;                   /* see fetch_result_header */
	int64_t first; /* offset in the document of what body begins with; 0 unless a
			  range was asked for and given */
	int64_t total; /* bytes of the whole document or file; -1: the server did not say */

	/* Of a file; the first three hold whatever status is. */
	int64_t size;    /* bytes that are there, of NAME or NAME.part */
	char *validator; /* of those bytes, for fetch_file next time; NULL none */
	bool restarted;  /* what an earlier transfer had left was thrown away */
	bool complete;   /* it is whole, on the disk and under its name. With a total of -1
			    a server that broke off can't be told from one that was done */
	struct fetch_result *next; /* for the caller's lists */
};

/* How far a file is. */
struct fetch_progress {
	int64_t size, total;   /* as in fetch_result */
	const char *validator; /* borrowed until the next fetch_step; NULL none */
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
/* The value of an answer header that the request wanted to keep; p is NULL: it did not
 * come. Borrowed. */
struct span fetch_result_header(const struct fetch_result *result, const char *name);

/* Gives part, a file in dir that is whole, its final name there: never in place of another
 * file (ERR_DENIED). Waits for the disk; any thread. */
int fetch_file_publish(
	int dir, const char *part, const char *name, struct err *err) MUST_USE;

/* Queues a request; never blocks. One for a file keeps a descriptor open from here to its
 * result, and another while it runs: not thousands of these at once. */
void fetch_add(struct fetch *fetch, const struct fetch_request *request);
/* If the request with this tag still waits, it goes before others of less priority. */
void fetch_raise(struct fetch *fetch, uint64_t tag, int priority);
/* Drops the request (running or waiting) with this tag: no result comes. Of a file,
 * NAME.part stays. */
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

/* False: no request for a file that has been started has this tag. */
bool fetch_progress(
	const struct fetch *fetch, uint64_t tag, struct fetch_progress *out) MUST_USE;

/* Bulk requests are not counted by these three. */
size_t fetch_running(const struct fetch *fetch);
/* Transfers that may run at once: what the config asks for, or fewer where the mode, the
 * limit of open files or a slow TLS library say so. */
size_t fetch_window(const struct fetch *fetch);
size_t fetch_waiting(const struct fetch *fetch);

/* Appends library and TLS backend, for --version: "libcurl 7.88.1, OpenSSL 3.0.22", and a
 * note where the latter reads all certificates anew for each connection. */
void fetch_version(struct buf *out);

#endif
