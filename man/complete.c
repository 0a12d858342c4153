#include "config.h"

#include "complete.h"

#include <stdbool.h>
#include <string.h>

#include "base/buf.h"
#include "cli/commands.h"
#include "conf/account.h"
#include "conf/option.h"
#include "import/import_api.h"
#include "ui/command/command.h"

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

/* ---- what is completed */

/* Whether a command takes feeds, tags or a query, by how its usage calls them. */
static bool
takes(const struct cli_command *c, const char *what)
{
	return c->args && strstr(c->args, what);
}

/* Appends the names of the commands that do, separated by a character. */
static void
put_takers(struct buf *out, const char *what, const char *between)
{
	bool first = true;
	for (const struct cli_command *c = cli_commands[0]; c; c = cli_command_next(c))
		if (takes(c, what)) {
			buf_addf(out, "%s%s", first ? "" : between, c->name);
			first = false;
		}
}

/* Values of the options of commands; others can be anything. */
static const struct {
	const char *option, *values;
} values_of[] = {
	{"--color", "auto always never"},
	{"--output", "mbox html atom opml"},
};

static const char *const listed[] = {
	"--color", "--output", "--strategy", "--protocol", "--from"};

/* Choices that end in * or in capitals, as NUMBER does, stand for values of any number.
 */
static bool
stands_for_any(char last)
{
	return last == '*' || (last >= 'A' && last <= 'Z');
}

/* The values of a setting, separated by blanks; nothing if it can be anything. */
static void
put_values(struct buf *out, const struct option *o)
{
	const char *values = conf_option_values(o);
	for (size_t n; values && *values; values += n + (values[n] == '|')) {
		n = strcspn(values, "|");
		if (n && !memchr(values, ' ', n) && !stands_for_any(values[n - 1]))
			buf_addf(out, " %.*s", (int)n, values);
	}
}

/* The same for an option of commands. */
static void
put_option_values(struct buf *out, const char *name)
{
	for (size_t i = 0; i < sizeof values_of / sizeof values_of[0]; i++)
		if (strcmp(values_of[i].option, name) == 0)
			buf_addf(out, " %s", values_of[i].values);
	for (const char *const *p = import_programs(); *p; p++)
		if (strcmp(name, "--from") == 0)
			buf_addf(out, " %s", *p);
	for (const struct option *o = conf_account_options; o->name; o++)
		if (strcmp(name, "--protocol") == 0 && strcmp(o->name, name + 2) == 0)
			put_values(out, o);
	if (strcmp(name, "--strategy") == 0)
		put_values(out, conf_option("strategy"));
}

static void
put_settings(struct buf *out)
{
	for (const struct option *o = conf_options[0]; o; o = conf_option_next(o))
		buf_addf(out, " %s=", o->name);
}

/* Lines of a shell's `case` that set words to the values of each setting, and of each
 * option: NAME) words='…' ;; */
static void
put_value_cases(struct buf *out, const char *indent)
{
	for (const struct option *o = conf_options[0]; o; o = conf_option_next(o)) {
		struct buf values = BUF_INIT(0);
		put_values(&values, o);
		if (values.len)
			buf_addf(out, "%s%s) words='%s' ;;\n", indent, o->name,
				buf_str(&values) + 1);
		buf_done(&values);
	}
	for (size_t i = 0; i < sizeof listed / sizeof listed[0]; i++) {
		struct buf values = BUF_INIT(0);
		put_option_values(&values, listed[i]);
		buf_addf(out, "%s%s) words='%s' ;;\n", indent, listed[i],
			values.len ? buf_str(&values) + 1 : "");
		buf_done(&values);
	}
}

/* What the reader's command takes after courant do, each after a blank: the arguments of
 * its table, commands and settings by name, or the values of the option of that name. */
static void
put_reader_arguments(struct buf *out, const struct ui_command *c)
{
	const struct option *option = conf_option(c->name);
	for (const struct ui_command_argument *a = c->arguments; a && a->name; a++)
		buf_addf(out, " %s", a->name);
	for (const struct ui_command *o = ui_commands[0]; o; o = ui_command_next(o))
		if (strcmp(c->name, "help") == 0)
			buf_addf(out, " %s", o->name);
	for (const struct option *o = conf_options[0]; o; o = conf_option_next(o))
		if (strcmp(c->name, "set") == 0)
			buf_addf(out, " %s", o->name);
	if (option)
		put_values(out, option);
}

