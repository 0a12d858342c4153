/*
 * Care of the store, for commands: look for damage, figures.
 */
#ifndef STORE_ADMIN_H
#define STORE_ADMIN_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct store;

struct store_check {
	uint64_t feeds, items, texts;
	uint64_t damaged;    /* records whose checksum is wrong */
	uint64_t misindexed; /* index entries without item, items without entry */
	uint64_t miscounted; /* counters that differ from a recount */
};

/* Walks everything. report (may be NULL) gets a sentence for each fault, at most 20 of a
 * kind; return false from it to stop. OK also when faults were found: look at out. */
int store_check(struct store *store, struct store_check *out,
	void (*report)(void *data, const char *sentence), void *data,
	struct err *err) MUST_USE;

struct store_stats {
	uint64_t feeds, items, unread, starred;
	uint64_t file_bytes, used_bytes, map_bytes;
	uint32_t readers;
	uint32_t format_major, format_minor;
};

int store_stats(struct store *store, struct store_stats *out, struct err *err) MUST_USE;

#endif
