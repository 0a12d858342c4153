/*
 * The conditions of a script, as a table.
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "tests/tui/drive.h"

/* Takes a number off the front of *args. */
static int
take_int(const char **args, int *out, struct err *err)
{
	char *end;
	*out = (int)strtol(*args, &end, 10);
	if (end == *args || (*end != '\0' && *end != ' '))
		return err_set(err, ERR_INVALID, "a number was expected: %s", *args);
	while (*end == ' ')
		end++;
	*args = end;
	return 0;
}

static int
matches(const char *pattern, const char *text, struct err *err)
{
	bool matched = false;
	int rc = script_match(pattern, text, &matched, err);
	return rc != 0 ? rc : matched;
}

static int
holds_screen(struct drive *drive, const char *args, struct buf *why, struct err *err)
{
	(void)why;
	int found = 0;
	for (int row = 0; row < drive->term.rows && found == 0; row++) {
		struct buf text = BUF_INIT(0);
		term_row(&drive->term, row, &text);
		found = matches(args, buf_str(&text), err);
		buf_done(&text);
	}
	return found;
}

static int
holds_row(struct drive *drive, const char *args, struct buf *why, struct err *err)
{
	int row;
	int rc = take_int(&args, &row, err);
	if (rc != 0)
		return rc;
	row = row < 0 ? drive->term.rows + row : row - 1;
	struct buf text = BUF_INIT(0);
	term_row(&drive->term, row, &text);
	rc = matches(args, buf_str(&text), err);
	if (rc == 0)
		buf_addf(why, "row %d is \"%s\"\n", row + 1, buf_str(&text));
	buf_done(&text);
	return rc;
}

static int
holds_cell(struct drive *drive, const char *args, struct buf *why, struct err *err)
{
	int row, col;
	int rc = take_int(&args, &row, err);
	if (rc == 0)
		rc = take_int(&args, &col, err);
	if (rc != 0)
		return rc;
	char **words;
	size_t count;
	if (str_words(args, &words, &count) != 0 || count < 1)
		return err_set(err, ERR_INVALID, "cell ROW COL TEXT [ATTRS]");
	struct buf text = BUF_INIT(0), attrs = BUF_INIT(0);
	term_cell(&drive->term, row - 1, col - 1, &text, &attrs);
	int holds = str_eq(buf_str(&text), words[0]) &&
		    (count < 2 || str_eq(buf_str(&attrs), words[1]));
	if (!holds)
		buf_addf(why, "the cell is \"%s\" %s\n", buf_str(&text), buf_str(&attrs));
	buf_done(&text);
	buf_done(&attrs);
	free(words);
	return holds;
}

static int
holds_cursor(struct drive *drive, const char *args, struct buf *why, struct err *err)
{
	int row, col;
	int rc = take_int(&args, &row, err);
	if (rc == 0)
		rc = take_int(&args, &col, err);
	if (rc != 0)
		return rc;
	buf_addf(why, "the cursor is at %d %d\n", drive->term.cursor.row + 1,
		drive->term.cursor.col + 1);
	return drive->term.cursor.row == row - 1 && drive->term.cursor.col == col - 1;
}

static int
holds_output(struct drive *drive, const char *args, struct buf *why, struct err *err)
{
	(void)why;
	struct buf plain = BUF_INIT(0);
	int rc;
	if (args[0] == '/') {
		rc = matches(args, buf_str(&drive->term.raw), err);
	} else {
		script_unquote(args, &plain);
		rc = strstr(buf_str(&drive->term.raw), buf_str(&plain)) != NULL;
	}
	buf_done(&plain);
	return rc;
}

/* Says how the program ended, if it has. */
static void
tell_end(const struct drive *drive, struct buf *why)
{
	const struct term *term = &drive->term;
	if (!term->ended)
		buf_adds(why, "the program still runs\n");
	else if (WIFEXITED(term->status))
		buf_addf(why, "it exited with status %d\n", WEXITSTATUS(term->status));
	else
		buf_addf(why, "it was ended by signal %d\n", WTERMSIG(term->status));
}

static int
holds_exit(struct drive *drive, const char *args, struct buf *why, struct err *err)
{
	int code;
	int rc = take_int(&args, &code, err);
	if (rc != 0)
		return rc;
	tell_end(drive, why);
	return drive->term.ended && WIFEXITED(drive->term.status) &&
	       WEXITSTATUS(drive->term.status) == code;
}

