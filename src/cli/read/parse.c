#include "config.h"

#include "cli/read/commands.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/map.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "cli/core/command.h"
#include "cli/core/json.h"
#include "cli/read/fetched.h"
#include "feed/parse.h"
#include "model/feed.h"
#include "select/recipe_page.h"

#define LABEL_CELLS 10  /* of labels of a report */
#define REPORT_ITEMS 5  /* items shown without --json */
#define REPORT_FOUND 40 /* of a page, whose selectors are being tried */

/* ---- one JSON object, with the keys of the test corpus */

static void
string(struct buf *out, const char *key, const char *value)
{
	if (!str_empty(value))
		cli_json_string(out, key, value);
}

static void
when(struct buf *out, const char *key, int64_t value)
{
	if (value != TIME_NONE)
		cli_json_time(out, key, value);
}

static void
strings(struct buf *out, const char *key, char *const *values, size_t len)
{
	if (len)
		cli_json_strings(out, key, values, len);
}

static void
text(struct buf *out, const char *key, const struct text *t)
{
	if (str_empty(t->text))
		return;
	char name[32];
	cli_json_string(out, key, t->text);
	snprintf(name, sizeof name, "%s_type", key);
	cli_json_string(out, name, t->type == TEXT_HTML ? "html" : "text");
	snprintf(name, sizeof name, "%s_base", key);
	string(out, name, t->base);
}

static void
object(struct buf *out)
{
	cli_json_element(out);
	cli_json_begin(out);
}

static void
people(struct buf *out, const struct person *list, size_t len)
{
	if (!len)
		return;
	cli_json_list(out, "authors");
	for (size_t i = 0; i < len; i++) {
		object(out);
		string(out, "name", list[i].name);
		string(out, "email", list[i].email);
		string(out, "uri", list[i].uri);
		string(out, "avatar", list[i].avatar);
		string(out, "role", list[i].role);
		cli_json_close(out);
	}
	cli_json_list_end(out);
}

static void
enclosures(struct buf *out, const struct item *item)
{
	if (!item->enclosures_len)
		return;
	cli_json_list(out, "enclosures");
	for (size_t i = 0; i < item->enclosures_len; i++) {
		const struct enclosure *e = &item->enclosures[i];
		object(out);
		string(out, "url", e->url);
		string(out, "type", e->type);
		if (e->length >= 0)
			cli_json_number(out, "length", (uint64_t)e->length);
		cli_json_rendition(out, e);
		cli_json_close(out);
	}
	cli_json_list_end(out);
}

static void
related(struct buf *out, const struct item *item)
{
	if (!item->related_len)
		return;
	cli_json_list(out, "related");
	for (size_t i = 0; i < item->related_len; i++) {
		const struct related *r = &item->related[i];
		object(out);
		string(out, "rel", item_related_name(r->rel));
		string(out, "url", r->url);
		string(out, "type", r->type);
		string(out, "language", r->language);
		string(out, "role", r->role);
		string(out, "title", r->title);
		cli_json_close(out);
	}
	cli_json_list_end(out);
}

static void
chapters(struct buf *out, const struct item *item)
{
	if (!item->chapters.len)
		return;
	cli_json_list(out, "chapters");
	for (size_t i = 0; i < item->chapters.len; i++) {
		const struct chapter *c = &item->chapters.list[i];
		object(out);
		cli_json_number(out, "start_ms", (uint64_t)c->start);
		string(out, "title", c->title);
		string(out, "url", c->url);
		cli_json_close(out);
	}
	cli_json_list_end(out);
}

static void
json_item(struct buf *out, const struct item *item)
{
	object(out);
	string(out, "id", item->guid);
	string(out, "title", item->title);
	string(out, "link", item->link);
	text(out, "summary", &item->summary);
	text(out, "content", &item->content);
	when(out, "published", item->published);
	when(out, "updated", item->updated);
	people(out, item->authors, item->authors_len);
	strings(out, "categories", item->categories, item->categories_len);
	enclosures(out, item);
	cli_json_media(out, &item->media);
	chapters(out, item);
	string(out, "comments", item->comments);
	if (item->comments_count >= 0)
		cli_json_number(out, "comments_count", (uint64_t)item->comments_count);
	related(out, item);
	cli_json_close(out);
}

/* The tags of an outline are paths, written as lists of names. */
static void
json_link(struct buf *out, const struct feed_link *link)
{
	object(out);
	string(out, "url", link->url);
	string(out, "title", link->title);
	string(out, "link", link->link);
	cli_json_list(out, "categories");
	for (size_t i = 0; i < link->tags_len; i++) {
		struct span rest = span_of(link->tags[i]), name;
		struct arena arena = ARENA_INIT;
		cli_json_element(out);
		buf_addc(out, '[');
		while (span_split(&rest, '/', &name))
			cli_json_text(out, arena_strndup(&arena, name.p, name.n));
		cli_json_list_end(out);
		arena_done(&arena);
	}
	cli_json_list_end(out);
	cli_json_close(out);
}

