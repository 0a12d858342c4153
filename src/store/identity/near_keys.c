#include "config.h"

#include "store/identity/near_keys.h"

#include <stdlib.h>

#include "base/mem.h"

#define LEAST 1024 /* slots */
#define NUMBER_BITS 36
#define NUMBER ((UINT64_C(1) << NUMBER_BITS) - 1)

/* Keys are the lowest of many hashes, so their first bits are mostly 0. */
static uint64_t
mix(uint64_t key)
{
	key *= UINT64_C(0x9e3779b97f4a7c15);
	return key ^ key >> 32;
}

void
store_identity_near_keys_begin(struct near_keys *keys, size_t room)
{
	free(keys->slots);
	keys->len = LEAST;
	while (keys->len < room * 2)
		keys->len *= 2;
	keys->slots = mem_zalloc(keys->len * sizeof *keys->slots);
	keys->used = 0;
}

/* Three quarters: beyond that, a look-up would pass many slots. */
static bool
is_full(const struct near_keys *keys)
{
	return keys->used * 4 >= keys->len * 3;
}

/* The first free slot of the key; the texts that may have it are in those before. */
static size_t
find(const struct near_keys *keys, uint64_t hash, uint64_t *numbers, size_t *found)
{
	size_t at = hash & (keys->len - 1);
	for (*found = 0; keys->slots[at]; at = (at + 1) & (keys->len - 1)) {
		if ((keys->slots[at] ^ hash) & ~NUMBER)
			continue;
		if (numbers)
			numbers[*found] = (keys->slots[at] & NUMBER) - 1;
		if (++*found == NEAR_CANDIDATES)
			break;
	}
	return at;
}

void
store_identity_near_keys_expect(const struct near_keys *keys, uint64_t key)
{
	if (keys->len)
		__builtin_prefetch(&keys->slots[mix(key) & (keys->len - 1)]);
}

bool
store_identity_near_keys_add(struct near_keys *keys, uint64_t key, uint64_t number)
{
	size_t found;
	uint64_t hash = mix(key);
	if (is_full(keys))
		return false;
	size_t at = find(keys, hash, NULL, &found);
	if (found == NEAR_CANDIDATES)
		return true;
	keys->slots[at] = (hash & ~NUMBER) | ((number + 1) & NUMBER);
	keys->used++;
	return true;
}

size_t
store_identity_near_keys_find(const struct near_keys *keys, uint64_t key,
	uint64_t numbers[static NEAR_CANDIDATES])
{
	size_t found = 0;
	if (keys->len)
		find(keys, mix(key), numbers, &found);
	return found;
}

void
store_identity_near_keys_done(struct near_keys *keys)
{
	free(keys->slots);
	*keys = (struct near_keys){0};
}
