/*
 * Care of the store, for commands: look for damage and mend it, copies, figures.
 */
#ifndef STORE_ADMIN_H
#define STORE_ADMIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "store/gc.h"

struct buf;
struct store;

struct store_check {
	uint64_t feeds, items, texts;
	uint64_t damaged;    /* records whose checksum is wrong */
	uint64_t misindexed; /* index entries without item, items without entry */
	uint64_t miscounted; /* counters that differ from a recount */
	uint64_t misworded;  /* texts, and parts, of the full-text index that are wrong */
};

/* All of them. */
uint64_t store_check_faults(const struct store_check *found);

/* Who follows what takes its time; each may be NULL. */
struct store_watch {
	/* Of a look: gets a sentence for each fault, at most 20 of a kind. */
	void (*report)(void *data, const char *sentence);
	/* Is asked now and then, and told how far it is; false ends it with
	 * ERR_CANCELLED. */
	bool (*go_on)(void *data, uint64_t done, uint64_t total);
	void *data;
};

/* Walks everything; watch may be NULL. OK also when faults were found: look at out. */
int store_check(struct store *store, struct store_check *out,
	const struct store_watch *watch, struct err *err) MUST_USE;

/* The same for a file that comes from elsewhere: whether it is as it was written. The
 * words of the full-text index are not compared with the texts; its parts have checksums.
 */
int store_check_copy(struct store *store, struct store_check *out,
	const struct store_watch *watch, struct err *err) MUST_USE;

/* Clears away what keep says of its feeds, then the trash and feeds without a line, in
 * slices of a few milliseconds, so that readers and writers go on. dry: only counts. */
int store_collect(struct store *store, const struct store_keep *keep, size_t len,
	int64_t now, bool dry, struct store_gc *out, struct err *err) MUST_USE;

/* Writes a whole copy of one state of the store to path, while others go on. One that was
 * there stays until the new one is whole. watch may be NULL. */
int store_backup(struct store *store, const char *path, const struct store_watch *watch,
	struct err *err) MUST_USE;
/* Makes the file as small as its content allows; before and after are its bytes. Readers
 * go on, writers wait; each process then uses the new file by itself. watch may be NULL;
 * it is asked when others have to wait, and not before. */
int store_compact(struct store *store, const struct store_watch *watch, uint64_t *before,
	uint64_t *after, struct err *err) MUST_USE;

/* Puts the store in the file `path` (a backup, also of an older format) in the place of
 * the one in dir, after a look at all of it (store_check_copy); watch may be NULL.
 * *found has its figures. *kept gets the path under which the present one stays ("":
 * there was none). It need not be one that can be opened; processes that have it open use
 * the new one. Nobody of this process has. */
int store_restore(const char *dir, const char *path, struct store_check *found,
	const struct store_watch *watch, struct buf *kept, struct err *err) MUST_USE;

struct store_repair {
	uint64_t feeds, items; /* saved */
	uint64_t lost_feeds, lost_items, lost_texts;
	uint64_t lost_pages; /* that could not be read */
};

/* Writes what can be read of the store in dir into a new one, makes everything anew that
 * follows from it, and puts it in the place of the old, as store_restore does. */
int store_repair(const char *dir, struct store_repair *out, struct buf *kept,
	struct err *err) MUST_USE;

/* Makes the full-text index anew, in slices: readers and writers go on. What was not done
 * when it is stopped, the next process that has time goes on with. */
int store_reindex(struct store *store, struct err *err) MUST_USE;

struct store_stats {
	uint64_t feeds, items, unread, starred;
	uint64_t file_bytes, used_bytes, map_bytes;
	uint32_t readers;
	uint32_t format_major, format_minor;
};

int store_stats(struct store *store, struct store_stats *out, struct err *err) MUST_USE;

#endif
