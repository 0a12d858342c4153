/*
 * Events of the engine. There is a function for each kind; after that, the event goes to
 * all views that handle events.
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/vec.h"
#include "conf/option.h"
#include "ui/act/act.h"
#include "ui/core/ui.h"
#include "ui/feeds/feeds.h"
#include "ui/feeds/saved_searches.h"
#include "ui/media/ui_media.h"
#include "ui/terminal/term.h"
#include "ui/ui_inside.h"

static void
say(struct ui *ui, const struct engine_event *event)
{
	ui_status_report(&ui->status, event->error, "%s", event->text ? event->text : "");
}

/* What was typed comes back, unless something else was typed since. */
static void
refused(struct ui *ui, const struct engine_event *event)
{
	say(ui, event);
	ui_prompt_again(&ui->prompt);
}

static void
progress(struct ui *ui, const struct engine_event *event)
{
	ui->status.counts = event->counts;
	ui->status.running = true;
}

static void
feed_state(struct ui *ui, const struct engine_event *event)
{
	ui_catalog_set_state(&ui->catalog, event->feed, event->state);
}

static void
changed(struct ui *ui, const struct engine_event *event)
{
	(void)event;
	ui->stale = true;
	ui_feeds_saved_load(ui);
}

/* A new feed's message names it by its address until the feed's own title is known. */
static void
name_subscribed(struct ui *ui)
{
	if (ui->subscribed && ui->status.kept && ui->status.text.len) {
		ui_feeds_reload(ui);
		ui_status_tell(&ui->status, false,
			arena_printf(&ui->scratch, _("Subscribed: %s"),
				ui_catalog_title(
					&ui->catalog, ui->subscribed, &ui->scratch)));
	}
	ui->subscribed = 0;
}

static void
refresh_done(struct ui *ui, const struct engine_event *event)
{
	name_subscribed(ui);
	ui->status.counts = event->counts;
	ui->status.running = false;
	ui_catalog_idle(&ui->catalog);
	if (event->asked || (ui->status.counts.added && !ui->status.text.len))
		ui_status_summary(&ui->status, event->text);
	ui->stale = true;
	if (event->counts.done)
		ui->hooks |= 1U << UI_HOOK_REFRESH;
	if (event->counts.added)
		ui->hooks |= 1U << UI_HOOK_NEW;
}

/* Items that the user wants to be notified about; the worker runs the notify-command. */
static void
news(struct ui *ui, const struct engine_event *event)
{
	if (str_empty(ui->options->notify_command))
		ui_term_notify(ui->options->notify_by,
			arena_printf(&ui->scratch,
				P_("%" PRIu64 " new item", "%" PRIu64 " new items",
					event->counted),
				event->counted),
			event->text);
}

/* A page was saved, or its address was kept for later. */
static void
saved(struct ui *ui, const struct engine_event *event)
{
	if (event->unstored)
		refused(ui, event);
	else if (event->error)
		ui_status_report(&ui->status, true,
			_("%s; the address was kept and is tried again at the next "
			  "refresh"),
			event->text);
	else
		ui_status_report(&ui->status, false, _("Saved: %s"), event->text);
}

/* A feed was subscribed to, or a search was saved. */
static void
subscribed(struct ui *ui, const struct engine_event *event)
{
	if (ui_act_added(ui, event))
		return;
	if (event->error) {
		refused(ui, event);
		return;
	}
	ui_feeds_saved_load(ui);
	ui_feeds_reload(ui);
	if (!event->feed) {
		ui_status_report(&ui->status, false, _("Saved; %s undoes it"),
			ui_screen_key(ui, ui->focus->class->context, "undo"));
		return;
	}
	ui_feeds_select(ui, event->feed);
	ui->subscribed = event->changed ? event->feed : 0;
	ui_status_tell(&ui->status, false,
		arena_printf(&ui->scratch,
			event->changed ? _("Subscribed: %s")
				       : _("You are already subscribed to %s"),
			ui_catalog_title(&ui->catalog, event->feed, &ui->scratch)));
}

static void
reloaded(struct ui *ui, const struct engine_event *event)
{
	if (event->error)
		ui_status_note(&ui->status, event->text, time_mono_ms());
	else if (!event->generation && (!ui->status.text.len || ui->status.notes))
		ui_status_report(&ui->status, false, _("Feeds reloaded"));
}

static void
imported(struct ui *ui, const struct engine_event *event)
{
	ui->stale = true;
	if (event->error)
		refused(ui, event);
	else
		ui_status_tell(&ui->status, false, event->text ? event->text : "");
}

