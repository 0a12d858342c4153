#include "config.h"

#include "engine/publish/document.h"

#include <inttypes.h>
#include <string.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/link.h"
#include "base/map.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "extract/clean_html.h"
#include "feed/unpack.h"
#include "feed/write.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"

struct feed *
engine_publish_feed(enum feed_format format, const char *title)
{
	struct feed *feed = feed_new();
	feed->format = format;
	feed->title = arena_strdup(&feed->arena, title);
	feed->updated = TIME_NONE;
	return feed;
}

/* As it may leave; NULL: it may not. */
static char *
safe_url(struct arena *arena, const char *url)
{
	return url && url_is_web(url) && !url_has_secret(url)
		       ? url_public(arena, url, false)
		       : NULL;
}

/* May the guid be seen by others, and is it the item's alone? */
static bool
is_iri(struct arena *arena, const char *guid)
{
	if (strpbrk(guid, " \t<>\"{}|\\^`"))
		return false;
	if (str_istarts(guid, "urn:") || str_istarts(guid, "tag:"))
		return true;
	return str_eq(safe_url(arena, guid), guid);
}

/* A guid that is an IRI stays, so that what is published again is the same; others are
 * only unique in their feed. */
static char *
iri_of(struct arena *arena, const char *feed, const struct store_item *item)
{
	const char *guid = item->guid ? item->guid : item->link;
	if (guid && is_iri(arena, guid))
		return arena_strdup(arena, guid);
	char *both = arena_printf(arena, "%s %s", feed,
		guid          ? guid
		: item->title ? item->title
			      : "");
	return arena_printf(arena, "urn:courant:%016" PRIx64, hash64(both, strlen(both)));
}

static int
read_item(const struct store_view *view, uint64_t id, struct arena *arena,
	struct store_item *item, struct store_feed *feed)
{
	int status = store_item(view, id, arena, item);
	if (status == OK && item->flags & ITEM_HIDDEN)
		return ERR_NOT_FOUND;
	return status == OK ? store_feed(view, item->feed, arena, feed) : status;
}

static int64_t
published(const struct store_item *item)
{
	return item->published != TIME_NONE ? item->published : item->time;
}

int
engine_publish_read_item(const struct store_view *view, uint64_t id, struct arena *arena,
	struct engine_publish_item *out)
{
	struct store_item item;
	struct store_feed feed;
	int status = read_item(view, id, arena, &item, &feed);
	if (status != OK)
		return status;
	int64_t at = published(&item);
	out->id = id;
	out->iri = iri_of(arena, feed.url, &item);
	out->latest = item.updated > at ? item.updated : at;
	return OK;
}

static char *
link_of(struct arena *arena, const char *url)
{
	struct buf link = BUF_INIT(0);
	char *safe = safe_url(arena, url);
	if (safe) {
		link_untrack(&link, safe);
		safe = arena_strdup(arena, buf_str(&link));
	}
	buf_done(&link);
	return safe;
}

static void
take_enclosures(struct arena *arena, const struct store_item_body *body, struct item *out)
{
	out->enclosures =
		arena_zalloc(arena, (body->enclosures_len + 1) * sizeof *out->enclosures);
	for (size_t i = 0; i < body->enclosures_len; i++) {
		char *url = safe_url(arena, body->enclosures[i].url);
		if (!url)
			continue;
		out->enclosures[out->enclosures_len] = body->enclosures[i];
		out->enclosures[out->enclosures_len++].url = url;
	}
}

/* Some feeds name one twice. */
static void
take_categories(struct arena *arena, const struct store_item_body *body, struct item *out)
{
	struct map seen = MAP_INIT;
	out->categories =
		arena_zalloc(arena, (body->categories_len + 1) * sizeof *out->categories);
	for (size_t i = 0; i < body->categories_len; i++) {
		char *category = body->categories[i];
		void **known = map_put(&seen, category, strlen(category));
		if (!*known)
			out->categories[out->categories_len++] = category;
		*known = out;
	}
	map_done(&seen);
}

/* An item without an author has its feed's own title for one, not the user's. Atom
 * demands one. */
