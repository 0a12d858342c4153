#include "config.h"

#include "engine/media/policy.h"

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/media/download.h"
#include "model/action.h"
#include "store/db/batch.h"
#include "store/journal/journal.h"
#include "store/media/download.h"
#include "store/media/episode_queue.h"

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
	if (get && o->keep_newest && len - left > (size_t)o->keep_newest)
		left = len - (size_t)o->keep_newest;
	items += left;
	len -= left;
	int status = store_journal_begin(batch, &group, time_wall(), err);
	if (status == OK && get)
		status = store_media_download_act(
			batch, ACTION_DOWNLOAD, items, len, engine_now(e), NULL, err);
	if (status == OK && get)
		status = store_media_download_automatic(batch, items, len, err);
	if (status == OK && queue)
		status = store_media_queue_add(
			batch, items, len, next, engine_now(e), NULL, err);
	if (status == OK)
		status = store_journal_end(batch, err);
	engine_media_download_rescan(e);
	return status;
}
