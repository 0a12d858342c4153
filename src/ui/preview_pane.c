#include "config.h"

#include "ui/preview_pane.h"

#include "conf/option.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"

#define ITEM_REST_MS 80  /* of the cursor, before an item is shown */
#define LIST_REST_MS 120 /* and a list */

/* Whether the view shows what it opens in a pane of its own. */
static bool
has_room(struct ui *ui, const struct ui_view *view)
{
	return view->class->inner && !ui->prompt.open && !ui->seek &&
	       ui_in_other_pane(ui, view->class->context, view->class->inner_context);
}

/* Waits until the cursor has rested, and shows what it is on. */
static int64_t
follow_cursor(struct ui *ui, struct ui_preview *p, uint64_t want, int64_t now)
{
	struct ui_view *view = ui->focus;
	if (p->want != want || p->list != view || !p->at) {
		bool items = view->class->inner_context == UI_ARTICLE;
		p->want = want;
		p->list = view;
		p->at = now + (items ? ITEM_REST_MS : LIST_REST_MS);
	}
	if (now < p->at)
		return p->at;
	p->at = 0;
	ui_beside(ui, want ? view->class->inner(ui, view) : NULL, want);
	return -1;
}

/* Counts the time for which an item has been shown. */
static int64_t
read_in_time(struct ui *ui, struct ui_preview *p, struct ui_view *inner, int64_t now)
{
	int64_t span = ui->options->preview_read;
	if (inner->class->context != UI_ARTICLE || span == 0)
		return -1;
	if (ui->away) { /* nobody is looking: the time begins when somebody is */
		p->shown = 0;
		return -1;
	}
	if (p->shown != inner->of) {
		p->shown = inner->of;
		p->read_at = now + span;
	}
	if (p->read_at && now >= p->read_at) {
		p->read_at = 0;
		inner->class->seen(ui, inner);
		ui->dirty = true;
	}
	return p->read_at ? p->read_at : -1;
}

int64_t
ui_preview_step(struct ui *ui, int64_t now)
{
	struct ui_preview *p = &ui->preview;
	struct ui_view *view = ui->focus;
	if (!view || !has_room(ui, view)) {
		p->at = 0;
		return -1;
	}
	uint64_t want = view->class->at(ui, view);
	struct ui_view *inner = ui_inner(ui, view);
	if (want && want == p->still && inner && inner->of != want)
		return -1; /* another list that was opened from here */
	if (want != p->still)
		p->still = 0;
	if (inner ? inner->of == want : want == 0) {
		p->at = 0;
		return inner ? read_in_time(ui, p, inner, now) : -1;
	}
	return follow_cursor(ui, p, want, now);
}
