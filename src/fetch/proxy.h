/*
 * Which proxy a request may go through, to be named when it fails (case 91). Any thread,
 * while nobody changes the environment.
 */
#ifndef FETCH_PROXY_H
#define FETCH_PROXY_H

#include <stdbool.h>

/* The proxy that libcurl considers for url: configured, or of the environment when that
 * is NULL; NULL: none. no_proxy may still except the host. Borrowed. */
const char *fetch_proxy_of(const char *configured, const char *url);
/* "SCHEME://HOST:PORT" for messages, without user and password; the caller's. */
char *fetch_proxy_show(const char *proxy);
/* Whether libcurl's words name the proxy's host: it was the proxy that failed. */
bool fetch_proxy_named(const char *proxy, const char *words);

#endif
