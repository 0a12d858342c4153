#include "config.h"

#include "player/listening.h"

#define SECOND ((int64_t)1000)
#define START_LEAST (15 * SECOND) /* what was barely started starts over */
#define GUARD (5 * SECOND)        /* a start may be this far from what was asked */
#define ARRIVES SECOND            /* so little before a place counts as that place */
#define END_SLACK (3 * SECOND)    /* the last sample may be this far from the end */

/* How much to go back after this many seconds. */
static int64_t
rewind_after(int64_t away)
{
	static const struct {
		int64_t away, back;
	} steps[] = {
		{60, 0},
		{3600, 3 * SECOND},
		{86400, 10 * SECOND},
	};
	for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++)
		if (away < steps[i].away)
			return steps[i].back;
	return 20 * SECOND;
}

/* What is not longer than the parts that are skipped is played whole. */
static bool
has_rest(const struct player_rules *rules, int64_t duration)
{
	return duration > rules->skip_start + rules->skip_end;
}

int64_t
player_rule_start(const struct player_rules *rules, int64_t position, int64_t duration,
	int64_t away, int64_t chapter)
{
	int64_t start = position;
	if (position < START_LEAST) {
		bool skips = duration <= 0 || has_rest(rules, duration);
		start = position <= 0 && skips ? rules->skip_start : 0;
	} else {
		start = position -
			(rules->rewind < 0 ? rewind_after(away) : rules->rewind);
		if (start < chapter && chapter <= position)
			start = chapter;
	}
	/* Past the end, the player would fail. */
	if (duration > 0 && start >= duration)
		start = 0;
	return start > 0 ? start : 0;
}

int64_t
player_rule_last(const struct player_rules *rules, int64_t duration)
{
	return rules->skip_end > 0 && has_rest(rules, duration)
		       ? duration - rules->skip_end
		       : 0;
}

/* Where an episode begins to count as played. */
static int64_t
played_from(const struct player_rules *rules, int64_t duration)
{
	if (rules->played_at > 0)
		return duration / 100 * rules->played_at;
	int64_t from = duration + rules->played_at;
	return from > duration / 2 ? from : duration / 2;
}

bool
player_rule_played(
	const struct player_rules *rules, int64_t position, int64_t duration, bool whole)
{
	if (!whole || duration <= 0 || position <= 0)
		return false;
	int64_t last = player_rule_last(rules, duration);
	return (last > 0 && position >= last) || position >= played_from(rules, duration);
}

enum player_verdict
player_rule_end(
	const struct player_rules *rules, int64_t position, int64_t duration, bool whole)
{
	if (!whole)
		return PLAYER_WAITS;
	if (duration <= 0 || position + END_SLACK >= duration ||
		player_rule_played(rules, position, duration, whole))
		return PLAYER_IS_PLAYED;
	return PLAYER_IS_CUT;
}

bool
player_rule_started(int64_t asked, int64_t position)
{
	int64_t off = position - asked;
	return off <= GUARD && off >= -GUARD;
}

int64_t
player_rule_arrived(int64_t asked, int64_t position)
{
	return position < asked && position > asked - ARRIVES ? asked : position;
}

int64_t
player_rule_jump(int64_t position, int64_t duration)
{
	if (duration > 0 && position > duration)
		position = duration;
	return position > 0 ? position : 0;
}
