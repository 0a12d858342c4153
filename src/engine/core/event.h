/*
 * Events: what the worker tells the user's thread.
 */
#ifndef ENGINE_CORE_EVENT_H
#define ENGINE_CORE_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/core/request.h"

struct store_key;

enum engine_event_kind {
	ENGINE_PROGRESS,   /* a refresh moved on; counts say how far */
	ENGINE_FEED_STATE, /* feed: its transfer started or ended; with an answer stored
			      counts are what it brought (done 1; error: it failed, text
			      says why) */
	ENGINE_CHANGED,    /* feed (0: several): the store has something new of it */
	ENGINE_HITS,
	ENGINE_CANDIDATES, /* error: there are none, text says why */
	ENGINE_SUBSCRIBED, /* feed: is stored now, its refresh follows (and a DONE);
			      error: it was not, text says why */
	ENGINE_IMPORTED,   /* text says how many; error: nothing was, text says why */
	ENGINE_ACTED, /* what the user did is stored: act says what, changed how much,
			 text how people call it; error: text says why not */
	ENGINE_OLDER, /* feed, counts (done: documents, added), counted (bytes); done: it
			 is over, text says why, more that there is more to fetch */
	ENGINE_COUNTED,   /* counted, search, feed as asked; error: text says why not */
	ENGINE_CAUGHT_UP, /* nothing is left of what other processes did not store;
			     error: it can't be stored now, text says why */
	ENGINE_RELOADED,  /* the feeds file, or with a generation the settings; error: it
			     was not, text says why */
	ENGINE_NOTE,      /* a sentence for the status line; error tells its weight */
	ENGINE_DONE,      /* the refresh asked for last is over; counts are final; text:
			     which feeds their servers hold back, NULL: none */
	ENGINE_ENDED,     /* the worker died or has ended: nothing comes after it */
};

enum engine_feed_state {
	ENGINE_IDLE,
	ENGINE_QUEUED,
	ENGINE_RUNNING,
};

struct engine_counts {
	/* feeds of the running refresh; done counts the failed and held ones, too */
	size_t total, done, failed;
	size_t unchanged;     /* 304, or the same body */
	size_t held;          /* not asked: Retry-After or another process */
	size_t unreachable;   /* of failed: no HTTP answer at all */
	size_t added, edited; /* items */
};

struct engine_candidate {
	const char *url, *title;
};

/* One heap block: free() it after use. */
struct engine_event {
	enum engine_event_kind kind;
	uint32_t feed;
	enum engine_feed_state state;
	struct engine_counts counts;
	bool asked;          /* PROGRESS, DONE: by the user, not by the schedule alone */
	bool error;          /* something failed: NOTE and as said above */
	bool unstored;       /* NOTE: it could not be stored, or the store not be read */
	bool done;           /* HITS, OLDER: it is over */
	bool more;           /* OLDER */
	uint32_t search;     /* HITS, COUNTED: the id given */
	uint64_t counted;    /* COUNTED, OLDER; ACTED: items that it was about */
	enum action act;     /* ACTED */
	size_t changed;      /* ACTED: items or feeds that really changed */
	uint64_t generation; /* RELOADED: of settings; 0: the feeds file */
	const char *text; /* NOTE, CANDIDATES (the address asked), IMPORTED: a sentence */
	size_t hits_len, candidates_len;
	const struct store_key *hits;
	const struct engine_candidate *candidates;
};

#endif
