#include "config.h"

#include "feed/json.h"

#include <jansson.h>
#include <string.h>

#include "base/i18n.h"
#include "base/time.h"
#include "base/url.h"
#include "feed/clean.h"
#include "feed/date.h"
#include "feed/json_mend.h"
#include "feed/parse.h"
#include "feed/text.h"
#include "model/feed.h"

#define VALUES_MAX 500000 /* of a document: ten thousand items have 50 each */

struct reader {
	struct feed *feed;
	struct item *item; /* NULL: the feed itself */
	char *base;
	size_t grown; /* by it */
	struct notes *notes;
	struct buf scratch, cleaned;
};

/* A member of an object: what it is called and what to do with its value. Members that
 * stand in for others come after those. */
struct member {
	const char *name;
	void (*take)(struct reader *r, const json_t *value);
};

static struct span
span_of_json(const json_t *value)
{
	return (struct span){json_string_value(value), json_string_length(value)};
}

/* Strings; numbers as their text (ids are often numbers). An escape may name any
 * character, so the document's cleaning has to be done again here. */
static char *
string(struct reader *r, const json_t *value)
{
	struct arena *arena = &r->feed->arena;
	if (json_is_string(value)) {
		struct notes inner = {0}; /* their lines would be the string's */
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

static char *
url(struct reader *r, const json_t *value)
{
	char *s = string(r, value);
	char *full =
		s ? feed_text_address(&r->feed->arena, &r->grown, r->base, span_of(s))
		  : NULL;
	if (s && !full)
		feed_note_line(r->notes, NOTE_ADDRESS, 0);
	return str_empty(full) ? NULL : full;
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
		.name = line(r,
			json_is_object(value) ? json_object_get(value, "name") : value),
		.uri = url(r, json_object_get(value, "url")),
		.email = line(r, json_object_get(value, "email")),
	};
	if (!person.name && !person.uri && !person.email)
		return;
	if (!has_room(r, *len))
		return;
	*list = arena_push(&feed->arena, *list, *len, sizeof **list);
	(*list)[(*len)++] = person;
}

/* ---- what members of feed and item have in common */

static void
take_authors(struct reader *r, const json_t *value)
{
	size_t i;
	json_t *element;
	json_array_foreach(value, i, element) add_person(r, element);
	if (json_is_object(value))
		add_person(r, value);
}

/* Version 1.0's single author, where there is no list. */
static void
take_author(struct reader *r, const json_t *value)
{
	if (!(r->item ? r->item->authors_len : r->feed->authors_len))
		add_person(r, value);
}

static void
take_title(struct reader *r, const json_t *value)
{
	set_once(r->item ? &r->item->title : &r->feed->title, line(r, value));
}

static void
take_tags(struct reader *r, const json_t *value)
{
	struct feed *feed = r->feed;
	char ***list = r->item ? &r->item->categories : &feed->categories;
	size_t *len = r->item ? &r->item->categories_len : &feed->categories_len;
	size_t i;
	json_t *element;
	json_array_foreach(value, i, element)
	{
		char *tag = line(r, element);
		if (!tag)
			continue;
		if (!has_room(r, *len))
			break;
		*list = arena_push(&feed->arena, *list, *len, sizeof **list);
		(*list)[(*len)++] = tag;
	}
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

/* As in the other formats one line: it is shown in one place with the title. */
static void
take_description(struct reader *r, const json_t *value)
{
	r->feed->subtitle = (struct text){line(r, value), TEXT_PLAIN, NULL};
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

/* -1: not known. Numbers of JSON are doubles here: what they can't count is no length. */
static int64_t
length_of(const json_t *value)
{
	double bytes = json_is_number(value) ? json_number_value(value) : -1;
	return bytes >= 0 && bytes < 0x1p53 ? (int64_t)bytes : -1;
}

static void
take_attachments(struct reader *r, const json_t *value)
{
	struct item *item = r->item;
	size_t i;
	json_t *element;
	json_array_foreach(value, i, element)
	{
		char *address = url(r, json_object_get(element, "url"));
		if (!address)
			continue;
		if (!has_room(r, item->enclosures_len))
			break;
		item->enclosures = arena_push(&r->feed->arena, item->enclosures,
			item->enclosures_len, sizeof *item->enclosures);
		item->enclosures[item->enclosures_len++] = (struct enclosure){
			.url = address,
			.type = line(r, json_object_get(element, "mime_type")),
			.length = length_of(json_object_get(element, "size_in_bytes")),
		};
	}
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
take_items(struct reader *r, const json_t *items)
{
	struct feed *feed = r->feed;
	size_t i;
	json_t *element;
	json_array_foreach(items, i, element)
	{
		if (!json_is_object(element))
			continue;
		if (feed->items_len == FEED_ITEMS_MAX) {
			feed_note(r->notes, NOTE_ITEMS, NULL, 0);
			break;
		}
		feed->items = arena_push(
			&feed->arena, feed->items, feed->items_len, sizeof *feed->items);
		r->item = &feed->items[feed->items_len++];
		r->item->published = r->item->updated = TIME_NONE;
		r->item->comments_count = -1;
		take_members(r, element, item_members, COUNT_OF(item_members));
		if (!r->item->authors_len) {
			r->item->authors = feed->authors;
			r->item->authors_len = feed->authors_len;
		}
	}
	r->item = NULL;
}

/* Values outside of strings, about. In memory each takes up to a hundred times the bytes
 * that it has in the document. */
static size_t
count_values(struct span text)
{
	size_t values = 0;
	bool quoted = false;
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];
		if (c == '\\' && quoted)
			i++;
		else if (c == '"')
			quoted = !quoted;
		else if (!quoted && (c == ',' || c == '{' || c == '['))
			values++;
	}
	return values;
}

static json_t *
load(struct span text, json_error_t *error)
{
	return json_loadb(text.p, text.n, JSON_ALLOW_NUL | JSON_DISABLE_EOF_CHECK, error);
}

/* As it is, else mended, else with whole numbers read as reals (they may be too large).
 */
static json_t *
load_mended(struct feed *feed, struct span text, struct notes *notes)
{
	json_error_t error;
	if (count_values(text) > VALUES_MAX)
		return NULL;
	json_t *root = load(text, &error);
	size_t line = error.line > 0 ? (size_t)error.line : 0;
	if (root)
		return root;
	struct buf mended = BUF_INIT(0);
	bool cut = feed_json_mend(text, &mended);
	struct span again = {buf_str(&mended), mended.len};
	root = load(again, NULL);
	if (!root)
		root = json_loadb(again.p, again.n,
			JSON_ALLOW_NUL | JSON_DISABLE_EOF_CHECK | JSON_DECODE_INT_AS_REAL,
			NULL);
	buf_done(&mended);
	if (root) {
		feed_note_line(notes, NOTE_JSON, line);
		feed->truncated = cut;
	}
	return root;
}

/* The version is an address of jsonfeed.org; some leave it out, but another one means
 * another format. */
static bool
is_feed(const json_t *root)
{
	const json_t *version = json_object_get(root, "version");
	if (version) {
		const char *s = json_string_value(version);
		return s && str_ifind(s, strlen(s), "jsonfeed.org");
	}
	return json_is_array(json_object_get(root, "items"));
}

int
feed_json_read(struct feed *feed, struct span text, const char *base_url,
	struct notes *notes, struct err *err)
{
	json_t *root = load_mended(feed, text, notes);
	int status = OK;
	if (!root)
		status = err_set(err, ERR_NOT_FEED,
			_("the document looks like JSON but cannot be read as JSON"));
	else if (!json_is_object(root) || !is_feed(root))
		status = err_set(err, ERR_NOT_FEED,
			_("the document is JSON but not a JSON Feed: it has no items"));
	if (status == OK) {
		struct reader r = {.feed = feed,
			.base = arena_strdup(&feed->arena, base_url),
			.notes = notes,
			.scratch = BUF_INIT(0),
			.cleaned = BUF_INIT(0)};
		feed->format = FEED_JSON;
		take_members(&r, root, feed_members, COUNT_OF(feed_members));
		take_items(&r, json_object_get(root, "items"));
		buf_done(&r.scratch);
		buf_done(&r.cleaned);
	}
	json_decref(root);
	return status;
}
