/*
 * Feeds as they are named on a command line.
 */
#ifndef CLI_CHOOSE_H
#define CLI_CHOOSE_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct arena;
struct store;
struct store_feed;

struct cli_choice {
	uint32_t *ids; /* free() it */
	size_t len, cap;
};

/* All feeds that have a line, in arena. */
int cli_choose_from(struct store *store, struct arena *arena, struct store_feed **feeds,
	size_t *len, struct err *err) MUST_USE;
/* Adds the feeds that word names: by number or address exactly, else by a part of the
 * title. ERR_NOT_FOUND with a sentence. Scratch comes from arena. */
int cli_choose(const struct store_feed *feeds, size_t len, const char *word,
	struct arena *arena, struct cli_choice *choice, struct err *err) MUST_USE;
/* Adds a feed that is known already. */
void cli_choice_add(struct cli_choice *choice, uint32_t feed);

#endif
