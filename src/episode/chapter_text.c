/*
 * Times at the beginning of lines are chapters only if they look like a whole list of
 * them: dates, scores and telephone numbers stand there as well.
 */
#include "config.h"

#include "episode/chapter.h"

#include "base/arena.h"
#include "base/str.h"
#include "episode/text.h"
#include "model/media.h"

#define LEAST 3
#define FIRST_MS 60000

struct list {
	struct arena *arena;
	struct chapters *out;
	bool bad; /* they do not ascend */
};

static void
take_line(struct list *l, struct span line)
{
	int64_t time;
	line = span_trim(line);
	size_t n = media_clock(line, &time);
	if (!n || l->out->len == EPISODE_CHAPTERS_MAX)
		return;
	/* Dashes and the like between time and title. */
	while (n < line.n && (str_space(line.p[n]) || line.p[n] == '-' ||
				     line.p[n] == '|' || line.p[n] == '.'))
		n++;
	struct span rest = {line.p + n, line.n - n};
	if (rest.n > 3 && (unsigned char)rest.p[0] == 0xe2 &&
		(unsigned char)rest.p[1] == 0x80) /* – — */
		rest = (struct span){rest.p + 3, rest.n - 3};
	char *title = episode_line(l->arena, rest);
	if (!title)
		return;
	struct chapters *c = l->out;
	int64_t before = c->len ? c->list[c->len - 1].start : -1;
	l->bad |= time <= before || (!c->len && time > FIRST_MS);
	c->list = arena_push(l->arena, c->list, c->len, sizeof *c->list);
	c->list[c->len++] = (struct chapter){.start = time, .title = title};
}

static void
take_piece(void *data, struct span text)
{
	struct span line;
	while (span_split(&text, '\n', &line))
		take_line(data, line);
}

void
episode_chapters_text(
	struct span text, bool html, struct arena *arena, struct chapters *out)
{
	struct list list = {.arena = arena, .out = out};
	*out = (struct chapters){NULL, 0};
	if (html)
		episode_html(text, take_piece, NULL, &list);
	else
		take_piece(&list, text);
	if (list.bad || out->len < LEAST)
		out->len = 0;
	episode_chapters_settle(out, 0);
}
