#include "config.h"

#include "feed/json.h"

#include <jansson.h>
#include <string.h>

#include "base/i18n.h"
#include "base/time.h"
#include "base/url.h"
#include "feed/clean_text.h"
#include "feed/date.h"
#include "feed/document_limits.h"
#include "feed/json_mend.h"
#include "feed/unpack.h"
#include "model/feed.h"

struct reader {
	struct feed *feed;
	struct item *item; /* NULL: the feed itself */
	char *base;
	size_t grown; /* bytes that the base added */
	struct notes *notes;
	struct buf scratch, cleaned;
};

/* A member of an object: its name and what to do with its value. Those that stand in for
 * others come after them. */
struct member {
	const char *name;
	void (*take)(struct reader *r, const json_t *value);
};

static struct span
span_of_json(const json_t *value)
{
	return (struct span){json_string_value(value), json_string_length(value)};
}

/* A string, or the text of a number (ids are often numbers). An escape may stand for any
 * character, so the cleaning that the document had is done again here. */
static char *
string(struct reader *r, const json_t *value)
{
	struct arena *arena = &r->feed->arena;
	if (json_is_string(value)) {
		struct notes inner = {0}; /* its line numbers would be the string's */
		buf_clear(&r->cleaned);
		struct span s =
			span_trim(feed_clean(span_of_json(value), &r->cleaned, &inner));
		if (inner.of[NOTE_CONTROL].count)
			feed_note(r->notes, NOTE_CONTROL, NULL, 0);
		return s.n ? arena_strndup(arena, s.p, s.n) : NULL;
	}
	if (json_is_integer(value))
		return arena_printf(arena, "%lld", (long long)json_integer_value(value));
	if (json_is_real(value))
		return arena_printf(arena, "%.17g", json_real_value(value));
	return NULL;
}

static char *
line(struct reader *r, const json_t *value)
{
	if (!json_is_string(value))
		return string(r, value);
	return feed_text_line(&r->feed->arena, &r->scratch, span_of_json(value));
}

/* A title or a name. The standard wants plain text, but many programs leave HTML
 * references in it. */
static char *
name_of(struct reader *r, const json_t *value, size_t max)
{
	if (!json_is_string(value))
		return line(r, value);
	struct buf plain = BUF_INIT(0);
	struct span text = span_of_json(value);
	if (memchr(text.p, '&', text.n)) {
		feed_text_references(&plain, text);
		text = (struct span){buf_str(&plain), plain.len};
	}
	char *name = feed_text_line_of(&r->feed->arena, &r->scratch, text, max);
	buf_done(&plain);
	return name;
}

static char *
name(struct reader *r, const json_t *value)
{
	return name_of(r, value, FEED_TITLE_MAX);
}

static char *
url(struct reader *r, const json_t *value)
{
	char *s = string(r, value);
	char *full =
		s ? feed_text_address(&r->feed->arena, &r->grown, r->base, span_of(s))
		  : NULL;
	if (s && !full)
		feed_note_line(r->notes, NOTE_ADDRESS, 0);
	return feed_text_leads_nowhere(full) ? NULL : full;
}

static void
set_once(char **to, char *value)
{
	if (!*to)
		*to = value;
}

static void
set_text(struct reader *r, struct text *to, const json_t *value, enum text_type type)
{
	char *s = string(r, value);
	if (!s || to->text)
		return;
	struct buf shown = BUF_INIT(0);
	if (type == TEXT_HTML && feed_text_bangs(&shown, span_of(s)))
		s = arena_strndup(&r->feed->arena, buf_str(&shown), shown.len);
	buf_done(&shown);
	size_t n = strlen(s);
	if (n > FEED_TEXT_MAX) {
		n = FEED_TEXT_MAX;
		while (n && ((unsigned char)s[n] & 0xc0) == 0x80)
			n--;
		s[n] = '\0';
		feed_note(r->notes, NOTE_CUT, NULL, 0);
		if (r->item)
			r->item->flags |= ITEM_CUT;
	}
	*to = (struct text){s, type, r->base};
}

