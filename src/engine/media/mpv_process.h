/*
 * mpv as a process: starts it, exchanges lines with it, ends it. Nothing here blocks. The
 * worker's.
 */
#ifndef ENGINE_MEDIA_MPV_PROCESS_H
#define ENGINE_MEDIA_MPV_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"

struct engine;

struct media_process {
	pid_t pid;       /* 0: none runs */
	int fd;          /* -1: none */
	int64_t term_ms; /* mono time at which it is sent TERM, then KILL; 0: never */
	bool killed;     /* TERM was sent */
	bool adopted;    /* another process started it */
	struct buf in;   /* what has come, */
	size_t taken;    /* and how much of it was taken */
	struct buf out;  /* lines that have not been taken */
	int64_t ids;     /* of the last question */
	/* The path of its socket for other programs: media keys, scripts. NULL: none. */
	char *door;
};

void engine_media_process_init(struct media_process *process);
void engine_media_process_done(struct media_process *process);
/* Starts it: mpv, by its name or path. own: with the user's options. ERR_NOT_FOUND: there
 * is no such program. */
int engine_media_process_start(struct engine *engine, struct media_process *process,
	const char *command, bool own, struct err *err) MUST_USE;
/* Takes over a player that another process started, and owns the descriptor from then
 * on. */
void engine_media_process_adopt(
	struct engine *engine, struct media_process *process, int fd, pid_t pid);
/* Where the next line is to be put; its id is process->ids, which has been raised. Call
 * engine_media_process_send then. */
struct buf *engine_media_process_line(struct media_process *process);
void engine_media_process_send(struct media_process *process);
/* The next line that has come, without its LF, valid until the next call; NULL: none is
 * complete. *gone: it has closed its end. */
const char *
engine_media_process_take(struct media_process *process, size_t *n, bool *gone);
/* Asks it to end; it gets a second to do so. After that engine_media_process_reap, which
 * has to be called until it returns true, ends it by force. */
void engine_media_process_quit(struct engine *engine, struct media_process *process);
/* Whether it has ended; *code as for spawn_reap. */
bool engine_media_process_reap(struct media_process *process, int *code);

#endif
