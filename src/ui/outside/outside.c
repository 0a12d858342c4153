/*
 * What a command gives away is read when it needs it: an item, a link of it, or a feed.
 */
#include "config.h"

#include "ui/outside/outside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "base/link.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "ui/core/ui.h"
#include "ui/items/select.h"

static char *
format_date(struct arena *arena, const struct store_item *item)
{
	time_t at = (time_t)(item->published != TIME_NONE ? item->published : item->seen);
	struct tm tm;
	char text[32] = "";
	if (gmtime_r(&at, &tm))
		strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &tm);
	return arena_strdup(arena, text);
}

char *
ui_outside_address(const struct ui *ui, struct arena *arena, const char *link)
{
	return ui->options->clean_links ? link_untracked(arena, link)
					: arena_strdup(arena, link);
}

static void
fill_feed(struct ui *ui, struct ui_outside *out, uint32_t feed)
{
	const struct store_feed *f = ui_catalog_feed(&ui->catalog, feed);
	if (!f)
		return;
	out->fields.feed = arena_strdup(&out->arena, ui_catalog_name(f, &ui->scratch));
	out->fields.feed_url = arena_strdup(&out->arena, f->address);
}

static void
fill_item(struct ui *ui, struct ui_outside *out)
{
	struct output_item *item = out->item;
	struct output_fields *fields = &out->fields;
	fill_feed(ui, out, item->item.feed);
	item->feed_title = fields->feed;
	item->feed_url = fields->feed_url;
	if (ui->options->clean_links)
		output_untrack(&out->arena, item);
	fields->url = item->item.link;
	fields->title = item->item.title;
	fields->author = item->item.author;
	fields->date = format_date(&out->arena, &item->item);
	fields->id = arena_printf(&out->arena, "%" PRIu64, item->item.id);
	if (item->body.enclosures_len)
		fields->enclosure = item->body.enclosures[0].url;
}

bool
ui_outside_item(struct ui *ui, struct ui_outside *out, uint64_t id)
{
	struct store_view view;
	*out = (struct ui_outside){.arena = ARENA_INIT};
	if (!ui_open_view(ui, &view))
		return false;
	struct output_item *item = arena_zalloc(&out->arena, sizeof *item);
	bool found = store_item(&view, id, &out->arena, &item->item) == OK &&
		     store_item_full(&view, id, &out->arena, &item->body) == OK;
	store_view_end(&view);
	if (found) {
		out->item = item;
		fill_item(ui, out);
	} else {
		ui_outside_done(out);
	}
	return found;
}

/* The MIME type of an address of an item. */
static const char *
type_of(const struct output_item *item, const char *url)
{
	for (size_t i = 0; i < item->body.enclosures_len; i++)
		if (str_eq(item->body.enclosures[i].url, url))
			return item->body.enclosures[i].type;
	return NULL;
}

static bool
take_target(struct ui *ui, const struct ui_target *target, struct ui_outside *out)
{
	if (!target->item) {
		fill_feed(ui, out, target->feed);
		out->fields.title = out->fields.feed;
		out->fields.url = ui_outside_address(ui, &out->arena, target->link);
		return true;
	}
	if (!ui_outside_item(ui, out, target->item))
		return false;
	if (target->link) {
		out->fields.url = ui_outside_address(ui, &out->arena, target->link);
		out->type = type_of(out->item, target->link);
	}
	return true;
}

bool
ui_outside_take(struct ui *ui, struct ui_outside *out)
{
	struct ui_target target;
	*out = (struct ui_outside){.arena = ARENA_INIT};
	if (ui_items_select_len(ui) == 1)
		return ui_outside_item(ui, out, *ui_items_select_ids(ui));
	return ui_act_on_something(ui, &target) && take_target(ui, &target, out);
}

size_t
ui_outside_width(const struct ui *ui)
{
	size_t width = (size_t)ui->options->text_width;
	return width >= 10 ? width : 80;
}

void
ui_outside_done(struct ui_outside *out)
{
	arena_done(&out->arena);
}
