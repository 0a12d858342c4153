#include "config.h"

#include "import/services.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/err.h"
#include "base/i18n.h"
#include "base/time.h"
#include "feed/unpack.h"
#include "import/format.h"
#include "import/import_list.h"
#include "import/json.h"

#define ALTERNATIVES 4

/* Paths of members; the first that is there counts. */
struct service {
	const char *root; /* of the array; "": the document is one */
	const char *mark; /* a path in an item by which the service is known */
	const char *feed[ALTERNATIVES], *feed_title, *site;
	const char *guid[ALTERNATIVES], *link[ALTERNATIVES], *title, *author;
	const char *text[ALTERNATIVES], *plain, *date[ALTERNATIVES];
	const char *comments, *enclosure, *enclosure_type;
	bool escaped; /* its titles have references of HTML in them */
	void (*take)(struct import_list *list, struct import_item *item,
		const json_t *row, const json_t *root);
};

static const char *
first(struct import_list *list, const json_t *row, const char *const paths[ALTERNATIVES])
{
	const char *text = NULL;
	for (size_t i = 0; i < ALTERNATIVES && paths[i] && !text; i++)
		text = import_json_text(list, row, paths[i]);
	return text;
}

/* ---- Marks */

/* "user/1/state/com.google/read", "user/1/label/NAME"; others are the feed's own. */
static void
take_category(struct import_list *list, struct import_item *item, const char *word)
{
	const char *label = str_starts(word, "user/") ? strstr(word, "/label/") : NULL;
	const char *state = str_starts(word, "user/") ? strrchr(word, '/') : NULL;
	if (label)
		import_item_tag(list, item, span_of(label + 7));
	else if (state && strstr(word, "/state/"))
		item->marks |= str_eq(state, "/read")      ? IMPORT_READ
			       : str_eq(state, "/starred") ? IMPORT_STARRED
							   : 0;
}

/* What the user wrote beside a text, or underlined in it. */
static void
tell_annotations(
	struct import_list *list, const struct import_item *item, const json_t *row)
{
	static const char *const names[] = {"note", "content", "text"};
	const json_t *one;
	size_t i;
	json_array_foreach(json_object_get(row, "annotations"), i, one)
	{
		const char *text = NULL, *name = NULL;
		for (size_t k = 0; k < COUNT_OF(names) && !text; k++) {
			name = names[k];
			text = import_json_text(list, one, name);
		}
		if (text)
			import_remark(list, 0,
				_("%s: %s=\"%s\" is left out, as courant has nothing "
				  "like it"),
				item->title ? item->title : "", name, text);
	}
}

static void
take_greader(struct import_list *list, struct import_item *item, const json_t *row,
	const json_t *root)
{
	const json_t *one;
	size_t i;
	/* All items in a list of starred items are starred; the same goes for labels. */
	const char *all = json_string_value(json_object_get(root, "id"));
	if (all)
		take_category(list, item, all);
	json_array_foreach(
		json_object_get(row, "categories"), i, one) if (json_is_string(one))
		take_category(list, item, json_string_value(one));
	tell_annotations(list, item, row);
	/* An id of the service's own is not the feed's. */
	if (item->guid && str_starts(item->guid, "tag:google.com,2005:reader/item/"))
		item->guid = NULL;
}

#define FEEDLY_SAVED "/tag/global.saved"

/* Feedly: saved and other tags, unread as a flag of its own. */
static void
take_feedly(struct import_list *list, struct import_item *item, const json_t *row,
	const json_t *root)
{
	const json_t *one;
	size_t i;
	/* All items in a list of saved items are saved. */
	const char *all = json_string_value(json_object_get(root, "id"));
	if (all && strstr(all, FEEDLY_SAVED))
		item->marks |= IMPORT_STARRED;
	if (json_is_false(json_object_get(row, "unread")))
		item->marks |= IMPORT_READ;
	json_array_foreach(json_object_get(row, "tags"), i, one)
	{
		const char *id = json_string_value(json_object_get(one, "id"));
		const char *label = json_string_value(json_object_get(one, "label"));
		if (id && strstr(id, FEEDLY_SAVED))
			item->marks |= IMPORT_STARRED;
		else if (label && !(id && strstr(id, "/tag/global.")))
			import_item_tag(list, item, span_of(label));
	}
}

