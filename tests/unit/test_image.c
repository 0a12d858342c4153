/*
 * Pixmaps, the cells that are made of them, and the cache that keeps them.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "unit.h"

#include "base/attr.h"
#include "base/file.h"
#include "base/str.h"
#include "image/cache.h"
#include "image/kitty.h"
#include "image/limits.h"
#include "image/raster.h"
#include "image/sixel.h"

static void
only_whole_pixmaps_are_read(void **state)
{
	(void)state;
	static const struct {
		const char *bytes;
		size_t n;
		bool good;
	} cases[] = {
		{"P6\n1 1\n255\nabc", 14, true},
		{"P6 2 1 255 abcdef", 17, true},
		{"P6\n1 1\n255\nab", 13, false},   /* too short */
		{"P6\n1 1\n255\nabcd", 15, false}, /* too long */
		{"P5\n1 1\n255\na", 12, false},    /* another kind */
		{"P6\n0 1\n255\n", 11, false},     /* nothing in it */
		{"P6\n1 1\n65535\nabcdef", 19, false},
		{"P6\n481 1\n255\n", 13, false}, /* too wide */
		{"P6\n99999999999 1\n255\n", 21, false},
		{"P6\n-1 1\n255\nabc", 15, false},
		{"P6", 2, false},
		{"", 0, false},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct image_raster raster;
		int status = image_raster_read(
			(struct span){cases[i].bytes, cases[i].n}, &raster);
		assert_int_equal(status == OK, cases[i].good);
	}
}

/* Two columns, red over blue and green over white, in one cell each; and in one cell. */
static void
cells_have_the_colours_of_their_halves(void **state)
{
	(void)state;
	static const char pixmap[] = "P6\n2 2\n255\n\xff\0\0\0\xff\0\0\0\xff\xff\xff\xff";
	struct image_raster raster;
	uint32_t upper[2], lower[2];
	assert_int_equal(
		image_raster_read((struct span){pixmap, sizeof pixmap - 1}, &raster), OK);
	image_raster_line(&raster, 2, 1, 0, upper, lower);
	assert_int_equal(upper[0], 0xff0000);
	assert_int_equal(upper[1], 0x00ff00);
	assert_int_equal(lower[0], 0x0000ff);
	assert_int_equal(lower[1], 0xffffff);
	image_raster_line(&raster, 1, 1, 0, upper, lower);
	assert_int_equal(upper[0], 0x7f7f00);
	assert_int_equal(lower[0], 0x7f7fff);
	assert_int_equal(image_raster_cols(&raster), 1);
}

/* Red, green, green, blue side by side: in two columns, only the middle is seen. */
static void
thumbnails_are_cut_off_at_their_edges(void **state)
{
	(void)state;
	static const unsigned char row[] = {255, 0, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255};
	const struct image_raster wide = {4, 1, row}, tall = {1, 4, row};
	unsigned char pixels[4 * 2 * 3];
	assert_int_equal(image_raster_thumbnail_cols(&wide, 12), 8);
	assert_int_equal(image_raster_thumbnail_cols(&wide, 4), 4);
	assert_int_equal(image_raster_thumbnail_cols(&tall, 4), 1);
	image_raster_thumbnail(&wide, 4, 2, pixels);
	for (size_t i = 0; i < sizeof pixels; i++)
		assert_int_equal(pixels[i], i % 3 == 1 ? 255 : 0);
	image_raster_thumbnail(&tall, 1, 2, pixels);
	assert_int_equal(pixels[1], 255);
	assert_int_equal(pixels[4], 255);
}

static void
keep(const char *store, const char *url, size_t width, uint64_t most)
{
	struct buf bytes = BUF_INIT(0);
	struct err err = {0};
	buf_addf(&bytes, "P6\n%zu 1\n255\n", width);
	for (size_t i = 0; i < 3 * width; i++)
		buf_addc(&bytes, 'x');
	assert_int_equal(image_cache_keep(store, url, &bytes, most, &err), OK);
	buf_done(&bytes);
}

static bool
has(const char *store, const char *url)
{
	struct buf bytes = BUF_INIT(0);
	struct image_raster raster;
	bool here = image_cache_read(store, url, &bytes, &raster);
	buf_done(&bytes);
	return here;
}

