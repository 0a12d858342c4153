/*
 * Servers that store where episodes were left, and which podcasts the user follows: the
 * protocol of gpodder.net (API 2, gpoddernet.readthedocs.io), as oPodSync and others
 * speak it, and the same at other addresses in Nextcloud's app gPodder Sync. They keep no
 * items.
 */
#ifndef REMOTE_GPODDER_H
#define REMOTE_GPODDER_H

struct remote_backend;

extern const struct remote_backend remote_gpodder;
extern const struct remote_backend remote_gpoddersync;

#endif
