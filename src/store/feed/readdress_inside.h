/*
 * How a feed whose address changes stays the same feed, with its id, items and habit.
 *
 * When its line gets another address, from the user or from a command, the store has a
 * line that no feed has, and a feed without a line. So such a line is looked for among
 * the addresses that feeds without a line had before or are about to get, and the
 * addresses to which their servers redirect for good (301, 308). This works in both
 * directions: a line that is changed back is recognised as well, and after a crash
 * between writing the file and the store, the next start puts it right.
 */
#ifndef STORE_FEED_READDRESS_INSIDE_H
#define STORE_FEED_READDRESS_INSIDE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/map.h"

struct feed_record;
struct store_batch;
struct store_view;

/* Feeds without a line, by the addresses they are known by. */
struct store_feed_addresses {
	struct map map;   /* address → struct address */
	struct map given; /* ids (4 bytes) of feeds that got a line */
	struct arena arena;
};

/* seen: the feeds that have a line, ascending. */
int store_feed_addresses_read(struct store_feed_addresses *list,
	const struct store_view *view, const uint32_t *seen, size_t seen_len) MUST_USE;
void store_feed_addresses_done(struct store_feed_addresses *list);

/* Returns the feed to which a line with this address belongs, and gives it away; 0 if
 * there is none. has: the feed with this address in the index, or 0. */
uint32_t store_feed_addresses_take(
	struct store_feed_addresses *list, const char *url, uint32_t has);

/* Changes the feed's address to url: in its record (which the caller stores), in the
 * index of addresses, and in what is known of its server. */
int store_feed_change_address(struct store_batch *batch, uint32_t feed,
	struct feed_record *record, char *url, struct arena *arena) MUST_USE;

#endif
