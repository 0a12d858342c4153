#include "config.h"

#include "store/record/codec.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/time.h"
#include "base/varint.h"
#include "model/item.h"
#include "store/record/codec_array.h"
#include "store/record/record.h"
#include "store/record/schema.h"

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

size_t
codec_open(struct buf *out, uint8_t tag)
{
	/* Two bytes hold any length below 16,384; codec_close makes room for more. */
	const uint8_t head[3] = {tag, 0x80, 0};
	buf_add(out, head, sizeof head);
	return out->len;
}

void
codec_close(struct buf *out, size_t start)
{
	static const uint8_t room[VARINT_MAX];
	uint8_t length[VARINT_MAX];
	size_t n = out->len - start, size = varint_put(length, n);
	if (size <= 2) {
		out->data[start - 2] = (char)(n | 0x80);
		out->data[start - 1] = (char)(n >> 7);
		return;
	}
	buf_add(out, room, size - 2);
	memmove(out->data + start + size - 2, out->data + start, n);
	memcpy(out->data + start - 2, length, size);
}

void
codec_add_varint(struct buf *out, uint64_t value)
{
	uint8_t bytes[VARINT_MAX];
	buf_add(out, bytes, varint_put(bytes, value));
}

static void
put_str(const struct codec_field *f, struct buf *out)
{
	const char *s = *(char **)(void *)f->at;
	if (s)
		put_bytes(out, f->row->tag, s, strlen(s));
}

static bool
get_str(const struct codec_field *f, struct span s, struct arena *arena)
{
	*(char **)(void *)f->at = arena_strndup(arena, s.p, s.n);
	return true;
}

static void
put_strs(const struct codec_field *f, struct buf *out)
{
	char **list = *(char ***)(void *)f->at;
	size_t len = *(size_t *)(void *)f->extra;
	for (size_t i = 0; i < len; i++)
		put_bytes(out, f->row->tag, list[i], strlen(list[i]));
}

static bool
get_strs(const struct codec_field *f, struct span s, struct arena *arena)
{
	char ***list = (char ***)(void *)f->at;
	size_t *len = (size_t *)(void *)f->extra;
	*list = arena_push(arena, *list, *len, sizeof **list);
	(*list)[(*len)++] = arena_strndup(arena, s.p, s.n);
	return true;
}

static void
put_bool(const struct codec_field *f, struct buf *out)
{
	if (*(bool *)f->at)
		put_bytes(out, f->row->tag, NULL, 0);
}

static bool
get_bool(const struct codec_field *f, struct span s, struct arena *arena)
{
	(void)s;
	(void)arena;
	*(bool *)f->at = true;
	return true;
}

static void
put_i32(const struct codec_field *f, struct buf *out)
{
	int32_t value = *(int32_t *)(void *)f->at;
	if (value)
		put_varint(out, f->row->tag, varint_zigzag(value));
}

static bool
get_i32(const struct codec_field *f, struct span s, struct arena *arena)
{
	(void)arena;
	uint64_t value;
	if (!varint_get(&s, &value))
		return false;
	*(int32_t *)(void *)f->at = (int32_t)varint_unzigzag(value);
	return true;
}

static void
put_u32(const struct codec_field *f, struct buf *out)
{
	uint32_t value = *(uint32_t *)(void *)f->at;
	if (value)
		put_varint(out, f->row->tag, varint_zigzag(value));
}

static bool
get_u32(const struct codec_field *f, struct span s, struct arena *arena)
{
	(void)arena;
	uint64_t value;
	if (!varint_get(&s, &value))
		return false;
	*(uint32_t *)(void *)f->at = (uint32_t)varint_unzigzag(value);
	return true;
}

static void
put_i64(const struct codec_field *f, struct buf *out)
{
	int64_t value = *(int64_t *)(void *)f->at;
	if (value != (f->row->type == RECORD_TIME ? TIME_NONE : 0))
		put_varint(out, f->row->tag, varint_zigzag(value));
}

static bool
get_i64(const struct codec_field *f, struct span s, struct arena *arena)
{
	(void)arena;
	uint64_t value;
	if (!varint_get(&s, &value))
		return false;
	*(int64_t *)(void *)f->at = varint_unzigzag(value);
	return true;
}

static void
put_u64(const struct codec_field *f, struct buf *out)
{
	uint8_t bytes[8];
	uint64_t value = *(uint64_t *)(void *)f->at;
	schema_put64(bytes, value);
	if (value)
		put_bytes(out, f->row->tag, bytes, sizeof bytes);
}

