/*
 * Starts the program and ends it. One table lists, in order, what has to be brought up
 * and for which commands; the reader needs all of it. If a step fails, those before it
 * are undone in reverse order.
 */
#include "config.h"

#include <fcntl.h>
#include <jansson.h>
#include <locale.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/crash.h"
#include "base/dir.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/str.h"
#include "cli/commands.h"
#include "cli/core/engine_session.h"
#include "conf/feeds.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "engine/api.h"
#include "engine/feeds/subscribe.h"
#include "fetch/fetch.h"
#include "model/subscription.h"
#include "store/db/view.h"
#include "store/open.h"
#include "ui/config_keys.h"
#include "ui/core/setup.h"
#include "ui/keys/help.h"
#include "ui/loop.h"

#define FILES_LEAST 40
#define STACK_LEAST 512  /* KiB */
#define OVERRIDES_MAX 64 /* -o on one command line */

/* Files and directories that the command line can name. If one that has to be there is
 * missing, its name is probably mistyped; only commands with CLI_ADDS make a feeds file.
 */
enum {
	FILES = 4,
};
static const struct {
	const char *option;
	size_t place; /* in struct dirs */
	bool needed;
	int makers; /* enum cli_flag */
} files[FILES] = {
	{"--config", offsetof(struct dirs, config), .needed = true},
	{"--feeds", offsetof(struct dirs, feeds), .needed = true, .makers = CLI_ADDS},
	{"--store", offsetof(struct dirs, store)},
	{"--log", offsetof(struct dirs, log)},
};

struct program {
	/* the command line */
	const char *root;                     /* -C */
	const char *files[FILES];             /* as the table of the same name */
	const char *overrides[OVERRIDES_MAX]; /* -o */
	size_t overrides_len;
	const struct cli_command *command; /* NULL: the reader */
	int argc;
	char **argv;        /* of the command; the reader: the whole line */
	char *const *words; /* before the command, the program's name first */
	size_t words_len;
	char **adopter; /* of engine_setup */
	/* what is up */
	struct dirs dirs;
	struct settings *settings;
	struct store *store;
	struct engine *engine;
	int failure;     /* exit status when a step fails */
	struct err lost; /* what the reader could not store when it ended */
	struct err full; /* what the feeds file has and the disk has no room for */
	size_t faults;   /* faulty lines of config and feeds file that were reported */
	bool hangs;      /* a worker that did not end may still use all of this */
};

/* What the command needs (enum cli_flag); the reader: the store. */
static int
needed_flags(const struct program *program)
{
	return program->command
		       ? cli_needs(program->command, program->argc, program->argv)
		       : CLI_STORE;
}

static void
tell_fault(void *data, const char *sentence)
{
	struct program *program = data;
	program->faults++;
	cli_note(sentence);
	log_put(LOG_WARN, "%s", sentence);
}

/* Until the reader's terminal code takes over. LMDB trusts its file, and crashes on
 * damage that no check has found. */
static int
crashes_up(struct program *program, struct err *err)
{
	char text[256];
	(void)err;
	snprintf(text, sizeof text, "%s\n",
		needed_flags(program) & CLI_STORE
			? _("courant: crashed; nothing that was saved is lost. Run "
			    "courant check to see whether the store is damaged")
			: _("courant: crashed; please report it"));
	crash_catch(NULL, STDERR_FILENO, text);
	return OK;
}

/* Comes first, so that every message is in the user's language. */
static void
set_language(void)
{
	setlocale(LC_ALL, "");
#ifdef ENABLE_NLS
	bindtextdomain(PACKAGE, LOCALEDIR);
	textdomain(PACKAGE);
#endif
}

/* With a smaller stack, the threads of libraries crash: theirs have the same size, which
 * is fixed before we could change it (case 147). */
static int
stack_up(struct program *program, struct err *err)
{
	struct rlimit limit;
	(void)program;
	if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= STACK_LEAST * 1024)
		return OK;
	return err_set(err, ERR_LIMIT,
		_("this process may use only %lu KB of stack, but courant needs %d; "
		  "raise the limit (ulimit -s)"),
		(unsigned long)(limit.rlim_cur / 1024), STACK_LEAST);
}

