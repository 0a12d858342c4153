#include "config.h"

#include "store/record/record.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/time.h"
#include "base/varint.h"
#include "store/record/codec.h"
#include "store/record/schema.h"

#define HEAD 5 /* check and form */

uint32_t
record_sum(uint64_t key, const void *bytes, size_t len)
{
	/* The key goes in by multiplication, since the hash covers the bytes only; an odd
	 * factor spreads small keys. */
	uint64_t sum = hash64(bytes, len) + key * UINT64_C(0x9e3779b97f4a7c15);
	return (uint32_t)(sum >> 32) ^ (uint32_t)sum;
}

static struct codec_field
field_of(const struct record_field *row, void *record)
{
	uint8_t *base = record;
	return (struct codec_field){row, base + row->offset, base + row->extra};
}

void
record_default(const struct record_shape *shape, void *to)
{
	for (size_t i = 0; i < shape->len; i++) {
		const struct record_field *row = &shape->fields[i];
		const struct codec *codec = codec_of((enum record_type)row->type);
		struct codec_field f = field_of(row, to);
		size_t array = row->extra * codec->extra_size;
		memset(f.at, 0, codec->size ? codec->size : array);
		if (codec->size && codec->extra_size)
			memset(f.extra, 0, codec->extra_size);
		if (row->type == RECORD_TIME)
			*(int64_t *)(void *)f.at = TIME_NONE;
	}
}

void
record_encode(const struct record_shape *shape, uint64_t key, const void *from,
	struct span unknown, struct buf *out)
{
	static const uint8_t head[HEAD] = {0};
	buf_clear(out);
	buf_add(out, head, sizeof head);
	for (size_t i = 0; i < shape->len; i++) {
		const struct record_field *row = &shape->fields[i];
		/* put only reads. One struct serves both directions. */
		struct codec_field f = {row, (uint8_t *)(uintptr_t)from + row->offset,
			(uint8_t *)(uintptr_t)from + row->extra};
		const struct codec *codec = codec_of((enum record_type)row->type);
		if (codec->put)
			codec->put(&f, out);
	}
	if (unknown.n)
		buf_add(out, unknown.p, unknown.n);
	schema_put32(out->data, record_sum(key, out->data + 4, out->len - 4));
}

int
record_check(uint64_t key, struct span bytes)
{
	if (bytes.n < HEAD || bytes.p[4] != 0 ||
		schema_get32(bytes.p) != record_sum(key, bytes.p + 4, bytes.n - 4))
		return ERR_DAMAGED;
	return OK;
}

struct record_walk
record_walk(struct span bytes)
{
	return (struct record_walk){.rest = {bytes.p + HEAD, bytes.n - HEAD}};
}

bool
record_next(struct record_walk *walk)
{
	struct span *rest = &walk->rest;
	uint64_t n;
	if (!rest->n)
		return false;
	walk->tag = (uint8_t)rest->p[0];
	rest->p++;
	rest->n--;
	if (!varint_get(rest, &n) || n > rest->n) {
		rest->n = 0;
		return false;
	}
	walk->value = (struct span){rest->p, (size_t)n};
	rest->p += n;
	rest->n -= (size_t)n;
	return true;
}

/* Adds the field before walk's position, which begins at start, to the unknown ones. */
static void
keep_field(struct span *unknown, const char *start, const struct record_walk *walk,
	size_t max, struct arena *arena)
{
	size_t n = (size_t)(walk->rest.p - start);
	char *to = unknown->p ? (char *)(uintptr_t)unknown->p : arena_alloc(arena, max);
	memcpy(to + unknown->n, start, n);
	*unknown = (struct span){to, unknown->n + n};
}

int
record_decode(const struct record_shape *shape, uint64_t key, struct span bytes,
	struct arena *arena, void *to, struct span *unknown)
{
	if (unknown)
		*unknown = (struct span){NULL, 0};
	if (record_check(key, bytes) != OK)
		return ERR_DAMAGED;
	record_default(shape, to);
	struct record_walk walk = record_walk(bytes);
	for (const char *start = walk.rest.p; record_next(&walk); start = walk.rest.p) {
		if (walk.tag && walk.tag <= shape->len) {
			struct codec_field f = field_of(&shape->fields[walk.tag - 1], to);
			if (!codec_of((enum record_type)f.row->type)
					->get(&f, walk.value, arena))
				return ERR_DAMAGED;
		} else if (unknown) {
			keep_field(unknown, start, &walk, bytes.n, arena);
		}
	}
	return OK;
}

struct span
record_unknown(const struct record_shape *shape, uint64_t key, struct span bytes,
	struct arena *arena)
{
	struct span unknown = {NULL, 0};
	if (record_check(key, bytes) != OK)
		return unknown;
	struct record_walk walk = record_walk(bytes);
	for (const char *start = walk.rest.p; record_next(&walk); start = walk.rest.p)
		if (!walk.tag || walk.tag > shape->len)
			keep_field(&unknown, start, &walk, bytes.n, arena);
	return unknown;
}

struct span
record_find(struct span bytes, uint8_t tag)
{
	struct record_walk walk = record_walk(bytes);
	while (record_next(&walk))
		if (walk.tag == tag)
			return walk.value;
	return (struct span){NULL, 0};
}

int64_t
record_find_int(struct span bytes, uint8_t tag, int64_t fallback)
{
	struct span field = record_find(bytes, tag);
	uint64_t value;
	return field.p && varint_get(&field, &value) ? varint_unzigzag(value) : fallback;
}
