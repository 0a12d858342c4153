/*
 * What the commits of this process changed, for whoever keeps something up to date that
 * follows from items, and does not want to read all of them again. What is noted follows
 * from the tables that were written, so that no function that writes has to think of it.
 *
 *	store_changes_keep(store);
 *	…
 *	const struct store_changes *changes = store_changes(&view);
 *	… use changes->list[0 … len), in the order in which it was written …
 *	store_changes_clear(&view);
 *
 * For the writing thread.
 */
#ifndef STORE_DB_CHANGES_H
#define STORE_DB_CHANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "store/record/schema.h"

struct store;
struct store_batch;
struct store_view;

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

/* From now on changes are kept. */
void store_changes_keep(struct store *store);
void store_changes_free(struct store *store);
/* What changed up to this view, since it was last cleared. */
const struct store_changes *store_changes(const struct store_view *view);
void store_changes_clear(const struct store_view *view);
/* The last version that is known; see store_view_version. */
uint64_t store_changes_version(const struct store *store);

/* For batches. */
void store_changes_begin(struct store_batch *batch);
/* A row was written or, if value is NULL, deleted. */
void store_changes_note(struct store_batch *batch, enum schema_table table,
	const struct schema_key *key, const void *value);
void store_changes_end(struct store_batch *batch, bool committed);

#endif
