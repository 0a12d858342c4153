/*
 * A shared lock: any number of threads hold it together, or one holds it alone. It
 * differs from pthread_rwlock_t in what callers here need: a thread may take it several
 * times, and waiting to hold it alone ends after a time by the monotonic clock.
 */
#ifndef BASE_RWLOCK_H
#define BASE_RWLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct rwlock;

struct rwlock *rwlock_new(void);
/* Nobody may hold it. NULL is accepted. */
void rwlock_free(struct rwlock *lock);

/* Takes the lock shared, waiting while another thread holds it alone. Any thread, even
 * one that already shares the lock. */
void rwlock_lock_shared(struct rwlock *lock);
void rwlock_unlock_shared(struct rwlock *lock);

/* Waits at most wait_ms until nobody holds the lock, and takes it alone. False: others
 * held it all that time. */
bool rwlock_try_lock(struct rwlock *lock, int64_t wait_ms) MUST_USE;
void rwlock_unlock(struct rwlock *lock);

#endif
