/*
 * kitty: a picture is sent in small pieces, only while the terminal takes them, so that
 * neither a slow line nor a busy terminal holds anything up; until it is there, the cells
 * of curses are seen. No other command of the protocol may come between the pieces, so
 * one that is no longer wanted is broken off first.
 *
 * sixel: each line is a strip of its own, drawn when its row is painted. Whatever is
 * written to a cell later takes the place of the strip there.
 */
#include "config.h"

#include "ui/terminal/graphic.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/file.h"
#include "base/str.h"
#include "image/cache.h"
#include "image/sixel.h"
#include "ui/terminal/through.h"

#define PIECES_MAX 16 /* at once */
#define FIRST_ID 16   /* the colours below it may look different */
#define CELL_WIDTH 10 /* of terminals that do not report it: a VT340's */
#define CELL_HEIGHT 20
#define CELL_MAX 256
#define WIDTH_MAX 8192 /* pixels of a strip */
#define COLORS_MIN 16

void
ui_graphic_start(struct ui_graphic *g)
{
	*g = (struct ui_graphic){.wanted = "blocks", .bytes = BUF_INIT(0)};
	g->high = (unsigned char)((unsigned)getpid() % IMAGE_KITTY_ROWS_MAX);
}

/* ---- which way */

static bool
is_cell(size_t width, size_t height)
{
	return width && height >= width && height <= 4 * width && height <= CELL_MAX;
}

bool
ui_graphic_cell(const struct ui_answers *a, size_t *width, size_t *height)
{
	struct winsize size = {0};
	*width = a->cell_width;
	*height = a->cell_height;
	if (!*width && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col &&
		size.ws_row) {
		*width = size.ws_xpixel / size.ws_col;
		*height = size.ws_ypixel / size.ws_row;
	}
	bool known = is_cell(*width, *height);
	if (!known) {
		*width = CELL_WIDTH;
		*height = CELL_HEIGHT;
	}
	return known;
}

static enum ui_graphic_way
choose(const struct ui_graphic *g, const struct ui_answers *a, bool cell)
{
	if (str_eq(g->wanted, "kitty"))
		return UI_GRAPHIC_KITTY;
	if (str_eq(g->wanted, "sixel"))
		return UI_GRAPHIC_SIXEL;
	if (!str_eq(g->wanted, "auto"))
		return UI_GRAPHIC_BLOCKS;
	return a->kitty && a->placeholders ? UI_GRAPHIC_KITTY
	       : a->sixel && cell          ? UI_GRAPHIC_SIXEL
					   : UI_GRAPHIC_BLOCKS;
}

void
ui_graphic_take(struct ui_graphic *g, const struct ui_answers *a)
{
	bool cell = ui_graphic_cell(a, &g->cell_width, &g->cell_height);
	enum ui_graphic_way way = choose(g, a, cell);
	g->colors = a->colors < COLORS_MIN ? COLORS_MIN : a->colors;
	if (!a->colors || a->colors > IMAGE_SIXEL_COLORS_MAX)
		g->colors = IMAGE_SIXEL_COLORS_MAX;
	if (way != g->way)
		ui_graphic_leave(g);
	g->way = way;
}

void
ui_graphic_want(struct ui_graphic *g, const char *wanted, const struct ui_answers *a)
{
	static const char *const known[] = {"auto", "kitty", "sixel"};
	g->wanted = "blocks";
	for (size_t i = 0; i < COUNT_OF(known); i++)
		if (str_eq(known[i], wanted))
			g->wanted = known[i];
	ui_graphic_take(g, a);
}

/* ---- the picture in memory */

static void
drop(struct ui_graphic *g)
{
	buf_done(&g->bytes);
	g->key = 0;
}

/* Reads a picture; false: it is not there, or another is being sent. */
static bool
read_picture(struct ui_graphic *g, const struct ui_picture *picture)
{
	if (g->key == picture->key)
		return true;
	if (g->sending)
		return false;
	drop(g);
	if (picture->raster) {
		g->raster = *picture->raster;
		buf_add(&g->bytes, g->raster.pixels,
			(size_t)g->raster.width * g->raster.height * 3);
		g->raster.pixels = (const unsigned char *)g->bytes.data;
	} else if (!image_cache_read(
			   picture->store, picture->url, &g->bytes, &g->raster)) {
		return false;
	}
	g->key = picture->key;
	return true;
}

/* ---- kitty */

static void
send(const struct buf *sequence)
{
	struct buf wrapped = BUF_INIT(0);
	ui_through_wrap(&wrapped, sequence);
	const struct buf *bytes = wrapped.len ? &wrapped : sequence;
	file_write_all(STDOUT_FILENO, bytes->data, bytes->len);
	buf_done(&wrapped);
}

static struct image_kitty_id
id_of(const struct ui_graphic *g, const struct ui_graphic_slot *slot)
{
	return (struct image_kitty_id){
		(unsigned char)(FIRST_ID + (slot - g->slots)), g->high};
}

/* The terminal drops the picture of a slot. */
static void
clear(struct ui_graphic *g, struct ui_graphic_slot *slot)
{
	struct buf sequence = BUF_INIT(0);
	if (g->sending == slot) {
		image_kitty_break(&sequence);
		g->sending = NULL;
		drop(g);
		send(&sequence);
		buf_clear(&sequence);
	}
	if (slot->state == UI_GRAPHIC_SENDING || slot->state == UI_GRAPHIC_SENT) {
		image_kitty_delete(&sequence, id_of(g, slot));
		send(&sequence);
	}
	*slot = (struct ui_graphic_slot){0};
	buf_done(&sequence);
}

