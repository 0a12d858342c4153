/*
 * The index of due times: one entry for each feed that is polled by itself.
 */
#ifndef STORE_DUE_H
#define STORE_DUE_H

#include <stdint.h>

#include "base/attr.h"
#include "store/read.h"

struct store_batch;

/* The feed's stored next_poll; TIME_NONE when it was never asked. */
int store_due_time(const struct store_view *view, uint32_t feed, int64_t *time) MUST_USE;
/* Adds or removes its entry. INT64_MAX (never by itself) has none. */
int store_due_set(struct store_batch *batch, uint32_t feed, int64_t time) MUST_USE;
int store_due_clear(struct store_batch *batch, uint32_t feed, int64_t time) MUST_USE;

#endif
