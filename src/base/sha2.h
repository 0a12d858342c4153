/*
 * SHA-256, SHA-384 and SHA-512 (FIPS 180-4), for sums that others publish.
 */
#ifndef BASE_SHA2_H
#define BASE_SHA2_H

#include <stddef.h>
#include <stdint.h>

#define SHA2_MAX 64 /* bytes of the longest sum */

struct sha2 {
	int bits; /* of the sum */
	uint64_t state[8];
	uint64_t bytes; /* added so far */
	uint8_t block[128];
};

/* bits: 256, 384 or 512. */
void sha2_init(struct sha2 *sum, int bits);
void sha2_add(struct sha2 *sum, const void *bytes, size_t n);
/* Writes the sum, of bits / 8 bytes; then the struct needs another init. */
void sha2_end(struct sha2 *sum, uint8_t out[static SHA2_MAX]);

#endif
