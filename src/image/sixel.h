/*
 * Pictures as sixels (DEC's, as VT340 and many emulators draw them). A picture is drawn
 * in strips, one for each line of text, so that one that is cut or hidden in part needs
 * nothing else. Each strip has a palette of its own, found by median cut over colours of
 * 5 bits a channel; the work is linear in the pixels. Pure.
 */
#ifndef IMAGE_SIXEL_H
#define IMAGE_SIXEL_H

#include <stddef.h>

#include "base/buf.h"

struct image_raster;

#define IMAGE_SIXEL_COLORS_MAX 256

/* A strip of a picture that is scaled to a size, all in pixels. */
struct image_strip {
	size_t width, height; /* of the whole picture; the width is at most 65,535 */
	size_t from, rows;    /* the strip, within the height */
	size_t shown;         /* columns of it, within the width */
};

/* Appends the strip, in at most that many colours (2 to IMAGE_SIXEL_COLORS_MAX). */
void image_sixel(struct buf *out, const struct image_raster *raster,
	const struct image_strip *strip, size_t colors);

#endif
