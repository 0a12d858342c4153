/*
 * What servers answered, for users who wonder why a feed or a download fails.
 */
#include "config.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/time.h"
#include "engine/api.h"
#include "store/db/view.h"
#include "store/media/media.h"
#include "ui/act/act.h"
#include "ui/core/ui.h"
#include "ui/page/page.h"

void
ui_act_answer(struct ui *ui, const char *arg)
{
	(void)arg;
	struct ui_target target;
	if (ui_act_on_feed(ui, &target))
		engine_get_answer(ui->engine, target.feed);
}

void
ui_act_answered(struct ui *ui, const struct engine_event *event)
{
	const struct store_feed *feed = ui_catalog_feed(&ui->catalog, event->feed);
	struct buf text = BUF_INIT(0);
	if (event->error) {
		ui_status_say(&ui->status, false, "%s", event->text);
		return;
	}
	buf_adds(&text, event->text);
	ui_page_show(ui,
		arena_printf(&ui->scratch, _("Last answer: %s"),
			feed ? ui_catalog_name(feed, &ui->scratch) : ""),
		&text);
	buf_done(&text);
}

/* Whether its download is running. */
static bool
is_tried_now(struct ui *ui, uint64_t item)
{
	struct store_episode episode = {.transfer = STORE_TRANSFER_NONE};
	struct store_view view;
	if (ui_open_view(ui, &view)) {
		store_media_episode(&view, item, time_wall(), &ui->scratch, &episode);
		store_view_end(&view);
	}
	return episode.transfer == STORE_TRANSFER_RUNS;
}

void
ui_act_tries(struct ui *ui, const struct engine_event *event)
{
	struct buf text = BUF_INIT(0);
	buf_adds(&text, event->text);
	if (text.len)
		ui_page_show(ui, _("Tries of the download"), &text);
	else
		ui_status_say(&ui->status, false, "%s",
			is_tried_now(ui, event->item)
				? _("The first try since courant started is under way")
				: _("It has not been tried since courant started"));
	buf_done(&text);
}
