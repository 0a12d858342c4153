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
#include "invocation.h"
#include "model/subscription.h"
#include "store/db/view.h"
#include "store/open.h"
#include "ui/config_keys.h"
#include "ui/core/setup.h"
#include "ui/keys/help.h"
#include "ui/loop.h"

#define FILES_LEAST 40
#define STACK_LEAST 512 /* KiB */

struct program {
	struct invocation call;
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
	return program->call.command ? cli_needs(program->call.command,
					       program->call.argc, program->call.argv)
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
		&trial, NULL, program->call.overrides, program->call.overrides_len, err);
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
	if (!program->call.root || !program->call.command ||
		access(program->call.root, F_OK) == 0 ||
		needed_flags(program) & CLI_FIRST)
		return OK;
	return err_set(err, ERR_NOT_FOUND,
		_("the directory %s does not exist; is -C right?"), program->call.root);
}

/* Takes over a name of the command line, if there is one. */
static int
name_file(struct program *program, size_t i, struct err *err)
{
	const struct invocation_file *row = &invocation_files[i];
	char **path = (char **)(void *)((char *)&program->dirs + row->place);
	bool makes = needed_flags(program) & row->makers;
	if (!program->call.files[i])
		return OK;
	*path = file_expand_home(program->call.files[i]);
	if (!row->needed || makes || access(*path, F_OK) == 0)
		return OK;
	return err_set(err, ERR_NOT_FOUND, _("the file %s does not exist; is %s right?"),
		*path, row->option);
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
	for (size_t i = 0; i < INVOCATION_FILES && status == OK; i++)
		status = name_file(program, i, err);
	if (status == OK)
		status = dir_find(&program->dirs, program->call.root, err);
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
		program->call.overrides, program->call.overrides_len, err);
	if (status != OK)
		return status;
	conf_settings_unref(program->settings);
	program->settings = settings;
	for (size_t i = 0; i < settings->config.errors_len; i++)
		tell_fault(program, settings->config.errors[i]);
	if (program->call.command) /* the reader shows them in its status line */
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
		if (program->call.command) /* the reader shows it in its status line */
			cli_note(notice);
	}
	if (status == OK && program->call.command)
		cli_session_stops(program->store);
	return status;
}

static void
store_down(struct program *program)
{
	if (program->call.command)
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
	size_t n = (size_t)program->call.argc;
	program->adopter = mem_zalloc((n + 3) * sizeof *program->adopter);
	memcpy(program->adopter, program->call.argv, n * sizeof *program->adopter);
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

/* The worker hangs and may still be using the layers below it: exit at once, as in a
 * crash, which the store survives. */
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
		return !program->call.command;
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
		.argv = program->call.argv};
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
	struct cli cli = {.command = program->call.command,
		.before = program->call.before,
		.before_len = program->call.before_len,
		.dirs = &program->dirs,
		.settings = program->settings,
		.store = program->store,
		.faults = program->faults,
		.reader = ui_keys_about};
	int status =
		program->call.command->run(&cli, program->call.argc, program->call.argv);
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
		status = program->call.command ? run_command(program)
					       : read_feeds(program);
	if (program->hangs)
		leave(status);
	while (up-- > 0)
		if (needed(program, &steps[up]) && steps[up].down)
			steps[up].down(program);
	return status == CLI_OK && program->lost.status != OK ? CLI_FAILED : status;
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
	int status = invocation_read(&program.call, argc, argv, &done);
	return status == CLI_OK && !done ? run(&program) : status;
}
