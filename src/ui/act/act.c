/*
 * The commands that work in several views: they ask the view with the focus what its
 * cursor is on and send the worker a request. What they change shows at once: it is laid
 * over the store's content until the worker has stored it (ui/catalog/pending.h).
 */
#include "config.h"

#include "ui/act/act.h"

#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "conf/config_file.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "model/item.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "ui/article/article.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/feeds/feeds.h"
#include "ui/feeds/saved_searches.h"
#include "ui/items/items.h"
#include "ui/items/seek.h"
#include "ui/items/select.h"
#include "ui/keys/help.h"
#include "ui/keys/keys.h"
#include "ui/media/ui_media.h"
#include "ui/outside/outside.h"
#include "ui/terminal/term.h"

/* ---- moving */

static void
move(struct ui *ui, enum ui_move way)
{
	ui->focus->class->move(ui, ui->focus, way);
}

/* Goes to the row whose number was typed; false if there was none. */
static bool
go_to_row(struct ui *ui)
{
	const struct ui_act down = {ui_command("down"), NULL};
	size_t row = ui->keys.given;
	if (row == 0)
		return false;
	move(ui, UI_FIRST);
	if (row > 1)
		ui_keys_run(ui, &down, 1, row - 1);
	return true;
}

void
ui_act_up(struct ui *ui, const char *arg)
{
	(void)arg;
	move(ui, UI_UP);
}

void
ui_act_down(struct ui *ui, const char *arg)
{
	(void)arg;
	move(ui, UI_DOWN);
}

void
ui_act_page_up(struct ui *ui, const char *arg)
{
	(void)arg;
	move(ui, UI_PAGE_UP);
}

void
ui_act_page_down(struct ui *ui, const char *arg)
{
	(void)arg;
	move(ui, UI_PAGE_DOWN);
}

void
ui_act_half_up(struct ui *ui, const char *arg)
{
	(void)arg;
	move(ui, UI_HALF_UP);
}

void
ui_act_half_down(struct ui *ui, const char *arg)
{
	(void)arg;
	move(ui, UI_HALF_DOWN);
}

void
ui_act_scroll_up(struct ui *ui, const char *arg)
{
	(void)arg;
	move(ui, UI_SCROLL_UP);
}

void
ui_act_scroll_down(struct ui *ui, const char *arg)
{
	(void)arg;
	move(ui, UI_SCROLL_DOWN);
}

/* 0: top; 1: middle, also without an argument; 2: bottom. */
static int
place_of(const char *arg)
{
	return str_eq(arg, "top") ? 0 : str_eq(arg, "bottom") ? 2 : 1;
}

void
ui_act_cursor(struct ui *ui, const char *arg)
{
	move(ui, (enum ui_move)(UI_CURSOR_TOP + place_of(arg)));
}

void
ui_act_row(struct ui *ui, const char *arg)
{
	move(ui, (enum ui_move)(UI_ROW_TOP + place_of(arg)));
}

void
ui_act_next_item(struct ui *ui, const char *arg)
{
	if (ui->focus->class->context == UI_ARTICLE)
		ui_article_next(ui, arg);
	else
		move(ui, UI_DOWN);
}

void
ui_act_previous_item(struct ui *ui, const char *arg)
{
	if (ui->focus->class->context == UI_ARTICLE)
		ui_article_previous(ui, arg);
	else
		move(ui, UI_UP);
}

void
ui_act_first(struct ui *ui, const char *arg)
{
	(void)arg;
	if (!go_to_row(ui))
		move(ui, UI_FIRST);
}

void
ui_act_last(struct ui *ui, const char *arg)
{
	(void)arg;
	if (!go_to_row(ui))
		move(ui, UI_LAST);
}

void
ui_act_open(struct ui *ui, const char *arg)
{
	(void)arg;
	struct ui_view *view = ui->focus;
	if (view->class->inner)
		ui_enter(ui, view);
	else
		view->class->open(ui, view);
}

void
ui_act_back(struct ui *ui, const char *arg)
{
	(void)arg;
	ui_pop(ui);
}

void
ui_act_escape(struct ui *ui, const char *arg)
{
	(void)arg;
	if (!ui_outside_stop(ui) && !ui_items_select_stop(ui) &&
		!ui_article_drop(ui->focus) && !ui_items_select_drop(ui) &&
		!ui_feeds_filter_drop(ui) && ui->focus->opener)
		ui_pop(ui);
}

