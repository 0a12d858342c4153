/*
 * Sixteen bytes of a text at once: the compiler's vectors, which every processor has or
 * gets put together of narrower ones. A comparison gives a mask: 0xff where it holds.
 */
#ifndef BASE_LANE_H
#define BASE_LANE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef uint8_t lane __attribute__((vector_size(16)));
typedef uint64_t lane64 __attribute__((vector_size(16)));

#define LANE_EACH(byte) ((lane){0} + (uint8_t)(byte))

static inline lane
lane_at(const char *p)
{
	lane v;
	memcpy(&v, p, sizeof v);
	return v;
}

static inline bool
lane_any(lane v)
{
	lane64 halves = (lane64)v;
	return (halves[0] | halves[1]) != 0;
}

/* A bit of each byte of a mask, the first byte's in the lowest place. */
static inline uint64_t
lane_bits(lane mask)
{
#ifdef __SSE2__
	return (uint64_t)_mm_movemask_epi8((__m128i)mask);
#else
	const lane places = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
	lane64 halves = (lane64)(mask & places);
	/* The highest byte of the product is the sum of all. */
	const uint64_t sum = UINT64_C(0x0101010101010101);
	return halves[0] * sum >> 56 | halves[1] * sum >> 56 << 8;
#endif
}

#endif
