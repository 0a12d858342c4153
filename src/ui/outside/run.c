/*
 * Programs run beside the reader, which learns of their end by SIGCHLD. What they print
 * goes to a file without a name, so that nothing has to be read while they run.
 */
#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/utf8.h"
#include "conf/option.h"
#include "conf/shell.h"
#include "ui/core/setup.h"
#include "ui/core/ui.h"
#include "ui/outside/outside.h"
#include "ui/page/page.h"
#include "ui/terminal/term.h"

#define OUTPUT_MAX ((size_t)256 << 10) /* of a page */
#define LINE_MAX 200                   /* of a message */

/* ---- files without a name */

static int
nameless(void)
{
	const char *dir = getenv("TMPDIR");
	char *path = file_join(str_empty(dir) ? "/tmp" : dir, "courant.XXXXXX");
	int fd = mkstemp(path);
	if (fd >= 0) {
		unlink(path);
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	}
	free(path);
	return fd;
}

static int
nameless_with(const struct buf *input)
{
	int fd = nameless();
	if (fd >= 0 && input->len)
		file_write_all(fd, input->data, input->len);
	if (fd >= 0)
		lseek(fd, 0, SEEK_SET);
	return fd;
}

static void
read_back(int fd, struct buf *out)
{
	char chunk[8192];
	struct stat st;
	ssize_t n;
	/* If there is more than fits, the end is what counts. */
	if (fstat(fd, &st) == 0 && st.st_size > (off_t)OUTPUT_MAX)
		lseek(fd, st.st_size - (off_t)OUTPUT_MAX, SEEK_SET);
	else
		lseek(fd, 0, SEEK_SET);
	while ((n = read(fd, chunk, sizeof chunk)) > 0 &&
		buf_add(out, chunk, (size_t)n) == OK)
		;
}

/* The last line that says something. */
static void
last_line(const struct buf *text, struct buf *out)
{
	struct span rest = {buf_str(text), text->len}, line, last = {"", 0};
	while (span_split(&rest, '\n', &line))
		if (span_trim(line).n)
			last = span_trim(line);
	utf8_clean_line(out, last.p, last.n, LINE_MAX);
}

/* ---- starting */

static struct ui_child *
free_place(struct ui *ui)
{
	for (size_t i = 0; i < UI_CHILDREN_MAX; i++)
		if (ui->children[i].pid == 0)
			return &ui->children[i];
	ui_status_say(
		&ui->status, true, _("%d programs are still running"), UI_CHILDREN_MAX);
	return NULL;
}

bool
ui_outside_run_room(const struct ui *ui)
{
	for (size_t i = 0; i < UI_CHILDREN_MAX; i++)
		if (ui->children[i].pid == 0)
			return true;
	return false;
}

/* What messages call a program: its name without the directory. */
static const char *
name_of(const struct spawn *spawn)
{
	const char *slash = strrchr(spawn->argv[0], '/');
	return slash ? slash + 1 : spawn->argv[0];
}

/* option: see struct ui_outside. */
static void
say_failed(struct ui *ui, int status, const struct err *err, const char *option)
{
	if (status == ERR_NOT_FOUND && option)
		ui_status_say(&ui->status, true, _("%s; :set %s PROGRAM chooses another"),
			err->text, option);
	else
		ui_refuse(ui, err->text);
}

static bool
start_beside(
	struct ui *ui, struct spawn *spawn, enum ui_run_mode mode, const char *option)
{
	struct ui_child *child = free_place(ui);
	struct err err = {0};
	if (!child)
		return false;
	int fd = nameless();
	spawn->flags = SPAWN_DETACH;
	spawn->out = mode == UI_RUN_PAGE && fd >= 0 ? fd : 0;
	spawn->errors = fd >= 0 ? fd : 0;
	*child = (struct ui_child){.file = fd, .page = mode == UI_RUN_PAGE};
	int status = spawn_program(spawn, &child->pid, &err);
	if (status != OK) {
		child->pid = 0;
		if (fd >= 0)
			close(fd);
		say_failed(ui, status, &err, option);
		return false;
	}
	snprintf(child->name, sizeof child->name, "%s", name_of(spawn));
	if (mode == UI_RUN_HOOK)
		return true;
	ui_status_report(&ui->status, false,
		mode == UI_RUN_PAGE ? _("%s is running") : _("%s was started"),
		child->name);
	child->message = ui->status.number;
	return true;
}

/* Waits until the user has read what a program wrote on the terminal, and why it failed,
 * before the reader is drawn again. If a signal ended it (a status above 128), the user
 * knows. */
