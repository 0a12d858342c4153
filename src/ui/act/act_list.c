/*
 * The commands that act on whole lists: the one with the focus, or what a row of the list
 * of feeds stands for, be it a feed, a tag, a saved search or a row that is always there.
 */
#include "config.h"

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "ui/act/act.h"
#include "ui/core/ui.h"
#include "ui/feeds/feeds.h"
#include "ui/feeds/fixed.h"
#include "ui/items/items.h"
#include "ui/items/select.h"

/* What a list holds: a scope, or what a query finds in it. */
struct meant {
	struct store_scope scope;
	const char *query; /* NULL: all of it */
};

static const char *
query_of_place(struct ui *ui, const char *name)
{
	for (const struct ui_feeds_fixed *p = ui_feeds_fixed; p->name; p++)
		if (str_eq(p->name, name) && p->query)
			return p->query(ui);
	return NULL;
}

static bool
meant_by_focus(struct ui *ui, struct meant *meant)
{
	struct ui_view *view = ui->focus;
	struct ui_target target = {0};
	if (view->class->context == UI_ITEMS) {
		meant->scope = *ui_items_scope(view);
		meant->query = ui_items_query(view);
		if (!meant->query && meant->scope.kind == STORE_ALL)
			meant->query = query_of_place(ui, view->place);
		return true;
	}
	if (!view->class->target || !view->class->target(ui, view, &target)) {
		ui_status_say(&ui->status, false, _("There is nothing under the cursor"));
		return false;
	}
	meant->query = target.query;
	meant->scope = (struct store_scope){
		.kind = target.query ? STORE_ALL
			: target.tag ? STORE_TAG
				     : STORE_FEED,
		.feed = target.feed,
		.tag = target.tag,
	};
	return true;
}

static struct engine_target
feeds_in(struct ui *ui, const struct store_scope *scope)
{
	uint32_t *feeds =
		arena_alloc(&ui->scratch, (ui->catalog.len + 1) * sizeof *feeds);
	size_t len = 0;
	for (size_t i = 0; i < ui->catalog.len; i++)
		if (ui_catalog_in_scope(&ui->catalog.feeds[i], scope))
			feeds[len++] = ui->catalog.feeds[i].id;
	return engine_feeds(feeds, len);
}

struct engine_target
ui_act_feeds_of(struct ui *ui, const struct ui_target *target)
{
	const struct store_scope scope = {
		.kind = target->feed  ? STORE_FEED
			: target->tag ? STORE_TAG
				      : STORE_ALL,
		.feed = target->feed,
		.tag = target->tag,
	};
	return feeds_in(ui, &scope);
}

static void
reload(struct ui *ui, int flags)
{
	struct meant meant;
	if (!meant_by_focus(ui, &meant))
		return;
	if (meant.scope.kind != STORE_FEED && meant.scope.kind != STORE_TAG) {
		engine_refresh(ui->engine, NULL, 0, flags); /* from any feed */
		return;
	}
	struct engine_target feeds = feeds_in(ui, &meant.scope);
	if (feeds.feeds_len == 0)
		return;
	for (size_t i = 0; i < feeds.feeds_len; i++)
		ui_catalog_set_state(&ui->catalog, feeds.feeds[i], ENGINE_QUEUED);
	engine_refresh(ui->engine, feeds.feeds, feeds.feeds_len, flags);
}

void
ui_act_reload(struct ui *ui, const char *arg)
{
	(void)arg;
	reload(ui, ENGINE_FORCE);
}

void
ui_act_reload_full(struct ui *ui, const char *arg)
{
	(void)arg;
	reload(ui, ENGINE_FORCE | ENGINE_IN_FULL);
}

void
ui_act_mark_all_read(struct ui *ui, const char *arg)
{
	const struct store_scope all = {.kind = STORE_ALL};
	const struct engine_target target = {
		.kind = TARGET_SCOPE, .scope = all, .upto = ui->catalog.last_id};
	(void)arg;
	ui_pending_mark(&ui->pending, &all, NULL, target.upto, time_mono_ms());
	engine_do(ui->engine,
		&(struct engine_action){.verb = ACTION_READ, .target = target});
	ui_feeds_reload(ui);
}

void
ui_act_mark_read(struct ui *ui, const char *arg)
{
	(void)arg;
	const struct ui_view *list =
		ui->focus->class->context == UI_ITEMS ? ui->focus : NULL;
	struct ui_hits *hits = list ? ui_items_hits(list) : NULL;
	struct meant meant;
	if (ui_items_select_act(ui, ACTION_READ) || !meant_by_focus(ui, &meant))
		return;
	if (list && ui_items_is_part(list)) {
		ui_items_mark_all(ui);
		return;
	}
	const struct engine_target target = {
		.kind = meant.query ? TARGET_QUERY : TARGET_SCOPE,
		.query = meant.query,
		.scope = meant.scope,
		.upto = list ? ui_items_last_id(list) : ui->catalog.last_id,
	};
	/* What a query finds is not known here, unless it was searched for. */
	if (!meant.query || hits)
		ui_pending_mark(
			&ui->pending, &meant.scope, hits, target.upto, time_mono_ms());
	engine_do(ui->engine,
		&(struct engine_action){.verb = ACTION_READ, .target = target});
	if (!meant.query)
		ui_feeds_reload(ui); /* for the counts of the feeds */
}
