/*
 * Prints a script for tuidrive that runs every command of the reader's table in a preset:
 * by its first key in its first context or, if it has none, by its name. After each one
 * the reader must answer.
 *
 *	every PRESET
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/str.h"
#include "ui/command/binding.h"
#include "ui/command/command.h"

/* They leave the terminal, to an editor, say, and drop what is typed ahead: how to see
 * that they are back. */
#define EDITED "wait sh test -e edited\nsh rm edited\nwait row 1 \"courant\"\n"
static const struct {
	const char *name, *steps;
} apart[] = {
	/* Nobody could continue it, so it continues by itself. */
	{"suspend", "wait output /1049l.*1049h/\n"},
	{"edit-feeds", EDITED},
	{"edit-config", EDITED},
};

/* Closes what is open. An Escape and the key after it may be taken for Alt and that key,
 * so the last is one that does no harm either way. */
#define CLOSE "<Esc><Esc><Esc><Esc><Esc><C-l>"

static const struct {
	int context;
	const char *there; /* from the list of feeds */
} ways[] = {
	{UI_FEEDS, ""},
	{UI_ITEMS, ":all-items<Enter>"},
	{UI_ARTICLE, ":all-items<Enter>:open<Enter>"},
	{UI_FOUND, ":all-items<Enter>:open<Enter>:find e<Enter>"},
	{UI_FAILING, ":failing<Enter>"},
	{UI_QUEUE, ":queue<Enter>"},
	{UI_SCHEDULE, ":schedule<Enter>"},
	{UI_HELP, ":help<Enter>"},
};

static const char *
way_to(const struct ui_command *command, int *context)
{
	/* in the list of feeds it would end the reader */
	bool back = str_eq(command->name, "back");
	for (size_t i = back; i < COUNT_OF(ways); i++)
		if (command->contexts & ways[i].context) {
			*context = ways[i].context;
			return ways[i].there;
		}
	*context = UI_FEEDS;
	return "";
}

static void
put_key(uint32_t key, struct buf *out)
{
	static const struct {
		const char *name, *script;
	} others[] = {{"<", "lt"}, {"Escape", "Esc"}, {"PageUp", "PgUp"},
		{"PageDown", "PgDn"}, {"BackTab", "S-Tab"}, {"Backspace", "BS"},
		{"Insert", "Ins"}, {"Delete", "Del"}};
	char name[16];
	if (key & KEY_META) {
		buf_adds(out, "<Esc>");
		key &= ~(uint32_t)KEY_META;
	}
	conf_key_format(key, name, sizeof name);
	const char *script = name;
	for (size_t i = 0; i < COUNT_OF(others); i++)
		if (str_eq(name, others[i].name))
			script = others[i].script;
	if (name[0] == '^' && name[1])
		buf_addf(out, "<C-%c>", str_lower(name[1]));
	else if (script != name || (name[1] && !(name[0] & 0x80)))
		buf_addf(out, "<%s>", script);
	else
		buf_adds(out, name);
}

/* The first keys of a command in the context, as scripts spell them, or its name. */
static void
put_keys(const struct ui_bindings *bindings, int context,
	const struct ui_command *command, struct buf *out)
{
	for (size_t i = 0; i < bindings->len; i++) {
		const struct ui_binding *b = bindings->list[i];
		if (b->section || b->context != context || b->acts_len != 1 ||
			b->acts[0].command != command)
			continue;
		for (size_t k = 0; k < b->len; k++)
			put_key(b->keys[k], out);
		return;
	}
	buf_addf(out, ":%s<Enter>", command->name);
}

static const char *
steps_after(const struct ui_command *command)
{
	for (size_t i = 0; i < COUNT_OF(apart); i++)
		if (str_eq(command->name, apart[i].name))
			return apart[i].steps;
	return "";
}

/* Runs a command from the list of feeds. */
static void
put_command(const struct ui_bindings *bindings, const struct ui_command *command)
{
	struct buf keys = BUF_INIT(0);
	int context;
	const char *there = way_to(command, &context);
	put_keys(bindings, context, command, &keys);
	printf("# %s\nkeys " CLOSE "%s%s\n%s", command->name, there, buf_str(&keys),
		steps_after(command));
	buf_done(&keys);
}

int
main(int argc, char **argv)
{
	struct ui_bindings bindings;
	size_t n = 0;
	if (argc != 2)
		return 2;
	ui_bindings_init(&bindings, ui_preset(argv[1]));
	const struct ui_command *quit = ui_command("quit");
	const struct ui_command *suspend =
		ui_command("suspend"); /* first, by its steps */
	put_command(&bindings, suspend);
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c)) {
		if (c == quit || c == suspend)
			continue;
		put_command(&bindings, c);
		printf("keys " CLOSE ":here %zu\nwait row -1 /^:here %zu *$/\n", n, n);
		n++;
	}
	put_command(&bindings, quit);
	ui_bindings_done(&bindings);
	return 0;
}