static int64_t
date(struct reader *r, const json_t *value)
{
	char *s = string(r, value);
	int64_t when;
	if (s && feed_date_parse(span_of(s), &when) == OK)
		return when;
	if (s) {
		feed_note_line(r->notes, NOTE_DATE, 0);
		feed_note_detail(r->notes, NOTE_DATE, span_of(s));
	}
	return TIME_NONE;
}

static bool
has_room(struct reader *r, size_t len)
{
	if (len < FEED_LIST_MAX)
		return true;
	feed_note_line(r->notes, NOTE_LIST, 0);
	return false;
}

static void
add_person(struct reader *r, const json_t *value)
{
	struct feed *feed = r->feed;
	struct person **list = r->item ? &r->item->authors : &feed->authors;
	size_t *len = r->item ? &r->item->authors_len : &feed->authors_len;
	struct person person = {
		.name = name(r,
			json_is_object(value) ? json_object_get(value, "name") : value),
		.uri = url(r, json_object_get(value, "url")),
		.email = line(r, json_object_get(value, "email")),
		.avatar = url(r, json_object_get(value, "avatar")),
	};
	if (!person.name && !person.uri && !person.email)
		return;
	if (!has_room(r, *len))
		return;
	*list = arena_push(&feed->arena, *list, *len, sizeof **list);
	(*list)[(*len)++] = person;
}

/* ---- lists: arrays, or what PHP makes of an array with gaps, {"0": …, "2": …}, or with
 * names, {"a": {…}, "b": {…}} */

static bool
is_list(const json_t *value)
{
	if (!json_is_object(value))
		return json_is_array(value);
	const char *key;
	json_t *element;
	bool numbered = json_object_size(value) > 0, objects = numbered;
	json_object_foreach((json_t *)(uintptr_t)value, key, element)
	{
		int64_t number;
		numbered &= str_int(span_of(key), &number) == OK;
		objects &= json_is_object(element);
	}
	return numbered || objects;
}

/* Calls take for each element, until it returns false. */
static void
each(struct reader *r, const json_t *list,
	bool (*take)(struct reader *r, const json_t *element))
{
	size_t i;
	const char *key;
	json_t *element;
	json_array_foreach(list, i, element)
	{
		if (!take(r, element))
			return;
	}
	if (!json_is_object(list))
		return;
	if (!is_list(list)) {
		take(r, list); /* a single one */
		return;
	}
	json_object_foreach((json_t *)(uintptr_t)list, key, element)
	{
		if (!take(r, element))
			return;
	}
}

/* ---- what members of feed and item have in common */

static bool
take_person(struct reader *r, const json_t *value)
{
	add_person(r, value);
	return true;
}

static void
take_authors(struct reader *r, const json_t *value)
{
	if (is_list(value))
		each(r, value, take_person);
	else
		add_person(r, value);
}

/* Takes version 1.0's single author, if there is no list. */
static void
take_author(struct reader *r, const json_t *value)
{
	if (!(r->item ? r->item->authors_len : r->feed->authors_len))
		take_authors(r, value);
}

static void
take_title(struct reader *r, const json_t *value)
{
	if (!r->item) {
		set_once(&r->feed->title, name(r, value));
		return;
	}
	set_once(&r->item->title, name_of(r, value, FEED_LONG_TITLE_MAX));
	if (!r->item->title || strlen(r->item->title) <= FEED_TITLE_MAX)
		return;
	feed_note(r->notes, NOTE_CUT, NULL, 0);
	r->item->flags |= ITEM_CUT;
}

static bool
add_tag(struct reader *r, char *tag)
{
	struct feed *feed = r->feed;
	char ***list = r->item ? &r->item->categories : &feed->categories;
	size_t *len = r->item ? &r->item->categories_len : &feed->categories_len;
	if (!tag)
		return true;
	if (!has_room(r, *len))
		return false;
	*list = arena_push(&feed->arena, *list, *len, sizeof **list);
	(*list)[(*len)++] = tag;
	return true;
}

static bool
take_tag(struct reader *r, const json_t *value)
{
	return add_tag(r,
		name(r, json_is_object(value) ? json_object_get(value, "name") : value));
}