static bool
get_u64(const struct codec_field *f, struct span s, struct arena *arena)
{
	(void)arena;
	if (s.n != 8)
		return false;
	*(uint64_t *)(void *)f->at = schema_get64(s.p);
	return true;
}

static void
put_identity(const struct codec_field *f, struct buf *out)
{
	put_bytes(out, f->row->tag, f->at, SCHEMA_IDENTITY);
}

static bool
get_identity(const struct codec_field *f, struct span s, struct arena *arena)
{
	(void)arena;
	if (s.n != SCHEMA_IDENTITY)
		return false;
	memcpy(f->at, s.p, s.n);
	return true;
}

/* An address is stored as a number (varint), the URL, and if there is a type, NUL and the
 * type. */
static void
put_address(const struct codec_field *f, struct buf *out, uint64_t number,
	const char *url, const char *type)
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
put_enclosures(const struct codec_field *f, struct buf *out)
{
	const struct enclosure *list = *(struct enclosure **)(void *)f->at;
	size_t len = *(size_t *)(void *)f->extra;
	for (size_t i = 0; i < len; i++)
		put_address(f, out, (uint64_t)(list[i].length + 1), list[i].url,
			list[i].type);
}

static bool
get_enclosures(const struct codec_field *f, struct span s, struct arena *arena)
{
	struct enclosure **list = (struct enclosure **)(void *)f->at, e = {0};
	size_t *len = (size_t *)(void *)f->extra;
	uint64_t length;
	if (!get_address(s, arena, &length, &e.url, &e.type))
		return false;
	e.length = (int64_t)length - 1;
	*list = arena_push(arena, *list, *len, sizeof **list);
	(*list)[(*len)++] = e;
	return true;
}

/* Either may be NULL, which is stored as nothing: an empty text comes back as NULL. */
static void
put_pair(struct buf *out, const char *a, const char *b)
{
	buf_adds(out, a ? a : "");
	buf_addc(out, '\0');
	buf_adds(out, b ? b : "");
}

static void
get_pair(struct span s, struct arena *arena, char **a, char **b)
{
	const char *nul = memchr(s.p, '\0', s.n);
	size_t n = nul ? (size_t)(nul - s.p) : s.n;
	*a = n ? arena_strndup(arena, s.p, n) : NULL;
	bool more = n + 1 < s.n && nul[1];
	*b = more ? arena_strndup(arena, nul + 1, s.n - n - 1) : NULL;
}

/* What RECORD_ENCLOSURES has no place for: index, 2 · height + preferred, bitrate and,
 * where they are known, title NUL language NUL integrity NUL role; the last two of them
 * may be missing. */
static void
put_renditions(const struct codec_field *f, struct buf *out)
{
	const struct enclosure *list = *(struct enclosure **)(void *)f->at;
	size_t len = *(size_t *)(void *)f->extra;
	for (size_t i = 0; i < len; i++) {
		const struct enclosure *e = &list[i];
		bool named = e->title || e->language || e->integrity || e->role;
		if (!e->height && !e->bitrate && !e->preferred && !named)
			continue;
		size_t start = codec_open(out, f->row->tag);
		codec_add_varint(out, i);
		codec_add_varint(out, (uint64_t)e->height << 1 | e->preferred);
		codec_add_varint(out, (uint64_t)e->bitrate);
		if (named)
			put_pair(out, e->title, e->language);
		if (e->integrity || e->role) {
			buf_addc(out, '\0');
			put_pair(out, e->integrity, e->role);
		}
		codec_close(out, start);
	}
}

static void
get_names(struct span s, struct arena *arena, struct enclosure *e)
{
	struct span title, language;
	get_pair(s, arena, &e->title, &e->language);
	span_split(&s, '\0', &title);
	span_split(&s, '\0', &language);
	if (s.p)
		get_pair(s, arena, &e->integrity, &e->role);
}

/* An older program may have left fewer enclosures. */
static bool
get_renditions(const struct codec_field *f, struct span s, struct arena *arena)
{
	struct enclosure *list = *(struct enclosure **)(void *)f->at;
	uint64_t index, height, bitrate;
	if (!varint_get(&s, &index) || !varint_get(&s, &height) ||
		!varint_get(&s, &bitrate))
		return false;
	if (index >= *(size_t *)(void *)f->extra)
		return true;
	list[index].height = (int64_t)(height >> 1);
	list[index].preferred = height & 1;
	list[index].bitrate = (int64_t)(bitrate & INT64_MAX);
	if (s.n)
		get_names(s, arena, &list[index]);
	return true;
}

