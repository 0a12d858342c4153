/*
 * The kinds of changes that batches tell their parts about. The journal stores them.
 */
#ifndef STORE_DB_ACT_H
#define STORE_DB_ACT_H

/* What a user can do, and undo. */
enum store_act {
	STORE_READ_ITEM = 1, /* stored: numbers are for ever */
	STORE_UNREAD_ITEM,
	STORE_STAR,
	STORE_UNSTAR,
	STORE_ADD_TAG,
	STORE_DROP_TAG,
	STORE_DELETE,
	STORE_SUBSCRIBE,
	STORE_UNSUBSCRIBE,
	STORE_RENAME,
	STORE_MOVE,
	STORE_SET,
	STORE_MERGE,
	STORE_READDRESS,
	STORE_SAME, /* parts of a merge: other machines were told, */
	STORE_KEEP, /* deleted items came back */
	STORE_ACTS,
};

#endif
