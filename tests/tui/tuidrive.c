/*
 * tuidrive SCRIPT…: runs screen test scripts (see script.h) and speaks TAP.
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "tests/tui/drive.h"

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#define SLOW 8
#elif defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define SLOW 4
#else
#define SLOW 1
#endif

#define SCRIPT_SECONDS 120

/* The environment that every program starts with; NULL removes. */
static const struct {
	const char *name, *value;
} environment[] = {
	{"TERM", "xterm-256color"},
	{"LC_ALL", "C.UTF-8"},
	{"TZ", "UTC"},
	{"PS1", "$ "},
	{"ENV", NULL},
	{"LANG", NULL},
	{"LANGUAGE", NULL},
	{"LINES", NULL},
	{"COLUMNS", NULL},
	{"NO_COLOR", NULL},
	{"BROWSER", NULL},
	{"XDG_CONFIG_HOME", NULL},
	{"XDG_DATA_HOME", NULL},
	{"XDG_STATE_HOME", NULL},
	{"http_proxy", NULL},
	{"https_proxy", NULL},
	{"all_proxy", NULL},
};

static char *
absolute(const char *path)
{
	char *full = realpath(path, NULL);
	return full != NULL ? full : mem_strdup(path);
}

static void
set_path(const char *builddir)
{
	const char *old = getenv("PATH");
	struct buf path = BUF_INIT(0);
	buf_addf(&path, "%s/src:%s/tests/http:%s/tests/cli:%s", builddir, builddir,
		builddir, old != NULL ? old : "/bin:/usr/bin");
	setenv("PATH", buf_str(&path), 1);
	buf_done(&path);
}

/* Private directory, pinned environment. */
static int
set_up(struct drive *drive, struct err *err)
{
	const char *srcdir = getenv("srcdir"), *builddir = getenv("builddir");
	char *src = absolute(srcdir != NULL ? srcdir : ".");
	char *build = absolute(builddir != NULL ? builddir : ".");
	const char *tmp = getenv("TMPDIR");
	struct buf dir = BUF_INIT(0);
	buf_addf(&dir, "%s/courant-tui.XXXXXX", tmp != NULL ? tmp : "/tmp");
	drive->dir = buf_take(&dir);
	if (mkdtemp(drive->dir) == NULL || chdir(drive->dir) != 0)
		return err_set_errno(err, ERR_IO, "No private directory %s", drive->dir);
	for (size_t i = 0; i < COUNT_OF(environment); i++) {
		if (environment[i].value != NULL)
			setenv(environment[i].name, environment[i].value, 1);
		else
			unsetenv(environment[i].name);
	}
	set_path(build);
	setenv("HOME", drive->dir, 1);
	setenv("DIR", drive->dir, 1);
	setenv("SRC", src, 1);
	setenv("BUILD", build, 1);
	buf_addf(&dir, "%s/tests/tui/golden", src);
	drive->golden = buf_take(&dir);
	drive->golden_write = str_eq(getenv("TUI_GOLDEN"), "write");
	const char *slow = getenv("TUI_SLOW");
	drive->slow = slow != NULL ? strtol(slow, NULL, 10) : SLOW;
	drive->rows = 24;
	drive->cols = 80;
	free(src);
	free(build);
	return 0;
}

static void
tear_down(struct drive *drive)
{
	term_done(&drive->term);
	if (drive->server != 0) {
		kill(drive->server, SIGTERM);
		waitpid(drive->server, NULL, 0);
	}
	struct err err;
	if (chdir("/") == 0 && getenv("TUI_KEEP") == NULL) {
		if (drive_shell(drive, "rm -rf -- \"$DIR\"", &err) != 0)
			printf("# %s\n", err.text);
	}
	free(drive->dir);
	free(drive->golden);
}

static void
print_screen(const struct term *term)
{
	if (term->vt == NULL)
		return;
	for (int row = 0; row < term->rows; row++) {
		struct buf text = BUF_INIT(0);
		term_row(term, row, &text);
		printf("# %3d |%s\n", row + 1, buf_str(&text));
		buf_done(&text);
	}
}

/* The end of what was written, for failures that the screen does not show. */
static void
print_raw(const struct term *term)
{
	if (term->vt == NULL || term->raw.len == 0)
		return;
	struct err err;
	const char *path = getenv("TUI_RAW"); /* for who looks for a fault */
	if (path != NULL &&
		file_write(path, term->raw.data, term->raw.len, 0644, &err) != 0)
		printf("# %s\n", err.text);
	size_t n = term->raw.len < 300 ? term->raw.len : 300;
	printf("# last bytes: ");
	for (const char *p = term->raw.data + term->raw.len - n; n > 0; p++, n--) {
		if ((unsigned char)*p < 0x20 || (unsigned char)*p >= 0x7F)
			printf("\\x%02x", (unsigned char)*p);
		else
			putchar(*p);
	}
	printf("\n");
}

struct tally {
	size_t done; /* cases whose result was printed */
	size_t failed;
	const char *name; /* of the running case; NULL: none */
};

static void
case_end(struct tally *tally, const char *script, bool ok)
{
	if (tally->name == NULL)
		return;
	printf("%sok %zu - %s: %s\n", ok ? "" : "not ", ++tally->done, script,
		tally->name);
	fflush(stdout);
	tally->failed += !ok;
	tally->name = NULL;
}

/* Runs the steps; a failed one ends the script, and the cases after it fail unreached. */
static void
run_steps(struct drive *drive, const struct script *script, const char *path,
	struct tally *tally)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash != NULL ? slash + 1 : path;
	bool ok = true;
	for (size_t i = 0; i < script->steps_len; i++) {
		const struct step *step = &script->steps[i];
		struct err err;
		if (str_eq(step->verb, "test")) {
			case_end(tally, name, ok);
			tally->name = step->args;
			if (!ok)
				printf("# not reached\n");
			continue;
		}
		if (!ok || str_eq(step->verb, "skip") ||
			drive_step(drive, step, &err) == 0)
			continue;
		ok = false;
		printf("# %s:%d: %s\n", path, step->line, err.text);
		print_screen(&drive->term);
		print_raw(&drive->term);
	}
	case_end(tally, name, ok);
}

/* The first "skip unless COMMAND" whose command fails, or NULL. */
static const char *
skipped(struct drive *drive, const struct script *script)
{
	for (size_t i = 0; i < script->steps_len; i++) {
		const char *args = script->steps[i].args;
		struct err err;
		if (str_eq(script->steps[i].verb, "skip") &&
			str_starts(args, "unless ") &&
			drive_shell(drive, args + strlen("unless "), &err) != 0)
			return args;
	}
	return NULL;
}

int
main(int argc, char **argv)
{
	struct drive drive = {0};
	struct script script;
	struct err err;
	struct tally tally = {0};
	signal(SIGPIPE, SIG_IGN);
	alarm(SCRIPT_SECONDS * SLOW);
	if (argc != 2) {
		fprintf(stderr, "usage: tuidrive SCRIPT\n");
		return 2;
	}
	char *path = absolute(argv[1]);
	if (script_read(&script, path, &err) != 0 || set_up(&drive, &err) != 0) {
		printf("Bail out! %s\n", err.text);
		return 1;
	}
	const char *skip = skipped(&drive, &script);
	if (skip != NULL) {
		printf("1..0 # SKIP %s\n", skip);
	} else {
		printf("1..%zu\n", script.cases);
		run_steps(&drive, &script, path, &tally);
	}
	tear_down(&drive);
	script_done(&script);
	free(path);
	return tally.failed > 0;
}
