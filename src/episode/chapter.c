#include "config.h"

#include "episode/chapter.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/quote.h"

static int
by_start(const void *a, const void *b)
{
	const struct chapter *x = a, *y = b;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->silent - y->silent;
}

void
episode_chapters_settle(struct chapters *c, int64_t duration)
{
	size_t len = 0;
	if (c->len)
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

/* Milliseconds as JSON has them: 12.5 */
static void
put_seconds(struct buf *out, const char *name, int64_t ms)
{
	buf_addf(out, ",\"%s\":%" PRId64 ".%03d", name, ms / 1000, (int)(ms % 1000));
}

static void
put_text(struct buf *out, const char *name, const char *text)
{
	if (!text)
		return;
	buf_addf(out, ",\"%s\":", name);
	quote_json(out, text);
}

void
episode_chapters_write(struct buf *out, const struct chapters *c)
{
	buf_adds(out, "{\"version\":\"1.2.0\",\"chapters\":[");
	for (size_t i = 0; i < c->len; i++) {
		const struct chapter *at = &c->list[i];
		struct buf row = BUF_INIT(0);
		put_seconds(&row, "startTime", at->start);
		if (at->end)
			put_seconds(&row, "endTime", at->end);
		put_text(&row, "title", at->title);
		put_text(&row, "url", at->url);
		buf_addf(out, "%s{%s%s}", i ? "," : "", buf_str(&row) + 1,
			at->silent ? ",\"toc\":false" : "");
		buf_done(&row);
	}
	buf_adds(out, "]}");
}