/* With fewer files, libraries fail in ways that look like something else (case 147). */
static int
files_up(struct program *program, struct err *err)
{
	struct rlimit limit;
	(void)program;
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= FILES_LEAST)
		return OK;
	limit.rlim_cur = limit.rlim_max < FILES_LEAST ? limit.rlim_max : FILES_LEAST;
	if (limit.rlim_cur == FILES_LEAST && setrlimit(RLIMIT_NOFILE, &limit) == 0)
		return OK;
	return err_set(err, ERR_LIMIT,
		_("this process may open only %lu files, but courant needs %d; raise the "
		  "limit (ulimit -n)"),
		(unsigned long)limit.rlim_cur, FILES_LEAST);
}

/* The defaults, which are all that a bare command needs. */
static int
options_up(struct program *program, struct err *err)
{
	return conf_settings_load(&program->settings, NULL, NULL, 0, err);
}

static void
options_down(struct program *program)
{
	conf_settings_unref(program->settings);
}

/* Checks the -o of the command line before anything else is touched. */
static int
overrides_up(struct program *program, struct err *err)
{
	struct settings *trial = NULL;
	int status = conf_settings_load(
		&trial, NULL, program->overrides, program->overrides_len, err);
	conf_settings_unref(trial);
	if (status != OK)
		program->failure = CLI_USAGE;
	return status;
}

/* A new directory is for the reader and for commands that add something: with others, the
 * name is probably mistyped. */
static int
check_root(const struct program *program, struct err *err)
{
	if (!program->root || !program->command || access(program->root, F_OK) == 0 ||
		needed_flags(program) & CLI_FIRST)
		return OK;
	return err_set(err, ERR_NOT_FOUND,
		_("the directory %s does not exist; is -C right?"), program->root);
}

/* Takes over a name of the command line, if there is one. */
static int
name_file(struct program *program, size_t i, struct err *err)
{
	char **path = (char **)(void *)((char *)&program->dirs + files[i].place);
	bool makes = needed_flags(program) & files[i].makers;
	if (!program->files[i])
		return OK;
	*path = file_expand_home(program->files[i]);
	if (!files[i].needed || makes || access(*path, F_OK) == 0)
		return OK;
	return err_set(err, ERR_NOT_FOUND, _("the file %s does not exist; is %s right?"),
		*path, files[i].option);
}

/* Read-only commands leave an empty home empty. Where there is a config or a feeds file,
 * the store is made: the numbers of feeds begin there. */
static bool
leaves_no_files(const struct program *program)
{
	return needed_flags(program) & CLI_READS &&
	       access(program->dirs.config, F_OK) != 0 &&
	       access(program->dirs.feeds, F_OK) != 0;
}

static int
dirs_up(struct program *program, struct err *err)
{
	int status = check_root(program, err);
	for (size_t i = 0; i < FILES && status == OK; i++)
		status = name_file(program, i, err);
	if (status == OK)
		status = dir_find(&program->dirs, program->root, err);
	if (status == OK && !leaves_no_files(program))
		status = dir_make(&program->dirs, err);
	if (status != OK)
		dir_done(&program->dirs);
	return status;
}

static void
dirs_down(struct program *program)
{
	dir_done(&program->dirs);
}

static int
config_up(struct program *program, struct err *err)
{
	struct settings *settings;
	int status = conf_settings_load(&settings, program->dirs.config,
		program->overrides, program->overrides_len, err);
	if (status != OK)
		return status;
	conf_settings_unref(program->settings);
	program->settings = settings;
	for (size_t i = 0; i < settings->config.errors_len; i++)
		tell_fault(program, settings->config.errors[i]);
	if (program->command) /* the reader shows them in its status line */
		ui_check(settings, tell_fault, program);
	for (size_t i = 0; i < settings->config.warnings_len; i++)
		cli_note(settings->config.warnings[i]);
	return OK;
}

