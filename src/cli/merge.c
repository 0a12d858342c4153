/*
 * Feeds whose servers say that they are at one address now (case 83): shown, and made
 * one.
 */
#include "config.h"

#include "cli/merge.h"

#include <stdbool.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/url.h"
#include "cli/command.h"
#include "cli/json.h"
#include "cli/pick.h"
#include "cli/session.h"
#include "engine/api.h"

struct merge {
	struct cli *cli;
	struct cli_session session;
	struct cli_pick pick;
	struct store_twin *twins; /* in pick's arena */
	size_t twins_len;
	struct buf out;
	bool json;
};

static const struct store_feed *
feed_of(const struct merge *m, uint32_t id)
{
	for (size_t i = 0; i < m->pick.feeds_len; i++)
		if (m->pick.feeds[i].id == id)
			return &m->pick.feeds[i];
	return NULL;
}

static const char *
name_of(struct merge *m, const struct store_feed *feed)
{
	return feed->title ? feed->title : url_mask(&m->pick.arena, feed->url);
}

static int
read_twins(struct merge *m, struct err *err)
{
	struct store_view view;
	int status = store_view_begin(m->cli->store, &view, err);
	if (status != OK)
		return status;
	status = store_twins(&view, &m->pick.arena, &m->twins, &m->twins_len);
	store_view_end(&view);
	return status == OK
		       ? OK
		       : err_set(err, status,
				 _("the feeds can't be read from the store; run courant "
				   "check"));
}

static void
put_json(struct merge *m, const struct store_feed *from, const struct store_feed *into)
{
	cli_json_begin(&m->out);
	cli_json_number(&m->out, "id", from->id);
	cli_json_string(&m->out, "url", url_mask(&m->pick.arena, from->url));
	cli_json_string(&m->out, "title", from->title);
	cli_json_number(&m->out, "into", into->id);
	cli_json_string(&m->out, "into_url", url_mask(&m->pick.arena, into->url));
	cli_json_string(&m->out, "into_title", into->title);
	cli_json_end(&m->out);
}

/* Without words: what could be merged, and how. */
static int
list(struct merge *m, struct err *err)
{
	int status = read_twins(m, err);
	for (size_t i = 0; status == OK && i < m->twins_len; i++) {
		const struct store_feed *from = feed_of(m, m->twins[i].feed);
		const struct store_feed *into = feed_of(m, m->twins[i].other);
		if (!from || !into)
			continue;
		if (m->json)
			put_json(m, from, into);
		else
			buf_addf(&m->out,
				_("%s has moved to where %s is; courant merge %u makes "
				  "them one\n"),
				name_of(m, from), name_of(m, into), (unsigned)from->id);
	}
	if (status == OK && !m->twins_len && !m->json)
		buf_adds(&m->out, _("No feed has moved to the address of another.\n"));
	return status;
}

/* The feed that the first one moved to, by its server's word. */
static int
find_twin(struct merge *m, const struct store_feed *from, const struct store_feed **into,
	struct err *err)
{
	int status = read_twins(m, err);
	for (size_t i = 0; status == OK && !*into && i < m->twins_len; i++)
		if (m->twins[i].feed == from->id)
			*into = feed_of(m, m->twins[i].other);
	if (status == OK && !*into)
		status = err_set(err, ERR_INVALID,
			_("%s has not moved to the address of another feed; name the one "
			  "to merge it with"),
			name_of(m, from));
	return status;
}

static int
merge(struct merge *m, int argc, char **argv, struct err *err)
{
	const struct store_feed *from = NULL, *into = NULL;
	size_t changed;
	int status = cli_pick_one(&m->pick, argv[1], &from, err);
	if (status == OK && argc > 2)
		status = cli_pick_one(&m->pick, argv[2], &into, err);
	else if (status == OK)
		status = find_twin(m, from, &into, err);
	if (status == OK && !into)
		status = err_set(
			err, ERR_INVALID, _("a feed can't be merged with itself"));
	if (status == OK)
		status = cli_session_begin(&m->session, m->cli, false, err);
	if (status != OK || !from || !into)
		return status;
	engine_merge(m->session.engine, from->id, into->id);
	status = cli_session_acted(&m->session, &changed, err);
	if (status == OK && m->json)
		put_json(m, from, into);
	else if (status == OK)
		buf_addf(&m->out, _("%s is part of %s now.\n"), name_of(m, from),
			name_of(m, into));
	return status;
}

int
cli_merge(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct merge m = {.cli = cli, .out = BUF_INIT(0)};
	struct err err = {0};
	int status = cli_args(&argc, argv, 0, 2, values);
	if (status != CLI_OK)
		return status;
	m.json = values[0] != NULL;
	status = cli_pick_begin(&m.pick, cli, &err);
	if (status == OK)
		status = argc > 1 ? merge(&m, argc, argv, &err) : list(&m, &err);
	cli_session_end(&m.session);
	bool written = m.json ? cli_write(&m.out) : cli_print(&m.out);
	buf_done(&m.out);
	cli_pick_done(&m.pick);
	if (status != OK)
		return cli_session_failed(status, &err);
	return written ? CLI_OK : CLI_FAILED;
}