static void
pause_failed(const char *name, int code)
{
	struct buf line = BUF_INIT(0);
	if (code <= 0 || code > 128)
		return;
	buf_addf(&line, _("%s ended with status %d"), name, code);
	buf_addf(&line, "\n%s", _("Press a key to go back"));
	ui_term_pause(buf_str(&line));
	buf_done(&line);
}

static bool
run_attached(
	struct ui *ui, struct spawn *spawn, enum ui_run_mode mode, const char *option)
{
	struct err err = {0};
	int code = 0;
	spawn->errors = ui_term_stderr();
	ui_term_leave();
	int status = spawn_on_terminal(spawn, &code, &err);
	if (mode == UI_RUN_ATTACHED)
		pause_failed(name_of(spawn), code);
	ui_term_return();
	ui->dirty = ui->stale = true;
	if (status != OK)
		say_failed(ui, status, &err, option);
	else if (code < 0)
		ui_status_say(&ui->status, false, _("%s was stopped (^Z) and ended"),
			name_of(spawn));
	else if (code > 0)
		ui_status_say(&ui->status, true, _("%s ended with status %d"),
			name_of(spawn), code);
	return status == OK && code == 0;
}

static bool
run(struct ui *ui, char *const *argv, char *const *env, enum ui_run_mode mode,
	const struct buf *input, const char *option)
{
	struct spawn spawn = {.argv = argv, .env = env, .flags = SPAWN_TTY};
	int in = input ? nameless_with(input) : -1;
	if (in >= 0)
		spawn.in = in;
	bool attached = mode == UI_RUN_ATTACHED || mode == UI_RUN_TRIED;
	bool good = attached ? run_attached(ui, &spawn, mode, option)
			     : start_beside(ui, &spawn, mode, option);
	if (in >= 0)
		close(in);
	return good;
}

bool
ui_outside_run_line(struct ui *ui, const struct ui_outside *of, const char *line,
	enum ui_run_mode mode, bool bare, const struct buf *input)
{
	struct arena arena = ARENA_INIT;
	struct err err = {0};
	char **argv;
	bool good = output_command(&arena, line, &of->fields, bare, &argv, &err) == OK;
	if (good)
		good = run(ui, argv, output_environment(&arena, &of->fields), mode, input,
			of->option);
	else
		ui_refuse(ui, err.text);
	arena_done(&arena);
	return good;
}

bool
ui_outside_run_plain(
	struct ui *ui, const char *line, enum ui_run_mode mode, const struct buf *input)
{
	const struct ui_outside of = {.option = NULL};
	return ui_outside_run_line(ui, &of, line, mode, false, input);
}

void
ui_outside_run_own(struct ui *ui, const char *const *arguments)
{
	struct arena arena = ARENA_INIT;
	char **argv = NULL;
	size_t n = 0;
	for (size_t i = 0; ui->setup->argv[i]; i++, n++) {
		argv = arena_push(&arena, argv, n, sizeof *argv);
		argv[n] = ui->setup->argv[i];
	}
	for (bool more = true; more; n++) {
		argv = arena_push(&arena, argv, n, sizeof *argv);
		argv[n] = *arguments ? arena_strdup(&arena, *arguments) : NULL;
		more = *arguments++ != NULL;
	}
	run(ui, argv, NULL, UI_RUN_PAGE, NULL, NULL);
	arena_done(&arena);
}

enum ui_run_mode
ui_outside_run_flags(const char **line)
{
	static const struct {
		const char *flag;
		enum ui_run_mode mode;
	} flags[] = {{"-b ", UI_RUN_DETACHED}, {"-r ", UI_RUN_PAGE}};
	*line += strspn(*line, " ");
	for (size_t i = 0; i < COUNT_OF(flags); i++)
		if (str_starts(*line, flags[i].flag)) {
			*line += strlen(flags[i].flag);
			*line += strspn(*line, " ");
			return flags[i].mode;
		}
	return UI_RUN_ATTACHED;
}

/* ---- ending */

bool
ui_outside_run_stop(struct ui *ui)
{
	bool any = false;
	for (size_t i = 0; i < UI_CHILDREN_MAX; i++)
		if (ui->children[i].pid && ui->children[i].page) {
			kill(-ui->children[i].pid, SIGKILL);
			ui->children[i].stopped = any = true;
		}
	return any;
}

static void
child_ended(struct ui *ui, struct ui_child *child, int code)
{
	struct buf text = BUF_INIT(OUTPUT_MAX), last = BUF_INIT(0);
	if (child->file >= 0)
		read_back(child->file, &text);
	ui_status_drop(&ui->status, child->message);
	if (child->page && (text.len || code == 0))
		ui_page_show(ui, child->name, &text);
	last_line(&text, &last);
	if (code && child->stopped)
		ui_status_report(&ui->status, false, _("%s was stopped"), child->name);
	else if (code && last.len)
		ui_status_report(&ui->status, true, _("%s ended with status %d: %s"),
			child->name, code, buf_str(&last));
	else if (code)
		ui_status_report(&ui->status, true, _("%s ended with status %d"),
			child->name, code);
	buf_done(&text);
	buf_done(&last);
	ui->dirty = true;
}

