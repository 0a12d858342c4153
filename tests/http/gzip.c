#include "config.h"

#include "gzip.h"

#include <string.h>

#define STORED_MAX 65535u /* a stored block's length is 16 bits */
#define MATCH_MAX 258u    /* the longest match that deflate knows */

static void
put_header(struct buf *out)
{
	buf_add(out, "\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
}

static void
put_u32(struct buf *out, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		buf_addc(out, (char)(value >> (8 * i) & 0xff));
}

/* RFC 1952, section 8, without its table. */
static uint32_t
crc_byte(uint32_t crc, unsigned char c)
{
	crc ^= c;
	for (int bit = 0; bit < 8; bit++)
		crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
	return crc;
}

void
gzip_store(struct buf *out, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;
	uint32_t crc = 0xffffffffu;
	for (size_t i = 0; i < n; i++)
		crc = crc_byte(crc, p[i]);
	put_header(out);
	size_t at = 0;
	do {
		size_t len = n - at > STORED_MAX ? STORED_MAX : n - at;
		buf_addc(out, at + len == n);
		buf_addc(out, (char)(len & 0xff));
		buf_addc(out, (char)(len >> 8));
		buf_addc(out, (char)(~len & 0xff));
		buf_addc(out, (char)(~len >> 8 & 0xff));
		buf_add(out, p + at, len);
		at += len;
	} while (at < n);
	put_u32(out, ~crc);
	put_u32(out, (uint32_t)n);
}

struct bits {
	struct buf *out;
	uint32_t held;
	int count;
};

/* The count low bits of value, lowest first (RFC 1951, section 3.1.1). */
static void
put_bits(struct bits *bits, uint32_t value, int count)
{
	bits->held |= value << bits->count;
	for (bits->count += count; bits->count >= 8; bits->count -= 8) {
		buf_addc(bits->out, (char)(bits->held & 0xff));
		bits->held >>= 8;
	}
}

/* A Huffman code, highest bit first. */
static void
put_code(struct bits *bits, uint32_t code, int count)
{
	while (count-- > 0)
		put_bits(bits, code >> count & 1, 1);
}

/* One block with the fixed codes (RFC 1951, section 3.2.6). */
static void
put_literal(struct bits *bits, unsigned char c)
{
	if (c < 144)
		put_code(bits, 0x30u + c, 8);
	else
		put_code(bits, 0x190u + c - 144, 9);
}

void
gzip_bomb(struct buf *out, char c, uint64_t n)
{
	uint32_t crc = 0xffffffffu;
	for (uint64_t i = 0; i < n; i++)
		crc = crc_byte(crc, (unsigned char)c);
	put_header(out);
	struct bits bits = {out, 0, 0};
	put_bits(&bits, 1, 1); /* the last block */
	put_bits(&bits, 1, 2); /* of fixed codes */
	uint64_t left = n;
	if (left > 0) {
		put_literal(&bits, (unsigned char)c);
		left--;
	}
	for (; left >= MATCH_MAX; left -= MATCH_MAX) {
		put_code(&bits, 0xc5, 8); /* length code 285: 258 bytes */
		put_code(&bits, 0, 5);    /* from one byte back */
	}
	for (; left > 0; left--)
		put_literal(&bits, (unsigned char)c);
	put_code(&bits, 0, 7); /* end of block */
	if (bits.count)
		put_bits(&bits, 0, 8 - bits.count);
	put_u32(out, ~crc);
	put_u32(out, (uint32_t)n);
}
