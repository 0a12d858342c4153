#include "config.h"

#include "store/record/dense.h"

#include <string.h>

#include "base/buf.h"
#include "base/varint.h"

#define STEPS 16383 /* that a weight can take */
#define ONES_MAX 24
#define RAW_BITS 17
#define MEMORY 4 /* a mean covers about 2^4 numbers and is kept multiplied by as much */

enum form {
	FORM_PAIRS,
	FORM_EACH,
	FORM_ALIKE,
};

/* ---- Bits */

struct bits {
	uint8_t *data;
	size_t len, max; /* in bits; bits past max are counted but not touched */
};

/* Appends the n lowest bits of value, highest first. Past the end nothing is written,
 * which shows in b->len. */
static void
put_bits(struct bits *b, uint64_t value, unsigned n)
{
	while (n > 0) {
		unsigned room = 8 - b->len % 8, take = n < room ? n : room;
		unsigned part = (unsigned)(value >> (n - take)) & ((1U << take) - 1);
		if (b->len < b->max) {
			uint8_t *byte = &b->data[b->len / 8];
			if (room == 8)
				*byte = 0;
			*byte |= (uint8_t)(part << (room - take));
		}
		b->len += take;
		n -= take;
	}
}

/* Past the end it reads zeros, which shows in b->len. */
static uint32_t
get_bits(struct bits *b, unsigned n)
{
	uint32_t value = 0;
	while (n > 0) {
		unsigned left = 8 - b->len % 8, take = n < left ? n : left;
		unsigned byte = b->len < b->max ? b->data[b->len / 8] : 0;
		value = value << take | (byte >> (left - take) & ((1U << take) - 1));
		b->len += take;
		n -= take;
	}
	return value;
}

/* ---- Adaptive Rice codes */

struct model {
	bool alike;
	uint32_t mean; /* of the counts, shifted left by MEMORY */
	uint32_t size; /* of the codes, likewise */
};

static uint32_t
predicted(const struct model *m)
{
	return m->alike ? m->mean >> MEMORY : 0;
}

static unsigned
parameter(const struct model *m)
{
	unsigned k = 0;
	while (k < 15 && (UINT32_C(16) << (k + MEMORY)) < 11 * m->size)
		k++;
	return k;
}

static void
adapt(struct model *m, uint32_t count, uint32_t code)
{
	m->mean += count - (m->mean >> MEMORY);
	m->size += code - (m->size >> MEMORY);
}

/* Differences are numbered 0, -1, 1, -2 … */
static uint32_t
code_of(const struct model *m, uint32_t count)
{
	uint32_t p = predicted(m);
	if (!m->alike)
		return count;
	return count < p ? 2 * (p - count) - 1 : 2 * (count - p);
}

static int64_t
count_of(const struct model *m, uint32_t code)
{
	int64_t p = predicted(m);
	if (!m->alike)
		return code;
	return code % 2 ? p - (code + 1) / 2 : p + code / 2;
}

static void
put_rice(struct bits *b, uint32_t code, unsigned k)
{
	uint32_t ones = code >> k;
	if (ones >= ONES_MAX) {
		put_bits(b, (1U << ONES_MAX) - 1, ONES_MAX);
		put_bits(b, code, RAW_BITS);
		return;
	}
	uint64_t unary = ((UINT64_C(1) << ones) - 1) << 1;
	put_bits(b, unary << k | (code & ((1U << k) - 1)), ones + 1 + k);
}

static uint32_t
get_rice(struct bits *b, unsigned k)
{
	uint32_t ones = 0;
	while (ones < ONES_MAX && get_bits(b, 1))
		ones++;
	if (ones == ONES_MAX)
		return get_bits(b, RAW_BITS);
	return ones << k | get_bits(b, k);
}

/* Returns the number of bytes it takes. It ends early if these are more than there is
 * room for. */
static size_t
encode(const uint16_t *counts, size_t len, bool alike, uint8_t *to, size_t room)
{
	struct bits b = {to, 0, 8 * room};
	struct model m = {.alike = alike};
	for (size_t i = 0; i < len && b.len <= b.max; i++) {
		uint32_t code = code_of(&m, counts[i]);
		put_rice(&b, code, parameter(&m));
		adapt(&m, counts[i], code);
	}
	while (b.len % 8 != 0)
		put_bits(&b, 0, 1);
	return b.len / 8;
}

