/*
 * What the commits of this process changed, for whoever keeps something up to date that
 * follows from items, and does not want to read all of them again. What is noted follows
 * from the tables that were written, so that no function that writes has to think of it.
 *
 *	store->changes = store_changes_new();
 *	…
 *	store_changes_reach(store->changes, store_view_version(&view));
 *	… use changes->list[0 … len), in the order in which it was written …
 *	store_changes_clear(store->changes);
 *
 * For the writing thread. c may be NULL: nobody wants to know.
 */
#ifndef STORE_DB_CHANGE_LOG_H
#define STORE_DB_CHANGE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "store/record/schema.h"

enum store_change_kind {
	STORE_CHANGE_NEW,  /* a new item, which is unread */
	STORE_CHANGE_ITEM, /* anything else of an item */
	STORE_CHANGE_TEXT, /* its text: the index has another (index.c) */
	STORE_CHANGE_READ, /* an item left the list of unread items */
	STORE_CHANGE_FEED, /* a feed's record */
};

struct store_change {
	uint64_t id; /* of the item or feed */
	enum store_change_kind kind;
};

struct store_changes {
	struct store_change *list;
	size_t len, cap;
	/* Other processes changed something as well, feeds were removed or came back, or
	 * there is no end of changes: the list does not have all. */
	bool lost;
	uint64_t version; /* the last one whose changes it has (store_view_version) */
	size_t kept;      /* changes; those of the open batch come behind them */
};

struct store_changes *store_changes_new(void);
void store_changes_free(struct store_changes *c);
/* The store has this version now, in a view or before a batch. Others have written if it
 * is not the one that this process left. */
void store_changes_reach(struct store_changes *c, uint64_t version);
void store_changes_clear(struct store_changes *c);
/* A row was written or, if value is NULL, deleted. first_new: the lowest id of items that
 * the batch stores; 0: none. */
void store_changes_note(struct store_changes *c, enum schema_table table,
	const struct schema_key *key, const void *value, uint64_t first_new);
/* A batch is over. wrote: it has written anything. */
void store_changes_end(struct store_changes *c, bool committed, bool wrote);

#endif