/* The same for all of them, as lines of a shell's `case`. */
static void
put_reader_cases(struct buf *out, const char *indent)
{
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c)) {
		struct buf words = BUF_INIT(0);
		put_reader_arguments(&words, c);
		if (words.len)
			buf_addf(out, "%s%s) words='%s' ;;\n", indent, c->name,
				buf_str(&words) + 1);
		buf_done(&words);
	}
}

/* ---- bash */

/* readline splits words at = and :, which addresses and settings contain, so they are put
 * together again, and what is before the last piece is cut off the answers. */
static const char bash_words[] =
	"\tlocal IFS=$' \\t\\n' piece all=() dirs=() glue= i command= words= name\n"
	"\tlocal last=${COMP_WORDS[COMP_CWORD]}\n"
	"\tfor ((i = 0; i <= COMP_CWORD; i++)); do\n"
	"\t\tpiece=${COMP_WORDS[i]}\n"
	"\t\tif [[ -n $glue || ( $i -gt 0 && $piece = [=:]* ) ]]; then\n"
	"\t\t\tall[${#all[@]}-1]+=$piece\n"
	"\t\telse\n"
	"\t\t\tall+=(\"$piece\")\n"
	"\t\tfi\n"
	"\t\tglue=\n"
	"\t\t[[ $piece = [=:] || $piece = :// ]] && glue=1\n"
	"\tdone\n"
	"\tlocal word=${all[${#all[@]}-1]} before=\n"
	"\t((${#all[@]} > 1)) && before=${all[${#all[@]}-2]}\n"
	"\t[[ $last = [=:]* ]] && last=\n"
	"\tlocal cut=${word%\"$last\"}\n"
	"\tfor ((i = 1; i < ${#all[@]} - 1; i++)); do\n"
	"\t\tcase ${all[i]} in\n"
	"\t\t-C | --config | --feeds | --store | --log)\n"
	"\t\t\tdirs+=(\"${all[i]}\" \"${all[i+1]}\"); ((i++)) ;;\n"
	"\t\t-o) ((i++)) ;;\n"
	"\t\t-*) ;;\n"
	"\t\t*) command=${all[i]}; break ;;\n"
	"\t\tesac\n"
	"\tdone\n";

/* What the store knows; tags with blanks would be taken for several words. */
static const char bash_store[] =
	"_courant_store()\n{\n"
	"\t\"${COMP_WORDS[0]:-courant}\" \"${dirs[@]}\" list --format \"$1\" "
	"2>/dev/null\n"
	"}\n"
	"_courant_tags()\n{\n"
	"\t_courant_store '{tags}' | tr , '\\n' | grep -v ' '\n"
	"}\n";

/* compgen -W would expand what an address has in it, and the shell what is put into the
 * line unquoted. */
static const char bash_offer[] =
	"_courant_offer()\n{\n"
	"\tlocal - one all seen=' '\n"
	"\tset -f\n"
	"\tall=($words)\n"
	"\tCOMPREPLY=()\n"
	"\tfor one in \"${all[@]}\"; do\n"
	"\t\t[[ $one != \"$word\"* || $seen = *\" $one \"* ]] && continue\n"
	"\t\tseen+=\"$one \"\n"
	"\t\tone=${one#\"$cut\"}\n"
	"\t\t[[ $one = *[!A-Za-z0-9_:=/.,%+@-]* ]] && printf -v one %q \"$one\"\n"
	"\t\tCOMPREPLY+=(\"$one\")\n"
	"\tdone\n"
	"}\n";

