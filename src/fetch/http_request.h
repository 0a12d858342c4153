/*
 * Requests, and the settings for them. fetch/fetch.h has examples.
 */
#ifndef FETCH_HTTP_REQUEST_H
#define FETCH_HTTP_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* Bulk requests have places of their own beside the window: one for every
 * FETCH_BULK_SHARE places in it, and at least one. So polls and downloads never wait for
 * each other. */
#define FETCH_BULK_SHARE 8
/* How many redirects bulk requests follow at least: episodes come through many trackers.
 */
#define FETCH_BULK_REDIRECTS 20
/* How many bytes of an error's body are kept. */
#define FETCH_ERROR_BODY_MAX ((size_t)64 * 1024)

/* When transfers start; the paper on Moving Average with rolling curl compares them. */
enum fetch_mode {
	FETCH_ROLLING,    /* as one ends, the next starts */
	FETCH_BATCH,      /* a window at a time, the next when all have ended */
	FETCH_SEQUENTIAL, /* one at a time */
};

/* Settings that may differ from feed to feed. NULL or "": none, except for proxy. */
struct fetch_own {
	const char *user_agent;
	const char *headers; /* lines of the request, "Name: value", joined by | */
	const char *login;   /* "name:password", unless the address has one */
	bool plain_login;    /* passwords may be sent without TLS over the network */
	bool netrc;          /* look up logins in ~/.netrc */
	const char *proxy;   /* NULL: from the environment; "": none */
	const char *ca_file; /* NULL: the system's */
	const char *client_cert, *client_key; /* PEM files; key NULL: in the same */
	const char *pin;     /* "sha256//…", the public key that the server must have */
	bool ocsp_staple;    /* require proof that its certificate was not revoked */
	int retries;         /* of a request that got no answer, not even a status */
	int64_t speed_limit; /* bytes a second; 0: none */
};

/* Settings for all requests; the engine fills them from the options. */
struct fetch_config {
	enum fetch_mode mode;
	int window;             /* transfers at once */
	int host_connections;   /* to one host; 0: no limit */
	int domain_connections; /* to all hosts of a registrable domain; 0: no limit */
	int64_t host_gap_ms; /* between the starts of requests to one registrable domain
				that has more than a handful to answer; 0: none */
	int64_t connect_timeout_ms, total_timeout_ms, low_speed_ms;
	size_t body_max;   /* bytes, as sent and unpacked */
	size_t bodies_max; /* bytes of all bodies that are on their way to memory; what is
			      more has to wait. 0: no limit */
	size_t header_max; /* bytes of all header lines */
	int redirects_max;
	const char *accept; /* of requests for documents; borrowed for ever, NULL: any */
	struct fetch_own all; /* for requests without own; needs a user_agent */
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
 * If NAME.part exists, only the rest is requested (Range, If-Range). If the server does
 * not support that, or now has another version, the whole file is fetched again. Another
 * version is recognised by the validator, by the total, and by the last 64 KiB of
 * NAME.part, which are fetched again and compared.
 *
 * When the disk is full, the result has ERR_FULL, and NAME.part is kept. */
struct fetch_file {
	int dir;               /* descriptor of the directory; fetch_add duplicates it */
	const char *name;      /* within the directory; at most 250 bytes */
	bool keep_part;        /* when complete, leave renaming to fetch_file_publish */
	const char *validator; /* from the last result or progress; NULL: unknown */
	int64_t total;         /* likewise; 0 or -1: unknown */
	bool afresh;           /* fetch all of it: its server's ranges are unreliable */
	bool no_page;      /* a body of HTML, XML or JSON is an error (a login page, say);
			      NAME.part stays as it was */
	int64_t keep_free; /* bytes of the disk to leave free: ERR_FULL otherwise */
	/* Its published sums, by integrity.h; NULL: none. A file that does not have them
	 * is ERR_DAMAGED, and nothing is left of it. */
	const char *integrity;
};

/* One request. fetch_add copies everything that it points to. */
struct fetch_request {
	uint64_t tag;    /* the caller's own, comes back in the result */
	const char *url; /* http or https; anything else fails at once */
	/* An address that the document of url names, requested instead of url. It is
	 * treated as a redirect from url: it must not lead from a public server to a
	 * private network (case 27). Every address that comes from somebody other than
	 * the user goes here. NULL: none. */
	const char *link;
	/* url comes from a public server's list, so it must not be on a private
	 * network. */
	bool confined;
	bool local; /* with a link: url's server is on a private network (fetch_result) */
	const char *etag, *last_modified; /* sent verbatim; NULL: none */
	const struct fetch_own *own;      /* instead of config->all; NULL: that */
	int priority; /* higher starts first; equal: in order of fetch_add */

	/* POST and PATCH are not repeated when a connection breaks: the server may have
	 * acted on them. Redirects follow RFC 9110, section 15.4: a 303 turns every
	 * method into a GET without a body, a 301 or 302 only a POST. A redirect that
	 * keeps a method other than GET is refused when it leads to another scheme, host
	 * or port. */
	enum fetch_method method;
	struct span body;      /* for methods other than GET */
	const char *body_type; /* its Content-Type */
	/* Lines "Name: value", separated by newlines. Like own->headers they are sent
	 * only to the scheme, host and port of url, wherever redirects lead. */
	const char *headers;
	bool secret; /* headers or body hold a password: refuse to send them without
			TLS, other than to this machine or with own->plain_login */
	/* For one of the user's own accounts: it does not count for host_gap_ms (a pause
	 * that the server asked for still holds), its connection is kept for the next
	 * one, and it may be repeated, whatever its method, unless once is set. */
	bool api;
	bool once;         /* like POST, never repeated when a connection breaks */
	bool no_redirects; /* a redirect is a result like any other */

	const char *keep; /* comma-separated names of answer headers to keep for
			     fetch_result_header; * for all */
	bool error_body;  /* keep the body of 4xx and 5xx answers as well, up to
			     FETCH_ERROR_BODY_MAX */
	int64_t body_max; /* bytes, both as sent and unpacked; 0: the config's */
	/* ask for range_len bytes from range_first on; 0: for all; not for files */
	int64_t range_first, range_len;
	const struct fetch_file *file; /* of a GET; NULL: the body is kept in memory */
	/* A large transfer: instead of the total time-out only low_speed_ms applies, and
	 * at least FETCH_BULK_REDIRECTS are followed. Runs beside the window; one at a
	 * time for each host and registrable domain. */
	bool bulk;
	bool urgent; /* with bulk: somebody waits for it, so it does not yield to polls */
};

#endif
