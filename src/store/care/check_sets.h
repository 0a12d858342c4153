/*
 * Sets of entries, compared without a search: each has a sum over hashes of its members,
 * so the order in which they come is all one. Different sets have the same sum once in
 * 2^64 times.
 */
#ifndef STORE_CARE_CHECK_SETS_H
#define STORE_CARE_CHECK_SETS_H

#include <stdbool.h>
#include <stdint.h>

/* What check.c meets on its way through the tables. */
enum check_set {
	SET_ITEM,        /* items, by feed, time and number */
	SET_PLACE,       /* the places */
	SET_DELETED,     /* places of deleted items */
	SET_LISTED,      /* entries of feeds' lists */
	SET_ALL,         /* of the list of all */
	SET_SAYS_UNREAD, /* entries of feeds' lists whose flags say so */
	SET_UNREAD,      /* the list of unread items */
	SET_SAYS_STARRED,
	SET_STARRED,
	SET_SAYS_TAGGED, /* by number alone, as the following */
	SET_TAGGED,
	SET_ID,   /* items */
	SET_TEXT, /* texts */
	SET_NAME, /* items, by feed, identity and number */
	SET_GUID, /* the guids */
	SET_LEN,
};

struct check_sets {
	struct {
		uint64_t hash, count;
	} sets[SET_LEN];
};

void store_care_set_add_item(struct check_sets *sums, enum check_set set, uint32_t feed,
	int64_t time, uint64_t id);
void store_care_set_add_id(struct check_sets *sums, enum check_set set, uint64_t id);
/* identity: SCHEMA_IDENTITY bytes. */
void store_care_set_add_name(struct check_sets *sums, enum check_set set, uint32_t feed,
	const void *identity, uint64_t id);

/* Is each item in all the lists where it belongs, and nothing else in them? */
bool store_care_sets_lists(const struct check_sets *sums);
/* Does each item have its guid, and each guid its item? */
bool store_care_sets_guids(const struct check_sets *sums);

#endif