void
complete_bash(struct buf *out)
{
	buf_adds(out, "# Completion of courant for bash.\n");
	buf_adds(out, bash_store);
	buf_adds(out, bash_offer);
	buf_adds(out, "_courant()\n{\n");
	buf_adds(out, bash_words);
	buf_adds(out, "\tcase $command in\n");
	for (const struct cli_command *c = cli_commands[0]; c; c = cli_command_next(c)) {
		buf_addf(out, "\t%s) words='", c->name);
		for (int i = 0; i < CLI_ARGS_MAX && c->options[i].name; i++)
			buf_addf(out, "%s%s%s", i ? " " : "", c->options[i].name,
				c->options[i].value ? "=" : "");
		buf_adds(out, "' ;;\n");
	}
	buf_adds(out, "\t*) words='-C -o --help --version");
	for (const struct cli_command *c = cli_commands[0]; c; c = cli_command_next(c))
		buf_addf(out, " %s", c->name);
	buf_adds(out, "' ;;\n\tesac\n"
		      "\tif [[ -z $command && $before = -o && $word != *=* ]]; then\n"
		      "\t\twords='");
	put_settings(out);
	buf_adds(out,
		"'\n"
		"\telif [[ $word = *=* && ( $before = -o || $word = --* ) ]]; then\n"
		"\t\twords= name=${word%%=*}\n"
		"\t\tcase $name in\n");
	put_value_cases(out, "\t\t");
	buf_adds(out,
		"\t\tesac\n"
		"\t\t[[ -n $words ]] && words=$(printf -- \"$name=%s \" $words)\n"
		"\telif [[ -z $command && $before = -* && $before != --help ]]; then\n"
		"\t\twords=\n"
		"\telif [[ $command = do && ( $before = do || $before = --pid* ) ]]; "
		"then\n"
		"\t\t[[ $word != -* ]] && words='");
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c))
		buf_addf(out, " %s", c->name);
	buf_adds(out, "'\n"
		      "\telif [[ $command = do ]]; then\n"
		      "\t\twords=\n"
		      "\t\tcase $before in\n");
	put_reader_cases(out, "\t\t");
	buf_adds(out, "\t\tesac\n"
		      "\telif [[ -n $command && $word != -* ]]; then\n"
		      "\t\tcase $command in\n\t\thelp) words='");
	for (const struct cli_command *c = cli_commands[0]; c; c = cli_command_next(c))
		buf_addf(out, " %s", c->name);
	buf_adds(out, "' ;;\n\t\t");
	for (const struct cli_command *c = cli_commands[0]; c; c = cli_command_next(c))
		if (c->verbs)
			buf_addf(out, "%s) [[ $before = %s ]] && words='%s' ;;\n\t\t",
				c->name, c->name, c->verbs);
	put_takers(out, "FEED", " | ");
	buf_adds(out, ") words=$(_courant_store '{url}') ;;\n\t\t");
	put_takers(out, "TAG", " | ");
	buf_adds(out, ")\n\t\t\twords=$(_courant_tags) ;;\n"
		      "\t\t");
	put_takers(out, "[WORD", " | ");
	buf_adds(out, " | search | mark | star | hide)\n"
		      "\t\t\tname=$(_courant_tags)\n"
		      "\t\t\t[[ -n $name ]] && words=$(printf 'tag:%s ' $name)\n"
		      "\t\t\twords+=' is:unread is:read is:starred' ;;\n"
		      "\t\tesac\n"
		      "\tfi\n"
		      "\t_courant_offer\n"
		      "\t[[ ${COMPREPLY[0]} = *= ]] && compopt -o nospace 2>/dev/null\n"
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
		buf_addf(out, ":_courant_values %s", o->name);
	}
	buf_addc(out, '\'');
}

/* What the words of a command are. */
static const char *
zsh_words(const struct cli_command *c)
{
	return strcmp(c->name, "help") == 0 ? "command:_courant_commands"
	       : strcmp(c->name, "do") == 0 ? "argument:_courant_arguments"
	       : takes(c, "FEED")           ? "feed:_courant_feeds"
	       : takes(c, "TAG")            ? "tag:_courant_tags"
	       : takes(c, "WORD")           ? "query:_courant_query"
					    : "argument:_files";
}

static void
put_zsh_described(struct buf *out, const char *name, const char *brief)
{
	buf_addf(out, "\t\t'%s:", name);
	put_quoted(out, brief, ":\\");
	buf_adds(out, "'\n");
}

/* Functions that complete commands of the program, those of the reader, and what these
 * take. */
static void
put_zsh_commands(struct buf *out)
{
	static const char end[] = "\t)\n\t_describe command commands\n}\n";
	buf_adds(out, "_courant_commands()\n{\n\tlocal -a commands\n\tcommands=(\n");
	for (const struct cli_command *c = cli_commands[0]; c; c = cli_command_next(c))
		put_zsh_described(out, c->name, c->brief);
	buf_addf(out, "%s_courant_reader()\n{\n\tlocal -a commands\n\tcommands=(\n", end);
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c))
		put_zsh_described(out, c->name, c->brief);
	buf_addf(out,
		"%s_courant_arguments()\n{\n"
		"\tlocal words=\n"
		"\tcase $line[1] in\n",
		end);
	put_reader_cases(out, "\t");
	buf_adds(out, "\tesac\n"
		      "\tcompadd -- ${(s: :)words}\n"
		      "}\n");
}

