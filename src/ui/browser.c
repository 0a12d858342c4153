/*
 * An address is passed to the browser as one element of an argument vector, never through
 * a shell, and only if it is a web address (cases 21, 25). A graphical browser runs
 * detached; one that uses the terminal gets it, and curses takes it back afterwards.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/url.h"
#include "conf/option.h"
#include "ui/state.h"
#include "ui/term.h"

static const char *const terminal_browsers[] = {"w3m", "lynx", "links", "links2",
	"elinks", "browsh", "carbonyl", "chawan", "cha"};

static const char *
base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static bool
needs_terminal(const char *program)
{
	for (size_t i = 0; i < COUNT_OF(terminal_browsers); i++)
		if (str_eq(base_name(program), terminal_browsers[i]))
			return true;
	return false;
}

/* The command: the option, or else the first in $BROWSER, or else the desktop's. */
static const char *
command_line(const struct ui *ui, struct arena *arena)
{
	if (!str_empty(ui->options->browser) && !str_eq(ui->options->browser, "auto"))
		return ui->options->browser;
	const char *list = getenv("BROWSER");
	if (!str_empty(list)) {
		struct span rest = span_of(list), first;
		if (span_split(&rest, ':', &first) && first.n)
			return arena_strndup(arena, first.p, first.n);
	}
#ifdef __APPLE__
	return "open";
#else
	return "xdg-open";
#endif
}

/* Makes an argument vector, in arena: the words with the address instead of %u, or at
 * the end. */
static char **
vector(struct arena *arena, char *const *words, size_t len, const char *url)
{
	char **argv = arena_zalloc(arena, (len + 2) * sizeof *argv);
	bool placed = false;
	for (size_t i = 0; i < len; i++) {
		const char *mark = strstr(words[i], "%u");
		if (mark && i > 0) {
			argv[i] = arena_printf(arena, "%.*s%s%s", (int)(mark - words[i]),
				words[i], url, mark + 2);
			placed = true;
		} else {
			argv[i] = arena_strdup(arena, words[i]);
		}
	}
	if (!placed)
		argv[len] = arena_strdup(arena, url);
	return argv;
}

static void
run_in_terminal(struct ui *ui, char *const argv[])
{
	struct err err = {0};
	pid_t pid;
	int code = 0;
	ui_term_leave();
	int status = spawn_start(argv, SPAWN_TTY, &pid, &err);
	if (status == OK)
		status = spawn_wait(pid, &code, &err);
	ui_term_return();
	if (status != OK)
		ui_status_say(&ui->status, true, "%s", err.text);
	else if (code != 0)
		ui_status_say(
			&ui->status, true, _("%s ended with status %d"), argv[0], code);
}

static void
run_detached(struct ui *ui, char *const argv[])
{
	struct err err = {0};
	pid_t pid;
	if (spawn_start(argv, SPAWN_DETACH, &pid, &err) != OK) {
		ui_status_say(&ui->status, true,
			_("%s. Set the option browser to another program"), err.text);
		return;
	}
	ui_status_say(&ui->status, false, _("Opened in %s"), base_name(argv[0]));
	for (size_t i = 0; i < UI_CHILDREN_MAX; i++)
		if (ui->children[i] == 0) {
			ui->children[i] = pid;
			return;
		}
}

void
ui_browser_open(struct ui *ui, const char *url)
{
	char **words = NULL;
	size_t len;
	if (!url || !url_is_web(url)) {
		ui_status_say(&ui->status, true,
			url ? _("Only http and https addresses are opened; this is: %s")
			    : _("There is no address to open"),
			url);
		return;
	}
	struct arena arena = ARENA_INIT;
	url = url_escape(&arena, url);
	if (str_words(command_line(ui, &arena), &words, &len) != OK || len == 0) {
		ui_status_say(&ui->status, true,
			_("The option browser is not a command line: a quotation mark is "
			  "not closed, or it is empty"));
	} else {
		char **argv = vector(&arena, words, len, url);
		if (needs_terminal(argv[0]))
			run_in_terminal(ui, argv);
		else
			run_detached(ui, argv);
	}
	free(words);
	arena_done(&arena);
}

void
ui_browser_reap(struct ui *ui)
{
	for (size_t i = 0; i < UI_CHILDREN_MAX; i++) {
		int code;
		if (ui->children[i] == 0 || !spawn_reap(ui->children[i], &code))
			continue;
		ui->children[i] = 0;
		if (code != 0) {
			ui_status_say(&ui->status, true,
				_("The browser ended with status %d; see the option "
				  "browser"),
				code);
			ui->dirty = true;
		}
	}
}
