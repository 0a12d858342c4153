/*
 * A hash map from byte strings to pointers. Keys are copied; values belong to the caller.
 * Iteration is in order of insertion. Entries can't be removed; nothing needs that.
 *
 *	struct map map = MAP_INIT;
 *	*map_put(&map, key, strlen(key)) = value;
 *	for (size_t i = 0; i < map.count; i++)
 *		use(map.entries[i].key, map.entries[i].value);
 *	map_done(&map);
 */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stddef.h>
#include <stdint.h>

struct map_entry {
	char *key; /* NUL-terminated copy */
	size_t key_len;
	void *value;
	uint64_t hash;
};

struct map {
	struct map_entry *entries; /* in order of insertion */
	size_t count, entries_cap;
	uint32_t *slots;  /* 1 + an index into entries; 0: free */
	size_t slots_len; /* a power of two */
};

#define MAP_INIT                                                                         \
	{                                                                                \
		0                                                                        \
	}

void map_init(struct map *map);
/* Frees the map, but not the values. */
void map_done(struct map *map);
/* The value of key, or NULL. */
void *map_get(const struct map *map, const void *key, size_t n);
/* The place of key's value, which is NULL for a new key; valid until the next put. */
void **map_put(struct map *map, const void *key, size_t n);

#endif