void
complete_zsh(struct buf *out)
{
	buf_adds(out,
		"#compdef courant\n"
		"_courant_store()\n{\n"
		"\tlocal -a dirs\n"
		"\tlocal i\n"
		"\tfor i in -C --config --feeds --store; do\n"
		"\t\t[[ -n $opt_args[$i] ]] && dirs+=($i ${(Q)opt_args[$i]})\n"
		"\tdone\n"
		"\t[[ $#dirs = 0 ]] && dirs=($courant_dirs)\n"
		"\tcommand courant $dirs list --format $1 2>/dev/null\n"
		"}\n"
		"_courant_feeds()\n{\n"
		"\tlocal -a all\n"
		"\tall=(${(f)\"$(_courant_store '{url}')\"})\n"
		"\tcompadd -a all\n"
		"}\n"
		"_courant_tags()\n{\n"
		"\tlocal -a all\n"
		"\tall=(${(s:,:)${(j:,:)${(f)\"$(_courant_store '{tags}')\"}}})\n"
		"\tcompadd -- ${(u)all}\n"
		"}\n"
		"_courant_query()\n{\n"
		"\tif compset -P 'tag:'; then\n\t\t_courant_tags\n\t\treturn\n\tfi\n"
		"\tcompadd -S '' tag:\n"
		"\tcompadd is:unread is:read is:starred\n"
		"}\n"
		"_courant_values()\n{\n"
		"\tlocal words=\n"
		"\tcase ${@[-1]} in\n");
	put_value_cases(out, "\t");
	buf_adds(out, "\t*) _files; return ;;\n\tesac\n"
		      "\tcompadd -- ${(s: :)words}\n"
		      "}\n"
		      "_courant_settings()\n{\n"
		      "\tlocal name=${PREFIX%%=*}\n"
		      "\tif compset -P '*='; then\n"
		      "\t\t_courant_values $name\n"
		      "\telse\n\t\tcompadd -S '' --");
	put_settings(out);
	buf_adds(out, "\n\tfi\n}\n");
	put_zsh_commands(out);
	buf_adds(out,
		"_courant()\n{\n"
		"\tlocal context state line\n"
		"\tlocal -a courant_dirs\n"
		"\tlocal -A opt_args\n"
		"\t_arguments -C '-C[keep everything below]:directory:_files -/' "
		"\\\n"
		"\t\t'*-o[set an option]:setting:_courant_settings' \\\n"
		"\t\t--help --version \\\n"
		"\t\t'1:command:_courant_commands' '*::argument:->argument' && return\n"
		"\t[[ -n $opt_args[-C] ]] && courant_dirs=(-C ${(Q)opt_args[-C]})\n"
		"\tcase $state in\n"
		"\targument)\n\t\tcase $words[1] in\n");
	for (const struct cli_command *c = cli_commands[0]; c; c = cli_command_next(c)) {
		buf_addf(out, "\t\t%s) _arguments", c->name);
		for (int i = 0; i < CLI_ARGS_MAX && c->options[i].name; i++)
			put_zsh_option(out, &c->options[i]);
		if (c->verbs)
			buf_addf(out, " \\\n\t\t\t'1:word:(%s)'", c->verbs);
		if (strcmp(c->name, "do") == 0)
			buf_adds(out, " \\\n\t\t\t'1:command:_courant_reader'");
		buf_addf(out, " \\\n\t\t\t'*:%s' ;;\n", zsh_words(c));
	}
	buf_adds(out, "\t\tesac ;;\n\tesac\n}\n_courant \"$@\"\n");
}

/* ---- fish */

