/*
 * A list to choose from: rows with a number or note, and a text. Enter chooses one and
 * closes the view.
 */
#include "config.h"

#include <stdlib.h>

#include "base/attr.h"
#include "base/i18n.h"
#include "base/match.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/url.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/page/page.h"

#define DETAIL_CELLS 24

struct ui_choose {
	struct ui_view view;
	char *title;
	struct ui_choice *rows;
	struct ui_list list;
	struct match *found; /* the words that were looked for; NULL: none yet */
	void (*chosen)(struct ui *ui, const struct ui_choice *choice);
};

static void
choose_load(struct ui *ui, struct ui_view *view, bool again)
{
	(void)ui;
	(void)view;
	(void)again;
}

static void
choose_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption)
{
	(void)ui;
	struct ui_choose *v = (struct ui_choose *)view;
	v->list.height = frame->height;
	ui_list_fit(&v->list);
	buf_adds(&caption->left, v->title);
	buf_addf(&caption->right, "%zu", v->list.len);
	if (v->list.len && !v->rows[v->list.cursor].silent)
		buf_adds(&caption->detail, v->rows[v->list.cursor].value);
	size_t cells = 0;
	for (size_t i = 0; i < v->list.len; i++) {
		size_t one = ui_row_measure(
			&frame->rows[0], v->rows[i].detail ? v->rows[i].detail : "");
		cells = one > cells ? one : cells;
	}
	if (cells > DETAIL_CELLS)
		cells = DETAIL_CELLS;
	for (size_t y = 0; y < frame->height; y++) {
		struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
		size_t at = v->list.top + y;
		if (at < v->list.len) {
			ui_row_blank(row, 2);
			ui_row_column(row, STYLE_MARK, v->rows[at].detail, cells);
			ui_row_blank(row, cells ? 2 : 0);
			row->url =
				url_is_web(v->rows[at].value) ? v->rows[at].value : NULL;
			ui_row_put(row, STYLE_NORMAL, v->rows[at].text, ui_row_left(row));
			row->url = NULL;
			row->selected = at == v->list.cursor;
		}
		ui_row_end(row);
	}
}

static void
choose_move(struct ui *ui, struct ui_view *view, enum ui_move move)
{
	(void)ui;
	struct ui_choose *v = (struct ui_choose *)view;
	v->list.height = view->area.height;
	ui_list_move(&v->list, move);
}

static void
choose_open(struct ui *ui, struct ui_view *view)
{
	struct ui_choose *v = (struct ui_choose *)view;
	if (v->list.len == 0)
		return;
	struct ui_choice *row = &v->rows[v->list.cursor];
	struct ui_choice chosen = *row;
	*row = (struct ui_choice){0}; /* outlives the view */
	void (*run)(struct ui *, const struct ui_choice *) = v->chosen;
	ui_pop(ui);
	run(ui, &chosen);
	free(chosen.text);
	free(chosen.detail);
	free(chosen.value);
}

/* An address that can be chosen can be copied and run as well. */
static bool
choose_target(struct ui *ui, struct ui_view *view, struct ui_target *target)
{
	const struct ui_choose *v = (const struct ui_choose *)view;
	(void)ui;
	if (v->list.len == 0 || !url_is_web(v->rows[v->list.cursor].value))
		return false;
	target->link = v->rows[v->list.cursor].value;
	target->item = v->rows[v->list.cursor].item;
	target->picked = target->item != 0;
	return true;
}

static void
choose_free(struct ui_view *view)
{
	struct ui_choose *v = (struct ui_choose *)view;
	for (size_t i = 0; i < v->list.len; i++) {
		free(v->rows[i].text);
		free(v->rows[i].detail);
		free(v->rows[i].value);
	}
	free(v->rows);
	match_free(v->found);
	free(v->title);
	free(v);
}

static const struct ui_view_class choose_class = {
	.context = UI_CHOOSE,
	.load = choose_load,
	.draw = choose_draw,
	.move = choose_move,
	.open = choose_open,
	.target = choose_target,
	.free = choose_free,
};

struct ui_view *
ui_page_choose(struct ui *ui, const char *title, struct ui_choice *rows, size_t len,
	void (*chosen)(struct ui *ui, const struct ui_choice *choice))
{
	(void)ui;
	struct ui_choose *v = mem_zalloc(sizeof *v);
	v->view.class = &choose_class;
	v->title = mem_strdup(title);
	v->rows = rows;
	v->list.len = len;
	v->chosen = chosen;
	return &v->view;
}

static struct ui_choose *
in_focus(struct ui *ui)
{
	return ui->focus->class == &choose_class ? (struct ui_choose *)ui->focus : NULL;
}

/* Goes to the next row that has the words, or those of the last time. */
static void
find(struct ui *ui, const char *words)
{
	struct ui_choose *v = in_focus(ui);
	if (!v || (str_empty(words) && !v->found))
		return;
	if (!str_empty(words)) {
		match_free(v->found);
		v->found = match_new(words, false);
	}
	for (size_t n = 1; n <= v->list.len; n++) {
		size_t at = (v->list.cursor + n) % v->list.len;
		const struct ui_choice *row = &v->rows[at];
		const char *const texts[] = {row->text, row->detail, row->value};
		if (match_all(v->found, texts, COUNT_OF(texts))) {
			ui_list_select(&v->list, at);
			ui->dirty = true;
			return;
		}
	}
	ui_status_say(&ui->status, false, _("No row has these words"));
}

bool
ui_page_find(struct ui *ui, const char *arg)
{
	if (!in_focus(ui))
		return false;
	ui_ask(ui, arg,
		&(struct ui_question){
			.label = _("Find:"), .accept = find, .history = &ui->finds});
	return true;
}

void
ui_page_choose_row(struct ui_view *view, size_t row)
{
	ui_list_select(&((struct ui_choose *)view)->list, row);
}

void
ui_page_choose_detail(struct ui_view *view, size_t row, const char *detail)
{
	struct ui_choose *v = (struct ui_choose *)view;
	if (row >= v->list.len)
		return;
	free(v->rows[row].detail);
	v->rows[row].detail = mem_strdup(detail);
}
