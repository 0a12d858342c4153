/*
 * Events: what the worker reports to the user's thread.
 */
#ifndef ENGINE_CORE_ENGINE_EVENT_H
#define ENGINE_CORE_ENGINE_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/core/request.h"
#include "model/episode_record.h"
#include "model/preview.h"

struct store_key;

enum engine_event_kind {
	ENGINE_PROGRESS,   /* a refresh moved on; counts say how far */
	ENGINE_FEED_STATE, /* feed: its transfer started or ended; once its answer is
			      stored, counts are what it brought (done 1; error: it
			      failed, text says why) */
	ENGINE_PAGE, /* feed, counted: the text of this item's page is stored; error: it
			could not be had, text says why */
	ENGINE_COMMENTS, /* counted: the comments on this item; text: as HTML, or error:
			    why they could not be had */
	ENGINE_TRACK,   /* counted: chapters or transcript of this item are stored, or are
			   here; error: they could not be had, text says why */
	ENGINE_IMAGE,   /* counted: a picture of this item is in the cache; text: its
			   address, and if it could not be had (error) a line feed and
			   why; empty: the user has to be asked */
	ENGINE_ANSWER,  /* feed: what its server said last; text; error: nothing is kept,
			   text says so */
	ENGINE_TRIES,   /* item: text: the tries of its download since the program
			   started, the latest first; "": none */
	ENGINE_ROOM,    /* size: free bytes of the disk with the media; INT64_MAX: not
			   known; error: it is not mounted, text says so */
	ENGINE_CHANGED, /* feed (0: several): its records in the store have changed */
	ENGINE_HITS,
	ENGINE_CANDIDATES, /* error: there are none, text says why; confirm: they are not
			      encrypted, text says why that is doubtful */
	ENGINE_SUBSCRIBED, /* feed: is stored now, its refresh follows (and a DONE);
			      changed 0: it was there already; error: it was not stored,
			      text says why */
	ENGINE_SAVED,    /* a page is kept, text is its title, and its feed is refreshed;
			    error: text says why it could not be had, so that its address
			    is kept alone; unstored: nor is that, and no refresh follows */
	ENGINE_IMPORTED, /* text says how many; error: nothing was, text says why */
	ENGINE_OFFER,    /* text: a program whose files are here, a line feed, and what
			    they have in words */
	ENGINE_ACTED,  /* an action is stored: act is its verb, changed how many items or
			  feeds it changed, text what the user calls it; error: text says
			  why it was not */
	ENGINE_ACTING, /* one that takes long: counted items so far */
	ENGINE_OLDER, /* feed, counts (done: documents, added), counted (bytes); done: the
			 backfill is over, text says why, and more whether there is more
			 to fetch */
	ENGINE_COUNTED,   /* counted, search, feed as requested; all: for engine_count;
			     error: text says why not */
	ENGINE_CAUGHT_UP, /* all that other processes left is stored; error: it can't be
			     stored now, text says why */
	ENGINE_RELOADED,  /* the feeds file or, with a generation, the settings; error:
			     text says why not */
	ENGINE_SYNCING,   /* a sync of an account begins, or continues: text is its name,
			     counts: done items of total; total 0: not known, or yet */
	ENGINE_SYNCED,  /* a sync of an account is over: text is its name, a line feed and
			   what it did; changed: changes that were sent, counts: added
			   items, edited ones, total requests, done bytes; error: it
			   failed, text says why */
	ENGINE_DIFFERS, /* text: account, item, title and how it differs, a line each */
	ENGINE_PROBED,  /* text: protocol, address and server, a line each; error: there
			   is none, text says why */
	ENGINE_LOGIN,   /* text: a page to log in at; done: the name and the password that
			   came of it, a line each; error: text says why there are none */
	ENGINE_NOTE,    /* a sentence for the status line; error: it is a fault */
	ENGINE_ARRIVED, /* hits: the ids of new items of the feed, as stored */
	ENGINE_NEWS, /* a refresh brought items that the option notify or a rule reports:
			counted says how many, hits have the ids of some; text: the first,
			and how many more */
	ENGINE_DOWNLOAD,   /* item: its size of size_total (0: unknown) has come; done: it
			      is here; error: this try failed, text says why */
	ENGINE_PLAYER,     /* playing: what is played changed; text: the title of the
			      chapter; error: text says what went wrong; busy: another
			      process plays, so that nothing is played here */
	ENGINE_DOWNLOADED, /* nothing is left that could be downloaded now; error: of
			      this round, one failed */
	ENGINE_DONE,       /* the last requested refresh is over; counts are final; text:
			      the feeds that their servers hold back, NULL: none */
	ENGINE_ENDED,      /* the worker has ended or failed: no events follow */
};

enum engine_feed_state {
	ENGINE_IDLE,
	ENGINE_QUEUED,
	ENGINE_RUNNING,
};

struct engine_counts {
	/* feeds of the running refresh; done includes the failed and held ones */
	size_t total, done, failed;
	size_t unchanged;     /* 304, or the same body */
	size_t held;          /* not polled: Retry-After or another process */
	size_t unreachable;   /* failed without any HTTP answer */
	size_t added, edited; /* items */
};

/* What is played. */
struct engine_playing {
	enum player_state state;
	uint64_t item;
	int64_t position, duration; /* milliseconds; duration 0: unknown */
	int64_t at_ms;              /* mono time at which it was there */
	int32_t speed;              /* percent */
	uint32_t chapter, chapters; /* from 1; 0: none */
	int64_t sleep_ms;           /* mono time at which it will stop; 0: by itself */
	bool sleep_end;             /* at the end of the episode */
};

struct engine_candidate {
	const char *url, *title;
	/* What it is like, if its document was seen: preview.lines is not NULL. */
	struct preview preview;
};

/* One heap block: free() it after use. */
struct engine_event {
	enum engine_event_kind kind;
	uint32_t feed;
	enum engine_feed_state state;
	struct engine_counts counts;
	bool asked;      /* PROGRESS, DONE: by the user, not only by the schedule */
	bool error;      /* as said above */
	bool unstored;   /* NOTE, SAVED: it could not be stored, or the store could not be
			    read */
	bool done;       /* HITS, OLDER, DOWNLOAD: it is over */
	bool again;      /* DOWNLOAD: an error that was reported of another, too: there is
			    no room on the disk */
	bool more;       /* OLDER */
	bool all;        /* COUNTED: of all items, not only unread ones */
	bool busy;       /* PLAYER */
	bool nothing;    /* NOTE: there was nothing to play */
	bool confirm;    /* CANDIDATES: ask the user, even if there is only one */
	bool preview;    /* CANDIDATES: they were asked for to be shown */
	uint32_t search; /* HITS, COUNTED, NOTE about a search: the id given */
	uint64_t counted;    /* COUNTED, OLDER; PAGE: the item; ACTED: items that the
				action was about */
	enum action act;     /* ACTED */
	uint32_t chain;      /* ACTED: the action's; text is about all of it so far */
	size_t changed;      /* ACTED, SUBSCRIBED: items or feeds that it changed */
	uint64_t generation; /* RELOADED: of settings; 0: the feeds file */
	uint64_t item;       /* DOWNLOAD, TRIES */
	struct engine_playing playing; /* PLAYER */
	uint32_t verbs; /* how many of those given to engine_play were taken before it */
	int64_t size, size_total;
	const char *text; /* a sentence; CANDIDATES: the address that was fetched */
	size_t hits_len, candidates_len;
	const struct store_key *hits;
	const struct engine_candidate *candidates;
};

#endif
