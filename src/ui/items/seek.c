#include "config.h"

#include "ui/items/seek.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "model/item.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "ui/core/slice.h"
#include "ui/core/ui.h"
#include "ui/items/items.h"
#include "ui/items/items_inside.h"

#define ROWS_MAX 1024  /* checked in a slice, even if they take no time */
#define FEEDS_TRIED 16 /* when the counts promise unread items that are not there */

struct ui_seek {
	struct ui_items *items;
	enum ui_seek_kind kind;
	bool backwards;
	bool from_end; /* start at the last row, after reading up to it */
	bool wrapped;  /* it has started over at the other end of the list, */
	size_t start;  /* and ends at the row where it began */
	size_t feeds;  /* that were tried after the list's own */
	uint32_t key;  /* the one that started it */
	void (*found)(struct ui *ui, uint64_t item);
};

enum outcome {
	MORE,
	FOUND, /* v->sought is the row */
	NONE,
};

static bool
is_unread(struct ui *ui, const struct store_view *view, uint64_t id)
{
	int flags;
	struct store_item item;
	if (store_item_flags(view, id, &flags) != OK)
		return false;
	if (!ui_pending_by_feed(&ui->pending))
		return ui_pending_apply(&ui->pending, id, NULL, flags) & ITEM_UNREAD;
	if (store_item(view, id, &ui->scratch, &item) != OK)
		return false;
	return ui_pending_apply(&ui->pending, id,
		       ui_catalog_feed(&ui->catalog, item.feed), flags) &
	       ITEM_UNREAD;
}

/* Checks rows, starting at v->sought. */
static enum outcome
look_at_rows(struct ui *ui, struct ui_items *v)
{
	const struct ui_seek *seek = ui->seek;
	const struct ui_items_keys *keys = &v->now.keys;
	struct ui_slice slice = ui_slice_begin(ROWS_MAX);
	struct store_view view;
	bool found = false;
	if (!ui_open_view(ui, &view))
		return NONE;
	while (v->sought < keys->len && ui_slice_next(&slice)) {
		found = seek->kind == UI_SEEK_ITEM ||
			is_unread(ui, &view, keys->list[v->sought].id);
		if (found)
			break;
		v->sought += seek->backwards ? SIZE_MAX : 1; /* 0 - 1 is past any end */
	}
	store_view_end(&view);
	return found ? FOUND : MORE;
}

/* Reads more of the list towards `need` rows; false at its end. */
static bool
read_on(struct ui *ui, struct ui_items *v, size_t need)
{
	if (v->words || v->now.end)
		return false;
	v->need = need;
	return ui_items_read(ui, &v->view) || v->now.keys.len >= need;
}

/* Whether any feed of the list has something unread. The counts of the catalog can save
 * checking a million rows. */
static bool
has_unread(const struct ui *ui, const struct ui_items *v)
{
	const struct ui_catalog *c = &ui->catalog;
	for (size_t i = 0; i < c->len; i++)
		if (c->feeds[i].unread && ui_catalog_in_scope(&c->feeds[i], &v->scope))
			return true;
	return v->words != NULL;
}

static enum outcome
seek_end(struct ui *ui, struct ui_items *v)
{
	bool more = read_on(ui, v, SIZE_MAX);
	ui_list_move(&v->list, UI_LAST);
	v->sought = v->list.cursor;
	return more ? MORE : v->now.keys.len ? FOUND : NONE;
}

static enum outcome
seek_row(struct ui *ui, struct ui_items *v)
{
	struct ui_seek *seek = ui->seek;
	if (seek->kind != UI_SEEK_ITEM && !has_unread(ui, v))
		return NONE;
	if (seek->from_end && read_on(ui, v, SIZE_MAX))
		return MORE;
	if (seek->from_end)
		v->sought = v->now.keys.len - 1;
	seek->from_end = false;
	enum outcome outcome = look_at_rows(ui, v);
	if (outcome != MORE || v->sought < v->now.keys.len)
		return outcome;
	return !seek->backwards && read_on(ui, v, v->now.keys.len + 1) ? MORE : NONE;
}

