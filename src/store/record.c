#include "config.h"

#include "store/record.h"

#include <stdbool.h>
#include <string.h>

#include "base/err.h"
#include "base/hash.h"
#include "base/time.h"
#include "model/item.h"
#include "store/dense.h"
#include "store/schema.h"

#define HEAD 5 /* check and form */
#define VARINT_MAX 10

/* A field being put together or taken apart: where it lives in the struct, its row. */
struct field {
	const struct record_field *row;
	uint8_t *at;    /* the member */
	uint8_t *extra; /* the member that row->extra names */
};

uint32_t
record_sum(uint64_t key, const void *bytes, size_t len)
{
	/* An odd factor spreads small keys; the hash alone would not know the key. */
	uint64_t sum = hash64(bytes, len) + key * UINT64_C(0x9e3779b97f4a7c15);
	return (uint32_t)(sum >> 32) ^ (uint32_t)sum;
}

/* Numbers: seven bits a byte, lowest first; signed ones with the sign in bit 0. */

static size_t
varint_put(uint8_t *to, uint64_t value)
{
	size_t n = 0;
	for (; value >= 0x80; value >>= 7)
		to[n++] = (uint8_t)(value | 0x80);
	to[n++] = (uint8_t)value;
	return n;
}

static bool
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

static uint64_t
zigzag(int64_t value)
{
	return (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0);
}

static int64_t
unzigzag(uint64_t value)
{
	return (int64_t)(value >> 1 ^ (value & 1 ? UINT64_MAX : 0));
}

static void
put_bytes(struct buf *out, uint8_t tag, const void *bytes, size_t n)
{
	uint8_t head[1 + VARINT_MAX] = {tag};
	buf_add(out, head, 1 + varint_put(head + 1, n));
	if (n)
		buf_add(out, bytes, n);
}

static void
put_varint(struct buf *out, uint8_t tag, uint64_t value)
{
	uint8_t bytes[VARINT_MAX];
	put_bytes(out, tag, bytes, varint_put(bytes, value));
}

/* A field whose length is known only when it is done. */
static size_t
open_field(struct buf *out, uint8_t tag)
{
	/* Two bytes hold any length below 16,384: more than the longest array makes. */
	const uint8_t head[3] = {tag, 0x80, 0};
	buf_add(out, head, sizeof head);
	return out->len;
}

static void
close_field(struct buf *out, size_t start)
{
	size_t n = out->len - start;
	out->data[start - 2] = (char)(n | 0x80);
	out->data[start - 1] = (char)(n >> 7);
}

static void
add_varint(struct buf *out, uint64_t value)
{
	uint8_t bytes[VARINT_MAX];
	buf_add(out, bytes, varint_put(bytes, value));
}

/* ---- One codec a type: put appends the field unless it holds its default, get reads
 * one occurrence (the member holds its default before) and tells whether it is sane. */

static void
put_str(const struct field *f, struct buf *out)
{
	const char *s = *(char **)(void *)f->at;
	if (s)
		put_bytes(out, f->row->tag, s, strlen(s));
}

static bool
get_str(const struct field *f, struct span s, struct arena *arena)
{
	*(char **)(void *)f->at = arena_strndup(arena, s.p, s.n);
	return true;
}

static void
put_strs(const struct field *f, struct buf *out)
{
	char **list = *(char ***)(void *)f->at;
	size_t len = *(size_t *)(void *)f->extra;
	for (size_t i = 0; i < len; i++)
		put_bytes(out, f->row->tag, list[i], strlen(list[i]));
}

static bool
get_strs(const struct field *f, struct span s, struct arena *arena)
{
	char ***list = (char ***)(void *)f->at;
	size_t *len = (size_t *)(void *)f->extra;
	*list = arena_push(arena, *list, *len, sizeof **list);
	(*list)[(*len)++] = arena_strndup(arena, s.p, s.n);
	return true;
}

static void
put_bool(const struct field *f, struct buf *out)
{
	if (*(bool *)f->at)
		put_bytes(out, f->row->tag, NULL, 0);
}

static bool
get_bool(const struct field *f, struct span s, struct arena *arena)
{
	(void)s;
	(void)arena;
	*(bool *)f->at = true;
	return true;
}

