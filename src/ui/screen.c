/*
 * Drawing the screen: panes with their titles, and below them the status bar and the line
 * of hints. Each view draws rows of its own width, which are then joined into the rows of
 * the screen.
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "store/feed/feed.h"
#include "ui/core/ui.h"
#include "ui/items/seek.h"
#include "ui/keys/keys.h"
#include "ui/keys/palette.h"
#include "ui/media/ui_media.h"
#include "ui/terminal/term.h"
#include "ui/ui_inside.h"

#define HEIGHT_MIN 3
#define WIDTH_MIN 10
#define AWAITED_MAX 2 /* feeds left to be named */
#define BUSY_MS 200   /* after which the status bar says what it is doing */

static struct ui_row *
grow(struct ui_row *rows, size_t from, size_t to)
{
	rows = mem_realloc(rows, to, sizeof *rows);
	for (size_t i = from; i < to; i++)
		ui_row_init(&rows[i]);
	return rows;
}

static void
provide_rows(struct ui *ui)
{
	struct ui_frame *screen = &ui->screen;
	if (screen->height > ui->rows_len) {
		screen->rows = grow(screen->rows, ui->rows_len, screen->height);
		ui->parts = grow(ui->parts, ui->rows_len, screen->height);
		ui->rows_len = screen->height;
	}
	for (size_t y = 0; y < screen->height; y++) {
		screen->rows[y].ascii = ui->parts[y].ascii = screen->ascii;
		screen->rows[y].plain = ui->parts[y].plain = screen->plain;
	}
}

void
ui_screen_done(struct ui *ui)
{
	for (size_t i = 0; i < ui->rows_len; i++) {
		ui_row_done(&ui->screen.rows[i]);
		ui_row_done(&ui->parts[i]);
	}
	free(ui->screen.rows);
	free(ui->title);
	free(ui->parts);
}

/* ---- panes */

static void
caption_init(struct ui_caption *caption)
{
	*caption = (struct ui_caption){.left = BUF_INIT(0),
		.right = BUF_INIT(0),
		.detail = BUF_INIT(0),
		.place = BUF_INIT(0)};
}

static void
caption_done(struct ui_caption *caption)
{
	buf_done(&caption->left);
	buf_done(&caption->right);
	buf_done(&caption->detail);
	buf_done(&caption->place);
}

static void
draw_title(struct ui_row *row, const struct ui_caption *caption, int style)
{
	const char *right = buf_str(&caption->right);
	size_t cells = ui_row_measure(row, right);
	ui_row_blank(row, 1);
	size_t room = row->width > cells + 4 ? row->width - cells - 4 : row->width / 2;
	size_t from = row->text.len;
	ui_row_put(row, style, buf_str(&caption->left), room);
	ui_row_turn(row, from, BIDI_LEFT);
	if (cells + 2 < ui_row_left(row))
		ui_row_to(row, row->width - cells - 1);
	else
		ui_row_blank(row, 1);
	ui_row_put(row, style, right, ui_row_left(row));
	ui_row_end(row);
}

/* Appends the pane's rows, in ui->parts, to the rows of the screen. */
static void
join(struct ui *ui, const struct ui_pane *pane, bool focus)
{
	const struct ui_area *area = &pane->area;
	for (size_t y = 0; y < area->height; y++) {
		struct ui_row *row = &ui->screen.rows[area->y + y];
		const struct ui_row *part = &ui->parts[y];
		int cursor = focus ? STYLE_CURSOR : STYLE_CURSOR | STYLE_ASIDE;
		if (row->cells < area->x)
			ui_row_put(row, STYLE_RULE, "│", 1);
		ui_row_join(row, part, part->selected ? cursor : 0);
	}
}

static bool
is_blank(const struct ui_row *row)
{
	return strspn(buf_str(&row->text), " ") == row->text.len;
}

/* A heading between the rows of a list begins with a rule, after its margin. */
static bool
is_heading(const struct ui_row *row)
{
	return row->runs_len > 1 && STYLE_ELEMENT(row->runs[1].style) == STYLE_RULE;
}

/* Where the cursor of the pane is, and its last row, for the mouse. */
static void
find_rows(const struct ui *ui, struct ui_pane *pane)
{
	pane->rows = false;
	pane->last_row = 0;
	for (size_t y = 1; y < pane->area.height; y++) {
		if (ui->parts[y].selected) {
			pane->rows = true;
			pane->cursor_row = pane->area.y + y;
		}
		if (y < UI_HEADS_MAX)
			pane->heads[y] = is_heading(&ui->parts[y]);
		if (!is_blank(&ui->parts[y]))
			pane->last_row = pane->area.y + y;
	}
}

