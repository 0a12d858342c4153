#include "config.h"

#include "base/gunzip.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

#include "base/err.h"
#include "base/mem.h"

#define PIECE ((size_t)64 << 10)
#define GZIP_ONLY 16               /* added to the window's bits: inflateInit2 */
#define RATIO_MAX 1032             /* deflate cannot pack closer */
#define SHORTEST 18                /* header and trailer */
#define HINT_MAX ((size_t)4 << 20) /* room made at once for what is only claimed */
#define FULL Z_ERRNO               /* none of inflate's own */

static bool
starts_member(const void *bytes, size_t n)
{
	return n > 2 && memcmp(bytes, "\x1f\x8b\x08", 3) == 0;
}

bool
gunzip_fits(struct span bytes)
{
	return starts_member(bytes.p, bytes.n);
}

size_t
gunzip_size(struct span bytes)
{
	if (bytes.n < SHORTEST)
		return bytes.n;
	const uint8_t *end = (const uint8_t *)bytes.p + bytes.n;
	size_t size = (size_t)end[-4] | (size_t)end[-3] << 8 | (size_t)end[-2] << 16 |
		      (size_t)end[-1] << 24;
	return size < bytes.n || size / RATIO_MAX > bytes.n ? bytes.n : size;
}

/* One call of inflate, into at most n bytes more. Z_OK: there is more to do. */
static int
inflate_piece(z_stream *stream, struct buf *out, size_t n)
{
	char beyond;
	size_t left = out->max ? out->max - out->len : n;
	if (n > left)
		n = left;
	/* A full buffer may be all: whether one byte more comes tells. */
	stream->next_out = (Bytef *)(n ? buf_reserve(out, n) : &beyond);
	stream->avail_out = (uInt)(n ? n : 1);
	int code = inflate(stream, Z_NO_FLUSH);
	if (n)
		buf_end(out, n - stream->avail_out);
	else if (!stream->avail_out)
		return FULL;
	if (code == Z_STREAM_END && starts_member(stream->next_in, stream->avail_in))
		return inflateReset(stream);
	return code;
}

int
gunzip(struct span bytes, struct buf *out)
{
	z_stream stream = {.next_in = (Bytef *)(uintptr_t)bytes.p};
	size_t n = gunzip_size(bytes);
	if (bytes.n > UINT_MAX)
		return ERR_LIMIT;
	stream.avail_in = (uInt)bytes.n;
	if (inflateInit2(&stream, MAX_WBITS + GZIP_ONLY) != Z_OK)
		mem_exhausted();
	n = n < PIECE ? PIECE : n > HINT_MAX ? HINT_MAX : n;
	int code = inflate_piece(&stream, out, n);
	while (code == Z_OK)
		code = inflate_piece(&stream, out, PIECE);
	inflateEnd(&stream);
	if (code == Z_MEM_ERROR)
		mem_exhausted();
	return code == Z_STREAM_END ? OK : code == FULL ? ERR_LIMIT : ERR_SYNTAX;
}
