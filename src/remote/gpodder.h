/*
 * Servers that keep where podcasts were left, and which ones somebody follows: the
 * protocol of gpodder.net (API 2, gpoddernet.readthedocs.io), as oPodSync and others
 * speak it, and the same by other addresses in Nextcloud's app gPodder Sync. They keep no
 * items.
 */
#ifndef REMOTE_GPODDER_H
#define REMOTE_GPODDER_H

struct remote_backend;

extern const struct remote_backend remote_gpodder;
extern const struct remote_backend remote_gpoddersync;

#endif
