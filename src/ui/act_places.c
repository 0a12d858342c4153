/*
 * The commands that open lists across all feeds. A list that is there already is gone to
 * rather than opened a second time.
 */
#include "config.h"

#include "base/str.h"
#include "ui/items.h"
#include "ui/fixed.h"
#include "ui/stack.h"
#include "ui/state.h"

static void
go_to(struct ui *ui, const char *name, struct ui_view *(*open)(struct ui *ui))
{
	struct ui_view *view = ui->top;
	while (view && !str_eq(view->place, name))
		view = view->below;
	if (view) {
		ui_return(ui, view);
		return;
	}
	view = open(ui);
	if (!view)
		return;
	view->place = name;
	ui_push(ui, view);
}

static void
open_place(struct ui *ui, const char *name)
{
	const struct ui_fixed *place = ui_fixed;
	while (place->name && !str_eq(place->name, name))
		place++;
	go_to(ui, place->name, place->open);
}

void
ui_act_today(struct ui *ui, const char *arg)
{
	(void)arg;
	open_place(ui, "today");
}

void
ui_act_failing(struct ui *ui, const char *arg)
{
	(void)arg;
	open_place(ui, "failing");
}

void
ui_act_silent(struct ui *ui, const char *arg)
{
	(void)arg;
	open_place(ui, "silent");
}

void
ui_act_recent(struct ui *ui, const char *arg)
{
	(void)arg;
	open_place(ui, "recent");
}

void
ui_items_unread(struct ui *ui, const char *arg)
{
	(void)arg;
	open_place(ui, "unread");
}

void
ui_items_starred(struct ui *ui, const char *arg)
{
	(void)arg;
	open_place(ui, "starred");
}

static struct ui_view *
open_all(struct ui *ui)
{
	const struct store_scope all = {.kind = STORE_ALL};
	return ui_items_new(ui, &all);
}

void
ui_items_all(struct ui *ui, const char *arg)
{
	(void)arg;
	go_to(ui, "all", open_all);
}
