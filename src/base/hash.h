/*
 * Hashes for keys and checksums: XXH3 from the xxHash library. The same on all versions
 * and machines; not for secrets.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

struct hash128 {
	uint8_t bytes[16]; /* canonical, big-endian */
};

uint64_t hash64(const void *bytes, size_t n);
struct hash128 hash128(const void *bytes, size_t n);

#endif
