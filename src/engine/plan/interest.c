#include "config.h"

#include "engine/plan/interest.h"

#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/request.h"
#include "model/item.h"
#include "model/schedule.h"
#include "schedule/interest.h"
#include "store/db/batch.h"
#include "store/feed/feed.h"
#include "store/feed/interest.h"
#include "store/item/item.h"
#include "store/poll/poll.h"
#include "store/sync/sync.h"

/* ---- noted */

/* When the list is full, the oldest reading is dropped: more of them between two polls
 * add nothing. */
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

static int
put_read(struct engine *e, struct store_batch *batch, const struct store_item *item,
	struct schedule_record *record, int64_t delay, struct err *err)
{
	add_read(record, item->id, delay);
	const struct store_poll poll = {
		.feed = item->feed, .now = engine_now(e), .schedule = record};
	struct store_poll_result result;
	return store_poll_put(batch, &poll, &result, err);
}

/* The code that stores the mark deals with an unreadable item; without a schedule there
 * is nothing to learn. */
static bool
read_item(struct store_batch *batch, uint64_t id, struct arena *arena,
	struct store_item *item, struct schedule_record *record)
{
	struct store_view view = store_batch_view(batch);
	return store_item(&view, id, arena, item) == OK &&
	       store_feed_state(&view, item->feed, arena, NULL, record, NULL) == OK &&
	       record->schedule.last_poll != TIME_NONE;
}

bool
engine_plan_interest_counts(const struct engine_action *action)
{
	return action->verb == ACTION_READ && action->target.kind == TARGET_ITEMS &&
	       action->target.items_len == 1;
}

int
engine_plan_interest_note(struct engine *e, struct store_batch *batch,
	const struct engine_action *action, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct store_item item;
	struct schedule_record record;
	int status = OK;
	if (e->options->learn_interest && engine_plan_interest_counts(action) &&
		read_item(batch, action->target.items[0], &arena, &item, &record) &&
		item.flags & ITEM_UNREAD)
		status = put_read(
			e, batch, &item, &record, engine_now(e) - item.seen, err);
	arena_done(&arena);
	return status;
}

/* How long after its arrival an item was read; false: not to be counted. On another
 * machine it may have arrived earlier than here, but not before it was published. Items
 * of a feed's first document are not counted: their dates say nothing about today. */
static bool
delay_of(const struct store_item *item, const struct schedule *schedule, int64_t at,
	int64_t *delay)
{
	*delay = 0;
	if (at >= item->seen)
		*delay = at - item->seen;
	else if (item->published != TIME_NONE && item->published < at)
		*delay = at - item->published;
	return at >= item->seen || item->seen > schedule->first_poll;
}

int
engine_plan_interest_hear(struct engine *e, struct store_batch *batch, struct err *err)
{
	uint64_t id;
	int64_t at, delay;
	int status = OK;
	while (status == OK && e->options->learn_interest &&
		store_sync_heard(batch, &id, &at)) {
		struct arena arena = ARENA_INIT;
		struct store_item item;
		struct schedule_record record;
		if (read_item(batch, id, &arena, &item, &record) &&
			delay_of(&item, &record.schedule, at, &delay))
			status = put_read(e, batch, &item, &record, delay, err);
		arena_done(&arena);
	}
	return status;
}

/* ---- learned */

/* Those of the noted items that are still read. */
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
engine_plan_interest_learn(struct engine *e, struct store_batch *batch,
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
	int status = store_feed_interest(&view, &all, &at);
	if (status != OK)
		return OK; /* an unreadable record is left as it is */
	interest_fade(&all, at == TIME_NONE ? 0 : now - at);
	sums->read += (float)read;
	sums->came += (float)fresh;
	all.read += (float)read;
	all.came += (float)fresh;
	e->interest = all;
	return store_feed_put_interest(batch, &all, at > now ? at : now, err);
}

/* ---- used */

void
engine_plan_interest_reload(struct engine *e, const struct store_view *view)
{
	struct interest all;
	int64_t at;
	if (store_feed_interest(view, &all, &at) == OK)
		e->interest = all;
}

double
engine_plan_interest_weight(const struct engine *e, const struct schedule_record *record)
{
	return e->options->learn_interest
		       ? interest_weight(&record->interest, &e->interest)
		       : 1;
}
