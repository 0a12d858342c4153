/*
 * What may differ from feed to feed: copies of a struct fetch_own. Any thread.
 */
#ifndef FETCH_OWN_H
#define FETCH_OWN_H

#include <stdbool.h>

struct fetch_own;

/* A copy with strings of its own; NULL of NULL. */
struct fetch_own *fetch_own_dup(const struct fetch_own *own);
/* Do both say the same? */
bool fetch_own_equal(const struct fetch_own *a, const struct fetch_own *b);
void fetch_own_free(struct fetch_own *own);
/* Whether libcurl can ask for what ocsp_staple wants. */
bool fetch_own_can_staple(void);

#endif