static void
put_related(const struct codec_field *f, struct buf *out)
{
	const struct related *list = *(struct related **)(void *)f->at;
	size_t len = *(size_t *)(void *)f->extra;
	for (size_t i = 0; i < len; i++)
		put_address(f, out, (uint64_t)list[i].rel, list[i].url, list[i].type);
}

/* A newer program may store kinds that this one does not know: they are left out. */
static bool
get_related(const struct codec_field *f, struct span s, struct arena *arena)
{
	struct related **list = (struct related **)(void *)f->at, r = {0};
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

/* Times are stored as differences: posting times ascend, so most take two or three
 * bytes. */
static void
put_times(const struct codec_field *f, struct buf *out)
{
	const int64_t *list = (int64_t *)(void *)f->at;
	uint16_t len = *(uint16_t *)(void *)f->extra;
	if (!len)
		return;
	size_t start = codec_open(out, f->row->tag);
	for (uint16_t i = 0; i < len; i++)
		codec_add_varint(
			out, varint_zigzag((int64_t)((uint64_t)list[i] -
						     (i ? (uint64_t)list[i - 1] : 0))));
	codec_close(out, start);
}

static bool
get_times(const struct codec_field *f, struct span s, struct arena *arena)
{
	(void)arena;
	int64_t *list = (int64_t *)(void *)f->at;
	uint16_t *len = (uint16_t *)(void *)f->extra;
	uint64_t delta, time = 0;
	/* In the struct, an array ends where its length begins. */
	size_t max = (size_t)(f->extra - f->at) / sizeof *list;
	while (s.n) {
		if (*len >= max || !varint_get(&s, &delta))
			return false;
		time += (uint64_t)varint_unzigzag(delta);
		list[(*len)++] = (int64_t)time;
	}
	return true;
}

/* Ids are stored as differences, too: those of one action are close to each other. */
static void
put_ids(const struct codec_field *f, struct buf *out)
{
	const uint64_t *list = *(uint64_t **)(void *)f->at;
	size_t len = *(size_t *)(void *)f->extra;
	if (!len)
		return;
	size_t start = codec_open(out, f->row->tag);
	for (size_t i = 0; i < len; i++)
		codec_add_varint(
			out, varint_zigzag((int64_t)(list[i] - (i ? list[i - 1] : 0))));
	codec_close(out, start);
}

static bool
get_ids(const struct codec_field *f, struct span s, struct arena *arena)
{
	uint64_t delta, id = 0, *list = arena_alloc(arena, (s.n + 1) * sizeof *list);
	size_t len = 0;
	while (s.n) {
		if (!varint_get(&s, &delta))
			return false;
		id += (uint64_t)varint_unzigzag(delta);
		list[len++] = id;
	}
	*(uint64_t **)(void *)f->at = list;
	*(size_t *)(void *)f->extra = len;
	return true;
}

static const struct codec codecs[] = {
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
	[RECORD_RENDITIONS] = {put_renditions, get_renditions, sizeof(struct enclosure *),
		sizeof(size_t)},
	[RECORD_IDS] = {put_ids, get_ids, sizeof(uint64_t *), sizeof(size_t)},
	[RECORD_TIMES] = {put_times, get_times, sizeof(int64_t), sizeof(uint16_t)},
	[RECORD_FLOATS] = {codec_array_put_floats, codec_array_get_floats, 0,
		sizeof(float)},
	[RECORD_COUNTS] = {codec_array_put_counts, codec_array_get_counts, 0,
		sizeof(uint16_t)},
	[RECORD_SMALL_COUNTS] = {codec_array_put_small_counts,
		codec_array_get_small_counts, 0, sizeof(uint8_t)},
	[RECORD_WEIGHTS] = {codec_array_put_weights, codec_array_get_weights, 0,
		sizeof(float)},
	[RECORD_COUNTS_0] = {NULL, codec_array_get_counts_0, 0, sizeof(uint16_t)},
	[RECORD_SPARSE_0] = {NULL, codec_array_get_sparse_0, 0, sizeof(uint16_t)},
	[RECORD_SMALL_SPARSE_0] = {NULL, codec_array_get_small_sparse_0, 0,
		sizeof(uint8_t)},
	[RECORD_WEIGHTS_0] = {NULL, codec_array_get_floats, 0, sizeof(float)},
};

const struct codec *
codec_of(enum record_type type)
{
	return &codecs[type];
}
