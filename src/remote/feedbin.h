/*
 * Feedbin's API, version 2. Written from its documentation; never tried with the real
 * server.
 */
#ifndef REMOTE_FEEDBIN_H
#define REMOTE_FEEDBIN_H

#include "remote/remote.h"

extern const struct remote_backend remote_feedbin;

#endif