static void
json_report(struct buf *out, const struct feed *feed)
{
	cli_json_begin(out);
	string(out, "format", feed_format_name(feed->format));
	string(out, "encoding", feed->encoding);
	string(out, "title", feed->title);
	string(out, "link", feed->link);
	string(out, "subtitle", feed->subtitle.text);
	string(out, "language", feed->language);
	when(out, "updated", feed->updated);
	when(out, "published", feed->published);
	people(out, feed->authors, feed->authors_len);
	string(out, "generator", feed->generator);
	if (feed->hints.ttl)
		cli_json_number(out, "ttl", (uint64_t)(feed->hints.ttl / TIME_MINUTE));
	string(out, "icon", feed->icon);
	string(out, "image", feed->image);
	string(out, "podcast_guid", feed->podcast);
	string(out, "medium", feed->medium);
	string(out, "live", feed->live.title);
	string(out, "live_url", feed->live.url);
	if (feed->serial)
		cli_json_bool(out, "serial", true);
	strings(out, "categories", feed->categories, feed->categories_len);
	cli_json_list(out, "items");
	for (size_t i = 0; i < feed->items_len; i++)
		json_item(out, &feed->items[i]);
	cli_json_list_end(out);
	if (feed->format == FEED_OPML) {
		cli_json_list(out, "feeds");
		for (size_t i = 0; i < feed->links_len; i++)
			json_link(out, &feed->links[i]);
		cli_json_list_end(out);
	}
	strings(out, "repairs", feed->repairs, feed->repairs_len);
	cli_json_bool(out, "truncated", feed->truncated);
	cli_json_end(out);
}

/* ---- text */

static void
field(struct buf *out, const char *label, const char *value)
{
	if (str_empty(value))
		return;
	utf8_column(out, label, LABEL_CELLS);
	buf_addc(out, ' ');
	cli_clean(out, value);
	buf_addc(out, '\n');
}

static void
put_time(struct buf *out, int64_t value)
{
	char day[32] = "";
	time_t t = (time_t)value;
	struct tm tm;
	if (value != TIME_NONE && gmtime_r(&t, &tm))
		strftime(day, sizeof day, "%Y-%m-%d %H:%M", &tm);
	buf_addf(out, "%-16s", day);
}

static void
report_item(struct buf *out, const struct item *item)
{
	buf_adds(out, "  ");
	put_time(out, item->published != TIME_NONE ? item->published : item->updated);
	buf_adds(out, "  ");
	cli_clean(out, item->title ? item->title : _("(no title)"));
	buf_addc(out, '\n');
	if (item->link) {
		buf_addf(out, "  %16s  ", "");
		cli_address(out, item->link, false);
		buf_addc(out, '\n');
	}
}

static void
report_link(struct buf *out, const struct feed_link *link)
{
	buf_adds(out, "  ");
	cli_clean(out, link->url);
	if (link->title) {
		buf_adds(out, "  ");
		cli_clean(out, link->title);
	}
	buf_addc(out, '\n');
}

/* ---- what a reader would miss */

struct lack {
	size_t count, line; /* the line of the first one; 0: unknown */
};

static void
lacks(struct lack *lack, const struct item *item, bool it_does)
{
	if (it_does && lack->count++ == 0)
		lack->line = item->line;
}

static void
put_lack(struct buf *out, const struct lack *lack, const char *sentence)
{
	if (!lack->count)
		return;
	buf_adds(out, "  ");
	if (lack->line)
		buf_addf(out, _("line %zu: "), lack->line);
	buf_addf(out, sentence, lack->count);
	buf_addc(out, '\n');
}

/* Counts items with the id of an earlier one: either a different item that got its id by
 * mistake, or another version of the same item. */
static void
find_repeated(const struct feed *feed, struct lack *copied, struct lack *versions)
{
	struct map ids = MAP_INIT;
	for (size_t i = 0; i < feed->items_len; i++) {
		struct item *item = &feed->items[i];
		if (!item->guid)
			continue;
		void **first = map_put(&ids, item->guid, strlen(item->guid));
		const struct item *other = *first;
		if (other) {
			bool differ = !str_eq(item_name(item), item_name(other)) &&
				      !str_eq(item_address(item), item_address(other));
			lacks(differ ? copied : versions, item, true);
		} else {
			*first = item;
		}
	}
	map_done(&ids);
}

