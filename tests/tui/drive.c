/*
 * The steps of a script, as a table.
 */
#include "config.h"

#include "tests/tui/drive.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/time.h"
#include "tests/tui/noise.h"

#define SHELL_MS 60000
#define OUTPUT_MAX (4 << 20)
#define DRIP_MS 60000

static const struct {
	const char *name;
	int number;
} signals[] = {
	{"ABRT", SIGABRT},
	{"BUS", SIGBUS},
	{"CONT", SIGCONT},
	{"FPE", SIGFPE},
	{"HUP", SIGHUP},
	{"ILL", SIGILL},
	{"INT", SIGINT},
	{"KILL", SIGKILL},
	{"QUIT", SIGQUIT},
	{"SEGV", SIGSEGV},
	{"STOP", SIGSTOP},
	{"TERM", SIGTERM},
	{"TSTP", SIGTSTP},
	{"WINCH", SIGWINCH},
};

int
drive_signal(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(signals); i++) {
		if (str_eq(signals[i].name, name))
			return signals[i].number;
	}
	return 0;
}

int
drive_shell(struct drive *drive, const char *command, struct err *err)
{
	char *argv[] = {mem_strdup("sh"), mem_strdup("-c"), mem_strdup(command), NULL};
	struct buf out = BUF_INIT(OUTPUT_MAX), errors = BUF_INIT(OUTPUT_MAX);
	int rc = spawn_run(argv, NULL, &out, &errors, SHELL_MS * drive->slow, -1, err);
	if (rc != 0 && err->text[0] == '\0')
		err_set(err, rc, "%s", command);
	if (rc != 0 && out.len > 0) {
		struct err before = *err;
		err_set(err, rc, "%s; output: %s", before.text, buf_str(&out));
	}
	buf_done(&out);
	buf_done(&errors);
	for (size_t i = 0; argv[i] != NULL; i++)
		free(argv[i]);
	return rc;
}

static int
step_file(struct drive *drive, const struct step *step, const char *args, struct err *err)
{
	(void)drive;
	char **words;
	size_t count;
	if (str_words(args, &words, &count) != 0 || count < 1)
		return err_set(err, ERR_SYNTAX, "file PATH [MODE]");
	struct buf body = BUF_INIT(0);
	int rc = script_expand(step->body, &body, err);
	char *slash = strrchr(words[0], '/');
	if (rc == 0 && slash != NULL) {
		*slash = '\0';
		rc = file_make_dirs(words[0], err);
		*slash = '/';
	}
	if (rc == 0)
		rc = file_write(words[0], buf_str(&body), body.len, 0644, err);
	if (rc == 0 && count > 1)
		rc = chmod(words[0], (mode_t)strtol(words[1], NULL, 8));
	buf_done(&body);
	free(words);
	return rc;
}

static int
step_sh(struct drive *drive, const struct step *step, const char *args, struct err *err)
{
	(void)step;
	return drive_shell(drive, args, err);
}

static int
step_env(struct drive *drive, const struct step *step, const char *args, struct err *err)
{
	(void)drive;
	(void)step;
	(void)err;
	char *name = mem_strdup(args);
	char *equals = strchr(name, '=');
	if (equals != NULL) {
		*equals = '\0';
		setenv(name, equals + 1, 1);
	} else {
		unsetenv(name);
	}
	free(name);
	return 0;
}

/* The server's first line holds its address; it goes to ${URL}. */
static int
server_address(struct drive *drive, int fd, struct err *err)
{
	struct buf line = BUF_INIT(4096);
	int64_t end = time_mono_ms() + DRIVE_WAIT_MS * drive->slow;
	while (strchr(buf_str(&line), '\n') == NULL && time_mono_ms() < end) {
		struct pollfd wait = {.fd = fd, .events = POLLIN};
		char bytes[256];
		if (poll(&wait, 1, DRIVE_TICK_MS) <= 0)
			continue;
		ssize_t n = read(fd, bytes, sizeof bytes);
		if (n <= 0 || buf_add(&line, bytes, (size_t)n) != 0)
			break;
	}
	const char *url = strstr(buf_str(&line), "http://");
	int rc = 0;
	if (url != NULL) {
		char *address = mem_strndup(url, strcspn(url, " \r\n"));
		size_t n = strlen(address);
		if (address[n - 1] == '/')
			address[n - 1] = '\0';
		setenv("URL", address, 1);
		free(address);
	} else {
		rc = err_set(
			err, ERR_IO, "the server gave no address: %s", buf_str(&line));
	}
	buf_done(&line);
	return rc;
}

