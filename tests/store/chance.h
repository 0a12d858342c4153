/*
 * Deaths at random: how many, and when. Two environment variables set this, and the same
 * seed gives the same test.
 */
#ifndef TESTS_STORE_CHANCE_H
#define TESTS_STORE_CHANCE_H

#include <stdint.h>

struct chance {
	uint64_t state; /* not 0 */
};

/* From CRASH_SEED, or the default. */
struct chance chance_begin(int seed);
/* A random number less than that. */
uint32_t chance_draw(struct chance *chance, uint32_t below);
/* CRASH_KILLS, or the default. */
int chance_kills(int kills);

#endif
