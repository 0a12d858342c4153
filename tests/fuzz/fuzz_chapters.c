/* Chapters: the bytes are a tag, a JSON document and a text. What is read is sorted and
 * clean, and reads the same after it was written. */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/utf8.h"
#include "episode/chapter.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void
check(const struct chapters *c)
{
	struct arena arena = ARENA_INIT;
	struct buf text = BUF_INIT(0);
	struct chapters again;
	for (size_t i = 0; i < c->len; i++) {
		const struct chapter *at = &c->list[i];
		uint32_t cp;
		if (at->start < 0 || (at->end && at->end <= at->start) ||
			(i && at->start <= at[-1].start))
			abort();
		for (const char *s = at->title; s && *s; s += utf8_decode(s, 4, &cp))
			if (utf8_decode(s, 4, &cp) && utf8_hidden(cp) && !utf8_joiner(cp))
				abort();
	}
	chapter_write(&text, c);
	if (episode_chapters_json((struct span){text.data, text.len}, &arena, &again) !=
		OK)
		abort();
	buf_done(&text);
	arena_done(&arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	const struct span text = {(const char *)data, n};
	struct arena arena = ARENA_INIT;
	struct chapters c;
	if (episode_chapters_json(text, &arena, &c) == OK)
		check(&c);
	episode_chapters_id3(text, &arena, &c);
	check(&c);
	episode_chapters_text(text, true, &arena, &c);
	check(&c);
	episode_chapters_text(text, false, &arena, &c);
	check(&c);
	arena_done(&arena);
	return 0;
}
