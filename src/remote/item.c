#include "config.h"

#include "remote/item.h"

#include <string.h>

#include "base/arena.h"
#include "base/time.h"
#include "base/url.h"
#include "remote/id.h"

/* ---- dates: 2026-11-28T09:59:59.123456+01:00 */

/* Takes n digits off the front of *s. */
static bool
take_digits(struct span *s, size_t n, int64_t *out)
{
	*out = 0;
	if (s->n < n)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (!str_digit(s->p[i]))
			return false;
		*out = *out * 10 + (s->p[i] - '0');
	}
	*s = (struct span){s->p + n, s->n - n};
	return true;
}

/* Takes one of these bytes off the front of *s. */
static bool
take_byte(struct span *s, const char *bytes)
{
	if (s->n == 0 || s->p[0] == '\0' || !strchr(bytes, s->p[0]))
		return false;
	*s = (struct span){s->p + 1, s->n - 1};
	return true;
}

static bool
take_zone(struct span *s, int64_t *ahead)
{
	int64_t hours, minutes;
	char sign = s->n > 0 ? s->p[0] : 'Z';
	*ahead = 0;
	if (!take_byte(s, "+-"))
		return true;
	if (!take_digits(s, 2, &hours))
		return false;
	take_byte(s, ":");
	if (!take_digits(s, 2, &minutes))
		return false;
	*ahead = (hours * 60 + minutes) * 60 * (sign == '-' ? -1 : 1);
	return true;
}

static int64_t
read_date(struct span s)
{
	static const struct {
		size_t digits;
		const char *end;
		int64_t min, max;
	} parts[] = {
		{4, "-", 1, 9999},
		{2, "-", 1, 12},
		{2, "Tt ", 1, 31},
		{2, ":", 0, 23},
		{2, ":", 0, 59},
		{2, "", 0, 60},
	};
	int64_t at[COUNT_OF(parts)], ahead, ignored;
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		if (!take_digits(&s, parts[i].digits, &at[i]) || at[i] < parts[i].min ||
			at[i] > parts[i].max ||
			(*parts[i].end && !take_byte(&s, parts[i].end)))
			return TIME_NONE;
	if (take_byte(&s, "."))
		while (take_digits(&s, 1, &ignored))
			;
	if (!take_zone(&s, &ahead))
		return TIME_NONE;
	return time_from_utc(at[0], (int)at[1], (int)at[2], (int)at[3], (int)at[4],
		       (int)at[5]) -
	       ahead;
}

int64_t
remote_item_time(const json_t *value)
{
	int64_t number = remote_json_integer(value, 0);
	if (number > 0)
		return number;
	return read_date(span_trim(remote_json_span(value)));
}

/* ---- items */

static char *
address(struct arena *arena, const json_t *value)
{
	struct span text = span_trim(remote_json_span(value));
	return text.n > 0 ? url_resolve(arena, NULL, text) : NULL;
}

static void
read_tags(struct arena *arena, const json_t *list, struct item *item)
{
	size_t i;
	const json_t *element;
	json_array_foreach(list, i, element)
	{
		char *tag = remote_json_line(arena, element);
		if (!tag)
			continue;
		item->categories = arena_push(arena, item->categories,
			item->categories_len, sizeof *item->categories);
		item->categories[item->categories_len++] = tag;
	}
}

static void
read_author(struct arena *arena, const json_t *value, struct item *item)
{
	char *name = remote_json_line(arena, value);
	if (!name)
		return;
	item->authors = arena_push(arena, NULL, 0, sizeof *item->authors);
	item->authors[0].name = name;
	item->authors_len = 1;
}

static const json_t *
member(const json_t *value, const char *name)
{
	return name ? remote_json_get(value, name) : NULL;
}

static struct item *
read_model(struct arena *arena, const json_t *value, const struct remote_members *members)
{
	struct item *item = arena_zalloc(arena, sizeof *item);
	struct span html = remote_json_span(member(value, members->html));
	item->guid = remote_json_line(arena, member(value, members->guid));
	item->title = remote_json_line(arena, member(value, members->title));
	item->link = address(arena, member(value, members->link));
	item->comments = address(arena, member(value, members->comments));
	if (html.n > 0)
		item->content = (struct text){
			arena_strndup(arena, html.p, html.n), TEXT_HTML, item->link};
	item->published = remote_item_time(member(value, members->published));
	item->updated = remote_item_time(member(value, members->updated));
	item->media.views = item->media.votes = item->comments_count = -1;
	read_author(arena, member(value, members->author), item);
	read_tags(arena, member(value, members->tags), item);
	return item;
}

bool
remote_item_read(struct arena *arena, const json_t *value,
	const struct remote_members *members, struct remote_id *id,
	struct remote_item *out)
{
	if (!remote_json_id(member(value, members->id), id))
		return false;
	bool unread = members->read ? !remote_json_true(member(value, members->read))
				    : remote_json_true(member(value, members->unread));
	*out = (struct remote_item){
		.id = remote_id_span(id),
		.feed = remote_json_text(arena, member(value, members->feed)),
		.arrived = remote_item_time(member(value, members->arrived)),
		.item = read_model(arena, value, members),
	};
	out->flags =
		(unread ? ITEM_UNREAD : 0) |
		(remote_json_true(member(value, members->starred)) ? ITEM_STARRED : 0);
	return true;
}

void
remote_item_enclose(struct arena *arena, struct item *item, const json_t *url,
	const json_t *type, const json_t *length)
{
	char *whole = address(arena, url);
	if (!whole)
		return;
	item->enclosures = arena_push(
		arena, item->enclosures, item->enclosures_len, sizeof *item->enclosures);
	int64_t bytes = remote_json_integer(length, -1);
	item->enclosures[item->enclosures_len++] = (struct enclosure){
		.url = whole,
		.type = remote_json_line(arena, type),
		.length = bytes > 0 ? bytes : -1,
	};
}

bool
remote_item_folders(const json_t *root, const char *list, const char *name,
	const struct remote_sink *sink)
{
	const json_t *folders = remote_json_list(root, list), *value;
	size_t i;
	json_array_foreach(folders, i, value)
	{
		struct arena arena = ARENA_INIT;
		const struct remote_folder folder = {
			.kind = REMOTE_FOLDER,
			.id = remote_json_text(&arena, member(value, "id")),
			.name = span_of(remote_json_line(&arena, member(value, name))),
		};
		if (folder.id.n > 0 && folder.name.n > 0)
			sink->folder(sink->ctx, &folder);
		arena_done(&arena);
	}
	return folders != NULL;
}
