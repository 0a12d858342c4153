/*
 * What a server for podcasts reported about places: the latest of each episode.
 */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/time.h"
#include "base/vec.h"
#include "engine/account/account_inside.h"
#include "engine/account/places_inside.h"
#include "store/item/walk.h"

#define TOLD_MAX 200000 /* of an answer */
/* A device may send local time as UTC; what is further ahead is ignored. */
#define AHEAD_MAX TIME_DAY

struct account_places *
engine_account_places(struct account *a)
{
	if (!a->places)
		a->places = mem_zalloc(sizeof *a->places);
	return a->places;
}

void
engine_account_places_reset(struct account *a)
{
	struct account_places *p = a->places;
	if (!p)
		return;
	store_item_walk_free(p->walk);
	map_done(&p->at);
	map_done(&p->wanted);
	map_done(&p->settled);
	free(p->received);
	free(p->found);
	free(p);
	a->places = NULL;
}

/* ---- what the server sends */

bool
engine_account_place_later(const struct remote_place *a, const struct remote_place *b)
{
	return a->at != b->at ? a->at > b->at : a->position > b->position;
}

void
engine_account_places_sink(struct account *a, const struct remote_place *place)
{
	struct account_places *p = engine_account_places(a);
	struct buf key = BUF_INIT(0);
	if (place->at > a->began + AHEAD_MAX)
		return;
	buf_addf(&key, "%.*s\n%.*s", SPAN_FMT(place->podcast),
		SPAN_FMT(place->episode.n ? place->episode : place->guid));
	void **at = map_put(&p->at, key.data, key.len);
	size_t i = (size_t)(uintptr_t)*at;
	buf_done(&key);
	if (i == 0 && p->len == TOLD_MAX)
		return;
	if (i == 0) {
		*VEC_PUSH(p->received, p->len, p->cap) =
			(struct account_sent_place){.item = 0};
		i = p->len;
		*at = (void *)(uintptr_t)i;
	} else if (!engine_account_place_later(place, &p->received[i - 1].place)) {
		return;
	}
	struct remote_place *to = &p->received[i - 1].place;
	*to = *place;
	to->podcast = arena_span(&a->arena, place->podcast);
	to->episode = arena_span(&a->arena, place->episode);
	to->guid = arena_span(&a->arena, place->guid);
}
