/*
 * Names in dates: months of many languages, time zones.
 */
#ifndef FEED_DATE_NAMES_H
#define FEED_DATE_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

#define DATE_WORD_MAX 40

/* Writes the word in lower case without accents (Latin, Greek, Cyrillic) to out, cut at
 * DATE_WORD_MAX, NUL-terminated; dots are dropped. */
void feed_date_fold(struct span word, char *out);

/* 1-12 for a folded month's name or a beginning of it of three letters; 0: none. */
int feed_date_month(const char *word);
/* A folded abbreviation ("pst"); *seconds east of Greenwich. */
bool feed_date_zone(const char *word, int64_t *seconds);
/* A folded name of the time zone database ("europe/brussels"), at the local time given
 * as if it were UTC. */
bool feed_date_place(const char *word, int64_t local, int64_t *seconds);

#endif
