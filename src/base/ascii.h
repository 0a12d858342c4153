/*
 * Transliterates characters to ASCII, for a terminal whose character set is not UTF-8
 * (case 16). Pure.
 */
#ifndef BASE_ASCII_H
#define BASE_ASCII_H

#include <stddef.h>
#include <stdint.h>

#define ASCII_MAX 8

/* Writes the nearest equivalent of cp, which is not ASCII itself, to out and returns its
 * length: 0 for a combining mark. A character without an equivalent becomes "?". */
size_t ascii_of(uint32_t cp, char out[ASCII_MAX]);

#endif
