/*
 * SHA-256 works on words of 32 bits in 64 rounds, the other two on words of 64 bits
 * in 80. The constants of SHA-256 are the upper halves of theirs.
 */
#include "config.h"

#include "base/sha2.h"

#include <string.h>

#define ROUNDS 80
#define ROUNDS_256 64

/* The fractions of the cube roots of the first 80 primes: section 4.2.3. */
static const uint64_t constants[ROUNDS] = {
	0x428a2f98d728ae22,
	0x7137449123ef65cd,
	0xb5c0fbcfec4d3b2f,
	0xe9b5dba58189dbbc,
	0x3956c25bf348b538,
	0x59f111f1b605d019,
	0x923f82a4af194f9b,
	0xab1c5ed5da6d8118,
	0xd807aa98a3030242,
	0x12835b0145706fbe,
	0x243185be4ee4b28c,
	0x550c7dc3d5ffb4e2,
	0x72be5d74f27b896f,
	0x80deb1fe3b1696b1,
	0x9bdc06a725c71235,
	0xc19bf174cf692694,
	0xe49b69c19ef14ad2,
	0xefbe4786384f25e3,
	0x0fc19dc68b8cd5b5,
	0x240ca1cc77ac9c65,
	0x2de92c6f592b0275,
	0x4a7484aa6ea6e483,
	0x5cb0a9dcbd41fbd4,
	0x76f988da831153b5,
	0x983e5152ee66dfab,
	0xa831c66d2db43210,
	0xb00327c898fb213f,
	0xbf597fc7beef0ee4,
	0xc6e00bf33da88fc2,
	0xd5a79147930aa725,
	0x06ca6351e003826f,
	0x142929670a0e6e70,
	0x27b70a8546d22ffc,
	0x2e1b21385c26c926,
	0x4d2c6dfc5ac42aed,
	0x53380d139d95b3df,
	0x650a73548baf63de,
	0x766a0abb3c77b2a8,
	0x81c2c92e47edaee6,
	0x92722c851482353b,
	0xa2bfe8a14cf10364,
	0xa81a664bbc423001,
	0xc24b8b70d0f89791,
	0xc76c51a30654be30,
	0xd192e819d6ef5218,
	0xd69906245565a910,
	0xf40e35855771202a,
	0x106aa07032bbd1b8,
	0x19a4c116b8d2d0c8,
	0x1e376c085141ab53,
	0x2748774cdf8eeb99,
	0x34b0bcb5e19b48a8,
	0x391c0cb3c5c95a63,
	0x4ed8aa4ae3418acb,
	0x5b9cca4f7763e373,
	0x682e6ff3d6b2b8a3,
	0x748f82ee5defb2fc,
	0x78a5636f43172f60,
	0x84c87814a1f0ab72,
	0x8cc702081a6439ec,
	0x90befffa23631e28,
	0xa4506cebde82bde9,
	0xbef9a3f7b2c67915,
	0xc67178f2e372532b,
	0xca273eceea26619c,
	0xd186b8c721c0c207,
	0xeada7dd6cde0eb1e,
	0xf57d4f7fee6ed178,
	0x06f067aa72176fba,
	0x0a637dc5a2c898a6,
	0x113f9804bef90dae,
	0x1b710b35131c471b,
	0x28db77f523047d84,
	0x32caab7b40c72493,
	0x3c9ebe0a15c9bebc,
	0x431d67c49c100d4c,
	0x4cc5d4becb3e42b6,
	0x597f299cfc657e2a,
	0x5fcb6fab3ad6faec,
	0x6c44198c4a475817,
};

/* Section 5.3: the fractions of the square roots of the first eight primes, and of the
 * next eight. */
static const uint64_t start_512[8] = {
	0x6a09e667f3bcc908,
	0xbb67ae8584caa73b,
	0x3c6ef372fe94f82b,
	0xa54ff53a5f1d36f1,
	0x510e527fade682d1,
	0x9b05688c2b3e6c1f,
	0x1f83d9abfb41bd6b,
	0x5be0cd19137e2179,
};
static const uint64_t start_384[8] = {
	0xcbbb9d5dc1059ed8,
	0x629a292a367cd507,
	0x9159015a3070dd17,
	0x152fecd8f70e5939,
	0x67332667ffc00b31,
	0x8eb44a8768581511,
	0xdb0c2e0d64f98fa7,
	0x47b5481dbefa4fa4,
};

void
sha2_init(struct sha2 *sum, int bits)
{
	*sum = (struct sha2){.bits = bits};
	memcpy(sum->state, bits == 384 ? start_384 : start_512, sizeof sum->state);
	for (int i = 0; i < 8 && bits == 256; i++)
		sum->state[i] >>= 32;
}

static size_t
block_size(const struct sha2 *sum)
{
	return sum->bits == 256 ? 64 : 128;
}

static uint64_t
read_word(const uint8_t *p, size_t n)
{
	uint64_t word = 0;
	for (size_t i = 0; i < n; i++)
		word = word << 8 | p[i];
	return word;
}

