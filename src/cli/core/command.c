#include "config.h"

#include "cli/core/command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/span.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cli/core/locale.h"
#include "output/shown_address.h"
#include "render/link_list.h"

const struct cli_exit_row cli_exits[] = {
	{.status = CLI_OK,
		.meaning = N_("Success. This includes a reader that was ended by a "
			      "closed terminal, a daemon that was told to stop, and a "
			      "command whose output nobody reads any more.")},
	{.status = CLI_FAILED,
		.meaning = N_("Something failed; a message on standard error says what, "
			      "and what to do. Also if everything was done, but the "
			      "config or feeds file has a faulty line. refresh fails "
			      "only if no feed at all could be reached, or if something "
			      "could not be stored; a daemon that was told to stop, only "
			      "if something of its last round could not be stored.")},
	{.status = CLI_USAGE,
		.meaning = N_("The command line was wrong. Also if add or preview found "
			      "several feeds to choose from.")},
	{.status = CLI_NOTHING,
		.meaning = N_("What was named does not exist: no such feed or item, or "
			      "a search found nothing.")},
	{.status = CLI_SIGNAL,
		.meaning = N_("And above: a signal ended the command. Its number is "
			      "added, as in a shell.")},
	{0},
};

static const struct cli_arg *
option_of(const struct cli_command *command, const char *word)
{
	for (const struct cli_arg *o = command->options; o->name; o++)
		if (str_eq(o->name, word))
			return o;
	return NULL;
}

static bool
is_among(const char *words, const char *word)
{
	struct span rest = span_of(words), one;
	while (span_split(&rest, ' ', &one))
		if (strlen(word) == one.n && memcmp(word, one.p, one.n) == 0)
			return true;
	return false;
}

/* Whether the command only reads, given its first word that is not an option. */
static bool
only_reads(const struct cli_command *command, const char *word)
{
	if (command->writes)
		return !word || !is_among(command->writes, word);
	return command->reads && (!word || is_among(command->reads, word));
}

int
cli_needs(const struct cli_command *command, int argc, char *const *argv)
{
	const char *first = NULL;
	for (int i = 1; i < argc && !str_eq(argv[i], "--"); i++) {
		const struct cli_arg *o = option_of(command, argv[i]);
		if (o && o->needs)
			return o->needs;
		if (argv[i][0] != '-' && !first)
			first = argv[i];
		i += o && o->value;
	}
	return command->flags | (only_reads(command, first) ? CLI_READS : 0);
}

const char *
cli_clean(struct buf *out, const char *s)
{
	utf8_clean_line(out, s ? s : "", s ? strlen(s) : 0, 0);
	return buf_str(out);
}

void
cli_address(struct buf *out, const char *url, bool secret)
{
	struct arena arena = ARENA_INIT;
	buf_adds(out,
		secret ? output_address(&arena, url) : render_link_show(&arena, url));
	arena_done(&arena);
}

void
cli_note(const char *sentence)
{
	struct buf line = BUF_INIT(0), local = BUF_INIT(0);
	cli_clean(&line, sentence);
	cli_locale_put(&local, buf_str(&line), line.len);
	fprintf(stderr, "courant: %s\n", buf_str(&local));
	buf_done(&line);
	buf_done(&local);
}

int
cli_fail(const struct err *err)
{
	cli_note(err->text);
	return CLI_FAILED;
}

int
cli_usage(const char *command, const char *fmt, ...)
{
	struct err err;
	char text[ERR_TEXT_MAX];
	va_list args;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	if (command)
		err_set(&err, ERR_INVALID, _("%s; see courant help %s"), text, command);
	else
		err_set(&err, ERR_INVALID, _("%s; courant help lists the commands"),
			text);
	cli_note(err.text);
	return CLI_USAGE;
}

/* The index of the option that word names; -1: none. *value points into word, or is NULL
 * if word has no value. */