static void
take_author(const struct store_item *item, const struct store_feed *from,
	struct feed *feed, struct item *out)
{
	out->authors = arena_zalloc(&feed->arena, sizeof *out->authors);
	out->authors_len = 1;
	out->authors->name = item->author       ? item->author
			     : from->feed_title ? from->feed_title
						: feed->title;
}

static bool
is_address(struct arena *arena, const char *base, const char *feed)
{
	return feed && str_eq(base, url_public(arena, feed, false));
}

/* There must be one, or who reads the copy takes its own address for that. That of the
 * feed may be known to the user alone. */
static char *
base_of(struct arena *arena, const char *base, char *link, const struct store_feed *from)
{
	char *safe = str_eq(base, FEED_WRITE_SITE) ? NULL : safe_url(arena, base);
	bool feed = safe && (is_address(arena, safe, from->url) ||
				    is_address(arena, safe, from->moved_to));
	return feed && !link ? safe_url(arena, from->link) : safe && !feed ? safe : link;
}

/* Appends an address in a text, which is n bytes long, as it may leave: without user name
 * and password, and without a query that seems to hold a key. One that hides these by
 * references of HTML stays here as a whole. */
static void
put_address(struct buf *out, const char *s, size_t n)
{
	struct buf plain = BUF_INIT(0);
	const char *end = s + n;
	struct span user = url_split((struct span){s, n}).userinfo;
	feed_text_references(&plain, (struct span){s, n});
	bool login = url_split(span_of(buf_str(&plain))).userinfo.p;
	if (url_has_secret(buf_str(&plain)))
		end = memchr(s, '?', n);
	buf_done(&plain);
	if (!end || (login && !user.p))
		return;
	if (user.p) {
		buf_add(out, s, (size_t)(user.p - s));
		s = user.p + user.n + 1;
	}
	buf_add(out, s, (size_t)(end - s));
}

static char *
text_of(struct arena *arena, char *text)
{
	struct buf out = BUF_INIT(0);
	const char *from = text, *at = text;
	while (at && (at = strstr(at, "://")) != NULL) {
		while (at > from && str_alpha((unsigned char)at[-1]))
			at--;
		buf_add(&out, from, (size_t)(at - from));
		size_t n = strcspn(at, " \t\r\n\"'<>");
		put_address(&out, at, n);
		from = at += n;
	}
	if (from != text) {
		buf_adds(&out, from);
		text = arena_strdup(arena, buf_str(&out));
	}
	buf_done(&out);
	return text;
}

/* JSON Feed can't name a base: the addresses in the text have to be absolute. */
static void
free_of_base(struct arena *arena, struct text *text)
{
	struct buf html = BUF_INIT(0);
	if (text->type != TEXT_HTML || str_empty(text->text) || !text->base)
		return;
	extract_clean(text, strlen(text->text), &html);
	text->text = arena_strndup(arena, buf_str(&html), html.len);
	text->base = NULL;
	buf_done(&html);
}

int
engine_publish_add(const struct store_view *view, uint64_t id, struct feed *feed)
{
	struct arena *arena = &feed->arena;
	struct store_item item;
	struct store_item_body body;
	struct store_feed from;
	int status = read_item(view, id, arena, &item, &from);
	if (status == OK)
		status = store_item_body(view, id, arena, &body);
	if (status != OK)
		return status;
	feed->items =
		arena_push(arena, feed->items, feed->items_len, sizeof *feed->items);
	struct item *out = &feed->items[feed->items_len++];
	*out = (struct item){.guid = iri_of(arena, from.url, &item),
		.title = item.title,
		.link = link_of(arena, item.link),
		.comments = safe_url(arena, body.comments),
		.content = body.text,
		.published = published(&item),
		.updated = item.updated};
	out->content.text = text_of(arena, body.text.text);
	out->content.base = base_of(arena, body.text.base, out->link, &from);
	if (feed->format == FEED_JSON)
		free_of_base(arena, &out->content);
	take_categories(arena, &body, out);
	take_enclosures(arena, &body, out);
	take_author(&item, &from, feed, out);
	int64_t latest = item_latest(out);
	if (feed->updated == TIME_NONE || latest > feed->updated)
		feed->updated = latest;
	return OK;
}

void
engine_publish_close(struct feed *feed)
{
	if (feed->updated == TIME_NONE)
		feed->updated = 0;
}
