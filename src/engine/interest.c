#include "config.h"

#include "engine/interest.h"

#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/message.h"
#include "engine/state.h"
#include "model/item.h"
#include "model/schedule.h"
#include "schedule/interest.h"
#include "store/read.h"
#include "store/write.h"

/* ---- noted */

/* The oldest makes room: more than these between two polls tell nothing new. */
static void
add_read(struct schedule_record *record, uint64_t id, int64_t delay)
{
	if (record->reads_len == SCHEDULE_READS) {
		memmove(record->reads, record->reads + 2,
			(SCHEDULE_READS - 2) * sizeof *record->reads);
		record->reads_len -= 2;
	}
	record->reads[record->reads_len++] = (int64_t)id;
	record->reads[record->reads_len++] = delay > 0 ? delay : 0;
}

int
engine_interest_note(struct engine *e, struct store_batch *batch,
	const struct engine_request *r, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct arena arena = ARENA_INIT;
	struct store_item item;
	struct schedule_record record;
	if (!e->options->learn_interest || r->kind != ENGINE_FLAGS || r->items_len != 1 ||
		!(r->clear & ITEM_UNREAD))
		return OK;
	int status = store_item(&view, r->items[0], &arena, &item);
	bool fresh = status == OK && item.flags & ITEM_UNREAD;
	if (fresh)
		status = store_feed_state(&view, item.feed, &arena, NULL, &record, NULL);
	arena_done(&arena);
	/* What can't be read is the mark's own matter; no schedule, nothing to learn. */
	if (!fresh || status != OK || record.schedule.last_poll == TIME_NONE)
		return OK;
	add_read(&record, r->items[0], engine_now(e) - item.seen);
	const struct store_poll poll = {
		.feed = item.feed, .now = engine_now(e), .schedule = &record};
	struct store_poll_result result;
	return store_put_poll(batch, &poll, &result, err);
}

/* ---- learned */

/* Of what was noted, that which is still read. */
static double
take_reads(const struct store_view *view, struct schedule_record *record)
{
	double sum = 0;
	for (size_t i = 0; i + 1 < record->reads_len; i += 2) {
		int flags;
		if (store_item_flags(view, (uint64_t)record->reads[i], &flags) == OK &&
			!(flags & ITEM_UNREAD))
			sum += interest_promptness(record->reads[i + 1]);
	}
	record->reads_len = 0;
	return sum;
}

int
engine_interest_learn(struct engine *e, struct store_batch *batch,
	struct schedule_record *record, size_t fresh, int64_t now, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct interest all, *sums = &record->interest;
	int64_t at;
	if (!e->options->learn_interest || record->schedule.last_poll == TIME_NONE)
		return OK;
	double read = take_reads(&view, record);
	interest_fade(sums, now - record->schedule.last_poll);
	if (read <= 0 && fresh == 0)
		return OK;
	int status = store_interest(&view, &all, &at);
	if (status != OK)
		return OK; /* what can't be read is left as it is */
	interest_fade(&all, at == TIME_NONE ? 0 : now - at);
	sums->read += (float)read;
	sums->came += (float)fresh;
	all.read += (float)read;
	all.came += (float)fresh;
	e->interest = all;
	return store_put_interest(batch, &all, at > now ? at : now, err);
}

/* ---- used */

void
engine_interest_look(struct engine *e, const struct store_view *view)
{
	struct interest all;
	int64_t at;
	if (store_interest(view, &all, &at) == OK)
		e->interest = all;
}

double
engine_interest_weight(const struct engine *e, const struct schedule_record *record)
{
	return e->options->learn_interest
		       ? interest_weight(&record->interest, &e->interest)
		       : 1;
}
