/*
 * Pictures as they are kept: portable pixmaps (P6) of at most IMAGE_SIDE_MAX pixels each
 * way, and cells of a terminal made of them. Pure.
 */
#ifndef IMAGE_RASTER_H
#define IMAGE_RASTER_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

struct image_raster {
	uint32_t width, height;      /* at least 1 */
	const unsigned char *pixels; /* red, green, blue; borrowed */
};

/* Reads a pixmap, which must be whole; pixels point into it. ERR_INVALID: it is not a
 * pixmap, or too large. */
int image_raster_read(struct span bytes, struct image_raster *out) MUST_USE;

/* The cells that a small picture is wide, so that it does not grow; 0: it is not small.
 */
size_t image_raster_cols(const struct image_raster *raster);

/* The mean colour (0xrrggbb) of a part of the picture: columns x0 to x1-1 and rows y0 to
 * y1-1, but at least one of each. */
uint32_t image_raster_mean(
	const struct image_raster *raster, size_t x0, size_t x1, size_t y0, size_t y1);

/* The colours (0xrrggbb) of the upper and the lower half of the cells of a line, of a
 * picture of cols by rows cells. */
void image_raster_line(const struct image_raster *raster, size_t cols, size_t rows,
	size_t line, uint32_t *upper, uint32_t *lower);

/* The cells that a picture takes in a single line, at most `most`: what does not fit into
 * them is cut off at its edges. */
size_t image_raster_thumbnail_cols(const struct image_raster *raster, size_t most);
/* The same as a picture of width by height pixels, which are written to pixels (red,
 * green, blue). */
void image_raster_thumbnail(const struct image_raster *raster, size_t width,
	size_t height, unsigned char *pixels);

#endif
