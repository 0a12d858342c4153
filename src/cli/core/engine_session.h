/*
 * The engine of a command: starts it, waits for its events and stops it. SIGINT and
 * SIGTERM end the waiting. They are blocked except while it sleeps, so that none is
 * missed between checking the flag and falling asleep.
 *
 *	status = cli_session_begin(&session, cli, false, &err);
 *	if (status == OK)
 *		status = cli_session_do(&session, &action, &done, &err);
 *	cli_session_end(&session);
 *	return status == OK ? CLI_OK : cli_session_failed(status, &err);
 */
#ifndef CLI_CORE_ENGINE_SESSION_H
#define CLI_CORE_ENGINE_SESSION_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct cli;
struct engine;
struct engine_action;
struct engine_event;
struct store;

struct cli_session {
	struct cli *cli;
	struct engine *engine;      /* NULL: not started */
	struct engine_event *first; /* taken at the start, not yet returned; or NULL */
	sigset_t waiting;           /* the signal mask while we wait */
	bool warned;                /* it was reported that another process is writing */
	/* rests: the session is mostly idle, so it checks once after each event, and not
	 * every second, whether another process is writing. */
	bool rests, still;
	/* Descriptors, plus one, whose input also ends cli_session_next; 0: none. */
	int more[2];
};

/* From now on, Ctrl-Z suspends the process by store_stop (NULL: in the usual way). */
void cli_session_stops(struct store *store);
/* Why the worker did not stop in time (engine_stop), as a sentence. */
const char *cli_session_hangs(const struct store *store);
/* For long work without an engine: from now on, SIGINT, SIGTERM and SIGHUP are only
 * noted, for cli_session_signal, also if a session before has held them back. */
void cli_session_catch(void);
/* From now on, they end the process again. */
void cli_session_release(void);
/* Catches the signals and starts the engine; schedule: it polls feeds as they become due,
 * and SIGHUP does not end the command (cli_session_hung_up). Notes about faulty lines are
 * dropped, since main reports them. Only once in a process. */
int cli_session_begin(struct cli_session *session, struct cli *cli, bool schedule,
	struct err *err) MUST_USE;
/* Waits for the next event; free() it. NULL: a signal came, there is input on one of
 * `more`, or timeout_ms passed (< 0: no time-out). */
struct engine_event *cli_session_next(struct cli_session *session, int64_t timeout_ms);
/* What an action did. */
struct cli_done {
	size_t found;   /* items in its target */
	size_t changed; /* items or feeds that it changed */
};

/* Does an action and waits until it is stored; out may be NULL. */
int cli_session_do(struct cli_session *session, const struct engine_action *action,
	struct cli_done *out, struct err *err) MUST_USE;
/* Prints what failed, and returns the exit status for it. */
int cli_session_failed(int status, const struct err *err);
/* The signal that asked the command to end; 0: none. */
int cli_session_signal(void);
/* True once after a SIGHUP, in a session with a schedule. */
bool cli_session_hung_up(void);
/* Stops the engine if it was started, and says so if it does not stop in time. */
void cli_session_end(struct cli_session *session);

#endif
