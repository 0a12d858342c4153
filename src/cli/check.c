#include "config.h"

#include "cli/check.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "cli/command.h"
#include "store/admin.h"

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

int
cli_check(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct store_check found = {0};
	struct err err = {0};
	int status = cli_args(&argc, argv, 0, 0, values);
	if (status != CLI_OK)
		return status;
	if (store_check(cli->store, &found, show_fault, NULL, &err) != OK)
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
	status = cli_print(&out) ? CLI_OK : CLI_FAILED;
	buf_done(&out);
	return status;
}
