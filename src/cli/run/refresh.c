/*
 * Refreshes feeds through the engine, as the reader does, until the engine says that all
 * is done, or SIGINT or SIGTERM ends it. What has arrived by then is stored.
 */
#include "config.h"

#include "cli/run/commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "base/vec.h"
#include "cli/core/command.h"
#include "cli/core/engine_session.h"
#include "cli/core/feeds.h"
#include "cli/core/field.h"
#include "cli/core/progress.h"
#include "cli/core/rows.h"
#include "conf/feeds.h"
#include "engine/api.h"
#include "store/feed/feed.h"

#define FAILURES_TOLD 10

/* The options, in the order of the table. */
enum {
	REFRESH_DUE,
	REFRESH_FULL,
	REFRESH_JSON,
	REFRESH_FORMAT,
	REFRESH_QUIET,
};

struct refresh {
	struct cli *cli;
	struct cli_session session;
	struct cli_progress progress;
	struct cli_feeds feeds;
	int64_t begun;  /* by the wall clock */
	bool named;     /* feeds were named on the command line */
	bool complete;  /* the engine has fetched all feeds */
	bool gave_up;   /* the engine stopped before that */
	char *unstored; /* the last message about what could not be stored */
	bool due, full, quiet;
	struct cli_rows rows; /* just one, the summary */
	struct engine_counts counts;
	struct buf synced; /* the results of accounts, a line each */
};

/* ---- while it runs */

/* An account was synced: the text is its name, a line feed, and what the sync did. */
static void
take_synced(struct refresh *r, const struct engine_event *event)
{
	struct span rest = span_of(event->text), name;
	struct buf line = BUF_INIT(0);
	(void)span_split(&rest, '\n', &name);
	buf_addf(&line, "%.*s: %.*s", SPAN_FMT(name), SPAN_FMT(rest));
	if (event->error) {
		cli_progress_clear(&r->progress);
		cli_note(buf_str(&line));
	} else {
		cli_clean(&r->synced, buf_str(&line));
		buf_addc(&r->synced, '\n');
	}
	buf_done(&line);
}

/* A full disk lets many things fail, and is reported once. */
static void
take_note(struct refresh *r, const struct engine_event *event)
{
	cli_progress_clear(&r->progress);
	if (!event->unstored || !str_eq(r->unstored, event->text))
		cli_note(event->text);
	if (event->unstored) {
		free(r->unstored);
		r->unstored = mem_strdup(event->text);
	}
}

/* False when the refresh is over. */
static bool
take_event(struct refresh *r, const struct engine_event *event)
{
	switch (event->kind) {
	case ENGINE_PROGRESS:
		r->counts = event->counts;
		cli_progress_show(&r->progress, &r->counts);
		return true;
	case ENGINE_DONE:
		r->counts = event->counts;
		/* Nothing is fetched if the store cannot be written; a note has reported
		 * that. */
		r->gave_up = r->counts.done < r->counts.total;
		r->complete = !r->gave_up && !r->unstored;
		cli_progress_clear(&r->progress);
		if (event->text && !r->quiet)
			cli_note(event->text);
		return false;
	case ENGINE_SYNCING:
		if (r->counts.done == r->counts.total)
			cli_progress_sync(&r->progress, event->text, &event->counts);
		return true;
	case ENGINE_SYNCED:
		take_synced(r, event);
		return true;
	case ENGINE_NOTE:
		take_note(r, event);
		return true;
	default:
		return event->kind != ENGINE_ENDED;
	}
}

static void
wait_done(struct refresh *r)
{
	while (!cli_session_signal()) {
		struct engine_event *event = cli_session_next(&r->session, -1);
		bool more = !event || take_event(r, event);
		free(event);
		if (!more)
			return;
	}
}

/* ---- the summary */

static void
put_summary(const struct refresh *r, struct buf *out)
{
	const struct engine_counts *c = &r->counts;
	if (c->total == 0 && r->due && r->complete) {
		buf_addf(out, "%s\n", _("no feed is due"));
		return;
	}
	buf_addf(out, P_("%zu feed: ", "%zu feeds: ", c->total), c->total);
	buf_addf(out, P_("%zu new item", "%zu new items", c->added), c->added);
	if (c->edited)
		buf_addf(out, P_(", %zu changed", ", %zu changed", c->edited), c->edited);
	if (c->unchanged)
		buf_addf(out,
			P_("; %zu feed unchanged", "; %zu feeds unchanged", c->unchanged),
			c->unchanged);
	if (c->failed)
		buf_addf(out, P_("; %zu failed", "; %zu failed", c->failed), c->failed);
	if (c->held)
		buf_addf(out, P_("; %zu held back", "; %zu held back", c->held), c->held);
	if (c->total > c->done)
		buf_addf(out, _("; stopped, %zu not fetched"), c->total - c->done);
	buf_addc(out, '\n');
}

