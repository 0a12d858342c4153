/*
 * A line that moves is two entries of the journal, of a line that goes and of one that
 * comes, so undo, older programs included, needs to know nothing else.
 */
#include "config.h"

#include "engine/action/place.h"

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "conf/feeds.h"
#include "engine/action/action_run.h"
#include "engine/action/feed_lines.h"
#include "engine/core/engine.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/journal/journal.h"

/* The url of the line, and what to call it. */
static int
find_line(struct engine *e, const struct engine_target *t, struct arena *arena,
	const char **url, const char **name, struct err *err)
{
	struct store_view view;
	struct store_feed feed;
	*url = *name = t->query;
	if (t->kind == TARGET_LINE)
		return OK;
	int status = store_view_begin(e->store, &view, err);
	if (status != OK)
		return status;
	status = store_feed(&view, t->feeds[0], arena, &feed);
	store_view_end(&view);
	if (status != OK)
		return err_set(
			err, status, _("there is no feed %u"), (unsigned)t->feeds[0]);
	*url = feed.url;
	*name = feed.title ? feed.title : url_mask(arena, feed.url);
	return OK;
}

static int
note(struct engine *e, struct action_run *run, const struct conf_feeds_edit *edit,
	const char *name, struct err *err)
{
	struct store_batch *batch;
	struct store_line gone = {.act = ACTION_PLACE,
		.url = edit->url,
		.name = name,
		.before = edit->before,
		.line = (uint32_t)edit->line};
	struct store_line come = gone;
	come.before = NULL;
	come.after = edit->before;
	come.line = (uint32_t)edit->moved;
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	status = store_journal_begin(batch, &run->place.group, time_wall(), err);
	if (status == OK)
		status = store_journal_put_line(batch, &gone, err);
	if (status == OK)
		status = store_journal_put_line(batch, &come, err);
	if (status == OK)
		return engine_action_lines_finish(e, batch, err);
	store_batch_abort(batch);
	return status;
}

int
engine_action_place(struct engine *e, struct action_run *run, bool *more, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct conf_feeds_edit edit = {
		.past = run->action->address, .up = str_eq(run->action->tag, "up")};
	const char *name;
	*more = false;
	int status = find_line(e, &run->action->target, &arena, &edit.url, &name, err);
	if (status == OK)
		status = conf_feeds_edit(e->feeds_path, &edit, 1, &arena, err);
	if (status == OK && !edit.before)
		status = err_set(err, ERR_NOT_FOUND, _("%s no longer has this line"),
			e->feeds_path);
	if (status == OK && edit.moved) {
		status = note(e, run, &edit, name, err);
		run->place.changed = 1;
	}
	arena_done(&arena);
	return status;
}
