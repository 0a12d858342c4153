/*
 * Building requests: addresses with queries, forms, header lines. A form is
 * application/x-www-form-urlencoded, in the order in which its fields are added.
 */
#ifndef REMOTE_FORM_H
#define REMOTE_FORM_H

#include "base/str.h"

struct buf;
struct remote_ask;

#define REMOTE_FORM_TYPE "application/x-www-form-urlencoded"
#define REMOTE_JSON_TYPE "application/json; charset=utf-8"

/* Appends text with all but RFC 3986's unreserved characters as %XX. */
void remote_form_escape(struct buf *out, struct span text);
/* Appends name=value, after an & unless the form is empty. */
void remote_form_add(struct buf *form, const char *name, struct span value);
/* Appends name=value to an address, after ? or &. */
void remote_query_add(struct buf *url, const char *name, struct span value);
void remote_query_number(struct buf *url, const char *name, long long value);
/* Adds a header line. Line breaks in value are left out. */
void remote_header_add(
	struct remote_ask *ask, const char *name, const char *prefix, const char *value);
/* Adds Authorization: Basic (RFC 7617). */
void remote_header_basic(struct remote_ask *ask, const char *user, const char *password);

#endif
