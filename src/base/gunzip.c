#include "config.h"

#include "base/gunzip.h"

#include <libdeflate.h>
#include <stdint.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"

#define ROOM_MIN ((size_t)64 << 10)
#define ROOM_MAX ((size_t)4 << 20) /* allocated at once on the claim alone */
#define RATIO_MAX 1032             /* deflate can't compress better */
#define SHORTEST 18                /* header and trailer */

bool
gunzip_is_gzip(struct span bytes)
{
	return bytes.n > 2 && memcmp(bytes.p, "\x1f\x8b\x08", 3) == 0;
}

size_t
gunzip_size_hint(struct span bytes)
{
	if (bytes.n < SHORTEST)
		return bytes.n;
	const uint8_t *end = (const uint8_t *)bytes.p + bytes.n;
	size_t size = (size_t)end[-4] | (size_t)end[-3] << 8 | (size_t)end[-2] << 16 |
		      (size_t)end[-1] << 24;
	return size < bytes.n || size / RATIO_MAX > bytes.n ? bytes.n : size;
}

/* Decompresses what is at the start of *rest in this form. The library needs room for all
 * of it; if that is not enough, it starts over with twice as much. */
static int
unpack_member(struct libdeflate_decompressor *unpacker,
	enum libdeflate_result (*unpack)(struct libdeflate_decompressor *, const void *,
		size_t, void *, size_t, size_t *, size_t *),
	struct span *rest, struct buf *out)
{
	size_t room = gunzip_size_hint(*rest);
	room = room < ROOM_MIN ? ROOM_MIN : room > ROOM_MAX ? ROOM_MAX : room;
	for (;; room *= 2) {
		size_t left = out->max ? out->max - out->len : SIZE_MAX;
		bool last = room >= left;
		char *to = buf_reserve(out, last ? left : room);
		size_t took, made;
		enum libdeflate_result result = unpack(
			unpacker, rest->p, rest->n, to, last ? left : room, &took, &made);
		buf_end(out, result == LIBDEFLATE_SUCCESS ? made : 0);
		if (result == LIBDEFLATE_SUCCESS) {
			*rest = (struct span){rest->p + took, rest->n - took};
			return OK;
		}
		if (result != LIBDEFLATE_INSUFFICIENT_SPACE)
			return ERR_SYNTAX;
		if (last)
			return ERR_LIMIT;
	}
}

int
gunzip(struct span bytes, struct buf *out)
{
	struct libdeflate_decompressor *unpacker = libdeflate_alloc_decompressor();
	int status;
	if (!unpacker)
		mem_exhausted();
	do
		status = unpack_member(
			unpacker, libdeflate_gzip_decompress_ex, &bytes, out);
	while (status == OK && gunzip_is_gzip(bytes));
	libdeflate_free_decompressor(unpacker);
	return status;
}

int
gunzip_deflate(struct span bytes, struct buf *out)
{
	struct libdeflate_decompressor *unpacker = libdeflate_alloc_decompressor();
	if (!unpacker)
		mem_exhausted();
	int status = unpack_member(unpacker, libdeflate_zlib_decompress_ex, &bytes, out);
	if (status == ERR_SYNTAX)
		status = unpack_member(
			unpacker, libdeflate_deflate_decompress_ex, &bytes, out);
	libdeflate_free_decompressor(unpacker);
	return status;
}
