#include "config.h"

#include "cli/maintenance/commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/dir.h"
#include "base/i18n.h"
#include "base/vec.h"
#include "cli/core/command.h"
#include "cli/core/command_result.h"
#include "cli/core/engine_session.h"
#include "cli/core/progress.h"
#include "store/file/copy.h"
#include "store/health/check.h"
#include "store/health/repair.h"
#include "store/index/reindex.h"
#include "store/open.h"

/* The options, in the order of the table. */
enum {
	CHECK_REPAIR,
	CHECK_JSON,
};

struct check {
	struct arena arena;
	struct cli_checked row;
	struct cli_progress progress;
	size_t faults_cap;
	bool json;
	bool looked;  /* there is a result */
	bool stopped; /* by a signal */
};

static void
take_fault(void *data, const char *sentence)
{
	struct check *c = data;
	struct buf line = BUF_INIT(0);
	cli_clean(&line, sentence);
	if (c->json) {
		*VEC_PUSH(c->row.faults, c->row.faults_len, c->faults_cap) =
			arena_strdup(&c->arena, buf_str(&line));
		buf_done(&line);
		return;
	}
	cli_progress_clear(&c->progress);
	buf_addc(&line, '\n');
	cli_print(&line);
	buf_done(&line);
}

static bool
check_on(void *data, uint64_t done, uint64_t total)
{
	struct check *c = data;
	cli_progress_percent(&c->progress, _("checking"), done, total);
	return !cli_session_signal();
}

/* Reports what is wrong. CLI_OK if nothing is. */
static int
check_store(struct check *c, struct store *store)
{
	const struct store_watch watch = {
		.report = take_fault, .go_on = check_on, .data = c};
	struct store_health_check *found = &c->row.found;
	struct err err = {0};
	cli_progress_init(&c->progress, true);
	cli_session_catch();
	int status = store_health_check(store, found, &watch, &err);
	cli_session_release();
	cli_progress_clear(&c->progress);
	c->stopped = status == ERR_CANCELLED;
	if (status != OK)
		return c->stopped ? cli_session_failed(status, &err) : cli_fail(&err);
	c->looked = true;
	uint64_t faults = store_health_check_faults(found);
	c->row.sound = faults == 0;
	c->row.feeds = found->feeds;
	c->row.items = found->items;
	c->row.texts = found->texts;
	if (c->row.sound)
		return CLI_OK;
	err_set(&err, ERR_DAMAGED,
		P_("the store has %" PRIu64
		   " fault; what is listed above cannot be trusted, the rest is sound",
			"the store has %" PRIu64 " faults; what is listed above cannot "
			"be trusted, the rest is sound",
			faults),
		faults);
	return cli_fail(&err);
}

/* Rebuilds only the index and leaves the rest in place. */
static int
reindex(struct check *c, struct store *store)
{
	struct err err = {0};
	if (store_index_rebuild(store, &err) != OK)
		return cli_fail(&err);
	c->row.reindexed = true;
	return CLI_OK;
}

static void
say_repaired(const struct cli_checked *row, struct arena *arena, struct buf *out)
{
	const struct store_health_repair *done = &row->lost;
	buf_addf(out, _("Saved: %s, %s.\n"),
		cli_amount(arena, CLI_AMOUNT_FEEDS, done->feeds),
		cli_amount(arena, CLI_AMOUNT_ITEMS, done->items));
	buf_addf(out, _("Lost: %s, %s, %s. Lists and counters were rebuilt.\n"),
		cli_amount(arena, CLI_AMOUNT_FEEDS, done->lost_feeds),
		cli_amount(arena, CLI_AMOUNT_ITEMS, done->lost_items),
		cli_amount(arena, CLI_AMOUNT_TEXTS, done->lost_texts));
	if (done->lost_pages)
		buf_addf(out,
			P_("%" PRIu64 " page of the file could not be read; what was on "
			   "it is not counted.\n",
				"%" PRIu64 " pages of the file could not be read; what "
				"was on them is not counted.\n",
				done->lost_pages),
			done->lost_pages);
	buf_addf(out, _("The damaged file is now %s.\n"), row->kept);
}

static int
repair(struct check *c, const char *dir)
{
	struct cli_checked *row = &c->row;
	struct err err = {0};
	struct buf kept = BUF_INIT(0);
	int status = store_health_repair(dir, &row->lost, &kept, &err);
	if (status == OK) {
		row->repaired = c->looked = true;
		row->kept = arena_strdup(&c->arena, buf_str(&kept));
		row->feeds = row->lost.feeds;
		row->items = row->lost.items;
		row->texts = row->items; /* those that were lost are there, but empty */
	}
	buf_done(&kept);
	return status == OK ? CLI_OK : cli_fail(&err);
}

/* Prints the result of a check or of a repair. */
static int
tell(struct check *c, int status)
{
	const struct cli_checked *row = &c->row;
	struct buf out = BUF_INIT(0);
	if (row->repaired)
		say_repaired(row, &c->arena, &out);
	else if (row->reindexed)
		buf_adds(&out, _("The full-text index was rebuilt; nothing was lost.\n"));
	else if (row->sound)
		buf_addf(&out, _("The store is sound: %s, %s, %s.\n"),
			cli_amount(&c->arena, CLI_AMOUNT_FEEDS, row->feeds),
			cli_amount(&c->arena, CLI_AMOUNT_ITEMS, row->items),
			cli_amount(&c->arena, CLI_AMOUNT_TEXTS, row->texts));
	int told = cli_result(c->json, cli_checked_fields, row, &out);
	return status == CLI_OK ? told : status;
}

int
cli_maintenance_check(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct check c = {.arena = ARENA_INIT};
	struct store *store;
	struct err err = {0};
	int status = cli_args(cli, &argc, argv, 0, 0, values);
	if (status != CLI_OK)
		return status;
	c.json = values[CHECK_JSON] != NULL;
	/* main does not open it, since repair is for stores that cannot be opened. */
	int opened = (values[CHECK_REPAIR] ? store_open : store_open_to_read)(
		&store, cli->dirs->store, &err);
	status = opened == OK ? check_store(&c, store) : cli_fail(&err);
	bool damaged = opened == OK ? status != CLI_OK : opened == ERR_DAMAGED;
	uint64_t faults = store_health_check_faults(&c.row.found);
	bool mend = values[CHECK_REPAIR] && !c.stopped;
	if (mend && faults && faults == c.row.found.misworded) {
		status = reindex(&c, store);
		damaged = false;
	}
	if (opened == OK)
		store_close(store);
	if (mend && damaged)
		status = repair(&c, cli->dirs->store);
	if (c.looked)
		status = tell(&c, status);
	free(c.row.faults);
	arena_done(&c.arena);
	return status;
}
