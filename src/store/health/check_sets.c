#include "config.h"

#include "store/health/check_sets.h"

#include <string.h>

#include "base/attr.h"
#include "base/hash.h"
#include "store/record/schema.h"

static void
add(struct check_sets *sets, enum check_set set, const void *bytes, size_t n)
{
	sets->sets[set].hash += hash64(bytes, n);
	sets->sets[set].count++;
}

void
store_health_check_set_add_item(struct check_sets *sets, enum check_set set,
	uint32_t feed, int64_t time, uint64_t id)
{
	const uint64_t words[] = {feed, (uint64_t)time, id};
	add(sets, set, words, sizeof words);
}

void
store_health_check_set_add_id(struct check_sets *sets, enum check_set set, uint64_t id)
{
	add(sets, set, &id, sizeof id);
}

void
store_health_check_set_add_name(struct check_sets *sets, enum check_set set,
	uint32_t feed, const void *identity, uint64_t id)
{
	uint8_t bytes[4 + SCHEMA_IDENTITY + 8];
	memcpy(bytes, &feed, 4);
	memcpy(bytes + 4, identity, SCHEMA_IDENTITY);
	memcpy(bytes + 4 + SCHEMA_IDENTITY, &id, 8);
	add(sets, set, bytes, sizeof bytes);
}

/* Is a the union of b and c? c may be SET_LEN, which is empty. */
static bool
same(const struct check_sets *s, enum check_set a, enum check_set b, enum check_set c)
{
	uint64_t hash = s->sets[b].hash, count = s->sets[b].count;
	if (c != SET_LEN) {
		hash += s->sets[c].hash;
		count += s->sets[c].count;
	}
	return s->sets[a].hash == hash && s->sets[a].count == count;
}

bool
store_health_check_sets_lists(const struct check_sets *sets)
{
	static const enum check_set wanted[][3] = {
		{SET_ITEM, SET_PLACE, SET_LEN},
		{SET_ITEM, SET_LISTED, SET_DELETED},
		{SET_ITEM, SET_ALL, SET_DELETED},
		{SET_UNREAD, SET_SAYS_UNREAD, SET_LEN},
		{SET_STARRED, SET_SAYS_STARRED, SET_LEN},
		{SET_TAGGED, SET_SAYS_TAGGED, SET_LEN},
		{SET_ID, SET_TEXT, SET_LEN},
	};
	for (size_t i = 0; i < COUNT_OF(wanted); i++)
		if (!same(sets, wanted[i][0], wanted[i][1], wanted[i][2]))
			return false;
	return true;
}

bool
store_health_check_sets_guids(const struct check_sets *sets)
{
	return same(sets, SET_NAME, SET_GUID, SET_LEN);
}