static int
step_server(
	struct drive *drive, const struct step *step, const char *args, struct err *err)
{
	(void)step;
	char **words;
	size_t count;
	struct buf line = BUF_INIT(0);
	buf_addf(&line, "feedserve %s", args);
	int fds[2], alive[2];
	if (drive->server != 0 || str_words(buf_str(&line), &words, &count) != 0 ||
		pipe(fds) != 0 || pipe(alive) != 0) {
		buf_done(&line);
		return err_set(err, ERR_INVALID, "one server a script: server ARG…");
	}
	for (size_t i = 0; i < 2; i++) {
		fcntl(fds[i], F_SETFD, FD_CLOEXEC);
		fcntl(alive[i], F_SETFD, FD_CLOEXEC);
	}
	drive->server = fork();
	if (drive->server == 0) {
		dup2(alive[0], STDIN_FILENO); /* at its end the server ends, too */
		dup2(fds[1], STDOUT_FILENO);
		execvp(words[0], words);
		_exit(127);
	}
	close(fds[1]);
	close(alive[0]);
	int rc = server_address(drive, fds[0], err);
	/* fds[0] and alive[1] stay open: the server may continue talking, and lives with
	 * us
	 */
	buf_done(&line);
	free(words);
	return rc;
}

static int
two_numbers(const char *args, int *rows, int *cols, struct err *err)
{
	char *end;
	*rows = (int)strtol(args, &end, 10);
	*cols = (int)strtol(end, &end, 10);
	if (*end != '\0' || *rows < 1 || *cols < 1)
		return err_set(err, ERR_INVALID, "ROWS COLS expected, not %s", args);
	return 0;
}

static int
step_size(struct drive *drive, const struct step *step, const char *args, struct err *err)
{
	(void)step;
	return two_numbers(args, &drive->rows, &drive->cols, err);
}

static int
step_ignore(
	struct drive *drive, const struct step *step, const char *args, struct err *err)
{
	(void)step;
	if (!str_eq(args, "hup"))
		return err_set(err, ERR_INVALID, "ignore hup");
	drive->ignore_hup = true;
	return 0;
}

static int
step_run(struct drive *drive, const struct step *step, const char *args, struct err *err)
{
	(void)step;
	if (drive->term.vt != NULL) {
		term_pump(&drive->term, 0);
		if (!drive->term.ended)
			return err_set(err, ERR_BUSY, "the program before still runs");
		term_done(&drive->term);
	}
	char **words;
	size_t count;
	if (str_words(args, &words, &count) != 0 || count == 0)
		return err_set(err, ERR_SYNTAX, "run PROGRAM ARG…");
	int rc = term_start(
		&drive->term, words, drive->rows, drive->cols, drive->ignore_hup, err);
	free(words);
	return rc;
}

static int
step_count(
	struct drive *drive, const struct step *step, const char *args, struct err *err)
{
	(void)step;
	(void)args;
	(void)err;
	drive->typed = 0;
	drive->from = drive->term.raw.len;
	return 0;
}

static int
step_keys(struct drive *drive, const struct step *step, const char *args, struct err *err)
{
	(void)step;
	struct buf bytes = BUF_INIT(0);
	int rc = script_keys(args, &bytes, err);
	if (rc == 0)
		term_send(&drive->term, bytes.data, bytes.len);
	drive->typed += script_count(args);
	buf_done(&bytes);
	return rc;
}

static int
step_paste(
	struct drive *drive, const struct step *step, const char *args, struct err *err)
{
	(void)step;
	(void)err;
	struct buf bytes = BUF_INIT(0);
	buf_adds(&bytes, "\033[200~");
	script_unquote(args, &bytes);
	buf_adds(&bytes, "\033[201~");
	term_send(&drive->term, bytes.data, bytes.len);
	buf_done(&bytes);
	return 0;
}

static int
step_drip(struct drive *drive, const struct step *step, const char *args, struct err *err)
{
	(void)step;
	char *text;
	struct term *term = &drive->term;
	long n = strtol(args, &text, 10);
	if (n < 1 || *text != ' ')
		return err_set(err, ERR_SYNTAX, "drip N TEXT");
	struct buf bytes = BUF_INIT(0);
	script_unquote(text + 1, &bytes);
	int64_t until = time_mono_ms() + DRIP_MS * drive->slow;
	for (long i = 0; i < n && !term->ended && time_mono_ms() < until; i++) {
		term_send(term, bytes.data, bytes.len);
		while (!term_was_read(term) && !term->ended && time_mono_ms() < until)
			term_pump(term, 1);
		poll(NULL, 0, 2); /* or several would be one */
	}
	buf_done(&bytes);
	term_pump(term, 0);
	return term->ended ? err_set(err, ERR_IO, "the program ended meanwhile") : 0;
}

/* Bursts of a few pieces, each sent once the one before was read. */
static int
step_noise(
	struct drive *drive, const struct step *step, const char *args, struct err *err)
{
	(void)step;
	int pieces, seed;
	int rc = two_numbers(args, &pieces, &seed, err);
	if (rc)
		return rc;
	struct noise noise = {(uint64_t)seed * 2654435761U + 1};
	struct term *term = &drive->term;
	struct buf bytes = BUF_INIT(0);
	int64_t until = time_mono_ms() + DRIP_MS * drive->slow;
	for (int i = 0; i < pieces && !term->ended && time_mono_ms() < until; i++) {
		noise_add(&noise, &bytes);
		if (i % 7 && i + 1 < pieces)
			continue;
		term_send(term, bytes.data, bytes.len);
		buf_clear(&bytes);
		while (!term_was_read(term) && !term->ended && time_mono_ms() < until)
			term_pump(term, 1);
	}
	buf_done(&bytes);
	term_pump(term, 0);
	return term->ended ? err_set(err, ERR_IO, "the program ended meanwhile") : 0;
}

