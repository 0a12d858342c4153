/*
 * Lists of feeds in JSON, as the interfaces and exports of services and programs have
 * them (Miniflux, Google Reader's, Nextcloud News, Feedbin, NewsBlur, Thunderbird), or
 * people write them: an array of addresses, or of objects with members of many names.
 */
#include "config.h"

#include "import/json_feeds.h"

#include <jansson.h>
#include <string.h>

#include "base/url.h"
#include "import/format.h"
#include "import/import_list.h"
#include "import/json.h"

/* Paths of members; the first that is there counts. */
static const char *const roots[] = {"feeds", "subscriptions", NULL};
static const char *const addresses[] = {
	"feed_url", "feedUrl", "feed_address", "xmlUrl", "url", "id", NULL};
static const char *const titles[] = {"title", "feed_title", "text", "name", NULL};
static const char *const sites[] = {
	"site_url", "htmlUrl", "feed_link", "website", "link", NULL};

static const char *
first(struct import_list *list, const json_t *row, const char *const *names)
{
	const char *text = NULL;
	for (; *names && !text; names++)
		text = import_json_text(list, row, *names);
	return text;
}

/* "A", {"title": "A"} of Miniflux, {"label": "A"} of Google Reader, or several. */
static void
take_tags(struct import_list *list, struct import_feed *feed, const json_t *value)
{
	static const char *const names[] = {"label", "title", "name", NULL};
	const json_t *one;
	size_t i;
	const char *text = json_is_string(value)   ? json_string_value(value)
			   : json_is_object(value) ? first(list, value, names)
						   : NULL;
	if (text)
		import_add_tag(list, feed, span_of(text));
	json_array_foreach(value, i, one) if (!json_is_array(one))
		take_tags(list, feed, one);
}

/* Nextcloud News lists the folders next to the feeds, by their ids. */
static void
take_folder(struct import_list *list, struct import_feed *feed, const json_t *row,
	const json_t *root)
{
	const json_t *id = json_object_get(row, "folderId"), *folder;
	size_t i;
	json_array_foreach(json_object_get(root, "folders"), i,
		folder) if (id && json_equal(id, json_object_get(folder, "id")))
		take_tags(list, feed, folder);
}

/* Thunderbird has the path of a folder, in which each feed has one of its own. */
static void
take_mailbox(struct import_list *list, struct import_feed *feed, const char *path,
	const char *title)
{
	struct buf plain = BUF_INIT(0);
	const char *from = path ? strstr(path, "@Feeds/") : NULL;
	if (from)
		url_decode(&plain, span_of(from + strlen("@Feeds/")));
	struct span tag = {buf_str(&plain), plain.len};
	size_t last = tag.n;
	while (last && tag.p[last - 1] != '/')
		last--;
	if (title && span_eq((struct span){tag.p + last, tag.n - last}, title))
		tag.n = last ? last - 1 : 0;
	if (tag.n)
		import_add_tag(list, feed, tag);
	buf_done(&plain);
}

static void
take_feed(struct import_list *list, const json_t *row, const json_t *root)
{
	static const char *const tags[] = {
		"category", "categories", "tags", "folder", "group", NULL};
	const char *url = json_is_string(row) ? json_string_value(row)
					      : first(list, row, addresses);
	if (url && str_starts(url, "feed/")) /* Google Reader's ids */
		url += 5;
	struct import_feed *feed =
		url && strchr(url, ':') ? import_add_feed(list, url, 0) : NULL;
	if (!feed || !json_is_object(row))
		return;
	const char *title = first(list, row, titles);
	import_set_title(list, feed, title);
	feed->site = first(list, row, sites);
	for (size_t i = 0; tags[i]; i++)
		take_tags(list, feed, json_object_get(row, tags[i]));
	take_folder(list, feed, row, root);
	take_mailbox(list, feed, import_json_text(list, row, "destFolder"), title);
	feed->hidden |= import_json_true(row, "hide_globally");
	import_set_login(list, feed, import_json_text(list, row, "username"),
		import_json_text(list, row, "password"));
	if (import_json_true(row, "disabled") ||
		json_is_false(import_json_at(row, "options/updates/enabled")))
		import_remark_paused(list, 0, feed);
}

void
import_json_feeds_read(struct import_list *list, const char *path, struct span bytes)
{
	json_t *root = import_json_load(list, bytes), *rows = root, *row;
	const char *name;
	size_t i;
	(void)path;
	for (i = 0; json_is_object(root) && rows == root && roots[i]; i++)
		if (json_object_get(root, roots[i]))
			rows = json_object_get(root, roots[i]);
	json_array_foreach(rows, i, row) take_feed(list, row, root);
	if (rows != root)
		json_object_foreach(rows, name, row) take_feed(list, row, root);
	json_decref(root);
}

static bool
has(struct span text, const char *const *marks)
{
	while (*marks && !str_ifind(text.p, text.n, *marks))
		marks++;
	return *marks != NULL;
}

bool
import_json_feeds_known(const struct import_probe *probe)
{
	static const char *const items[] = {"\"items\"", "\"entries\"", "\"stories\"",
		"\"_courant\"", "\"content\"", NULL};
	static const char *const marks[] = {"\"feed_url\"", "\"feedUrl\"",
		"\"feed_address\"", "\"xmlUrl\"", "\"subscriptions\"", "\"destFolder\"",
		NULL};
	static const char *const lists[] = {"\"feeds\"", NULL};
	static const char *const urls[] = {"\"url\"", "http:", "https:", NULL};
	struct span h = span_trim(probe->head);
	if (!h.n || (*h.p != '{' && *h.p != '[') || has(h, items))
		return false;
	struct span inside = span_trim((struct span){h.p + 1, h.n - 1});
	bool plain = *h.p == '[' && inside.n > 5 &&
		     (str_ieqn(inside.p, "\"http", 5) || str_ieqn(inside.p, "\"feed", 5));
	bool objects = *h.p == '[' && inside.n && *inside.p == '{';
	return plain || has(h, marks) ||
	       ((objects || has(h, lists)) && has(h, urls) &&
		       !str_ifind(h.p, h.n, "\"created_at\""));
}