static int
log_up(struct program *program, struct err *err)
{
	const struct config *config = &program->settings->config;
	log_set_level(program->settings->options.log_level);
	if (leaves_no_files(program))
		return OK;
	/* Reading works without a log. */
	if (log_open(program->dirs.log, err) != OK)
		cli_note(err->text);
	for (size_t i = 0; i < config->errors_len; i++)
		log_put(LOG_WARN, "%s", config->errors[i]);
	return OK;
}

static void
log_down(struct program *program)
{
	(void)program;
	log_close();
}

static int
terminal_up(struct program *program, struct err *err)
{
	(void)program;
	if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
		return OK;
	return err_set(err, ERR_INVALID,
		_("the reader needs a terminal; the commands do not: courant help lists "
		  "them"));
}

static int
store_up(struct program *program, struct err *err)
{
	bool looks = leaves_no_files(program);
	int status = (looks ? store_open_to_read : store_open)(
		&program->store, program->dirs.store, err);
	const char *notice = status == OK ? store_notice(program->store) : NULL;
	if (notice) {
		log_put(LOG_WARN, "%s", notice);
		if (program->command) /* the reader shows it in its status line */
			cli_note(notice);
	}
	if (status == OK && program->command)
		cli_session_stops(program->store);
	return status;
}

static void
store_down(struct program *program)
{
	if (program->command)
		cli_session_stops(NULL);
	store_close(program->store);
}

static struct engine_setup
setup_of(const struct program *program, bool schedule)
{
	return (struct engine_setup){.store = program->store,
		.settings = program->settings,
		.feeds_path = program->dirs.feeds,
		.schedule = schedule};
}

/* Brings the store up to date with the feeds file, for commands that show what is stored.
 * For the reader, the engine does it. */
static int
feeds_up(struct program *program, struct err *err)
{
	struct subscriptions *subs = subscription_list_new();
	const char *path = program->dirs.feeds;
	int status = conf_feeds_load(subs, path, tell_fault, program, err);
	if (status == OK && conf_feeds_secret(subs) && conf_readable_by_others(path)) {
		err_set(err, OK,
			_("%s contains a password and other users can read it; run chmod "
			  "600 %s"),
			path, path);
		cli_note(err->text);
	}
	if (status == OK && !store_read_only(program->store))
		status = engine_feeds_store_subscriptions(
			program->store, subs, program->settings, err);
	subscription_list_free(subs);
	/* Also store what a reader left behind when it ended. */
	const struct engine_setup setup = setup_of(program, false);
	if (status == ERR_FULL) {
		program->full = *err; /* what is stored can still be read */
		return OK;
	}
	if (status != OK || store_read_only(program->store))
		return status;
	int caught_up = engine_catch_up(&setup, err);
	if (caught_up != OK)
		cli_note(err->text);
	program->hangs = caught_up == ERR_CANCELLED;
	return OK;
}

/* The command that takes over the reader's player, made from the reader's own command
 * line. It lasts as long as the program. */
static char *const *
adopter_of(struct program *program)
{
	static char listen[] = "listen", adopt[] = "--adopt";
	size_t n = (size_t)program->argc;
	program->adopter = mem_zalloc((n + 3) * sizeof *program->adopter);
	memcpy(program->adopter, program->argv, n * sizeof *program->adopter);
	if (n > 1 && str_eq(program->adopter[n - 1], "--"))
		n--;
	program->adopter[n] = listen;
	program->adopter[n + 1] = adopt;
	return program->adopter;
}

static int
engine_up(struct program *program, struct err *err)
{
	const struct options *options = &program->settings->options;
	struct engine_setup setup = setup_of(program, options->auto_refresh);
	setup.watch_feeds = true;
	setup.adopter = adopter_of(program);
	setup.lost = &program->lost;
	return engine_start(&program->engine, &setup, err);
}

/* The worker hangs and may still use the layers below it: leave at once, as a crash
 * would; the store survives that. */
