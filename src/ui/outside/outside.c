/*
 * Items are read when a command needs them, a thousand at most.
 */
#include "config.h"

#include "ui/outside/outside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "base/i18n.h"
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
fill_feed(struct ui *ui, struct ui_outside *out, uint32_t feed, size_t at)
{
	const struct store_feed *f = ui_catalog_feed(&ui->catalog, feed);
	struct output_fields *to = &out->fields[at];
	if (!f)
		return;
	to->feed = arena_strdup(&out->arena, ui_catalog_name(f, &ui->scratch));
	to->feed_url = arena_strdup(&out->arena, f->address);
}

static bool
read_item(
	struct ui *ui, const struct store_view *view, struct ui_outside *out, uint64_t id)
{
	struct output_item *to = &out->items[out->len];
	struct output_fields *fields = &out->fields[out->len];
	if (store_item(view, id, &out->arena, &to->item) != OK ||
		store_item_full(view, id, &out->arena, &to->body) != OK)
		return false;
	fill_feed(ui, out, to->item.feed, out->len);
	to->feed_title = fields->feed;
	to->feed_url = fields->feed_url;
	if (ui->options->clean_links)
		output_untrack(&out->arena, to);
	fields->url = to->item.link;
	fields->title = to->item.title;
	fields->author = to->item.author;
	fields->date = format_date(&out->arena, &to->item);
	fields->id = arena_printf(&out->arena, "%" PRIu64, id);
	if (to->body.enclosures_len)
		fields->enclosure = to->body.enclosures[0].url;
	out->len++;
	return true;
}

static void
make_room(struct ui_outside *out, size_t len, bool items)
{
	struct arena *arena = &out->arena;
	out->fields = arena_zalloc(arena, len * sizeof *out->fields);
	out->types = arena_zalloc(arena, len * sizeof *out->types);
	if (items)
		out->items = arena_zalloc(arena, len * sizeof *out->items);
}

void
ui_outside_items(struct ui *ui, struct ui_outside *out, const uint64_t *ids, size_t len)
{
	struct store_view view;
	*out = (struct ui_outside){.arena = ARENA_INIT};
	make_room(out, len, true);
	if (!ui_open_view(ui, &view))
		return;
	for (size_t i = 0; i < len; i++)
		read_item(ui, &view, out, ids[i]);
	store_view_end(&view);
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

bool
ui_outside_take(struct ui *ui, struct ui_outside *out)
{
	struct ui_target target;
	*out = (struct ui_outside){.arena = ARENA_INIT};
	size_t selected = ui_items_select_len(ui);
	if (selected > UI_OUTSIDE_MAX) {
		ui_status_say(&ui->status, true,
			_("At most %d items can be given away at once"), UI_OUTSIDE_MAX);
		return false;
	}
	if (selected) {
		ui_outside_items(ui, out, ui_items_select_ids(ui), selected);
	} else if (!ui_act_on_something(ui, &target)) {
		return false;
	} else if (target.item) {
		ui_outside_items(ui, out, &target.item, 1);
		if (out->len && target.link) {
			out->fields[0].url =
				ui_outside_address(ui, &out->arena, target.link);
			out->types[0] = type_of(&out->items[0], target.link);
		}
	} else {
		make_room(out, 1, false);
		fill_feed(ui, out, target.feed, 0);
		out->fields[0].title = out->fields[0].feed;
		out->fields[0].url = ui_outside_address(ui, &out->arena, target.link);
		out->len = 1;
	}
	return out->len > 0;
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
