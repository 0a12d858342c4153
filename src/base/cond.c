#include "config.h"

#include "base/cond.h"

#include <time.h>

#include "base/time.h"

void
cond_init(pthread_cond_t *cond)
{
#ifdef HAVE_PTHREAD_CONDATTR_SETCLOCK
	pthread_condattr_t attr;
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(cond, &attr);
	pthread_condattr_destroy(&attr);
#else
	pthread_cond_init(cond, NULL);
#endif
}

static struct timespec
timespec_of(int64_t ms)
{
	return (struct timespec){
		.tv_sec = (time_t)(ms / 1000), .tv_nsec = (long)(ms % 1000 * 1000000)};
}

#ifdef HAVE_PTHREAD_CONDATTR_SETCLOCK

bool
cond_wait_until(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t until_ms)
{
	struct timespec until = timespec_of(until_ms < 0 ? 0 : until_ms);
	return pthread_cond_timedwait(cond, lock, &until) == 0;
}

#else

/* If a condition can't be given another clock (macOS), the wait goes in steps by the wall
 * clock: setting that makes at most one step too long or too short, and the monotonic
 * clock decides when to stop. */
#define STEP_MS 100

bool
cond_wait_until(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t until_ms)
{
	int64_t left = until_ms - time_mono_ms();
	if (left <= 0)
		return false;
	struct timespec until =
		timespec_of(time_wall_ms() + (left < STEP_MS ? left : (int64_t)STEP_MS));
	/* For the caller the end of a step is just a spurious wake-up. */
	pthread_cond_timedwait(cond, lock, &until);
	return true;
}

#endif