static void
take_miniflux(struct import_list *list, struct import_item *item, const json_t *row,
	const json_t *root)
{
	const char *status = json_string_value(json_object_get(row, "status"));
	int64_t at =
		json_integer_value(import_json_at(row, "enclosures/0/media_progression"));
	(void)list;
	(void)root;
	item->position = at > 0 && at < INT32_MAX ? at * 1000 : 0; /* seconds */
	item->marks |= import_json_true(row, "starred") ? IMPORT_STARRED : 0;
	item->marks |= str_eq(status, "unread")    ? 0
		       : str_eq(status, "removed") ? IMPORT_READ | IMPORT_DELETED
						   : IMPORT_READ;
}

static void
take_feedbin(struct import_list *list, struct import_item *item, const json_t *row,
	const json_t *root)
{
	(void)list;
	(void)row;
	(void)root;
	item->marks |= IMPORT_STARRED;
}

static void
take_newsblur(struct import_list *list, struct import_item *item, const json_t *row,
	const json_t *root)
{
	const json_t *one;
	size_t i;
	(void)root;
	/* Lists of starred stories may only say when a story was starred. */
	if (import_json_true(row, "starred") ||
		(!json_object_get(row, "starred") &&
			(json_object_get(row, "starred_timestamp") ||
				json_object_get(row, "starred_date"))))
		item->marks |= IMPORT_STARRED;
	item->marks |= import_json_true(row, "read_status") ? IMPORT_READ : 0;
	json_array_foreach(json_object_get(row, "user_tags"), i, one)
		import_item_tag(list, item, span_of(json_string_value(one)));
}

/* Our own; a JSON Feed has the same in "_courant". */
static void
take_own(struct import_list *list, struct import_item *item, const json_t *row,
	const json_t *root)
{
	const json_t *inner = json_object_get(row, "_courant"), *one;
	const json_t *at = inner ? inner : row;
	size_t i;
	(void)root;
	item->marks |= import_json_true(at, "unread") ? 0 : IMPORT_READ;
	item->marks |= import_json_true(at, "starred") ? IMPORT_STARRED : 0;
	item->marks |= import_json_true(at, "deleted") ? IMPORT_DELETED : 0;
	item->marks |= import_json_true(at, "hidden") ? IMPORT_HIDDEN : 0;
	item->place = (uint32_t)json_integer_value(json_object_get(at, "queue_place"));
	item->position = json_integer_value(json_object_get(at, "position_ms"));
	item->duration = json_integer_value(json_object_get(at, "duration_ms"));
	item->played = import_json_true(at, "played");
	item->heard = json_integer_value(json_object_get(at, "heard"));
	item->exact = true;
	item->updated = import_json_date(row, "updated");
	item->seen = import_json_date(row, "seen");
	json_array_foreach(json_object_get(row, "categories"), i, one)
	{
		item->categories = arena_push(&list->arena, item->categories,
			item->categories_len, sizeof *item->categories);
		item->categories[item->categories_len++] =
			arena_strdup(&list->arena, json_string_value(one));
	}
	json_array_foreach(json_object_get(at, "tags"), i, one)
		import_item_tag(list, item, span_of(json_string_value(one)));
}

