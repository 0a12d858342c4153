/*
 * Addresses as they go to libcurl: what may be fetched at all, and where a redirect may
 * lead. Pure; any thread.
 */
#ifndef FETCH_ADDRESS_H
#define FETCH_ADDRESS_H

#include <stdbool.h>

#include "base/attr.h"
#include "base/err.h"

/* url in the form that a request needs: blanks and bytes beyond ASCII in path and query
 * escaped, the fragment dropped. ERR_DENIED (with a sentence) for anything but http and
 * https with a host (case 26). The caller frees *out. */
int fetch_address_prepare(const char *url, char **out, struct err *err) MUST_USE;

/* The same for what an answer of from names in its Location. User info goes along within
 * one scheme, host and port only, and is never taken from the server (case 28). A step
 * from https to http is refused (case 83). */
int fetch_address_redirect(
	const char *from, const char *location, char **out, struct err *err) MUST_USE;

/* url without user info: fit to be a base of links. The caller frees it. */
char *fetch_address_public(const char *url);

/* For sentences: the address masked (case 29), or its host alone; clean text (case 5).
 * The caller frees them. */
char *fetch_address_show(const char *url);
char *fetch_address_host(const char *url);

/* Scheme, host and port: what passwords and headers of the user's are bound to. The
 * caller's. */
char *fetch_address_origin(const char *url);
/* The error of a redirect to url, an address on a private network (case 27). */
int fetch_address_refuse_private(const char *url, struct err *err);
/* Refuses what would send a password in the clear through the network: user info in url,
 * or another login, over http (case 87). plain: the user wants it so. */
int
fetch_address_login(const char *url, bool login, bool plain, struct err *err) MUST_USE;

#endif