static void
leave(int status)
{
	log_put(LOG_ERROR, "the worker did not stop");
	fflush(stdout);
	_exit(status);
}

static void
engine_down(struct program *program)
{
	if (engine_stop(program->engine)) {
		free(program->adopter);
		if (program->lost.status != OK)
			cli_note(program->lost.text);
		return;
	}
	/* The worker hangs and may still be using the store: exit at once, as in a crash,
	 * which the store survives. */
	log_put(LOG_ERROR, "the worker did not stop");
	cli_note(cli_session_hangs(program->store));
	leave(CLI_FAILED);
}

enum need {
	NEED_ALWAYS,
	NEED_FILES,  /* by all but bare commands */
	NEED_READER, /* by the reader only */
	NEED_STORE,  /* by the reader and by commands with CLI_STORE */
	NEED_FEEDS,  /* by commands with CLI_FEEDS */
};

static const struct step {
	const char *name;
	enum need need;
	int (*up)(struct program *program, struct err *err);
	void (*down)(struct program *program);
} steps[] = {
	{"crashes", NEED_ALWAYS, crashes_up, NULL},
	{"stack", NEED_ALWAYS, stack_up, NULL},
	{"files", NEED_FILES, files_up, NULL},
	{"options", NEED_ALWAYS, options_up, options_down},
	{"settings", NEED_ALWAYS, overrides_up, NULL},
	{"directories", NEED_FILES, dirs_up, dirs_down},
	{"config", NEED_FILES, config_up, NULL},
	{"log", NEED_FILES, log_up, log_down},
	{"terminal", NEED_READER, terminal_up, NULL},
	{"store", NEED_STORE, store_up, store_down},
	{"feeds", NEED_FEEDS, feeds_up, NULL},
	{"engine", NEED_READER, engine_up, engine_down},
};

static bool
needed(const struct program *program, const struct step *step)
{
	int flags = needed_flags(program);
	switch (step->need) {
	case NEED_FILES:
		return !(flags & CLI_BARE);
	case NEED_READER:
		return !program->command;
	case NEED_STORE:
		return flags & CLI_STORE;
	case NEED_FEEDS:
		return flags & CLI_FEEDS;
	default:
		return true;
	}
}

static int
read_feeds(struct program *program)
{
	struct err err = {0};
	char *places = file_join(program->dirs.store, "places");
	struct ui_setup setup = {.store = program->store,
		.engine = program->engine,
		.settings = program->settings,
		.feeds_path = program->dirs.feeds,
		.store_dir = program->dirs.store,
		.session_path = program->dirs.session,
		.places_path = places,
		.argv = program->argv};
	program->settings = NULL; /* the reader replaces them when they change */
	int status = ui_run(&setup, &err);
	free(places);
	return status == OK ? CLI_OK : cli_fail(&err);
}

/* A command does its work in spite of faulty lines in the user's files, but exits with 1,
 * so that scripts notice. */
static int
run_command(struct program *program)
{
	struct cli cli = {.command = program->command,
		.before = program->words,
		.before_len = program->words_len,
		.dirs = &program->dirs,
		.settings = program->settings,
		.store = program->store,
		.faults = program->faults,
		.reader = ui_keys_about};
	int status = program->command->run(&cli, program->argc, program->argv);
	program->hangs |= cli.hangs;
	program->settings = cli.settings;
	/* A command that stores something has already failed for the same reason and
	 * reported it. */
	if (program->full.status != OK && status != CLI_FAILED)
		cli_note(program->full.text);
	return cli_finish(status == CLI_OK && program->faults ? CLI_FAILED : status);
}

