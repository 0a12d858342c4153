#include "config.h"

#include "engine/media/policy.h"

#include <inttypes.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/media/disk.h"
#include "engine/media/download.h"
#include "engine/media/player_inside.h"
#include "model/action.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/journal/journal.h"
#include "store/media/download.h"
#include "store/media/episode_queue.h"
#include "store/media/listen.h"

#define PAGE 200
#define CLEANED_MAX 200 /* at a time; the rest goes with the next look */

/* ---- what is new */

size_t
engine_media_left(struct engine *e, size_t len)
{
	size_t left = len > ENGINE_MEDIA_NEW_MAX ? len - ENGINE_MEDIA_NEW_MAX : 0;
	if (left)
		engine_event_note(e, false,
			P_("%zu more new episode was left out: too many at once",
				"%zu more new episodes were left out: too many at once",
				left),
			left);
	return left;
}

int
engine_media_new(struct engine *e, struct store_batch *batch, uint32_t feed,
	const uint64_t *items, size_t len, struct err *err)
{
	const struct options *o = engine_settings_of(e, feed);
	bool get = str_eq(o->auto_download, "new"), next = str_eq(o->auto_queue, "next");
	bool queue = next || str_eq(o->auto_queue, "last");
	uint64_t group = 0;
	if ((!get && !queue) || !len)
		return OK;
	size_t left = engine_media_left(e, len);
	items += left;
	len -= left;
	int status = store_journal_begin(batch, &group, time_wall(), err);
	if (status == OK && get)
		status = store_media_download_act(
			batch, ACTION_DOWNLOAD, items, len, engine_now(e), NULL, err);
	if (status == OK && queue)
		status = store_media_queue_add(
			batch, items, len, next, engine_now(e), NULL, err);
	if (status == OK)
		status = store_journal_end(batch, err);
	engine_media_download_rescan(e);
	return status;
}

/* ---- what was played */

static bool
is_over(struct engine *e, const struct store_view *view, uint64_t item,
	struct arena *arena, int64_t *size)
{
	struct store_item it;
	struct listen_record listen;
	struct download_record r;
	if (item == e->player->item || store_media_queue_has(view, item) ||
		store_media_listen(view, item, arena, &listen) != OK || !listen.played ||
		store_item(view, item, arena, &it) != OK ||
		(it.flags & (ITEM_STARRED | ITEM_TAGGED)) || it.tags_len ||
		store_media_download(view, item, arena, &r) != OK || r.foreign)
		return false;
	int64_t keep = engine_settings_of(e, it.feed)->keep_played / 1000;
	*size += r.size;
	return keep > 0 && listen.sampled <= engine_now(e) - keep;
}

static size_t
find_played(struct engine *e, uint64_t *items, int64_t *size)
{
	struct store_download_row rows[PAGE];
	struct store_view view;
	uint64_t after = 0;
	size_t n = PAGE, len = 0;
	if (store_view_begin(e->store, &view, NULL) != OK)
		return 0;
	while (n == PAGE && len < CLEANED_MAX &&
		store_media_downloads(&view, after, rows, PAGE, &n) == OK)
		for (size_t i = 0; i < n && len < CLEANED_MAX; i++) {
			struct arena arena = ARENA_INIT;
			int64_t before = *size;
			after = rows[i].item;
			if (rows[i].state == DOWNLOAD_HERE &&
				is_over(e, &view, after, &arena, size))
				items[len++] = after;
			else
				*size = before;
			arena_done(&arena);
		}
	store_view_end(&view);
	return len;
}

void
engine_media_clean(struct engine *e)
{
	uint64_t items[CLEANED_MAX], group = 0;
	int64_t size = 0;
	struct store_batch *batch;
	struct err err;
	int dir;
	size_t len = find_played(e, items, &size);
	/* Nothing is deleted while the disk is not mounted. */
	if (!len || engine_media_disk_open(e, &dir, &err) != OK)
		return;
	close(dir);
	int status = store_batch_begin(e->store, &batch, &err);
	if (status == OK) {
		status = store_journal_begin(batch, &group, time_wall(), &err);
		if (status == OK)
			status = store_media_download_act(batch, ACTION_DROP, items, len,
				engine_now(e), NULL, &err);
		status = store_batch_end(batch, status, &err);
	}
	if (status != OK)
		engine_event_unstored(e, &err);
	else
		engine_event_note(e, false,
			P_("the file of %zu played episode went, %" PRId64 " MB; undo "
			   "brings it back for a day",
				"the files of %zu played episodes went, %" PRId64
				" MB; undo brings them back for a day",
				len),
			len, size / 1000000);
}