static int
holds_typed(struct drive *drive, const char *args, struct buf *why, struct err *err)
{
	int most;
	int rc = take_int(&args, &most, err);
	if (rc != 0)
		return rc;
	buf_addf(why, "%zu keys were typed", drive->typed);
	return drive->typed <= (size_t)most;
}

static int
holds_written(struct drive *drive, const char *args, struct buf *why, struct err *err)
{
	int most;
	int rc = take_int(&args, &most, err);
	if (rc != 0)
		return rc;
	size_t written = drive->term.raw.len - drive->from;
	buf_addf(why, "%zu bytes were written", written);
	return written <= (size_t)most;
}

static int
holds_killed(struct drive *drive, const char *args, struct buf *why, struct err *err)
{
	int number = drive_signal(args);
	if (number == 0)
		return err_set(err, ERR_INVALID, "no signal %s", args);
	tell_end(drive, why);
	return drive->term.ended && WIFSIGNALED(drive->term.status) &&
	       WTERMSIG(drive->term.status) == number;
}

static int
holds_stopped(struct drive *drive, const char *args, struct buf *why, struct err *err)
{
	(void)args;
	(void)why;
	(void)err;
	return drive->term.stopped && !drive->term.ended;
}

static int
holds_modes(struct drive *drive, const char *args, struct buf *why, struct err *err)
{
	if (!str_eq(args, "restored"))
		return err_set(err, ERR_INVALID, "modes restored");
	return term_restored(&drive->term, why);
}

static int
holds_clean(struct drive *drive, const char *args, struct buf *why, struct err *err)
{
	if (!str_eq(args, "output"))
		return err_set(err, ERR_INVALID, "clean output");
	buf_adds(why, buf_str(&drive->term.ansi.faults));
	return drive->term.ansi.faults_len == 0;
}

/* The whole screen as a golden file has it. */
static void
snapshot(const struct drive *drive, struct buf *out)
{
	for (int row = 0; row < drive->term.rows; row++) {
		term_row(&drive->term, row, out);
		buf_addc(out, '\n');
	}
}

static void
tell_difference(const struct buf *wanted, const struct buf *got, struct buf *why)
{
	struct span a = {buf_str(wanted), wanted->len}, b = {buf_str(got), got->len};
	struct span x, y;
	for (int line = 1;; line++) {
		bool more = span_split(&a, '\n', &x);
		more = span_split(&b, '\n', &y) || more;
		if (!more)
			return;
		if (x.n == y.n && memcmp(x.p, y.p, x.n) == 0)
			continue;
		buf_addf(why, "line %d: wanted \"%.*s\"\n", line, SPAN_FMT(x));
		buf_addf(why, "line %d: is     \"%.*s\"\n", line, SPAN_FMT(y));
	}
}

/* Compares what was got with a golden file, or makes it that. */
static int
is_golden(struct drive *drive, const char *name, const struct buf *got, struct buf *why,
	struct err *err)
{
	struct buf path = BUF_INIT(0), wanted = BUF_INIT(0);
	buf_addf(&path, "%s/%s", drive->golden, name);
	int rc = 1;
	if (drive->golden_write) {
		rc = file_write(buf_str(&path), got->data, got->len, 0644, err);
		rc = rc == 0 ? 1 : rc;
	} else {
		rc = file_read(buf_str(&path), &wanted, err);
		if (rc == 0) {
			rc = wanted.len == got->len &&
			     memcmp(wanted.data, got->data, got->len) == 0;
			if (rc == 0)
				tell_difference(&wanted, got, why);
		}
	}
	buf_done(&path);
	buf_done(&wanted);
	return rc;
}

static int
holds_golden(struct drive *drive, const char *args, struct buf *why, struct err *err)
{
	struct buf got = BUF_INIT(0);
	snapshot(drive, &got);
	int rc = is_golden(drive, args, &got, why, err);
	buf_done(&got);
	return rc;
}

/* ---- elements of the screen, each of which has a colour of its own here */

#define PICTURE_CELLS 56
#define BEFORE_CELLS 8 /* of the row, before an element that begins far to the right */

static bool
is_drawn(const struct term *term, int row, int col, int color)
{
	struct buf text = BUF_INIT(0);
	bool drawn = term_color(term, row, col, false) == color ||
		     term_color(term, row, col, true) == color;
	term_cell(term, row, col, &text, NULL);
	drawn = drawn && !str_eq(buf_str(&text), " ");
	buf_done(&text);
	return drawn;
}

