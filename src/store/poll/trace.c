#include "config.h"

#include "store/poll/trace.h"

#include "base/arena.h"
#include "base/err.h"
#include "model/trace.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/record/record.h"
#include "store/record/shape.h"

int
store_poll_trace(const struct store_view *view, uint32_t feed, struct arena *arena,
	struct feed_trace **out)
{
	struct feed_trace *trace = *out = arena_zalloc(arena, sizeof *trace);
	int code = store_db_record(view, TABLE_TRACE, feed, arena, trace, NULL);
	if (code == ERR_NOT_FOUND || code == ERR_DAMAGED ||
		trace->posted_len != trace->seen_len) {
		record_default(&shape_trace, trace);
		code = code == ERR_NOT_FOUND || code == ERR_DAMAGED ? OK : code;
	}
	return store_db_status(view->store, code);
}
