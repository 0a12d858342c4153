#include "config.h"

#include "import/canto.h"

#include <jansson.h>
#include <string.h>

#include "base/err.h"
#include "base/gunzip.h"
#include "base/i18n.h"
#include "base/time.h"
#include "import/format.h"
#include "import/import_list.h"
#include "import/json.h"

#define MAINTAG "maintag:"

bool
import_canto_conf_known(const struct import_probe *probe)
{
	const struct span *h = &probe->head;
	return h->n && h->p[0] == '{' && str_ifind(h->p, h->n, "\"feeds\"") &&
	       str_ifind(h->p, h->n, "\"url\"") &&
	       (str_ifind(h->p, h->n, "\"defaults\"") ||
		       str_ifind(h->p, h->n, "\"tagorder\"") ||
		       str_ifind(h->p, h->n, MAINTAG) || strstr(probe->parent, "canto") ||
		       (probe->named && str_eq(probe->name, "conf")));
}

static void
take_tags(struct import_list *list, const json_t *root, struct import_feed *feed,
	const char *name)
{
	const char *key = arena_printf(&list->arena, MAINTAG "%s", name);
	const json_t *tag = json_object_get(json_object_get(root, "tags"), key);
	const json_t *extra = json_object_get(tag, "extra_tags"), *one;
	size_t i;
	json_array_foreach((json_t *)(uintptr_t)extra, i, one)
		import_add_tag(list, feed, span_of(json_string_value(one)));
}

static void
take_feed(struct import_list *list, const json_t *root, const json_t *row)
{
	static const char *const left[] = {
		"alias", "keep_time", "keep_unread", "transform"};
	const char *url = import_json_text(list, row, "url");
	const char *name = import_json_text(list, row, "name");
	struct import_feed *feed = url ? import_add_feed(list, url, 0) : NULL;
	int64_t rate = json_integer_value(json_object_get(row, "rate"));
	if (!feed)
		return;
	import_set_title(list, feed, name);
	if (name)
		take_tags(list, root, feed, name);
	import_set_minutes(list, feed, "min-interval", rate);
	import_set_minutes(list, feed, "max-interval", rate);
	import_set_login(list, feed, import_json_text(list, row, "username"),
		import_json_text(list, row, "password"));
	for (size_t i = 0; i < COUNT_OF(left); i++)
		if (json_object_get(row, left[i]))
			import_remark(list, 0,
				_("%s: %s is left out: no option of a feed corresponds "
				  "to it"),
				name ? name : url, left[i]);
}

void
import_canto_conf_read(struct import_list *list, const char *path, struct span bytes)
{
	json_t *root = import_json_load(list, bytes), *row;
	size_t i;
	struct buf items = BUF_INIT(0);
	(void)path;
	json_array_foreach(json_object_get(root, "feeds"), i, row)
		take_feed(list, root, row);
	/* Versions before 0.9 keep items in a form that only Python can read. */
	if (import_read_beside(list, "feeds", &items) && items.len &&
		!gunzip_is_gzip((struct span){items.data, items.len}) &&
		items.data[0] != '{')
		import_remark(list, 0,
			_("the database has an unknown layout or is damaged; only part "
			  "of it was read"));
	buf_done(&items);
	json_decref(root);
}

bool
import_canto_items_known(const struct import_probe *probe)
{
	const struct span *h = &probe->head;
	return h->n && h->p[0] == '{' &&
	       (str_ifind(h->p, h->n, "canto_update") ||
		       str_ifind(h->p, h->n, "\"canto-state\"") ||
		       str_ifind(h->p, h->n, "canto-modified"));
}

/* feedparser's form of a date: year, month, day, hour, minute, second … in UTC. */
static int64_t
date_of(const json_t *entry)
{
	static const char *const names[] = {"published_parsed", "updated_parsed"};
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const json_t *d = json_object_get(entry, names[i]);
		int n[6];
		for (size_t k = 0; k < 6; k++)
			n[k] = (int)json_integer_value(json_array_get(d, k));
		if (json_array_size(d) >= 6)
			return time_from_utc(n[0], n[1], n[2], n[3], n[4], n[5]);
	}
	int64_t at = import_json_date(entry, "published");
	return at != TIME_NONE ? at : import_json_date(entry, "updated");
}

static void
take_state(struct import_list *list, struct import_item *item, const json_t *entry)
{
	const json_t *one;
	size_t i;
	json_array_foreach(json_object_get(entry, "canto-state"), i, one)
	{
		const char *word = json_string_value(one);
		item->marks |= str_eq(word, "read")     ? IMPORT_READ
			       : str_eq(word, "marked") ? IMPORT_STARRED
							: 0;
	}
	json_array_foreach(json_object_get(entry, "canto-tags"), i, one)
	{
		const char *word = json_string_value(one);
		if (word && str_starts(word, "user:"))
			import_item_tag(list, item, span_of(word + 5));
	}
}

static void
take_entry(struct import_list *list, struct import_feed *feed, const json_t *entry)
{
	struct import_item *item = import_add_item(list, feed);
	item->guid = import_json_text(list, entry, "id");
	item->link = import_json_text(list, entry, "link");
	item->title = import_json_text(list, entry, "title");
	item->author = import_json_text(list, entry, "author");
	item->comments = import_json_text(list, entry, "comments");
	item->enclosure = import_json_text(list, entry, "enclosures/0/href");
	item->enclosure_type = import_json_text(list, entry, "enclosures/0/type");
	item->date = date_of(entry);
	const char *text = import_json_text(list, entry, "content/0/value");
	const char *type = import_json_text(
		list, entry, text ? "content/0/type" : "summary_detail/type");
	import_item_text(list, item,
		text ? text : import_json_text(list, entry, "summary"),
		!str_eq(type, "text/plain"));
	take_state(list, item, entry);
}

void
import_canto_items_read(struct import_list *list, const char *path, struct span bytes)
{
	json_t *root = import_json_load(list, bytes), *value, *entry;
	bool listed = list->listed;
	const char *url;
	size_t i;
	(void)path;
	json_object_foreach(root, url, value)
	{
		const json_t *entries = json_object_get(value, "entries");
		if (!strchr(url, ':') || !json_is_array(entries))
			continue;
		struct import_feed *feed = import_feed_at(list, url);
		if (!feed)
			feed = listed ? import_add_unsubscribed(list, url)
				      : import_add_feed(list, url, 0);
		json_array_foreach((json_t *)(uintptr_t)entries, i, entry) if (feed)
			take_entry(list, feed, entry);
	}
	json_decref(root);
}
