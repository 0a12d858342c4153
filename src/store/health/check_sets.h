/*
 * Compares sets of entries without searching: each set is a sum over hashes of its
 * members, so their order does not matter. The sums of different sets are equal once in
 * 2^64 times.
 */
#ifndef STORE_HEALTH_CHECK_SETS_H
#define STORE_HEALTH_CHECK_SETS_H

#include <stdbool.h>
#include <stdint.h>

/* What the check collects on its way through the tables. */
enum check_set {
	SET_ITEM,        /* items, by feed, time and number */
	SET_PLACE,       /* places */
	SET_DELETED,     /* places of deleted items */
	SET_LISTED,      /* entries of feeds' lists */
	SET_ALL,         /* entries of the list over all feeds */
	SET_SAYS_UNREAD, /* entries of feeds' lists with that flag */
	SET_UNREAD,      /* entries of the list of unread items */
	SET_SAYS_STARRED,
	SET_STARRED,
	SET_SAYS_TAGGED, /* by id only, as the following */
	SET_TAGGED,
	SET_ID,   /* items */
	SET_TEXT, /* texts */
	SET_NAME, /* items, by feed, identity and number */
	SET_GUID, /* guids */
	SET_LEN,
};

struct check_sets {
	struct {
		uint64_t hash, count;
	} sets[SET_LEN];
};

void store_health_check_set_add_item(struct check_sets *sets, enum check_set set,
	uint32_t feed, int64_t time, uint64_t id);
void
store_health_check_set_add_id(struct check_sets *sets, enum check_set set, uint64_t id);
/* identity: SCHEMA_IDENTITY bytes. */
void store_health_check_set_add_name(struct check_sets *sets, enum check_set set,
	uint32_t feed, const void *identity, uint64_t id);

/* Is each item in all the lists in which it should be, and in no others? */
bool store_health_check_sets_lists(const struct check_sets *sets);
/* Does each item have its guid, and each guid its item? */
bool store_health_check_sets_guids(const struct check_sets *sets);

#endif
