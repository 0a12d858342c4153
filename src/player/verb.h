/*
 * What can be asked of the player, as keys, command lines and other programs write it:
 * "pause", "seek +30", "seek 12:42", "seek 50%", "speed 1.4", "sleep 30m". Pure.
 */
#ifndef PLAYER_VERB_H
#define PLAYER_VERB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct buf;

enum player_verb_kind {
	PLAYER_PLAY,      /* item; 0: the first of the queue. number: from there, in
			     milliseconds; 0: as the rules say, or on if it is paused; -1:
			     the same, but what plays is paused */
	PLAYER_STREAM,    /* the same from its address, unless its file is here */
	PLAYER_PAUSE,     /* number 1: pause, 0: resume, -1: the other of the two */
	PLAYER_STOP,      /* keeping the position */
	PLAYER_NEXT,      /* in the queue */
	PLAYER_SEEK_BY,   /* number: milliseconds */
	PLAYER_SEEK_TO,   /* likewise */
	PLAYER_SEEK_PART, /* number: percent */
	PLAYER_SEEK_BACK, /* to where it was before the last jump */
	PLAYER_SPEED_BY,  /* number: percent */
	PLAYER_SPEED_TO,
	PLAYER_SPEED_USUAL,   /* 100 percent or, if it is that, the one before */
	PLAYER_CHAPTER_BY,    /* number */
	PLAYER_CHAPTER_TO,    /* number, from 1 */
	PLAYER_VOLUME_BY,     /* number: percent */
	PLAYER_SLEEP,         /* number: milliseconds; 0: cancel, -1: longer */
	PLAYER_SLEEP_END,     /* at the end of the episode */
	PLAYER_SLEEP_CHAPTER, /* … of the chapter */
	PLAYER_ADOPT, /* item: the descriptor of a player that another process left
			 running, number: its process. Never parsed */
};

struct player_verb {
	enum player_verb_kind kind;
	int64_t number;
	uint64_t item;
};

/* word: play, pause, resume, stop, next, seek, seek-back-to, speed, chapter, volume or
 * sleep; argument may be NULL. ERR_NOT_FOUND: no such word; ERR_INVALID: a wrong
 * argument. */
int player_verb_parse(const char *word, const char *argument, struct player_verb *out,
	struct err *err) MUST_USE;

/* What plays, as far as it decides what can be asked of it. */
struct player_now {
	bool loaded; /* its file is */
	/* The player that plays it, if that is not mpv; NULL: mpv does. */
	const char *other;
	size_t chapters;
	int64_t duration; /* milliseconds; 0: unknown */
};

/* Whether the verb makes sense for it. ERR_INVALID: it does not; err says why. */
int player_verb_fits(const struct player_verb *verb, const struct player_now *now,
	struct err *err) MUST_USE;

/* Appends the line by which a reader or courant listen does the same, with its LF. False:
 * there is none. */
bool player_verb_put(const struct player_verb *verb, struct buf *out) MUST_USE;

/* Environment variables of the process that adopts a player: the number of its process
 * and, if it is to sleep, the line that asks for that. */
#define PLAYER_ADOPT_ENV "COURANT_PLAYER"
#define PLAYER_SLEEP_ENV "COURANT_PLAYER_SLEEP"

#endif
