#include "config.h"

#include "cli/read/commands.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "cli/core/command.h"
#include "cli/core/engine_session.h"
#include "cli/core/field.h"
#include "cli/core/find.h"
#include "cli/core/rows.h"
#include "query/query.h"
#include "store/db/view.h"
#include "store/item/count.h"
#include "store/item/list.h"

/* The options, in the order of the table. */
enum {
	COUNT_ALL,
	COUNT_JSON,
	COUNT_FORMAT,
};

static int
tell(struct cli_rows *rows, const struct output_field *table, const void *row,
	uint64_t number)
{
	if (!cli_rows_put(rows, table, row))
		buf_addf(&rows->out, "%" PRIu64 "\n", number);
	cli_rows_write(rows);
	return CLI_OK;
}

/* Counts without a query: the counters of the store. */
static int
count_all(struct cli_rows *rows, bool total)
{
	const struct store_scope all = {.kind = STORE_ALL};
	struct store_item_counts counts = {0};
	struct store_view view;
	struct err err = {0};
	if (store_view_begin(rows->cli->store, &view, &err) != OK)
		return cli_fail(&err);
	int status = store_item_counts(&view, &all, &counts);
	store_view_end(&view);
	if (status != OK) {
		err_set(&err, status,
			_("the store's counters cannot be read; run courant check"));
		return cli_fail(&err);
	}
	return tell(
		rows, cli_count_fields, &counts, total ? counts.total : counts.unread);
}

static bool
add(void *data, const struct store_key *hits, size_t len)
{
	struct cli_found *row = data;
	(void)hits;
	row->found += len;
	return true;
}

static int
count_found(struct cli_rows *rows, const char *words)
{
	struct cli_session session;
	struct err err = {0};
	struct cli_found row = {0};
	int status = cli_session_begin(&session, rows->cli, false, &err);
	if (status == OK)
		status = cli_find_each(&session, words, NULL, add, &row, &err);
	cli_session_end(&session);
	if (status != OK)
		return cli_session_failed(status, &err);
	return tell(rows, cli_found_fields, &row, row.found);
}

int
cli_read_count(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	int status = cli_args(cli, &argc, argv, 0, -1, values);
	if (status != CLI_OK)
		return status;
	if (values[COUNT_ALL] && argc > 1)
		return cli_usage(argv[0], _("--all takes no query"));
	struct cli_rows rows = {.cli = cli,
		.json = values[COUNT_JSON] != NULL,
		.format = values[COUNT_FORMAT]};
	char *words = query_join(argc - 1, argv + 1);
	status = cli_rows_check(
		&rows, argv[0], argc > 1 ? cli_found_fields : cli_count_fields);
	if (status == CLI_OK)
		status = argc > 1 ? count_found(&rows, words)
				  : count_all(&rows, values[COUNT_ALL] != NULL);
	cli_rows_done(&rows);
	free(words);
	return status;
}
