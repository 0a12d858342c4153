/*
 * Items and folders in the JSON of most protocols: a table says which member has what.
 * Only files of this folder include it.
 */
#ifndef REMOTE_ITEM_H
#define REMOTE_ITEM_H

#include <stdint.h>

#include "remote/json.h"
#include "remote/remote.h"

/* Names of members; NULL: the protocol has no such member. */
struct remote_members {
	const char *id, *feed;
	const char *guid, *title, *link, *html, *author, *comments;
	const char *published, *updated, *arrived; /* as remote_item_time reads them */
	const char *tags;                          /* a list of texts */
	const char *unread, *read, *starred;       /* true or false */
};

/* An item, in arena, and its id. False: it has no id. */
bool remote_item_read(struct arena *arena, const json_t *value,
	const struct remote_members *members, struct remote_id *id,
	struct remote_item *out) MUST_USE;
/* Adds an enclosure, unless url is empty. */
void remote_item_enclose(struct arena *arena, struct item *item, const json_t *url,
	const json_t *type, const json_t *length);
/* Hands out the folders of the list of that member, whose names are in the member `name`.
 * Returns false if there is no such list. */
bool remote_item_folders(const json_t *root, const char *list, const char *name,
	const struct remote_sink *sink);
/* A moment: seconds since 1970, as a number or text, or a date of RFC 3339. TIME_NONE if
 * it is neither, or 0. */
int64_t remote_item_time(const json_t *value);

#endif
