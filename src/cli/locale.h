/*
 * Text for people in the character set of their locale.
 */
#ifndef CLI_LOCALE_H
#define CLI_LOCALE_H

#include <stddef.h>

struct buf;

/* Appends the n bytes of UTF-8 at s in the locale's character set: what it has not is
 * written as the nearest ASCII, "?" where nothing comes near (case 16). */
void cli_locale_put(struct buf *out, const char *s, size_t n);

#endif
