/*
 * Vectors of 16 bytes, to look at that much text at a time. They are the compiler's own
 * extension, which works on every processor. A comparison gives a mask: 0xff in each byte
 * for which it is true.
 */
#ifndef BASE_SIMD_H
#define BASE_SIMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef uint8_t simd_u8 __attribute__((vector_size(16)));
typedef uint64_t simd_u64 __attribute__((vector_size(16)));

/* A vector of equal bytes. */
#define SIMD_ALL(byte) ((simd_u8){0} + (uint8_t)(byte))

static inline simd_u8
simd_load(const char *p)
{
	simd_u8 v;
	memcpy(&v, p, sizeof v);
	return v;
}

/* The first n bytes at p, then zeros. A whole vector must be readable at p, however small
 * n is. */
static inline simd_u8
simd_load_first(const char *p, size_t n)
{
	static const uint8_t kept[2 * sizeof(simd_u8)] = {0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	size_t zeros = n < sizeof(simd_u8) ? sizeof(simd_u8) - n : 0;
	return simd_load(p) & simd_load((const char *)kept + zeros);
}

static inline bool
simd_any(simd_u8 v)
{
#ifdef __SSE2__
	__m128i zeros = _mm_cmpeq_epi8((__m128i)v, _mm_setzero_si128());
	return _mm_movemask_epi8(zeros) != 0xffff;
#else
	simd_u64 halves = (simd_u64)v;
	return (halves[0] | halves[1]) != 0;
#endif
}

/* One bit for each byte of a mask, the lowest for the first byte. */
static inline uint64_t
simd_bits(simd_u8 mask)
{
#ifdef __SSE2__
	return (uint64_t)_mm_movemask_epi8((__m128i)mask);
#else
	const simd_u8 places = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
	simd_u64 halves = (simd_u64)(mask & places);
	/* The highest byte of the product is the sum of all. */
	const uint64_t sum = UINT64_C(0x0101010101010101);
	return halves[0] * sum >> 56 | halves[1] * sum >> 56 << 8;
#endif
}

/* One bit for each byte whose highest bit is set. */
static inline uint64_t
simd_signs(simd_u8 v)
{
#ifdef __SSE2__
	return simd_bits(v);
#else
	return simd_bits((simd_u8)(v > SIMD_ALL(0x7f)));
#endif
}

/* One bit for each byte that is an ASCII letter or digit. */
static inline uint64_t
simd_alnum(simd_u8 text)
{
	simd_u8 lower = text | SIMD_ALL(0x20);
	return simd_bits((simd_u8)(lower - SIMD_ALL('a') < SIMD_ALL(26)) |
			 (simd_u8)(text - SIMD_ALL('0') < SIMD_ALL(10)));
}

#endif
