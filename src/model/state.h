/*
 * What a user set an item to (read, starred, tagged, listened to), when, and on which
 * machine. Machines exchange these states as lines of logs. Pure.
 *
 * A line is
 *
 *	TIME.COUNT MACHINE WORD FEED ITEM
 *
 * TIME is in milliseconds since 1970, and COUNT (0 to 65535) orders what happened within
 * a millisecond. Together they are a hybrid logical clock (Kulkarni et al. 2014,
 * "Logical Physical Clocks", section 3), never less than any that the machine has seen.
 * COUNT is 0 only for an item that was marked on its own, not with others at once.
 * MACHINE is 16 hexadecimal digits.
 *
 * WORD is read, unread, star, unstar, tag=NAME or untag=NAME; in NAME, bytes up to the
 * blank, % and DEL are written as %XX. FEED is the start of XXH3-128 of the feed's
 * address, 16 digits; ITEM is the item's identity in the feed, 24 digits
 * (store/identity/identity.c).
 *
 * WORD is also at=POSITION/DURATION or played=POSITION/DURATION, in milliseconds, for an
 * episode: how far it was listened to, or that it was played to its end. DURATION is 0 if
 * it is unknown. /OFFSET/CHAPTER may follow: OFFSET is how far into its chapter that is,
 * and CHAPTER the hash of the chapter's title in the file, 16 digits. Another machine's
 * file may have other advertisements.
 *
 * WORD may also be same: the feed moved to another address, or was merged into the feed
 * there. Then ITEM is 8 zeros and the other feed's digits, and everything said about one
 * feed counts for both. apart takes that back.
 */
#ifndef MODEL_STATE_H
#define MODEL_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

struct buf;

#define STATE_HEADER "courant-state 1"
#define STATE_FEED 8
#define STATE_ITEM 12
#define STATE_TAG_MAX 255 /* bytes of a tag */

enum state_kind {
	STATE_READ = 1, /* the numbers are stored: never change one */
	STATE_STARRED,
	STATE_TAGGED,
	STATE_SAME,     /* not about an item: two addresses belong to one feed */
	STATE_LISTENED, /* how far; on: to its end */
};

struct state_stamp {
	uint64_t time; /* milliseconds << 16 | count */
	uint64_t machine;
};

struct state {
	uint8_t feed[STATE_FEED], item[STATE_ITEM];
	enum state_kind kind;
	bool on;
	struct state_stamp stamp;
	char tag[STATE_TAG_MAX + 1]; /* of STATE_TAGGED; of STATE_LISTENED, the place */
};

/* How far an episode was listened to. Times are in milliseconds. */
struct state_place {
	int64_t position, duration; /* duration 0: unknown */
	uint64_t chapter;           /* the hash of its title; 0: none is known */
	int64_t offset;             /* of the position, in the chapter */
};

/* Is a, with the value a_on, later than b? This is a total order of (stamp, value), so
 * that all machines agree. */
bool state_later(
	const struct state_stamp *a, bool a_on, const struct state_stamp *b, bool b_on);
/* The time for a new stamp: greater than last, and not before the clock's now_ms. alone:
 * the item was marked on its own. */
uint64_t state_tick(uint64_t last, int64_t now_ms, bool alone);
/* Was the item marked on its own? */
bool state_alone(const struct state_stamp *stamp);

/* Does the kind say more than on or off, in tag? */
bool state_has_tag(enum state_kind kind);
/* Makes it a STATE_LISTENED; times in milliseconds. */
void state_set_place(struct state *state, bool played, const struct state_place *place);
/* False: it is of another kind, or makes no sense. */
bool state_place(const struct state *state, struct state_place *out);

/* Where the other feed of STATE_SAME is in item. */
#define STATE_OTHER (STATE_ITEM - STATE_FEED)

/* Appends the line, with LF; nothing for a state of unknown kind, from a newer program or
 * a damaged store. */
void state_put(struct buf *out, const struct state *state);
/* Reads a line without its LF. False if it is not a complete and valid line. */
bool state_read(struct span line, struct state *out) MUST_USE;

#endif
