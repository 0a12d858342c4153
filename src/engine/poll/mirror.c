#include "config.h"

#include "engine/poll/mirror.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "conf/feeds.h"
#include "conf/feeds_list.h"
#include "engine/core/engine.h"
#include "engine/poll/poll.h"
#include "feed/unpack.h"
#include "fetch/fetch.h"
#include "fetch/private.h"
#include "model/feed.h"
#include "model/http.h"
#include "store/db/view.h"
#include "store/feed/feed.h"

#define INTERVAL_MIN TIME_HOUR
#define INTERVAL_MAX (7 * TIME_DAY)

int32_t
engine_poll_mirror_interval(const struct engine_poll *poll)
{
	int64_t age = poll->answer->no_store ? -1 : poll->answer->max_age;
	if (age <= 0)
		return (int32_t)TIME_DAY;
	return (int32_t)(age < INTERVAL_MIN   ? INTERVAL_MIN
			 : age > INTERVAL_MAX ? INTERVAL_MAX
					      : age);
}

/* ---- what the list names */

/* The list's tag below those of its line: each of the line's, or else the list's own. */
static void
put_tags(struct arena *arena, struct subscription *sub, const struct store_feed *list,
	const struct feed_link *link)
{
	size_t own = link->tags_len ? 1 : 0, above = list->tags_len;
	sub->tags = arena_zalloc(arena, (above + own + 1) * sizeof *sub->tags);
	for (size_t i = 0; i < above || (i == 0 && own); i++) {
		const char *path = i < above ? list->tags[i] : "";
		char *tag = arena_printf(arena, "%s%s%s", path, *path && own ? "/" : "",
			own ? link->tags[0] : "");
		tag = conf_feeds_tag(arena, span_of(tag));
		if (tag)
			sub->tags[sub->tags_len++] = tag;
	}
}

/* Only feeds on the web: lists within a list could lead in circles, and only the user can
 * set commands (case 22). A public server must not lead to a private network (case
 * 27). */
static bool
take_link(struct arena *arena, const struct feed_link *link, bool local,
	struct subscription *sub)
{
	return conf_feeds_url(arena, link->url, false, &sub->source, &sub->url, NULL) ==
		       OK &&
	       sub->source == SOURCE_HTTP &&
	       (local || !fetch_private_host(url_split(span_of(sub->url)).host));
}

static size_t
gather(const struct engine_poll *poll, const struct store_feed *list, struct arena *arena,
	struct subscription **out)
{
	const struct feed *document = poll->document;
	struct map known = MAP_INIT;
	size_t len = 0, most = document->links_len;
	if (most > CONF_LIST_FEEDS_MAX)
		most = CONF_LIST_FEEDS_MAX;
	struct subscription *subs = arena_zalloc(arena, (most + 1) * sizeof *subs);
	for (size_t i = 0; i < document->links_len && len < most; i++) {
		struct subscription *sub = &subs[len];
		*sub = (struct subscription){0};
		if (!take_link(arena, &document->links[i], poll->answer->local, sub))
			continue;
		void **at = map_put(&known, sub->url, strlen(sub->url));
		if (*at)
			continue;
		*at = subs;
		put_tags(arena, sub, list, &document->links[i]);
		len++;
	}
	map_done(&known);
	*out = subs;
	return len;
}

/* ---- what is reported */

static struct item *
add_item(struct feed *document, const struct engine_poll *poll)
{
	document->items = arena_push(&document->arena, document->items,
		document->items_len, sizeof *document->items);
	struct item *item = &document->items[document->items_len++];
	*item = (struct item){
		.published = poll->now, .updated = TIME_NONE, .comments_count = -1};
	return item;
}

static const struct feed_link *
link_of(const struct feed *document, const struct map *links, const char *url)
{
	size_t at = (uintptr_t)map_get(links, url, strlen(url));
	return at ? &document->links[at - 1] : NULL;
}

/* The title of a feed that the list no longer names, or else its address. */
static const char *
stored_name(const struct engine *e, struct arena *arena, const char *url)
{
	struct store_view view;
	struct store_feed feed = {0};
	uint32_t id;
	if (store_view_begin(e->store, &view, NULL) != OK)
		return url;
	bool found = store_feed_find(&view, url, &id) == OK &&
		     store_feed(&view, id, arena, &feed) == OK;
	store_view_end(&view);
	return found && feed.title ? feed.title : url;
}

