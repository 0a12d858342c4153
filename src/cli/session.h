/*
 * An engine of a command's own: started, listened to, and ended. SIGINT and SIGTERM end
 * the listening; they are let through only while we wait, so that none is missed between
 * looking at the flag and falling asleep.
 */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

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
	struct engine *engine; /* NULL: not started */
	sigset_t waiting;      /* the signal mask while we wait */
	bool told;             /* that another process writes for long */
};

/* From here on Ctrl-Z stops the process as store_stop does; NULL: at once. */
void cli_session_stops(struct store *store);
/* From here on a crash says what to do, on standard error, before the process ends by it.
 */
void cli_session_crashes(void);
/* The sentence where the worker did not end in time (engine_stop). */
const char *cli_session_hangs(const struct store *store);
/* SIGINT, SIGTERM and SIGHUP are only noted from here on, for cli_session_signal and
 * cli_session_hung_up: for long work without an engine. */
void cli_session_catch(void);
/* They end the process again. */
void cli_session_release(void);
/* Catches the signals and starts the engine; schedule: it polls due feeds by itself.
 * Notes of faulty lines are dropped: main told them. Once in a process. */
int cli_session_begin(struct cli_session *session, struct cli *cli, bool schedule,
	struct err *err) MUST_USE;
/* The next event; free() it. NULL: a signal came, or timeout_ms (below 0: none) passed.
 */
struct engine_event *cli_session_next(struct cli_session *session, int64_t timeout_ms);
/* What an action did. */
struct cli_done {
	size_t found;   /* items that it was about */
	size_t changed; /* items or feeds that are different now */
};

/* Has the engine do it, and waits until it is stored; out may be NULL. */
int cli_session_do(struct cli_session *session, const struct engine_action *action,
	struct cli_done *out, struct err *err) MUST_USE;
/* Tells what failed; returns the exit status for it. */
int cli_session_failed(int status, const struct err *err);
/* The signal that asked us to end, 0: none did. */
int cli_session_signal(void);
/* True once after a SIGHUP. */
bool cli_session_hung_up(void);
/* Ends the engine, if it was started; tells when it would not. */
void cli_session_end(struct cli_session *session);

#endif