static int
find_option(const struct cli_command *row, const char *word, const char **value)
{
	for (int i = 0; i < CLI_ARGS_MAX && row->options[i].name; i++) {
		size_t n = strlen(row->options[i].name);
		if (strncmp(word, row->options[i].name, n) != 0 ||
			(word[n] != '\0' && word[n] != '='))
			continue;
		*value = word[n] ? word + n + 1 : NULL;
		return i;
	}
	return -1;
}

static int
unknown_option(const struct cli_command *row, const char *word)
{
	const char *names[CLI_ARGS_MAX + 1];
	size_t n = 0;
	while (n < CLI_ARGS_MAX && row->options[n].name) {
		names[n] = row->options[n].name;
		n++;
	}
	names[n] = NULL;
	const char *close = str_suggest(word, names);
	if (close)
		return cli_usage(row->name, _("%s has no option %s; did you mean %s?"),
			row->name, word, close);
	return cli_usage(row->name, _("%s has no option %s"), row->name, word);
}

/* Takes the option at argv[*at], and advances *at past a value that follows it. */
static int
take_option(const struct cli_command *row, int argc, char **argv, int *at,
	const char *values[CLI_ARGS_MAX])
{
	const char *word = argv[*at], *value;
	int i = find_option(row, word, &value);
	if (i < 0)
		return unknown_option(row, word);
	const struct cli_arg *option = &row->options[i];
	if (!option->value && value)
		return cli_usage(row->name, _("%s takes no value"), option->name);
	if (option->value && !value) {
		if (*at + 1 >= argc)
			return cli_usage(row->name, _("%s needs a value"), option->name);
		value = argv[++*at];
	}
	values[i] = value ? value : "";
	return CLI_OK;
}

int
cli_args(const struct cli *cli, int *argc, char **argv, int least, int most,
	const char *values[CLI_ARGS_MAX])
{
	const struct cli_command *row = cli->command;
	int words = 1;
	bool only_words = false;
	for (int i = 0; i < CLI_ARGS_MAX; i++)
		values[i] = NULL;
	for (int i = 1; i < *argc; i++) {
		if (!only_words && str_eq(argv[i], "--")) {
			only_words = true;
		} else if (!only_words && argv[i][0] == '-' && argv[i][1]) {
			int status = take_option(row, *argc, argv, &i, values);
			if (status != CLI_OK)
				return status;
		} else {
			argv[words++] = argv[i];
		}
	}
	*argc = words;
	if (words - 1 < least)
		return cli_usage(row->name, _("%s needs arguments: %s"), row->name,
			row->args ? _(row->args) : "");
	if (most >= 0 && words - 1 > most)
		return cli_usage(row->name, _("unexpected argument \"%s\" to %s"),
			argv[most + 1], row->name);
	return CLI_OK;
}

/* Why standard output can no longer be written to; 0: it can be. Global as stdout is,
 * which does not remember the reason itself. */
static int lost;

/* Notes the reason (errno) if an operation on stdout has just failed. */
static bool
keep_reason(bool failed)
{
	if (failed && !lost)
		lost = errno ? errno : EIO;
	return !lost;
}

bool
cli_write(const struct buf *out)
{
	errno = 0;
	return !lost && keep_reason(fwrite(buf_str(out), 1, out->len, stdout) < out->len);
}

bool
cli_print(const struct buf *out)
{
	struct buf local = BUF_INIT(0);
	cli_locale_put(&local, buf_str(out), out->len);
	bool written = cli_write(&local);
	buf_done(&local);
	return written;
}

bool
cli_flush(void)
{
	errno = 0;
	return !lost && keep_reason(fflush(stdout) != 0);
}

int
cli_lost(void)
{
	return lost;
}

int
cli_finish(int status)
{
	struct err err;
	if (cli_flush() || lost == EPIPE)
		return status;
	errno = lost;
	err_set_errno(&err, ERR_IO, _("cannot write the output"));
	return cli_fail(&err);
}
