/*
 * Which of the numbered texts in the table near have a key, in memory: a look-up costs
 * less than one in the table, and what is not there needs no look-up in the store at all.
 *
 * It holds a part of each key, so a text that it finds may have another one. Texts are
 * only added; those that the table no longer has are left out when the caller begins
 * again. For one thread.
 */
#ifndef STORE_IDENTITY_NEAR_KEYS_H
#define STORE_IDENTITY_NEAR_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many texts with the same key are found. If there are more, many items begin with
 * the same words, which makes no story. */
#define NEAR_CANDIDATES 32

struct near_keys {
	uint64_t *slots; /* number + 1 and a part of the key's hash; 0: free */
	size_t len;      /* a power of two, or 0 */
	size_t used;
};

/* Begins again, without texts, and with room for this many. */
void store_identity_near_keys_begin(struct near_keys *keys, size_t room);
/* False: there is no room. Of the number, 36 bits are kept. A text that exceeds the
 * candidates of its key is left out. */
bool store_identity_near_keys_add(struct near_keys *keys, uint64_t key, uint64_t number);
/* The key is about to be added or looked for. Of several keys, all are announced first,
 * so that memory is read for one while it is awaited for another. */
void store_identity_near_keys_expect(const struct near_keys *keys, uint64_t key);
/* Returns how many texts may have the key, the first ones added first. */
size_t store_identity_near_keys_find(const struct near_keys *keys, uint64_t key,
	uint64_t numbers[static NEAR_CANDIDATES]);
void store_identity_near_keys_done(struct near_keys *keys);

#endif
