/*
 * One transaction: feeds, then their items feed by feed, then what names no feed. The
 * feeds file is written just before the commit, and put back if that fails; a crash
 * between the two leaves what an edit by hand would leave.
 */
#include "config.h"

#include "engine/feeds/bring.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/map.h"
#include "base/time.h"
#include "base/url.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "conf/feeds.h"
#include "engine/action/feed_lines.h"
#include "engine/feeds/brought.h"
#include "engine/feeds/episodes.h"
#include "engine/feeds/pages_file.h"
#include "engine/media/disk.h"
#include "import/import_api.h"
#include "model/feed.h"
#include "model/subscription.h"
#include "store/db/batch.h"
#include "store/feed/feed.h"
#include "store/feed/subscriptions.h"
#include "store/journal/journal.h"
#include "store/media/download.h"
#include "store/media/episode_queue.h"
#include "store/media/listen.h"
#include "store/poll/import.h"
#include "store/sync/sync.h"

#define FILE_MODE 0600

struct bring {
	const struct engine_bring *how;
	const struct import_list *list;
	struct engine_brought *out;
	struct store_batch *batch;
	int64_t now;
	struct buf before;                 /* the feeds file */
	struct subscriptions *old;         /* its lines */
	struct subscriptions *all;         /* and those that it gets */
	struct subscriptions *kept;        /* and feeds that only their items have */
	struct map by_feed;                /* struct import_feed * → struct mine */
	struct store_import_result result; /* of all feeds */
};

/* What the list has for one feed. */
struct mine {
	const struct import_feed *feed;
	size_t *items;
	size_t len, cap;
};

/* ---- Lines of the feeds file */

static int
lines_in(const struct buf *bytes)
{
	int n = 0;
	for (size_t i = 0; i < bytes->len; i++)
		n += bytes->data[i] == '\n';
	return n + (bytes->len && bytes->data[bytes->len - 1] != '\n');
}

/* Finds which lines there are, and which are new. */
static int
plan_lines(struct bring *b, struct err *err)
{
	struct map known = MAP_INIT;
	int status = file_read(b->how->feeds_path, &b->before, err);
	if (status != OK && status != ERR_NOT_FOUND)
		return status;
	int line = lines_in(&b->before);
	conf_feeds_parse(b->all, b->how->feeds_path, buf_str(&b->before), b->before.len,
		true, NULL, NULL);
	conf_feeds_parse(b->old, b->how->feeds_path, buf_str(&b->before), b->before.len,
		true, NULL, NULL);
	for (size_t i = 0; i < b->all->len; i++)
		*map_put(&known, b->all->list[i].url, strlen(b->all->list[i].url)) = b;
	for (size_t i = 0; i < b->list->feeds_len; i++) {
		const struct import_feed *feed = b->list->feeds[i];
		void **slot = map_put(&known, feed->url, strlen(feed->url));
		bool wanted = !feed->unsubscribed && b->how->feeds;
		b->out->there += *slot && !feed->unsubscribed;
		if (*slot || !wanted)
			continue;
		*slot = b;
		struct subscription *sub = subscription_list_add(b->all);
		*sub = import_feed_line(feed);
		sub->line = ++line;
		b->out->feeds++;
	}
	map_done(&known);
	return OK;
}

/* Feeds without a line that have items: the store knows them as feeds that lost it. */
static void
plan_kept(struct bring *b)
{
	struct map known = MAP_INIT;
	for (size_t i = 0; i < b->all->len; i++) {
		*subscription_list_add(b->kept) = b->all->list[i];
		*map_put(&known, b->all->list[i].url, strlen(b->all->list[i].url)) = b;
	}
	for (size_t i = 0; i < b->list->feeds_len && b->how->items; i++) {
		const struct import_feed *feed = b->list->feeds[i];
		if (!feed->items || map_get(&known, feed->url, strlen(feed->url)))
			continue;
		*subscription_list_add(b->kept) = import_feed_line(feed);
		b->out->kept += feed->items;
		b->out->kept_feeds++;
	}
	map_done(&known);
}

