#include "config.h"

#include "engine/publish/feed_item.h"

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

static bool
starts_with(struct span s, const char *with)
{
	return s.n >= strlen(with) && str_ieqn(s.p, with, strlen(with));
}

/* If the scheme of an address ends here, the length of what ends it; else 0. It is
 * escaped where an address is a parameter of another one. */
static size_t
scheme_end(struct span s)
{
	static const char *const ends[] = {"://", "%3a%2f%2f"};
	for (size_t i = 0; i < COUNT_OF(ends); i++)
		if (starts_with(s, ends[i]))
			return strlen(ends[i]);
	return 0;
}

/* The length of the user name and password before a host, with the @. */
static size_t
login_len(struct span s)
{
	static const char *const ends[] = {
		"/", "?", "#", "&", "%2f", "%3f", "%23", "%26"};
	size_t login = 0;
	for (size_t i = 0; i < s.n; i++) {
		struct span rest = {s.p + i, s.n - i};
		for (size_t k = 0; k < COUNT_OF(ends); k++)
			if (starts_with(rest, ends[k]))
				return login;
		if (rest.p[0] == '@')
			login = i + 1;
		else if (starts_with(rest, "%40"))
			login = i + 3;
	}
	return login;
}

/* Appends an address, without user names and passwords: its own, and those of addresses
 * within it, as archives and redirects have them. */
static void
put_without_logins(struct buf *out, struct span s)
{
	for (size_t i = 0, n; i < s.n; i += n) {
		n = scheme_end((struct span){s.p + i, s.n - i});
		buf_add(out, s.p + i, n ? n : 1);
		if (n)
			n += login_len((struct span){s.p + i + n, s.n - i - n});
		else
			n = 1;
	}
}

static bool
has_login(struct span s)
{
	struct buf out = BUF_INIT(0);
	put_without_logins(&out, s);
	bool has = out.len != s.n;
	buf_done(&out);
	return has;
}

/* The address as others may see it; NULL: they may not. */
static char *
safe_url(struct arena *arena, const char *url)
{
	struct buf out = BUF_INIT(0);
	if (!url || !url_is_web(url) || url_has_secret(url))
		return NULL;
	put_without_logins(&out, span_of(url));
	char *safe = arena_strdup(arena, buf_str(&out));
	buf_done(&out);
	return safe;
}

bool
engine_publish_is_public(struct arena *arena, const char *url)
{
	return str_eq(safe_url(arena, url), url);
}

/* May others see the guid, and is it unique to the item? */
static bool
is_iri(struct arena *arena, const char *guid)
{
	if (strpbrk(guid, " \t<>\"{}|\\^`"))
		return false;
	if (str_istarts(guid, "urn:") || str_istarts(guid, "tag:"))
		return true;
	return engine_publish_is_public(arena, guid);
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
	return link_untracked(arena, safe_url(arena, url));
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

/* Some feeds name a category twice. */
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

/* An item without an author gets its feed's own title as its author, not the user's
 * title. Atom demands an author. */
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
	return feed && str_eq(base, safe_url(arena, feed));
}

/* The base of relative addresses in the text. Never the feed's address, which only the
 * user may know. */
static char *
base_of(struct arena *arena, const char *base, char *link, const struct store_feed *from)
{
	char *safe = str_eq(base, FEED_WRITE_SITE) ? NULL : safe_url(arena, base);
	bool feed = safe && (is_address(arena, safe, from->url) ||
				    is_address(arena, safe, from->moved_to));
	return feed && !link ? safe_url(arena, from->link) : safe && !feed ? safe : link;
}

/* Appends an address of n bytes in a text, as others may see it: without user names and
 * passwords, and without a query that seems to hold a key. An address that hides these
 * behind HTML references is left out as a whole. */
static void
put_address(struct buf *out, const char *s, size_t n)
{
	struct buf plain = BUF_INIT(0);
	const char *end = s + n;
	feed_text_references(&plain, (struct span){s, n});
	bool hidden = has_login((struct span){plain.data, plain.len}) &&
		      !has_login((struct span){s, n});
	if (url_has_secret(buf_str(&plain)))
		end = memchr(s, '?', n);
	buf_done(&plain);
	if (end && !hidden)
		put_without_logins(out, (struct span){s, (size_t)(end - s)});
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

/* Readers of the copy may take it for ours and trust it, so nothing that runs or tracks
 * is published. Addresses become absolute, since JSON Feed can't name a base. Blanks
 * around the text would not be read back. */
static char *
clean_text(struct arena *arena, const struct text *text)
{
	struct buf html = BUF_INIT(0), out = BUF_INIT(0);
	char *clean = text->text;
	bool is_html = text->type == TEXT_HTML;
	if (!str_empty(clean)) {
		if (is_html)
			extract_clean(text, strlen(clean), &html);
		else
			buf_adds(&html, clean);
		extract_untrack(buf_str(&html), html.len, is_html, &out);
		struct span trimmed = span_trim((struct span){buf_str(&out), out.len});
		clean = arena_strndup(arena, trimmed.p, trimmed.n);
	}
	buf_done(&html);
	buf_done(&out);
	return text_of(arena, clean);
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
	out->content.base = base_of(arena, body.text.base, out->link, &from);
	out->content.text = clean_text(arena, &out->content);
	out->content.base = NULL;
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
