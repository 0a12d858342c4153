#include "config.h"

#include "cli/media/commands.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "cli/core/command.h"
#include "cli/core/command_result.h"
#include "cli/core/engine_session.h"
#include "cli/core/field.h"
#include "cli/core/find.h"
#include "cli/core/rows.h"
#include "cli/media/episode.h"
#include "engine/api.h"
#include "store/db/view.h"
#include "store/media/episode_queue.h"

/* The options, in the order of the table. */
enum {
	QUEUE_NEXT,
	QUEUE_LAST,
	QUEUE_PLAYED,
	QUEUE_JSON,
	QUEUE_FIELDS,
	QUEUE_FORMAT,
};

#define PAGE 200

struct queue_command {
	struct cli *cli;
	const char *const *values;
	struct cli_rows rows;
};

/* ---- list */

static int
list_all(struct queue_command *q, struct err *err)
{
	struct store_queue_row rows[PAGE];
	uint64_t after = 0;
	size_t len = PAGE;
	bool open = true;
	int status = cli_rows_begin(&q->rows, q->cli, err);
	while (status == OK && open && len == PAGE) {
		struct store_view view;
		status = store_view_begin(q->cli->store, &view, err);
		if (status != OK)
			break;
		status = store_media_queue(&view, after, rows, PAGE, &len);
		for (size_t i = 0; status == OK && i < len; i++) {
			cli_rows_item(&q->rows, &view, rows[i].item);
			after = rows[i].rank;
		}
		store_view_end(&view);
		status = store_fail(
			q->cli->store, status, err, _("cannot read the queue"));
		open = status == OK && cli_rows_write(&q->rows);
	}
	return status;
}

static int
list(struct queue_command *q, int argc, char **argv)
{
	struct err err;
	(void)argc;
	q->rows.episodes = true;
	q->rows.place = 1;
	q->rows.json = q->values[QUEUE_JSON] != NULL;
	q->rows.fields = q->values[QUEUE_FIELDS];
	q->rows.format = q->values[QUEUE_FORMAT];
	int status = cli_rows_check(&q->rows, argv[0], output_item_fields);
	if (status == CLI_OK && list_all(q, &err) != OK)
		status = cli_fail(&err);
	cli_rows_done(&q->rows);
	return status;
}

/* ---- what changes it */

/* Does the action to the items that the words name. */
static int
change(struct queue_command *q, struct engine_action *action, int argc, char **argv)
{
	struct cli_session session;
	struct cli_items items = {0};
	struct cli_done done = {0};
	struct buf out = BUF_INIT(0);
	struct err err = {0};
	int status = cli_session_begin(&session, q->cli, false, &err);
	if (status == OK)
		status = cli_find_target(
			&session, argc, argv, &items, &action->target, &err);
	if (status == OK)
		status = action->verb == ACTION_QUEUE
				 ? cli_media_do(&session, action, &done, &err)
				 : cli_session_do(&session, action, &done, &err);
	cli_session_end(&session);
	cli_items_done(&items);
	if (status != OK)
		return cli_session_failed(status, &err);
	const struct cli_changed row = {.found = done.found, .changed = done.changed};
	buf_addf(&out, P_("%zu item, ", "%zu items, ", done.found), done.found);
	buf_addf(&out, P_("%zu changed\n", "%zu changed\n", done.changed), done.changed);
	status =
		cli_result(q->values[QUEUE_JSON] != NULL, cli_changed_fields, &row, &out);
	return status == CLI_OK && !done.found ? CLI_NOTHING : status;
}

static int
add(struct queue_command *q, int argc, char **argv)
{
	if (q->values[QUEUE_NEXT] && q->values[QUEUE_LAST])
		return cli_usage("queue", _("choose one of --next and --last"));
	struct engine_action action = {
		.verb = ACTION_QUEUE, .place = q->values[QUEUE_NEXT] ? "next" : NULL};
	return change(q, &action, argc - 1, argv + 1);
}

static int
drop(struct queue_command *q, int argc, char **argv)
{
	struct engine_action action = {.verb = ACTION_UNQUEUE};
	return change(q, &action, argc - 1, argv + 1);
}

static int
clear(struct queue_command *q, int argc, char **argv)
{
	char played[] = "is:queued is:played", all[] = "is:queued";
	char *words[] = {q->values[QUEUE_PLAYED] ? played : all};
	struct engine_action action = {.verb = ACTION_UNQUEUE};
	(void)argc;
	(void)argv;
	return change(q, &action, 1, words);
}

static int
move(struct queue_command *q, int argc, char **argv)
{
	struct engine_action action = {.verb = ACTION_REORDER, .place = argv[2]};
	(void)argc;
	if (!store_media_queue_place(argv[2]))
		return cli_usage("queue",
			_("\"%s\" is not a place in the queue: top, end, a number from "
			  "1, "
			  "or "
			  "+1 and -1 from where it is"),
			argv[2]);
	return change(q, &action, 1, argv + 1);
}

static const struct {
	const char *name;
	int least, most; /* words after it; -1: any number */
	int (*run)(struct queue_command *q, int argc, char **argv);
} parts[] = {
	{"list", 0, 0, list},
	{"add", 1, -1, add},
	{"remove", 1, -1, drop},
	{"move", 2, 2, move},
	{"clear", 0, 0, clear},
};

/* Whether the last word is a place such as -1, which looks like an option. */
static bool
ends_with_step(int argc, char **argv)
{
	const char *last = argv[argc - 1];
	return argc > 2 && str_eq(argv[1], "move") && last[0] == '-' &&
	       str_digit(last[1]);
}

int
cli_media_queue(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	const char *name = argv[0];
	char first[] = "list", *words[] = {first};
	char *step = ends_with_step(argc, argv) ? argv[--argc] : NULL;
	int status = cli_args(cli, &argc, argv, 0, -1, values);
	if (status != CLI_OK)
		return status;
	if (step)
		argv[argc++] = step;
	struct queue_command q = {.cli = cli, .values = values};
	int given = argc > 1 ? argc - 1 : 1;
	char **parts_argv = argc > 1 ? argv + 1 : words;
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		if (!str_eq(parts_argv[0], parts[i].name))
			continue;
		if (given - 1 < parts[i].least ||
			(parts[i].most >= 0 && given - 1 > parts[i].most))
			return cli_usage(
				name, _("wrong number of words after %s"), parts[i].name);
		return parts[i].run(&q, given, parts_argv);
	}
	return cli_usage(name,
		_("unknown word \"%s\"; use list, add, remove, move or clear"),
		parts_argv[0]);
}
