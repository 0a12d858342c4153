/*
 * Prints hits as they are found, newest first. If the output is a pipe and its reader is
 * satisfied early, that ends the search.
 */
#include "config.h"

#include "cli/read/commands.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/str.h"
#include "cli/core/command.h"
#include "cli/core/engine_session.h"
#include "cli/core/field.h"
#include "cli/core/find.h"
#include "cli/core/rows.h"
#include "query/query.h"
#include "store/item/list.h"

/* The options, in the order of the table. */
enum {
	SEARCH_JSON,
	SEARCH_FIELDS,
	SEARCH_FORMAT,
	SEARCH_LIMIT,
};

struct search {
	struct cli_rows rows;
	int64_t limit; /* 0: none */
	int64_t found;
	int status;
	struct err err;
};

static bool
take(void *data, const struct store_key *hits, size_t len)
{
	struct search *s = data;
	int64_t left = s->limit ? s->limit - s->found : INT64_MAX;
	if ((uint64_t)left < len)
		len = (size_t)left;
	s->found += (int64_t)len;
	s->status = cli_rows_keys(&s->rows, hits, len, &s->err);
	bool open = cli_rows_write(&s->rows);
	return s->status == OK && open && (!s->limit || s->found < s->limit);
}

static int
run(struct search *s, struct cli *cli, int argc, char **argv)
{
	struct cli_session session;
	char *query = query_join(argc - 1, argv + 1);
	int status = cli_rows_begin(&s->rows, cli, &s->err);
	if (status == OK)
		status = cli_session_begin(&session, cli, false, &s->err);
	if (status == OK) {
		status = cli_find_each(&session, query, NULL, take, s, &s->err);
		cli_session_end(&session);
	}
	free(query);
	if (status == OK)
		status = s->status;
	if (status != OK)
		return cli_session_failed(status, &s->err);
	return s->found ? CLI_OK : CLI_NOTHING;
}

int
cli_read_search(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct search s = {0};
	int status = cli_args(cli, &argc, argv, 1, -1, values);
	if (status != CLI_OK)
		return status;
	s.rows.json = values[SEARCH_JSON] != NULL;
	s.rows.fields = values[SEARCH_FIELDS];
	s.rows.format = values[SEARCH_FORMAT];
	if (values[SEARCH_LIMIT] &&
		(str_int(span_of(values[SEARCH_LIMIT]), &s.limit) != OK || s.limit < 1))
		return cli_usage(argv[0], _("--limit needs a number above 0"));
	status = cli_rows_check(&s.rows, argv[0], output_item_fields);
	if (status == CLI_OK)
		status = run(&s, cli, argc, argv);
	cli_rows_done(&s.rows);
	return status;
}
