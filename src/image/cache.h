/*
 * Pictures that were fetched, as files beside the store: pixmaps (image/raster.h), named
 * by the hash of their addresses. Damaged or missing ones are fetched again.
 */
#ifndef IMAGE_CACHE_H
#define IMAGE_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"

struct image_raster;

/* Reads the picture of an address into bytes, which raster then points into. False: it is
 * not in the cache. Any thread. */
bool image_cache_read(const char *store_path, const char *url, struct buf *bytes,
	struct image_raster *raster);
/* Keeps a picture, and removes the oldest ones while all together take more than `most`
 * bytes, counted in disk blocks. */
int image_cache_keep(const char *store_path, const char *url, const struct buf *bytes,
	uint64_t most, struct err *err) MUST_USE;
/* Removes the oldest until all take at most that many bytes; dry: only returns how many
 * bytes that would free. Any thread. */
uint64_t image_cache_trim(const char *store_path, uint64_t most, bool dry);

#endif
