/*
 * Deaths by chance: how many, and when. Two variables of the environment say so, and the
 * same seed is the same test.
 */
#ifndef TESTS_STORE_CHANCE_H
#define TESTS_STORE_CHANCE_H

#include <stdint.h>

struct chance {
	uint64_t state; /* not 0 */
};

/* From CRASH_SEED, or what stands for it. */
struct chance chance_begin(int seed);
/* Below that. */
uint32_t chance_draw(struct chance *chance, uint32_t below);
/* CRASH_KILLS, or what stands for it. */
int chance_kills(int kills);

#endif
