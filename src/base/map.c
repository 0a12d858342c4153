/*
 * Open addressing with linear probing. The slots are indexes into a dense array of
 * entries, so that iterating means walking an array and growing moves 4 bytes per key.
 */
#include "config.h"

#include "base/map.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/vec.h"

void
map_init(struct map *map)
{
	*map = (struct map)MAP_INIT;
}

void
map_done(struct map *map)
{
	for (size_t i = 0; i < map->count; i++)
		free(map->entries[i].key);
	free(map->entries);
	free(map->slots);
	map_init(map);
}

/* The slot of key, or the free one where it belongs. */
static uint32_t *
find_slot(const struct map *map, const void *key, size_t n, uint64_t hash)
{
	size_t mask = map->slots_len - 1;
	for (size_t i = hash & mask;; i = (i + 1) & mask) {
		uint32_t *slot = &map->slots[i];
		if (!*slot)
			return slot;
		const struct map_entry *e = &map->entries[*slot - 1];
		if (e->hash == hash && e->key_len == n && memcmp(e->key, key, n) == 0)
			return slot;
	}
}

static void
grow(struct map *map)
{
	free(map->slots);
	map->slots_len = map->slots_len ? map->slots_len * 2 : 16;
	map->slots = mem_zalloc(map->slots_len * sizeof *map->slots);
	for (size_t i = 0; i < map->count; i++) {
		const struct map_entry *e = &map->entries[i];
		*find_slot(map, e->key, e->key_len, e->hash) = (uint32_t)i + 1;
	}
}

void *
map_get(const struct map *map, const void *key, size_t n)
{
	if (!map->slots_len)
		return NULL;
	uint32_t slot = *find_slot(map, key, n, hash64(key, n));
	return slot ? map->entries[slot - 1].value : NULL;
}

void **
map_put(struct map *map, const void *key, size_t n)
{
	if ((map->count + 1) * 4 > map->slots_len * 3)
		grow(map);
	uint64_t hash = hash64(key, n);
	uint32_t *slot = find_slot(map, key, n, hash);
	if (!*slot) {
		struct map_entry *e =
			VEC_PUSH(map->entries, map->count, map->entries_cap);
		*e = (struct map_entry){mem_strndup(key, n), n, NULL, hash};
		*slot = (uint32_t)map->count;
	}
	return &map->entries[*slot - 1].value;
}