/* Draws a pane with its title. Fills the caption for the bars below. */
static void
draw_pane(struct ui *ui, struct ui_pane *pane, struct ui_caption *caption)
{
	struct ui_frame frame = ui->screen;
	bool focus = pane->view && pane->view == ui->focus;
	int style = focus || !pane->view ? STYLE_TITLE : STYLE_STATUS;
	if (pane->area.height == 0)
		return;
	frame.rows = ui->parts + 1;
	frame.width = pane->area.width;
	frame.height = pane->area.height - 1;
	if (pane->view)
		pane->view->class->draw(ui, pane->view, &frame, caption);
	else
		ui_frame_blank(&frame, 0);
	frame.rows--;
	draw_title(ui_frame_row(&frame, 0, style), caption, style);
	find_rows(ui, pane);
	join(ui, pane, focus);
}

/* Puts the terminal's cursor where the user reads, which is what screen readers and
 * magnifiers follow: on the current row, or at the top of a text. */
static void
put_cursor(struct ui *ui, const struct ui_pane *pane)
{
	size_t y = pane->rows ? pane->cursor_row : pane->area.y + 1;
	ui->screen.cursor_x = (long)pane->area.x;
	ui->screen.cursor_y = (long)(y < ui->screen.height ? y : 0);
	ui->screen.cursor_shown = ui->options->cursor;
}

/* ---- the lines below */

/* What the user is waiting for, if it takes a while; NULL: nothing. */
static const char *
doing(const struct ui *ui)
{
	if (!ui->busy_since || time_mono_ms() - ui->busy_since < BUSY_MS)
		return NULL;
	const char *text = ui_items_seek_text(ui);
	return text                      ? text
	       : ui->focus->class->doing ? ui->focus->class->doing(ui->focus)
					 : NULL;
}

static void
draw_prompt(struct ui *ui, struct ui_row *row, bool label, size_t y)
{
	ui->screen.cursor_x = (long)ui_prompt_row(&ui->prompt, row, label);
	ui->screen.cursor_y = (long)y;
	ui->screen.cursor_shown = true;
}

/* The feed for which a refresh waits when nearly all others are done; NULL: several. */
static const char *
awaited(struct ui *ui)
{
	const struct engine_counts *c = &ui->status.counts;
	if (!ui->status.running || c->total < 2 || c->total - c->done > AWAITED_MAX)
		return NULL;
	for (size_t i = 0; i < ui->catalog.len; i++) {
		const struct store_feed *feed = &ui->catalog.feeds[i];
		if (ui_catalog_state(&ui->catalog, feed->id) == ENGINE_RUNNING)
			return ui_catalog_name(feed, &ui->scratch);
	}
	return NULL;
}

static void
draw_hints(struct ui *ui, struct ui_row *row)
{
	const struct ui_view *view = ui->focus;
	struct ui_status_where where = {
		view->class->context, UI_MODE_USUAL, !view->opener, ui->status.running};
	if (where.context == UI_FEEDS && !ui->catalog.len)
		where.mode = UI_MODE_EMPTY;
	else if (view->class->mode)
		where.mode = view->class->mode(view);
	ui_status_hints(row, &ui->bindings, &where);
}

/* Whether there is something to be shown even without bars. */
static bool
is_said(const struct ui *ui)
{
	return ui->prompt.open || ui->status.text.len || ui->status.running || doing(ui);
}

/* Draws the status bar at a row and the hints at the one below. A long text takes both,
 * or, where a prompt needs the lower one, a fault takes a row of the panes. */
static void
draw_status(struct ui *ui, size_t y, const struct ui_status_line *line, bool whole)
{
	struct ui_frame *screen = &ui->screen;
	const char *rest = "";
	ui_status_row(&ui->status, ui_frame_row(screen, y, STYLE_STATUS), line,
		whole ? &rest : NULL);
	if (*rest && ui->prompt.open) {
		y--;
		ui_status_row(
			&ui->status, ui_frame_row(screen, y, STYLE_STATUS), line, &rest);
	}
	if (*rest)
		ui_status_rest(&ui->status, ui_frame_row(screen, y + 1, STYLE_STATUS),
			line->error, rest);
	else
		draw_hints(ui, ui_frame_row(screen, y + 1, STYLE_NORMAL));
}