static void
report_missing(struct buf *out, const struct feed *feed)
{
	struct lack guids = {0}, dates = {0}, links = {0}, titles = {0};
	struct lack copied = {0}, versions = {0};
	bool hollow = str_empty(feed->title) && !feed->items_len; /* already reported */
	find_repeated(feed, &copied, &versions);
	for (size_t i = 0; i < feed->items_len; i++) {
		const struct item *item = &feed->items[i];
		lacks(&guids, item, !item->guid);
		lacks(&dates, item,
			item->published == TIME_NONE && item->updated == TIME_NONE);
		lacks(&links, item, !item->link);
		lacks(&titles, item, !item->title);
	}
	if (str_empty(feed->title) && !hollow)
		buf_addf(out, "  %s\n", _("the feed has no title"));
	if (!feed->items_len && !hollow)
		buf_addf(out, "  %s\n", _("the feed has no items"));
	put_lack(out, &guids,
		P_("%zu item has no id (guid): every edit makes it look like a new item",
			"%zu items have no id (guid): every edit makes them look like "
			"new items",
			guids.count));
	put_lack(out, &copied,
		P_("%zu item has the id (guid) of a different item: readers that go by "
		   "ids show one of the two",
			"%zu items have the id (guid) of a different item: readers that "
			"go by ids show one of the two",
			copied.count));
	put_lack(out, &versions,
		P_("%zu item has the id (guid) of another version of it: readers that go "
		   "by ids show the later one",
			"%zu items have the id (guid) of another version of them: "
			"readers "
			"that go by ids show the later one",
			versions.count));
	put_lack(out, &dates,
		P_("%zu item has no date: readers show when they first saw it",
			"%zu items have no date: readers show when they first saw them",
			dates.count));
	put_lack(out, &links,
		P_("%zu item has no link", "%zu items have no link", links.count));
	put_lack(out, &titles,
		P_("%zu item has no title", "%zu items have no title", titles.count));
}

static void
report(struct buf *out, const struct feed *feed)
{
	const char *format = feed_format_name(feed->format);
	field(out, _("Format:"), format);
	field(out, _("Encoding:"), feed->encoding);
	field(out, _("Title:"), feed->title);
	field(out, _("Link:"), feed->link);
	field(out, _("Language:"), feed->language);
	if (feed->format == FEED_OPML) {
		buf_addf(out, P_("%zu feed\n", "%zu feeds\n", feed->links_len),
			feed->links_len);
		for (size_t i = 0; i < feed->links_len; i++)
			report_link(out, &feed->links[i]);
	} else {
		buf_addf(out, P_("%zu item\n", "%zu items\n", feed->items_len),
			feed->items_len);
		size_t shown = feed->format == FEED_HTML ? REPORT_FOUND : REPORT_ITEMS;
		for (size_t i = 0; i < feed->items_len && i < shown; i++)
			report_item(out, &feed->items[i]);
		if (feed->items_len > shown)
			buf_addf(out, "  …\n");
	}
	size_t before = out->len;
	buf_addf(out, "%s\n", _("What is wrong with it:"));
	size_t start = out->len;
	for (size_t i = 0; i < feed->repairs_len; i++) {
		buf_adds(out, "  ");
		cli_clean(out, feed->repairs[i]);
		buf_addc(out, '\n');
	}
	if (feed->format != FEED_OPML)
		report_missing(out, feed);
	if (out->len == start) {
		buf_cut(out, before);
		buf_addf(out, "%s\n", _("Nothing is wrong with it."));
	}
}

/* selector: NULL for a feed; else the page's items are what it finds. */
static int
parse(const char *selector, const struct feed_source *source, struct feed **out,
	struct err *err)
{
	return selector ? select_page_feed(span_trim(span_of(selector)), source, out, err)
			: feed_parse(source, out, err);
}

/* Says what relative links of a page lack. */
static void
report_base(struct buf *out, const struct feed *feed)
{
	for (size_t i = 0; i < feed->items_len; i++)
		if (!feed->items[i].link) {
			buf_addf(out, "%s\n",
				_("Relative links need the page's address; give it with "
				  "--base-url."));
			return;
		}
}

int
cli_read_parse(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct err err = {0};
	int status = cli_args(cli, &argc, argv, 1, 1, values);
	if (status != CLI_OK)
		return status;
	struct buf out = BUF_INIT(0);
	struct cli_document document;
	struct feed *feed = NULL;
	if (cli_read_document(argv[1], &document, &err) != OK) {
		cli_read_document_done(&document);
		return cli_fail(&err);
	}
	struct feed_source source = {buf_str(&document.bytes), document.bytes.len,
		values[1] ? values[1] : document.type,
		values[2] ? values[2] : document.url};
	if (parse(values[3], &source, &feed, &err) == OK) {
		if (values[0])
			json_report(&out, feed);
		else
			report(&out, feed);
		if (!values[0] && values[3] && !source.base_url)
			report_base(&out, feed);
		if (values[0])
			cli_write(&out);
		else
			cli_print(&out);
	} else {
		err_prefix(&err, "%s", argv[1]);
		status = cli_fail(&err);
		for (size_t i = 0; feed && i < feed->links_len; i++)
			report_link(&out, &feed->links[i]);
		cli_print(&out);
	}
	feed_free(feed);
	cli_read_document_done(&document);
	buf_done(&out);
	return status;
}
