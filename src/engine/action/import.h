/*
 * Lists of feeds from elsewhere.
 */
#ifndef ENGINE_ACTION_IMPORT_H
#define ENGINE_ACTION_IMPORT_H

#include <stddef.h>

#include "base/attr.h"

struct err;
struct subscriptions;

/* Reads a list of feeds that came from elsewhere: OPML, one address a line, or newsboat's
 * urls lines, recognised by content. Appends to subs what is new in it; an address that
 * occurs twice is added once, with the tags of both; folders become tags "a/b". Commands
 * and local files are never taken (case 22). report gets a sentence for each part that
 * was left out or mended. ERR_NOT_FEED: not such a list, or nothing usable in it. No
 * network, no disk. Any thread. */
int engine_action_read_list(struct subscriptions *subs, const char *name,
	const void *bytes, size_t len, void (*report)(void *data, const char *sentence),
	void *data, struct err *err) MUST_USE;
#define ENGINE_LIST_MAX ((size_t)32 << 20) /* bytes of a list (case 152) */

#endif
