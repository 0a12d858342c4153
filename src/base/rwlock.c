#include "config.h"

#include "base/rwlock.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/cond.h"
#include "base/mem.h"
#include "base/time.h"

struct rwlock {
	pthread_mutex_t mutex; /* guards the others */
	pthread_cond_t changed;
	unsigned sharers;
	bool alone;
};

struct rwlock *
rwlock_new(void)
{
	struct rwlock *lock = mem_zalloc(sizeof *lock);
	pthread_mutex_init(&lock->mutex, NULL);
	cond_init(&lock->changed);
	return lock;
}

void
rwlock_free(struct rwlock *lock)
{
	if (!lock)
		return;
	pthread_mutex_destroy(&lock->mutex);
	pthread_cond_destroy(&lock->changed);
	free(lock);
}

void
rwlock_lock_shared(struct rwlock *lock)
{
	pthread_mutex_lock(&lock->mutex);
	while (lock->alone)
		pthread_cond_wait(&lock->changed, &lock->mutex);
	lock->sharers++;
	pthread_mutex_unlock(&lock->mutex);
}

void
rwlock_unlock_shared(struct rwlock *lock)
{
	pthread_mutex_lock(&lock->mutex);
	if (--lock->sharers == 0)
		pthread_cond_broadcast(&lock->changed);
	pthread_mutex_unlock(&lock->mutex);
}

bool
rwlock_try_lock(struct rwlock *lock, int64_t wait_ms)
{
	int64_t until = time_mono_ms() + wait_ms;
	bool waiting = wait_ms > 0;
	pthread_mutex_lock(&lock->mutex);
	while ((lock->sharers || lock->alone) && waiting)
		waiting = cond_wait_until(&lock->changed, &lock->mutex, until);
	bool taken = !lock->sharers && !lock->alone;
	if (taken)
		lock->alone = true;
	pthread_mutex_unlock(&lock->mutex);
	return taken;
}

void
rwlock_unlock(struct rwlock *lock)
{
	pthread_mutex_lock(&lock->mutex);
	lock->alone = false;
	pthread_cond_broadcast(&lock->changed);
	pthread_mutex_unlock(&lock->mutex);
}
