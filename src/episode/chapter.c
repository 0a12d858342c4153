#include "config.h"

#include "episode/chapter.h"

#include <stdlib.h>

static int
by_start(const void *a, const void *b)
{
	const struct chapter *x = a, *y = b;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->silent - y->silent;
}

static bool
is_sorted(const struct chapters *c)
{
	for (size_t i = 1; i < c->len; i++)
		if (by_start(&c->list[i - 1], &c->list[i]) > 0)
			return false;
	return true;
}

void
episode_chapters_settle(struct chapters *c, int64_t duration)
{
	size_t len = 0;
	if (!is_sorted(c))
		qsort(c->list, c->len, sizeof *c->list, by_start);
	while (c->len && duration > 0 && c->list[c->len - 1].start >= duration)
		c->len--;
	for (size_t i = 0; i < c->len; i++) {
		struct chapter at = c->list[i];
		bool last = i + 1 == c->len;
		int64_t next = last ? duration : c->list[i + 1].start;
		if (!last && next == at.start)
			continue;
		if (at.end <= at.start || (next > 0 && at.end > next))
			at.end = next > at.start ? next : 0;
		c->list[len++] = at;
	}
	c->len = len;
}

size_t
episode_chapter_at(const struct chapters *c, int64_t position, size_t *index)
{
	size_t number = 0;
	for (size_t i = 0; i < c->len && c->list[i].start <= position; i++)
		if (!c->list[i].silent) {
			number++;
			*index = i;
		}
	return number;
}
