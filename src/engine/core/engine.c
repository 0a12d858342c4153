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

#define SET_SECONDS 60 /* smaller corrections of the wall clock are ignored */

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
engine_boot_ms(const struct engine *e)
{
	return e->boot ? e->boot(e->clock_data) : time_boot_ms();
}

static int64_t
wall(const struct engine *e)
{
	return e->clock ? e->clock(e->clock_data) : time_wall();
}

/* Small steps add up, so lead stays as it is. */
static int64_t
set_by(const struct engine *e, int64_t now)
{
	int64_t jump = now - engine_boot_ms(e) / 1000 - e->lead;
	return jump <= SET_SECONDS && jump >= -SET_SECONDS ? 0 : jump;
}

int64_t
engine_clock_set(const struct engine *e)
{
	return set_by(e, wall(e));
}

int64_t
engine_now(const struct engine *e)
{
	int64_t now = wall(e);
	return e->schedule ? now - set_by(e, now) : now;
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
