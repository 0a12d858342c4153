#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/scan_json.h"
#include "base/str.h"
#include "episode/text.h"
#include "episode/transcript.h"
#include "episode/transcript_inside.h"

#define SENTENCE_MAX 280 /* bytes of joined words */
#define PAUSE_MS 800     /* that ends a sentence */

struct reading {
	struct transcript *out;
	struct arena *arena;
	char *speaker; /* the last one; usually the next cue has the same */
};

enum field {
	START,
	END,
	SPEAKER,
	BODY,
};

static void
read_segment(void *data, const struct scan_field *fields)
{
	struct reading *r = data;
	int64_t start = episode_json_time(&fields[START]);
	int64_t end = episode_json_time(&fields[END]);
	const struct scan_field *speaker = &fields[SPEAKER];
	if (start < 0 || fields[BODY].kind != SCAN_STRING)
		return;
	if (!r->speaker || speaker->kind != SCAN_STRING ||
		!span_eq(speaker->text, r->speaker))
		r->speaker = episode_json_line(r->arena, speaker);
	episode_cue_put(r->out, r->arena,
		&(struct cue){.start = start,
			.end = end > 0 ? end : 0,
			.speaker = r->speaker,
			.text = episode_json_line(r->arena, &fields[BODY])});
}

/* Most of them are single words. */
static bool
is_words(const struct transcript *t)
{
	size_t words = 0;
	for (size_t i = 0; i < t->len; i++)
		words += strchr(t->list[i].text, ' ') == NULL;
	return t->len > 4 && words * 2 > t->len;
}

static bool
goes_on(const struct cue *last, const struct cue *next, size_t len)
{
	size_t n = strlen(last->text);
	return !strchr(".!?", last->text[n - 1]) && len < SENTENCE_MAX &&
	       (!last->end || next->start - last->end <= PAUSE_MS) &&
	       (!next->speaker || str_eq(next->speaker, last->speaker));
}

static void
join_words(struct transcript *t, struct arena *arena)
{
	struct buf text = BUF_INIT(0);
	size_t len = 0;
	for (size_t i = 0; i < t->len;) {
		struct cue all = t->list[i];
		buf_clear(&text);
		buf_adds(&text, all.text);
		for (i++; i < t->len && goes_on(&t->list[i - 1], &t->list[i], text.len);
			i++) {
			buf_addc(&text, ' ');
			buf_adds(&text, t->list[i].text);
			if (all.end < t->list[i].start)
				all.end = t->list[i].start;
			if (all.end < t->list[i].end)
				all.end = t->list[i].end;
		}
		all.text = arena_strndup(arena, text.data, text.len);
		t->list[len++] = all;
	}
	t->len = len;
	buf_done(&text);
}

void
episode_transcript_json(struct span text, struct arena *arena, struct transcript *out)
{
	struct scan_field fields[] = {[START] = {.name = "startTime"},
		[END] = {.name = "endTime"},
		[SPEAKER] = {.name = "speaker"},
		[BODY] = {.name = "body"}};
	struct reading reading = {.out = out, .arena = arena};
	/* What was read of a list that was cut off is used. */
	scan_rows(text, "segments", fields, COUNT_OF(fields), read_segment, &reading);
	if (is_words(out))
		join_words(out, arena);
}
