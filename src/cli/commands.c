/*
 * The tables of all commands, in the order of help and manual.
 */
#include "config.h"

#include "base/i18n.h"
#include "cli/account/commands.h"
#include "cli/care/commands.h"
#include "cli/change/commands.h"
#include "cli/core/command.h"
#include "cli/exchange/commands.h"
#include "cli/help.h"
#include "cli/media/commands.h"
#include "cli/read/commands.h"
#include "cli/run/commands.h"
#include "cli/simulate/commands.h"

static const struct cli_command help_commands[] = {
	{
		.name = "help",
		.args = N_("[COMMAND]"),
		.brief = N_("explain the commands, or one of them"),
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
	cli_care_commands,
	cli_simulate_commands,
	help_commands,
	NULL,
};
