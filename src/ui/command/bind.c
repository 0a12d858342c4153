/*
 * Bind lines of the config. A line is read as a whole before anything is bound.
 */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "conf/config_file.h"
#include "conf/words.h"
#include "ui/command/binding.h"
#include "ui/command/command.h"

struct words {
	struct arena arena;
	char **list, **raw; /* raw: as they are spelled */
	size_t len, at;
};

static int
context_of(struct span name)
{
	if (span_eq(name, "all") || span_eq(name, "*"))
		return UI_EVERYWHERE;
	for (const struct ui_context_name *c = ui_contexts; c->name; c++)
		if (span_eq(name, c->name))
			return c->contexts;
	return 0;
}

/* Several contexts are separated by commas; 0: one of them is unknown. */
static int
contexts_of(const char *names)
{
	struct span rest = span_of(names), name;
	int found = 0, one = 1;
	while (one && span_split(&rest, ',', &name)) {
		one = context_of(name);
		found |= one;
	}
	return one ? found : 0;
}

/* Splits off semicolons at the end of words, so that "star; open" is a chain as well. */
static void
take_words(struct words *w, const struct config_words *line)
{
	w->list = arena_zalloc(&w->arena, 2 * line->len * sizeof *w->list);
	w->raw = arena_zalloc(&w->arena, 2 * line->len * sizeof *w->raw);
	for (size_t i = 2; i < line->len; i++) {
		const char *word = line->words[i];
		size_t n = strlen(word);
		bool ends = n > 1 && word[n - 1] == ';';
		w->raw[w->len] = line->raw && !ends ? line->raw[i] : NULL;
		w->list[w->len++] = arena_strndup(&w->arena, word, ends ? n - 1 : n);
		if (ends)
			w->list[w->len++] = arena_strdup(&w->arena, ";");
	}
}

static bool
at_end(const struct words *w)
{
	return w->at == w->len || str_eq(w->list[w->at], ";") ||
	       str_eq(w->list[w->at], "--");
}

/* Reads a command and its argument, which is as it would be typed after `:`. */
static int
read_act(struct words *w, struct ui_act *act, struct err *err)
{
	struct buf text = BUF_INIT(0);
	const char *given = NULL;
	if (at_end(w))
		return err_set(
			err, ERR_INVALID, _("a command is missing before or after a ;"));
	act->command = ui_alias(w->list[w->at++], false, &given, err);
	if (!act->command)
		return ERR_INVALID;
	if (given)
		buf_adds(&text, given);
	for (; !at_end(w); w->at++) {
		if (text.len)
			buf_addc(&text, ' ');
		if (w->raw[w->at])
			buf_adds(&text, w->raw[w->at]);
		else
			conf_word_format(&text, w->list[w->at], false);
	}
	act->arg = text.len ? arena_strdup(&w->arena, buf_str(&text)) : NULL;
	buf_done(&text);
	return act->arg && act->command->check ? act->command->check(act->arg, err) : OK;
}

static void
read_text(struct words *w, struct ui_binding *out)
{
	struct buf text = BUF_INIT(0);
	for (w->at++; w->at < w->len; w->at++)
		buf_addf(&text, "%s%s", text.len ? " " : "", w->list[w->at]);
	out->text = text.len ? arena_strdup(&w->arena, buf_str(&text)) : NULL;
	buf_done(&text);
}

static int
read_acts(struct words *w, struct ui_binding *out, struct err *err)
{
	if (w->len == 1 && str_eq(w->list[0], "none"))
		return OK;
	for (bool more = true; more; w->at += more) {
		if (out->acts_len == UI_CHAIN_MAX)
			return err_set(err, ERR_INVALID,
				_("at most %d commands can be chained"), UI_CHAIN_MAX);
		int status = read_act(w, &out->acts[out->acts_len++], err);
		if (status != OK)
			return status;
		more = w->at < w->len && str_eq(w->list[w->at], ";");
	}
	if (w->at < w->len)
		read_text(w, out);
	return OK;
}

static int
no_context(const char *name, struct err *err)
{
	struct buf names = BUF_INIT(0);
	for (const struct ui_context_name *c = ui_contexts; c->name; c++)
		buf_addf(&names, "%s, ", c->name);
	int status = err_set(err, ERR_INVALID,
		_("unknown context \"%s\"; choose from %sall"), name, buf_str(&names));
	buf_done(&names);
	return status;
}

/* Where the line binds the keys: where its first command works. */
static int
read_contexts(const char *name, const struct ui_binding *binding, int *contexts,
	struct err *err)
{
	*contexts = contexts_of(name);
	if (!*contexts)
		return no_context(name, err);
	const struct ui_command *first = binding->acts[0].command;
	if (first)
		*contexts &= first->contexts | first->also;
	if (!*contexts)
		return err_set(err, ERR_INVALID,
			_("the command %s does not work in \"%s\""), first->name, name);
	return OK;
}

static int
bind(struct ui_bindings *b, const struct config_words *line, struct words *w,
	struct err *err)
{
	struct ui_binding new = {.own = true};
	int contexts;
	if (line->len < 3)
		return err_set(err, ERR_INVALID, _("bind needs CONTEXT KEY COMMAND"));
	take_words(w, line);
	int status = conf_keys_parse(line->words[1], new.keys, &new.len, err);
	if (status == OK)
		status = read_acts(w, &new, err);
	if (status == OK)
		status = read_contexts(line->words[0], &new, &contexts, err);
	if (status != OK)
		return status;
	if (line->tag)
		new.section = ui_bindings_section(b, line->tag);
	return ui_bindings_put(b, &new, contexts, err);
}

/* A line of newsboat's config. */
static int
say_instead(struct arena *arena, const struct config_words *line, struct err *err)
{
	const char *instead = ui_alias_line(arena, line);
	const char *what = str_eq(line->keyword, "bind") ? "bind KEY DIALOG OPERATION"
							 : line->keyword;
	return instead ? err_set(err, ERR_INVALID, _("%s is newsboat's; write: %s"), what,
				 instead)
		       : err_set(err, ERR_INVALID,
				 _("%s is newsboat's, and no command here does the same; "
				   "see KEYS in courant-config(5)"),
				 what);
}

int
ui_bindings_line(struct ui_bindings *b, const struct config_words *line, struct err *err)
{
	struct words words = {.arena = ARENA_INIT};
	int status = ui_alias_foreign(line) ? say_instead(&words.arena, line, err)
					    : bind(b, line, &words, err);
	arena_done(&words.arena);
	return status == OK ? OK : err_prefix(err, "%s:%d", line->file, line->line);
}
