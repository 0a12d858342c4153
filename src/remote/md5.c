#include "config.h"

#include "remote/md5.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define BLOCK 64

static uint32_t
word_at(const unsigned char *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	       (uint32_t)p[3] << 24;
}

/* 2^32 times the sine of 1 to 64, without its sign (section 3.4). */
static const uint32_t sines[BLOCK] = {0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee,
	0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af,
	0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
	0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453,
	0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed,
	0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681,
	0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
	0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5,
	0x1fa27cf8, 0xc4ac5665, 0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039,
	0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0,
	0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

static const unsigned char turns[4][4] = {
	{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

static void
add_block(uint32_t sum[4], const unsigned char *block)
{
	uint32_t a = sum[0], b = sum[1], c = sum[2], d = sum[3];
	for (unsigned i = 0; i < BLOCK; i++) {
		unsigned round = i / 16, k = i;
		uint32_t f = (b & c) | (~b & d);
		if (round == 1) {
			f = (d & b) | (~d & c);
			k = 5 * i + 1;
		} else if (round == 2) {
			f = b ^ c ^ d;
			k = 3 * i + 5;
		} else if (round == 3) {
			f = c ^ (b | ~d);
			k = 7 * i;
		}
		f += a + sines[i] + word_at(block + 4 * (size_t)(k % 16));
		unsigned turn = turns[round][i % 4];
		a = d;
		d = c;
		c = b;
		b += f << turn | f >> (32 - turn);
	}
	sum[0] += a;
	sum[1] += b;
	sum[2] += c;
	sum[3] += d;
}

/* The text, a bit, zeros, and its length in bits make whole blocks (sections 3.1, 3.2).
 */
void
remote_md5(struct span text, char out[REMOTE_MD5_TEXT])
{
	uint32_t sum[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
	size_t len = (text.n + 8) / BLOCK * BLOCK + BLOCK;
	unsigned char *padded = mem_zalloc(len);
	if (text.n > 0)
		memcpy(padded, text.p, text.n);
	padded[text.n] = 0x80;
	for (unsigned i = 0; i < 8; i++)
		padded[len - 8 + i] = (unsigned char)((uint64_t)text.n * 8 >> 8 * i);
	for (size_t at = 0; at < len; at += BLOCK)
		add_block(sum, padded + at);
	free(padded);
	for (unsigned i = 0; i < 16; i++)
		(void)snprintf(out + 2 * (size_t)i, 3, "%02x",
			(unsigned)(sum[i / 4] >> 8 * (i % 4) & 0xff));
}
