/*
 * A line that moves is two entries of the journal: a line that was removed and one that
 * was added. So undo, even in older programs, needs to know nothing else. Lines of
 * several feeds go past the other one by one, in the order given; undo takes them back in
 * the reverse order.
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

struct placing {
	struct arena arena;
	struct conf_feeds_edit *edits;
	const char **names; /* of the lines, for the user */
	size_t len;
};

static void
add_line(struct placing *p, const struct engine_action *action, const char *url,
	const char *name)
{
	p->edits[p->len] = (struct conf_feeds_edit){
		.url = url, .past = action->past, .up = str_eq(action->place, "up")};
	p->names[p->len++] = name;
}

static int
find_lines(struct engine *e, const struct engine_action *action, struct placing *p,
	struct err *err)
{
	const struct engine_target *t = &action->target;
	struct store_view view;
	p->edits = arena_zalloc(&p->arena, (t->feeds_len + 1) * sizeof *p->edits);
	p->names = arena_zalloc(&p->arena, (t->feeds_len + 1) * sizeof *p->names);
	if (t->kind == TARGET_LINE) {
		add_line(p, action, t->line, t->line);
		return OK;
	}
	int status = store_view_begin(e->store, &view, err);
	if (status != OK)
		return status;
	for (size_t i = 0; status == OK && i < t->feeds_len; i++) {
		struct store_feed feed;
		status = store_feed(&view, t->feeds[i], &p->arena, &feed);
		if (status == OK)
			add_line(p, action, feed.url,
				feed.title ? feed.title : url_mask(&p->arena, feed.url));
		else
			err_set(err, status, _("there is no feed %u"),
				(unsigned)t->feeds[i]);
	}
	store_view_end(&view);
	return status;
}

static int
note_line(struct store_batch *batch, const struct conf_feeds_edit *edit, const char *name,
	struct err *err)
{
	struct store_line gone = {.act = ACTION_PLACE,
		.url = edit->url,
		.name = name,
		.before = edit->before,
		.line = (uint32_t)edit->line};
	struct store_line come = gone;
	come.before = NULL;
	come.after = edit->before;
	come.line = (uint32_t)edit->moved;
	int status = store_journal_put_line(batch, &gone, err);
	return status == OK ? store_journal_put_line(batch, &come, err) : status;
}

static int
note(struct engine *e, struct action_run *run, const struct placing *p, struct err *err)
{
	struct store_batch *batch;
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	status = store_journal_begin(batch, &run->place.group, time_wall(), err);
	for (size_t i = 0; status == OK && i < p->len; i++)
		if (p->edits[i].moved)
			status = note_line(batch, &p->edits[i], p->names[i], err);
	if (status == OK)
		return engine_action_lines_finish(e, batch, err);
	store_batch_abort(batch);
	return status;
}

int
engine_action_place(struct engine *e, struct action_run *run, bool *more, struct err *err)
{
	struct placing p = {.arena = ARENA_INIT};
	size_t found = 0, moved = 0;
	*more = false;
	int status = find_lines(e, run->action, &p, err);
	if (status == OK)
		status = conf_feeds_edit(e->feeds_path, p.edits, p.len, &p.arena, err);
	for (size_t i = 0; status == OK && i < p.len; i++) {
		found += p.edits[i].before != NULL;
		moved += p.edits[i].moved != 0;
	}
	if (status == OK && !found)
		status = err_set(err, ERR_NOT_FOUND, _("%s no longer has this line"),
			e->feeds_path);
	if (status == OK && moved)
		status = note(e, run, &p, err);
	run->place.changed = moved;
	arena_done(&p.arena);
	return status;
}
