#include "config.h"

#include "store/feed/watched.h"

#include "base/err.h"
#include "base/i18n.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/record/shape.h"

int
store_feed_watched(
	const struct store_view *view, uint32_t feed, struct arena *arena, char **text)
{
	struct text_record record;
	int code = store_db_record(view, TABLE_WATCHED, feed, arena, &record, NULL);
	*text = code == OK ? (char *)(uintptr_t)record.body : NULL;
	if (code == ERR_NOT_FOUND || code == ERR_DAMAGED)
		code = OK; /* watching starts over */
	return store_db_status(view->store, code);
}

int
store_feed_put_watched(struct store_batch *batch, uint32_t feed, const char *text,
	int64_t now, struct err *err)
{
	const struct text_record record = {
		.type = TEXT_PLAIN, .body = (char *)(uintptr_t)text, .kept = now};
	int code = store_db_replace_record(batch, TABLE_WATCHED, feed, &record);
	return store_batch_fail(
		batch, code, err, N_("cannot store the text of the page"));
}
