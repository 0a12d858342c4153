#include "config.h"

#include "chance.h"

#include <stdlib.h>

static int
number_of(const char *name, int fallback)
{
	const char *text = getenv(name);
	return text ? (int)strtol(text, NULL, 10) : fallback;
}

struct chance
chance_begin(int seed)
{
	return (struct chance){(uint64_t)number_of("CRASH_SEED", seed) * 2654435761u + 1};
}

/* Like engine_random: xorshift64*. */
uint32_t
chance_draw(struct chance *chance, uint32_t below)
{
	chance->state ^= chance->state >> 12;
	chance->state ^= chance->state << 25;
	chance->state ^= chance->state >> 27;
	return (uint32_t)((chance->state * 2685821657736338717ULL >> 33) % below);
}

int
chance_kills(int kills)
{
	return number_of("CRASH_KILLS", kills);
}
