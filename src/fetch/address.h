/*
 * Addresses for libcurl: which ones may be fetched at all, and where a redirect may lead.
 * Pure; any thread.
 */
#ifndef FETCH_ADDRESS_H
#define FETCH_ADDRESS_H

#include <stdbool.h>

#include <stdbool.h>

#include "base/attr.h"
#include "base/err.h"
#include "base/str.h"

/* Brings url into the form that a request needs: blanks and non-ASCII bytes in path and
 * query are escaped, the fragment is dropped. ERR_DENIED, with a sentence, unless it is
 * http or https with a host (case 26). The caller frees *out. */
int fetch_address_prepare(const char *url, char **out, struct err *err) MUST_USE;

/* The same for the Location in an answer of from. User info is kept if scheme, host and
 * port stay the same, and is never taken from the server (case 28). A redirect from https
 * to http is refused (case 83), unless plain is set. */
int fetch_address_redirect(const char *from, const char *location, bool plain, char **out,
	struct err *err) MUST_USE;

/* url without user info, for use as a base of links. The caller frees it. */
char *fetch_address_public(const char *url);

/* For messages: the masked address (case 29), or just its host, as clean text (case 5).
 * The caller frees them. */
char *fetch_address_show(const char *url);
char *fetch_address_host(const char *url);

/* The server, for limits on requests: the host; in a private network, host and port,
 * since several servers may share a machine there. Borrows from url. */
struct span fetch_address_server(const char *url);

/* Scheme, host and port, to which the user's passwords and headers are bound. The caller
 * frees it. */
char *fetch_address_origin(const char *url);
/* Fills err: a public address led to url, which is on a private network (case 27). */
int fetch_address_refuse_private(const char *from, const char *url, struct err *err);
/* ERR_DENIED if a password, from url or from login, would be sent unencrypted over the
 * network (case 87), unless plain is true, because the user allows it. */
int
fetch_address_login(const char *url, bool login, bool plain, struct err *err) MUST_USE;

#endif
