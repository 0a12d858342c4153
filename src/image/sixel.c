#include "config.h"

#include "image/sixel.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "image/raster.h"

#define BAND 6 /* rows of pixels in a sixel */
#define BITS 5 /* of a channel, for finding a palette */
#define LEVELS (1 << BITS)
#define CELLS (1 << 3 * BITS)
#define REPEAT_MIN 4 /* times a sixel is worth counting */

/* A colour of few bits that the strip has, and what pixels of it there are. */
struct shade {
	uint16_t code;   /* BITS of red, green and blue */
	uint32_t count;  /* pixels */
	uint32_t sum[3]; /* of their channels */
};

/* A part of the shades that becomes one colour. */
struct box {
	size_t from, to;
	uint64_t weight; /* how much splitting it is worth; 0: it cannot be split */
	int channel;     /* along which */
};

struct sixels {
	uint32_t *pixels; /* 0xrrggbb */
	size_t width, rows;
	struct shade *shades;
	size_t shades_len;
	uint16_t *at; /* by code: the index of its shade, and later of its colour */
	struct box boxes[IMAGE_SIXEL_COLORS_MAX];
	size_t boxes_len;
};

static unsigned
code_of(uint32_t rgb)
{
	return (rgb >> 19 & 31) << 2 * BITS | (rgb >> 11 & 31) << BITS | (rgb >> 3 & 31);
}

static unsigned
level(const struct shade *shade, int channel)
{
	return shade->code >> (2 - channel) * BITS & (LEVELS - 1);
}

static void
scale(struct sixels *s, const struct image_raster *r, const struct image_strip *strip)
{
	for (size_t y = 0; y < s->rows; y++) {
		size_t row = strip->from + y;
		size_t y0 = row * r->height / strip->height,
		       y1 = (row + 1) * r->height / strip->height;
		for (size_t x = 0; x < s->width; x++)
			s->pixels[y * s->width + x] =
				image_raster_mean(r, x * r->width / strip->width,
					(x + 1) * r->width / strip->width, y0, y1);
	}
}

/* ---- the palette */

static void
count_shades(struct sixels *s)
{
	for (size_t i = 0; i < s->width * s->rows; i++) {
		uint32_t rgb = s->pixels[i];
		unsigned code = code_of(rgb);
		if (s->at[code] == UINT16_MAX) {
			s->at[code] = (uint16_t)s->shades_len;
			s->shades[s->shades_len++] =
				(struct shade){.code = (uint16_t)code};
		}
		struct shade *shade = &s->shades[s->at[code]];
		shade->count++;
		for (int c = 0; c < 3; c++)
			shade->sum[c] += rgb >> (16 - 8 * c) & 0xff;
	}
}

/* Finds the channel in which the shades of a box differ most. */
static void
weigh(const struct sixels *s, struct box *box)
{
	unsigned least[3] = {LEVELS, LEVELS, LEVELS}, most[3] = {0};
	uint64_t count = 0;
	unsigned widest = 0;
	for (size_t i = box->from; i < box->to; i++) {
		count += s->shades[i].count;
		for (int c = 0; c < 3; c++) {
			unsigned is = level(&s->shades[i], c);
			least[c] = is < least[c] ? is : least[c];
			most[c] = is > most[c] ? is : most[c];
		}
	}
	for (int c = 0; c < 3; c++)
		if (most[c] - least[c] > widest) {
			widest = most[c] - least[c];
			box->channel = c;
		}
	box->weight = count * widest;
}

/* Puts the shades of a box in the order of its channel. */
static void
sort(struct sixels *s, const struct box *box, struct shade *room)
{
	size_t n = box->to - box->from, start[LEVELS + 1] = {0};
	struct shade *shades = s->shades + box->from;
	for (size_t i = 0; i < n; i++)
		start[level(&shades[i], box->channel) + 1]++;
	for (size_t i = 0; i < LEVELS; i++)
		start[i + 1] += start[i];
	for (size_t i = 0; i < n; i++)
		room[start[level(&shades[i], box->channel)]++] = shades[i];
	memcpy(shades, room, n * sizeof *room);
}

/* Splits a box where half of its pixels are. */
static void
split(struct sixels *s, struct box *box, struct shade *room)
{
	uint64_t half = 0, seen = 0;
	sort(s, box, room);
	for (size_t i = box->from; i < box->to; i++)
		half += s->shades[i].count;
	size_t at = box->from;
	while (at + 1 < box->to && (at == box->from || 2 * seen < half))
		seen += s->shades[at++].count;
	struct box *other = &s->boxes[s->boxes_len++];
	*other = (struct box){.from = at, .to = box->to};
	box->to = at;
	weigh(s, box);
	weigh(s, other);
}

