/*
 * Chapters that are skipped: titles in the option skip-chapters of the feed's line.
 */
#include "config.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "conf/feeds.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "engine/api.h"
#include "model/chapter.h"
#include "model/subscription.h"
#include "store/feed/feed.h"
#include "ui/core/setup.h"
#include "ui/core/ui.h"
#include "ui/media/ui_media.h"

char *
ui_media_skip_rule(struct ui *ui, uint32_t id, struct arena *arena)
{
	const struct store_feed *feed = ui_catalog_feed(&ui->catalog, id);
	struct subscriptions *subs = subscription_list_new();
	const struct subscription *sub = NULL;
	struct options own;
	if (feed && ui->setup->feeds_path &&
		conf_feeds_load(subs, ui->setup->feeds_path, NULL, NULL, NULL) == OK)
		sub = subscription_list_find(subs, feed->url);
	if (sub)
		conf_feed_options(&own, ui->options, &ui->settings->config, sub);
	char *rule =
		arena_strdup(arena, sub ? own.skip_chapters : ui->options->skip_chapters);
	if (sub)
		conf_options_done(&own);
	subscription_list_free(subs);
	return rule;
}

char *
ui_media_skip_turn(struct ui *ui, uint32_t feed, const char *rule, const char *title,
	struct arena *arena)
{
	struct buf next = BUF_INIT(0);
	chapter_skip_toggle(&next, rule, title);
	char *value = arena_strdup(arena, buf_str(&next));
	buf_done(&next);
	const struct engine_action action = {.verb = ACTION_SET,
		.target = engine_feeds(&feed, 1),
		.option = {"skip-chapters", value}};
	engine_do(ui->engine, &action);
	return value;
}
