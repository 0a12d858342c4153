/*
 * The commands that open lists across all feeds. If such a list is there already, they go
 * to it instead of opening another one.
 */
#include "config.h"

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "ui/act/act.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/feeds/fixed.h"
#include "ui/items/items.h"
#include "ui/keys/keys.h"

#define RANDOM_MAX 50 /* unread items of a feed among which chance decides */

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
	const struct ui_feeds_fixed *place = ui_feeds_fixed;
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
ui_act_unread(struct ui *ui, const char *arg)
{
	(void)arg;
	open_place(ui, "unread");
}

void
ui_act_starred(struct ui *ui, const char *arg)
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
ui_act_all(struct ui *ui, const char *arg)
{
	(void)arg;
	go_to(ui, "all", open_all);
}

void
ui_act_feeds(struct ui *ui, const char *arg)
{
	(void)arg;
	ui_return(ui, ui_find(ui, UI_FEEDS));
}

static void
push_feed(struct ui *ui, uint32_t feed)
{
	const struct store_scope scope = {.kind = STORE_FEED, .feed = feed};
	ui_push(ui, ui_items_new(ui, &scope));
}

void
ui_act_item_feed(struct ui *ui, const char *arg)
{
	struct ui_target target;
	(void)arg;
	if (ui_act_on_feed(ui, &target))
		push_feed(ui, target.feed);
}

static void
list_other_feed(struct ui *ui, bool backwards, bool unread)
{
	uint32_t from = ui_items_scope(ui->focus)->feed;
	uint32_t feed = ui->above->next_feed(ui, from, backwards, unread);
	if (!feed || feed == from) {
		ui_status_say(&ui->status, false,
			unread ? _("Nothing else is unread")
			       : _("There is no other feed"));
		ui->keys.failed = true;
		return;
	}
	ui_items_switch(ui, ui->focus, feed);
	ui->above->select_feed(ui, feed);
}

void
ui_act_next_feed(struct ui *ui, const char *arg)
{
	(void)arg;
	list_other_feed(ui, false, false);
}

void
ui_act_previous_feed(struct ui *ui, const char *arg)
{
	(void)arg;
	list_other_feed(ui, true, false);
}

void
ui_act_next_unread_feed(struct ui *ui, const char *arg)
{
	(void)arg;
	list_other_feed(ui, false, true);
}

void
ui_act_previous_unread_feed(struct ui *ui, const char *arg)
{
	(void)arg;
	list_other_feed(ui, true, true);
}

/* A feed is as likely as it has unread items. */
void
ui_act_random(struct ui *ui, const char *arg)
{
	const struct ui_catalog *c = &ui->catalog;
	uint64_t all = 0, at = 0;
	size_t i = 0;
	(void)arg;
	for (size_t k = 0; k < c->len; k++)
		all += c->feeds[k].hidden ? 0 : c->feeds[k].unread;
	if (!all) {
		ui_status_say(&ui->status, false, _("Nothing else is unread"));
		return;
	}
	at = (uint64_t)time_mono_ms() * 2654435761U % all; /* as good as chance */
	for (; c->feeds[i].hidden || at >= c->feeds[i].unread; i++)
		at -= c->feeds[i].hidden ? 0 : c->feeds[i].unread;
	at = at < RANDOM_MAX ? at : at % RANDOM_MAX;
	push_feed(ui, c->feeds[i].id);
	const struct ui_act acts[] = {
		{ui_command("next-unread"), NULL}, {ui_command("open"), NULL}};
	ui_keys_run(ui, acts, 2, (size_t)at + 1);
}
