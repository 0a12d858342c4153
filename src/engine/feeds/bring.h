/*
 * What other programs had, brought into the store: an import as one action, which is
 * undone as a whole. Either all of it is stored or nothing is.
 */
#ifndef ENGINE_FEEDS_BRING_H
#define ENGINE_FEEDS_BRING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"

struct err;
struct import_list;
struct store;

struct engine_bring {
	const char *feeds_path;
	const char *media_dir; /* files of episodes in it are taken as they are */
	bool feeds, items;     /* which of the two; false: not */
	bool adopt; /* … and from then on they are ours, to be deleted like others */
	bool again; /* marks of an earlier import count again, over what the user did */
};

struct engine_brought {
	size_t feeds, there; /* lines added; feeds that had one */
	size_t added, known; /* items */
	size_t changed;      /* marks of known items */
	size_t queued;       /* episodes that came into the queue */
	size_t waiting;      /* items that name no feed, for one that has them */
	size_t nowhere;      /* episodes by their addresses, which no feed has */
	size_t pages;        /* pages that no feed has: saved pages now */
	/* Items of feeds without a line: they are kept until there is one. */
	size_t kept, kept_feeds;
};

/* Applies the list. Without a worker, or in the worker's thread. */
int engine_feeds_bring(struct store *store, const struct engine_bring *how,
	const struct import_list *list, struct engine_brought *out,
	struct err *err) MUST_USE;

#endif
