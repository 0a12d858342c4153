#include "config.h"

#include "cli/core/feed_options.h"

#include "base/arena.h"
#include "base/dir.h"
#include "cli/core/command.h"
#include "conf/feeds.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "model/subscription.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/media/track.h"

void
cli_feed_options(const struct cli *cli, const char *url, struct options *own)
{
	const struct settings *settings = cli->settings;
	struct subscriptions *subs = subscription_list_new();
	const struct subscription none = {0}, *sub = NULL;
	if (conf_feeds_load(subs, cli->dirs->feeds, NULL, NULL, NULL) == OK)
		sub = subscription_list_find(subs, url);
	conf_feed_options(own, &settings->options, &settings->config, sub ? sub : &none);
	subscription_list_free(subs);
}

unsigned
cli_chapters_sources(const struct cli *cli, const struct store_view *view, uint64_t id)
{
	struct arena arena = ARENA_INIT;
	struct options own;
	struct store_item item;
	struct store_feed feed;
	unsigned sources = STORE_CHAPTERS_ALL;
	if (store_item(view, id, &arena, &item) == OK &&
		store_feed(view, item.feed, &arena, &feed) == OK) {
		cli_feed_options(cli, feed.url, &own);
		sources = store_media_chapters_sources(own.chapters_from);
		conf_options_done(&own);
	}
	arena_done(&arena);
	return sources;
}
