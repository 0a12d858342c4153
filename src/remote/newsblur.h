/*
 * NewsBlur's API. Written from its documentation; never tried with the real server.
 */
#ifndef REMOTE_NEWSBLUR_H
#define REMOTE_NEWSBLUR_H

#include "remote/remote.h"

extern const struct remote_backend remote_newsblur;

#endif