/* Words before the cursor that belong to an option are not commands. */
static const char fish_functions[] =
	"function __courant_command\n"
	"\tset -l words (commandline -opc)\n"
	"\tset -e words[1]\n"
	"\twhile set -q words[1]\n"
	"\t\tswitch $words[1]\n"
	"\t\t\tcase -C -o --config --feeds --store --log\n"
	"\t\t\t\tset -e words[1]\n"
	"\t\t\tcase '-*'\n"
	"\t\t\tcase '*'\n"
	"\t\t\t\techo $words[1]\n"
	"\t\t\t\treturn\n"
	"\t\tend\n"
	"\t\tset -e words[1]\n"
	"\tend\n"
	"end\n"
	"function __courant_is\n"
	"\tcontains -- \"$(__courant_command)\" $argv\n"
	"end\n"
	"function __courant_reader\n"
	"\tset -l words (commandline -opc)\n"
	"\tset -l at (contains -i do $words)\n"
	"\tand string match -v -- '-*' $words[(math $at + 1)..-1]\n"
	"end\n"
	"function __courant_does\n"
	"\ttest \"$(__courant_command)\" = do -a \"$(__courant_reader)\" = \"$argv\"\n"
	"end\n"
	"function __courant_store\n"
	"\tset -l words (commandline -opc)\n"
	"\tset -l dirs\n"
	"\tfor i in (seq (count $words))\n"
	"\t\tswitch $words[$i]\n"
	"\t\t\tcase -C --config --feeds --store\n"
	"\t\t\t\tset -a dirs $words[$i] $words[(math $i + 1)]\n"
	"\t\tend\n"
	"\tend\n"
	"\tcommand courant $dirs list --format $argv[1] 2>/dev/null\n"
	"end\n"
	"function __courant_tags\n"
	"\t__courant_store '{tags}' | string split ',' | string match -v '' | sort -u\n"
	"end\n";

static void
put_fish_settings(struct buf *out)
{
	buf_adds(out, "function __courant_settings\n"
		      "\tset -l name (string split -m 1 = -- (commandline -ct))[1]\n"
		      "\tset -l words\n"
		      "\tswitch $name\n");
	for (const struct option *o = conf_options[0]; o; o = conf_option_next(o)) {
		struct buf values = BUF_INIT(0);
		put_values(&values, o);
		if (values.len)
			buf_addf(out, "\t\tcase %s\n\t\t\tset words%s\n", o->name,
				buf_str(&values));
		buf_done(&values);
	}
	buf_adds(out, "\tend\n"
		      "\tfor word in $words\n\t\techo $name=$word\n\tend\n"
		      "\tstring split ' ' -- '");
	put_settings(out);
	buf_adds(out, "' | string match -v ''\nend\n");
}

static void
put_fish_option(struct buf *out, const struct cli_command *c, const struct cli_arg *o)
{
	struct buf values = BUF_INIT(0);
	put_option_values(&values, o->name);
	buf_addf(out, "complete -c courant -n '__courant_is %s' -l %s%s", c->name,
		o->name + 2, o->value ? " -x" : "");
	if (values.len)
		buf_addf(out, " -a '%s'", buf_str(&values) + 1);
	buf_adds(out, " -d '");
	put_quoted(out, o->brief, "\\");
	buf_adds(out, "'\n");
	buf_done(&values);
}

void
complete_fish(struct buf *out)
{
	buf_adds(out, "# Completion of courant for fish.\n");
	buf_adds(out, fish_functions);
	put_fish_settings(out);
	buf_adds(out, "complete -c courant -s C -r -d 'keep everything below'\n"
		      "complete -c courant -s o -x -d 'set an option' -a "
		      "'(__courant_settings)'\n");
	for (const struct cli_command *c = cli_commands[0]; c; c = cli_command_next(c)) {
		buf_addf(out, "complete -c courant -n '__courant_is \"\"' -f -a %s -d '",
			c->name);
		put_quoted(out, c->brief, "\\");
		buf_adds(out, "'\n");
		buf_addf(out, "complete -c courant -n '__courant_is help' -f -a %s\n",
			c->name);
		for (int i = 0; i < CLI_ARGS_MAX && c->options[i].name; i++)
			put_fish_option(out, c, &c->options[i]);
		if (c->verbs)
			buf_addf(out,
				"complete -c courant -n '__courant_is %s' -f -a '%s'\n",
				c->name, c->verbs);
	}
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c)) {
		struct buf words = BUF_INIT(0);
		put_reader_arguments(&words, c);
		buf_addf(out, "complete -c courant -n '__courant_does' -f -a %s -d '",
			c->name);
		put_quoted(out, c->brief, "\\");
		buf_adds(out, "'\n");
		if (words.len)
			buf_addf(out,
				"complete -c courant -n '__courant_does %s' -f -a '%s'\n",
				c->name, buf_str(&words) + 1);
		buf_done(&words);
	}
	static const struct {
		const char *what, *words;
	} words[] = {
		{"FEED", "(__courant_store \"{url}\\t{title}\")"},
		{"TAG", "(__courant_tags)"},
		{"WORD", "tag:(__courant_tags) is:unread is:read is:starred"},
	};
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		buf_adds(out, "complete -c courant -n '__courant_is ");
		put_takers(out, words[i].what, " ");
		buf_addf(out, "' -f -a '%s'\n", words[i].words);
	}
}
