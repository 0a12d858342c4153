/*
 * Text in the character set of the locale.
 */
#ifndef CLI_CORE_LOCALE_H
#define CLI_CORE_LOCALE_H

#include <stddef.h>

struct buf;

/* Appends the n bytes of UTF-8 at s in the character set of the locale. Characters that
 * it does not have become similar ASCII, or "?" (case 16). */
void cli_locale_put(struct buf *out, const char *s, size_t n);

#endif
