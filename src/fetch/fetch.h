/*
 * The rolling window of transfers: the only libcurl code. The queue stands outside
 * libcurl; as a transfer completes its result is handed out at once and the next starts,
 * so no batch ever waits for its slowest member (paper 2). Per host limits decide which
 * may start. One thread (the worker) owns a struct fetch; fetch_wake may come from any.
 */
#ifndef FETCH_FETCH_H
#define FETCH_FETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"

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

/* One request. Strings are copied by fetch_add. */
struct fetch_request {
	uint64_t tag;     /* the caller's own, comes back in the result */
	const char *url;  /* http or https; anything else fails at once */
	const char *link; /* what a document of url names, asked instead: as a redirect
			     of url's that was followed; NULL none */
	const char *etag, *last_modified; /* sent verbatim; NULL none */
	const struct fetch_own *own; /* instead of the config's; NULL: the config's */
	int priority; /* higher starts first; equal: in order of fetch_add */
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
	struct buf body;  /* as it was sent; empty but for a 2xx */
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
	struct fetch_result *next;    /* for the caller's lists */
};

struct fetch;

int fetch_new(
	struct fetch **out, const struct fetch_config *config, struct err *err) MUST_USE;
/* Other limits and manners from now on. Requests that were added before are made with the
 * `all` of then. */
void fetch_configure(struct fetch *fetch, const struct fetch_config *config);
/* Ends all transfers at once; quick, whatever DNS does. */
void fetch_free(struct fetch *fetch);
void fetch_result_free(struct fetch_result *result);

/* Undoes the encoding of the body. Where that fails, or would pass body_max, the result
 * becomes an error without a body, validators or type. Any thread that has the result. */
void fetch_result_unpack(struct fetch_result *result);
/* Bytes of the body when it is unpacked, by its own account. */
size_t fetch_result_size(const struct fetch_result *result);

/* Queues a request; never blocks. */
void fetch_add(struct fetch *fetch, const struct fetch_request *request);
/* If the request with this tag still waits, it goes before others of less priority. */
void fetch_raise(struct fetch *fetch, uint64_t tag, int priority);
/* Drops the request (running or waiting) with this tag: no result comes. */
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

size_t fetch_running(const struct fetch *fetch);
/* Transfers that may run at once: what the config asks for, or fewer where the mode, the
 * limit of open files or a slow TLS library say so. */
size_t fetch_window(const struct fetch *fetch);
size_t fetch_waiting(const struct fetch *fetch);

/* Appends library and TLS backend, for --version: "libcurl 7.88.1, OpenSSL 3.0.22", and a
 * note where the latter reads all certificates anew for each connection. */
void fetch_version(struct buf *out);

#endif
