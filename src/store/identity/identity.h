/*
 * Identities of a document's items.
 */
#ifndef STORE_IDENTITY_IDENTITY_H
#define STORE_IDENTITY_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct feed;
struct item;
struct store_arrival;

struct store_item_identities {
	const struct feed *document;
	struct arena *arena;
	struct store_arrival *arrivals; /* one for each item of the document */
	size_t len;
	uint32_t *sorted; /* indexes of arrivals, by identity, then by place */
	uint32_t *shared; /* indexes of items whose guid others have, too; those of one
			     guid follow each other, in the document's order */
	size_t shared_len;
	bool by_guid; /* guids are keys, where items have them */
};

/* The caller sets document, arena, arrivals (zeroed) and len. This fills in the rest, the
 * arrivals' identities, and the kind of those that are REPEATED. */
void store_identity_find(struct store_item_identities *ids);
/* Sorts again, after identities were changed. */
void store_identity_identities_sort(struct store_item_identities *ids);
/* The identity of an item that has its guid for itself, and of one that shares it. */
void store_identity_alone(const struct item *item, uint8_t *out);
void store_identity_shared(const struct item *item, uint8_t *out);
/* The identity of an item by its guid ('g') or its link ('l') alone. */
void store_identity_of(char kind, const char *text, uint8_t *out);

#endif