void
ui_act_quit(struct ui *ui, const char *arg)
{
	(void)arg;
	ui->leave = true;
}

/* ---- unread, across feeds */

static void
unread_found(struct ui *ui, uint64_t item)
{
	const struct ui_view *items = ui_find(ui, UI_ITEMS);
	bool here = items && ui_items_scope(items)->kind != STORE_FEED;
	if (!item)
		ui_status_say(&ui->status, false,
			here ? _("Nothing else is unread here")
			     : _("Nothing else is unread"));
	else if (ui->focus->class->context == UI_ARTICLE)
		ui_article_show(ui, ui->focus, item);
}

static void
go_unread(struct ui *ui, bool backwards)
{
	struct ui_view *items = ui_find(ui, UI_ITEMS);
	if (ui->focus->class->context == UI_FEEDS)
		ui_feeds_jump(ui, ui->focus, backwards);
	else if (items)
		ui_items_seek_start(ui, items, UI_SEEK_UNREAD, backwards, unread_found);
	else
		unread_found(ui, 0);
}

void
ui_act_next_unread(struct ui *ui, const char *arg)
{
	(void)arg;
	go_unread(ui, false);
}

void
ui_act_previous_unread(struct ui *ui, const char *arg)
{
	(void)arg;
	go_unread(ui, true);
}

/* ---- the cursor's feed, tag or item */

void
ui_act_reload_all(struct ui *ui, const char *arg)
{
	(void)arg;
	if (ui->catalog.len == 0 && ui->settings->config.accounts_len == 0) {
		ui_status_say(&ui->status, false, _("There are no feeds yet"));
		return;
	}
	ui_status_report(&ui->status, false, _("Reloading all feeds"));
	engine_refresh(ui->engine, NULL, 0, ENGINE_FORCE);
}

void
ui_act_older(struct ui *ui, const char *arg)
{
	(void)arg;
	struct ui_target target;
	if (!ui_act_on_something(ui, &target))
		return;
	const struct engine_target of = ui_act_feeds_of(ui, &target);
	ui_status_report(&ui->status, false, _("Fetching older items"));
	ui->status.older += of.feeds_len;
	engine_backfill(ui->engine, of.feeds, of.feeds_len, ENGINE_OLDER_PAGES,
		ENGINE_OLDER_BYTES);
}

void
ui_act_older_event(struct ui *ui, const struct engine_event *event)
{
	const struct engine_counts *c = &event->counts;
	struct buf text = BUF_INIT(0);
	buf_addf(
		&text, "%s: ", ui_catalog_title(&ui->catalog, event->feed, &ui->scratch));
	buf_addf(&text, P_("%zu older item", "%zu older items", c->added), c->added);
	if (event->done && ui->status.older)
		ui->status.older--;
	if (event->done) {
		buf_addf(&text, "; %s", event->text);
		ui_status_tell(&ui->status, event->error, buf_str(&text));
	} else {
		ui_status_report(&ui->status, event->error, "%s", buf_str(&text));
	}
	ui->stale |= c->added > 0;
	buf_done(&text);
}

void
ui_act_stop(struct ui *ui, const char *arg)
{
	(void)arg;
	bool stopped = ui_outside_stop(ui);
	stopped |= ui_items_select_stop(ui);
	stopped |= ui_outside_run_stop(ui);
	stopped |= ui_media_awaits(ui); /* the worker says how many it holds */
	engine_stop_search(ui->engine);
	engine_stop_refresh(ui->engine);
	ui_status_report(&ui->status, false,
		stopped || ui->status.running || ui->status.older
			? _("Stopping")
			: _("Nothing is running"));
	ui->status.older = 0;
}

/* Applies `on` if the item does not have the flag, otherwise `off`. */
static void
toggle(struct ui *ui, int flag, enum action on, enum action off)
{
	struct ui_target target;
	if (!ui_act_on_item(ui, &target))
		return;
	enum action verb = target.flags & flag ? off : on;
	if (!ui_items_select_act(ui, verb))
		ui_act_mark(ui, target.item, target.feed, target.flags, verb);
}

