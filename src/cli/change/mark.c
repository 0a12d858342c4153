#include "config.h"

#include "cli/change/commands.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "cli/core/command.h"
#include "cli/core/command_result.h"
#include "cli/core/engine_session.h"
#include "cli/core/find.h"
#include "conf/feeds.h"
#include "engine/api.h"

/* The options, in the order of the table; they are the same for all four commands. */
enum {
	MARK_BACK, /* --unread, --remove */
	MARK_DRY_RUN,
	MARK_JSON,
};

struct mark {
	struct cli_session session;
	struct cli_items items;
	struct engine_action action;
	bool dry_run, json;
	bool numbers; /* the query looks like numbers */
	struct cli_done done;
};

/* Was the query perhaps meant as numbers? */
static bool
like_numbers(const char *query)
{
	return query && query[strspn(query, "0123456789,;- ")] == '\0' &&
	       strpbrk(query, "0123456789");
}

static int
tell(const struct mark *m)
{
	struct buf out = BUF_INIT(0);
	size_t found = m->done.found, changed = m->done.changed;
	const struct cli_changed row = {.found = found, .changed = changed};
	if (m->dry_run) {
		buf_addf(&out, P_("%zu item\n", "%zu items\n", found), found);
	} else {
		buf_addf(&out, P_("%zu item, ", "%zu items, ", found), found);
		buf_addf(&out, P_("%zu changed\n", "%zu changed\n", changed), changed);
	}
	int status = cli_result(m->json, cli_changed_fields, &row, &out);
	if (status == CLI_OK && !found && m->numbers)
		cli_note(_("no item has these words; numbers of items are separated by "
			   "spaces, and - alone reads them from standard input"));
	return status == CLI_OK && !found ? CLI_NOTHING : status;
}

static int
run(struct mark *m, struct cli *cli, int argc, char **argv, const char *const *values)
{
	struct err err = {0};
	m->dry_run = values[MARK_DRY_RUN] != NULL;
	m->json = values[MARK_JSON] != NULL;
	int status = cli_session_begin(&m->session, cli, false, &err);
	if (status == OK)
		status = cli_find_target(
			&m->session, argc, argv, &m->items, &m->action.target, &err);
	if (status == OK && m->dry_run)
		status = cli_find_count(
			&m->session, &m->action.target, &m->done.found, &err);
	else if (status == OK)
		status = cli_session_do(&m->session, &m->action, &m->done, &err);
	cli_session_end(&m->session);
	m->numbers = like_numbers(m->items.query);
	cli_items_done(&m->items);
	return status == OK ? tell(m) : cli_session_failed(status, &err);
}

static int
mark(struct cli *cli, int argc, char **argv, enum action on, enum action off)
{
	const char *values[CLI_ARGS_MAX];
	int status = cli_args(cli, &argc, argv, 1, -1, values);
	if (status != CLI_OK)
		return status;
	struct mark m = {.action.verb = values[MARK_BACK] ? off : on};
	return run(&m, cli, argc - 1, argv + 1, values);
}

int
cli_change_mark(struct cli *cli, int argc, char **argv)
{
	return mark(cli, argc, argv, ACTION_READ, ACTION_UNREAD);
}

int
cli_change_star(struct cli *cli, int argc, char **argv)
{
	return mark(cli, argc, argv, ACTION_STAR, ACTION_UNSTAR);
}

int
cli_change_hide(struct cli *cli, int argc, char **argv)
{
	return mark(cli, argc, argv, ACTION_HIDE, ACTION_UNHIDE);
}

int
cli_change_tag(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct arena arena = ARENA_INIT;
	int status = cli_args(cli, &argc, argv, 2, -1, values);
	if (status != CLI_OK)
		return status;
	struct mark m = {.action.verb = values[MARK_BACK] ? ACTION_UNTAG : ACTION_TAG,
		.action.tag = conf_feeds_tag(&arena, span_of(argv[1]))};
	status = m.action.tag
			 ? run(&m, cli, argc - 2, argv + 2, values)
			 : cli_usage(argv[0], _("\"%s\" is not a valid tag"), argv[1]);
	arena_done(&arena);
	return status;
}
