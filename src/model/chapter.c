#include "config.h"

#include "model/chapter.h"

#include <inttypes.h>

#include "base/buf.h"
#include "base/quote.h"

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
chapter_write(struct buf *out, const struct chapters *c)
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
