/*
 * Requests: what the user's thread wants the worker to do. Each kind has members of its
 * own.
 */
#ifndef ENGINE_CORE_REQUEST_H
#define ENGINE_CORE_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/action.h"
#include "player/verb.h"
#include "store/item/list.h"

struct settings;

/* A picture of an item. */
struct engine_picture {
	uint64_t item;
	const char *url;
};

/* What an action is about. */
enum engine_target_kind {
	TARGET_NOTHING, /* undo and redo, which find it in the journal */
	TARGET_ITEMS,   /* the items given */
	TARGET_SCOPE,   /* the items of a list */
	TARGET_QUERY,   /* the items of a scope that a query finds */
	TARGET_FEEDS,   /* the feeds given */
	TARGET_LINE,    /* the line of the feeds file that is a saved search */
};

struct engine_target {
	enum engine_target_kind kind;
	const uint64_t *items; /* ITEMS */
	size_t items_len;
	struct store_scope scope; /* SCOPE, QUERY */
	const char *query;        /* QUERY */
	const char *line;         /* LINE: its url, such as query:Tea:tea */
	/* SCOPE, QUERY: the last item; those that came later are not meant. */
	uint64_t upto;
	const uint32_t *feeds; /* FEEDS */
	size_t feeds_len;
};

/* Borrows the array. */
static inline struct engine_target
engine_items(const uint64_t *ids, size_t len)
{
	return (struct engine_target){
		.kind = TARGET_ITEMS, .items = ids, .items_len = len};
}

static inline struct engine_target
engine_feeds(const uint32_t *ids, size_t len)
{
	return (struct engine_target){
		.kind = TARGET_FEEDS, .feeds = ids, .feeds_len = len};
}

/* An action with its target and parameters. To star what a search shows:
 *
 *	engine_do(engine, &(struct engine_action){
 *		.verb = ACTION_STAR,
 *		.target = {.kind = TARGET_QUERY,
 *			.query = "title:tea", .scope = {STORE_ALL}, .upto = last}});
 */
struct engine_action {
	enum action verb;
	/* MERGE: two feeds, of which the second takes over the first. */
	struct engine_target target;
	/* Actions of one key or command share a number, in their order; 0: a single
	 * action. They are undone together, and when one fails, the rest are not done. */
	uint32_t chain;
	/* What its verb needs: */
	const char *tag;         /* TAG, UNTAG */
	const char *title;       /* RENAME; NULL or "": back to the feed's own */
	const char *address;     /* READDRESS; NULL: the one that the feed's server names.
				  * CHOOSE: of the enclosure */
	const char *const *tags; /* MOVE: these and no others, unless retag is given */
	size_t tags_len;
	struct {
		const char *from, *to; /* to NULL or "": the tag is removed */
	} retag;                       /* MOVE: only this tag, and those below it */
	const char *place; /* where to. PLACE: "up" or "down", so that a move that is
			      already done is not reversed; QUEUE: "next" or NULL;
			      REORDER, ORDER: store/media/episode_queue.h */
	const char *past;  /* PLACE: the address of the line that the target's passes */
	struct {
		const char *name, *value; /* value NULL or "": removes the option */
	} option;                         /* SET */
	struct {
		const char *text, *score;
	} rule; /* RATE */
	/* ITEMS, SCOPE, QUERY: what else a rule does to each item, in the same
	 * transaction, since this action may change what a query checks. Of each, only
	 * the verb, which must be one for items, and what the verb needs count. */
	const struct engine_action *also;
	size_t also_len;
};

enum engine_refresh_flag {
	ENGINE_DUE_ONLY = 1 << 0, /* skip feeds that are not due */
	ENGINE_FORCE = 1 << 1,    /* skip soft bounds (schedule, back-off, hints); an
				     active Retry-After still holds a feed back */
	ENGINE_IN_FULL = 1 << 2,  /* without validators */
};

enum engine_account_verb {
	ENGINE_ACCOUNT_SYNC,
	ENGINE_ACCOUNT_PROBE,
	ENGINE_ACCOUNT_LOGIN, /* by browser, at sync.url */
	ENGINE_ACCOUNT_PAUSE,
	ENGINE_ACCOUNT_RESUME,
	ENGINE_ACCOUNT_WAKE,  /* for example, the password changed: it no longer rests */
	ENGINE_ACCOUNT_LEAVE, /* it is forgotten, and its feeds are removed */
	ENGINE_ACCOUNT_KEEP,  /* it is forgotten; its feeds become ones of this machine */
};

