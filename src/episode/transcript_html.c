/*
 * <cite>Name:</cite> <time>0:12</time> <p>What is said.</p>, or any page: then its
 * paragraphs.
 */
#include "config.h"

#include "base/arena.h"
#include "base/str.h"
#include "episode/text.h"
#include "episode/transcript.h"
#include "episode/transcript_inside.h"
#include "model/media.h"

enum within {
	WITHIN_TEXT,
	WITHIN_CITE,
	WITHIN_TIME
};

struct reader {
	struct arena *arena;
	struct transcript *out;
	enum within within;
	int64_t time;
	char *speaker;
};

static void
take_tag(void *data, struct span name, bool end)
{
	struct reader *r = data;
	bool cite = span_ieq(name, "cite"), time = span_ieq(name, "time");
	if (cite || time)
		r->within = end ? WITHIN_TEXT : cite ? WITHIN_CITE : WITHIN_TIME;
}

static void
take_piece(void *data, struct span text)
{
	struct reader *r = data;
	int64_t time;
	switch (r->within) {
	case WITHIN_CITE:
		if (text.p[text.n - 1] == ':')
			text.n--;
		r->speaker = episode_line(r->arena, text);
		break;
	case WITHIN_TIME:
		time = media_time(text);
		r->time = time >= 0 ? time : r->time;
		break;
	case WITHIN_TEXT:
		episode_cue_add(r->out, r->arena, r->time, 0, r->speaker, text);
		break;
	}
}

void
episode_transcript_html(struct span text, struct arena *arena, struct transcript *out)
{
	struct reader r = {.arena = arena, .out = out};
	episode_html(text, take_piece, take_tag, &r);
}
