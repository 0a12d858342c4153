/*
 * Characters for a terminal whose character set is not UTF-8: the nearest ASCII (case
 * 16). Pure.
 */
#ifndef UI_ASCII_H
#define UI_ASCII_H

#include <stddef.h>
#include <stdint.h>

#define UI_ASCII_MAX 8

/* Writes what stands for cp (not ASCII itself) to out and returns the length: 0 for a
 * combining mark, "?" where nothing comes near. */
size_t ui_ascii(uint32_t cp, char out[UI_ASCII_MAX]);

#endif
