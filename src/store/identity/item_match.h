/*
 * Which stored item a document's item is: worked out once per poll, for everything that
 * depends on it (poll/poll.h has the call).
 */
#ifndef STORE_IDENTITY_ITEM_MATCH_H
#define STORE_IDENTITY_ITEM_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/near.h"
#include "base/str.h"
#include "model/action.h"

#define STORE_IDENTITY_BYTES 12

enum store_arrival_kind {
	STORE_ARRIVAL_NEW,
	STORE_ARRIVAL_KNOWN,    /* id */
	STORE_ARRIVAL_RENAMED,  /* id: known under another guid */
	STORE_ARRIVAL_ADOPTED,  /* id: another program had it (identity/adopt_inside.h) */
	STORE_ARRIVAL_REPEATED, /* another one of the document counts */
	STORE_ARRIVAL_TOMBSTONE, /* expired; never returns as new */
};

/* An item of another feed. */
struct store_duplicate {
	uint64_t id; /* 0: there is none */
	uint32_t feed;
	int64_t time; /* its sort time */
	int flags;    /* enum item_flag */
};

/* What a rule does to an item as it arrives. Each of these changes the item. */
struct store_arrival_act {
	enum action action; /* it sets and clears flags; or ACTION_TAG, ACTION_HIDE */
	const char *tag;    /* of ACTION_TAG */
	uint32_t rule;      /* as store_journal_rule takes it */
};

/* An item of a document. */
struct store_arrival {
	enum store_arrival_kind kind;
	bool read;         /* NEW: it is stored as read; the caller can change that */
	bool followed;     /* NEW: the same podcast has it at another address */
	bool awaited;      /* NEW: imported from another program (poll/import.h) */
	bool awaited_read; /* NEW: it was read in that program */
	bool edited;       /* KNOWN: its content differs from what is stored */
	bool shifted;      /* KNOWN: its dates or count of comments do */
	bool drop; /* NEW: it is not stored, and counts as known from now on; TOMBSTONE:
		      it never was stored */
	uint32_t aside;       /* hash of what may change without an edit */
	uint32_t stored;      /* KNOWN: the hash that is stored */
	uint64_t id;          /* NEW: set once it is stored */
	uint64_t content;     /* hash of what readers see, without dates */
	uint64_t fingerprint; /* hash of what stays when guid and host change */
	uint8_t identity[STORE_IDENTITY_BYTES];
	uint64_t page;         /* NEW: the hash of its page (identity/story.h); 0: none */
	struct span folded;    /* NEW: its text, once store_poll_text has folded it */
	struct near_text near; /* NEW: its text (base/near.h); without keys: none */
	/* NEW: what is shown for its story. By its page it may belong to one, and by its
	 * text to another: these are one from now on. */
	struct store_duplicate duplicate, other_duplicate;
	bool leads;            /* it is shown for the story, so it is not a duplicate */
	bool duplicate_text;   /* duplicate has another page, and nearly the same text */
	int64_t seen;          /* NEW: when it was first seen */
	int64_t time;          /* NEW: by which lists will sort it */
	int64_t score;         /* NEW: what rules gave it */
	const uint64_t *rules; /* NEW: those that matched it (item/rule.h) */
	size_t rules_len;
	/* NEW: what rules do to it, in this order. It is stored with all that done, and
	 * acted is set, unless others have a say in it, too: then the caller does it
	 * afterwards. */
	struct store_arrival_act *acts;
	size_t acts_len;
	bool acted;
};

#endif