static void
find_palette(struct sixels *s, size_t colors)
{
	struct shade *room = mem_alloc(s->shades_len * sizeof *room);
	s->boxes[0] = (struct box){.to = s->shades_len};
	s->boxes_len = 1;
	weigh(s, &s->boxes[0]);
	while (s->boxes_len < colors) {
		struct box *best = &s->boxes[0];
		for (size_t i = 1; i < s->boxes_len; i++)
			if (s->boxes[i].weight > best->weight)
				best = &s->boxes[i];
		if (!best->weight)
			break;
		split(s, best, room);
	}
	free(room);
	for (size_t i = 0; i < s->boxes_len; i++)
		for (size_t k = s->boxes[i].from; k < s->boxes[i].to; k++)
			s->at[s->shades[k].code] = (uint16_t)i;
}

/* Colours are given in percent. */
static void
put_palette(const struct sixels *s, struct buf *out)
{
	for (size_t i = 0; i < s->boxes_len; i++) {
		uint64_t count = 0, sum[3] = {0};
		for (size_t k = s->boxes[i].from; k < s->boxes[i].to; k++) {
			count += s->shades[k].count;
			for (int c = 0; c < 3; c++)
				sum[c] += s->shades[k].sum[c];
		}
		buf_addf(out, "#%zu;2", i);
		for (int c = 0; c < 3; c++)
			buf_addf(out, ";%u",
				(unsigned)((sum[c] * 100 + count * 127) / (count * 255)));
	}
}

/* ---- bands */

/* The sixels of one colour in a band: columns and their bits, in a list. */
struct mark {
	uint32_t next; /* 0: the last */
	uint16_t x;
	unsigned char bits;
};

struct band {
	struct mark *marks; /* the first is unused */
	size_t len;
	uint32_t first[IMAGE_SIXEL_COLORS_MAX], last[IMAGE_SIXEL_COLORS_MAX];
};

static void
take_pixel(struct band *b, size_t color, size_t x, size_t bit)
{
	struct mark *last = &b->marks[b->last[color]];
	if (!b->first[color] || last->x != x) {
		uint32_t index = (uint32_t)b->len++;
		b->marks[index] = (struct mark){.x = (uint16_t)x};
		if (b->first[color])
			last->next = index;
		else
			b->first[color] = index;
		b->last[color] = index;
		last = &b->marks[index];
	}
	last->bits |= (unsigned char)(1u << bit);
}

static void
put_sixels(struct buf *out, unsigned bits, size_t n)
{
	char c = (char)('?' + bits);
	if (n >= REPEAT_MIN)
		buf_addf(out, "!%zu%c", n, c);
	else
		while (n--)
			buf_addc(out, c);
}

/* One colour of the band: its columns, with the gaps between them. */
static void
put_color(const struct band *b, size_t color, struct buf *out)
{
	size_t x = 0;
	buf_addf(out, "#%zu", color);
	for (uint32_t i = b->first[color]; i;) {
		const struct mark *mark = &b->marks[i];
		size_t n = 1;
		put_sixels(out, 0, mark->x - x);
		for (i = mark->next; i && b->marks[i].x == mark->x + n &&
				     b->marks[i].bits == mark->bits;
			i = b->marks[i].next)
			n++;
		put_sixels(out, mark->bits, n);
		x = mark->x + n;
	}
}

static void
put_band(const struct sixels *s, struct band *b, size_t top, struct buf *out)
{
	b->len = 1;
	memset(b->first, 0, sizeof b->first);
	memset(b->last, 0, sizeof b->last);
	for (size_t x = 0; x < s->width; x++)
		for (size_t y = top; y < top + BAND && y < s->rows; y++)
			take_pixel(b, s->at[code_of(s->pixels[y * s->width + x])], x,
				y - top);
	bool first = true;
	for (size_t i = 0; i < s->boxes_len; i++) {
		if (!b->first[i])
			continue;
		if (!first)
			buf_addc(out, '$');
		first = false;
		put_color(b, i, out);
	}
}

void
image_sixel(struct buf *out, const struct image_raster *raster,
	const struct image_strip *strip, size_t colors)
{
	struct sixels s = {.width = strip->shown, .rows = strip->rows};
	size_t pixels = s.width * s.rows;
	struct band band = {
		.marks = mem_alloc((BAND * s.width + 1) * sizeof *band.marks)};
	s.pixels = mem_alloc(pixels * sizeof *s.pixels);
	s.shades = mem_alloc((pixels < CELLS ? pixels : CELLS) * sizeof *s.shades);
	s.at = mem_alloc(CELLS * sizeof *s.at);
	memset(s.at, 0xff, CELLS * sizeof *s.at);
	scale(&s, raster, strip);
	count_shades(&s);
	find_palette(&s, colors);
	buf_addf(out, "\033P0;1;0q\"1;1;%zu;%zu", s.width, s.rows);
	put_palette(&s, out);
	for (size_t y = 0; y < s.rows; y += BAND) {
		if (y)
			buf_addc(out, '-');
		put_band(&s, &band, y, out);
	}
	buf_adds(out, "\033\\");
	free(band.marks);
	free(s.pixels);
	free(s.shades);
	free(s.at);
}
