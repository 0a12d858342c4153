#include "config.h"

#include "cli/exchange/commands.h"

#include <stdbool.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/str.h"
#include "cli/core/command.h"
#include "cli/core/command_result.h"
#include "engine/api.h"
#include "engine/sync/sync_text.h"
#include "model/state.h"

#define FILE_MODE 0600
#define FILE_LIMIT ((size_t)1 << 30) /* bytes that import reads at most */

static int
export_states(struct cli *cli, const char *path)
{
	struct buf out = BUF_INIT(0);
	struct err err = {0};
	size_t count;
	int status = engine_sync_export(cli->store, &out, &count, &err);
	if (status == OK && path && !str_eq(path, "-"))
		status = file_write(path, buf_str(&out), out.len, FILE_MODE, &err);
	else if (status == OK)
		cli_write(&out);
	buf_done(&out);
	return status == OK ? CLI_OK : cli_fail(&err);
}

static int
import_states(struct cli *cli, const char *path, bool json)
{
	struct buf text = BUF_INIT(FILE_LIMIT), out = BUF_INIT(0);
	struct err err = {0};
	size_t count = 0, changed = 0;
	int status = file_read(path, &text, &err);
	if (status == OK)
		status = engine_sync_import(cli->store,
			(struct span){buf_str(&text), text.len}, &count, &changed, &err);
	if (status == OK && count == 0 && !str_starts(buf_str(&text), STATE_HEADER))
		status = err_set(&err, ERR_SYNTAX,
			_("%s contains no states; courant state export writes them"),
			path);
	buf_done(&text);
	if (status != OK)
		return cli_fail(&err);
	const struct cli_changed row = {.found = count, .changed = changed};
	buf_addf(&out, P_("%zu state read, ", "%zu states read, ", count), count);
	buf_addf(&out, P_("%zu changed here\n", "%zu changed here\n", changed), changed);
	return cli_result(json, cli_merged_fields, &row, &out);
}

int
cli_exchange_state(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	int status = cli_args(cli, &argc, argv, 1, 2, values);
	if (status != CLI_OK)
		return status;
	const char *path = argc > 2 ? argv[2] : NULL;
	if (str_eq(argv[1], "export"))
		return export_states(cli, path);
	if (str_eq(argv[1], "import") && path)
		return import_states(cli, path, values[0] != NULL);
	return cli_usage(argv[0], _("state needs \"export\" or \"import FILE\""));
}
