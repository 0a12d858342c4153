#include "config.h"

#include "base/room.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/cond.h"
#include "base/mem.h"
#include "base/time.h"

struct room {
	pthread_mutex_t lock; /* guards the others */
	pthread_cond_t changed;
	unsigned inside;
	bool alone;
};

struct room *
room_new(void)
{
	struct room *room = mem_zalloc(sizeof *room);
	pthread_mutex_init(&room->lock, NULL);
	cond_init(&room->changed);
	return room;
}

void
room_free(struct room *room)
{
	if (!room)
		return;
	pthread_mutex_destroy(&room->lock);
	pthread_cond_destroy(&room->changed);
	free(room);
}

void
room_enter(struct room *room)
{
	pthread_mutex_lock(&room->lock);
	while (room->alone)
		pthread_cond_wait(&room->changed, &room->lock);
	room->inside++;
	pthread_mutex_unlock(&room->lock);
}

void
room_leave(struct room *room)
{
	pthread_mutex_lock(&room->lock);
	if (--room->inside == 0)
		pthread_cond_broadcast(&room->changed);
	pthread_mutex_unlock(&room->lock);
}

bool
room_alone(struct room *room, int64_t wait_ms)
{
	int64_t until = time_mono_ms() + wait_ms;
	bool waiting = wait_ms > 0;
	pthread_mutex_lock(&room->lock);
	while ((room->inside || room->alone) && waiting)
		waiting = cond_wait_until(&room->changed, &room->lock, until);
	bool empty = !room->inside && !room->alone;
	if (empty)
		room->alone = true;
	pthread_mutex_unlock(&room->lock);
	return empty;
}

void
room_open(struct room *room)
{
	pthread_mutex_lock(&room->lock);
	room->alone = false;
	pthread_cond_broadcast(&room->changed);
	pthread_mutex_unlock(&room->lock);
}
