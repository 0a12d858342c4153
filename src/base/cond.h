/*
 * A condition variable whose waits end by the monotonic clock: setting the wall clock
 * makes them neither longer nor shorter.
 */
#ifndef BASE_COND_H
#define BASE_COND_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

void cond_init(pthread_cond_t *cond);
/* As pthread_cond_timedwait, until time_mono_ms() is until_ms. False: the time is over.
 */
bool cond_wait_until(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t until_ms);

#endif
