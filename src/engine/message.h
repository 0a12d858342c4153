/*
 * The messages between worker and user: how requests and events are made. Any thread.
 */
#ifndef ENGINE_MESSAGE_H
#define ENGINE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "engine/api.h"

struct store_merge;

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
	/* The worker's, while it stores the action in slices: */
	uint64_t group; /* of the journal; 0: not begun */
	uint64_t noted; /* the same, in the transaction that is not committed yet */
	uint64_t todo;  /* it is written down as this (engine/todo.h); 0: it is not */
	uint64_t todo_noted;       /* the same as noted */
	bool left_over;            /* by another process: nobody waits for its end */
	struct store_merge *merge; /* MERGE: how far it is; NULL: not begun */
	size_t at;                 /* items done */
	size_t changed;
};

struct engine_request *engine_request_new(enum engine_request_kind kind);
void engine_request_free(void *request);
/* Gives the request to the worker. */
void engine_request_post(struct engine *engine, struct engine_request *request);

/* Posts a copy of event and of all it points to, as the one block that api.h promises. */
void engine_event_post(struct engine *engine, const struct engine_event *event);
/* A sentence for the status line. */
void
engine_event_note(struct engine *engine, bool error, const char *fmt, ...) PRINTF(3, 4);

#endif
