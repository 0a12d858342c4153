/*
 * Makes the lists of the manual pages and the sample config from the program's tables, so
 * that they can't say anything else than the program does. Reads a page's source; a line
 * @name@ is replaced by the list of that name. For the tests it also tells the tables as
 * plain lines, and what a config file sets.
 */
#include "config.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/str.h"
#include "cli/commands.h"
#include "cli/core/command_result.h"
#include "cli/core/field.h"
#include "conf/account.h"
#include "conf/config_file.h"
#include "conf/option.h"
#include "conf/words.h"
#include "import/format.h"
#include "query/query.h"
#include "schedule/strategies.h"
#include "simulate/variant.h"
#include "ui/command/binding.h"
#include "ui/command/command.h"
#include "ui/draw/row.h"
#include "ui/draw/scheme.h"
#include "ui/draw/theme.h"

#include "complete.h"

#define SOURCE_MAX ((size_t)1 << 20)
#define COMMENT_WIDTH 72
#define TRUE_COLORS (1 << 24)

/* One character of text for roff; start: it begins a line. */
static void
put_roff(struct buf *out, const char *p, bool start)
{
	static const struct {
		char c;
		const char *roff;
	} special[] = {{'-', "\\-"}, {'\\', "\\e"}, {'"', "\\(dq"}, {'\'', "\\(aq"},
		{'^', "\\(ha"}, {'~', "\\(ti"}, {'`', "\\(ga"}};
	if (start && *p == '.')
		buf_adds(out, "\\&");
	for (size_t i = 0; i < COUNT_OF(special); i++) {
		if (special[i].c != *p)
			continue;
		buf_adds(out, special[i].roff);
		return;
	}
	buf_addc(out, *p);
}

/* Text as filled paragraphs: a line a sentence, as roff needs it. */
static void
put_text(struct buf *out, const char *text)
{
	bool start = true;
	for (const char *p = text; *p; p++) {
		bool ends = strchr(".:;?!", *p) && p[1] == ' ' && *p == '.';
		if (*p == '\n') {
			buf_adds(out, "\n.Pp\n");
			start = true;
			continue;
		}
		if (str_starts(p, "…")) {
			buf_adds(out, " ...");
			p += strlen("…") - 1;
			continue;
		}
		put_roff(out, p, start);
		start = ends;
		if (ends) {
			buf_addc(out, '\n');
			p++;
		}
	}
	buf_addc(out, '\n');
}

/* A brief as a sentence. */
static void
put_sentence(struct buf *out, const char *brief)
{
	struct buf text = BUF_INIT(0);
	buf_addf(&text, "%c%s.", toupper((unsigned char)brief[0]), brief + 1);
	put_text(out, buf_str(&text));
	buf_done(&text);
}

/* "ITEM…" or a word that stands for itself. */
static void
put_argument(struct buf *out, struct span word)
{
	const char *dots = str_ifind(word.p, word.n, "…");
	if (dots)
		word.n = (size_t)(dots - word.p);
	if (word.n)
		buf_addf(out, " %s %.*s%s", islower((unsigned char)*word.p) ? "Cm" : "Ar",
			SPAN_FMT(word), dots ? " ..." : "");
}

/* "FEED [INTO…|TAG]" → " Ar FEED Oo Ar INTO ... | Ar TAG Oc" */
static void
put_arguments(struct buf *out, const char *args)
{
	struct span rest = span_of(args), word, one;
	while (args && span_split(&rest, ' ', &word)) {
		int close = 0;
		for (; word.n && *word.p == '['; word.p++, word.n--)
			buf_adds(out, " Oo");
		for (size_t i = 0; i < word.n; i++)
			close += (word.p[i] == ']') - (word.p[i] == '[');
		word.n -= (size_t)close;
		for (bool first = true; span_split(&word, '|', &one); first = false) {
			if (!first)
				buf_adds(out, " |");
			put_argument(out, one);
		}
		for (; close > 0; close--)
			buf_adds(out, " Oc");
	}
}