void
ui_outside_run_reap(struct ui *ui)
{
	for (size_t i = 0; i < UI_CHILDREN_MAX; i++) {
		struct ui_child child = ui->children[i];
		int code;
		if (child.pid == 0 || !spawn_reap(child.pid, &code))
			continue;
		ui->children[i] = (struct ui_child){0};
		child_ended(ui, &child, code);
		if (child.file >= 0)
			close(child.file);
	}
}

/* ---- commands */

struct running {
	char *line;
	enum ui_run_mode mode;
};

static bool
run_one(struct ui *ui, void *data, struct ui_outside *of)
{
	const struct running *r = data;
	return ui_outside_run_line(ui, of, r->line, r->mode, false, NULL);
}

static void
run_end(struct ui *ui, void *data, bool all)
{
	struct running *r = data;
	(void)ui, (void)all;
	free(r->line);
	free(r);
}

void
ui_outside_run_each(struct ui *ui, const char *line, enum ui_run_mode mode)
{
	struct running *r = mem_alloc(sizeof *r);
	*r = (struct running){mem_strdup(line), mode};
	ui_outside_each(ui, (struct ui_outside_each){.one = run_one,
				    .end = run_end,
				    .data = r,
				    .beside = mode != UI_RUN_ATTACHED});
}

/* Whether a line that was typed can be run: it is not empty, and needs no shell. */
static bool
is_command(struct ui *ui, const char *line)
{
	struct err err;
	if (str_empty(line))
		return false;
	if (conf_shell_needless(line, &err) == OK)
		return true;
	ui_refuse(ui, err.text);
	return false;
}

static void
run_given(struct ui *ui, const char *line)
{
	enum ui_run_mode mode = ui_outside_run_flags(&line);
	if (is_command(ui, line))
		ui_outside_run_each(ui, line, mode);
}

void
ui_outside_run_ask(struct ui *ui, const char *arg)
{
	ui_ask(ui, arg,
		&(struct ui_question){.label = _("Run (-r shows its output):"),
			.accept = run_given,
			.history = &ui->runs});
}

/* One program gets the texts of all items, and is run with the first. */
struct piping {
	char *line;
	enum ui_run_mode mode;
	enum output_kind kind;
	struct ui_outside first;
	struct buf input;
};

static bool
pipe_one(struct ui *ui, void *data, struct ui_outside *of)
{
	struct piping *p = data;
	const struct output_style style = {.width = ui_outside_width(ui)};
	if (!of->item) {
		ui_status_say(&ui->status, false, _("Put the cursor on an item first"));
		return false;
	}
	output_document(of->item, p->kind, &style, &p->input);
	if (!p->first.item) {
		p->first = *of;
		*of = (struct ui_outside){.arena = ARENA_INIT};
	}
	return true;
}

static void
pipe_end(struct ui *ui, void *data, bool all)
{
	struct piping *p = data;
	if (ui && all && p->first.item)
		ui_outside_run_line(ui, &p->first, p->line, p->mode, false, &p->input);
	ui_outside_done(&p->first);
	buf_done(&p->input);
	free(p->line);
	free(p);
}

/* [KIND] [-b|-r] COMMAND, or the flag first */
static void
pipe_given(struct ui *ui, const char *line)
{
	enum output_kind kind = OUTPUT_TEXT;
	enum ui_run_mode mode = ui_outside_run_flags(&line);
	size_t n = strcspn(line, " ");
	if (output_kind_named(arena_strndup(&ui->scratch, line, n), &kind)) {
		line += n;
		if (mode == UI_RUN_ATTACHED)
			mode = ui_outside_run_flags(&line);
		line += strspn(line, " ");
	}
	if (!is_command(ui, line))
		return;
	struct piping *p = mem_alloc(sizeof *p);
	*p = (struct piping){.line = mem_strdup(line),
		.mode = mode,
		.kind = kind,
		.first = {.arena = ARENA_INIT},
		.input = BUF_INIT(0)};
	ui_outside_each(ui,
		(struct ui_outside_each){.one = pipe_one, .end = pipe_end, .data = p});
}

void
ui_outside_run_pipe(struct ui *ui, const char *arg)
{
	ui_ask(ui, arg,
		&(struct ui_question){.label = _("Pipe to (-r shows its output):"),
			.accept = pipe_given,
			.history = &ui->runs});
}
