#include "config.h"

#include "engine/poll/stories.h"

#include "base/err.h"
#include "base/log.h"
#include "engine/core/engine.h"
#include "engine/poll/progress.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/item/story.h"

#define SLICE_ITEMS 1000

static bool
is_behind(struct engine *e)
{
	struct store_view view;
	if (store_read_only(e->store) || store_view_begin(e->store, &view, NULL) != OK)
		return false;
	bool behind = store_item_story_behind(&view);
	store_view_end(&view);
	return behind;
}

bool
engine_poll_stories_step(struct engine *e)
{
	struct store_batch *batch;
	struct err err;
	bool more = false;
	if (e->stories_done || engine_poll_progress_active(e))
		return false;
	e->stories_done = !is_behind(e);
	if (e->stories_done || store_batch_begin(e->store, &batch, &err) != OK)
		return false;
	int status = store_item_story_index(batch, SLICE_ITEMS, &more, &err);
	status = store_batch_end(batch, status, &err);
	if (status != OK)
		log_put(LOG_WARN, "%s", err.text);
	/* After a failure, the next process tries again. */
	e->stories_done = status != OK || !more;
	return more && !e->stories_done;
}
