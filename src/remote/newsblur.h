/*
 * NewsBlur's API. After its documentation: it was never tried on the server.
 */
#ifndef REMOTE_NEWSBLUR_H
#define REMOTE_NEWSBLUR_H

#include "remote/remote.h"

extern const struct remote_backend remote_newsblur;

#endif
