/*
 * Feedbin's API, version 2. After its documentation: it was never tried on the server.
 */
#ifndef REMOTE_FEEDBIN_H
#define REMOTE_FEEDBIN_H

#include "remote/remote.h"

extern const struct remote_backend remote_feedbin;

#endif
