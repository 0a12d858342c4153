/*
 * A set of ids. They should lie close together, as ids of items do: the set has a bit for
 * each id of a page in which there is one, and a pointer for each page up to the highest
 * id. So an id that may be any number must not be added.
 *
 *	struct idset set = IDSET_INIT;
 *	idset_add(&set, 17);
 *	for (uint64_t id = 0; idset_next(&set, id, &id); id++)
 *		use(id);
 *	idset_done(&set);
 */
#ifndef BASE_IDSET_H
#define BASE_IDSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct idset {
	uint64_t **pages; /* NULL: no id of the page is in the set */
	size_t len;
	size_t count; /* ids */
};

#define IDSET_INIT                                                                       \
	{                                                                                \
		0                                                                        \
	}

/* Removes all ids. */
void idset_done(struct idset *set);
/* Both return whether that changed the set. */
bool idset_add(struct idset *set, uint64_t id);
bool idset_remove(struct idset *set, uint64_t id);
bool idset_has(const struct idset *set, uint64_t id);
/* Finds the lowest id that is not below `from`. False: there is none. */
bool idset_next(const struct idset *set, uint64_t from, uint64_t *id);

#endif
