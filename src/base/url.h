/*
 * Addresses: RFC 3986 with the tolerance that real feeds need (blanks, Unicode and odd
 * characters are kept or escaped, never a reason to lose a link). Any thread.
 */
#ifndef BASE_URL_H
#define BASE_URL_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"
#include "base/str.h"

/* The parts of an address as they stand (RFC 3986, section 3); missing: p is NULL. */
struct url {
	struct span scheme, userinfo, host, port, path, query, fragment;
};

struct url url_split(struct span s);

/* Resolves ref against base (RFC 3986, section 5.2, with base NULL or not absolute: ref
 * as it is). White space around is cut, TAB, CR and LF inside are dropped, blanks become
 * %20. Never NULL; owned by arena. */
char *url_resolve(struct arena *arena, const char *base, struct span ref);

/* What a user typed or a list holds → the address to subscribe: trimmed, feed:, feed://,
 * feed:https:// and missing scheme mended, scheme and host in lower case, an empty path
 * "/", the default port and the fragment dropped. ERR_INVALID (with a sentence) for
 * control characters, another scheme than http or https, no host. */
int
url_normalize(struct arena *arena, struct span s, char **out, struct err *err) MUST_USE;

/* For logs, messages and screens: user info and query values replaced by "…"
 * (case 29). */
char *url_mask(struct arena *arena, const char *url);

/* http or https, with a host, without control characters or blanks: may be handed to a
 * browser (cases 21, 25). */
bool url_is_web(const char *url);

#endif
