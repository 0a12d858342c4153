/*
 * From libcurl's codes to sentences for users. One thread.
 */
#ifndef FETCH_MESSAGE_H
#define FETCH_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <curl/curl.h>

#include "base/err.h"

/* Fills err with what code means for the transfer of easy: which host or (masked)
 * address, what happened, and what can be done about it. proxy: the one that may stand in
 * between, or NULL. detail: libcurl's own words, from its error buffer, which tell one
 * TLS failure from another, and whether it was the proxy that failed. */
void fetch_message_set(struct err *err, CURLcode code, CURL *easy, const char *url,
	const char *proxy, const char *detail);

/* ERR_LIMIT: what was sent from url is more than limit bytes. */
void fetch_message_long_body(struct err *err, const char *url, int64_t limit);
void fetch_message_long_header(struct err *err, const char *url, size_t limit);
/* What came from url in place of the file that was asked for: a web page, another part of
 * the file, or nothing. */
enum fetch_wrong {
	WRONG_PAGE,
	WRONG_PART,
	WRONG_EMPTY,
};
void fetch_message_wrong_file(struct err *err, const char *url, enum fetch_wrong what);
/* ERR_SYNTAX: the compression of what came is damaged, or one that we do not know. */
void fetch_message_packed(struct err *err, const char *url, bool known);

/* Whether in the transfer of easy, which ended with code, nothing was heard of another
 * machine. */
bool fetch_message_unheard(CURLcode code, CURL *easy);

/* What kind of failure code is: an enum http_trouble. */
int fetch_message_trouble(CURLcode code);

#endif