static struct ui_graphic_slot *
find(struct ui_graphic *g, uint64_t key)
{
	for (size_t i = 0; i < UI_GRAPHIC_SLOTS; i++)
		if (g->slots[i].state && g->slots[i].key == key)
			return &g->slots[i];
	return NULL;
}

/* A slot for another picture: a free one, or that of the picture which has not been seen
 * for the longest time. */
static struct ui_graphic_slot *
take_slot(struct ui_graphic *g)
{
	struct ui_graphic_slot *oldest = &g->slots[0];
	for (size_t i = 0; i < UI_GRAPHIC_SLOTS; i++) {
		if (!g->slots[i].state)
			return &g->slots[i];
		if (g->slots[i].drawn < oldest->drawn)
			oldest = &g->slots[i];
	}
	clear(g, oldest);
	return oldest;
}

static struct ui_graphic_slot *
start_sending(struct ui_graphic *g, const struct ui_picture *picture)
{
	struct ui_graphic_slot *slot = take_slot(g);
	bool is_read = read_picture(g, picture);
	*slot = (struct ui_graphic_slot){
		.key = picture->key,
		.state = is_read ? UI_GRAPHIC_SENDING : UI_GRAPHIC_FAILED,
		.drawn = g->frame,
	};
	if (is_read) {
		g->sending = slot;
		g->sent = 0;
	}
	if (is_read && picture->raster) {
		fflush(stdout);
		ui_graphic_step(g);
	}
	return slot;
}

static enum ui_graphic_drawn
draw_kitty(struct ui_graphic *g, const struct ui_picture *picture, size_t line,
	size_t cells, size_t y, size_t x)
{
	struct buf out = BUF_INIT(0);
	if (picture->rows > IMAGE_KITTY_ROWS_MAX)
		return UI_GRAPHIC_NOT;
	struct ui_graphic_slot *slot = find(g, picture->key);
	if (!slot && g->sending)
		return UI_GRAPHIC_LATER;
	if (!slot)
		slot = start_sending(g, picture);
	slot->drawn = g->frame;
	if (slot->state != UI_GRAPHIC_SENT)
		return slot->state == UI_GRAPHIC_SENDING ? UI_GRAPHIC_LATER
							 : UI_GRAPHIC_NOT;
	if (slot->cols != picture->cols || slot->rows != picture->rows) {
		if (g->sending)
			return UI_GRAPHIC_LATER;
		slot->cols = picture->cols;
		slot->rows = picture->rows;
		image_kitty_place(&out, id_of(g, slot), slot->cols, slot->rows);
		fflush(stdout);
		send(&out);
		buf_clear(&out);
	}
	buf_addf(&out, "\033[%zu;%zuH", y + 1, x + 1);
	image_kitty_cells(&out, id_of(g, slot), line, cells);
	fwrite(out.data, 1, out.len, stdout);
	buf_done(&out);
	return UI_GRAPHIC_DRAWN;
}

bool
ui_graphic_step(struct ui_graphic *g)
{
	struct buf piece = BUF_INIT(0);
	struct pollfd fd = {STDOUT_FILENO, POLLOUT, 0};
	size_t size = g->sending ? (size_t)g->raster.width * g->raster.height * 3 : 0;
	for (int i = 0; g->sending && i < PIECES_MAX && poll(&fd, 1, 0) > 0; i++) {
		buf_clear(&piece);
		image_kitty_send(&piece, id_of(g, g->sending), &g->raster, &g->sent);
		send(&piece);
		if (g->sent < size)
			continue;
		g->sending->state = UI_GRAPHIC_SENT;
		g->sending = NULL;
		drop(g);
	}
	buf_done(&piece);
	return size && !g->sending;
}

/* ---- sixel */

/* In the last line, a terminal would scroll. */
static enum ui_graphic_drawn
draw_sixel(struct ui_graphic *g, const struct ui_picture *picture, size_t line,
	size_t cells, size_t y, size_t x, bool last)
{
	struct buf out = BUF_INIT(0);
	const struct image_strip strip = {
		.width = picture->cols * g->cell_width,
		.height = picture->rows * g->cell_height,
		.from = line * g->cell_height,
		.rows = g->cell_height,
		.shown = cells * g->cell_width,
	};
	if (last || strip.width > WIDTH_MAX || !read_picture(g, picture))
		return UI_GRAPHIC_NOT;
	buf_addf(&out, "\033[%zu;%zuH", y + 1, x + 1);
	image_sixel(&out, &g->raster, &strip, g->colors);
	fwrite(out.data, 1, out.len, stdout);
	buf_done(&out);
	return UI_GRAPHIC_DRAWN;
}

/* ---- */

enum ui_graphic_drawn
ui_graphic_draw(struct ui_graphic *g, const struct ui_picture *picture, size_t line,
	size_t cells, size_t y, size_t x, bool last)
{
	switch (g->way) {
	case UI_GRAPHIC_KITTY:
		return draw_kitty(g, picture, line, cells, y, x);
	case UI_GRAPHIC_SIXEL:
		return draw_sixel(g, picture, line, cells, y, x, last);
	case UI_GRAPHIC_BLOCKS:
		break;
	}
	return UI_GRAPHIC_NOT;
}

void
ui_graphic_forget(struct ui_graphic *g, uint64_t key)
{
	struct ui_graphic_slot *slot = find(g, key);
	if (slot)
		clear(g, slot);
	if (g->key == key && !g->sending)
		drop(g);
}

void
ui_graphic_leave(struct ui_graphic *g)
{
	if (g->sending)
		clear(g, g->sending);
	for (size_t i = 0; i < UI_GRAPHIC_SLOTS; i++)
		if (g->slots[i].state)
			clear(g, &g->slots[i]);
	drop(g);
}
