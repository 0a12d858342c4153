#include "config.h"

#include "store/record/codec_array.h"

#include <string.h>

#include "base/varint.h"
#include "store/record/codec.h"
#include "store/record/dense.h"

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

bool
codec_array_get_counts_0(const struct codec_field *f, struct span s, struct arena *arena)
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

bool
codec_array_get_sparse_0(const struct codec_field *f, struct span s, struct arena *arena)
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

bool
codec_array_get_small_sparse_0(
	const struct codec_field *f, struct span s, struct arena *arena)
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

void
codec_array_put_counts(const struct codec_field *f, struct buf *out)
{
	const uint16_t *list = (uint16_t *)(void *)f->at;
	if (all_zero(f->at, f->row->extra * sizeof *list))
		return;
	size_t start = codec_open(out, f->row->tag);
	dense_put(list, f->row->extra, out);
	codec_close(out, start);
}

bool
codec_array_get_counts(const struct codec_field *f, struct span s, struct arena *arena)
{
	uint16_t *list = (uint16_t *)(void *)f->at;
	(void)arena;
	return !all_zero(f->at, f->row->extra * sizeof *list) ||
	       dense_get(s, list, f->row->extra);
}

void
codec_array_put_small_counts(const struct codec_field *f, struct buf *out)
{
	uint16_t list[DENSE_MAX];
	if (all_zero(f->at, f->row->extra))
		return;
	for (size_t i = 0; i < f->row->extra; i++)
		list[i] = f->at[i];
	size_t start = codec_open(out, f->row->tag);
	dense_put(list, f->row->extra, out);
	codec_close(out, start);
}

bool
codec_array_get_small_counts(
	const struct codec_field *f, struct span s, struct arena *arena)
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

void
codec_array_put_weights(const struct codec_field *f, struct buf *out)
{
	const float *list = (float *)(void *)f->at;
	if (all_zero(f->at, f->row->extra * sizeof *list))
		return;
	size_t start = codec_open(out, f->row->tag);
	dense_put_weights(list, f->row->extra, out);
	codec_close(out, start);
}

bool
codec_array_get_weights(const struct codec_field *f, struct span s, struct arena *arena)
{
	float *list = (float *)(void *)f->at;
	(void)arena;
	return !all_zero(f->at, f->row->extra * sizeof *list) ||
	       dense_get_weights(s, list, f->row->extra);
}

/* Pairs: distance to the one before, four bytes, the lowest first. */
void
codec_array_put_floats(const struct codec_field *f, struct buf *out)
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
			start = codec_open(out, f->row->tag);
		open = true;
		codec_add_varint(out, i - last);
		for (int shift = 0; shift < 32; shift += 8)
			buf_addc(out, (char)(bits >> shift & 0xff));
		last = i;
	}
	if (open)
		codec_close(out, start);
}

bool
codec_array_get_floats(const struct codec_field *f, struct span s, struct arena *arena)
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
		list[at] = value > 0 ? value : 0; /* -0 is nothing, too */
		s = (struct span){s.p + 4, s.n - 4};
	}
	return true;
}