static const struct service services[] = {
	{.root = "items",
		.mark = "_courant",
		.feed = {"_courant/feed"},
		.feed_title = "_courant/feed_title",
		.guid = {"_courant/guid"},
		.link = {"_courant/link", "url"},
		.title = "title",
		.author = "authors/0/name",
		.text = {"content_html"},
		.plain = "content_text",
		.date = {"date_published", "date_modified"},
		.enclosure = "attachments/0/url",
		.enclosure_type = "attachments/0/mime_type",
		.take = take_own},
	{.root = "items",
		.mark = "originId",
		.feed = {"origin/streamId"},
		.feed_title = "origin/title",
		.site = "origin/htmlUrl",
		.guid = {"originId"},
		.link = {"canonicalUrl", "alternate/0/href", "canonical/0/href"},
		.title = "title",
		.author = "author",
		.text = {"content/content", "summary/content"},
		.date = {"published", "crawled"},
		.enclosure = "enclosure/0/href",
		.enclosure_type = "enclosure/0/type",
		.take = take_feedly},
	{.root = "items",
		.mark = "origin",
		.feed = {"origin/feedUrl", "origin/streamId"},
		.feed_title = "origin/title",
		.site = "origin/htmlUrl",
		.guid = {"id"},
		.link = {"alternate/0/href", "canonical/0/href"},
		.title = "title",
		.author = "author",
		.text = {"content/content", "summary/content"},
		.date = {"published", "updated", "timestampUsec"},
		.enclosure = "enclosure/0/href",
		.enclosure_type = "enclosure/0/type",
		.escaped = true,
		.take = take_greader},
	{.root = "entries",
		.mark = "status",
		.feed = {"feed/feed_url"},
		.feed_title = "feed/title",
		.site = "feed/site_url",
		.link = {"url"},
		.title = "title",
		.author = "author",
		.text = {"content"},
		.date = {"published_at", "created_at"},
		.comments = "comments_url",
		.enclosure = "enclosures/0/url",
		.enclosure_type = "enclosures/0/mime_type",
		.take = take_miniflux},
	{.root = "stories",
		.mark = "story_hash",
		.feed = {"feed_address"},
		.guid = {"id"},
		.link = {"story_permalink"},
		.title = "story_title",
		.author = "story_authors",
		.text = {"story_content"},
		.date = {"story_date", "story_timestamp"},
		.escaped = true,
		.take = take_newsblur},
	{.root = "",
		.mark = "created_at",
		.link = {"url"},
		.title = "title",
		.author = "author",
		.text = {"content"},
		.date = {"published", "created_at"},
		.take = take_feedbin},
};

/* A line of our own begins like this (cli/exchange/export.c). */
#define OWN_START "{\"feed_url\":"

static const struct service own = {
	.feed = {"feed_url"},
	.feed_title = "feed",
	.guid = {"guid"},
	.link = {"link"},
	.title = "title",
	.author = "author",
	.text = {"html"},
	.plain = "text",
	.date = {"published"},
	.comments = "comments",
	.enclosure = "enclosures/0/url",
	.enclosure_type = "enclosures/0/type",
	.take = take_own,
};

/* ---- The walk */

/* An id as text: services write numbers, and strings of digits. */
static void
put_id(char out[32], const json_t *id)
{
	if (json_is_string(id))
		snprintf(out, 32, "%s", json_string_value(id));
	else
		snprintf(out, 32, "%lld", (long long)json_integer_value(id));
}

/* NewsBlur lists the feeds next to the stories, by their ids or in an array. */
static const json_t *
feed_row(const json_t *root, const json_t *row)
{
	const json_t *id = json_object_get(row, "story_feed_id");
	const json_t *feeds = json_object_get(root, "feeds");
	char name[32], other[32];
	if (!id)
		return NULL;
	put_id(name, id);
	for (size_t i = 0; i < json_array_size(feeds); i++) {
		const json_t *feed = json_array_get(feeds, i);
		put_id(other, json_object_get(feed, "id"));
		if (str_eq(name, other))
			return feed;
	}
	return json_object_get(feeds, name);
}

static struct import_feed *
feed_of(struct import_list *list, const struct service *s, const json_t *row,
	const json_t *root)
{
	const json_t *other = feed_row(root, row);
	const char *url = first(list, other ? other : row, s->feed);
	if (url && str_starts(url, "feed/"))
		url += 5;
	if (!url || !strchr(url, ':'))
		return NULL;
	struct import_feed *feed = import_add_unsubscribed(list, url);
	if (!feed)
		return NULL;
	if (!feed->feed_title)
		feed->feed_title = other ? import_json_text(list, other, "feed_title")
				   : s->feed_title
					   ? import_json_text(list, row, s->feed_title)
					   : NULL;
	if (!feed->site && s->site)
		feed->site = import_json_text(list, row, s->site);
	return feed;
}