/* Continues in the next feed with something unread; false when there is none. */
static bool
next_feed(struct ui *ui, struct ui_items *v)
{
	struct ui_seek *seek = ui->seek;
	if (seek->kind != UI_SEEK_UNREAD || v->words || v->scope.kind != STORE_FEED ||
		seek->feeds == FEEDS_TRIED)
		return false;
	uint32_t feed = ui->above->next_feed(ui, v->scope.feed, seek->backwards, true);
	if (!feed)
		return false;
	seek->feeds++;
	seek->from_end = seek->backwards;
	ui_items_switch(ui, &v->view, feed);
	return true;
}

/* Starts over at the other end of the list, once; false: it has done so before. */
static bool
wrap(struct ui *ui, struct ui_items *v)
{
	struct ui_seek *seek = ui->seek;
	if (seek->kind != UI_SEEK_UNREAD || seek->wrapped || seek->feeds ||
		!has_unread(ui, v))
		return false;
	seek->wrapped = true;
	seek->from_end = seek->backwards;
	v->sought = 0;
	return true;
}

/* Whether it is back where it began. */
static bool
is_round(const struct ui_seek *seek, size_t row)
{
	return seek->wrapped &&
	       (seek->backwards ? row <= seek->start : row >= seek->start);
}

static void
finish(struct ui *ui, struct ui_items *v, uint64_t item)
{
	struct ui_seek seek = *ui->seek;
	ui_items_seek_stop(ui);
	ui->dirty = true;
	if (seek.feeds)
		ui->above->select_feed(ui, v->scope.feed);
	if (!item)
		ui->keys.failed = true;
	else if (seek.wrapped)
		ui_status_say(&ui->status, false,
			seek.backwards ? _("Continued from the end of the list")
				       : _("Continued from the top of the list"));
	if (seek.found)
		seek.found(ui, item);
}

bool
ui_items_seek_step(struct ui *ui)
{
	if (!ui->seek)
		return false;
	struct ui_items *v = ui->seek->items;
	switch (ui->seek->kind == UI_SEEK_END ? seek_end(ui, v) : seek_row(ui, v)) {
	case MORE:
		return true;
	case NONE:
		if (next_feed(ui, v) || wrap(ui, v))
			return true;
		finish(ui, v, 0);
		return false;
	case FOUND:
		if (is_round(ui->seek, v->sought)) {
			finish(ui, v, 0);
			return false;
		}
		ui_list_select(&v->list, v->sought);
		finish(ui, v, v->now.keys.list[v->sought].id);
		return false;
	}
	return false;
}

void
ui_items_seek_start(struct ui *ui, struct ui_view *items, enum ui_seek_kind kind,
	bool backwards, void (*found)(struct ui *ui, uint64_t item))
{
	struct ui_items *v = (struct ui_items *)items;
	ui_items_seek_stop(ui);
	ui->seek = mem_alloc(sizeof *ui->seek);
	*ui->seek = (struct ui_seek){
		.items = v,
		.kind = kind,
		.backwards = backwards,
		.start = v->list.cursor,
		.key = ui->key,
		.found = found,
	};
	v->list.height = items->area.height;
	v->sought = v->list.cursor + (backwards ? SIZE_MAX : 1);
	ui_items_seek_step(ui);
}

bool
ui_items_seek_stop(struct ui *ui)
{
	if (!ui->seek)
		return false;
	ui->seek->items->need = 0;
	free(ui->seek);
	ui->seek = NULL;
	return true;
}

bool
ui_items_seek_moves(const struct ui *ui, const struct ui_view *items)
{
	return ui->seek && &ui->seek->items->view == items;
}

bool
ui_items_seek_by(const struct ui *ui, uint32_t key)
{
	return ui->seek && ui->seek->key == key && !ui->prompt.open;
}

const char *
ui_items_seek_text(const struct ui *ui)
{
	if (!ui->seek)
		return NULL;
	return ui->seek->kind == UI_SEEK_UNREAD
		       ? _("Looking for an unread item; Escape stops it")
		       : _("Reading the list; Escape stops it");
}