static void
put_i32(const struct field *f, struct buf *out)
{
	int32_t value = *(int32_t *)(void *)f->at;
	if (value)
		put_varint(out, f->row->tag, zigzag(value));
}

static bool
get_i32(const struct field *f, struct span s, struct arena *arena)
{
	(void)arena;
	uint64_t value;
	if (!varint_get(&s, &value))
		return false;
	*(int32_t *)(void *)f->at = (int32_t)unzigzag(value);
	return true;
}

static void
put_u32(const struct field *f, struct buf *out)
{
	uint32_t value = *(uint32_t *)(void *)f->at;
	if (value)
		put_varint(out, f->row->tag, zigzag(value));
}

static bool
get_u32(const struct field *f, struct span s, struct arena *arena)
{
	(void)arena;
	uint64_t value;
	if (!varint_get(&s, &value))
		return false;
	*(uint32_t *)(void *)f->at = (uint32_t)unzigzag(value);
	return true;
}

static void
put_i64(const struct field *f, struct buf *out)
{
	int64_t value = *(int64_t *)(void *)f->at;
	if (value != (f->row->type == RECORD_TIME ? TIME_NONE : 0))
		put_varint(out, f->row->tag, zigzag(value));
}

static bool
get_i64(const struct field *f, struct span s, struct arena *arena)
{
	(void)arena;
	uint64_t value;
	if (!varint_get(&s, &value))
		return false;
	*(int64_t *)(void *)f->at = unzigzag(value);
	return true;
}

static void
put_u64(const struct field *f, struct buf *out)
{
	uint8_t bytes[8];
	uint64_t value = *(uint64_t *)(void *)f->at;
	schema_put64(bytes, value);
	if (value)
		put_bytes(out, f->row->tag, bytes, sizeof bytes);
}

static bool
get_u64(const struct field *f, struct span s, struct arena *arena)
{
	(void)arena;
	if (s.n != 8)
		return false;
	*(uint64_t *)(void *)f->at = schema_get64(s.p);
	return true;
}

static void
put_identity(const struct field *f, struct buf *out)
{
	put_bytes(out, f->row->tag, f->at, SCHEMA_IDENTITY);
}

static bool
get_identity(const struct field *f, struct span s, struct arena *arena)
{
	(void)arena;
	if (s.n != SCHEMA_IDENTITY)
		return false;
	memcpy(f->at, s.p, s.n);
	return true;
}

/* An address: a number as a varint, the address, NUL, the type if there is one. */
static void
put_address(const struct field *f, struct buf *out, uint64_t number, const char *url,
	const char *type)
{
	uint8_t first[VARINT_MAX], head[1 + VARINT_MAX] = {f->row->tag};
	size_t n = varint_put(first, number);
	size_t url_len = url ? strlen(url) : 0;
	size_t type_len = type ? strlen(type) + 1 : 0;
	buf_add(out, head, 1 + varint_put(head + 1, n + url_len + type_len));
	buf_add(out, first, n);
	buf_add(out, url, url_len);
	if (type_len) {
		buf_addc(out, '\0');
		buf_add(out, type, type_len - 1);
	}
}

static bool
get_address(struct span s, struct arena *arena, uint64_t *number, char **url, char **type)
{
	if (!varint_get(&s, number))
		return false;
	const char *nul = s.n ? memchr(s.p, '\0', s.n) : NULL;
	size_t url_len = nul ? (size_t)(nul - s.p) : s.n;
	*url = arena_strndup(arena, s.p, url_len);
	*type = nul ? arena_strndup(arena, nul + 1, s.n - url_len - 1) : NULL;
	return true;
}

static void
put_enclosures(const struct field *f, struct buf *out)
{
	const struct enclosure *list = *(struct enclosure **)(void *)f->at;
	size_t len = *(size_t *)(void *)f->extra;
	for (size_t i = 0; i < len; i++)
		put_address(f, out, (uint64_t)(list[i].length + 1), list[i].url,
			list[i].type);
}