static int
put_feeds(struct bring *b, struct err *err)
{
	uint64_t group = 0;
	int status = store_journal_begin(b->batch, &group, b->now, err);
	if (status == OK)
		status = store_sync_begin(b->batch, time_wall_ms(), false, err);
	if (status == OK)
		status = engine_action_lines_added(b->batch, b->old, b->all, err);
	if (status == OK && b->kept->len > b->all->len)
		status = store_feed_put_subscriptions(b->batch, b->kept, NULL, err);
	return status;
}

/* They have their items now, and lose the line that they never had. */
static int
hide_kept(struct bring *b, struct err *err)
{
	return b->kept->len > b->all->len
		       ? store_feed_put_subscriptions(b->batch, b->all, NULL, err)
		       : OK;
}

/* ---- Items */

static int
put_items(struct bring *b, const struct mine *mine, uint32_t id, struct err *err)
{
	struct feed *document = feed_new();
	struct arena *arena = &document->arena;
	struct store_import_item *marks =
		arena_zalloc(arena, (mine->len + 1) * sizeof *marks);
	const struct store_import import = {.feed = id,
		.now = b->now,
		.document = document,
		.items = marks,
		.again = b->how->again};
	document->title = engine_feeds_brought_line(arena, mine->feed->feed_title);
	document->link =
		engine_feeds_brought_address(arena, mine->feed, mine->feed->site);
	document->items = arena_alloc(arena, (mine->len + 1) * sizeof *document->items);
	for (size_t i = 0; i < mine->len; i++) {
		const struct import_item *item = &b->list->items[mine->items[i]];
		engine_feeds_brought_item(arena, mine->feed, item, &document->items[i]);
		marks[i] = engine_feeds_brought_says(item);
	}
	document->items_len = mine->len;
	int status = store_poll_put_import(b->batch, &import, &b->result, err);
	feed_free(document);
	return status;
}

static struct mine *
mine_of(struct bring *b, const struct import_feed *feed)
{
	void **slot = map_put(&b->by_feed, &feed, sizeof(void *));
	struct mine *mine = *slot;
	if (mine)
		return mine;
	mine = *slot = arena_zalloc(&b->all->arena, sizeof *mine);
	mine->feed = feed;
	return mine;
}

/* Feeds have their own title and page even without items. */
static void
sort_items(struct bring *b)
{
	for (size_t i = 0; i < b->list->feeds_len; i++) {
		const struct import_feed *feed = b->list->feeds[i];
		if (feed->feed_title || feed->site)
			mine_of(b, feed);
	}
	for (size_t i = 0; i < b->list->items_len; i++) {
		if (!b->list->items[i].feed)
			continue;
		struct mine *mine = mine_of(b, b->list->items[i].feed);
		*VEC_PUSH(mine->items, mine->len, mine->cap) = i;
	}
}

static int
put_all_items(struct bring *b, struct err *err)
{
	const struct store_view view = store_batch_view(b->batch);
	int status = OK;
	sort_items(b);
	for (size_t i = 0; i < b->by_feed.count; i++) {
		struct mine *mine = b->by_feed.entries[i].value;
		uint32_t id;
		if (status == OK && store_feed_find(&view, mine->feed->url, &id) == OK)
			status = put_items(b, mine, id, err);
		free(mine->items);
	}
	return status;
}

static int
by_place(const void *a, const void *b)
{
	const struct store_import_episode *x = a, *y = b;
	return (x->place > y->place) - (x->place < y->place);
}

static int
put_heard(struct bring *b, const struct store_import_episode *e, struct err *err)
{
	/* On other machines, it may have been heard since. */
	int64_t at = e->heard > 0 && e->heard < b->now ? e->heard : b->now;
	const struct listen_record record = {.position = e->position,
		.duration = e->duration,
		.played = e->played,
		.started = at,
		.sampled = at};
	if (!e->position && !e->played)
		return OK;
	return store_media_listen_put(b->batch, e->item, &record, at, err);
}

