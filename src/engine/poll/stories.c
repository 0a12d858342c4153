#include "config.h"

#include "engine/poll/stories.h"

#include "base/err.h"
#include "base/log.h"
#include "base/time.h"
#include "engine/core/engine.h"
#include "engine/core/settings.h"
#include "engine/poll/progress.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/identity/story.h"

#define SLICE_ITEMS 1000

static bool
is_behind(struct engine *e, int by, int64_t now)
{
	struct store_view view;
	if (store_view_begin(e->store, &view, NULL) != OK)
		return false;
	bool behind = store_identity_story_behind(&view, by, now);
	store_view_end(&view);
	return behind;
}

bool
engine_poll_stories_step(struct engine *e)
{
	struct store_batch *batch;
	struct err err;
	bool more = false;
	int64_t now = engine_now(e);
	int by = STORY_LINKS | (engine_settings_texts(e) ? STORY_TEXTS : 0);
	bool rest = e->stories_by == by && now < e->stories_next;
	if (rest || store_read_only(e->store) || engine_poll_progress_active(e))
		return false;
	e->stories_by = by;
	e->stories_next = now + TIME_DAY;
	if (!is_behind(e, by, now) || store_batch_begin(e->store, &batch, &err) != OK)
		return false;
	int status = store_identity_story_index(batch, by, now, SLICE_ITEMS, &more, &err);
	status = store_batch_end(batch, status, &err);
	if (status != OK)
		log_put(LOG_WARN, "%s", err.text);
	/* After a failure, the next day's turn tries again. */
	more &= status == OK;
	if (more)
		e->stories_next = 0;
	return more;
}
