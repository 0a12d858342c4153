/*
 * The table of the commands that look after the store and the files of the user.
 */
#include "config.h"

#include "cli/maintenance/commands.h"

#include "base/i18n.h"

const struct cli_command cli_maintenance_commands[] = {
	{
		.name = "gc",
		.brief = N_("delete expired items, and feeds without a line"),
		.detail = N_("Removes items beyond keep-items and keep-days, items "
			     "deleted at least 30 days ago, read items that a complete "
			     "feed (fh:complete) no longer lists, and feeds that no "
			     "longer have a line, with all their items. It works in "
			     "small steps, so that readers and other commands can go "
			     "on. The space is used for what comes next."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_maintenance_gc,
		.options =
			{
				{.name = "--dry-run",
					.brief = N_("only report what would be removed"),
					.needs = CLI_STORE | CLI_FEEDS | CLI_READS},
				CLI_RESULT_AS_JSON,
			},
	},
	{
		.name = "compact",
		.brief = N_("make the store's file smaller"),
		.detail = N_("Space that removed items leave is reused anyway; this "
			     "gives it back to the disk. Readers, refreshes and other "
			     "commands may be running: reading continues, and writers "
			     "wait until it is done, a few seconds for a large store. "
			     "For a moment, the disk has to hold both files. If it is "
			     "interrupted, nothing changes. On a terminal, it shows its "
			     "progress."),
		.flags = CLI_STORE,
		.run = cli_maintenance_compact,
		.options =
			{
				CLI_RESULT_AS_JSON,
			},
	},
	{
		.name = "backup",
		.args = N_("FILE"),
		.brief = N_("write a copy of the store"),
		.detail = N_("The copy is complete and consistent, even while readers "
			     "and refreshes are running. restore brings it back. It is "
			     "only called FILE once it is complete: if you stop the "
			     "command, nothing is left of it, and an existing FILE "
			     "stays as it is. On a terminal, it shows its progress."),
		.flags = CLI_STORE,
		.run = cli_maintenance_backup,
		.options =
			{
				CLI_RESULT_AS_JSON,
			},
	},
	{
		.name = "restore",
		.args = N_("FILE"),
		.brief = N_("replace the store with a copy"),
		.detail = N_("FILE is what backup wrote, or any data.mdb, even from an "
			     "older courant. The copy is verified first: pages, "
			     "checksums, lists and counters (unlike check, not the "
			     "full-text index). If it is damaged, or if you stop the "
			     "command, nothing changes. The present store, sound or "
			     "not, is kept beside it as before-restore-1.mdb and so on, "
			     "until you remove it. Running readers and refreshes "
			     "continue with the restored store. On a terminal, it shows "
			     "its progress."),
		.flags = CLI_FIRST,
		.run = cli_maintenance_restore,
		.options =
			{
				CLI_RESULT_AS_JSON,
			},
	},
	{
		.name = "stats",
		.brief = N_("print figures about the store"),
		.flags = CLI_STORE | CLI_READS,
		.run = cli_maintenance_stats,
		.options =
			{
				CLI_RESULT_AS_JSON,
			},
	},
	{
		.name = "check",
		.brief = N_("check the store for damage"),
		.detail = N_("Reads everything once, compares checksums, indexes, "
			     "counters and the words of the full-text index, and "
			     "changes nothing.\n"
			     "With --repair, a damaged store is rewritten from what can "
			     "be read of it: feeds, items, texts and marks as they are, "
			     "everything else derived from them. It reports what was "
			     "lost; feeds that may still have it are asked for it at "
			     "the next refresh. The damaged file is kept as "
			     "before-repair-1.mdb and so on. If only the full-text "
			     "index is wrong, it is rebuilt in place. A sound store is "
			     "left alone."),
		.flags = CLI_READS,
		.run = cli_maintenance_check,
		.options =
			{
				CLI_FLAG("--repair", N_("repair what is damaged")),
				CLI_RESULT_AS_JSON,
			},
	},
	{
		.name = "check-config",
		.brief = N_("look for faults in the config and feeds files"),
		.detail = N_(
			"Reports every faulty line, with its file and number: options, "
			"key bindings, colours, rules, queries and feeds. Exits with 1 "
			"if there is one. Neither the store nor the network is needed."),
		.flags = CLI_READS,
		.run = cli_maintenance_check_config,
	},
	{0},
};