/* If only feeds of accounts were asked for, there is nothing else to report. */
static void
put_texts(const struct refresh *r, struct buf *out)
{
	if (r->synced.len > 0)
		buf_add(out, r->synced.data, r->synced.len);
	if (r->synced.len == 0 || r->counts.total > 0)
		put_summary(r, out);
}

static void
say_summary(struct refresh *r)
{
	const struct engine_counts *c = &r->counts;
	const struct cli_refreshed row = {.feeds = c->total,
		.added = c->added,
		.edited = c->edited,
		.unchanged = c->unchanged,
		.failed = c->failed,
		.unreachable = c->unreachable,
		.held = c->held,
		.not_asked = c->total - c->done,
		.complete = r->complete};
	if (!cli_rows_put(&r->rows, cli_refresh_fields, &row) && !r->quiet)
		put_texts(r, &r->rows.out);
	cli_rows_write(&r->rows);
}

static bool
is_meant(const struct refresh *r, uint32_t id)
{
	for (size_t i = 0; i < r->feeds.ids_len; i++)
		if (r->feeds.ids[i] == id)
			return true;
	return !r->named;
}

/* Says which feeds failed now, and why; if there are many, not all are named. */
static void
say_failures(struct refresh *r)
{
	struct buf line = BUF_INIT(0);
	size_t told = 0;
	struct err err;
	if (r->counts.failed == 0 || cli_feeds_read(&r->feeds, r->cli, &err) != OK)
		return;
	for (size_t i = 0; i < r->feeds.len && told < FAILURES_TOLD; i++) {
		const struct store_feed *feed = &r->feeds.list[i];
		if (!feed->error || !is_meant(r, feed->id) || feed->last_poll < r->begun)
			continue;
		const char *name = cli_feeds_title(&r->feeds, feed);
		buf_clear(&line);
		if (!str_starts(feed->error, name)) /* it may begin with the name */
			buf_addf(&line, "%s: ", name);
		buf_adds(&line, feed->error);
		cli_note(buf_str(&line));
		told++;
	}
	if (told == FAILURES_TOLD && r->counts.failed > told)
		cli_note(_("more feeds failed; courant list --feeds shows them all"));
	buf_done(&line);
}

static int
summarize(struct refresh *r)
{
	const struct engine_counts *c = &r->counts;
	struct err err;
	say_summary(r);
	say_failures(r);
	if (c->total > 0 && c->unreachable > 0 && c->unreachable == c->done) {
		err_set(&err, ERR_NETWORK,
			_("no feed could be reached; is there a network?"));
		return cli_fail(&err);
	}
	int number = cli_session_signal();
	if (number)
		return CLI_SIGNAL + number;
	return r->gave_up || r->unstored ? CLI_FAILED : CLI_OK;
}

/* ---- the command */

static int
begin(struct refresh *r, int argc, char **argv, struct err *err)
{
	int status = cli_session_begin(&r->session, r->cli, false, err);
	if (status == OK && argc > 1)
		status = cli_feeds_read(&r->feeds, r->cli, err);
	for (int i = 1; i < argc && status == OK; i++)
		status = cli_feeds_name(&r->feeds, argv[i], err);
	r->named = argc > 1;
	r->begun = time_wall();
	if (status == OK)
		engine_refresh(r->session.engine, r->named ? r->feeds.ids : NULL,
			r->feeds.ids_len,
			(r->due ? ENGINE_DUE_ONLY : ENGINE_FORCE) |
				(r->full ? ENGINE_IN_FULL : 0));
	return status;
}

static int
run(struct refresh *r, int argc, char **argv)
{
	struct err err = {0};
	int status = begin(r, argc, argv, &err);
	if (status == OK)
		wait_done(r);
	cli_progress_clear(&r->progress);
	cli_session_end(&r->session);
	if (status == ERR_NOT_FOUND) {
		cli_note(err.text);
		return CLI_NOTHING;
	}
	return status == OK ? summarize(r) : cli_fail(&err);
}

int
cli_run_refresh(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct refresh r = {.cli = cli};
	int status = cli_args(cli, &argc, argv, 0, -1, values);
	if (status != CLI_OK)
		return status;
	r.due = values[REFRESH_DUE] != NULL;
	r.full = values[REFRESH_FULL] != NULL;
	r.rows.json = values[REFRESH_JSON] != NULL;
	r.rows.format = values[REFRESH_FORMAT];
	r.quiet = values[REFRESH_QUIET] != NULL;
	status = cli_rows_check(&r.rows, argv[0], cli_refresh_fields);
	if (status != CLI_OK)
		return status;
	cli_progress_init(&r.progress, !r.quiet);
	status = run(&r, argc, argv);
	cli_rows_done(&r.rows);
	buf_done(&r.synced);
	free(r.unstored);
	cli_feeds_done(&r.feeds);
	return status;
}
