/*
 * Characters for a terminal whose character set is not UTF-8: the nearest ASCII (case
 * 16). Pure.
 */
#ifndef BASE_ASCII_H
#define BASE_ASCII_H

#include <stddef.h>
#include <stdint.h>

#define ASCII_MAX 8

/* Writes what stands for cp (not ASCII itself) to out and returns the length: 0 for a
 * combining mark, "?" where nothing comes near. */
size_t ascii_of(uint32_t cp, char out[ASCII_MAX]);

#endif