static bool
get_enclosures(const struct field *f, struct span s, struct arena *arena)
{
	struct enclosure **list = (struct enclosure **)(void *)f->at, e;
	size_t *len = (size_t *)(void *)f->extra;
	uint64_t length;
	if (!get_address(s, arena, &length, &e.url, &e.type))
		return false;
	e.length = (int64_t)length - 1;
	*list = arena_push(arena, *list, *len, sizeof **list);
	(*list)[(*len)++] = e;
	return true;
}

static void
put_related(const struct field *f, struct buf *out)
{
	const struct related *list = *(struct related **)(void *)f->at;
	size_t len = *(size_t *)(void *)f->extra;
	for (size_t i = 0; i < len; i++)
		put_address(f, out, (uint64_t)list[i].rel, list[i].url, list[i].type);
}

/* One of a kind that is not known here comes from a newer program: it is left out. */
static bool
get_related(const struct field *f, struct span s, struct arena *arena)
{
	struct related **list = (struct related **)(void *)f->at, r;
	size_t *len = (size_t *)(void *)f->extra;
	uint64_t rel;
	if (!get_address(s, arena, &rel, &r.url, &r.type))
		return false;
	if (rel >= RELATED_MAX)
		return true;
	r.rel = (enum related_rel)rel;
	*list = arena_push(arena, *list, *len, sizeof **list);
	(*list)[(*len)++] = r;
	return true;
}

/* Differences: posting times ascend, so that most take two or three bytes. */
static void
put_times(const struct field *f, struct buf *out)
{
	const int64_t *list = (int64_t *)(void *)f->at;
	uint16_t len = *(uint16_t *)(void *)f->extra;
	if (!len)
		return;
	size_t start = open_field(out, f->row->tag);
	for (uint16_t i = 0; i < len; i++)
		add_varint(out, zigzag((int64_t)((uint64_t)list[i] -
						 (i ? (uint64_t)list[i - 1] : 0))));
	close_field(out, start);
}

static bool
get_times(const struct field *f, struct span s, struct arena *arena)
{
	(void)arena;
	int64_t *list = (int64_t *)(void *)f->at;
	uint16_t *len = (uint16_t *)(void *)f->extra;
	uint64_t delta, time = 0;
	/* The array ends where its length stands: how many fit is told by the layout. */
	size_t max = (size_t)(f->extra - f->at) / sizeof *list;
	while (s.n) {
		if (*len >= max || !varint_get(&s, &delta))
			return false;
		time += (uint64_t)unzigzag(delta);
		list[(*len)++] = (int64_t)time;
	}
	return true;
}

/* Differences, too: the ids of one action are near each other. */
static void
put_ids(const struct field *f, struct buf *out)
{
	const uint64_t *list = *(uint64_t **)(void *)f->at;
	size_t len = *(size_t *)(void *)f->extra;
	if (!len)
		return;
	size_t start = open_field(out, f->row->tag);
	for (size_t i = 0; i < len; i++)
		add_varint(out, zigzag((int64_t)(list[i] - (i ? list[i - 1] : 0))));
	close_field(out, start);
}

static bool
get_ids(const struct field *f, struct span s, struct arena *arena)
{
	uint64_t delta, id = 0, *list = arena_alloc(arena, (s.n + 1) * sizeof *list);
	size_t len = 0;
	while (s.n) {
		if (!varint_get(&s, &delta))
			return false;
		id += (uint64_t)unzigzag(delta);
		list[len++] = id;
	}
	*(uint64_t **)(void *)f->at = list;
	*(size_t *)(void *)f->extra = len;
	return true;
}

/* ---- arrays of numbers */

static bool
get_each(uint16_t *list, size_t len, struct span s)
{
	for (size_t i = 0; i < len; i++) {
		uint64_t value;
		if (!varint_get(&s, &value) || value > UINT16_MAX)
			return false;
		list[i] = (uint16_t)value;
	}
	return s.n == 0;
}

static bool
get_counts_0(const struct field *f, struct span s, struct arena *arena)
{
	(void)arena;
	return get_each((uint16_t *)(void *)f->at, f->row->extra, s);
}

