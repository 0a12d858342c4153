#include "config.h"

#include "cli/count.h"

#include <inttypes.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "cli/command.h"
#include "store/read.h"

int
cli_count(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	const struct store_scope all = {.kind = STORE_ALL};
	struct store_counts counts = {0};
	struct store_view view;
	struct err err = {0};
	int status = cli_args(&argc, argv, 0, 0, values);
	if (status != CLI_OK)
		return status;
	if (store_view_begin(cli->store, &view, &err) != OK)
		return cli_fail(&err);
	int got = store_counts(&view, &all, &counts);
	store_view_end(&view);
	if (got != OK) {
		err_set(&err, got,
			_("the store's counters cannot be read; run courant check"));
		return cli_fail(&err);
	}
	struct buf out = BUF_INIT(0);
	buf_addf(&out, "%" PRIu64 "\n", values[0] ? counts.total : counts.unread);
	status = cli_print(&out) ? CLI_OK : CLI_FAILED;
	buf_done(&out);
	return status;
}
