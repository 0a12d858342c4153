/*
 * What a user set an item to (read, starred, tagged), when, and on which machine: the
 * lines of the logs that machines exchange. Pure.
 *
 * A line is
 *
 *	TIME.COUNT MACHINE WORD FEED ITEM
 *
 * TIME is in milliseconds since 1970, COUNT (0 to 65535) orders what happened in one of
 * them: together a hybrid logical clock (Kulkarni et al. 2014, "Logical Physical
 * Clocks", section 3), never less than any that the machine has seen. COUNT 0 is of a
 * mark that was made by itself, not with others in one go. MACHINE is 16 hexadecimal
 * digits. WORD is read, unread, star, unstar, tag=NAME or untag=NAME, in NAME all bytes
 * up to the blank, % and DEL as %XX. FEED is the start of XXH3-128 of the feed's
 * address, 16 digits; ITEM the item's identity in it (store/match.c), 24 digits. WORD
 * may also be same: the feed got another address, or was merged into the feed there,
 * whose digits stand in the place of ITEM, after 8 zeros; what is said of the one holds
 * for the other. apart takes that back.
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
	STATE_READ = 1, /* stored: numbers are for ever */
	STATE_STARRED,
	STATE_TAGGED,
	STATE_SAME, /* no item's: two addresses are one feed's */
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
	char tag[STATE_TAG_MAX + 1]; /* TAGGED */
};

/* Is a, with value a_on, the later word? A total order over different (stamp, value), so
 * that all machines agree. */
bool state_later(
	const struct state_stamp *a, bool a_on, const struct state_stamp *b, bool b_on);
/* The next time after last, at the clock's now_ms, for a mark that is made alone or not.
 */
uint64_t state_tick(uint64_t last, int64_t now_ms, bool alone);
bool state_alone(const struct state_stamp *stamp);

/* The place of the other feed in the item of STATE_SAME. */
#define STATE_OTHER (STATE_ITEM - STATE_FEED)

/* Appends the line, with LF; nothing for a word that has none: a newer program's, or a
 * damaged one. */
void state_put(struct buf *out, const struct state *state);
/* Reads a line without its LF. False for anything but a whole good line. */
bool state_read(struct span line, struct state *out) MUST_USE;

#endif
