#include "config.h"

#include "cli/check.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/dir.h"
#include "base/i18n.h"
#include "cli/command.h"
#include "store/admin.h"
#include "store/read.h"

static void
show_fault(void *data, const char *sentence)
{
	struct buf line = BUF_INIT(0);
	(void)data;
	cli_clean(&line, sentence);
	buf_addc(&line, '\n');
	if (!cli_print(&line))
		clearerr(stdout); /* the exit status still tells what was found */
	buf_done(&line);
}

/* CLI_OK: it is sound. */
static int
look(struct store *store)
{
	struct store_check found = {0};
	struct err err = {0};
	if (store_check(store, &found, show_fault, NULL, &err) != OK)
		return cli_fail(&err);
	uint64_t faults = found.damaged + found.misindexed + found.miscounted;
	if (faults) {
		err_set(&err, ERR_DAMAGED,
			P_("the store has %" PRIu64 " fault; what is listed above could "
			   "not be trusted, the rest is sound",
				"the store has %" PRIu64 " faults; what is listed above "
				"could not be trusted, the rest is sound",
				faults),
			faults);
		return cli_fail(&err);
	}
	struct buf out = BUF_INIT(0);
	buf_addf(&out,
		_("The store is sound: %" PRIu64 " feeds, %" PRIu64 " items, %" PRIu64
		  " texts.\n"),
		found.feeds, found.items, found.texts);
	int status = cli_print(&out) ? CLI_OK : CLI_FAILED;
	buf_done(&out);
	return status;
}

static int
repair(const char *dir)
{
	struct store_repair done;
	struct err err = {0};
	struct buf out = BUF_INIT(0), kept = BUF_INIT(0);
	int status = store_repair(dir, &done, &kept, &err);
	if (status == OK) {
		buf_addf(&out, _("Saved: %" PRIu64 " feeds, %" PRIu64 " items.\n"),
			done.feeds, done.items);
		buf_addf(&out,
			_("Lost: %" PRIu64 " feeds, %" PRIu64 " items, %" PRIu64
			  " texts. Lists and counters were made anew.\n"),
			done.lost_feeds, done.lost_items, done.lost_texts);
		if (done.lost_pages)
			buf_addf(&out,
				P_("%" PRIu64 " page of the file could not be read; what "
				   "stood there is not counted.\n",
					"%" PRIu64
					" pages of the file could not be read; "
					"what stood there is not counted.\n",
					done.lost_pages),
				done.lost_pages);
		buf_addf(&out, _("The damaged file is now %s.\n"), buf_str(&kept));
	}
	buf_done(&kept);
	if (status != OK)
		return cli_fail(&err);
	status = cli_print(&out) ? CLI_OK : CLI_FAILED;
	buf_done(&out);
	return status;
}

int
cli_check(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct store *store;
	struct err err = {0};
	int status = cli_args(&argc, argv, 0, 0, values);
	if (status != CLI_OK)
		return status;
	/* Opened here and not by main: repair has to do with those that can't be. */
	int opened = store_open(&store, cli->dirs->store, &err);
	status = opened == OK ? look(store) : cli_fail(&err);
	if (opened == OK)
		store_close(store);
	bool damaged = opened == OK ? status != CLI_OK : opened == ERR_DAMAGED;
	return values[0] && damaged ? repair(cli->dirs->store) : status;
}
