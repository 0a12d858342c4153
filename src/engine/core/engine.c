/*
 * Clocks and random numbers for all parts of the engine.
 */
#include "config.h"

#include "engine/core/engine.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/time.h"
#include "fetch/fetch.h"

double
engine_random(struct engine *e)
{
	/* xorshift64* (Vigna 2016, "An experimental exploration of Marsaglia's xorshift
	 * generators, scrambled"), the upper 53 bits. */
	uint64_t x = e->random;
	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	e->random = x;
	return (double)(x * 2685821657736338717ULL >> 11) * 0x1p-53;
}

uint64_t
engine_new_id(void)
{
	uint64_t parts[4] = {(uint64_t)time_wall_ms(), (uint64_t)time_mono_us(),
		(uint64_t)getpid(), 0};
	int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		ssize_t got = read(fd, &parts[3], sizeof parts[3]);
		(void)got; /* the other parts will do */
		close(fd);
	}
	return hash64(parts, sizeof parts) | 1;
}

int64_t
engine_now(const struct engine *e)
{
	return e->clock ? e->clock(e->clock_data) : time_wall();
}

int64_t
engine_boot_ms(const struct engine *e)
{
	return e->boot ? e->boot(e->clock_data) : time_boot_ms();
}

void
engine_check_due(struct engine *e)
{
	e->due_check_at = 0;
}

void
engine_wake(void *data)
{
	struct engine *e = data;
	if (e->fetch)
		fetch_wake(e->fetch);
}