static void
the_cache_has_an_end(void **state)
{
	(void)state;
	char dir[] = "/tmp/courant-image-XXXXXX";
	assert_non_null(mkdtemp(dir));
	char *store = file_join(dir, "data.mdb");
	assert_false(has(store, "http://e.example/1"));
	keep(store, "http://e.example/1", 10, 1000);
	assert_true(has(store, "http://e.example/1"));
	assert_false(has(store, "http://e.example/2"));
	/* One that is larger than all may be is kept alone. */
	keep(store, "http://e.example/2", 400, 1000);
	assert_false(has(store, "http://e.example/1"));
	assert_true(has(store, "http://e.example/2"));
	assert_true(image_cache_trim(store, 0, true) > 1200);
	assert_true(has(store, "http://e.example/2"));
	assert_true(image_cache_trim(store, 0, false) > 1200);
	assert_false(has(store, "http://e.example/2"));
	/* Tiny ones take a block each. */
	for (int i = 0; i < 3; i++)
		keep(store, (const char *[]){"a", "b", "c"}[i], 1, 10000);
	assert_int_equal(has(store, "a") + has(store, "b") + has(store, "c"), 2);
	assert_true(image_cache_trim(store, 0, false) > 0);
	char *pictures = file_join(dir, "pictures");
	assert_int_equal(rmdir(pictures), 0);
	assert_int_equal(rmdir(dir), 0);
	free(pictures);
	free(store);
}

/* ---- sixels, read again */

#define SIDE 64

struct screen {
	uint32_t pixels[SIDE][SIDE]; /* 0xrrggbb; UINT32_MAX: none was drawn */
	size_t colors;               /* that were named */
};

static unsigned long
take(const char **at)
{
	char *end;
	unsigned long value = strtoul(*at, &end, 10);
	*at = end;
	return value;
}

/* "#1;2;100;0;0" names a colour, "#1" takes it. */
static size_t
take_color(
	const char **at, uint32_t palette[IMAGE_SIXEL_COLORS_MAX], struct screen *screen)
{
	size_t color = take(at);
	assert_true(color < IMAGE_SIXEL_COLORS_MAX);
	if (**at != ';')
		return color;
	*at += 3;
	palette[color] = 0;
	for (int i = 0; i < 3; i++) {
		palette[color] = palette[color] << 8 | (take(at) * 255 + 50) / 100;
		*at += **at == ';';
	}
	screen->colors++;
	return color;
}

static void
draw_sixel(const char *bytes, struct screen *screen)
{
	uint32_t palette[IMAGE_SIXEL_COLORS_MAX];
	size_t x = 0, y = 0, color = 0;
	memset(screen, 0xff, sizeof *screen);
	screen->colors = 0;
	assert_true(str_starts(bytes, "\033P0;1;0q\"1;1;"));
	const char *at = strchr(bytes, '#');
	while (*at != '\033') {
		size_t times = 1;
		char c = *at++;
		if (c == '!') {
			times = take(&at);
			c = *at++;
		}
		if (c == '#') {
			color = take_color(&at, palette, screen);
		} else if (c == '$') {
			x = 0;
		} else if (c == '-') {
			x = 0;
			y += 6;
		} else {
			assert_in_range(c, '?', '~');
			for (; times; times--, x++)
				for (size_t i = 0; i < 6; i++)
					if ((c - '?') >> i & 1) {
						assert_true(x < SIDE && y + i < SIDE);
						screen->pixels[y + i][x] = palette[color];
					}
		}
	}
	assert_string_equal(at, "\033\\");
}

static bool
is_near(uint32_t a, uint32_t b, int most)
{
	for (int shift = 0; shift < 24; shift += 8)
		if (abs((int)(a >> shift & 0xff) - (int)(b >> shift & 0xff)) > most)
			return false;
	return true;
}