/* Pairs (distance to the one before, count) after a 0 byte, or all counts after a 1. */
static bool
get_sparse(uint16_t *list, size_t len, struct span s)
{
	if (!s.n)
		return false;
	bool each = s.p[0] != 0;
	s = (struct span){s.p + 1, s.n - 1};
	if (each)
		return get_each(list, len, s);
	uint64_t at = 0;
	while (s.n) {
		uint64_t step, count;
		if (!varint_get(&s, &step) || !varint_get(&s, &count) || step >= len ||
			at + step >= len || count > UINT16_MAX)
			return false;
		at += step;
		list[at] = (uint16_t)count;
	}
	return true;
}

static bool
get_sparse_0(const struct field *f, struct span s, struct arena *arena)
{
	(void)arena;
	return get_sparse((uint16_t *)(void *)f->at, f->row->extra, s);
}

/* Counts that are larger than a byte are cut. */
static void
narrow(const uint16_t *from, uint8_t *to, size_t len)
{
	for (size_t i = 0; i < len; i++)
		to[i] = (uint8_t)(from[i] < UINT8_MAX ? from[i] : UINT8_MAX);
}

static bool
get_small_sparse_0(const struct field *f, struct span s, struct arena *arena)
{
	uint16_t list[DENSE_MAX] = {0};
	(void)arena;
	if (!get_sparse(list, f->row->extra, s))
		return false;
	narrow(list, f->at, f->row->extra);
	return true;
}

static bool
all_zero(const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (bytes[i])
			return false;
	return true;
}

static void
put_counts(const struct field *f, struct buf *out)
{
	const uint16_t *list = (uint16_t *)(void *)f->at;
	if (all_zero(f->at, f->row->extra * sizeof *list))
		return;
	size_t start = open_field(out, f->row->tag);
	dense_put(list, f->row->extra, out);
	close_field(out, start);
}

static bool
get_counts(const struct field *f, struct span s, struct arena *arena)
{
	uint16_t *list = (uint16_t *)(void *)f->at;
	(void)arena;
	return !all_zero(f->at, f->row->extra * sizeof *list) ||
	       dense_get(s, list, f->row->extra);
}

static void
put_small_counts(const struct field *f, struct buf *out)
{
	uint16_t list[DENSE_MAX];
	if (all_zero(f->at, f->row->extra))
		return;
	for (size_t i = 0; i < f->row->extra; i++)
		list[i] = f->at[i];
	size_t start = open_field(out, f->row->tag);
	dense_put(list, f->row->extra, out);
	close_field(out, start);
}

static bool
get_small_counts(const struct field *f, struct span s, struct arena *arena)
{
	uint16_t list[DENSE_MAX];
	(void)arena;
	if (!all_zero(f->at, f->row->extra))
		return true;
	if (!dense_get(s, list, f->row->extra))
		return false;
	narrow(list, f->at, f->row->extra);
	return true;
}

static void
put_weights(const struct field *f, struct buf *out)
{
	const float *list = (float *)(void *)f->at;
	if (all_zero(f->at, f->row->extra * sizeof *list))
		return;
	size_t start = open_field(out, f->row->tag);
	dense_put_weights(list, f->row->extra, out);
	close_field(out, start);
}

static bool
get_weights(const struct field *f, struct span s, struct arena *arena)
{
	float *list = (float *)(void *)f->at;
	(void)arena;
	return !all_zero(f->at, f->row->extra * sizeof *list) ||
	       dense_get_weights(s, list, f->row->extra);
}

/* Pairs: distance to the one before, four bytes, the lowest first. */
static void
put_floats(const struct field *f, struct buf *out)
{
	const float *list = (float *)(void *)f->at;
	size_t start = 0, last = 0;
	bool open = false;
	for (size_t i = 0; i < f->row->extra; i++) {
		uint32_t bits;
		memcpy(&bits, &list[i], sizeof bits);
		if (!bits)
			continue;
		if (!open)
			start = open_field(out, f->row->tag);
		open = true;
		add_varint(out, i - last);
		for (int shift = 0; shift < 32; shift += 8)
			buf_addc(out, (char)(bits >> shift & 0xff));
		last = i;
	}
	if (open)
		close_field(out, start);
}