/* The first cell of a colour; false: there is none. */
static bool
find_color(const struct term *term, int color, int *row, int *col)
{
	for (*row = 0; *row < term->rows; (*row)++)
		for (*col = 0; *col < term->cols; (*col)++)
			if (is_drawn(term, *row, *col, color))
				return true;
	return false;
}

/* A row of the screen with the name of an element before it, and marks below the
 * element. */
static bool
put_element(const struct term *term, const char *name, int color, struct buf *out)
{
	int row, col;
	if (!find_color(term, color, &row, &col))
		return false;
	int from = col > PICTURE_CELLS / 2 ? col - BEFORE_CELLS : 0;
	int to = from + PICTURE_CELLS < term->cols ? from + PICTURE_CELLS : term->cols;
	buf_addf(out, "%-10s  ", name);
	for (int x = from; x < to; x++)
		term_cell(term, row, x, out, NULL);
	while (out->data[out->len - 1] == ' ')
		buf_cut(out, out->len - 1);
	int last = to;
	while (!is_drawn(term, row, last - 1, color))
		last--;
	buf_addf(out, "\n%*s", 12 + col - from, "");
	for (int x = col; x < last; x++)
		buf_addc(out, is_drawn(term, row, x, color) ||
					      (is_drawn(term, row, x - 1, color) &&
						      is_drawn(term, row, x + 1, color))
				      ? '^'
				      : ' ');
	buf_addc(out, '\n');
	return true;
}

static int
holds_elements(struct drive *drive, const char *args, struct buf *why, struct err *err)
{
	struct buf got = BUF_INIT(0);
	char **words;
	size_t len;
	int rc = 1;
	if (str_words(args, &words, &len) != 0 || len < 2)
		return err_set(err, ERR_INVALID, "elements FILE NAME=COLOUR…");
	for (size_t i = 1; i < len && rc == 1; i++) {
		char *equals = strchr(words[i], '=');
		if (!equals) {
			rc = err_set(err, ERR_INVALID, "elements FILE NAME=COLOUR…");
			break;
		}
		*equals = '\0';
		int color = (int)strtol(equals + 1, NULL, 10);
		if (!put_element(&drive->term, words[i], color, &got)) {
			buf_addf(why, "nothing is drawn as %s\n", words[i]);
			rc = 0;
		}
	}
	if (rc == 1)
		rc = is_golden(drive, words[0], &got, why, err);
	buf_done(&got);
	free(words);
	return rc;
}

static int
holds_sh(struct drive *drive, const char *args, struct buf *why, struct err *err)
{
	(void)err;
	struct err failed;
	int rc = drive_shell(drive, args, &failed);
	if (rc != 0)
		buf_addf(why, "%s\n", failed.text);
	return rc == 0;
}

static const struct {
	const char *name;
	bool needs_program;
	int (*holds)(struct drive *, const char *args, struct buf *why, struct err *err);
} conditions[] = {
	{"screen", true, holds_screen},
	{"row", true, holds_row},
	{"cell", true, holds_cell},
	{"elements", true, holds_elements},
	{"cursor", true, holds_cursor},
	{"output", true, holds_output},
	{"exit", true, holds_exit},
	{"typed", false, holds_typed},
	{"written", false, holds_written},
	{"killed", true, holds_killed},
	{"stopped", true, holds_stopped},
	{"modes", true, holds_modes},
	{"clean", true, holds_clean},
	{"golden", true, holds_golden},
	{"sh", false, holds_sh},
};

int
drive_holds(struct drive *drive, const char *condition, struct buf *why, struct err *err)
{
	size_t name = strcspn(condition, " ");
	for (size_t i = 0; i < COUNT_OF(conditions); i++) {
		if (strlen(conditions[i].name) != name ||
			strncmp(conditions[i].name, condition, name) != 0)
			continue;
		if (conditions[i].needs_program && drive->term.vt == NULL)
			return err_set(err, ERR_INVALID, "no program was run");
		const char *given = condition + name + strspn(condition + name, " ");
		struct buf args = BUF_INIT(0);
		int rc = 0;
		if (conditions[i].holds == holds_sh) /* the shell itself expands */
			buf_adds(&args, given);
		else
			rc = script_expand(given, &args, err);
		if (rc == 0)
			rc = conditions[i].holds(drive, buf_str(&args), why, err);
		buf_done(&args);
		return rc;
	}
	return err_set(err, ERR_INVALID, "no condition \"%.*s\"", (int)name, condition);
}
