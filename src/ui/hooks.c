/*
 * What the user wants run when something happens: commands of the reader, or a program in
 * the background. A hook waits until nothing else is being typed or done, so that it
 * never comes between the commands of a chain.
 */
#include "config.h"

#include <string.h>

#include "conf/option.h"
#include "ui/core/ui.h"
#include "ui/keys/keys.h"
#include "ui/outside/outside.h"
#include "ui/ui_inside.h"

static const char *
line_of(const struct ui *ui, enum ui_hook hook)
{
	const struct options *o = ui->options;
	switch (hook) {
	case UI_HOOK_NEW:
		return o->on_new;
	case UI_HOOK_REFRESH:
		return o->on_refresh;
	case UI_HOOK_OPEN:
		return o->on_open;
	case UI_HOOK_START:
		return o->on_start;
	case UI_HOOK_QUIT:
		return o->on_quit;
	case UI_HOOKS:
		break;
	}
	return "";
}

static void
run_program(struct ui *ui, enum ui_hook hook, const char *line)
{
	struct ui_outside of;
	if (hook != UI_HOOK_OPEN) {
		ui_outside_run_plain(ui, line, UI_RUN_HOOK, NULL);
		return;
	}
	if (!ui_outside_take(ui, &of))
		return;
	ui_outside_run_line(ui, &of, line, UI_RUN_HOOK, false, NULL);
	ui_outside_done(&of);
}

void
ui_hook_run(struct ui *ui, enum ui_hook hook)
{
	const char *line = line_of(ui, hook);
	line += strspn(line, " ");
	ui->prompt.taken = false; /* what is refused now was not typed */
	if (hook == UI_HOOK_OPEN && ui->focus->class->context != UI_ARTICLE)
		return;
	if (*line == '!')
		run_program(ui, hook, line + 1);
	else if (*line)
		ui_keys_line(ui, line);
}

bool
ui_hooks_step(struct ui *ui)
{
	if (!ui->hooks || ui->prompt.open || ui->seek || ui->keys.waiting_len ||
		ui->keys.len || ui->keys.count)
		return false;
	enum ui_hook hook = 0;
	while (!(ui->hooks & 1U << hook))
		hook++;
	ui->hooks &= ~(1U << hook);
	ui_hook_run(ui, hook);
	return ui->hooks != 0;
}
