/*
 * The names of character sets, as documents write them and as iconv knows them.
 */
#ifndef FEED_CHARSET_H
#define FEED_CHARSET_H

#include <stdbool.h>

#include "base/str.h"

#define CHARSET_NAME_MAX 40
#define CHARSET_ASCII "US-ASCII"
#define CHARSET_WESTERN "WINDOWS-1252"

/* Copies a name, cut at CHARSET_NAME_MAX, to out. */
void feed_charset_set(char *out, struct span name);
/* Turns a name as documents write it into iconv's, in out. False when neither we nor
 * iconv know it. */
bool feed_charset_known(struct span name, char *out);
/* Whether bytes of ASCII may stand for other letters in the set (ISO-2022 and the like).
 */
bool feed_charset_seven_bit(const char *charset);
/* Whether it is UTF-16 or UTF-32. */
bool feed_charset_wide(const char *charset);

#endif
