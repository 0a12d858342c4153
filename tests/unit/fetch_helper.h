/*
 * What the tests of fetch have in common.
 */
#ifndef TESTS_UNIT_FETCH_HELPER_H
#define TESTS_UNIT_FETCH_HELPER_H

#include <curl/curl.h>
#include <stddef.h>

#include "fetch/fetch.h"

struct fetch_transfer;

#define FETCH_HELPER_BODY_MAX (256 * 1024)
#define FETCH_HELPER_DEADLINE_MS 20000
#define FETCH_HELPER_AGENT "courant-test/1"

/* Limits that no test comes near by accident; no proxy. */
extern const struct fetch_config fetch_helper_config;

/* So many results at least, as they complete, as one list. Fails the test when they do
 * not come. */
struct fetch_result *fetch_helper_await(struct fetch *fetch, size_t count);
void fetch_helper_free(struct fetch_result *list);

/* A request on this very handle, from begin to end. resolve: for CURLOPT_RESOLVE(3); NULL
 * none. Returns libcurl's verdict; *status (may be NULL): the answer's. */
CURLcode fetch_helper_perform(struct fetch_transfer *transfer, const char *url,
	const struct fetch_own *own, const char *resolve, long *status);

#endif
