/*
 * What the user does to episodes.
 */
#include "config.h"

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "engine/api.h"
#include "model/media.h"
#include "store/db/view.h"
#include "store/media/media.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/items/items.h"
#include "ui/items/select.h"
#include "ui/media/episode_rows.h"
#include "ui/media/ui_media.h"

/* ---- views */

static void
show(struct ui *ui, int context, struct ui_view *(*make)(struct ui *ui))
{
	struct ui_view *view = ui_find(ui, context);
	if (view)
		ui_return(ui, view);
	else
		ui_push(ui, make(ui));
}

void
ui_media_show_queue(struct ui *ui, const char *arg)
{
	(void)arg;
	show(ui, UI_QUEUE, ui_media_queue_new);
}

void
ui_media_show_downloads(struct ui *ui, const char *arg)
{
	(void)arg;
	show(ui, UI_DOWNLOADS, ui_media_downloads_new);
}

void
ui_media_turn(struct ui *ui, const char *arg)
{
	bool queue = ui->focus->class->context == UI_QUEUE;
	(void)arg;
	ui_pop(ui);
	if (queue)
		ui_media_show_downloads(ui, NULL);
	else
		ui_media_show_queue(ui, NULL);
}

bool
ui_media_awaits(const struct ui *ui)
{
	const struct ui_media_list *list = (const struct ui_media_list *)ui->focus;
	if (!(ui->focus->class->context & UI_MEDIA))
		return false;
	const size_t *n = list->sum.counts;
	return n[STORE_TRANSFER_RUNS] + n[STORE_TRANSFER_WAITS] > 0;
}

/* ---- items */

/* What the command is about: the selected items, or the one under the cursor; in
 * ui->scratch. NULL, with a message: nothing. */
static const uint64_t *
items_of(struct ui *ui, size_t *len)
{
	struct ui_target target = {0};
	*len = ui_items_select_len(ui);
	if (*len)
		return ui_items_select_ids(ui);
	if (!ui_act_on_item(ui, &target))
		return NULL;
	*len = 1;
	return arena_memdup(&ui->scratch, &target.item, sizeof target.item);
}

static struct store_episode
episode_of(struct ui *ui, uint64_t item)
{
	struct store_episode e = {0};
	struct store_view view;
	if (ui_open_view(ui, &view)) {
		store_media_episode(&view, item, time_wall(), &ui->scratch, &e);
		store_view_end(&view);
	}
	return e;
}

static void
act(struct ui *ui, enum action verb, const char *place, const uint64_t *ids, size_t len)
{
	const struct engine_action action = {
		.verb = verb, .place = place, .target = engine_items(ids, len)};
	engine_do(ui->engine, &action);
	ui_items_select_drop(ui);
}

void
ui_media_tries(struct ui *ui, const char *arg)
{
	struct ui_target target = {0};
	(void)arg;
	if (ui_act_on_item(ui, &target))
		engine_get_tries(ui->engine, target.item);
}

void
ui_media_enqueue(struct ui *ui, const char *arg)
{
	size_t len;
	const uint64_t *ids = items_of(ui, &len);
	bool next = arg && str_eq(arg, "next");
	if (arg && !next && !str_eq(arg, "last")) {
		ui_status_say(&ui->status, true, _("enqueue takes next or last"));
		return;
	}
	if (!ids)
		return;
	bool out = len == 1 && !next && episode_of(ui, ids[0]).states & MEDIA_QUEUED;
	act(ui, out ? ACTION_UNQUEUE : ACTION_QUEUE, next ? "next" : NULL, ids, len);
}

/* Why nothing has to be fetched; NULL: something has. */
static const char *
why_settled(const struct store_episode *e)
{
	if (e->returns)
		return _("Its file comes back from the trash");
	if (e->transfer == STORE_TRANSFER_HERE && !(e->states & MEDIA_REPLACED))
		return _("It is already downloaded");
	return NULL;
}

/* What fails and waits for its next try is tried now; it can be held then. */
static enum action
download_verb(const struct store_episode *e)
{
	switch (e->transfer) {
	case STORE_TRANSFER_RUNS:
		return ACTION_HOLD;
	case STORE_TRANSFER_WAITS:
		return e->error ? ACTION_RELEASE : ACTION_HOLD;
	case STORE_TRANSFER_HELD:
	case STORE_TRANSFER_FAILED:
		return ACTION_RELEASE;
	default:
		return ACTION_DOWNLOAD;
	}
}

/* One key downloads, pauses and resumes. */
void
ui_media_download(struct ui *ui, const char *arg)
{
	size_t len;
	const uint64_t *ids = items_of(ui, &len);
	struct store_episode e = {0};
	(void)arg;
	if (!ids)
		return;
	bool chosen = len == 1 && ui_media_choose(ui);
	if (len == 1 && !chosen)
		e = episode_of(ui, ids[0]);
	const char *settled = why_settled(&e);
	enum action verb = chosen ? ACTION_DOWNLOAD : download_verb(&e);
	if (!settled)
		act(ui, verb, NULL, ids, len);
	if (ui->unmounted && (settled || verb != ACTION_HOLD))
		ui_status_say(&ui->status, true, "%s", ui->unmounted);
	else if (settled)
		ui_status_say(&ui->status, false, "%s", settled);
	if (e.returns) /* perhaps at once */
		engine_download(ui->engine, true);
}

void
ui_media_remove(struct ui *ui, const char *arg)
{
	size_t len;
	const uint64_t *ids = items_of(ui, &len);
	(void)arg;
	if (!ids)
		return;
	bool queued = ui->focus->class->context == UI_QUEUE &&
		      episode_of(ui, ids[0]).states & MEDIA_QUEUED;
	act(ui, queued ? ACTION_UNQUEUE : ACTION_DROP, NULL, ids, len);
}

/* Why it has no place that could change; NULL: it has one. */
static const char *
why_fixed(const struct store_episode *e, enum action verb)
{
	bool waits = e->transfer == STORE_TRANSFER_WAITS && !e->returns &&
		     (e->next == TIME_NONE || e->next <= time_wall());
	if (verb == ACTION_ORDER && !waits)
		return _("Only a download that waits for its turn can be moved");
	if (verb == ACTION_REORDER && !(e->states & MEDIA_QUEUED))
		return _("Only what is queued can be moved");
	return NULL;
}

void
ui_media_reorder(struct ui *ui, const char *arg)
{
	bool queue = ui->focus->class->context == UI_QUEUE;
	const enum action verb = queue ? ACTION_REORDER : ACTION_ORDER;
	size_t len;
	const uint64_t *ids = items_of(ui, &len);
	if (!ids)
		return;
	const struct store_episode e = episode_of(ui, ids[0]);
	const char *fixed = why_fixed(&e, verb);
	if (fixed)
		ui_status_say(&ui->status, false, "%s", fixed);
	else
		act(ui, verb, arg ? arg : "top", ids, 1);
}

static void
act_on_items(struct ui *ui, enum action verb)
{
	size_t len;
	const uint64_t *ids = items_of(ui, &len);
	if (ids)
		act(ui, verb, NULL, ids, len);
}

void
ui_media_played(struct ui *ui, const char *arg)
{
	(void)arg;
	act_on_items(ui, ACTION_PLAYED);
}

void
ui_media_unplayed(struct ui *ui, const char *arg)
{
	(void)arg;
	act_on_items(ui, ACTION_UNPLAYED);
}
