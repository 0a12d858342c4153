/*
 * A page about a feed's schedule: what `courant why` prints, made anew whenever the store
 * changed, with keys to the options that bear on it.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "model/http.h"
#include "model/schedule.h"
#include "schedule/why.h"
#include "ui/lines.h"
#include "ui/state.h"

#define MARGIN 2 /* cells left free on each side */

struct ui_schedule {
	struct ui_view view;
	uint32_t feed;
	struct buf text; /* as schedule_why_text has it */
	struct ui_lines lines;
	size_t width; /* the lines are made for; 0: to be made */
	size_t top, height;
};

/* ---- the text */

static void
read_feed(struct ui *ui, struct ui_schedule *v)
{
	struct arena arena = ARENA_INIT;
	struct store_view look;
	struct store_feed feed;
	struct http_state http;
	struct schedule habit;
	if (!ui_look(ui, &look))
		return;
	int status = store_feed(&look, v->feed, &arena, &feed);
	if (status == OK)
		status = store_feed_state(&look, v->feed, &arena, &http, &habit, NULL);
	store_view_end(&look);
	buf_clear(&v->text);
	if (status != OK) {
		buf_adds(&v->text, _("This feed can't be read; run courant check"));
	} else {
		const struct schedule_why why = {
			.title = ui_catalog_name(&feed, &arena),
			.url = url_mask(&arena, feed.url),
			.http = &http,
			.habit = &habit,
			.now = time_wall(),
		};
		schedule_why_text(&why, 0, &v->text);
	}
	arena_done(&arena);
}

static void
schedule_load(struct ui *ui, struct ui_view *view, bool again)
{
	(void)again;
	struct ui_schedule *v = (struct ui_schedule *)view;
	read_feed(ui, v);
	v->width = 0;
}

/* ---- drawing */

/* Labels stand in a column of their own, the rest is wrapped beside it. */
static void
layout(struct ui_schedule *v, size_t width)
{
	struct span rest = span_of(buf_str(&v->text)), text;
	if (v->width == width)
		return;
	v->width = width;
	ui_lines_done(&v->lines);
	ui_lines_add(&v->lines, STYLE_NORMAL, "", 0);
	bool title = true;
	while (span_split(&rest, '\n', &text)) {
		const char *line = arena_strndup(&v->lines.arena, text.p, text.n);
		size_t first = v->lines.len;
		ui_lines_wrap(&v->lines, width, title ? STYLE_HEADING : STYLE_NORMAL, 0,
			line, SCHEDULE_WHY_LABEL);
		if (!title && text.n > SCHEDULE_WHY_LABEL &&
			text.p[SCHEDULE_WHY_LABEL - 1] == ' ')
			v->lines.list[first].lead = SCHEDULE_WHY_LABEL;
		title = false;
	}
}

static void
draw_line(struct ui_row *row, const struct ui_line *line)
{
	size_t lead = line->lead;
	ui_row_put_n(row, STYLE_META, line->text, lead, ui_row_left(row));
	ui_row_put(row, line->style, line->text + lead, ui_row_left(row));
}

static size_t
most(const struct ui_schedule *v)
{
	return v->lines.len > v->height ? v->lines.len - v->height : 0;
}

static void
schedule_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption)
{
	struct ui_schedule *v = (struct ui_schedule *)view;
	v->height = frame->height;
	layout(v, frame->width > 2 * MARGIN ? frame->width - 2 * MARGIN : 1);
	if (v->top > most(v))
		v->top = most(v);
	buf_addf(&caption->left, _("Schedule · %s"),
		ui_catalog_title(&ui->catalog, v->feed, &ui->scratch));
	if (most(v))
		buf_addf(&caption->right, "%zu%%", v->top * 100 / most(v));
	for (size_t y = 0; y < frame->height; y++) {
		struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
		ui_row_blank(row, MARGIN);
		if (v->top + y < v->lines.len)
			draw_line(row, &v->lines.list[v->top + y]);
		ui_row_end(row);
	}
}

/* ---- moving */

static void
schedule_move(struct ui *ui, struct ui_view *view, enum ui_move move)
{
	struct ui_schedule *v = (struct ui_schedule *)view;
	v->height = ui_body_height(ui);
	v->top = ui_list_scroll(v->top, v->lines.len, v->height, move);
}

static void
schedule_open(struct ui *ui, struct ui_view *view)
{
	schedule_move(ui, view, UI_PAGE_DOWN);
}

static bool
schedule_target(struct ui *ui, struct ui_view *view, struct ui_target *target)
{
	target->feed = ((struct ui_schedule *)view)->feed;
	const struct store_feed *feed = ui_catalog_feed(&ui->catalog, target->feed);
	target->link = feed ? feed->link : NULL;
	return true;
}

static void
schedule_free(struct ui_view *view)
{
	struct ui_schedule *v = (struct ui_schedule *)view;
	ui_lines_done(&v->lines);
	buf_done(&v->text);
	free(v);
}

static const struct ui_view_class schedule_class = {
	.context = UI_SCHEDULE,
	.load = schedule_load,
	.draw = schedule_draw,
	.move = schedule_move,
	.open = schedule_open,
	.target = schedule_target,
	.free = schedule_free,
};

void
ui_schedule_show(struct ui *ui, const char *arg)
{
	(void)arg;
	struct ui_target target;
	if (!ui_act_target(ui, &target))
		return;
	if (!target.feed) {
		ui_status_say(&ui->status, false, _("Put the cursor on a feed first"));
		return;
	}
	struct ui_schedule *v = mem_zalloc(sizeof *v);
	v->view.class = &schedule_class;
	v->feed = target.feed;
	ui_push(ui, &v->view);
}
