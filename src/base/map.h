/*
 * A hash map from byte strings to pointers. Keys are copied; values are the caller's.
 * Iteration is in order of insertion. There is no removal: none was needed so far.
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
	uint32_t *slots;  /* index into entries + 1; 0: free */
	size_t slots_len; /* a power of two */
};

#define MAP_INIT                                                                         \
	{                                                                                \
		0                                                                        \
	}

void map_init(struct map *map);
/* Frees keys and slots, not the values. */
void map_done(struct map *map);
/* The value of key, or NULL. */
void *map_get(const struct map *map, const void *key, size_t n);
/* Where the value of key stands (NULL in it for a new key); valid until the next put. */
void **map_put(struct map *map, const void *key, size_t n);

#endif
