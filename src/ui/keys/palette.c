/*
 * The box above the prompt for commands: those that what is typed could mean, with their
 * keys and what they do.
 */
#include "config.h"

#include "ui/keys/palette.h"

#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "conf/key.h"
#include "ui/core/complete.h"
#include "ui/core/ui.h"
#include "ui/keys/box.h"
#include "ui/keys/keys.h"

#define NO_MATCH 99

int
ui_keys_palette_rank(const struct ui_command *c, const char *typed)
{
	size_t n = strlen(typed);
	const char *brief = _(c->brief), *at = c->name;
	if (str_istarts(c->name, typed))
		return strlen(c->name) == n ? 0 : 1;
	if (str_ifind(c->name, strlen(c->name), typed))
		return 2;
	for (size_t i = 0; i < n && at; i++) { /* the letters, in their order */
		at = strchr(at, str_lower((unsigned char)typed[i]));
		at = at ? at + 1 : NULL;
	}
	if (at)
		return 3;
	return n > 2 && str_ifind(brief, strlen(brief), typed) ? 4 : NO_MATCH;
}

static const struct ui_command *
typed(const struct ui *ui, const char *name)
{
	const char *arg;
	return ui_alias_typed((enum ui_preset)ui->bindings.preset, name, &arg, NULL);
}

static void
changed(struct ui *ui, const char *text)
{
	struct ui_palette *p = &ui->palette;
	p->len = p->chosen = p->top = 0;
	p->moved = false;
	if (!*text || strchr(text, ' '))
		return;
	for (int wanted = 0; wanted <= 4; wanted++)
		for (const struct ui_command *c = ui_commands[0]; c;
			c = ui_command_next(c))
			if (p->len < UI_PALETTE_MAX &&
				ui_command_works(c, ui->focus->class->context) &&
				typed(ui, c->name) == c &&
				ui_keys_palette_rank(c, text) == wanted)
				p->list[p->len++] = c;
}

/* Puts a command's name into the prompt, for its argument or for Enter. */
static void
take(struct ui *ui, const struct ui_command *command, bool more)
{
	struct ui_prompt *prompt = &ui->prompt;
	buf_clear(&prompt->text);
	prompt->at = 0;
	ui_prompt_insert(prompt, command->name, strlen(command->name));
	if (more)
		ui_prompt_insert(prompt, " ", 1);
	ui->palette.len = 0;
}

static bool
key(struct ui *ui, uint32_t pressed)
{
	struct ui_palette *p = &ui->palette;
	if (!p->len)
		return false;
	switch (pressed) {
	case KEY_CURSOR_DOWN:
		p->chosen =
			p->moved && p->chosen + 1 < p->len ? p->chosen + 1 : p->chosen;
		p->moved = true;
		return true;
	case KEY_CURSOR_UP:
		p->chosen = p->chosen ? p->chosen - 1 : 0;
		p->moved = true;
		return true;
	case KEY_RETURN:
		if (p->moved)
			take(ui, p->list[p->chosen], false);
		else if (p->len == 1 && !typed(ui, buf_str(&ui->prompt.text)))
			take(ui, p->list[0], false);
		return false;
	case KEY_TABULATOR:
		if (p->moved)
			take(ui, p->list[p->chosen], true);
		return p->moved;
	default:
		return false;
	}
}

void
ui_keys_palette_draw(struct ui *ui)
{
	struct ui_palette *p = &ui->palette;
	struct ui_box_line lines[UI_PALETTE_MAX];
	bool refused = ui->status.error && ui->status.text.len; /* it may take two rows */
	if (!ui->prompt.open || ui->prompt.changed != changed || !p->len || refused)
		return;
	for (size_t i = 0; i < p->len; i++) {
		struct buf keys = BUF_INIT(0);
		ui_bindings_keys(
			&ui->bindings, ui->focus->class->context, p->list[i], 1, &keys);
		lines[i] =
			(struct ui_box_line){arena_strdup(&ui->scratch, buf_str(&keys)),
				p->list[i]->name, _(p->list[i]->brief)};
		buf_done(&keys);
	}
	size_t room = ui_keys_box(ui, _("commands"), _("Tab completes, ↓ chooses"), lines,
		p->len, p->top, p->moved ? p->chosen : SIZE_MAX, false);
	if (room && p->chosen >= p->top + room) {
		p->top = p->chosen - room + 1;
		ui->dirty = true;
	} else if (p->chosen < p->top) {
		p->top = p->chosen;
		ui->dirty = true;
	}
}

void
ui_keys_command(struct ui *ui, const char *arg)
{
	ui_prompt_start(&ui->prompt, ":", arg, &ui->commands);
	ui->prompt.accept = ui_keys_line;
	ui->prompt.complete = ui_complete_command;
	ui->prompt.changed = changed;
	ui->prompt.key = key;
	changed(ui, arg ? arg : "");
}
