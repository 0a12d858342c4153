/*
 * The chapters of what is played. Those of the file fit it in any case, since
 * advertisements may have been put into it: from its tag, which we read ourselves, or
 * from what the player finds in other containers. Otherwise they are what the feed says.
 */
#include "config.h"

#include "engine/media/player_inside.h"

#include "base/arena.h"
#include "base/str.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/settings.h"
#include "engine/media/track.h"
#include "player/message.h"
#include "store/db/view.h"
#include "store/media/track.h"

#define LEAST 2

/* Takes over those that are listed; c is in the arena of the player. */
static void
take(struct engine_player *p, const struct chapters *c)
{
	p->chapters_len = 0;
	p->chapters = arena_alloc(&p->chapters_arena, (c->len + 1) * sizeof *p->chapters);
	for (size_t i = 0; i < c->len; i++)
		if (!c->list[i].silent)
			p->chapters[p->chapters_len++] = c->list[i];
}

static void
use_stored(struct engine *e)
{
	struct engine_player *p = e->player;
	struct store_chapters stored = {.chapters = {NULL, 0}};
	struct store_view view;
	bool feed = str_eq(engine_settings_of(e, p->feed)->chapters_from, "feed");
	arena_reset(&p->chapters_arena);
	if (store_view_begin(e->store, &view, NULL) == OK) {
		store_media_chapters(&view, p->item,
			feed ? STORE_CHAPTERS_DOCUMENT : STORE_CHAPTERS_FILE,
			&p->chapters_arena, &stored);
		store_view_end(&view);
	}
	take(p, &stored.chapters);
}

void
engine_media_player_chapters(struct engine *e, const char *path)
{
	struct engine_player *p = e->player;
	p->tagged = path && engine_media_track_file(e, p->item, path);
	use_stored(e);
	engine_media_track_fetch(e, p->item, false, false);
}

void
engine_media_player_new_chapters(struct engine *e, uint64_t item)
{
	struct engine_player *p = e->player;
	if (p->state == PLAYER_NONE || p->item != item)
		return;
	use_stored(e);
	engine_media_player_tell(e, NULL);
}

/* What ffmpeg calls those without a title: ch3, c5. */
static bool
is_number(const char *title)
{
	const char *s = title + 1 + (title[0] == 'c' && title[1] == 'h');
	if (title[0] != 'c' || !*s)
		return false;
	while (str_digit(*s))
		s++;
	return !*s;
}

void
engine_media_player_told_chapters(
	struct engine *e, const struct player_chapter *list, size_t len)
{
	struct engine_player *p = e->player;
	struct chapters c = {NULL, 0};
	if (p->tagged || len < LEAST)
		return;
	for (size_t i = 0; i < len; i++) {
		const char *title = list[i].title;
		c.list = arena_push(&p->chapters_arena, c.list, c.len, sizeof *c.list);
		c.list[c.len++] = (struct chapter){.start = list[i].start,
			.title = title && !is_number(title)
					 ? arena_strdup(&p->chapters_arena, title)
					 : NULL};
	}
	episode_chapters_settle(&c, p->duration);
	engine_media_track_found(e, p->item, &c);
	if (!str_eq(engine_settings_of(e, p->feed)->chapters_from, "feed"))
		take(p, &c);
	engine_media_player_tell(e, NULL);
}
