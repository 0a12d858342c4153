/*
 * Reads the command line of the program. --help and -h, before or after a command, stand
 * for the command help.
 */
#include "config.h"

#include "invocation.h"

#include <string.h>

#include "base/buf.h"
#include "base/dir.h"
#include "base/i18n.h"
#include "base/str.h"
#include "cli/commands.h"
#include "fetch/fetch.h"

const struct invocation_file invocation_files[INVOCATION_FILES] = {
	{"--config", offsetof(struct dirs, config), .needed = true},
	{"--feeds", offsetof(struct dirs, feeds), .needed = true, .makers = CLI_ADDS},
	{"--store", offsetof(struct dirs, store)},
	{"--log", offsetof(struct dirs, log)},
};

static int
show_version(void)
{
	struct buf out = BUF_INIT(0);
	buf_addf(&out, "courant %s\n", PACKAGE_VERSION);
	fetch_version(&out);
	buf_addf(&out, "\n%s\n", LIBRARY_VERSIONS);
	cli_print(&out);
	buf_done(&out);
	return cli_finish(CLI_OK);
}

/* The value of a one-letter option, in the same word or the next; NULL if it has none. */
static const char *
short_value(int argc, char **argv, int *at)
{
	if (argv[*at][2])
		return argv[*at] + 2;
	return *at + 1 < argc ? argv[++*at] : NULL;
}

/* The value of --NAME in the same word, after an equals sign, or in the next; NULL if it
 * has none, or the word is another one. */
static const char *
long_value(const char *name, int argc, char **argv, int *at)
{
	size_t n = strlen(name);
	const char *word = argv[*at];
	if (strncmp(word, name, n) != 0)
		return NULL;
	if (word[n] == '=')
		return word + n + 1;
	return word[n] == '\0' && *at + 1 < argc ? argv[++*at] : NULL;
}

/* Takes --config and the like; false if it is none of them. */
static bool
take_file(struct invocation *call, int argc, char **argv, int *at)
{
	for (size_t i = 0; i < INVOCATION_FILES; i++) {
		const char *path = long_value(invocation_files[i].option, argc, argv, at);
		if (!str_empty(path)) {
			call->files[i] = path;
			return true;
		}
	}
	return false;
}

/* Takes an option of the program itself. CLI_OK, or CLI_USAGE after saying why. */
static int
take_option(struct invocation *call, int argc, char **argv, int *at)
{
	const char *word = argv[*at];
	if (strncmp(word, "-C", 2) == 0) {
		call->root = short_value(argc, argv, at);
		if (str_empty(call->root))
			return cli_usage(NULL, _("-C needs a directory"));
		return CLI_OK;
	}
	if (strncmp(word, "-o", 2) == 0) {
		const char *setting = short_value(argc, argv, at);
		if (str_empty(setting))
			return cli_usage(NULL, _("-o needs NAME=VALUE"));
		if (call->overrides_len == INVOCATION_OVERRIDES_MAX)
			return cli_usage(NULL, _("more than %d options with -o"),
				INVOCATION_OVERRIDES_MAX);
		call->overrides[call->overrides_len++] = setting;
		return CLI_OK;
	}
	if (take_file(call, argc, argv, at))
		return CLI_OK;
	return cli_usage(NULL, _("unknown option %s, or it needs a value"), word);
}

static int
unknown_command(const char *word)
{
	const char *names[64];
	size_t n = 0;
	for (const struct cli_command *c = cli_commands[0]; c && n < 63;
		c = cli_command_next(c))
		names[n++] = c->name;
	names[n] = NULL;
	const char *close = str_suggest(word, names);
	if (close)
		return cli_usage(
			NULL, _("unknown command %s; did you mean %s?"), word, close);
	return cli_usage(NULL, _("unknown command %s"), word);
}

/* Whether a command is only asked how it is used. */
static bool
asks_help(int argc, char **argv)
{
	for (int i = 1; i < argc && !str_eq(argv[i], "--"); i++)
		if (str_eq(argv[i], "--help") || str_eq(argv[i], "-h"))
			return true;
	return false;
}

/* Runs the command help instead; about may be NULL. */
static int
call_help(struct invocation *call, char *about)
{
	static char help[] = "help";
	static char *argv[] = {help, NULL, NULL};
	argv[1] = about;
	call->command = cli_command(help);
	call->argc = about ? 2 : 1;
	call->argv = argv;
	return CLI_OK;
}

int
invocation_read(struct invocation *call, int argc, char **argv, bool *done)
{
	int i = 1, status = CLI_OK;
	for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
		if (str_eq(argv[i], "--version") || str_eq(argv[i], "-V")) {
			*done = true;
			return show_version();
		}
		if (str_eq(argv[i], "--help") || str_eq(argv[i], "-h"))
			return call_help(call, NULL);
		if (str_eq(argv[i], "--")) {
			i++;
			break;
		}
		status = take_option(call, argc, argv, &i);
		if (status != CLI_OK)
			return status;
	}
	call->argv = argv;
	call->argc = argc;
	call->before = argv;
	call->before_len = (size_t)i;
	if (i == argc)
		return CLI_OK;
	call->argv += i;
	call->argc -= i;
	call->command = cli_command(argv[i]);
	if (!call->command)
		return unknown_command(argv[i]);
	return asks_help(call->argc, call->argv) ? call_help(call, argv[i]) : CLI_OK;
}
