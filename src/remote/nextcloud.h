/*
 * Nextcloud News, its API v1-3.
 */
#ifndef REMOTE_NEXTCLOUD_H
#define REMOTE_NEXTCLOUD_H

#include "remote/remote.h"

extern const struct remote_backend remote_nextcloud;

#endif
