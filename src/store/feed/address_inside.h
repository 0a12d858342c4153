/*
 * A feed whose address changes stays the same feed: its line gets another address, by the
 * user's hand or a command's, and the feed keeps its id, items and habit. A line with an
 * address that no feed has is therefore compared with the feeds that no line names: with
 * the addresses that these had before or are to get, and with where their servers say
 * that they are (301, 308). That holds in both directions, so a line that is put back is
 * known as well, and a crash between the file and the store is settled by the next start.
 */
#ifndef STORE_FEED_ADDRESS_INSIDE_H
#define STORE_FEED_ADDRESS_INSIDE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/map.h"

struct feed_record;
struct store_batch;
struct store_view;

/* Feeds without a line, by the addresses that they are known by. */
struct store_feed_addresses {
	struct map map;   /* address → struct address */
	struct map given; /* feeds (4 bytes) that are taken */
	struct arena arena;
};

/* seen: the feeds that have a line, ascending. */
int store_feed_addresses_read(struct store_feed_addresses *list,
	const struct store_view *view, const uint32_t *seen, size_t seen_len) MUST_USE;
void store_feed_addresses_done(struct store_feed_addresses *list);

/* The feed that a line with this address belongs to, 0: none; it is given away once. has:
 * the feed that has the address by the index, 0: none. */
uint32_t store_feed_addresses_take(
	struct store_feed_addresses *list, const char *url, uint32_t has);

/* The feed is at url from here on: its record (to be stored by the caller), the index of
 * addresses, and what is known of its server. */
int store_feed_change_address(struct store_batch *batch, uint32_t feed,
	struct feed_record *record, char *url, struct arena *arena) MUST_USE;

#endif