static int
run(struct program *program)
{
	struct err err = {0};
	size_t up = 0;
	int status = CLI_OK;
	for (; up < COUNT_OF(steps) && status == CLI_OK; up++) {
		if (!needed(program, &steps[up]) || steps[up].up(program, &err) == OK)
			continue;
		log_put(LOG_ERROR, "%s: %s", steps[up].name, err.text);
		cli_fail(&err);
		status = program->failure;
		break;
	}
	if (status == CLI_OK)
		status = program->command ? run_command(program) : read_feeds(program);
	if (program->hangs)
		leave(status);
	while (up-- > 0)
		if (needed(program, &steps[up]) && steps[up].down)
			steps[up].down(program);
	return status == CLI_OK && program->lost.status != OK ? CLI_FAILED : status;
}

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
take_file(struct program *program, int argc, char **argv, int *at)
{
	for (size_t i = 0; i < FILES; i++) {
		const char *path = long_value(files[i].option, argc, argv, at);
		if (!str_empty(path)) {
			program->files[i] = path;
			return true;
		}
	}
	return false;
}

/* Takes an option of the program itself. CLI_OK, or CLI_USAGE after saying why. */
static int
take_option(struct program *program, int argc, char **argv, int *at)
{
	const char *word = argv[*at];
	if (strncmp(word, "-C", 2) == 0) {
		program->root = short_value(argc, argv, at);
		if (str_empty(program->root))
			return cli_usage(NULL, _("-C needs a directory"));
		return CLI_OK;
	}
	if (strncmp(word, "-o", 2) == 0) {
		const char *setting = short_value(argc, argv, at);
		if (str_empty(setting))
			return cli_usage(NULL, _("-o needs NAME=VALUE"));
		if (program->overrides_len == OVERRIDES_MAX)
			return cli_usage(
				NULL, _("more than %d options with -o"), OVERRIDES_MAX);
		program->overrides[program->overrides_len++] = setting;
		return CLI_OK;
	}
	if (take_file(program, argc, argv, at))
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

/* Sets *done if what the command line asks for has been printed, and nothing else. */
static int
read_command_line(struct program *program, int argc, char **argv, bool *done)
{
	static char help[] = "help";
	static char *help_argv[] = {help, NULL, NULL};
	int i = 1, status = CLI_OK;
	for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
		if (str_eq(argv[i], "--version") || str_eq(argv[i], "-V")) {
			*done = true;
			return show_version();
		}
		if (str_eq(argv[i], "--help") || str_eq(argv[i], "-h")) {
			program->command = cli_command(help);
			program->argc = 1;
			program->argv = help_argv;
			return CLI_OK;
		}
		if (str_eq(argv[i], "--")) {
			i++;
			break;
		}
		status = take_option(program, argc, argv, &i);
		if (status != CLI_OK)
			return status;
	}
	if (i == argc) {
		program->argv = argv;
		program->argc = argc;
		return CLI_OK;
	}
	program->command = cli_command(argv[i]);
	program->argc = argc - i;
	program->argv = argv + i;
	program->words = argv;
	program->words_len = (size_t)i;
	if (program->command && asks_help(argc - i, argv + i)) {
		help_argv[1] = argv[i];
		program->command = cli_command(help);
		program->argc = 2;
		program->argv = help_argv;
	}
	return program->command ? CLI_OK : unknown_command(argv[i]);
}

/* If the program is started with standard output or error closed, the store or the log
 * would get their descriptors, and messages would be written into them. */
static void
hold_descriptors(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 &&
			open("/dev/null", fd ? O_WRONLY : O_RDONLY) != fd)
			_exit(CLI_FAILED); /* there is no place for a message */
}

int
main(int argc, char **argv)
{
	struct program program = {.failure = CLI_FAILED};
	bool done = false;
	hold_descriptors();
	/* Writing to a closed pipe or connection is an ordinary error (case 148). */
	signal(SIGPIPE, SIG_IGN);
	set_language();
	mem_keep_freed();
	/* When a JSON parser runs out of memory, the program ends as well. Otherwise a
	 * line of the player would look like bad JSON, and the end of an episode would be
	 * missed. */
	json_set_alloc_funcs(mem_alloc, free);
	int status = read_command_line(&program, argc, argv, &done);
	return status == CLI_OK && !done ? run(&program) : status;
}
