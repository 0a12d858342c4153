/*
 * The command that sorts the list with the focus, or the list that an article is from.
 */
#include "config.h"

#include "base/i18n.h"
#include "base/str.h"
#include "ui/core/complete.h"
#include "ui/core/order.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/items/items.h"

/* The list of items that has the focus or to which the article belongs; NULL: the list
 * of feeds is meant. */
static struct ui_view *
items_meant(const struct ui *ui)
{
	return ui->focus->class->context == UI_FEEDS ? NULL : ui_find(ui, UI_ITEMS);
}

static void
say_order(struct ui *ui, const struct order *order)
{
	struct buf text = BUF_INIT(0);
	order_format(order, &text);
	ui_status_say(&ui->status, false, _("Sorted by %s"), buf_str(&text));
	buf_done(&text);
}

/* With no keys, the list gets the order that the files say. */
static void
sort(struct ui *ui, const char *text)
{
	struct ui_view *items = items_meant(ui), *feeds = ui_find(ui, UI_FEEDS);
	const struct store_scope *scope = items ? ui_items_scope(items) : NULL;
	struct order order = {0};
	struct err err;
	struct buf name = BUF_INIT(0);
	if (str_eq(text, "reverse")) {
		order = items ? ui_items_order(items) : ui_order_of(ui, NULL);
		for (size_t i = 0; i < order.len; i++)
			order.keys[i].reverse = !order.keys[i].reverse;
	} else if (!str_empty(text) &&
		   order_parse(text, scope ? ORDER_ITEMS : ORDER_FEEDS, &order, &err) !=
			   OK) {
		ui_refuse(ui, err.text);
		return;
	}
	ui_order_name(ui, scope, &name);
	if (!items || !ui_items_query(items))
		ui_order_give(ui, buf_str(&name), &order);
	if (!order.len)
		order = ui_order_of(ui, scope);
	if (items)
		ui_items_sort(ui, items, &order);
	else
		feeds->class->load(ui, feeds, false);
	say_order(ui, &order);
	buf_done(&name);
}

int
ui_items_sort_check(const char *arg, struct err *err)
{
	struct order order;
	bool known = str_eq(arg, "reverse") ||
		     order_parse(arg, ORDER_FEEDS, &order, err) == OK;
	return known ? OK : order_parse(arg, ORDER_ITEMS, &order, err);
}

void
ui_items_sort_by(struct ui *ui, const char *arg)
{
	ui_ask(ui, arg,
		&(struct ui_question){.label = _("Sort by:"),
			.accept = sort,
			.complete = ui_complete_order,
			.history = &ui->sorts});
}
