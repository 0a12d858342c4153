/*
 * Cues, as the readers of all formats add them.
 */
#include "config.h"

#include "base/arena.h"
#include "episode/text.h"
#include "episode/transcript.h"
#include "episode/transcript_inside.h"

void
episode_cue_add(struct transcript *t, struct arena *arena, int64_t start, int64_t end,
	char *speaker, struct span text)
{
	episode_cue_put(t, arena,
		&(struct cue){.start = start,
			.end = end,
			.speaker = speaker,
			.text = t->len < EPISODE_CUES_MAX ? episode_line(arena, text)
							  : NULL});
}

void
episode_cue_put(struct transcript *t, struct arena *arena, const struct cue *cue)
{
	if (!cue->text || t->len >= EPISODE_CUES_MAX)
		return;
	t->timed |= cue->start > 0 || cue->end > 0;
	t->list = arena_push(arena, t->list, t->len, sizeof *t->list);
	t->list[t->len++] = *cue;
}
