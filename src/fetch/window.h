/*
 * How many transfers may run at once.
 */
#ifndef FETCH_WINDOW_H
#define FETCH_WINDOW_H

#include <stdbool.h>
#include <stddef.h>

struct fetch_config;

/* Whether a TLS library, as libcurl calls it ("OpenSSL/3.0.22"; NULL: none), reads all
 * certificates again for each connection with this version of libcurl (0xXXYYZZ). */
bool fetch_window_is_slow(const char *tls, unsigned version);
/* The same for the libraries that are linked. */
bool fetch_window_tls_is_slow(void);
/* As many as configured, or fewer with a slow TLS library (cases 71, 95). */
size_t fetch_window_wanted(const struct fetch_config *config, bool slow);
/* How many places there are for bulk requests, beside the window. */
size_t fetch_window_bulk(size_t window);
/* As many as the limit of open files allows (case 147). */
size_t fetch_window_allowed(size_t window);

#endif
