/*
 * Waiting on a condition variable by the monotonic clock, so that setting the wall clock
 * makes a wait neither longer nor shorter.
 */
#ifndef BASE_COND_H
#define BASE_COND_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

void cond_init(pthread_cond_t *cond);
/* Like pthread_cond_timedwait, but until time_mono_ms() reaches until_ms. False on
 * time-out. */
bool cond_wait_until(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t until_ms);

#endif
