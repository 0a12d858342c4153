/*
 * Services that count downloads: the address of an episode leads through them to its
 * file.
 */
#ifndef MODEL_TRACKER_H
#define MODEL_TRACKER_H

struct arena;

/* What an address leads to behind all such services at its front: the rest of it, as an
 * address, in arena. url itself if there are none, or no address is left. Pure. */
const char *tracker_skip(const char *url, struct arena *arena);

#endif
