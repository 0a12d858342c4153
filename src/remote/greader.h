/*
 * The Google Reader API as FreshRSS, BazQux Reader, The Old Reader, Miniflux and
 * Inoreader speak it. remote/quirk.c has the differences.
 */
#ifndef REMOTE_GREADER_H
#define REMOTE_GREADER_H

#include "remote/remote.h"

extern const struct remote_backend remote_greader;

#endif
