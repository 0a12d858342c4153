#include "config.h"

#include "episode/text.h"

#include <string.h>

#include "base/buf.h"
#include "base/entity.h"
#include "base/scan_json.h"
#include "base/utf8.h"
#include "feed/markup.h"
#include "model/media.h"

#define LINE_MAX_BYTES 2000
#define WEEK_MS ((int64_t)7 * 24 * 3600 * 1000)

char *
episode_line(struct arena *arena, struct span text)
{
	return utf8_line(arena, text.p, text.n, LINE_MAX_BYTES);
}

char *
episode_json_line(struct arena *arena, const struct scan_field *field)
{
	return scan_line(field, arena, LINE_MAX_BYTES);
}

int64_t
episode_json_time(const struct scan_field *field)
{
	double seconds = -1;
	if (field->kind == SCAN_STRING)
		return media_time(span_trim(field->text));
	bool good = scan_number(field, &seconds) && seconds >= 0 &&
		    seconds * 1000 < (double)WEEK_MS;
	return good ? (int64_t)(seconds * 1000 + .5) : -1;
}

void
episode_unescape(struct buf *out, struct span text)
{
	while (text.n) {
		struct entity_text entity = {.used = 0};
		const char *sign = memchr(text.p, '&', text.n);
		size_t plain = sign ? (size_t)(sign - text.p) : text.n;
		buf_add(out, text.p, plain);
		text = (struct span){text.p + plain, text.n - plain};
		if (!sign)
			break;
		bool is = entity_decode(sign + 1, text.n - 1, &entity) == ENTITY_OK;
		size_t used = 1 + (is ? entity.used : 0);
		buf_add(out, is ? entity.text : "&", is ? entity.len : 1);
		text = (struct span){sign + used, text.n - used};
	}
}

static void
flush(struct buf *text, episode_piece *piece, void *data)
{
	struct span all = span_trim((struct span){buf_str(text), text->len});
	if (all.n)
		piece(data, all);
	buf_clear(text);
}

/* Names and times of transcripts. */
static bool
is_mark(struct span name)
{
	return span_ieq(name, "cite") || span_ieq(name, "time");
}

void
episode_html(struct span html, episode_piece *piece, episode_tag *on_tag, void *data)
{
	struct tag_search search = {.any_name = true};
	struct buf text = BUF_INIT(0);
	size_t from = 0, i = 0;
	while (i < html.n) {
		struct span rest = {html.p + i, html.n - i};
		struct tag tag;
		if (html.p[i] != '<' || !feed_tag_at(rest, &tag, &search)) {
			i++;
			continue;
		}
		episode_unescape(&text, (struct span){html.p + from, i - from});
		if (feed_tag_breaks(tag.name) || (on_tag && is_mark(tag.name)))
			flush(&text, piece, data);
		if (on_tag && tag.name.n)
			on_tag(data, tag.name, tag.end);
		i += tag.length + feed_tag_hidden(rest, &tag, &search);
		from = i;
	}
	episode_unescape(&text, (struct span){html.p + from, html.n - from});
	flush(&text, piece, data);
	buf_done(&text);
}
