/*
 * The engine with its schedule on, and somebody who listens. All of the work is the
 * worker's: it looks for what is due at least once a minute by the wall clock, so that a
 * suspended machine goes on within a minute, and claims keep other processes from the
 * same feeds.
 */
#include "config.h"

#include "cli/daemon.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/dir.h"
#include "base/i18n.h"
#include "base/log.h"
#include "cli/command.h"
#include "cli/session.h"
#include "engine/api.h"

#define LOOK_MS 60000 /* between looks at the feeds file */

struct daemon {
	struct cli *cli;
	struct cli_session session;
	bool verbose;
	bool died;        /* the worker ended by itself */
	struct stat last; /* of the feeds file */
};

static void
tell(const struct daemon *d, enum log_level level, const char *sentence)
{
	log_put(level, "%s", sentence);
	if (d->verbose)
		cli_note(sentence);
}

/* Did the feeds file change since the last look? */
static bool
feeds_changed(struct daemon *d)
{
	struct stat now = {0};
	if (stat(d->cli->dirs->feeds, &now) != 0)
		now = (struct stat){0};
	bool changed = now.st_mtime != d->last.st_mtime ||
		       now.st_size != d->last.st_size || now.st_ino != d->last.st_ino;
	d->last = now;
	return changed;
}

static void
look_at_feeds(struct daemon *d)
{
	bool told = cli_session_hung_up();
	if (!feeds_changed(d) && !told)
		return;
	tell(d, LOG_INFO, _("the feeds file is read anew"));
	engine_reload_feeds(d->session.engine);
}

static void
tell_round(const struct daemon *d, const struct engine_counts *c)
{
	struct buf line = BUF_INIT(0);
	if (c->total == 0)
		return;
	buf_addf(&line, P_("%zu feed: ", "%zu feeds: ", c->total), c->total);
	buf_addf(&line,
		P_("%zu new item, %zu changed, %zu feeds unchanged, %zu failed, %zu held "
		   "back",
			"%zu new items, %zu changed, %zu feeds unchanged, %zu failed, "
			"%zu "
			"held back",
			c->added),
		c->added, c->edited, c->unchanged, c->failed, c->held);
	tell(d, LOG_INFO, buf_str(&line));
	buf_done(&line);
}

static void
take_event(struct daemon *d, const struct engine_event *event)
{
	switch (event->kind) {
	case ENGINE_DONE:
		tell_round(d, &event->counts);
		break;
	case ENGINE_NOTE:
		tell(d, event->error ? LOG_WARN : LOG_INFO, event->text);
		break;
	case ENGINE_ENDED:
		d->died = true;
		break;
	default:
		break;
	}
}

static int
listen_on(struct daemon *d)
{
	struct err err;
	feeds_changed(d);
	tell(d, LOG_INFO, _("the daemon has started"));
	while (!cli_session_signal() && !d->died) {
		struct engine_event *event = cli_session_next(&d->session, LOOK_MS);
		if (event)
			take_event(d, event);
		else
			look_at_feeds(d);
		free(event);
	}
	if (d->died) {
		err_set(&err, ERR_IO, _("the worker ended by itself; the log says more"));
		return cli_fail(&err);
	}
	tell(d, LOG_INFO, _("the daemon was told to stop"));
	return CLI_OK;
}

int
cli_daemon(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct daemon d = {.cli = cli};
	struct err err = {0};
	int status = cli_args(&argc, argv, 0, 0, values);
	if (status != CLI_OK)
		return status;
	d.verbose = values[0] != NULL;
	if (cli_session_begin(&d.session, cli, true, &err) != OK)
		return cli_fail(&err);
	status = listen_on(&d);
	cli_session_end(&d.session);
	return status;
}