static void
write_word(uint8_t *p, size_t n, uint64_t word)
{
	for (size_t i = n; i-- > 0; word >>= 8)
		p[i] = (uint8_t)word;
}

static uint32_t
turn32(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

static uint64_t
turn64(uint64_t x, int n)
{
	return x >> n | x << (64 - n);
}

/* Section 4.1. */
static uint64_t
choose(uint64_t x, uint64_t y, uint64_t z)
{
	return (x & y) ^ (~x & z);
}

static uint64_t
majority(uint64_t x, uint64_t y, uint64_t z)
{
	return (x & y) ^ (x & z) ^ (y & z);
}

/* Section 6.2.2. */
static void
digest_256(struct sha2 *sum, const uint8_t *block)
{
	uint32_t w[ROUNDS_256], s[8];
	for (int i = 0; i < 16; i++)
		w[i] = (uint32_t)read_word(block + (size_t)i * 4, 4);
	for (int i = 16; i < ROUNDS_256; i++) {
		uint32_t a = w[i - 15], b = w[i - 2];
		w[i] = w[i - 16] + (turn32(a, 7) ^ turn32(a, 18) ^ a >> 3) + w[i - 7] +
		       (turn32(b, 17) ^ turn32(b, 19) ^ b >> 10);
	}
	for (int i = 0; i < 8; i++)
		s[i] = (uint32_t)sum->state[i];
	for (int i = 0; i < ROUNDS_256; i++) {
		uint32_t a = s[0], e = s[4];
		uint32_t one = s[7] + (turn32(e, 6) ^ turn32(e, 11) ^ turn32(e, 25)) +
			       (uint32_t)choose(e, s[5], s[6]) +
			       (uint32_t)(constants[i] >> 32) + w[i];
		uint32_t two = (turn32(a, 2) ^ turn32(a, 13) ^ turn32(a, 22)) +
			       (uint32_t)majority(a, s[1], s[2]);
		memmove(s + 1, s, 7 * sizeof *s);
		s[4] += one;
		s[0] = one + two;
	}
	for (int i = 0; i < 8; i++)
		sum->state[i] = (uint32_t)sum->state[i] + s[i];
}

/* Section 6.4.2. */
static void
digest_512(struct sha2 *sum, const uint8_t *block)
{
	uint64_t w[ROUNDS], s[8];
	for (int i = 0; i < 16; i++)
		w[i] = read_word(block + (size_t)i * 8, 8);
	for (int i = 16; i < ROUNDS; i++) {
		uint64_t a = w[i - 15], b = w[i - 2];
		w[i] = w[i - 16] + (turn64(a, 1) ^ turn64(a, 8) ^ a >> 7) + w[i - 7] +
		       (turn64(b, 19) ^ turn64(b, 61) ^ b >> 6);
	}
	memcpy(s, sum->state, sizeof s);
	for (int i = 0; i < ROUNDS; i++) {
		uint64_t a = s[0], e = s[4];
		uint64_t one = s[7] + (turn64(e, 14) ^ turn64(e, 18) ^ turn64(e, 41)) +
			       choose(e, s[5], s[6]) + constants[i] + w[i];
		uint64_t two = (turn64(a, 28) ^ turn64(a, 34) ^ turn64(a, 39)) +
			       majority(a, s[1], s[2]);
		memmove(s + 1, s, 7 * sizeof *s);
		s[4] += one;
		s[0] = one + two;
	}
	for (int i = 0; i < 8; i++)
		sum->state[i] += s[i];
}

static void
digest(struct sha2 *sum, const uint8_t *block)
{
	if (sum->bits == 256)
		digest_256(sum, block);
	else
		digest_512(sum, block);
}

void
sha2_add(struct sha2 *sum, const void *bytes, size_t n)
{
	const uint8_t *p = bytes;
	size_t size = block_size(sum), filled = sum->bytes % size;
	sum->bytes += n;
	while (n) {
		size_t part = n < size - filled ? n : size - filled;
		if (part == size) {
			digest(sum, p);
		} else {
			memcpy(sum->block + filled, p, part);
			filled += part;
			if (filled == size)
				digest(sum, sum->block);
			filled %= size;
		}
		p += part;
		n -= part;
	}
}

void
sha2_end(struct sha2 *sum, uint8_t out[static SHA2_MAX])
{
	size_t size = block_size(sum), word = size / 16;
	uint8_t padding[256] = {0x80};
	/* The length, in bits, ends a block: as many zeros as that takes. */
	size_t room = size - (sum->bytes + 1 + 2 * word) % size;
	size_t n = 1 + room % size + 2 * word;
	write_word(padding + n - 8, 8, sum->bytes << 3);
	if (word == 8)
		padding[n - 9] = (uint8_t)(sum->bytes >> 61);
	sha2_add(sum, padding, n);
	for (size_t i = 0; i < (size_t)sum->bits / 8 / word; i++)
		write_word(out + i * word, word, sum->state[i]);
}