static uint32_t
pixel_of(const unsigned char *pixels, size_t x, size_t y, size_t width)
{
	const unsigned char *p = pixels + (y * width + x) * 3;
	return (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

static void
sixels_show_the_picture(void **state)
{
	(void)state;
	static unsigned char pixels[SIDE * 40 * 3];
	for (size_t i = 0; i < sizeof pixels; i++)
		pixels[i] = (unsigned char)(i % 3 == 0   ? i / 3 % SIDE * 4
					    : i % 3 == 1 ? i / 3 / SIDE * 6
							 : 128);
	const struct image_raster raster = {SIDE, 40, pixels};
	static const struct {
		size_t from, rows, shown, colors;
		int most; /* off */
	} cases[] = {
		{0, 20, SIDE, 256, 20},
		{20, 20, SIDE, 256, 20},
		{10, 7, 5, 256, 12},
		{0, 40, SIDE, 16, 64},
		{39, 1, 1, 2, 2},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf out = BUF_INIT(0);
		struct screen screen;
		image_sixel(&out, &raster,
			&(struct image_strip){
				SIDE, 40, cases[i].from, cases[i].rows, cases[i].shown},
			cases[i].colors);
		draw_sixel(buf_str(&out), &screen);
		assert_in_range(screen.colors, 1, cases[i].colors);
		for (size_t y = 0; y < SIDE; y++)
			for (size_t x = 0; x < SIDE; x++) {
				uint32_t is = screen.pixels[y][x];
				if (y >= cases[i].rows || x >= cases[i].shown)
					assert_int_equal(is, UINT32_MAX);
				else
					assert_true(is_near(is,
						pixel_of(pixels, x, cases[i].from + y,
							SIDE),
						cases[i].most));
			}
		buf_done(&out);
	}
}

static void
few_colours_stay_exact(void **state)
{
	(void)state;
	static const unsigned char pixels[] = {255, 0, 0, 0, 0, 255};
	const struct image_raster raster = {2, 1, pixels};
	struct buf out = BUF_INIT(0);
	image_sixel(&out, &raster, &(struct image_strip){20, 10, 5, 5, 20}, 256);
	assert_string_equal(buf_str(&out), "\033P0;1;0q\"1;1;20;5#0;2;0;0;100#1;2;100;0;0"
					   "#0!10?!10^$#1!10^\033\\");
	buf_done(&out);
}

/* ---- kitty */

static void
pictures_are_sent_in_pieces(void **state)
{
	(void)state;
	static unsigned char pixels[32 * 40 * 3]; /* 3,840 bytes */
	const struct image_raster raster = {32, 40, pixels};
	const struct image_kitty_id id = {17, 3};
	struct buf out = BUF_INIT(0);
	size_t at = 0;
	image_kitty_send(&out, id, &raster, &at);
	assert_int_equal(at, 3072);
	assert_true(str_starts(
		buf_str(&out), "\033_Ga=t,f=24,s=32,v=40,i=50331665,q=2,m=1;AAAA"));
	assert_int_equal(strlen(strchr(buf_str(&out), ';')), 1 + 4096 + 2);
	buf_clear(&out);
	image_kitty_send(&out, id, &raster, &at);
	assert_int_equal(at, sizeof pixels);
	assert_true(str_starts(buf_str(&out), "\033_Gq=2,m=0;AAAA"));
	assert_int_equal(strlen(strchr(buf_str(&out), ';')), 1 + 1024 + 2);
	buf_done(&out);
}

static void
cells_say_what_they_show(void **state)
{
	(void)state;
	struct buf out = BUF_INIT(0);
	image_kitty_cells(&out, (struct image_kitty_id){17, 2}, 1, 3);
	assert_string_equal(buf_str(&out),
		"\033[38;5;17m\U0010EEEE\u030d\u0305\u030e\U0010EEEE\U0010EEEE\033[m");
	buf_done(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_whole_pixmaps_are_read),
		cmocka_unit_test(cells_have_the_colours_of_their_halves),
		cmocka_unit_test(thumbnails_are_cut_off_at_their_edges),
		cmocka_unit_test(the_cache_has_an_end),
		cmocka_unit_test(sixels_show_the_picture),
		cmocka_unit_test(few_colours_stay_exact),
		cmocka_unit_test(pictures_are_sent_in_pieces),
		cmocka_unit_test(cells_say_what_they_show),
	};
	return UNIT_RUN(tests);
}
