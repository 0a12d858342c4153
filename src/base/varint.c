#include "config.h"

#include "base/varint.h"

size_t
varint_put(uint8_t *to, uint64_t value)
{
	size_t n = 0;
	for (; value >= 0x80; value >>= 7)
		to[n++] = (uint8_t)(value | 0x80);
	to[n++] = (uint8_t)value;
	return n;
}

bool
varint_get(struct span *from, uint64_t *out)
{
	uint64_t value = 0;
	for (size_t i = 0; i < from->n && i < VARINT_MAX; i++) {
		uint8_t byte = (uint8_t)from->p[i];
		value |= (uint64_t)(byte & 0x7f) << (7 * i);
		if (byte & 0x80)
			continue;
		from->p += i + 1;
		from->n -= i + 1;
		*out = value;
		return true;
	}
	return false;
}

uint64_t
varint_zigzag(int64_t value)
{
	return (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0);
}

int64_t
varint_unzigzag(uint64_t value)
{
	return (int64_t)(value >> 1 ^ (value & 1 ? UINT64_MAX : 0));
}
