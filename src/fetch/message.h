/*
 * From libcurl's codes to sentences for users. One thread.
 */
#ifndef FETCH_MESSAGE_H
#define FETCH_MESSAGE_H

#include <stdbool.h>

#include <curl/curl.h>

#include "base/err.h"

/* Fills err with what code means for the transfer of easy: which host or (masked)
 * address, what happened, and what can be done about it. proxy: the one that may stand in
 * between, or NULL. detail: libcurl's own words, from its error buffer, which tell one
 * TLS failure from another, and whether it was the proxy that failed. */
void fetch_message_set(struct err *err, CURLcode code, CURL *easy, const char *url,
	const char *proxy, const char *detail);

/* Whether in the transfer of easy, which ended with code, nothing was heard of another
 * machine. */
bool fetch_message_unheard(CURLcode code, CURL *easy);

/* What kind of failure code is: an enum http_trouble. */
int fetch_message_trouble(CURLcode code);

#endif
