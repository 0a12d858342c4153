/*
 * The state of the player, for its files.
 */
#ifndef ENGINE_MEDIA_PLAYER_INSIDE_H
#define ENGINE_MEDIA_PLAYER_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"
#include "engine/media/mpv_process.h"
#include "model/episode_record.h"
#include "player/listening.h"
#include "player/verb.h"

struct buf;
struct engine;
struct chapter;
struct player_chapter;
struct store_batch;

#define ENGINE_MEDIA_HANDED_MAX 8

struct engine_player {
	struct media_process process;
	enum player_state state;
	uint64_t item; /* 0: none */
	uint32_t feed; /* its feed */
	bool whole;    /* which has works that are heard whole: music, audiobooks */
	struct listen_record record;
	int64_t position, at_ms; /* and the mono time at which it was there */
	/* Milliseconds; 0: unknown. What the player reports of a growing file may be only
	 * the part that was there, and what the feed says may be wrong. */
	int64_t duration, hinted;
	int64_t speed;        /* percent */
	int64_t speed_before; /* it was set to the usual one; 0: it was not */
	int64_t from;         /* where to start; -1: as the rules say */
	enum {
		START_BY_RULES,
		START_ON_DEMAND,
		START_GOES_ON
	} origin;            /* of that place */
	int64_t asked_start; /* where it was told to start, */
	int64_t asked_place; /* and to go last */
	int64_t asked_speed; /* and at which speed */
	int64_t lacking;     /* the file has no such place, so it starts over, which
			      * is to be reported; 0: none */
	int64_t told_length; /* what the player says of the file; 0: nothing yet */
	bool loading;        /* until it starts, */
	int64_t load_ms;     /* which has to be before this (mono time) */
	int64_t load_id;     /* of that request; 0: it was answered, */
	int64_t entry;       /* with the player's number of the file; 0: it has none */
	bool present;        /* what the player says is about that file */
	bool seeking;        /* time is not to be trusted */
	bool stalled;        /* nothing is heard: more of the file has to come first */
	bool guard;          /* the first time that it reports will be checked; until then
			      * nothing was heard */
	bool trusted;        /* its position may be stored, */
	bool moved;          /* once it is not where it began */
	int64_t said, say_ms; /* the position that other machines know of; the next */
	uint64_t streamed;    /* the item that is not to be downloaded; 0: none */
	bool growing;         /* more of its file is to come */
	bool needs_whole;     /* it can only be played when its file is complete */
	int64_t loaded_size;  /* bytes of the file when it was loaded */
	int64_t heard_ms;     /* mono time at which it started */
	/* Mono times of the next sample, storing, look for more of the file, and of the
	 * end of an idle player. */
	int64_t sample_ms, store_ms, wait_ms, idle_ms;
	int64_t wait_span; /* between such looks */
	int64_t sleep_ms;  /* 0: none */
	bool sleep_end;    /* with the episode */
	/* At the end of the chapter: sleep_place; 0: it is that of the episode. */
	bool sleep_chapter;
	int64_t sleep_place;
	int64_t sleep_from; /* where that was set; -1: in another episode */
	int faded;          /* how often it was made quieter, */
	int64_t fade_ms;    /* and the mono time of the next step */
	int64_t asked_id;   /* the last question for time, */
	int64_t path_id;    /* and that for the path of what it plays */
	int64_t asked_ms;   /* mono time since which no answer has come; 0: it has */
	bool silent;        /* the user knows that it does not answer */
	bool spoken;        /* the player has said something since it was started */
	bool plain;         /* started without the user's options */
	bool unstored;      /* it was reported that the position cannot be stored */
	bool helpless; /* the last fault was not the episode's: no other one would play */
	bool other;    /* it is a command of the user's, and not mpv */
	bool passing;  /* the item could not be played yet: it is the next of the queue */
	uint64_t failed; /* the item of the queue after which it continues; 0: none */
	size_t usual;    /* of the well-known players, those before cannot play */
	int starts;      /* of the player since started_ms */
	int64_t started_ms;
	/* What another process is to do, once it listens; when that is tried again, and
	 * until when (mono times). */
	struct player_verb handed[ENGINE_MEDIA_HANDED_MAX];
	size_t handed_len;
	int64_t hand_ms, hand_end_ms;
	int64_t back[5]; /* places before jumps; the record has the last one */
	size_t jumps;
	struct arena chapters_arena;
	struct chapter *chapters; /* that are listed */
	size_t chapters_len;
	/* They come from the file's tag: what the player finds counts less. */
	bool tagged;
	uint32_t chapter; /* reported last */
	uint32_t kept;    /* the one that is played although a rule skips it; 0: none */
};

