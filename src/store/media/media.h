/*
 * What is known of an item as an episode, at a glance.
 */
#ifndef STORE_MEDIA_MEDIA_H
#define STORE_MEDIA_MEDIA_H

#include <stdint.h>

struct store_view;

/* Its states: enum media_state, joined. */
int store_media_states(const struct store_view *view, uint64_t item);

#endif
