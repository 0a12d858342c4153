/*
 * The feeds file is read once, and again when it has changed. A feed's options are made
 * when they are needed, and kept in one of a few slots: lists ask for those of each row.
 */
#include "config.h"

#include "ui/core/feed_options.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "conf/feeds.h"
#include "conf/feeds_list.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "model/subscription.h"
#include "store/feed/feed.h"
#include "store/media/track.h"
#include "ui/core/setup.h"
#include "ui/core/ui.h"

#define SLOTS 64

struct ui_own_options {
	struct subscriptions *subs; /* NULL: the file could not be read */
	struct stat file;           /* when it was read */
	uint64_t generation;        /* of the settings that the slots are made with */
	struct slot {
		uint32_t feed; /* 0: empty */
		struct options options;
	} slots[SLOTS];
};

static void
empty(struct slot *slot)
{
	if (slot->feed)
		conf_options_done(&slot->options);
	slot->feed = 0;
}

static void
empty_all(struct ui_own_options *own)
{
	for (size_t i = 0; i < SLOTS; i++)
		empty(&own->slots[i]);
}

static void
load(struct ui_own_options *own, const char *path)
{
	subscription_list_free(own->subs);
	own->subs = subscription_list_new();
	own->file = conf_feeds_stat(path);
	if (conf_feeds_load(own->subs, path, NULL, NULL, NULL) == OK)
		return;
	subscription_list_free(own->subs);
	own->subs = NULL;
}

/* What is known, as far as it still holds. */
static struct ui_own_options *
refreshed(struct ui *ui)
{
	struct ui_own_options *own = ui->own_options;
	const char *path = ui->setup->feeds_path;
	bool fresh = !own;
	if (fresh)
		own = ui->own_options = mem_zalloc(sizeof *own);
	const struct stat now = conf_feeds_stat(path);
	bool edited = fresh || conf_feeds_stat_differs(&now, &own->file);
	if (edited || own->generation != ui->settings->generation)
		empty_all(own);
	if (edited)
		load(own, path);
	own->generation = ui->settings->generation;
	return own;
}

const struct options *
ui_feed_options(struct ui *ui, uint32_t id)
{
	const struct store_feed *feed = ui_catalog_feed(&ui->catalog, id);
	if (!feed || !ui->setup->feeds_path)
		return ui->options;
	struct ui_own_options *own = refreshed(ui);
	struct slot *slot = &own->slots[id % SLOTS];
	if (slot->feed == id)
		return &slot->options;
	const struct subscription *sub =
		own->subs ? subscription_list_find(own->subs, feed->url) : NULL;
	if (!sub)
		return ui->options;
	empty(slot);
	conf_feed_options(&slot->options, ui->options, &ui->settings->config, sub);
	slot->feed = id;
	return &slot->options;
}

unsigned
ui_feed_chapters_sources(struct ui *ui, uint32_t feed)
{
	return store_media_chapters_sources(ui_feed_options(ui, feed)->chapters_from);
}

void
ui_feed_options_free(struct ui_own_options *own)
{
	if (!own)
		return;
	empty_all(own);
	subscription_list_free(own->subs);
	free(own);
}
