/*
 * Pictures as more than cells of two colours, where the terminal can do that: in kitty's
 * protocol (image/kitty.h) or as sixels (image/sixel.h). What is drawn here stands over
 * the cells that curses has drawn, so that wherever it fails these stay. Only for term.c
 * and paint.c. UI thread.
 */
#ifndef UI_TERMINAL_GRAPHIC_H
#define UI_TERMINAL_GRAPHIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "image/kitty.h"
#include "image/raster.h"
#include "ui/draw/row.h"
#include "ui/terminal/term_reply.h"

#define UI_GRAPHIC_SLOTS 128 /* pictures that the terminal keeps at a time */

enum ui_graphic_way {
	UI_GRAPHIC_BLOCKS, /* they stay cells of two colours */
	UI_GRAPHIC_KITTY,
	UI_GRAPHIC_SIXEL,
};

enum ui_graphic_state {
	UI_GRAPHIC_FREE,
	UI_GRAPHIC_SENDING,
	UI_GRAPHIC_SENT,
	UI_GRAPHIC_FAILED, /* it cannot be read */
};

/* A picture that the terminal has. */
struct ui_graphic_slot {
	uint64_t key; /* of struct ui_picture */
	enum ui_graphic_state state;
	size_t cols, rows; /* as it is placed; 0: not yet */
	uint64_t drawn;    /* the frame in which it was drawn last */
};

struct ui_graphic {
	const char *wanted; /* the option */
	enum ui_graphic_way way;
	size_t colors, cell_width, cell_height; /* of sixels */
	struct ui_graphic_slot slots[UI_GRAPHIC_SLOTS];
	unsigned char high; /* of the numbers of our pictures */
	uint64_t frame;
	uint64_t key;     /* of the picture that was read last; 0: none */
	struct buf bytes; /* it, and … */
	struct image_raster raster;
	struct ui_graphic_slot *sending; /* … where it is sent to; NULL: it is not */
	size_t sent;                     /* bytes of it */
};

enum ui_graphic_drawn {
	UI_GRAPHIC_DRAWN,
	UI_GRAPHIC_LATER, /* it is still being sent */
	UI_GRAPHIC_NOT,   /* the cells stay */
};

void ui_graphic_start(struct ui_graphic *graphic);
/* The size of a cell in pixels, as the terminal answered or its window says; false: it is
 * unknown, and taken to be that of a VT340. */
bool ui_graphic_cell(const struct ui_answers *answers, size_t *width, size_t *height);
/* Sets the option image-protocol. */
void ui_graphic_want(
	struct ui_graphic *graphic, const char *wanted, const struct ui_answers *answers);
/* Takes what the terminal has answered. */
void ui_graphic_take(struct ui_graphic *graphic, const struct ui_answers *answers);

/* Writes the first cells of a line of a picture to the terminal's cell y, x. last: it is
 * the last line of the screen. */
enum ui_graphic_drawn
ui_graphic_draw(struct ui_graphic *graphic, const struct ui_picture *picture, size_t line,
	size_t cells, size_t y, size_t x, bool last);
/* Sends more of a picture, as much as the terminal takes at once. True once one is there
 * and can be drawn. */
bool ui_graphic_step(struct ui_graphic *graphic);
/* The terminal drops a picture, if it has it. */
void ui_graphic_forget(struct ui_graphic *graphic, uint64_t key);
/* … or all of them, as when another program gets the terminal. */
void ui_graphic_leave(struct ui_graphic *graphic);

#endif
