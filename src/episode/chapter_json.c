#include "config.h"

#include "episode/chapter.h"

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"
#include "base/scan_json.h"
#include "base/url.h"
#include "episode/text.h"

struct reading {
	struct arena *arena;
	struct chapters *out;
};

enum field {
	START,
	END,
	TITLE,
	URL,
	TOC,
};

static void
read_chapter(void *data, const struct scan_field *fields)
{
	struct reading *r = data;
	struct chapters *out = r->out;
	int64_t start = episode_json_time(&fields[START]);
	int64_t end = episode_json_time(&fields[END]);
	char *url = episode_json_line(r->arena, &fields[URL]);
	if (start < 0 || out->len == EPISODE_CHAPTERS_MAX)
		return;
	out->list = arena_push(r->arena, out->list, out->len, sizeof *out->list);
	out->list[out->len++] = (struct chapter){.start = start,
		.end = end > 0 ? end : 0,
		.title = episode_json_line(r->arena, &fields[TITLE]),
		.url = url && url_is_web(url) ? url : NULL,
		.silent = fields[TOC].kind == SCAN_FALSE};
}

int
episode_chapters_json(struct span text, struct arena *arena, struct chapters *out)
{
	struct scan_field fields[] = {[START] = {.name = "startTime"},
		[END] = {.name = "endTime"},
		[TITLE] = {.name = "title"},
		[URL] = {.name = "url"},
		[TOC] = {.name = "toc"}};
	struct reading reading = {arena, out};
	*out = (struct chapters){NULL, 0};
	bool whole = scan_rows(
		text, "chapters", fields, COUNT_OF(fields), read_chapter, &reading);
	/* What was read of a list that was cut off counts. */
	int status = whole || out->len ? OK : ERR_SYNTAX;
	episode_chapters_settle(out, 0);
	return status;
}
