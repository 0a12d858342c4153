/*
 * Copies of a struct fetch_own, the settings that may differ from feed to feed. Any
 * thread.
 */
#ifndef FETCH_OWN_H
#define FETCH_OWN_H

#include <stdbool.h>

struct fetch_own;

/* A copy with its own strings; NULL if own is NULL. */
struct fetch_own *fetch_own_dup(const struct fetch_own *own);
/* Whether both have the same settings. */
bool fetch_own_equal(const struct fetch_own *a, const struct fetch_own *b);
void fetch_own_free(struct fetch_own *own);
/* Whether libcurl can ask for what ocsp_staple wants. */
bool fetch_own_can_staple(void);

#endif
