#include "config.h"

#include "cli/help.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/span.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "conf/account.h"
#include "conf/option.h"
#include "conf/topic.h"

#define WIDTH 78
#define COLUMN 24

/* Appends text, wrapped at blanks. The first line continues at column at; the others are
 * indented. */
static void
wrap(struct buf *out, const char *text, size_t at, size_t indent)
{
	bool first = true;
	while (*text) {
		size_t n = strcspn(text, " \n"), cells = utf8_columns(text, n);
		if (!first && at + 1 + cells > WIDTH) {
			buf_addf(out, "\n%*s", (int)indent, "");
			at = indent;
			first = true;
		}
		if (!first) {
			buf_addc(out, ' ');
			at++;
		}
		buf_add(out, text, n);
		at += cells;
		text += n;
		first = false;
		if (*text == '\n') {
			buf_addf(out, "\n\n%*s", (int)indent, "");
			at = indent;
			first = true;
		}
		text += *text != '\0';
	}
	buf_addc(out, '\n');
}

/* Appends a term and, beside it, or below it if it is long, its meaning. */
static void
put_row(struct buf *out, const char *term, const char *meaning)
{
	size_t start = out->len;
	buf_addf(out, "  %s", term);
	size_t at = utf8_columns(out->data + start, out->len - start);
	if (at + 2 > COLUMN) {
		buf_addc(out, '\n');
		at = 0;
	}
	buf_addf(out, "%*s", (int)(COLUMN - at), "");
	wrap(out, meaning, COLUMN, COLUMN);
}

static void
put_overview(struct buf *out)
{
	static const struct {
		const char *term, *meaning;
	} options[] = {
		{"-C DIR", N_("keep config, feeds and store in DIR")},
		{"--config, --feeds, --store, --log PATH",
			N_("use this file, or directory for the store")},
		{"-o NAME=VALUE", N_("set an option; may be given more than once")},
		{"--help, -h", N_("show this help")},
		{"--version, -V", N_("show the versions of courant and its libraries")},
	};
	buf_adds(out, _("Usage: courant [OPTION…]\n"
			"       courant [OPTION…] COMMAND [ARGUMENT…]\n\n"));
	wrap(out,
		_("courant is a feed reader. Without a command, it opens the reader; "
		  "press ? there to see the keys. A command does one thing and exits; "
		  "readers may be open at the same time."),
		0, 0);
	buf_addf(out, "\n%s\n", _("Commands:"));
	for (const struct cli_command *c = cli_commands[0]; c; c = cli_command_next(c)) {
		struct buf term = BUF_INIT(0);
		buf_addf(&term, "%s%s%s", c->name, c->args ? " " : "",
			c->args ? _(c->args) : "");
		put_row(out, buf_str(&term), _(c->brief));
		buf_done(&term);
	}
	buf_addf(out, "\n%s\n", _("Options:"));
	for (size_t i = 0; i < COUNT_OF(options); i++)
		put_row(out, options[i].term, _(options[i].meaning));
	buf_addc(out, '\n');
	wrap(out,
		_("The manual is courant(1), courant-commands(7) for the reader, and "
		  "courant-config(5). Exit status: 0 success, 1 failure, 2 wrong usage, "
		  "3 nothing found."),
		0, 0);
}

static void
put_command(struct buf *out, const struct cli_command *c)
{
	buf_addf(out, _("Usage: courant %s%s%s%s\n\n"), c->name,
		c->options[0].name ? _(" [OPTION…]") : "", c->args ? " " : "",
		c->args ? _(c->args) : "");
	buf_addf(out, "%s: ", c->name);
	wrap(out, _(c->brief), strlen(c->name) + 2, 0);
	if (c->detail) {
		buf_addc(out, '\n');
		wrap(out, _(c->detail), 0, 0);
	}
	for (int i = 0; i < CLI_ARGS_MAX && c->options[i].name; i++) {
		const struct cli_arg *o = &c->options[i];
		struct buf term = BUF_INIT(0);
		if (i == 0)
			buf_addf(out, "\n%s\n", _("Options:"));
		buf_addf(&term, "%s%s%s", o->name, o->value ? "=" : "",
			o->value ? _(o->value) : "");
		put_row(out, buf_str(&term), _(o->brief));
		buf_done(&term);
	}
}

/* Shows a page of the manual, or only names it if man is missing. */
static int
show_page(const struct conf_page *page)
{
	char *argv[] = {(char *)(uintptr_t) "man", (char *)(uintptr_t)page->section,
		(char *)(uintptr_t)page->name, NULL};
	const struct spawn man = {.argv = argv, .flags = SPAWN_TTY};
	struct buf out = BUF_INIT(0);
	int code = 1;
	if (isatty(STDOUT_FILENO) && spawn_on_terminal(&man, &code, NULL) == OK &&
		code == 0)
		return CLI_OK;
	buf_addf(&out, _("%s(%s): %s. Read it with: man %s %s\n"), page->name,
		page->section, _(page->brief), page->section, page->name);
	cli_print(&out);
	buf_done(&out);
	return CLI_OK;
}

/* Appends a part, with its lines wrapped, after an empty line, and then empties the
 * part. */
static void
put_part(struct buf *out, struct buf *part)
{
	struct span rest = {buf_str(part), part->len}, line;
	if (part->len && out->len)
		buf_addc(out, '\n');
	while (rest.n && span_split(&rest, '\n', &line)) {
		char *text = mem_strndup(line.p, line.n);
		size_t indent = strspn(text, " ");
		buf_add(out, text, indent);
		wrap(out, text + indent, indent, indent);
		free(text);
	}
	buf_clear(part);
}

/* Appends all that the word means, with a line between. */
static void
put_topic(struct cli *cli, struct buf *out, const char *word)
{
	const struct cli_command *command = cli_command(word);
	const struct option *option = conf_option(word);
	struct buf part = BUF_INIT(0);
	if (command)
		put_command(out, command);
	if (option)
		conf_topic_option(&part, option, NULL);
	put_part(out, &part);
	for (option = conf_account_options; option->name; option++)
		if (str_eq(option->name, word)) {
			buf_adds(&part, _("In a section [account NAME]:\n\n"));
			conf_topic_option(&part, option, NULL);
		}
	put_part(out, &part);
	conf_topic_query(&part, word);
	put_part(out, &part);
	if (cli->reader)
		cli->reader(&part, word);
	put_part(out, &part);
	buf_done(&part);
}

int
cli_help(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct buf out = BUF_INIT(0);
	int status = cli_args(cli, &argc, argv, 0, 1, values);
	if (status != CLI_OK)
		return status;
	if (argc > 1)
		put_topic(cli, &out, argv[1]);
	else
		put_overview(&out);
	if (out.len)
		cli_print(&out);
	else if (conf_page(argv[1]))
		status = show_page(conf_page(argv[1]));
	else
		status = cli_usage(NULL,
			_("%s is not a command, an option, a query word or a manual "
			  "page"),
			argv[1]);
	buf_done(&out);
	return status;
}
