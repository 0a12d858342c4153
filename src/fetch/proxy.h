/*
 * Which proxy a request uses (case 91). This is not left to libcurl, since where a server
 * may redirect us depends on it (case 27). Any thread, as long as no other one changes
 * the environment.
 */
#ifndef FETCH_PROXY_H
#define FETCH_PROXY_H

#include <stdbool.h>

/* The proxy for url: the configured one or, if that is NULL, the one in the environment,
 * unless no_proxy excludes the host; NULL: none. Borrowed. The variables are those in
 * curl(1), section ENVIRONMENT. */
const char *fetch_proxy_of(const char *configured, const char *url);
/* "SCHEME://HOST:PORT" for messages, without user and password; the caller frees it. */
char *fetch_proxy_show(const char *proxy);
/* Whether libcurl's words mention the proxy's host, so that the proxy has failed. */
bool fetch_proxy_named(const char *proxy, const char *words);

/* Whether libcurl accepts proxy as one (CURLOPT_PROXY(3)). With one that it does not
 * accept, requests fail rather than go without a proxy. */
bool fetch_proxy_sound(const char *proxy);

#endif
