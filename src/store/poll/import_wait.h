/*
 * What an import said of items that are not here yet: it waits, STATE_WAIT_DAYS at most,
 * until one arrives, in any feed.
 */
#ifndef STORE_POLL_IMPORT_WAIT_H
#define STORE_POLL_IMPORT_WAIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

struct import_rows;
struct item;
struct store_batch;
struct store_import_item;
struct store_view;

struct import_wait {
	int marks;        /* enum store_imported */
	uint64_t group;   /* of the import in the journal; 0: unknown */
	struct span tags; /* each with a line feed; as long as the transaction */
};

/* kind 'g': text is a guid; 'l': a link. now: seconds since 1970. Returns a code. */
int store_poll_import_wait_put(struct import_rows *rows, char kind, const char *text,
	const struct store_import_item *says, int64_t now) MUST_USE;
/* Deletes rows that waited too long. Returns a code. */
int store_poll_import_wait_expire(struct store_batch *batch, int64_t now) MUST_USE;

/* Does anything wait at all? */
bool store_poll_import_wait_any(const struct store_view *view);
/* Returns a code: ERR_NOT_FOUND if nothing was said of the item, or if the import that
 * said it is being undone. */
int store_poll_import_wait_find(const struct store_view *view, const struct item *item,
	struct import_wait *out) MUST_USE;

#endif
