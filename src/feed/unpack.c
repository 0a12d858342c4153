/*
 * A server that has feed.xml.gz and sends it as application/gzip says nothing of a
 * Content-Encoding that the transfer could undo (case 85). What is packed twice is not
 * unpacked twice.
 */
#include "config.h"

#include "feed/unpack.h"

#include <string.h>
#include <zlib.h>

#include "base/i18n.h"
#include "feed/parse.h"

#define PIECE ((size_t)64 << 10)
#define GZIP_ONLY 16 /* added to the window's bits: inflateInit2 */

/* Z_OK: there is more; Z_STREAM_END: all is out. */
static int
inflate_piece(z_stream *stream, struct buf *out)
{
	stream->next_out = (Bytef *)buf_reserve(out, PIECE);
	stream->avail_out = PIECE;
	int code = inflate(stream, Z_NO_FLUSH);
	buf_end(out, PIECE - stream->avail_out);
	/* A file may be several, one behind the other (RFC 1952, 2.2); what else follows
	 * is padding. */
	if (code == Z_STREAM_END && stream->avail_in > 2 && stream->next_in[0] == 0x1f &&
		stream->next_in[1] == 0x8b)
		return inflateReset(stream);
	return code;
}

int
feed_unpack(struct span bytes, struct buf *out, struct span *text, struct err *err)
{
	z_stream stream = {.next_in = (Bytef *)(uintptr_t)bytes.p};
	int code = Z_OK;
	*text = bytes;
	if (bytes.n < 3 || bytes.n > FEED_DOCUMENT_MAX ||
		memcmp(bytes.p, "\x1f\x8b\x08", 3) != 0)
		return OK;
	stream.avail_in = (uInt)bytes.n;
	if (inflateInit2(&stream, MAX_WBITS + GZIP_ONLY) != Z_OK)
		return err_set(err, ERR_SYNTAX, _("the document cannot be unpacked"));
	while (code == Z_OK && out->len <= FEED_DOCUMENT_MAX)
		code = inflate_piece(&stream, out);
	inflateEnd(&stream);
	if (code != Z_STREAM_END && code != Z_OK)
		return err_set(err, ERR_SYNTAX,
			_("the document is a file of gzip that is damaged or "
			  "incomplete"));
	*text = (struct span){out->data, out->len};
	return OK;
}
