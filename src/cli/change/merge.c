/*
 * Lists feeds that have moved to where another feed is (case 83), and merges two feeds.
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
#include "cli/core/rows.h"
#include "engine/api.h"
#include "store/feed/duplicate.h"
#include "store/feed/feed.h"

struct merge {
	struct cli *cli;
	struct cli_session session;
	struct cli_feeds feeds;
	struct cli_rows rows;
};

/* Prints a pair as JSON or with the template; false if neither was asked for. */
static bool
put_row(struct merge *m, const struct store_feed *from, const struct store_feed *into)
{
	const struct cli_pair pair = {.id = from->id,
		.url = url_mask(&m->feeds.arena, from->url),
		.title = from->title,
		.into = into->id,
		.into_url = url_mask(&m->feeds.arena, into->url),
		.into_title = into->title};
	return cli_rows_put(&m->rows, cli_pair_fields, &pair);
}

/* Why the two could be merged, with their names and the number of the first. */
static const char *
reason(const struct store_feed_duplicate *pair, const struct store_feed *into)
{
	if (pair->podcast)
		return _(
			"%s is the same podcast as %s, at another address; courant merge "
			"%u merges them\n");
	if (str_eq(into->address, into->url))
		return _("%s has moved to where %s is; courant merge %u merges them\n");
	return _("%s is fetched by the server of an account as well, as %s; courant "
		 "merge %u merges them\n");
}

/* Lists what could be merged, and how. */
static int
list(struct merge *m, struct err *err)
{
	int status = cli_feeds_read_duplicates(&m->feeds, m->cli, err);
	for (size_t i = 0; status == OK && i < m->feeds.duplicates_len; i++) {
		const struct store_feed_duplicate *pair = &m->feeds.duplicates[i];
		const struct store_feed *from = cli_feeds_by_id(&m->feeds, pair->feed);
		const struct store_feed *into = cli_feeds_by_id(&m->feeds, pair->other);
		if (from && into && !put_row(m, from, into))
			buf_addf(&m->rows.out, reason(pair, into),
				cli_feeds_title(&m->feeds, from),
				cli_feeds_title_beside(&m->feeds, into, from),
				(unsigned)from->id);
	}
	if (status == OK && !m->feeds.duplicates_len && !m->rows.json && !m->rows.format)
		buf_adds(&m->rows.out,
			_("No feed has moved to the address of another.\n"));
	return status;
}

/* Finds the feed to whose address the server has moved the first one. */
static int
find_duplicate(struct merge *m, const struct store_feed *from,
	const struct store_feed **into, struct err *err)
{
	int status = cli_feeds_read_duplicates(&m->feeds, m->cli, err);
	for (size_t i = 0; status == OK && !*into && i < m->feeds.duplicates_len; i++)
		if (m->feeds.duplicates[i].feed == from->id)
			*into = cli_feeds_by_id(&m->feeds, m->feeds.duplicates[i].other);
	if (status == OK && !*into)
		status = err_set(err, ERR_INVALID,
			_("%s has not moved to the address of another feed; name the one "
			  "to merge it with"),
			cli_feeds_title(&m->feeds, from));
	return status;
}

static int
merge(struct merge *m, int argc, char **argv, struct err *err)
{
	const struct store_feed *from = NULL, *into = NULL;
	int status = cli_feeds_name_one(&m->feeds, argv[1], &from, err);
	if (status == OK && argc > 2)
		status = cli_feeds_name_one(&m->feeds, argv[2], &into, err);
	else if (status == OK)
		status = find_duplicate(m, from, &into, err);
	if (status == OK && !into)
		status = err_set(
			err, ERR_INVALID, _("a feed cannot be merged with itself"));
	if (status == OK)
		status = cli_session_begin(&m->session, m->cli, false, err);
	if (status != OK || !from || !into)
		return status;
	const uint32_t both[] = {from->id, into->id};
	const struct engine_action merge = {
		.verb = ACTION_MERGE, .target = engine_feeds(both, COUNT_OF(both))};
	status = cli_session_do(&m->session, &merge, NULL, err);
	if (status == OK && !put_row(m, from, into))
		buf_addf(&m->rows.out, _("%s is now part of %s.\n"),
			cli_feeds_title(&m->feeds, from),
			cli_feeds_title_beside(&m->feeds, into, from));
	return status;
}

int
cli_change_merge(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct merge m = {.cli = cli};
	struct err err = {0};
	int status = cli_args(cli, &argc, argv, 0, 2, values);
	if (status != CLI_OK)
		return status;
	m.rows.json = values[0] != NULL;
	m.rows.format = values[1];
	status = cli_rows_check(&m.rows, argv[0], cli_pair_fields);
	if (status != CLI_OK)
		return status;
	status = cli_feeds_read(&m.feeds, cli, &err);
	if (status == OK)
		status = argc > 1 ? merge(&m, argc, argv, &err) : list(&m, &err);
	cli_session_end(&m.session);
	cli_rows_write(&m.rows);
	cli_rows_done(&m.rows);
	cli_feeds_done(&m.feeds);
	return status == OK ? CLI_OK : cli_session_failed(status, &err);
}
