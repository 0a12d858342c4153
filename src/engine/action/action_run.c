#include "config.h"

#include "engine/action/action_run.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/time.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/poll/progress.h"
#include "store/db/view.h"
#include "store/find/find.h"
#include "store/journal/journal_list.h"
#include "store/poll/merge.h"

#define REPORT_MS 1000 /* between two progress reports of an action */

struct action_run *
engine_action_run_new(struct engine_request *request)
{
	struct action_run *run = mem_zalloc(sizeof *run);
	run->request = request;
	run->action = &request->action;
	run->reported_ms = time_mono_ms();
	return run;
}

void
engine_action_run_free(struct action_run *run)
{
	store_find_free(run->find);
	if (run->merge)
		store_poll_merge_done(run->merge);
	engine_request_free(run->request);
	free(run->ids);
	free(run);
}

size_t
engine_action_slice(const struct engine *e, size_t items)
{
	if (e->quit)
		return 10 * items;
	return !e->schedule && !engine_poll_progress_active(e) ? 20 * items : items;
}

void
engine_action_tell(
	struct engine *e, const struct action_run *run, const struct err *error)
{
	const struct engine_action *action = run->action;
	const struct action_kind *kind = action_kind(action->verb);
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_journal_action done = {0};
	if (run->left_over) {
		if (error)
			log_put(LOG_WARN, "left over: %s", error->text);
		return;
	}
	/* The journal has a sentence for it. A mark of one item needs none: the user sees
	 * it. */
	bool seen = (kind->set | kind->clear) && action->target.kind == TARGET_ITEMS &&
		    action->target.items_len < 2;
	bool shown = !error && !seen && run->place.group;
	if (shown && store_view_begin(e->store, &view, NULL) == OK) {
		if (store_journal_action(&view, run->place.group, &arena, &done) != OK)
			done.text = NULL;
		store_view_end(&view);
	}
	/* The journal may no longer have it, if another process did something
	 * meanwhile. */
	if (shown && !done.text && run->undone)
		done.text = action_message(run->undone, &arena, run->place.changed);
	const struct engine_event event = {
		.kind = ENGINE_ACTED,
		.act = action->verb,
		.chain = action->chain,
		.feed = action->target.feeds_len == 1 ? action->target.feeds[0]
						      : run->back,
		.counted = run->place.found,
		.changed = run->place.changed,
		.error = error != NULL,
		.text = error ? error->text : done.text,
	};
	engine_event_post(e, &event);
	arena_done(&arena);
}

void
engine_action_tell_place(struct engine *e, struct action_run *run)
{
	const struct engine_event event = {.kind = ENGINE_ACTING,
		.act = run->action->verb,
		.counted = run->place.found > run->place.changed ? run->place.found
								 : run->place.changed};
	int64_t now = time_mono_ms();
	if (run->left_over || !event.counted || now - run->reported_ms < REPORT_MS)
		return;
	run->reported_ms = now;
	engine_event_post(e, &event);
}
