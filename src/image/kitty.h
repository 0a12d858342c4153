/*
 * Pictures in kitty's graphics protocol, with Unicode placeholders: a picture is sent to
 * the terminal once and then appears where cells of text say so, so that curses, tmux and
 * scrolling treat it as text. Only bytes are made here, and no answers are asked for
 * (q=2). sw.kovidgoyal.net/kitty/graphics-protocol. Pure.
 */
#ifndef IMAGE_KITTY_H
#define IMAGE_KITTY_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

struct image_raster;

#define IMAGE_KITTY_ROWS_MAX 30 /* of a picture: the diacritics that are known here */

/* A picture's number in the terminal. Its low part (16 to 255) is the colour of its
 * cells, its high part (less than IMAGE_KITTY_ROWS_MAX) tells programs apart. */
struct image_kitty_id {
	unsigned char low, high;
};

/* Appends a query whether the terminal supports the protocol. */
void image_kitty_ask(struct buf *out);
/* Appends the next piece of the picture (at most 4,096 bytes and their frame), from its
 * byte *at on, and moves *at. It was the last if *at is the size of the pixels. */
void image_kitty_send(struct buf *out, struct image_kitty_id id,
	const struct image_raster *raster, size_t *at);
/* Ends a picture of which only a part has been sent. */
void image_kitty_break(struct buf *out);
/* Says how many cells the picture takes. */
void
image_kitty_place(struct buf *out, struct image_kitty_id id, size_t cols, size_t rows);
void image_kitty_delete(struct buf *out, struct image_kitty_id id);
/* Appends the first cells of a line of the picture, and resets the colours. */
void
image_kitty_cells(struct buf *out, struct image_kitty_id id, size_t line, size_t cells);

#endif
