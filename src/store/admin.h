/*
 * Care of the store, for commands: look for damage, figures.
 */
#ifndef STORE_ADMIN_H
#define STORE_ADMIN_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "store/gc.h"

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

/* Clears away what keep says of its feeds, then the trash and feeds without a line, in
 * slices of a few milliseconds, so that readers and writers go on. dry: only counts. */
int store_collect(struct store *store, const struct store_keep *keep, size_t len,
	int64_t now, bool dry, struct store_gc *out, struct err *err) MUST_USE;

/* Writes a whole copy of one state of the store to path, while others go on. */
int store_backup(struct store *store, const char *path, struct err *err) MUST_USE;
/* Makes the file as small as its content allows; before and after are its bytes. Readers
 * go on, writers wait; each process then uses the new file by itself. */
int store_compact(
	struct store *store, uint64_t *before, uint64_t *after, struct err *err) MUST_USE;

struct store_stats {
	uint64_t feeds, items, unread, starred;
	uint64_t file_bytes, used_bytes, map_bytes;
	uint32_t readers;
	uint32_t format_major, format_minor;
};

int store_stats(struct store *store, struct store_stats *out, struct err *err) MUST_USE;

#endif
