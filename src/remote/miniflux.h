/*
 * Miniflux's own API, /v1. Its Google Reader API is the second choice: that has no exact
 * list of what is new.
 */
#ifndef REMOTE_MINIFLUX_H
#define REMOTE_MINIFLUX_H

#include "remote/remote.h"

extern const struct remote_backend remote_miniflux;

#endif