static void
put_command(struct buf *out, const struct cli_command *c)
{
	buf_addf(out, ".It Ic %s", c->name);
	if (c->options[0].name)
		buf_adds(out, " Oo Ar OPTION ... Oc");
	put_arguments(out, c->args);
	buf_addc(out, '\n');
	put_sentence(out, c->brief);
	if (c->detail)
		put_text(out, c->detail);
	if (!c->options[0].name)
		return;
	buf_adds(out, ".Bl -tag -width Ds\n");
	for (int i = 0; i < CLI_ARGS_MAX && c->options[i].name; i++) {
		buf_adds(out, ".It Fl ");
		for (const char *p = c->options[i].name + 1; *p; p++)
			put_roff(out, p, false);
		if (c->options[i].value) {
			buf_adds(out, " Ns = Ns");
			put_arguments(out, c->options[i].value);
		}
		buf_addc(out, '\n');
		put_sentence(out, c->options[i].brief);
	}
	buf_adds(out, ".El\n");
}

static void
put_commands(struct buf *out)
{
	buf_adds(out, ".Bl -tag -width Ds\n");
	for (const struct cli_command *c = cli_commands[0]; c; c = cli_command_next(c))
		put_command(out, c);
	buf_adds(out, ".El\n");
}

/* A number of the row's type as its text. */
static void
put_number(struct buf *out, const struct option *o, int64_t number)
{
	struct option row = *o;
	row.offset = 0; /* its record is the number alone */
	conf_option_show(&row, &number, out);
}

/* The words that a number may be as well: "never, ". */
static void
put_words(struct buf *out, const struct option *o)
{
	struct span rest = span_of(o->choices), one;
	while (o->choices && span_split(&rest, '|', &one))
		if (!span_eq(one, "SPAN"))
			buf_addf(out, "%.*s, ", (int)one.n, one.p);
}

/* "1 to 1024", "yes or no", "a, b or c"; nothing for free text. */
static void
put_values(struct buf *out, const struct option *o)
{
	struct span rest = span_of(o->choices), one;
	switch (o->type) {
	case OPTION_BOOL:
		buf_adds(out, "yes or no");
		break;
	case OPTION_INT:
	case OPTION_SPAN:
	case OPTION_SIZE:
	case OPTION_SPEED:
		put_words(out, o);
		put_number(out, o, o->min);
		buf_adds(out, " to ");
		put_number(out, o, o->max);
		break;
	case OPTION_ENDING:
		buf_adds(out, "1% to 100%, or a time");
		break;
	default:
		while (o->choices && span_split(&rest, '|', &one)) {
			bool any = one.n && one.p[one.n - 1] == '*';
			buf_addf(out, "%.*s%s%s", (int)(one.n - any), one.p,
				any ? "30m" : "",
				!rest.p                       ? ""
				: memchr(rest.p, '|', rest.n) ? ", "
							      : " or ");
		}
	}
}

static const char *
kind_of(const struct option *o)
{
	static const char *const kinds[] = {
		[OPTION_BOOL] = "yes|no",
		[OPTION_INT] = "number",
		[OPTION_SPAN] = "time",
		[OPTION_SIZE] = "size",
		[OPTION_SPEED] = "speed",
		[OPTION_ENDING] = "part",
		[OPTION_STRING] = "text",
		[OPTION_CHOICE] = "choice",
		[OPTION_ORDER] = "keys",
	};
	return kinds[o->type];
}

static void
put_option(struct buf *out, const struct option *o)
{
	struct buf facts = BUF_INIT(0), values = BUF_INIT(0);
	buf_addf(out, ".It Ic %s Li = Ar %s\n", o->name, kind_of(o));
	put_sentence(out, o->brief);
	if (o->detail)
		put_text(out, o->detail);
	put_values(&values, o);
	buf_addf(&facts, "Default: %s.", o->fallback[0] ? o->fallback : "empty");
	if (values.len)
		buf_addf(&facts, " Values: %s.", buf_str(&values));
	if (o->flags & OPTION_PER_FEED)
		buf_adds(&facts, " Per feed.");
	put_text(out, buf_str(&facts));
	buf_done(&facts);
	buf_done(&values);
}

static void
put_options(struct buf *out)
{
	for (const struct option *o = conf_options[0]; o; o = conf_option_next(o)) {
		if (o->group)
			buf_addf(out, "%s.Ss %s\n.Bl -tag -width Ds\n",
				o == conf_options[0] ? "" : ".El\n", o->group);
		put_option(out, o);
	}
	buf_adds(out, ".El\n");
}

