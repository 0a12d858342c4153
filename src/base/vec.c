#include "config.h"

#include "base/vec.h"

#include "base/mem.h"

void *
vec_grow(void *array, size_t *cap, size_t need, size_t size)
{
	if (need <= *cap)
		return array;
	size_t room = *cap ? *cap + *cap / 2 : 8;
	if (room < need)
		room = need;
	*cap = room;
	return mem_realloc(array, room, size);
}