/* Some write one string, with commas. */
static void
take_tags(struct reader *r, const json_t *value)
{
	if (!json_is_string(value)) {
		each(r, value, take_tag);
		return;
	}
	struct span rest = span_of(name(r, value)), part;
	while (span_split(&rest, ',', &part))
		if (!add_tag(r, feed_text_line(&r->feed->arena, &r->scratch, part)))
			break;
}

/* ---- of the feed */

static void
take_home(struct reader *r, const json_t *value)
{
	set_once(&r->feed->link, url(r, value));
}

static void
take_older(struct reader *r, const json_t *value)
{
	r->feed->older = url(r, value);
}

/* One line, as in the other formats, since it is shown beside the title. */
static void
take_description(struct reader *r, const json_t *value)
{
	r->feed->subtitle = (struct text){name(r, value), TEXT_PLAIN, NULL};
}

static void
take_icon(struct reader *r, const json_t *value)
{
	set_once(&r->feed->image, url(r, value));
}

static void
take_favicon(struct reader *r, const json_t *value)
{
	set_once(&r->feed->icon, url(r, value));
}

static void
take_language(struct reader *r, const json_t *value)
{
	set_once(&r->feed->language, line(r, value));
}

/* ---- of an item */

static void
take_id(struct reader *r, const json_t *value)
{
	set_once(&r->item->guid, string(r, value));
}

static void
take_link(struct reader *r, const json_t *value)
{
	set_once(&r->item->link, url(r, value));
}

static void
take_html(struct reader *r, const json_t *value)
{
	set_text(r, &r->item->content, value, TEXT_HTML);
}

static void
take_content_text(struct reader *r, const json_t *value)
{
	set_text(r, &r->item->content, value, TEXT_PLAIN);
}

static void
take_summary(struct reader *r, const json_t *value)
{
	set_text(r, &r->item->summary, value, TEXT_PLAIN);
}

static void
take_published(struct reader *r, const json_t *value)
{
	r->item->published = date(r, value);
	r->item->date = line(r, value);
}

static void
take_modified(struct reader *r, const json_t *value)
{
	r->item->updated = date(r, value);
	set_once(&r->item->date, line(r, value));
}

/* The length in bytes; -1 if it is unknown or more than an int64_t holds. */
static int64_t
length_of(const json_t *value)
{
	int64_t written;
	if (json_is_string(value) &&
		str_int(span_trim(span_of_json(value)), &written) == OK && written >= 0)
		return written;
	double bytes = json_is_number(value) ? json_number_value(value) : -1;
	return bytes >= 0 && bytes < 0x1p53 ? (int64_t)bytes : -1;
}

static bool
take_attachment(struct reader *r, const json_t *value)
{
	struct item *item = r->item;
	char *address =
		url(r, json_is_string(value) ? value : json_object_get(value, "url"));
	if (!address)
		return true;
	if (!has_room(r, item->enclosures_len))
		return false;
	item->enclosures = arena_push(&r->feed->arena, item->enclosures,
		item->enclosures_len, sizeof *item->enclosures);
	item->enclosures[item->enclosures_len++] = (struct enclosure){
		.url = address,
		.type = line(r, json_object_get(value, "mime_type")),
		.length = length_of(json_object_get(value, "size_in_bytes")),
	};
	double seconds = json_number_value(json_object_get(value, "duration_in_seconds"));
	if (!item->media.duration && seconds > 0 && seconds < 7 * TIME_DAY)
		item->media.duration = (int64_t)(seconds * 1000);
	return true;
}

static void
take_image(struct reader *r, const json_t *value)
{
	set_once(&r->item->media.thumbnail, url(r, value));
}

static void
take_attachments(struct reader *r, const json_t *value)
{
	each(r, value, take_attachment);
}

static const struct member feed_members[] = {
	{"title", take_title},
	{"home_page_url", take_home},
	{"description", take_description},
	{"icon", take_icon},
	{"favicon", take_favicon},
	{"language", take_language},
	{"authors", take_authors},
	{"author", take_author},
	{"next_url", take_older},
};