static void
put_accounts(struct buf *out)
{
	for (const struct option *o = conf_account_options; o->name; o++)
		put_option(out, o);
}

/* A key or name that may be punctuation to roff. */
static void
put_key(struct buf *out, struct span key)
{
	buf_adds(out, " Ic \\&");
	for (size_t i = 0; i < key.n; i++)
		put_roff(out, key.p + i, false);
}

/* "In feeds, items.", or nothing for what works everywhere. */
static void
put_where(struct buf *out, int contexts)
{
	struct buf text = BUF_INIT(0);
	if ((contexts & UI_READING) == UI_READING)
		return;
	for (const struct ui_context_name *c = ui_contexts; c->name; c++)
		if (c->contexts & contexts)
			buf_addf(&text, "%s%s", text.len ? ", " : "Contexts: ", c->name);
	buf_addc(&text, '.');
	put_text(out, buf_str(&text));
	buf_done(&text);
}

/* A command's keys, separated by blanks, in the first context where it has any. */
static void
keys_of(const struct ui_bindings *bindings, const struct ui_command *c, struct buf *out)
{
	buf_clear(out);
	for (const struct ui_context_name *where = ui_contexts; where->name && !out->len;
		where++)
		if (where->contexts & c->contexts)
			ui_bindings_keys(bindings, where->contexts, c, 0, out);
}

/* ": j, Down" */
static void
put_key_list(struct buf *out, const struct buf *keys)
{
	struct span rest = span_of(buf_str(keys)), key;
	for (bool first = true; keys->len && span_split(&rest, ' ', &key);
		first = false) {
		buf_adds(out, first ? " :" : " ,");
		put_key(out, key);
	}
	buf_addc(out, '\n');
}

/* "With the keys of vim: m." for presets where they are others. */
static void
put_presets(struct buf *out, const struct ui_bindings *presets,
	const struct ui_command *c, const struct buf *usual)
{
	static const char *const names[UI_PRESETS] = {"courant", "newsboat", "vim"};
	struct buf keys = BUF_INIT(0);
	for (int i = 1; i < UI_PRESETS; i++) {
		keys_of(&presets[i], c, &keys);
		if (str_eq(buf_str(&keys), buf_str(usual)))
			continue;
		buf_addf(out, ".br\n.No %s", names[i]);
		if (keys.len)
			put_key_list(out, &keys);
		else
			buf_adds(out, " : none\n");
	}
	buf_done(&keys);
}

static void
put_keys(struct buf *out)
{
	struct ui_bindings presets[UI_PRESETS];
	struct buf keys = BUF_INIT(0);
	for (int i = 0; i < UI_PRESETS; i++)
		ui_bindings_init(&presets[i], (enum ui_preset)i);
	buf_adds(out, ".Bl -tag -width Ds\n");
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c)) {
		buf_adds(out, ".It");
		put_key(out, span_of(c->name));
		keys_of(&presets[0], c, &keys);
		put_key_list(out, &keys);
		put_sentence(out, c->brief);
		if (c->detail)
			put_text(out, c->detail);
		put_where(out, c->contexts);
		put_presets(out, presets, c, &keys);
	}
	buf_adds(out, ".El\n");
	for (int i = 0; i < UI_PRESETS; i++)
		ui_bindings_done(&presets[i]);
	buf_done(&keys);
}

static void
put_contexts(struct buf *out)
{
	buf_adds(out, ".Bl -tag -width article\n");
	for (const struct ui_context_name *c = ui_contexts; c->name; c++) {
		buf_addf(out, ".It Ic %s\n", c->name);
		put_sentence(out, c->title);
	}
	buf_adds(out, ".It Ic all\nAll of these.\n.El\n");
}

