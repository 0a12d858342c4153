#include "config.h"

#include <jansson.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "episode/text.h"
#include "episode/transcript.h"
#include "episode/transcript_inside.h"

#define SENTENCE_MAX 280 /* bytes of joined words */
#define PAUSE_MS 800     /* that ends a sentence */

static void
read_segment(const json_t *row, struct arena *arena, struct transcript *out)
{
	const json_t *body = json_object_get(row, "body");
	int64_t start = episode_json_time(json_object_get(row, "startTime"));
	int64_t end = episode_json_time(json_object_get(row, "endTime"));
	if (json_is_string(body) && start >= 0)
		episode_cue_add(out, arena, start, end > 0 ? end : 0,
			episode_json_line(arena, json_object_get(row, "speaker")),
			(struct span){json_string_value(body), json_string_length(body)});
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
	json_error_t error;
	json_t *root = json_loadb(text.p, text.n, JSON_ALLOW_NUL, &error);
	const json_t *rows = json_object_get(root, "segments");
	for (size_t i = 0; i < json_array_size(rows); i++)
		read_segment(json_array_get(rows, i), arena, out);
	json_decref(root);
	if (is_words(out))
		join_words(out, arena);
}
