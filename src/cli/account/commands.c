/*
 * The table of the commands that deal with accounts of feed servers.
 */
#include "config.h"

#include "cli/account/commands.h"

#include "base/i18n.h"

const struct cli_command cli_account_commands[] = {
	{
		.name = "account",
		.args = N_("[VERB [NAME…]]"),
		.verbs = "add list show sync check login podcasts rename pause resume "
			 "remove",
		.brief = N_("manage accounts of feed servers"),
		.detail = N_(
			"add NAME URL finds out which server is at an address, asks "
			"for the password (or reads a line of standard input), and "
			"syncs for the first time. list shows all accounts, show NAME "
			"one of them: server, last sync, waiting changes.\nsync "
			"[NAME] sends what was done here and fetches what was done "
			"there. check NAME compares what both sides have and changes "
			"nothing; the exit status is 1 when they differ.\npodcasts "
			"NAME shows which podcasts are followed only on the server "
			"and which only here; --take subscribes to the former, --give "
			"makes the server follow the latter. A podcast that you remove "
			"on one side is removed on the other by the next sync; if that "
			"would be most of them, none is, and --take removes them here, "
			"--give on the server.\nlogin NAME "
			"asks for another password. rename NAME NEW, "
			"pause NAME and resume NAME do what their names say. remove "
			"NAME forgets the account; its feeds go, unless --keep makes "
			"them feeds of this machine, with all their items."),
		.flags = CLI_STORE | CLI_FEEDS | CLI_FIRST | CLI_ADDS,
		.reads = "list show check",
		.run = cli_account,
		.options =
			{
				CLI_VALUE("--user", N_("USER"),
					N_("add: user name on the server; without it, a "
					   "Nextcloud offers a page to log in at")),
				CLI_VALUE("--protocol", N_("PROTOCOL"),
					N_("add: greader, say, if the address does not "
					   "show which it is")),
				CLI_VALUE("--password-command", N_("COMMAND"),
					N_("add: command that prints the password, which "
					   "is then stored nowhere")),
				CLI_FLAG("--plain-login",
					N_("add: send the password without encryption to "
					   "another machine")),
				CLI_FLAG("--full", N_("sync: read all lists, which sync "
						      "does anyway")),
				CLI_FLAG("--dry-run",
					N_("sync: only print what would change on either "
					   "side")),
				CLI_FLAG("--keep", N_("remove: keep the feeds")),
				CLI_FLAG("--take", N_("podcasts: follow here what is "
						      "followed there")),
				CLI_FLAG("--give", N_("podcasts: make the server follow "
						      "what is followed here")),
				CLI_LINES_OF_JSON,
			},
	},
	{0},
};
