/*
 * The places of episodes that a sync deals with, between its two files.
 */
#ifndef ENGINE_ACCOUNT_PLACES_INSIDE_H
#define ENGINE_ACCOUNT_PLACES_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "remote/remote.h"

struct account;
struct store_walk;

/* One that the server reported. */
struct account_sent_place {
	struct remote_place place; /* in the sync's arena */
	uint32_t feed;
	uint64_t item; /* 0: not found (yet) */
	uint64_t like; /* the item whose address differs in the query only; 0: none */
	bool many;     /* there are several such */
};

struct account_places {
	struct account_sent_place *received;
	size_t len, cap;
	struct map at;     /* podcast and episode → index + 1 */
	struct map wanted; /* feed and guid or address → index + 1 */
	struct store_walk *walk;
	size_t missing;  /* of those received, not found yet */
	uint64_t *found; /* items, to be applied */
	size_t found_len, found_cap, applied;
	struct map settled; /* items that are the same there now */
	struct remote_place *send;
	size_t send_len, sent, batch, batch_max, aside_run;
};

/* Those of the sync under way, which may be none yet. */
struct account_places *engine_account_places(struct account *account);
/* Is a's time later or, if they are the same, its place further on? */
bool
engine_account_place_later(const struct remote_place *a, const struct remote_place *b);

#endif
