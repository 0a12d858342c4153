/*
 * Pixmaps, the cells that are made of them, and the cache that keeps them.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "unit.h"

#include "base/attr.h"
#include "base/file.h"
#include "image/cache.h"
#include "image/limits.h"
#include "image/raster.h"

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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_whole_pixmaps_are_read),
		cmocka_unit_test(cells_have_the_colours_of_their_halves),
		cmocka_unit_test(the_cache_has_an_end),
	};
	return UNIT_RUN(tests);
}
