/*
 * Chapters that are skipped: titles in the option skip-chapters of the feed's line.
 */
#include "config.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "conf/option.h"
#include "engine/api.h"
#include "model/chapter.h"
#include "ui/core/feed_options.h"
#include "ui/core/ui.h"
#include "ui/media/ui_media.h"

char *
ui_media_skip_rule(struct ui *ui, uint32_t id, struct arena *arena)
{
	return arena_strdup(arena, ui_feed_options(ui, id)->skip_chapters);
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
