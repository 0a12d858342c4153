/*
 * The chapters of what is played. Those in the file itself come first, since they fit
 * even if advertisements were inserted: from its tag, which we read ourselves, or from
 * what the player finds in other containers. Otherwise they are those of the feed.
 */
#include "config.h"

#include "engine/media/player_inside.h"

#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/str.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/media/track.h"
#include "player/ipc.h"
#include "store/db/view.h"
#include "store/media/track.h"

#define LEAST 2
#define SAME_MS 2000 /* by which files with the same sound can differ */

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

static unsigned
sources_of(const struct engine *e)
{
	return store_media_chapters_sources(
		engine_settings_of(e, e->player->feed)->chapters_from);
}

static void
use_stored(struct engine *e)
{
	struct engine_player *p = e->player;
	struct store_chapters stored = {.chapters = {NULL, 0}};
	struct store_view view;
	arena_reset(&p->chapters_arena);
	if (store_view_begin(e->store, &view, NULL) == OK) {
		store_media_chapters(
			&view, p->item, sources_of(e), &p->chapters_arena, &stored);
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
	engine_media_track_fetch(e, p->item, false, NULL, false);
}

/* Only chapters of the file itself show where something is in it. */
void
engine_media_player_anchor(struct engine_player *p)
{
	uint32_t at = engine_media_player_chapter_at(p, p->record.position);
	const struct chapter *c = at && p->tagged ? &p->chapters[at - 1] : NULL;
	bool named = c && !str_empty(c->title);
	p->record.anchor = named ? hash64(c->title, strlen(c->title)) : 0;
	p->record.anchor_offset = named ? p->record.position - c->start : 0;
}

int64_t
engine_media_player_anchored(struct engine *e)
{
	const struct engine_player *p = e->player;
	const struct listen_record *r = &p->record;
	const struct chapter *found = NULL;
	size_t same = 0;
	for (size_t i = 0; r->anchor && p->tagged && i < p->chapters_len; i++) {
		const struct chapter *c = &p->chapters[i];
		if (str_empty(c->title) ||
			hash64(c->title, strlen(c->title)) != r->anchor)
			continue;
		found = c;
		same++;
	}
	/* A title that occurs twice identifies nothing. */
	int64_t at = same == 1 ? found->start + r->anchor_offset : r->position;
	int64_t distance = at > r->position ? at - r->position : r->position - at;
	if (distance <= SAME_MS)
		return r->position;
	engine_event_note(e, false,
		_("This is not the file that you heard before; continuing in the same "
		  "chapter, at %d:%02d"),
		(int)(at / 60000), (int)(at / 1000 % 60));
	return at;
}

/* ---- those that are skipped */

bool
engine_media_player_skipped(struct engine *e, uint32_t chapter)
{
	const struct engine_player *p = e->player;
	return chapter > 0 && chapter <= p->chapters_len &&
	       chapter_is_skipped(engine_settings_of(e, p->feed)->skip_chapters,
		       p->chapters[chapter - 1].title);
}

/* A seek may land a little before its place, so what was skipped once is not skipped
 * again until another chapter has begun. */
bool
engine_media_player_skips(struct engine *e, int64_t *to)
{
	struct engine_player *p = e->player;
	int64_t now = engine_media_player_place(p);
	uint32_t at = engine_media_player_chapter_at(p, now);
	if (at == p->kept || !engine_media_player_skipped(e, at))
		return false;
	const struct chapter *c = &p->chapters[at - 1];
	if (c->end && now >= c->end)
		return false;
	engine_event_note(e, false, _("Skipped: %s"), c->title);
	while (at < p->chapters_len && engine_media_player_skipped(e, at + 1))
		at++;
	p->kept = at;
	*to = p->chapters[at - 1].end;
	if (!*to)
		*to = at < p->chapters_len ? p->chapters[at].start
					   : engine_media_player_length(p);
	return true;
}

int64_t
engine_media_player_skip_place(const struct engine *e)
{
	const struct engine_player *p = e->player;
	uint32_t at = engine_media_player_chapter_at(p, engine_media_player_place(p));
	bool rule = !str_empty(engine_settings_of(e, p->feed)->skip_chapters);
	return rule && at < p->chapters_len ? p->chapters[at].start : 0;
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

void
engine_media_player_put_chapters(
	struct engine *e, const struct player_chapter *list, size_t len)
{
	struct engine_player *p = e->player;
	struct chapters c = {NULL, 0};
	if (p->tagged || len < LEAST)
		return;
	for (size_t i = 0; i < len; i++) {
		c.list = arena_push(&p->chapters_arena, c.list, c.len, sizeof *c.list);
		c.list[c.len++] = (struct chapter){.start = list[i].start,
			.title = list[i].title
					 ? arena_strdup(&p->chapters_arena, list[i].title)
					 : NULL};
	}
	episode_chapters_settle(&c, engine_media_player_length(p));
	engine_media_track_found(e, p->item, &c);
	if (sources_of(e) & 1U << STORE_CHAPTERS_FILE)
		take(p, &c);
	engine_media_player_tell(e, NULL);
}
