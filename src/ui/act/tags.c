/*
 * The tags of feeds, as a list to choose from. A tag that is below others counts for
 * these as well, as in the list of feeds.
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/map.h"
#include "base/mem.h"
#include "store/feed/feed.h"
#include "ui/act/act.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/items/items.h"
#include "ui/page/page.h"

struct tag {
	uint64_t unread;
	uint32_t feed; /* the last one that was counted: it may have several tags below */
};

static void
count(struct map *tags, struct arena *arena, const struct store_feed *feed,
	const char *path, size_t n)
{
	void **place = map_put(tags, path, n);
	if (!*place)
		*place = arena_zalloc(arena, sizeof(struct tag));
	struct tag *tag = *place;
	if (tag->feed != feed->id)
		tag->unread += feed->unread;
	tag->feed = feed->id;
}

static void
count_feed(struct map *tags, struct arena *arena, const struct store_feed *feed)
{
	for (size_t i = 0; i < feed->tags_len; i++) {
		const char *path = feed->tags[i];
		for (const char *slash = strchr(path, '/'); slash;
			slash = strchr(slash + 1, '/'))
			count(tags, arena, feed, path, (size_t)(slash - path));
		count(tags, arena, feed, path, strlen(path));
	}
}

static void
list_tag(struct ui *ui, const struct ui_choice *choice)
{
	const struct store_scope scope = {.kind = STORE_TAG, .tag = choice->value};
	ui_push(ui, ui_items_new(ui, &scope));
}

static int
by_name(const void *a, const void *b)
{
	const struct ui_choice *x = a, *y = b;
	return strcoll(x->text, y->text);
}

void
ui_act_tags(struct ui *ui, const char *arg)
{
	struct map tags = MAP_INIT;
	(void)arg;
	for (size_t i = 0; i < ui->catalog.len; i++)
		if (!ui->catalog.feeds[i].hidden)
			count_feed(&tags, &ui->scratch, &ui->catalog.feeds[i]);
	struct ui_choice *rows = mem_zalloc((tags.count + 1) * sizeof *rows);
	for (size_t i = 0; i < tags.count; i++) {
		const struct tag *tag = tags.entries[i].value;
		rows[i] = (struct ui_choice){
			.text = mem_strdup(tags.entries[i].key),
			.detail = mem_strdup(
				arena_printf(&ui->scratch, "%" PRIu64, tag->unread)),
			.value = mem_strdup(tags.entries[i].key),
			.silent = true,
		};
	}
	qsort(rows, tags.count, sizeof *rows, by_name);
	if (tags.count)
		ui_push(ui, ui_page_choose(ui, _("Tags"), rows, tags.count, list_tag));
	else
		ui_status_say(&ui->status, false, _("No feed has a tag"));
	if (!tags.count)
		free(rows);
	map_done(&tags);
}
