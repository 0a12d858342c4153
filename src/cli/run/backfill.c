/*
 * The engine fetches; this reports how far each feed is and, at the end, why it stopped.
 * SIGINT and SIGTERM end it: what has arrived is stored, and the next run continues from
 * there.
 */
#include "config.h"

#include "cli/run/commands.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/url.h"
#include "cli/core/command.h"
#include "cli/core/command_result.h"
#include "cli/core/engine_session.h"
#include "cli/core/feeds.h"
#include "cli/core/progress.h"
#include "cli/core/rows.h"
#include "engine/api.h"
#include "store/feed/feed.h"

#define PAGES_MAX 10000

/* The options, in the order of the table. */
enum {
	BACKFILL_PAGES,
	BACKFILL_JSON,
	BACKFILL_FORMAT,
	BACKFILL_QUIET,
};

struct backfill {
	struct cli *cli;
	struct cli_session session;
	struct cli_progress progress;
	struct cli_feeds feeds;
	struct cli_rows rows; /* one per feed */
	bool quiet;
	int64_t pages;
	size_t over; /* feeds that are done and reported */
	bool failed; /* one of them failed */
};

static int
choose(struct backfill *b, int argc, char **argv, struct err *err)
{
	int status = cli_feeds_read(&b->feeds, b->cli, err);
	for (int i = 1; i < argc && status == OK; i++)
		status = cli_feeds_name(&b->feeds, argv[i], err);
	return status;
}

static const char *
title_of(struct backfill *b, uint32_t id)
{
	const struct store_feed *feed = cli_feeds_by_id(&b->feeds, id);
	return feed ? cli_feeds_title(&b->feeds, feed) : "";
}

static void
put_figures(struct backfill *b, struct buf *out, const struct engine_event *event)
{
	const struct engine_counts *c = &event->counts;
	buf_addf(out, "%s: ", title_of(b, event->feed));
	buf_addf(out, P_("%zu older item", "%zu older items", c->added), c->added);
	buf_addf(out, P_(" from %zu document", " from %zu documents", c->done), c->done);
}

/* False: print a sentence instead. */
static bool
put_row(struct backfill *b, const struct engine_event *event)
{
	const struct cli_backfilled row = {.id = event->feed,
		.title = title_of(b, event->feed),
		.documents = event->counts.done,
		.added = event->counts.added,
		.bytes = event->counted,
		.more = event->more,
		.error = event->error ? event->text : NULL};
	return cli_rows_put(&b->rows, cli_backfilled_fields, &row);
}

/* Reports a feed that is done; false if that could not be written. */
static bool
say_over(struct backfill *b, const struct engine_event *event)
{
	struct buf line = BUF_INIT(0);
	cli_progress_clear(&b->progress);
	b->over++;
	b->failed |= event->error;
	put_figures(b, &line, event);
	buf_addf(&line, "; %s", event->text);
	if (event->error)
		cli_note(buf_str(&line));
	if (!put_row(b, event) && !event->error && !b->quiet)
		buf_addf(&b->rows.out, "%s\n", buf_str(&line));
	bool written = cli_rows_write(&b->rows);
	buf_done(&line);
	return written;
}

/* False when all feeds are done. */
static bool
take_event(struct backfill *b, const struct engine_event *event)
{
	struct buf line = BUF_INIT(0);
	bool more = true;
	switch (event->kind) {
	case ENGINE_OLDER:
		if (event->done) {
			more = say_over(b, event) && b->over < b->feeds.ids_len;
			break;
		}
		put_figures(b, &line, event);
		buf_addf(&line, ", %" PRIu64 " kB", event->counted / 1000);
		cli_progress_say(&b->progress, buf_str(&line));
		break;
	case ENGINE_NOTE:
		cli_progress_clear(&b->progress);
		cli_note(event->text);
		b->failed |= event->unstored;
		break;
	default:
		more = event->kind != ENGINE_ENDED;
		break;
	}
	buf_done(&line);
	return more;
}

static void
wait_over(struct backfill *b)
{
	while (!cli_session_signal()) {
		struct engine_event *event = cli_session_next(&b->session, -1);
		bool more = !event || take_event(b, event);
		free(event);
		if (!more)
			return;
	}
}

static int
run(struct backfill *b, int argc, char **argv)
{
	struct err err = {0};
	int status = cli_session_begin(&b->session, b->cli, false, &err);
	if (status == OK)
		status = choose(b, argc, argv, &err);
	if (status == OK) {
		engine_backfill(b->session.engine, b->feeds.ids, b->feeds.ids_len,
			(size_t)b->pages, ENGINE_OLDER_BYTES);
		wait_over(b);
	}
	cli_progress_clear(&b->progress);
	cli_session_end(&b->session);
	if (status != OK)
		return cli_session_failed(status, &err);
	int number = cli_session_signal();
	if (number)
		return CLI_SIGNAL + number;
	return b->failed || b->over < b->feeds.ids_len ? CLI_FAILED : CLI_OK;
}

int
cli_run_backfill(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct backfill b = {.cli = cli, .pages = ENGINE_OLDER_PAGES};
	int status = cli_args(cli, &argc, argv, 1, -1, values);
	if (status != CLI_OK)
		return status;
	const char *pages = values[BACKFILL_PAGES];
	if (pages && (str_int(span_of(pages), &b.pages) != OK || b.pages < 1 ||
			     b.pages > PAGES_MAX))
		return cli_usage(
			argv[0], _("--pages needs a number from %d to %d"), 1, PAGES_MAX);
	b.rows.json = values[BACKFILL_JSON] != NULL;
	b.rows.format = values[BACKFILL_FORMAT];
	b.quiet = values[BACKFILL_QUIET] != NULL;
	status = cli_rows_check(&b.rows, argv[0], cli_backfilled_fields);
	if (status != CLI_OK)
		return status;
	cli_progress_init(&b.progress, !b.quiet);
	status = run(&b, argc, argv);
	cli_rows_done(&b.rows);
	cli_feeds_done(&b.feeds);
	return status;
}
