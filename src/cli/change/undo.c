#include "config.h"

#include "cli/change/commands.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "cli/core/command.h"
#include "cli/core/command_result.h"
#include "cli/core/engine_session.h"
#include "cli/core/field.h"
#include "cli/core/rows.h"
#include "engine/api.h"
#include "store/db/view.h"
#include "store/journal/journal_list.h"

#define LISTED 100

/* The options, in the order of the table. */
enum {
	UNDO_REDO,
	UNDO_LIST,
	UNDO_JSON,
	UNDO_FORMAT,
};

/* Prints a row as text. */
static void
put_action(struct cli_rows *rows, const struct store_journal_action *action)
{
	static const char *const fields[] = {"time", "text"};
	buf_adds(&rows->out, action->undone ? "-" : " ");
	for (size_t i = 0; i < COUNT_OF(fields); i++) {
		buf_adds(&rows->out, i ? "  " : " ");
		output_field_put(&rows->out,
			output_field_find(cli_action_fields, span_of(fields[i])), action,
			OUTPUT_TIME_FORMAT, &rows->room.clock);
	}
	buf_addc(&rows->out, '\n');
}

static int
list(struct cli_rows *rows, struct err *err)
{
	struct store_view view;
	struct store_journal_action *actions;
	size_t len;
	int status = store_view_begin(rows->cli->store, &view, err);
	if (status == OK) {
		status = store_journal_actions(
			&view, &rows->arena, LISTED, &actions, &len);
		store_view_end(&view);
		if (status != OK)
			err_set(err, status, _("the journal cannot be read"));
	}
	for (size_t i = 0; status == OK && i < len; i++)
		if (!cli_rows_put(rows, cli_action_fields, &actions[i]))
			put_action(rows, &actions[i]);
	if (status != OK)
		return cli_fail(err);
	cli_rows_write(rows);
	return CLI_OK;
}

/* Waits for the answer to the request; NULL: a signal came, or the worker stopped. */
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
tell(struct cli_rows *rows, const struct engine_event *event, bool redo)
{
	struct buf text = BUF_INIT(0);
	struct err err;
	if (!event)
		err_set(&err, ERR_IO,
			_("stopped before it was done; courant undo --list shows how far "
			  "it got"));
	else if (event->error)
		err_set(&err, ERR_NOT_FOUND, "%s", event->text);
	if (!event || event->error)
		return cli_fail(&err);
	const struct cli_undone row = {
		.text = cli_clean(&text, event->text ? event->text : ""),
		.undone = !redo,
		.changed = event->changed};
	struct buf out = BUF_INIT(0);
	buf_addf(&out, redo ? _("Redone: %s\n") : _("Undone: %s\n"), row.text);
	int status = cli_result(rows->json, cli_undone_fields, &row, &out);
	buf_done(&text);
	return status;
}

static int
run(struct cli_rows *rows, bool redo)
{
	struct cli_session session = {0};
	struct err err = {0};
	if (cli_session_begin(&session, rows->cli, false, &err) != OK)
		return cli_fail(&err);
	engine_do(session.engine,
		&(struct engine_action){.verb = redo ? ACTION_REDO : ACTION_UNDO});
	struct engine_event *event = wait_done(&session);
	int status = tell(rows, event, redo);
	free(event);
	cli_session_end(&session);
	return status;
}

int
cli_change_undo(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct err err = {0};
	int status = cli_args(cli, &argc, argv, 0, 0, values);
	if (status != CLI_OK)
		return status;
	if (values[UNDO_FORMAT] && !values[UNDO_LIST])
		return cli_usage(argv[0], _("--format needs --list"));
	struct cli_rows rows = {.cli = cli,
		.json = values[UNDO_JSON] != NULL,
		.format = values[UNDO_FORMAT]};
	status = cli_rows_check(&rows, argv[0], cli_action_fields);
	if (status == CLI_OK)
		status = values[UNDO_LIST] ? list(&rows, &err)
					   : run(&rows, values[UNDO_REDO] != NULL);
	cli_rows_done(&rows);
	return status;
}
