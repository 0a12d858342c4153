/*
 * Sockets over which other processes give a running reader, or its player, commands. They
 * are in $XDG_RUNTIME_DIR/courant, or else in /run/user/UID/courant or /tmp/courant-UID,
 * a directory of the user's own (0700), and named after the store and the process: only
 * its owner can reach them.
 */
#ifndef BASE_CONTROL_H
#define BASE_CONTROL_H

#include <sys/types.h>

#include "base/attr.h"
#include "base/err.h"

#define CONTROL_LINE_MAX 4096 /* bytes of a request or an answer, LF included */

/* Listens for this process; *path, from malloc, is to be unlinked and freed at the end.
 * Returns a descriptor that does not block, or -1 with a reason. store: its path. */
int control_listen(const char *store, char **path, struct err *err) MUST_USE;
/* Connects to the process with this id or, if it is 0, to the one that was started last.
 * ERR_NOT_FOUND: none is running. */
int control_connect(const char *store, pid_t pid, int *fd, struct err *err) MUST_USE;

/* The path of a socket in the same directory for a program that works for the store and
 * listens there itself; from malloc. NULL: no directory can be used. */
char *control_path(const char *store, const char *program) MUST_USE;
/* A lock on that path, for the program to inherit: nobody else gets the lock until the
 * program ends. -1: somebody holds it, or no lock can be made. */
int control_lock(const char *path) MUST_USE;

#endif
