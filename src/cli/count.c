#include "config.h"

#include "cli/count.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "cli/command.h"
#include "cli/find.h"
#include "cli/json.h"
#include "cli/session.h"
#include "query/query.h"
#include "store/read.h"

/* The places of the options in the row. */
enum {
	COUNT_ALL,
	COUNT_JSON,
};

static int
print_number(uint64_t number)
{
	struct buf out = BUF_INIT(0);
	buf_addf(&out, "%" PRIu64 "\n", number);
	bool written = cli_print(&out);
	buf_done(&out);
	return written ? CLI_OK : CLI_FAILED;
}

/* The kept counters. */
static int
count_all(struct cli *cli, bool total, bool json)
{
	const struct store_scope all = {.kind = STORE_ALL};
	struct store_counts counts = {0};
	struct store_view view;
	struct err err = {0};
	if (store_view_begin(cli->store, &view, &err) != OK)
		return cli_fail(&err);
	int status = store_counts(&view, &all, &counts);
	store_view_end(&view);
	if (status != OK) {
		err_set(&err, status,
			_("the store's counters cannot be read; run courant check"));
		return cli_fail(&err);
	}
	if (!json)
		return print_number(total ? counts.total : counts.unread);
	struct buf out = BUF_INIT(0);
	cli_json_begin(&out);
	cli_json_number(&out, "unread", counts.unread);
	cli_json_number(&out, "total", counts.total);
	cli_json_number(&out, "starred", counts.starred);
	cli_json_end(&out);
	bool written = cli_write(&out);
	buf_done(&out);
	return written ? CLI_OK : CLI_FAILED;
}

static bool
add(void *data, const struct store_key *hits, size_t len)
{
	uint64_t *number = data;
	(void)hits;
	*number += len;
	return true;
}

static int
count_found(struct cli *cli, const char *words, bool json)
{
	struct cli_session session;
	struct err err = {0};
	uint64_t number = 0;
	int status = cli_session_begin(&session, cli, false, &err);
	if (status == OK)
		status = cli_find_each(&session, words, add, &number, &err);
	cli_session_end(&session);
	if (status != OK)
		return cli_session_failed(status, &err);
	if (!json)
		return print_number(number);
	struct buf out = BUF_INIT(0);
	cli_json_begin(&out);
	cli_json_number(&out, "found", number);
	cli_json_end(&out);
	bool written = cli_write(&out);
	buf_done(&out);
	return written ? CLI_OK : CLI_FAILED;
}

int
cli_count(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	int status = cli_args(&argc, argv, 0, -1, values);
	if (status != CLI_OK)
		return status;
	if (values[COUNT_ALL] && argc > 1)
		return cli_usage(argv[0], _("--all takes no words"));
	bool json = values[COUNT_JSON] != NULL;
	if (argc == 1)
		return count_all(cli, values[COUNT_ALL] != NULL, json);
	char *words = query_join(argc - 1, argv + 1);
	status = count_found(cli, words, json);
	free(words);
	return status;
}