static const char *const elements[STYLE_COUNT_OF] = {
	[STYLE_NORMAL] = "what is none of the others; its background is the screen's",
	[STYLE_TITLE] = "the line above the pane that has the keys",
	[STYLE_STATUS] = "the line above other panes, and the status bar",
	[STYLE_PROMPT] = "the line where something is asked, and what is typed",
	[STYLE_KEY] = "keys, in the line of hints, the box of keys and help",
	[STYLE_HINT] = "what keys do there, and what is said beside titles",
	[STYLE_ERROR] = "failures: ! before a feed, a message of what went wrong",
	[STYLE_NOTE] = "what is being done: » before a feed that is fetched",
	[STYLE_UNREAD] = "titles of feeds and items that are unread",
	[STYLE_READ] = "titles of feeds and items that are read",
	[STYLE_COUNT] = "the number of unread items, and ● before an item",
	[STYLE_TAG] = "tags, with ▸ and ▾, and signs of rows that are always there",
	[STYLE_STAR] = "★ before an item",
	[STYLE_DATE] = "dates and ages in lists",
	[STYLE_FEED] = "the name of an item's feed in lists",
	[STYLE_HEADING] = "titles of articles and of pages, and smaller headings",
	[STYLE_HEADING1] = "headings of the first order in articles",
	[STYLE_HEADING2] = "headings of the second order in articles",
	[STYLE_META] = "the line about an article below its title, and labels",
	[STYLE_RULE] = "rules, headings of days, and the lines between panes",
	[STYLE_LINK] = "links of an article",
	[STYLE_QUOTE] = "quotations",
	[STYLE_CODE] = "code within a line",
	[STYLE_BLOCK] = "lines of code, and the bar beside them",
	[STYLE_HIGHLIGHT] = "what the article itself marks",
	[STYLE_MARK] = "bullets, numbers of lists and links, and signs of episodes",
	[STYLE_PICK] =
		"the picked link, words that were found, and + before a selected item",
	[STYLE_SELECTED] = "the row under the cursor",
};

static void
put_elements(struct buf *out)
{
	buf_adds(out, ".Bl -tag -width highlight\n");
	for (int i = 0; i < STYLE_COUNT_OF; i++) {
		buf_addf(out, ".It Ic %s\n", ui_theme_name(i));
		put_sentence(out, elements[i]);
	}
	buf_adds(out, ".El\n");
}

/* The usual places of each program. */
static void
put_places(struct buf *out)
{
	const char *last = NULL;
	buf_adds(out, ".Bl -tag -width Ds\n");
	for (const struct import_place *p = import_places; p->program; p++) {
		if (!str_eq(p->program, last))
			buf_addf(out, ".It %s\n", p->program);
		buf_addf(out, ".Pa \"%s\"\n%s", p->path,
			str_eq(p->program, p[1].program) ? ".br\n" : "");
		last = p->program;
	}
	buf_adds(out, ".El\n");
}

static void
put_exits(struct buf *out)
{
	buf_adds(out, ".Bl -tag -width Ds\n");
	for (const struct cli_exit_row *e = cli_exits; e->meaning; e++) {
		buf_addf(out, ".It %d\n", e->status);
		put_text(out, e->meaning);
	}
	buf_adds(out, ".El\n");
}

static void
put_fields(struct buf *out, const struct output_field *fields)
{
	buf_adds(out, ".Bl -tag -width last_change\n");
	for (const struct output_field *f = fields; f->name; f++) {
		buf_addf(out, ".It Ic %s\n", f->name);
		put_sentence(out, f->brief);
	}
	buf_adds(out, ".El\n");
}

static void
put_feed_fields(struct buf *out)
{
	put_fields(out, output_feed_fields);
}

static void
put_item_fields(struct buf *out)
{
	put_fields(out, output_item_fields);
}

static void
put_count_fields(struct buf *out)
{
	put_fields(out, cli_count_fields);
}

static void
put_found_fields(struct buf *out)
{
	put_fields(out, cli_found_fields);
}

static void
put_refresh_fields(struct buf *out)
{
	put_fields(out, cli_refresh_fields);
}

static void
put_action_fields(struct buf *out)
{
	put_fields(out, cli_action_fields);
}

static void
put_answers(struct buf *out)
{
	for (const struct cli_result *a = cli_results; a->commands; a++) {
		buf_addf(out, ".Ss Fields of %s\n", a->commands);
		put_fields(out, a->fields);
	}
}

static void
put_query_fields(struct buf *out)
{
	buf_adds(out, ".Bl -tag -width Ds\n");
	for (const struct query_name *f = query_fields; f->name; f++) {
		struct span rest = span_of(f->aliases), alias;
		buf_addf(out, ".It Ic %s", f->name);
		while (f->aliases && span_split(&rest, ' ', &alias))
			buf_addf(out, " , %.*s", SPAN_FMT(alias));
		buf_addc(out, '\n');
		put_sentence(out, f->brief);
	}
	buf_adds(out, ".El\n");
}