/* A file that the other program downloaded stays its own: it is played, and never
 * deleted; unless the user gives it to us, and it is where ours are. */
static int
put_file(struct bring *b, const struct store_import_episode *e, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct store_view view = store_batch_view(b->batch);
	struct download_record r;
	int status = OK;
	if (e->file && b->how->media_dir &&
		store_media_download(&view, e->item, &arena, &r) == ERR_NOT_FOUND &&
		engine_media_disk_adopt(b->how->media_dir, e->file, &r)) {
		r.url = (char *)(uintptr_t)e->url;
		r.foreign = !b->how->adopt || r.path[0] == '/';
		r.asked = r.done = b->now;
		status = store_media_download_put(
			b->batch, e->item, &r, false, b->now, err);
	}
	arena_done(&arena);
	return status;
}

static int
find_episodes(struct bring *b, struct err *err)
{
	const struct store_view view = store_batch_view(b->batch);
	int status = engine_feeds_episodes(&view, b->list, &b->result, &b->out->nowhere);
	return status == OK ? OK : err_set(err, status, _("cannot read the store"));
}

/* The queue is one for all feeds, so episodes are added to it at the end. */
static int
put_episodes(struct bring *b, struct err *err)
{
	struct store_import_result *r = &b->result;
	uint64_t *ids = arena_alloc(&b->all->arena, (r->episodes_len + 1) * sizeof *ids);
	size_t n = 0;
	int status = OK;
	if (r->episodes_len)
		qsort(r->episodes, r->episodes_len, sizeof *r->episodes, by_place);
	for (size_t i = 0; status == OK && i < r->episodes_len; i++) {
		if (r->episodes[i].place)
			ids[n++] = r->episodes[i].item;
		status = put_heard(b, &r->episodes[i], err);
		if (status == OK)
			status = put_file(b, &r->episodes[i], err);
	}
	if (status == OK && n)
		status = store_media_queue_add(
			b->batch, ids, n, false, b->now, &b->out->queued, err);
	return status;
}

/* ---- Items that name no feed */

/* Its items are those of the list that may be in any feed, in the order of `list`. */
struct anywhere {
	struct arena arena;
	struct store_anywhere *list;
	const struct import_item **items;
	size_t len;
};

static void
add_anywhere(struct anywhere *any, const struct import_item *item, uint32_t saved)
{
	struct store_import_item says = engine_feeds_brought_says(item);
	/* What was saved elsewhere has a star in its feed. */
	if (item->page)
		says.marks |= STORE_IMPORTED_STARRED;
	any->list = arena_push(&any->arena, any->list, any->len, sizeof *any->list);
	any->items =
		arena_push(&any->arena, (void *)any->items, any->len, sizeof *any->items);
	any->items[any->len] = item;
	any->list[any->len++] = (struct store_anywhere){
		.guid = item->page ? NULL : item->guid, /* which is its link */
		.link = item->feed ? NULL
				   : engine_feeds_brought_address(
					     &any->arena, NULL, item->link),
		.says = says,
		.except = item->page ? saved : 0,
		.waits = item->feed != NULL,
	};
}

/* Lines that are not in the feeds file yet come after those of the list. */
static int
add_saved_line(struct bring *b, const char *url, struct err *err)
{
	struct subscriptions before;
	for (size_t i = 0; i < b->all->len; i++)
		if (str_eq(b->all->list[i].url, url))
			return OK;
	struct subscription *sub = subscription_list_add(b->all);
	*sub = (struct subscription){.source = SOURCE_FILE,
		.url = arena_strdup(&b->all->arena, url),
		.line = lines_in(&b->before) + (int)(b->all->len - b->old->len)};
	before = *b->all;
	before.len--;
	return engine_action_lines_added(b->batch, &before, b->all, err);
}

