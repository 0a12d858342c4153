/*
 * Feeds whose servers say that they are elsewhere for good (case 82): shown, and their
 * lines changed.
 */
#include "config.h"

#include "cli/move.h"

#include <stdbool.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/url.h"
#include "cli/answer.h"
#include "cli/command.h"
#include "cli/pick.h"
#include "cli/session.h"
#include "engine/api.h"
#include "store/feed/duplicate.h"
#include "store/feed/feed.h"

/* The places of the options in the row. */
enum {
	MOVE_ALL,
	MOVE_TO,
	MOVE_JSON,
};

struct move {
	struct cli *cli;
	struct cli_session session;
	struct cli_pick pick;
	const char *to; /* given by the user; NULL: where the server says */
	struct buf out;
	bool json;
};

/* The feed that is where this one moved to, NULL: none is. */
static const struct store_feed *
twin_of(const struct move *m, const struct store_feed *feed)
{
	for (size_t i = 0; i < m->pick.twins_len; i++)
		if (m->pick.twins[i].feed == feed->id)
			return cli_pick_feed(&m->pick, m->pick.twins[i].other);
	return NULL;
}

static void
put_json(struct move *m, const struct store_feed *feed, bool moved)
{
	const char *to = m->to ? m->to : feed->moved_to;
	const struct cli_moved row = {
		.id = feed->id,
		.url = url_mask(&m->pick.arena, feed->url),
		.title = feed->title,
		.moved_to = to ? url_mask(&m->pick.arena, to) : NULL,
		.adopted = feed->adopted,
		.moved = moved,
	};
	cli_answer_put(&m->out, cli_moved_fields, &row);
}

/* What could be done, and how. */
static void
put_offer(struct move *m, const struct store_feed *feed)
{
	const struct store_feed *twin = twin_of(m, feed);
	const char *to = url_mask(&m->pick.arena, feed->moved_to);
	if (m->json)
		put_json(m, feed, false);
	else if (twin)
		buf_addf(&m->out,
			_("%s has moved to where %s is; courant merge %u merges them\n"),
			cli_pick_name(&m->pick, feed),
			cli_pick_name_beside(&m->pick, twin, feed), (unsigned)feed->id);
	else if (feed->adopted)
		buf_addf(&m->out,
			_("%s has moved to %s; courant move %u updates its line\n"),
			cli_pick_name(&m->pick, feed), to, (unsigned)feed->id);
	else
		buf_addf(&m->out,
			_("%s is redirected to %s, but has not been for a week yet; "
			  "courant move %u updates its line now\n"),
			cli_pick_name(&m->pick, feed), to, (unsigned)feed->id);
}

/* The feeds that moved; all: those for which it is settled are picked. Returns how many
 * there are. */
static size_t
list(struct move *m, bool all)
{
	size_t found = 0;
	for (size_t i = 0; i < m->pick.feeds_len; i++) {
		const struct store_feed *feed = &m->pick.feeds[i];
		if (!feed->moved_to)
			continue;
		found++;
		if (all && feed->adopted && !twin_of(m, feed))
			cli_pick_add(&m->pick, feed->id);
		else
			put_offer(m, feed);
	}
	return found;
}

static int
move(struct move *m, struct err *err)
{
	const struct cli_choice *choice = &m->pick.choice;
	int status = cli_session_begin(&m->session, m->cli, false, err);
	if (status != OK)
		return status;
	const struct engine_action readdress = {.verb = ACTION_READDRESS,
		.target = engine_feeds(choice->ids, choice->len),
		.address = m->to};
	status = cli_session_do(&m->session, &readdress, NULL, err);
	for (size_t i = 0; status == OK && i < choice->len; i++) {
		const struct store_feed *feed = cli_pick_feed(&m->pick, choice->ids[i]);
		const char *to = m->to ? m->to : feed ? feed->moved_to : NULL;
		if (feed && m->json)
			put_json(m, feed, true);
		else if (feed && to)
			buf_addf(&m->out, _("%s is now at %s.\n"),
				cli_pick_name(&m->pick, feed),
				url_mask(&m->pick.arena, to));
	}
	return status;
}

static int
run(struct move *m, int argc, char **argv, bool all, struct err *err)
{
	const struct store_feed *feed;
	int status = cli_pick_begin(&m->pick, m->cli, err);
	if (status == OK)
		status = cli_pick_twins(&m->pick, m->cli, err);
	for (int i = 1; status == OK && i < argc; i++)
		status = cli_pick_one(&m->pick, argv[i], &feed, err);
	if (status == OK && argc == 1 && !list(m, all) && !m->json)
		buf_adds(&m->out, _("No feed has moved.\n"));
	if (status == OK && m->pick.choice.len)
		status = move(m, err);
	return status;
}

int
cli_move(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct move m = {.cli = cli, .out = BUF_INIT(0)};
	struct err err = {0};
	int status = cli_args(&argc, argv, 0, -1, values);
	if (status != CLI_OK)
		return status;
	bool all = values[MOVE_ALL] != NULL;
	m.to = values[MOVE_TO];
	m.json = values[MOVE_JSON] != NULL;
	if (all && argc > 1)
		return cli_usage(argv[0], _("name feeds, or give --all"));
	if (m.to && argc != 2)
		return cli_usage(argv[0], _("--to needs exactly one feed"));
	status = run(&m, argc, argv, all, &err);
	cli_session_end(&m.session);
	if (m.json)
		cli_write(&m.out);
	else
		cli_print(&m.out);
	buf_done(&m.out);
	cli_pick_done(&m.pick);
	return status == OK ? CLI_OK : cli_session_failed(status, &err);
}
