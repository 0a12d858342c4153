/*
 * A room that many threads are in at once, or one thread alone: for what all use and
 * somebody must change from time to time.
 */
#ifndef BASE_ROOM_H
#define BASE_ROOM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct room;

struct room *room_new(void);
/* Nobody is in it. NULL is accepted. */
void room_free(struct room *room);

/* Any thread, also several times. Waits while somebody is alone in the room. */
void room_enter(struct room *room);
void room_leave(struct room *room);

/* Waits at most wait_ms for the room to be empty and takes it. False: it never was.
 * Others wait until room_open. */
bool room_alone(struct room *room, int64_t wait_ms) MUST_USE;
void room_open(struct room *room);

#endif
