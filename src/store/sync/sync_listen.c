/*
 * How far episodes were listened to, on other machines. A later state counts even if it
 * is a smaller position, since the user may have started over. But nothing goes back by
 * accident: what plays here stays where it is, and a position that was stored here after
 * that state was made, and that no state of ours reports yet, is later than that state.
 */
#include "config.h"

#include "base/arena.h"
#include "base/err.h"
#include "model/episode_record.h"
#include "store/db/batch.h"
#include "store/db/batch_inside.h"
#include "store/db/db.h"
#include "store/media/listen.h"
#include "store/sync/sync.h"
#include "store/sync/sync_batch.h"
#include "store/sync/sync_inside.h"

int
store_sync_place(struct store_batch *batch, uint64_t id, struct state *out)
{
	struct store_view view = store_batch_view(batch);
	struct arena arena = ARENA_INIT;
	struct listen_record record;
	int code = store_media_listen(&view, id, &arena, &record);
	if (code == OK)
		state_set_place(out, record.played,
			&(struct state_place){record.position, record.duration,
				record.anchor, record.anchor_offset});
	arena_done(&arena);
	return code == ERR_DAMAGED ? ERR_NOT_FOUND : code;
}

bool
store_sync_passed(struct store_batch *batch, uint64_t *id, int64_t *position)
{
	if (!batch->state || !batch->state->passed)
		return false;
	*id = batch->state->passed;
	*position = batch->state->passed_at;
	batch->state->passed = 0;
	return true;
}

int
store_sync_take_place(struct store_batch *batch, const struct state *received,
	uint64_t id, size_t *changed, bool *later, struct err *err)
{
	struct state_place place;
	int64_t at = (int64_t)(received->stamp.time >> 16) / 1000;
	enum listen_verdict verdict;
	*later = false;
	/* What we said is where we are, or were when our last state was made. */
	if (received->stamp.machine == batch->state->info.machine ||
		!state_place(received, &place))
		return OK;
	const struct listen_record there = {.played = received->on,
		.position = place.position,
		.duration = place.duration,
		.anchor = place.chapter,
		.anchor_offset = place.offset};
	int status = store_media_listen_take(batch, id, &there, at, &verdict, err);
	if (status != OK)
		return status;
	*changed += verdict == LISTEN_TAKEN;
	*later = verdict == LISTEN_LATER;
	if (verdict == LISTEN_PLAYS) {
		batch->state->passed = id;
		batch->state->passed_at = there.position;
	}
	return OK;
}