static void
put_query_states(struct buf *out)
{
	buf_adds(out, ".Bl -tag -width starred\n");
	for (const struct query_state *s = query_states; s->name; s++) {
		buf_addf(out, ".It Ic %s\n", s->name);
		put_sentence(out, s->brief);
	}
	buf_adds(out, ".El\n");
}

static void
put_rows(struct buf *out, const struct strategy *rows)
{
	buf_adds(out, ".Bl -tag -width Ds\n");
	for (const struct strategy *s = rows; s->name; s++) {
		buf_adds(out, ".It Ic ");
		for (const char *p = s->name; *p; p++)
			put_roff(out, p, false);
		buf_addc(out, '\n');
		put_sentence(out, s->brief);
		if (s->kind == STRATEGY_CYCLE)
			put_text(out, "It chooses once a cycle.");
	}
	buf_adds(out, ".El\n");
}

static void
put_strategies(struct buf *out)
{
	put_rows(out, strategies);
}

static void
put_studies(struct buf *out)
{
	put_rows(out, simulate_variants);
}

static const struct named_list {
	const char *mark;
	void (*put)(struct buf *out);
} all_lists[] = {
	{"@action-fields@", put_action_fields},
	{"@answers@", put_answers},
	{"@commands@", put_commands},
	{"@contexts@", put_contexts},
	{"@count-fields@", put_count_fields},
	{"@elements@", put_elements},
	{"@exits@", put_exits},
	{"@feed-fields@", put_feed_fields},
	{"@found-fields@", put_found_fields},
	{"@item-fields@", put_item_fields},
	{"@keys@", put_keys},
	{"@options@", put_options},
	{"@accounts@", put_accounts},
	{"@places@", put_places},
	{"@strategies@", put_strategies},
	{"@studies@", put_studies},
	{"@query-fields@", put_query_fields},
	{"@query-states@", put_query_states},
	{"@refresh-fields@", put_refresh_fields},
};

/* Comment lines of the text, filled. */
static void
put_comment(struct buf *out, const char *text)
{
	size_t at = 0;
	while (*text) {
		size_t n = strcspn(text, " \n");
		if (at && at + 1 + n > COMMENT_WIDTH) {
			buf_addc(out, '\n');
			at = 0;
		}
		buf_adds(out, at ? " " : "# ");
		buf_add(out, text, n);
		at += n + 1;
		text += n;
		text += *text != '\0';
	}
	buf_addc(out, '\n');
}

static void
put_sample_option(struct buf *out, const struct option *o)
{
	struct buf text = BUF_INIT(0), values = BUF_INIT(0);
	put_values(&values, o);
	buf_addf(&text, "%c%s.", toupper((unsigned char)o->brief[0]), o->brief + 1);
	if (o->detail)
		buf_addf(&text, " %s", o->detail);
	if (values.len)
		buf_addf(&text, " (%s)", buf_str(&values));
	if (o->flags & OPTION_PER_FEED)
		buf_adds(&text, " (per feed)");
	put_comment(out, buf_str(&text));
	buf_addf(out, "#%s = ", o->name);
	conf_value_format(out, o->fallback);
	buf_adds(out, "\n\n");
	buf_done(&text);
	buf_done(&values);
}

/* Every option with its default, as a comment. */
static void
put_sample(struct buf *out)
{
	put_comment(out,
		"A sample of courant's config file: every option with its default. "
		"Copy to $XDG_CONFIG_HOME/courant/config what you want to change, "
		"without "
		"the # in front. Options marked (per feed) can also be set for a tag, in "
		"a "
		"section [TAG], or on a feed's line. courant-config(5) is the manual.");
	buf_addc(out, '\n');
	for (const struct option *o = conf_options[0]; o; o = conf_option_next(o)) {
		if (o->group)
			buf_addf(out, "## %s\n\n", o->group);
		put_sample_option(out, o);
	}
	buf_cut(out, out->len - 1);
}

