#include "config.h"

#include "cli/undo.h"

#include <stdlib.h>
#include <time.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/dir.h"
#include "base/i18n.h"
#include "cli/command.h"
#include "cli/session.h"
#include "engine/api.h"
#include "store/read.h"

#define LISTED 100

static void
add_time(struct buf *out, int64_t when)
{
	char text[32];
	struct tm tm;
	time_t at = (time_t)when;
	if (localtime_r(&at, &tm) && strftime(text, sizeof text, "%Y-%m-%d %H:%M", &tm))
		buf_adds(out, text);
}

static int
list(struct cli *cli, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_action *actions;
	struct buf out = BUF_INIT(0);
	size_t len;
	int status = store_view_begin(cli->store, &view, err);
	if (status == OK) {
		status = store_actions(&view, &arena, LISTED, &actions, &len);
		store_view_end(&view);
		if (status != OK)
			err_set(err, status, _("the journal cannot be read"));
	}
	for (size_t i = 0; status == OK && i < len; i++) {
		struct buf text = BUF_INIT(0);
		buf_adds(&out, actions[i].undone ? "- " : "  ");
		add_time(&out, actions[i].time);
		buf_addf(&out, "  %s\n", cli_clean(&text, actions[i].text));
		buf_done(&text);
	}
	bool written = cli_write(&out);
	buf_done(&out);
	arena_done(&arena);
	return status != OK ? cli_fail(err) : written ? CLI_OK : CLI_FAILED;
}

/* The answer to the request; NULL: a signal came, or the worker ended. */
static struct engine_event *
wait_done(struct cli_session *session)
{
	struct engine_event *event;
	while ((event = cli_session_next(session, -1)) != NULL) {
		if (event->kind == ENGINE_ACTED)
			return event;
		bool ended = event->kind == ENGINE_ENDED;
		if (event->kind == ENGINE_NOTE && event->error)
			cli_note(event->text);
		free(event);
		if (ended)
			return NULL;
	}
	return NULL;
}

static int
tell(const struct engine_event *event, bool redo)
{
	struct buf out = BUF_INIT(0), text = BUF_INIT(0);
	struct err err;
	if (!event)
		err_set(&err, ERR_IO,
			_("stopped before it was done; courant undo --list tells how far "
			  "it came"));
	else if (event->error)
		err_set(&err, ERR_NOT_FOUND, "%s", event->text);
	if (!event || event->error)
		return cli_fail(&err);
	buf_addf(&out, redo ? _("Done again: %s\n") : _("Undone: %s\n"),
		cli_clean(&text, event->text ? event->text : ""));
	bool written = cli_write(&out);
	buf_done(&text);
	buf_done(&out);
	return written ? CLI_OK : CLI_FAILED;
}

int
cli_undo(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct cli_session session = {0};
	struct err err = {0};
	int status = cli_args(&argc, argv, 0, 0, values);
	if (status != CLI_OK)
		return status;
	if (values[1])
		return list(cli, &err);
	if (cli_session_begin(&session, cli, false, &err) != OK)
		return cli_fail(&err);
	engine_undo(session.engine, values[0] != NULL);
	struct engine_event *event = wait_done(&session);
	status = tell(event, values[0] != NULL);
	free(event);
	cli_session_end(&session);
	return status;
}
