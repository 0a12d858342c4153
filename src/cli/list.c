/*
 * Feeds are few and are read in one view; items may be millions and are read a page a
 * view, so that a slow reader of the output never holds an old view (spike, LMDB: a long
 * view keeps the file growing).
 */
#include "config.h"

#include "cli/list.h"

#include "base/i18n.h"
#include "cli/command.h"
#include "cli/rows.h"

#define PAGE 256

/* The places of the options in the row. */
enum {
	LIST_FEEDS,
	LIST_ITEMS,
	LIST_JSON,
	LIST_FIELDS,
	LIST_FORMAT,
};

static void
list_feeds(struct cli_rows *rows)
{
	for (size_t i = 0; i < rows->feeds_len; i++) {
		if (rows->feeds[i].removed)
			continue;
		cli_rows_feed(rows, &rows->feeds[i]);
		if (!cli_rows_write(rows))
			return;
	}
}

/* A page of items. *after moves on; *more: there may be others. */
static int
read_page(struct cli_rows *rows, struct store_key *after, bool *more, struct err *err)
{
	const struct store_scope all = {.kind = STORE_ALL};
	struct store_key keys[PAGE];
	struct store_view view;
	size_t len = 0;
	int status = store_view_begin(rows->cli->store, &view, err);
	if (status != OK)
		return status;
	status = store_keys(&view, &all, *more ? after : NULL, keys, PAGE, &len);
	if (status != OK)
		err_set(err, status,
			_("the stored items cannot be read; run courant check"));
	for (size_t i = 0; status == OK && i < len; i++)
		cli_rows_item(rows, &view, keys[i].id);
	store_view_end(&view);
	*more = status == OK && len == PAGE;
	if (len)
		*after = keys[len - 1];
	return status;
}

static int
list_items(struct cli_rows *rows, struct err *err)
{
	struct store_key after;
	bool more = false, open;
	int status;
	do {
		status = read_page(rows, &after, &more, err);
		open = cli_rows_write(rows);
	} while (status == OK && more && open);
	return status;
}

static int
run(struct cli_rows *rows, struct cli *cli, bool items)
{
	struct err err = {0};
	int status = cli_rows_begin(rows, cli, &err);
	if (status == OK && items)
		status = list_items(rows, &err);
	else if (status == OK)
		list_feeds(rows);
	return status == OK ? CLI_OK : cli_fail(&err);
}

int
cli_list(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	int status = cli_args(&argc, argv, 0, 0, values);
	if (status != CLI_OK)
		return status;
	if (values[LIST_FEEDS] && values[LIST_ITEMS])
		return cli_usage(argv[0], _("choose one of --feeds and --items"));
	bool items = values[LIST_ITEMS] != NULL;
	struct cli_rows rows = {.json = values[LIST_JSON] != NULL,
		.fields = values[LIST_FIELDS],
		.format = values[LIST_FORMAT]};
	status = cli_rows_check(&rows, argv[0], items);
	if (status == CLI_OK)
		status = run(&rows, cli, items);
	cli_rows_done(&rows);
	return status;
}
