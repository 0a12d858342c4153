#include "config.h"

#include "engine/media/policy.h"

#include <string.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/i18n.h"
#include "base/size.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/media/download.h"
#include "model/action.h"
#include "model/media.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/journal/journal.h"
#include "store/media/download.h"
#include "store/media/episode_queue.h"

#define OFFERED 50 /* a new feed with more episodes is worth a word */

struct engine_media_wish
engine_media_wish(const struct options *o)
{
	static const char newest_of[] = "newest ";
	struct engine_media_wish wish = {.newest = SIZE_MAX, .query = ""};
	const size_t len = sizeof newest_of - 1;
	int64_t newest;
	wish.download = !str_eq(o->auto_download, "no");
	if (strncmp(o->auto_download, newest_of, len) == 0 &&
		str_int(span_of(o->auto_download + len), &newest) == OK)
		wish.newest = (size_t)newest;
	else if (wish.download && !str_eq(o->auto_download, "new"))
		wish.query = o->auto_download;
	return wish;
}

size_t
engine_media_left(struct engine *e, size_t len)
{
	size_t left = len > ENGINE_MEDIA_NEW_MAX ? len - ENGINE_MEDIA_NEW_MAX : 0;
	if (left)
		engine_event_note(e, false,
			P_("%zu more new episode was left out; too many at once",
				"%zu more new episodes were left out; too many at once",
				left),
			left);
	return left;
}

/* Bytes that were requested from a feed automatically since a time. */
static int64_t
bytes_since(const struct store_view *view, uint32_t feed, int64_t since)
{
	struct store_download_row rows[64];
	size_t len = COUNT_OF(rows);
	uint64_t after = 0;
	int64_t bytes = 0;
	while (len == COUNT_OF(rows)) {
		if (store_media_downloads(view, after, rows, COUNT_OF(rows), &len) != OK)
			break;
		for (size_t i = 0; i < len; i++) {
			struct arena arena = ARENA_INIT;
			struct download_record r;
			struct store_item item;
			after = rows[i].item;
			if (store_media_download(view, after, &arena, &r) == OK &&
				r.automatic && r.asked >= since &&
				store_item(view, after, &arena, &item) == OK &&
				item.feed == feed)
				bytes += r.total;
			arena_done(&arena);
		}
	}
	return bytes;
}

static int64_t
length_of(const struct store_view *view, uint64_t item)
{
	struct arena arena = ARENA_INIT;
	struct store_item_body body;
	int64_t length = 0;
	if (store_item_body(view, item, &arena, &body) == OK) {
		size_t i = media_pick(body.enclosures, body.enclosures_len);
		if (i < body.enclosures_len && body.enclosures[i].length > 0)
			length = body.enclosures[i].length;
	}
	arena_done(&arena);
	return length;
}

size_t
engine_media_too_large(struct engine *e, const struct store_view *view, uint32_t feed,
	const uint64_t *items, size_t len)
{
	int64_t most = e->options->media_limit / 10;
	size_t left = len;
	if (!most || !len)
		return 0;
	most -= bytes_since(view, feed, engine_now(e) - TIME_DAY);
	for (; left > 0; left--) {
		most -= length_of(view, items[left - 1]);
		if (most < 0)
			break;
	}
	if (left)
		engine_event_note(e, false,
			P_("%zu more new episode was left out: a feed gets a tenth of "
			   "media-limit a day",
				"%zu more new episodes were left out: a feed gets a "
				"tenth "
				"of media-limit a day",
				left),
			left);
	return left;
}

void
engine_media_offer(struct engine *e, uint32_t feed, size_t len, int64_t bytes)
{
	char size[SIZE_TEXT];
	if (len > OFFERED && engine_media_wish(engine_settings_of(e, feed)).download)
		engine_event_note(e, false,
			P_("%zu episode of a new feed matches auto-download, %s in all; "
			   "what was there before comes only when you download it",
				"%zu episodes of a new feed match auto-download, %s in "
				"all; what was there before comes only when you download "
				"it",
				len),
			len, size_format(bytes, size));
}

int
engine_media_new(struct engine *e, struct store_batch *batch, uint32_t feed,
	const uint64_t *items, size_t len, struct err *err)
{
	const struct options *o = engine_settings_of(e, feed);
	struct engine_media_wish wish = engine_media_wish(o);
	bool get = wish.download, next = str_eq(o->auto_queue, "next");
	bool queue = next || str_eq(o->auto_queue, "last");
	uint64_t group = 0;
	if ((!get && !queue) || !len)
		return OK;
	/* What the user limits need not be reported. */
	if (get && o->keep_newest && wish.newest > (size_t)o->keep_newest)
		wish.newest = (size_t)o->keep_newest;
	size_t left = len > wish.newest ? len - wish.newest : 0;
	left += engine_media_left(e, len - left);
	const struct store_view view = store_batch_view(batch);
	items += left;
	len -= left;
	left = get ? engine_media_too_large(e, &view, feed, items, len) : 0;
	int status = store_journal_begin(batch, &group, time_wall(), err);
	if (status == OK && get)
		status = store_media_download_act(batch, ACTION_DOWNLOAD, items + left,
			len - left, engine_now(e), NULL, err);
	if (status == OK && get)
		status = store_media_download_automatic(
			batch, items + left, len - left, err);
	if (status == OK && queue)
		status = store_media_queue_add(
			batch, items, len, next, engine_now(e), NULL, err);
	if (status == OK)
		status = store_journal_end(batch, err);
	engine_media_download_rescan(e);
	return status;
}
