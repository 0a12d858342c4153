/*
 * Requests: what the user's thread wants of the worker.
 */
#ifndef ENGINE_CORE_REQUEST_H
#define ENGINE_CORE_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "store/item/keys.h"

struct settings;
struct store_feed_merge;

/* Requests: the enum says what each carries; made by the functions below, which copy what
 * they are given. */
enum engine_request_kind {
	ENGINE_REFRESH, /* feeds */
	ENGINE_LOOK,    /* a feed */
	ENGINE_STOP_REFRESH,
	ENGINE_BACKFILL,  /* feeds */
	ENGINE_FLAGS,     /* items */
	ENGINE_MARK_READ, /* a scope, up to an item */
	ENGINE_SEARCH,
	ENGINE_STOP_SEARCH,
	ENGINE_COUNT,    /* unread items that a query finds */
	ENGINE_DISCOVER, /* what does this address offer? */
	ENGINE_SUBSCRIBE,
	ENGINE_IMPORT,
	ENGINE_RELOAD_FEEDS, /* the feeds file changed */
	ENGINE_TAG,          /* items get a tag of their own, or lose it */
	ENGINE_DELETE,       /* items */
	ENGINE_UNSUBSCRIBE,  /* feeds */
	ENGINE_RENAME,       /* a feed */
	ENGINE_MOVE,         /* a feed, to other tags */
	ENGINE_SET,          /* an option of a feed */
	ENGINE_MERGE,        /* two feeds */
	ENGINE_READDRESS,    /* feeds, to other addresses */
	ENGINE_UNDO,
	ENGINE_FORGET,
	ENGINE_RELOAD_SETTINGS,
	ENGINE_QUIT,
};

enum engine_refresh_flag {
	ENGINE_DUE_ONLY = 1 << 0, /* skip feeds that are not due */
	ENGINE_FORCE = 1 << 1,    /* skip soft bounds (schedule, back-off, hints); an
				     active Retry-After still holds a feed back */
	ENGINE_IN_FULL = 1 << 2,  /* without validators */
};

/* What it points to is in its arena. */
struct engine_request {
	struct arena arena;
	enum engine_request_kind kind;
	int flags;      /* REFRESH */
	int set, clear; /* FLAGS */
	uint32_t *feeds;
	size_t feeds_len;
	size_t pages, bytes; /* BACKFILL: limits a feed */
	uint64_t *items;
	size_t items_len;
	struct store_scope scope; /* MARK_READ, SEARCH */
	uint64_t upto;
	uint32_t search;
	/* SEARCH: words; DISCOVER, SUBSCRIBE: address; IMPORT: path; TAG; SET: option */
	char *text;
	char *title; /* SUBSCRIBE, RENAME; SET: value */
	char **tags;
	size_t tags_len;
	bool add; /* TAG: give, not take; UNDO: redo */
	/* RELOAD_SETTINGS: */
	struct settings *settings; /* a reference */
	bool schedule;
	/* The worker's, while it stores the action in slices: */
	uint64_t group; /* of the journal; 0: not begun */
	uint64_t noted; /* the same, in the transaction that is not committed yet */
	uint64_t todo;  /* it is written down as this (engine/todo.h); 0: it is not */
	uint64_t todo_noted;            /* the same as noted */
	bool left_over;                 /* by another process: nobody waits for its end */
	struct store_feed_merge *merge; /* MERGE: how far it is; NULL: not begun */
	size_t at;                      /* items done */
	size_t changed;
};

#endif