enum engine_sync_flag {
	ENGINE_SYNC_WHOLE = 1 << 0,     /* all lists, whatever the overview says */
	ENGINE_SYNC_PUSH_ONLY = 1 << 1, /* only send what was done here */
	ENGINE_SYNC_CHECK = 1 << 2,     /* change nothing: an ENGINE_DIFFERS for each item
					   that is not the same on both sides */
	ENGINE_SYNC_FEEDS = 1 << 3,     /* only what was done here, to items and feeds */
	ENGINE_SYNC_PLAIN = 1 << 4,     /* LOGIN: without TLS */
	/* A podcast server: send it all that are followed here, and only these; take over
	 * what was left there, however much it is. */
	ENGINE_SYNC_GIVE = 1 << 5,
	ENGINE_SYNC_TAKE = 1 << 6,
};

enum engine_request_kind {
	ENGINE_DO, /* .action */
	ENGINE_REFRESH,
	ENGINE_VISIT,      /* .feed */
	ENGINE_GET_ANSWER, /* .feed */
	ENGINE_GET_TRIES,  /* .item */
	ENGINE_GET_ROOM,
	ENGINE_FETCH_PAGES,    /* .pages */
	ENGINE_GET_COMMENTS,   /* .item */
	ENGINE_GET_TRACK,      /* .track */
	ENGINE_GET_IMAGES,     /* .images */
	ENGINE_GET_THUMBNAILS, /* .thumbnails */
	ENGINE_STOP_REFRESH,
	ENGINE_BACKFILL,
	ENGINE_SEARCH,
	ENGINE_STOP_SEARCH,
	ENGINE_COUNT,        /* .count: items that a query finds */
	ENGINE_KEEP_COUNTS,  /* .counts: unread items of saved searches */
	ENGINE_CHECK_COUNTS, /* others may have changed the store */
	ENGINE_SAVE,         /* .subscribe.address, tags: a page to keep */
	ENGINE_DISCOVER,     /* which feeds does an address offer? */
	ENGINE_SUBSCRIBE,
	ENGINE_SUBSCRIBE_ALL, /* .subscribe.several: lines that are one step of undo */
	ENGINE_IMPORT,        /* .path */
	ENGINE_OFFERS,        /* what could be imported? */
	ENGINE_DOWNLOADS,     /* .keep */
	ENGINE_PLAY,          /* .play */
	ENGINE_RELOAD_FEEDS,  /* the feeds file changed */
	ENGINE_FORGET,
	ENGINE_RELOAD_SETTINGS,
	ENGINE_SYNC, /* an account */
	ENGINE_QUIT,
};

/* All that it points to is in its arena. */
struct engine_request {
	struct arena arena;
	enum engine_request_kind kind;
	union {
		struct engine_action action;
		struct {
			const uint32_t *feeds; /* NULL: all */
			size_t feeds_len;
			int flags; /* enum engine_refresh_flag */
		} refresh;
		uint32_t feed;
		uint64_t item;
		struct {
			const uint64_t *items;
			size_t len;
			bool opened; /* the option full-text decides */
		} pages;
		struct {
			uint64_t item;
			const char **urls;
			size_t len;
			bool opened; /* the option images decides */
		} images;
		struct {
			struct engine_picture *list;
			size_t len;
		} thumbnails;
		struct {
			const uint32_t *feeds;
			size_t feeds_len;
			size_t pages, bytes; /* of each feed, at most */
		} backfill;
		struct {
			uint32_t id;
			const char *words;
			struct store_scope scope;
		} search;
		struct {
			uint32_t id;
			uint32_t index;
			const char *query;
		} count;
		struct {
			uint32_t id;
			const char *const *queries;
			size_t len;
		} counts;
		struct {
			const char *address;
			bool preview;
		} discover;
		struct {
			const char *address, *title;
			const char *const *tags;
			size_t tags_len;
			const char *const *several; /* addresses */
			size_t several_len;
		} subscribe;
		struct {
			enum engine_account_verb verb;
			const char *name;           /* NULL: all */
			int flags;                  /* enum engine_sync_flag */
			const char *url, *protocol; /* PROBE */
		} sync;
		struct {
			uint64_t item;
			bool transcript;
			const char *language; /* NULL: any */
		} track;
		const char *path;
		bool keep;
		struct player_verb play;
		struct {
			struct settings *settings; /* a reference */
			bool schedule;
		} reload;
	};
};

#endif