static bool
get_floats(const struct field *f, struct span s, struct arena *arena)
{
	(void)arena;
	float *list = (float *)(void *)f->at;
	uint64_t at = 0, step;
	while (s.n) {
		if (!varint_get(&s, &step) || s.n < 4 || step >= f->row->extra ||
			at + step >= f->row->extra)
			return false;
		const uint8_t *p = (const uint8_t *)s.p;
		uint32_t bits = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
				(uint32_t)p[3] << 24;
		float value;
		memcpy(&value, &bits, sizeof value);
		/* Counts: a NaN or less than nothing would poison every forecast. */
		if (!(value >= 0 && value < 1e30F))
			return false;
		at += step;
		list[at] = value;
		s = (struct span){s.p + 4, s.n - 4};
	}
	return true;
}

static const struct codec {
	void (*put)(const struct field *f, struct buf *out); /* NULL: never written */
	bool (*get)(const struct field *f, struct span s, struct arena *arena);
	size_t size;       /* of the member; 0: an array of row->extra numbers */
	size_t extra_size; /* of the member that row->extra names; of each number */
} codecs[] = {
	[RECORD_STR] = {put_str, get_str, sizeof(char *), 0},
	[RECORD_STRS] = {put_strs, get_strs, sizeof(char **), sizeof(size_t)},
	[RECORD_BOOL] = {put_bool, get_bool, sizeof(bool), 0},
	[RECORD_I32] = {put_i32, get_i32, sizeof(int32_t), 0},
	[RECORD_U32] = {put_u32, get_u32, sizeof(uint32_t), 0},
	[RECORD_I64] = {put_i64, get_i64, sizeof(int64_t), 0},
	[RECORD_TIME] = {put_i64, get_i64, sizeof(int64_t), 0},
	[RECORD_U64] = {put_u64, get_u64, sizeof(uint64_t), 0},
	[RECORD_IDENTITY] = {put_identity, get_identity, SCHEMA_IDENTITY, 0},
	[RECORD_ENCLOSURES] = {put_enclosures, get_enclosures, sizeof(struct enclosure *),
		sizeof(size_t)},
	[RECORD_RELATED] = {put_related, get_related, sizeof(struct related *),
		sizeof(size_t)},
	[RECORD_IDS] = {put_ids, get_ids, sizeof(uint64_t *), sizeof(size_t)},
	[RECORD_TIMES] = {put_times, get_times, sizeof(int64_t), sizeof(uint16_t)},
	[RECORD_FLOATS] = {put_floats, get_floats, 0, sizeof(float)},
	[RECORD_COUNTS] = {put_counts, get_counts, 0, sizeof(uint16_t)},
	[RECORD_SMALL_COUNTS] = {put_small_counts, get_small_counts, 0, sizeof(uint8_t)},
	[RECORD_WEIGHTS] = {put_weights, get_weights, 0, sizeof(float)},
	[RECORD_COUNTS_0] = {NULL, get_counts_0, 0, sizeof(uint16_t)},
	[RECORD_SPARSE_0] = {NULL, get_sparse_0, 0, sizeof(uint16_t)},
	[RECORD_SMALL_SPARSE_0] = {NULL, get_small_sparse_0, 0, sizeof(uint8_t)},
	[RECORD_WEIGHTS_0] = {NULL, get_floats, 0, sizeof(float)},
};

static struct field
field_of(const struct record_field *row, void *record)
{
	uint8_t *base = record;
	return (struct field){row, base + row->offset, base + row->extra};
}

void
record_default(const struct record_shape *shape, void *to)
{
	for (size_t i = 0; i < shape->len; i++) {
		const struct record_field *row = &shape->fields[i];
		const struct codec *codec = &codecs[row->type];
		struct field f = field_of(row, to);
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
		/* put only reads; one field type serves both directions. */
		struct field f = {row, (uint8_t *)(uintptr_t)from + row->offset,
			(uint8_t *)(uintptr_t)from + row->extra};
		if (codecs[row->type].put)
			codecs[row->type].put(&f, out);
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

/* Copies the field that ends where the walk stands behind the others that are kept. */
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
			struct field f = field_of(&shape->fields[walk.tag - 1], to);
			if (!codecs[f.row->type].get(&f, walk.value, arena))
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
	return field.p && varint_get(&field, &value) ? unzigzag(value) : fallback;
}
