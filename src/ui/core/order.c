#include "config.h"

#include "ui/core/order.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "conf/settings.h"
#include "model/subscription.h"
#include "store/feed/feed.h"
#include "ui/core/ui.h"

#define FEEDS_NAME "feeds"

void
ui_order_done(struct ui *ui)
{
	for (size_t i = 0; i < ui->orders.count; i++)
		free(ui->orders.entries[i].value);
	map_done(&ui->orders);
	for (size_t i = 0; i < ui->line_orders.count; i++)
		free(ui->line_orders.entries[i].value);
	map_done(&ui->line_orders);
}

void
ui_order_name(const struct ui *ui, const struct store_scope *scope, struct buf *out)
{
	static const char *const names[] = {
		[STORE_ALL] = "all",
		[STORE_UNREAD] = "unread",
		[STORE_STARRED] = "starred",
		[STORE_HIDDEN] = "hidden",
	};
	const struct store_feed *feed;
	if (!scope) {
		buf_adds(out, FEEDS_NAME);
		return;
	}
	switch (scope->kind) {
	case STORE_FEED:
		feed = ui_catalog_feed(&ui->catalog, scope->feed);
		buf_addf(out, "feed %s", feed && feed->url ? feed->url : "");
		break;
	case STORE_TAG:
	case STORE_TAGGED:
		buf_addf(out, "tag %s", scope->tag);
		break;
	default:
		buf_adds(out, names[scope->kind]);
	}
}

/* What the sections of the config say about a tag, or about the tags of a feed; the last
 * one counts. NULL: nothing. */
static const char *
in_sections(const struct ui *ui, const struct store_feed *feed, const char *tag)
{
	const struct config *config = &ui->settings->config;
	const char *text = NULL;
	for (size_t i = 0; i < config->scoped_len; i++) {
		const struct config_scoped *s = &config->scoped[i];
		bool applies =
			feed ? subscription_tags_within(
				       feed->tags, feed->tags_len, s->tag)
			     : subscription_tag_within(span_of(tag), span_of(s->tag));
		if (applies && str_eq(s->name, "sort-items"))
			text = s->value;
	}
	return text;
}

/* As the files have it. */
static const char *
configured(const struct ui *ui, const struct store_scope *scope)
{
	const char *text = NULL;
	if (!scope)
		return ui->options->sort_feeds;
	if (scope->kind == STORE_FEED) {
		const struct store_feed *feed =
			ui_catalog_feed(&ui->catalog, scope->feed);
		if (feed && feed->url)
			text = map_get(&ui->line_orders, feed->url, strlen(feed->url));
		if (feed && !text)
			text = in_sections(ui, feed, NULL);
		if (feed && !text && feed->serial)
			text = "date";
	} else if (scope->kind == STORE_TAG) {
		text = in_sections(ui, NULL, scope->tag);
	}
	return text ? text : ui->options->sort_items;
}

struct order
ui_order_of(struct ui *ui, const struct store_scope *scope)
{
	struct buf name = BUF_INIT(0);
	ui_order_name(ui, scope, &name);
	const struct order *given = map_get(&ui->orders, name.data, name.len);
	buf_done(&name);
	struct order order = {0};
	/* It was checked when the files were read. */
	if (given)
		order = *given;
	else if (order_parse(configured(ui, scope), scope ? ORDER_ITEMS : ORDER_FEEDS,
			 &order, NULL) != OK)
		order.len = 0;
	return order;
}

void
ui_order_give(struct ui *ui, const char *name, const struct order *order)
{
	void **slot = map_put(&ui->orders, name, strlen(name));
	free(*slot);
	*slot = NULL;
	if (order->len) {
		*slot = mem_alloc(sizeof *order);
		memcpy(*slot, order, sizeof *order);
	}
}
