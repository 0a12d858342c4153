#include "config.h"

#include "model/chapter.h"

#include <inttypes.h>

#include "base/buf.h"
#include "base/quote.h"
#include "base/span.h"
#include "base/str.h"

/* ---- those that are skipped */

static bool
is_meant(struct span word, const char *title)
{
	bool start = word.n > 1 && word.p[word.n - 1] == '*';
	size_t n = word.n - start, i = 0;
	for (; i < n && title[i]; i++) {
		char c = title[i] == '|' ? '/' : title[i];
		if (str_lower(c) != str_lower(word.p[i]))
			return false;
	}
	return n && i == n && (start || !title[i]);
}

bool
chapter_is_skipped(const char *rule, const char *title)
{
	struct span rest = span_of(rule), word;
	while (title && span_split(&rest, '|', &word))
		if (is_meant(span_trim(word), title))
			return true;
	return false;
}

void
chapter_skip_toggle(struct buf *out, const char *rule, const char *title)
{
	struct span rest = span_of(rule), word;
	bool was = false;
	size_t before = out->len;
	while (span_split(&rest, '|', &word)) {
		word = span_trim(word);
		bool meant = is_meant(word, title);
		was |= meant;
		if (!meant && word.n)
			buf_addf(out, "%s%.*s", out->len > before ? " | " : "",
				SPAN_FMT(word));
	}
	if (was)
		return;
	buf_adds(out, out->len > before ? " | " : "");
	for (; *title; title++)
		buf_addc(out, *title == '|' ? '/' : *title);
}

/* ---- as a document */

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
