/*
 * Orders of the reader's lists (model/order.h). The order of a list is the one that
 * `sort` gave it last, here or before a restart; else the one in its feed's line or in
 * its tag's section of the config; else the option. UI thread.
 */
#ifndef UI_CORE_ORDER_H
#define UI_CORE_ORDER_H

#include "base/buf.h"
#include "model/order.h"
#include "store/item/list.h"

struct ui;

/* Frees ui->orders and ui->line_orders. */
void ui_order_done(struct ui *ui);
/* What the list of a scope (NULL: of feeds) is called in ui->orders. */
void ui_order_name(const struct ui *ui, const struct store_scope *scope, struct buf *out);
/* The order of the list of a scope (NULL: of feeds). */
struct order ui_order_of(struct ui *ui, const struct store_scope *scope);
/* Gives the list of that name an order; len 0: removes it. */
void ui_order_give(struct ui *ui, const char *name, const struct order *order);

#endif
