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

/* The number of the month that a folded word names, in whole or by at least its first
 * three letters; 0 for none. */
int feed_date_month(const char *word);
/* The day of the week that a folded word names in English, in whole or by its first three
 * letters, from 1 for Monday; 0 for none. */
int feed_date_weekday(const char *word);
/* Looks up a folded abbreviation ("pst"); *seconds is east of Greenwich. */
bool feed_date_zone(const char *word, int64_t *seconds);
/* Looks up a folded name of the time zone database ("europe/brussels") at a local time,
 * given as if it were UTC. */
bool feed_date_place(const char *word, int64_t local, int64_t *seconds);

#endif