static bool
decode(struct span s, bool alike, uint16_t *counts, size_t len)
{
	struct bits b = {(uint8_t *)(uintptr_t)s.p, 0, 8 * s.n};
	struct model m = {.alike = alike};
	for (size_t i = 0; i < len; i++) {
		uint32_t code = get_rice(&b, parameter(&m));
		int64_t count = count_of(&m, code);
		if (count < 0 || count > UINT16_MAX || b.len > b.max)
			return false;
		counts[i] = (uint16_t)count;
		adapt(&m, counts[i], code);
	}
	return (b.len + 7) / 8 == s.n;
}

/* ---- Pairs */

static size_t
encode_pairs(const uint16_t *counts, size_t len, uint8_t *to)
{
	size_t n = 0, last = 0;
	for (size_t i = 0; i < len; i++) {
		if (!counts[i])
			continue;
		n += varint_put(to + n, i - last);
		n += varint_put(to + n, counts[i]);
		last = i;
	}
	return n;
}

static bool
decode_pairs(struct span s, uint16_t *counts, size_t len)
{
	size_t at = 0;
	uint64_t step, count;
	memset(counts, 0, len * sizeof *counts);
	while (s.n > 0) {
		if (!varint_get(&s, &step) || !varint_get(&s, &count))
			return false;
		if (step >= len - at || count > UINT16_MAX)
			return false;
		at += step;
		counts[at] = (uint16_t)count;
	}
	return true;
}

/* ---- What others call */

void
dense_put(const uint16_t *counts, size_t len, struct buf *out)
{
	/* A pair takes up to six bytes. */
	uint8_t bytes[FORM_ALIKE + 1][6 * DENSE_MAX];
	size_t best = FORM_PAIRS, size = encode_pairs(counts, len, bytes[best]);
	/* A code takes a bit at least. */
	for (size_t i = FORM_EACH; i <= FORM_ALIKE && 8 * size > len; i++) {
		size_t n = encode(counts, len, i == FORM_ALIKE, bytes[i], size);
		if (n < size) {
			best = i;
			size = n;
		}
	}
	buf_addc(out, (char)best);
	buf_add(out, bytes[best], size);
}

bool
dense_get(struct span s, uint16_t *counts, size_t len)
{
	if (s.n == 0)
		return false;
	uint8_t form = (uint8_t)s.p[0];
	s = (struct span){s.p + 1, s.n - 1};
	if (form == FORM_PAIRS)
		return decode_pairs(s, counts, len);
	return form <= FORM_ALIKE && decode(s, form == FORM_ALIKE, counts, len);
}

void
dense_put_weights(const float *weights, size_t len, struct buf *out)
{
	uint16_t shares[DENSE_MAX];
	float most = 0;
	uint32_t bits;
	for (size_t i = 0; i < len; i++)
		most = weights[i] > most ? weights[i] : most;
	for (size_t i = 0; i < len; i++)
		shares[i] = most > 0 ? (uint16_t)(weights[i] / most * STEPS + 0.5F) : 0;
	memcpy(&bits, &most, sizeof bits);
	for (int shift = 0; shift < 32; shift += 8)
		buf_addc(out, (char)(bits >> shift & 0xff));
	dense_put(shares, len, out);
}

bool
dense_get_weights(struct span s, float *weights, size_t len)
{
	uint16_t shares[DENSE_MAX];
	float most;
	if (s.n < 4)
		return false;
	const uint8_t *p = (const uint8_t *)s.p;
	uint32_t bits =
		p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
	memcpy(&most, &bits, sizeof most);
	/* A NaN or a negative number would poison every forecast. */
	if (!(most >= 0 && most < 1e30F) ||
		!dense_get((struct span){s.p + 4, s.n - 4}, shares, len))
		return false;
	for (size_t i = 0; i < len; i++) {
		if (shares[i] > STEPS)
			return false;
		/* In double, so that the largest stays what it is however often it is
		 * stored; and -0 is nothing. */
		weights[i] = most > 0 ? (float)((double)most * shares[i] / STEPS) : 0;
	}
	return true;
}
