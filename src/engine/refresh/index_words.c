/*
 * Splitting texts into words takes longer than storing them, and the answers of a refresh
 * come first. So texts are indexed when no answer waits to be digested, or when a great
 * many have piled up: more than a first refresh of a thousand feeds brings, so that it
 * has both processors to itself. Texts that were folded as their items arrived take
 * memory, so they are not left to pile up, if there is a thread. A thread of the pool
 * gathers the words of about four thousand texts, and the worker writes them, which is
 * quick. Without threads the worker does both, a few milliseconds at a time. Last of all,
 * in equally short steps, small segments of the index are merged into large ones.
 */
#include "config.h"

#include "engine/refresh/index_words.h"

#include <stdlib.h>

#include "base/mem.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/job/jobs.h"
#include "engine/poll/group.h"
#include "engine/poll/pool.h"
#include "engine/refresh/refresh.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/index/index.h"

#define SLICE 256   /* texts that the worker indexes in one step */
#define LEAST 512   /* texts that are worth a segment, */
#define MANY 3584   /* and while more may come, since small segments cost twice as much */
#define PILED 65536 /* texts that don't wait any longer, whatever else there is to do */

struct engine_index {
	bool switched;  /* the store's index is on or off, as the option says */
	bool settled;   /* no texts wait that are worth a segment */
	bool away;      /* a thread is gathering words */
	bool gathered;  /* it found no more texts, so only merging is left */
	size_t waiting; /* texts that were stored since it was settled */
};

int
engine_refresh_index_init(struct engine *e, struct err *err)
{
	(void)err;
	e->index = mem_zalloc(sizeof *e->index);
	return OK;
}

void
engine_refresh_index_done(struct engine *e)
{
	free(e->index);
}

static void
add_stored(struct engine *e)
{
	size_t texts = engine_poll_group_texts(e);
	e->index->waiting += texts;
	e->index->settled &= texts == 0;
	e->index->gathered &= texts == 0;
}

bool
engine_refresh_index_settled(struct engine *e)
{
	add_stored(e);
	return e->index->settled || store_read_only(e->store);
}

void
engine_refresh_index_restart(struct engine *e)
{
	e->index->switched = e->index->settled = e->index->gathered = false;
}

/* Writes part or, without one, indexes some of the texts that wait, in a transaction of
 * its own. */
static int
write_some(struct engine *e, struct store_index_part *part, bool *more)
{
	struct store_batch *batch;
	struct err err;
	int status = store_batch_begin(e->store, &batch, &err);
	if (status != OK)
		return status;
	if (!e->index->switched)
		status = store_index_switch(batch, e->options->search_index, &err);
	if (status == OK && part)
		status = store_index_put(batch, part, &err);
	else if (status == OK)
		status = store_index_step(batch, SLICE, more, &err);
	status = store_batch_end(batch, status, &err);
	e->index->switched |= status == OK;
	return status;
}

/* There is nothing more to do. Also after a failure: it is tried again when more texts
 * come, or after the next start. */
static void
settle(struct engine *e)
{
	e->index->settled = true;
	e->index->waiting = 0;
}

static bool
take_part(struct engine *e)
{
	struct store_index_part *part;
	if (!engine_poll_pool_take_part(e, &part))
		return false;
	e->index->away = false;
	size_t texts = part ? store_index_part_texts(part) : 0;
	e->index->waiting -= texts < e->index->waiting ? texts : e->index->waiting;
	if (!part)
		e->index->gathered = true;
	else if (write_some(e, part, NULL) != OK)
		settle(e);
	store_index_part_free(part);
	return true;
}

/* Is it time to index texts although answers wait? */
static bool
is_pressing(const struct engine *e)
{
	return e->index->waiting >= PILED ||
	       (store_index_texts_many(e->store) && engine_poll_pool_has_threads(e));
}

bool
engine_refresh_index_step(struct engine *e)
{
	bool busy = engine_job_busy(e) || !engine_poll_group_empty(e), more = false;
	if (store_read_only(e->store))
		return false;
	add_stored(e);
	if (take_part(e))
		return true;
	if (e->index->settled || e->index->away || (busy && !is_pressing(e)))
		return false;
	if (engine_refresh_under_way(e) && !e->index->gathered &&
		e->index->waiting < MANY)
		return false;
	if (e->index->switched && !e->index->gathered &&
		engine_poll_pool_give_part(e, LEAST)) {
		e->index->away = true;
		return false;
	}
	/* Commands leave merging to the reader, which has time. */
	if (e->index->gathered && !e->schedule) {
		settle(e);
		return true;
	}
	if (write_some(e, NULL, &more) != OK || !more)
		settle(e);
	return true; /* one more turn, in which the others see that it is settled */
}