/* Numbers of observed properties. */
enum {
	SEEN_PAUSE = 1,
	SEEN_DURATION,
	SEEN_SPEED,
	SEEN_CHAPTERS,
	SEEN_IDLE,
};

/* ---- player_state.c: where it is, and reporting that */

/* Whether time advances in the episode, as far as is known. */
bool engine_media_player_moves(const struct engine_player *player);
/* The present position. */
int64_t engine_media_player_place(const struct engine_player *player);
/* The mono time at which it comes to a place; place 0: INT64_MAX. */
int64_t engine_media_player_until(const struct engine_player *player, int64_t place);
/* How long the episode is, as far as is known: 0 if it is not. */
int64_t engine_media_player_length(const struct engine_player *player);
/* Whether that is more than a guess from the part of the file that was there. */
bool engine_media_player_knows_length(const struct engine_player *player);
void engine_media_player_set_position(struct engine_player *player, int64_t position);
/* Where seek-back-to leads. */
void engine_media_player_remember(struct engine_player *player, int64_t place);
/* The same of the last jump before it was stopped. */
void engine_media_player_recall(struct engine_player *player);
/* The same after a jump, if it is so long that one may want to go back. */
void engine_media_player_jumped(struct engine_player *player, int64_t from, int64_t to);
/* Whether nothing is to follow what is played. */
bool engine_media_player_sleeps(const struct engine_player *player);
/* It waits for more of its file (again: as before), and when it will look for that. */
void engine_media_player_wait_on(struct engine_player *player, bool again);
/* The options of its feed. */
struct player_rules engine_media_player_rules(const struct engine *engine);
/* The number of the chapter at a position, from 1; 0: none. */
uint32_t
engine_media_player_chapter_at(const struct engine_player *player, int64_t position);
/* Tells the user what is played; error (may be NULL): what went wrong. */
void engine_media_player_tell(struct engine *engine, const char *error);
/* The same of a start that failed since another process plays. */
void engine_media_player_tell_busy(struct engine *engine, const char *error);

void engine_media_player_command(struct engine *engine, const char *const *words);
void engine_media_player_ask_time(struct engine *engine);
/* For the file: whether that was complete when it was loaded. */
void engine_media_player_ask_path(struct engine *engine);
void
engine_media_player_set_flag(struct engine *engine, const char *property, bool value);
void
engine_media_player_set_number(struct engine *engine, const char *property, double value);
struct buf *engine_media_player_line(struct engine *engine);
void engine_media_player_send_now(struct engine *engine);

/* Stores who plays what. Returns a status; ERR_BUSY: another process is the player. */
int engine_media_player_put(
	struct engine *engine, struct store_batch *batch, struct err *err) MUST_USE;
/* The same with the position, if that is to be trusted. */
void engine_media_player_store_position(struct engine *engine);
/* Marks it played, so it leaves the queue; and read, if the option says so. */
void engine_media_player_store_played(struct engine *engine);
/* The item whose file it waits for, or plays while it comes; 0: none. */
uint64_t engine_media_player_awaits(const struct engine *engine);
/* Whether an item's file is complete. */
bool engine_media_player_here(struct engine *engine, uint64_t item);

/* ---- player_track.c */

/* Takes the chapters of what begins: of its file (path; NULL: none is here), or those
 * that are stored. */
void engine_media_player_chapters(struct engine *engine, const char *path);
/* Keeps in which chapter of the file the position is, and how far into it. */
void engine_media_player_anchor(struct engine_player *player);
/* Where that is in the file that is to be played, which may have other advertisements. */
int64_t engine_media_player_anchored(struct engine *engine);
/* Whether the position is in a chapter that a rule skips: then *to is the start of the
 * next one that no rule skips, or the duration. */
