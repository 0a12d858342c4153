/*
 * The rules of listening: where an episode starts, when it counts as played, and what the
 * end of its file means. Times are in milliseconds of the episode, unless said otherwise.
 * Pure.
 */
#ifndef PLAYER_LISTENING_H
#define PLAYER_LISTENING_H

#include <stdbool.h>
#include <stdint.h>

struct player_rules {
	int64_t rewind;     /* go back by this when going on; negative: by the pause */
	int64_t skip_start; /* of each episode, */
	int64_t skip_end;   /* and before its end */
	/* Where it counts as played: percent of it; negative: so long before its end, but
	 * not before its middle. */
	int64_t played_at;
};

/* Where to start. position: where it was left; away: seconds since then; duration 0:
 * unknown; chapter: the start of the chapter at position, 0 if there is none. */
int64_t player_rule_start(const struct player_rules *rules, int64_t position,
	int64_t duration, int64_t away, int64_t chapter);

/* Whether an episode counts as played when it is left at a position. whole: its file is
 * complete, so that its duration is known for sure. */
bool player_rule_played(
	const struct player_rules *rules, int64_t position, int64_t duration, bool whole);
/* Where what the user skips at the end begins; 0: nothing is skipped. */
int64_t player_rule_last(const struct player_rules *rules, int64_t duration);

/* What it means that the player came to the end of what there is. */
enum player_verdict {
	PLAYER_IS_PLAYED,
	PLAYER_IS_CUT, /* the file ends before the episode: the position is kept */
	PLAYER_WAITS,  /* more of it is to come */
};
enum player_verdict player_rule_end(
	const struct player_rules *rules, int64_t position, int64_t duration, bool whole);

/* Whether the player started where it was told to: some servers cannot start in the
 * middle, and then the position that is kept must not be lost. */
bool player_rule_started(int64_t asked, int64_t position);

/* Where it is when the player reports a position after it was told to go to a place: many
 * players report a little less at first, which would be the second and the chapter
 * before. */
int64_t player_rule_arrived(int64_t asked, int64_t position);

/* Where a jump goes, within the episode. */
int64_t player_rule_jump(int64_t position, int64_t duration);

#endif