static void
put_line(struct arena *arena, struct item *item, const char *url, const char *title)
{
	struct buf html = BUF_INIT(0);
	if (item->content.text)
		buf_adds(&html, item->content.text);
	buf_adds(&html, "<p><a href=\"");
	feed_text_escape(&html, span_of(url), true);
	buf_adds(&html, "\">");
	feed_text_escape(&html, span_of(str_empty(title) ? url : title), false);
	buf_adds(&html, "</a></p>\n");
	item->content = (struct text){
		arena_strndup(arena, buf_str(&html), html.len), TEXT_HTML, NULL};
	buf_done(&html);
}

/* An item for each change; for a new list, one item for all that it names. */
static void
tell(const struct engine *e, struct engine_poll *poll, const struct map *links,
	bool first)
{
	struct feed *document = poll->document;
	struct arena *arena = &document->arena;
	const struct engine_mirror *mirror = poll->mirror;
	struct item *item = NULL;
	for (size_t i = 0; i < mirror->len; i++) {
		const struct conf_list_change *change = &mirror->changes[i];
		const struct feed_link *link = link_of(document, links, change->url);
		const char *title = link && link->title ? link->title
				    : change->unlisted
					    ? stored_name(e, arena, change->url)
					    : change->url;
		if (!first || !item)
			item = add_item(document, poll);
		if (first)
			continue;
		item->title = arena_printf(arena,
			change->unlisted ? _("No longer in the list: %s")
					 : _("New in the list: %s"),
			title);
		item->link = arena_strdup(
			arena, link && link->link ? link->link : change->url);
		item->guid = arena_printf(arena, "%s %lld %s",
			change->unlisted ? "-" : "+", (long long)poll->now, change->url);
		put_line(arena, item, change->url, title);
	}
	if (!first || !item)
		return;
	item->title = arena_printf(arena,
		P_("The list names %zu feed", "The list names %zu feeds", mirror->len),
		mirror->len);
	item->guid = arena_strdup(arena, "list");
	struct buf html = BUF_INIT(0);
	for (size_t i = 0; i < mirror->len; i++) {
		const char *url = mirror->changes[i].url;
		const struct feed_link *link = link_of(document, links, url);
		buf_adds(&html, "<p>");
		feed_text_escape(
			&html, span_of(link && link->title ? link->title : url), false);
		buf_adds(&html, "</p>\n");
	}
	item->content = (struct text){
		arena_strndup(arena, buf_str(&html), html.len), TEXT_HTML, NULL};
	buf_done(&html);
}

/* ---- */

static int
update(struct engine *e, struct engine_poll *poll, const struct store_feed *list,
	struct err *err)
{
	struct engine_mirror *mirror = mem_zalloc(sizeof *mirror);
	struct arena *arena = &mirror->arena;
	struct subscription *subs;
	struct map links = MAP_INIT;
	struct conf_list_news news = {0};
	poll->mirror = mirror;
	size_t len = gather(poll, list, arena, &subs);
	if (!len)
		return err_set(err, ERR_NOT_FEED,
			_("the list names no feeds that may be added; nothing was "
			  "changed"));
	int status = conf_feeds_list_update(e->feeds_path, list->url, poll->answer->local,
		subs, len, arena, &news, err);
	mirror->changes = news.changes;
	mirror->len = news.len;
	mirror->doubted = news.doubted;
	for (size_t i = 0; i < poll->document->links_len; i++) {
		struct subscription sub = {0};
		if (take_link(arena, &poll->document->links[i], true, &sub))
			*map_put(&links, sub.url, strlen(sub.url)) =
				(void *)(uintptr_t)(i + 1);
	}
	if (status == OK)
		tell(e, poll, &links, news.first);
	map_done(&links);
	return status;
}

void
engine_poll_mirror_take(struct engine *e, struct engine_poll *poll)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_feed list = {0};
	if (poll->source != SOURCE_OPML || poll->kind != POLL_DOCUMENT || poll->mirror)
		return;
	int status = store_view_begin(e->store, &view, &poll->err);
	if (status == OK) {
		status = store_feed(&view, poll->feed, &arena, &list);
		store_view_end(&view);
	}
	if (status == OK && list.url)
		status = update(e, poll, &list, &poll->err);
	if (status != OK) {
		poll->kind = POLL_FAILED;
		poll->trouble = TROUBLE_NOT_FEED;
		if (poll->err.status == OK)
			err_set(&poll->err, status, _("the list cannot be read back"));
		feed_free(poll->document);
		poll->document = NULL;
	}
	arena_done(&arena);
}
