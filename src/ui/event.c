/*
 * What the engine tells: taken in by the state, then handed to every view that wants it.
 */
#include "config.h"

#include "base/i18n.h"
#include "base/time.h"
#include "ui/state.h"

static void
refresh_done(struct ui *ui, bool asked, const char *held)
{
	ui->status.running = false;
	ui_catalog_idle(&ui->catalog);
	if (asked || (ui->status.counts.added && !ui->status.text.len))
		ui_status_summary(&ui->status, held);
	ui->stale = true;
}

static void
say(struct ui *ui, const struct engine_event *event)
{
	ui_status_say(&ui->status, event->error, "%s", event->text ? event->text : "");
}

/* A feed, or a search that was saved. */
static void
subscribed(struct ui *ui, const struct engine_event *event)
{
	if (event->error) {
		say(ui, event);
		return;
	}
	ui_saved_load(ui);
	ui_reload(ui);
	if (!event->feed) {
		ui_status_say(&ui->status, false, _("Saved"));
		return;
	}
	ui_feeds_select(ui, event->feed);
	ui_status_say(&ui->status, false, _("Subscribed: %s"),
		ui_catalog_title(&ui->catalog, event->feed, &ui->scratch));
}

static void
reloaded(struct ui *ui, const struct engine_event *event)
{
	if (event->error)
		ui_status_note(&ui->status, event->text, time_mono_ms());
	else if (!event->generation && !ui->status.text.len)
		ui_status_say(&ui->status, false, _("Feeds reloaded"));
}

void
ui_event(struct ui *ui, const struct engine_event *event)
{
	ui->dirty = true;
	if (ui_saved_event(ui, event))
		return;
	switch (event->kind) {
	case ENGINE_PROGRESS:
		ui->status.counts = event->counts;
		ui->status.running = true;
		break;
	case ENGINE_FEED_STATE:
		ui_catalog_set_state(&ui->catalog, event->feed, event->state);
		break;
	case ENGINE_CHANGED:
		ui->stale = true;
		ui_saved_load(ui);
		break;
	case ENGINE_DONE:
		ui->status.counts = event->counts;
		refresh_done(ui, event->asked, event->text);
		break;
	case ENGINE_COUNTED: /* taken above */
	case ENGINE_CAUGHT_UP:
		break;
	case ENGINE_CANDIDATES:
		ui_add_candidates(ui, event);
		break;
	case ENGINE_SUBSCRIBED:
		subscribed(ui, event);
		break;
	case ENGINE_IMPORTED:
		ui->stale = true;
		if (event->error)
			say(ui, event);
		else
			ui_status_tell(&ui->status, event->text ? event->text : "");
		break;
	case ENGINE_ACTED:
		ui_act_done(ui, event);
		break;
	case ENGINE_OLDER:
		ui_act_older_event(ui, event);
		break;
	case ENGINE_RELOADED:
		reloaded(ui, event);
		break;
	case ENGINE_NOTE:
		if (event->error && event->text)
			ui_status_note(&ui->status, event->text, time_mono_ms());
		else
			say(ui, event);
		break;
	case ENGINE_ENDED:
		ui->status.running = false;
		ui->dead = true;
		ui_status_say(&ui->status, true,
			_("The worker has ended: you can read on, but nothing is fetched "
			  "or marked; see the log, and start courant again"));
		break;
	case ENGINE_HITS:
		break;
	}
	for (struct ui_view *view = ui->top; view; view = view->below)
		if (view->class->event)
			view->class->event(ui, view, event);
}
