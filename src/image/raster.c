#include "config.h"

#include "image/raster.h"

#include <stdbool.h>
#include <string.h>

#include "base/err.h"
#include "image/limits.h"

#define CELL_PIXELS 8 /* that a cell is wide where a picture is small */

/* Takes a number of the header, and the one blank after it. 0: there is none. */
static uint32_t
take_number(struct span *s)
{
	uint32_t value = 0;
	while (s->n && str_digit((unsigned char)*s->p) && value <= IMAGE_SIDE_MAX) {
		value = value * 10 + (uint32_t)(*s->p - '0');
		s->p++;
		s->n--;
	}
	if (!s->n || !str_space((unsigned char)*s->p))
		return 0;
	s->p++;
	s->n--;
	return value;
}

int
image_raster_read(struct span bytes, struct image_raster *out)
{
	struct span s = bytes;
	if (s.n < 3 || memcmp(s.p, "P6", 2) != 0 || !str_space((unsigned char)s.p[2]))
		return ERR_INVALID;
	s.p += 3;
	s.n -= 3;
	uint32_t width = take_number(&s), height = take_number(&s),
		 most = take_number(&s);
	if (!width || !height || most != 255 || width > IMAGE_SIDE_MAX ||
		height > IMAGE_SIDE_MAX || s.n != (size_t)width * height * 3)
		return ERR_INVALID;
	*out = (struct image_raster){width, height, (const unsigned char *)s.p};
	return OK;
}

size_t
image_raster_cols(const struct image_raster *raster)
{
	bool whole = raster->width == IMAGE_SIDE_MAX || raster->height == IMAGE_SIDE_MAX;
	return whole ? 0 : (raster->width + CELL_PIXELS - 1) / CELL_PIXELS;
}

uint32_t
image_raster_mean(
	const struct image_raster *r, size_t x0, size_t x1, size_t y0, size_t y1)
{
	uint64_t sum[3] = {0};
	x1 = x1 > x0 ? x1 : x0 + 1;
	y1 = y1 > y0 ? y1 : y0 + 1;
	for (size_t y = y0; y < y1; y++)
		for (size_t x = x0; x < x1; x++)
			for (size_t k = 0; k < 3; k++)
				sum[k] += r->pixels[(y * r->width + x) * 3 + k];
	uint64_t n = (x1 - x0) * (y1 - y0);
	return (uint32_t)(sum[0] / n << 16 | sum[1] / n << 8 | sum[2] / n);
}

void
image_raster_line(const struct image_raster *r, size_t cols, size_t rows, size_t line,
	uint32_t *upper, uint32_t *lower)
{
	for (size_t x = 0; x < cols; x++) {
		size_t x0 = x * r->width / cols, x1 = (x + 1) * r->width / cols;
		for (size_t half = 0; half < 2; half++) {
			size_t y = 2 * line + half;
			size_t y0 = y * r->height / (2 * rows),
			       y1 = (y + 1) * r->height / (2 * rows);
			(half ? lower : upper)[x] = image_raster_mean(r, x0, x1, y0, y1);
		}
	}
}

size_t
image_raster_thumbnail_cols(const struct image_raster *r, size_t most)
{
	size_t cols = (4 * (size_t)r->width + r->height) / (2 * (size_t)r->height);
	return cols < 1 ? 1 : cols < most ? cols : most;
}

void
image_raster_thumbnail(
	const struct image_raster *r, size_t width, size_t height, unsigned char *pixels)
{
	size_t across = r->width, down = r->height; /* what is seen of it */
	if (across * height > down * width)
		across = down * width / height;
	else
		down = across * height / width;
	size_t left = (r->width - across) / 2, top = (r->height - down) / 2;
	for (size_t y = 0; y < height; y++)
		for (size_t x = 0; x < width; x++, pixels += 3) {
			uint32_t rgb = image_raster_mean(r, left + x * across / width,
				left + (x + 1) * across / width, top + y * down / height,
				top + (y + 1) * down / height);
			pixels[0] = (unsigned char)(rgb >> 16);
			pixels[1] = (unsigned char)(rgb >> 8);
			pixels[2] = (unsigned char)rgb;
		}
}
