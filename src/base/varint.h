/*
 * Numbers in records: seven bits per byte, lowest first; signed ones with the sign in bit
 * 0.
 */
#ifndef BASE_VARINT_H
#define BASE_VARINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

#define VARINT_MAX 10 /* bytes */

/* Returns how many bytes were written; to has room for VARINT_MAX. */
size_t varint_put(uint8_t *to, uint64_t value);
/* Takes a number from the front; false if there is none. */
bool varint_get(struct span *from, uint64_t *out);

uint64_t varint_zigzag(int64_t value);
int64_t varint_unzigzag(uint64_t value);

#endif
