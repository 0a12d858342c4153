#include "config.h"

#include <stdint.h>

#include "engine/api.h"
#include "store/db/view.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/feeds/feeds.h"

#define UNREAD UINT64_MAX /* no version of the store */

void
ui_feeds_reload(struct ui *ui)
{
	struct store_view snapshot;
	struct err err = {0};
	ui->stale = true;
	if (!ui_open_view(ui, &snapshot))
		return;
	ui->version = store_view_version(&snapshot);
	bool empty = ui->catalog.len == 0;
	int status = ui_catalog_load(&ui->catalog, &snapshot, &ui->pending, &err);
	store_view_end(&snapshot);
	ui->stale = status != OK && status != ERR_DAMAGED;
	ui->dirty = true;
	if (status != OK) {
		ui->version = UNREAD;
		ui_status_say(&ui->status, true, "%s", err.text);
		return;
	}
	if (empty !=
		(ui->catalog.len == 0)) /* the first feed came, or the last was removed */
		ui_resize(ui, ui->screen.width, ui->screen.height);
	struct ui_view *feeds = ui_find(ui, UI_FEEDS);
	engine_check_counts(ui->engine);
	if (feeds) /* since its rows borrow from the catalog */
		feeds->class->load(ui, feeds, ui_shows(ui, feeds));
	for (size_t i = 0; i < ui->panes_len; i++) {
		struct ui_view *view = ui->panes[i].view;
		if (view && view != feeds)
			view->class->load(ui, view, true);
	}
}

bool
ui_feeds_reload_changed(struct ui *ui)
{
	struct store_view view;
	ui->stale = true;
	if (!ui_open_view(ui, &view))
		return false;
	ui->stale = false;
	bool same = store_view_version(&view) == ui->version;
	store_view_end(&view);
	if (!same)
		ui_feeds_reload(ui);
	return !same;
}