/* Pages that belong to no feed become saved pages here. */
static int
put_pages(struct bring *b, const struct anywhere *any, const char *path, const char *url,
	struct err *err)
{
	const struct import_feed feed = {.url = url, .feed_title = _("Saved pages")};
	const struct store_view view = store_batch_view(b->batch);
	struct mine mine = {.feed = &feed};
	uint32_t id = 0;
	int status = OK;
	for (size_t i = 0; i < any->len; i++)
		if (any->items[i]->page && !any->list[i].found)
			*VEC_PUSH(mine.items, mine.len, mine.cap) =
				(size_t)(any->items[i] - b->list->items);
	b->out->pages = mine.len;
	if (mine.len && access(path, F_OK) != 0)
		status = engine_feeds_saved_put(path, NULL, b->now, NULL, err);
	if (mine.len && status == OK)
		status = add_saved_line(b, url, err);
	if (mine.len && status == OK && store_feed_find(&view, url, &id) == OK)
		status = put_items(b, &mine, id, err);
	free(mine.items);
	return status;
}

static int
put_anywhere(struct bring *b, struct err *err)
{
	struct anywhere any = {.arena = ARENA_INIT};
	const struct store_view view = store_batch_view(b->batch);
	char *path = engine_feeds_saved_path(b->how->feeds_path, &any.arena);
	char *url = path ? engine_feeds_saved_url(path, &any.arena) : NULL;
	uint32_t saved = 0;
	if (url && store_feed_find(&view, url, &saved) != OK)
		saved = 0;
	for (size_t i = 0; i < b->list->items_len; i++) {
		const struct import_item *item = &b->list->items[i];
		if (item->elsewhere && (item->page || item->marks || item->tags_len) &&
			(item->guid || (!item->feed && item->link)))
			add_anywhere(&any, item, saved);
	}
	int status = store_poll_put_anywhere(b->batch, any.list, any.len, b->now, err);
	for (size_t i = 0; i < any.len; i++)
		b->out->waiting +=
			!any.list[i].waits && !any.list[i].found && !any.items[i]->page;
	if (status == OK && url)
		status = put_pages(b, &any, path, url, err);
	arena_done(&any.arena);
	return status;
}

/* ---- All of it */

static int
put_all(struct bring *b, struct err *err)
{
	store_batch_index_later(b->batch);
	int status = put_feeds(b, err);
	if (status == OK && b->how->items)
		status = put_all_items(b, err);
	if (status == OK && b->how->items)
		status = find_episodes(b, err);
	if (status == OK)
		status = put_episodes(b, err);
	if (status == OK)
		status = hide_kept(b, err);
	if (status == OK && b->how->items)
		status = put_anywhere(b, err);
	if (status == OK && b->all->len > b->old->len)
		status = conf_feeds_append(
			b->how->feeds_path, b->all->list, b->all->len, NULL, err);
	return status;
}

static int
store_all(struct store *store, struct bring *b, struct err *err)
{
	int status = plan_lines(b, err);
	if (status != OK)
		return status;
	plan_kept(b);
	status = store_batch_begin(store, &b->batch, err);
	if (status != OK)
		return status;
	status = put_all(b, err);
	bool written = status == OK && b->all->len > b->old->len;
	status = store_batch_end(b->batch, status, err);
	if (status != OK && written &&
		file_write(b->how->feeds_path, buf_str(&b->before), b->before.len,
			FILE_MODE, NULL) != OK)
		return status;
	return status;
}

int
engine_feeds_bring(struct store *store, const struct engine_bring *how,
	const struct import_list *list, struct engine_brought *out, struct err *err)
{
	struct bring b = {.how = how,
		.list = list,
		.out = out,
		.now = time_wall(),
		.before = BUF_INIT(CONF_FEEDS_FILE_MAX),
		.old = subscription_list_new(),
		.all = subscription_list_new(),
		.kept = subscription_list_new(),
		.by_feed = MAP_INIT};
	*out = (struct engine_brought){0};
	int status = store_all(store, &b, err);
	out->added = b.result.added;
	out->known = b.result.known;
	out->changed = b.result.changed;
	free(b.result.episodes);
	map_done(&b.by_feed);
	subscription_list_free(b.kept);
	subscription_list_free(b.all);
	subscription_list_free(b.old);
	buf_done(&b.before);
	return status;
}
