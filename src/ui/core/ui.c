/*
 * What every room does with the state: reads the store, finds what the cursor is on,
 * marks items. Marks show at once: they are laid over the store's content until the
 * worker has stored them (ui/catalog/pending.h).
 */
#include "config.h"

#include "ui/core/ui.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/str.h"
#include "conf/option.h"
#include "engine/api.h"
#include "model/item.h"
#include "store/db/view.h"
#include "store/item/item.h"

void
ui_refuse(struct ui *ui, const char *why)
{
	ui_status_say(&ui->status, true, "%s", why);
	ui_prompt_again(&ui->prompt);
}

void
ui_ask(struct ui *ui, const char *arg, const struct ui_question *q)
{
	if (arg) {
		q->accept(ui, arg);
		return;
	}
	ui_prompt_start(&ui->prompt, q->label, q->text, q->history);
	ui->prompt.accept = q->accept;
	ui->prompt.complete = q->complete;
	ui->prompt.changed = q->changed;
	ui->prompt.cancel = q->cancel;
}

bool
ui_open_view(struct ui *ui, struct store_view *view)
{
	struct err err = {0};
	if (store_view_begin(ui->store, view, &err) == OK)
		return true;
	ui_status_say(&ui->status, true, "%s", err.text);
	return false;
}

void
ui_run_command(struct ui *ui, const struct ui_command *command, const char *arg)
{
	ui->dirty = true;
	if (!ui->above->stop_seek(ui) || !(command->flags & UI_STOPS))
		command->run(ui, arg);
}

const char *
ui_screen_key(struct ui *ui, int context, const char *command)
{
	struct buf key = BUF_INIT(0);
	ui_bindings_keys(&ui->bindings, context, ui_command(command), 1, &key);
	const char *name = key.len ? arena_strdup(&ui->scratch, buf_str(&key))
				   : arena_printf(&ui->scratch, ":%s", command);
	buf_done(&key);
	return name;
}

/* ---- the cursor's feed, tag or item */

bool
ui_act_on_something(struct ui *ui, struct ui_target *target)
{
	struct ui_view *view = ui->focus;
	*target = (struct ui_target){0};
	if (view->class->target && view->class->target(ui, view, target))
		return true;
	ui_status_say(&ui->status, false, _("There is nothing under the cursor"));
	ui->keys.failed = true;
	return false;
}

bool
ui_act_on_feed(struct ui *ui, struct ui_target *target)
{
	if (ui_act_on_something(ui, target) && !target->feed)
		ui_status_say(&ui->status, false,
			target->saved ? _("This works for feeds, not for saved searches")
				      : _("Put the cursor on a feed first"));
	return target->feed != 0;
}

bool
ui_act_on_line(struct ui *ui, struct ui_target *target)
{
	if (!ui_act_on_something(ui, target))
		return false;
	if (!target->feed && !target->saved && !target->tag)
		ui_status_say(&ui->status, false,
			_("Put the cursor on a feed or a saved search first"));
	return target->feed || target->saved || target->tag;
}

bool
ui_act_on_item(struct ui *ui, struct ui_target *target)
{
	if (ui_act_on_something(ui, target) && !target->item)
		ui_status_say(&ui->status, false, _("Put the cursor on an item first"));
	return target->item != 0;
}

bool
ui_act_pick(struct ui *ui, size_t number)
{
	struct ui_view *view = ui->focus;
	if (view->class->pick && view->class->pick(ui, view, number))
		return true;
	ui_status_say(&ui->status, true, _("There is no link %zu here"), number);
	return false;
}

/* ---- marks */

void
ui_act_mark(struct ui *ui, uint64_t item, uint32_t feed, int flags, enum action verb)
{
	const struct action_kind *kind = action_kind(verb);
	ui_pending_flag(&ui->pending, &ui->catalog, item, feed, kind->set, kind->clear);
	engine_do(ui->engine,
		&(struct engine_action){.verb = verb, .target = engine_items(&item, 1)});
	int changed = flags ^ ((flags & ~kind->clear) | kind->set);
	if (changed & ITEM_UNREAD)
		ui_catalog_count(&ui->catalog, feed, kind->set & ITEM_UNREAD ? 1 : -1);
}

void
ui_act_read_all(struct ui *ui, const uint64_t *items, size_t len)
{
	struct store_view view;
	if (!ui_open_view(ui, &view))
		return;
	for (size_t i = 0; i < len; i++) {
		struct store_item item;
		if (store_item(&view, items[i], &ui->scratch, &item) != OK)
			continue;
		int flags = ui_pending_apply(&ui->pending, item.id,
			ui_catalog_feed(&ui->catalog, item.feed), item.flags);
		ui_pending_flag(
			&ui->pending, &ui->catalog, item.id, item.feed, 0, ITEM_UNREAD);
		if (flags & ITEM_UNREAD)
			ui_catalog_count(&ui->catalog, item.feed, -1);
	}
	store_view_end(&view);
	engine_do(ui->engine, &(struct engine_action){.verb = ACTION_READ,
				      .target = engine_items(items, len)});
}

void
ui_act_read(struct ui *ui, uint64_t item, uint32_t feed, int flags)
{
	if (flags & ITEM_UNREAD)
		ui_act_mark(ui, item, feed, flags, ACTION_READ);
}

size_t
ui_jump(const struct ui *ui, const struct ui_frame *frame)
{
	bool scrolls = frame->width >= ui->screen.width && !ui->links;
	return scrolls ? 0 : frame->height / 3;
}

const char *
ui_images_by(const struct options *options)
{
	bool remote =
		!str_empty(getenv("SSH_CONNECTION")) || !str_empty(getenv("SSH_TTY"));
	return remote && !str_eq(options->image_remote, "same") ? options->image_remote
								: options->image_protocol;
}
