/*
 * WebVTT and SubRip: a line with two times, and lines of text up to an empty one. What
 * stands outside of that (numbers, names, notes, styles) is passed over.
 */
#include "config.h"

#include "episode/transcript.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/mem.h"
#include "base/str.h"
#include "episode/text.h"
#include "episode/transcript_inside.h"
#include "model/media.h"

struct transcript_reader {
	struct arena *arena;
	struct transcript *out;
	struct span rest;
	char line_end;
	bool open; /* within a cue */
	int64_t start, end;
	char *speaker;   /* of the voice element in force */
	struct buf text; /* of the cue up to here */
	size_t last;     /* where the last line of it begins */
};

static void
flush(struct transcript_reader *r)
{
	if (r->text.len)
		episode_cue_add(r->out, r->arena, r->start, r->end, r->speaker,
			(struct span){r->text.data, r->text.len});
	buf_clear(&r->text);
	r->last = 0;
}

/* "00:01:02.500 --> 00:01:05,000 align:start" */
static bool
timing(struct span line, int64_t *start, int64_t *end)
{
	bool time = line.n && str_digit(*line.p);
	const char *arrow = time ? memmem(line.p, line.n, "-->", 3) : NULL;
	if (!arrow)
		return false;
	struct span rest = span_trim(
		(struct span){arrow + 3, line.n - (size_t)(arrow + 3 - line.p)});
	size_t n = 0;
	while (n < rest.n && !str_space(rest.p[n]))
		n++;
	*start = media_time(span_trim((struct span){line.p, (size_t)(arrow - line.p)}));
	*end = media_time((struct span){rest.p, n});
	return *start >= 0 && *end >= 0;
}

/* The length of a tag at s, which begins with <; 0: it is text. */
static size_t
tag_length(struct span s)
{
	const char *end = memchr(s.p, '>', s.n < 500 ? s.n : 500);
	bool tag = s.n > 2 && end &&
		   (str_alpha(s.p[1]) || str_digit(s.p[1]) || s.p[1] == '/');
	return tag ? (size_t)(end + 1 - s.p) : 0;
}

/* <v Name> or <v.loud Name>: somebody else speaks from here on. */
static void
take_voice(struct transcript_reader *r, struct span tag)
{
	const char *blank = memchr(tag.p, ' ', tag.n);
	if (tag.n < 4 || str_lower(tag.p[1]) != 'v' ||
		(tag.p[2] != ' ' && tag.p[2] != '.') || !blank)
		return;
	struct buf name = BUF_INIT(0);
	flush(r);
	episode_unescape(
		&name, (struct span){blank, tag.n - 1 - (size_t)(blank - tag.p)});
	r->speaker = episode_line(r->arena, (struct span){buf_str(&name), name.len});
	buf_done(&name);
}

static void
take_text(struct transcript_reader *r, struct span line)
{
	size_t from = 0, i = 0;
	if (r->text.len)
		buf_addc(&r->text, ' ');
	r->last = r->text.len;
	for (;;) {
		while (i < line.n && line.p[i] != '<' && line.p[i] != '{')
			i++;
		if (i == line.n)
			break;
		struct span rest = {line.p + i, line.n - i};
		size_t n = line.p[i] == '<' ? tag_length(rest) : 0;
		/* {\an8}: where to show it */
		const char *brace = rest.n > 2 && rest.p[0] == '{' && rest.p[1] == '\\'
					    ? memchr(rest.p, '}', rest.n)
					    : NULL;
		n = brace ? (size_t)(brace + 1 - rest.p) : n;
		if (!n) {
			i++;
			continue;
		}
		episode_unescape(&r->text, (struct span){line.p + from, i - from});
		if (rest.p[0] == '<')
			take_voice(r, (struct span){rest.p, n});
		from = i += n;
	}
	episode_unescape(&r->text, (struct span){line.p + from, line.n - from});
}

/* The number of the next cue, if no empty line stands before it. */
static void
drop_number(struct transcript_reader *r)
{
	for (size_t i = r->last; i < r->text.len; i++)
		if (!str_digit(r->text.data[i]))
			return;
	buf_cut(&r->text, r->last);
}

static void
take_line(struct transcript_reader *r, struct span line)
{
	int64_t start, end;
	line = span_trim(line);
	if (timing(line, &start, &end)) {
		if (r->open && r->text.len)
			drop_number(r);
		flush(r);
		r->open = true;
		r->start = start;
		r->end = end;
	} else if (!line.n) {
		flush(r);
		r->open = false;
	} else if (r->open) {
		take_text(r, line);
	}
}

struct transcript_reader *
episode_transcript_start(struct span text, struct arena *arena, struct transcript *out)
{
	struct transcript_reader *r = mem_zalloc(sizeof *r);
	*out = (struct transcript){.list = NULL};
	r->arena = arena;
	r->out = out;
	r->rest = text;
	/* Lines of old Macs end with CR alone. */
	r->line_end = text.n && !memchr(text.p, '\n', text.n) ? '\r' : '\n';
	return r;
}

bool
episode_transcript_step(struct transcript_reader *r, size_t lines)
{
	struct span line;
	while (lines-- && span_split(&r->rest, r->line_end, &line))
		take_line(r, line);
	if (!r->rest.p)
		flush(r);
	return r->rest.p != NULL;
}

void
episode_transcript_stop(struct transcript_reader *r)
{
	if (r)
		buf_done(&r->text);
	free(r);
}

void
episode_transcript_vtt(struct span text, struct arena *arena, struct transcript *out)
{
	struct transcript_reader *r = episode_transcript_start(text, arena, out);
	episode_transcript_step(r, SIZE_MAX);
	episode_transcript_stop(r);
}
