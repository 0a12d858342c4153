/*
 * Titles as FreshRSS writes them: some signs as wide ones in lists, since some clients
 * take titles for HTML, and as HTML where a feed is new.
 */
#ifndef REMOTE_TITLE_H
#define REMOTE_TITLE_H

#include "base/str.h"

struct arena;

/* The title with plain signs for wide ones (T11), in arena. A sign next to East Asian
 * writing was wide originally, and stays so. */
char *remote_title_narrow(struct arena *arena, struct span title);
/* The title with the characters that PHP's htmlspecialchars replaces, in arena. */
char *remote_title_decode(struct arena *arena, struct span title);

#endif
