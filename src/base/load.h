/*
 * Eight bytes as a number, whatever the machine's order of bytes is.
 */
#ifndef BASE_LOAD_H
#define BASE_LOAD_H

#include <stdint.h>
#include <string.h>

/* The first of the bytes is the lowest. They need not be aligned. */
static inline uint64_t
load_little(const void *p)
{
	uint64_t value;
	memcpy(&value, p, sizeof value);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	value = __builtin_bswap64(value);
#endif
	return value;
}

#endif
