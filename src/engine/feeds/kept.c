#include "config.h"

#include "engine/feeds/kept.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/poll/poll.h"
#include "model/feed.h"
#include "store/db/batch.h"
#include "store/identity/item_match.h"
#include "store/item/item.h"
#include "store/item/tag.h"
#include "store/journal/journal.h"
#include "store/mark/trash.h"
#include "store/poll/poll.h"
#include "store/sync/sync.h"

struct engine_kept_page {
	char *url;
	char **tags;
	size_t tags_len;
	bool known, first;
	bool came; /* it is in the document */
};

void
engine_feeds_kept_add(struct engine_kept *kept, const char *url, char *const *tags,
	size_t len, bool known, bool first)
{
	struct engine_kept_page page = {.url = mem_strdup(url),
		.tags = mem_zalloc((len + 1) * sizeof *page.tags),
		.tags_len = len,
		.known = known,
		.first = first};
	for (size_t i = 0; i < len; i++)
		page.tags[i] = mem_strdup(tags[i]);
	*VEC_PUSH(kept->list, kept->len, kept->cap) = page;
}

static void
free_page(struct engine_kept_page *page)
{
	for (size_t i = 0; i < page->tags_len; i++)
		free(page->tags[i]);
	free(page->tags);
	free(page->url);
}

void
engine_feeds_kept_free(struct engine_kept *kept)
{
	for (size_t i = 0; i < kept->len; i++)
		free_page(&kept->list[i]);
	free(kept->list);
}

static void
forget_those_that_came(struct engine_kept *kept)
{
	size_t n = 0;
	for (size_t i = 0; i < kept->len; i++)
		if (kept->list[i].came)
			free_page(&kept->list[i]);
		else
			kept->list[n++] = kept->list[i];
	kept->len = n;
}

static int
put_tags(struct store_batch *batch, uint64_t id, char *const *tags, size_t len,
	struct err *err)
{
	int status = OK;
	for (size_t i = 0; status == OK && i < len; i++)
		status = store_item_put_tag(batch, &id, 1, tags[i], true, NULL, err);
	return status;
}

static int
take_page(struct store_batch *batch, struct engine_kept_page *page, uint64_t id, bool new,
	int64_t now, struct err *err)
{
	uint64_t group = 0;
	page->came = true;
	if (page->first)
		return put_tags(batch, id, page->tags, page->tags_len, err);
	int status = store_journal_begin(batch, &group, now, err);
	if (status == OK && new)
		status = store_mark_saved(batch, id, now, err);
	if (status == OK)
		status = put_tags(batch, id, page->tags, page->tags_len, err);
	return status == OK ? store_journal_end(batch, err) : status;
}

static struct engine_kept_page *
page_of(const struct engine_kept *kept, const char *url)
{
	for (size_t i = 0; i < kept->len; i++)
		if (str_eq(kept->list[i].url, url))
			return &kept->list[i];
	return NULL;
}

/* Pages that came in another way, for example after the program was killed, get their
 * tags when they are new. */
static int
take_items(struct store_batch *batch, const struct engine_kept *kept,
	const struct engine_poll *poll, struct arena *arena, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct store_arrivals arrivals = {0};
	const struct store_poll put = {
		.feed = poll->feed, .now = poll->now, .document = poll->document};
	int status = store_poll_open(batch, &put, arena, &arrivals, err);
	for (size_t i = 0; status == OK && i < arrivals.len; i++) {
		const struct item *item = &poll->document->items[i];
		struct engine_kept_page *page = page_of(kept, item->guid);
		uint64_t id = arrivals.items[i].id;
		struct store_item stored;
		bool there = id && store_item(&view, id, arena, &stored) == OK;
		bool new = !there || stored.seen == poll->now;
		if (id && page)
			status = take_page(batch, page, id,
				!there || (new && !page->known), poll->now, err);
		else if (there && new)
			status = put_tags(
				batch, id, item->categories, item->categories_len, err);
	}
	return status;
}

void
engine_feeds_kept_take(struct engine *e, struct engine_kept *kept,
	const struct engine_poll *poll, struct arena *arena)
{
	struct store_batch *batch;
	struct err err;
	int status = store_batch_begin(e->store, &batch, &err);
	if (status == OK) {
		status = store_sync_begin(batch, engine_now(e) * 1000, false, &err);
		if (status == OK)
			status = take_items(batch, kept, poll, arena, &err);
		status = store_batch_end(batch, status, &err);
	}
	if (status == OK)
		forget_those_that_came(kept);
	else
		engine_event_unstored(e, &err);
}
