/*
 * The messages of the status bar, which vanish with the next key, the latest first.
 */
#include "config.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/page/page.h"

#define TIME_CELLS 6 /* "22:27 " */

struct ui_messages {
	struct ui_view view;
	struct ui_list list;
};

static void
messages_load(struct ui *ui, struct ui_view *view, bool again)
{
	(void)ui;
	(void)view;
	(void)again;
}

static void
put_message(struct ui_row *row, const struct ui_status_message *message)
{
	char time[16];
	time_format_local(message->at, "%H:%M", time, sizeof time);
	ui_row_blank(row, 1);
	ui_row_column(row, STYLE_DATE, time, TIME_CELLS);
	ui_row_column(row, STYLE_ERROR, message->error ? "!" : "", 2);
	ui_row_put(row, STYLE_NORMAL, message->text, ui_row_left(row));
	ui_row_end(row);
}

static void
messages_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption)
{
	struct ui_messages *v = (struct ui_messages *)view;
	const struct ui_status *status = &ui->status;
	v->list.height = frame->height;
	v->list.len = status->messages_len;
	ui_list_fit(&v->list);
	buf_adds(&caption->left, _("Messages"));
	buf_addf(&caption->right, "%zu", v->list.len);
	ui_frame_blank(frame, 0);
	for (size_t y = 0; y < frame->height && v->list.top + y < v->list.len; y++) {
		struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
		put_message(row, ui_status_message(status, v->list.top + y));
		row->selected = v->list.top + y == v->list.cursor;
	}
	if (!v->list.len) {
		buf_adds(&caption->detail, _("No messages so far"));
		return;
	}
	buf_adds(&caption->detail, ui_status_message(status, v->list.cursor)->text);
	caption->whole = true;
}

static void
messages_move(struct ui *ui, struct ui_view *view, enum ui_move move)
{
	struct ui_messages *v = (struct ui_messages *)view;
	v->list.len = ui->status.messages_len;
	v->list.height = view->area.height;
	ui_list_move(&v->list, move);
}

static void
messages_free(struct ui_view *view)
{
	free(view);
}

static const struct ui_view_class messages_class = {
	.context = UI_MESSAGES,
	.load = messages_load,
	.draw = messages_draw,
	.move = messages_move,
	.free = messages_free,
};

void
ui_page_messages(struct ui *ui, const char *arg)
{
	(void)arg;
	if (ui->focus->class == &messages_class)
		return;
	struct ui_messages *v = mem_zalloc(sizeof *v);
	v->view.class = &messages_class;
	ui_push(ui, &v->view);
}