static const struct member item_members[] = {
	{"id", take_id},
	{"title", take_title},
	{"url", take_link},
	{"external_url", take_link},
	{"content_html", take_html},
	{"content_text", take_content_text},
	{"summary", take_summary},
	{"date_published", take_published},
	{"date_modified", take_modified},
	{"authors", take_authors},
	{"author", take_author},
	{"tags", take_tags},
	{"attachments", take_attachments},
	{"image", take_image},
	{"banner_image", take_image},
};

static void
take_members(
	struct reader *r, const json_t *object, const struct member *members, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const json_t *value = json_object_get(object, members[i].name);
		if (value && !json_is_null(value))
			members[i].take(r, value);
	}
}

static void
set_later(int64_t *to, int64_t when)
{
	if (when != TIME_NONE && (*to == TIME_NONE || when > *to))
		*to = when;
}

/* The feed itself has no dates in this format, so its items show when it changed. */
static bool
take_item(struct reader *r, const json_t *value)
{
	struct feed *feed = r->feed;
	if (!json_is_object(value))
		return true;
	if (feed->items_len == FEED_ITEMS_MAX) {
		feed_note(r->notes, NOTE_ITEMS, NULL, 0);
		return false;
	}
	feed->items = arena_push(
		&feed->arena, feed->items, feed->items_len, sizeof *feed->items);
	r->item = &feed->items[feed->items_len++];
	r->item->published = r->item->updated = TIME_NONE;
	r->item->comments_count = r->item->media.views = r->item->media.votes = -1;
	take_members(r, value, item_members, COUNT_OF(item_members));
	if (!r->item->authors_len) {
		r->item->authors = feed->authors;
		r->item->authors_len = feed->authors_len;
	}
	set_later(&feed->published, r->item->published);
	set_later(&feed->updated, item_latest(r->item));
	return true;
}

/* A JSON Feed has a list of items, or a version that is an address of jsonfeed.org. Some
 * programs leave either out or write it differently. */
static bool
is_feed(const json_t *root)
{
	const char *version = json_string_value(json_object_get(root, "version"));
	const json_t *items = json_object_get(root, "items");
	return json_is_array(items) || is_list(items) ||
	       (version && str_ifind(version, strlen(version), "jsonfeed.org"));
}

/* Apple's directory of podcasts answers a look-up with the addresses of feeds. */
static void
take_results(struct reader *r, const json_t *root)
{
	struct feed *feed = r->feed;
	size_t i;
	json_t *result;
	json_array_foreach(json_object_get(root, "results"), i, result)
	{
		char *address = url(r, json_object_get(result, "feedUrl"));
		if (!address || feed->links_len == FEED_LIST_MAX)
			continue;
		feed->links = arena_push(
			&feed->arena, feed->links, feed->links_len, sizeof *feed->links);
		feed->links[feed->links_len++] = (struct feed_link){.url = address,
			.title = line(r, json_object_get(result, "collectionName"))};
	}
}

static int
refuse(const struct feed *feed, struct err *err)
{
	if (!feed->links_len)
		return err_set(err, ERR_NOT_FEED,
			_("the document is JSON but not a JSON Feed: it has no items"));
	return err_set(err, ERR_NOT_FEED,
		P_("the document is a directory's entry; it names %zu feed",
			"the document is a directory's entry; it names %zu feeds",
			feed->links_len),
		feed->links_len);
}

int
feed_json_read(struct feed *feed, struct span text, const char *base_url,
	struct notes *notes, struct err *err)
{
	json_t *root = feed_json_load(text, notes, &feed->truncated);
	if (!root)
		return err_set(err, ERR_NOT_FEED,
			_("the document looks like JSON but cannot be read as JSON"));
	struct reader r = {.feed = feed,
		.base = arena_strdup(&feed->arena, base_url),
		.notes = notes,
		.scratch = BUF_INIT(0),
		.cleaned = BUF_INIT(0)};
	bool known = is_feed(root);
	if (known) {
		feed->format = FEED_JSON;
		take_members(&r, root, feed_members, COUNT_OF(feed_members));
		each(&r, json_object_get(root, "items"), take_item);
	} else {
		take_results(&r, root);
	}
	buf_done(&r.scratch);
	buf_done(&r.cleaned);
	json_decref(root);
	return known ? OK : refuse(feed, err);
}
