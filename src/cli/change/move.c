/*
 * Lists feeds that have moved for good (case 82), and updates their lines.
 */
#include "config.h"

#include "cli/change/commands.h"

#include <stdbool.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/url.h"
#include "cli/core/command.h"
#include "cli/core/command_result.h"
#include "cli/core/engine_session.h"
#include "cli/core/feeds.h"
#include "engine/api.h"
#include "store/feed/duplicate.h"
#include "store/feed/feed.h"

/* The options, in the order of the table. */
enum {
	MOVE_ALL,
	MOVE_TO,
	MOVE_JSON,
};

struct move {
	struct cli *cli;
	struct cli_session session;
	struct cli_feeds feeds;
	const char *to; /* the address given; NULL: the one from the server */
	struct buf out;
	bool json;
};

/* The feed at the address that this one has moved to; NULL: there is none. */
static const struct store_feed *
duplicate_of(const struct move *m, const struct store_feed *feed)
{
	for (size_t i = 0; i < m->feeds.duplicates_len; i++)
		if (m->feeds.duplicates[i].feed == feed->id &&
			!m->feeds.duplicates[i].podcast)
			return cli_feeds_by_id(&m->feeds, m->feeds.duplicates[i].other);
	return NULL;
}

static void
put_json(struct move *m, const struct store_feed *feed, bool moved)
{
	const char *to = m->to ? m->to : feed->moved_to;
	const struct cli_moved row = {
		.id = feed->id,
		.url = url_mask(&m->feeds.arena, feed->address),
		.title = feed->title,
		.moved_to = to ? url_mask(&m->feeds.arena, to) : NULL,
		.adopted = feed->adopted,
		.moved = moved,
	};
	cli_result_put(&m->out, cli_moved_fields, &row);
}

/* Says what can be done about a feed, and how. */
static void
put_offer(struct move *m, const struct store_feed *feed)
{
	const struct store_feed *there = duplicate_of(m, feed);
	const char *to = url_mask(&m->feeds.arena, feed->moved_to);
	if (m->json)
		put_json(m, feed, false);
	else if (there)
		buf_addf(&m->out,
			_("%s has moved to where %s is; courant merge %u merges them\n"),
			cli_feeds_title(&m->feeds, feed),
			cli_feeds_title_beside(&m->feeds, there, feed),
			(unsigned)feed->id);
	else if (feed->adopted)
		buf_addf(&m->out,
			_("%s has moved to %s; courant move %u updates its line\n"),
			cli_feeds_title(&m->feeds, feed), to, (unsigned)feed->id);
	else
		buf_addf(&m->out,
			_("%s is redirected to %s, but has not been for a week yet; "
			  "courant move %u updates its line now\n"),
			cli_feeds_title(&m->feeds, feed), to, (unsigned)feed->id);
}

/* Lists the feeds that have moved and returns how many there are. all: names, instead of
 * listing, those that are already fetched from the new address. */
static size_t
list(struct move *m, bool all)
{
	size_t found = 0;
	for (size_t i = 0; i < m->feeds.len; i++) {
		const struct store_feed *feed = &m->feeds.list[i];
		if (!feed->moved_to)
			continue;
		found++;
		if (all && feed->adopted && !duplicate_of(m, feed))
			cli_feeds_add(&m->feeds, feed->id);
		else
			put_offer(m, feed);
	}
	return found;
}

static int
move(struct move *m, struct err *err)
{
	int status = cli_session_begin(&m->session, m->cli, false, err);
	if (status != OK)
		return status;
	const struct engine_action readdress = {.verb = ACTION_READDRESS,
		.target = engine_feeds(m->feeds.ids, m->feeds.ids_len),
		.address = m->to};
	status = cli_session_do(&m->session, &readdress, NULL, err);
	for (size_t i = 0; status == OK && i < m->feeds.ids_len; i++) {
		const struct store_feed *feed =
			cli_feeds_by_id(&m->feeds, m->feeds.ids[i]);
		const char *to = m->to ? m->to : feed ? feed->moved_to : NULL;
		if (feed && m->json)
			put_json(m, feed, true);
		else if (feed && to)
			buf_addf(&m->out, _("%s is now at %s.\n"),
				cli_feeds_title(&m->feeds, feed),
				url_mask(&m->feeds.arena, to));
	}
	return status;
}

static int
run(struct move *m, int argc, char **argv, bool all, struct err *err)
{
	const struct store_feed *feed;
	int status = cli_feeds_read(&m->feeds, m->cli, err);
	if (status == OK)
		status = cli_feeds_read_duplicates(&m->feeds, m->cli, err);
	for (int i = 1; status == OK && i < argc; i++)
		status = cli_feeds_name_one(&m->feeds, argv[i], &feed, err);
	if (status == OK && argc == 1 && !list(m, all) && !m->json)
		buf_adds(&m->out, _("No feed has moved.\n"));
	if (status == OK && m->feeds.ids_len)
		status = move(m, err);
	return status;
}

int
cli_change_move(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct move m = {.cli = cli, .out = BUF_INIT(0)};
	struct err err = {0};
	int status = cli_args(cli, &argc, argv, 0, -1, values);
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
	cli_feeds_done(&m.feeds);
	return status == OK ? CLI_OK : cli_session_failed(status, &err);
}
