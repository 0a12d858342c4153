#include "config.h"

#include "ui/command.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "conf/config.h"
#include "conf/key.h"

/* The table binds no key twice in a context, so nothing has to be replaced. */
static void
bind_default(struct ui_bindings *b, uint32_t key, const struct ui_command *command)
{
	for (const struct ui_context_name *c = ui_contexts; c->name; c++)
		if (c->contexts & command->contexts)
			*VEC_PUSH(b->list, b->len, b->cap) =
				(struct ui_binding){c->contexts, key, command, NULL};
}

/* Binds a key in all contexts of the mask where the command works; the last binding of a
 * key counts. */
static void
bind(struct ui_bindings *b, int contexts, uint32_t key, const struct ui_command *command,
	const char *arg)
{
	for (const struct ui_context_name *c = ui_contexts; c->name; c++) {
		if (!(c->contexts & contexts))
			continue;
		struct ui_binding *found = NULL;
		for (size_t i = 0; i < b->len; i++)
			if (b->list[i].context == c->contexts && b->list[i].key == key)
				found = &b->list[i];
		if (!found) {
			found = VEC_PUSH(b->list, b->len, b->cap);
			*found = (struct ui_binding){c->contexts, key, NULL, NULL};
		}
		free(found->arg);
		found->command = command;
		found->arg = mem_strdup(arg);
	}
}

void
ui_bindings_init(struct ui_bindings *b)
{
	*b = (struct ui_bindings){0};
	for (const struct ui_command *c = ui_commands; c->name; c++) {
		struct span rest = span_of(c->keys), word;
		while (span_split(&rest, ' ', &word)) {
			char name[16];
			uint32_t key;
			size_t n = word.n < sizeof name ? word.n : sizeof name - 1;
			memcpy(name, word.p, n);
			name[n] = '\0';
			if (n && conf_key_parse(name, &key, NULL) == OK)
				bind_default(b, key, c);
		}
	}
}

void
ui_bindings_done(struct ui_bindings *b)
{
	for (size_t i = 0; i < b->len; i++)
		free(b->list[i].arg);
	free(b->list);
	*b = (struct ui_bindings){0};
}

static int
contexts_of(const char *name)
{
	if (str_eq(name, "all") || str_eq(name, "*"))
		return UI_EVERYWHERE;
	for (const struct ui_context_name *c = ui_contexts; c->name; c++)
		if (str_eq(c->name, name))
			return c->contexts;
	return 0;
}

static const char *
suggestion(const char *name)
{
	const char **names = NULL;
	size_t len = 0, cap = 0;
	for (const struct ui_command *c = ui_commands; c->name; c++)
		*VEC_PUSH(names, len, cap) = c->name;
	*VEC_PUSH(names, len, cap) = NULL;
	const char *near = str_suggest(name, names);
	free(names);
	return near;
}

static int
bind_line(struct ui_bindings *b, const struct config_words *line, struct err *err)
{
	if (line->len < 3)
		return err_set(err, ERR_INVALID,
			_("%s:%d: bind needs CONTEXT KEY COMMAND"), line->file,
			line->line);
	int contexts = contexts_of(line->words[0]);
	if (!contexts)
		return err_set(err, ERR_INVALID,
			_("%s:%d: there is no context \"%s\"; choose from feeds, items, "
			  "article, schedule, schedule-all, choose, failing, help, all"),
			line->file, line->line, line->words[0]);
	uint32_t key;
	if (conf_key_parse(line->words[1], &key, err) != OK)
		return err_prefix(err, "%s:%d", line->file, line->line);
	if (str_eq(line->words[2], "none")) {
		bind(b, contexts, key, NULL, NULL);
		return OK;
	}
	const struct ui_command *command = ui_command(line->words[2]);
	if (!command) {
		const char *near = suggestion(line->words[2]);
		return err_set(err, ERR_INVALID,
			near ? _("%s:%d: there is no command \"%s\"; did you mean %s?")
			     : _("%s:%d: there is no command \"%s\"; ? in the reader "
				 "lists them"),
			line->file, line->line, line->words[2], near);
	}
	if (!(contexts & command->contexts))
		return err_set(err, ERR_INVALID,
			_("%s:%d: the command %s does not work in \"%s\""), line->file,
			line->line, command->name, line->words[0]);
	struct buf arg = BUF_INIT(0);
	for (size_t i = 3; i < line->len; i++)
		buf_addf(&arg, "%s%s", i > 3 ? " " : "", line->words[i]);
	bind(b, contexts & command->contexts, key, command,
		arg.len ? buf_str(&arg) : NULL);
	buf_done(&arg);
	return OK;
}

int
ui_bindings_config(struct ui_bindings *b, const struct config *config, struct err *err)
{
	int status = OK;
	for (size_t i = 0; i < config->binds_len; i++) {
		int one = bind_line(b, &config->binds[i], status == OK ? err : NULL);
		if (status == OK)
			status = one;
	}
	return status;
}

const struct ui_binding *
ui_bindings_find(const struct ui_bindings *b, int context, uint32_t key)
{
	for (size_t i = 0; i < b->len; i++)
		if (b->list[i].context == context && b->list[i].key == key)
			return b->list[i].command ? &b->list[i] : NULL;
	return NULL;
}

void
ui_bindings_keys(const struct ui_bindings *b, int context,
	const struct ui_command *command, size_t max, struct buf *out)
{
	size_t count = 0;
	for (size_t i = 0; i < b->len && (max == 0 || count < max); i++) {
		if (b->list[i].command != command || b->list[i].context != context)
			continue;
		char name[16];
		conf_key_format(b->list[i].key, name, sizeof name);
		buf_addf(out, "%s%s", count++ ? " " : "", name);
	}
}