static const char *
resolved(struct import_list *list, const char *title)
{
	struct buf out = BUF_INIT(0);
	feed_text_references(&out, span_of(title));
	const char *text = import_text(list, buf_str(&out));
	buf_done(&out);
	return text;
}

static void
take_row(struct import_list *list, const struct service *s, const json_t *row,
	const json_t *root)
{
	struct import_item *item = import_add_item(list, feed_of(list, s, row, root));
	item->guid = first(list, row, s->guid);
	item->link = first(list, row, s->link);
	item->title = import_json_text(list, row, s->title);
	if (s->escaped && item->title)
		item->title = resolved(list, item->title);
	item->author = import_json_text(list, row, s->author);
	const char *html = first(list, row, s->text);
	const char *plain = s->plain ? import_json_text(list, row, s->plain) : NULL;
	import_item_text(list, item, html ? html : plain, html != NULL);
	for (size_t i = 0; i < ALTERNATIVES && s->date[i] && item->date == TIME_NONE; i++)
		item->date = import_json_date(row, s->date[i]);
	if (s->comments)
		item->comments = import_json_text(list, row, s->comments);
	if (s->enclosure) {
		item->enclosure = import_json_text(list, row, s->enclosure);
		item->enclosure_type = import_json_text(list, row, s->enclosure_type);
	}
	s->take(list, item, row, root);
	item->elsewhere |= !item->feed;
}

/* Some answers of Feedly and Google are arrays, or have another name for it. */
static const json_t *
rows_of(const json_t *root, const struct service *s)
{
	return json_is_array(root) ? root : json_object_get(root, s->root);
}

/* Some rows may lack what identifies the service. */
static bool
has_mark(const json_t *rows, const struct service *s)
{
	bool found = false;
	for (size_t i = 0; i < json_array_size(rows) && !found; i++)
		found = import_json_at(json_array_get(rows, i), s->mark) != NULL;
	return found;
}

void
import_services_read(struct import_list *list, const char *path, struct span bytes)
{
	json_t *root = import_json_load(list, bytes), *row;
	size_t i;
	(void)path;
	for (size_t k = 0; root && k < COUNT_OF(services); k++) {
		const struct service *s = &services[k];
		const json_t *rows = rows_of(root, s);
		if (!has_mark(rows, s))
			continue;
		json_array_foreach((json_t *)(uintptr_t)rows, i, row)
			take_row(list, s, row, root);
		break;
	}
	json_decref(root);
}

bool
import_services_known(const struct import_probe *probe)
{
	static const char *const marks[] = {"\"origin\"", "\"originId\"", "\"feed_url\"",
		"\"story_hash\"", "\"_courant\""};
	struct span h = span_trim(probe->head);
	if (!h.n || (h.p[0] != '{' && h.p[0] != '['))
		return false;
	for (size_t i = 0; i < COUNT_OF(marks); i++)
		if (str_ifind(h.p, h.n, marks[i]))
			return true;
	return h.p[0] == '[' && str_ifind(h.p, h.n, "\"url\"") &&
	       str_ifind(h.p, h.n, "\"created_at\"");
}

bool
import_services_lines_known(const struct import_probe *probe)
{
	struct span rest = probe->head, line;
	return span_split(&rest, '\n', &line) && line.n > sizeof OWN_START &&
	       strncmp(line.p, OWN_START, sizeof OWN_START - 1) == 0;
}

void
import_services_lines_read(struct import_list *list, const char *path, struct span bytes)
{
	struct span line;
	json_error_t error;
	(void)path;
	for (int number = 1; span_split(&bytes, '\n', &line); number++) {
		if (!span_trim(line).n)
			continue;
		json_t *row = json_loadb(line.p, line.n, 0, &error);
		if (row)
			take_row(list, &own, row, NULL);
		else
			import_remark(
				list, number, _("this is not JSON: %s"), error.text);
		json_decref(row);
	}
}
