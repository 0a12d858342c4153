#include "config.h"

#include "model/item.h"

#include "base/arena.h"
#include "base/str.h"
#include "base/time.h"

#define WORDS_A_MINUTE 230
#define SAMPLE_BYTES 16384

int64_t
item_date(const struct item *item)
{
	return item->published != TIME_NONE ? item->published : item->updated;
}

int64_t
item_latest(const struct item *item)
{
	return item->published > item->updated ? item->published : item->updated;
}

const char *
item_address(const struct item *item)
{
	if (!item->link && item->enclosures_len)
		return item->enclosures[0].url;
	return item->link;
}

const char *
item_name(const struct item *item)
{
	return item->title ? item->title : item_body(item)->text;
}

const struct text *
item_body(const struct item *item)
{
	return item->content.text ? &item->content : &item->summary;
}

size_t
item_related_count(const struct related *list, size_t len, enum related_rel rel)
{
	size_t count = 0;
	for (size_t i = 0; i < len; i++)
		count += list[i].rel == rel;
	return count;
}

const char *
item_related_name(enum related_rel rel)
{
	static const char *const names[] = {
		[RELATED_CHAPTERS] = "chapters",
		[RELATED_TRANSCRIPT] = "transcript",
		[RELATED_COMMENTS_FEED] = "comments-feed",
		[RELATED_LICENSE] = "license",
		[RELATED_SAMPLE] = "sample",
		[RELATED_ANSWERED] = "in-reply-to",
		[RELATED_SOURCE] = "source",
	};
	return names[rel];
}

char *
item_authors(const struct item *item, struct arena *arena)
{
	char *all = NULL;
	for (size_t i = 0; i < item->authors_len; i++) {
		const struct person *p = &item->authors[i];
		const char *name = p->name ? p->name : p->email;
		if (name && p->role && !str_ieq(p->role, "host"))
			name = arena_printf(arena, "%s (%s)", name, p->role);
		if (name && all)
			all = arena_printf(arena, "%s, %s", all, name);
		else if (name)
			all = arena_strdup(arena, name);
	}
	return all;
}

void
item_count_part(struct item_count *count, const char *s, size_t n, bool html)
{
	size_t words = 0, dense = 0;
	bool in = count->in, tag = count->tag;
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];
		tag = html && (tag ? s[i] != '>' : c == '<');
		bool letter = !tag && (c >= 0x80 || str_alpha(c) || str_digit(c));
		dense += letter && c >= 0xe3 && c <= 0xe9;
		words += letter && !in && !(c >= 0xe3 && c <= 0xe9);
		in = letter || (in && c == '\'');
	}
	*count = (struct item_count){count->words + words, count->dense + dense, in, tag};
}

size_t
item_counted(const struct item_count *count)
{
	return count->words + count->dense / 2;
}

size_t
item_words(const char *s, size_t n, bool html)
{
	struct item_count count = {0};
	item_count_part(&count, s, n, html);
	return item_counted(&count);
}

size_t
item_minutes(const char *text, size_t n, bool html)
{
	size_t sample = n < SAMPLE_BYTES ? n : SAMPLE_BYTES;
	size_t words = item_words(text, sample, html);
	if (!words)
		return 0;
	words = (size_t)((double)words * (double)n / (double)sample);
	size_t minutes = (words + WORDS_A_MINUTE / 2) / WORDS_A_MINUTE;
	return minutes ? minutes : 1;
}