bool engine_media_player_skips(struct engine *engine, int64_t *to) MUST_USE;
/* Whether a rule skips a chapter (from 1). */
bool engine_media_player_skipped(struct engine *engine, uint32_t chapter);
/* Where the next chapter begins; 0: there is none, or no rule. */
int64_t engine_media_player_skip_place(const struct engine *engine);
/* Other chapters are stored for an item now. */
void engine_media_player_new_chapters(struct engine *engine, uint64_t item);
/* The player says which chapters the file has. */
void engine_media_player_put_chapters(
	struct engine *engine, const struct player_chapter *list, size_t len);

/* ---- player_begin.c */

/* Asks the player to report changes. */
void engine_media_player_observe(struct engine *engine);
/* Nothing is played any more. follows: another episode is about to begin, so that for
 * other processes this one remains the player. */
void engine_media_player_settle(struct engine *engine, bool follows);
/* Ends what is played, with its position kept; follows: likewise. */
void engine_media_player_leave(struct engine *engine, bool follows);
/* The same after a failure, which is reported. */
void engine_media_player_fail(struct engine *engine, const struct err *err);
/* The same for a fault of the episode: if it is in the queue, the next one is played. */
void engine_media_player_pass(struct engine *engine, const struct err *err);
/* Plays the item that the state names, or waits for its file; a failure is reported. */
void engine_media_player_try(struct engine *engine);
/* Ends what is played, and plays this, from a time on; -1: as the rules say. */
void engine_media_player_play(struct engine *engine, uint64_t item, int64_t from);
/* The episode after this one in the queue or, if this one is not in it, the first; 0:
 * there is none. */
uint64_t engine_media_player_next(struct engine *engine, uint64_t behind);

/* ---- player_other.c */

/* The command that plays: the option's or, if that is auto, the first of the well-known
 * players that is installed. Valid until the options change. */
const char *engine_media_player_program(struct engine *engine);
/* The player does not start. If another one is to be tried, *plays is that one. */
bool engine_media_player_give_up(struct engine *engine, const char **plays);

/* Plays by the user's own command. */
int engine_media_player_other(struct engine *engine, const char *url, int64_t start,
	const char *title, struct err *err) MUST_USE;
void engine_media_player_other_stop(struct engine *engine);
/* Its process has ended. */
void engine_media_player_other_ended(struct engine *engine);

/* ---- player_heard.c */

/* Takes a line of the player. */
void engine_media_player_take(struct engine *engine, const char *text, size_t n);
/* The player has exited of its own accord. */
void engine_media_player_exited(struct engine *engine);
/* The end of what is played, as far as the user wants to hear it. */
void engine_media_player_ended(struct engine *engine);

/* ---- player_sleep.c */

/* Sets the sleep timer as the verb says. */
void engine_media_player_sleep(struct engine *engine, const struct player_verb *verb);
/* The position is this place now: if it sleeps at the end of the chapter, that may be
 * another chapter. */
void engine_media_player_sleep_after(struct engine_player *player, int64_t place);
/* Appends the line that asks another process for the same, without its LF; nothing, if no
 * timer is set. */
void engine_media_player_sleep_line(const struct engine_player *player, struct buf *out);
/* Does what is due; returns the mono time at which something is due next. */
void engine_media_player_sleep_step(struct engine *engine, int64_t now);
int64_t engine_media_player_sleep_due(const struct engine *engine);
/* Makes it as loud as it was before the timer made it quieter. */
void engine_media_player_loud(struct engine *engine);

/* ---- player_keep.c */

/* At the end: playing continues in a process of its own, if the user wants that. */
bool engine_media_player_hand_over(struct engine *engine);
/* Takes over what another process left: the descriptor of its player, and its process. */
void engine_media_player_adopt(struct engine *engine, int fd, int64_t pid);
/* Has the process that plays do it; false if no other process plays. */
bool
engine_media_player_steer_other(struct engine *engine, const struct player_verb *verb);
/* The same. A process that has only just begun to play does not listen yet: it gets the
 * verb as soon as it does. */
void engine_media_player_hand(struct engine *engine, const struct player_verb *verb);
/* Does what is due of that. If no other process plays any more, *left gets the verbs that
 * are to be done here. Returns how many. */
size_t engine_media_player_hand_step(
	struct engine *engine, int64_t now, struct player_verb *left);
/* When something is due (mono time); INT64_MAX: nothing. */
int64_t engine_media_player_hand_due(const struct engine *engine);

#endif
