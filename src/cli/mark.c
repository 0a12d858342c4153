#include "config.h"

#include "cli/mark.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "cli/answer.h"
#include "cli/command.h"
#include "cli/find.h"
#include "cli/session.h"
#include "conf/feeds.h"
#include "engine/api.h"

/* The places of the options in the rows: all three have the same. */
enum {
	MARK_BACK, /* --unread, --remove */
	MARK_DRY_RUN,
	MARK_JSON,
};

struct mark {
	struct cli_session session;
	struct cli_items items;
	const char *tag; /* NULL: flags */
	int set, clear;
	bool remove; /* the tag */
	bool dry_run, json;
	size_t changed;
};

static int
act(struct mark *m, struct err *err)
{
	struct engine *engine = m->session.engine;
	const struct cli_items *items = &m->items;
	if (items->len == 0 || m->dry_run)
		return OK;
	if (m->tag)
		engine_tag(engine, items->ids, items->len, m->tag, !m->remove);
	else
		engine_flags(engine, items->ids, items->len, m->set, m->clear);
	return cli_session_acted(&m->session, &m->changed, err);
}

static int
tell(const struct mark *m)
{
	struct buf out = BUF_INIT(0);
	size_t found = m->items.len;
	const struct cli_changed row = {.found = found, .changed = m->changed};
	if (m->dry_run) {
		buf_addf(&out, P_("%zu item\n", "%zu items\n", found), found);
	} else {
		buf_addf(&out, P_("%zu item, ", "%zu items, ", found), found);
		buf_addf(&out, P_("%zu changed\n", "%zu changed\n", m->changed),
			m->changed);
	}
	return cli_answer(m->json, cli_changed_fields, &row, &out);
}

static int
run(struct mark *m, struct cli *cli, int argc, char **argv, const char *const *values)
{
	struct err err = {0};
	m->dry_run = values[MARK_DRY_RUN] != NULL;
	m->json = values[MARK_JSON] != NULL;
	int status = cli_session_begin(&m->session, cli, false, &err);
	if (status == OK)
		status = cli_find(&m->session, argc, argv, &m->items, &err);
	if (status == OK)
		status = act(m, &err);
	cli_session_end(&m->session);
	cli_items_done(&m->items);
	return status == OK ? tell(m) : cli_session_failed(status, &err);
}

int
cli_mark(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct mark m = {.clear = ITEM_UNREAD};
	int status = cli_args(&argc, argv, 1, -1, values);
	if (status != CLI_OK)
		return status;
	if (values[MARK_BACK])
		m = (struct mark){.set = ITEM_UNREAD};
	return run(&m, cli, argc - 1, argv + 1, values);
}

int
cli_star(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct mark m = {.set = ITEM_STARRED};
	int status = cli_args(&argc, argv, 1, -1, values);
	if (status != CLI_OK)
		return status;
	if (values[MARK_BACK])
		m = (struct mark){.clear = ITEM_STARRED};
	return run(&m, cli, argc - 1, argv + 1, values);
}

int
cli_tag(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct arena arena = ARENA_INIT;
	struct mark m = {0};
	int status = cli_args(&argc, argv, 2, -1, values);
	if (status != CLI_OK)
		return status;
	m.tag = conf_feeds_tag(&arena, span_of(argv[1]));
	m.remove = values[MARK_BACK] != NULL;
	status = m.tag ? run(&m, cli, argc - 2, argv + 2, values)
		       : cli_usage(argv[0], _("\"%s\" is no tag"), argv[1]);
	arena_done(&arena);
	return status;
}
