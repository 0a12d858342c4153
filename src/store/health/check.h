/*
 * Checks all of a store.
 */
#ifndef STORE_HEALTH_CHECK_H
#define STORE_HEALTH_CHECK_H

#include <stdint.h>

#include "base/attr.h"

struct err;
struct store;
struct store_watch;

struct store_health_check {
	uint64_t feeds, items, texts;
	uint64_t damaged;    /* records whose checksum is wrong */
	uint64_t misindexed; /* index entries without their item, or the reverse */
	uint64_t miscounted; /* counters that differ from a recount */
	uint64_t misworded;  /* texts and parts of the full-text index that are wrong */
};

/* The sum of all faults. */
uint64_t store_health_check_faults(const struct store_health_check *found);

/* Checks everything. watch may be NULL; its report gets a sentence for each fault.
 * Returns OK even if faults were found; *out has their numbers. */
int store_health_check(struct store *store, struct store_health_check *out,
	const struct store_watch *watch, struct err *err) MUST_USE;

/* The same for a file from elsewhere, which may have been damaged since it was written.
 * The parts of the full-text index are checked by their checksums, but their words are
 * not compared with the texts. */
int store_health_check_copy(struct store *store, struct store_health_check *out,
	const struct store_watch *watch, struct err *err) MUST_USE;

struct store_health_check_stats {
	uint64_t feeds, items, unread, starred;
	uint64_t file_bytes, used_bytes, map_bytes;
	uint32_t readers;
	uint32_t format_major, format_minor;
};
int store_health_check_stats(struct store *store, struct store_health_check_stats *out,
	struct err *err) MUST_USE;

#endif