static bool
put_list(struct buf *out, struct span mark)
{
	for (size_t i = 0; i < COUNT_OF(all_lists); i++) {
		if (!span_eq(mark, all_lists[i].mark))
			continue;
		all_lists[i].put(out);
		return true;
	}
	return false;
}

/* The page with its lists. False, after telling, for an unknown mark. */
static bool
put_page(struct buf *out, const char *path)
{
	struct buf source = BUF_INIT(SOURCE_MAX);
	struct err err;
	struct span line;
	if (file_read(path, &source, &err) != OK) {
		fprintf(stderr, "tables: %s\n", err.text);
		return false;
	}
	struct span rest = {source.data, source.len};
	bool good = true;
	while (good && span_split(&rest, '\n', &line)) {
		if (!rest.p && !line.n)
			break;
		if (line.n && line.p[0] == '@') {
			good = put_list(out, line);
			if (!good)
				fprintf(stderr, "tables: no list %.*s\n", SPAN_FMT(line));
			continue;
		}
		buf_add(out, line.p, line.n);
		buf_addc(out, '\n');
	}
	buf_done(&source);
	return good;
}

/* "CONTEXT KEY COMMAND" for each default key. */
static void
put_bindings(struct buf *out)
{
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c)) {
		for (const struct ui_context_name *where = ui_contexts; where->name;
			where++) {
			struct span rest = span_of(c->keys), key;
			while ((c->contexts & where->contexts) && c->keys[0] &&
				span_split(&rest, ' ', &key)) {
				const char *arg = memchr(key.p + 1, '=', key.n - 1);
				size_t n = arg && arg + 1 < key.p + key.n
						   ? (size_t)(arg - key.p)
						   : key.n;
				buf_addf(out, "%s %.*s %s\n", where->name, (int)n, key.p,
					c->name);
			}
		}
	}
}

/* "option NAME" and "command NAME" for each row. */
static void
put_names(struct buf *out)
{
	for (const struct cli_command *c = cli_commands[0]; c; c = cli_command_next(c))
		buf_addf(out, "command %s\n", c->name);
	for (const struct option *o = conf_options[0]; o; o = conf_option_next(o))
		buf_addf(out, "option %s\n", o->name);
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c))
		buf_addf(out, "key-command %s\n", c->name);
}

/* NAME = VALUE for all options after loading a config file without a fault. */
static bool
put_loaded(struct buf *out, const char *path)
{
	struct options options;
	struct config config;
	struct err err = {0};
	conf_options_init(&options);
	bool good = conf_load(path, &options, &config, &err) == OK;
	if (!good)
		fprintf(stderr, "tables: %s\n", err.text);
	for (size_t i = 0; i < config.errors_len; i++)
		fprintf(stderr, "tables: %s\n", config.errors[i]);
	good = good && config.errors_len == 0;
	for (const struct option *o = conf_options[0]; o; o = conf_option_next(o)) {
		buf_addf(out, "%s = ", o->name);
		conf_option_get(&options, o, out);
		buf_addc(out, '\n');
	}
	conf_done(&config);
	conf_options_done(&options);
	return good;
}

/* A built-in theme as a file, to be copied and changed. */
static bool
put_theme(struct buf *out, const char *name)
{
	static const struct {
		const char *name;
		int flag;
	} flags[] = {{"bold", UI_ATTRIBUTE_BOLD}, {"underline", UI_ATTRIBUTE_UNDERLINE}};
	const struct ui_scheme *scheme = ui_scheme(name);
	struct ui_theme theme;
	if (!scheme)
		return false;
	ui_theme_init(&theme, scheme, TRUE_COLORS);
	buf_addf(out, "# %s, made for a ground like #%06x\n", name,
		(unsigned)scheme->inks[INK_GROUND]);
	for (int i = 0; i < STYLE_COUNT_OF; i++) {
		const int colors[] = {theme.styles[i].fg, theme.styles[i].bg};
		buf_addf(out, "color %s", ui_theme_name(i));
		for (size_t k = 0; k < COUNT_OF(colors); k++)
			if (colors[k] == UI_COLOR_DEFAULT)
				buf_adds(out, " default");
			else
				buf_addf(out, " \"#%06x\"", (unsigned)colors[k]);
		for (size_t k = 0; k < COUNT_OF(flags); k++)
			if (theme.styles[i].flags & flags[k].flag)
				buf_addf(out, " %s", flags[k].name);
		buf_addc(out, '\n');
	}
	return true;
}

