/*
 * Addresses, by RFC 3986 with the tolerance that real feeds need: blanks, Unicode and odd
 * characters are kept or escaped, and no link is lost over them. Any thread.
 */
#ifndef BASE_URL_H
#define BASE_URL_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"
#include "base/str.h"

struct buf;

/* The parts of an address as written (RFC 3986, section 3); p is NULL for a missing one.
 */
struct url {
	struct span scheme, userinfo, host, port, path, query, fragment;
};

struct url url_split(struct span s);

/* Resolves ref against base (RFC 3986, section 5.2); if base is NULL or not absolute, the
 * result is ref alone. Surrounding white space is trimmed, control characters are
 * dropped, blanks become %20. Never NULL; owned by arena. */
char *url_resolve(struct arena *arena, const char *base, struct span ref);

/* Turns what a user typed or a list contains into the address to subscribe to: trims it,
 * replaces feed:, feed://, feed:https:// and a missing scheme, lower-cases scheme and
 * host, makes an empty path "/", drops a default port and the fragment. ERR_INVALID for
 * control characters, a scheme other than http and https, or a bad host or port. */
int
url_normalize(struct arena *arena, struct span s, char **out, struct err *err) MUST_USE;

/* Whether url_normalize adds the scheme, https. */
bool url_lacks_scheme(struct span s);

/* The address for logs, messages and screens: user information and query values are
 * replaced by "…" (case 29). */
char *url_mask(struct arena *arena, const char *url);

/* The address without user information, for use outside the program (case 154); mark:
 * with "…" where there was some. */
char *url_public(struct arena *arena, const char *url, bool mark);

/* Does the address's query seem to hold a secret (token=, key=)? */
bool url_has_secret(const char *url);

/* The address for another program. Percent-encodes, except in the host, everything that
 * shells and careless scripts take for something else (quotation marks, backslash, $,
 * parentheses, |), blanks, and bytes that are not ASCII. */
char *url_escape(struct arena *arena, const char *url);

/* May it be handed to a browser? It must be http or https, with a host, and without
 * control characters or blanks (cases 21, 25). */
bool url_is_web(const char *url);

/* Appends s with its %XX decoded, except %00. What comes out is not clean. */
void url_decode(struct buf *out, struct span s);
/* Appends a scheme or a host in small letters. */
void url_put_lower(struct buf *out, struct span s);

#endif
