/*
 * The commands about panes: another layout, other sizes, and moving between them.
 */
#include "config.h"

#include "base/i18n.h"
#include "base/str.h"
#include "ui/act/act.h"
#include "ui/article/article.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/feeds/failing.h"
#include "ui/feeds/feeds.h"

static const char *const names[] = {"auto", "one", "two", "three", "below"};

static void
fit(struct ui *ui)
{
	ui_resize(ui, ui->screen.width, ui->screen.height);
}

bool
ui_act_use_layout(struct ui *ui, const char *name)
{
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_eq(names[i], name)) {
			ui->layout_name = names[i];
			ui->zoomed = false;
			fit(ui);
			return true;
		}
	return false;
}

/* Goes to the next layout, leaving out those for which the window is too small. */
static const char *
set_next(struct ui *ui)
{
	size_t at = 1, count = COUNT_OF(names) - 1;
	while (at < count && !str_eq(names[at], ui->shown->name))
		at++;
	for (size_t i = 0; i < count; i++) {
		at = at % count + 1;
		if (ui_act_use_layout(ui, names[at]) &&
			str_eq(ui->shown->name, names[at]))
			break;
	}
	return names[at];
}

int
ui_act_layout_check(const char *arg, struct err *err)
{
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_eq(names[i], arg))
			return OK;
	return err_set(err, ERR_INVALID,
		_("Unknown layout \"%s\"; choose from auto, one, two, three, below"),
		arg);
}

void
ui_act_layout(struct ui *ui, const char *arg)
{
	struct err err;
	if (arg && ui_act_layout_check(arg, &err) != OK) {
		ui_refuse(ui, err.text);
		return;
	}
	if (arg)
		ui_act_use_layout(ui, arg);
	const char *name = arg ? arg : set_next(ui);
	if (str_eq(ui->shown->name, name) || str_eq(name, "auto"))
		ui_status_say(&ui->status, false, _("Layout: %s"), name);
	else
		ui_status_say(&ui->status, false,
			_("The window is too small for the layout %s; until it is "
			  "larger: %s"),
			name, ui->shown->name);
}

/* The pane with the focus. */
static size_t
pane_in_focus(const struct ui *ui)
{
	size_t i = 0;
	while (i + 1 < ui->panes_len && ui->panes[i].view != ui->focus)
		i++;
	return i;
}

/* Why there is one pane only, and what makes more. */
static void
say_single(struct ui *ui)
{
	if (ui->zoomed)
		ui_status_say(&ui->status, false,
			_("One pane only; %s shows all of them again"),
			ui_screen_key(ui, ui->focus->class->context, "zoom"));
	else if (ui_layout_choose("two", ui->screen.width, ui->screen.height) ||
		 ui_layout_choose("below", ui->screen.width, ui->screen.height))
		ui_status_say(&ui->status, false,
			_("There is only one pane; %s shows more"),
			ui_screen_key(ui, ui->focus->class->context, "layout"));
	else
		ui_status_say(&ui->status, false,
			_("The window is too small for more than one pane"));
}

static void
grow(struct ui *ui, bool shrink)
{
	size_t shape = (size_t)(ui->shown - ui->shapes);
	if (ui->panes_len < 2 && ui_article_widen(ui, shrink))
		return;
	if (ui->panes_len < 2)
		say_single(ui);
	else if (!ui->layout &&
		 ui_pane_grow(&ui->shapes[shape], pane_in_focus(ui), shrink))
		fit(ui);
	else
		ui_status_say(&ui->status, false, _("The pane cannot be any smaller"));
}

void
ui_act_wider(struct ui *ui, const char *arg)
{
	(void)arg;
	grow(ui, false);
}

void
ui_act_narrower(struct ui *ui, const char *arg)
{
	(void)arg;
	grow(ui, true);
}

void
ui_act_zoom(struct ui *ui, const char *arg)
{
	(void)arg;
	if (!ui->zoomed && ui->panes_len < 2) {
		say_single(ui);
		return;
	}
	ui->zoomed = !ui->zoomed;
	fit(ui);
	if (ui->zoomed)
		say_single(ui);
	else
		ui_status_say(&ui->status, false, _("All panes"));
}

void
ui_act_next_pane(struct ui *ui, const char *arg)
{
	(void)arg;
	struct ui_target target = {0};
	size_t at = pane_in_focus(ui);
	if (ui->focus->class->context == UI_FAILING) {
		ui_feeds_failing_turn(ui, ui->focus);
		return;
	}
	if (ui->focus->class->context == UI_FEEDS &&
		ui->focus->class->target(ui, ui->focus, &target) &&
		(target.tag || ui->panes_len < 2)) {
		ui_feeds_fold(ui, NULL);
		return;
	}
	if (ui->focus->class->context == UI_ARTICLE && ui->panes_len < 2) {
		ui_article_next_link(ui, NULL);
		return;
	}
	for (size_t i = 1; i < ui->panes_len; i++) {
		struct ui_view *view = ui->panes[(at + i) % ui->panes_len].view;
		if (view) {
			ui_focus(ui, view);
			return;
		}
	}
}

/* To the left: the row above in the tree of feeds, else the pane or view before; never
 * out of the reader. */
void
ui_act_left(struct ui *ui, const char *arg)
{
	(void)arg;
	if (ui->focus->class->context == UI_FEEDS)
		ui_feeds_outward(ui, ui->focus);
	else if (ui->focus->opener)
		ui_pop(ui);
}
