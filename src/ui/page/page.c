#include "config.h"

#include "ui/page/page.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/utf8.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/draw/lines.h"

#define MARGIN 1
#define TAB 8

struct ui_page {
	struct ui_view view;
	char *title;
	struct buf text;
	struct ui_lines lines;
	size_t width; /* for which they are; 0: not yet */
	size_t top;
};

static void
page_load(struct ui *ui, struct ui_view *view, bool again)
{
	(void)ui;
	(void)view;
	(void)again;
}

/* Appends a line without the escape sequences of terminals, and with blanks for tabs. */
static void
put_plain(struct buf *out, struct span line)
{
	for (size_t i = 0; i < line.n; i++) {
		if (line.p[i] == '\033' && i + 1 < line.n && line.p[i + 1] == '[') {
			i += 2;
			while (i < line.n && (line.p[i] < 0x40 || line.p[i] > 0x7e))
				i++;
		} else if (line.p[i] == '\t') {
			do
				buf_addc(out, ' ');
			while (utf8_columns(buf_str(out), out->len) % TAB);
		} else {
			buf_addc(out, line.p[i]);
		}
	}
}

static void
layout(struct ui_page *v, size_t width)
{
	struct span rest = {buf_str(&v->text), v->text.len}, line;
	if (v->width == width)
		return;
	v->width = width;
	ui_lines_done(&v->lines);
	while (span_split(&rest, '\n', &line)) {
		struct buf plain = BUF_INIT(0);
		put_plain(&plain, line);
		if (plain.len)
			ui_lines_wrap(
				&v->lines, width, STYLE_NORMAL, 0, buf_str(&plain), 0);
		else if (rest.n)
			ui_lines_add(&v->lines, STYLE_NORMAL, "", 0);
		buf_done(&plain);
	}
}

static void
page_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption)
{
	struct ui_page *v = (struct ui_page *)view;
	(void)ui;
	layout(v, frame->width > 2 * MARGIN ? frame->width - 2 * MARGIN : 1);
	size_t most = v->lines.len > frame->height ? v->lines.len - frame->height : 0;
	if (v->top > most)
		v->top = most;
	buf_adds(&caption->left, v->title);
	if (most)
		buf_addf(&caption->right, "%zu%%", v->top * 100 / most);
	for (size_t y = 0; y < frame->height; y++) {
		struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
		ui_row_blank(row, MARGIN);
		if (v->top + y < v->lines.len)
			ui_row_put(row, v->lines.list[v->top + y].style,
				v->lines.list[v->top + y].text, ui_row_left(row));
		ui_row_end(row);
	}
}

static void
page_move(struct ui *ui, struct ui_view *view, enum ui_move move)
{
	struct ui_page *v = (struct ui_page *)view;
	(void)ui;
	v->top = ui_list_scroll(v->top, v->lines.len, view->area.height, move);
}

static void
page_free(struct ui_view *view)
{
	struct ui_page *v = (struct ui_page *)view;
	ui_lines_done(&v->lines);
	buf_done(&v->text);
	free(v->title);
	free(v);
}

static const struct ui_view_class page_class = {
	.context = UI_PAGE,
	.load = page_load,
	.draw = page_draw,
	.move = page_move,
	.free = page_free,
};

void
ui_page_show(struct ui *ui, const char *title, const struct buf *text)
{
	struct ui_page *v = mem_zalloc(sizeof *v);
	v->view.class = &page_class;
	v->title = mem_strdup(title);
	v->text = (struct buf)BUF_INIT(0);
	buf_add(&v->text, buf_str(text), text->len);
	ui_push(ui, &v->view);
}
