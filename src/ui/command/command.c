/*
 * The table of the contexts in which commands work, and looking commands up.
 */
#include "config.h"

#include "ui/command/command.h"

#include "base/i18n.h"
#include "base/str.h"

const struct ui_context_name ui_contexts[] = {
	{"feeds", UI_FEEDS, N_("List of feeds")},
	{"items", UI_ITEMS, N_("List of items")},
	{"article", UI_ARTICLE, N_("Reading")},
	{"found", UI_FOUND, N_("Reading, while found words are marked")},
	{"choose", UI_CHOOSE, N_("Choosing")},
	{"schedule", UI_SCHEDULE, N_("Schedule of a feed")},
	{"schedule-all", UI_SCHEDULE_ALL, N_("Schedule of all feeds")},
	{"page", UI_PAGE, N_("A page of text")},
	{"failing", UI_FAILING, N_("Failing and silent feeds")},
	{"messages", UI_MESSAGES, N_("Messages")},
	{"queue", UI_QUEUE, N_("Queue of episodes")},
	{"downloads", UI_DOWNLOADS, N_("Downloads")},
	{"chapters", UI_CHAPTERS, N_("Chapters")},
	{"transcript", UI_TRANSCRIPT, N_("Transcript")},
	{"help", UI_HELP, N_("Help")},
	{0},
};

bool
ui_command_works(const struct ui_command *command, int context)
{
	return (command->contexts | command->also) & context;
}

/* The table that a command is in. */
static const struct ui_command *const *
table_of(const struct ui_command *command)
{
	for (const struct ui_command *const *table = ui_commands; *table; table++)
		for (const struct ui_command *c = *table; c->name; c++)
			if (c == command)
				return table;
	return NULL;
}

const struct ui_command *
ui_command_next(const struct ui_command *command)
{
	return command[1].name ? command + 1 : table_of(command)[1];
}

const struct ui_command *
ui_command(const char *name)
{
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c))
		if (str_eq(c->name, name))
			return c;
	return NULL;
}
