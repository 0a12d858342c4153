#include "config.h"

#include "cli/core/engine_session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/dir.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/time.h"
#include "cli/core/command.h"
#include "engine/api.h"
#include "store/db/view.h"

#define CHECK_MS 1000 /* between checks whether the worker has to wait */

static volatile sig_atomic_t stop_signal, hung_up = -1; /* -1: SIGHUP ends the command */
static struct store *stoppable;

static const int caught[] = {SIGINT, SIGTERM, SIGHUP};

static void
on_signal(int number)
{
	if (number == SIGHUP && hung_up >= 0)
		hung_up = 1;
	else
		stop_signal = number;
}

static void
handle_signals(void (*handler)(int))
{
	struct sigaction action = {.sa_handler = handler};
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < COUNT_OF(caught); i++)
		sigaction(caught[i], &action, NULL);
}

/* The signals that are caught. */
static sigset_t
caught_set(void)
{
	sigset_t set;
	sigemptyset(&set);
	for (size_t i = 0; i < COUNT_OF(caught); i++)
		sigaddset(&set, caught[i]);
	return set;
}

void
cli_session_catch(void)
{
	const sigset_t set = caught_set();
	handle_signals(on_signal);
	sigprocmask(SIG_UNBLOCK, &set, NULL); /* a session before has held them */
}

void
cli_session_release(void)
{
	handle_signals(SIG_DFL);
}

static void
on_stop(int number)
{
	int saved = errno;
	(void)number;
	store_stop(stoppable);
	errno = saved;
}

void
cli_session_stops(struct store *store)
{
	struct sigaction action = {.sa_handler = on_stop, .sa_flags = SA_RESTART}, was;
	stoppable = store;
	sigemptyset(&action.sa_mask);
	if (!store)
		action.sa_handler = SIG_DFL;
	/* If SIGTSTP was ignored when the program was started, that must stay so. */
	if (sigaction(SIGTSTP, NULL, &was) == 0 && was.sa_handler != SIG_IGN)
		sigaction(SIGTSTP, &action, NULL);
}

static void
catch_signals(struct cli_session *s)
{
	const sigset_t held = caught_set();
	handle_signals(on_signal);
	sigprocmask(SIG_BLOCK, &held, &s->waiting);
	for (size_t i = 0; i < COUNT_OF(caught); i++)
		sigdelset(&s->waiting, caught[i]);
}

int
cli_session_begin(struct cli_session *s, struct cli *cli, bool schedule, struct err *err)
{
	const struct engine_setup setup = {.store = cli->store,
		.settings = cli->settings,
		.feeds_path = cli->dirs->feeds,
		.schedule = schedule,
		.watch_feeds = schedule};
	*s = (struct cli_session){.cli = cli};
	if (schedule)
		hung_up = 0;
	catch_signals(s);
	int status = engine_start(&s->engine, &setup, err);
	while (status == OK && (s->first = engine_take(s->engine)) != NULL) {
		/* Faulty lines of the feeds file were reported when the store was opened.
		 */
		if (s->first->kind != ENGINE_NOTE || s->first->unstored)
			break;
		free(s->first);
	}
	return status;
}

/* Says so, once, if another process keeps the worker from writing. */
static void
tell_waiting(struct cli_session *s)
{
	if (s->warned || !store_waits(s->cli->store))
		return;
	s->warned = true;
	cli_note(_("waiting for another courant that is writing to the store; if it is "
		   "suspended, resume it"));
}

/* Adds the caller's own descriptors; returns the highest of all. */
static int
watch_more(const struct cli_session *s, fd_set *fds, int most)
{
	for (size_t i = 0; i < COUNT_OF(s->more); i++) {
		if (s->more[i] <= 0 || s->more[i] >= FD_SETSIZE)
			continue;
		FD_SET(s->more[i] - 1, fds);
		most = s->more[i] - 1 > most ? s->more[i] - 1 : most;
	}
	return most;
}

static bool
is_readable(const struct cli_session *s, const fd_set *fds)
{
	for (size_t i = 0; i < COUNT_OF(s->more); i++)
		if (s->more[i] > 0 && FD_ISSET(s->more[i] - 1, fds))
			return true;
	return false;
}

struct engine_event *
cli_session_next(struct cli_session *s, int64_t timeout_ms)
{
	int fd = engine_fd(s->engine);
	int64_t end = time_mono_ms() + timeout_ms;
	struct engine_event *first = s->first;
	s->first = NULL;
	if (first)
		return first;
	while (!stop_signal && hung_up <= 0) {
		struct engine_event *event = engine_take(s->engine);
		int64_t left = end - time_mono_ms();
		fd_set readable;
		if (event)
			return event;
		/* ThreadSanitizer may run a handler later than its signal came. */
		if ((timeout_ms >= 0 && left <= 0) || stop_signal || hung_up > 0)
			return NULL;
		tell_waiting(s);
		if (timeout_ms < 0)
			left = CHECK_MS;
		bool for_ever = timeout_ms < 0 && s->rests && s->still;
		const struct timespec wait = {left / 1000, left % 1000 * 1000000};
		FD_ZERO(&readable);
		FD_SET(fd, &readable);
		int most = watch_more(s, &readable, fd);
		int ready = pselect(most + 1, &readable, NULL, NULL,
			for_ever ? NULL : &wait, &s->waiting);
		s->still = ready == 0;
		if (ready > 0 && is_readable(s, &readable))
			return NULL;
	}
	return NULL;
}

int
cli_session_do(struct cli_session *s, const struct engine_action *action,
	struct cli_done *out, struct err *err)
{
	struct cli_done done = {0};
	int status = OK;
	engine_do(s->engine, action);
	for (bool over = false; !over;) {
		struct engine_event *event = cli_session_next(s, -1);
		if (!event) {
			engine_forget(s->engine);
			return err_set(err, ERR_CANCELLED, _("stopped"));
		}
		bool failed = event->error &&
			      (event->kind == ENGINE_ACTED || event->kind == ENGINE_NOTE);
		if (failed || event->kind == ENGINE_ENDED)
			status = err_set(err, ERR_IO, "%s",
				event->text ? event->text : _("the worker stopped"));
		over = status != OK || event->kind == ENGINE_ACTED;
		done.found = (size_t)event->counted;
		done.changed = event->changed;
		free(event);
	}
	if (out)
		*out = done;
	return status;
}

int
cli_session_failed(int status, const struct err *err)
{
	if (status == ERR_CANCELLED && stop_signal)
		return CLI_SIGNAL + stop_signal;
	cli_note(err->text);
	return status == ERR_NOT_FOUND ? CLI_NOTHING
	       : status == ERR_INVALID ? CLI_USAGE
				       : CLI_FAILED;
}

int
cli_session_signal(void)
{
	return stop_signal;
}

bool
cli_session_hung_up(void)
{
	bool was = hung_up > 0;
	hung_up = 0;
	return was;
}

const char *
cli_session_hangs(const struct store *store)
{
	return store_waits(store)
		       ? _("another courant is writing to the store, or was suspended "
			   "while it did: what you did last is not stored")
		       : _("the network or the disk did not respond in time");
}

void
cli_session_end(struct cli_session *s)
{
	if (s->engine && !engine_stop(s->engine)) {
		cli_note(cli_session_hangs(s->cli->store));
		s->cli->hangs = true;
	}
	free(s->first);
	s->first = NULL;
	s->engine = NULL;
}
