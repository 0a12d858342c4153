#include "config.h"

#include "ui/core/feed_options.h"

#include "conf/feeds.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "model/subscription.h"
#include "store/feed/feed.h"
#include "store/media/track.h"
#include "ui/core/setup.h"
#include "ui/core/ui.h"

bool
ui_feed_options(struct ui *ui, uint32_t id, struct options *own)
{
	const struct store_feed *feed = ui_catalog_feed(&ui->catalog, id);
	struct subscriptions *subs = subscription_list_new();
	const struct subscription *sub = NULL;
	if (feed && ui->setup->feeds_path &&
		conf_feeds_load(subs, ui->setup->feeds_path, NULL, NULL, NULL) == OK)
		sub = subscription_list_find(subs, feed->url);
	if (sub)
		conf_feed_options(own, ui->options, &ui->settings->config, sub);
	subscription_list_free(subs);
	return sub != NULL;
}

unsigned
ui_feed_chapters_sources(struct ui *ui, uint32_t feed)
{
	struct options own;
	if (!ui_feed_options(ui, feed, &own))
		return store_media_chapters_sources(ui->options->chapters_from);
	unsigned sources = store_media_chapters_sources(own.chapters_from);
	conf_options_done(&own);
	return sources;
}
