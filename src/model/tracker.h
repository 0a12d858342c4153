/*
 * Services that count downloads: the address of an episode leads through them to its
 * file.
 */
#ifndef MODEL_TRACKER_H
#define MODEL_TRACKER_H

#include <stdbool.h>

struct arena;

/* What an address leads to after all such services at its start: the rest of it, as an
 * address, in arena. url itself if there are none, or no address is left. Pure. */
const char *tracker_skip(const char *url, struct arena *arena);
/* Whether the address is that of such a service, and leads on from there. */
bool tracker_is(const char *url);

#endif