static void
draw_bars(struct ui *ui, struct ui_caption *caption)
{
	struct ui_frame *screen = &ui->screen;
	bool playing = ui_playing_shown(ui), hidden = ui->bars == playing;
	size_t last = hidden ? screen->height - 1 : ui->bars_row + ui->bars - 1;
	size_t status = hidden ? last : ui->bars_row + playing;
	if (playing)
		ui_media_player_draw(
			ui, ui_frame_row(screen, ui->bars_row, STYLE_NORMAL));
	if (hidden && !is_said(ui))
		return;
	const struct ui_prompt *prompt = &ui->prompt;
	bool fault = ui->status.text.len && ui->status.error;
	if (prompt->open && status == last && fault)
		status--; /* the prompt leaves it no row */
	struct ui_row *row = ui_frame_row(screen, status, STYLE_STATUS);
	const char *busy = doing(ui);
	if (busy) {
		buf_clear(&caption->detail);
		buf_adds(&caption->detail, busy);
		caption->error = caption->whole = false;
	}
	/* A long label goes on the row above, unless there is a message. */
	bool above = prompt->open && status != last && !ui->status.text.len &&
		     !ui_prompt_beside(prompt, row);
	bool whole = prompt->open
			     ? fault && ui->bars_row
			     : ui->status.text.len || caption->error || caption->whole;
	const struct ui_status_line line = {
		.detail = above ? prompt->label : buf_str(&caption->detail),
		.error = caption->error && !above,
		.place = buf_str(&caption->place),
		.awaited = awaited(ui),
	};
	if (status == last)
		ui_status_row(&ui->status, row, &line, NULL);
	else
		draw_status(ui, status, &line, whole);
	if (prompt->open)
		draw_prompt(ui, ui_frame_row(screen, last, STYLE_NORMAL), !above, last);
}

static void
draw_small(struct ui_frame *screen)
{
	struct ui_row *row = ui_frame_row(screen, 0, STYLE_NORMAL);
	ui_row_put(row, STYLE_NORMAL, _("Window too small"), screen->width);
	ui_row_end(row);
	ui_frame_blank(screen, 1);
}

/* The option window-title, with what its letters stand for. */
static void
set_title(struct ui *ui, const char *view)
{
	struct buf title = BUF_INIT(0);
	for (const char *p = ui->options->window_title; *p; p++)
		if (*p != '%' || !p[1])
			buf_addc(&title, *p);
		else if (*++p == 'v')
			buf_adds(&title, view);
		else if (*p == 'u')
			buf_addf(&title, "%" PRIu64, (uint64_t)ui->catalog.all.unread);
		else
			buf_addc(&title, *p);
	if (!str_eq(buf_str(&title), ui->title ? ui->title : "")) {
		ui_term_title(buf_str(&title));
		free(ui->title);
		ui->title = mem_strdup(buf_str(&title));
	}
	buf_done(&title);
}

void
ui_draw(struct ui *ui)
{
	struct ui_frame *screen = &ui->screen;
	struct ui_caption focused;
	arena_reset(&ui->scratch);
	provide_rows(ui);
	screen->cursor_x = screen->cursor_y = 0;
	screen->cursor_shown = false;
	screen->turns = ui->options->bidi;
	screen->plain = str_eq(ui->options->signs, "ascii");
	ui->dirty = false;
	if (screen->height < HEIGHT_MIN || screen->width < WIDTH_MIN) {
		draw_small(screen);
		return;
	}
	caption_init(&focused);
	for (size_t y = 0; y < screen->height; y++)
		ui_frame_row(screen, y, STYLE_NORMAL);
	for (size_t i = 0; i < ui->panes_len; i++) {
		struct ui_caption other;
		caption_init(&other);
		bool focus = ui->panes[i].view == ui->focus;
		draw_pane(ui, &ui->panes[i], focus ? &focused : &other);
		if (focus)
			put_cursor(ui, &ui->panes[i]);
		caption_done(&other);
	}
	draw_bars(ui, &focused);
	ui_keys_palette_draw(ui);
	ui_keys_draw(ui, time_mono_ms());
	set_title(ui, buf_str(&focused.left));
	caption_done(&focused);
}