static void
offer(struct ui *ui, const struct engine_event *event)
{
	*VEC_PUSH(ui->offers, ui->offers_len, ui->offers_cap) = mem_strdup(event->text);
}

static void
syncing(struct ui *ui, const struct engine_event *event)
{
	struct ui_account *account = ui_catalog_account(&ui->catalog, event->text);
	if (!account)
		return;
	account->syncing = true;
	account->done = event->counts.done;
	account->total = event->counts.total;
}

/* The name is the first line, what was done the second. */
static void
synced(struct ui *ui, const struct engine_event *event)
{
	size_t n = strcspn(event->text, "\n");
	char *name = arena_strndup(&ui->scratch, event->text, n);
	struct ui_account *account = ui_catalog_account(&ui->catalog, name);
	if (account)
		account->syncing = false;
	ui->stale = true;
	if (event->counts.added && !event->asked)
		ui->hooks |= 1U << UI_HOOK_NEW;
	if (!(event->asked || event->error) || !event->text[n] || !event->text[n + 1])
		return;
	const char *text =
		arena_printf(&ui->scratch, "%s: %s", name, event->text + n + 1);
	ui_status_tell(&ui->status, event->error, text);
}

static void
note(struct ui *ui, const struct engine_event *event)
{
	if (event->error && event->text)
		ui_status_note(&ui->status, event->text, time_mono_ms());
	else
		say(ui, event);
}

/* Lists of episodes show how far it is, and what each waits for. */
static void
download(struct ui *ui, const struct engine_event *event)
{
	if (event->done)
		ui->stale = true;
	if (event->error && !event->again)
		note(ui, event);
}

static void
ended(struct ui *ui, const struct engine_event *event)
{
	(void)event;
	ui->status.running = false;
	ui->dead = true;
	ui_status_say(&ui->status, true,
		_("The worker has stopped: you can read on, but nothing is fetched or "
		  "marked; see the log, and restart courant"));
}

static void
acting(struct ui *ui, const struct engine_event *event)
{
	ui_status_report(&ui->status, false,
		P_("%llu item so far…", "%llu items so far…", event->counted),
		(unsigned long long)event->counted);
}

static void
counted(struct ui *ui, const struct engine_event *event)
{
	if (event->all)
		ui_act_counted(ui, event);
	else
		ui_feeds_saved_event(ui, event);
}

static void
room(struct ui *ui, const struct engine_event *event)
{
	free(ui->unmounted);
	ui->unmounted = event->error ? mem_strdup(event->text) : NULL;
}

void
ui_event(struct ui *ui, const struct engine_event *event)
{
	/* Kinds without a function only concern views. */
	static void (*const take[])(struct ui *, const struct engine_event *) = {
		[ENGINE_PROGRESS] = progress,
		[ENGINE_FEED_STATE] = feed_state,
		[ENGINE_ANSWER] = ui_act_answered,
		[ENGINE_TRIES] = ui_act_tries,
		[ENGINE_ROOM] = room,
		[ENGINE_CHANGED] = changed,
		[ENGINE_CANDIDATES] = ui_act_candidates,
		[ENGINE_SUBSCRIBED] = subscribed,
		[ENGINE_SAVED] = saved,
		[ENGINE_IMPORTED] = imported,
		[ENGINE_OFFER] = offer,
		[ENGINE_ACTED] = ui_act_done,
		[ENGINE_ACTING] = acting,
		[ENGINE_OLDER] = ui_act_older_event,
		[ENGINE_COUNTED] = counted,
		[ENGINE_RELOADED] = reloaded,
		[ENGINE_SYNCING] = syncing,
		[ENGINE_SYNCED] = synced,
		[ENGINE_NOTE] = note,
		[ENGINE_DOWNLOAD] = download,
		[ENGINE_PLAYER] = ui_media_player_event,
		[ENGINE_NEWS] = news,
		[ENGINE_DONE] = refresh_done,
		[ENGINE_ENDED] = ended,
	};
	/* ui_feeds_saved_show knows whether a saved search is in sight. */
	ui->dirty |= event->kind != ENGINE_COUNTED || event->all;
	if (event->kind < COUNT_OF(take) && take[event->kind])
		take[event->kind](ui, event);
	for (struct ui_view *view = ui->top; view; view = view->below)
		if (view->class->event)
			view->class->event(ui, view, event);
}