void
ui_act_toggle_read(struct ui *ui, const char *arg)
{
	(void)arg;
	bool several = ui_items_select_len(ui) > 0;
	toggle(ui, ITEM_UNREAD, ACTION_UNREAD, ACTION_READ);
	if (!several && ui->focus->class->context == UI_ITEMS)
		move(ui, UI_DOWN);
}

void
ui_act_star(struct ui *ui, const char *arg)
{
	(void)arg;
	toggle(ui, ITEM_STARRED, ACTION_STAR, ACTION_UNSTAR);
}

void
ui_act_show_read(struct ui *ui, const char *arg)
{
	(void)arg;
	if (ui->focus->class->context == UI_ITEMS && ui_items_query(ui->focus)) {
		ui_status_say(&ui->status, false,
			_("A search shows what it finds, read or not; search with "
			  "is:unread to leave out the rest"));
		return;
	}
	ui->show_read = !ui->show_read;
	for (struct ui_view *view = ui->top; view; view = view->below)
		if (view->class->context == UI_ITEMS)
			ui_items_refilter(ui, view);
		else if (view->class->context == UI_FEEDS)
			view->class->load(ui, view, false);
	ui_status_say(&ui->status, false,
		ui->show_read ? _("Showing read feeds and items as well")
			      : _("Showing only what is unread"));
}

/* ---- undo */

void
ui_act_undo(struct ui *ui, const char *arg)
{
	(void)arg;
	engine_do(ui->engine, &(struct engine_action){.verb = ACTION_UNDO});
}

void
ui_act_redo(struct ui *ui, const char *arg)
{
	(void)arg;
	engine_do(ui->engine, &(struct engine_action){.verb = ACTION_REDO});
}

/* Says what was done; of a chain, instead of what it had done before. */
static void
say_done(struct ui *ui, const struct engine_event *event)
{
	if (event->chain && event->chain == ui->done_chain)
		ui_status_drop(&ui->status, ui->done);
	ui_status_outcome(&ui->status, false, _("Done: %s; %s undoes it"), event->text,
		ui_screen_key(ui, ui->focus->class->context, "undo"));
	ui->done_chain = event->chain;
	ui->done = ui->status.number;
}

void
ui_act_done(struct ui *ui, const struct engine_event *event)
{
	const char *text = event->text ? event->text : "";
	ui->stale = true;
	if (!(action_kind(event->act)->flags & ACTION_OF_ITEMS))
		ui_feeds_saved_load(ui); /* the feeds file may have changed */
	/* The pending actions are stored, and are now undone or redone. Counts that
	 * included them are read again, even if this store has been read since. */
	bool undone = event->act == ACTION_UNDO || event->act == ACTION_REDO;
	bool stored = ui_pending_is_crowd(&ui->pending) &&
		      !engine_is_acting(ui->engine) && !ui_items_select_acting(ui);
	if (undone || event->error || stored) {
		ui_pending_done(&ui->pending);
		ui->version = 0;
	}
	if (undone && event->feed)
		ui_feeds_select(ui, event->feed);
	if (event->error) {
		ui_status_outcome(&ui->status, true, "%s", text);
		ui_prompt_again(&ui->prompt); /* it may be about what was typed */
	} else if (undone)
		ui_status_outcome(&ui->status, false,
			event->act == ACTION_REDO ? _("Redone: %s") : _("Undone: %s"),
			text);
	else if (event->text)
		say_done(ui, event);
	else if (event->act == ACTION_QUEUE || event->act == ACTION_DOWNLOAD)
		ui_status_outcome(&ui->status, false,
			event->act == ACTION_QUEUE ? _("Nothing to put into the queue")
						   : _("Nothing to download"));
}

/* ---- the rest */

void
ui_act_help(struct ui *ui, const char *arg)
{
	if (arg)
		ui_keys_manual(ui, arg);
	else
		ui_keys_help(ui);
}

void
ui_act_reload_feeds(struct ui *ui, const char *arg)
{
	(void)arg;
	engine_reload_feeds(ui->engine);
}

void
ui_act_redraw(struct ui *ui, const char *arg)
{
	(void)arg;
	ui_term_redraw();
	ui->dirty = true;
}

void
ui_act_suspend(struct ui *ui, const char *arg)
{
	(void)arg;
	ui_term_leave();
	store_stop(ui->store);
	ui_term_return();
	ui->dirty = ui->stale = true;
}