static bool
write_out(int argc, char **argv, struct buf *out)
{
	static const struct named_list plain[] = {
		{"--sample", put_sample},
		{"--bindings", put_bindings},
		{"--names", put_names},
		{"--bash", complete_bash},
		{"--zsh", complete_zsh},
		{"--fish", complete_fish},
	};
	if (argc == 3 && str_eq(argv[1], "--load"))
		return put_loaded(out, argv[2]);
	if (argc == 3 && str_eq(argv[1], "--theme"))
		return put_theme(out, argv[2]);
	for (size_t i = 0; argc == 2 && i < COUNT_OF(plain); i++) {
		if (!str_eq(argv[1], plain[i].mark))
			continue;
		plain[i].put(out);
		return true;
	}
	if (argc == 2 && argv[1][0] != '-')
		return put_page(out, argv[1]);
	fprintf(stderr, "usage: tables PAGE.in | --sample | --bindings | --names | "
			"--bash | --zsh | --fish | --load CONFIG | --theme NAME\n");
	return false;
}

/* ---- Lines as mandoc likes them */

#define LINE_MAX_BYTES 80

/* A word that ends like a sentence, but is a key or a part of a name. */
static bool
is_cut_off(const char *word, size_t n)
{
	size_t escape = strncmp(word, "\\&", 2) == 0 ? 2 : 0;
	bool dot = n > 1 && word[escape] == '.';
	bool plain = str_alpha((unsigned char)word[escape + dot]);
	return n > escape + 1 && (escape || plain) && strchr(".,:;?!)]", word[n - 1]);
}

/* The words of a request; \& says of a delimiter that it is none. */
static void
put_request(struct buf *out, struct span line)
{
	struct span rest = line, word;
	bool quoted = memchr(line.p, '"', line.n);
	for (bool first = true; span_split(&rest, ' ', &word); first = false) {
		buf_addf(out, "%s%.*s", first ? "" : " ", SPAN_FMT(word));
		if (!first && !quoted && is_cut_off(word.p, word.n))
			buf_adds(out, "\\&");
	}
	buf_addc(out, '\n');
}

/* A single blank; rows of them are a part of something. */
static bool
is_break(const char *s)
{
	return s[0] == ' ' && s[-1] != ' ' && !strchr(" .'", s[1]);
}

/* Text, broken at blanks; no line may begin with what would make it a request. */
static void
put_broken(struct buf *out, struct span line)
{
	while (line.n > LINE_MAX_BYTES) {
		size_t n = LINE_MAX_BYTES;
		while (n && !is_break(line.p + n))
			n--;
		if (!n)
			break;
		buf_addf(out, "%.*s\n", (int)n, line.p);
		line = span_trim((struct span){line.p + n, line.n - n});
	}
	buf_addf(out, "%.*s\n", SPAN_FMT(line));
}

static void
tidy(const struct buf *page, struct buf *out)
{
	struct span rest = {buf_str(page), page->len}, line;
	bool literal = false;
	while (span_split(&rest, '\n', &line) && (line.n || rest.n)) {
		bool request = line.n && line.p[0] == '.';
		bool comment = line.n > 1 && line.p[1] == '\\';
		if (request && !comment)
			put_request(out, line);
		else if (request || literal)
			buf_addf(out, "%.*s\n", SPAN_FMT(line));
		else
			put_broken(out, line);
		literal |= line.n >= 12 && strncmp(line.p, ".Bd -literal", 12) == 0;
		literal &= !(line.n > 2 && strncmp(line.p, ".Ed", 3) == 0);
	}
}

int
main(int argc, char **argv)
{
	struct buf page = BUF_INIT(0), out = BUF_INIT(0);
	bool good = write_out(argc, argv, &page);
	bool roff = page.len && page.data[0] == '.';
	const struct buf *text = roff ? &out : &page;
	if (roff)
		tidy(&page, &out);
	if (good)
		good = fwrite(buf_str(text), 1, text->len, stdout) == text->len &&
		       fflush(stdout) == 0;
	buf_done(&page);
	buf_done(&out);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
