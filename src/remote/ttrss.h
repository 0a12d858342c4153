/*
 * The JSON API of Tiny Tiny RSS.
 */
#ifndef REMOTE_TTRSS_H
#define REMOTE_TTRSS_H

#include "remote/remote.h"

extern const struct remote_backend remote_ttrss;

#endif
