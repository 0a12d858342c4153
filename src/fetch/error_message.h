/*
 * Turns libcurl's codes into messages for users. One thread.
 */
#ifndef FETCH_ERROR_MESSAGE_H
#define FETCH_ERROR_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <curl/curl.h>

#include "base/err.h"

/* Fills err with what code means for the transfer of easy: which host or (masked)
 * address, what happened, and what can be done about it. proxy: the proxy in use, or
 * NULL. detail: libcurl's own words, from its error buffer, which distinguish failures of
 * TLS and of the proxy. */
void fetch_message_set(struct err *err, CURLcode code, CURL *easy, const char *url,
	const char *proxy, const char *detail);

/* ERR_LIMIT: the answer from url has more than limit bytes. */
void fetch_message_long_body(struct err *err, const char *url, int64_t limit);
void fetch_message_long_header(struct err *err, const char *url, size_t limit);
/* What arrived from url instead of the requested file: a web page, another part of the
 * file, or nothing. */
enum fetch_wrong {
	WRONG_PAGE,
	WRONG_PART,
	WRONG_EMPTY,
};
void fetch_message_wrong_file(struct err *err, const char *url, enum fetch_wrong what);
/* ERR_SYNTAX: the compressed answer is damaged, or its compression is unknown. */
void fetch_message_packed(struct err *err, const char *url, bool known);

/* Whether the transfer of easy, which ended with code, got no response from any other
 * machine. */
bool fetch_message_unheard(CURLcode code, CURL *easy);

/* What kind of failure code is: an enum http_trouble. */
int fetch_message_trouble(CURLcode code);

#endif
