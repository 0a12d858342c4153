/*
 * The part of the politeness score about clocks and crowds.
 */
#ifndef TESTS_HTTP_POLITENESS_CLOCK_H
#define TESTS_HTTP_POLITENESS_CLOCK_H

#include <stdint.h>

/* Prints its rows; how often a feed was asked too soon, or too many at once. */
int64_t politeness_clock(void);

#endif
