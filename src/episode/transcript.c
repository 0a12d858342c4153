#include "config.h"

#include "episode/transcript.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/map.h"
#include "base/str.h"
#include "episode/transcript_inside.h"

#define NAME_MAX_BYTES 40
#define NAME_LONGEST 200 /* that is written */
#define NAME_WORDS 3
#define NAMES_LEAST 2 /* that recur this often mean that prefixes are names */

/* ---- names before the text */

/* How many bytes of the text are "Name" or "[Name]" before a colon and a blank; 0: it
 * does not begin like that. */
static size_t
name_of(const char *text)
{
	const char *colon = strchr(text, ':');
	size_t n = colon ? (size_t)(colon - text) : 0, words = 1;
	if (!n || n > NAME_MAX_BYTES || colon[1] != ' ')
		return 0;
	for (size_t i = 0; i < n; i++) {
		words += text[i] == ' ';
		bool starts = i == 0 || text[i - 1] == ' ';
		if (strchr(",;!?", text[i]) ||
			(starts && str_alpha(text[i]) && str_lower(text[i]) == text[i]))
			return 0;
	}
	return words <= NAME_WORDS ? n : 0;
}

static char *
plain_name(struct arena *arena, const char *text, size_t n)
{
	bool brackets = n > 2 && text[0] == '[' && text[n - 1] == ']';
	return arena_strndup(arena, text + brackets, n - 2 * (size_t)brackets);
}

/* Takes the names of speakers out of the texts, if it looks as if there are any: two or
 * more that occur again. A name holds until the next one. */
static void
find_names(struct transcript *t, struct arena *arena)
{
	struct map counts = MAP_INIT;
	size_t repeated = 0;
	char *speaker = NULL;
	for (size_t i = 0; i < t->len; i++) {
		size_t n = name_of(t->list[i].text);
		if (t->list[i].speaker) {
			map_done(&counts);
			return;
		}
		if (!n)
			continue;
		void **count = map_put(&counts, t->list[i].text, n);
		*count = (void *)((uintptr_t)*count + 1);
		repeated += (uintptr_t)*count == 2;
	}
	for (size_t i = 0; i < t->len && repeated >= NAMES_LEAST; i++) {
		struct cue *cue = &t->list[i];
		size_t n = name_of(cue->text);
		if (n && (uintptr_t)map_get(&counts, cue->text, n) >= 2) {
			speaker = plain_name(arena, cue->text, n);
			cue->text += n + 2;
		}
		cue->speaker = speaker;
	}
	map_done(&counts);
}

/* ---- as a whole */

static int
by_start(const void *a, const void *b)
{
	const struct cue *x = a, *y = b;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->end < y->end ? -1 : x->end > y->end;
}

static bool
is_sorted(const struct transcript *t)
{
	for (size_t i = 1; i < t->len; i++)
		if (t->list[i].start < t->list[i - 1].start)
			return false;
	return true;
}

/* Sorts them, joins those that say the same again, and mends ends. */
static void
settle(struct transcript *t)
{
	size_t len = 0;
	if (!is_sorted(t))
		qsort(t->list, t->len, sizeof *t->list, by_start);
	for (size_t i = 0; i < t->len; i++) {
		struct cue at = t->list[i];
		struct cue *last = len ? &t->list[len - 1] : NULL;
		if (at.end <= at.start)
			at.end = i + 1 < t->len && t->list[i + 1].start > at.start
					 ? t->list[i + 1].start
					 : at.start;
		if (last && at.start <= last->end && str_eq(at.text, last->text)) {
			last->end = at.end > last->end ? at.end : last->end;
			continue;
		}
		t->list[len++] = at;
	}
	t->len = len;
}

static void
read_plain(struct span text, struct arena *arena, struct transcript *out)
{
	struct span line;
	while (span_split(&text, '\n', &line))
		episode_cue_add(out, arena, 0, 0, NULL, line);
}

static bool
has_times(struct span text)
{
	return str_ifind(text.p, text.n < 2000 ? text.n : 2000, "-->") ||
	       (text.n >= 6 && memcmp(text.p, "WEBVTT", 6) == 0);
}

int
episode_transcript_read(struct span text, struct arena *arena, struct transcript *out)
{
	if (text.n >= 3 && memcmp(text.p, "\xef\xbb\xbf", 3) == 0)
		text = (struct span){text.p + 3, text.n - 3};
	struct span start = span_trim(text);
	*out = (struct transcript){.list = NULL};
	if (!start.n)
		return ERR_SYNTAX;
	if (start.p[0] == '{' || start.p[0] == '[')
		episode_transcript_json(start, arena, out);
	if (!out->len && start.p[0] == '<')
		episode_transcript_html(start, arena, out);
	else if (!out->len && has_times(start))
		episode_transcript_vtt(start, arena, out);
	else if (!out->len && start.p[0] != '{')
		read_plain(start, arena, out);
	find_names(out, arena);
	if (out->timed)
		settle(out);
	return out->len ? OK : ERR_SYNTAX;
}

size_t
episode_transcript_at(const struct transcript *t, int64_t position)
{
	size_t low = 0, high = t->timed ? t->len : 0;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (t->list[middle].start <= position)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* ---- written */

static void
put_time(struct buf *out, int64_t ms)
{
	buf_addf(out, "%02" PRId64 ":%02d:%02d.%03d", ms / 3600000,
		(int)(ms / 60000 % 60), (int)(ms / 1000 % 60), (int)(ms % 1000));
}

static void
put_escaped(struct buf *out, const char *s)
{
	for (; *s; s++) {
		if (*s == '<')
			buf_adds(out, "&lt;");
		else if (*s == '>')
			buf_adds(out, "&gt;");
		else if (*s == '&')
			buf_adds(out, "&amp;");
		else if (*s == '{')
			buf_adds(
				out, "&#123;"); /* it would begin SubRip position codes */
		else
			buf_addc(out, *s);
	}
}

static void
write_cue(struct buf *out, const struct cue *cue)
{
	put_time(out, cue->start);
	buf_adds(out, " --> ");
	put_time(out, cue->end);
	buf_addc(out, '\n');
	if (cue->speaker && strlen(cue->speaker) <= NAME_LONGEST) {
		buf_adds(out, "<v ");
		put_escaped(out, cue->speaker);
		buf_addc(out, '>');
	}
	put_escaped(out, cue->text);
	buf_adds(out, "\n\n");
}

void
episode_transcript_write(struct buf *out, const struct transcript *t)
{
	buf_adds(out, "WEBVTT\n\n");
	for (size_t i = 0; i < t->len; i++)
		write_cue(out, &t->list[i]);
}
