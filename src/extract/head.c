#include "config.h"

#include "extract/head.h"

#include <jansson.h>
#include <string.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/str.h"
#include "extract/extract.h"
#include "feed/markup.h"

#define DATA_MAX ((size_t)1024 * 1024) /* bytes of one script with data */
#define OBJECTS_MAX 64                 /* that are looked at in it */

struct reader {
	struct arena *arena;
	struct extract_about *about;
	struct extract_head *head;
};

static void
keep(struct reader *r, char **to, struct span value)
{
	value = span_trim(value);
	if (!*to && value.n)
		*to = arena_strndup(r->arena, value.p, value.n);
}

/* An address. Most that are written with references have those of "&" alone. */
static void
keep_address(struct reader *r, char **to, struct span value)
{
	static const char and[] = "&amp;";
	bool kept = *to != NULL;
	keep(r, to, value);
	for (char *p = kept ? NULL : *to; p && (p = strstr(p, and)) != NULL; p++)
		memmove(p + 1, p + strlen(and), strlen(p + strlen(and)) + 1);
}

/* ---- JSON-LD */

static void
keep_string(struct reader *r, char **to, const json_t *value)
{
	const json_t *first = json_is_array(value) ? json_array_get(value, 0) : value;
	if (json_is_object(first))
		first = json_object_get(first, "name");
	if (json_is_string(first))
		keep(r, to, span_of(json_string_value(first)));
}

static void
read_object(struct reader *r, const json_t *object)
{
	const json_t *body = json_object_get(object, "articleBody");
	keep_string(r, &r->head->body, body);
	if (!body && !json_object_get(object, "headline"))
		return;
	keep_string(r, &r->about->title, json_object_get(object, "headline"));
	keep_string(r, &r->about->author, json_object_get(object, "author"));
	keep_string(r, &r->about->date, json_object_get(object, "datePublished"));
}

static void
read_data(struct reader *r, struct span text)
{
	json_t *root = text.n < DATA_MAX ? json_loadb(text.p, text.n, 0, NULL) : NULL;
	const json_t *graph =
		json_is_object(root) ? json_object_get(root, "@graph") : root;
	if (json_is_object(root))
		read_object(r, root);
	for (size_t i = 0; i < json_array_size(graph) && i < OBJECTS_MAX; i++)
		read_object(r, json_array_get(graph, i));
	json_decref(root);
}

/* ---- tags */

static const struct {
	const char *name;
	size_t offset;
} metas[] = {
	{"og:title", offsetof(struct extract_about, title)},
	{"author", offsetof(struct extract_about, author)},
	{"article:author", offsetof(struct extract_about, author)},
	{"article:published_time", offsetof(struct extract_about, date)},
};

static void
read_meta(struct reader *r, struct span tag)
{
	struct span name = feed_tag_attr(tag, "property");
	struct span content = feed_tag_attr(tag, "content");
	if (!name.p)
		name = feed_tag_attr(tag, "name");
	for (size_t i = 0; name.p && i < COUNT_OF(metas); i++)
		if (span_ieq(span_trim(name), metas[i].name))
			keep(r, (char **)(void *)((char *)r->about + metas[i].offset),
				content);
}

static bool
is_next(struct span tag)
{
	struct span rest = feed_tag_attr(tag, "rel"), word;
	while (rest.p && span_split(&rest, ' ', &word))
		if (span_ieq(word, "next"))
			return true;
	return false;
}

/* content: what is in it, if that is not markup. */
static void
read_tag(struct reader *r, struct span tag, struct span name, struct span content)
{
	struct span type;
	if (span_ieq(name, "meta")) {
		read_meta(r, tag);
	} else if (span_ieq(name, "title")) {
		keep(r, &r->about->title, content);
	} else if (span_ieq(name, "base")) {
		keep_address(r, &r->about->base, feed_tag_attr(tag, "href"));
	} else if ((span_ieq(name, "link") || span_ieq(name, "a")) && is_next(tag)) {
		keep_address(r, &r->about->next, feed_tag_attr(tag, "href"));
	} else if (span_ieq(name, "script")) {
		r->head->scripts++;
		type = feed_tag_attr(tag, "type");
		if (type.p && span_ieq(span_trim(type), "application/ld+json"))
			read_data(r, content);
	}
}

/* What is in the element whose start tag ends at p, if that is not markup: n bytes that
 * are not shown, or text. */
static struct span
content_of(const char *p, size_t n, const struct tag_search *search)
{
	bool text = !n && search->text_end && search->text_end > p;
	return (struct span){p, text ? (size_t)(search->text_end - p) : n};
}

void
extract_head_read(struct span html, struct arena *arena, struct extract_about *about,
	struct extract_head *head)
{
	struct reader r = {.arena = arena, .about = about, .head = head};
	struct tag_search search = {.any_name = true};
	struct span rest = html;
	const char *p;
	while (rest.n && (p = memchr(rest.p, '<', rest.n)) != NULL) {
		struct span at = {p, rest.n - (size_t)(p - rest.p)};
		struct tag tag;
		size_t hidden = 0, step = 1;
		if (feed_tag_at(at, &tag, &search)) {
			step = tag.length;
			if (!tag.end)
				hidden = feed_tag_hidden(at, &tag, &search);
			if (!tag.end && tag.name.n)
				read_tag(&r, (struct span){p, tag.length}, tag.name,
					content_of(p + tag.length, hidden, &search));
		}
		step += hidden;
		rest = (struct span){p + step, at.n - step};
	}
}
