#include "config.h"

#include "episode/chapter.h"

#include <jansson.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/url.h"
#include "episode/text.h"

static bool
read_chapter(const json_t *row, struct arena *arena, struct chapter *out)
{
	int64_t end = episode_json_time(json_object_get(row, "endTime"));
	const char *url = json_string_value(json_object_get(row, "url"));
	*out = (struct chapter){
		.start = episode_json_time(json_object_get(row, "startTime")),
		.end = end > 0 ? end : 0,
		.title = episode_json_line(arena, json_object_get(row, "title")),
		.url = url && url_is_web(url) ? arena_strdup(arena, url) : NULL,
		.silent = json_is_false(json_object_get(row, "toc"))};
	return out->start >= 0;
}

int
episode_chapters_json(struct span text, struct arena *arena, struct chapters *out)
{
	json_error_t error;
	json_t *root = json_loadb(text.p, text.n, JSON_ALLOW_NUL, &error);
	const json_t *rows = json_object_get(root, "chapters");
	*out = (struct chapters){NULL, 0};
	for (size_t i = 0; i < json_array_size(rows) && out->len < EPISODE_CHAPTERS_MAX;
		i++) {
		struct chapter chapter;
		if (!read_chapter(json_array_get(rows, i), arena, &chapter))
			continue;
		out->list = arena_push(arena, out->list, out->len, sizeof *out->list);
		out->list[out->len++] = chapter;
	}
	int status = json_is_array(rows) ? OK : ERR_SYNTAX;
	json_decref(root);
	episode_chapters_settle(out, 0);
	return status;
}
