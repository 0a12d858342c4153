/*
 * A store in a directory of its own, and short ways to fill it.
 */
#ifndef TESTS_UNIT_STORE_HELPER_H
#define TESTS_UNIT_STORE_HELPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "model/feed.h"
#include "model/subscription.h"
#include "store/item/count.h"
#include "store/item/list.h"
#include "store/poll/poll.h"

struct store;

#define T0 INT64_C(1790000000) /* 2026-09-21 14:13:20 UTC */

struct fixture {
	char dir[256];
	struct store *store;
};

/* Lets programs write where no write waits for a disk, if there is such a place; when a
 * process dies, the effect there is the same. fixture_setup does this. Tests without a
 * fixture call it first. */
void fixture_in_memory(void);
/* For cmocka's setup and teardown of a test. */
int fixture_setup(void **state);
int fixture_teardown(void **state);
#define FIXTURE_TEST(name)                                                               \
	cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
void fixture_close(struct fixture *f);
void fixture_reopen(struct fixture *f);
/* Replaces the store by an empty one. */
void fixture_clear(struct fixture *f);
/* Closes the store and makes it one of format 1, without the tables that format 2
 * added. */
void fixture_age(struct fixture *f);

/* A file in the store's directory; valid until the next call. */
char *fixture_path(struct fixture *f, const char *name);
/* Puts these bytes in the data file's place, without waiting for the disk. */
void fixture_put_data(struct fixture *f, const char *bytes, size_t n);

/* Begins and commits a batch. */
struct store_batch *begin_batch(struct fixture *f);
void commit_batch(struct store_batch *batch);

/* Makes the feeds those of the lines: "url" or "url tag tag". Ids begin at 1. */
void put_subscriptions(struct fixture *f, const char *const *lines, size_t len);

/* A document with these items in this order: "guid|link|title|text|date". A part may be
 * empty (absent); date is in seconds. */
struct feed *make_document(const char *const *items, size_t len);
/* A document with len items that have the same text; guid and title are the prefix and a
 * number from 0. */
struct feed *make_numbered(const char *prefix, size_t len, const char *text);
/* Stores a poll in a transaction of its own, and frees its document. Returns a failure
 * instead of failing the test, for child processes. */
int put_poll(struct store *store, struct store_poll *poll, size_t *added);
/* Stores the document as a poll of the feed at `now`, and frees it. */
struct store_poll_result
poll_feed(struct fixture *f, uint32_t feed, int64_t now, struct feed *document);
struct store_poll_result poll_items(struct fixture *f, uint32_t feed, int64_t now,
	const char *const *items, size_t len);

/* A go_on of struct store_watch that stops the work when it is called after `left` calls.
 * Progress must grow towards a total that stays the same. */
struct patience {
	size_t left, asked;
	uint64_t done, total;
};
bool patience_ends(void *data, uint64_t done, uint64_t total);

/* The numbers of all items. */
struct store_item_counts count_all(struct store *store);
/* The number of segments in the full-text index. */
size_t count_segments(struct fixture *f);
/* The titles in a scope, newest first, as "a b c"; "*" after an unread one, "+" after a
 * starred one, "~" after an edited one, "!" after one that is gone from its feed. */
const char *
titles(struct fixture *f, enum store_scope_kind kind, uint32_t feed, const char *tag);
/* The id of the item with that title. */
uint64_t find_title(struct fixture *f, const char *title);
void set_flags(struct fixture *f, const char *title, int set, int clear);

/* Memory that the test shares with its children. It stays until the end. */
void *shared_memory(size_t size);
/* Waits for a child, which has to end well. */
void end_well(pid_t child);

/* Fails the test unless the store is sound to the last entry. */
void assert_sound(struct fixture *f);

#endif
