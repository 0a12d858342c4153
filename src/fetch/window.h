/*
 * How many transfers may run at once.
 */
#ifndef FETCH_WINDOW_H
#define FETCH_WINDOW_H

#include <stdbool.h>
#include <stddef.h>

struct fetch_config;

/* Whether this TLS library, as libcurl calls it ("OpenSSL/3.0.22"; NULL: there is none),
 * reads all certificates anew for each connection under libcurl of that version
 * (0xXXYYZZ). */
bool fetch_window_is_slow(const char *tls, unsigned version);
/* The same of what is linked here. */
bool fetch_window_tls_is_slow(void);
/* What config asks for, or less with a slow TLS library (cases 71, 95). */
size_t fetch_window_wanted(const struct fetch_config *config, bool slow);
/* How many places for bulk requests there are beside a window. */
size_t fetch_window_bulk(size_t window);
/* As many of window as the limit of open files allows (case 147). */
size_t fetch_window_allowed(size_t window);

#endif
