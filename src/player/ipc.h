/*
 * Lines to and from mpv (its JSON IPC): one JSON object each. Pure.
 *
 *	player_message_load(&out, id, &load);           {"command":{"name":"loadfile",…
 *	player_message_read(line, n, &arena, &event);
 *	if (event.kind == PLAYER_ENDED && event.end == PLAYER_END_EOF) …
 */
#ifndef PLAYER_IPC_H
#define PLAYER_IPC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct arena;
struct buf;

#define PLAYER_LINE_MAX ((size_t)1 << 20) /* longer lines are not read */
#define PLAYER_CHAPTERS_MAX 1000
#define PLAYER_GROWING "appending://" /* before the path of a growing file */

/* ---- to mpv */

struct player_load {
	const char *url; /* an absolute path, PLAYER_GROWING PATH, or http(s) */
	double start;    /* seconds */
	double speed;
	bool paused;
	const char *title;      /* may be NULL */
	const char *user_agent; /* for http; may be NULL */
};

/* Append a line, with its LF. id comes back in the answer. */
void player_message_load(struct buf *out, int64_t id, const struct player_load *load);
/* A command whose arguments are text, ended by NULL: {"stop"}. */
void player_message_command(struct buf *out, int64_t id, const char *const *words);
/* {"seek", seconds, "relative+exact" or "absolute+exact"} */
void player_message_seek(struct buf *out, int64_t id, double seconds, bool relative);
void
player_message_set_flag(struct buf *out, int64_t id, const char *property, bool value);
void player_message_set_number(
	struct buf *out, int64_t id, const char *property, double value);
void player_message_get(struct buf *out, int64_t id, const char *property);
/* number: comes back in PLAYER_CHANGED. */
void
player_message_observe(struct buf *out, int64_t id, int number, const char *property);

/* ---- from mpv */

enum player_event_kind {
	PLAYER_UNKNOWN,   /* an event that is of no use to us, or not JSON */
	PLAYER_REPLY,     /* id; error NULL: it worked, with a value; to a load: entry */
	PLAYER_IDLE,      /* nothing is loaded */
	PLAYER_STARTED,   /* entry: what follows is about this file */
	PLAYER_LOADED,    /* the file is open */
	PLAYER_SEEKING,   /* time is not to be trusted from here */
	PLAYER_RESTARTED, /* … until here */
	PLAYER_ENDED,     /* entry; end; error */
	PLAYER_CHANGED,   /* number, with a value */
};

enum player_end {
	PLAYER_END_EOF, /* also of a file that is cut, and of a broken stream */
	PLAYER_END_STOP,
	PLAYER_END_QUIT,
	PLAYER_END_ERROR,
	PLAYER_END_REDIRECT, /* it was a playlist: what it names must not be played */
	PLAYER_END_UNKNOWN,
};

struct player_chapter {
	int64_t start; /* milliseconds, not negative */
	char *title;   /* one clean line; NULL: none */
};

struct player_event {
	enum player_event_kind kind;
	int64_t id;
	int64_t entry; /* mpv's number of the file; 0: unknown */
	enum player_end end;
	char *error; /* one clean line; NULL: none */
	int number;
	/* The value, if it has one of these kinds. */
	bool has_number, has_flag;
	double value;
	bool flag;
	char *text; /* one clean line; NULL: it is not text */
	/* Of a chapter-list, sorted; NULL: of another property. */
	struct player_chapter *chapters;
	size_t chapters_len;
};

/* Reads a line without its LF; what it points to is in arena. */
void player_message_read(
	const char *line, size_t n, struct arena *arena, struct player_event *out);

#endif