static int
step_resize(
	struct drive *drive, const struct step *step, const char *args, struct err *err)
{
	(void)step;
	int rows, cols;
	int rc = two_numbers(args, &rows, &cols, err);
	if (rc == 0)
		term_resize(&drive->term, rows, cols);
	return rc;
}

static int
step_signal(
	struct drive *drive, const struct step *step, const char *args, struct err *err)
{
	(void)step;
	int number = drive_signal(args);
	term_pump(&drive->term, 0);
	if (number == 0)
		return err_set(err, ERR_INVALID, "no signal %s", args);
	if (drive->term.ended)
		return err_set(err, ERR_NOT_FOUND, "the program has ended already");
	kill(drive->term.pid, number);
	return 0;
}

static int
step_hangup(
	struct drive *drive, const struct step *step, const char *args, struct err *err)
{
	(void)step;
	(void)args;
	(void)err;
	term_pump(&drive->term, 0);
	term_hangup(&drive->term);
	return 0;
}

/* Pumps until the condition holds or the time is over. */
static int
wait_for(struct drive *drive, const char *condition, int64_t ms, struct err *err)
{
	int64_t start = time_mono_ms(), limit = ms * drive->slow;
	struct buf why = BUF_INIT(0);
	int holds;
	for (;;) {
		buf_clear(&why);
		holds = drive_holds(drive, condition, &why, err);
		if (holds != 0 || time_mono_ms() - start >= limit)
			break;
		if (drive->term.vt != NULL)
			term_pump(&drive->term, DRIVE_TICK_MS);
		else
			poll(NULL, 0, DRIVE_TICK_MS);
	}
	if (holds == 0)
		err_set(err, ERR_TIMEOUT, "not within %lld ms: %s; %s", (long long)limit,
			condition, buf_str(&why));
	buf_done(&why);
	return holds == 1 ? 0 : err->status;
}

static int
step_wait(struct drive *drive, const struct step *step, const char *args, struct err *err)
{
	(void)step;
	return wait_for(drive, args, DRIVE_WAIT_MS, err);
}

static int
step_within(
	struct drive *drive, const struct step *step, const char *args, struct err *err)
{
	(void)step;
	char *end;
	long ms = strtol(args, &end, 10);
	if (end == args || *end != ' ')
		return err_set(err, ERR_SYNTAX, "within MS CONDITION");
	return wait_for(drive, end + 1, ms, err);
}

static int
step_want(struct drive *drive, const struct step *step, const char *args, struct err *err)
{
	(void)step;
	bool wanted = !str_starts(args, "not ");
	const char *condition = args + (wanted ? 0 : 4);
	struct buf why = BUF_INIT(0);
	if (drive->term.vt != NULL)
		term_pump(&drive->term, 0);
	int holds = drive_holds(drive, condition, &why, err);
	if (holds >= 0 && holds != wanted)
		holds = err_set(err, ERR_INVALID, "%s: %s; %s",
			wanted ? "does not hold" : "holds", condition, buf_str(&why));
	buf_done(&why);
	return holds < 0 ? holds : 0;
}

static const struct {
	const char *verb;
	bool needs_program;
	bool verbatim; /* ${NAME} is not replaced here: a shell or the condition does that
			*/
	int (*run)(struct drive *, const struct step *, const char *args, struct err *);
} steps[] = {
	{"count", false, false, step_count},
	{"drip", true, false, step_drip},
	{"env", false, false, step_env},
	{"file", false, false, step_file},
	{"hangup", true, false, step_hangup},
	{"ignore", false, false, step_ignore},
	{"keys", true, false, step_keys},
	{"noise", true, false, step_noise},
	{"paste", true, false, step_paste},
	{"resize", true, false, step_resize},
	{"run", false, false, step_run},
	{"server", false, false, step_server},
	{"sh", false, true, step_sh},
	{"signal", true, false, step_signal},
	{"size", false, false, step_size},
	{"wait", false, true, step_wait},
	{"want", false, true, step_want},
	{"within", false, true, step_within},
};

int
drive_step(struct drive *drive, const struct step *step, struct err *err)
{
	err_clear(err);
	for (size_t i = 0; i < COUNT_OF(steps); i++) {
		if (!str_eq(steps[i].verb, step->verb))
			continue;
		if (steps[i].needs_program && drive->term.vt == NULL)
			return err_set(err, ERR_INVALID, "no program was run");
		struct buf args = BUF_INIT(0);
		int rc = 0;
		if (steps[i].verbatim)
			buf_adds(&args, step->args);
		else
			rc = script_expand(step->args, &args, err);
		if (rc == 0)
			rc = steps[i].run(drive, step, buf_str(&args), err);
		buf_done(&args);
		return rc;
	}
	return err_set(err, ERR_SYNTAX, "no step \"%s\"", step->verb);
}
