#include "config.h"

#include "complete.h"

#include <string.h>

#include "base/buf.h"
#include "cli/core/command.h"
#include "conf/option.h"

/* Text inside '…' of a shell; for zsh brackets and colons are escaped, too. */
static void
put_quoted(struct buf *out, const char *text, const char *escaped)
{
	for (; *text; text++) {
		if (*text == '\'') {
			buf_adds(out, "'\\''");
			continue;
		}
		if (strchr(escaped, *text))
			buf_addc(out, '\\');
		buf_addc(out, *text);
	}
}

/* ---- bash */

static void
put_settings(struct buf *out)
{
	for (const struct option *o = conf_options; o->name; o++)
		buf_addf(out, " %s=", o->name);
}

void
complete_bash(struct buf *out)
{
	buf_adds(out, "# Completion of courant for bash.\n"
		      "_courant()\n{\n"
		      "\tlocal word=${COMP_WORDS[COMP_CWORD]} command= words i\n"
		      "\tlocal before=${COMP_WORDS[COMP_CWORD-1]}\n"
		      "\tfor ((i = 1; i < COMP_CWORD; i++)); do\n"
		      "\t\tcase ${COMP_WORDS[i]} in\n"
		      "\t\t-C | -o) ((i++)) ;;\n"
		      "\t\t-*) ;;\n"
		      "\t\t*) command=${COMP_WORDS[i]}; break ;;\n"
		      "\t\tesac\n"
		      "\tdone\n"
		      "\tcase $command in\n");
	for (const struct cli_command *c = cli_commands; c->name; c++) {
		buf_addf(out, "\t%s) words='", c->name);
		for (int i = 0; i < CLI_ARGS_MAX && c->options[i].name; i++)
			buf_addf(out, "%s%s%s", i ? " " : "", c->options[i].name,
				c->options[i].value ? "=" : "");
		buf_adds(out, "' ;;\n");
	}
	buf_adds(out, "\t*) words='-C -o --help --version");
	for (const struct cli_command *c = cli_commands; c->name; c++)
		buf_addf(out, " %s", c->name);
	buf_adds(out, "' ;;\n\tesac\n\tif [[ -z $command && $before = -o ]]; then\n"
		      "\t\twords='");
	put_settings(out);
	buf_adds(out, "'\n\telif [[ -z $command && $before = -C ]]; then\n"
		      "\t\twords=\n\tfi\n"
		      "\tif [[ $command = help ]]; then\n\t\twords='");
	for (const struct cli_command *c = cli_commands; c->name; c++)
		buf_addf(out, " %s", c->name);
	buf_adds(out, "'\n\tfi\n"
		      "\tCOMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
		      "\t[[ ${COMPREPLY[0]} = *= ]] && compopt -o nospace\n"
		      "\treturn 0\n}\n"
		      "complete -o default -F _courant courant\n");
}

/* ---- zsh */

static void
put_zsh_option(struct buf *out, const struct cli_arg *o)
{
	buf_addf(out, " \\\n\t\t\t'%s%s[", o->name, o->value ? "=" : "");
	put_quoted(out, o->brief, "[]:\\");
	buf_addc(out, ']');
	if (o->value) {
		buf_addc(out, ':');
		put_quoted(out, o->value, "[]:\\");
		buf_addc(out, ':');
	}
	buf_addc(out, '\'');
}

void
complete_zsh(struct buf *out)
{
	buf_adds(out, "#compdef courant\n"
		      "_courant()\n{\n"
		      "\tlocal context state line\n"
		      "\tlocal -a commands\n"
		      "\tcommands=(\n");
	for (const struct cli_command *c = cli_commands; c->name; c++) {
		buf_addf(out, "\t\t'%s:", c->name);
		put_quoted(out, c->brief, ":\\");
		buf_adds(out, "'\n");
	}
	buf_adds(out,
		"\t)\n"
		"\t_arguments -C '-C[keep everything below]:directory:_files -/' \\\n"
		"\t\t'*-o[set an option]:setting:(");
	put_settings(out);
	buf_adds(out, ")' --help --version \\\n"
		      "\t\t'1:command:->command' '*::argument:->argument' && return\n"
		      "\tcase $state in\n"
		      "\tcommand) _describe command commands ;;\n"
		      "\targument)\n\t\tcase $words[1] in\n");
	for (const struct cli_command *c = cli_commands; c->name; c++) {
		buf_addf(out, "\t\t%s) _arguments", c->name);
		for (int i = 0; i < CLI_ARGS_MAX && c->options[i].name; i++)
			put_zsh_option(out, &c->options[i]);
		buf_adds(out, " \\\n\t\t\t'*:argument:_files' ;;\n");
	}
	buf_adds(out, "\t\tesac ;;\n\tesac\n}\n_courant \"$@\"\n");
}

/* ---- fish */

void
complete_fish(struct buf *out)
{
	buf_adds(out, "# Completion of courant for fish.\n"
		      "complete -c courant -s C -r -d 'keep everything below'\n"
		      "complete -c courant -s o -x -d 'set an option' -a '");
	put_settings(out);
	buf_adds(out, "'\n");
	for (const struct cli_command *c = cli_commands; c->name; c++) {
		buf_addf(out, "complete -c courant -n __fish_use_subcommand -a %s -d '",
			c->name);
		put_quoted(out, c->brief, "\\");
		buf_adds(out, "'\n");
		for (int i = 0; i < CLI_ARGS_MAX && c->options[i].name; i++) {
			const struct cli_arg *o = &c->options[i];
			buf_addf(out,
				"complete -c courant -n '__fish_seen_subcommand_from %s' "
				"-l %s%s -d '",
				c->name, o->name + 2, o->value ? " -x" : "");
			put_quoted(out, o->brief, "\\");
			buf_adds(out, "'\n");
		}
	}
}
