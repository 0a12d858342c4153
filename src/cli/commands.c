/*
 * The tables of all commands, in the order of help and manual.
 */
#include "config.h"

#include "cli/commands.h"

#include "base/i18n.h"
#include "base/str.h"
#include "cli/account/commands.h"
#include "cli/change/commands.h"
#include "cli/do.h"
#include "cli/exchange/commands.h"
#include "cli/help.h"
#include "cli/maintenance/commands.h"
#include "cli/media/commands.h"
#include "cli/read/commands.h"
#include "cli/run/commands.h"
#include "cli/simulate/commands.h"

static const struct cli_command other_commands[] = {
	{
		.name = "do",
		.args = N_("COMMAND [ARGUMENT…]"),
		.brief = N_("make a running reader do something"),
		.detail = N_("The words are what you would type there after a colon; the "
			     "reader that was started last on this store carries them "
			     "out. If none is running, reload-all, add, import, search "
			     "and undo are done without one."),
		.flags = CLI_STORE | CLI_FEEDS,
		.writes = "reload-all add import undo",
		.run = cli_do,
		.options =
			{
				{"--pid", N_("PID"),
					N_("the reader with this process id")},
			},
	},
	{
		.name = "help",
		.args = N_("[WORD]"),
		.brief = N_("explain the commands, or what a word means"),
		.detail =
			N_("A WORD is a command, an option, a word of the query "
			   "language, a command of the reader, or a page of the manual: "
			   "tutorial, commands, config, feeds, query, importing, "
			   "scheduling."),
		.flags = CLI_BARE,
		.run = cli_help,
	},
	{0},
};

const struct cli_command *const cli_commands[] = {
	cli_change_commands,
	cli_exchange_commands,
	cli_read_commands,
	cli_run_commands,
	cli_media_commands,
	cli_account_commands,
	cli_maintenance_commands,
	cli_simulate_commands,
	other_commands,
	NULL,
};

/* The entry in the list of tables whose table has the command. */
static const struct cli_command *const *
table_of(const struct cli_command *command)
{
	const struct cli_command *const *table = cli_commands;
	for (;; table++)
		for (const struct cli_command *c = *table; c->name; c++)
			if (c == command)
				return table;
}

const struct cli_command *
cli_command_next(const struct cli_command *command)
{
	return command[1].name ? command + 1 : table_of(command)[1];
}

const struct cli_command *
cli_command(const char *name)
{
	for (const struct cli_command *c = cli_commands[0]; c; c = cli_command_next(c))
		if (str_eq(c->name, name))
			return c;
	return NULL;
}
