/*
 * Which proxy a request goes through (case 91). Decided here and not by libcurl, since
 * where a server may lead us depends on it (case 27). Any thread, while nobody changes
 * the environment.
 */
#ifndef FETCH_PROXY_H
#define FETCH_PROXY_H

#include <stdbool.h>

/* The proxy for url: configured, or of the environment when that is NULL, unless its
 * no_proxy excepts the host; NULL: none. Borrowed. Names and form as in curl(1), section
 * ENVIRONMENT. */
const char *fetch_proxy_of(const char *configured, const char *url);
/* "SCHEME://HOST:PORT" for messages, without user and password; the caller's. */
char *fetch_proxy_show(const char *proxy);
/* Whether libcurl's words name the proxy's host: it was the proxy that failed. */
bool fetch_proxy_named(const char *proxy, const char *words);

#endif
